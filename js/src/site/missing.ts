/** The script of the page that is shown at addresses of a site without a page, and offline at those that are not stored. */
import { embeddedText } from "../embedded/embedded";
import type { Translations } from "../embedded/page_types";
import { PageTexts } from "../embedded/texts";
import { availableLanguage, pointLinks, siteRoots, siteState } from "../storage/site_state";

const { language, words, offline } = JSON.parse(embeddedText("adaptoid-config")) as {
  language: string;
  words: Translations;
  /** The words in place of others if the page is marked by the service worker. */
  offline: Translations;
};
const { pathname } = location;
/** The folder of the site: one that was visited, or else the folder of the address without those that a site has. */
const root =
  siteRoots().find((path) => pathname.startsWith(path)) ??
  (/^.*\/(?=(lessons|notebooks|games)\/)|^.*\//.exec(pathname)?.[0] || "/");
const named = /\.(\w+)\.html$/.exec(pathname)?.[1];
const chosen = availableLanguage(words, language, named, siteState({ root }).language);
const isOffline = "offline" in document.body.dataset;
new PageTexts({ [chosen]: { ...words[chosen], ...(isOffline && offline[chosen]) } }).setLanguage(chosen);
pointLinks(chosen);
for (const link of document.links)
  link.href = new URL(link.getAttribute("href") ?? "", location.origin + root).href;
