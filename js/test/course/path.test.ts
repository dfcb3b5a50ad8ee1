import { beforeEach, expect, it } from "vitest";
import { drawPath, type PathState, type StepProgress } from "../../src/course/path";

const WORDS = {
  begin: "Begin here",
  continue: "Continue",
  progress: "{n} of {all} steps",
  done: "Done: {n} of {all} points",
  place: "Chapter {chapter}, lesson {n}",
};
const step = (how: string, score = how === "solved" ? 4 : 0): StepProgress => ({
  ...{ how, score },
  ...{ tries: how ? 1 : 0, hints: 0, most: 4 },
});
const row = (key: string) =>
  `<li data-board="${key}" data-picture="${key}.svg" data-about="About ${key}.">
    <span class="adaptoid-path-dot">1</span><a href="#${key}">Lesson ${key}</a>
    <span class="adaptoid-path-length">2 steps</span></li>`;
const chapter = (number: string, ...keys: string[]) =>
  `<section class="adaptoid-path-chapter" data-chapter="${number}">
    <span class="adaptoid-path-medal"></span><p class="adaptoid-path-count"></p><ol>${keys.map(row).join("")}</ol></section>`;

beforeEach(() => {
  document.body.innerHTML = `<div class="adaptoid-path"><section class="adaptoid-path-next" hidden>
    <p class="adaptoid-path-place"></p><h2></h2><p class="adaptoid-path-about"></p>
    <p class="adaptoid-path-go"><a></a><span class="adaptoid-path-ring"></span><span class="adaptoid-path-note"></span></p>
    <span class="adaptoid-path-picture"></span></section>
    ${chapter("1", "a", "b", "c")}${chapter("", "d")}</div>`;
});

const find = (selector: string) => document.querySelector(selector) as HTMLElement;
const card = (name: string) => find(`.adaptoid-path-${name}`).textContent;

function draw(results: Record<string, StepProgress[]>, last = ""): void {
  const state: PathState = {
    stepsOf: (key) => results[key] ?? [],
    ...{ last, words: WORDS },
    picturesOf: ({ dataset }) => [dataset.picture ?? ""],
  };
  drawPath(find(".adaptoid-path"), state);
}

it("begins with the first lesson", () => {
  draw({});
  expect([card("place"), card("go"), card("note")]).toEqual([
    "Chapter 1, lesson 1",
    "Begin here Lesson a2 steps",
    "2 steps",
  ]);
  expect(find(".adaptoid-path-next").hidden).toBe(false);
  expect(find(".adaptoid-path-go a").getAttribute("href")).toBe("#a");
  expect(find(".adaptoid-path-picture img").getAttribute("src")).toBe("a.svg");
  expect(find("[data-chapter='1']").dataset.limbs).toBe("0");
});

it("each finished lesson plugs in a limb, and a begun one fills the ring", () => {
  const results = {
    a: [step("solved"), step("solved")],
    b: [step("solved"), step("missed")],
    c: [step("solved"), step("")],
  };
  draw(results, "a");
  const states = [...document.querySelectorAll("li")].map((item) => item.dataset.state);
  expect(states).toEqual(["done", "passed", "begun", ""]);
  const first = find("[data-chapter='1']");
  expect([first.dataset.limbs, first.querySelectorAll(".adaptoid-limb").length]).toEqual(["2", 2]);
  expect(find("li").textContent).toContain("Done: 8 of 8 points");
  expect([card("place"), card("about"), card("note")]).toEqual([
    "Chapter 1, lesson 3",
    "About c.",
    "1 of 2 steps",
  ]);
  expect(find(".adaptoid-path-fill").getAttribute("stroke-dasharray")).toBe("0.5 1");
  expect(document.querySelectorAll("[aria-current=step]").length).toBe(1);
  draw({ ...results, c: [step("solved"), step("solved")] });
  expect(first.hasAttribute("data-complete")).toBe(true);
  // what comes after the chapters has no number
  expect([card("place"), card("go")]).toEqual(["", "Continue Lesson d2 steps"]);
});

it("a lesson that was only shown is begun and not done, and the next one follows", () => {
  draw({ a: [step("missed"), step("missed")] }, "a");
  expect(find("li").dataset.state).toBe("begun");
  expect(find("[data-chapter='1']").dataset.limbs).toBe("0");
  expect(card("place")).toBe("Chapter 1, lesson 2");
});

it("without an open lesson there is none to go on with", () => {
  draw(Object.fromEntries([..."abcd"].map((key) => [key, [step("solved")]])));
  expect(find(".adaptoid-path-next").hidden).toBe(true);
});
