import {
  body,
  disc,
  discLine,
  foot,
  hub,
  lean,
  leg,
  lip,
  lipLine,
  margin,
  pincer,
  signs,
  slot,
  slots,
  tray,
  trayEdge,
} from "../../../adaptoid_widget/data/shapes.json";
import { svg } from "../dom/elements";
import { ARRANGEMENTS, LIMBS } from "../protocol/constants";
import type { Color, Limb } from "../protocol/types";

export interface Primitive {
  path?: string;
  circle?: number[];
  fill?: string;
  stroke?: string;
  width?: number;
  dash?: number[];
  cap?: string;
}

export const sizes = { disc, discLine, lip, lipLine, margin, slots, tray, trayEdge };

/** One of the game's own signs on the board. */
export type Sign = keyof typeof signs;
/** The shapes of each sign under the pieces, and over them. */
export const signShapes: Record<Sign, { under?: Primitive[]; over?: Primitive[] }> = signs;
const hubs: Record<Color, Primitive[]> = hub;
const [legs, feet] = [inSlots(leg), inSlots(foot)];
const limbs = {
  leg: legs.map((shapes, at) => (at % 3 ? shapes : (feet[at] ?? shapes))),
  pincer: inSlots(pincer),
};
const openSlots = inSlots(slot);

const painted = new WeakMap<Primitive, SVGElement>();

/** The element of a primitive. A copy takes a fraction of the time that a new one takes. */
export function paint(primitive: Primitive): SVGElement {
  const element = painted.get(primitive) ?? make(primitive);
  painted.set(primitive, element);
  return element.cloneNode() as SVGElement;
}

function make(primitive: Primitive): SVGElement {
  const { path, circle, fill, stroke, width, dash, cap } = primitive;
  const colours = {
    fill: fill ? `var(--adaptoid-${fill.replace(".", "-")})` : "none",
    stroke: stroke ? `var(--adaptoid-${stroke})` : null,
    "stroke-width": width,
    "stroke-dasharray": dash?.join(" "),
    "stroke-linecap": cap ?? "round",
    "stroke-linejoin": "round",
  };
  if (path) return svg("path", { d: path, ...colours });
  const [cx, cy, r] = circle ?? [];
  return svg("circle", { cx, cy, r, ...colours });
}

/** Shapes in each slot, mirrored on the left. Their numbers are turned: each transform in an SVG costs time in every painting. */
function inSlots(shapes: (Primitive & { path: string })[]): Primitive[][] {
  return slots.map((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    const side = degrees > 180 ? -1 : 1;
    const turn = (_: string, x: string, y: string) =>
      [side * +x * cos - +y * sin, side * +x * sin + +y * cos]
        .map((coordinate) => coordinate.toFixed(3))
        .join(" ");
    return shapes.map((shape) => ({ ...shape, path: shape.path.replace(/(-?[.\d]+) ?(-?[.\d]+)/g, turn) }));
  });
}

/** What is in each slot of an adaptoid: `l`, `p`, or `.` for an empty slot. */
export function arrangement(legs: number, pincers: number): string[] {
  return [...(ARRANGEMENTS[legs]?.[pincers] ?? "......")];
}

/** The empty slot that is lowest, where a name has room. */
export function lowestEmpty(slots: string[]): number | undefined {
  return [3, 4, 2, 5, 1, 0].find((slot) => slots[slot] === ".");
}

/** The shapes of an adaptoid around 0,0; `fresh` names the limb that is new or proposed. */
export function pieceShapes(color: Color, legs: number, pincers: number, fresh?: Limb): SVGElement[] {
  const slots = arrangement(legs, pincers);
  const before = arrangement(legs - +(fresh === "leg"), pincers - +(fresh === "pincer"));
  const filled = (what = "") => [...slots.keys()].filter((slot) => slots[slot] === what);
  const grown = filled(fresh?.[0]).findLast((slot) => before[slot] !== fresh?.[0]);
  const drawn = LIMBS.flatMap((kind) =>
    filled(kind[0]).map((slot) =>
      svg(
        slot === grown ? "g.limb.fresh" : "g.limb",
        { "data-limb": kind, "data-slot": slot },
        ...(limbs[kind][slot] ?? []).map(paint),
      ),
    ),
  );
  const sum = (of: (angle: number) => number) =>
    filled("p").reduce((total, slot) => total + of((slot * Math.PI) / 3), 0);
  const [x, y] = [sum(Math.sin), -sum(Math.cos)];
  const far = Math.hypot(x, y) / lean;
  const transform = far > 1 ? `translate(${(x / far).toFixed(3)} ${(y / far).toFixed(3)})` : null;
  const core = svg("g.core", { transform }, ...hubs[color].map(paint));
  return [...drawn, ...[...body, ...filled(".").flatMap((slot) => openSlots[slot] ?? [])].map(paint), core];
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
  leg: "-.2 -.57 .4 .4",
  pincer: "-.2 -.57 .4 .4",
  reach: "-.25 -.25 .5 .5",
  new: "-.25 -.25 .5 .5",
  lost: "-.3 -.3 .6 .6",
  starver: ".04 -.38 .34 .34",
  taken: "-.82 -.27 .49 .49",
  hungry: ".49 -.175 .35 .35",
};

/** The icon of a bare adaptoid. */
export function pieceIcon(color: Color, name?: string): SVGSVGElement {
  const piece = picture("icon", "-.32 -.32 .64 .64", pieceShapes(color, 0, 0), name);
  piece.classList.add(`adaptoid-${color}`);
  return piece;
}

/** The icon of an adaptoid, a limb or a sign. */
export function icon(what: Color | Limb | Sign, name?: string): SVGSVGElement {
  if (what === "W" || what === "B" || what === "R") return pieceIcon(what, name);
  const { under = [], over = [] } =
    what === "leg" || what === "pincer" ? { under: limbs[what][0] } : signShapes[what];
  // a ring is open where the name of a disc stands, which an icon does not have
  const closed = under.map((shape) =>
    paint({
      ...shape,
      path: (shape.path ?? "").replace(/^M(\S+ \S+)A(\S+ \S+) 0 1 0\S+ \S+$/, "$&A$2 0 0 0 $1"),
    }),
  );
  const shapes = [...closed, svg("g", { transform: "scale(1.4)" }, ...over.map(paint))];
  return picture("icon", VIEWS[what] ?? "-.5 -.5 1 1", shapes, name);
}
