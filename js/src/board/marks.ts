/** Marks: the arrows, rings, fills, labels and heat maps that somebody draws on a position. */

import { marks } from "../../../adaptoid_widget/data/shapes.json";
import { changeDetector, html, svg, text } from "../dom/elements";
import { signed, type Translator } from "../i18n/messages";
import { TONED } from "../protocol/constants";
import type { Marks, Tone } from "../protocol/types";
import { pieceOn, placeOf, type State, type Toned } from "../state/state";
import { type DiscDrawing, Layer } from "./layer";
import { type Primitive, paint, picture } from "./shapes";

const { arrow, heat, label } = marks;
const spots: Record<Toned, Record<Tone, Primitive[]>> = marks;
const noneToned = Object.fromEntries(TONED.map((kind) => [`${kind}s`, []])) as unknown as Pick<
  Marks,
  `${Toned}s`
>;
export const noMarks: Marks = { arrows: [], labels: [], heat: null, ...noneToned };
const shafts: Record<Tone, Primitive[]> = arrow.shaft;
const heads: Record<Tone, Primitive[]> = arrow.head;

/** The marks to draw: those of the position and the arrow that is being drawn. */
export function marksWithDraft({ snapshot: { marks }, pen, draft, hover }: State): Marks | null {
  const started = pen?.from && hover && hover !== pen.from ? ([pen.from, hover, pen.tone] as const) : null;
  const arrow = draft ?? started;
  if (!arrow) return marks;
  const { arrows, ...others } = marks ?? noMarks;
  const [from, to, tone] = arrow;
  return {
    ...others,
    arrows: [...arrows.filter((other) => other[0] !== from || other[1] !== to), [from, to, tone]],
  };
}

/** The discs with a fill or a heat value. There the game's own signs are outlines only. */
export function shadedDiscs({ snapshot: { marks } }: State): Set<string> {
  return new Set([...(marks?.fills ?? []), ...(marks?.heat?.cells ?? [])].map(([cell]) => cell));
}

/** The discs with an adaptoid that show a label or a number in place of their name. */
export function discsWithText({ snapshot }: State): Set<string> {
  const { marks } = snapshot;
  const cells = [...(marks?.labels ?? []), ...(marks?.heat?.cells ?? [])].map(([cell]) => cell);
  return new Set(cells.filter((cell) => pieceOn(snapshot, cell)));
}

const byTone = (shapes: Record<Tone, Primitive[]>, tone: Tone) => shapes[tone].map(paint);

/** The layers of the marks. The layers of the game's own signs and of the adaptoids lie between them. */
export class MarkLayers {
  readonly fills = new Layer("fills");
  readonly rings = new Layer("rings");
  readonly arrows = new Layer("arrows");
  readonly labels = new Layer("labels");
  readonly #differs = changeDetector();

