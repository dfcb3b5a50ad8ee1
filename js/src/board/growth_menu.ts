import { focused, html, onResize, set } from "../dom/elements";
import type { Translator } from "../i18n/messages";
import { offered, type State, sizeOf, supplyOf } from "../state/state";
import { connector, growthMenuSpot, pinned, sizeOfBoard } from "./placement";
import { icon } from "./shapes";

/** The menu of growths beside the selected adaptoid. */
export class GrowthMenu {
  readonly element = html("div.chooser", { role: "group" });
  #width = 0;
  #state: State | null = null;
  /** Sizes of the menu by its texts, its shape and the board's width. Measuring forces a layout of the page. */
  readonly #measured = new Map<string, [width: number, height: number]>();
  readonly #board: HTMLElement;
  readonly #focus: (cell: string) => void;

  constructor(board: HTMLElement, focus: (cell: string) => void) {
    this.#board = board;
    this.#focus = focus;
    onResize(board, () => {
      this.#width = board.clientWidth;
      if (this.#state) this.#place(this.#state);
    });
  }

  draw(state: State, t: Translator): void {
    const { element } = this;
    const limbs = offered(state);
    const { turn: color, rev } = state.snapshot;
    const shown = limbs.length
      ? [state.chosen, limbs, color, rev, state.flip, sizeOf(state), t.language].join(" ")
      : "";
    if (element.dataset.shown === shown) return;
    const hadFocus = focused(element) !== null;
    set(element, {
      "data-shown": shown,
      "data-for": state.chosen,
      "aria-label": t("ui.chooser", { cell: state.chosen ?? "" }),
    });
    element.hidden = limbs.length === 0;
    element.replaceChildren(
      ...limbs.map((limb) => {
        const left = t("ui.left", { n: supplyOf(state.snapshot, color, limb) });
        const name = t(`ui.${limb}`);
        return html(
          `button.${color}`,
          { "data-grow": limb, title: `${name}: ${left}` },
          icon(limb),
          html("b", {}, name),
          html("small", {}, left),
        );
      }),
    );
    if (hadFocus && state.focus) this.#focus(state.focus);
    this.#state = limbs.length ? state : null;
    if (limbs.length) this.#place(state);
  }

  /** Places the buttons side by side or stacked, whichever hides less. */
  #place(state: State): void {
    const { element } = this;
    this.#width ||= this.#board.clientWidth;
    const scale = this.#width / sizeOfBoard(state).width || 60;
    const spots = [false, true].map((stacked) => {
      const [width, height] = this.#measure(stacked);
      const [wide, high] = [width / scale, height / scale];
      return { stacked, wide, high, ...growthMenuSpot(state, wide, high) };
    });
    const [best] = spots.sort((a, b) => a.cost - b.cost);
    if (!best) return;
    element.classList.toggle("adaptoid-stacked", best.stacked);
    Object.assign(element.style, pinned(state, best));
    const { from, length, turn } = connector(state, best, best.wide, best.high);
    element.style.setProperty("--adaptoid-from", `${from * scale}px`);
    element.style.setProperty("--adaptoid-length", `${length * scale}px`);
    element.style.setProperty("--adaptoid-turn", `${turn}rad`);
  }

  #measure(stacked: boolean): [number, number] {
    const { element } = this;
    const width = this.#width;
    const key = `${element.textContent} ${stacked} ${width}`;
    const cached = this.#measured.get(key);
    if (cached) return cached;
    element.classList.toggle("adaptoid-stacked", stacked);
    const size: [number, number] = [element.offsetWidth || 140, element.offsetHeight || 34];
    if (this.#measured.size > 200) this.#measured.clear();
    this.#measured.set(key, size);
    return size;
  }
}
