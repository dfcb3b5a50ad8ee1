import { keepId, removeOldest, tabState } from "./tab_ids";

/** Whose state it is: each tab's own, or one of the device, which all tabs share. */
export type StatePlace = "tab" | "device";

/** What the browser has stored under a key, or "". Some browsers store nothing for a page from disk. */
export function storedText(key: string, place: StatePlace): string {
  if (place === "device") return get(key);
  const { name, inherited } = tabState(key);
  return get(name) || inherited;
}

/** What the browser keeps of one content of a page: its state, and what to show of it until Python has read the state. */
export class StoredState {
  readonly #key: string;
  readonly #place: StatePlace;
  /** Whether states are lost on purpose, since the page is about to ask who is learning. */
  readonly #isObsolete: () => boolean;

  constructor(key: string, place: StatePlace, isObsolete = () => false) {
    this.#key = key;
    this.#place = place;
    this.#isObsolete = isObsolete;
  }

  /** What the browser has stored, or "". */
  get text(): string {
    return storedText(this.#key, this.#place);
  }

  /** Saves the state; returns false if the browser has no room or saves nothing for this page. */
  save(state: string): boolean {
    if (this.#isObsolete()) return true;
    const own = this.#own;
    const fits = () => set(this.#name, state);
    // the state is worth more than its preview, and than what closed tabs have left
    let isSaved = fits() || (this.#removePreview() && fits());
    while (own && !isSaved && removeOldest(own)) isSaved = fits();
    if (!isSaved) return false;
    this.#keepId();
    for (const heard of HANDLERS.get(this.#key) ?? []) if (heard.of !== this) heard.handler();
    return true;
  }

  /** Calls the handler when another tab, or another content of this page with the same key, has saved a state. */
  onOther(handler: () => void): void {
    addEventListener("storage", (event) => event.key === this.#name && event.newValue !== null && handler());
    HANDLERS.set(this.#key, [...(HANDLERS.get(this.#key) ?? []), { of: this, handler }]);
  }

  /** What `savePreview` has kept, or "". */
  get preview(): string {
    return get(`${this.#name} preview`);
  }

  /** Keeps what the page shows until Python has read the state, if there is room; "" keeps what there is. */
  savePreview(preview: string): void {
    if (preview && set(`${this.#name} preview`, preview)) this.#keepId();
  }

  /** Whether the browser has room for a state. */
  get hasRoom(): boolean {
    const probe = `${this.#key} probe`;
    if (!set(probe, " ".repeat(ROOM))) return false;
    localStorage.removeItem(probe);
    return true;
  }

  /** Only of a state of this tab. */
  get #own() {
    return this.#place === "tab" ? tabState(this.#key) : undefined;
  }

  #keepId(): void {
    const own = this.#own;
    if (own) keepId(this.#key, own);
  }

  /** Under which name the browser keeps the state. */
  get #name(): string {
    return this.#own?.name ?? this.#key;
  }

  /** Returns whether there was a preview. */
  #removePreview(): boolean {
    const isKept = this.preview !== "";
    if (isKept) localStorage.removeItem(`${this.#name} preview`);
    return isKept;
  }
}

/** More keys than any stored state has. */
const MAX_KEYS = 200;

/** What was stored, if it is an object as pages store it; otherwise an empty one. A copy of a long text or list would have a key for each item, which Python reads for minutes. */
export function storedObject(value: unknown): Record<string, unknown> {
  const isObject = value instanceof Object && !Array.isArray(value) && Object.keys(value).length <= MAX_KEYS;
  return isObject ? (value as Record<string, unknown>) : {};
}

function get(key: string): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

function set(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** The characters that a state may well have. */
const ROOM = 4000;
/** By key, who hears that another content of this page has saved a state. */
const HANDLERS = new Map<string, { of: StoredState; handler: () => void }[]>();