  draw(state: State): void {
    const { snapshot, discs, flip, pen, draft, hover, chosen } = state;
    const started = pen?.from ? hover : null;
    if (!this.#differs(snapshot, chosen, discs, flip, draft, started, pen?.tone)) return;
    const marks = marksWithDraft(state) ?? noMarks;
    const draw = (kind: "fills" | "rings" | "arrows" | "labels", drawings: [string, DiscDrawing][]) =>
      this[kind].draw(
        state,
        drawings.map(([key, drawing]) => [
          key,
          { ...drawing, attrs: { "data-drawn": kind, ...drawing.attrs } },
        ]),
      );
    draw("fills", [...heatDrawings(marks), ...toneDrawings(marks, "fill")]);
    draw(
      "rings",
      TONED.flatMap((kind) => (kind === "fill" ? [] : toneDrawings(marks, kind))),
    );
    draw("arrows", arrowDrawings(state, marks));
    draw("labels", [...labelDrawings(state, marks), ...numberDrawings(state, marks)]);
  }
}

function toneDrawings(marks: Marks, kind: Toned): [string, DiscDrawing][] {
  const attrs = { "data-drawn": `${kind}s` };
  return marks[`${kind}s`].map(([cell, tone]) => [
    `${kind} ${cell}`,
    { cell, looks: `${kind} ${tone}`, shapes: () => byTone(spots[kind], tone), attrs },
  ]);
}

function heatDrawings({ heat: map }: Marks): [string, DiscDrawing][] {
  return (map?.cells ?? []).map(([cell, value]) => {
    const role = colorRole(map, value);
    const shapes = () => [paint({ circle: [0, 0, heat.disc], fill: role })];
    return [`heat ${cell}`, { cell, looks: `heat ${role}`, shapes }];
  });
}

function arrowDrawings(state: State, { arrows }: Marks): [string, DiscDrawing][] {
  return arrows.flatMap(([from, to, tone]): [string, DiscDrawing][] => {
    const [start, end] = [placeOf(state, from), placeOf(state, to)];
    if (!start || !end) return [];
    const [dx, dy] = [end.x - start.x, end.y - start.y];
    const back = arrows.some((other) => other[0] === to && other[1] === from);
    const looks = [dx, dy, tone, back].join(" ");
    const shapes = () => [arrowShape(dx, dy, tone, back ? arrow.aside : 0)];
    return [[`${from} ${to} ${tone}`, { cell: from, looks, shapes }]];
  });
}

function labelDrawings({ snapshot }: State, { labels }: Marks): [string, DiscDrawing][] {
  return labels.map(([cell, words]) => {
    const [y, maxSize] = pieceOn(snapshot, cell) ? [label.under, label.underSize] : [label.free, label.size];
    return [
      `label ${cell}`,
      { cell, y, looks: `${maxSize} ${words}`, shapes: () => labelShapes(words, maxSize) },
    ];
  });
}

function numberDrawings(
  { snapshot, pen, chosen }: State,
  { labels, heat: map }: Marks,
): [string, DiscDrawing][] {
  const open = snapshot.interactive && !pen ? snapshot : undefined;
  return (map?.cells ?? []).map(([cell, value]) => {
    // the sign of a legal click stays in the middle; paper shows none for a growth (maps.css)
    const row = rowsOf(labels, cell)[0]
      ? "above"
      : pieceOn(snapshot, cell)
        ? "under"
        : rowsOf(open?.moves[chosen ?? ""], cell)[0]
          ? "above"
          : rowsOf(open?.grow.new, cell)[0]
            ? "offered"
            : "free";
    const maxSize = row === "free" ? heat.size : heat.underSize;
    return [
      `number ${cell}`,
      { cell, y: heat[row], looks: `${value} ${row}`, shapes: () => [numberShape(value, maxSize)] },
    ];
  });
}

const rowsOf = <Row extends [cell: string, ...unknown[]]>(rows: Row[] = [], cell: string) =>
  rows.filter((row) => row[0] === cell);

/** The marks on a disc in words, for screen readers. */
export function markLabels({ snapshot: { marks } }: State, cell: string, t: Translator): string[] {
  if (!marks) return [];
  const spots = TONED.flatMap((kind) =>
    rowsOf(marks[`${kind}s`], cell).map(([, tone]) => t(`ui.marked.${kind}`, { tone: t(`ui.tone.${tone}`) })),
  );
  const arrows = rowsOf(marks.arrows, cell).map(([, to, tone]) =>
    t("ui.marked.arrow", { cell: to, tone: t(`ui.tone.${tone}`) }),
  );
  const words = rowsOf(marks.labels, cell).map((row) => row[1]);
  const { title = "", cells } = marks.heat ?? {};
  const numbers = rowsOf(cells, cell).map((row) => `${title} ${signed(row[1])}`.trim());
  return [...words, ...numbers, ...spots, ...arrows];
}

/** The icon of a tone is a fill: at this size its hatching is clearer than a line. */
export function toneIcon(tone: Tone): SVGSVGElement {
  const shapes = spots.fill[tone].map((shape) => paint({ ...shape, width: 1.7 * (shape.width ?? 0) }));
  return picture("icon", "-.47 -.47 .94 .94", shapes);
}

function colorRole(map: Marks["heat"], value: number): string {
  const { low = 0, high = 0 } = map ?? {};
  const { steps } = heat;
  const share = high > low ? (value - low) / (high - low) : 1;
  return steps[Math.max(0, Math.min(steps.length - 1, Math.floor(share * steps.length)))] ?? "";
}

function arrowShape(dx: number, dy: number, tone: Tone, aside: number): SVGElement {
  const tip = Math.hypot(dx, dy) - arrow.end;
  const path = `M${arrow.start} 0H${(tip - arrow.neck).toFixed(3)}`;
  const turn = (Math.atan2(dy, dx) * 180) / Math.PI;
  const head = svg("g", { transform: `translate(${tip.toFixed(3)} 0)` }, ...byTone(heads, tone));
  const shapes = [...shafts[tone].map((p) => paint({ ...p, path })), head];
  return svg("g", { transform: `rotate(${turn.toFixed(2)}) translate(0 ${aside})` }, ...shapes);
}

/** The estimated width of a text, in font sizes. */
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

function labelShapes(words: string, maxSize: number): SVGElement[] {
  const width = widthOf(words);
  const size = Math.min(maxSize, label.widest / width);
  const r = (size * label.height) / 2;
  const half = Math.max(r, (width * size) / 2 + label.padding);
  const colours = { fill: `var(--adaptoid-${label.fill})`, stroke: `var(--adaptoid-${label.stroke})` };
  const box = { x: -half, y: -r, width: 2 * half, height: 2 * r, rx: r, "stroke-width": label.width };
  const pill = svg("rect", { ...box, ...colours });
  return [pill, svg("text", { y: size * label.baseline, "font-size": size }, words)];
}

function numberShape(value: number, maxSize: number): SVGElement {
  const words = signed(value);
  const size = Math.min(maxSize, heat.widest / widthOf(words));
  return svg("text.figure", { y: size * label.baseline, "font-size": size }, words);
}

/** Explains the numbers and shades of the heat map. */
export class HeatLegend {
  readonly element = html("p.heat-legend");
  readonly #title = html("b");
  readonly #ends = [html("span"), html("span")] as const;
  readonly #differs = changeDetector();

  constructor() {
    // set as a property, since the policy of a shared page blocks style attributes
    const steps = heat.steps.map((role) => {
      const step = html("i");
      step.style.background = `var(--adaptoid-${role})`;
      return step;
    });
    const [low, high] = this.#ends;
    this.element.append(this.#title, low, html("span.scale", {}, ...steps), high);
  }

  draw({ snapshot: { marks } }: State): void {
    const map = marks?.heat ?? null;
    if (!this.#differs(map)) return;
    this.element.hidden = !map;
    text(this.#title, map?.title ?? "");
    text(this.#ends[0], signed(map?.low ?? 0));
    text(this.#ends[1], signed(map?.high ?? 0));
  }
}
