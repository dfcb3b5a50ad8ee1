import { layer, put } from "../board/layer";
import { svg } from "../dom/elements";
import type { PartContext } from "../parts/contract";
import type { Snapshot } from "../protocol/types";
import { placeOf } from "../state/state";

const HOP_MS = 420;
const GLOW_MS = 1600;
/** The adaptoids hop one after the other, and all within this time. */
const SPREAD_MS = 400;

/** Whether a person, and not a computer, has just won. */
export function isWon(before: Snapshot, { result, levels }: Snapshot): boolean {
  return Boolean(result) && result !== "draw" && !before.result && !levels.find(([c]) => c === result)?.[1];
}

/** The adaptoids of the winner hop once, on discs that glow. It begins after `delay` ms; the returned function ends it. */
export function celebrate(
  { slots, state }: PartContext,
  { result, pieces }: Snapshot,
  delay: number,
): () => void {
  const own = pieces.filter(([, color]) => color === result);
  const glows = layer("animation");
  slots.pieces.before(glows);
  const animations: Animation[] = [];
  const end = () => {
    for (const animation of animations.splice(0)) animation.cancel();
    glows.remove();
  };
  for (const [i, [cell]] of own.entries()) {
    const place = placeOf(state(), cell);
    const piece = slots.pieces.querySelector(`[data-on="${cell}"]`);
    if (!place || !piece) continue;
    const glow = svg("circle.glow", { r: 0.5 });
    put(glow, place.x, place.y);
    glows.append(glow);
    const later = delay + (SPREAD_MS * i) / own.length;
    const shown = [{ opacity: 0 }, { opacity: 1, offset: 0.2 }, { opacity: 1, offset: 0.6 }, { opacity: 0 }];
    const light = glow.animate(shown, { delay, duration: GLOW_MS, fill: "both" });
    const at = (height: number, easing = "linear") => ({
      transform: `translate(${place.x}px, ${place.y - height}px)`,
      easing,
    });
    const hop = [at(0, "ease-out"), { ...at(0.16, "ease-in"), offset: 0.45 }, at(0)];
    animations.push(light, piece.animate(hop, { delay: later, duration: HOP_MS }));
    light.onfinish = end;
  }
  return end;
}
