const ARMED_MS = 4000;
/** The name of the button that removes all marks, and the key of its text. */
export const CLEAR = "pen.clear";

/** Asks for a second click on buttons that end or remove much. The first click arms the button for a while. */
export class SecondClick {
  /** The armed button, and the rev at which it was clicked. */
  #armed: { what: string; rev: number } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Is called with the name of the armed button, or "". */
  readonly #changed: (armed: string) => void;

  constructor(changed: (armed: string) => void) {
    this.#changed = changed;
  }

  /** Whether a click on a button takes effect. */
  confirms(what: string, rev: number): boolean {
    const isConfirmed = this.isArmed(what, rev);
    this.disarm();
    if (isConfirmed || !["draw", "resign", "remove", CLEAR].includes(what)) return true;
    this.#armed = { what, rev };
    this.#timer = setTimeout(() => this.disarm(), ARMED_MS);
    this.#changed(what);
    return false;
  }

  /** Whether a button is armed. */
  isArmed(what: string, rev: number): boolean {
    return this.#armed?.what === what && this.#armed.rev === rev;
  }

  disarm(): void {
    clearTimeout(this.#timer);
    if (!this.#armed) return;
    this.#armed = null;
    this.#changed("");
  }
}
