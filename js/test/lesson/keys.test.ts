import { describe, expect, it, vi } from "vitest";
import lesson from "../../src/lesson/lesson";
import { bundleParts } from "../../src/parts/part_loader";
import type { Lesson } from "../../src/protocol/types";
import { announcement, begin, button, CLICK, great, RIGHT, STEP, WRONG, wish } from "../lesson_scene";
import { board, byKeys, find, key, mounts } from "../mount";
import { midgame } from "../samples";

mounts();
// the part is bundled as in a shared page; loader.test.ts tests how parts are loaded in a notebook
bundleParts({ lesson });

describe("keys", () => {
  it.each<[string, Partial<Lesson>, string]>([
    ["h", {}, "hint"],
    ["g", RIGHT, "next"],
    ["g", WRONG, "retry"],
    ["g", CLICK, "check"],
    ["r", WRONG, "retry"],
    ["r", { can: ["back", "hint"] }, "back"],
  ])("%s works on the board and beside it", (name, changes, action) => {
    for (const place of ["[data-cell=A1]", ".adaptoid-lesson-acts button", "[data-where]"]) {
      const { model, el } = begin(changes);
      expect(key(el, place, name)).toBe(false);
      expect(wish(model)).toEqual({ what: action });
    }
  });

  it("keys of unavailable actions do nothing", () => {
    const { model, el } = begin(RIGHT);
    key(el, "[data-cell=A1]", "h");
    expect(model.sent).toEqual([]);
  });

  it("neither annotate nor navigate, but show the food", () => {
    const { model, el } = begin();
    for (const name of ["a", "PageUp", "PageDown"]) expect(key(el, "[data-cell=A1]", name)).toBe(false);
    expect(model.sent).toEqual([]);
    key(el, "[data-cell=A1]", "f");
    expect(find(el, "[data-do=lens]").getAttribute("aria-pressed")).toBe("true");
  });

  it("do nothing without a lesson", () => {
    const { model, el } = begin();
    model.show(midgame({ rev: 9 }));
    key(el, "[data-cell=A1]", "h");
    expect(model.sent).toEqual([]);
    expect(find(el, ".adaptoid-lesson").hidden).toBe(true);
    expect(find(el, ".adaptoid-lesson-acts").hidden).toBe(true);
    expect(find(el, ".adaptoid-widget").hasAttribute("data-lesson")).toBe(false);
  });
});

describe("the focus is never lost", () => {
  const here = () => document.activeElement as HTMLElement;

  it("moves from a removed button to the main button, or to the board", () => {
    const { el, becomes } = begin();
    find(el, button("reveal")).focus();
    becomes({ phase: "shown", can: ["next"] });
    expect(here()).toBe(great(el));
    becomes({ step: 2 });
    expect(here().dataset.cell).toBeTruthy();
  });

  it("moves to the field for a number, and to the main button in a step to read", () => {
    const { el, becomes } = begin(RIGHT);
    great(el).focus();
    becomes({ step: 2, kind: "count", can: ["check"] });
    expect(here()).toBe(find(el, ".adaptoid-lesson-number"));
    becomes({ ...RIGHT, step: 2, kind: "count" });
    expect(here()).toBe(great(el));
    becomes({ step: 3, kind: "read", can: ["next"] });
    expect(here()).toBe(great(el));
    find(el, "[data-cell=D4]").focus();
    becomes({ step: 1, kind: "count", can: ["check"] });
    expect(here()).toBe(find(el, ".adaptoid-lesson-number"));
  });

  it("stays on an element that is still there", () => {
    const { el, becomes } = begin();
    find(el, "[data-cell=D4]").focus();
    becomes(WRONG);
    expect(here()).toBe(find(el, "[data-cell=D4]"));
    find(el, "[data-step='0']").focus();
    becomes({ ...RIGHT, steps: ["solved", "solved", "", ""] });
    expect(here()).toBe(find(el, "[data-step='0']"));
  });

  it("is not taken from elsewhere", () => {
    const { becomes } = begin(RIGHT);
    becomes({ step: 2 });
    expect(here()).toBe(document.body);
  });
});

