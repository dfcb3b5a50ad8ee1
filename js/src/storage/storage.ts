import { embeddedText } from "../embedded/embedded";
import type { PageConfig } from "../embedded/page_types";
import { isGameLink } from "../protocol/game_link";
import type { SiteConfig } from "../protocol/types";
import { chosenLanguage } from "./site_state";
import { storageKey, tabLearner } from "./storage_keys";
import { type StatePlace, storedObject, storedText } from "./stored_state";

/** The settings of the page, and the state that the browser keeps of it. */
export const config = JSON.parse(embeddedText("adaptoid-config")) as PageConfig;
/** Whether the address names a game. */
export const isGameLinked = config.links && isGameLink(location.hash);
/** The position in the fragment of the address, where "_" stands for a blank; Python refuses any other text with a sentence. */
export const linkedPosition = config.links && !isGameLinked ? readFragment() : "";
/** The learner of this tab when the page was opened: "" for a trial without a name, null before a choice. */
export const chosenLearner = config.kind === "game" ? null : tabLearner;
const fragment = isGameLinked ? location.hash : linkedPosition;
/** Where the browser keeps the state of the page's own game. */
export const ownPlace: [key: string, place: StatePlace] = [
  storageKey(config.board, chosenLearner),
  config.storage,
];
/** The same for the page as it was opened. Each link has a state of its own, so a game that arrives replaces no other. */
export const openedPlace: [key: string, place: StatePlace] = fragment
  ? [`${ownPlace[0]} ${fragment}`, "tab"]
  : ownPlace;

function readFragment(): string {
  const text = location.hash.slice(1);
  try {
    return decodeURIComponent(text).replaceAll("_", " ");
  } catch {
    return text;
  }
}

/** Reads the saved state of this page, or of the page's own game if `own` is set; "" without one. */
export function readState(own = false): string {
  const saved = storedText(...(own ? ownPlace : openedPlace));
  return config.site ? inSiteLanguage(saved, config.site) : saved;
}

/** A state with the language that was chosen for all pages of the site. */
function inSiteLanguage(saved: string, site: SiteConfig): string {
  const { lang } = document.documentElement;
  const language = chosenLanguage(site, lang);
  if (!saved && language === lang) return "";
  try {
    return JSON.stringify({ ...storedObject(JSON.parse(saved || "{}")), spoken: { [lang]: language } });
  } catch {
    return saved;
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
