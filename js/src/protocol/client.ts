import type { Model } from "./model";
import type { Intent, Reply } from "./types";

/** Calls the handler with each message from Python, until the signal aborts. */
export type Listen = (handler: (message: unknown) => void, signal: AbortSignal) => void;
type Sender = Pick<Model, "send" | "widget_manager" | "starting">;

/** Calls the handler on an event of a model, until the signal aborts. */
export function follow(
  model: Pick<Model, "on" | "off">,
  event: string,
  handler: (message: unknown) => void,
  signal: AbortSignal,
): void {
  model.on(event, handler);
  signal.addEventListener("abort", () => model.off(event, handler));
}

const SLOW_MS = 300;
/** Counted from SLOW_MS on. */
const SILENT_MS = 3700;

/**
 * The id of the last request. Ids are unique in this page, and among pages on the same kernel. They are numbers because
 * ipykernel 7 keeps every text that Python sends as an `id`.
 */
let lastId = Math.floor(Math.random() * 2 ** 52);

/** The fields that each intent of this page carries: the number of a browser that has taken a seat. */
const sender: { by?: number } = {};

/** Sends requests to Python. Each has an id of its own and gets its own reply, whatever else was asked meanwhile. */
export class Client {
  readonly sender = sender;
  readonly #requests = new Map<number, Request>();
  readonly #model: Sender;

  constructor(model: Sender, listen: Listen, signal: AbortSignal) {
    this.#model = model;
    listen((message) => this.#receive(message), signal);
    signal.addEventListener("abort", () => {
      for (const { timer } of this.#requests.values()) clearTimeout(timer);
      this.#requests.clear();
    });
  }

  /**
   * Sends an intent at once and returns its id. `slow` is called when the reply takes a while, `silent` when it takes so
   * long that something is wrong. A later reply still reaches `answered`.
   */
  ask(
    intent: Intent,
    rev: number,
    answered: (reply: Reply) => void,
    silent?: () => void,
    slow?: () => void,
  ): number {
    const id = ++lastId;
    const request: Request = { answered };
    const after = (ms: number, then: () => void) => {
      request.timer = setTimeout(then, ms);
    };
    // while Python starts it is not silent
    const wait = () => after(SILENT_MS, () => (this.#model.starting ? wait() : silent?.()));
    this.#requests.set(id, request);
    after(SLOW_MS, () => {
      slow?.();
      wait();
    });
    try {
      this.#model.send({ ...sender, ...intent, id, rev }, callbacks(this.#model));
    } catch {
      clearTimeout(request.timer);
      after(0, () => silent?.());
    }
    return id;
  }

  #receive(message: unknown): void {
    const { type, id } = (message ?? {}) as Reply;
    const request = type === "reply" && this.#requests.get(id);
    if (!request) return;
    clearTimeout(request.timer);
    this.#requests.delete(id);
    request.answered(message as Reply);
  }
}

interface Request {
  answered: (reply: Reply) => void;
  timer?: ReturnType<typeof setTimeout>;
}

/** With these, JupyterLab logs what Python prints or raises meanwhile. */
function callbacks({ widget_manager }: Sender): unknown {
  const manager = widget_manager as { callbacks?: () => unknown } | undefined;
  return manager?.callbacks?.();
}
