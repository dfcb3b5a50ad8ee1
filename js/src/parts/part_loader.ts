import { on } from "../dom/elements";
import type { Client } from "../protocol/client";
import type { Reply } from "../protocol/types";
import type { BoardContext, Parts } from "./contract";

/** What makes the parts: in a shared page from the beginning, in a notebook once their bundle is loaded. */
let makers: Partial<Parts> = {};
let canLoad = true;
/** Why the bundle could not be loaded, or "". */
let failure = "";

/** Sets the parts of a shared page, which cannot load any others. */
export function bundleParts(parts: Partial<Parts>): void {
  canLoad = false;
  makers = { ...makers, ...parts };
}

/** Whether a part is loaded or can be loaded. */
export function isAvailable(name: keyof Parts): boolean {
  return canLoad || name in makers;
}

/** A view or a board that waits for the bundle. */
interface Waiting {
  client: Client;
  loaded(): void;
  slow(): void;
  silent(): void;
}

const waiting = new Set<Waiting>();
/** The one that has asked Python. All boards of the page share its answer. */
let asking: Waiting | null = null;

function load(one: Waiting): void {
  waiting.add(one);
  if (asking) return;
  asking = one;
  const silent = () => {
    // the answer may be lost, so the next need asks again
    asking = null;
    for (const other of waiting) other.silent();
  };
  const slow = () => {
    for (const other of waiting) other.slow();
  };
  one.client.ask({ kind: "parts" }, 0, receive, silent, slow);
}

/** A view that closes gets no answer, so another one asks. */
function leave(one: Waiting): void {
  waiting.delete(one);
  if (asking !== one) return;
  asking = null;
  for (const next of waiting) load(next);
}

async function receive({ ok, module = "", text = "" }: Reply): Promise<void> {
  const url = URL.createObjectURL(new Blob([module], { type: "text/javascript" }));
  try {
    if (!ok) throw text;
    const { default: bundle } = await import(/* @vite-ignore */ url);
    makers = { ...bundle, ...makers };
    failure = "";
  } catch (error) {
    console.error("adaptoid-widget:", error);
    failure = String(error);
  } finally {
    URL.revokeObjectURL(url);
  }
  asking = null;
  for (const one of [...waiting]) {
    waiting.delete(one);
    one.loaded();
  }
}

type Context<Name extends keyof Parts> = Parameters<Parts[Name]>[0];
type Instance<Name extends keyof Parts> = ReturnType<Parts[Name]>;
type Action<Name extends keyof Parts> = (part: Instance<Name>) => void;

/** How a view hears of the parts that it needs. */
interface PartsHost {
  /** All parts can be made now. */
  loaded?(): void;
  /** Why a needed part cannot be used; "": nothing is wrong; null: Python takes long. */
  report?(why: string | null): void;
  /** Python does not answer. */
  silent?(): void;
}

/** The parts of one view, or of one board. Each is made when it is first needed. The first need loads the bundle. */
export class PartSet<Names extends keyof Parts> {
  readonly #made: { [Name in Names]?: Instance<Name> } = {};
  /** What the user wants to do with a part that is not loaded yet. */
  #pending: [name: Names, action: Action<Names>] | null = null;
  /** The parts to make without a need. */
  #early: Names[] = [];
  /** A failure matters, since a part is needed and not only loaded early. */
  #isNeeded = false;
  readonly #context: Context<Names> & BoardContext;
  readonly #host: PartsHost;
  readonly #waiting: Waiting;

  constructor(context: Context<Names> & BoardContext, host: PartsHost = {}) {
    this.#context = context;
    this.#host = host;
    this.#waiting = {
      client: context.client,
      loaded: () => this.#loaded(),
      slow: () => this.#isNeeded && host.report?.(null),
      silent: () => {
        this.#pending = null;
        if (this.#isNeeded) host.silent?.();
      },
    };
    on(context.signal, "abort", () => leave(this.#waiting));
  }

  /** Returns a part if it was made. If it is needed now, it is made or loaded. */
  get<Name extends Names>(name: Name, isNeeded: unknown = false): Instance<Name> | undefined {
    if (isNeeded && !this.#make(name)) this.#load();
    return this.#made[name];
  }

  /** Does what the user wants with a part as soon as it is loaded, in place of what was wanted before. */
  use<Name extends Names>(name: Name, action: Action<Name>): void {
    const part = this.#make(name);
    if (part) {
      action(part);
      return;
    }
    this.#pending = [name, action as Action<Names>];
    failure = "";
    this.#load();
  }

  /** Makes those of the parts that are loaded. Returns whether one is new. */
  makeLoaded(...names: Names[]): boolean {
    const missing = names.filter((name) => !this.#made[name]);
    return missing.filter((name) => this.#make(name)).length > 0;
  }

  /** Makes parts that nobody needs yet. A failure is not reported. */
  preload(...names: Names[]): void {
    if (this.makeLoaded(...names)) this.#host.loaded?.();
    this.#early = names.filter((name) => !this.#made[name]);
    if (this.#early.length && canLoad && !failure) load(this.#waiting);
  }

  #make<Name extends Names>(name: Name): Instance<Name> | undefined {
    const make = makers[name] as ((context: Context<Name>) => Instance<Name>) | undefined;
    if (make && !this.#context.signal.aborted) this.#made[name] ??= make(this.#context as Context<Name>);
    return this.#made[name];
  }

  #load(): void {
    this.#isNeeded = true;
    if (failure) this.#host.report?.(failure);
    else if (canLoad) load(this.#waiting);
  }

  #loaded(): void {
    const pending = this.#pending;
    this.#pending = null;
    if (this.#isNeeded) this.#host.report?.(failure);
    if (failure) return;
    for (const name of this.#early) this.#make(name);
    this.#host.loaded?.();
    if (pending) this.use(...pending);
  }
}
