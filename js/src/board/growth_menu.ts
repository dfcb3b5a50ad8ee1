import { buttonOf, focused, html, isTouch, on, onResize, set } from "../dom/elements";
import type { Translator } from "../i18n/messages";
import type { Limb } from "../protocol/types";
import { offered, type State, sizeOf, supplyOf, wouldStarveWithLimb } from "../state/state";
import { growthSpots } from "./growth_spots";
import { pinned, sizeOfBoard } from "./overlay";
import { icon } from "./shapes";

/** The diameters of a button in pixels, and of the place around it that a finger hits. */
const SIZE = 36;
const TOUCH_SIZE = 44;
const PROJECTOR_SIZE = 56;
/** The largest diameters relative to a disc, so that small discs around the adaptoid stay visible and hit. */
const SHARE = 0.75;
const HIT_SHARE = 1;
/** The least distance between two buttons in pixels. */
const GAP = 2;
/** The size of a disc in pixels before the board was measured. */
const DISC = 60;

/** The buttons that grow a limb, around the selected adaptoid. */
export class GrowthMenu {
  readonly element = html("div.growth-menu", { role: "group" });
  #width = 0;
  #state: State | null = null;
  readonly #board: HTMLElement;
  readonly #focus: (cell: string) => void;

  /** `hover` is called with the limb under the pointer. */
  constructor(board: HTMLElement, focus: (cell: string) => void, hover: (limb: Limb | null) => void) {
    this.#board = board;
    this.#focus = focus;
    on(this.element, "pointerover focusin pointerleave focusout", ({ type, target }) => {
      const over = type === "pointerover" || type === "focusin";
      const limb = over ? (buttonOf(target)?.dataset.grow as Limb | undefined) : undefined;
      hover(limb ?? null);
    });
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
    // before anything changes: to remove or to move a focus, browsers lay out what has changed
    if (focused(element) && state.focus) this.#focus(state.focus);
    set(element, {
      "data-shown": shown,
      hidden: !shown,
      "aria-label": t("ui.growth-menu", { cell: state.chosen ?? "" }),
    });
    element.replaceChildren(
      ...limbs.map((limb) => {
        const left = t("ui.left", { n: supplyOf(state.snapshot, color, limb) });
        const effect = wouldStarveWithLimb(state.snapshot, state.chosen ?? "") ? [t("ui.mark.hungry")] : [];
        const name = [`${t(`ui.${limb}`)}: ${left}`, ...effect].join(t("ui.comma"));
        return html(`button.${color}`, { "data-grow": limb, title: name, "aria-label": name }, icon(limb));
      }),
    );
    this.#state = shown ? state : null;
    if (shown) this.#place(state);
  }

  #place(state: State): void {
    const { element } = this;
    this.#width ||= this.#board.clientWidth;
    const disc = this.#width / sizeOfBoard(state).width || DISC;
    const max = sizeOf(state) === "projector" ? PROJECTOR_SIZE : SIZE;
    const size = Math.min(max, SHARE * disc);
    const hit = Math.min(isTouch() ? Math.max(max, TOUCH_SIZE) : max, HIT_SHARE * disc);
    element.style.setProperty("--adaptoid-grow", `${size}px`);
    element.style.setProperty("--adaptoid-around", `${(hit - size) / 2}px`);
    const buttons = [...element.children] as HTMLElement[];
    const spots = growthSpots(state, size / 2 / disc, (hit - size + GAP) / disc, buttons.length);
    buttons.forEach((button, i) => {
      const spot = spots[i];
      if (spot) Object.assign(button.style, pinned(state, spot));
    });
  }
}
