/** Games in addresses: "#game=1.DATA", with the record of the game as zlib data in base64url. ".7" behind it shows turn 7 of the record. */
import { LINK_VERSION, MAX_LINK_LINES, MAX_RECORD } from "./constants";

const NAME = "game=";

export interface LinkedGame {
  record: string;
  /** The number of the shown turn among all turns in the record; undefined at the end of the game. */
  row?: number | undefined;
}

/** Why a link cannot be opened. */
export class LinkError extends Error {
  constructor(readonly why: "broken" | "large" | "newer") {
    super(why);
  }
}

/** Whether the fragment of an address, with "#", holds a game. */
export const isGameLink = (fragment: string): boolean => fragment.startsWith(`#${NAME}`);

/**
 * The fragments that a pasted text may have for a game, the shortest first; none if it has no link to one. Mail programs break links over
 * several lines, and put them into links of their own.
 */
function pastedFragments(text: string): string[] {
  let plain = text
    .replace(/=?\r?\n(> )?/g, (end) => (end[0] === "=" ? "" : "\n"))
    .replaceAll("=3D", "=")
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, "");
  if (/^[\s>|]*adaptoid-record/im.test(plain)) return [];
  for (let coded = 0; coded < 3; coded++) {
    const at = plain.indexOf(`#${NAME}`);
    if (at >= 0) {
      const pieces = (plain.slice(at).split(/[>&]/)[0] ?? "").trim().split(/\s+/).slice(0, MAX_LINK_LINES);
      return pieces.map((_, i) => pieces.slice(0, i + 1).join(""));
    }
    // a line may end within a coded sign
    plain = plain.replace(/%([\da-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  }
  return [];
}

/** The game of a pasted link, undefined for a text without one. A sentence may follow the link. Throws LinkError. */
export async function pastedGame(text: string): Promise<LinkedGame | undefined> {
  let failure: unknown;
  for (const fragment of pastedFragments(text))
    try {
      return await decodeLink(fragment);
    } catch (error) {
      failure ??= error;
    }
  if (failure) throw failure;
  return undefined;
}

/** The fragment for a game, with "#". */
export async function encodeLink({ record, row }: LinkedGame): Promise<string> {
  const stream = new Blob([record]).stream().pipeThrough(new CompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const shown = row === undefined ? "" : `.${row}`;
  return `#${NAME}${LINK_VERSION}.${data.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}${shown}`;
}

/** The game of a fragment, which a bracket or a full stop of a text may follow. Throws LinkError. */
export async function decodeLink(fragment: string): Promise<LinkedGame> {
  const [, version = "", data = "", row] = /=(\d{1,4})\.([\w-]*)(?:\.(\d{1,6}))?/.exec(fragment) ?? [];
  if (version !== LINK_VERSION) throw new LinkError(version ? "newer" : "broken");
  let record = "";
  try {
    const bytes = Uint8Array.from(atob(data.replaceAll("-", "+").replaceAll("_", "/")), (char) =>
      char.charCodeAt(0),
    );
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    record = await textOf(stream.getReader());
  } catch {}
  if (!record) throw new LinkError("broken");
  if (record.length > MAX_RECORD) throw new LinkError("large");
  return { record, row: row ? +row : undefined };
}

/** The text of a stream, or only its begin if it is too long. */
async function textOf(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
    if (text.length > MAX_RECORD) {
      void reader.cancel();
      return text;
    }
  }
  return text + decoder.decode();
}
