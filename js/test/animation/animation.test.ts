import { beforeEach, describe, expect, it, vi } from "vitest";
import animation from "../../src/animation/animation";
import { schedule } from "../../src/animation/schedule";
import controls from "../../src/controls/controls";
import { bundleParts } from "../../src/parts/part_loader";
import type { GoneRow, LastTurn, Snapshot } from "../../src/protocol/types";
import { board, choose, find, has, key, mounts, point, press, show } from "../mount";
import { growing, midgame } from "../samples";

const starved = (...cells: string[]): GoneRow[] => cells.map((cell) => [cell, "W", 2, 2, "starved"]);

/** Black moves four steps to C1, captures White's adaptoid there, grows a leg and starves three. */
const LONG: LastTurn = {
  ...{
    color: "B",
    text: "G7xC1 C1+L",
    from: "G7",
    to: "C1",
    kind: "x",
    at: "C1",
    growth: "leg",
    parent: null,
  },
  route: ["G7", "F6", "E5", "D3", "C1"],
  gone: [["C1", "W", 0, 0, "captured"], ...starved("A1", "B2", "D7")],
};
/** Black creates an adaptoid on D5 beside D4, and White's G4 starves. */
const REPLY: LastTurn = {
  ...{ color: "B", text: "+D5", from: null, to: null, kind: null, at: "D5", growth: "new", parent: "D4" },
  route: [],
  gone: starved("G4"),
};

describe("the schedule", () => {
  it("has one step after the other, and no turn takes longer than 900 ms", () => {
    const { arrivals, walk, hit, grow, feed, total } = schedule(LONG);
    expect(total).toBe(900);
    const starts = [walk?.start, hit?.start, walk?.end, grow?.start, grow?.end, feed?.start, feed?.end];
    expect(starts).toEqual([...starts].sort((a, b) => Number(a) - Number(b)));
    expect(arrivals).toHaveLength(4);
    expect(arrivals.at(-1)).toBe(walk?.end);
    expect(walk?.end).toBeLessThanOrEqual(350);
    // the captured adaptoid disappears in the last step of the mover
    expect(hit?.start).toBeGreaterThan(arrivals[2] as number);
    expect(grow?.start).toBeGreaterThan(hit?.end as number);
    expect(feed?.end).toBe(total);
  });

  it("a step takes 110 ms, and a long walk no more than 350", () => {
    const walk: LastTurn = { ...LONG, kind: "-", growth: null, gone: [] };
    expect(schedule({ ...walk, route: ["G7", "F6"] }).walk?.end).toBe(110);
    expect(schedule({ ...walk, route: ["G7", "F6", "E5"] }).arrivals).toEqual([110, 220]);
    expect(schedule({ ...walk, route: [..."ABCDEFG"] }).walk?.end).toBe(350);
    expect(schedule(LONG, 480).total).toBe(480);
  });

  it("a pass has no steps", () => {
    const pass: LastTurn = { ...REPLY, at: null, growth: null, parent: null, gone: [] };
    expect(schedule(pass).total).toBe(0);
  });
});

interface Played {
  element: Element;
  options: KeyframeAnimationOptions;
  cancelled: boolean;
}

let played: Played[] = [];
let still = false;
const running = (el: Element) => el.querySelector(".adaptoid-widget")?.hasAttribute("data-staged");
const ink = (el: Element) => el.querySelectorAll(".adaptoid-animation > *").length;

/** Animations end according to the fake clock. */
function fakeAnimate(this: Element, _: unknown, options: KeyframeAnimationOptions) {
  const entry = { element: this, options, cancelled: false };
  played.push(entry);
  const animation = { onfinish: () => {}, cancel: () => Object.assign(entry, { cancelled: true }) };
  setTimeout(() => entry.cancelled || animation.onfinish(), Number(options.delay) + Number(options.duration));
  return animation;
}

const at = (ply: number) => ({
  at: ply,
  length: 2,
  count: 2,
  row: ply - 1,
  from: 0,
  turns: [],
  lines: 1,
  comment: "",
});

