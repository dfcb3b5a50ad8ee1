import type { Pen, PenGuide } from "./annotate";
import type { Editor, Guide } from "./editor";
import type { Attach, Guest } from "./guest";
import type { Enter } from "./lesson";
import type { Link, Listen } from "./link";
import type { Pens } from "./pens";
import type { Model, Reply } from "./types";

/** What comes only where it is wanted, each the default export of a module of its own. */
export interface Parts {
  editor: (guide: Guide, root: HTMLElement) => Editor;
  analyst: Attach;
  lesson: Enter;
  picture: (model: Model, root: HTMLElement) => Guest;
  notebook: (model: Model, listen: Listen) => Guest;
  pens: (guide: PenGuide, hold: (changes: Partial<Pen>) => void, root: HTMLElement) => Pens;
}

/** What has come, for all boards of the page. */
const here: Partial<Parts> = {};

let asks = true;

/** A shared page has all that it will ever have from the beginning: it has nobody to ask. */
export function bring(parts: Partial<Parts>): void {
  asks = false;
  Object.assign(here, parts);
}

/** Whether a part is here or may still come. */
export function mayCome(name: keyof Parts): boolean {
  return asks || name in here;
}

/** One part as one view wants it: Python sends the text of its module, once for a page. */
export class Part<Name extends keyof Parts> {
  /** It is on its way, or it did not come and would not now either. */
  #settled = false;
  readonly #name: Name;
  readonly #link: Link;
  readonly #came: () => void;
  readonly #failed: (why: string) => void;

  constructor(name: Name, link: Link, came: () => void, failed: (why: string) => void = () => {}) {
    this.#name = name;
    this.#link = link;
    this.#came = came;
    this.#failed = failed;
  }

  /** The part, if it is here; if not it is asked for, `again` also where Python was silent or it failed before. */
  get(again = false): Parts[Name] | undefined {
    if (!here[this.#name] && (again || (!this.#settled && this.#link.state === "idle")))
      this.#link.ask({ kind: "part", name: this.#name }, 0, (reply) => this.#load(reply));
    return here[this.#name];
  }

  async #load({ ok, module, text = "" }: Reply): Promise<void> {
    this.#settled = true;
    const url = URL.createObjectURL(new Blob([module ?? ""], { type: "text/javascript" }));
    try {
      if (!ok) throw text;
      here[this.#name] ??= (await import(/* @vite-ignore */ url)).default;
      this.#came();
    } catch (error) {
      console.error("adaptoid-widget:", error);
      this.#failed(String(error));
    } finally {
      URL.revokeObjectURL(url);
    }
  }
}
