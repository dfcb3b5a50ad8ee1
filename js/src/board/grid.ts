import { changeDetector, focused, set, svg } from "../dom/elements";
import { placeOf, type State } from "../state/state";

const SIXTH = Math.PI / 3;
/** The largest height difference within a row. Rows of the lattice are 0.866 apart. */
const ROW_HEIGHT = 0.44;

interface Disc {
  cell: string;
  x: number;
  y: number;
}

/** The discs as shown: rows from the top, each from left to right. */
export function rowsOf(state: State): Disc[][] {
  const rows: Disc[][] = [];
  const discs = state.discs.cells.flatMap(([cell]) => {
    const place = placeOf(state, cell);
    return place ? [{ cell, ...place }] : [];
  });
  for (const disc of discs.sort((a, b) => a.y - b.y || a.x - b.x)) {
    const row = rows.at(-1);
    if (row?.[0] && disc.y - row[0].y < ROW_HEIGHT) row.push(disc);
    else rows.push([disc]);
  }
  for (const row of rows) row.sort((a, b) => a.x - b.x);
  return rows;
}

/**
 * The neighbour of a disc in one of six directions, from 0 for right on clockwise as shown. It prefers discs that are near and
 * straight ahead. Each direction covers a sixth of the circle with one of its edges, so on any layout a step towards a
 * disc comes nearer to it, and every disc can be reached from every other.
 */
export function neighbour(state: State, cell: string, direction: number): string {
  const here = placeOf(state, cell);
  const [ex, ey] = [Math.cos(direction * SIXTH), Math.sin(direction * SIXTH)];
  let best = cell;
  let lowest = Infinity;
  for (const [name] of here ? state.discs.cells : []) {
    const there = placeOf(state, name);
    if (!here || !there || name === cell) continue;
    const [dx, dy] = [there.x - here.x, there.y - here.y];
    if ((Math.round((Math.atan2(dy, dx) - 1e-6) / SIXTH) + 6) % 6 !== direction) continue;
    // the weight of the sideways distance must stay below √3, or not every disc can be reached
    const cost = dx * ex + dy * ey + 1.6 * Math.abs(dx * ey - dy * ex);
    if (cost < lowest - 1e-6) [best, lowest] = [name, cost];
  }
  return best;
}

/** Puts the discs of each row into one element, in the order shown, as `role=grid` demands. */
export class Rows {
  readonly #differs = changeDetector();
  readonly #rowsChanged = changeDetector();
  readonly #layer: SVGGElement;

  constructor(layer: SVGGElement) {
    this.#layer = layer;
  }

  draw(state: State, nodeOf: (cell: string) => SVGGElement | undefined): void {
    const { discs, flip, snapshot } = state;
    if (!this.#differs(discs, flip, snapshot.flipped)) return;
    const rows = rowsOf(state);
    if (!this.#rowsChanged(JSON.stringify(rows))) return;
    const focusedDisc = focused(this.#layer);
    const left = Math.min(...rows.map((row) => row[0]?.x ?? 0));
    this.#layer.replaceChildren(
      ...rows.map((discs, i) => {
        let column = 0;
        const nodes = discs.flatMap(({ cell, x }) => {
          column = Math.max(column, Math.floor(x - left + 0.25)) + 1;
          const node = nodeOf(cell);
          if (node) set(node, { "aria-colindex": column });
          return node ?? [];
        });
        return svg("g", { role: "row", "aria-rowindex": i + 1 }, ...nodes);
      }),
    );
    // an element that is moved loses the focus
    if (focusedDisc?.isConnected) (focusedDisc as SVGElement).focus({ preventScroll: true });
  }
}
