import { type DiscDrawing, Layer, layer } from "../board/layer";
import { picture } from "../board/shapes";
import { changeDetector, Keyed, set, svg } from "../dom/elements";
import type { Translator } from "../i18n/messages";
import { DOTS_APART, MAX_DOTS } from "../protocol/constants";
import type { Color, ReachMap } from "../protocol/types";
import { type Point, placeOf, type State } from "../state/state";
import { reachMapOf } from "./requests";

/** Shows the discs that a colour reaches, shaded and dotted by the number of adaptoids, and the enemies it can attack. */
export class MapLayer {
  readonly discs = new Layer("map");
  /** Lines from the adaptoids that reach the disc under the pointer. */
  readonly lines = layer("ways");
  readonly #originLines = new Keyed<string, SVGPathElement>(
    this.lines,
    () => svg("path"),
    (node, d) => set(node, { d }),
  );
  readonly #differs = changeDetector();

  draw(state: State): void {
    const { hover, discs, flip, snapshot } = state;
    const map = reachMapOf(state);
    if (!this.#differs(map, hover, discs, flip, snapshot.flipped)) return;
    const { reach, attacks } = map ?? { reach: [], attacks: [] };
    this.discs.draw(state, [
      ...reach.map(([cell, { length }]) => discDrawing(cell, "reach", length, shade)),
      ...attacks.map(([cell, { length }]) => discDrawing(cell, "attack", length, target)),
    ]);
    const to = hover && placeOf(state, hover);
    const origins = [...reach, ...attacks].flatMap(([cell, from]) => (cell === hover ? from : []));
    this.#originLines.draw(
      origins.flatMap((cell): [string, string][] => {
        const place = placeOf(state, cell);
        return place && to ? [[cell, originLine(place, to)]] : [];
      }),
    );
  }
}

/** The drawing on a disc that is reached or attacked. */
function discDrawing(
  cell: string,
  how: "reach" | "attack",
  count: number,
  under: (count: number) => Node[],
): [key: string, DiscDrawing] {
  const shapes = () => [...under(count), ...dots(count)];
  return [`${cell} ${how}`, { cell, looks: `${count}`, shapes, attrs: { [`data-${how}`]: count } }];
}

/** The path from the edge of a body to the middle of a disc. */
function originLine(from: Point, to: Point): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const along = (n: number) => `${(from.x + dx * n).toFixed(3)} ${(from.y + dy * n).toFixed(3)}`;
  const length = Math.hypot(dx, dy) || 1;
  return `M${along(0.33 / length)}L${along(1 - 0.27 / length)}`;
}

function shade(count: number): SVGElement[] {
  const step = Math.min(count, MAX_DOTS);
  return [svg("circle", { r: 0.452, fill: `var(--adaptoid-map${step})` })];
}

/** A cross-hair: a ring with four ticks. */
function target(): SVGElement[] {
  const d = "M0-.5V-.36M0 .5V.36M-.5 0H-.36M.5 0H.36";
  return [
    svg("circle.target-halo", { r: 0.445 }),
    svg("circle.target", { r: 0.445 }),
    svg("path.target-ticks", { d }),
  ];
}

/** The count at the right of the disc, where no limb is. */
function dots(count: number): SVGElement[] {
  if (count > MAX_DOTS) return [svg("text", { x: 0.34, y: 0.07, "font-size": 0.2 }, String(count))];
  return Array.from({ length: count }, (_, i) => {
    const angle = ((i - (count - 1) / 2) * DOTS_APART * Math.PI) / 180;
    const at = (n: number) => (0.365 * n).toFixed(3);
    return svg("circle.dot", { cx: at(Math.cos(angle)), cy: at(Math.sin(angle)), r: 0.034 });
  });
}

/** The map on a disc in words, for screen readers. */
export function mapLabels(state: State, cell: string, t: Translator): string[] {
  const map = reachMapOf(state);
  if (!map) return [];
  const labels = (list: ReachMap["reach"], key: string) =>
    list
      .filter((row) => row[0] === cell)
      .map(([, from]) => t(key, { color: t(`ui.${map.color}`), cells: from.join(t("ui.comma")) }));
  return [...labels(map.reach, "ui.map.by"), ...labels(map.attacks, "ui.map.attackers")];
}

/** The counts in the map, and whether an enemy can be attacked. */
export function mapLegend(state: State): { counts: number[]; attack: boolean; color: Color } | null {
  const map = reachMapOf(state);
  if (!map) return null;
  const counts = new Set(map.reach.map(([, origins]) => Math.min(origins.length, MAX_DOTS + 1)));
  return { counts: [...counts].sort(), attack: map.attacks.length > 0, color: map.color };
}

/** The icon of a count, or of an attack. */
export function mapIcon(count: number | "attack"): SVGSVGElement {
  const shapes = count === "attack" ? target() : [...shade(count), ...dots(count)];
  const icon = picture("icon", "-.52 -.52 1.04 1.04", shapes);
  icon.classList.add("adaptoid-map");
  return icon;
}
