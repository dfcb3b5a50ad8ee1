/**
 * The states that belong to one tab. The browser keeps them in local storage under an id of the tab, since Chromium now and then
 * loses the session storage of a page from disk. The tab knows the id from the name of its window and from its session storage.
 *
 * A page that leaves a tab marks its states as left; the next page of the tab takes them over with the mark. Without a mark, the page
 * is a duplicate of a tab that still has them, or it follows a crash. It goes on with a copy, so that two tabs never share a state.
 */

import { keepInWindow, windowMemory } from "./window_name";

/** How many states of tabs are kept, and how long. */
const MOST = 40;
const KEPT_MS = 30 * 86_400_000;
/** How many states the name of the window names. */
const MOST_NAMED = 20;
const ID = /^[0-9a-z]{10,20}$/;
const STATE = /^(adaptoid .* tab ([0-9a-z]{10,20}))(?: (?:preview|left))?$/s;

/** The state of a tab with a key. */
export interface TabState {
  /** Its name in local storage. */
  name: string;
  id: string;
  /** The tab knows the id. */
  isKept: boolean;
  /** The page has stored something there. */
  isUsed?: boolean;
  /** What an earlier page of the tab has stored, if there was no room for a copy. */
  inherited: string;
}

declare global {
  /** The states of this page by key. All scripts of the page share them. */
  var adaptoidTabs: Map<string, TabState> | undefined;
}

/** The state that this tab has under a key. */
export function tabState(key: string): TabState {
  let states = globalThis.adaptoidTabs;
  if (!states) {
    states = globalThis.adaptoidTabs = new Map();
    addEventListener("pagehide", leave);
    // a page from the browser's cache comes back to its states, unless another tab has taken them
    addEventListener("pageshow", ({ persisted }) => persisted && globalThis.adaptoidTabs?.clear());
  }
  const state = states.get(key) ?? claim(key);
  states.set(key, state);
  return state;
}

/** Lets the tab know the id, since there is a state under it. */
export function keepId(key: string, state: TabState): void {
  if (state.isUsed) return;
  state.isUsed = true;
  state.inherited = "";
  if (!state.isKept) rememberId(key, state);
  removeOld(state.name);
}

/** Removes the state that another tab has left first; returns false if there is none. */
export function removeOldest({ name }: TabState): boolean {
  const [oldest] = otherStates(name);
  if (!oldest?.isLeft) return false;
  remove(oldest.name);
  return true;
}

const nameOf = (key: string, id: string) => `${key} tab ${id}`;
const newId = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 10).padEnd(8, "0");
/** The time in the beginning of an id. */
const madeAt = (id: string) => Number.parseInt(id.slice(0, -8), 36);

/** Takes over the state that the page before has left, or a copy of one that another tab still has. */
function claim(key: string): TabState {
  const id = newId();
  const own = { name: nameOf(key, id), id, isKept: false, inherited: "" };
  try {
    const known = idOf(key);
    const left = nameOf(key, known);
    if (known && localStorage.getItem(`${left} left`) !== null) {
      localStorage.removeItem(`${left} left`);
      return { ...own, name: left, id: known, isKept: true };
    }
    // an earlier version has kept the state in the session storage
    own.inherited = (known ? localStorage.getItem(left) : sessionStorage.getItem(key)) ?? "";
    if (!own.inherited) return own;
    localStorage.setItem(own.name, own.inherited);
    own.inherited = "";
    for (const old of [key, `${key} preview`]) sessionStorage.removeItem(old);
    rememberId(key, own);
  } catch {
    // the browser stores nothing for this page, or has no room: the next state may fit
  }
  return own;
}

/** Marks the states of this page, so that the next page of the tab takes them over. */
function leave(): void {
  for (const { name, isKept } of globalThis.adaptoidTabs?.values() ?? []) {
    try {
      if (isKept) localStorage.setItem(`${name} left`, String(Date.now()));
    } catch {
      // the next page goes on with a copy
    }
  }
}

/** The id under which the tab has a state, or "". */
function idOf(key: string): string {
  const named = windowMemory().states?.find(([other]) => other === key)?.[1];
  const id = named ?? sessionStorage.getItem(`${key} tab`) ?? "";
  return ID.test(id) ? id : "";
}

function rememberId(key: string, state: TabState): void {
  state.isKept = true;
  const others = (windowMemory().states ?? []).filter(([other]) => other !== key);
  keepInWindow({ states: [...others, [key, state.id] as [string, string]].slice(-MOST_NAMED) });
  try {
    sessionStorage.setItem(`${key} tab`, state.id);
  } catch {
    // the name of the window is enough
  }
}

/** A state of another tab: when it was left, or else when the tab began to store it. */
interface OtherState {
  name: string;
  since: number;
  isLeft: boolean;
}

/** The states of other tabs: first those that were left, the oldest first. */
function otherStates(name: string): OtherState[] {
  const names = new Map<string, OtherState>();
  for (const key of storedKeys()) {
    const [, state, id] = STATE.exec(key) ?? [];
    if (!state || !id || state === name || names.has(state)) continue;
    const left = localStorage.getItem(`${state} left`);
    names.set(state, {
      name: state,
      since: left === null ? madeAt(id) : Number(left),
      isLeft: left !== null,
    });
  }
  return [...names.values()].sort((a, b) => Number(b.isLeft) - Number(a.isLeft) || a.since - b.since);
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

function remove(name: string): void {
  for (const key of [name, `${name} preview`, `${name} left`]) localStorage.removeItem(key);
}

/** Removes the states of tabs that were closed long ago, and the oldest of too many. */
function removeOld(name: string): void {
  const others = otherStates(name);
  const after = Date.now() - KEPT_MS;
  others.forEach(({ name, since }, i) => {
    if (i < others.length - MOST + 1 || !(since > after)) remove(name);
  });
}
