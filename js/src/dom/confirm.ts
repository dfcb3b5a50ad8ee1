const SURE_MS = 4000;
/** The button that takes all marks away, and the word on it. */
export const CLEAR = "pen.clear";

/** What ends or takes away much is asked for twice in a row: the first click arms its button, for a while. */
export class Sure {
  /** The button that was clicked once, at this rev. */
  #armed: { what: string; rev: number } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `changed` hears which button is armed now, if one is. */
  readonly #changed: (armed: string) => void;

  constructor(changed: (armed: string) => void) {
    this.#changed = changed;
  }

  /** Whether a click on a button counts. */
  confirms(what: string, rev: number): boolean {
    const sure = this.is(what, rev);
    this.disarm();
    if (sure || !["draw", "resign", "remove", CLEAR].includes(what)) return true;
    this.#armed = { what, rev };
    this.#timer = setTimeout(() => this.disarm(), SURE_MS);
    this.#changed(what);
    return false;
  }

  /** Whether a button was clicked once. */
  is(what: string, rev: number): boolean {
    return this.#armed?.what === what && this.#armed.rev === rev;
  }

  disarm(): void {
    clearTimeout(this.#timer);
    if (!this.#armed) return;
    this.#armed = null;
    this.#changed("");
  }
}
