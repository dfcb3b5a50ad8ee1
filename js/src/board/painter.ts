import { changeDetector, Keyed, set, svg, text } from "../dom/elements";
import type { Translator } from "../i18n/messages";
import { LIMBS } from "../protocol/constants";
import type { Color, Discs, Limb, Snapshot } from "../protocol/types";
import {
  extent,
  isFlipped,
  isOwn,
  isPlaying,
  mayAct,
  mayMove,
  pieceOn,
  placeOf,
  preview,
  type State,
  tabStop,
} from "../state/state";
import { Rows } from "./grid";
import { Layer, layer, moveTo, put } from "./layer";
import { discsWithText, MarkLayers, shadedDiscs } from "./marks";
import { arrangement, lowestEmpty, paint, pieceShapes, signShapes, sizes } from "./shapes";
import { ghosts, signsOf } from "./signs";
import { labels, type MoreLabels } from "./spoken_labels";

interface PieceItem {
  state: State;
  cell: string;
  color: Color;
  legs: number;
  pincers: number;
  fresh?: Limb | undefined;
}

interface NameItem {
  state: State;
  cell: string;
  /** What is in the slots of the adaptoid there. */
  slots: string[];
  hidden: boolean;
  own: boolean;
}

/** Paints a state into one SVG and keeps the nodes between paintings. Handles no events. */
export class BoardPainter {
  readonly svg = svg("svg.svg", { role: "grid" });
  readonly #trayLayer = svg("g", { "aria-hidden": "true" });
  readonly #discLayer = svg("g");
  readonly #rows = new Rows(this.#discLayer);
  readonly #discs: Keyed<State, SVGGElement>;
  /** The focused disc. On top of all else, so that nothing hides it. */
  readonly cursor = svg(
    "g.layer.cursor",
    { "aria-hidden": "true" },
    svg("circle", { r: 0.545 }),
    svg("circle", { r: 0.545 }),
  );
  readonly under = new Layer("under");
  readonly over = new Layer("over");
  readonly ghosts = layer("ghosts");
  readonly pieces = layer("pieces");
  readonly #ghosts: Keyed<PieceItem, SVGGElement>;
  readonly #pieces: Keyed<PieceItem, SVGGElement>;
  readonly #proposal: Keyed<PieceItem, SVGGElement>;
  readonly #names: Keyed<NameItem, SVGTextElement>;
  readonly #marks = new MarkLayers();
  readonly #renames = changeDetector();
  readonly #discsDiffer = changeDetector();
  readonly #labelsDiffer = changeDetector();
  #drawn: { discs?: Discs; snapshot?: Snapshot } = {};

  constructor() {
    const [names, proposal] = [layer("names"), layer("proposal")];
    const { fills, rings, arrows, labels } = this.#marks;
    this.svg.append(
      this.#trayLayer,
      this.#discLayer,
      ...[fills.element, this.under.element, rings.element],
      ...[names, this.ghosts, this.pieces, proposal],
      ...[this.over.element, arrows.element, labels.element],
      this.cursor,
    );
    this.#names = new Keyed(names, () => svg("text.name"), placeName);
    this.#discs = new Keyed(this.#discLayer, (_, cell) => makeDisc(cell));
    this.#ghosts = new Keyed(this.ghosts, makePiece, drawPiece);
    this.#pieces = new Keyed(
      this.pieces,
      (item) => {
        const node = makePiece(item);
        // not in the first painting, where all are new
        node.classList.toggle("adaptoid-arrived", this.#drawn.snapshot !== undefined);
        return node;
      },
      drawPiece,
    );
    this.#proposal = new Keyed(proposal, makePiece, drawPiece);
  }

  disc(cell: string): SVGGElement | undefined {
    return this.#discs.get(cell);
  }

