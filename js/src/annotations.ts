import { annotations } from "../../adaptoid_widget/data/shapes.json";
import { html, Keyed, set, svg, text } from "./dom";
import { number } from "./lens";
import { type Primitive, paint } from "./shapes";
import { pieceOn, placeOf, type State } from "./state";
import type { Marks, Tone } from "./types";
import type { Words } from "./wording";

const { arrow, fill, heat, label, ring } = annotations;
const byTone: Record<"ring" | "fill", Record<Tone, Primitive[]>> = { ring, fill };
const shafts: Record<Tone, Primitive[]> = arrow.shaft;
const heads: Record<Tone, Primitive[]> = arrow.head;

/** The marks to draw: those of the position, and the arrow that is being drawn. */
export function drawnMarks({ snapshot: { marks }, pen, draft, hover }: State): Marks | null {
  const begun = pen?.from && hover && hover !== pen.from ? ([pen.from, hover, pen.tone] as const) : null;
  const arrow = draft ?? begun;
  if (!arrow) return marks;
  const none: Marks = { arrows: [], fills: [], rings: [], labels: [], heat: null };
  const { arrows, ...rest } = marks ?? none;
  const [from, to, tone] = arrow;
  return { ...rest, arrows: [...arrows.filter((old) => old[0] !== from || old[1] !== to), [from, to, tone]] };
}

/** Whether a disc is shaded, so that the game's own marks leave it at their outline. */
export function shaded({ snapshot: { marks } }: State): Set<string> {
  return new Set([...(marks?.fills ?? []), ...(marks?.heat?.cells ?? [])].map(([cell]) => cell));
}

/** The discs whose name gives way to what is written there. */
export function written({ snapshot }: State): Set<string> {
  const { marks } = snapshot;
  const cells = [...(marks?.labels ?? []), ...(marks?.heat?.cells ?? [])].map(([cell]) => cell);
  return new Set(cells.filter((cell) => pieceOn(snapshot, cell)));
}

interface Piece {
  state: State;
  cell: string;
  looks: string;
  shapes: () => SVGElement[];
  y?: number;
}

function layer(name: string): [SVGGElement, Keyed<Piece, SVGGElement>] {
  const element = svg(`g.layer.${name}`, { "aria-hidden": "true" });
  const keyed = new Keyed<Piece, SVGGElement>(
    element,
    () => svg("g"),
    (node, { state, cell, looks, shapes, y = 0 }) => {
      const place = placeOf(state, cell);
      set(node, { transform: place ? `translate(${place.x} ${place.y + y})` : "scale(0)" });
      if (node.dataset.looks === looks) return;
      set(node, { "data-looks": looks, "data-drawn": name, "data-on": cell });
      node.replaceChildren(...shapes());
    },
  );
  return [element, keyed];
}

/** What people have drawn on a position. Four layers, since the game's own marks and pieces lie between them. */
export class AnnotationLayers {
  readonly #fills = layer("fills");
  readonly #rings = layer("rings");
  readonly #arrows = layer("arrows");
  readonly #labels = layer("labels");
  readonly fillLayer = this.#fills[0];
  readonly ringLayer = this.#rings[0];
  readonly arrowLayer = this.#arrows[0];
  readonly labelLayer = this.#labels[0];
  #drawn: readonly unknown[] = [];

  draw(state: State): void {
    const { snapshot, discs, flip, pen, draft, hover, chosen } = state;
    const begun = pen?.from ? hover : null;
    const now = [snapshot, chosen, discs, flip, draft, begun, pen?.tone];
    if (now.every((value, i) => value === this.#drawn[i])) return;
    this.#drawn = now;
    const marks = drawnMarks(state);
    this.#fills[1].draw([...this.#heated(state, marks), ...this.#toned(state, marks, "fill")]);
    this.#rings[1].draw(this.#toned(state, marks, "ring"));
    this.#arrows[1].draw(this.#pointed(state, marks));
    this.#labels[1].draw([...this.#labelled(state, marks), ...this.#numbered(state, marks)]);
  }

  #toned(state: State, marks: Marks | null, kind: "ring" | "fill"): [string, Piece][] {
    return (marks?.[`${kind}s`] ?? []).map(([cell, tone]) => {
      const looks = `${kind} ${tone}`;
      return [
        `${kind} ${cell}`,
        { state, cell, looks, shapes: () => byTone[kind][tone].map((p) => paint(p)) },
      ];
    });
  }

  #heated(state: State, marks: Marks | null): [string, Piece][] {
    const { cells = [] } = marks?.heat ?? {};
    return cells.map(([cell, value]) => {
      const role = stepOf(marks?.heat ?? null, value);
      const shapes = () => [svg("circle", { r: heat.disc, fill: `var(--adaptoid-${role})` })];
      return [`heat ${cell}`, { state, cell, looks: `heat ${role}`, shapes }];
    });
  }

