import { describe, expect, it, vi } from "vitest";
import controls from "../../src/controls/controls";
import lesson from "../../src/lesson/lesson";
import { bundleParts } from "../../src/parts/part_loader";
import type { Lesson } from "../../src/protocol/types";
import {
  announcement,
  begin,
  button,
  CLICK,
  great,
  RIGHT,
  STEP,
  shownButtons,
  taught,
  WRONG,
  wish,
} from "../lesson_scene";
import { choose, find, has, key, mounts, press, show } from "../mount";

mounts();
// the part is bundled as in a shared page; loader.test.ts tests how parts are loaded in a notebook
bundleParts({ controls, lesson });

describe("the text of a step", () => {
  it("has a title, points, text as nodes, and discs as buttons", () => {
    const { el } = begin();
    expect(find(el, ".adaptoid-lesson-title").textContent).toBe("Starve the enemy");
    expect(find(el, ".adaptoid-lesson-score").textContent).toBe("4 points");
    expect(find(el, ".adaptoid-lesson-text").innerHTML).toBe(
      '<p>Black on <button class="adaptoid-where" type="button" data-where="D4">D4</button> has <strong>nothing</strong> to spare.</p>',
    );
    expect(find(el, ".adaptoid-lesson").getAttribute("aria-label")).toBe("Lesson: Starve the enemy");
  });

  it("a preview is marked as one", () => {
    expect(has(begin().el, "[data-preview]")).toBe(false);
    expect(has(begin({ name: "preview-fork" }).el, ".adaptoid-lesson[data-preview]")).toBe(true);
  });

  it("texts are never markup", () => {
    const { el } = begin({ text: [["p", "<img src=x>", ["c", "<b>D4</b>"]]], title: "<i>a</i>" });
    expect(has(el, ".adaptoid-lesson img, .adaptoid-lesson i")).toBe(false);
    expect(find(el, ".adaptoid-lesson-text").textContent).toBe("<img src=x><b>D4</b>");
  });

  it("a disc is highlighted while its name is hovered or focused", () => {
    const { el } = begin();
    const name = find(el, "[data-where]");
    name.dispatchEvent(new Event("pointerover", { bubbles: true }));
    expect(find(el, ".adaptoid-lesson-lit").getAttribute("data-at")).toBe("D4");
    name.parentElement?.dispatchEvent(new Event("pointerover", { bubbles: true }));
    expect(has(el, ".adaptoid-lesson-lit")).toBe(false);
    name.focus();
    expect(has(el, ".adaptoid-lesson-lit")).toBe(true);
    name.blur();
    expect(has(el, ".adaptoid-lesson-lit")).toBe(false);
  });

  it("puzzles show the rating and its last change", () => {
    const { el } = begin({ count: 1, steps: [""], rating: { value: 1228, change: -12 } });
    expect(find(el, ".adaptoid-lesson-score").textContent).toBe("Rating 1228 −12");
    expect(find(el, ".adaptoid-lesson-steps").hidden).toBe(true);
  });
});

describe("the list of steps", () => {
  it("each step has a number, a state in words and as a badge, and a button if the order is free", () => {
    const { model, el } = begin();
    const steps = [...el.querySelectorAll<HTMLElement>(".adaptoid-lesson-step")];
    expect(steps.map((dot) => dot.textContent)).toEqual(["1", "2", "3", "4"]);
    expect(steps.map((dot) => dot.getAttribute("aria-label"))).toEqual([
      "Step 1, solved at once",
      "Step 2",
      "Step 3, shown",
      "Step 4, skipped",
    ]);
    // a step without a result has no badge, the others have different ones
    const badges = steps.map((dot) => dot.querySelector("path")?.getAttribute("d"));
    expect(badges.map(Boolean)).toEqual([true, false, true, true]);
    expect(new Set(badges).size).toBe(4);
    expect(steps.findIndex((dot) => dot.matches("[aria-current=step]"))).toBe(1);
    press(el, "[data-step='3']");
    expect(wish(model)).toEqual({ what: "step", at: 3 });
  });

  it("in a forced order, only steps reached so far are buttons", () => {
    const { el } = begin({ free: false });
    const steps = [...el.querySelectorAll<HTMLElement>(".adaptoid-lesson-step")];
    expect(steps.map((dot) => dot.dataset.step)).toEqual(["0", "1", undefined, undefined]);
    expect(steps[2]?.getAttribute("aria-label")).toBe("Step 3, shown");
  });
});

