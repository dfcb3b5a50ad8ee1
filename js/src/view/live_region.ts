import { html } from "../dom/elements";
import type { Snapshot } from "../protocol/types";
import type { State } from "../state/state";

/** The regions of all views of the page, in order of creation. */
const voices = new Set<LiveRegion>();

/** Announces the events of a view to screen readers, each event once. */
export class LiveRegion {
  readonly element = html("div.voice", { role: "status" });
  /** During a replay turns are too quick to be announced. */
  quiet = false;
  #words: string[] = [];
  #told: { snapshot?: Snapshot; language?: string; disc?: string; label?: string | null } = {};
  readonly #root: Element;

  constructor(root: Element, signal: AbortSignal) {
    this.#root = root;
    voices.add(this);
    signal.addEventListener("abort", () => voices.delete(this));
  }

  /** Announces words. Calls in one task are one event. */
  say(...words: string[]): void {
    if (!this.#words.length)
      queueMicrotask(() => {
        const said = this.#words.splice(0).join(" ");
        // a new element each time, so that the same words are announced again
        if (said && this.#speaks) this.element.replaceChildren(html("p", {}, said));
      });
    this.#words.push(...words.filter(Boolean));
  }

  /** Of several views of a board, the one with the focus speaks, or else the first. */
  get #speaks(): boolean {
    const board = this.#told.snapshot?.board;
    const all = [...voices].filter((one) => one.#told.snapshot?.board === board && one.#root.isConnected);
    return (all.find((one) => one.#root.matches(":focus-within")) ?? all[0]) === this;
  }

  /** Announces a new snapshot: the news and the status, or else what has changed on the focused disc. */
  tell({ snapshot }: State, language: string, disc: Element | null, quiet: boolean): void {
    const { snapshot: before, disc: was, label: had, language: spoken } = this.#told;
    const fresh = before?.rev !== snapshot.rev;
    const cell = disc?.getAttribute("data-cell") ?? "";
    const label = disc?.getAttribute("aria-label") ?? null;
    // a new language is used from the next snapshot on
    this.#told = { snapshot, language: fresh || !spoken ? language : spoken, disc: cell, label };
    if (!before || !fresh || spoken !== language) return;
    const { news, status } = snapshot;
    // the first step of this turn was announced before
    const more = before.step === "grow" && news.startsWith(before.news) ? before.news.length : 0;
    const words = [
      news === before.news ? "" : news.slice(more).trim(),
      status === before.status ? "" : status,
    ];
    if (!words.join("")) words.push((cell === was && label !== had && label) || "");
    if (!this.quiet && !quiet) this.say(...words);
  }
}
