/** The only script that a shared page holds as plain text. It starts Python and the script of the board, or shows why it cannot. */

import { contentOf, embeddedText, hasPart, unpackText } from "../embedded/embedded";
import type { LoadedPage, PythonMessage, WorkerStart } from "../embedded/page_types";
import { messageOf, showProblem } from "../embedded/texts";
import { decodeLink, LinkError, type LinkedGame } from "../protocol/game_link";
import type { SiteConfig } from "../protocol/types";
import { chosenLanguage, openInLanguage } from "../storage/site_state";
import { config, isGameLinked, linkedPosition, readState } from "../storage/storage";

const NEEDED = ["WebAssembly", "Worker", "DecompressionStream"];

const urlOf = (text: string) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));

type StartedWorker = Pick<
  LoadedPage,
  "worker" | "workerUrl" | "release" | "restart" | "savedState" | "problem" | "isFirstShown"
>;

/** Starts Python in a worker. The messages of the worker are collected until the script of the board is loaded. */
async function startWorker({
  record,
  row,
  problem,
}: Awaited<ReturnType<typeof readAddress>>): Promise<StartedWorker> {
  const workerUrl = urlOf(await unpackText(embeddedText("adaptoid-worker")));
  const restart = () => {
    const worker = new Worker(workerUrl);
    readPython().then(
      (start) => worker.postMessage(start),
      (error) => worker.dispatchEvent(new ErrorEvent("error", { message: messageOf(error) })),
    );
    return worker;
  };
  const worker = restart();
  const messages: Event[] = [];
  const collecting = new AbortController();
  for (const type of ["message", "error"])
    worker.addEventListener(type, (event) => messages.push(event), { signal: collecting.signal });
  const release = () => {
    collecting.abort();
    return messages as MessageEvent[];
  };
  // with a damaged link, the page goes on with its own game
  const savedState = readState(problem !== "");
  const own = record ? readState(true) : "";
  // which puzzle comes first is known only here
  const isFirstShown = !savedState && !record && config.kind !== "puzzles";
  // the boards of an article are opened one by one
  if (config.contents)
    return { worker, workerUrl, release, restart, savedState: "", isFirstShown: false, problem };
  const opened = { kind: config.kind, link: record, row, own, savedState, isFirstShown };
  worker.postMessage({ content: 0, ...opened } satisfies PythonMessage);
  return { worker, workerUrl, release, restart, savedState, isFirstShown, problem };
}

/** What Python starts from. */
async function readPython(): Promise<WorkerStart> {
  const names = ["wasm", "glue", "modules", "languages", "options"];
  const parts = Promise.all(names.map((name) => contentOf(`adaptoid-${name}`)));
  // cells wait for a search in their own worker
  const searchModule = config.cells ? await contentOf("adaptoid-search") : undefined;
  const [wasm = "", glue = "", modules = "", languages = "", options = ""] = await parts;
  return { wasm, glue, modules, languages, options, searchModule };
}

/** What the script of the board needs. In a site, some of it comes from files that all pages share. */
async function readBoard() {
  const search = hasPart("adaptoid-search") ? contentOf("adaptoid-search") : "";
  const contents = await Promise.all(
    ["adaptoid-board", "adaptoid-front"].map(async (name) =>
      JSON.parse(await unpackText(await contentOf(name))),
    ),
  );
  return { ...Object.assign({}, ...contents), searchModule: await search };
}

/** The style of boards for a foreign page, whose root may have any size of text: a rem is the size that the reader has chosen. */
function apartFromRoot(style: string): string {
  const probe = document.createElement("span");
  probe.style.setProperty("font", "medium serif", "important");
  document.documentElement.append(probe);
  const size = Number.parseFloat(getComputedStyle(probe).fontSize);
  probe.remove();
  return style.replaceAll(/([\d.]+)rem\b/g, (_, count) => `${Number(count) * size}px`);
}

/** Opens the page in the language that was chosen on another page of the site, if there is one; returns whether. */
function openElsewhere(site: SiteConfig): boolean {
  const { lang } = document.documentElement;
  const language = chosenLanguage(site, lang);
  return language !== lang && openInLanguage(site, language);
}

/** What the address names, or why it names nothing. */
async function readAddress(): Promise<LinkedGame & { problem: LoadedPage["problem"] }> {
  if (!isGameLinked) {
    const game = !linkedPosition && config.game;
    return { ...(game || { record: linkedPosition }), problem: "" };
  }
  try {
    return { ...(await decodeLink(location.hash)), problem: "" };
  } catch (error) {
    return { record: "", problem: error instanceof LinkError ? error.why : "broken" };
  }
}

async function load(): Promise<void> {
  const source = config.kind === "game" && !config.site && document.documentElement.cloneNode(true);
  // another address, also one that comes before the board, is another game; an article has places of its own
  if (!config.contents) addEventListener("hashchange", () => location.reload());
  const missing = NEEDED.filter((name) => !(name in globalThis));
  if (missing.length) {
    showProblem("python", config.words.old, missing.join(", "));
    return;
  }
  if (config.site && location.protocol === "file:" && document.querySelector("[data-src]")) {
    showProblem("python", config.words.disk ?? "");
    return;
  }
  if (config.site && openElsewhere(config.site)) return;
  try {
    const started = await startWorker(await readAddress());
    const board = await readBoard();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(config.embedded ? apartFromRoot(board.style) : board.style);
    if (!config.embedded) document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    const { around: texts, first, firsts, shared, titles, searchModule } = board;
    globalThis.adaptoidPage = {
      ...started,
      first,
      firsts,
      shared,
      texts,
      titles,
      sheet,
      source,
      searchModule,
    };
    const script = document.createElement("script");
    script.addEventListener("load", () => script.remove());
    script.addEventListener("error", () => showProblem("python", config.words.broken));
    script.src = urlOf(board.script);
    document.head.append(script);
  } catch (error) {
    showProblem("python", config.words.broken, messageOf(error));
  }
}

void load();
