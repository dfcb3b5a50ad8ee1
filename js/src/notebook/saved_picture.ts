import type { Client } from "../protocol/client";
import type { Model } from "../protocol/types";
import { managerOf, type Place, placesOf } from "./outputs";

/*
 * Beside the live board Python keeps a picture of the last position in an output of its own, for the day when the
 * notebook is opened without a kernel. JupyterLab no longer lets Python update an output once the page was loaded again, so
 * the board then brings the picture up to date itself.
 *
 * Several browsers may share one document, and what two of them replace at the same time is there twice afterwards. So
 * Python hands the picture to one browser at a time, and nobody asks before what another has written could have come.
 */

/** What another browser writes has come after so long. */
const SHARED_MS = 1000;
/** After so long Python lets another browser write (LEASE_S in widget/static_output.py). */
const AGAIN_MS = 3000;

/** Keeps the saved picture of one board up to date. */
export class SavedPicture {
  /** Tells this browser from others. */
  readonly #by = Math.random();
  readonly #marker: string;
  readonly #model: Model;
  readonly #client: Client;
  /** The state of the board that was pictured last. */
  #rev: number;
  #asking = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(model: Model, client: Client) {
    const { board, rev } = model.get("snapshot");
    this.#model = model;
    this.#client = client;
    this.#rev = rev;
    this.#marker = `class="adaptoid-last-${board}"`;
    const ready = managerOf(model).context?.ready;
    if (ready) void ready.then(() => this.#check()).catch(() => {});
    else this.#check();
  }

  hear(message: unknown): void {
    const { type, rev } = (message ?? {}) as { type?: unknown; rev?: unknown };
    if (type !== "pictured" || typeof rev !== "number") return;
    this.#rev = rev;
    this.#checkAfter(SHARED_MS);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #checkAfter(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check(), ms);
  }

  /** Asks for the picture if the notebook holds an older one. */
  #check(): void {
    const rev = this.#rev;
    const old = (place: Place) => Number(/data-rev="(\d+)"/.exec(pageOf(place))?.[1]) < rev;
    if (!this.#places().some(old) || this.#asking || this.#closed) return;
    this.#asking = true;
    const over = () => {
      this.#asking = false;
    };
    this.#client.ask(
      { kind: "picture", by: this.#by },
      rev,
      ({ ok, bundle, rev: now }) => {
        over();
        if (!ok) return;
        if (!bundle) return this.#checkAfter(AGAIN_MS);
        // looked up again: cells may have moved meanwhile
        for (const place of this.#places()) place.put({ ...place.value, data: bundle });
        if (this.#rev > now) this.#check();
      },
      over,
    );
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
