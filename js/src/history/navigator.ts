import type { Intent, Reply, Snapshot } from "../protocol/types";

type Steps = { rows: number } | { turns: number };
/**
 * Where to go: a number of rows or turns from here, a turn of the current line, or a node of the tree. With `from`, Python goes
 * there only from this node.
 */
export type Destination = Steps | { at: number; from?: number } | { node: number };
type OnSettled = (reached: boolean) => void;

export interface NavigatorHost {
  snapshot(): Snapshot;
  /**
   * Returns false while another request is pending. Without `answered`, a refusal is explained. `silent` is called when the
   * answer takes too long.
   */
  ask(intent: Intent, answered?: (reply: Reply) => void, silent?: () => void): boolean;
  /** The node in a row of the tree; undefined until Python has sent the row. */
  nodeIn(row: number): number | undefined;
  refused(reply: Reply): void;
}

/**
 * Moves through the turns of a game and sends one request at a time. Steps that are made while a request is pending add up.
 * An absolute destination replaces all destinations in the queue.
 */
export class HistoryNavigator {
  #queue: { to: Destination; settled?: OnSettled | undefined }[] = [];
  readonly #edits: { intent: Intent; answered: (reply: Reply) => void }[] = [];
  /** The number of the pending request, or 0. */
  #pending = 0;
  #lastRequest = 0;
  readonly #host: NavigatorHost;

  constructor(host: NavigatorHost) {
    this.#host = host;
  }

  /** Whether the next snapshot may be the result of a navigation. */
  get isActive(): boolean {
    return this.#pending > 0 || this.#queue.length > 0;
  }

  /** Goes to a destination. `settled` is called with whether it was reached. */
  goTo(destination: Destination, settled?: OnSettled): void {
    this.cancel();
    this.#queue.push({ to: destination, settled });
    this.resume();
  }

  /** Makes steps from the last destination in the queue. */
  step(steps: Steps): void {
    const last = this.#queue.at(-1);
    const sum = last && add(last.to, steps);
    if (sum) last.to = sum;
    else this.#queue.push({ to: steps });
    this.resume();
  }

  /** Sends an edit, which no navigation cancels. It is sent again if Python was silent. */
  send(intent: Intent, answered: (reply: Reply) => void): void {
    this.#edits.push({ intent, answered });
    this.resume();
  }

  /** Drops all destinations. */
  cancel(): void {
    for (const { settled } of this.#queue.splice(0)) settled?.(false);
  }

  /** Sends the next request if none is pending. */
  resume(): void {
    while (!this.#pending) {
      const edit = this.#edits[0];
      const next = this.#queue[0];
      if (edit) {
        const onReply = (reply: Reply) => {
          // an edit that was sent twice gets two replies
          if (this.#edits[0] !== edit) return;
          this.#edits.shift();
          edit.answered(reply);
        };
        if (!this.#ask(edit.intent, onReply)) return;
      } else if (next) {
        const intent = this.#resolve(next.to);
        if (intent === undefined) return;
        let late = false;
        const silent = () => {
          late = true;
          next.settled?.(false);
        };
        const onReply = (reply: Reply) => {
          if (late) return;
          next.settled?.(reply.ok);
          if (reply.ok) return;
          this.cancel();
          if (!next.settled) this.#host.refused(reply);
        };
        if (intent && !this.#ask(intent, onReply, silent)) return;
        this.#queue.shift();
        if (!intent) next.settled?.(true);
      } else return;
    }
  }

  #ask(intent: Intent, answered: (reply: Reply) => void, silent?: () => void): boolean {
    const request = ++this.#lastRequest;
    this.#pending = request;
    const finish = () => {
      if (this.#pending === request) this.#pending = 0;
    };
    const onReply = (reply: Reply) => {
      finish();
      answered(reply);
      this.resume();
    };
    const sent = this.#host.ask(intent, onReply, () => {
      finish();
      silent?.();
    });
    if (!sent) finish();
    return sent;
  }

  /** The intent that leads to a destination; null if it is reached, undefined while its row is unknown. */
  #resolve(destination: Destination): Intent | null | undefined {
    const { node, history, step } = this.#host.snapshot();
    const select = (target: number): Intent | null =>
      target === node ? null : { kind: "select", node: target };
    if ("rows" in destination) {
      const row = Math.max(-1, Math.min(history.row + destination.rows, history.count - 1));
      const target = row < 0 ? 0 : this.#host.nodeIn(row);
      return target === undefined ? undefined : select(target);
    }
    // also to the node that is shown: another view may be leaving it. Within a turn this would take back the move
    if ("node" in destination)
      return step === "grow" ? select(destination.node) : { kind: "select", node: destination.node };
    const turn = "turns" in destination ? history.at + destination.turns : destination.at;
    const at = Math.max(0, Math.min(turn, history.length));
    const from = "from" in destination && { from: destination.from };
    return at === history.at ? null : { kind: "goto", at, ...from };
  }
}

/** A destination and the steps after it as one destination; null if they cannot be combined. */
function add(destination: Destination, steps: Steps): Destination | null {
  if ("rows" in steps) return "rows" in destination ? { rows: destination.rows + steps.rows } : null;
  if ("turns" in destination) return { turns: destination.turns + steps.turns };
  return "at" in destination ? { at: destination.at + steps.turns } : null;
}
