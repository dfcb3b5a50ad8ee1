import { describe, expect, it } from "vitest";
import animation from "../../src/animation/animation";
import controls from "../../src/controls/controls";
import { bundleParts } from "../../src/parts/part_loader";
import pens from "../../src/pens/pens";
import { board, find, key, mounts, press, show } from "../mount";
import { growing, midgame } from "../samples";

mounts();
bundleParts({ animation, controls, pens });

/** Everything that is announced in a view, one entry for each announcement. */
function listen(el: HTMLElement): () => Promise<string[]> {
  const voice = find(el, ".adaptoid-live-region");
  const announcements: string[] = [];
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes) announcements.push(node.textContent ?? "");
  });
  observer.observe(voice, { childList: true, characterData: true, subtree: true });
  return async () => {
    // announcements are collected first
    for (let i = 0; i < 3; i++) await Promise.resolve();
    return announcements.splice(0);
  };
}

const announcing = (rev: number, news: string, status: string) => midgame({ rev, news, status });

describe("announcements", () => {
  it("a turn is announced once with the next step; showing a board announces nothing", async () => {
    const { model, el } = board({ news: "Old.", status: "White: move." });
    const announced = listen(el);
    expect(await announced()).toEqual([]);
    model.show(announcing(8, "White grew a leg.", "Black: move."));
    expect(await announced()).toEqual(["White grew a leg. Black: move."]);
    model.show(announcing(8, "White grew a leg.", "Black: move."));
    expect(await announced()).toEqual([]);
  });

  it("the second step of a turn announces only what is new", async () => {
    const { model, el } = board({ status: "White: move." });
    const announced = listen(el);
    model.show(growing({ rev: 8, news: "White moved.", status: "White: grow." }));
    expect(await announced()).toEqual(["White moved. White: grow."]);
    model.show(announcing(9, "White moved. White grew.", "Black: move."));
    expect(await announced()).toEqual(["White grew. Black: move."]);
  });

  it("a repeated refused click is announced again", async () => {
    const { model, el } = board();
    const announced = listen(el);
    for (let i = 0; i < 2; i++) {
      press(el, "[data-cell=A1]");
      model.answer({ ok: false, text: "A1 is too far.", at: "A1" });
      expect(await announced()).toEqual(["A1 is too far."]);
    }
  });

  it("switching the language announces nothing, and the last announcement goes", async () => {
    const { model, el } = board();
    const announced = listen(el);
    model.show(announcing(8, "Old.", "Move."));
    expect(await announced()).toEqual(["Old. Move."]);
    model.speak("de");
    model.show(announcing(9, "Alt.", "Zieh."));
    expect(await announced()).toEqual([]);
    expect(find(el, ".adaptoid-live-region").textContent).toBe("");
    model.show(announcing(10, "Neu.", "Wachse."));
    expect(await announced()).toEqual(["Neu. Wachse."]);
  });

  it("news are announced with the next step, even if the step is the same as before", async () => {
    const { model, el } = board({ news: "Black grew a leg.", status: "White: move." });
    const announced = listen(el);
    model.show(announcing(8, "A new game.", "White: move."));
    expect(await announced()).toEqual(["A new game. White: move."]);
    model.show(announcing(9, "A new game.", "Black: move."));
    expect(await announced()).toEqual(["Black: move."]);
  });

  it("a change of the focused disc is announced if nothing else is", async () => {
    const { model, el } = board();
    const announced = listen(el);
    find<HTMLElement>(el, "[data-cell=A1]").focus();
    const marks = { arrows: [], fills: [], rings: [["A1", "green"]], labels: [], heat: null };
    model.show(midgame({ rev: 8, marks: marks as never }));
    const [announcement] = await announced();
    expect(announcement).toMatch(/^A1/);
  });

  it("only one of two views announces: the one with the focus, else the first", async () => {
    const { model, el } = board();
    const other = show(model);
    const [first, second] = [listen(el), listen(other)];
    model.show(announcing(8, "One.", "Go."));
    expect([await first(), await second()]).toEqual([["One. Go."], []]);
    find<HTMLElement>(other, "[data-do=more]").focus();
    model.show(announcing(9, "Two.", "Go on."));
    expect([await first(), await second()]).toEqual([[], ["Two. Go on."]]);
  });

  it("there is one live region, and no alert beside it", () => {
    const { el } = board();
    expect(el.querySelectorAll("[role=status], [role=alert], [role=log], [aria-live]")).toHaveLength(1);
  });

  it("a request for confirmation is announced", async () => {
    const { el } = board();
    const announced = listen(el);
    press(el, "[data-do=resign]");
    expect(await announced()).toHaveLength(1);
  });
});

