import { blank, toneIcon } from "./annotations";
import { speak } from "./announce";
import { buttonOf, changes, html, on, set, text } from "./dom";
import { cellOf, listenToDrags, nearest } from "./input";
import { drawing } from "./panel";
import { pinned } from "./place";
import type { State } from "./state";
import { CLEAR } from "./sure";
import type { Marks, Tone } from "./types";
import type { Words } from "./wording";

export const TOOLS = ["ring", "arrow", "fill", "label", "erase"] as const;
export const TONES: Tone[] = ["green", "red", "blue", "yellow"];
export type PenTool = (typeof TOOLS)[number];
export const MOST_LETTERS = 12;

/** What one draws with, and what is begun with it. */
export interface Pen {
  tone: Tone;
  tool: PenTool;
  /** Where an arrow begins that has no end yet. */
  from: string | null;
  /** The disc whose label is being written. */
  label: string | null;
}

/** An arrow under way. */
export type Draft = [from: string, to: string, tone: Tone];

export const dry: Pen = { tone: "green", tool: "ring", from: null, label: null };

/** The same mark again takes it away; another tone takes its place. */
function toggled<T extends [...string[], Tone]>(rows: T[], row: T): T[] {
  const key = ([...parts]: T) => parts.slice(0, -1).join();
  const others = rows.filter((other) => key(other) !== key(row));
  return rows.some((other) => other.join() === row.join()) ? others : [...others, row];
}

