import { unpack, unpackText } from "../embedded/embedded";
import type { FromWorker, WorkerStart } from "../embedded/page_types";
import { localDay } from "../storage/local_day";
import { type Engine, type Glue, startEngine } from "./micropython";

/** The members of a worker's global scope that are used here. */
interface PageWorkerScope {
  onmessage: ((event: MessageEvent<WorkerStart | string>) => void) | null;
  postMessage(message: FromWorker): void;
}

/** 1970-01-01 as Python counts days: 1 January of the year 1 is day 1. */
const EPOCH_DAY = 719_163;
const scope = self as unknown as PageWorkerScope;
let engine: Engine | null = null;

scope.onmessage = ({ data }) => {
  if (typeof data === "string") answer(data);
  else start(data).catch(fail);
};

/** In a page from disk, a worker may import only a blob that it made itself. */
async function start({
  savedState,
  isFirstShown,
  link,
  row,
  ownState,
  ...packed
}: WorkerStart): Promise<void> {
  const archives = [packed.modules, ...((SITE && packed.more && [packed.more]) || [])];
  const [code, program, files, translations, settings] = await Promise.all([
    unpack(packed.wasm),
    unpack(packed.glue),
    Promise.all(archives.map(unpack)),
    unpackText(packed.languages),
    unpackText(packed.options),
  ]);
  const codeUrl = URL.createObjectURL(new Blob([code], { type: "application/wasm" }));
  const programUrl = URL.createObjectURL(new Blob([program], { type: "text/javascript" }));
  const loaded = (await import(programUrl)) as Glue;
  engine = await startEngine(
    loaded,
    codeUrl,
    files,
    { ...JSON.parse(settings), link, row, own: ownState, ...(SITE && { day: localDay() + EPOCH_DAY }) },
    savedState,
    translations,
  );
  URL.revokeObjectURL(codeUrl);
  URL.revokeObjectURL(programUrl);
  scope.postMessage({ type: "first", text: isFirstShown ? "" : engine.first() });
}

function answer(intent: string): void {
  try {
    if (!engine) throw new Error("asked before Python was ready");
    scope.postMessage({ type: "answer", text: engine.handle(intent) });
    scope.postMessage({ type: "keep", text: engine.keep() });
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): void {
  scope.postMessage({ type: "failed", text: String(error) });
}
