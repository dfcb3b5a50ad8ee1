import { extent, placeOf, type State } from "./state";

interface Spot {
  x: number;
  y: number;
}

interface Obstacle {
  spot: Spot;
  /** How bad it is to cover the disc's middle; it fades to nothing at the distance `room`. */
  weight: number;
  room: number;
}

/**
 * Where the growth chooser goes: near the adaptoid in hand, and over as few discs as possible that could be
 * clicked now; the cost tells how well that went. Sizes and places are in disc diameters; the answer is the chooser's middle.
 */
export function chooserSpot(
  state: State,
  width: number,
  height: number,
  margin: number,
): Spot & { cost: number } {
  const cell = state.chosen ?? "";
  const home = placeOf(state, cell) ?? { x: 0, y: 0 };
  const box = extent(state.discs);
  const left = box.left - margin + width / 2;
  const right = box.right + margin - width / 2;
  const top = box.top - margin + height / 2;
  const bottom = box.bottom + margin - height / 2;
  const obstacles = weigh(state, cell);
  let best = { ...home, cost: Infinity };
  for (let y = top; y <= bottom + 1e-9; y += 0.1) {
    for (let x = left; x <= right + 1e-9; x += 0.1) {
      const gap = ({ x: px, y: py }: Spot) =>
        Math.hypot(Math.max(0, Math.abs(px - x) - width / 2), Math.max(0, Math.abs(py - y) - height / 2));
      let cost = gap(home) + 0.05 * Math.hypot(home.x - x, home.y - y);
      for (const { spot, weight, room } of obstacles) cost += weight * Math.max(0, 1 - gap(spot) / room);
      if (cost < best.cost) best = { x, y, cost };
    }
  }
  return best;
}

function weigh(state: State, chosen: string): Obstacle[] {
  const { snapshot, discs } = state;
  const targets = new Set(snapshot.moves[chosen]?.map((target) => target[0]));
  const fresh = new Set(snapshot.grow.new.map((row) => row[0]));
  const pieces = new Set(snapshot.pieces.map((row) => row[0]));
  return discs.cells.flatMap(([cell]) => {
    const spot = placeOf(state, cell);
    const weight =
      cell === chosen ? 100 : targets.has(cell) ? 3 : fresh.has(cell) ? 1.6 : pieces.has(cell) ? 1.4 : 0.05;
    return spot ? [{ spot, weight, room: cell === chosen ? 0.6 : 0.5 }] : [];
  });
}
