import { embeddedText } from "../embedded/embedded";
import type { PageConfig, SiteConfig } from "../embedded/page_types";
import { isGameLink } from "../protocol/game_link";
import { chosenLanguage } from "./site_state";
import { isRemoved, storageKey, tabLearner } from "./storage_keys";

/** The settings of the page, and the state that the browser keeps of it. */
export const config = JSON.parse(embeddedText("adaptoid-config")) as PageConfig;
/** Whether the address names a game. */
export const isGameLinked = config.links && isGameLink(location.hash);
/** The position in the fragment of the address, where "_" stands for a blank; Python refuses any other text with a sentence. */
export const linkedPosition = config.links && !isGameLinked ? readFragment() : "";
/** The learner of this tab when the page was opened: "" for a trial without a name, null before a choice. */
export const chosenLearner = config.kind === "game" ? null : tabLearner;
const ownKey = storageKey(config.board, chosenLearner);
const fragment = isGameLinked ? location.hash : linkedPosition;
/** Each link has a state of its own, so a game that arrives replaces no other. */
let key = fragment ? `${ownKey} ${fragment}` : ownKey;

/** The characters that a state may well have. */
const ROOM = 4000;

/** Saves the state of the page's own game from now on, since the address names none. */
export function dropLink(): void {
  key = ownKey;
}

function readFragment(): string {
  const text = location.hash.slice(1);
  try {
    return decodeURIComponent(text).replaceAll("_", " ");
  } catch {
    return text;
  }
}

/** Where a state is: that of a link does not stay for good. */
const areaOf = (name: string) => (name === ownKey ? config.storage : "sessionStorage");

/**
 * Reads the saved state of this page, or of the page's own game if `own` is set; "" without one. Some browsers save nothing for
 * a page from disk.
 */
export function readState(own = false): string {
  const saved = storedState(own ? ownKey : key);
  return config.site ? inSiteLanguage(saved, config.site) : saved;
}

/** What the browser has stored, as it is. */
export function storedState(name = key): string {
  try {
    return window[areaOf(name)].getItem(name) ?? "";
  } catch {
    return "";
  }
}

/** A state with the language that was chosen for all pages of the site. */
function inSiteLanguage(saved: string, site: SiteConfig): string {
  const { lang } = document.documentElement;
  const language = chosenLanguage(site, lang);
  if (!saved && language === lang) return "";
  try {
    return JSON.stringify({ ...JSON.parse(saved || "{}"), spoken: { [lang]: language } });
  } catch {
    return saved;
  }
}

/** Calls the handler when another tab has saved a state of this page. */
export function onOtherTab(handler: () => void): void {
  addEventListener("storage", (event) => event.key === key && event.newValue !== null && handler());
}

/** Saves the state; returns false if the browser has no room or saves nothing for this page. */
export function saveState(state: string): boolean {
  // the page is about to ask who is learning
  if (chosenLearner && isRemoved()) return true;
  const save = () => {
    try {
      window[areaOf(key)].setItem(key, state);
      return true;
    } catch {
      return false;
    }
  };
  // the state is worth more than its preview
  return save() || (removePreview() && save());
}

const previewKey = () => `${key} preview`;

/** Returns whether there was a preview. */
function removePreview(): boolean {
  try {
    const area = window[areaOf(key)];
    const isKept = area.getItem(previewKey()) !== null;
    area.removeItem(previewKey());
    return isKept;
  } catch {
    return false;
  }
}

/** Keeps what the page shows until Python has read the state, if there is room; "" keeps what there is. */
export function savePreview(preview: string): void {
  if (!preview) return;
  try {
    window[areaOf(key)].setItem(previewKey(), preview);
  } catch {}
}

/** What `savePreview` has kept, or "". */
export function storedPreview(): string {
  try {
    return window[areaOf(key)].getItem(previewKey()) ?? "";
  } catch {
    return "";
  }
}

/** Whether the browser has room for a state of this page. */
export function canSave(): boolean {
  const probe = `${key} probe`;
  try {
    window[areaOf(key)].setItem(probe, " ".repeat(ROOM));
    window[areaOf(key)].removeItem(probe);
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
