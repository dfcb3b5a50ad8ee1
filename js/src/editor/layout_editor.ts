import { layer } from "../board/layer";
import { sizes } from "../board/shapes";
import { set, svg } from "../dom/elements";
import type { Reply } from "../protocol/types";
import { type Point, type State, turned } from "../state/state";

/** A point as drawn in the units of Python: not flipped, in thousandths of a disc diameter. */
export function thousandths(state: State, spot: Point): Point {
  const { x, y } = turned(state, spot);
  return { x: Math.round(x * 1000), y: Math.round(y * 1000) };
}

/** The disc that is being dragged, and the place where Python would put it. */
export class DragLayer {
  readonly element = layer("loose");
  readonly #disc = svg("circle.well", { r: sizes.disc, "stroke-width": sizes.discLine });
  readonly #goal = svg("circle.goal", { r: sizes.disc });

  constructor() {
    this.element.append(this.#goal, this.#disc);
    this.hide();
  }

  hide(): void {
    this.element.style.display = "none";
  }

  /** Follows the pointer. The goal follows when Python has answered. */
  follow(spot: Point): void {
    if (this.element.style.display) this.#goal.style.display = "none";
    this.element.style.display = "";
    set(this.#disc, { cx: spot.x, cy: spot.y });
  }

  show(state: State, { x, y, touching, overlaps }: NonNullable<Reply["snap"]>): void {
    // the disc was dropped meanwhile
    if (this.element.style.display) return;
    const spot = turned(state, { x, y });
    this.#goal.style.display = "";
    set(this.#goal, {
      cx: spot.x,
      cy: spot.y,
      "data-touching": touching > 0,
      "data-overlaps": overlaps,
    });
  }
}
