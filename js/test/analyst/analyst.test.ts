import { beforeEach, describe, expect, it, vi } from "vitest";
import analystPart from "../../src/analyst/analyst";
import { percents } from "../../src/analyst/evaluation_bar";
import { scoreOf, stepsOf } from "../../src/analyst/turn_texts";
import { createTranslator } from "../../src/i18n/messages";
import { bundleParts } from "../../src/parts/part_loader";
import type { Analyst, Color, Line, Review } from "../../src/protocol/types";
import { angleOf, board, find, has, key, mounts, point, press, show } from "../mount";
import { type FakeModel, midgame, ui } from "../samples";

mounts();
bundleParts({ analyst: analystPart });
// jsdom lays nothing out
beforeEach(() => {
  Element.prototype.scrollIntoView = () => {};
});

const line = (changes: Partial<Line> = {}): Line => ({
  score: 0.74,
  win: null,
  exact: true,
  turns: ["E3-D2 +C4", "D5+L"],
  color: "W",
  ...changes,
});

const analysis = {
  turn: "W" as const,
  depth: 3,
  nodes: 1000,
  compiled: true,
  shares: [
    ["W", 0.614],
    ["B", 0.386],
  ] as [Color, number][],
  lines: [line(), line({ score: -1.5, turns: ["C3+P"] })],
  threat: null,
};

function analysed(model: FakeModel, changes: Partial<Analyst> = {}): void {
  const { node, position } = model.get("snapshot");
  model.analyse({
    on: true,
    node,
    position,
    threats: false,
    searching: true,
    found: analysis,
    hint: null,
    ...changes,
  });
}

function analyst(changes: Partial<Analyst> = {}) {
  const { model, el, end } = board({ analyst: true });
  analysed(model, changes);
  const playedLines = () =>
    model.sent.flatMap(({ kind, turns }) => (kind === "line" ? [{ kind, turns }] : []));
  return { model, el, end, playedLines };
}

describe("turns as texts", () => {
  it.each([
    ["E3-D2 +C4", { from: "E3", to: "D2", at: "C4", grows: "+" }],
    ["E3xE5 F6+P", { from: "E3", to: "E5", at: "F6", grows: "P" }],
    ["D10+L", { at: "D10", grows: "L" }],
    ["N12-N3", { from: "N12", to: "N3", grows: "" }],
    ["-", { grows: "" }],
  ])("%s", (turn, steps) => {
    expect(stepsOf(turn)).toEqual(steps);
  });
});

describe("numbers", () => {
  const t = createTranslator({
    language: "en",
    ui: { "ui.analyst.wins": "wins in {n}", "ui.analyst.loses": "loses in {n}" },
  });

  it("shows a score with its sign, a proof as turns, and a bound as a bound", () => {
    expect(scoreOf(line(), t)).toBe("+0.74");
    expect(scoreOf(line({ score: -2 }), t)).toBe("−2.00");
    expect(scoreOf(line({ win: 2 }), t)).toBe("wins in 2");
    expect(scoreOf(line({ win: -1 }), t)).toBe("loses in 1");
    expect(scoreOf(line({ exact: false }), t)).toBe("≤ +0.74");
  });

  it("a score has the decimal separator of the language", () => {
    const separators = ["de", "en", "es", "ja"].map((language) => {
      return scoreOf(line(), createTranslator({ language, ui: {} })).at(-3);
    });
    expect(separators.join(" ")).toBe(", . , .");
  });

  it("rounds shares so that they add up to 100", () => {
    expect(percents(analysis.shares)).toEqual([61, 39]);
    const thirds = percents([
      ["W", 1 / 3],
      ["B", 1 / 3],
      ["R", 1 / 3],
    ]);
    expect(thirds.reduce((sum, n) => sum + n)).toBe(100);
  });
});

