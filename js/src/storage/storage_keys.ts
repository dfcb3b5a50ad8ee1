/** Under which keys the pages of a tab store what. */

/** Where the tab remembers who is learning. */
export const SESSION_KEY = "adaptoid learner";
/** Stands there for the choice that is still to be made. No name is a space. */
export const UNDECIDED = " ";
/** Where the device remembers all names. */
export const NAMES_KEY = "adaptoid learners";
/** The key of results without a name, with their board: those of a trial or of an earlier version. */
export const NAMELESS_KEY = /^adaptoid (p[0-9a-f]{8}|puzzles)$/;

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

/**
 * The learner of a tab: "" for a trial without a name, null before a choice. A new tab takes the only name of the device, unless
 * there are results without a name.
 */
export function learnerOfTab(): string | null {
  try {
    const stored = sessionStorage.getItem(SESSION_KEY);
    if (stored !== null) return stored === UNDECIDED ? null : stored;
    const [name, ...others] = knownNames();
    const isDoubtful = others.length || Object.keys(localStorage).some((key) => NAMELESS_KEY.test(key));
    if (name === undefined || isDoubtful) return null;
    // what other tabs do changes nothing here
    sessionStorage.setItem(SESSION_KEY, name);
    return name;
  } catch {
    return null;
  }
}

/** The learner of this tab when the page was opened. */
export const tabLearner = learnerOfTab();

/** The name of a file for `aw.results`. It has the name of the learner, since a class sends many files for one lesson. */
export function fileName({ lesson, learner }: { lesson: string; learner: string }): string {
  const name = learner.replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
  return [lesson, ...(name ? [name] : []), "results.json"].join(".");
}
