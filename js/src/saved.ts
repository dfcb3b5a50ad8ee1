import { html } from "./dom";
import { Link } from "./link";
import { managerOf, type Notebook, type Output, type Outputs, outputsOf } from "./outputs";
import type { Model } from "./types";

/*
 * Beside the live board Python keeps a picture of the last position in an output of its own, for the day when the
 * notebook is opened without a kernel. Once the board has been drawn it hides that picture. JupyterLab no longer lets Python
 * update an output once the page was loaded again, so the board then brings the picture up to date itself.
 */

/** Gives a function that hides the pictures of a board wherever they stand, or shows them again. */
export function pictureHider(model: Model, board: string): (hidden: boolean) => void {
  // only where there is a notebook: elsewhere there is no picture, and a page may forbid style elements
  if (!model.widget_manager) return () => {};
  const picture = `.adaptoid-last-${CSS.escape(board)}`;
  // two rules, as one unknown selector would spoil a list
  const style = html(
    "style",
    {},
    `${picture}{display:none}.jp-OutputArea-child:has(${picture}){display:none}`,
  );
  return (hidden) => {
    if (!hidden) style.remove();
    else if (!style.isConnected) document.head.append(style);
  };
}

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
    const ready = this.#notebook?.ready;
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
    const old = this.#places().some(({ page }) => !page.includes(`data-rev="${rev}"`));
    if (!old) return;
    this.#link.ask({ kind: "picture" }, rev, (reply) => {
      if (!reply.ok || !reply.bundle) return;
      // looked up again: cells may have moved meanwhile
      for (const { outputs, index, value } of this.#places())
        outputs.set(index, { ...value, data: reply.bundle });
      if (this.#wanted > reply.rev) this.#check(this.#wanted);
    });
  }

  get #notebook(): Notebook | undefined {
    return managerOf(this.#model).context;
  }

  /** Every output of the notebook that holds a picture of this board. */
  #places(): { outputs: Outputs; index: number; value: Output; page: string }[] {
    try {
      return outputsOf(this.#notebook)
        .filter((outputs) => outputs !== undefined)
        .flatMap((outputs) =>
          Array.from({ length: outputs.length }, (_, index) => {
            const value = outputs.get(index).toJSON();
            const page = [value.data?.["text/html"] ?? ""].flat().join("");
            return { outputs, index, value, page };
          }),
        )
        .filter(({ page }) => page.includes(this.#marker));
    } catch {
      return [];
    }
  }
}