function tidy(marks: Marks): Marks | null {
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

export function withLabel(marks: Marks | null, cell: string, words: string): Marks | null {
  const old = marks ?? blank;
  const labels = old.labels.filter(([other]) => other !== cell);
  // a quotation mark ends a label in the marks' text
  const written = words.trim().replaceAll('"', "”");
  return tidy({ ...old, labels: written ? [...labels, [cell, written]] : labels });
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

interface Guide {
  state(): State;
  change(state: State): void;
  mark(marks: Marks | null): void;
}

/** Draws by hand: with a pen by clicks, by drags and by keys, and at any time with the right button. */
export class Annotator {
  readonly element = html("div.pens");
  readonly field = html("input.label-field", { type: "text", maxlength: MOST_LETTERS });
  readonly #tones = html("div.pen-row", { role: "group" });
  readonly #tools = html("div.pen-row", { role: "group" });
  readonly #clear = html("button.button", { "data-pen": "clear", "data-do": CLEAR });
  readonly #hint = html("p.hint");
  /** What was drawn with last, also while one does not annotate. */
  #last: Pen = dry;
  readonly #differs = changes();
  readonly #guide: Guide;

  constructor(guide: Guide) {
    this.#guide = guide;
    for (const tone of TONES)
      this.#tones.append(html("button.button", { "data-tone": tone }, toneIcon(tone)));
    for (const tool of TOOLS)
      this.#tools.append(html("button.button", { "data-pen": tool }, drawing(tool), html("span.tool-label")));
    this.#tools.append(this.#clear);
    this.element.append(this.#tones, this.#tools, this.#hint);
    on(this.element, "click", ({ target }) => {
      const { tone, pen } = buttonOf(target)?.dataset ?? {};
      if (pen === "clear") return;
      if (pen) this.#hold({ tool: pen as PenTool, from: null });
      else if (tone) this.#hold({ tone: tone as Tone });
    });
    this.field.hidden = true;
    on(this.field, "keydown", (event) => {
      if (event.isComposing) return;
      if (event.key === "Enter") this.#write();
      else if (event.key !== "Escape") return;
      // Escape leaves the field first, not the mode
      event.stopPropagation();
      event.preventDefault();
      this.#leave();
    });
    on(this.field, "blur", () => this.#write());
  }

  #hold(changes: Partial<Pen>): void {
    const state = this.#guide.state();
    const pen = { ...(state.pen ?? this.#last), ...changes };
    this.#last = { ...pen, from: null, label: null };
    this.#guide.change({ ...state, pen });
  }

  /** Begins to annotate, or ends it. */
  toggle(state: State): State {
    return { ...state, pen: state.pen ? null : this.#last, draft: null };
  }

  /** Names the button that takes all away: whether it was clicked once. */
  arm(armed: boolean, say: Words): void {
    const name = say(armed ? "ui.sure" : `ui.${CLEAR}`);
    text(this.#clear, name);
    set(this.#clear, { "aria-label": name });
    this.#clear.classList.toggle("adaptoid-armed", armed);
  }

  /** Lets go of what is begun; false where there is nothing. */
  letGo(): boolean {
    if (!this.#guide.state().pen?.from) return false;
    this.#hold({ from: null });
    return true;
  }

  /** A click on a disc, or Enter. */
  use(cell: string): void {
    const state = this.#guide.state();
    const { pen, snapshot } = state;
    if (!pen) return;
    const { tool, tone, from } = pen;
    const { marks } = snapshot;
    if (tool === "ring" || tool === "fill") this.#guide.mark(withSpot(marks, tool, cell, tone));
    else if (tool === "erase") this.#guide.mark(erased(marks, cell));
    else if (tool === "label") this.#edit(cell);
    else if (from && from !== cell) {
      this.#hold({ from: null });
      this.#guide.mark(withArrow(marks, [from, cell, tone]));
    } else this.#hold({ from: from ? null : cell });
  }

  #edit(cell: string): void {
    const state = this.#guide.state();
    this.#hold({ label: cell });
    this.field.value = state.snapshot.marks?.labels.find((row) => row[0] === cell)?.[1] ?? "";
    this.#place(this.#guide.state());
    this.field.focus();
    this.field.select();
  }

  #place(state: State): void {
    const cell = state.pen?.label;
    this.field.hidden = !cell;
    if (!cell) return;
    const { left, top } = pinned(state, cell);
    Object.assign(this.field.style, { left: `clamp(4.75em, ${left}, calc(100% - 4.75em))`, top });
  }

  #write(): void {
    const { pen, snapshot } = this.#guide.state();
    if (!pen?.label) return;
    const before = snapshot.marks?.labels.find((row) => row[0] === pen.label)?.[1] ?? "";
    const marks = withLabel(snapshot.marks, pen.label, this.field.value);
    this.#hold({ label: null });
    if (this.field.value.trim() !== before) this.#guide.mark(marks);
  }

  /** Back to the disc that was written on. */
  #leave(): void {
    const { pen, focus } = this.#guide.state();
    const board = this.field.parentElement;
    if (pen?.label) this.#hold({ label: null });
    board?.querySelector<SVGGElement>(`[data-cell="${focus}"]`)?.focus();
  }

  /** Drags: before the board itself hears of them. */
  listen(picture: SVGSVGElement): void {
    const state = this.#guide.state;
    let right = false;
    const draft = (arrow: Draft | null) => this.#guide.change({ ...state(), draft: arrow });
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
        if (arrow) this.#guide.mark(withArrow(snapshot.marks, arrow));
        draft(null);
      },
      taps: (cell) => {
        const { snapshot } = state();
        if (right) this.#guide.mark(withSpot(snapshot.marks, "ring", cell, this.#tone(state())));
      },
      cancels: () => draft(null),
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
    const { pen, snapshot, flip, discs } = state;
    if (!this.#differs(pen, snapshot, say, flip, discs)) return;
    this.element.hidden = !pen;
    this.#place(state);
    if (!pen) return;
    this.element.style.setProperty("--adaptoid-tone", `var(--adaptoid-${pen.tone})`);
    set(this.#tones, { "aria-label": say("ui.pen") });
    set(this.#tools, { "aria-label": say("ui.pen") });
    for (const button of [...this.#tones.children, ...this.#tools.children] as HTMLElement[]) {
      const { tone, pen: what = "" } = button.dataset;
      const name = tone ? say(`ui.tone.${tone}`) : say(`ui.pen.${what}`);
      const on = tone ? tone === pen.tone : what === pen.tool;
      set(button, { title: name, "aria-label": name, "aria-pressed": what === "clear" ? null : String(on) });
      if (!tone) text(button.lastElementChild ?? button, name);
    }
    set(this.#clear, { "aria-disabled": snapshot.marks ? null : "true" });
    if (pen.label) set(this.field, { "aria-label": say("ui.pen.text", { cell: pen.label }) });
    const from = pen.from && say("ui.pen.hint.from", { cell: pen.from });
    if (from && from !== this.#hint.textContent) speak(this.element, from);
    text(this.#hint, from || say(`ui.pen.hint.${pen.tool}`));
  }
}
