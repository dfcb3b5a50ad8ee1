import type { Model, Traits } from "../protocol/types";
import type { Answer, FromWorker, LoadedPage, WorkerLike } from "./messages";
import type { Search } from "./search";

/** The shortest time between two turns of the computer, so that one sees each. */
const MIN_TURN_MS = 600;

interface PageTraits extends Traits {
  lost?: boolean;
  /** Only in a lesson: the name of the learner. */
  learner?: string;
}

type Callback = (message: unknown) => void;

/** Receives the events of the model. */
export interface PageListener {
  /** Python has started. */
  ready(): void;
  /** The state to save. */
  keep(state: string): void;
  /** The worker failed and will answer nothing any more. */
  failed(text: string): void;
}

/** The model of a shared page. Python runs in a worker. */
export class PageModel implements Model {
  readonly #callbacks = new Map<string, Set<Callback>>();
  #turnTimer: ReturnType<typeof setTimeout> | undefined;
  /** Python is still starting. */
  asleep = true;
  /** Intents that were sent before Python started. Later ones queue behind them. */
  readonly #queue: object[] = [];

  readonly #worker: WorkerLike;
  readonly #search: Pick<Search, "ask" | "stop">;
  /** The number of the last request of the search. */
  #searched = 0;
  readonly #traits: PageTraits;

  private constructor(worker: WorkerLike, search: Pick<Search, "ask" | "stop">, traits: PageTraits) {
    this.#worker = worker;
    this.#search = search;
    this.#traits = traits;
  }

  /** Resolves when there is something to show: at once if the page holds the first answer, else when Python sends it. */
  static start(
    {
      worker,
      release,
      first,
      search,
    }: Pick<LoadedPage, "worker" | "release" | "first"> & { search: Pick<Search, "ask" | "stop"> },
    listener: PageListener,
  ): Promise<PageModel> {
    return new Promise((resolve, reject) => {
      let model: PageModel | null = null;
      const show = (text: string) => {
        model ??= new PageModel(worker, search, JSON.parse(text) as PageTraits);
        resolve(model);
        return model;
      };
      if (first) show(first);
      const fail = (text: string) => (model ? listener.failed(text) : reject(new Error(text)));
      const onError = (event: Event) => fail((event as ErrorEvent).message || "the worker failed");
      const receive = ({ data }: MessageEvent<FromWorker>) => {
        if (data.type === "first") {
          show(data.text).#start();
          listener.ready();
        } else if (data.type === "answer") {
          if (model) model.#receive(JSON.parse(data.text) as Answer);
        } else if (data.type === "keep") listener.keep(data.text);
        else fail(data.text);
      };
      worker.addEventListener("error", onError);
      worker.addEventListener("message", receive);
      for (const event of release()) event.type === "error" ? onError(event) : receive(event);
    });
  }

  get<K extends keyof PageTraits>(key: K): PageTraits[K] {
    return this.#traits[key];
  }

  on(event: string, callback: Callback): void {
    const callbacks = this.#callbacks.get(event) ?? new Set();
    this.#callbacks.set(event, callbacks.add(callback));
  }

  off(event: string, callback: Callback): void {
    this.#callbacks.get(event)?.delete(callback);
  }

  /** Adds the time in seconds, since Python has no clock here. */
  send(content: object): void {
    const intent = { ...content, clock: performance.now() / 1000 };
    if (this.asleep || this.#queue.length) this.#queue.push(intent);
    else this.#ask(intent);
  }

  #ask(intent: object): void {
    this.#worker.postMessage(JSON.stringify(intent));
  }

  #start(): void {
    this.asleep = false;
    this.#askNext();
    this.#awaitTurn();
  }

  /** Sends the next intent of the queue. Each gets the rev that the one before has produced. */
  #askNext(): void {
    const intent = this.#queue[0];
    if (intent) this.#ask({ ...intent, rev: this.#traits.snapshot.rev });
  }

  /** Emits the changed traits before the reply, as in a notebook. */
  #receive({ reply, ...traits }: Answer): void {
    Object.assign(this.#traits, traits);
    for (const name of ["discs", "wording", "snapshot"] as const)
      if (traits[name]) this.#emit(`change:${name}`, undefined);
    if (reply) this.#emit("msg:custom", reply);
    if (traits.search !== undefined) this.#continueSearch(traits.search);
    if (this.#queue.shift()) this.#askNext();
    if (traits.snapshot) this.#awaitTurn();
  }

  /** Asks for the computer's turn, since Python has no threads here. */
  #awaitTurn(): void {
    clearTimeout(this.#turnTimer);
    const { seat, rev } = this.#traits.snapshot;
    if (seat?.state === "thinking")
      this.#turnTimer = setTimeout(() => this.send({ kind: "think", id: "page", rev }), MIN_TURN_MS);
  }

  /** Has the search answer Python's request, once. */
  #continueSearch(search: NonNullable<Answer["search"]> | null): void {
    if (!search) {
      this.#search.stop();
      return;
    }
    const { number, request } = search;
    if (number === this.#searched) return;
    this.#searched = number;
    const send = (content: object) =>
      this.send({ kind: "searched", id: "page", rev: this.#traits.snapshot.rev, number, ...content });
    this.#search.ask(request, {
      answered: (answer) => send({ answer }),
      failed: (failed) => send({ failed }),
    });
  }

  #emit(event: string, message: unknown): void {
    for (const callback of [...(this.#callbacks.get(event) ?? [])]) callback(message);
  }
}
