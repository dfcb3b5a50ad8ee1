import { describe, expect, it } from "vitest";
import { bundleParts } from "../../src/parts/part_loader";
import pens from "../../src/pens/pens";
import { board, find, key, mounts, press, show } from "../mount";
import { growing, midgame } from "../samples";

mounts();
bundleParts({ pens });

/** Everything that is said in a view, one entry each time. */
function listen(el: HTMLElement): () => Promise<string[]> {
  const voice = find(el, ".adaptoid-live-region");
  const heard: string[] = [];
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) heard.push(node.textContent ?? "");
  });
  observer.observe(voice, { childList: true, characterData: true, subtree: true });
  return async () => {
    // what is said is gathered first
    for (let i = 0; i < 3; i++) await Promise.resolve();
    return heard.splice(0);
  };
}

const says = (rev: number, news: string, status: string) => midgame({ rev, news, status });

describe("what is heard", () => {
  it("a turn: what happened and what is to be done now, once; nothing when the board is shown", async () => {
    const { model, el } = board({ news: "Old.", status: "White: move." });
    const heard = listen(el);
    expect(await heard()).toEqual([]);
    model.show(says(8, "White grew a leg.", "Black: move."));
    expect(await heard()).toEqual(["White grew a leg. Black: move."]);
    model.show(says(8, "White grew a leg.", "Black: move."));
    expect(await heard()).toEqual([]);
  });

  it("of the second step of a turn only what is new", async () => {
    const { model, el } = board({ status: "White: move." });
    const heard = listen(el);
    model.show(growing({ rev: 8, news: "White moved.", status: "White: grow." }));
    expect(await heard()).toEqual(["White moved. White: grow."]);
    model.show(says(9, "White moved. White grew.", "Black: move."));
    expect(await heard()).toEqual(["White grew. Black: move."]);
  });

  it("a refused click, and the same one again", async () => {
    const { model, el } = board();
    const heard = listen(el);
    for (let i = 0; i < 2; i++) {
      press(el, "[data-cell=A1]");
      model.answer({ ok: false, text: "A1 is too far.", at: "A1" });
      expect(await heard()).toEqual(["A1 is too far."]);
    }
  });

  it("another language is no event", async () => {
    const { model, el } = board({ news: "Old.", status: "Move." });
    const heard = listen(el);
    model.speak("de");
    model.show(says(8, "Alt.", "Zieh."));
    expect(await heard()).toEqual([]);
  });

  it("a change on the disc that the keyboard is on, where nothing else is told", async () => {
    const { model, el } = board();
    const heard = listen(el);
    find<HTMLElement>(el, "[data-cell=A1]").focus();
    const marks = { arrows: [], fills: [], rings: [["A1", "green"]], labels: [], heat: null };
    model.show(midgame({ rev: 8, marks: marks as never }));
    const [said] = await heard();
    expect(said).toMatch(/^A1/);
  });

  it("of two views only one speaks: the one with the keyboard, else the first", async () => {
    const { model, el } = board();
    const other = show(model);
    const [first, second] = [listen(el), listen(other)];
    model.show(says(8, "One.", "Go."));
    expect([await first(), await second()]).toEqual([["One. Go."], []]);
    find<HTMLElement>(other, "[data-do=flip]").focus();
    model.show(says(9, "Two.", "Go on."));
    expect([await first(), await second()]).toEqual([[], ["Two. Go on."]]);
  });

  it("there is one live region, and no alert beside it", () => {
    const { el } = board();
    expect(el.querySelectorAll("[role=status], [role=alert], [role=log], [aria-live]")).toHaveLength(1);
  });

  it("asked for sure", async () => {
    const { el } = board();
    const heard = listen(el);
    press(el, "[data-do=resign]");
    expect(await heard()).toHaveLength(1);
  });
});

describe("letters on a disc", () => {
  it("this disc is told by the view itself", async () => {
    const { model, el } = board();
    const heard = listen(el);
    key(el, "[data-cell=E3]", "d");
    expect((await heard())[0]).toMatch(/^E3, .*6 liberties/);
    expect(model.sent.filter(({ kind }) => kind === "describe")).toEqual([]);
  });

  it.each([
    ["o", "options"],
    ["s", "starving"],
    ["t", "turn"],
    ["n", "last"],
  ])("%s asks Python for the %s, with the adaptoid in hand; a refusal is told too", async (letter, what) => {
    const { model, el } = board();
    const heard = listen(el);
    press(el, "[data-cell=E3]");
    key(el, "[data-cell=D3]", letter);
    expect(model.last).toMatchObject({ kind: "describe", what, at: "D3", from: "E3" });
    model.answer({ text: "This." });
    expect(await heard()).toEqual(["This."]);
    key(el, "[data-cell=D3]", letter);
    model.answer({ ok: false, text: "No." });
    expect(await heard()).toEqual(["No."]);
  });

  it("what a letter switches is told", async () => {
    const { el } = board();
    const heard = listen(el);
    const told: string[] = [];
    for (const letter of "ffmmmaa") {
      key(el, "[data-cell=E3]", letter);
      told.push(...(await heard()));
    }
    const [off, on] = ["ui.off", "ui.on"];
    expect(told).toEqual([
      `ui.lens: ${on}.`,
      `ui.lens: ${off}.`,
      "ui.map: White.",
      "ui.map: Black.",
      `ui.map: ${off}.`,
      `ui.annotate: ${on}.`,
      `ui.annotate: ${off}.`,
    ]);
  });

  it("a letter of the Greek alphabet counts by where its key lies", async () => {
    const { el } = board();
    const heard = listen(el);
    find<HTMLElement>(el, "[data-cell=E3]").focus();
    key(el, "[data-cell=E3]", "δ", { code: "KeyD" });
    expect((await heard())[0]).toMatch(/^E3/);
  });

  it("limbs and the end of the turn: Python is asked, and says why not", () => {
    const { model, el } = board();
    key(el, "[data-cell=E3]", "l");
    expect(model.last).toMatchObject({ kind: "grow", at: "E3", what: "leg" });
    model.answer();
    key(el, "[data-cell=A1]", "p");
    expect(model.last).toMatchObject({ kind: "grow", at: "A1", what: "pincer" });
    model.answer();
    key(el, "[data-cell=A1]", "e");
    expect(model.last).toMatchObject({ kind: "pass" });
  });

  it("one of the ways is no letter of the game's, whatever is printed on its key", () => {
    const { model, el } = board();
    const asked = model.sent.length;
    find<HTMLElement>(el, "[data-cell=E3]").focus();
    key(el, "[data-cell=E3]", "l", { code: "KeyU" });
    expect(model.sent).toHaveLength(asked);
    expect(document.activeElement?.getAttribute("data-cell")).toBe("D2");
  });
});

describe("the keyboard is never lost", () => {
  it("where its button goes it goes to the board", () => {
    const { model, el } = board({ pass: true, step: "grow" });
    find<HTMLElement>(el, "[data-pass]").focus();
    model.show(midgame({ rev: 8 }));
    expect(document.activeElement?.getAttribute("data-cell")).toBe("C1");
  });
});
