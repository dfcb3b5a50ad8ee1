/** The only script that a shared page holds as plain text. It starts Python and the script of the board, or shows why it cannot. */
import { embeddedText, unpackText } from "./embedded";
import type { LoadedPage, WorkerStart } from "./messages";
import { config, linkedPosition, savedState } from "./storage";
import { messageOf, showProblem } from "./texts";

const NEEDED = ["WebAssembly", "Worker", "DecompressionStream"];

const urlOf = (text: string) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));

/** Starts Python in a worker. The messages of the worker are collected until the script of the board is loaded. */
function startWorker(): Omit<LoadedPage, "texts" | "first" | "search"> {
  const worker = new Worker(urlOf(embeddedText("adaptoid-worker")));
  const messages: Event[] = [];
  const collecting = new AbortController();
  for (const type of ["message", "error"])
    worker.addEventListener(type, (event) => messages.push(event), { signal: collecting.signal });
  const release = () => {
    collecting.abort();
    return messages as MessageEvent[];
  };
  const saved = savedState();
  const start: WorkerStart = {
    wasm: embeddedText("adaptoid-wasm"),
    glue: embeddedText("adaptoid-glue"),
    modules: embeddedText("adaptoid-modules"),
    languages: embeddedText("adaptoid-languages"),
    options: embeddedText("adaptoid-options"),
    link: linkedPosition,
    saved,
  };
  worker.postMessage(start);
  return { worker, release, saved };
}

async function load(): Promise<void> {
  // another address, also one that comes before the board, is another game
  addEventListener("hashchange", () => location.reload());
  const missing = NEEDED.filter((name) => !(name in globalThis));
  if (missing.length) {
    showProblem("python", config.words.old, missing.join(", "));
    return;
  }
  try {
    const started = startWorker();
    const board = JSON.parse(await unpackText(embeddedText("adaptoid-board")));
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(board.style);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    const first = started.saved || linkedPosition ? "" : board.first;
    globalThis.adaptoidPage = { ...started, first, texts: board.around, search: board.search };
    const script = document.createElement("script");
    script.addEventListener("error", () => showProblem("python", config.words.broken));
    script.src = urlOf(board.script);
    document.head.append(script);
  } catch (error) {
    showProblem("python", config.words.broken, messageOf(error));
  }
}

void load();
