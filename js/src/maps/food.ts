import { food } from "../../../adaptoid_widget/data/shapes.json";
import type { DiscDrawing } from "../board/layer";
import { type Primitive, paint } from "../board/shapes";
import { svg } from "../dom/elements";
import { signed, type Translator } from "../i18n/messages";
import type { Color, FoodRow } from "../protocol/types";
import { isFoodShown, isPlaying, pieceOn, preview, type State } from "../state/state";

/** The food of one adaptoid, as it is shown. */
interface FoodValue {
  cell: string;
  color: Color;
  /** Its food, after the previewed step if there is one; null if it would be gone. */
  spare: number | null;
  /** The value now, if the step would change it. */
  was?: number;
}

/** What the previewed step would change, as Python has answered. */
function previewedFood(state: State): FoodRow[] | null {
  const { snapshot, inspect, chosen } = state;
  const answer =
    inspect.food?.rev === snapshot.rev && inspect.food.at === chosen ? inspect.food.answer : null;
  const step = preview(state);
  if (step?.limb) return answer?.[step.limb] ?? null;
  if (step?.target) return answer?.moves[step.cell] ?? null;
  return step?.food ?? null;
}

/** The food of every adaptoid, and of the one that the previewed step would put on a free disc. */
export function foodOf(state: State): FoodValue[] {
  const { snapshot, chosen } = state;
  if (!isFoodShown(state)) return [];
  const rows = previewedFood(state);
  const after = new Map(rows ?? []);
  const shown = preview(state);
  const step = rows && !shown?.limb ? shown : null;
  const kind = step?.target?.[1];
  const own = chosen ? pieceOn(snapshot, chosen) : undefined;
  const values: FoodValue[] = [];
  for (const [cell, color, , , , now] of snapshot.pieces) {
    if (now === null) continue;
    let spare = after.get(cell);
    if (spare === undefined) spare = now;
    if (kind && cell === step?.cell && kind !== "!") spare = null;
    if (cell === chosen && kind) {
      // the capturing adaptoid is still drawn where it stands
      if (kind === "x") spare = after.get(step?.cell ?? "") ?? now;
      if (kind === "-" || state.drag) continue;
    }
    values.push(spare === now ? { cell, color, spare } : { cell, color, spare, was: now });
  }
  const arrives = step ? after.get(step.cell) : undefined;
  if (step && typeof arrives === "number" && !pieceOn(snapshot, step.cell)) {
    const was = kind === "-" ? own?.[5] : null;
    const value = { cell: step.cell, color: snapshot.turn, spare: arrives };
    values.push(was == null ? value : { ...value, was });
  }
  return values;
}

/** The food on a disc in words, for screen readers. On the previewed disc also what would change elsewhere. */
export function foodLabels(values: FoodValue[], cell: string, aimed: boolean, t: Translator): string[] {
  const label = ({ spare, was }: FoodValue) => {
    if (typeof spare !== "number") return t("ui.food.gone");
    const n = signed(spare);
    return was === undefined ? t("ui.food.has", { n }) : t("ui.food.then", { was: signed(was), n });
  };
  const here = values.filter((value) => value.cell === cell).map(label);
  const changes = values.filter((value) => aimed && value.cell !== cell && value.was !== undefined);
  return [...here, ...changes.map((value) => `${value.cell}: ${label(value)}`)];
}

/** Too little, just enough, or food to spare. Each has a plate of its own shape. */
export type Level = "short" | "edge" | "safe";

const levelOf = (spare: number): Level => (spare < 0 ? "short" : spare === 0 ? "edge" : "safe");

const plates: Record<Level, Primitive[]> = food;

/** The plate under a number of this level, around 0,0; also for the legend. */
export function plate(level: Level): SVGElement[] {
  const base = level === "safe" ? [] : plates.safe;
  return [...base, ...plates[level]].map((primitive) => paint(primitive));
}

/** The drawings of the numbers in the bodies. */
export function foodDrawings(state: State): [cell: string, DiscDrawing][] {
  return foodOf(state).flatMap(({ cell, color, spare, was }): [string, DiscDrawing][] => {
    if (typeof spare !== "number") return [];
    const level = levelOf(spare);
    const attrs = {
      class: `adaptoid-food adaptoid-${color} adaptoid-food-${level}`,
      "data-food": spare,
      "data-was": was,
      "data-level": level,
    };
    const shapes = () =>
      was === undefined ? [...plate(level), numberShape(spare)] : changeShapes(was, spare);
    return [[cell, { cell, looks: `${was} ${spare}`, shapes, attrs }]];
  });
}

/** The number on a plate, or in the legend. */
export function numberShape(spare: number): SVGElement {
  const words = signed(spare);
  const size = words.length > 1 ? food.size * 0.85 : food.size;
  return svg("text", { y: size * food.baseline, "font-size": size }, words);
}

/** "2→1" on a pill across the body, where no limb is. */
function changeShapes(was: number, spare: number): SVGElement[] {
  const before = `${signed(was)}→`;
  const after = signed(spare);
  const half = (before.length + after.length) * 0.08 + 0.06;
  return [
    svg("rect.pill", { x: -half, y: -0.145, width: 2 * half, height: 0.29, rx: 0.145 }),
    svg("text", { y: 0.082, "font-size": 0.23 }, svg("tspan.food-was", { "font-size": 0.21 }, before), after),
  ];
}

/** The levels that the legend explains: all while the game goes on, else those on the board. */
export function legendLevels(state: State): Level[] {
  if (!isFoodShown(state)) return [];
  const levels = new Set(foodOf(state).map(({ spare }) => levelOf(spare ?? 1)));
  return (["safe", "edge", "short"] as const).filter(
    (level) => levels.has(level) || isPlaying(state.snapshot),
  );
}
