/** Python in the worker of a page. All contents of the page are in one Python. */

import { type Packed, unpack, unpackText } from "../embedded/embedded";
import type {
  ContentName,
  ContentRequest,
  ContentStart,
  FromWorker,
  PythonMessage,
  WorkerStart,
} from "../embedded/page_types";
import { localDay } from "../storage/local_day";
import { type CellsContent, connectCells, limitMemory } from "./cell_host";
import type { Content, Runtime, startPython } from "./micropython";

/** 1970-01-01 as Python counts days: 1 January of the year 1 is day 1. */
const EPOCH_DAY = 719_163;

type Json = Record<string, unknown>;
/** Why something failed. Of an error that has a sentence of ours, it is this sentence. */
function reasonOf(error: unknown): string {
  const text = String(error);
  return /^(?:GameError|LanguageError|TextError): (.*)$/m.exec(text)?.[1] ?? text;
}

type StartedPython = { runtime: Runtime; options: Json };

/** Answers the messages of a page in their order. What fails in one content is told to that content alone. */
export class PythonWorker {
  readonly #startPython: typeof startPython;
  readonly #post: (message: FromWorker) => void;
  #begin: (started: Promise<StartedPython>) => void = () => {};
  readonly #started = new Promise<StartedPython>((begin) => {
    this.#begin = begin;
  });
  readonly #contents = new Map<ContentName, Content>();
  /** Why a content could not be opened. */
  readonly #failures = new Map<ContentName, unknown>();
  /** The packed search.wasm, for cells that wait for a search. */
  #search: Packed | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(start: typeof startPython, post: (message: FromWorker) => void) {
    this.#startPython = start;
    this.#post = post;
  }

  receive(message: PythonMessage): void {
    if ("modules" in message) {
      this.#begin(this.#start(message));
      // each content that is opened hears why Python cannot start
      this.#started.catch(() => {});
      return;
    }
    const { content: name, ...request } = message;
    this.#last = this.#last.then(async () => {
      try {
        if ("kind" in request) await this.#open(name, request);
        else await this.#ask(name, request);
      } catch (error) {
        if ("kind" in request) this.#failures.set(name, error);
        this.#post({ content: name, type: "call" in request ? "raised" : "failed", text: reasonOf(error) });
      }
    });
  }

  async #start(packed: WorkerStart): Promise<StartedPython> {
    if (packed.searchModule) limitMemory();
    this.#search = packed.searchModule;
    const files = {
      wasm: unpack(packed.wasm),
      glue: unpack(packed.glue),
      modules: unpack(packed.modules),
      languages: unpackText(packed.languages),
    };
    const options = unpackText(packed.options);
    const tell = (name: string, text: string, state: string) => {
      const content = [...this.#contents.keys()].find((other) => String(other) === name) ?? name;
      this.#post({ content, type: "news", text, state });
    };
    return {
      runtime: await this.#startPython(files, tell),
      options: JSON.parse(await options),
    };
  }

  /** What stands in `own` joins the options of the content. */
  async #open(
    name: ContentName,
    { kind, options, savedState, isFirstShown, rev, ...own }: ContentStart,
  ): Promise<void> {
    const { runtime, options: page } = await this.#started;
    const { contents, cells: _, ...shared } = page as { contents?: Json[]; cells?: unknown };
    const held = contents && typeof name === "number" ? { ...shared, ...contents[name] } : page;
    const described = options === undefined ? held : JSON.parse(options);
    // the attributes of an element say nothing of the named boards and the weights
    const given = kind === "embedded" ? { ...shared, ...described } : described;
    const all = JSON.stringify({ ...given, ...own, day: localDay() + EPOCH_DAY });
    const content = runtime.open(kind, all, savedState, String(name));
    this.#contents.set(name, content);
    if (kind === "cells" && this.#search)
      connectCells(content as Content & CellsContent, await unpack(this.#search));
    if (rev !== undefined) content.continue_from(rev);
    this.#post({ content: name, type: "first", text: isFirstShown ? "" : content.first() });
  }

  async #ask(name: ContentName, request: ContentRequest): Promise<void> {
    const content = this.#contents.get(name);
    if (!content) throw this.#failures.get(name) ?? new Error("asked before it was open");
    if ("intent" in request) {
      this.#post({ content: name, type: "answer", text: content.handle(request.intent) });
      this.#post({ content: name, type: "keep", text: content.keep() });
    } else {
      const methods = content as unknown as Record<string, (...args: (string | number)[]) => string | null>;
      const text = methods[request.call]?.(...request.args) ?? "";
      this.#post({ content: name, type: "returned", text });
    }
    // what one content does may change another
    if (this.#contents.size > 1) (await this.#started).runtime.publish();
  }
}
