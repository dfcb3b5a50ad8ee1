import { Link } from "./link";
import { managerOf, type Place, placesOf } from "./outputs";
import type { Model } from "./types";

/*
 * Beside the live board Python keeps a picture of the last position in an output of its own, for the day when the
 * notebook is opened without a kernel. JupyterLab no longer lets Python update an output once the page was loaded again, so
 * the board then brings the picture up to date itself.
 */

/** Keeps the saved picture of one board up to date. */
export class SavedPicture {
  readonly #link: Link;
  readonly #marker: string;
  #wanted = -1;
  readonly #model: Model;

  constructor(model: Model, board: string) {
    this.#model = model;
    this.#marker = `class="adaptoid-last-${board}"`;
    this.#link = new Link(model);
    const ready = managerOf(model).context?.ready;
    if (ready) void ready.then(() => this.#check(model.get("snapshot").rev)).catch(() => {});
    else this.#check(model.get("snapshot").rev);
  }

  hear(message: unknown): void {
    if (this.#link.hear(message)) return;
    const { type, rev } = (message ?? {}) as { type?: unknown; rev?: unknown };
    if (type === "pictured" && typeof rev === "number") this.#check(rev);
  }

  close(): void {
    this.#link.close();
  }

  /** Asks for the picture if the notebook holds an older one. */
  #check(rev: number): void {
    this.#wanted = rev;
    const old = this.#places().some((place) => !pageOf(place).includes(`data-rev="${rev}"`));
    if (!old) return;
    this.#link.ask({ kind: "picture" }, rev, (reply) => {
      if (!reply.ok || !reply.bundle) return;
      // looked up again: cells may have moved meanwhile
      for (const place of this.#places()) place.put({ ...place.value, data: reply.bundle });
      if (this.#wanted > reply.rev) this.#check(this.#wanted);
    });
  }

  /** Every output of the notebook that holds a picture of this board. */
  #places(): Place[] {
    try {
      return placesOf(this.#model).filter((place) => pageOf(place).includes(this.#marker));
    } catch {
      return [];
    }
  }
}

function pageOf({ value }: Place): string {
  return [value.data?.["text/html"] ?? ""].flat().join("");
}
