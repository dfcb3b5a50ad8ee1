import { describe, expect, it } from "vitest";
import { labels } from "../../src/board/spoken_labels";
import { createTranslator, fill } from "../../src/i18n/messages";
import { start } from "../../src/state/state";
import { hex4, midgame, ui } from "../samples";

describe("templates", () => {
  it("every occurrence of a slot is filled", () => {
    expect(fill("{cell}, {n} of {n}", { cell: "D4", n: 3 })).toBe("D4, 3 of 3");
  });

  it("slots without a value and other braces are kept", () => {
    expect(fill("{a} {b c} {}", {})).toBe("{a} {b c} {}");
  });

  it("a value is not read as a template again", () => {
    expect(fill("{a}{b}", { a: "{b}", b: "x" })).toBe("{b}x");
  });

  it("a missing message is shown as its key", () => {
    expect(createTranslator({ language: "en", ui: {} })("ui.undo")).toBe("ui.undo");
  });
});

describe("plural forms", () => {
  it("English has two", () => {
    const t = createTranslator({ language: "en", ui });
    expect([0, 1, 2].map((n) => t.count("ui.legs", n))).toEqual(["0 legs", "1 leg", "2 legs"]);
  });

  it("a language takes the forms it has, else .other", () => {
    const polish = { "ui.legs.one": "{n} noga", "ui.legs.few": "{n} nogi", "ui.legs.other": "{n} nóg" };
    const t = createTranslator({ language: "pl", ui: polish });
    expect([1, 3, 5].map((n) => t.count("ui.legs", n))).toEqual(["1 noga", "3 nogi", "5 nóg"]);
  });

  it("an unknown language uses its messages too", () => {
    expect(createTranslator({ language: "???", ui }).count("ui.legs", 1)).toBe("1 leg");
  });
});

describe("the accessible name of a disc", () => {
  const t = createTranslator({ language: "en", ui });
  const label = labels({ ...start(midgame(), hex4), chosen: "E3" }, t);

  it.each([
    ["E3", "E3, White, 1 leg, 2 pincers, 6 liberties, in hand, may move, may grow a limb"],
    ["C1", "C1, White, bare, 4 liberties, may grow a limb"],
    ["G7", "G7, Black, 2 legs, 2 pincers, 3 liberties, starves"],
    ["E4", "E4, free, move here"],
    ["B1", "B1, free, new adaptoid"],
    ["A4", "A4, free"],
  ])("%s", (cell, name) => {
    expect(label(cell)).toBe(name);
  });

  it("does not say liberties that a question asks for", () => {
    const untold = midgame();
    untold.pieces = untold.pieces.map(([cell, color, legs, pincers]) => [
      cell,
      color,
      legs,
      pincers,
      null,
      null,
    ]);
    expect(labels(start(untold, hex4), t)("E3")).not.toContain("liberties");
  });
});
