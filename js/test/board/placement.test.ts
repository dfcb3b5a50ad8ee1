import { describe, expect, it } from "vitest";
import { growthMenuSpot } from "../../src/board/placement";
import type { PieceRow, Snapshot, Target } from "../../src/protocol/types";
import { placeOf, type State, start } from "../../src/state/state";
import { hex4, midgame } from "../samples";

const [WIDTH, HEIGHT, MARGIN] = [1.8, 0.8, 0.7];
const holding = (cell: string, snapshot: Snapshot = midgame()): State => ({
  ...start(snapshot, hex4),
  chosen: cell,
});

/** How far the chooser stays from a disc's middle. */
function gap(state: State, cell: string): number {
  const spot = growthMenuSpot(state, WIDTH, HEIGHT);
  const place = placeOf(state, cell) ?? { x: NaN, y: NaN };
  const dx = Math.max(0, Math.abs(place.x - spot.x) - WIDTH / 2);
  const dy = Math.max(0, Math.abs(place.y - spot.y) - HEIGHT / 2);
  return Math.hypot(dx, dy);
}

describe("the growth chooser", () => {
  it.each(["E3", "C1", "G7", "D4"])("with %s in hand stays beside it and off it", (cell) => {
    expect(gap(holding(cell), cell)).toBeGreaterThan(0.35);
    expect(gap(holding(cell), cell)).toBeLessThan(1.6);
  });

  it("leaves every disc of the reach free for the pointer", () => {
    const state = holding("E3");
    for (const [cell] of state.snapshot.moves.E3 ?? []) expect(gap(state, cell)).toBeGreaterThan(0.2);
  });

  it("lies on no enemy and on no target, however full the board is", () => {
    const full = hex4.cells.map(([cell]): PieceRow => [cell, cell === "E3" ? "W" : "B", 0, 0, 6]);
    const shapes = [
      [1.8, 0.8],
      [1.1, 1.2],
    ] as const;
    for (const snapshot of [midgame(), midgame({ pieces: full })])
      for (const [cell] of snapshot.pieces.filter((row) => row[1] === "W"))
        for (const [width, height] of shapes) {
          const state = holding(cell, snapshot);
          const spot = growthMenuSpot(state, width, height);
          const kept = snapshot.pieces.filter((row) => row[1] === "B").map((row) => row[0]);
          for (const other of [...kept, ...(snapshot.moves[cell] ?? []).map((row) => row[0])]) {
            const { x, y } = placeOf(state, other) ?? { x: NaN, y: NaN };
            const [dx, dy] = [Math.abs(x - spot.x) - width / 2, Math.abs(y - spot.y) - height / 2];
            expect(Math.hypot(Math.max(0, dx), Math.max(0, dy))).toBeGreaterThanOrEqual(0.45);
          }
        }
  });

  it("lies on no disc that may be in reach, where the board does not tell which are", () => {
    const blind = { aids: "none" as const, moves: {} };
    const told = (changes: Partial<Snapshot>) => {
      const state = holding("E3", midgame(changes));
      return ["D2", "D3", "E2", "E4", "F3", "F4"].map((cell) => gap(state, cell));
    };
    expect(Math.min(...told(blind))).toBeGreaterThanOrEqual(0.45);
    expect(Math.min(...told({ ...blind, step: "grow" }))).toBeLessThan(0.45);
  });

  it("goes elsewhere when the discs where it was become reachable", () => {
    const before = growthMenuSpot(holding("E3"), WIDTH, HEIGHT);
    const covered = hex4.cells
      .map(([cell]) => cell)
      .filter((cell) => cell !== "E3" && gap(holding("E3"), cell) < 0.3);
    expect(covered).not.toHaveLength(0);
    const reach = covered.map((cell): Target => [cell, "-", []]);
    const after = growthMenuSpot(holding("E3", midgame({ moves: { E3: reach } })), WIDTH, HEIGHT);
    expect(after).not.toMatchObject({ x: before.x, y: before.y });
  });

  it("never leaves the board", () => {
    for (const [cell] of hex4.cells) {
      const { x, y } = growthMenuSpot(holding(cell), WIDTH, HEIGHT);
      expect(x - WIDTH / 2).toBeGreaterThanOrEqual(-1 - MARGIN - 1e-6);
      expect(x + WIDTH / 2).toBeLessThanOrEqual(5 + MARGIN + 0.1);
      expect(y - HEIGHT / 2).toBeGreaterThanOrEqual(0.866 - MARGIN - 1e-6);
      expect(y + HEIGHT / 2).toBeLessThanOrEqual(7 * 0.866 + MARGIN + 0.1);
    }
  });
});
