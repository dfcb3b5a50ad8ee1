import { extent, pieceOn, placeOf, type State } from "../state/state";
import { sizes } from "./shapes";

interface Spot {
  x: number;
  y: number;
}

interface Obstacle {
  spot: Spot;
  /** The cost of covering the centre of the disc. It falls to 0 at the distance `room`. */
  weight: number;
  room: number;
}

/** The distances from the adaptoid that are tried in turn: within the next disc first. */
const FARTHEST = [1.1, 2.5, 40];
/** The part of a line that an adaptoid hides. */
const BODY = 0.3;
const GRID = 0.15;
/** What is nearer to the centre of a disc takes its clicks. */
const OVER = 0.45;
/** More than all other costs together. */
const NEVER = 100;

/**
 * The centre of the growth menu, in disc diameters: beside the selected adaptoid, never over an enemy or a target, and
 * over as few clickable discs as possible. On a full board it is below the board. The cost rates the place.
 */
export function growthMenuSpot(state: State, width: number, height: number): Spot & { cost: number } {
  let best = { x: 0, y: 0, cost: Infinity };
  for (const farthest of FARTHEST) {
    best = nearestSpot(state, width, height, farthest);
    if (best.cost < NEVER) break;
  }
  return best;
}

function nearestSpot(state: State, width: number, height: number, farthest: number) {
  const cell = state.chosen ?? "";
  const home = placeOf(state, cell) ?? { x: 0, y: 0 };
  const box = extent(state.discs);
  const { margin } = sizes;
  const within = (low: number, high: number, n: number) => Math.max(low, Math.min(high, n));
  const [left, right] = [box.left - margin + width / 2, box.right + margin - width / 2];
  const [top, bottom] = [box.top - margin + height / 2, box.bottom + margin - height / 2];
  const below = farthest > box.bottom - box.top ? height : 0;
  const obstacles = weigh(state, cell);
  const farX = Math.min(farthest, box.right - box.left + margin) + width / 2;
  const farY = Math.min(farthest, box.bottom - box.top + margin) + height;
  let best = { ...home, cost: Infinity };
  for (let dy = -farY; dy <= farY + 1e-9; dy += GRID) {
    for (let dx = -farX; dx <= farX + 1e-9; dx += GRID) {
      const x = within(left, right, home.x + dx);
      const y = within(top, bottom + below, home.y + dy);
      const gap = ({ x: px, y: py }: Spot) =>
        Math.hypot(Math.max(0, Math.abs(px - x) - width / 2), Math.max(0, Math.abs(py - y) - height / 2));
      if (gap(home) > farthest) continue;
      let cost = gap(home) + 0.05 * Math.hypot(home.x - x, home.y - y);
      for (const { spot, weight, room } of obstacles) {
        const near = gap(spot);
        cost += weight * Math.max(0, 1 - near / room) + (weight >= 3 && near < OVER ? NEVER : 0);
      }
      if (cost < best.cost) best = { x, y, cost };
    }
  }
  return best;
}

/** The line from the menu to its adaptoid: its length between the edges, its start and its direction. */
export function connector(state: State, { x, y }: Spot, width: number, height: number) {
  const home = placeOf(state, state.chosen ?? "") ?? { x, y };
  const [dx, dy] = [home.x - x, home.y - y];
  const distance = Math.hypot(dx, dy) || 1;
  const from = Math.min(
    dx ? (width / 2) * (distance / Math.abs(dx)) : Infinity,
    dy ? (height / 2) * (distance / Math.abs(dy)) : Infinity,
  );
  return { length: Math.max(0, distance - BODY - from), from, turn: Math.atan2(dy, dx) };
}

/** The size of the board with its margin. */
export function sizeOfBoard({ discs }: State): { width: number; height: number } {
  const { left, right, top, bottom } = extent(discs);
  return { width: right - left + 2 * sizes.margin, height: bottom - top + 2 * sizes.margin };
}

/** The style that places an element at a disc, or at a point in disc diameters. */
export function pinned(state: State, at: string | Spot): { left: string; top: string } {
  const { x, y } = (typeof at === "string" ? placeOf(state, at) : at) ?? { x: 0, y: 0 };
  const { left, top } = extent(state.discs);
  const { width, height } = sizeOfBoard(state);
  return {
    left: `${((x - left + sizes.margin) / width) * 100}%`,
    top: `${((y - top + sizes.margin) / height) * 100}%`,
  };
}

function weigh(state: State, chosen: string): Obstacle[] {
  const { snapshot, discs } = state;
  const targets = new Set(snapshot.moves[chosen]?.map((target) => target[0]));
  const fresh = new Set(snapshot.grow.new.map((row) => row[0]));
  // without aids the reach is unknown, but at most the number of legs
  const home = snapshot.aids === "none" && snapshot.step === "move" ? placeOf(state, chosen) : null;
  const legs = pieceOn(snapshot, chosen)?.[2] ?? 0;
  const enemies = new Set(snapshot.pieces.flatMap(([at, color]) => (color === snapshot.turn ? [] : at)));
  return discs.cells.flatMap(([cell]) => {
    const spot = placeOf(state, cell);
    const near = home && spot && Math.hypot(spot.x - home.x, spot.y - home.y) < legs + 0.1;
    const kept = near || targets.has(cell) || enemies.has(cell);
    const weight =
      cell === chosen ? 100 : kept ? 3 : fresh.has(cell) ? 1.6 : pieceOn(snapshot, cell) ? 1.4 : 0.05;
    return spot ? [{ spot, weight, room: cell === chosen ? 0.6 : 0.5 }] : [];
  });
}
