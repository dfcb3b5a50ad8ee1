import { expect, it } from "vitest";
import { Help } from "../../src/controls/help";
import { createTranslator } from "../../src/i18n/messages";
import { SHEET } from "../../src/keys/keymap";

it("the sheet has each key as a cap, in groups, and only those with a sentence", () => {
  const known = SHEET.filter(([sentence]) => sentence !== "editor").map(([sentence]) => sentence);
  const ui = Object.fromEntries(known.map((sentence) => [`ui.keys.${sentence}`, `to ${sentence}`]));
  const help = new Help();
  help.element.showModal = () => {};
  help.open(createTranslator({ language: "de", ui: { ...ui, "ui.key.Ctrl": "Strg" } }));
  const groups = [...help.element.querySelectorAll("section")];
  const titles = groups.map((group) => group.querySelector("h4")?.textContent);
  expect(titles).toEqual(["board", "turn", "read", "more"].map((name) => `ui.keys.group.${name}`));
  const said = groups.flatMap((group) => [...group.querySelectorAll("dd")].map((row) => row.textContent));
  expect([...said].sort()).toEqual(known.map((sentence) => `to ${sentence}`).sort());
  const undo = [...help.element.querySelectorAll("dt")].find((row) => row.textContent?.includes("Z"));
  const caps = [...(undo?.querySelectorAll("kbd") ?? [])].map((cap) => cap.textContent);
  expect(caps).toEqual(["Strg", "Z", "Strg", "Y"]);
});