  /** Draws all but the labels for screen readers. */
  draw(state: State, t: Translator): void {
    const { snapshot } = state;
    if (this.#drawn.discs !== state.discs) this.#drawTray(state.discs);
    set(this.svg, {
      "aria-label": t("ui.board"),
      "aria-description": t("ui.keys.hint"),
      "aria-readonly": !snapshot.interactive && "true",
    });
    set(this.#trayLayer, { transform: isFlipped(state) ? this.#halfTurn(state.discs) : null });
    this.#drawDiscs(state);
    this.drawTabStop(state);

    const shades = shadedDiscs(state);
    const signs = signsOf(state);
    for (const half of ["under", "over"] as const)
      this[half].draw(
        state,
        signs.flatMap(([cell, sign]) => {
          const primitives = signShapes[sign][half];
          if (!primitives) return [];
          const shapes = () => primitives.map(paint);
          const attrs = {
            class: `adaptoid-mark adaptoid-mark-${sign}`,
            "data-mark": sign,
            "data-shaded": shades.has(cell),
          };
          return [[`${cell} ${sign}`, { cell, looks: sign, shapes, attrs }]];
        }),
      );
    this.#marks.draw(state);
    this.#drawNames(state);

    this.#renameMoved(this.#drawn.snapshot, snapshot);
    const placed = (rows: Iterable<readonly [string, Color, number, number, ...unknown[]]>) =>
      [...rows].map(([cell, color, legs, pincers]) => {
        return [color + cell, { state, cell, color, legs, pincers }] as const;
      });
    this.#pieces.draw(placed(snapshot.pieces).map(([key, item]) => [key, withProposedLimb(item)]));
    // the dragged adaptoid lies on top
    const dragged = state.drag && this.#pieces.get(snapshot.turn + state.chosen);
    if (dragged?.nextElementSibling) dragged.parentElement?.append(dragged);
    this.#ghosts.draw(placed(ghosts(snapshot)));
    this.#proposal.draw(proposedPieces(state).map((item) => [item.cell, item]));
    this.#drawn = { discs: state.discs, snapshot };
  }

  /** Draws the only disc that is a tab stop, which is all that a new focus changes. */
  drawTabStop(state: State): void {
    const stop = tabStop(state);
    for (const [cell] of state.discs.cells) {
      const node = this.#discs.get(cell);
      if (node) set(node, { tabindex: cell === stop ? 0 : -1 });
    }
    if (stop) moveTo(this.cursor, state, stop);
  }

  /** Moves the node of an adaptoid along when it moved, or when its move was undone. */
  #renameMoved(before: Snapshot | undefined, now: Snapshot): void {
    if (!before || before === now) return;
    const rename = (from?: string | null, to?: string | null) => {
      if (!from || !to) return;
      const color = pieceOn(before, from)?.[1];
      if (!color || pieceOn(now, to)?.[1] !== color || pieceOn(now, from)?.[1] === color) return;
      this.#pieces.rename(color + from, color + to);
    };
    rename(now.last?.from, now.last?.to);
    rename(before.last?.to, before.last?.from);
  }

  #drawNames(state: State): void {
    const { snapshot } = state;
    if (!this.#renames(snapshot, state.discs, state.flip)) return;
    const covered = discsWithText(state);
    const standing = [...ghosts(snapshot), ...snapshot.pieces];
    const slots = new Map(standing.map(([cell, , legs, pincers]) => [cell, arrangement(legs, pincers)]));
    this.#names.draw(
      state.discs.cells.map(([cell]) => {
        const hidden = !snapshot.coordinates || covered.has(cell);
        return [
          cell,
          {
            state,
            cell,
            hidden,
            slots: slots.get(cell) ?? arrangement(0, 0),
            own: mayActNow(snapshot, cell),
          },
        ];
      }),
    );
  }

  /** Labels the discs for screen readers, which nobody sees: after the painting. `more`: what else a label says. */
  drawLabels(state: State, t: Translator, more?: MoreLabels): void {
    if (!this.#labelsDiffer(t, more, ...shownByDiscs(state))) return;
    const label = labels(state, t, more);
    for (const [cell] of state.discs.cells) {
      const node = this.#discs.get(cell);
      if (node) set(node, { "aria-label": label(cell) });
    }
  }

  #drawDiscs(state: State): void {
    if (!this.#discsDiffer(...shownByDiscs(state))) return;
    const { snapshot } = state;
    const aimed = preview(state)?.cell;
    this.#discs.draw(state.discs.cells.map(([cell]) => [cell, state]));
    this.#rows.draw(state, (cell) => this.#discs.get(cell));
    const { kind, chosen = [] } = snapshot.lesson ?? {};
    const selected = kind === "click" ? chosen : [state.chosen];
    for (const [cell] of state.discs.cells) {
      const node = this.#discs.get(cell);
      if (!node) continue;
      // a transform of each disc would cost time in every painting
      const { x: cx, y: cy } = placeOf(state, cell) ?? { x: 0, y: 0 };
      for (const circle of node.children) set(circle, { cx, cy });
      const own = isOwn(snapshot, cell);
      const movable = snapshot.interactive && own && (mayMove(snapshot, cell) || snapshot.aids === "none");
      node.classList.toggle("adaptoid-movable", movable);
      node.classList.toggle("adaptoid-own", mayActNow(snapshot, cell));
      node.classList.toggle("adaptoid-aimed", cell === aimed);
      set(node, {
        "aria-selected":
          snapshot.interactive && (own || kind === "click") ? String(selected.includes(cell)) : null,
      });
    }
  }

  #drawTray(discs: Discs): void {
    const { left, right, top, bottom } = extent(discs);
    const m = sizes.margin;
    const box = [left - m, top - m, right - left + 2 * m, bottom - top + 2 * m];
    set(this.svg, { viewBox: box.map((n) => n.toFixed(3)).join(" ") });
    const stroke = (width: number, role: string) => {
      const path = paint({ path: discs.tray, stroke: role, width });
      path.classList.add(`adaptoid-${role}-path`);
      return path;
    };
    this.#trayLayer.replaceChildren(stroke(sizes.trayEdge, "trayEdge"), stroke(sizes.tray, "tray"));
  }

