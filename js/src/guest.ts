import { Link, type Listen } from "./link";
import { Part, type Parts } from "./parts";
import type { Intent, Model } from "./types";

/** Draws, or with false goes away. */
export type Guest = (here: boolean) => void;
export type Attach = (model: Model, root: HTMLElement, ask: (intent: Intent) => void) => Guest;

/** The place of a part in a view: it comes once there is something to show, and hears whenever that may have changed. */
export class GuestRoom<Name extends "analyst" | "lesson" | "notebook" | "picture"> {
  #guest: Guest | undefined;
  #closed = false;
  readonly #wanted: () => unknown;
  readonly #enter: (attach: Parts[Name]) => Guest;
  readonly #link: Link;
  readonly #part: Part<Name>;

  constructor(
    name: Name,
    wanted: () => unknown,
    enter: (attach: Parts[Name]) => Guest,
    model: Model,
    listen: Listen,
  ) {
    this.#wanted = wanted;
    this.#enter = enter;
    this.#link = new Link(model, undefined, listen);
    this.#part = new Part(name, this.#link, () => this.draw());
  }

  draw(): void {
    if (!this.#guest && !this.#closed && this.#wanted()) {
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
