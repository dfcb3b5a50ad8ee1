import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LanguageChooser } from "../../src/controls/language";
import { createTranslator } from "../../src/i18n/messages";
import { Client, type Listen } from "../../src/protocol/client";
import type { Language } from "../../src/protocol/types";
import { FakeModel, ui } from "../samples";

const languages: Language[] = [
  ["en", "English"],
  ["de", "Deutsch"],
  ["ja", "日本語"],
];
function chooser(language: string, known: Language[] | undefined = languages) {
  const model = new FakeModel();
  const listen: Listen = (handler) => model.on("msg:custom", handler);
  const client = new Client(model, listen, new AbortController().signal);
  const menu = document.createElement("div");
  const list = new LanguageChooser(menu, model, client);
  const speak = (to: string) => list.draw(createTranslator({ language: to, ui, languages: known }));
  speak(language);
  const select = menu.querySelector("select") as HTMLSelectElement;
  const isHidden = () => (menu.firstElementChild as HTMLElement).hidden;
  const choose = (to: string) => {
    select.value = to;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  };
  return { isHidden, model, select, speak, choose };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the list of languages", () => {
  it("has each language by its own name, and selects the current one", () => {
    const { isHidden, select } = chooser("ja");
    expect([...select.options].map(({ value, lang, text }) => [value, lang, text])).toEqual([
      ["en", "en", "English"],
      ["de", "de", "Deutsch"],
      ["ja", "ja", "日本語"],
    ]);
    expect([select.value, select.dataset.language, isHidden()]).toEqual(["ja", "ja", false]);
  });

  it("requests the chosen language", () => {
    const { model, select, speak, choose } = chooser("en");
    choose("ja");
    expect(model.last).toMatchObject({ kind: "language", to: "ja", rev: 7 });
    speak("ja");
    model.answer();
    expect([select.value, select.dataset.language]).toEqual(["ja", "ja"]);
  });

  it("requests the last of several choices after the first reply", () => {
    const { model, choose } = chooser("en");
    for (const wish of ["de", "ja", "de", "ja"]) choose(wish);
    expect(model.sent.map(({ to }) => to)).toEqual(["de"]);
    model.answer();
    expect(model.sent.map(({ to }) => to)).toEqual(["de", "ja"]);
    model.answer();
    expect(model.sent.length).toBe(2);
  });

  it("shows the current language after a refusal or without a reply", () => {
    const { model, select, choose } = chooser("en");
    choose("ja");
    model.answer({ ok: false, text: "no" });
    expect(select.value).toBe("en");
    choose("de");
    vi.advanceTimersByTime(60_000);
    expect(select.value).toBe("en");
  });

  it("keeps its options, so that a list that is open stays open", () => {
    const { select, speak } = chooser("en");
    const [first] = select.options;
    speak("ja");
    expect(select.options[0]).toBe(first);
  });

  it("is hidden with fewer than two languages", () => {
    expect(chooser("en", []).isHidden()).toBe(true);
    expect(chooser("en", [["en", "English"]]).isHidden()).toBe(true);
  });
});
