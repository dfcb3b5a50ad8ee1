import { describe, expect, it } from "vitest";
import { Layer } from "../../src/board/layer";
import { createTranslator } from "../../src/i18n/messages";
import { foodDrawings, foodLabels, foodOf, legendLevels } from "../../src/maps/food";
import { nextRequest, withAnswer } from "../../src/maps/requests";
import type { Food, Reply, Snapshot } from "../../src/protocol/types";
import { type State, start } from "../../src/state/state";
import { growing, hex4, midgame } from "../samples";

/** The answer of Python about E3. */
const food: Food = {
  moves: {
    E4: [
      ["D4", 0],
      ["E3", null],
      ["E4", 2],
    ],
    F5: [
      ["E3", null],
      ["F5", 4],
    ],
    E5: [
      ["D4", 2],
      ["E3", null],
      ["E5", null],
    ],
    D4: [
      ["C1", 4],
      ["E3", null],
    ],
  },
  leg: [["E3", 2]],
  pincer: null,
};

function looking(own: Partial<State> = {}, snapshot: Snapshot = midgame()): State {
  const inspect = {
    showsFood: true,
    map: null,
    reach: null,
    food: { rev: snapshot.rev, at: "E3", answer: food },
  };
  return { ...start(snapshot, hex4), inspect, ...own };
}

const numbers = (state: State) =>
  Object.fromEntries(
    foodOf(state).map(({ cell, spare, was }) => [cell, was === undefined ? spare : [was, spare]]),
  );

describe("the food", () => {
  it("is shown for every adaptoid: its liberties less its limbs", () => {
    expect(numbers(looking())).toEqual({ C1: 4, E3: 3, D4: 1, E5: 2, F5: 5, G7: -1 });
  });

  it("is off by default and without full aids", () => {
    expect(foodOf(start(midgame(), hex4))).toEqual([]);
    expect(foodOf(looking({}, midgame({ aids: "legal" })))).toEqual([]);
  });

  it("works on a board that is not interactive", () => {
    expect(numbers(looking({}, midgame({ interactive: false })))).toMatchObject({ G7: -1 });
  });

  it("a hovered new adaptoid: what it would have, and what it would take from its neighbours", () => {
    const grow = { ...midgame().grow, new: [["D3", [], [["D3", 4] as const, ["D4", 0] as const]]] };
    const view = looking({ hover: "D3" }, growing({ grow: grow as Snapshot["grow"] }));
    expect(numbers(view)).toMatchObject({ D3: 4, D4: [1, 0], E5: 2 });
  });

  it("a hovered move: the mover at its destination, with its food now", () => {
    const food = numbers(looking({ chosen: "E3", hover: "E4" }));
    expect(food).toMatchObject({ E4: [3, 2], D4: [1, 0], C1: 4 });
    expect(food).not.toHaveProperty("E3");
  });

  it("a hovered capture: the captured adaptoid is gone, and the captor is shown where it is drawn", () => {
    expect(numbers(looking({ chosen: "E3", hover: "F5" }))).toMatchObject({ E3: [3, 4], F5: [5, null] });
  });

  it("a captor is shown even if the answer lacks its new food", () => {
    const answer = { ...food, moves: { F5: [["E3", null] as const] } };
    const state = looking({ chosen: "E3", hover: "F5" });
    const inspect = { ...state.inspect, food: { rev: 7, at: "E3", answer: answer as unknown as Food } };
    expect(foodOf({ ...state, inspect }).find(({ cell }) => cell === "E3")?.spare).toBe(3);
  });

  it("a hovered exchange: both are gone; an attack that only costs the attacker: only the attacker", () => {
    const both = numbers(looking({ chosen: "E3", hover: "E5" }));
    expect(both).toMatchObject({ E3: [3, null], E5: [2, null], D4: [1, 2] });
    expect(numbers(looking({ chosen: "E3", hover: "D4" }))).toMatchObject({ E3: [3, null], D4: 1 });
  });

  it("a limb under the pointer in the growth menu", () => {
    expect(numbers(looking({ chosen: "E3", hoverLimb: "leg" }))).toMatchObject({ E3: [3, 2] });
    expect(numbers(looking({ chosen: "E3", hoverLimb: "pincer" }))).toMatchObject({ E3: 3 });
  });

  it("answers about another adaptoid or an earlier position are not shown", () => {
    expect(numbers(looking({ chosen: "C1", hoverLimb: "leg" }))).toMatchObject({ C1: 4, E3: 3 });
    const old = looking({ chosen: "E3", hover: "E4" });
    expect(numbers({ ...old, snapshot: midgame({ rev: 9 }) })).toMatchObject({ D4: 1 });
  });
});

