/** The card with what the coach says after a turn of a computer, and its buttons. */

import { html, on, set, text } from "../dom/elements";
import type { Translator } from "../i18n/messages";
import type { PartContext } from "../parts/contract";
import type { Remark } from "../protocol/types";

export class RemarkCard {
  readonly #text = html("p.remark-text");
  readonly #see = html("button.button", { "data-remark": "see" });
  readonly #back = html("button.button", { "data-remark": "undo" });
  readonly #off = html("button.button.remark-off", { "data-remark": "off" }, "×");
  readonly element = html(
    "div.remark",
    { hidden: true },
    this.#text,
    html("div.remark-buttons", {}, this.#see, this.#back),
    this.#off,
  );
  #drawn: Remark | null = null;
  #at = 0;

  listen({ ask, signal }: PartContext): void {
    on(this.#see, "click", () => {
      if (!this.#drawn) return;
      const { before, ply } = this.#drawn;
      ask({ kind: "goto", at: this.#at === before ? ply : before });
    });
    on(this.#back, "click", () => ask({ kind: "undo" }));
    on(this.#off, "click", () => ask({ kind: "coach", on: false }));
    on(signal, "abort", () => this.element.remove());
  }

  /** Shows a remark at a turn of the game, or with null nothing. Returns whether its text is new. */
  draw(remark: Remark | null, at: number, t: Translator): boolean {
    const isNew = Boolean(remark && remark.text !== this.#drawn?.text);
    this.#drawn = remark;
    this.#at = at;
    this.element.hidden = !remark;
    if (!remark) return false;
    const isShown = at === remark.before;
    text(this.#text, remark.text);
    text(this.#see, t(isShown ? "ui.lesson.leave" : "ui.remark.see"));
    set(this.#see, { "aria-pressed": String(isShown) });
    text(this.#back, t("ui.remark.undo"));
    // taken back is the last turn
    this.#back.hidden = isShown;
    set(this.#off, { title: t("ui.remark.off"), "aria-label": t("ui.remark.off") });
    return isNew;
  }
}
