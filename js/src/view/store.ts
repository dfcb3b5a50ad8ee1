import type { Translator } from "../i18n/messages";
import type { State } from "../state/state";

/** The state of a view and its language. A change is drawn in the next frame, and a view at most once a frame. */
export class Store {
  t: Translator;
  #state: State;
  #waits = false;
  #drewThisFrame = false;
  readonly #draw: () => void;

  constructor(state: State, t: Translator, draw: () => void) {
    this.#state = state;
    this.t = t;
    this.#draw = draw;
  }

  get state(): State {
    return this.#state;
  }

  set(state: State): void {
    if (state === this.#state) return;
    this.#state = state;
    this.request();
  }

  /** Draws in the next frame. */
  request(): void {
    if (this.#waits) return;
    this.#waits = true;
    requestAnimationFrame(() => {
      if (this.#waits) this.redraw();
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
      this.redraw();
    }
  }

  /** Draws at once in any case. */
  redraw(): void {
    this.#waits = false;
    this.#draw();
  }
}
