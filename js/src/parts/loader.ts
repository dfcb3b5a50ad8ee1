import type { Intent, Reply } from "../protocol/types";
import type { Parts } from "./contract";

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

/** Where a part is asked for, and who is told when it does not come. */
export interface Source {
  /** False where it cannot be asked now. */
  ask(intent: Intent, rev: number, answered: (reply: Reply) => void, silent: () => void): unknown;
  /** Why a part cannot be used; "" once one has come. */
  trouble?(why: string): void;
  /** Python does not answer. */
  silent?(): void;
}

/** One part as one view wants it: Python sends the text of its module, once for a page. */
export class Part<Name extends keyof Parts> {
  #state: "" | "asked" | "failed" = "";
  readonly #name: Name;
  readonly #source: Source;
  readonly #came: () => void;

  constructor(name: Name, source: Source, came: () => void) {
    this.#name = name;
    this.#source = source;
    this.#came = came;
  }

  /** The part, if it is here; if not it is asked for, with `again` also where it failed before. */
  get(again = false): Parts[Name] | undefined {
    if (!here[this.#name] && (!this.#state || (again && this.#state === "failed"))) this.#ask();
    return here[this.#name];
  }

  #ask(): void {
    this.#state = "asked";
    const asked = this.#source.ask(
      { kind: "part", name: this.#name },
      0,
      (reply) => this.#load(reply),
      () => {
        // the answer may be lost: whoever wants the part next asks again
        this.#state = "";
        this.#source.silent?.();
      },
    );
    if (!asked) this.#state = "";
  }

  async #load({ ok, module, text = "" }: Reply): Promise<void> {
    const url = URL.createObjectURL(new Blob([module ?? ""], { type: "text/javascript" }));
    try {
      if (!ok) throw text;
      here[this.#name] ??= (await import(/* @vite-ignore */ url)).default;
      this.#source.trouble?.("");
      this.#came();
    } catch (error) {
      this.#state = "failed";
      console.error("adaptoid-widget:", error);
      this.#source.trouble?.(String(error));
    } finally {
      URL.revokeObjectURL(url);
    }
  }
}