/** The answer to the person's turn: White's G4 has starved, and Black's D5 is new. */
const answered = (changes: Partial<Snapshot> = {}): Snapshot =>
  midgame({
    ...{ rev: 9, node: 1, position: "after the answer", last: REPLY, history: at(1) },
    pieces: [...midgame().pieces, ["D5", "B", 0, 0, 3, 3]],
    ...changes,
  });

mounts();
beforeEach(() => {
  played = [];
  still = false;
  localStorage.clear();
  Object.assign(Element.prototype, { animate: fakeAnimate, getAnimations: () => [] });
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: still && query.includes("reduced-motion"),
    addEventListener: () => {},
  }));
  bundleParts({ animation, controls });
  return () => {
    for (const name of ["animate", "getAnimations"]) Reflect.deleteProperty(Element.prototype, name);
  };
});

describe("an animated turn", () => {
  it("shows the new position at once, under an animation that ends by itself", () => {
    const { el, model } = board();
    model.show(answered());
    expect(running(el)).toBe(true);
    // the board shows the final state from the beginning
    expect(has(el, '.adaptoid-pieces [data-on="D5"]')).toBe(true);
    expect(find(el, ".adaptoid-board").dataset.position).toBe("after the answer");
    expect(ink(el)).toBeGreaterThan(0);
    const { total } = schedule(REPLY);
    expect(Math.max(...played.map(({ options }) => Number(options.delay) + Number(options.duration)))).toBe(
      total,
    );
    vi.advanceTimersByTime(total - 1);
    expect(running(el)).toBe(true);
    vi.advanceTimersByTime(1);
    expect(running(el)).toBe(false);
    expect(ink(el)).toBe(0);
  });

  it("shows the adaptoid that starves, its loss and the step", () => {
    const { el, model } = board();
    model.show(answered());
    const { feed } = schedule(REPLY);
    const playedOn = (selector: string) => played.filter(({ element }) => element.matches(selector));
    expect(playedOn('.adaptoid-ghosts [data-on="G4"]').map(({ options }) => options.delay)).toContain(
      feed?.start,
    );
    expect(playedOn("[data-color=W] .adaptoid-pip[data-lost]")).toHaveLength(2);
    expect(playedOn("[data-color=B] .adaptoid-pip")).toHaveLength(0);
    const lit = playedOn(".adaptoid-steps li").map(({ element }) => element);
    expect(lit).toEqual([...el.querySelectorAll(".adaptoid-steps li")].slice(1));
  });

  it.each<[string, (el: HTMLElement) => unknown]>([
    ["the pointer", (el) => point(find(el, ".adaptoid-board"), "pointerdown")],
    ["a key", (el) => key(el, '[data-cell="D4"]', "ArrowLeft")],
  ])("is cut short by %s", (_, input) => {
    const { el, model } = board();
    model.show(answered());
    vi.advanceTimersByTime(100);
    input(el);
    expect(running(el)).toBe(false);
    expect(ink(el)).toBe(0);
    expect(played.every(({ cancelled }) => cancelled)).toBe(true);
  });

  it.each<[string, Partial<Snapshot>, string[]]>([
    ["a person", { levels: [["B", 0]] }, ["D4", "E5", "F5", "G7", "D5"]],
    ["a computer", { levels: [["B", 3]] }, []],
  ])("that wins for %s makes its adaptoids hop once", (_, changes, hopping) => {
    const { el, model } = board();
    model.show(answered({ result: "B", step: "over", ...changes }));
    const { total } = schedule(REPLY);
    const hops = played.filter(({ options }) => Number(options.delay) >= total && options.duration === 420);
    const cells = hops.map(({ element }) => (element as SVGElement).dataset.on);
    expect(cells).toEqual(hopping);
    expect(el.querySelectorAll(".adaptoid-glow").length).toBe(hopping.length);
    vi.advanceTimersByTime(total + 2000);
    expect(has(el, ".adaptoid-glow")).toBe(false);
  });

  it("is cut short by another turn, but not by a snapshot of the same position", () => {
    const { el, model } = board();
    model.show(answered());
    model.show(answered({ rev: 10, status: "Red is thinking …" }));
    expect(running(el)).toBe(true);
    model.show(midgame({ rev: 11 }));
    expect(running(el)).toBe(false);
  });

  it.each<[string, (el: HTMLElement) => unknown]>([
    ["its end", () => vi.advanceTimersByTime(schedule(REPLY).total)],
    ["an input", (el) => point(find(el, ".adaptoid-board"), "pointerdown")],
  ])("keeps in the heading who acts, until %s", (_, end) => {
    const { el, model } = board({ turn: "B", status: "Level 3 is thinking …" });
    model.show(answered({ turn: "W", status: "White to move" }));
    const heading = () => [
      find(el, ".adaptoid-status").textContent,
      find(el, ".adaptoid-badge").innerHTML === find(el, ".adaptoid-side[data-color=B] svg").outerHTML,
    ];
    expect(heading()).toEqual(["Level 3 is thinking …", true]);
    // the panels are drawn again
    model.show(answered({ rev: 10, turn: "W", status: "White to move, Ann" }));
    expect(heading()).toEqual(["Level 3 is thinking …", true]);
    end(el);
    expect(heading()).toEqual(["White to move, Ann", false]);
  });

  it.each<[string, Partial<Snapshot>]>([
    ["a person plays next", {}],
    ["a computer plays next", { step: "wait", computer: { state: "thinking", does: "stop" } }],
  ])("marks no step of the next turn, and feeds beside the board: %s", (_, next) => {
    const { el, model } = board({ turn: "B" });
    model.show(answered({ turn: "W", ...next }));
    const steps = () => [...el.querySelectorAll(".adaptoid-steps li")];
    expect(steps().map((step) => step.textContent)).toEqual(
      ["move", "grow", "feed"].map((step) => `ui.step.${step}`),
    );
    expect(has(el, ".adaptoid-steps [aria-current]")).toBe(false);
    expect(played.some(({ element }) => element === steps()[2])).toBe(true);
    vi.advanceTimersByTime(schedule(REPLY).total);
    expect(steps()).toHaveLength(next.step ? 0 : 3);
    expect(has(el, ".adaptoid-steps [aria-current]")).toBe(!next.step);
  });

  it("looks like the end of the game after the last turn, not before", () => {
    const { el, model } = board({ turn: "B", status: "Level 3 is thinking …" });
    const over = () => el.querySelectorAll("[data-over]").length;
    model.show(answered({ turn: "W", result: "B", step: "over", status: "Black has won" }));
    expect(over()).toBe(0);
    vi.advanceTimersByTime(schedule(REPLY).total);
    expect(over()).toBe(2);
  });

  it("shows the next heading when another turn cuts an animation short", () => {
    const { el, model } = board({ turn: "B", status: "Level 3 is thinking …" });
    model.show(answered({ turn: "W", status: "White to move" }));
    model.show(midgame({ rev: 11, turn: "B", status: "Black to grow" }));
    expect(find(el, ".adaptoid-status").textContent).toBe("Black to grow");
  });

  it("adds nothing to the announcement of the turn", () => {
    const { el, model } = board();
    const announcements: string[] = [];
    const voice = new MutationObserver(() =>
      announcements.push(find(el, ".adaptoid-live-region").textContent ?? ""),
    );
    voice.observe(find(el, ".adaptoid-live-region"), { childList: true });
    model.show(answered({ news: "Black grew." }));
    return Promise.resolve()
      .then(() => vi.advanceTimersByTimeAsync(1000))
      .then(() => expect(announcements).toEqual(["Black grew. White: move an adaptoid, or grow at once."]));
  });
});

