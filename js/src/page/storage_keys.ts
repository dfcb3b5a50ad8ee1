/** Under which keys the pages of a tab store what. */

/** Where the tab remembers who is learning. */
export const SESSION_KEY = "adaptoid learner";

/** The learner chosen in this tab. */
export function tabLearner(): string | null {
  try {
    return sessionStorage.getItem(SESSION_KEY);
  } catch {
    return null;
  }
}

/** The key under which a board's state is stored for a learner. Names that differ only in case and outer spaces share it. */
export function storageKey(board: string, learner: string | null): string {
  return `adaptoid ${board}${learner ? ` @${learner.trim().normalize().toLowerCase()}` : ""}`;
}

/** The name of a file for `aw.results`. It has the name of the learner, since a class sends many files for one lesson. */
export function fileName({ lesson, learner }: { lesson: string; learner: string }): string {
  const name = learner.replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
  return [lesson, ...(name ? [name] : []), "results.json"].join(".");
}
