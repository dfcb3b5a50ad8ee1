import { changeDetector, html, set } from "../dom/elements";
import type { Translator } from "../i18n/messages";
import { isFoodShown, type State } from "../state/state";
import { sizeOfBoard } from "./overlay";
import { BoardPainter } from "./painter";

/** A board wider than this number of discs scrolls on a small screen, so that its discs stay large enough. */
const WIDE_BOARD = 12.8;

/** The board in its frame, with the attributes by which style sheets and others know what it shows. */
export class BoardFrame {
  /** The board and the bars under it. */
  readonly element = html("div.frame");
  readonly board = html("div.board");
  readonly painter = new BoardPainter();
  readonly #differs = changeDetector();
  readonly #root: HTMLElement;

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  draw(state: State, t: Translator): void {
    if (!this.#differs(t, ...Object.values({ ...state, focus: null, exchange: null }))) {
      this.painter.drawTabStop(state);
      return;
    }
    const { snapshot } = state;
    set(this.board, {
      "data-rev": snapshot.rev,
      "data-position": snapshot.position,
      "data-step": snapshot.step,
      // JupyterLite sends undefined in place of null
      "data-over": Boolean(snapshot.result),
      // takes clicks
      "data-live": snapshot.interactive,
      "data-holding": Boolean(state.chosen),
      "data-pen": state.pen?.tool,
      "data-lens": isFoodShown(state),
    });
    const { width, height } = sizeOfBoard(state);
    set(this.element, { "data-wide": width > WIDE_BOARD });
    this.#root.style.setProperty("--adaptoid-discs", String(width));
    this.#root.style.setProperty("--adaptoid-shape", String(width / height));
    try {
      this.painter.draw(state, t);
    } catch (error) {
      // the next drawing tries again
      this.#differs();
      throw error;
    }
  }
}