describe("one's own step", () => {
  const piece = (el: Element, cell: string) => el.querySelector(`.adaptoid-pieces [data-on="${cell}"]`);
  const looks = (el: Element, cell: string) => (piece(el, cell) as HTMLElement | null)?.dataset.looks;
  const drawn = () => vi.advanceTimersByTime(50);
  const after = (el: Element, ...clicks: string[]) => {
    for (const cell of clicks) press(el, `[data-cell="${cell}"]`);
    drawn();
  };

  it("is on the board before Python answers, and the answer moves nothing", () => {
    const { el, model } = board();
    after(el, "E3");
    const mover = piece(el, "E3");
    after(el, "E4");
    expect(piece(el, "E4")).toBe(mover);
    expect(has(el, "[data-grow]")).toBe(false);
    expect(has(el, "[data-mark=reach]")).toBe(false);
    expect(has(el, '[data-mark=from][data-on="E3"]')).toBe(true);
    expect(has(el, '[data-mark=starving][data-on="D4"]')).toBe(true);
    expect(find(el, ".adaptoid-board").dataset.rev).toBe("7");
    const moved = midgame().pieces.map((row) =>
      row[0] === "E3" ? (["E4", ...row.slice(1)] as typeof row) : row,
    );
    model.show(growing({ pieces: moved, last: { ...REPLY, from: "E3", to: "E4", at: null, gone: [] } }));
    model.answer();
    expect(piece(el, "E4")).toBe(mover);
  });

  it("marks a capture, but shows an attack in which the attacker is lost only with the answer", () => {
    const { el } = board();
    after(el, "E3", "F5");
    expect(looks(el, "F5")).toMatch(/^W 1 2/);
    expect(has(el, '[data-mark=taken][data-on="F5"]')).toBe(true);
    for (const cell of ["E5", "D4"]) {
      const lost = board();
      after(lost.el, "E3", cell);
      expect(lost.model.last).toMatchObject({ kind: "move", to: cell });
      expect(looks(lost.el, "E3")).toMatch(/^W 1 2/);
      expect(looks(lost.el, cell)).toMatch(/^B/);
    }
  });

  it("shows the growth, and offers no other", () => {
    const { el } = board();
    after(el, "B1");
    expect(looks(el, "B1")).toMatch(/^W 0 0/);
    expect(has(el, "[data-mark=new], [data-mark=newQuiet]")).toBe(false);
    const limb = board();
    after(limb.el, "C1");
    press(limb.el, "[data-grow=pincer]");
    drawn();
    expect(looks(limb.el, "C1")).toMatch(/^W 0 1/);
    expect(has(limb.el, '[data-mark=hungry][data-on="C1"]')).toBe(false);
  });

  it("stays where it is when Python answers something that was asked before", () => {
    for (const reply of [{ ok: true }, { ok: false, text: "No." }]) {
      const { el, model } = board({ analyst: true });
      press(el, "[data-do=analyse]");
      const { id } = model.last;
      after(el, "E3", "E4");
      expect(model.last).toMatchObject({ kind: "move" });
      model.answer({ id, ...reply });
      drawn();
      expect(piece(el, "E4")).not.toBeNull();
    }
  });

  it("is a move to any free disc on a board without aids, which does not know the legal ones", () => {
    const { el } = board({ aids: "none", moves: {} });
    after(el, "E3", "A4");
    expect(looks(el, "A4")).toMatch(/^W 1 2/);
    const attack = board({ aids: "none", moves: {} });
    after(attack.el, "E3", "F5");
    expect(looks(attack.el, "E3")).toMatch(/^W 1 2/);
  });

  it("is kept while the next adaptoid is clicked, and goes back if Python refuses or is silent", () => {
    const { el, model } = board();
    after(el, "E3", "E4", "C1");
    expect(piece(el, "E3")).toBeNull();
    model.answer({ ok: false, text: "No." });
    drawn();
    expect(piece(el, "E4")).toBeNull();
    expect(piece(el, "E3")).not.toBeNull();
    const silent = board();
    after(silent.el, "E3", "E4");
    vi.advanceTimersByTime(5000);
    expect(piece(silent.el, "E3")).not.toBeNull();
  });
});

