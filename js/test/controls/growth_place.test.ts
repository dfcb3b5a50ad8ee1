import { describe, expect, it } from "vitest";
import { growthPlace, stemPath } from "../../src/controls/growth_place";
import type { PieceRow, Snapshot, Target } from "../../src/protocol/types";
import { type Point, placeOf, type State, start } from "../../src/state/state";
import { hex4, midgame } from "../samples";

const MARGIN = 0.7;
/** The size of two buttons, and of one. */
const SIZES = [
  [3.2, 0.42],
  [1.5, 0.42],
] as const;
const holding = (cell: string, snapshot: Snapshot = midgame()): State => ({
  ...start(snapshot, hex4),
  chosen: cell,
});

/** The distance between the centre of a disc and the menu. */
function gap(state: State, cell: string, at: Point, [width, height]: readonly [number, number]): number {
  const { x, y } = placeOf(state, cell) ?? { x: NaN, y: NaN };
  return Math.hypot(
    Math.max(0, Math.abs(x - at.x) - width / 2),
    Math.max(0, Math.abs(y - at.y) - height / 2),
  );
}

describe.each(SIZES)("a growth menu of %s × %s discs", (...size) => {
  it.each([false, true])(
    "stays within the board and off its adaptoid and all targets; turned round: %s",
    (flip) => {
      const free = hex4.cells.map(([cell]): Target => [cell, "-", []]);
      for (const [cell] of hex4.cells) {
        const state = { ...holding(cell, midgame({ moves: { [cell]: free } })), flip };
        const at = growthPlace(state, ...size);
        expect(gap(state, cell, at, size)).toBeGreaterThan(0.45);
        for (const [other] of hex4.cells) expect(gap(state, other, at, size)).toBeGreaterThan(0.12);
        expect(at.x - size[0] / 2).toBeGreaterThanOrEqual(-1 - MARGIN - 1e-6);
        expect(at.x + size[0] / 2).toBeLessThanOrEqual(5 + MARGIN + 1e-6);
        expect(at.y - size[1] / 2).toBeGreaterThanOrEqual(0.866 - MARGIN - 1e-6);
        expect(at.y + size[1] / 2).toBeLessThanOrEqual(7 * 0.866 + MARGIN + 1e-6);
      }
    },
  );
});

describe("the growth menu", () => {
  const beside = (...cells: string[]) => {
    const pieces = cells.map((cell): PieceRow => [cell, "B", 0, 0, 6, 6]);
    const state = holding("D4", midgame({ pieces: [["D4", "W", 0, 0, 6, 6], ...pieces] }));
    const at = growthPlace(state, 3.2, 0.42);
    return { state, at, away: at.y - (placeOf(state, "D4")?.y ?? NaN) };
  };

  it("is on the seam of two rows one disc away, where fewer adaptoids stand", () => {
    expect(beside().away).toBeCloseTo(-1.385);
    expect(beside("C3", "B3").away).toBeCloseTo(1.385);
    expect(beside("E4", "F5").away).toBeCloseTo(-1.385);
  });

  it("goes aside, or to the next seam, where both seams are occupied", () => {
    const { state, at } = beside("B2", "B3", "B4", "F4", "F5", "F6");
    for (const [cell] of state.snapshot.pieces)
      expect(gap(state, cell, at, [3.2, 0.42])).toBeGreaterThan(0.3);
  });

  it("leaves a raised claw and a leg of the next rows free", () => {
    const pieces: PieceRow[] = [
      ["D4", "W", 0, 0, 6, 6],
      ["C3", "B", 0, 1, 6, 6],
      ["E4", "B", 1, 0, 6, 6],
    ];
    const state = holding("D4", midgame({ pieces }));
    const at = growthPlace(state, 3.2, 0.42);
    for (const cell of ["C3", "E4"]) expect(gap(state, cell, at, [3.2, 0.42])).toBeGreaterThan(0.5);
  });
});

describe("the stem of the growth menu", () => {
  const home = { x: 2, y: 3 };
  const path = (...where: Parameters<typeof stemPath>) =>
    stemPath(...where).replace(/\d+\.\d+/g, (n) => `${Number(Number(n).toFixed(3))}`);

  it("forks in the gap between two buttons", () => {
    expect(path(home, { x: 2, y: 2 }, 3.2, 0.4, 2)).toBe(
      "M2 2.5L2 2.4Q2 2.24 1.8 2.12M2 2.4Q2 2.24 2.2 2.12",
    );
  });

  it("leads straight up or down to one button", () => {
    expect(path(home, { x: 2, y: 2 }, 1.5, 0.4, 1)).toBe("M2 2.5L2 2.12");
    expect(path(home, { x: 3, y: 4 }, 3.2, 0.4, 2)).toBe("M2 3.5L2 3.88");
  });
});
