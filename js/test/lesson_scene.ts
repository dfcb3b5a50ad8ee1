/** A board with a lesson, for the tests of lessons. */
import { expect } from "vitest";
import type { Lesson, Snapshot } from "../src/protocol/types";
import { find, show } from "./mount";
import { FakeModel, midgame, ui } from "./samples";

export const STEP: Lesson = {
  name: "feed",
  title: "Starve the enemy",
  step: 1,
  count: 4,
  free: true,
  steps: ["solved", "", "missed", "skipped"],
  badges: [
    ["solved", "solved at once"],
    ["", "not done"],
    ["missed", "shown"],
    ["skipped", "skipped"],
  ],
  scores: [4, 0, 0, 0],
  text: [["p", "Black on ", ["c", "D4"], " has ", ["b", "nothing"], " to spare."]],
  kind: "turn",
  phase: "ask",
  said: [],
  reply: "",
  refuted: false,
  undecided: false,
  hint: { taken: 0, of: 3, left: 3, text: [], costs: true },
  chosen: [],
  wrong: [],
  score: 4,
  max: 16,
  turns: [0, 1],
  can: ["hint", "reveal", "skip"],
  rating: null,
  tip: "",
  note: "",
  made: true,
  next: "",
};
export const CLICK: Partial<Lesson> = { kind: "click", can: ["check", "hint"] };
export const WRONG: Partial<Lesson> = {
  phase: "wrong",
  said: [["p", "That starves nobody."]],
  can: ["retry", "reveal"],
};
export const RIGHT: Partial<Lesson> = {
  phase: "right",
  said: [["p", "It starved."]],
  can: ["next", "retry"],
};

export const taught = (changes: Partial<Lesson>, rev: number): Snapshot =>
  midgame({ rev, lesson: { ...STEP, ...changes } });

export function begin(changes: Partial<Lesson> = {}) {
  const model = new FakeModel(taught(changes, 7));
  const el = show(model);
  let rev = 7;
  /** Shows the next state of the lesson and replies to the last intent. */
  const becomes = (next: Partial<Lesson>) => {
    rev += 1;
    model.show(taught(next, rev));
    if (model.sent.length) model.answer();
  };
  return { model, el, becomes };
}

export const wish = (model: FakeModel) => {
  const { id: _, rev: __, kind, ...rest } = model.last;
  expect(kind).toBe("lesson");
  return rest;
};
export const great = (el: Element) => find<HTMLButtonElement>(el, ".adaptoid-lesson-great");
export const button = (name: string) => `.adaptoid-lesson-more [data-lesson=${name}]`;
export const shownButtons = (el: Element) =>
  [...el.querySelectorAll<HTMLElement>(".adaptoid-lesson-acts button[data-lesson]")]
    .filter((element) => !element.closest("[hidden]"))
    .map((element) => element.dataset.lesson);
export const announcement = async (el: Element) => {
  await Promise.resolve();
  return find(el, ".adaptoid-live-region").textContent;
};

Object.assign(ui, {
  "ui.lesson.named": "Lesson: {title}",
  "ui.lesson.points.one": "{n} point",
  "ui.lesson.points.other": "{n} points",
  "ui.lesson.of": "of {max} points",
  "ui.lesson.total": "{n} of {max} points.",
  "ui.lesson.rating": "Rating {n}",
  "ui.lesson.step": "Step {n}",
  "ui.lesson.step.of": "Step {n} of {of}.",
  "ui.lesson.next-lesson": "Go on with: {title}",
  "ui.lesson.turn": "Turn {n} of {of}",
  "ui.lesson.is.ask": "Good, go on.",
  "ui.lesson.is.right": "Right!",
  "ui.lesson.is.wrong": "Not yet.",
  "ui.lesson.is.reply": "Good. Watch …",
  "ui.lesson.is.undecided": "Play goes on.",
  "ui.lesson.is.refuted": "Not quite. Watch …",
  "ui.lesson.is.partly": "Not all yet.",
  "ui.lesson.is.shown": "Solution",
  "ui.lesson.over": "You made it!",
  "ui.lesson.hint": "Hint",
  "ui.lesson.hint.of": "Hint {n} of {of}",
  "ui.lesson.left.costs": "{n} left, -1",
  "ui.lesson.left.point": "-1",
  "ui.lesson.left.free": "{n} left",
  "ui.lesson.left.rated": "{n} left, a miss",
  "ui.lesson.left.none": "none left",
  "ui.lesson.next": "Next",
  "ui.lesson.retry": "Try again",
  "ui.lesson.again": "Play it again",
  "ui.lesson.onward": "Next: {title}",
  "ui.lesson.chosen": "{cell} chosen.",
  "ui.lesson.unchosen": "{cell} no longer chosen.",
  "ui.lesson.key": "{key}: {what}.",
});