describe("the buttons", () => {
  it("those that play turns again stand behind the comment, also after a step to read", () => {
    const { el, becomes } = begin(WRONG);
    const see = find(el, ".adaptoid-lesson-bubble").parentElement?.querySelector(".adaptoid-demonstration");
    const place = () => [
      see?.parentElement?.className,
      [...(see?.parentElement?.children ?? [])].indexOf(see as Element),
    ];
    const behind = place();
    expect(behind[1]).toBe(2);
    becomes({ kind: "read", can: ["next"] });
    expect(place()).toEqual(["adaptoid-lesson-more", 0]);
    becomes(WRONG);
    expect(place()).toEqual(behind);
  });

  it.each<[string, Partial<Lesson>, string | null]>([
    ["a turn is asked for", {}, null],
    ["discs are asked for", CLICK, "check"],
    ["something is to be read", { kind: "read", can: ["next"] }, "next"],
    ["it was wrong", WRONG, "retry"],
    ["it was right", RIGHT, "next"],
    ["it was shown", { phase: "shown", can: ["retry", "next"] }, "next"],
    ["an answer is about to come", { phase: "reply", can: ["go", "back"] }, null],
    ["the board shows something else", { can: ["retry"] }, "retry"],
    ["the end, something missed", { phase: "over", can: ["again", "practise"] }, "practise"],
    ["the end, nothing missed", { phase: "over", steps: ["solved"], can: ["again"] }, "again"],
  ])("%s: at most one main button", (_, changes, action) => {
    const { el } = begin(changes);
    expect(great(el).hidden ? null : great(el).dataset.lesson).toBe(action);
    expect(el.querySelectorAll(".adaptoid-lesson-acts .adaptoid-primary")).toHaveLength(1);
  });

  it("only available buttons are shown", () => {
    const { model, el, becomes } = begin();
    expect(shownButtons(el)).toEqual(["hint", "reveal", "skip"]);
    expect(find(el, button("hint")).textContent).toBe("Hint3 left, -1");
    press(el, button("hint"));
    expect(wish(model)).toEqual({ what: "hint" });
    becomes({
      hint: { taken: 1, of: 3, left: 2, text: [["p", "Look."]], costs: true },
      can: ["hint", "back", "reveal"],
    });
    expect(shownButtons(el)).toEqual(["hint", "back", "reveal"]);
    expect(find(el, "[data-tone=hint]").textContent).toBe("Hint 1 of 3Look.");
    press(el, button("reveal"));
    expect(wish(model)).toEqual({ what: "reveal" });
  });

  it("after the last hint, its button stays but does nothing", () => {
    const { model, el } = begin({
      hint: { taken: 3, of: 3, left: 0, text: [["p", "Look."]], costs: false },
      can: ["reveal", "skip"],
    });
    expect(shownButtons(el)).toEqual(["hint", "reveal", "skip"]);
    expect(find(el, button("hint")).textContent).toBe("Hintnone left");
    expect(find(el, button("hint")).getAttribute("aria-disabled")).toBe("true");
    press(el, button("hint"));
    expect(model.sent).toEqual([]);
  });

  it("after a wrong answer, the button for a hint keeps its place but does nothing", () => {
    const { model, el, becomes } = begin();
    becomes({ ...WRONG, can: ["retry", "reveal", "skip"], hint: { ...STEP.hint, taken: 1, left: 2 } });
    expect(shownButtons(el)).toEqual(["retry", "hint", "reveal", "skip"]);
    expect(find(el, button("hint")).textContent).toBe("Hint2 left, -1");
    press(el, button("hint"));
    expect(model.sent).toEqual([]);
    // with a button to take the turn back at that place
    becomes({ ...WRONG, can: ["retry", "back", "reveal", "skip"], hint: { ...STEP.hint, of: 0 } });
    expect(shownButtons(el)).toEqual(["retry", "back", "reveal", "skip"]);
  });

  it("in a step that counts no more, a hint costs nothing, and the note says why", () => {
    const { el } = begin({ hint: { ...STEP.hint, costs: false }, note: "Already solved.", turns: [0, 2] });
    expect(find(el, button("hint")).textContent).toBe("Hint3 left");
    expect(find(el, button("hint")).title).toBe("Hint (H)");
    expect(find(el, ".adaptoid-lesson-tip").textContent).toBe("Turn 1 of 2 · Already solved.");
  });

  it("no number is promised before the turn is known to which the hints lead", () => {
    const { el, becomes } = begin({ hint: { ...STEP.hint, left: null } });
    expect(find(el, button("hint")).textContent).toBe("Hint-1");
    becomes({ hint: { ...STEP.hint, left: null, costs: false } });
    expect(find(el, button("hint")).textContent).toBe("Hint");
  });

  it("a hint of a rated puzzle costs no points", () => {
    const { el } = begin({ rating: { value: 1200, change: 0 } });
    expect(find(el, button("hint")).textContent).toBe("Hint3 left, a miss");
    expect(find(el, button("hint")).title).toBe("Hint (H)");
  });

  it("without an answer to check, the button is disabled", () => {
    const { model, el } = begin({ kind: "click", can: ["hint"] });
    expect(great(el).getAttribute("aria-disabled")).toBe("true");
    press(el, ".adaptoid-lesson-great");
    expect(model.sent).toEqual([]);
  });

  it("a refusal is shown on the board", () => {
    const { model, el } = begin();
    press(el, button("hint"));
    model.answer({ ok: false, code: "lesson-no-hint", text: "There is no further hint." });
    expect(find(el, ".adaptoid-reason").textContent).toBe("There is no further hint.");
  });
});

