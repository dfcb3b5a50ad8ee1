import { describe, expect, it } from "vitest";
import { previewGrowth } from "../../src/animation/preview_growth";
import { signsOf } from "../../src/board/signs";
import type { Snapshot } from "../../src/protocol/types";
import {
  atRisk,
  isGrowing,
  offered,
  placeOf,
  preview,
  type State,
  start,
  starving,
  tabStop,
} from "../../src/state/state";
import {
  click,
  deselect,
  drop,
  endTurn,
  growAt,
  growLimb,
  receive,
  refuse,
} from "../../src/state/transitions";
import { growing, hex4, midgame } from "../samples";

const board = (snapshot: Snapshot = midgame(), own: Partial<State> = {}): State => ({
  ...start(snapshot, hex4),
  ...own,
});
const holding = (cell: string, snapshot?: Snapshot) => board(snapshot, { chosen: cell });

describe("a growth in a view that previews growths", () => {
  const previewing = (own: Partial<State> = {}) => board(midgame(), { previewsGrowth: true, ...own });
  const grow = (what: "new" | "leg" | "pincer", at: string) => ({ kind: "grow", at, what }) as const;

  it("is played at once in other views", () => {
    expect(previewGrowth(click(board(), "B1"))[1]).toEqual(grow("new", "B1"));
  });

  it("is drawn and can be replaced; choosing it again plays it", () => {
    const [first, none] = previewGrowth(click(previewing(), "B1"));
    expect([none, preview(first)?.cell]).toEqual([undefined, "B1"]);
    const [second] = previewGrowth(growAt(first, "E3", "leg"));
    expect(preview(second)).toMatchObject({ cell: "E3", limb: "leg" });
    const [third, still] = previewGrowth(growLimb(second, "pincer"));
    expect([still, preview(third)?.limb, endTurn(third)]).toEqual([
      undefined,
      "pincer",
      grow("pincer", "E3"),
    ]);
    expect(previewGrowth(growLimb(third, "pincer"))[1]).toEqual(grow("pincer", "E3"));
    expect(endTurn(deselect(third))).toEqual({ kind: "pass" });
    expect(receive(third, midgame({ rev: 99 })).previewedGrowth).toBeNull();
  });

  it("goes to Python if it is illegal, so that the reason is shown", () => {
    expect(previewGrowth(growAt(previewing(), "A4", "leg"))[1]).toEqual(grow("leg", "A4"));
  });

  it("warns of one's own adaptoids that would have too little food", () => {
    const { grow: growths, ...rest } = midgame();
    const fresh = growths.new.map(([cell, starves]) => [cell, starves, [["E3", -1]]] as const);
    const snapshot = { ...rest, grow: { ...growths, new: fresh } } as unknown as Snapshot;
    const hungrySigns = (state: State) => signsOf(state).filter(([, sign]) => sign === "hungry");
    expect(hungrySigns(board(snapshot))).toEqual([]);
    expect(hungrySigns(board(snapshot, { hover: "B1" }))).toEqual([["E3", "hungry"]]);
    expect(hungrySigns(board(snapshot, { previewedGrowth: grow("new", "B1") }))).toEqual([["E3", "hungry"]]);
  });
});

