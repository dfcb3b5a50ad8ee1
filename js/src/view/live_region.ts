import { html } from "../dom/elements";
import type { Snapshot } from "../protocol/types";
import type { State } from "../state/state";

/** All views of the page, in the order in which they came. */
const voices = new Set<Voice>();

/** What a screen reader hears of a view, besides what the keyboard is on: one place, and each event there once. */
export class Voice {
  readonly element = html("div.voice", { role: "status" });
  /** While turns pass by themselves nobody could keep up with the news. */
  quiet = false;
  #words: string[] = [];
  #told: { snapshot?: Snapshot; language?: string; disc?: string; label?: string | null } = {};
  readonly #root: Element;

  constructor(root: Element, signal: AbortSignal) {
    this.#root = root;
    voices.add(this);
    signal.addEventListener("abort", () => voices.delete(this));
  }

  /** Says something; what comes at one and the same moment is one event. */
  say(...words: string[]): void {
    if (!this.#words.length)
      queueMicrotask(() => {
        const said = this.#words.splice(0).join(" ");
        // a new element each time: the same words once more are heard once more
        if (said && this.#speaks) this.element.replaceChildren(html("p", {}, said));
      });
    this.#words.push(...words.filter(Boolean));
  }

  /** Of several views of a board the one with the keyboard speaks, else the first. */
  get #speaks(): boolean {
    const board = this.#told.snapshot?.board;
    const all = [...voices].filter((one) => one.#told.snapshot?.board === board && one.#root.isConnected);
    return (all.find((one) => one.#root.matches(":focus-within")) ?? all[0]) === this;
  }

  /** Tells of a new snapshot: what has happened and what is to be done now, else what has changed on the disc. */
  tell({ snapshot }: State, language: string, disc: Element | null, quiet: boolean): void {
    const { snapshot: before, disc: was, label: had, language: spoken } = this.#told;
    const fresh = before?.rev !== snapshot.rev;
    const cell = disc?.getAttribute("data-cell") ?? "";
    const label = disc?.getAttribute("aria-label") ?? null;
    // a language is spoken from the next snapshot on
    this.#told = { snapshot, language: fresh || !spoken ? language : spoken, disc: cell, label };
    if (!before || !fresh || spoken !== language) return;
    const { news, status } = snapshot;
    // of a turn that was begun before, its first step has been told already
    const more = before.step === "grow" && news.startsWith(before.news) ? before.news.length : 0;
    const words = [
      news === before.news ? "" : news.slice(more).trim(),
      status === before.status ? "" : status,
    ];
    if (!words.join("")) words.push((cell === was && label !== had && label) || "");
    if (!this.quiet && !quiet) this.say(...words);
  }
}
