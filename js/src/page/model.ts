import type { Model, Traits } from "../protocol/types";
import type { Answer, Begun, FromWorker, Levels, WorkerLike } from "./wire";

/** The least time that a turn of the computer takes, so that one sees whose turn was which. */
const PACE_MS = 600;

interface PageTraits extends Traits {
  /** In a game alone. */
  levels?: Levels;
  lost?: boolean;
  /** Of a lesson alone: who learns. */
  learner?: string;
}

type Callback = (message: unknown) => void;

/** What the page has to know of a game under way. */
export interface Listener {
  /** Python is awake. */
  ready(): void;
  /** The game as it stands, as a text to keep. */
  keep(text: string): void;
  /** The worker broke down; nothing will be answered any more. */
  failed(text: string): void;
}

/** The model of a shared page: as a widget's, but Python runs in a worker of the page. */
export class PageModel implements Model {
  private readonly callbacks = new Map<string, Set<Callback>>();
  private pace: ReturnType<typeof setTimeout> | undefined;
  /** Python still starts. */
  asleep = true;
  /** What was asked while Python was asleep, and since then before all of that was answered. */
  private readonly early: object[] = [];

  private constructor(
    private readonly worker: WorkerLike,
    private readonly traits: PageTraits,
  ) {}

  /** Resolves when there is something to show: at once where the page came with it, or when Python says it. */
  static start(
    { worker, release, first }: Pick<Begun, "worker" | "release" | "first">,
    listener: Listener,
  ): Promise<PageModel> {
    return new Promise((resolve, reject) => {
      let model: PageModel | null = null;
      const show = (text: string) => {
        model ??= new PageModel(worker, JSON.parse(text) as PageTraits);
        resolve(model);
      };
      if (first) show(first);
      const fail = (text: string) => (model ? listener.failed(text) : reject(new Error(text)));
      const broke = (event: Event) => fail((event as ErrorEvent).message || "the worker failed");
      const hear = ({ data }: MessageEvent<FromWorker>) => {
        if (data.type === "first") {
          show(data.text);
          model?.wake();
          listener.ready();
        } else if (data.type === "answer") model?.hear(JSON.parse(data.text) as Answer);
        else if (data.type === "keep") listener.keep(data.text);
        else fail(data.text);
      };
      worker.addEventListener("error", broke);
      worker.addEventListener("message", hear);
      for (const event of release()) event.type === "error" ? broke(event) : hear(event);
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

  /** With the time in seconds: Python has no clock here. */
  send(content: object): void {
    const intent = { ...content, clock: performance.now() / 1000 };
    if (this.asleep || this.early.length) this.early.push(intent);
    else this.ask(intent);
  }

  private ask(intent: object): void {
    this.worker.postMessage(JSON.stringify(intent));
  }

  private wake(): void {
    this.asleep = false;
    this.askEarly();
    this.awaitTurn();
  }

  /** One after the other: each is about what the one before has led to. */
  private askEarly(): void {
    const intent = this.early[0];
    if (intent) this.ask({ ...intent, rev: this.traits.snapshot.rev });
  }

  /** The new traits come before the reply, as in a notebook. */
  private hear({ reply, ...traits }: Answer): void {
    Object.assign(this.traits, traits);
    for (const name of ["discs", "wording", "levels", "snapshot"] as const)
      if (traits[name]) this.emit(`change:${name}`, undefined);
    if (reply) this.emit("msg:custom", reply);
    if (this.early.shift()) this.askEarly();
    if (traits.snapshot) this.awaitTurn();
  }

  /** Python has no thread of its own here: where the computer is to play, it is asked for its turn. */
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
