import { Link, type Listen } from "./link";
import type { Intent, Model } from "./types";

/** Draws, or with false goes away. A plain function, since the guest's module has other names for members. */
export type Guest = (here: boolean) => void;
export type Attach = (model: Model, root: HTMLElement, ask: (intent: Intent) => void) => Guest;

/** The analyst's place in a view: a module of its own, which Python sends where it is first wanted. */
export class GuestRoom {
  #guest: Guest | undefined;
  #link: Link | undefined;

  constructor(
    readonly model: Model,
    readonly enter: (attach: Attach) => Guest,
    readonly listen: Listen,
  ) {}

  draw(): void {
    this.#guest?.(true);
    if (this.#link || !this.model.get("analyst")?.position) return;
    this.#link = new Link(this.model, undefined, this.listen);
    this.#link.ask({ kind: "analyst" }, 0, async ({ module = "" }) => {
      const url = URL.createObjectURL(new Blob([module], { type: "text/javascript" }));
      this.#guest = this.enter((await import(url)).default);
      this.draw();
    });
  }

  close(): void {
    this.#guest?.(false);
    this.#link?.close();
  }
}