describe("the analyst in a view", () => {
  it("shows a bar with a share for each colour, with a text alternative", () => {
    const { el } = analyst();
    const bar = find(el, ".adaptoid-shares");
    expect(bar.textContent).toBe("61 %39 %");
    expect(bar.getAttribute("role")).toBe("img");
    expect(bar.getAttribute("aria-label")).toBe("Who is better: White 61 %, Black 39 %");
    expect(find(el, '[data-do="analyse"]').getAttribute("aria-pressed")).toBe("true");
  });

  it("draws the first turns with their numbers, and lists the lines", () => {
    const { el } = analyst();
    const tags = [...el.querySelectorAll("[data-tag]")].map((tag) => [
      (tag as SVGElement).dataset.tag,
      tag.textContent,
    ]);
    expect(new Map(tags as [string, string][])).toEqual(
      new Map([
        ["D2", "1"],
        ["C4", "1"],
        ["C3", "2"],
      ]),
    );
    // a growth is drawn as an adaptoid, or as a limb alone
    const growths = [...el.querySelectorAll<SVGElement>("[data-grows]")];
    const drawn = growths.map((growth) => [
      growth.dataset.grows,
      growth.querySelectorAll(".adaptoid-limb").length,
      growth.children.length > 1,
    ]);
    expect(drawn.sort()).toEqual([
      ["+", 0, true],
      ["P", 1, false],
    ]);
    expect(el.querySelectorAll(".adaptoid-analyst-lines li")).toHaveLength(2);
    expect(find(el, ".adaptoid-analyst-lines").textContent).toContain("+0.74");
  });

  it("draws a move shared by several lines once, with the number of each line at its growth", () => {
    const turns = ["E3-D2 +C4", "E3-D2 +C5", "E3-D2 +C6"];
    const { el, model } = analyst({
      found: { ...analysis, lines: turns.map((turn) => line({ turns: [turn] })) },
    });
    const tags = () =>
      [...el.querySelectorAll<SVGElement>("[data-tag]")]
        .map((tag) => `${tag.dataset.tag}: ${tag.textContent}`)
        .sort();
    expect(el.querySelectorAll(".adaptoid-own > path:not(.adaptoid-edge)")).toHaveLength(1);
    expect(tags()).toEqual(["C4: 1", "C5: 2", "C6: 3"]);
    const others = ["E3-D2 +C4", "E3-D2 +C5", "C3+P"];
    analysed(model, {
      found: { ...analysis, depth: 4, lines: others.map((turn) => line({ turns: [turn] })) },
    });
    vi.advanceTimersByTime(1000);
    expect(tags()).toEqual(["C3: 3", "C4: 1", "C5: 2", "D2: 1 2"]);
  });

  describe("a growing limb is drawn in its future slot", () => {
    // E3 has a leg and two pincers
    const limbsOf = (...turns: string[]) => {
      const { el } = analyst({ found: { ...analysis, lines: turns.map((turn) => line({ turns: [turn] })) } });
      const replaced = find(el, "[data-on=E3]").querySelectorAll(".adaptoid-replaced").length;
      return [
        ...[...el.querySelectorAll<SVGElement>(".adaptoid-analyst-layer .adaptoid-growth")].map((growth) => {
          const limb = find(growth, "[data-limb]");
          return [growth.dataset.grows ?? "", limb.dataset.limb, angleOf(find(limb, "path"))];
        }),
        replaced,
      ];
    };

    it("and the other leg moves for it", () => {
      expect(limbsOf("E3+L")).toEqual([["", "leg", 120], ["L", "leg", 240], 1]);
    });

    it("after the other pincers", () => {
      expect(limbsOf("E3+P")).toEqual([["P", "pincer", 0], 0]);
    });

    it("if two lines add a limb each", () => {
      expect(limbsOf("E3+L", "E3+P")).toEqual([["", "leg", 120], ["L", "leg", 240], ["P", "pincer", 0], 1]);
    });

    it("at the destination of an adaptoid that moves first", () => {
      expect(limbsOf("E3-D3 D3+L")).toEqual([["L", "leg", 240], 0]);
    });

    it("together with limbs that the line has added before", () => {
      const { el } = analyst({ found: { ...analysis, lines: [line({ turns: ["E3+L", "-", "E3+P"] })] } });
      const last = find(el, '.adaptoid-analyst-lines [data-turn="2"]');
      last.dispatchEvent(new Event("pointerover", { bubbles: true }));
      expect(
        [...el.querySelectorAll<SVGElement>("[data-grows]")].map(({ dataset }) => dataset.grows),
      ).toEqual(["L", "P"]);
    });

    it("until the analysis is switched off", () => {
      const { el, model } = analyst({ found: { ...analysis, lines: [line({ turns: ["E3+L"] })] } });
      expect(has(el, ".adaptoid-replaced")).toBe(true);
      analysed(model, { on: false, found: null, searching: false });
      expect(has(el, ".adaptoid-replaced")).toBe(false);
    });
  });

  it("puts each number at its own place", () => {
    const lines = ["C4+L", "C4+P", "E3-D2 +C5"].map((turn) => line({ turns: [turn] }));
    const { el } = analyst({ found: { ...analysis, lines } });
    const places = [...el.querySelectorAll("[data-tag]")].map((tag) => tag.getAttribute("transform"));
    expect(places).toHaveLength(4);
    expect(new Set(places).size).toBe(4);
  });

  it("plays a line up to the clicked turn", () => {
    const { el, playedLines } = analyst();
    press(el, '.adaptoid-analyst-lines [data-turn="1"]');
    expect(playedLines()).toEqual([{ kind: "line", turns: ["E3-D2 +C4", "D5+L"] }]);
  });

  it("plays the shown line even if a deeper search has just put another one first", () => {
    const { el, model, playedLines } = analyst();
    analysed(model, { found: { ...analysis, depth: 4, lines: [line({ turns: ["C3+P"] }), line()] } });
    const button = find(el, '.adaptoid-analyst-lines [data-turn="0"]');
    press(el, '.adaptoid-analyst-lines [data-turn="0"]');
    expect(playedLines()).toEqual([{ kind: "line", turns: [button.textContent] }]);
    expect(button.textContent).toBe("E3-D2 +C4");
  });

  it("keeps a line under a button of the pointer until it is released", () => {
    const { el, model, playedLines } = analyst();
    const selector = '.adaptoid-analyst-lines [data-turn="0"]';
    const button = find(el, selector);
    button.dispatchEvent(new Event("pointerdown", { bubbles: true }));
    analysed(model, { found: { ...analysis, depth: 4, lines: [line({ turns: ["C3+P"] })] } });
    vi.advanceTimersByTime(1000);
    expect(find(el, selector)).toBe(button);
    button.dispatchEvent(new Event("pointerup", { bubbles: true }));
    press(el, selector);
    expect(playedLines()).toEqual([{ kind: "line", turns: ["E3-D2 +C4"] }]);
    vi.advanceTimersByTime(0);
    expect(find(el, selector).textContent).toBe("C3+P");
  });

  it.each([
    [
      "a tap, whose click can come after other events",
      new PointerEvent("pointerdown", { bubbles: true }),
      new PointerEvent("pointerup", { bubbles: true, pointerType: "touch" }),
    ],
    [
      "the space bar",
      new KeyboardEvent("keydown", { key: " ", bubbles: true }),
      new KeyboardEvent("keyup", { key: " ", bubbles: true }),
    ],
  ])("keeps the lines until the click of %s", (_, down, up) => {
    const { el, model, playedLines } = analyst();
    const selector = '.adaptoid-analyst-lines [data-turn="0"]';
    const button = find(el, selector);
    button.dispatchEvent(down);
    analysed(model, { found: { ...analysis, depth: 4, lines: [line({ turns: ["C3+P"] })] } });
    vi.advanceTimersByTime(1000);
    expect(find(el, selector)).toBe(button);
    button.dispatchEvent(up);
    if (up instanceof PointerEvent) vi.advanceTimersByTime(100);
    expect(find(el, selector)).toBe(button);
    press(el, selector);
    expect(playedLines()).toEqual([{ kind: "line", turns: ["E3-D2 +C4"] }]);
    vi.advanceTimersByTime(0);
    expect(find(el, selector).textContent).toBe("C3+P");
  });

  it("draws new lines after a press without a click", () => {
    const { el, model } = analyst();
    const selector = '.adaptoid-analyst-lines [data-turn="0"]';
    const held = () =>
      find(el, selector).dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
    held();
    analysed(model, { found: { ...analysis, depth: 4, lines: [line({ turns: ["C3+P"] })] } });
    vi.advanceTimersByTime(1000);
    expect(find(el, selector).textContent).not.toBe("C3+P");
    globalThis.dispatchEvent(new Event("blur"));
    vi.advanceTimersByTime(0);
    expect(find(el, selector).textContent).toBe("C3+P");
  });

  it("does not delay a click on the board when it is switched", () => {
    const { el, model } = analyst();
    press(el, '[data-do="threats"]');
    press(el, '[data-do="analyse"]');
    expect(find(el, ".adaptoid-board").dataset.link).toBe("idle");
    press(el, '.adaptoid-analyst-lines [data-turn="0"]');
    const kinds = model.sent.map(({ kind }) => kind);
    expect(kinds.slice(-3)).toEqual(["threats", "analyse", "line"]);
  });

  it("previews a line up to the hovered turn", () => {
    const { el } = analyst();
    const turn = find(el, '.adaptoid-analyst-lines [data-turn="1"]');
    turn.dispatchEvent(new Event("pointerover", { bubbles: true }));
    const names = [...el.querySelectorAll("[data-tag]")].map((tag) => tag.textContent);
    expect(names.sort()).toEqual(["1", "1", "2"]);
    expect(has(el, "g.adaptoid-enemy")).toBe(true);
    find(el, ".adaptoid-analyst").dispatchEvent(new Event("pointerleave"));
    expect(has(el, "g.adaptoid-enemy")).toBe(false);
  });

  it("does not show results of another position", () => {
    const { el, model } = analyst();
    model.show({ ...model.get("snapshot"), rev: 99, node: 5 });
    expect(has(el, "[data-tag]")).toBe(true);
    vi.advanceTimersByTime(1000);
    const next = analyst({ node: 5 });
    expect(has(next.el, "[data-tag]")).toBe(false);
    expect(find(next.el, ".adaptoid-analyst-score").textContent).toBe("Getting ready …");
  });

  it("shows no score where there is nothing to search", () => {
    const { el } = analyst({ found: null, searching: false });
    expect(find(el, ".adaptoid-analyst-score").textContent).toBe("");
  });

  it("says that a finished game has nothing to search", () => {
    const { el, model } = analyst();
    model.show({ ...model.get("snapshot"), rev: 99, node: 5, result: "W" });
    analysed(model, { node: 5, found: null, searching: false });
    vi.advanceTimersByTime(1000);
    expect(find(el, ".adaptoid-analyst-score").textContent).toBe("The game is over.");
  });

  it("delays results that come too fast", () => {
    const { el, model } = analyst();
    analysed(model, { found: { ...analysis, depth: 4, lines: [line({ score: 2 })] } });
    expect(find(el, ".adaptoid-analyst-lines").textContent).toContain("+0.74");
    vi.advanceTimersByTime(300);
    expect(find(el, ".adaptoid-analyst-lines").textContent).toContain("+2.00");
  });

  it("gives a hint in two steps, and says meanwhile that it comes", () => {
    const { el, model } = analyst({ on: false, found: null, searching: true });
    expect(find(el, ".adaptoid-note").textContent).toBe("Getting ready …");
    analysed(model, {
      on: false,
      found: null,
      hint: { taken: 1, turn: "E3-D2 +C4", words: "move E3" },
    });
    expect(find(el, ".adaptoid-note").textContent).toBe("Hint: look at E3.");
    expect([...el.querySelectorAll("[data-tag]")].map((tag) => tag.textContent)).toEqual(["?"]);
    analysed(model, {
      on: false,
      found: null,
      searching: false,
      hint: { taken: 2, turn: "E3-D2 +C4", words: "move E3" },
    });
    expect(find(el, ".adaptoid-note").textContent).toBe("Best: move E3.");
    expect(find(el, ".adaptoid-analyst").hidden).toBe(true);
  });

  describe("what the coach says", () => {
    const remark = (ply: number) => ({
      ...{ node: 2, ply, before: 1, turn: "E3-D2 +C4", color: "B" as const },
      ...{ cells: ["D5"], text: "That was a fork." },
    });
    const card = (el: HTMLElement) => find(el, ".adaptoid-remark");
    /** A view with a remark on the turn that is so many turns after the shown one. */
    const remarked = (turns: number) => {
      const { el, model } = analyst({ on: false, found: null, searching: false, remark: null });
      expect(card(el).hidden).toBe(true);
      const ply = model.get("snapshot").history.at + turns;
      const said = { ...remark(ply), before: turns ? ply - 1 : 1 };
      analysed(model, { on: false, found: null, searching: false, remark: said });
      return { el, model };
    };

    it("stands beside the board, with a way to see why, to take the turn back, and to hear no more", () => {
      const { el, model } = remarked(0);
      expect(card(el).textContent).toContain("That was a fork.");
      press(el, "[data-demonstration=play]");
      press(el, "[data-remark=off]");
      const sent = model.sent.filter(({ kind }) => /goto|undo|film/.test(kind));
      expect(sent).toMatchObject([{ kind: "film", from: 1, node: 2, turns: ["E3-D2 +C4"] }]);
    });

    it("is announced once, also when the search adds to it", async () => {
      const { el, model } = remarked(3);
      find(el, "[data-cell][tabindex='0']").focus();
      const heard: string[] = [];
      const { at } = model.get("snapshot").history;
      for (const text of ["A fork.", "A fork. E3-D2 kept all.", "A fork. E3-D2 kept all.", "A siege."]) {
        const said = { ...remark(at), text };
        analysed(model, { on: false, found: null, searching: false, remark: said });
        await Promise.resolve();
        const spoken = find(el, ".adaptoid-live-region").textContent ?? "";
        if (spoken !== heard.at(-1)) heard.push(spoken);
      }
      expect(heard).toEqual(["A fork.", "E3-D2 kept all.", "A siege."]);
    });

    it("is drawn on the position before the turn, with its victims", () => {
      const { el, model } = remarked(1);
      expect(find(el, "[data-remark=undo]").hidden).toBe(true);
      expect(el.querySelectorAll("g.adaptoid-enemy circle").length).toBeGreaterThan(0);
      const tags = () => [...el.querySelectorAll("[data-tag]")].map((tag) => tag.textContent);
      expect(tags()).toEqual(["!"]);
      // but not on the line that shows why
      press(el, "[data-demonstration=play]");
      model.answer({ ok: true, frames: frames() });
      expect([tags(), has(el, "[data-ghost]")]).toEqual([[], true]);
      press(el, "[data-demonstration=play]");
      expect([tags(), has(el, "[data-ghost]")]).toEqual([["!"], false]);
    });

    it("gives its place to the review of a game that is over", () => {
      const { el, model } = remarked(0);
      model.review(reviewed);
      expect(card(el).hidden).toBe(false);
      model.show({ ...model.get("snapshot"), rev: 99, result: "W" });
      expect(card(el).hidden).toBe(true);
    });

    it("is not shown at other turns", () => {
      expect(card(remarked(2).el).hidden).toBe(true);
    });
  });

  it("compares the turn that was played with the best one, and shows both lines on the board", () => {
    const { el, model } = analyst({ comparison: null });
    const card = find(el, ".adaptoid-compared");
    expect(card.hidden).toBe(true);
    const turns = [
      { line: line(), mark: "" as const, why: "That is the best turn." },
      { line: line({ score: -1.5, turns: ["C3+P", "D5xC3"] }), mark: "??" as const, why: "Blunder." },
    ];
    const changes: [string, number][] = [["bodies", -0.95]];
    const { at } = model.get("snapshot").history;
    analysed(model, { searching: false, comparison: { ply: at, turn: "C3+P", turns, changes } });
    expect(card.hidden).toBe(false);
    const [best, mine] = [...card.querySelectorAll("li")];
    expect(best?.textContent).toContain("E3-D2 +C4 +0.74 D5+LThat is the best turn.");
    expect(mine?.textContent).toContain("C3+P?? −1.50 D5xC3Blunder.");
    expect(card.textContent).toContain("ui.compare.changes");
    press(el, ".adaptoid-compared [data-plays='compared 1']");
    const shown = { kind: "film", from: at - 1, to: at, turns: ["C3+P", "D5xC3"] };
    expect(model.sent.filter(({ kind }) => kind === "film")).toMatchObject([shown]);
    expect(has(el, "[data-tag]")).toBe(true);
    model.answer({ ok: true, frames: frames() });
    // on the board of the line are no arrows of the game, and the lines beside it stay
    expect([has(el, "[data-tag]"), has(el, "[data-ghost]")]).toEqual([false, true]);
    expect(find(el, ".adaptoid-analyst-lines").textContent).toContain("E3-D2 +C4");
    press(el, ".adaptoid-compared [data-plays='compared 1']");
    expect([has(el, "[data-tag]"), has(el, "[data-ghost]")]).toEqual([true, false]);
    const played = { ply: at, turn: "E3-D2 +C4", turns: turns.slice(0, 1), changes: [] };
    analysed(model, { searching: false, comparison: played });
    expect([...card.querySelectorAll("li")].map(({ hidden }) => hidden)).toEqual([false, true]);
    expect(card.textContent).not.toContain("ui.compare.changes");
  });

  it("plays each line on the board as it would go on, and a threat after a turn that is left out", () => {
    const { el, model } = analyst({
      threats: true,
      found: { ...analysis, threat: line({ color: "B", turns: ["D5-E4 +E5"] }) },
    });
    press(el, "[data-plays='line 1']");
    expect(model.last).toMatchObject({ kind: "film", turns: ["C3+P"] });
    expect(model.last.passes).toBeUndefined();
    expect(has(el, "[data-tag]")).toBe(true);
    model.answer({ ok: true, frames: frames() });
    // the arrows of the analysis are not those of the line
    expect(has(el, "[data-tag]")).toBe(false);
    press(el, "[data-demonstration=play]");
    vi.advanceTimersByTime(300);
    expect(has(el, "[data-tag]")).toBe(true);
    press(el, "[data-plays='threat 0']");
    expect(model.last).toMatchObject({ kind: "film", turns: ["D5-E4 +E5"], passes: true });
  });

  it("shows a threat apart from the lines; it is no variation", () => {
    const { el, playedLines } = analyst({
      threats: true,
      found: { ...analysis, threat: line({ color: "B", turns: ["D5-E4 +E5"] }) },
    });
    expect(find(el, '[data-do="threats"]').getAttribute("aria-pressed")).toBe("true");
    press(el, ".adaptoid-analyst-lines:last-child [data-turn]");
    expect(playedLines()).toEqual([]);
    expect(has(el, "g.adaptoid-enemy")).toBe(true);
  });

  it("tells Python when its view becomes visible or hidden", () => {
    let reportVisibility: IntersectionObserverCallback = () => {};
    vi.stubGlobal(
      "IntersectionObserver",
      class {
        constructor(callback: IntersectionObserverCallback) {
          reportVisibility = callback;
        }
        observe(): void {}
        disconnect(): void {}
      },
    );
    const { model, end } = analyst();
    const announced = () =>
      model.sent.filter(({ kind }) => kind === "analyse").map(({ view, visible }) => [view, visible]);
    const [[name] = []] = announced();
    expect(name).toEqual(expect.any(String));
    const scroll = (...inView: boolean[]) =>
      reportVisibility(
        inView.map((isIntersecting) => ({ isIntersecting }) as IntersectionObserverEntry),
        {} as IntersectionObserver,
      );
    scroll(true);
    scroll(true, false);
    scroll(true);
    end();
    expect(announced()).toEqual([true, false, true, false].map((visible) => [name, visible]));
    vi.unstubAllGlobals();
  });

  it("says why a search failed and how to retry", () => {
    const { el } = analyst({ on: false, found: null, searching: false, error: "MemoryError: too big" });
    const hint = find(el, ".adaptoid-note");
    expect(hint.hidden).toBe(false);
    expect(hint.textContent).toBe("The analysis stopped: MemoryError: too big. Switch it on again to retry.");
    expect(find(el, '[data-do="analyse"]').getAttribute("aria-pressed")).toBe("false");
    expect(find(el, ".adaptoid-analyst").hidden).toBe(true);
  });

  it("is removed with its view", () => {
    const { el, end, model } = analyst();
    end();
    expect(el.childElementCount).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
    expect(model.last).toMatchObject({ kind: "analyse", visible: false });
  });
});

