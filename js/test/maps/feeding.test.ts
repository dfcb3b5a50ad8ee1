import { describe, expect, it } from "vitest";
import { Layer } from "../../src/board/layer";
import { createTranslator } from "../../src/i18n/messages";
import {
  captionItems,
  eatenDrawings,
  feedingLabels,
  hungerDrawings,
  threadDrawings,
} from "../../src/maps/feeding";
import maps from "../../src/maps/maps";
import { feedingOf, nextRequest, withAnswer } from "../../src/maps/requests";
import { bundleParts } from "../../src/parts/part_loader";
import type { Feeding, FeedingRow, GoneRow, LastTurn, Reply } from "../../src/protocol/types";
import { type State, start } from "../../src/state/state";
import { find, board as mount, mounts, point, press } from "../mount";
import { hex4, midgame } from "../samples";

const e3: FeedingRow = ["E3", 2, 5, [[1, "D3", "M0 0L.5 .5", 0.5, 0.5, 30], [2, "E4", "M0 0L1 0", 1, 0, 90]]]; // biome-ignore format: a row
const g7: FeedingRow = ["G7", 2, 1, [[1, "F7", "M0 0L0 1", 0, 1, 0], [4, null, "", 0, 0.6, 90]]]; // biome-ignore format: a row
const gone: GoneRow = ["C4", "B", 1, 1, "starved"];
const c4: FeedingRow = ["C4", 2, 1, [[0, "B3", "M0 0L0 1", 0, 1, 0], [3, null, "", 0, 0.6, 90]]]; // biome-ignore format: a row

/** A state with an answer about its previewed step. */
function knowing(state: State, feeding: Partial<Feeding>): State {
  const request = nextRequest(state);
  if (request?.kind !== "feeding") throw new Error("nothing was asked");
  const reply = { ok: true, feeding: { now: [], starved: [], ...feeding } } as unknown as Reply;
  return withAnswer(state, request, state.snapshot.rev, reply);
}

const board = (own: Partial<State> = {}): State => ({ ...start(midgame(), hex4), ...own });
const keys = (drawings: [string, ...unknown[]][]) => drawings.map(([key]) => key);

const t = createTranslator({
  language: "en",
  ui: {
    "ui.limbs.other": "{n} limbs",
    "ui.free-discs.one": "{n} free disc",
    "ui.free-discs.other": "{n} free discs",
    "ui.feeding": "{cell}: {limbs}, {free}",
    "ui.feeding.starved": "{cell} starved: {limbs}, {free}",
  },
  languages: [],
});

