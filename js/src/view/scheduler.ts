/** Draws a view at most once a frame. */
export class Scheduler {
  #waits = false;
  #drewThisFrame = false;
  readonly #draw: () => void;

  constructor(draw: () => void) {
    this.#draw = draw;
  }

  /** Draws in the next frame. */
  request(): void {
    if (this.#waits) return;
    this.#waits = true;
    requestAnimationFrame(() => {
      this.#waits = false;
      this.#draw();
    });
  }

  /** Draws at once, so that an answer of Python is seen in this frame, unless it was drawn at once in this frame already. */
  now(): void {
    if (this.#drewThisFrame) this.request();
    else {
      this.#drewThisFrame = true;
      requestAnimationFrame(() => {
        this.#drewThisFrame = false;
      });
      this.#draw();
    }
  }
}
