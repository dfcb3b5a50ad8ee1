/** What a shared page holds as text: JSON, or gzip with seven bits to a character. */

/** The text of the page's element with this id. */
export function embeddedText(id: string): string {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no part ${id}`);
  return element.textContent ?? "";
}

/** Values that adaptoid_widget/export/encoding.py never writes as characters: a character above 255 holds one and the value after it. */
const ESCAPED = [0, 10, 13, 60];

/** Decodes a text of adaptoid_widget/export/encoding.py. */
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
    if (code > 255) put(ESCAPED[(code >> 7) - 2] ?? 0);
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