/** What Python answers to a film of one turn, in which C1 grows a leg. */
function frames() {
  const pieces = midgame().pieces.map((row) => (row[0] === "C1" ? ["C1", "W", 1, 0, 4, 3] : row));
  const frame = { turn: "W", step: "move", pieces, starving: [], last: null, marks: null };
  return ["one", "two"].map((position) => ({ ...frame, position, feeding: { now: [], starved: [] } }));
}

/** A review of two turns: White blundered, and Black made a mistake. */
const reviewed = {
  ...{ running: false, error: "", at: 2, of: 2, exercises: 2, nodes: [0, 4, 9] },
  graph: [
    [0.5, 0.5],
    [0.2, 0.8],
    [0.4, 0.6],
  ],
  mistakes: [
    [4, 1, "W", "E3-D2 +C4", "??", "E3xF5 +F6"],
    [9, 2, "B", "D5+L", "?", "D5+P"],
  ],
} satisfies Review;

describe("the tabs beside the board", () => {
  const selected = (el: HTMLElement) =>
    [...el.querySelectorAll("[role=tab][aria-selected=true]")].map((tab) => tab.textContent);
  const panels = (el: HTMLElement) =>
    [...el.querySelectorAll<HTMLElement>("[role=tabpanel]")].map(({ hidden }) => !hidden);

  it("open by themselves where an analysis or a review begins, and keep what was chosen", () => {
    const { model, el } = board({ analyst: true });
    analysed(model, { on: false, found: null });
    expect([selected(el), panels(el)]).toEqual([["Turns"], [true, false, false]]);
    analysed(model);
    expect([selected(el), panels(el)]).toEqual([["Analysis"], [false, true, false]]);
    model.review({ running: true, error: "", at: 0, of: 2 });
    expect(selected(el)).toEqual(["Mistakes"]);
    press(el, "[data-tab=turns]");
    model.review(reviewed);
    analysed(model, { found: { ...analysis, depth: 5 } });
    expect(selected(el)).toEqual(["Turns"]);
    // another view of the board has the tab that was chosen last
    expect(selected(show(model))).toEqual(["Turns"]);
  });

  it("are one tab stop, in which arrow keys choose", () => {
    const { el } = analyst();
    const stops = () => [...el.querySelectorAll<HTMLElement>("[role=tab]")].map(({ tabIndex }) => tabIndex);
    expect(stops()).toEqual([-1, 0, -1]);
    for (const [name, tab] of [
      ["ArrowRight", "Mistakes"],
      ["ArrowRight", "Turns"],
      ["End", "Mistakes"],
      ["ArrowLeft", "Analysis"],
    ] as const) {
      key(el, "[role=tab][tabindex='0']", name);
      expect([selected(el), document.activeElement?.textContent]).toEqual([[tab], tab]);
    }
    const tab = find(el, "[role=tab][aria-selected=true]");
    const panel = find(el, `[id="${tab.getAttribute("aria-controls")}"]`);
    expect([panel.hidden, panel.getAttribute("aria-labelledby")]).toEqual([false, tab.id]);
  });

  it("close what has ended", () => {
    const { el, model } = analyst();
    analysed(model, { on: false, found: null });
    expect(selected(el)).toEqual(["Turns"]);
    model.review(reviewed);
    press(el, "[data-tab=mistakes]");
    model.review({ running: false, error: "" });
    expect(selected(el)).toEqual(["Turns"]);
  });
});

