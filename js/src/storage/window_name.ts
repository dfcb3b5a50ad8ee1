/**
 * What the pages of a tab keep in the name of its window. Chromium now and then opens a page with an empty session storage and loses
 * what the page stores there; the name of the window outlives that.
 */

interface WindowMemory {
  /** Who is learning, and since when. */
  learner?: [since: number, name: string];
  /** Under which ids the states of this tab are stored, by their keys; the newest last. */
  states?: [key: string, id: string][];
}

const PREFIX = "adaptoid ";

/** What the name of the window says. It may be the word of another site. */
export function windowMemory(): WindowMemory {
  try {
    if (!window.name.startsWith(PREFIX)) return {};
    const { learner, states } = JSON.parse(window.name.slice(PREFIX.length));
    const memory: WindowMemory = {};
    if (Number.isInteger(learner?.[0]) && typeof learner[1] === "string") memory.learner = learner;
    if (Array.isArray(states)) memory.states = states.filter((pair) => typeof pair?.[1] === "string");
    return memory;
  } catch {
    return {};
  }
}

/** Changes what the name of the window says. A window that somebody else has named is theirs, as is that of a foreign page. */
export function keepInWindow(change: WindowMemory): void {
  if (globalThis.adaptoidParts || (window.name && !window.name.startsWith(PREFIX))) return;
  window.name = PREFIX + JSON.stringify({ ...windowMemory(), ...change });
}
