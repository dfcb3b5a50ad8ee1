import type { Intent, Reply } from "../protocol/types";
import type { BoardContext, Parts } from "./contract";

/** The parts that are loaded, shared by all boards of the page. */
const loaded: Partial<Parts> = {};

let canLoad = true;

/** Sets the parts of a shared page, which cannot load any others. */
export function bundleParts(parts: Partial<Parts>): void {
  canLoad = false;
  Object.assign(loaded, parts);
}

/** Whether a part is loaded or can be loaded. */
export function isAvailable(name: keyof Parts): boolean {
  return canLoad || name in loaded;
}

/** How one view requests parts. */
export interface PartSource {
  /** Returns false if nothing can be asked now. */
  ask(intent: Intent, rev: number, answered: (reply: Reply) => void, silent: () => void): unknown;
  /** Reports why a part cannot be used, or "" when one was loaded. */
  failed?(why: string): void;
  /** Python does not answer. */
  silent?(): void;
}

type Context<Name extends keyof Parts> = Parameters<Parts[Name]>[0];
type Instance<Name extends keyof Parts> = ReturnType<Parts[Name]>;
type Action<Name extends keyof Parts> = (instance: Instance<Name>) => void;

/** A part of one view. Python sends the text of its module once it is needed; all boards of the page share the module. */
export class LazyPart<Name extends keyof Parts> {
  /** The part, once it is loaded and needed. */
  instance: Instance<Name> | undefined;
  /** What to do once the part is loaded. */
  pending: Action<Name> | undefined;
  #request: "" | "sent" | "failed" = "";
  readonly #name: Name;
  readonly #context: Context<Name> & BoardContext;
  readonly #source: PartSource;
  readonly #ready: Action<Name>;

  /** `ready` is called when the part has been loaded for this view. */
  constructor(name: Name, context: Context<Name>, source: PartSource, ready: Action<Name> = () => {}) {
    this.#name = name;
    this.#context = context;
    this.#source = source;
    this.#ready = ready;
  }

  /** Returns the part, or requests it. A part that failed to load is requested again only if `retry` is set. */
  get(retry = false): Instance<Name> | undefined {
    const create = loaded[this.#name] as ((context: Context<Name>) => Instance<Name>) | undefined;
    if (create && !this.#context.signal.aborted) this.instance ??= create(this.#context);
    else if (!create && (!this.#request || (retry && this.#request === "failed"))) this.#load();
    return this.instance;
  }

  /** Returns the part. It is requested only if it is needed now. */
  getIf(needed: unknown): Instance<Name> | undefined {
    return needed ? this.get() : this.instance;
  }

  /** Does something with the part as soon as it is loaded, in place of what was pending. */
  use(action: Action<Name> | undefined = this.pending): void {
    this.pending = action;
    const instance = this.get(Boolean(action));
    if (!instance) return;
    this.pending = undefined;
    action?.(instance);
  }

  #load(): void {
    this.#request = "sent";
    const sent = this.#source.ask(
      { kind: "part", name: this.#name },
      0,
      (reply) => this.#receive(reply),
      () => {
        // the answer may be lost, so the next call of `get` asks again
        this.#request = "";
        this.#source.silent?.();
      },
    );
    if (!sent) this.#request = "";
  }

  async #receive({ ok, module, text = "" }: Reply): Promise<void> {
    const url = URL.createObjectURL(new Blob([module ?? ""], { type: "text/javascript" }));
    try {
      if (!ok) throw text;
      loaded[this.#name] ??= (await import(/* @vite-ignore */ url)).default;
      const instance = this.get();
      if (!instance) return;
      this.#source.failed?.("");
      this.#ready(instance);
      this.use();
    } catch (error) {
      this.#request = "failed";
      this.pending = undefined;
      console.error("adaptoid-widget:", error);
      this.#source.failed?.(String(error));
    } finally {
      URL.revokeObjectURL(url);
    }
  }
}
