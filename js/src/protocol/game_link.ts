/** Games in addresses: "#game=1.DATA", with the record of the game as zlib data in base64url. ".7" behind it shows turn 7 of the record. */
import { MAX_RECORD } from "./constants";

const NAME = "game=";
const VERSION = "1";

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

/** The fragment for a game, with "#". */
export async function encodeLink({ record, row }: LinkedGame): Promise<string> {
  const stream = new Blob([record]).stream().pipeThrough(new CompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const shown = row === undefined ? "" : `.${row}`;
  return `#${NAME}${VERSION}.${data.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}${shown}`;
}

/** The game of a fragment, which a bracket or a full stop of a text may follow. Throws LinkError. */
export async function decodeLink(fragment: string): Promise<LinkedGame> {
  const [, version = "", data = "", row] = /=(\d{1,4})\.([\w-]*)(?:\.(\d{1,6}))?/.exec(fragment) ?? [];
  if (version !== VERSION) throw new LinkError(version ? "newer" : "broken");
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
