/** Python in the worker of a page. */
import { unpack, unpackText } from "../embedded/embedded";
import type { FromWorker, PythonMessage, WorkerStart } from "../embedded/page_types";
import { localDay } from "../storage/local_day";
import { type Content, startPython } from "./micropython";

/** 1970-01-01 as Python counts days: 1 January of the year 1 is day 1. */
const EPOCH_DAY = 719_163;
let content: Content | null = null;
/** Messages are answered in their order. */
let last: Promise<void> = Promise.resolve();

/** Answers a message of the page: the start, an intent, or a call. */
export function handlePython(message: PythonMessage, post: (message: FromWorker) => void): void {
  last = last.then(async () => {
    try {
      if (typeof message === "object" && "modules" in message) await start(message, post);
      else answer(message, post);
    } catch (error) {
      post({ type: "failed", text: String(error) });
    }
  });
}

async function start(
  { kind, savedState, isFirstShown, link, row, ownState, ...packed }: WorkerStart,
  post: (message: FromWorker) => void,
): Promise<void> {
  const [wasm, glue, modules, languages, options] = await Promise.all([
    unpack(packed.wasm),
    unpack(packed.glue),
    unpack(packed.modules),
    unpackText(packed.languages),
    unpackText(packed.options),
  ]);
  const runtime = await startPython({ wasm, glue, modules }, languages);
  const page = { ...JSON.parse(options), link, row, own: ownState, day: localDay() + EPOCH_DAY };
  content = runtime.open(kind, JSON.stringify(page), savedState);
  post({ type: "first", text: isFirstShown ? "" : content.first() });
}

function answer(message: Exclude<PythonMessage, WorkerStart>, post: (message: FromWorker) => void): void {
  if (!content) throw new Error("asked before Python was ready");
  if (typeof message === "string") {
    post({ type: "answer", text: content.handle(message) });
    post({ type: "keep", text: content.keep() });
  } else {
    const methods = content as unknown as Record<string, (...args: (string | number)[]) => string | null>;
    post({ type: "answer", text: methods[message.call]?.(...message.args) ?? "" });
  }
}
