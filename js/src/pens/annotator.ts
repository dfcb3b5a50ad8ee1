/** Draws marks by hand: with the right mouse button at any time, and with the pen that is chosen. */

import { listenToDrags, nearest } from "../board/input";
import { noMarks } from "../board/marks";
import { cellOf, on } from "../dom/elements";
import type { Translator } from "../i18n/messages";
import { commandOf } from "../keys/keymap";
import type { PartContext, PenContext, PenDrawer, Pens } from "../parts/contract";
import { TONED } from "../protocol/constants";
import type { Marks, Tone } from "../protocol/types";
import type { ArrowDraft, Pen, State, Toned } from "../state/state";

const defaultPen: Pen = { tone: "green", tool: "ring", from: null, label: null };

/** Adds a mark, or removes it if it is there. A mark of another tone in its place is replaced. */
function withToggled<T extends [...string[], Tone]>(rows: T[], row: T): T[] {
  const key = ([...values]: T) => values.slice(0, -1).join();
  const others = rows.filter((other) => key(other) !== key(row));
  return rows.some((other) => other.join() === row.join()) ? others : [...others, row];
}

export function nullIfEmpty(marks: Marks): Marks | null {
  const { arrows, labels, heat } = marks;
  const rows = [arrows, labels, ...TONED.map((kind) => marks[`${kind}s`])];
  return heat || rows.some(({ length }) => length) ? marks : null;
}

export function withArrow(marks: Marks | null, arrow: ArrowDraft): Marks | null {
  const current = marks ?? noMarks;
  return nullIfEmpty({ ...current, arrows: withToggled(current.arrows, arrow) });
}

export function withSpot(marks: Marks | null, kind: Toned, cell: string, tone: Tone): Marks | null {
  const current = marks ?? noMarks;
  const rows = `${kind}s` as const;
  return nullIfEmpty({ ...current, [rows]: withToggled(current[rows], [cell, tone]) });
}

/** Removes the marks of a disc. A heat map stays, since it is not drawn by hand. */
export function withoutDisc(marks: Marks | null, cell: string): Marks | null {
  const left = { ...(marks ?? noMarks) };
  left.arrows = left.arrows.filter(([from, to]) => from !== cell && to !== cell);
  left.labels = left.labels.filter(([at]) => at !== cell);
  for (const kind of TONED) left[`${kind}s`] = left[`${kind}s`].filter(([at]) => at !== cell);
  return nullIfEmpty(left);
}

/** Draws marks. `makeDrawer` makes the pens beside the board; a page without them has only the right mouse button. */
export class Annotator implements Pens {
  /** The pen that was used last. */
  #lastPen: Pen = defaultPen;
  readonly #context: PartContext;
  readonly #makeDrawer: ((context: PenContext) => PenDrawer) | undefined;
  #drawer: PenDrawer | undefined;
  #t: Translator | undefined;
  /** The marks before each change by hand on this node, and after it those that redo brings back. */
  #steps: (Marks | null)[] = [];
  #at = 0;
  #node = NaN;

  constructor(context: PartContext, makeDrawer?: (context: PenContext) => PenDrawer) {
    this.#context = context;
    this.#makeDrawer = makeDrawer;
    this.#listen(context.slots.svg);
    on(context.slots.root, "keydown", (event) => this.#handleKey(event), true);
  }

  /** Sends marks drawn by hand, or without marks those before the last change (−1) or after it (1). */
  mark(marks: Marks | null | undefined, by = 1): void {
    const { marks: before, node } = this.#context.state().snapshot;
    if (node !== this.#node) [this.#node, this.#at, this.#steps] = [node, 0, []];
    const to = this.#at + by;
    const next = marks === undefined ? this.#steps[to] : marks;
    if (next === undefined || !this.#context.ask({ kind: "mark", marks: next })) return;
    if (marks !== undefined) this.#steps.length = this.#at;
    this.#steps[this.#at] = before;
    this.#at = to;
  }

  /** With the pen in hand, undo and redo concern the marks, and not the turns of the game. */
  #handleKey(event: KeyboardEvent): void {
    const { pen, snapshot } = this.#context.state();
    const command = commandOf(event, "view") ?? "";
    if (!pen || snapshot.edit || !/do$/.test(command)) return;
    event.preventDefault();
    this.mark(undefined, command === "undo" ? -1 : 1);
  }

  #changePen(changes: Partial<Pen>): void {
    const state = this.#context.state();
    const pen = { ...(state.pen ?? this.#lastPen), ...changes };
    this.#lastPen = { ...pen, from: null, label: null };
    this.#context.change({ ...state, pen });
  }

  /** Starts or stops annotating. */
  toggle(state: State): State {
    return { ...state, pen: state.pen ? null : this.#lastPen, draft: null };
  }

  arm(armed: boolean, t: Translator): void {
    this.#drawer?.arm(armed, t);
  }

  /** Drops an arrow that has no end yet, or else puts the pen away; returns whether there was either. */
  cancel(): boolean {
    const state = this.#context.state();
    const t = this.#t;
    if (!state.pen || !t) return false;
    if (state.pen.from) this.#changePen({ from: null });
    else {
      this.#context.change(this.toggle(state));
      this.#context.announce(t("ui.toggled", { what: t("ui.annotate"), which: t("ui.off") }));
    }
    return true;
  }

  /** Uses the pen on a disc. */
  applyPen(cell: string): void {
    const state = this.#context.state();
    const { pen, snapshot } = state;
    if (!pen) return;
    const { tool, tone, from } = pen;
    const { marks } = snapshot;
    const kind = TONED.find((toned) => toned === tool);
    if (kind) this.mark(withSpot(marks, kind, cell, tone));
    else if (tool === "erase") this.mark(withoutDisc(marks, cell));
    else if (tool === "label") this.#drawer?.editLabel(cell);
    else if (from && from !== cell) {
      this.#changePen({ from: null });
      this.mark(withArrow(marks, [from, cell, tone]));
    } else this.#changePen({ from: from ? null : cell });
  }

  #listen(picture: SVGSVGElement): void {
    const state = this.#context.state;
    let rightButton = false;
    const setDraft = (arrow: ArrowDraft | null) => this.#context.change({ ...state(), draft: arrow });
    listenToDrags(picture, {
      accepts: (_, { button }) => {
        const { pen, snapshot } = state();
        rightButton = button === 2;
        return snapshot.interactive && !snapshot.edit && (rightButton || (pen !== null && button === 0));
      },
      begins: (cell, spot) =>
        nearest(state(), spot) !== cell && (rightButton || /ring|arrow/.test(state().pen?.tool ?? "")),
      drags: (cell, spot) => {
        const to = nearest(state(), spot);
        const end = to === cell ? null : to;
        if (end !== (state().draft?.[1] ?? null)) setDraft(end ? [cell, end, this.#tone(state())] : null);
      },
      drops: () => {
        const { draft: arrow, snapshot } = state();
        if (arrow) this.mark(withArrow(snapshot.marks, arrow));
        setDraft(null);
      },
      taps: (cell) => {
        const { snapshot } = state();
        if (rightButton) this.mark(withSpot(snapshot.marks, "ring", cell, this.#tone(state())));
      },
      cancels: () => setDraft(null),
      context: () => state().snapshot.position,
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
    return (pen ?? this.#lastPen).tone;
  }

  draw(state: State, t: Translator): void {
    this.#t = t;
    if (state.pen)
      this.#drawer ??= this.#makeDrawer?.({
        ...this.#context,
        changePen: (changes) => this.#changePen(changes),
        mark: (marks) => this.mark(marks),
      });
    this.#drawer?.draw(state, t);
  }
}
