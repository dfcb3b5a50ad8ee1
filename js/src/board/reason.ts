import { html, set, text } from "../dom/elements";
import { extent, placeOf, type State } from "../state/state";
import { pinned, sizeOfBoard } from "./overlay";
import { sizes } from "./shapes";

/** The distance between a disc and its explanation, in disc diameters. */
const GAP = 0.15;

/** The explanation of a refusal, at the disc that it is about. */
export class ReasonPainter {
  readonly element = html("p.reason");
  #announced: State["reason"] = null;
  readonly #board: HTMLElement;
  readonly #announce: (text: string) => void;

  constructor(board: HTMLElement, announce: (text: string) => void) {
    this.#board = board;
    this.#announce = announce;
  }

  draw(state: State): void {
    const { element } = this;
    const { reason } = state;
    text(element, reason?.text ?? "");
    if (reason && reason !== this.#announced) this.#announce(reason.text);
    this.#announced = reason;
    // measuring forces a layout of the page
    if (!reason) {
      set(element, { "data-below": null, "data-at": null });
      return;
    }
    const place = reason.cell ? placeOf(state, reason.cell) : null;
    const { left, right, top, bottom } = extent(state.discs);
    const { width } = sizeOfBoard(state);
    const { margin } = sizes;
    const scale = this.#board.clientWidth / width || 60;
    // without a disc at the bottom of the board, or of its part in the window
    const shown = (innerHeight - this.#board.getBoundingClientRect().top) / scale + top - margin;
    const spot = place ?? { x: (left + right) / 2, y: Math.min(bottom + margin, shown) };
    // above the whole disc, or below it where there is no room
    const height = element.offsetHeight / scale + GAP;
    const below = place !== null && spot.y - 0.5 - height < top - margin;
    const anchor = { x: spot.x, y: place ? spot.y + (below ? 0.5 : -0.5) : spot.y };
    Object.assign(element.style, pinned(state, anchor));
    const share = (spot.x - left + margin) / width;
    element.style.setProperty("--adaptoid-aside", `${(share * 100).toFixed(1)}%`);
    set(element, { "data-below": below, "data-at": reason.cell });
  }
}
