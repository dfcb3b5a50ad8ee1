import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SiteConfig } from "../../src/protocol/types";
import {
  availableLanguage,
  isDue,
  noteRepetition,
  openInLanguage,
  pointLinks,
  resultOf,
  siteState,
} from "../../src/storage/site_state";
import { storageKey } from "../../src/storage/storage_keys";

const site = { root: "./" } as SiteConfig;

function store(...hows: string[]): void {
  const steps = hows.map((how) => ({ how, tries: 1, hints: 0, score: 4, most: 4 }));
  const result = { step: hows.includes("") ? 0 : hows.length, steps };
  localStorage.setItem(storageKey("fork", null), JSON.stringify({ result }));
}

/** Advances the clock by days. */
function wait(days: number): void {
  vi.setSystemTime(Date.now() + days * 86_400_000);
}

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
  vi.setSystemTime(new Date(2026, 4, 4, 12));
});
afterEach(() => {
  vi.useRealTimers();
});

test("a lesson with missed steps is due on the next day, then after three days, then after a week", () => {
  store("solved", "helped");
  expect(isDue(site, "fork")).toBe(false);
  for (const days of [1, 3, 7]) {
    wait(days - 1);
    expect(isDue(site, "fork")).toBe(false);
    wait(1);
    expect(isDue(site, "fork")).toBe(true);
    noteRepetition(site, "fork");
    expect(isDue(site, "fork")).toBe(false);
  }
});

test.each([
  "null",
  "5",
  "[1]",
  '"constructor"',
  "{",
  '{"language":{},"lesson":[],"reviews":5}',
  '{"reviews":{"adaptoid fork":null,"x":[1],"y":[null,null],"constructor":["a","b"]}}',
  '{"__proto__":{"language":"xx"},"constructor":1}',
])("a stored state that is none counts for nothing: %s", (stored) => {
  localStorage.setItem(`adaptoid site ${location.pathname}`, stored);
  const { reviews, ...others } = siteState(site);
  expect(others).toEqual({});
  expect(Object.keys(reviews ?? {})).toEqual([]);
  store("solved", "helped");
  expect(isDue(site, "fork")).toBe(false);
  wait(1);
  expect(isDue(site, "fork")).toBe(true);
});

test.each([
  "null",
  "{}",
  '{"result":5}',
  '{"result":{"steps":[null,5,"x"]}}',
  '{"result":{"steps":{}}}',
  "[",
])("a stored result that is none counts for nothing: %s", (stored) => {
  localStorage.setItem(storageKey("fork", null), stored);
  expect(resultOf("fork")).toBeNull();
  expect(isDue(site, "fork")).toBe(false);
});

test("a lesson solved at once or not completed is not due", () => {
  for (const hows of [
    ["solved", "solved"],
    ["missed", ""],
  ]) {
    store(...hows);
    expect(isDue(site, "fork")).toBe(false);
    wait(2);
    expect(isDue(site, "fork")).toBe(false);
  }
  expect(isDue(site, "unknown")).toBe(false);
});

test("a page opens in the first wanted language that it has, else in one of the browser, else in its own", () => {
  const pages = { de: "index.de.html", es: "index.es.html" };
  const browser = vi.spyOn(navigator, "languages", "get").mockReturnValue(["fr-CA", "es-MX", "de-AT"]);
  expect(availableLanguage(pages, "en", undefined, "de")).toBe("de");
  expect(availableLanguage(pages, "en", "en", "de")).toBe("en");
  expect(availableLanguage(pages, "en", "fr", "")).toBe("es");
  // a word of an address that each object has
  expect(availableLanguage(pages, "en", "constructor")).toBe("es");
  browser.mockReturnValue(["fr"]);
  expect(availableLanguage(pages, "en", "ja")).toBe("en");
  browser.mockRestore();
});

test.each(["constructor", "__proto__", "toString"])(
  "a stored language that is none changes nothing: %s",
  (language) => {
    document.body.innerHTML = `<nav data-labels='{"de":"Seiten"}' aria-label="Pages"><a data-pages='{"de":"de.html"}' href="en.html"></a></nav>`;
    pointLinks(language);
    expect(document.querySelector("nav")?.getAttribute("aria-label")).toBe("Pages");
    expect(document.querySelector("a")?.getAttribute("href")).toMatch(/en\.html$/);
    expect(openInLanguage({ ...site, alternates: {} }, language)).toBe(false);
  },
);
