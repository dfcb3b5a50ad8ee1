export type Schedule = (draw: () => void) => void;

export const nextFrame: Schedule = (draw) => {
  requestAnimationFrame(draw);
};

/** Draws a view at most once a frame. */
export class Scheduler {
  #waits = false;
  #drewThisFrame = false;
  readonly #draw: () => void;
  readonly #schedule: Schedule;

  constructor(draw: () => void, schedule: Schedule) {
    this.#draw = draw;
    this.#schedule = schedule;
  }

  /** Draws in the next frame. */
  request(): void {
    if (this.#waits) return;
    this.#waits = true;
    this.#schedule(() => {
      this.#waits = false;
      this.#draw();
    });
  }

  /** Draws at once, so that an answer of Python is seen in this frame, unless it was drawn at once in this frame already. */
  now(): void {
    if (this.#drewThisFrame) this.request();
    else {
      this.#drewThisFrame = true;
      this.#schedule(() => {
        this.#drewThisFrame = false;
      });
      this.#draw();
    }
  }
}