describe("no turn is animated", () => {
  it("with reduced motion", () => {
    still = true;
    const { el, model } = board();
    model.show(answered());
    expect(running(el)).toBe(false);
    expect(played).toEqual([]);
  });

  it("when it was played in this view, except for the adaptoids that it starves", () => {
    const { el, model } = board();
    press(el, '[data-cell="B1"]');
    expect(model.last).toMatchObject({ kind: "grow", rev: 7 });
    model.answer();
    model.show(answered({ rev: 8, last: { ...REPLY, gone: [] } }));
    expect(running(el)).toBe(false);
    model.show(midgame({ rev: 9, position: "another", history: at(1), node: 1 }));
    press(el, '[data-cell="B1"]');
    model.show(answered({ rev: 10, node: 2, history: at(2) }));
    expect(running(el)).toBe(true);
    expect(played.some(({ element }) => element.matches('[data-on="D5"]'))).toBe(false);
  });

  it("on a board that lacks one of its discs", () => {
    const { el, model } = board();
    model.show(answered({ last: { ...REPLY, parent: "Z9" } }));
    expect(running(el)).toBe(false);
    model.show(midgame({ rev: 10 }));
    model.show(answered({ rev: 11, last: { ...REPLY, parent: undefined as never } }));
    expect(running(el)).toBe(true);
  });

  it("except an answer that arrives together with one's own turn", () => {
    const { el, model } = board();
    press(el, '[data-cell="B1"]');
    model.show(answered({ history: at(2) }));
    expect(running(el)).toBe(true);
  });

  it("when turns are undone or several are skipped", () => {
    const { el, model } = board({ history: at(2), node: 2 });
    model.show(answered({ rev: 8 }));
    expect(running(el)).toBe(false);
    model.show(midgame({ rev: 9, position: "begin", history: at(0), node: 0 }));
    model.show(answered({ rev: 10, history: at(2), node: 2 }));
    expect(running(el)).toBe(false);
  });

  it("in a replay that is too fast to follow", () => {
    const { el, model } = board({ history: at(0) });
    const speed = find<HTMLSelectElement>(el, "[data-speed]");
    for (const [interval, animated] of [
      ["300", false],
      ["600", true],
    ] as const) {
      speed.value = interval;
      press(el, "[data-do=play]");
      model.show(answered({ rev: 20 + Number(interval) }));
      expect(running(el)).toBe(animated);
      const longest = Math.max(
        0,
        ...played.map(({ options }) => Number(options.delay) + Number(options.duration)),
      );
      expect(longest).toBeLessThan(600);
      press(el, "[data-do=play]");
      model.show(midgame({ rev: 1000 + Number(interval), history: at(0) }));
    }
  });
});