describe("a click in the move step", () => {
  it("chooses an adaptoid of one's own without asking Python", () => {
    const [state, intent] = click(board(), "E3");
    expect(state.chosen).toBe("E3");
    expect(intent).toBeUndefined();
  });

  it("chooses another one instead", () => {
    expect(click(holding("E3"), "C1")[0].chosen).toBe("C1");
  });

  it("on the chosen adaptoid cancels the choice", () => {
    const [state, intent] = click(holding("E3"), "E3");
    expect(state.chosen).toBeNull();
    expect(intent).toBeUndefined();
  });

  it.each(["E4", "F5", "E5", "D4"])("on %s, in reach, moves there", (to) => {
    expect(click(holding("E3"), to)[1]).toEqual({ kind: "move", from: "E3", to });
  });

  it("on another free disc that touches one's own grows a new adaptoid there", () => {
    expect(click(holding("E3"), "B1")[1]).toEqual({ kind: "grow", at: "B1", what: "new" });
  });

  it("grows at once where a move could also lead, if nothing is chosen", () => {
    expect(click(board(), "E4")[1]).toEqual({ kind: "grow", at: "E4", what: "new" });
  });

  it("anywhere else asks why and keeps the choice", () => {
    const [state, intent] = click(holding("E3"), "A4");
    expect(state.chosen).toBe("E3");
    expect(intent).toEqual({ kind: "why", at: "A4", from: "E3" });
    expect(refuse(state, "Too far.", "A4").chosen).toBe("E3");
  });

  it("after a refusal keeps the choice elsewhere, and cancels it on the refused disc", () => {
    const refused = refuse(click(holding("E3"), "A4")[0], "Too far.", "A4");
    const [following, intent] = click(refused, "A3");
    expect(following.chosen).toBe("E3");
    expect(intent).toEqual({ kind: "why", at: "A3", from: "E3" });
    const [state, last] = click(refused, "A4");
    expect(state.chosen).toBeNull();
    expect(last).toEqual({ kind: "why", at: "A4", from: "E3" });
  });

  it("moves after a refusal, as it would have before", () => {
    const refused = refuse(click(holding("E3"), "A4")[0], "Too far.", "A4");
    expect(click(refused, "E4")[1]).toEqual({ kind: "move", from: "E3", to: "E4" });
  });

  it("on an enemy with nothing chosen asks why", () => {
    expect(click(board(), "D4")[1]).toEqual({ kind: "why", at: "D4" });
  });

  it("on one's own adaptoid that can do nothing asks why", () => {
    const stuck = midgame({ moves: {}, grow: { new: [], leg: [], pincer: [], hungry: [] } });
    const [state, intent] = click(board(stuck), "C1");
    expect(state.chosen).toBeNull();
    expect(intent).toEqual({ kind: "why", at: "C1" });
  });

  it("removes an old reason", () => {
    const refused = board(midgame(), { reason: { cell: "A4", text: "Too far." } });
    expect(click(refused, "E3")[0].reason).toBeNull();
  });
});

describe("a click in the growth step", () => {
  it("on a free disc grows a new adaptoid, also with a chosen adaptoid", () => {
    expect(click(holding("E3", growing()), "E4")[1]).toEqual({ kind: "grow", at: "E4", what: "new" });
  });

  it("does not mention a move when it asks why", () => {
    expect(click(holding("E3", growing()), "A4")[1]).toEqual({ kind: "why", at: "A4" });
  });

  it("on a button of the growth menu grows the limb on the chosen adaptoid", () => {
    expect(growLimb(holding("C1", growing()), "pincer")[1]).toEqual({
      kind: "grow",
      at: "C1",
      what: "pincer",
    });
  });
});

describe("the other steps", () => {
  it("the open start places adaptoids on allowed discs", () => {
    const open = midgame({
      step: "place",
      pieces: [],
      grow: { new: [["A1", []]], leg: [], pincer: [], hungry: [] },
    });
    expect(click(board(open), "A1")[1]).toEqual({ kind: "place", at: "A1" });
    expect(click(board(open), "A2")[1]).toEqual({ kind: "why", at: "A2" });
  });

  it.each(["choose", "over"] as const)("while the step is %s a click only asks why", (step) => {
    const [state, intent] = click(board(midgame({ step })), "E3");
    expect(state.chosen).toBeNull();
    expect(intent).toEqual({ kind: "why", at: "E3" });
  });

  it("a board that is not interactive only asks why", () => {
    const [state, intent] = click(board(midgame({ interactive: false })), "E3");
    expect(state.chosen).toBeNull();
    expect(intent).toEqual({ kind: "why", at: "E3" });
  });
});

describe("without aids", () => {
  const bare = midgame({
    aids: "none",
    moves: {},
    grow: { new: [], leg: [], pincer: [], hungry: [] },
    starving: [],
  });

  it("every adaptoid can be chosen, and every other click is left to Python", () => {
    expect(click(board(bare), "C1")[0].chosen).toBe("C1");
    expect(click(holding("E3", bare), "A4")[1]).toEqual({ kind: "move", from: "E3", to: "A4" });
    expect(click(board(bare), "A4")[1]).toEqual({ kind: "grow", at: "A4", what: "new" });
  });

  it("both limbs are offered and nothing is previewed", () => {
    expect(offered(holding("E3", bare))).toEqual(["leg", "pincer"]);
    expect(preview(holding("E3", bare))).toBeNull();
  });
});