  #pointed(state: State, marks: Marks | null): [string, Piece][] {
    const all = marks?.arrows ?? [];
    return all.flatMap(([from, to, tone]): [string, Piece][] => {
      const [start, end] = [placeOf(state, from), placeOf(state, to)];
      if (!start || !end) return [];
      const [dx, dy] = [end.x - start.x, end.y - start.y];
      const back = all.some((other) => other[0] === to && other[1] === from);
      const looks = [dx, dy, tone, back].join(" ");
      const shapes = () => [pointer(dx, dy, tone, back ? arrow.aside : 0)];
      return [[`${from} ${to} ${tone}`, { state, cell: from, looks, shapes }]];
    });
  }

  #labelled(state: State, marks: Marks | null): [string, Piece][] {
    return (marks?.labels ?? []).map(([cell, words]) => {
      const [y, most] = pieceOn(state.snapshot, cell)
        ? [label.under, label.underSize]
        : [label.free, label.size];
      return [`label ${cell}`, { state, cell, y, looks: `${most} ${words}`, shapes: () => tag(words, most) }];
    });
  }

  #numbered(state: State, marks: Marks | null): [string, Piece][] {
    const { interactive, grow, moves } = state.snapshot;
    const offers = interactive && !state.pen ? [...grow.new, ...(moves[state.chosen ?? ""] ?? [])] : [];
    // a sign of where one can play keeps the middle
    const labels = new Set(marks?.labels.map(([cell]) => cell));
    const above = new Set([...labels, ...offers.map(([cell]) => cell)]);
    return (marks?.heat?.cells ?? []).map(([cell, value]) => {
      const taken = pieceOn(state.snapshot, cell) !== undefined;
      const y = taken && !labels.has(cell) ? heat.under : above.has(cell) ? heat.above : heat.free;
      const most = y === heat.free ? heat.size : heat.underSize;
      return [
        `number ${cell}`,
        { state, cell, y, looks: `${value} ${most}`, shapes: () => [figure(value, most)] },
      ];
    });
  }
}

/** What a screen reader hears of what is drawn on a disc. */
export function markedTold({ snapshot: { marks } }: State, cell: string, say: Words): string[] {
  if (!marks) return [];
  const spots = (["ring", "fill"] as const).flatMap((kind) =>
    marks[`${kind}s`]
      .filter((row) => row[0] === cell)
      .map(([, tone]) => say(`ui.marked.${kind}`, { tone: say(`ui.tone.${tone}`) })),
  );
  const arrows = marks.arrows
    .filter((row) => row[0] === cell)
    .map(([, to, tone]) => say("ui.marked.arrow", { cell: to, tone: say(`ui.tone.${tone}`) }));
  const words = marks.labels.filter((row) => row[0] === cell).map((row) => row[1]);
  const { title = "", cells = [] } = marks.heat ?? {};
  const numbers = cells.filter((row) => row[0] === cell).map((row) => `${title} ${number(row[1])}`.trim());
  return [...words, ...numbers, ...spots, ...arrows];
}

/** A fill in one of the tones, for a button: at that size its hatching is plainer than any line. */
export function toneIcon(tone: Tone): SVGSVGElement {
  const picture = { viewBox: "-.47 -.47 .94 .94", class: "adaptoid-icon", "aria-hidden": "true" };
  return svg("svg", picture, ...byTone.fill[tone].map((p) => paint({ ...p, width: 1.7 * (p.width ?? 0) })));
}

function stepOf(map: Marks["heat"], value: number): string {
  const { low = 0, high = 0 } = map ?? {};
  const { steps } = heat;
  const share = high > low ? (value - low) / (high - low) : 1;
  return steps[Math.max(0, Math.min(steps.length - 1, Math.floor(share * steps.length)))] ?? "";
}

function pointer(dx: number, dy: number, tone: Tone, aside: number): SVGElement {
  const tip = Math.hypot(dx, dy) - arrow.end;
  const path = `M${arrow.start} 0H${(tip - arrow.neck).toFixed(3)}`;
  const turn = (Math.atan2(dy, dx) * 180) / Math.PI;
  const head = svg("g", { transform: `translate(${tip.toFixed(3)} 0)` }, ...heads[tone].map((p) => paint(p)));
  const shapes = [...shafts[tone].map((p) => paint({ ...p, path })), head];
  return svg("g", { transform: `rotate(${turn.toFixed(2)}) translate(0 ${aside})` }, ...shapes);
}

/** How wide a text is, in letters' heights. */
export function widthOf(words: string): number {
  const { full, narrow, broad, usual } = label.letters;
  let width = 0;
  for (const letter of words)
    width +=
      letter >= "\u1100"
        ? full
        : label.narrow.includes(letter)
          ? narrow
          : label.broad.includes(letter)
            ? broad
            : usual;
  return width;
}

function tag(words: string, most: number): SVGElement[] {
  const width = widthOf(words);
  const size = Math.min(most, label.widest / width);
  const r = (size * label.height) / 2;
  const half = Math.max(r, (width * size) / 2 + label.padding);
  const colours = { fill: `var(--adaptoid-${label.fill})`, stroke: `var(--adaptoid-${label.stroke})` };
  const box = { x: -half, y: -r, width: 2 * half, height: 2 * r, rx: r, "stroke-width": label.width };
  const pill = svg("rect", { ...box, ...colours });
  return [pill, svg("text", { y: size * label.baseline, "font-size": size }, words)];
}

function figure(value: number, most: number): SVGElement {
  const words = number(value);
  const size = Math.min(most, heat.widest / widthOf(words));
  return svg("text.figure", { y: size * label.baseline, "font-size": size }, words);
}

/** What the numbers and shades of the heat map mean. */
export class HeatLegend {
  readonly element = html("p.heat-legend");
  readonly #title = html("b");
  readonly #ends = [html("span"), html("span")] as const;
  #drawn: Marks["heat"] = null;

  constructor() {
    // as a property: the policy of a shared page stops style attributes
    const steps = heat.steps.map((role) => {
      const step = html("i");
      step.style.background = `var(--adaptoid-${role})`;
      return step;
    });
    const [low, high] = this.#ends;
    this.element.append(this.#title, low, html("span.scale", {}, ...steps), high);
    this.element.hidden = true;
  }

  draw({ snapshot: { marks } }: State): void {
    const map = marks?.heat ?? null;
    if (map === this.#drawn) return;
    this.#drawn = map;
    this.element.hidden = !map;
    text(this.#title, map?.title ?? "");
    text(this.#ends[0], number(map?.low ?? 0));
    text(this.#ends[1], number(map?.high ?? 0));
  }
}
