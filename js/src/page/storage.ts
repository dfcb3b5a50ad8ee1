import { embeddedText } from "./embedded";
import type { PageConfig } from "./messages";

/** The settings of the page, and the state that the browser keeps of it. */
export const config = JSON.parse(embeddedText("adaptoid-told")) as PageConfig;
/** The position in the fragment of the address, where "_" stands for a blank. */
export const linkedPosition = config.links ? readFragment() : "";
const key = `adaptoid ${config.board}${linkedPosition && ` ${linkedPosition}`}`;

function readFragment(): string {
  const text = location.hash.slice(1);
  try {
    return decodeURIComponent(text).replaceAll("_", " ");
  } catch {
    // Python refuses it with a sentence
    return text;
  }
}

/** The saved state, or "". Some browsers save nothing for a page from disk. */
export function savedState(): string {
  try {
    return window[config.storage].getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** Saves the state; returns false if the browser has no room or saves nothing for this page. */
export function saveState(state: string): boolean {
  try {
    window[config.storage].setItem(key, state);
    return true;
  } catch {
    return false;
  }
}

/** The language that was chosen on a page written in another one, or "". The pages of one lesson share their state. */
export function languageOf(saved: string, original: string): string {
  try {
    return (JSON.parse(saved) as { spoken: Record<string, string> }).spoken[original] ?? "";
  } catch {
    return "";
  }
}
