/** What travels in the page as text: gzipped and seven bits to a character, or as JSON. */

/** The text of the page's element with this id. */
export function part(id: string): string {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no part ${id}`);
  return element.textContent ?? "";
}

/** What adaptoid_widget/export/encoding.py never writes as a character of its own: it travels in one above, with what follows it. */
const NEVER = [0, 10, 13, 60];

/** What adaptoid_widget/export/encoding.py wrote. */
export function decode(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length * 2);
  let length = 0;
  let bits = 0;
  let count = 0;
  const put = (seven: number) => {
    bits = (bits << 7) | seven;
    count += 7;
    if (count > 7) {
      count -= 8;
      bytes[length++] = bits >> count;
    }
  };
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 255) put(NEVER[(code >> 7) - 2] ?? 0);
    put(code & 127);
  }
  return bytes.subarray(0, length);
}

export async function unpack(packed: string): Promise<ArrayBuffer> {
  const stream = new Blob([decode(packed)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

export async function unpackText(packed: string): Promise<string> {
  return new TextDecoder().decode(await unpack(packed));
}
