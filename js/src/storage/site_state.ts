/** What the pages of a site share: the chosen language, the place to continue. */

import { own as ownValue } from "../embedded/texts";
import type { SiteConfig } from "../protocol/types";
import { localDay } from "./local_day";
import { isRemoved, NAMELESS_KEY, storageKey, tabLearner } from "./storage_keys";

interface SiteState {
  /** The language that was chosen last. */
  language?: string;
  /** The key of the lesson that was opened last. */
  lesson?: string;
  /** By the storage key of a finished lesson: the day on which its missed steps are due again, and how often they were repeated. */
  reviews?: Record<string, [day: number, times: number]>;
}

/** The days until the missed steps of a finished lesson are due: the first time, the second time, and so on. */
const REPETITION_DAYS = [1, 3, 7, 14, 30];

type SiteRoot = Pick<SiteConfig, "root">;

const KEY = "adaptoid site ";
const keyOf = ({ root }: SiteRoot) => KEY + new URL(root, location.href).pathname;

/** The folders of all sites that were visited on this server, the longest path first. */
export function siteRoots(): string[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(KEY));
    return keys.map((key) => key.slice(KEY.length)).sort((a, b) => b.length - a.length);
  } catch {
    return [];
  }
}

/** The stored state; empty if there is none or the browser stores nothing. What somebody else has stored in it counts for nothing. */
export function siteState(site: SiteRoot): SiteState {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(site)) ?? "{}");
    const { language, lesson, reviews } = (stored ?? {}) as Record<string, unknown>;
    return {
      ...(typeof language === "string" && { language }),
      ...(typeof lesson === "string" && { lesson }),
      ...(reviews instanceof Object && {
        reviews: Object.fromEntries(Object.entries(reviews).filter(isReview)),
      }),
    };
  } catch {
    return {};
  }
}

const isReview = (entry: [string, unknown]): entry is [string, [number, number]] =>
  Array.isArray(entry[1]) && entry[1].length === 2 && entry[1].every(Number.isInteger);

/** Changes the stored state, also where another tab has changed it. Returns false if nothing is stored. */
export function changeSiteState(site: SiteConfig, change: SiteState): boolean {
  try {
    localStorage.setItem(keyOf(site), JSON.stringify({ ...siteState(site), ...change }));
    return true;
  } catch {
    return false;
  }
}

export interface StoredResult {
  lesson: string;
  learner: string;
  step: number;
  steps: { how: string; tries: number; hints: number; score: number; most: number }[];
}

/** The stored result of a lesson, or null. */
export function resultOf(board: string): StoredResult | null {
  try {
    const stored = localStorage.getItem(storageKey(board, tabLearner)) ?? "";
    const { result } = JSON.parse(stored) as { result: StoredResult };
    // a result that is not one would stop the page
    return Array.isArray(result.steps) && result.steps.every((step) => step instanceof Object)
      ? result
      : null;
  } catch {
    return null;
  }
}

/** Whether a lesson was finished with missed steps, and long enough ago to practise these again. */
export function isDue(site: SiteConfig, board: string): boolean {
  const result = resultOf(board);
  const missed = result?.steps.some(({ how, most }) => most > 0 && how !== "solved");
  if (!result || !missed || result.step < result.steps.length) return false;
  const due = siteState(site).reviews?.[storageKey(board, tabLearner)];
  if (!due) schedule(site, board, 0);
  return due !== undefined && due[0] <= localDay();
}

/** Notes that the missed steps of a lesson are practised today. */
export function noteRepetition(site: SiteConfig, board: string): void {
  const [, times] = siteState(site).reviews?.[storageKey(board, tabLearner)] ?? [0, 0];
  schedule(site, board, times + 1);
}

function schedule(site: SiteConfig, board: string, times: number): void {
  if (isRemoved()) return;
  const day = localDay() + (REPETITION_DAYS[times] ?? REPETITION_DAYS.at(-1) ?? 0);
  const { reviews } = siteState(site);
  changeSiteState(site, { reviews: { ...reviews, [storageKey(board, tabLearner)]: [day, times] } });
}

/** Removes what all sites have stored about a learner besides the results. */
export function forgetReviews(name: string): void {
  const end = storageKey("", name).slice(storageKey("", "").length);
  for (const root of siteRoots()) {
    const { reviews, ...others } = siteState({ root });
    // another name may end like this one
    const isOwn = (key: string) => key.endsWith(end) && NAMELESS_KEY.test(key.slice(0, -end.length));
    const kept = Object.entries(reviews ?? {}).filter(([key]) => !isOwn(key));
    localStorage.setItem(keyOf({ root }), JSON.stringify({ ...others, reviews: Object.fromEntries(kept) }));
  }
}

/** The language in which to show a page: that of its address, else the one chosen last. A language named by an address becomes the chosen one. */
export function chosenLanguage(site: SiteConfig, own: string): string {
  if (!site.named) return siteState(site).language || own;
  changeSiteState(site, { language: own });
  return own;
}

/** The first of the wanted languages, then of those of the browser, in which a page exists; else its own language. */
export function availableLanguage(pages: object, own: string, ...wanted: (string | undefined)[]): string {
  const exists = new Set([own, ...Object.keys(pages)]);
  const languages = [...wanted, ...navigator.languages.map((tag) => tag.split("-")[0])];
  return languages.find((language) => language && exists.has(language)) ?? own;
}

/** Opens the page in another language, if it exists in that; returns whether it does. */
export function openInLanguage({ alternates }: SiteConfig, language: string): boolean {
  const address = ownValue(alternates, language);
  if (!address) return false;
  location.replace(address + location.search + location.hash);
  return true;
}

/** Makes the links of the header lead to pages in a language, and names the header in it. */
export function pointLinks(language: string): void {
  const bar = document.querySelector<HTMLElement>("[data-labels]");
  const labels = JSON.parse(bar?.dataset.labels ?? "{}") as Record<string, string>;
  bar?.setAttribute("aria-label", ownValue(labels, language) ?? bar.ariaLabel ?? "");
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-pages]")) {
    const pages = JSON.parse(link.dataset.pages ?? "{}") as Record<string, string>;
    link.href = ownValue(pages, language) ?? link.href;
  }
}

/** Starts the service worker, after the page has loaded. */
export function keepOffline({ root }: SiteConfig): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (!("serviceWorker" in navigator) || connection?.saveData) return;
  const register = () => navigator.serviceWorker.register(`${root}service-worker.js`).catch(() => {});
  if (document.readyState === "complete") void register();
  else addEventListener("load", register);
}
