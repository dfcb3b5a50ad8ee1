/** The one script that stands in a shared page as it is: starts Python and the board's own script, or says why it cannot. */
import { link, remembered, told } from "./memory";
import { part, unpackText } from "./parts";
import { reason, tell } from "./trouble";
import type { Begun, Start } from "./wire";

const NEEDED = ["WebAssembly", "Worker", "DecompressionStream"];

const urlOf = (text: string) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));

/** Python starts in its worker while the board's script is unpacked; what it says until somebody hears it is held. */
function begin(): Omit<Begun, "around" | "first"> {
  const worker = new Worker(urlOf(part("adaptoid-worker")));
  const early: Event[] = [];
  const hold = (event: Event) => void early.push(event);
  for (const type of ["message", "error"]) worker.addEventListener(type, hold);
  const release = () => {
    for (const type of ["message", "error"]) worker.removeEventListener(type, hold);
    return early as MessageEvent[];
  };
  const kept = remembered();
  const start: Start = {
    wasm: part("adaptoid-wasm"),
    glue: part("adaptoid-glue"),
    files: part("adaptoid-files"),
    languages: part("adaptoid-languages"),
    options: part("adaptoid-options"),
    link,
    kept,
  };
  worker.postMessage(start);
  return { worker, release, kept };
}

async function load(): Promise<void> {
  const missing = NEEDED.filter((name) => !(name in globalThis));
  if (missing.length) {
    tell(told.words.old, missing.join(", "));
    return;
  }
  try {
    const begun = begin();
    const board = JSON.parse(await unpackText(part("adaptoid-board")));
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(board.style);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    const first = begun.kept || link ? "" : board.first;
    globalThis.adaptoidBegun = { ...begun, first, around: board.around };
    const script = document.createElement("script");
    script.addEventListener("error", () => tell(told.words.broken));
    script.src = urlOf(board.script);
    document.head.append(script);
  } catch (error) {
    tell(told.words.broken, reason(error));
  }
}

void load();
