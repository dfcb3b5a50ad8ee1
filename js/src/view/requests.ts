import { Channel, type ChannelState } from "../protocol/channel";
import type { Client } from "../protocol/client";
import type { Intent, Reply } from "../protocol/types";
import { answered, attempt, isBusy, linked, postpone, sent, type Transition } from "../state/transitions";
import type { Store } from "./store";

/** What a view asks of Python. The store gets every answer, and how the link to Python is. */
export class Requests {
  /** For intents that change the board, one at a time. */
  readonly #channel: Channel;
  readonly #client: Client;
  readonly #store: Store;

  constructor(client: Client, store: Store, signal: AbortSignal, changed: (link: ChannelState) => void) {
    this.#client = client;
    this.#store = store;
    this.#channel = new Channel(client, () => {
      if (signal.aborted) return;
      const link = this.#channel.state;
      store.set(linked(store.state, link, store.t("ui.silent")));
      changed(link);
    });
  }

  /** Applies a transition. Its intent is sent and the step is shown at once, unless an answer is awaited. */
  apply(transition: Transition): void {
    const [next, intent] = attempt(this.#store.state, transition);
    this.#store.set(next);
    if (!intent) return;
    this.ask(intent);
    this.#store.now();
  }

  /** Sends an intent unless an answer is still awaited; returns whether it did. */
  ask = (intent: Intent, receive?: (reply: Reply) => void, silent?: () => void): boolean => {
    const { rev } = this.#store.state.snapshot;
    const show = (reply: Reply) => this.show(reply, intent);
    const isSent = this.#channel.ask(intent, rev, receive ?? show, silent);
    if (isSent) this.#store.set(sent(this.#store.state, intent));
    return isSent;
  };

  /** Asks about the position on the board, or the one that an awaited answer brings. */
  advise(command: string): void {
    const { state } = this.#store;
    if (isBusy(state)) this.#store.set(postpone(state, command));
    // the board stays as it is, so a click need not wait for the answer
    else
      this.#client.ask(
        { kind: command } as Intent,
        state.snapshot.rev,
        (reply) => this.show(reply),
        () => this.doubt(),
      );
  }

  /** Sends the command that has waited for an answer. */
  resume(): void {
    const { next } = this.#store.state.exchange;
    if (!next) return;
    this.#store.set(postpone(this.#store.state, ""));
    this.advise(next);
  }

  /** Shows a refusal. */
  show = (reply: Reply, intent?: Intent): void => {
    this.#store.set(answered(this.#store.state, reply, intent));
  };

  /** Python has sent something by itself. */
  alive(): void {
    this.#channel.alive();
  }

  /** Python did not answer a request outside the channel. */
  doubt(): void {
    this.#channel.doubt();
  }
}
