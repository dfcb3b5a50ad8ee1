import type { Intent, Model, Reply } from "./types";

export type Listen = (hear: (message: unknown) => void) => () => void;
type Sender = Pick<Model, "send" | "widget_manager" | "asleep">;

const SLOW_MS = 300;
/** Since it was slow. */
const SILENT_MS = 3700;

/**
 * The id of the last question: nobody else's in this page, nor in another page on the same kernel.
 * A number, since ipykernel 7 never forgets a text that Python sends as an `id`.
 */
let last = Math.floor(Math.random() * 2 ** 52);

/** Sends questions to Python. Each has an id of its own and gets its own answer, whatever was asked meanwhile. */
export class Client {
  readonly #questions = new Map<number, { answered: (reply: Reply) => void; timer?: Timer }>();
  readonly #model: Sender;
  readonly #leave: () => void;

  constructor(model: Sender, listen: Listen) {
    this.#model = model;
    this.#leave = listen((message) => this.#hear(message));
  }

  /**
   * Asks at once, whatever else is under way; gives the id. `slow` hears when the answer takes a while, `silent` when it
   * takes so long that something is wrong; an answer that comes later still reaches `answered`.
   */
  ask(
    intent: Intent,
    rev: number,
    answered: (reply: Reply) => void,
    silent?: () => void,
    slow?: () => void,
  ): number {
    const id = ++last;
    const question: { answered: typeof answered; timer?: Timer } = { answered };
    const after = (ms: number, then: () => void) => {
      question.timer = setTimeout(then, ms);
    };
    // silence counts from when Python was awake
    const wait = () => after(SILENT_MS, () => (this.#model.asleep ? wait() : silent?.()));
    this.#questions.set(id, question);
    after(SLOW_MS, () => {
      slow?.();
      wait();
    });
    try {
      this.#model.send({ ...intent, id, rev }, callbacks(this.#model));
    } catch {
      clearTimeout(question.timer);
      after(0, () => silent?.());
    }
    return id;
  }

  /** Hears no answer any more. */
  close(): void {
    this.#leave();
    for (const { timer } of this.#questions.values()) clearTimeout(timer);
    this.#questions.clear();
  }

  #hear(message: unknown): void {
    const { type, id } = (message ?? {}) as Reply;
    const question = type === "reply" && this.#questions.get(id);
    if (!question) return;
    clearTimeout(question.timer);
    this.#questions.delete(id);
    question.answered(message as Reply);
  }
}

type Timer = ReturnType<typeof setTimeout>;

/** With these JupyterLab shows in its log what Python prints or raises meanwhile. */
function callbacks({ widget_manager }: Sender): unknown {
  const manager = widget_manager as { callbacks?: () => unknown } | undefined;
  return manager?.callbacks?.();
}