describe("which limb eats where", () => {
  it("is shown at the adaptoid that is looked at, and always where a limb is hungry", () => {
    const now = [e3, g7];
    expect(keys(threadDrawings(knowing(board(), { now })))).toEqual(["G7 1"]);
    for (const own of [{ chosen: "E3" }, { hover: "E3" }, { reason: { cell: "E3", text: "No." } }])
      expect(keys(threadDrawings(knowing(board(own), { now })))).toEqual(["E3 1", "E3 2", "G7 1"]);
    expect(keys(hungerDrawings(knowing(board(), { now })))).toEqual(["G7 core", "G7 4"]);
    // pictures leave out what is drawn only because somebody looks there
    const shared: FeedingRow = ["G7", 2, 1, [[0, "E4", "M0 0L0 1", 0, 1, 0]]];
    const drawn = eatenDrawings(knowing(board({ chosen: "E3" }), { now: [shared, e3] }));
    expect(drawn.map(([cell, { attrs }]) => [cell, attrs?.["data-why"]])).toEqual([
      ["E4", "hungry"],
      ["D3", "seen"],
    ]);
  });

  it("is not shown of who is hungry when the game is over", () => {
    const over: State = { ...board(), snapshot: { ...midgame(), step: "over", starving: [] } };
    const state = knowing({ ...over, chosen: "E3" }, { now: [g7] });
    expect(keys(hungerDrawings({ ...state, chosen: null }))).toEqual([]);
    expect(captionItems({ ...state, chosen: null }, t)).toEqual([]);
  });

  it("draws each thread from its limb, and the hungry limb again with an empty seed", () => {
    const state = knowing(board({ chosen: "E3" }), { now: [e3, g7] });
    const [threads, hunger] = [new Layer("threads"), new Layer("hunger")];
    threads.draw(state, threadDrawings(state));
    hunger.draw(state, hungerDrawings(state));
    const thread = threads.element.querySelector("[data-on=E3][data-eats=E4]");
    expect(thread?.querySelector("path")?.getAttribute("d")).toBe("M0 0L1 0");
    expect(hunger.element.querySelectorAll("[data-hungry]")).toHaveLength(1);
    expect(hunger.element.querySelector("[data-hungry='4'] .adaptoid-limb")).not.toBeNull();
  });

  it("follows the previewed step; until Python has answered, it is as before the step", () => {
    const before = knowing(board({ chosen: "E3" }), { now: [e3] });
    const hovering: State = { ...before, hover: "E4" };
    expect(nextRequest(hovering)).toEqual({ kind: "feeding", flipped: false, from: "E3", to: "E4" });
    expect(feedingOf(hovering)).toBe(feedingOf(before));
    const moved: FeedingRow = ["E4", 2, 4, []];
    expect(feedingOf(knowing(hovering, { now: [moved] }))?.now).toEqual([moved]);
    expect(nextRequest({ ...before, hoverLimb: "leg" })).toMatchObject({ at: "E3", what: "leg" });
    expect(nextRequest(before)).toBeNull();
    // on a board that is turned round, other limbs are near
    expect(nextRequest({ ...before, flip: true })).toEqual({ kind: "feeding", flipped: true });
    expect(feedingOf({ ...before, flip: true })).toBeNull();
  });

  it("shows why somebody has starved, without aids too, unless another now eats where it stood", () => {
    const last = { ...midgame().last, gone: [gone] } as LastTurn;
    const after = (own: Partial<State> = {}) => ({ ...board(own), snapshot: midgame({ last }) });
    const state = knowing(after(), { now: [g7], starved: [c4] });
    expect(keys(threadDrawings(state))).toEqual(["G7 1", "C4 0"]);
    expect(keys(hungerDrawings(state))).toEqual(["G7 core", "C4 core", "G7 4", "C4 3"]);
    const eater: FeedingRow = ["E3", 1, 1, [[0, "C4", "M0 0L0 1", 0, 1, 0]]];
    const looking = knowing(after({ chosen: "E3" }), { now: [eater], starved: [c4] });
    expect(keys(threadDrawings(looking))).toEqual(["E3 0"]);
    const bare = { ...board(), snapshot: midgame({ last, aids: "none" }) };
    expect(nextRequest(bare)?.kind).toBe("feeding");
  });

  it("says the numbers, for the eye and for screen readers", () => {
    const state = knowing(board({ chosen: "E3" }), { now: [e3, g7] });
    expect(captionItems(state, t).map((item) => item.textContent)).toEqual(["E3: 2 limbs, 5 free discs"]);
    const other = knowing(board(), { now: [e3, g7] });
    expect(captionItems(other, t).map((item) => item.textContent)).toEqual(["G7: 2 limbs, 1 free disc"]);
    expect(feedingLabels(other, t)("G7")).toEqual(["G7: 2 limbs, 1 free disc"]);
    expect(feedingLabels(other, t)("E3")).toEqual([]);
  });
});

describe("a board", () => {
  mounts();

  it("asks again if a turn came before the answer, since its own drawing found the way busy", () => {
    bundleParts({ maps });
    const { model, el } = mount();
    press(el, "[data-do=lens]");
    expect(model.last).toMatchObject({ kind: "feeding", rev: midgame().rev });
    const last = { ...midgame().last, gone: [gone] } as LastTurn;
    model.show(midgame({ rev: 20, last }));
    model.answer({ ok: false });
    expect(model.last).toMatchObject({ kind: "feeding", rev: 20 });
    model.answer({ ok: true, feeding: { now: [], starved: [c4] } });
    expect(el.querySelectorAll(".adaptoid-thread[data-why=starved]")).toHaveLength(1);
    expect(el.querySelector(".adaptoid-eaten [data-on=B3]")).not.toBeNull();
  });

  it("keeps a seed for each limb in the caption when other signs come", () => {
    bundleParts({ maps });
    const { model, el } = mount();
    const caption = () => {
      const seeds = el.querySelectorAll(".adaptoid-fed-limb").length;
      return [find(el, ".adaptoid-fed").dataset.fed, seeds];
    };
    press(el, "[data-do=lens]");
    press(el, "[data-do=lens]");
    const g7Alone: FeedingRow = ["G7", 1, 0, [[4, null, "", 0, 0.6, 90]]];
    const last = { ...midgame().last, gone: [gone] } as LastTurn;
    model.show(midgame({ rev: 20, last }));
    model.answer({ ok: false });
    model.answer({ ok: true, feeding: { now: [e3, g7Alone], starved: [] } });
    expect(caption()).toEqual(["G7", 1]);
    point(find(el, "[data-cell=E3]"), "pointermove", { buttons: 0 });
    expect(caption()).toEqual(["E3", 2]);
    press(el, "[data-cell=E3]");
    expect(caption()).toEqual(["E3", 2]);
  });
});
