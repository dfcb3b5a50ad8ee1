import { placeIn, sayAbove } from "../embedded/places";
import { messageOf } from "../embedded/texts";
import { DESCRIBING } from "../protocol/constants";
import type { BoardContent } from "./page_board";
import type { PageBoards } from "./page_boards";

/** A board this near to the window, in heights of the window, is drawn before the reader scrolls to it. */
const NEAR = "100% 0px";
/** A busy page draws a board after this time at the latest. */
const PATIENCE_MS = 200;

/**
 * Defines the element `<adaptoid-board>`. Its attribute `data-content` names a content of the page. In a foreign page, `describe`
 * reads the content of an element, and the board stands in a shadow tree with the style `sheet`. Until the board is there, and where
 * it cannot be, what stands in the element is shown.
 */
export function defineBoardElement(
  boards: PageBoards,
  describe?: (element: HTMLElement) => Promise<BoardContent>,
  sheet?: CSSStyleSheet,
): void {
  const queue = new DrawingQueue(boards);

  class BoardElement extends HTMLElement {
    static observedAttributes = describe ? DESCRIBING : [];
    /** Counts the descriptions, so that one that comes late is dropped. */
    #described = 0;

    connectedCallback(): void {
      if (sheet) placeIn(this).adoptedStyleSheets = [sheet];
      if (describe && this.dataset.content === undefined) void this.#describe(describe);
      else queue.add(this);
    }

    disconnectedCallback(): void {
      this.#described++;
      this.#leave();
    }

    attributeChangedCallback(_: string, before: string | null, now: string | null): void {
      if (!this.isConnected || !this.#described || !describe || before === now) return;
      this.#leave();
      void this.#describe(describe);
    }

    #leave(): void {
      queue.remove(this);
      boards.get(this.dataset.content ?? "")?.hide(this.shadowRoot ?? this);
    }

    async #describe(describe: (element: HTMLElement) => Promise<BoardContent>): Promise<void> {
      const number = ++this.#described;
      try {
        const content = await describe(this);
        if (number !== this.#described) return;
        // an element that is described as before goes on with its board
        if (!boards.get(content.board)) boards.add(content.board, content);
        this.dataset.content = content.board;
        sayAbove(placeIn(this), "content", "");
        queue.add(this);
      } catch (error) {
        if (number === this.#described) sayAbove(placeIn(this), "content", messageOf(error));
      }
    }
  }
  customElements.define("adaptoid-board", BoardElement);
}

/**
 * Draws the boards of the page: at once the first in the window, after its painting the others there, then the rest one by one while
 * nothing else happens and nobody waits for an answer. One that the reader scrolls to comes first.
 */
class DrawingQueue {
  readonly #boards: PageBoards;
  readonly #waiting = new Set<HTMLElement>();
  /** Those of them that are in the window or near to it. */
  readonly #near = new Set<HTMLElement>();
  #isFirst = true;
  #isScheduled = false;
  readonly #observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries)
        if (isIntersecting && this.#waiting.has(target as HTMLElement)) this.#near.add(target as HTMLElement);
    },
    { rootMargin: NEAR },
  );

  constructor(boards: PageBoards) {
    this.#boards = boards;
  }

  add(element: HTMLElement): void {
    this.#waiting.add(element);
    const { top, bottom } = element.getBoundingClientRect();
    const isSeen = top < innerHeight && bottom > 0;
    if (isSeen && this.#isFirst) {
      this.#isFirst = false;
      this.#draw(element);
    } else if (isSeen) this.#near.add(element);
    else this.#observer.observe(element);
    this.#schedule();
  }

  remove(element: HTMLElement): void {
    this.#waiting.delete(element);
    this.#near.delete(element);
    this.#observer.unobserve(element);
  }

  #draw(element: HTMLElement): void {
    this.remove(element);
    const board = this.#boards.get(element.dataset.content ?? "");
    if (!board) return;
    board.show(element.shadowRoot ?? element);
    for (const event of ["pointerdown", "focusin"])
      element.addEventListener(event, () => board.want(), { capture: true });
  }

  #schedule(): void {
    if (this.#isScheduled || !this.#waiting.size) return;
    this.#isScheduled = true;
    afterPainting(this.#near.size > 0, () => {
      this.#isScheduled = false;
      const [next] = this.#near.size ? this.#near : this.#boards.isBusy ? [] : this.#waiting;
      if (next) this.#draw(next);
      this.#schedule();
    });
  }
}

/** Calls back after the next painting, or once nothing else happens. */
function afterPainting(isUrgent: boolean, callback: () => void): void {
  if (isUrgent || !("requestIdleCallback" in globalThis)) requestAnimationFrame(() => setTimeout(callback));
  else requestIdleCallback(callback, { timeout: PATIENCE_MS });
}
