import { unpack, unpackText } from "./embedded";
import { type Engine, type Glue, startEngine } from "./engine";
import type { FromWorker, WorkerStart } from "./messages";

/** The members of a worker's global scope that are used here. */
interface Scope {
  onmessage: ((event: MessageEvent<WorkerStart | string>) => void) | null;
  postMessage(message: FromWorker): void;
}

const scope = self as unknown as Scope;
let engine: Engine | null = null;

scope.onmessage = ({ data }) => {
  if (typeof data === "string") answer(data);
  else start(data).catch(fail);
};

/** In a page from disk, a worker may import only a blob that it made itself. */
async function start({ wasm, glue, modules, languages, options, link, saved }: WorkerStart): Promise<void> {
  const [code, program, files, translations, settings] = await Promise.all([
    unpack(wasm),
    unpack(glue),
    unpack(modules),
    unpackText(languages),
    unpackText(options),
  ]);
  const codeUrl = URL.createObjectURL(new Blob([code], { type: "application/wasm" }));
  const programUrl = URL.createObjectURL(new Blob([program], { type: "text/javascript" }));
  const loaded = (await import(programUrl)) as Glue;
  engine = await startEngine(loaded, codeUrl, files, { ...JSON.parse(settings), link }, saved, translations);
  URL.revokeObjectURL(codeUrl);
  URL.revokeObjectURL(programUrl);
  scope.postMessage({ type: "first", text: engine.first() });
}

function answer(intent: string): void {
  try {
    if (!engine) throw new Error("asked before Python was ready");
    scope.postMessage({ type: "answer", text: engine.handle(intent) });
    const state = engine.keep();
    if (state) scope.postMessage({ type: "keep", text: state });
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): void {
  scope.postMessage({ type: "failed", text: String(error) });
}
