import { describe, expect, it } from "vitest";
import { growthSpots } from "../../src/board/growth_spots";
import { arrangement } from "../../src/board/shapes";
import type { PieceRow, Snapshot, Target } from "../../src/protocol/types";
import { placeOf, type State, start } from "../../src/state/state";
import { hex4, midgame } from "../samples";

const MARGIN = 0.7;
const GAP = 0.05;
/** Half the size of a button, on large and on small boards. */
const RADII = [0.19, 0.26, 0.36, 0.375];
const holding = (cell: string, snapshot: Snapshot = midgame()): State => ({
  ...start(snapshot, hex4),
  chosen: cell,
});

function distance(a: { x: number; y: number } | null, b: { x: number; y: number } | undefined): number {
  return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : NaN;
}

/** The distance between the centre of a disc and the edge of the nearest button. */
function gap(state: State, cell: string, radius: number): number {
  const spots = growthSpots(state, radius, GAP, 2);
  expect(spots).toHaveLength(2);
  const distances = spots.map((spot) => distance(placeOf(state, cell), spot));
  return Math.min(...distances) - radius;
}

describe("the growth menu", () => {
  it.each(RADII)(
    "with buttons of radius %s touches the rim of its disc, and never leaves the board",
    (radius) => {
      for (const [cell] of hex4.cells) {
        const state = holding(cell);
        const spots = growthSpots(state, radius, GAP, 2);
        for (const spot of spots) {
          const away = distance(placeOf(state, cell), spot);
          expect(away - radius).toBeLessThan(0.65);
          expect(away - radius).toBeGreaterThan(0.05);
          expect(spot.x - radius).toBeGreaterThanOrEqual(-1 - MARGIN - 1e-6);
          expect(spot.x + radius).toBeLessThanOrEqual(5 + MARGIN + 0.1);
          expect(spot.y - radius).toBeGreaterThanOrEqual(0.866 - MARGIN - 1e-6);
          expect(spot.y + radius).toBeLessThanOrEqual(7 * 0.866 + MARGIN + 0.1);
        }
        const [first = null, second] = spots;
        expect(distance(first, second)).toBeGreaterThan(2 * radius + GAP - 1e-6);
      }
    },
  );

  it.each(RADII)("with buttons of radius %s covers the middle of no adaptoid and no target", (radius) => {
    const full = hex4.cells.map(([cell]): PieceRow => [cell, cell === "E3" ? "W" : "B", 0, 0, 6, 6]);
    const own = full.map(([cell]): PieceRow => [cell, "W", 0, 0, 6, 6]);
    const free = hex4.cells.map(([cell]): Target => [cell, "-", []]);
    for (const changes of [{}, { pieces: full }, { pieces: own }, { moves: { E3: free } }]) {
      const state = holding("E3", midgame(changes));
      const { pieces, moves, grow } = state.snapshot;
      const covered = [...(moves.E3 ?? []), ...grow.new, ...pieces];
      for (const [cell] of covered)
        if (cell !== "E3") expect(gap(state, cell, radius)).toBeGreaterThanOrEqual(0.099);
    }
  });

  it.each(RADII)("with buttons of radius %s keeps off the limbs of its own adaptoid", (radius) => {
    for (const legs of [1, 2, 3, 4]) {
      const pieces: PieceRow[] = [
        ["F4", "W", legs, 0, 2, 2 - legs],
        ["F5", "B", 0, 0, 6, 6],
        ["G4", "B", 0, 0, 6, 6],
      ];
      const moves = { F4: ["F5", "G4", "G5", "E3", "E4", "F3"].map((cell): Target => [cell, "-", []]) };
      const state = holding("F4", midgame({ pieces, moves }));
      const home = placeOf(state, "F4") ?? { x: NaN, y: NaN };
      const spots = growthSpots(state, radius, GAP, 2);
      expect(spots).toHaveLength(2);
      for (const spot of spots)
        for (const [slot, filled] of arrangement(legs, 0).entries()) {
          if (filled === ".") continue;
          const angle = (slot * Math.PI) / 3;
          const limb = { x: home.x + 0.36 * Math.sin(angle), y: home.y - 0.36 * Math.cos(angle) };
          expect(distance(limb, spot) - radius, `${legs} limbs`).toBeGreaterThan(0);
        }
    }
  });

  it("leaves a third of each target free around its middle where discs are large", () => {
    const state = holding("E3");
    const targets = state.snapshot.moves.E3 ?? [];
    expect(targets).not.toHaveLength(0);
    for (const [cell] of targets) expect(gap(state, cell, 0.26)).toBeGreaterThan(0.2);
  });

  it("treats discs that may be in reach as targets, where the board does not tell which are", () => {
    const blind = { aids: "none" as const, moves: {}, grow: { new: [], leg: [], pincer: [], hungry: [] } };
    const nearest = (changes: Partial<Snapshot>) => {
      const state = holding("E3", midgame(changes));
      return Math.min(...["D2", "D3", "E2", "E4", "F3", "F4"].map((cell) => gap(state, cell, 0.26)));
    };
    expect(nearest(blind)).toBeGreaterThan(nearest({ ...blind, step: "grow" }));
  });

  it("orders the buttons from left to right, and places one alone as well", () => {
    for (const [cell] of hex4.cells) {
      const [leg, pincer] = growthSpots(holding(cell), 0.26, GAP, 2);
      expect(Number(leg?.x) - Number(pincer?.x)).toBeLessThanOrEqual(0.1);
      expect(growthSpots(holding(cell), 0.26, GAP, 1)).toHaveLength(1);
    }
  });
});
