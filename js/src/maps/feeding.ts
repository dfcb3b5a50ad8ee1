import { feeding } from "../../../adaptoid_widget/data/shapes.json";
import type { DiscDrawing } from "../board/layer";
import { icon, type Primitive, paint, picture, pieceShapes } from "../board/shapes";
import { ghosts } from "../board/signs";
import { html, set, svg } from "../dom/elements";
import type { Translator } from "../i18n/messages";
import type { Color, FeedingRow, SeedRow } from "../protocol/types";
import { isFoodShown, isPlaying, pieceOn, preview, type State, starving } from "../state/state";
import { feedingOf } from "./requests";

type Drawings = [key: string, DiscDrawing][];
type PieceLooks = [color: Color, legs: number, pincers: number];

const { eaten, thread, full, empty, hungry: outlines } = feeding;
const closed: Record<Color, Primitive[]> = feeding.closed;
/** The threads of one adaptoid grow one after the other. */
const APART_MS = 40;

/** What is shown of how one adaptoid eats. */
interface ShownFeeding {
  row: FeedingRow;
  looks: PieceLooks;
  /** It is looked at, it has starved, or it has too little. */
  why: "seen" | "starved" | "hungry" | "all";
}

const isHungry = ([, limbs, free]: FeedingRow): boolean => limbs > free;

/** The last state that was drawn, and what is shown in it: threads, limbs, captions and labels ask for the same. */
let drawn: [State, ShownFeeding[]] | undefined;

/** The adaptoids whose threads are drawn: those looked at, those who starve or have starved, with the food all. */
function shownFeedings(state: State): ShownFeeding[] {
  if (drawn?.[0] !== state) drawn = [state, feedingsIn(state)];
  return drawn[1];
}

function feedingsIn(state: State): ShownFeeding[] {
  const answer = feedingOf(state);
  if (!answer) return [];
  const { snapshot } = state;
  const seen = cellsLookedAt(state);
  const shown: ShownFeeding[] = [];
  for (const row of answer.now) {
    const looks = looksOf(state, row[0]);
    // when the game is over, nobody starves any more
    const starves = isHungry(row) && isPlaying(snapshot);
    const why = seen.includes(row[0]) ? "seen" : starves ? "hungry" : isFoodShown(state) && "all";
    if (looks && why) shown.push({ row, looks, why });
  }
  // who eats now on a disc that somebody has left would cross the threads there
  const taken = new Set(shown.flatMap(({ row }) => row[3].map(([, cell]) => cell)));
  const left = ghosts(snapshot);
  for (const row of answer.starved) {
    const ghost = left.find(([cell]) => cell === row[0]);
    if (ghost && !taken.has(row[0]))
      shown.push({ row, looks: [ghost[1], ghost[2], ghost[3]], why: "starved" });
  }
  return shown;
}

function cellsLookedAt(state: State): (string | null | undefined)[] {
  const { chosen, hover, reason, pen, drag } = state;
  if (pen) return [];
  const step = preview(state);
  const own = step?.target || drag ? step?.cell : chosen;
  return [own, hover, reason?.cell, step?.cell];
}

/** The adaptoid on a disc after the previewed step. */
function looksOf(state: State, at: string): PieceLooks | null {
  const { snapshot, chosen } = state;
  const { cell, target, limb } = preview(state) ?? {};
  const from = cell === at && target && chosen ? chosen : at;
  const piece = pieceOn(snapshot, from);
  if (!piece) return null;
  const [, color, legs, pincers] = piece;
  return cell === at && limb
    ? [color, legs + Number(limb === "leg"), pincers + Number(limb === "pincer")]
    : [color, legs, pincers];
}

function seedShape(kind: Primitive[], [, , , x, y, angle]: SeedRow): SVGElement {
  return svg(
    "g",
    { transform: `translate(${x} ${y}) rotate(${angle})` },
    svg("g.seed", {}, ...kind.map(paint)),
  );
}

/** The colour of the free discs on which somebody eats. */
export function eatenDrawings(state: State): Drawings {
  const reasons = new Map<string, string>();
  for (const { row, why } of shownFeedings(state))
    for (const [, cell] of row[3]) if (cell && (why !== "seen" || !reasons.has(cell))) reasons.set(cell, why);
  const shapes = () => eaten.map(paint);
  return [...reasons].map(([cell, why]) => [cell, { cell, looks: "", shapes, attrs: { "data-why": why } }]);
}