describe("a review", () => {
  /** A board with the review, with its tab open. */
  function review() {
    const { model, el } = board({ analyst: true });
    model.review(reviewed);
    press(el, "[data-tab=mistakes]");
    return { model, el };
  }

  it("counts the mistakes of each player, by kind and in words", () => {
    const { el } = review();
    const rows = [...el.querySelectorAll(".adaptoid-review-counts li")].map((row) =>
      [...row.querySelectorAll("b, span")].map(({ textContent }) => textContent),
    );
    expect(rows).toEqual([
      ["White", "1 blunder", "0 mistakes"],
      ["Black", "0 blunders", "1 mistake"],
    ]);
    // colour is not the only sign
    expect(find(el, "[data-node='4'] > svg > *").tagName).toBe("rect");
    expect(find(el, "[data-node='9'] > svg > *").tagName).toBe("circle");
  });

  it("has a dot on the graph for each mistake, where the shares meet", () => {
    const { el } = review();
    const dots = [...el.querySelectorAll<SVGElement>(".adaptoid-graph-mistake")].map((dot) => [
      dot.dataset.mark,
      dot.getAttribute("d"),
    ]);
    expect(dots).toEqual([
      ["?", "M2 60.0h.001"],
      ["??", "M1 80.0h.001"],
    ]);
  });

  it("is gone through by dragging on the graph and by keys, with one request at a time", () => {
    const { el, model } = review();
    const graph = find(el, ".adaptoid-graph");
    graph.getBoundingClientRect = () => new DOMRect(100, 0, 200, 90);
    const asked = () => model.sent.flatMap(({ kind, node }) => (kind === "select" ? [node] : []));
    point(graph, "pointerdown", { clientX: 110 });
    point(graph, "pointermove", { clientX: 190 });
    point(graph, "pointermove", { clientX: 290 });
    // the board stands at the start
    expect(asked()).toEqual([4]);
    expect(graph.getAttribute("aria-valuenow")).toBe("2");
    model.answer();
    expect(asked()).toEqual([4, 9]);
    model.show({ ...model.get("snapshot"), rev: 8, node: 9 });
    model.answer();
    point(graph, "pointerup");
    point(graph, "pointermove", { clientX: 110 });
    expect(asked()).toEqual([4, 9]);
    key(el, ".adaptoid-graph", "ArrowLeft");
    expect(asked()).toEqual([4, 9, 4]);
    expect(graph.getAttribute("aria-valuetext")).toContain("E3-D2 +C4 ??");
  });

  it("plays each mistake with its reply, and each better turn, and says which is played", () => {
    const { el, model } = review();
    const films = () => model.sent.filter(({ kind }) => kind === "film");
    press(el, "[data-see='4']");
    expect(films()).toMatchObject([{ from: 0, to: 6, node: 4, reply: true }]);
    model.answer({ ok: true, frames: frames() });
    const shown = () => find(el, ".adaptoid-board").dataset.position;
    expect([shown(), find(el, "[data-see='4']").getAttribute("aria-pressed")]).toEqual(["one", "true"]);
    const ghosts = () =>
      [...el.querySelectorAll<SVGElement>("[data-ghost]")].map(({ dataset }) => dataset.on);
    expect(ghosts()).toEqual(["C1"]);
    press(el, "[data-demonstration=step]");
    expect([shown(), find(el, ".adaptoid-line-player").textContent]).toEqual(["two", "Back1 / 1 "]);
    // another line takes its place
    press(el, "[data-best='D5+P']");
    expect(films().at(-1)).toMatchObject({ from: 1, to: 2, node: 9, turns: ["D5+P"] });
    expect(has(el, ".adaptoid-line-player:not([hidden])")).toBe(false);
    expect([shown(), ghosts()]).toEqual([model.get("snapshot").position, []]);
  });
});

