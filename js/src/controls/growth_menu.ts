import { widthOf } from "../board/marks";
import { pinned, sizeOfBoard } from "../board/overlay";
import { icon } from "../board/shapes";
import { buttonOf, focused, html, isTouch, on, onResize, set, svg } from "../dom/elements";
import type { Translator } from "../i18n/messages";
import type { PartContext } from "../parts/contract";
import type { Limb } from "../protocol/types";
import { offered, pieceOn, placeOf, type State, supplyOf, wouldStarveWithLimb } from "../state/state";
import { hoverLimb } from "../state/transitions";
import { growthPlace, stemPath } from "./growth_place";

/** The height of a button: its part of a disc, and its limit in lines of text. */
const SHARE = 0.42;
const LINES = 3;
/** The least height, in sizes of the text, and for fingers in pixels. Where discs are too small for it, a bar is under the board. */
const LEAST = 1.8;
const TOUCH = 36;
/** The size of the text, and the width of a button beside its words, in heights of a button. */
const TEXT = 0.46;
const AROUND = 1.9;

/** The buttons that grow a limb: on a seam of two rows near the selected adaptoid, or a bar under a board with small discs. */
export class GrowthMenu {
  readonly #group = html("div.growth-menu", { role: "group" });
  readonly #element = html("div.grow", {}, this.#group);
  /** Leads from the adaptoid to the buttons, under all signs and adaptoids: a line and what sets it off. */
  readonly #lines = [svg("path"), svg("path")];
  readonly #stem = svg("g.layer.stem", { "aria-hidden": "true" }, ...this.#lines);
  #width = 0;
  #text = 14;
  #drawn: [State, Translator] | null = null;
  readonly #context: PartContext;

  constructor(context: PartContext) {
    this.#context = context;
    const { slots, signal, state, change } = context;
    const { board } = slots;
    on(this.#element, "pointerover focusin pointerleave focusout", ({ type, target }) => {
      const over = type === "pointerover" || type === "focusin";
      const limb = over ? (buttonOf(target)?.dataset.grow as Limb | undefined) : undefined;
      change(hoverLimb(state(), limb ?? null));
    });
    slots.svg.after(this.#element);
    slots.under.before(this.#stem);
    onResize(
      board,
      () => {
        this.#width = board.clientWidth;
        this.#text = Number.parseFloat(getComputedStyle(board).fontSize) || this.#text;
        if (this.#drawn) this.draw(...this.#drawn);
      },
      signal,
    );
  }

  draw(state: State, t: Translator): void {
    this.#drawn = [state, t];
    const element = this.#element;
    const { slots, disc: discOn } = this.#context;
    const { board } = slots;
    const group = this.#group;
    const limbs = offered(state);
    const { snapshot, chosen, flip } = state;
    const { turn: color, rev, aids } = snapshot;
    if (limbs.length) this.#width ||= board.clientWidth;
    const disc = this.#width / sizeOfBoard(state).width;
    const height = Math.min(SHARE * disc, LINES * this.#text);
    const isBar = height < (isTouch() ? TOUCH : LEAST * this.#text);
    const shown = limbs.length ? [chosen, limbs, color, rev, flip, height, t.language].join(" ") : "";
    if (element.dataset.shown === shown) return;
    // before anything changes: to remove or to move a focus, browsers lay out what has changed
    if (focused(element) && state.focus) discOn(state.focus)?.focus();
    const cell = chosen ?? "";
    set(element, { "data-shown": shown, hidden: !shown });
    set(board, { "data-bar": shown !== "" && isBar });
    set(group, { "aria-label": t("ui.growth-menu", { cell }) });
    const effects = wouldStarveWithLimb(snapshot, cell) ? [t("ui.mark.hungry")] : [];
    const buttons = limbs.map((limb) => {
      const n = supplyOf(snapshot, color, limb);
      const left = t("ui.left", { n });
      const name = [`${t(`ui.${limb}`)}: ${left}`, ...effects].join(t("ui.comma"));
      return html(
        `button.button.${color}`,
        { "data-grow": limb, title: name },
        icon(limb),
        html("b", {}, t(`ui.${limb}`)),
        " ",
        html("small", {}, isBar ? left : `${n}`),
      );
    });
    const [, , , , free = null, food = null] = pieceOn(snapshot, cell) ?? [];
    const eaters = (free ?? 0) - (food ?? 0);
    const seeds = Array.from({ length: eaters }, (_, i) => html("i", { "data-fed": i < (free ?? 0) }));
    // what may be known
    const eats = aids === "full" && free !== null ? [html("small", {}, `${eaters}/${free}`), ...seeds] : [];
    const warning = effects.length ? [icon("hungry")] : [];
    const header = html("p", { "aria-hidden": "true" }, html("b", {}, cell), ...eats, ...warning);
    group.replaceChildren(...(isBar ? [header] : []), ...buttons);
    group.removeAttribute("style");
    set(this.#stem, { visibility: (!shown || isBar) && "hidden" });
    if (!shown || isBar) return;
    const words = Math.max(...buttons.map((button) => widthOf(button.textContent ?? "")));
    const width = limbs.length * height * (TEXT * words + AROUND);
    const size = [width / disc, height / disc] as const;
    const at = growthPlace(state, ...size);
    const home = placeOf(state, cell) ?? at;
    for (const line of this.#lines) set(line, { d: stemPath(home, at, ...size, limbs.length) });
    Object.assign(group.style, pinned(state, at), {
      width: `${width}px`,
      height: `${height}px`,
      fontSize: `${TEXT * height}px`,
    });
  }
}
