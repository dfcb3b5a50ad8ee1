/** The size of the board, and the places of what lies over it in HTML: the growth menu, reasons, fields. */
import { extent, type Point, placeOf, type State } from "../state/state";
import { sizes } from "./shapes";

/** The size of the board with its margin. */
export function sizeOfBoard({ discs }: State): { width: number; height: number } {
  const { left, right, top, bottom } = extent(discs);
  return { width: right - left + 2 * sizes.margin, height: bottom - top + 2 * sizes.margin };
}

/** The style that places an element at a disc, or at a point in disc diameters. */
export function pinned(state: State, at: string | Point): { left: string; top: string } {
  const { x, y } = (typeof at === "string" ? placeOf(state, at) : at) ?? { x: 0, y: 0 };
  const { left, top } = extent(state.discs);
  const { width, height } = sizeOfBoard(state);
  return {
    left: `${((x - left + sizes.margin) / width) * 100}%`,
    top: `${((y - top + sizes.margin) / height) * 100}%`,
  };
}