describe("dragging", () => {
  const dragging = board(midgame(), { chosen: "E3", drag: { x: 0, y: 0 } });

  it("moves", () => {
    const [state, intent] = drop(dragging, "E4");
    expect(intent).toEqual({ kind: "move", from: "E3", to: "E4" });
    expect(state.drag).toBeNull();
  });

  it("to a disc out of reach goes back and asks why", () => {
    const [state, intent] = drop(dragging, "A4");
    expect(intent).toEqual({ kind: "why", at: "A4", from: "E3" });
    expect(state).toMatchObject({ drag: null, chosen: "E3" });
  });

  it("off the board, or back to its own disc, only goes back", () => {
    for (const cell of [null, "E3"]) {
      const [state, intent] = drop(dragging, cell);
      expect(intent).toBeUndefined();
      expect(state).toMatchObject({ drag: null, chosen: "E3" });
    }
  });
});

describe("previews", () => {
  it("a hovered move shows what would starve if the turn ended there", () => {
    expect(starving({ ...holding("E3"), hover: "E4" })).toEqual(["D4"]);
  });

  it("a hovered growth likewise", () => {
    expect(starving({ ...board(), hover: "B1" })).toEqual([]);
  });

  it("without a preview, adaptoids that starve now are shown", () => {
    expect(starving(board())).toEqual(["G7"]);
    expect(starving({ ...board(), hover: "A4" })).toEqual(["G7"]);
  });

  it("the move of a chosen adaptoid has priority over a growth on the same disc", () => {
    expect(preview({ ...holding("E3"), hover: "D3" })?.target).toEqual(["D3", "-", []]);
    expect(preview({ ...board(), hover: "D3" })?.target).toBeUndefined();
  });

  it("one's own adaptoids with more limbs than liberties are at risk, the enemy's are not", () => {
    const pieces = midgame().pieces;
    const tight = midgame({
      pieces: [["C3", "W", 2, 1, 2, -1], ["C5", "W", 2, 1, 3, 0], ["A1", "B", 1, 1, 1, -1], ...pieces],
    });
    expect(atRisk(tight)).toEqual(["C3"]);
    expect(atRisk({ ...tight, aids: "legal" })).toEqual([]);
  });

  it("growing is due at once where nothing can move", () => {
    expect(isGrowing(midgame())).toBe(false);
    expect(isGrowing(midgame({ moves: {} }))).toBe(true);
    expect(isGrowing(midgame({ moves: {}, aids: "none" }))).toBe(false);
  });
});

describe("a new snapshot", () => {
  const busy = board(midgame(), {
    chosen: "E3",
    hover: "E4",
    reason: { cell: null, text: "No." },
    flip: true,
  });

  it("with another position clears the choice, but not the flip", () => {
    expect(receive(busy, growing())).toMatchObject({
      chosen: null,
      hover: null,
      reason: null,
      flip: true,
    });
  });

  it("with the same rev keeps the choice", () => {
    expect(receive(busy, midgame())).toMatchObject({ chosen: "E3", hover: "E4" });
  });

  it("cancelling the choice keeps the hovered disc", () => {
    expect(deselect(busy)).toMatchObject({ chosen: null, reason: null, hover: "E4" });
  });
});

describe("flipping and the Tab stop", () => {
  it("a flipped board is turned by half a turn: A1 and G7 change places", () => {
    const plain = board();
    const flipped = board(midgame({ flipped: true }));
    expect(placeOf(flipped, "A1")?.x).toBeCloseTo(placeOf(plain, "G7")?.x ?? NaN);
    expect(placeOf(flipped, "A1")?.y).toBeCloseTo(placeOf(plain, "G7")?.y ?? NaN);
    expect(placeOf(board(midgame({ flipped: true }), { flip: true }), "A1")).toEqual(placeOf(plain, "A1"));
  });

  it("Tab stops at one disc: the last focused one, else one's own first adaptoid", () => {
    expect(tabStop(board())).toBe("C1");
    expect(tabStop(board(midgame(), { focus: "F5" }))).toBe("F5");
    expect(tabStop(board(midgame(), { focus: "Z9" }))).toBe("C1");
  });
});