describe("requests to Python", () => {
  // which limb eats where is asked last, see feeding.test.ts
  const nextOfFood = (state: State) => {
    const request = nextRequest(state);
    return request?.kind === "feeding" ? null : request;
  };

  it("the food after each step of the chosen adaptoid is requested once", () => {
    const state = { ...looking({ chosen: "E3" }) };
    const unasked = { ...state, inspect: { ...state.inspect, food: null } };
    expect(nextOfFood(unasked)).toEqual({ kind: "foresee", at: "E3" });
    const reply = { type: "reply", id: 1, rev: 7, ok: true, food } as Reply;
    const known = withAnswer(unasked, { kind: "foresee", at: "E3" }, 7, reply);
    expect(known.inspect.food?.answer).toBe(food);
    expect(nextOfFood(known)).toBeNull();
    expect(nextOfFood({ ...known, chosen: "C1" })).toEqual({ kind: "foresee", at: "C1" });
    expect(nextOfFood({ ...known, snapshot: midgame({ rev: 8 }) })).toEqual({ kind: "foresee", at: "E3" });
  });

  it("a refused request is not repeated", () => {
    const state = looking({ chosen: "C1" });
    const refused = { type: "reply", id: 1, rev: 7, ok: false } as Reply;
    expect(nextOfFood(withAnswer(state, { kind: "foresee", at: "C1" }, 7, refused))).toBeNull();
  });

  it("nothing is asked while the food is hidden, without full aids, or after the end", () => {
    const state = looking({ chosen: "C1" });
    expect(nextOfFood({ ...state, inspect: { ...state.inspect, showsFood: false } })).toBeNull();
    expect(nextOfFood({ ...state, snapshot: midgame({ aids: "legal" }) })).toBeNull();
    expect(nextOfFood({ ...state, snapshot: midgame({ step: "over" }) })).toBeNull();
  });

  it("the map of a colour is requested once for each position", () => {
    const state = start(midgame(), hex4);
    const wanting: State = { ...state, inspect: { ...state.inspect, map: "B" } };
    expect(nextOfFood(wanting)).toEqual({ kind: "map", color: "B" });
    const reply = { type: "reply", id: 1, rev: 7, ok: true, map: { color: "B", reach: [], attacks: [] } };
    expect(
      nextOfFood(withAnswer(wanting, { kind: "map", color: "B" }, 7, reply as unknown as Reply)),
    ).toBeNull();
    expect(nextOfFood({ ...wanting, snapshot: midgame({ position: "" }) })).toBeNull();
  });
});

describe("the numbers on the board", () => {
  const t = createTranslator({
    language: "en",
    ui: { "ui.food.has": "{n} spare", "ui.food.then": "{was}, then {n}", "ui.food.gone": "gone" },
    languages: [],
  });
  const drawn = (state: State) => {
    const layer = new Layer("food-numbers");
    layer.draw(state, foodDrawings(state));
    return (cell: string) => layer.element.querySelector<SVGElement>(`[data-on=${cell}]`);
  };

  it("a number with a true minus sign on the body; too little and just enough have plates of other shapes", () => {
    const pieces: Snapshot["pieces"] = [
      ["A1", "W", 0, 0, 3, 3],
      ["A2", "B", 1, 1, 2, 0],
      ["A3", "B", 2, 1, 2, -1],
    ];
    const at = drawn(looking({}, midgame({ pieces })));
    expect(["A1", "A2", "A3"].map((cell) => at(cell)?.textContent)).toEqual(["3", "0", "−1"]);
    expect(["A1", "A2", "A3"].map((cell) => at(cell)?.dataset.level)).toEqual(["safe", "edge", "short"]);
    const shapes = ["A1", "A2", "A3"].map((cell) =>
      [...(at(cell)?.children ?? [])].map((node) => `${node.tagName} ${node.getAttribute("fill")}`).join(),
    );
    expect(new Set(shapes).size).toBe(3);
  });

  it("a change as before and after; what would be gone has no number", () => {
    const at = drawn(looking({ chosen: "E3", hover: "E5" }));
    expect(at("D4")?.textContent).toBe("1→2");
    expect(at("E5")).toBeNull();
  });

  it("is part of the label of a disc; the hovered disc lists all changes", () => {
    const food = foodOf(looking({ chosen: "E3", hover: "E4" }));
    expect(foodLabels(food, "D4", false, t)).toEqual(["1, then 0"]);
    expect(foodLabels(food, "E4", true, t)).toEqual(["3, then 2", "D4: 1, then 0"]);
    expect(foodLabels(foodOf(looking({ chosen: "E3", hover: "E5" })), "E5", false, t)).toEqual(["gone"]);
  });

  it("the legend explains the plates", () => {
    expect(legendLevels(looking())).toEqual(["safe", "edge", "short"]);
    expect(legendLevels(start(midgame(), hex4))).toEqual([]);
  });
});

it("the current food is not drawn much smaller than the previewed food", () => {
  const layer = new Layer("food-numbers");
  const state = looking({ chosen: "E3", hover: "E4" });
  layer.draw(state, foodDrawings(state));
  const [pill, words] = [...(layer.element.querySelector("[data-was]")?.children ?? [])];
  expect(Number(words?.firstElementChild?.getAttribute("font-size"))).toBeGreaterThanOrEqual(0.2);
  expect(Number(pill?.getAttribute("width"))).toBeGreaterThan(0.5);
});
