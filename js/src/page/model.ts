import type { Model, Traits } from "../protocol/types";
import type { Answer, FromWorker, Levels, LoadedPage, WorkerLike } from "./messages";

/** The shortest time of a computer's turn, so that turns can be told apart. */
const PACE_MS = 600;

interface PageTraits extends Traits {
  /** Only in a game. */
  levels?: Levels;
  lost?: boolean;
  /** Only in a lesson: the name of the learner. */
  learner?: string;
}

type Callback = (message: unknown) => void;

/** What the page is told by its model. */
export interface PageListener {
  /** Python has started. */
  ready(): void;
  /** The state to save. */
  keep(state: string): void;
  /** The worker failed and answers nothing any more. */
  failed(text: string): void;
}

/** The model of a shared page. Python runs in a worker. */
export class PageModel implements Model {
  private readonly callbacks = new Map<string, Set<Callback>>();
  private pace: ReturnType<typeof setTimeout> | undefined;
  /** Python is still starting. */
  asleep = true;
  /** Intents from before Python started, and those that came before all of them were answered. */
  private readonly queue: object[] = [];

  private constructor(
    private readonly worker: WorkerLike,
    private readonly traits: PageTraits,
  ) {}

  /** Resolves when there is something to show: at once if the page holds the first answer, else when Python sends it. */
  static start(
    { worker, release, first }: Pick<LoadedPage, "worker" | "release" | "first">,
    listener: PageListener,
  ): Promise<PageModel> {
    return new Promise((resolve, reject) => {
      let model: PageModel | null = null;
      const show = (text: string) => {
        model ??= new PageModel(worker, JSON.parse(text) as PageTraits);
        resolve(model);
      };
      if (first) show(first);
      const fail = (text: string) => (model ? listener.failed(text) : reject(new Error(text)));
      const fails = (event: Event) => fail((event as ErrorEvent).message || "the worker failed");
      const receive = ({ data }: MessageEvent<FromWorker>) => {
        if (data.type === "first") {
          show(data.text);
          model?.wake();
          listener.ready();
        } else if (data.type === "answer") model?.receive(JSON.parse(data.text) as Answer);
        else if (data.type === "keep") listener.keep(data.text);
        else fail(data.text);
      };
      worker.addEventListener("error", fails);
      worker.addEventListener("message", receive);
      for (const event of release()) event.type === "error" ? fails(event) : receive(event);
    });
  }

  get<K extends keyof PageTraits>(key: K): PageTraits[K] {
    return this.traits[key];
  }

  on(event: string, callback: Callback): void {
    const callbacks = this.callbacks.get(event) ?? new Set();
    this.callbacks.set(event, callbacks.add(callback));
  }

  off(event: string, callback: Callback): void {
    this.callbacks.get(event)?.delete(callback);
  }

  /** Adds the time in seconds, since Python has no clock here. */
  send(content: object): void {
    const intent = { ...content, clock: performance.now() / 1000 };
    if (this.asleep || this.queue.length) this.queue.push(intent);
    else this.ask(intent);
  }

  private ask(intent: object): void {
    this.worker.postMessage(JSON.stringify(intent));
  }

  private wake(): void {
    this.asleep = false;
    this.askNext();
    this.awaitTurn();
  }

  /** Sends the next intent of the queue. Each gets the rev that the one before has led to. */
  private askNext(): void {
    const intent = this.queue[0];
    if (intent) this.ask({ ...intent, rev: this.traits.snapshot.rev });
  }

  /** Emits the changed traits before the reply, as in a notebook. */
  private receive({ reply, ...traits }: Answer): void {
    Object.assign(this.traits, traits);
    for (const name of ["discs", "wording", "levels", "snapshot"] as const)
      if (traits[name]) this.emit(`change:${name}`, undefined);
    if (reply) this.emit("msg:custom", reply);
    if (this.queue.shift()) this.askNext();
    if (traits.snapshot) this.awaitTurn();
  }

  /** Asks for the computer's turn, since Python has no threads here. */
  private awaitTurn(): void {
    clearTimeout(this.pace);
    const { seat, rev } = this.traits.snapshot;
    if (seat?.state === "thinking")
      this.pace = setTimeout(() => this.send({ kind: "think", id: "page", rev }), PACE_MS);
  }

  private emit(event: string, message: unknown): void {
    for (const callback of [...(this.callbacks.get(event) ?? [])]) callback(message);
  }
}
