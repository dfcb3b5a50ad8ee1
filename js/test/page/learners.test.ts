import { beforeEach, describe, expect, it, vi } from "vitest";

vi.hoisted(() => {
  document.body.innerHTML = `<script id="adaptoid-config" type="application/json">
    {"kind":"lesson","board":"p00000001","storage":"device","words":{}}</script>`;
});

import { addName, boardsOf, removeName, spelling } from "../../src/page/learners";
import {
  cleanName,
  fileName,
  isKnownByNow,
  knownNames,
  learnerOfTab,
  rememberLearner,
  storageKey,
} from "../../src/storage/storage_keys";

const [ONE, TWO] = ["p00000001", "p00000002"] as const;
const items = () => Object.fromEntries(Object.entries(localStorage).sort());

describe("the learners of a device", () => {
  beforeEach(() => localStorage.clear());

  it("have separate results; case and spaces of names do not matter", () => {
    expect(storageKey(ONE, " Ann ")).toBe(storageKey(ONE, "ann"));
    expect(storageKey(ONE, "Ann")).not.toBe(storageKey(ONE, "Anna"));
    expect([storageKey(ONE, ""), storageKey(ONE, null)]).toEqual([`adaptoid ${ONE}`, `adaptoid ${ONE}`]);
    addName("Ann", false);
    addName(spelling(" ANN "), false);
    addName(spelling("Bo  Lee"), false);
    expect(knownNames()).toEqual(["Ann", "Bo Lee"]);
  });

  it("get results without a name only on request", () => {
    localStorage.setItem(`adaptoid ${ONE}`, "old 1");
    localStorage.setItem(`adaptoid ${TWO}`, "old 2");
    localStorage.setItem("adaptoid site /", "{}");
    addName("Ann", false);
    expect([boardsOf(""), boardsOf("Ann")]).toEqual([[ONE, TWO], []]);
    addName("Ann", true);
    expect(items()).toEqual({
      "adaptoid learners": '["Ann"]',
      "adaptoid site /": "{}",
      [`adaptoid ${ONE} @ann`]: "old 1",
      [`adaptoid ${TWO} @ann`]: "old 2",
    });
  });

  it("lose nothing if the storage is full", () => {
    localStorage.setItem(`adaptoid ${ONE}`, "old");
    const { setItem } = Storage.prototype;
    const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(function (
      this: Storage,
      key,
      value,
    ) {
      if (key.includes("@")) throw new DOMException("no room", "QuotaExceededError");
      setItem.call(this, key, value);
    });
    expect(() => addName("Ann", true)).toThrow("no room");
    full.mockRestore();
    expect(localStorage.getItem(`adaptoid ${ONE}`)).toBe("old");
  });

  it("are removed with their results, and no others", () => {
    for (const name of ["Ann", "x @Ann", "Anna"]) {
      addName(name, false);
      localStorage.setItem(storageKey(ONE, name), name);
    }
    removeName("Ann");
    expect(knownNames()).toEqual(["x @Ann", "Anna"]);
    expect(Object.values(items())).toEqual(expect.arrayContaining(["x @Ann", "Anna"]));
    expect(localStorage.getItem(storageKey(ONE, "Ann"))).toBeNull();
  });

  it("leave nothing behind that has their name, also not in the reviews of sites", () => {
    const site = { lesson: ONE, language: "de" };
    for (const name of ["Ann", "x @Ann", "Anna"]) addName(name, false);
    const reviews = Object.fromEntries(
      ["Ann", "x @Ann", "Anna", ""].map((name) => [storageKey(TWO, name), [20_000, 1]]),
    );
    for (const root of ["/", "/school/"])
      localStorage.setItem(`adaptoid site ${root}`, JSON.stringify({ ...site, reviews }));
    removeName("ann");
    const { [storageKey(TWO, "Ann")]: _, ...others } = reviews;
    for (const root of ["/", "/school/"])
      expect(JSON.parse(localStorage.getItem(`adaptoid site ${root}`) ?? "")).toEqual({
        ...site,
        reviews: others,
      });
    removeName("x @Ann");
    expect(JSON.stringify(items()).toLowerCase()).not.toMatch(/\bann\b/);
  });

  // the same cases as in tests/core/game/test_headers.py
  it.each([
    ["An\u200bn", "Ann"],
    ["\u200fAnn\u00ad", "Ann"],
    ["\ufeffAnn\u2060", "Ann"],
    ["Ann\t\u00a0 Lee\r\n", "Ann Lee"],
    ["\u3000\u200b \u3000", ""],
    ["A\u0000n\ud800n\u0085B", "Ann B"],
    ["\u0646\u200c\u0627", "\u0646\u200c\u0627"],
    ["👩\u200d🔬", "👩\u200d🔬"],
    ["😀".repeat(101), "😀".repeat(100)],
    ["\u200d \u200c\ufe0f", ""],
    ["❤\ufe0f", "❤\ufe0f"],
    [`${"x".repeat(99)} y`, "x".repeat(99)],
  ])("have no invisible characters: %j", (typed, name) => {
    expect(cleanName(typed)).toBe(name);
    expect(spelling(typed)).toBe(name);
  });

  it("are found by an earlier spelling with invisible characters", () => {
    addName("An\u200bn", false);
    expect(spelling("ann")).toBe("An\u200bn");
  });

  it("are known in a new tab if there is only one", () => {
    const newTab = () => {
      sessionStorage.clear();
      window.name = "";
      return learnerOfTab();
    };
    expect(newTab()).toBeNull();
    addName("Ann", false);
    expect([newTab(), learnerOfTab()]).toEqual(["Ann", "Ann"]);
    // a choice is kept, also the choice of no name
    for (const [stored, learner] of [
      ["ann ", "ann "],
      // removed in another tab
      ["Bo", null],
      ["", ""],
      [null, null],
    ] as const) {
      rememberLearner(stored);
      expect(learnerOfTab()).toBe(learner);
    }
    localStorage.setItem(`adaptoid ${ONE}`, "whose?");
    expect(newTab()).toBeNull();
    localStorage.removeItem(`adaptoid ${ONE}`);
    addName("Bo", false);
    expect(newTab()).toBeNull();
    expect(sessionStorage.length).toBe(0);
    removeName("Ann");
    expect(newTab()).toBe("Bo");
  });

  it("stay the same in a tab whose session storage has lost the choice, or has an older one", () => {
    for (const name of ["Ann", "Bo"]) addName(name, false);
    rememberLearner("Ann", 1);
    sessionStorage.clear();
    expect(learnerOfTab()).toBe("Ann");
    const older = { ...sessionStorage };
    rememberLearner("Bo", 2);
    Object.assign(sessionStorage, older);
    expect(learnerOfTab()).toBe("Bo");
    // the name of a window is emptied by another site, or is older if the reader comes back from there
    rememberLearner("Ann", 3);
    window.name = "";
    expect(learnerOfTab()).toBe("Ann");
    window.name = 'adaptoid {"learner":[2,"Bo"]}';
    expect(learnerOfTab()).toBe("Ann");
  });

  it("are known again in a tab that was opened before the device knew the chosen name", () => {
    rememberLearner("Ann");
    expect([learnerOfTab(), isKnownByNow()]).toEqual([null, false]);
    addName("Bo", false);
    expect(isKnownByNow()).toBe(false);
    addName("Ann", false);
    expect([learnerOfTab(), isKnownByNow()]).toEqual(["Ann", true]);
    rememberLearner(null);
    expect(isKnownByNow()).toBe(false);
  });

  it("leave the name that somebody else has given to the window", () => {
    window.name = "lesson frame";
    addName("Ann", false);
    rememberLearner("Ann");
    expect([window.name, learnerOfTab()]).toEqual(["lesson frame", "Ann"]);
  });

  it("two classes of 25 on the same 25 devices get 50 times 15 separate files", () => {
    const boards = Array.from({ length: 15 }, (_, i) => `p${String(i).padStart(8, "0")}`);
    const files: string[] = [];
    for (let device = 0; device < 25; device++) {
      localStorage.clear();
      const pair = [`Ann ${device}`, `Zoë B. ${device}`];
      for (const name of pair) addName(spelling(name), false);
      // the classes alternate, lesson by lesson
      for (const board of boards)
        for (const name of pair) localStorage.setItem(storageKey(board, name), `${name} in ${board}`);
      for (const name of pair) {
        expect(boardsOf(spelling(` ${name.toUpperCase()} `)).sort()).toEqual(boards);
        for (const board of boards) {
          expect(localStorage.getItem(storageKey(board, name))).toBe(`${name} in ${board}`);
          files.push(fileName({ lesson: board, learner: name }));
        }
      }
    }
    expect(new Set(files).size).toBe(50 * 15);
  });
});
