import type { Intent, Model, Reply } from "./types";

export type Listen = (hear: (message: unknown) => void) => () => void;

/** idle: nothing asked. sent: just asked. waiting: asked a while ago. silent: asked so long ago that something is wrong. */
export type LinkState = "idle" | "sent" | "waiting" | "silent";

const WAITING_MS = 300;
const SILENT_MS = 4000;

/**
 * The id of the last question: nobody else's in this page, nor in another page on the same kernel.
 * A number, since ipykernel 7 never forgets a text that Python sends as an `id`.
 */
let last = Math.floor(Math.random() * 2 ** 52);

/**
 * One view's line to Python: every intent gets an id and one answer, and only one is under way at a time.
 * Once Python has been silent for long, a new click may try again: should both arrive, the second is stale.
 */
export class Link {
  state: LinkState = "idle";
  #pending: { ids: Set<number>; answered: (reply: Reply) => void } | null = null;
  #timers: ReturnType<typeof setTimeout>[] = [];
  readonly #model: Pick<Model, "send" | "widget_manager" | "asleep">;
  readonly #changed: () => void;
  readonly #leave: () => void;

  /** Hears by itself where it is told how to listen. */
  constructor(
    model: Pick<Model, "send" | "widget_manager" | "asleep">,
    changed: () => void = () => {},
    listen: Listen = () => () => {},
  ) {
    this.#model = model;
    this.#changed = changed;
    this.#leave = listen((message) => this.hear(message));
  }

  /** Whether a click has to wait. */
  get busy(): boolean {
    return this.state === "sent" || this.state === "waiting";
  }

  /** Sends an intent, unless another is under way. */
  ask(intent: Intent, rev: number, answered: (reply: Reply) => void = () => {}): boolean {
    if (this.busy) return false;
    const id = ++last;
    const ids = this.#pending?.ids ?? new Set();
    this.#pending = { ids: ids.add(id), answered };
    this.#enter("sent");
    this.#timers = [setTimeout(() => this.#enter("waiting"), WAITING_MS)];
    this.#listen();
    try {
      this.#model.send({ ...intent, id, rev }, callbacks(this.#model));
    } catch {
      this.#stopTimers();
      this.#enter("silent");
    }
    return true;
  }

  /** A message from Python. Answers to other views, and to questions long settled, are not ours. */
  hear(message: unknown): boolean {
    if (!isReply(message) || !this.#pending?.ids.has(message.id)) return false;
    const { answered } = this.#pending;
    this.#settle();
    answered(message);
    return true;
  }

  /** A new snapshot shows that Python is there after all. */
  alive(): void {
    if (this.state === "silent") this.#settle();
  }

  close(): void {
    this.#leave();
    this.#stopTimers();
    this.#pending = null;
  }

  /** Silence counts from when Python was awake. */
  #listen(): void {
    const wait = () => (this.#model.asleep ? this.#listen() : this.#enter("silent"));
    this.#timers.push(setTimeout(wait, SILENT_MS));
  }

  #settle(): void {
    this.#pending = null;
    this.#stopTimers();
    this.#enter("idle");
  }

  #enter(state: LinkState): void {
    this.state = state;
    this.#changed();
  }

  #stopTimers(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
  }
}

/** With these JupyterLab shows in its log what Python prints or raises meanwhile. */
function callbacks({ widget_manager }: Pick<Model, "widget_manager">): unknown {
  const manager = widget_manager as { callbacks?: () => unknown } | undefined;
  return manager?.callbacks?.();
}

function isReply(message: unknown): message is Reply {
  return (
    typeof message === "object" &&
    message !== null &&
    (message as Reply).type === "reply" &&
    typeof (message as Reply).id === "number"
  );
}
