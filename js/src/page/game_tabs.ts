/**
 * Several tabs with the same game or the same puzzles of a site. They share one stored state: all follow it, and none overwrites
 * a state that it does not know. Tabs with the same lesson merge their results instead: lesson_tabs.ts.
 */

import { storedObject } from "../storage/stored_state";

/** What is used here of the model of a page. */
interface TabModel {
  /** Python has not answered everything yet. */
  readonly isBusy: boolean;
  /** The user has done something since this was last set to false. */
  isUsed: boolean;
}

/** Where the tabs meet, and what they say. */
export interface TabHost {
  /** The stored state, or "". */
  stored(): string;
  /** Stores a state; returns false if the browser stores nothing. */
  store(state: string): boolean;
  /** Loads the page again, with the stored state. */
  reload(): void;
  /** Says that this tab keeps a state of its own, which is no longer stored. */
  sayApart(): void;
}

/** How many earlier states a state knows. A tab that missed more of them takes the state for another one. */
const TRAIL = 40;

/** The ids of a stored state and of those before it, which the tabs add to what Python stores. */
function trailOf(stored: string): string[] {
  try {
    const { trail } = JSON.parse(stored) as { trail?: unknown };
    return Array.isArray(trail) ? trail : [];
  } catch {
    return [];
  }
}

const sorted = (_: string, value: unknown) =>
  value && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** A state without its trail, in one order; "" for none. */
function contentOf(state: string): string {
  try {
    const { trail, ...content } = storedObject(JSON.parse(state));
    return JSON.stringify(content, sorted);
  } catch {
    return "";
  }
}

/** Stores the states of this tab, and follows those of other tabs. */
export class SharedState {
  /** Is set when there is a model. */
  model: TabModel | undefined;
  readonly #host: TabHost;
  /** The trail of the state that this tab shows. */
  #trail: string[] = [];
  #content = "";
  /** This tab has made the state that it shows. */
  #isOwn = false;
  /** The state that this tab shows could not be stored. */
  #isUnstored = false;
  /** Another tab has gone on. */
  #isBehind = false;
  /** Another tab has gone on differently. */
  #isApart = false;

  /** `shown`: the stored state that this tab has opened. */
  constructor(host: TabHost, shown: string) {
    this.#host = host;
    this.restart(shown);
  }

  /** Begins with another stored state. */
  restart(shown: string): void {
    this.#trail = trailOf(shown);
    this.#content = contentOf(shown);
    this.#isOwn = false;
    this.#isBehind = false;
    this.look();
  }

  /** Takes a state of this tab; returns false if the browser stores nothing. */
  save(state: string): boolean {
    const content = contentOf(state);
    if (this.#isApart || content === this.#content) return !this.#isUnstored;
    this.#compare();
    if (this.#isBehind) {
      // what only the computer did here is not missed
      if (this.model?.isUsed) this.#diverge();
      return true;
    }
    const trail = [...this.#trail, Math.random().toString(36).slice(2, 10)].slice(-TRAIL);
    this.#isUnstored = !this.#host.store(JSON.stringify({ ...JSON.parse(state), trail }));
    this.#isOwn = true;
    this.#content = this.#isUnstored ? "" : content;
    if (!this.#isUnstored) this.#trail = trail;
    return !this.#isUnstored;
  }

  /** Looks whether another tab has stored a state. */
  look(): void {
    this.#compare();
    this.follow();
  }

  #compare(): void {
    if (this.#isBehind || this.#isApart) return;
    const stored = this.#host.stored();
    const trail = trailOf(stored);
    const last = this.#trail.at(-1);
    if (!stored || trail.at(-1) === last) return;
    // it was stored by a tab that did not know the state of this one
    if (this.#isUnstored || (this.#isOwn && last && !trail.includes(last))) this.#diverge();
    else this.#isBehind = true;
  }

  /** Is called when Python has answered everything, and when the tab becomes visible. */
  follow(): void {
    if (this.model?.isBusy) return;
    if (this.model) this.model.isUsed = false;
    if (this.#isBehind) this.#host.reload();
  }

  /** Goes on with a state of its own, which is no longer stored. */
  #diverge(): void {
    this.#isBehind = false;
    this.#isApart = true;
    this.#host.sayApart();
  }
}