describe("sounds", () => {
  const tones: number[] = [];
  const node = { connect: () => node, gain: {} as object, frequency: {} as object };
  const ramp = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };

  beforeEach(() => {
    tones.length = 0;
    vi.stubGlobal(
      "AudioContext",
      class {
        currentTime = 10;
        state = "running";
      },
    );
    vi.stubGlobal(
      "GainNode",
      class {
        gain = ramp;
        connect = () => node;
      },
    );
    vi.stubGlobal(
      "OscillatorNode",
      class {
        frequency = ramp;
        connect = () => node;
        start = (when: number) => tones.push(Math.round((when - 10) * 1000));
        stop() {}
      },
    );
  });

  it("are off until somebody switches them on, and the device remembers it", () => {
    const { el, model } = board();
    const button = find(el, "[data-do=sound]");
    expect(button.getAttribute("aria-checked")).toBe("false");
    model.show(answered());
    expect(tones).toEqual([]);
    choose(el, "sound");
    expect(button.getAttribute("aria-checked")).toBe("true");
    expect(tones).toEqual([0]);
    expect(find(show(model), "[data-do=sound]").getAttribute("aria-checked")).toBe("true");
    choose(el, "sound");
    expect(button.getAttribute("aria-checked")).toBe("false");
    expect(localStorage.length).toBe(0);
  });

  it("play once for each event, with several views and with reduced motion", () => {
    still = true;
    localStorage.setItem("adaptoid sound", "on");
    const { model } = board();
    show(model);
    model.show(answered({ rev: 30, last: LONG, result: "B", step: "over" }));
    // four steps, a capture, a growth, a feeding, three tones of the end
    expect(tones).toHaveLength(4 + 1 + 1 + 1 + 3);
    expect([...tones].sort((a, b) => a - b).slice(-3)).toEqual(tones.slice(-3));
  });
});
