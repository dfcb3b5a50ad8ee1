import { describe, expect, it } from "vitest";
import { LanguageChooser } from "../src/language";
import { start } from "../src/state";
import type { Language, Wording } from "../src/types";
import { words } from "../src/wording";
import { hex4, midgame, ui } from "./samples";

const languages: Language[] = [
  ["en", "English"],
  ["ja", "日本語"],
];
const state = start(midgame(), hex4);

function chooser(wording: Wording) {
  const chosen: string[] = [];
  const made = new LanguageChooser((to) => chosen.push(to));
  made.draw(state, words(wording));
  const select = made.element.querySelector("select") as HTMLSelectElement;
  return { made, select, chosen };
}

describe("the list of languages", () => {
  it("has each language by its own name, and the one that is spoken", () => {
    const { made, select } = chooser({ language: "ja", ui, languages });
    expect([...select.options].map(({ value, lang, text }) => [value, lang, text])).toEqual([
      ["en", "en", "English"],
      ["ja", "ja", "日本語"],
    ]);
    expect([select.value, select.dataset.language, made.element.hidden]).toEqual(["ja", "ja", false]);
  });

  it("asks for what is chosen, and shows what is true when it is drawn again", () => {
    const { made, select, chosen } = chooser({ language: "en", ui, languages });
    select.value = "ja";
    select.dispatchEvent(new Event("change", { bubbles: true }));
    expect(chosen).toEqual(["ja"]);
    made.draw(state, words({ language: "en", ui, languages }));
    expect(select.value).toBe("en");
  });

  it("keeps its options, so that a list that is open stays open", () => {
    const { made, select } = chooser({ language: "en", ui, languages });
    const [first] = select.options;
    made.draw(state, words({ language: "ja", ui, languages }));
    expect(select.options[0]).toBe(first);
  });

  it("hides where there is nothing to choose", () => {
    expect(chooser({ language: "en", ui }).made.element.hidden).toBe(true);
    expect(chooser({ language: "en", ui, languages: [["en", "English"]] }).made.element.hidden).toBe(true);
  });
});
