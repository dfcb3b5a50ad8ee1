/** The card with what the coach says after a turn of a computer, and its buttons. */

import { Demonstration, type ShownLine } from "../animation/demonstration";
import { html, on, set, text } from "../dom/elements";
import type { Translator } from "../i18n/messages";
import type { PartContext } from "../parts/contract";
import type { Remark } from "../protocol/types";

export class RemarkCard {
  readonly #text = html("p.remark-text");
  readonly #see: Demonstration;
  readonly #back = html("button.button", { "data-remark": "undo" });
  readonly #off = html("button.button.remark-off", { "data-remark": "off" }, "×");
  readonly element: HTMLElement;
  #drawn: Remark | null = null;

  constructor(context: PartContext) {
    const { ask, signal } = context;
    this.#see = new Demonstration(context);
    const buttons = html("div.remark-buttons", {}, this.#see.element, this.#back);
    this.element = html("div.remark", { hidden: true }, this.#text, buttons, this.#off);
    on(this.#back, "click", () => ask({ kind: "undo" }));
    on(this.#off, "click", () => ask({ kind: "coach", on: false }));
    on(signal, "abort", () => this.element.remove());
  }

  /** Shows a remark at a turn of the game, or with null nothing. Returns what is new in its text, which grows with the search. */
  draw(remark: Remark | null, at: number, t: Translator): string {
    const known = this.#drawn?.text ?? "";
    this.#drawn = remark;
    this.element.hidden = !remark;
    this.#see.draw(remark && lineOf(remark), t("ui.remark.see"), t);
    if (!remark) return "";
    text(this.#text, remark.text);
    text(this.#back, t("ui.remark.undo"));
    // taken back is the last turn
    this.#back.hidden = at === remark.before;
    set(this.#off, { title: t("ui.remark.off"), "aria-label": t("ui.remark.off") });
    return remark.text.startsWith(known) ? remark.text.slice(known.length).trim() : remark.text;
  }
}

/** The turns that show why: those of the game, or the one that was missed. */
function lineOf({ node, ply, before, turn }: Remark): ShownLine {
  if (before + 1 === ply) return { from: before, to: ply + 1, node };
  return { from: before, to: before + 1, node, turns: [turn] };
}
