/** Under which keys the pages of a tab store what. */
import { BLANKS, INVISIBLE, JOINERS, MAX_LEARNER_NAME } from "../protocol/constants";
import { keepInWindow, windowMemory } from "./window_name";

/** Where the tab remembers who is learning, and since when. */
const SESSION_KEY = "adaptoid learner";
const SINCE_KEY = `${SESSION_KEY} since`;
/** Stands there for the choice that is still to be made. No name is a space. */
const UNDECIDED = " ";
/** Where the device remembers all names. */
export const NAMES_KEY = "adaptoid learners";
/** The key of results without a name, with their board: those of a trial or of an earlier version. */
export const NAMELESS_KEY = /^adaptoid (p[0-9a-f]{8}|puzzles)$/;

const rangesOf = (ranges: number[][]) =>
  ranges.map((range) => range.map((code) => `\\u{${code.toString(16)}}`).join("-")).join("");
const BLANK = new RegExp(`[ ${rangesOf(BLANKS)}]+`, "gu");
const UNSEEN = new RegExp(`[\\p{Cc}\\p{Cs}${rangesOf(INVISIBLE)}]`, "gu");

const SEEN = new RegExp(`[^ ${rangesOf(JOINERS)}]`, "u");

/** A name without invisible characters and needless blanks, as `clean_name` of adaptoid_widget/core/game/headers.py makes it. */
export function cleanName(typed: string): string {
  const visible = typed.replace(BLANK, " ").replace(UNSEEN, "").replace(BLANK, " ").trim();
  return SEEN.test(visible) ? [...visible].slice(0, MAX_LEARNER_NAME).join("").trim() : "";
}

/** The key under which a board's state is stored for a learner. Names that differ only in case and outer spaces share it. */
export function storageKey(board: string, learner: string | null): string {
  return `adaptoid ${board}${learner ? ` @${learner.trim().normalize().toLowerCase()}` : ""}`;
}

/** The names known on this device. */
export function knownNames(): string[] {
  try {
    const names = JSON.parse(localStorage.getItem(NAMES_KEY) ?? "[]") as unknown[];
    return names.filter((name) => typeof name === "string");
  } catch {
    return [];
  }
}

const isKnown = (name: string) =>
  knownNames().some((known) => storageKey("", known) === storageKey("", name));

/**
 * Remembers who is learning in this tab: "" for a trial without a name, null before a choice. The name of the window remembers it,
 * too.
 */
export function rememberLearner(learner: string | null, since = Date.now()): void {
  const stored = learner ?? UNDECIDED;
  keepInWindow({ learner: [since, stored] });
  sessionStorage.setItem(SESSION_KEY, stored);
  sessionStorage.setItem(SINCE_KEY, String(since));
}

/** What the tab remembers: the newer of the session storage and the name of the window. Null if nothing. */
function rememberedLearner(): string | null {
  const [since, named] = windowMemory().learner ?? [];
  const stored = sessionStorage.getItem(SESSION_KEY);
  if (since === undefined || named === undefined || since <= Number(sessionStorage.getItem(SINCE_KEY)))
    return stored;
  rememberLearner(named, since);
  return named;
}

/**
 * The learner of a tab: "" for a trial without a name, null before a choice. A new tab takes the only name of the device, unless
 * there are results without a name.
 */
export function learnerOfTab(): string | null {
  try {
    const stored = rememberedLearner();
    // a name that was removed in another tab is chosen no more
    if (stored !== null) return stored === UNDECIDED || (stored && !isKnown(stored)) ? null : stored;
    const [name, ...others] = knownNames();
    const isDoubtful = others.length || Object.keys(localStorage).some((key) => NAMELESS_KEY.test(key));
    if (name === undefined || isDoubtful) return null;
    // what other tabs do changes nothing here
    rememberLearner(name);
    return name;
  } catch {
    return null;
  }
}

/** The learner of this tab when the page was opened. */
export const tabLearner = learnerOfTab();

/** Whether another tab has removed the name of this one, with all results. Then nothing is stored under it. */
export const isRemoved = (): boolean => !!tabLearner && !isKnown(tabLearner);

/**
 * Whether the tab has chosen a name that the device did not know when the page was opened, and knows by now: what one page stores
 * may reach the next one late.
 */
export function isKnownByNow(): boolean {
  const name = tabLearner === null ? rememberedLearner() : null;
  return !!name && name !== UNDECIDED && isKnown(name);
}

/** The name of a file for `aw.results`. It has the name of the learner, since a class sends many files for one lesson. */
export function fileName({ lesson, learner }: { lesson: string; learner: string }): string {
  const name = learner.replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
  return [lesson, ...(name ? [name] : []), "results.json"].join(".");
}
