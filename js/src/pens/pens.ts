/** The part with the pens beside the board and the field for a label. */

import { pens } from "../../../adaptoid_widget/data/shapes.json";
import { noMarks, toneIcon } from "../board/marks";
import { pinned } from "../board/overlay";
import { picture } from "../board/shapes";
import { addStyle, buttonOf, changeDetector, html, on, set, svg, text } from "../dom/elements";
import { CLEAR } from "../dom/second_click";
import type { Translator } from "../i18n/messages";
import type { PartContext, PenContext, PenDrawer, Pens } from "../parts/contract";
import { MAX_LABEL, TONES } from "../protocol/constants";
import type { Marks, Tone } from "../protocol/types";
import type { PenTool, State } from "../state/state";
import { Annotator, nullIfEmpty } from "./annotator";
import style from "./pens.css";

/** The tools with their drawings, on a square of 20. */
const TOOLS: Record<PenTool, string> = pens;

export function withLabel(marks: Marks | null, cell: string, words: string): Marks | null {
  const current = marks ?? noMarks;
  const labels = current.labels.filter(([other]) => other !== cell);
  // a quotation mark would end the label in the text of the marks
  const label = words.trim().replaceAll('"', "”");
  return nullIfEmpty({ ...current, labels: label ? [...labels, [cell, label]] : labels });
}

class Drawer implements PenDrawer {
  readonly #element = html("div.drawer.pens");
  readonly #field = html("input.label-field", { type: "text", maxlength: MAX_LABEL });
  readonly #tones = html("div.pen-row", { role: "group" });
  readonly #tools = html("div.pen-row", { role: "group" });
  readonly #clear = html("button.button", { "data-pen": "clear", "data-do": CLEAR });
  readonly #hint = html("p.hint");
  readonly #differs = changeDetector();
  readonly #context: PenContext;

  constructor(context: PenContext) {
    this.#context = context;
    const { slots, changePen } = context;
    for (const tone of TONES)
      this.#tones.append(html("button.button", { "data-tone": tone }, toneIcon(tone)));
    for (const [tool, drawn] of Object.entries(TOOLS))
      this.#tools.append(
        html(
          "button.button",
          { "data-pen": tool },
          picture("drawing", "0 0 20 20", [svg("path", { d: drawn })]),
          html("span.tool-label"),
        ),
      );
    this.#tools.append(this.#clear);
    this.#element.append(this.#tones, this.#tools, this.#hint);
    on(this.#element, "click", ({ target }) => {
      const { tone, pen } = buttonOf(target)?.dataset ?? {};
      if (pen === "clear") return;
      if (pen) changePen({ tool: pen as PenTool, from: null });
      else if (tone) changePen({ tone: tone as Tone });
    });
    this.#field.hidden = true;
    on(this.#field, "keydown", (event) => {
      if (event.isComposing) return;
      if (event.key === "Enter") this.#save();
      else if (event.key !== "Escape") return;
      // Escape closes the field but keeps the pen
      event.stopPropagation();
      event.preventDefault();
      this.#leaveField();
    });
    on(this.#field, "blur", () => this.#save());
    addStyle(slots.root, style);
    slots.frame.querySelector(".adaptoid-below")?.append(this.#element);
    slots.reason.before(this.#field);
  }

  arm(armed: boolean, t: Translator): void {
    const name = t(armed ? "ui.sure" : `ui.${CLEAR}`);
    text(this.#clear, name);
    set(this.#clear, { "aria-label": name });
    this.#clear.classList.toggle("adaptoid-armed", armed);
  }

  editLabel(cell: string): void {
    const state = this.#context.state();
    this.#context.changePen({ label: cell });
    this.#field.value = state.snapshot.marks?.labels.find((row) => row[0] === cell)?.[1] ?? "";
    this.#place(this.#context.state());
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

  #save(): void {
    const { pen, snapshot } = this.#context.state();
    if (!pen?.label) return;
    const before = snapshot.marks?.labels.find((row) => row[0] === pen.label)?.[1] ?? "";
    const marks = withLabel(snapshot.marks, pen.label, this.#field.value);
    this.#context.changePen({ label: null });
    if (this.#field.value.trim() !== before) this.#context.mark(marks);
  }

  /** Closes the field and returns the focus to the board. */
  #leaveField(): void {
    const { pen, focus } = this.#context.state();
    if (pen?.label) this.#context.changePen({ label: null });
    this.#context.disc(focus ?? "")?.focus();
  }

  draw(state: State, t: Translator): void {
    const { pen, snapshot, flip, discs } = state;
    if (!this.#differs(pen, snapshot, t, flip, discs)) return;
    this.#element.hidden = !pen;
    this.#place(state);
    if (!pen) return;
    this.#element.style.setProperty("--adaptoid-tone", `var(--adaptoid-${pen.tone})`);
    set(this.#tones, { "aria-label": t("ui.pen") });
    set(this.#tools, { "aria-label": t("ui.pen") });
    for (const button of [...this.#tones.children, ...this.#tools.children] as HTMLElement[]) {
      const { tone, pen: tool = "" } = button.dataset;
      const name = tone ? t(`ui.tone.${tone}`) : t(`ui.pen.${tool}`);
      const on = tone ? tone === pen.tone : tool === pen.tool;
      set(button, { title: name, "aria-label": name, "aria-pressed": tool === "clear" ? null : String(on) });
      if (!tone) text(button.lastElementChild ?? button, name);
    }
    set(this.#clear, { "aria-disabled": snapshot.marks ? null : "true" });
    if (pen.label) set(this.#field, { "aria-label": t("ui.pen.text", { cell: pen.label }) });
    const from = pen.from && t("ui.pen.hint.from", { cell: pen.from });
    if (from && from !== this.#hint.textContent) this.#context.announce(from);
    text(this.#hint, from || t(`ui.pen.hint.${pen.tool}`));
  }
}

export default (context: PartContext): Pens => new Annotator(context, (penContext) => new Drawer(penContext));
