/** The pens beside the board while one annotates, and the field for a label: a part of its own. */

import { blank, toneIcon } from "../board/annotations";
import { pinned } from "../board/placement";
import { CLEAR } from "../dom/confirm";
import { buttonOf, changes, html, on, set, text, wear } from "../dom/elements";
import type { Words } from "../i18n/messages";
import { tidy } from "../panels/annotate";
import { drawing } from "../panels/buttons";
import type { PenGuide } from "../parts/contract";
import type { Marks, Tone } from "../protocol/types";
import type { Pen, PenTool, State } from "../state/state";
import style from "./pens.css";

const TOOLS: PenTool[] = ["ring", "arrow", "fill", "label", "erase"];
const TONES: Tone[] = ["green", "red", "blue", "yellow"];
const MAX_LETTERS = 12;

export function withLabel(marks: Marks | null, cell: string, words: string): Marks | null {
  const old = marks ?? blank;
  const labels = old.labels.filter(([other]) => other !== cell);
  // a quotation mark ends a label in the marks' text
  const written = words.trim().replaceAll('"', "”");
  return tidy({ ...old, labels: written ? [...labels, [cell, written]] : labels });
}

export class Pens {
  readonly #element = html("div.tray.pens");
  readonly #field = html("input.label-field", { type: "text", maxlength: MAX_LETTERS });
  readonly #tones = html("div.pen-row", { role: "group" });
  readonly #tools = html("div.pen-row", { role: "group" });
  readonly #clear = html("button.button", { "data-pen": "clear", "data-do": CLEAR });
  readonly #hint = html("p.hint");
  readonly #differs = changes();
  readonly #guide: PenGuide;
  readonly #hold: (changes: Partial<Pen>) => void;

  constructor(guide: PenGuide, hold: (changes: Partial<Pen>) => void, root: HTMLElement) {
    this.#guide = guide;
    this.#hold = hold;
    for (const tone of TONES)
      this.#tones.append(html("button.button", { "data-tone": tone }, toneIcon(tone)));
    for (const tool of TOOLS)
      this.#tools.append(html("button.button", { "data-pen": tool }, drawing(tool), html("span.tool-label")));
    this.#tools.append(this.#clear);
    this.#element.append(this.#tones, this.#tools, this.#hint);
    on(this.#element, "click", ({ target }) => {
      const { tone, pen } = buttonOf(target)?.dataset ?? {};
      if (pen === "clear") return;
      if (pen) hold({ tool: pen as PenTool, from: null });
      else if (tone) hold({ tone: tone as Tone });
    });
    this.#field.hidden = true;
    on(this.#field, "keydown", (event) => {
      if (event.isComposing) return;
      if (event.key === "Enter") this.#write();
      else if (event.key !== "Escape") return;
      // Escape leaves the field first, not the mode
      event.stopPropagation();
      event.preventDefault();
      this.#leave();
    });
    on(this.#field, "blur", () => this.#write());
    wear(root, style);
    root.querySelector(".adaptoid-view-row")?.after(this.#element);
    root.querySelector(".adaptoid-reason")?.before(this.#field);
  }

  /** Names the button that takes all away: whether it was clicked once. */
  arm(armed: boolean, say: Words): void {
    const name = say(armed ? "ui.sure" : `ui.${CLEAR}`);
    text(this.#clear, name);
    set(this.#clear, { "aria-label": name });
    this.#clear.classList.toggle("adaptoid-armed", armed);
  }

  /** Begins the label of a disc. */
  write(cell: string): void {
    const state = this.#guide.state();
    this.#hold({ label: cell });
    this.#field.value = state.snapshot.marks?.labels.find((row) => row[0] === cell)?.[1] ?? "";
    this.#place(this.#guide.state());
    this.#field.focus();
    this.#field.select();
  }

  #place(state: State): void {
    const cell = state.pen?.label;
    this.#field.hidden = !cell;
    if (!cell) return;
    const { left, top } = pinned(state, cell);
    Object.assign(this.#field.style, { left: `clamp(4.75em, ${left}, calc(100% - 4.75em))`, top });
  }

  #write(): void {
    const { pen, snapshot } = this.#guide.state();
    if (!pen?.label) return;
    const before = snapshot.marks?.labels.find((row) => row[0] === pen.label)?.[1] ?? "";
    const marks = withLabel(snapshot.marks, pen.label, this.#field.value);
    this.#hold({ label: null });
    if (this.#field.value.trim() !== before) this.#guide.mark(marks);
  }

  /** Back to the disc that was written on. */
  #leave(): void {
    const { pen, focus } = this.#guide.state();
    const board = this.#field.parentElement;
    if (pen?.label) this.#hold({ label: null });
    board?.querySelector<SVGGElement>(`[data-cell="${focus}"]`)?.focus();
  }

  draw(state: State, say: Words): void {
    const { pen, snapshot, flip, discs } = state;
    if (!this.#differs(pen, snapshot, say, flip, discs)) return;
    this.#element.hidden = !pen;
    this.#place(state);
    if (!pen) return;
    this.#element.style.setProperty("--adaptoid-tone", `var(--adaptoid-${pen.tone})`);
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
    if (pen.label) set(this.#field, { "aria-label": say("ui.pen.text", { cell: pen.label }) });
    const from = pen.from && say("ui.pen.hint.from", { cell: pen.from });
    if (from && from !== this.#hint.textContent) this.#guide.tell(from);
    text(this.#hint, from || say(`ui.pen.hint.${pen.tool}`));
  }
}

export default (guide: PenGuide, hold: (changes: Partial<Pen>) => void, root: HTMLElement): Pens =>
  new Pens(guide, hold, root);
