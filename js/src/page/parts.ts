/** What travels in the page as text: gzipped and in base64, or as JSON. */

/** The text of the page's element with this id. */
export function part(id: string): string {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no part ${id}`);
  return element.textContent ?? "";
}

export async function unpack(base64: string): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(base64.trim()), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

export async function unpackText(base64: string): Promise<string> {
  return new TextDecoder().decode(await unpack(base64));
}
