import type { Client } from "./client";
import type { Intent, Reply } from "./types";

/** idle: no request. sent: a new request. waiting: no reply for a while. silent: no reply for so long that something is wrong. */
export type ChannelState = "idle" | "sent" | "waiting" | "silent";

/**
 * Sends one request at a time, such as the clicks of a view. When Python is silent the next request may be sent. The one
 * before still gets its reply, but no longer changes the state.
 */
export class Channel {
  state: ChannelState = "idle";
  /** The number of the last request. */
  #asked = 0;
  readonly #client: Client;
  readonly #changed: () => void;

  constructor(client: Client, changed: () => void = () => {}) {
    this.#client = client;
    this.#changed = changed;
  }

  /** Whether a reply is awaited. */
  get busy(): boolean {
    return this.state === "sent" || this.state === "waiting";
  }

  /** Sends an intent unless a reply is awaited; returns whether it did. For `silent` see `Client.ask`. */
  ask(intent: Intent, rev: number, answered: (reply: Reply) => void, silent?: () => void): boolean {
    if (this.busy) return false;
    const asked = ++this.#asked;
    const enter = (state: ChannelState) => {
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

  /** A new snapshot shows that Python answers again. */
  alive(): void {
    if (this.state === "silent") this.#enter("idle");
  }

  /** Python did not answer a request outside this channel. */
  doubt(): void {
    if (!this.busy) this.#enter("silent");
  }

  #enter(state: ChannelState): void {
    this.state = state;
    this.#changed();
  }
}
