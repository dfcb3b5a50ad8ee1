/** Draws turns on the board: the moves as arrows, the growths in their places, and the numbers of the turns. */

import { layer } from "../board/layer";
import { arrangement, lowestEmpty, pieceShapes } from "../board/shapes";
import { svg } from "../dom/elements";
import type { PartContext } from "../parts/contract";
import type { Color, Limb } from "../protocol/types";
import { type Point, pieceOn, placeOf } from "../state/state";
import { stepsOf, type TurnSteps } from "./turn_texts";

/** A turn to draw, with its label and its strength from 0 to 1. */
export interface TurnArrow {
  turn: string;
  color: Color;
  name: string;
  weight: number;
  enemy: boolean;
}

/** A number of legs and of pincers. */
type LimbCounts = [legs: number, pincers: number];

/** A limb on the board. */
type LimbPlace = [cell: string, slot: number];

/** A turn to draw, with its steps. `before` and `after` count the limbs of the adaptoid that grows. */
type DrawnTurn = TurnArrow & TurnSteps & { before: LimbCounts; after: LimbCounts };

/** The numbers of turns on a disc. */
interface Tag {
  cell: string;
  name: string;
  enemy: boolean;
}

/** The layer of the board with the turns. */
export class TurnDrawings {
  readonly #layer = layer("analyst-layer");
  /** The limbs of the position that are hidden, because limbs of turns are drawn in their places. */
  #replaced: LimbPlace[] = [];
  readonly #context: PartContext;

