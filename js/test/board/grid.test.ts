import { describe, expect, it } from "vitest";
import boards from "../../../adaptoid_widget/layouts/boards.json";
import { neighbour, rowsOf } from "../../src/board/grid";
import type { Discs } from "../../src/protocol/types";
import { placeOf, type State, start } from "../../src/state/state";
import { hex4, midgame } from "../samples";

const [EAST, SOUTHEAST, SOUTHWEST, WEST, NORTHWEST, NORTHEAST] = [0, 1, 2, 3, 4, 5] as const;
const ALL = [EAST, SOUTHEAST, SOUTHWEST, WEST, NORTHWEST, NORTHEAST];

const on = (discs: Discs, flip = false): State => ({ ...start(midgame(), discs), flip });
const layout = (cells: Discs["cells"]): Discs => ({ name: "", tray: "", cells });
const names = (state: State) => rowsOf(state).map((row) => row.map(({ cell }) => cell).join(" "));

/** The discs of a lattice or free layout, from its text. */
function parsed(text: string): Discs {
  const [kind, rest = ""] = text.split(":");
  return layout(
    kind === "lattice"
      ? rest.split(".").map((cell) => {
          const row = cell.charCodeAt(0) - 64;
          return [cell, Number(cell.slice(1)) - row / 2, row * Math.sqrt(0.75)];
        })
      : rest.split("/").map((place, i) => {
          const [x = 0, y = 0] = place.split(",").map(Number);
          return [`N${i + 1}`, x, y];
        }),
  );
}

/** Reproducible random discs that do not overlap. */
function randomDiscs(seed: number, count: number): Discs {
  let state = seed;
  const random = () => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return state / 2 ** 31;
  };
  const cells: Discs["cells"] = [];
  while (cells.length < count) {
    const [x, y] = [Math.round(random() * 12_000) / 1000, Math.round(random() * 12_000) / 1000];
    if (cells.every(([, a, b]) => Math.hypot(a - x, b - y) >= 0.97))
      cells.push([`N${cells.length + 1}`, x, y]);
  }
  return layout(cells);
}

/**
 * Pairs of discs from which no direction leads nearer to the other disc. Without such pairs, every disc can
 * be reached.
 */
function unreachable(state: State): string[] {
  const { cells } = state.discs;
  const distance = (first: string, second: string) => {
    const [a, b] = [placeOf(state, first), placeOf(state, second)];
    return Math.hypot((a?.x ?? NaN) - (b?.x ?? NaN), (a?.y ?? NaN) - (b?.y ?? NaN));
  };
  return cells.flatMap(([from]) => {
    const steps = ALL.map((direction) => neighbour(state, from, direction));
    const stuck = cells.filter(([to]) => {
      const far = distance(from, to);
      return to !== from && !steps.some((step) => distance(step, to) < far);
    });
    return stuck.map(([to]) => `${from} ${to}`);
  });
}

describe("the six directions", () => {
  it.each([
    [EAST, "D5"],
    [SOUTHEAST, "E5"],
    [SOUTHWEST, "E4"],
    [WEST, "D3"],
    [NORTHWEST, "C3"],
    [NORTHEAST, "C4"],
  ])("from D4, direction %i leads to %s, and the opposite direction back", (direction, to) => {
    expect(neighbour(on(hex4), "D4", direction)).toBe(to);
    expect(neighbour(on(hex4), to, (direction + 3) % 6)).toBe("D4");
    // on a flipped board, the same key leads to the disc on the same side of the screen
    expect(neighbour(on(hex4, true), "D4", direction)).toBe(neighbour(on(hex4), "D4", (direction + 3) % 6));
  });

  it("a direction that leads off the board stays on the disc", () => {
    expect(ALL.map((direction) => neighbour(on(hex4), "A4", direction))).toEqual([
      "A4",
      "B5",
      "B4",
      "A3",
      "A4",
      "A4",
    ]);
  });

  it("a hole is crossed in a straight line", () => {
    const state = on(layout(hex4.cells.filter(([cell]) => cell !== "D4")));
    expect(neighbour(state, "D3", EAST)).toBe("D5");
    expect(neighbour(state, "C3", SOUTHEAST)).toBe("E5");
  });

  it.each(boards.map(({ name, layout: text }) => [name, text]))(
    "%s: every disc can be reached from every other",
    (_, text) => {
      for (const flip of [false, true]) expect(unreachable(on(parsed(text), flip))).toEqual([]);
    },
  );

  it("random discs: every disc can be reached from every other", () => {
    for (let seed = 1; seed <= 40; seed++)
      for (const flip of [false, true])
        expect(unreachable(on(randomDiscs(seed, 2 + seed), flip)), `${seed}`).toEqual([]);
  });

  it("no two directions lead to the same disc", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const state = on(randomDiscs(seed, 40));
      for (const [cell] of state.discs.cells) {
        const goals = ALL.map((direction) => neighbour(state, cell, direction)).filter(
          (goal) => goal !== cell,
        );
        expect(new Set(goals).size).toBe(goals.length);
      }
    }
  });
});

describe("rows", () => {
  it("are those of the lattice, reversed on a flipped board", () => {
    expect(
      names(on(hex4))
        .map((row) => row[0])
        .join(""),
    ).toBe("ABCDEFG");
    expect(names(on(hex4))[3]).toBe("D1 D2 D3 D4 D5 D6 D7");
    expect(names(on(hex4, true))[0]).toBe("G7 G6 G5 G4");
  });

  it("of free discs are formed by height", () => {
    const state = on(parsed("discs:0,0/2.1,0.2/1,0.1/0.5,0.95/1.6,1"));
    expect(names(state)).toEqual(["N1 N3 N2", "N4 N5"]);
  });
});