  #halfTurn(discs: Discs): string {
    const { left, right, top, bottom } = extent(discs);
    return `rotate(180 ${(left + right) / 2} ${(top + bottom) / 2})`;
  }
}

/** What the discs and their labels depend on. */
function shownByDiscs(state: State): unknown[] {
  const hover = state.pen ? state.hover : preview(state)?.cell;
  const unshown = { focus: null, hoverLimb: null, drag: null, reason: null, exchange: null, hover };
  return Object.values({ ...state, ...unshown });
}

/** Whether an adaptoid stands there that can act now. */
function mayActNow(snapshot: Snapshot, cell: string): boolean {
  return snapshot.interactive && isPlaying(snapshot) && isOwn(snapshot, cell) && mayAct(snapshot, cell);
}

function makeDisc(cell: string): SVGGElement {
  return svg(
    "g.disc",
    { role: "gridcell", "data-cell": cell },
    svg("circle.hit", { r: 0.5 }),
    svg("circle.well", { r: sizes.disc, "stroke-width": sizes.discLine }),
    svg("circle.lip", { r: sizes.lip, "stroke-width": sizes.lipLine }),
  );
}

/** Places a name at the lowest empty slot, under the body if possible. No name covers a limb: among six there is no room. */
function placeName(node: SVGTextElement, { state, cell, slots, hidden, own }: NameItem): void {
  const place = placeOf(state, cell);
  const slot = lowestEmpty(slots);
  const angle = ((slot ?? 0) * Math.PI) / 3;
  const [dx, dy] = [0.42 * Math.sin(angle), 0.05 - 0.4 * Math.cos(angle)];
  set(node, { "data-name": cell, x: (place?.x ?? 0) + dx, y: (place?.y ?? 0) + dy });
  node.classList.toggle("adaptoid-on-own", own);
  text(node, hidden || !place || slot === undefined ? "" : cell);
}

function makePiece({ color }: PieceItem): SVGGElement {
  return svg(`g.piece.${color}`, {}, svg("g.body"));
}

/** The adaptoid with the previewed limb. */
function withProposedLimb(item: PieceItem): PieceItem {
  const { cell, limb } = preview(item.state) ?? {};
  return limb && cell === item.cell ? { ...withLimbs(item, limb, 1), fresh: limb } : item;
}

function withLimbs(item: PieceItem, limb: Limb, more: number): PieceItem {
  return limb === "leg" ? { ...item, legs: item.legs + more } : { ...item, pincers: item.pincers + more };
}

/** The adaptoid that the previewed click would put on a free disc. */
function proposedPieces(state: State): PieceItem[] {
  const previewed = preview(state);
  if (!previewed || previewed.limb || (previewed.target && previewed.target[1] !== "-")) return [];
  const { cell } = previewed;
  const moved = previewed.target && state.chosen ? pieceOn(state.snapshot, state.chosen) : undefined;
  if (state.drag) return [];
  const [color, legs, pincers] = moved ? [moved[1], moved[2], moved[3]] : [state.snapshot.turn, 0, 0];
  return [{ state, cell, color, legs, pincers }];
}

function looksOf({ color, legs, pincers, fresh }: PieceItem): string {
  return `${color} ${legs} ${pincers} ${fresh ?? ""}`;
}

function drawPiece(node: SVGGElement, item: PieceItem): void {
  const { state, cell, color, legs, pincers, fresh } = item;
  const looks = looksOf(item);
  const body = node.firstElementChild;
  const before = node.dataset.looks;
  if (body && before !== looks) {
    const grown = LIMBS.find((limb) => before === looksOf(withLimbs(item, limb, -1)));
    body.replaceChildren(...pieceShapes(color, legs, pincers, fresh ?? grown));
    body.classList.toggle("adaptoid-proposed", fresh !== undefined);
    set(node, { "data-looks": looks });
  }
  set(node, { "data-on": cell });
  const dragged = state.drag && state.chosen === cell ? state.drag : null;
  node.classList.toggle("adaptoid-held", dragged !== null);
  if (dragged) put(node, dragged.x, dragged.y);
  else moveTo(node, state, cell);
}
