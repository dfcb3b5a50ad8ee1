import { part } from "./parts";
import type { Told } from "./wire";

/** What the page was told, and what a browser keeps of it. */
export const told = JSON.parse(part("adaptoid-told")) as Told;
/** A position that the address names after its "#", with "_" for blanks. */
export const link = told.links ? linked() : "";
const name = `adaptoid ${told.board}${link && ` ${link}`}`;

function linked(): string {
  const text = location.hash.slice(1);
  try {
    return decodeURIComponent(text).replaceAll("_", " ");
  } catch {
    // no position either: Python says so
    return text;
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

/** Whether the browser keeps it: it may have no room, or keep nothing for this page. */
export function remember(kept: string): boolean {
  try {
    window[told.storage].setItem(name, kept);
    return true;
  } catch {
    return false;
  }
}

/** The language chosen on a page made in this one; "" where none was. The pages of one lesson share what is kept. */
export function languageOf(kept: string, made: string): string {
  try {
    return (JSON.parse(kept) as { spoken: Record<string, string> }).spoken[made] ?? "";
  } catch {
    return "";
  }
}
