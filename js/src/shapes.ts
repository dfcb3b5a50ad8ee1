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
} from "../../adaptoid_widget/data/shapes.json";
import { svg } from "./dom";
import type { Color, Limb } from "./types";

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

export const sizes = { disc, discLine, lip, lipLine, margin, tray, trayEdge };

export type Mark = keyof typeof marks;
const markShapes: Record<Mark, { under?: Primitive[]; over?: Primitive[] }> = marks;
const hubs: Record<Color, Primitive[]> = hub;
const limbs: Record<Limb, Primitive[]> = { leg, pincer };

export function paint(primitive: Primitive): SVGElement {
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

/** One half of a mark: what lies under the pieces, or what lies over them. */
export function markHalf(mark: Mark, half: "under" | "over"): SVGElement[] {
  return (markShapes[mark][half] ?? []).map(paint);
}

export function hasHalf(mark: Mark, half: "under" | "over"): boolean {
  return markShapes[mark][half] !== undefined;
}

/** A limb in its slot. The inner group is there for the style sheet to let it grow. */
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

/** A small picture for a line of text: an adaptoid, a limb alone, or a mark; `name` for those who cannot see it. */
export function icon(what: Color | Limb | Mark, name?: string): SVGSVGElement {
  const told = name ? { role: "img", "aria-label": name } : { "aria-hidden": "true" };
  const picture = svg("svg.icon", { viewBox: "-.5 -.5 1 1", ...told });
  if (what === "W" || what === "B" || what === "R") {
    picture.setAttribute("viewBox", "-.28 -.28 .56 .56");
    picture.classList.add(`adaptoid-${what}`);
    picture.append(...pieceShapes(what, 0, 0));
  } else if (what === "leg" || what === "pincer") {
    picture.setAttribute("viewBox", "-.2 -.52 .4 .4");
    picture.append(...limbs[what].map(paint));
  } else {
    if (what === "reach" || what === "new" || what === "lost")
      picture.setAttribute("viewBox", "-.25 -.25 .5 .5");
    if (what === "starver") picture.setAttribute("viewBox", ".03 -.37 .34 .34");
    if (what === "taken") picture.setAttribute("viewBox", "-.46 .17 .35 .35");
    if (what === "hungry") picture.setAttribute("viewBox", ".05 .22 .35 .35");
    picture.append(...markHalf(what, "under"), ...markHalf(what, "over"));
  }
  return picture;
}
