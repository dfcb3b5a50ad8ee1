import { extent, type Point, pieceOn, placeOf, type State } from "../state/state";
import { arrangement, sizes } from "./shapes";

interface Obstacle extends Point {
  weight: number;
}

interface Candidate extends Point {
  cost: number;
}

const DIRECTIONS = 24;
/** The distances from the adaptoid that are tried; they include the gaps between three discs that touch. */
const NEAREST = 0.417;
const STEP = 0.08;
/** The weight of a disc that a click could be meant for, or of an adaptoid. */
const KEPT = 3;
/** More than all other costs together, for a button over the middle of such a disc. */
const NEVER = 1000;
const MIDDLE = 0.1;
/** The least distance to the edge of the board. */
const EDGE = 0.06;
/** The distance of a limb from the centre of its adaptoid. */
const SLOT = 0.36;
/** The number of places that are combined to pairs. */
const MAX_COMBINED = 90;

/**
 * The centres of round buttons around the selected adaptoid, in disc diameters and in reading order: at the rim of its disc,
 * within the board, and off the targets and adaptoids around it. Above the adaptoid where all places are alike. `gap` is
 * the least distance between two buttons.
 */
export function growthSpots(state: State, radius: number, gap: number, count: number): Point[] {
  const home = placeOf(state, state.chosen ?? "") ?? { x: 0, y: 0 };
  const candidates = candidatesAround(state, home, radius, gap / 2).sort((a, b) => a.cost - b.cost);
  const [first = home] = candidates;
  if (count < 2) return [first];
  const combined = candidates.slice(0, MAX_COMBINED);
  // far enough apart in every direction to have a partner
  combined.push(...candidates.slice(MAX_COMBINED).filter((_, i) => i % 5 === 0));
  let best: Point[] = [first, { x: first.x, y: first.y + 2 * radius + gap }];
  let lowest = Infinity;
  for (const [i, a] of combined.entries())
    for (const b of combined.slice(i + 1)) {
      const distance = Math.hypot(a.x - b.x, a.y - b.y);
      const cost = a.cost + b.cost + 0.2 * distance;
      if (distance > 2 * radius + gap && cost < lowest) [best, lowest] = [[a, b], cost];
    }
  return best.sort((a, b) => (Math.abs(a.x - b.x) > 0.1 ? a.x - b.x : a.y - b.y));
}

function candidatesAround(state: State, home: Point, radius: number, around: number): Candidate[] {
  const { left, right, top, bottom } = extent(state.discs);
  const room = sizes.margin - radius - EDGE;
  const obstacles = obstaclesAround(state, home, 1.6 + 2 * radius);
  const candidates: Candidate[] = [];
  for (let direction = 0; direction < DIRECTIONS; direction++) {
    const angle = (2 * Math.PI * direction) / DIRECTIONS;
    for (let away = NEAREST; away < radius + 0.7; away += STEP) {
      const x = home.x + away * Math.cos(angle);
      const y = home.y + away * Math.sin(angle);
      if (x < left - room || x > right + room || y < top - room || y > bottom + room) continue;
      const edge = away - radius;
      // the middle, the body, the limbs, and the distance from the rim
      const own =
        40 * over(0.12, edge) + 20 * over(0.28, edge) + 2 * over(0.47, edge) + 25 * over(edge, 0.55);
      const cost = obstacles.reduce((sum, disc) => {
        const near = Math.hypot(disc.x - x, disc.y - y) - radius;
        const never =
          disc.weight >= KEPT && near < Math.max(MIDDLE, around + 0.03) ? NEVER * (1 + MIDDLE - near) : 0;
        return sum + never + disc.weight * (over(0.5, near) + 10 * over(0.3, near));
      }, own);
      candidates.push({ x, y, cost: cost + 0.1 * (y - home.y) });
    }
  }
  return candidates;
}

/** How much `n` is above the limit. */
function over(n: number, limit: number): number {
  return Math.max(0, n - limit);
}

function obstaclesAround(state: State, home: Point, reach: number): Obstacle[] {
  const { snapshot, discs, chosen } = state;
  const targets = new Set(snapshot.moves[chosen ?? ""]?.map((target) => target[0]));
  for (const [cell] of snapshot.grow.new) targets.add(cell);
  // without aids the reach is unknown, but at most the number of legs
  const isBlind = snapshot.aids === "none" && snapshot.step === "move";
  const [, , legs = 0, pincers = 0] = pieceOn(snapshot, chosen ?? "") ?? [];
  // its own limbs
  const slots = arrangement(legs, pincers).flatMap((filled, slot) => {
    if (filled === ".") return [];
    const angle = (slot * Math.PI) / 3;
    return { x: home.x + SLOT * Math.sin(angle), y: home.y - SLOT * Math.cos(angle), weight: 1 };
  });
  const around = discs.cells.flatMap(([cell]) => {
    const spot = placeOf(state, cell);
    const distance = spot ? Math.hypot(spot.x - home.x, spot.y - home.y) : Infinity;
    if (!spot || distance > reach || cell === chosen) return [];
    const isKept =
      pieceOn(snapshot, cell) !== undefined || targets.has(cell) || (isBlind && distance < legs + 0.1);
    return [{ ...spot, weight: isKept ? KEPT : 0.05 }];
  });
  return [...slots, ...around];
}
