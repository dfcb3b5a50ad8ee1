import type { Packed } from "../embedded/embedded";
import type { FromSearchWorker, SearchMessage } from "../embedded/page_types";
import { messageOf } from "../embedded/texts";
import type { SearchAnswer, SearchRequest } from "../protocol/types";

/** A worker that is silent for so long has died. A search that takes longer says that it goes on. */
const SILENT_MS = 20_000;

/** What the search uses of a Worker. */
export interface SearchWorkerLike {
  postMessage(message: SearchMessage): void;
  addEventListener(type: "message", handler: (event: MessageEvent<FromSearchWorker>) => void): void;
  addEventListener(type: "error", handler: (event: Event) => void): void;
  terminate(): void;
}

/** What gets the answer to a request, or the reason why there is none. */
export interface SearchListener {
  answered(answer: SearchAnswer): void;
  /** `unable`: no search can run here. */
  failed(reason: string, unable: boolean): void;
}

/** Makes a worker answer one request at a time. The worker starts at the first one. */
export class SearchClient {
  #worker: SearchWorkerLike | null = null;
  #listener: SearchListener | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #make: () => SearchWorkerLike;
  readonly #wasm: Packed;

  constructor(make: () => SearchWorkerLike, wasm: Packed) {
    this.#make = make;
    this.#wasm = wasm;
  }

  ask(request: SearchRequest, listener: SearchListener): void {
    this.stop();
    this.#listener = listener;
    this.#awaitAnswer();
    try {
      this.#worker ??= this.#start();
    } catch (error) {
      this.#fail(messageOf(error), true);
      return;
    }
    try {
      this.#worker.postMessage(request);
    } catch (error) {
      this.#fail(messageOf(error));
    }
  }

  /** Ends the request under way at once, if there is one. */
  stop(): void {
    if (this.#listener) this.#end();
  }

  #start(): SearchWorkerLike {
    const worker = this.#make();
    worker.addEventListener("error", (event) => {
      if (worker === this.#worker) this.#fail((event as ErrorEvent).message || "the worker failed");
    });
    worker.addEventListener("message", ({ data }) => {
      // a message of a worker that was ended may still arrive
      if (worker !== this.#worker) return;
      if ("alive" in data) this.#awaitAnswer();
      else if ("failed" in data) this.#fail(data.failed, data.unable);
      else this.#settle()?.answered(data.answer);
    });
    worker.postMessage({ search: this.#wasm });
    return worker;
  }

  #awaitAnswer(): void {
    clearTimeout(this.#timer);
    if (this.#listener) this.#timer = setTimeout(() => this.#fail("no answer"), SILENT_MS);
  }

  #settle(): SearchListener | null {
    clearTimeout(this.#timer);
    const listener = this.#listener;
    this.#listener = null;
    return listener;
  }

  #end(): SearchListener | null {
    this.#worker?.terminate();
    this.#worker = null;
    return this.#settle();
  }

  #fail(reason: string, unable = false): void {
    this.#end()?.failed(reason, unable);
  }
}
