/** Several tabs, or places of a page, with the same lesson. Python merges the results of all of them. The tabs of a game: game_tabs.ts. */

import type { StoredState } from "../storage/stored_state";
import { PAGE_ID, type PageModel } from "./model";

/**
 * Takes over the results that other tabs have stored, now and whenever they store more, and returns the function that stores the
 * results of this tab. That function returns false if the browser stores nothing. `kept` is where they are stored; `opened`, the
 * stored results that this tab has opened.
 */
export function lessonSaver(model: PageModel, kept: StoredState, opened: string): (state: string) => boolean {
  let lastStored = opened;
  const takeOver = () => {
    const stored = kept.text;
    if (!stored || stored === lastStored) return false;
    lastStored = stored;
    model.send({ kind: "merge", id: PAGE_ID, rev: model.get("snapshot").rev, stored });
    return true;
  };
  kept.onOther(takeOver);
  // a page from the browser's cache has missed the events
  addEventListener("pageshow", takeOver);
  takeOver();
  return (state) => {
    // Python answers with the merged results, which are stored then
    if (takeOver()) return true;
    const isStored = kept.save(state);
    if (isStored) lastStored = state;
    return isStored;
  };
}
