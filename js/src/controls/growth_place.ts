import { arrangement, sizes } from "../board/shapes";
import { extent, type Point, pieceOn, placeOf, type State, targetOf } from "../state/state";

/** The seam of the two rows one disc away, and that of the next two. Rows are 0.866 apart; a plus is smaller than a body. */
const SEAMS = [-1.385, 1.385, -2.251, 2.251];
/** How far the menu may stand to the left or right of the adaptoid. */
const SHIFTS = [0, 0.5, -0.5, 1, -1, 1.5, -1.5, 2, -2];
/** What stays free around the selected adaptoid, a body, a limb that points at the menu or aside, and the middle of a target. */
const OWN = 0.55;
const BODY = 0.33;
const LIMB = 0.52;
const ASIDE = 0.42;
const TARGET = 0.12;
/** The slots of an adaptoid on its upper and on its lower side: in the middle, and aside. */
const SIDES = [
  [0, 1, 5],
  [3, 2, 4],
] as const;

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
    const [, , legs, pincers] = pieceOn(snapshot, cell) ?? [];
    const slots = legs === undefined ? [] : arrangement(legs, pincers ?? 0);
    const has = (slot: number) => slots[slot] !== ".";
    const [above, below] = SIDES.map(([middle, ...aside]) => {
      if (cell === chosen) return OWN;
      if (!slots.length) return 0;
      return has(middle) ? LIMB : aside.some(has) ? ASIDE : BODY;
    });
    return { at: placeOf(state, cell) ?? home, above, below, isTarget };
  });
  let best = home;
  let lowest = Infinity;
  for (const seam of SEAMS)
    for (const shift of SHIFTS) {
      const x = between(left - spareX, home.x + shift, right + spareX);
      const y = between(top - spareY, home.y + seam, bottom + spareY);
      let cost = Math.abs(x - home.x) / 4 + Math.abs(y - home.y + 0.01) / 2;
      for (const { at, above = 0, below = 0, isTarget } of around) {
        const away = Math.max(Math.abs(at.x - x) - width / 2, Math.abs(at.y - y) - height / 2);
        const kept = y < at.y ? above : below;
        cost += (kept === OWN ? 30 : 10) * Math.max(0, kept - away) + (isTarget && away < TARGET ? 100 : 0);
      }
      if (cost < lowest) [best, lowest] = [{ x, y }, cost];
    }
  return best;
}

/** How far a stem goes up into the menu, and how far its two ends are from its middle. */
const INTO = 0.08;
const FORK = 0.2;

/**
 * The path of the stem from the selected adaptoid to the menu: to the gap between two buttons, where it forks, or straight
 * to a button, between the adaptoids of the row that it passes.
 */
export function stemPath(home: Point, at: Point, width: number, height: number, buttons: number): string {
  const down = Math.sign(at.y - home.y);
  const edge = at.y - (down * height) / 2;
  const from = `M${home.x} ${home.y + down * 0.5}`;
  const x = between(at.x + FORK - width / 2, home.x, at.x + width / 2 - FORK);
  if (buttons < 2 || Math.abs(x - at.x) > FORK) return `${from}L${x} ${edge + down * INTO}`;
  const fork = `${at.x} ${edge - down * FORK}`;
  const end = (side: number) =>
    `Q${at.x} ${edge - (down * INTO) / 2} ${at.x + side * FORK} ${edge + down * INTO}`;
  return `${from}L${fork}${end(-1)}M${fork}${end(1)}`;
}

function between(low: number, value: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
