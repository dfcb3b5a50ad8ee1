import type { Guest, Parts } from "./contract";
import { Part, type Source } from "./loader";

/** The place of a part in a view: it comes once there is something to show, and hears whenever that may have changed. */
export class GuestRoom<Name extends "analyst" | "lesson" | "notebook" | "picture"> {
  #guest: Guest | undefined;
  #closed = false;
  readonly #wanted: () => unknown;
  readonly #enter: (attach: Parts[Name]) => Guest;
  readonly #part: Part<Name>;

  constructor(name: Name, wanted: () => unknown, enter: (attach: Parts[Name]) => Guest, source: Source) {
    this.#wanted = wanted;
    this.#enter = enter;
    this.#part = new Part(name, source, () => this.draw());
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
  }
}
