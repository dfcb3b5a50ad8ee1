/** What travels in the page as text: gzipped and in base 85, or as JSON. */

/** The text of the page's element with this id. */
export function part(id: string): string {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no part ${id}`);
  return element.textContent ?? "";
}

/** Python's base 85, but "." for "<" and "," for "&". */
const SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%,()*+-;.=>?@^_`{|}~";

/** Five signs are four bytes; of a shorter group at the end one byte less than signs. */
export function decode(text: string): Uint8Array<ArrayBuffer> {
  const value = new Uint8Array(128);
  for (let i = 0; i < SIGNS.length; i++) value[SIGNS.charCodeAt(i)] = i;
  const groups = Math.ceil(text.length / 5);
  const bytes = new DataView(new ArrayBuffer(groups * 4));
  const padded = text.padEnd(groups * 5, "~");
  for (let group = 0; group < groups; group++) {
    let word = 0;
    for (let i = group * 5; i < group * 5 + 5; i++) word = word * 85 + (value[padded.charCodeAt(i)] ?? 0);
    bytes.setUint32(group * 4, word);
  }
  return new Uint8Array(bytes.buffer, 0, groups * 4 - (groups * 5 - text.length));
}

export async function unpack(packed: string): Promise<ArrayBuffer> {
  const stream = new Blob([decode(packed.trim())]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

export async function unpackText(packed: string): Promise<string> {
  return new TextDecoder().decode(await unpack(packed));
}