describe("before the analyst is used", () => {
  it("its buttons are shown if Python can analyse and the board gives full aids", () => {
    const hidden = (changes: object) =>
      ["analyse", "hint"].map((name) => find(board(changes).el, `[data-do="${name}"]`).hidden);
    expect(hidden({ analyst: true })).toEqual([false, false]);
    expect(hidden({})).toEqual([true, true]);
    expect(hidden({ analyst: true, aids: "legal" })).toEqual([true, true]);
    expect(hidden({ analyst: true, interactive: false })).toEqual([true, true]);
  });
});

Object.assign(ui, {
  "ui.analyst.shares": "Who is better: {which}",
  "ui.analyst.share": "{color} {n} %",
  "ui.analyst.ready": "Getting ready …",
  "why.game-over": "The game is over.",
  "ui.analyst.failed": "The analysis stopped: {detail}. Switch it on again to retry.",
  "ui.turns": "Turns",
  "ui.analysis": "Analysis",
  "ui.mistakes": "Mistakes",
  "ui.see.end": "Back",
  "count.blunders.one": "{n} blunder",
  "count.blunders.other": "{n} blunders",
  "count.mistakes.one": "{n} mistake",
  "count.mistakes.other": "{n} mistakes",
  "ui.hint.move": "Hint: look at {cell}.",
  "ui.hint.turn": "Best: {turn}.",
});
