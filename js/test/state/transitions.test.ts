import { describe, expect, it } from "vitest";
import type { Intent, Snapshot } from "../../src/protocol/types";
import { type State, start } from "../../src/state/state";
import {
  answered,
  attempt,
  click,
  drag,
  focusOn,
  hover,
  inspect,
  isBusy,
  isOwnStep,
  linked,
  partsReported,
  postpone,
  press,
  receive,
  replays,
  reported,
  sent,
  turnRound,
} from "../../src/state/transitions";
import { growing, hex4, midgame } from "../samples";

const view = (own: Partial<State> = {}, snapshot: Snapshot = midgame()): State => ({
  ...start(snapshot, hex4),
  ...own,
});
/** A view in which an answer is awaited. */
const waiting = (own: Partial<State> = {}) => linked(view(own), "sent");
const GROWTH = { kind: "grow", at: "B1", what: "new" } as const;
const STEP = { kind: "move", from: "E3", to: "E4" } as const;

describe("a click on a disc", () => {
  it("that selects asks nothing", () => {
    const [state, intent] = attempt(view(), press(view(), "E3"));
    expect([state.chosen, state.early, state.sent, intent]).toEqual(["E3", null, null, undefined]);
  });

  it("that is a step sends it, and the step is shown until Python has answered", () => {
    const [state, intent] = attempt(view(), press(view(), "B1"));
    expect([intent, state.sent]).toEqual([GROWTH, GROWTH]);
    expect(linked(linked(state, "sent"), "idle").sent).toBeNull();
  });

  it("while an answer is awaited sends nothing, and selects in the position to come", () => {
    const before = waiting({ drag: { x: 1, y: 1 } });
    const [state, intent] = attempt(before, press(before, "B1"));
    expect([intent, state.sent, state.drag, state.early]).toEqual([undefined, null, null, "B1"]);
    const again = attempt(before, press(before, "C1"))[0];
    expect([again.chosen, again.early]).toEqual(["C1", "C1"]);
    const next = receive(again, growing({ grow: { ...midgame().grow, new: [], leg: ["C1"] } }));
    expect([next.chosen, next.early]).toEqual(["C1", null]);
  });
});

describe("the pointer and the focus", () => {
  it("on the disc where they were change nothing", () => {
    const state = hover(view(), "E3");
    expect(state.hover).toBe("E3");
    expect(hover(state, "E3")).toBe(state);
  });

  it("preview a click on the focused disc only if a key has moved the focus", () => {
    expect(focusOn(view(), "E3", true)).toMatchObject({ focus: "E3", hover: "E3" });
    expect(focusOn(view(), "E3", false)).toMatchObject({ focus: "E3", hover: null });
  });

  it("an adaptoid that is dragged is selected, and an old reason goes", () => {
    const state = drag(view({ reason: { cell: "A1", text: "No." } }), "E3", { x: 2, y: 3 });
    expect(state).toMatchObject({ chosen: "E3", drag: { x: 2, y: 3 }, reason: null });
  });
});

describe("the link to Python", () => {
  it.each([
    ["idle", false],
    ["sent", true],
    ["waiting", true],
    ["silent", false],
  ] as const)("%s: is an answer awaited? %s", (link, busy) => {
    expect(isBusy(linked(view(), link))).toBe(busy);
  });

  it("after a silence, what was sent, dropped or postponed is given up", () => {
    const dropped = { sent: STEP, drag: { x: 1, y: 1 } };
    const state = linked(postpone(waiting(dropped), "hint"), "silent");
    expect([state.sent, state.drag, state.exchange.next]).toEqual([null, null, ""]);
  });

  it("a silence is explained where the click was", () => {
    const silence = (sent: Intent | null) => linked(waiting({ sent }), "silent", "No answer.").reason;
    expect(silence({ kind: "move", from: "E3", to: "E4" })).toEqual({ cell: "E4", text: "No answer." });
    expect(silence({ kind: "grow", at: "D2", what: "leg" })).toEqual({ cell: "D2", text: "No answer." });
    expect(silence(null)).toEqual({ cell: null, text: "No answer." });
  });

  it("while Python takes its time, they are kept", () => {
    const dropped = { sent: STEP, drag: { x: 1, y: 1 } };
    const state = linked(postpone(waiting(dropped), "hint"), "waiting");
    expect([state.sent, state.drag, state.exchange.next]).toEqual([STEP, { x: 1, y: 1 }, "hint"]);
  });

  it("that is as before changes nothing", () => {
    const state = view();
    expect(linked(state, "idle")).toBe(state);
    expect(partsReported(state, "")).toBe(state);
  });
});

describe("an answer of Python", () => {
  it("that accepts lets go of what was dragged", () => {
    expect(answered(view({ drag: { x: 1, y: 1 } }), { ok: true } as never).drag).toBeNull();
  });

  it.each([
    ["the disc that it names", { at: "G7" }, STEP, "G7"],
    ["the goal of a move", {}, STEP, "E4"],
    ["the place of a growth", {}, GROWTH, "B1"],
    ["no disc", {}, { kind: "undo" } as const, null],
  ])("that refuses is explained at %s", (_, where, intent, cell) => {
    const state = answered(view(), { ok: false, text: "No.", ...where } as never, intent);
    expect(state.reason).toEqual({ cell, text: "No." });
  });

  it("an error that nobody asked for is shown beside no disc, and other messages change nothing", () => {
    expect(reported(view(), { type: "report", text: "Oh." }).reason).toEqual({ cell: null, text: "Oh." });
    const state = view();
    for (const message of [{ type: "report", text: 7 }, { type: "reply" }, null, 3])
      expect(reported(state, message)).toBe(state);
  });
});

describe("a snapshot answers a step of this view", () => {
  const stepped = sent(view(), STEP);

  it("if it is the next one", () => {
    expect(isOwnStep(stepped, growing())).toBe(true);
  });

  it.each<[string, State, Snapshot]>([
    ["of another view", view(), growing()],
    [
      "in which something is lost",
      stepped,
      growing({ last: { gone: [["E4", "B", 1, 1, "captured"]] } as never }),
    ],
    ["with the turns of others", stepped, growing({ rev: 9 })],
    ["after an intent that is no step", sent(view(), { kind: "undo" }), growing()],
  ])("but not one %s", (_, before, snapshot) => {
    expect(isOwnStep(before, snapshot)).toBe(false);
  });
});

describe("what only this view shows", () => {
  it("turning the board round twice shows it as before", () => {
    expect([turnRound(view()).flip, turnRound(turnRound(view())).flip]).toEqual([true, false]);
  });

  it("the food and the map of a colour are independent", () => {
    const state = inspect(inspect(view(), { showsFood: true }), { map: "B" });
    expect(state.inspect).toMatchObject({ showsFood: true, map: "B" });
  });

  it("a replay has a time for each turn, and a state that does not change is kept", () => {
    const state = replays(view(), true, 600);
    expect(state).toMatchObject({ replaying: true, turnMs: 600 });
    expect(replays(state, true, 600)).toBe(state);
  });
});

it("no transition changes the state that it gets", () => {
  const frozen = Object.freeze(view({ chosen: "E3" }));
  Object.freeze(frozen.exchange);
  for (const change of [
    () => click(frozen, "E4"),
    () => attempt(frozen, press(frozen, "B1")),
    () => receive(frozen, growing()),
    () => linked(frozen, "silent"),
    () => sent(frozen, STEP),
    () => answered(frozen, { ok: false, text: "No." } as never),
  ])
    expect(change).not.toThrow();
});
