import type { Client } from "./client";
import type { Intent, Reply } from "./types";

/** idle: nothing asked. sent: just asked. waiting: asked a while ago. silent: asked so long ago that something is wrong. */
export type LinkState = "idle" | "sent" | "waiting" | "silent";

/**
 * Questions of which only one may be under way at a time, such as the clicks of a view. Once Python has been silent for
 * long, the next may be asked: the one before still gets its own answer, but no longer says how things stand.
 */
export class Link {
  state: LinkState = "idle";
  /** The number of the last question. */
  #asked = 0;
  readonly #client: Client;
  readonly #changed: () => void;

  constructor(client: Client, changed: () => void = () => {}) {
    this.#client = client;
    this.#changed = changed;
  }

  /** Whether a click has to wait. */
  get busy(): boolean {
    return this.state === "sent" || this.state === "waiting";
  }

  /** Asks, unless another question is under way; whether it did. `silent` as `Client.ask` has it. */
  ask(intent: Intent, rev: number, answered: (reply: Reply) => void, silent?: () => void): boolean {
    if (this.busy) return false;
    const asked = ++this.#asked;
    const enter = (state: LinkState) => {
      if (asked === this.#asked) this.#enter(state);
    };
    this.#enter("sent");
    this.#client.ask(
      intent,
      rev,
      (reply) => {
        enter("idle");
        answered(reply);
      },
      () => {
        silent?.();
        enter("silent");
      },
      () => enter("waiting"),
    );
    return true;
  }

  /** A new snapshot shows that Python is there after all. */
  alive(): void {
    if (this.state === "silent") this.#enter("idle");
  }

  /** Another question found Python silent. */
  doubt(): void {
    if (!this.busy) this.#enter("silent");
  }

  #enter(state: LinkState): void {
    this.state = state;
    this.#changed();
  }
}
