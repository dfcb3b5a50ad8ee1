import { part } from "./parts";
import type { Told } from "./wire";

/** What the page was told, and what a browser keeps of it. */
export const told = JSON.parse(part("adaptoid-told")) as Told;
/** A position that the address names after its "#", with "_" for blanks. */
export const link = told.links ? linked() : "";
const name = `adaptoid ${told.board}${link && ` ${link}`}`;

function linked(): string {
  try {
    return decodeURIComponent(location.hash.slice(1)).replaceAll("_", " ");
  } catch {
    return "";
  }
}

/** Some browsers keep nothing for a page from disk. */
export function remembered(): string {
  try {
    return window[told.storage].getItem(name) ?? "";
  } catch {
    return "";
  }
}

export function remember(kept: string): void {
  try {
    window[told.storage].setItem(name, kept);
  } catch {
    // Without it, a reload begins again: no reason to disturb anybody.
  }
}
