import type { PageBoards } from "./page_boards";

/** A board this near to the window, in heights of the window, is drawn before the reader scrolls to it. */
const NEAR = "100% 0px";

/**
 * Defines the element `<adaptoid-board>`. Its attribute `data-content` names a content of the page. Until the board is there, and
 * where it cannot be, what stands in the element is shown.
 */
export function defineBoardElement(boards: PageBoards): void {
  const queue = new DrawingQueue(boards);

  class BoardElement extends HTMLElement {
    connectedCallback(): void {
      queue.add(this);
    }

    disconnectedCallback(): void {
      queue.remove(this);
      boards.get(this.dataset.content ?? "")?.hide(this);
    }
  }
  customElements.define("adaptoid-board", BoardElement);
}

/** Draws the boards of the page: at once those in the window, then those near to it, then the others while nothing else happens. */
class DrawingQueue {
  readonly #boards: PageBoards;
  readonly #waiting = new Set<HTMLElement>();
  #isScheduled = false;
  readonly #observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) this.#draw(target as HTMLElement);
    },
    { rootMargin: NEAR },
  );

  constructor(boards: PageBoards) {
    this.#boards = boards;
  }

  add(element: HTMLElement): void {
    this.#waiting.add(element);
    const { top, bottom } = element.getBoundingClientRect();
    if (top < innerHeight && bottom > 0) {
      this.#draw(element);
      return;
    }
    this.#observer.observe(element);
    this.#schedule();
  }

  remove(element: HTMLElement): void {
    this.#waiting.delete(element);
    this.#observer.unobserve(element);
  }

  #draw(element: HTMLElement): void {
    if (!this.#waiting.has(element)) return;
    this.remove(element);
    const board = this.#boards.get(element.dataset.content ?? "");
    if (!board) return;
    board.show(element);
    for (const event of ["pointerdown", "focusin"])
      element.addEventListener(event, () => board.want(), { capture: true });
  }

  #schedule(): void {
    if (this.#isScheduled || !this.#waiting.size) return;
    this.#isScheduled = true;
    const later = globalThis.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 1));
    later(() => {
      this.#isScheduled = false;
      const [first] = this.#waiting;
      if (first) this.#draw(first);
      this.#schedule();
    });
  }
}
