import {
  body,
  disc,
  discLine,
  hub,
  leg,
  lip,
  lipLine,
  margin,
  marks,
  pincer,
  slot,
  slots,
  tray,
  trayEdge,
} from "../../../adaptoid_widget/data/shapes.json";
import { svg } from "../dom/elements";
import type { Color, Limb } from "../protocol/types";

export interface Primitive {
  path?: string;
  circle?: number[];
  ellipse?: number[];
  fill?: string;
  stroke?: string;
  width?: number;
  dash?: number[];
  cap?: string;
}

export const sizes = { disc, discLine, lip, lipLine, margin, slots, tray, trayEdge };

/** One of the game's own signs on the board. */
export type Sign = keyof typeof marks;
const signShapes: Record<Sign, { under?: Primitive[]; over?: Primitive[] }> = marks;
const hubs: Record<Color, Primitive[]> = hub;
const limbs: Record<Limb, Primitive[]> = { leg, pincer };

const painted = new WeakMap<Primitive, SVGElement>();

/** The element of a primitive. A copy takes a fraction of the time that a new one takes. */
export function paint(primitive: Primitive): SVGElement {
  const element = painted.get(primitive) ?? make(primitive);
  painted.set(primitive, element);
  return element.cloneNode() as SVGElement;
}

function make(primitive: Primitive): SVGElement {
  const { path, circle, ellipse, fill, stroke, width, dash, cap } = primitive;
  const colours = {
    fill: fill ? `var(--adaptoid-${fill})` : "none",
    stroke: stroke ? `var(--adaptoid-${stroke})` : null,
    "stroke-width": width,
    "stroke-dasharray": dash?.join(" "),
    "stroke-linecap": cap ?? "round",
    "stroke-linejoin": "round",
  };
  if (path) return svg("path", { d: path, ...colours });
  const [cx, cy, rx, ry] = circle ? [...circle, circle[2]] : (ellipse ?? []);
  return svg("ellipse", { cx, cy, rx, ry, ...colours });
}

/** The shapes of a sign under the pieces, or over them. */
export function signHalf(sign: Sign, half: "under" | "over"): SVGElement[] {
  return (signShapes[sign][half] ?? []).map(paint);
}

export function hasHalf(sign: Sign, half: "under" | "over"): boolean {
  return signShapes[sign][half] !== undefined;
}

/** A limb in its slot. The style sheet animates the inner group. */
function limb(kind: Limb, index: number): SVGElement {
  const inner = svg("g.limb", { "data-limb": kind }, ...limbs[kind].map(paint));
  return svg("g", { transform: `rotate(${slots[index]})` }, inner);
}

/** The shapes of an adaptoid around 0,0; `fresh` names the limb that is new or proposed. */
export function pieceShapes(color: Color, legs: number, pincers: number, fresh?: Limb): SVGElement[] {
  const total = legs + pincers;
  const shapes: SVGElement[] = [];
  for (let i = 0; i < total; i++) {
    const kind = i < legs ? "leg" : "pincer";
    const group = limb(kind, i);
    if (fresh === kind && i === (kind === "leg" ? legs : total) - 1) group.classList.add("adaptoid-fresh");
    shapes.push(group);
  }
  shapes.push(...body.map(paint));
  for (let i = total; i < slots.length; i++)
    shapes.push(svg("g.slot", { transform: `rotate(${slots[i]})` }, ...slot.map(paint)));
  shapes.push(...hubs[color].map(paint));
  return shapes;
}

/** A picture in a line of text. `name` is its label for screen readers. */
export function picture(
  kind: "icon" | "drawing",
  viewBox: string,
  shapes: Node[],
  name?: string | undefined,
): SVGSVGElement {
  const label = name ? { role: "img", "aria-label": name } : { "aria-hidden": "true" };
  return svg(`svg.${kind}`, { viewBox, ...label }, ...shapes);
}

/** The section of a sign that its icon shows, where the whole sign would be too small. Icons enlarge what lies over a piece. */
const VIEWS: Partial<Record<Color | Limb | Sign, string>> = {
  leg: "-.2 -.52 .4 .4",
  pincer: "-.2 -.52 .4 .4",
  reach: "-.25 -.25 .5 .5",
  new: "-.25 -.25 .5 .5",
  lost: "-.3 -.3 .6 .6",
  starver: ".04 -.38 .34 .34",
  taken: "-.82 -.27 .49 .49",
  hungry: ".32 -.095 .49 .49",
};

/** The icon of a bare adaptoid. */
export function pieceIcon(color: Color, name?: string): SVGSVGElement {
  const piece = picture("icon", "-.28 -.28 .56 .56", pieceShapes(color, 0, 0), name);
  piece.classList.add(`adaptoid-${color}`);
  return piece;
}

/** The icon of an adaptoid, a limb or a sign. */
export function icon(what: Color | Limb | Sign, name?: string): SVGSVGElement {
  if (what === "W" || what === "B" || what === "R") return pieceIcon(what, name);
  const shapes =
    what === "leg" || what === "pincer"
      ? limbs[what].map(paint)
      : [...signHalf(what, "under"), svg("g", { transform: "scale(1.4)" }, ...signHalf(what, "over"))];
  return picture("icon", VIEWS[what] ?? "-.5 -.5 1 1", shapes, name);
}
