import { pieceShapes } from "../board/shapes";
import { html, svg } from "../dom/elements";
import { MAX_LIMBS } from "../protocol/constants";

/** The gap between two arcs, as a share of an arc. */
const GAP = 0.22;
const RADIUS = 42;

/** A point of the ring; `turn` is 0 at the top and 1 after the whole way round. */
function pointAt(turn: number): string {
  const angle = (turn - 0.25) * 2 * Math.PI;
  return `${(RADIUS * Math.cos(angle)).toFixed(2)} ${(RADIUS * Math.sin(angle)).toFixed(2)}`;
}

/** A ring with an arc for each step, which fills to a share of 0 to 1, around an adaptoid that has limbs by the same share. */
export function endRing(share: number, steps: number): HTMLElement {
  const count = Math.max(1, Math.min(steps, 24));
  const arcs = Array.from({ length: count }, (_, i) => {
    const [from, to] = count > 1 ? [i + GAP / 2, i + 1 - GAP / 2] : [0, 0.999];
    const d = `M${pointAt(from / count)}A${RADIUS} ${RADIUS} 0 ${count > 1 ? 0 : 1} 1 ${pointAt(to / count)}`;
    const filled = Math.min(1, Math.max(0, share * count - i));
    const fill = svg("path.ring-fill", { d, pathLength: 1 });
    fill.style.setProperty("--share", String(filled));
    fill.style.setProperty("--at", String(i / count));
    return [svg("path.ring-track", { d }), ...(filled > 0 ? [fill] : [])];
  });
  const limbs = Math.round(MAX_LIMBS * Math.min(1, Math.max(0, share)));
  const pincers = Math.floor(limbs / 2);
  const piece = svg("g.piece.W", { transform: "scale(64)" }, ...pieceShapes("W", limbs - pincers, pincers));
  const disc = svg("circle.ring-disc", { r: 33 });
  const drawing = svg("svg.lesson-ring", { viewBox: "-50 -50 100 100", "aria-hidden": "true" });
  drawing.append(...arcs.flat(), disc, piece);
  return html("div.lesson-medal", {}, drawing);
}