describe("answers", () => {
  it("a wrong answer says why and offers a retry", () => {
    const { model, el } = begin(WRONG);
    const bubble = find(el, ".adaptoid-lesson-bubble[data-tone=wrong]");
    expect(bubble.textContent).toBe("Not yet.That starves nobody.");
    press(el, ".adaptoid-lesson-great");
    expect(wish(model)).toEqual({ what: "retry" });
  });

  it("the reply is shown once, with discs as buttons", () => {
    const phase = { ...WRONG, phase: "reply" as const, reply: "D4-D3 +C4", can: ["back" as const] };
    const { el, becomes } = begin(phase);
    expect(find(el, "[data-tone=reply] [data-where]").dataset.where).toBe("D4 D3 C4");
    becomes({ ...phase, said: [["p", "Black answers D4-D3 +C4."]] });
    expect(has(el, "[data-tone=reply] [data-where]")).toBe(false);
  });

  it("the feedback to a right first turn is shown while the next turn is asked for", () => {
    const { el } = begin({ said: [["p", "One more."]], turns: [1, 2] });
    expect(find(el, ".adaptoid-lesson-bubble[data-tone=ask]").textContent).toBe("Good, go on.One more.");
    expect(find(el, ".adaptoid-lesson-tip").textContent).toBe("Turn 2 of 2");
  });

  it("the end has the score of each step", () => {
    const { el } = begin({ phase: "over", score: 5, scores: [4, null, 0, 0], can: ["again", "practise"] });
    const rows = [...el.querySelectorAll(".adaptoid-lesson-end li")].map((row) => row.textContent);
    expect(rows).toEqual(["1solved at once4 points", "2not done", "3shown0 points", "4skipped0 points"]);
    expect(find(el, ".adaptoid-lesson-total").textContent).toBe("5of 16 points");
    expect(find(el, ".adaptoid-lesson-text").hidden).toBe(true);
    expect(has(el, ".adaptoid-lesson [aria-current]")).toBe(false);
  });
});

it.each([
  [true, "Not quite. Watch …"],
  [false, "Good. Watch …"],
])("before the reply is played, the heading says whether the turn was wrong: %s", (refuted, head) => {
  const { el } = begin({ phase: "reply", refuted, said: [["p", "So."]], can: ["go"] });
  expect(find(el, "[data-tone=reply] .adaptoid-lesson-heading").textContent).toBe(head);
});

it("a turn that cannot be judged yet is not called good", () => {
  const { el } = begin({ phase: "reply", undecided: true, said: [["p", "So."]], can: ["back"] });
  expect(find(el, "[data-tone=undecided] .adaptoid-lesson-heading").textContent).toBe("Play goes on.");
});

