/** The names of the discs: at full strength where the pointer or the focus is, and at the margin where discs are small. */

import { marginNames as marginNamesLook } from "../../../adaptoid_widget/data/shapes.json";
import { layer } from "../board/layer";
import { sizeOfBoard } from "../board/overlay";
import { changeDetector, onResize, set, svg } from "../dom/elements";
import type { PartContext } from "../parts/contract";
import { type Point, placeOf, type State } from "../state/state";

/**
 * Discs with fewer pixels than `small` have no names and no empty slots. The letter of a row stands so far from its first disc on the
 * left, and the number of a line from its highest disc.
 */
const { small, letter: LETTER, number: NUMBER } = marginNamesLook;

/** The letters of the rows and the numbers of the oblique lines; none where a name does not say where its disc is. */
export function marginNames(state: State): [name: string, at: Point][] {
  const letters = new Map<string, Point>();
  const figures = new Map<string, Point>();
  for (const [cell] of state.discs.cells) {
    const [, letter = "", figure = ""] = /^([A-Z])(\d+)$/.exec(cell) ?? [];
    const at = placeOf(state, cell);
    if (!letter || !at) return [];
    if (at.x < (letters.get(letter)?.x ?? Infinity)) letters.set(letter, at);
    if (at.y < (figures.get(figure)?.y ?? Infinity)) figures.set(figure, at);
  }
  if (letters.size < 2) return [];
  const beside = (names: Map<string, Point>, [x = 0, y = 0]: number[]) =>
    [...names].map(([name, at]): [string, Point] => [name, { x: at.x + x, y: at.y + y }]);
  return [...beside(letters, LETTER), ...beside(figures, NUMBER)];
}

export class DiscNames {
  readonly #margin = layer("margin");
  readonly #differs = changeDetector();
  readonly #context: PartContext;
  #full: Element | null = null;
  /** The width of the board. Reading it from the DOM while something changes forces a layout. */
  #width = 0;

  constructor(context: PartContext) {
    this.#context = context;
    const { board, svg } = context.slots;
    svg.querySelector(".adaptoid-names")?.before(this.#margin);
    onResize(
      board,
      () => {
        this.#width = board.clientWidth;
        this.#compare();
      },
      context.signal,
    );
  }

  draw(state: State): void {
    const { snapshot, discs, flip, hover } = state;
    const { coordinates, flipped } = snapshot;
    const { board, svg: drawing } = this.#context.slots;
    const full = hover ? drawing.querySelector(`[data-name="${CSS.escape(hover)}"]`) : null;
    if (full !== this.#full) {
      this.#full?.classList.remove("adaptoid-full");
      full?.classList.add("adaptoid-full");
      this.#full = full;
    }
    if (!this.#differs(discs, flip, flipped, coordinates)) return;
    const names = coordinates ? marginNames(state) : [];
    this.#margin.replaceChildren(...names.map(([name, { x, y }]) => svg("text", { x, y }, name)));
    set(board, { "data-margin": coordinates === "margin" });
    this.#compare();
  }

  /** Compares the size of the discs with the least that has room for a name. */
  #compare(): void {
    const disc = this.#width / sizeOfBoard(this.#context.state()).width;
    set(this.#context.slots.board, { "data-small": disc > 0 && disc < small });
  }
}