describe("announcements, each once", () => {
  it("a step, a hint, feedback, the next action, the end", async () => {
    const { el, becomes } = begin();
    find(el, "[data-cell=A1]").focus();
    expect(await announcement(el)).toBe("");
    becomes({ hint: { taken: 1, of: 3, left: 2, text: [["p", "Look."]], costs: true } });
    expect(await announcement(el)).toBe("Hint 1 of 3 Look.");
    becomes(WRONG);
    expect(await announcement(el)).toBe("Not yet. That starves nobody. G: Try again.");
    becomes({});
    expect(await announcement(el)).not.toContain("Step");
    becomes(RIGHT);
    expect(await announcement(el)).toBe("Right! It starved. G: Next.");
    becomes({ step: 2 });
    expect(await announcement(el)).toBe("Step 3 of 4. Black on D4 has nothing to spare.");
    becomes({ phase: "over", can: ["again"], score: 9, steps: ["solved"] });
    expect(await announcement(el)).toBe("You made it! 9 of 16 points. G: Play it again.");
  });

  it("praise only for a completed lesson", async () => {
    const { el, becomes } = begin();
    const tip = "That was the last step.";
    becomes({ phase: "over", can: ["again"], score: 1, steps: ["skipped"], made: false, tip });
    expect(await announcement(el)).toBe("1 of 16 points.");
    expect(find(el, ".adaptoid-lesson-end .adaptoid-lesson-heading").textContent).toBe(tip);
  });
});

it("each new puzzle is announced, though all are step 1", async () => {
  const { el, becomes } = begin({ count: 1, steps: [""], step: 0, ...RIGHT });
  becomes({ count: 1, steps: [""], step: 0 });
  expect(await announcement(el)).toContain("Black on D4 has nothing to spare.");
  becomes({ count: 1, steps: [""], step: 0, text: [["p", "Besiege it."]] });
  expect(await announcement(el)).toBe("Besiege it.");
});

it("the second of two quick clicks never presses another button", () => {
  const { model, el, becomes } = begin(RIGHT);
  const click = (selector: string, detail: number) =>
    find(el, selector).dispatchEvent(new MouseEvent("click", { bubbles: true, detail }));
  click(".adaptoid-lesson-great", 1);
  becomes({});
  click(button("hint"), 2);
  expect(model.sent.map(({ what }) => what)).toEqual(["next"]);
  vi.advanceTimersByTime(450);
  click(button("hint"), 1);
  model.answer();
  click(button("hint"), 2);
  expect(model.sent.map(({ what }) => what)).toEqual(["next", "hint", "hint"]);
});

it("a new button ignores clicks for a moment, but not keys", () => {
  const { model, el, becomes } = begin(RIGHT);
  const click = (selector: string, detail: number) =>
    find(el, selector).dispatchEvent(new MouseEvent("click", { bubbles: true, detail }));
  click(".adaptoid-lesson-great", 1);
  becomes({});
  click(button("reveal"), 1);
  expect(model.sent).toHaveLength(1);
  vi.advanceTimersByTime(450);
  click(button("reveal"), 1);
  expect(model.last.what).toBe("reveal");
  becomes(RIGHT);
  click(button("reveal"), 0);
  becomes({});
  click(button("hint"), 0);
  expect(model.last.what).toBe("hint");
});

it("a disc focused by the program when a step begins previews no turn", () => {
  const { el, becomes } = begin(RIGHT);
  let isKeyboard = true;
  byKeys(() => isKeyboard);
  for (isKeyboard of [true, false]) {
    find(el, "[data-cell=B1]").focus();
    great(el).focus();
    becomes({ step: isKeyboard ? 2 : 3 });
    vi.advanceTimersByTime(50);
    expect((document.activeElement as HTMLElement).dataset.cell).toBe("B1");
    expect(find(el, ".adaptoid-proposal").childElementCount).toBe(isKeyboard ? 1 : 0);
    becomes({ ...RIGHT, step: isKeyboard ? 2 : 3 });
  }
});

it("the main button of the end opens the next lesson, and a ring is filled to the score", () => {
  const { model, el, becomes } = begin(RIGHT);
  const steps = ["solved", "helped", "missed", "skipped"] as const;
  becomes({
    phase: "over",
    can: ["again", "practise", "onward"],
    next: "Pincers",
    steps: [...steps],
    score: 6,
    max: 16,
  });
  const end = find(el, ".adaptoid-lesson-end");
  const fills = [...end.querySelectorAll<SVGElement>(".adaptoid-ring-fill")];
  expect(fills.map((fill) => fill.style.getPropertyValue("--share"))).toEqual(["1", "0.5"]);
  expect(end.querySelectorAll(".adaptoid-ring-track").length).toBe(4);
  expect(great(el).textContent).toBe("Next: Pincers");
  great(el).click();
  expect(model.sent.at(-1)).toMatchObject({ kind: "lesson", what: "onward" });
});

it("requests no reply after its view is closed", () => {
  const { model, el, end } = board({ lesson: { ...STEP, phase: "reply", can: ["go"] } });
  expect(vi.getTimerCount()).toBeGreaterThan(0);
  end();
  expect([vi.getTimerCount(), el.childElementCount, model.ears]).toEqual([0, 0, 0]);
  expect(model.sent).toEqual([]);
});