describe("the reply is played after a moment", () => {
  const REPLY: Partial<Lesson> = { phase: "reply", reply: "D4-D3 +C4", can: ["go", "back"] };

  it("once, and not before", () => {
    const { model, becomes } = begin();
    becomes(REPLY);
    expect(model.sent).toEqual([]);
    vi.advanceTimersByTime(650);
    expect(model.sent).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(wish(model)).toEqual({ what: "go" });
    vi.advanceTimersByTime(2000);
    expect(model.sent).toHaveLength(1);
    becomes(WRONG);
    vi.advanceTimersByTime(2000);
    expect(model.sent).toHaveLength(1);
  });

  it("at once with reduced motion", () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
    const { model, becomes } = begin();
    becomes(REPLY);
    vi.advanceTimersByTime(1);
    expect(wish(model)).toEqual({ what: "go" });
  });

  it("after the reply to the learner's intent, if that comes later", () => {
    const { model, el } = begin();
    press(el, "[data-cell=B1]");
    expect(model.last.kind).toBe("grow");
    model.show(taught(REPLY, 8));
    vi.advanceTimersByTime(750);
    expect(model.sent).toHaveLength(1);
    model.answer();
    vi.advanceTimersByTime(60);
    expect(wish(model)).toEqual({ what: "go" });
  });

  it("with two views, without a refusal in either", () => {
    const { model, el, becomes } = begin();
    const other = show(model);
    becomes(REPLY);
    vi.advanceTimersByTime(800);
    expect(model.sent.map(({ what }) => what)).toEqual(["go", "go"]);
    model.answer({ ok: false, code: "stale", text: "The board has changed." });
    for (const view of [el, other]) expect(find(view, ".adaptoid-reason").textContent).toBe("");
  });

  it("not after the turn was taken back", () => {
    const { model, becomes } = begin();
    becomes(REPLY);
    becomes({});
    vi.advanceTimersByTime(2000);
    expect(model.sent).toEqual([]);
  });
});