  constructor(context: PartContext) {
    this.#context = context;
    context.slots.cursor.before(this.#layer);
  }

  /**
   * Draws turns that follow each other in one line, or that all begin on this position. A ring is put around `ringed`: a
   * hint, or with `victims` what an enemy takes.
   */
  draw(arrows: TurnArrow[], isLine: boolean, ringed = "", victims: string[] = []): void {
    const line = isLine && this.#standing();
    const drawn = arrows.map((arrow) => ({ ...arrow, ...followed(arrow.turn, line || this.#standing()) }));
    // the first line lies on top
    drawn.reverse();
    const growths = grouped(drawn, ({ from, to, at, grows, enemy }) =>
      at ? [to === at && from, at, grows, enemy] : null,
    );
    const moves = grouped(drawn, ({ from, to, enemy }) => (to ? [from, to, enemy] : null));
    const tags: Tag[] = growths.map((turns) => tagOf(turns, turns[0].at));
    for (const turns of moves) {
      const tag = tagOf(turns, turns[0].to);
      const others = isLine ? drawn : drawn.filter(({ enemy }) => enemy === tag.enemy);
      // a move that all turns share needs no number if each turn also grows something, which has its number
      const isShared = turns.length === others.length && turns.every(({ at }) => at);
      if (!isShared && !tags.some(({ cell, name }) => cell === tag.cell && name === tag.name)) tags.push(tag);
    }
    const limbs = grouped(drawn, ({ from, to, at, grows, enemy }) =>
      /[LP]/.test(grows) ? [to === at && from, at, enemy] : null,
    );
    const replaced: LimbPlace[] = [];
    const shapes = [
      ...moves.map(([turn]) => this.#arrow(turn)),
      ...limbs.map((turns) => this.#limbs(turns, replaced)),
      ...growths.flatMap(([turn]) => (turn.grows === "+" ? [this.#adaptoid(turn)] : [])),
    ];
    this.hideReplaced(replaced);
    for (const cell of [...victims, ringed]) {
      const place = placeOf(this.#context.state(), cell);
      if (!place) continue;
      const ring = { cx: place.x, cy: place.y, r: 0.56 };
      shapes.push(svg(sideOf(cell !== ringed), {}, ...outlined("circle", ring, 0.4)));
    }
    if (ringed) tags.push({ cell: ringed, name: "?", enemy: false });
    this.#layer.replaceChildren(...shapes, ...this.#tags(tags, drawn));
  }

  #arrow({ from = "", to = "", weight, enemy }: DrawnTurn): SVGElement {
    const [start, end] = [placeOf(this.#context.state(), from), placeOf(this.#context.state(), to)];
    return svg(sideOf(enemy), opacityOf(weight), ...(start && end ? pointer(start, end, weight) : []));
  }

  /** A new adaptoid. An arrow passes behind it. */
  #adaptoid({ at = "", color, grows, weight, enemy }: DrawnTurn): SVGElement {
    const place = this.#placeOf(at);
    const isFree = !pieceOn(this.#context.state().snapshot, at);
    const plate = isFree ? [svg("circle.plate", { cx: place.x, cy: place.y, r: 0.31 })] : [];
    const attributes = { "data-grows": grows, transform: translate(place), ...opacityOf(weight) };
    return svg(
      sideOf(enemy),
      {},
      ...plate,
      svg(`g.growth.${color}`, attributes, ...pieceShapes(color, 0, 0)),
    );
  }

  /** The limbs that an adaptoid grows, in their places after the growth, and those that make room for them. */
  #limbs(turns: [DrawnTurn, ...DrawnTurn[]], replaced: LimbPlace[]): SVGElement {
    const [{ to, at = "", color, weight, enemy }] = turns;
    const place = this.#placeOf(at);
    const [legs, pincers] = extremes(
      Math.min,
      turns.map(({ before }) => before),
    );
    const [moreLegs, morePincers] = extremes(
      Math.max,
      turns.map(({ after }) => after),
    );
    const standing = to !== at ? pieceOn(this.#context.state().snapshot, at) : undefined;
    const [, , legsNow = 0, pincersNow = 0] = standing ?? [];
    // lines that add more limbs than there are slots show their legs
    const pincersAfter = Math.min(morePincers, 6 - moreLegs);
    const [then, after] = [arrangement(legs, pincers), arrangement(moreLegs, pincersAfter)];
    const isNew = new Set([
      ...newSlots("leg", then, after, moreLegs - legs),
      ...newSlots("pincer", then, after, pincersAfter - pincers),
    ]);
    const now = standing ? arrangement(legsNow, pincersNow) : undefined;
    for (const [slot, filled] of now?.entries() ?? []) if (filled !== after[slot]) replaced.push([at, slot]);
    const limbs = pieceShapes(color, moreLegs, pincersAfter).slice(0, moreLegs + pincersAfter);
    const shapes = limbs.flatMap((limb) => {
      const slot = Number(limb.dataset.slot);
      const grown = isNew.has(slot);
      if (!grown && (!now || now[slot] === after[slot])) return [];
      replaced.push([at, slot]);
      const attributes = {
        "data-grows": grown && after[slot]?.toUpperCase(),
        ...opacityOf(grown ? weight : 1),
      };
      return [svg(`g.growth.${color}`, { transform: translate(place), ...attributes }, limb)];
    });
    return svg(sideOf(enemy), {}, ...shapes);
  }

  /** The centre of a disc as drawn, or a point beside it. */
  #placeOf(cell = "", dx = 0, dy = 0): Point {
    const { x = 0, y = 0 } = placeOf(this.#context.state(), cell) ?? {};
    return { x: x + dx, y: y + dy };
  }

  /** The limbs of each adaptoid on the board. */
  #standing(): Map<string, LimbCounts> {
    const { pieces } = this.#context.state().snapshot;
    return new Map(pieces.map(([cell, , legs, pincers]) => [cell, [legs, pincers]]));
  }

  /** Hides the limbs in whose places others are drawn. The board shows them again when it draws them anew. */
  hideReplaced(replaced = this.#replaced): void {
    const { pieces } = this.#context.slots;
    this.#replaced = replaced;
    for (const limb of pieces.querySelectorAll(".adaptoid-replaced"))
      limb.classList.remove("adaptoid-replaced");
    for (const [cell, slot] of replaced) {
      pieces.querySelector(`[data-on="${cell}"] [data-slot="${slot}"]`)?.classList.add("adaptoid-replaced");
    }
  }

  /** The numbers of the turns, each at the corner of its disc where it hides least. */
  #tags(tags: Tag[], turns: DrawnTurn[]): SVGElement[] {
    const { snapshot, discs } = this.#context.state();
    const hidden: Point[] = [];
    const hide = (cell: string, slot: number, dx = 0) => {
      const angle = (slot * Math.PI) / 3;
      hidden.push(this.#placeOf(cell, 0.38 * Math.sin(angle) + dx, -0.38 * Math.cos(angle)));
    };
    for (const [cell] of discs.cells) {
      const [, , legs = 0, pincers = 0] = pieceOn(snapshot, cell) ?? [];
      const slots = arrangement(legs, pincers);
      for (const [slot, filled] of slots.entries()) if (filled !== ".") hide(cell, slot);
      // the name of the disc
      for (const dx of [-0.1, 0.1]) hide(cell, lowestEmpty(slots) ?? 3, dx);
    }
    for (const { from = "", to, at = "", grows, before, after } of turns) {
      const limb = grows === "L" ? "leg" : "pincer";
      if (/[LP]/.test(grows))
        for (const slot of newSlots(limb, arrangement(...before), arrangement(...after), 1)) hide(at, slot);
      const [start, end] = [this.#placeOf(from), this.#placeOf(to)];
      for (let i = 1; to && i < 20; i++) {
        const share = i / 20;
        hidden.push({ x: start.x + share * (end.x - start.x), y: start.y + share * (end.y - start.y) });
      }
    }
    return tags.map(({ cell, name, enemy }) => {
      // half of the difference between the width of the pill and that of a circle
      const wider = 0.0625 * (name.length - 1);
      const x = 0.3 + wider;
      const cost = (place: Point) =>
        hidden.reduce((sum, other) => {
          const across = Math.max(0, Math.abs(other.x - place.x) - wider);
          return sum + Math.max(0, 0.32 - Math.hypot(across, other.y - place.y));
        }, 0);
      const corners = [
        this.#placeOf(cell, x, -0.27),
        this.#placeOf(cell, -x, -0.27),
        this.#placeOf(cell, x, 0.27),
        this.#placeOf(cell, -x, 0.27),
      ];
      const place = corners.reduce((a, b) => (cost(b) < cost(a) ? b : a));
      // the next number goes elsewhere
      hidden.push(place, place, place);
      const size = { x: -0.165 - wider, y: -0.165, width: 0.33 + 2 * wider, height: 0.33, rx: 0.165 };
      const attributes = { "data-tag": cell, transform: translate(place) };
      return svg(sideOf(enemy), attributes, svg("rect", size), svg("text", { y: 0.09 }, name));
    });
  }
}

/** The steps of a turn, with the limbs of the adaptoid that grows. `standing` follows the turn. */
function followed(turn: string, standing: Map<string, LimbCounts>) {
  const steps = stepsOf(turn);
  const { from = "", to, at = "", grows } = steps;
  const moved = standing.get(from);
  if (to && moved) {
    standing.delete(from);
    standing.set(to, moved);
  }
  const before: LimbCounts = (grows !== "+" && standing.get(at)) || [0, 0];
  const after: LimbCounts = [before[0] + Number(grows === "L"), before[1] + Number(grows === "P")];
  if (at) standing.set(at, after);
  return { ...steps, before, after };
}

/** Groups the turns with the same key. The turn with the largest weight comes first in its group, and its group comes last. */
function grouped(
  turns: DrawnTurn[],
  keyOf: (turn: DrawnTurn) => unknown[] | null,
): [DrawnTurn, ...DrawnTurn[]][] {
  const groups = new Map<string, [DrawnTurn, ...DrawnTurn[]]>();
  for (const turn of [...turns].sort((a, b) => b.weight - a.weight)) {
    const key = keyOf(turn)?.join() ?? "";
    const group = groups.get(key);
    if (group) group.push(turn);
    else if (key) groups.set(key, [turn]);
  }
  return [...groups.values()].reverse();
}

/** The least or the greatest number of legs, and that of pincers. */
/** The slots that `count` limbs of a kind grow in, as the board draws a growth: the last of those that had no such limb. */
function newSlots(limb: Limb, before: string[], after: string[], count: number): number[] {
  const isNew = (slot: number) => after[slot] === limb[0] && before[slot] !== limb[0];
  return count > 0 ? [...after.keys()].filter(isNew).slice(-count) : [];
}

function extremes(extreme: (...numbers: number[]) => number, counts: LimbCounts[]): LimbCounts {
  return [extreme(...counts.map(([legs]) => legs)), extreme(...counts.map(([, pincers]) => pincers))];
}

function tagOf(turns: [DrawnTurn, ...DrawnTurn[]], cell = ""): Tag {
  return { cell, name: [...new Set(turns.map(({ name }) => name).sort())].join(" "), enemy: turns[0].enemy };
}

function sideOf(enemy: boolean): "g.enemy" | "g.own" {
  return enemy ? "g.enemy" : "g.own";
}

function translate({ x, y }: Point): string {
  return `translate(${x} ${y})`;
}

function opacityOf(weight: number): { opacity: number } {
  return { opacity: 0.55 + 0.45 * weight };
}

function pointer({ x, y }: Point, { x: x2, y: y2 }: Point, weight: number): SVGElement[] {
  const length = Math.hypot(x2 - x, y2 - y) || 1;
  const [ux, uy] = [(x2 - x) / length, (y2 - y) / length];
  // from rim to rim, and from body to body between discs that touch
  const inset = Math.min(0.46, length / 2 - 0.24);
  const [sx, sy, ex, ey] = [x + ux * inset, y + uy * inset, x2 - ux * inset, y2 - uy * inset];
  const head = 0.17;
  const at = (x: number, y: number) => `${x.toFixed(3)} ${y.toFixed(3)}`;
  const side = (turn: number) => at(ex - head * (ux + turn * uy), ey - head * (uy - turn * ux));
  const d = `M${at(sx, sy)}L${at(ex, ey)}M${side(1)}L${at(ex, ey)}L${side(-1)}`;
  return outlined("path", { d }, weight);
}

/** A line with an edge around it, visible on discs and pieces alike. */
function outlined(
  name: "path" | "circle",
  shape: Record<string, string | number>,
  weight: number,
): SVGElement[] {
  const width = 0.035 + 0.065 * weight;
  return [
    svg(`${name}.edge`, { ...shape, "stroke-width": width + 0.05 }),
    svg(name, { ...shape, "stroke-width": width }),
  ];
}
