import { blank } from "../board/annotations";
import { cellOf, listenToDrags, nearest } from "../board/input";
import { on } from "../dom/elements";
import type { Words } from "../i18n/messages";
import type { PartContext } from "../parts/contract";
import { LazyPart, type PartSource } from "../parts/loader";
import type { Marks, Tone } from "../protocol/types";
import type { Draft, Pen, State } from "../state/state";

export const dry: Pen = { tone: "green", tool: "ring", from: null, label: null };

/** The same mark again takes it away; another tone takes its place. */
function toggled<T extends [...string[], Tone]>(rows: T[], row: T): T[] {
  const key = ([...parts]: T) => parts.slice(0, -1).join();
  const others = rows.filter((other) => key(other) !== key(row));
  return rows.some((other) => other.join() === row.join()) ? others : [...others, row];
}

/** Null where nothing is drawn. */
export function tidy(marks: Marks): Marks | null {
  const { arrows, fills, rings, labels, heat } = marks;
  return arrows.length + fills.length + rings.length + labels.length || heat ? marks : null;
}

export function withArrow(marks: Marks | null, arrow: Draft): Marks | null {
  const old = marks ?? blank;
  return tidy({ ...old, arrows: toggled(old.arrows, arrow) });
}

export function withSpot(marks: Marks | null, kind: "ring" | "fill", cell: string, tone: Tone): Marks | null {
  const old = marks ?? blank;
  const rows = `${kind}s` as const;
  return tidy({ ...old, [rows]: toggled(old[rows], [cell, tone]) });
}

/** Whatever was drawn on a disc; a heat map is not drawn by hand, so it stays. */
export function erased(marks: Marks | null, cell: string): Marks | null {
  const { arrows, fills, rings, labels, heat } = marks ?? blank;
  const elsewhere = (row: string[]) => row[0] !== cell;
  return tidy({
    arrows: arrows.filter(([from, to]) => from !== cell && to !== cell),
    fills: fills.filter(elsewhere),
    rings: rings.filter(elsewhere),
    labels: labels.filter(elsewhere),
    heat,
  });
}

/** Draws by hand: with a pen by clicks, by drags and by keys, and at any time with the right button. */
export class Annotator {
  /** What was drawn with last, also while one does not annotate. */
  #last: Pen = dry;
  readonly #context: PartContext;
  /** The tools beside the board and the field for labels. */
  readonly #pens: LazyPart<"pens">;

  constructor(context: PartContext, source: PartSource) {
    this.#context = context;
    const pens = { ...context, hold: (changes: Partial<Pen>) => this.#hold(changes) };
    this.#pens = new LazyPart("pens", pens, source, () => context.change({ ...context.state() }));
  }

  #mark(marks: Marks | null): void {
    this.#context.ask({ kind: "mark", marks });
  }

  #hold(changes: Partial<Pen>): void {
    const state = this.#context.state();
    const pen = { ...(state.pen ?? this.#last), ...changes };
    this.#last = { ...pen, from: null, label: null };
    this.#context.change({ ...state, pen });
  }

  /** Begins to annotate, or ends it. */
  toggle(state: State): State {
    return { ...state, pen: state.pen ? null : this.#last, draft: null };
  }

  /** Whether the button that takes all away was clicked once. */
  arm(armed: boolean, say: Words): void {
    this.#pens.instance?.arm(armed, say);
  }

  /** Lets go of what is begun; false where there is nothing. */
  letGo(): boolean {
    if (!this.#context.state().pen?.from) return false;
    this.#hold({ from: null });
    return true;
  }

  /** A click on a disc, or Enter. */
  use(cell: string): void {
    const state = this.#context.state();
    const { pen, snapshot } = state;
    if (!pen) return;
    const { tool, tone, from } = pen;
    const { marks } = snapshot;
    if (tool === "ring" || tool === "fill") this.#mark(withSpot(marks, tool, cell, tone));
    else if (tool === "erase") this.#mark(erased(marks, cell));
    else if (tool === "label") this.#pens.instance?.write(cell);
    else if (from && from !== cell) {
      this.#hold({ from: null });
      this.#mark(withArrow(marks, [from, cell, tone]));
    } else this.#hold({ from: from ? null : cell });
  }

  /** Drags: before the board itself hears of them. */
  listen(picture: SVGSVGElement): void {
    const state = this.#context.state;
    let right = false;
    const draft = (arrow: Draft | null) => this.#context.change({ ...state(), draft: arrow });
    listenToDrags(picture, {
      takes: (_, { button }) => {
        const { pen, snapshot } = state();
        right = button === 2;
        return snapshot.interactive && !snapshot.edit && (right || (pen !== null && button === 0));
      },
      begins: (cell, spot) =>
        nearest(state(), spot) !== cell && (right || /ring|arrow/.test(state().pen?.tool ?? "")),
      drags: (cell, spot) => {
        const to = nearest(state(), spot);
        const now = to === cell ? null : to;
        if (now !== (state().draft?.[1] ?? null)) draft(now ? [cell, now, this.#tone(state())] : null);
      },
      drops: () => {
        const { draft: arrow, snapshot } = state();
        if (arrow) this.#mark(withArrow(snapshot.marks, arrow));
        draft(null);
      },
      taps: (cell) => {
        const { snapshot } = state();
        if (right) this.#mark(withSpot(snapshot.marks, "ring", cell, this.#tone(state())));
      },
      cancels: () => draft(null),
      scene: () => state().snapshot.position,
    });
    on(picture, "contextmenu", (event) => {
      const { interactive, edit } = state().snapshot;
      if (!cellOf(event.target) || !interactive || edit) return;
      event.preventDefault();
      // the notebook has a menu of its own
      event.stopPropagation();
    });
  }

  #tone({ pen }: State): Tone {
    return (pen ?? this.#last).tone;
  }

  draw(state: State, say: Words): void {
    const pens = state.pen ? this.#pens.get() : this.#pens.instance;
    pens?.draw(state, say);
  }
}