describe("letters on a disc", () => {
  it("d announces the disc without asking Python", async () => {
    const { model, el } = board();
    const announced = listen(el);
    key(el, "[data-cell=E3]", "d");
    expect((await announced())[0]).toMatch(/^E3, .*6 liberties/);
    expect(model.sent.filter(({ kind }) => kind === "describe")).toEqual([]);
  });

  it.each([
    ["o", "options"],
    ["s", "starving"],
    ["t", "turn"],
    ["n", "last"],
  ])(
    "%s asks Python for the %s, with the chosen adaptoid; a refusal is announced too",
    async (letter, kind) => {
      const { model, el } = board();
      const announced = listen(el);
      press(el, "[data-cell=E3]");
      key(el, "[data-cell=D3]", letter);
      expect(model.last).toMatchObject({ kind: "describe", what: kind, at: "D3", from: "E3" });
      model.answer({ text: "This." });
      expect(await announced()).toEqual(["This."]);
      key(el, "[data-cell=D3]", letter);
      model.answer({ ok: false, text: "No." });
      expect(await announced()).toEqual(["No."]);
    },
  );

  it("switches made by letters are announced", async () => {
    const { el } = board();
    const announced = listen(el);
    const collected: string[] = [];
    for (const letter of [..."ffmmmaaa", "Escape"]) {
      key(el, "[data-cell=E3]", letter);
      collected.push(...(await announced()));
    }
    const [off, on] = ["ui.off", "ui.on"];
    expect(collected).toEqual([
      `ui.lens: ${on}.`,
      `ui.lens: ${off}.`,
      "ui.map: White.",
      "ui.map: Black.",
      `ui.map: ${off}.`,
      "ui.annotate: ui.pen.ring.",
      `ui.annotate: ${off}.`,
      "ui.annotate: ui.pen.ring.",
      `ui.annotate: ${off}.`,
    ]);
  });

  it("a letter of the Greek alphabet counts by the position of its key", async () => {
    const { el } = board();
    const announced = listen(el);
    find<HTMLElement>(el, "[data-cell=E3]").focus();
    key(el, "[data-cell=E3]", "δ", { code: "KeyD" });
    expect((await announced())[0]).toMatch(/^E3/);
  });

  it("l, p and e ask Python for a limb or the end of the turn", () => {
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

  it("a direction key is not read as a letter, whatever is printed on it", () => {
    const { model, el } = board();
    const count = model.sent.length;
    find<HTMLElement>(el, "[data-cell=E3]").focus();
    key(el, "[data-cell=E3]", "l", { code: "KeyU" });
    expect(model.sent).toHaveLength(count);
    expect(document.activeElement?.getAttribute("data-cell")).toBe("D2");
  });
});

describe("the focus is never lost", () => {
  it("moves to the board when its button is removed", () => {
    const { model, el } = board({ pass: true, step: "grow" });
    find<HTMLElement>(el, "[data-pass]").focus();
    model.show(midgame({ rev: 8 }));
    expect(document.activeElement?.getAttribute("data-cell")).toBe("C1");
  });
});
