/** What the browser keeps of one content of a page: its state, and what to show of it until Python has read the state. */
export class StoredState {
  readonly #key: string;
  readonly #area: "sessionStorage" | "localStorage";
  /** Whether states are lost on purpose, since the page is about to ask who is learning. */
  readonly #isObsolete: () => boolean;

  constructor(key: string, area: "sessionStorage" | "localStorage", isObsolete = () => false) {
    this.#key = key;
    this.#area = area;
    this.#isObsolete = isObsolete;
  }

  /** What the browser has stored, or "". Some browsers store nothing for a page from disk. */
  get text(): string {
    return this.#get(this.#key);
  }

  /** Saves the state; returns false if the browser has no room or saves nothing for this page. */
  save(state: string): boolean {
    if (this.#isObsolete()) return true;
    // the state is worth more than its preview
    const isSaved = this.#set(this.#key, state) || (this.#removePreview() && this.#set(this.#key, state));
    if (isSaved) for (const heard of HANDLERS.get(this.#key) ?? []) if (heard.of !== this) heard.handler();
    return isSaved;
  }

  /** Calls the handler when another tab, or another content of this page with the same key, has saved a state. */
  onOther(handler: () => void): void {
    addEventListener("storage", (event) => event.key === this.#key && event.newValue !== null && handler());
    HANDLERS.set(this.#key, [...(HANDLERS.get(this.#key) ?? []), { of: this, handler }]);
  }

  /** What `savePreview` has kept, or "". */
  get preview(): string {
    return this.#get(`${this.#key} preview`);
  }

  /** Keeps what the page shows until Python has read the state, if there is room; "" keeps what there is. */
  savePreview(preview: string): void {
    if (preview) this.#set(`${this.#key} preview`, preview);
  }

  /** Whether the browser has room for a state. */
  get hasRoom(): boolean {
    const probe = `${this.#key} probe`;
    if (!this.#set(probe, " ".repeat(ROOM))) return false;
    window[this.#area].removeItem(probe);
    return true;
  }

  /** Returns whether there was a preview. */
  #removePreview(): boolean {
    const isKept = this.preview !== "";
    if (isKept) window[this.#area].removeItem(`${this.#key} preview`);
    return isKept;
  }

  #get(key: string): string {
    try {
      return window[this.#area].getItem(key) ?? "";
    } catch {
      return "";
    }
  }

  #set(key: string, text: string): boolean {
    try {
      window[this.#area].setItem(key, text);
      return true;
    } catch {
      return false;
    }
  }
}

/** The characters that a state may well have. */
const ROOM = 4000;
/** By key, who hears that another content of this page has saved a state. */
const HANDLERS = new Map<string, { of: StoredState; handler: () => void }[]>();
