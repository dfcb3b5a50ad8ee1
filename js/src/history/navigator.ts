import type { Intent, Reply, Snapshot } from "../protocol/types";

type Steps = { rows: number } | { turns: number };
/** Where to go: so many rows or turns on from here, to a turn of the current line, to a node of the tree. */
export type Wish = Steps | { at: number } | { node: number };
type Settled = (reached: boolean) => void;

export interface Guide {
  snapshot(): Snapshot;
  /** False while something else is under way. `silent` hears that no answer has come for long. */
  ask(intent: Intent, answered: (reply: Reply) => void, silent: () => void): boolean;
  /** The node in a row of the tree; undefined as long as it has not been told. */
  nodeIn(row: number): number | undefined;
  refused(reply: Reply): void;
}

/**
 * Goes through the turns, one question at a time. Steps that come while an answer is awaited add up;
 * a wish for one place takes the place of all that were wished before it.
 */
export class Walk {
  #wishes: { wish: Wish; settled?: Settled | undefined }[] = [];
  readonly #errands: { intent: Intent; answered: (reply: Reply) => void }[] = [];
  /** Which question is under way. */
  #asking = 0;
  #count = 0;
  readonly #guide: Guide;

  constructor(guide: Guide) {
    this.#guide = guide;
  }

  /** Whether a snapshot that comes now may be the answer to a wish. */
  get underWay(): boolean {
    return this.#asking > 0 || this.#wishes.length > 0;
  }

  /** Goes to a place; `settled` hears whether that was done. */
  to(wish: Wish, settled?: Settled): void {
    this.drop();
    this.#wishes.push({ wish, settled });
    this.goOn();
  }

  /** Takes steps from wherever it is going. */
  by(steps: Steps): void {
    const last = this.#wishes.at(-1);
    const joined = last && join(last.wish, steps);
    if (joined) last.wish = joined;
    else this.#wishes.push({ wish: steps });
    this.goOn();
  }

  /** Asks something that no later wish pushes aside, and that is asked again should Python have been silent. */
  send(intent: Intent, answered: (reply: Reply) => void): void {
    this.#errands.push({ intent, answered });
    this.goOn();
  }

  /** Forgets where it was going. */
  drop(): void {
    for (const { settled } of this.#wishes.splice(0)) settled?.(false);
  }

  /** Asks the next question, if it may be asked now. */
  goOn(): void {
    while (!this.#asking) {
      const errand = this.#errands[0];
      const next = this.#wishes[0];
      if (errand) {
        const done = (reply: Reply) => {
          // one that was asked again is answered twice
          if (this.#errands[0] !== errand) return;
          this.#errands.shift();
          errand.answered(reply);
        };
        if (!this.#ask(errand.intent, done)) return;
      } else if (next) {
        const intent = this.#resolve(next.wish);
        if (intent === undefined) return;
        let late = false;
        const silent = () => {
          late = true;
          next.settled?.(false);
        };
        const done = (reply: Reply) => {
          if (late) return;
          next.settled?.(reply.ok);
          if (reply.ok) return;
          this.drop();
          if (!next.settled) this.#guide.refused(reply);
        };
        if (intent && !this.#ask(intent, done, silent)) return;
        this.#wishes.shift();
        if (!intent) next.settled?.(true);
      } else return;
    }
  }

  #ask(intent: Intent, answered: (reply: Reply) => void, silent?: () => void): boolean {
    const asking = ++this.#count;
    this.#asking = asking;
    const over = () => {
      if (this.#asking === asking) this.#asking = 0;
    };
    const done = (reply: Reply) => {
      over();
      answered(reply);
      this.goOn();
    };
    const sent = this.#guide.ask(intent, done, () => {
      over();
      silent?.();
    });
    if (!sent) over();
    return sent;
  }

  /** What to ask for; null where it has been reached, undefined while the row is not known. */
  #resolve(wish: Wish): Intent | null | undefined {
    const { node, history } = this.#guide.snapshot();
    if ("rows" in wish) {
      const row = Math.max(-1, Math.min(history.row + wish.rows, history.count - 1));
      const there = row < 0 ? 0 : this.#guide.nodeIn(row);
      return there === undefined ? undefined : there === node ? null : { kind: "select", node: there };
    }
    if ("node" in wish) return wish.node === node ? null : { kind: "select", node: wish.node };
    const wished = "turns" in wish ? history.at + wish.turns : wish.at;
    const at = Math.max(0, Math.min(wished, history.length));
    return at === history.at ? null : { kind: "goto", at };
  }
}

function join(before: Wish, steps: Steps): Wish | null {
  if ("rows" in steps) return "rows" in before ? { rows: before.rows + steps.rows } : null;
  if ("turns" in before) return { turns: before.turns + steps.turns };
  return "at" in before ? { at: before.at + steps.turns } : null;
}
