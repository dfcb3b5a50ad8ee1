import { extent, placeOf, type State } from "./state";

interface Spot {
  x: number;
  y: number;
}

/**
 * Where the growth chooser goes: near the adaptoid in hand, and over as few discs as possible that could be
 * clicked now. Sizes and places are in disc diameters; the answer is the chooser's middle.
 */
export function chooserSpot(state: State, width: number, height: number, margin: number): Spot {
  const cell = state.chosen ?? "";
  const home = placeOf(state, cell) ?? { x: 0, y: 0 };
  const box = extent(state.discs);
  const left = box.left - margin + width / 2;
  const right = box.right + margin - width / 2;
  const top = box.top - margin + height / 2;
  const bottom = box.bottom + margin - height / 2;
  const obstacles = weigh(state, cell);
  let best = { x: Math.max(left, Math.min(right, home.x)), y: home.y };
  let least = Infinity;
  for (let y = top; y <= bottom + 1e-9; y += 0.2) {
    for (let x = left; x <= right + 1e-9; x += 0.2) {
      const gap = ({ x: px, y: py }: Spot) =>
        Math.hypot(Math.max(0, Math.abs(px - x) - width / 2), Math.max(0, Math.abs(py - y) - height / 2));
      let cost = gap(home) + 0.05 * Math.hypot(home.x - x, home.y - y);
      for (const { spot, weight } of obstacles) if (gap(spot) < 0.4) cost += weight;
      if (cost < least) {
        least = cost;
        best = { x, y };
      }
    }
  }
  return best;
}

/** How bad it is to cover each disc. */
function weigh(state: State, chosen: string): { spot: Spot; weight: number }[] {
  const { snapshot, discs } = state;
  const targets = new Set(snapshot.moves[chosen]?.map((target) => target[0]));
  const fresh = new Set(snapshot.grow.new.map((row) => row[0]));
  const pieces = new Set(snapshot.pieces.map((row) => row[0]));
  return discs.cells.flatMap(([cell]) => {
    const spot = placeOf(state, cell);
    const weight =
      cell === chosen ? 100 : targets.has(cell) ? 2 : fresh.has(cell) ? 1.2 : pieces.has(cell) ? 0.8 : 0.05;
    return spot ? [{ spot, weight }] : [];
  });
}
