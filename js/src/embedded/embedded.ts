import { ESCAPED } from "../protocol/constants";

/** What a shared page holds as text: JSON, or gzip with seven bits to a character. */

declare global {
  /** Only in a foreign page, whose elements are not ours: the texts of the parts, by their ids. */
  var adaptoidParts: Record<string, string> | undefined;
}

/** Whether the page has a part. */
export const hasPart = (id: string): boolean =>
  globalThis.adaptoidParts ? id in globalThis.adaptoidParts : document.getElementById(id) !== null;

/** The text of a part of the page: that of the element with this id. */
export function embeddedText(id: string): string {
  const text = globalThis.adaptoidParts
    ? globalThis.adaptoidParts[id]
    : document.getElementById(id)?.textContent;
  if (text === undefined) throw new Error(`the page has no part ${id}`);
  return text ?? "";
}

/** The content of the page's element with this id: its text, or the file of a site that it names. */
export async function contentOf(id: string): Promise<Packed> {
  const address = globalThis.adaptoidParts ? "" : document.getElementById(id)?.dataset.src;
  if (!address) return embeddedText(id);
  // the file is named by its content, so any copy is right
  const response = await fetch(address, { cache: "force-cache" });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.arrayBuffer();
}

/** Gzipped content: as text in the page, or as it was fetched. */
export type Packed = string | ArrayBuffer;

/** Decodes a text of adaptoid_widget/export/encoding.py. */
export function decode(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length * 2);
  let length = 0;
  let bits = 0;
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // one loop without calls: it runs before the browser has compiled it
    for (let half = code > 255 ? 0 : 1; half < 2; half++) {
      const seven = half ? code & 127 : (ESCAPED[(code >> 7) - 2] ?? 0);
      bits = ((bits << 7) | seven) & 0x7fff;
      count += 7;
      if (count > 7) {
        count -= 8;
        bytes[length++] = bits >> count;
      }
    }
  }
  return bytes.subarray(0, length);
}

/** Encodes bytes as adaptoid_widget/export/encoding.py does. */
export function encode(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let count = 0;
  /** The place in `ESCAPED` of the value before, which the next one joins; -1 for none. */
  let escaped = -1;
  const add = (seven: number) => {
    if (escaped >= 0) {
      text += String.fromCharCode(((escaped + 2) << 7) | seven);
      escaped = -1;
    } else {
      escaped = ESCAPED.indexOf(seven);
      if (escaped < 0) text += String.fromCharCode(seven);
    }
  };
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0x7fff;
    for (count += 8; count >= 7; ) {
      count -= 7;
      add((bits >> count) & 127);
    }
  }
  if (count) add((bits << (7 - count)) & 127);
  return escaped < 0 ? text : text + String.fromCharCode(128 + (ESCAPED[escaped] ?? 0));
}

export async function unpack(packed: Packed): Promise<ArrayBuffer> {
  const bytes = typeof packed === "string" ? decode(packed) : new Uint8Array(packed);
  // some servers have the browser unzip a gzipped file
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.buffer;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  // the browser's own words would be about a network
  return new Response(stream).arrayBuffer().catch(() => {
    throw new Error("a part of the page is damaged");
  });
}

export async function unpackText(packed: Packed): Promise<string> {
  return new TextDecoder().decode(await unpack(packed));
}
