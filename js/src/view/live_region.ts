import { html, on } from "../dom/elements";
import type { Snapshot } from "../protocol/types";
import type { State } from "../state/state";

/** The live regions of all views of the page, in order of creation. */
const regions = new Set<LiveRegion>();

/** Announces the events of a view to screen readers, each event once. */
export class LiveRegion {
  readonly element = html("div.live-region", { role: "status" });
  /** The texts of the current task. */
  #pending: string[] = [];
  /** What the last announcement was about. */
  #last: { snapshot?: Snapshot; language?: string; cell?: string; label?: string | null } = {};
  readonly #root: Element;

  constructor(root: Element, signal: AbortSignal) {
    this.#root = root;
    regions.add(this);
    on(signal, "abort", () => regions.delete(this));
  }

  /** Announces texts. Calls in one task make one announcement. */
  announce(...texts: string[]): void {
    if (!this.#pending.length)
      queueMicrotask(() => {
        const announcement = this.#pending.splice(0).join(" ");
        // a new element each time, so that the same text is announced again
        if (announcement && this.#isSpeaker) this.element.replaceChildren(html("p", {}, announcement));
      });
    this.#pending.push(...texts.filter(Boolean));
  }

  /** Of several views of a board, only the one with the focus announces, or else the first. */
  get #isSpeaker(): boolean {
    const board = this.#last.snapshot?.board;
    const ofBoard = [...regions].filter(
      (region) => region.#last.snapshot?.board === board && region.#root.isConnected,
    );
    return (ofBoard.find((region) => region.#root.matches(":focus-within")) ?? ofBoard[0]) === this;
  }

  /** Announces a new snapshot: its news and status if one of them is new, or else what has changed on the focused disc. */
  update({ snapshot, replaying }: State, language: string, disc: Element | null, muted: boolean): void {
    const before = this.#last;
    const old = before.snapshot;
    const isNew = old?.rev !== snapshot.rev;
    const cell = disc?.getAttribute("data-cell") ?? "";
    const label = disc?.getAttribute("aria-label") ?? null;
    // a new language is used from the next snapshot on
    this.#last = { snapshot, language: isNew || !before.language ? language : before.language, cell, label };
    // the last announcement is in the language before
    if (before.language !== language) this.element.replaceChildren();
    // the turns of a replay are too quick to be announced
    else if (old && isNew && !replaying && !muted) {
      const { news, status } = snapshot;
      const isOldNews = news === old.news;
      // the first step of this turn was announced before
      const announced = isOldNews || (old.step === "grow" && news.startsWith(old.news)) ? old.news.length : 0;
      if (isOldNews && status === old.status)
        this.announce((cell === before.cell && label !== before.label && label) || "");
      else this.announce(news.slice(announced).trim(), status);
    }
  }
}
