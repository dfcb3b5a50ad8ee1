import { Link, type Listen } from "./link";
import { Part } from "./parts";
import type { Intent, Model } from "./types";

/** Draws, or with false goes away. */
export type Guest = (here: boolean) => void;
export type Attach = (model: Model, root: HTMLElement, ask: (intent: Intent) => void) => Guest;

/** The analyst's place in a view. */
export class GuestRoom {
  #guest: Guest | undefined;
  #closed = false;
  readonly #model: Model;
  readonly #enter: (attach: Attach) => Guest;
  readonly #link: Link;
  readonly #part: Part<"analyst">;

  constructor(model: Model, enter: (attach: Attach) => Guest, listen: Listen) {
    this.#model = model;
    this.#enter = enter;
    this.#link = new Link(model, undefined, listen);
    this.#part = new Part("analyst", this.#link, () => this.draw());
  }

  draw(): void {
    if (!this.#guest && this.#model.get("analyst")?.position && !this.#closed) {
      const attach = this.#part.get();
      if (attach) this.#guest = this.#enter(attach);
    }
    this.#guest?.(true);
  }

  close(): void {
    this.#closed = true;
    this.#guest?.(false);
    this.#link.close();
  }
}
