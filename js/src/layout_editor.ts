import { set, svg } from "./dom";
import { layer } from "./layer";
import { sizes } from "./shapes";
import { extent, isFlipped, type State } from "./state";
import type { Reply } from "./types";

export interface Spot {
  x: number;
  y: number;
}

/** A place on the screen as Python counts it: not turned round, in whole thousandths of a disc. */
export function thousandths(state: State, { x, y }: Spot): Spot {
  const { left, right, top, bottom } = extent(state.discs);
  const turned = isFlipped(state) ? { x: left + right - x, y: top + bottom - y } : { x, y };
  return { x: Math.round(turned.x * 1000), y: Math.round(turned.y * 1000) };
}

/** The free disc that is being dragged, and where Python says that it would come to lie. */
export class DragLayer {
  readonly element = layer("loose");
  readonly #held = svg("circle.well", { r: sizes.disc, "stroke-width": sizes.discLine });
  readonly #goal = svg("circle.goal", { r: sizes.disc });

  constructor() {
    this.element.append(this.#goal, this.#held);
    this.hide();
  }

  hide(): void {
    this.element.style.display = "none";
  }

  /** Follows the pointer; the goal lags behind until Python has answered. */
  follow(spot: Spot): void {
    if (this.element.style.display) this.#goal.style.display = "none";
    this.element.style.display = "";
    set(this.#held, { cx: spot.x, cy: spot.y });
  }

  show(state: State, { x, y, touching, overlaps }: NonNullable<Reply["snap"]>): void {
    const { left, right, top, bottom } = extent(state.discs);
    const flipped = isFlipped(state);
    this.#goal.style.display = "";
    set(this.#goal, {
      cx: flipped ? left + right - x : x,
      cy: flipped ? top + bottom - y : y,
      "data-touching": touching > 0,
      "data-overlaps": overlaps,
    });
  }
}
