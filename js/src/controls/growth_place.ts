import { sizes } from "../board/shapes";
import { extent, type Point, pieceOn, placeOf, type State, targetOf } from "../state/state";

/** The seam of the two rows one disc away, and that of the next two. Rows are 0.866 apart; a plus is smaller than a body. */
const SEAMS = [-1.385, 1.385, -2.251, 2.251];
/** How far the menu may stand to the left or right of the adaptoid. */
const SHIFTS = [0, 0.5, -0.5, 1, -1, 1.5, -1.5, 2, -2];
/** What stays free around the selected adaptoid, another one, and the middle of a target. */
const OWN = 0.55;
const BODY = 0.32;
const TARGET = 0.12;

/**
 * The centre of a menu of this size for the selected adaptoid, in disc diameters: on a seam above or below it, within the
 * board. It covers as little of adaptoids as possible, and the middle of a target only where there is no other place.
 */
export function growthPlace(state: State, width: number, height: number): Point {
  const { snapshot, discs, chosen } = state;
  const home = placeOf(state, chosen ?? "") ?? { x: 0, y: 0 };
  const { left, right, top, bottom } = extent(discs);
  const [spareX, spareY] = [sizes.margin - width / 2, sizes.margin - height / 2];
  const around = discs.cells.map(([cell]) => {
    const isTarget =
      snapshot.aids === "none" ||
      targetOf(state, cell) !== undefined ||
      snapshot.grow.new.some((row) => row[0] === cell);
    const isKept = cell === chosen ? OWN : pieceOn(snapshot, cell) ? BODY : 0;
    return { at: placeOf(state, cell) ?? home, isKept, isTarget };
  });
  let best = home;
  let lowest = Infinity;
  for (const seam of SEAMS)
    for (const shift of SHIFTS) {
      const x = between(left - spareX, home.x + shift, right + spareX);
      const y = between(top - spareY, home.y + seam, bottom + spareY);
      let cost = Math.abs(x - home.x) / 4 + Math.abs(y - home.y + 0.01) / 2;
      for (const { at, isKept, isTarget } of around) {
        const away = Math.max(Math.abs(at.x - x) - width / 2, Math.abs(at.y - y) - height / 2);
        cost += 10 * Math.max(0, isKept - away) + (isTarget && away < TARGET ? 100 : 0);
      }
      if (cost < lowest) [best, lowest] = [{ x, y }, cost];
    }
  return best;
}

function between(low: number, value: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