/** The threads under the adaptoids, with their seeds. */
export function threadDrawings(state: State): Drawings {
  return shownFeedings(state).flatMap(({ row: [cell, , , seeds], why }) =>
    seeds
      .filter(([, eats]) => eats)
      .map((seed, i): [string, DiscDrawing] => {
        const [slot, eats, path] = seed;
        const shapes = () => [
          ...thread.map((line) => {
            const element = paint({ ...line, path });
            set(element, { pathLength: 1 });
            element.style.animationDelay = `${i * APART_MS}ms`;
            return element;
          }),
          seedShape(full, seed),
        ];
        const attrs = { class: "adaptoid-thread", "data-eats": eats, "data-why": why };
        const drawing = { cell, looks: path, shapes, attrs };
        return [`${cell} ${slot}`, drawing];
      }),
  );
}

/** The hungry limbs with their empty seeds, and the closed cores of those who starve. */
export function hungerDrawings(state: State): Drawings {
  const drawings: Drawings = [];
  const shown = shownFeedings(state);
  const starves = new Map<string, Color>();
  for (const cell of starving(state)) {
    const color = pieceOn(state.snapshot, cell)?.[1];
    if (color) starves.set(cell, color);
  }
  for (const [cell, color, , , how] of ghosts(state.snapshot))
    if (how === "starved") starves.set(cell, color);
  for (const [cell, color] of starves)
    drawings.push([
      `${cell} core`,
      {
        cell,
        looks: color,
        shapes: () => closed[color].map(paint),
        attrs: { class: `adaptoid-${color} adaptoid-closed` },
      },
    ]);
  for (const { row, looks, why } of shown)
    for (const seed of row[3].filter(([, eats]) => !eats)) {
      const [slot] = seed;
      const [cell] = row;
      const shapes = () => [...hungryLimb(looks, slot), seedShape(empty, seed)];
      const attrs = {
        class: `adaptoid-${looks[0]} adaptoid-hunger`,
        "data-hungry": slot,
        "data-why": why,
      };
      drawings.push([`${cell} ${slot}`, { cell, looks: looks.join(" "), shapes, attrs }]);
    }
  return drawings;
}

/** A limb, and lines along its outline under it. */
function hungryLimb([color, legs, pincers]: PieceLooks, slot: number): Element[] {
  const limb = pieceShapes(color, legs, pincers).find(({ dataset }) => dataset.slot === String(slot));
  const path = limb?.firstElementChild?.getAttribute("d");
  return limb && path ? [...outlines.map((line) => paint({ ...line, path })), limb] : [];
}

/** The numbers of limbs and of free discs in words: of what is looked at, or else of those who starve. */
function captions(state: State, t: Translator): [ShownFeeding, string][] {
  const shown = shownFeedings(state);
  const seen = shown.filter(({ why }) => why === "seen");
  return (seen.length ? seen : shown.filter(({ why }) => why !== "all")).map((one) => {
    const [cell, limbs, free] = one.row;
    const slots = { cell, limbs: t.count("ui.limbs", limbs), free: t.count("ui.free-discs", free) };
    return [one, t(one.why === "starved" ? "ui.feeding.starved" : "ui.feeding", slots)];
  });
}

/** The same for screen readers, at the adaptoids that starve. */
export function feedingLabels(state: State, t: Translator): (cell: string) => string[] {
  const labels = captions(state, t).filter(([{ row }]) => isHungry(row));
  return (at) => labels.filter(([{ row }]) => row[0] === at).map(([, label]) => label);
}

/** What the legend's entries depend on. */
export function captionKey(state: State): string {
  return JSON.stringify(shownFeedings(state).map(({ row, looks, why }) => [row, looks, why]));
}

/** The captions, each with its limbs over their seeds. */
export function captionItems(state: State, t: Translator): HTMLElement[] {
  const all = captions(state, t);
  // one line, so that nothing under it moves
  return all.slice(0, 1).map(([{ row, looks }, label]) =>
    html(
      "li.fed",
      { "data-fed": row[0], "data-short": isHungry(row) },
      html(
        "span.fed-limbs",
        {},
        ...[...row[3]]
          .sort(([, a], [, b]) => Number(!a) - Number(!b))
          .map(([slot, eats]) => {
            const kind = pieceShapes(...looks).find(({ dataset }) => dataset.slot === String(slot));
            const limb = icon(kind?.dataset.limb === "pincer" ? "pincer" : "leg");
            limb.classList.add("adaptoid-piece", `adaptoid-${looks[0]}`);
            const lying = svg("g", { transform: "rotate(90)" }, ...(eats ? full : empty).map(paint));
            const shape = picture("icon", "-.13 -.08 .26 .16", [lying]);
            return html("span.fed-limb", { "data-hungry": !eats }, limb, shape);
          }),
      ),
      html("b", {}, label),
    ),
  );
}