describe("steps that ask to click", () => {
  it("a chosen disc has a mark and is selected", () => {
    const { model, el, becomes } = begin(CLICK);
    press(el, "[data-cell=D4]");
    expect(wish(model)).toEqual({ what: "choose", at: "D4" });
    becomes({ ...CLICK, chosen: ["D4"] });
    expect(find(el, ".adaptoid-lesson-chosen").getAttribute("data-at")).toBe("D4");
    expect(find(el, "[data-cell=D4]").getAttribute("aria-selected")).toBe("true");
    expect(find(el, "[data-cell=A1]").getAttribute("aria-selected")).toBe("false");
    press(el, ".adaptoid-lesson-great");
    expect(wish(model)).toEqual({ what: "check" });
    becomes({ ...CLICK, chosen: [] });
    expect(has(el, ".adaptoid-lesson-chosen")).toBe(false);
  });

  it("a wrong disc has a mark of another shape, and an incomplete answer is not called wrong", () => {
    const { el, becomes } = begin(CLICK);
    const drawn = (cell: string) => {
      const place = find(el, `.adaptoid-lesson-chosen[data-at=${cell}]`).getAttribute("transform");
      return find(el, `.adaptoid-lesson-badge[transform="${place}"]`);
    };
    becomes({ ...WRONG, kind: "click", chosen: ["D4", "E5"], wrong: ["E5"] });
    expect(find(el, ".adaptoid-lesson-bubble[data-tone=wrong]").textContent).toContain("Not yet.");
    expect(drawn("E5").innerHTML).not.toBe(drawn("D4").innerHTML);
    expect(drawn("E5").hasAttribute("data-wrong")).toBe(true);
    expect(drawn("D4").hasAttribute("data-wrong")).toBe(false);
    becomes({ ...WRONG, kind: "click", chosen: ["D4"] });
    const bubble = find(el, ".adaptoid-lesson-bubble[data-tone=partly]");
    expect(bubble.textContent).toBe("Not all yet.That starves nobody.");
    expect(bubble.querySelector("path")?.getAttribute("d")).not.toContain("9 9");
  });

  it("the rings lie under the adaptoids", () => {
    const { el } = begin({ ...CLICK, chosen: ["D4"] });
    const ring = find(el, ".adaptoid-lesson-chosen");
    const pieces = find(el, ".adaptoid-layer.adaptoid-pieces");
    expect(ring.compareDocumentPosition(pieces) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it("a revealed answer has no heading", () => {
    const { el } = begin({ ...CLICK, phase: "shown", said: [["p", "The answer: D4."]], can: ["next"] });
    expect(find(el, ".adaptoid-lesson-bubble[data-tone=shown]").textContent).toBe("The answer: D4.");
  });

  it("no click is lost while Python is busy", () => {
    const { model, el, becomes } = begin(CLICK);
    for (const cell of ["D4", "E5", "F5"]) press(el, `[data-cell=${cell}]`);
    expect(model.sent).toHaveLength(1);
    becomes({ ...CLICK, chosen: ["D4"] });
    becomes({ ...CLICK, chosen: ["D4", "E5"] });
    becomes({ ...CLICK, chosen: ["D4", "E5", "F5"] });
    expect(model.sent.map(({ at }) => at)).toEqual(["D4", "E5", "F5"]);
  });

  it("Check waits for the chosen discs and is sent once", () => {
    const { model, el, becomes } = begin(CLICK);
    press(el, "[data-cell=D4]");
    press(el, ".adaptoid-lesson-great");
    press(el, ".adaptoid-lesson-great");
    expect(model.sent).toHaveLength(1);
    becomes({ ...CLICK, chosen: ["D4"] });
    becomes({ ...CLICK, phase: "wrong", chosen: ["D4"], wrong: ["D4"] });
    expect(model.sent.map(({ what }) => what)).toEqual(["choose", "check"]);
  });

  it("discs can be chosen by keyboard", async () => {
    const { model, el, becomes } = begin(CLICK);
    find(el, "[data-cell=D4]").focus();
    expect(key(el, "[data-cell=D4]", "Enter")).toBe(false);
    expect(wish(model)).toEqual({ what: "choose", at: "D4" });
    becomes({ ...CLICK, chosen: ["D4"] });
    expect(await announcement(el)).toBe("D4 chosen.");
    becomes({ ...CLICK });
    expect(await announcement(el)).toBe("D4 no longer chosen.");
  });
});

describe("steps that ask for a number", () => {
  const COUNT: Partial<Lesson> = { kind: "count", can: ["check"] };
  const number = (el: Element) => find<HTMLInputElement>(el, ".adaptoid-lesson-number");

  it("is entered, changed by buttons, and checked by Enter", () => {
    const { model, el } = begin(COUNT);
    press(el, ".adaptoid-lesson-great");
    expect(model.sent).toEqual([]);
    expect(document.activeElement).toBe(number(el));
    press(el, "[data-by='-1']");
    expect(number(el).value).toBe("0");
    press(el, "[data-by='1']");
    press(el, "[data-by='1']");
    key(el, ".adaptoid-lesson-number", "Enter");
    expect(wish(model)).toEqual({ what: "check", count: 2 });
  });

  it("is sent as it was typed, so that Python refuses a broken number instead of judging a rounded one", () => {
    const { model, el } = begin(COUNT);
    number(el).value = "2.5";
    press(el, ".adaptoid-lesson-great");
    expect(wish(model)).toEqual({ what: "check", count: 2.5 });
  });

  it("its keys reach neither the board nor the notebook", () => {
    const { model, el } = begin(COUNT);
    const outside = vi.fn();
    el.addEventListener("keydown", outside);
    for (const name of ["h", "g", "r", "a", "b", "3"])
      expect(key(el, ".adaptoid-lesson-number", name)).toBe(true);
    expect(outside).not.toHaveBeenCalled();
    expect(model.sent).toEqual([]);
  });

  it("begins empty in each step", () => {
    const { el, becomes } = begin(COUNT);
    number(el).value = "4";
    becomes({ ...COUNT, hint: { taken: 1, of: 3, left: 2, text: [["p", "Look."]], costs: true } });
    expect(number(el).value).toBe("4");
    becomes({ ...COUNT, step: 2 });
    expect(number(el).value).toBe("");
  });
});

it("on a site, the next lesson is the main button at the end", async () => {
  const onward = document.createElement("nav");
  onward.innerHTML = '<a href="#next">Next: Pincers</a><a href="#all">All lessons</a>';
  document.body.append(onward);
  bundleParts({ lesson: (context) => lesson(context, onward) });
  const { model, el, becomes } = begin(RIGHT);
  choose(el, "flip");
  great(el).focus();
  becomes({ phase: "over", can: ["again", "practise"] });
  const end = find(el, ".adaptoid-lesson-acts");
  expect(great(el).getAttribute("href")).toBe("#next");
  expect(document.activeElement).toBe(great(el));
  expect(
    [...end.querySelectorAll(".adaptoid-lesson-more > :not([hidden])")].map((button) => button.textContent),
  ).toEqual(["ui.lesson.practise", "Play it again", "All lessons"]);
  expect(onward.hidden).toBe(true);
  // the second click of a double click was meant for the previous button
  const click = (detail: number) => {
    const event = new MouseEvent("click", { bubbles: true, cancelable: true, detail });
    great(el).dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect([click(2), click(1), click(0)]).toEqual([true, false, false]);
  const pressed = vi.spyOn(great(el), "click");
  key(el, ".adaptoid-lesson-great", "g");
  expect(pressed).toHaveBeenCalledOnce();
  press(el, button("again"));
  expect(wish(model)).toEqual({ what: "again" });
  becomes({ step: 0 });
  expect(great(el).tagName).toBe("BUTTON");
  expect([onward.hidden, onward.textContent]).toEqual([false, "Next: PincersAll lessons"]);
  bundleParts({ lesson });
  onward.remove();
});
