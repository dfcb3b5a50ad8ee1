import type { ChannelState } from "../protocol/channel";
import type { TONED } from "../protocol/constants";
import { LIMBS } from "../protocol/constants";
import type {
  BoardSnapshot,
  Color,
  Discs,
  Feeding,
  Food,
  FoodRow,
  Intent,
  Limb,
  PieceRow,
  ReachMap,
  Snapshot,
  Target,
  Tone,
} from "../protocol/types";

/** A kind of mark on a disc, in a tone. */
export type Toned = (typeof TONED)[number];

export type PenTool = Toned | "arrow" | "label" | "erase";

/** The pen in use, and what was begun with it. */
export interface Pen {
  tone: Tone;
  tool: PenTool;
  /** The start of an arrow that has no end yet. */
  from: string | null;
  /** The disc whose label is being written. */
  label: string | null;
}

/** An arrow that is being drawn. */
export type ArrowDraft = [from: string, to: string, tone: Tone];

/** What one view shows of the food and of the reach, with the answers of Python so far. */
interface Inspect {
  showsFood: boolean;
  /** The colour whose reach is shown. */
  map: Color | null;
  /** The food of both sides after each step of one adaptoid; `answer` is null if Python refused. */
  food: { rev: number; at: string; answer: Food | null } | null;
  reach: { rev: number; color: Color; answer: ReachMap | null } | null;
  /** Which limb eats where in one position, by the previewed step. */
  feeding?: { of: string; answers: Record<string, Feeding | null> };
}

const noInspect: Inspect = { showsFood: false, map: null, food: null, reach: null };

/** The intent of a growth. */
type Growth = Extract<Intent, { kind: "grow" }>;

/** A point of the board, in disc diameters. */
export interface Point {
  x: number;
  y: number;
}

/** How it goes with Python. No disc shows it. */
interface Exchange {
  link: ChannelState;
  /** The rev at which the last step of a turn was sent. */
  stepRev: number;
  /** The command that waits for an answer, or "". */
  next: string;
  /** Why the parts cannot be used, null while Python takes long to send them, or "". */
  partsError: string | null;
}

/** What one view shows: the last snapshot and the view's own state. It has no DOM. */
export interface State {
  snapshot: BoardSnapshot;
  discs: Discs;
  /** The selected adaptoid. */
  chosen: string | null;
  /** The disc that was clicked while an answer was awaited. */
  early: string | null;
  /** The disc under the pointer, or the focused one. */
  hover: string | null;
  /** The disc that is the tab stop. */
  focus: string | null;
  /** The button of the growth menu under the pointer. */
  hoverLimb: Limb | null;
  /** A growth that is drawn, but not played yet. */
  previewedGrowth: Growth | null;
  /** Each growth is previewed before it ends the turn; null until the setting is known. */
  previewsGrowth: boolean | null;
  /** A hint, or what else the analyst says in the place of the news. */
  note: string;
  /** The board is turned round in this view only. */
  flip: boolean;
  /** The size in this view only; null: the size of the snapshot. */
  size: Snapshot["size"] | null;
  inspect: Inspect;
  /** The pen, while the user annotates. */
  pen: Pen | null;
  draft: ArrowDraft | null;
  /** A replay runs, so nothing is offered. */
  replaying: boolean;
  /** How long each turn of a replay is shown, in milliseconds; Infinity without a replay. */
  turnMs: number;
  drag: Point | null;
  /** The step of a turn that was sent, until Python has answered. */
  sent: Intent | null;
  reason: { cell: string | null; text: string } | null;
  exchange: Exchange;
}

export function start(snapshot: BoardSnapshot, discs: Discs): State {
  return {
    snapshot,
    discs,
    ...noSelection,
    focus: null,
    flip: false,
    previewsGrowth: null,
    note: "",
    size: null,
    inspect: noInspect,
    pen: null,
    draft: null,
    replaying: false,
    turnMs: Infinity,
    sent: null,
    exchange: { link: "idle", stepRev: -1, next: "", partsError: "" },
  };
}

/** The fields that belong to a selection, without one. */
export const noSelection = {
  chosen: null,
  early: null,
  hover: null,
  hoverLimb: null,
  previewedGrowth: null,
  drag: null,
  reason: null,
};

export function sizeOf({ size, snapshot }: State): Snapshot["size"] {
  return size ?? snapshot.size;
}

/** The only disc that is a tab stop. */
export function tabStop(state: State): string | undefined {
  const { focus, discs, snapshot } = state;
  const exists = (cell: string | undefined) => discs.cells.some((disc) => disc[0] === cell);
  if (focus && exists(focus)) return focus;
  const own = snapshot.pieces.find((row) => row[1] === snapshot.turn)?.[0];
  return exists(own) ? own : discs.cells[0]?.[0];
}

export function pieceOn(snapshot: Snapshot, cell: string): PieceRow | undefined {
  return snapshot.pieces.find((row) => row[0] === cell);
}

/** Whether an adaptoid of the colour to move stands on this disc. */
export function isOwn(snapshot: Snapshot, cell: string): boolean {
  return pieceOn(snapshot, cell)?.[1] === snapshot.turn;
}

/** The move of the selected adaptoid to this disc, if it is legal. */
export function targetOf(state: State, cell: string): Target | undefined {
  const { chosen, snapshot } = state;
  return chosen ? snapshot.moves[chosen]?.find((target) => target[0] === cell) : undefined;
}

export function mayGrow(snapshot: Snapshot, cell: string): boolean {
  return snapshot.grow.new.some((row) => row[0] === cell);
}

export function mayMove(snapshot: Snapshot, cell: string): boolean {
  return (snapshot.moves[cell]?.length ?? 0) > 0;
}

/** Whether this adaptoid may be selected. Without aids only Python knows what it can do. */
export function mayAct(snapshot: Snapshot, cell: string): boolean {
  return snapshot.aids === "none" || mayMove(snapshot, cell) || limbsOf(snapshot, cell).length > 0;
}

export function limbsOf(snapshot: Snapshot, cell: string): Limb[] {
  return LIMBS.filter((limb) => snapshot.aids === "none" || snapshot.grow[limb].includes(cell));
}

/** The limbs that the growth menu offers for the selected adaptoid. */
export function offered(state: State): Limb[] {
  const { chosen, snapshot, drag } = state;
  const acting = snapshot.step === "move" || snapshot.step === "grow";
  return chosen && acting && !drag && snapshot.interactive ? limbsOf(snapshot, chosen) : [];
}

export function supplyOf(snapshot: Snapshot, color: Color, limb: Limb): number {
  const side = snapshot.sides.find((row) => row[0] === color);
  return side?.[limb === "leg" ? 2 : 3] ?? 0;
}

/** A step that is shown before it is taken; `food`: what a new adaptoid changes. */
interface Preview {
  cell: string;
  target?: Target;
  limb?: Limb;
  starves: string[];
  food?: FoodRow[] | undefined;
}

/** What a click at the pointer or at the focus would do, or else the previewed growth. */
export function preview(state: State): Preview | null {
  const { chosen, hover, hoverLimb, snapshot, pen, replaying, previewedGrowth } = state;
  if (pen || replaying || !snapshot.interactive) return null;
  const limb = (cell: string, what: Limb) => ({ cell, limb: what, starves: snapshot.starving });
  if (hoverLimb && chosen) return limb(chosen, hoverLimb);
  const target = hover ? targetOf(state, hover) : undefined;
  if (target) return { cell: target[0], target, starves: target[2] };
  const growth = (at?: string | null) => snapshot.grow.new.find((row) => row[0] === at);
  const row = growth(hover) ?? growth(previewedGrowth?.at);
  if (row) return { cell: row[0], starves: row[1], food: row[2] };
  return previewedGrowth && previewedGrowth.what !== "new"
    ? limb(previewedGrowth.at, previewedGrowth.what)
    : null;
}

/** The enemies that starve after the previewed click, or if the turn ended now. */
export function starving(state: State): string[] {
  return preview(state)?.starves ?? state.snapshot.starving;
}

/** One's own adaptoids that would starve in the enemy's feeding. */
export function atRisk(snapshot: Snapshot): string[] {
  if (snapshot.aids !== "full" || !snapshot.interactive || !isPlaying(snapshot)) return [];
  return snapshot.pieces
    .filter(([, color, , , , food]) => color === snapshot.turn && (food ?? 0) < 0)
    .map((row) => row[0]);
}

/** Whether one limb more would starve an adaptoid, as far as the aids show it. */
export function wouldStarveWithLimb({ grow }: Snapshot, cell: string): boolean {
  return grow.hungry.includes(cell);
}

/** Whether the food is shown, and the board gives that much help. */
export function isFoodShown({ snapshot, inspect }: State): boolean {
  return inspect.showsFood && snapshot.aids === "full";
}

export function isPlaying(snapshot: Snapshot): boolean {
  return snapshot.step === "move" || snapshot.step === "grow";
}

/** Whether the growth comes next, also at the beginning of a turn in which nothing can move. */
export function isGrowing(snapshot: Snapshot): boolean {
  const stuck =
    snapshot.aids !== "none" && snapshot.interactive && !Object.values(snapshot.moves).some((m) => m.length);
  return snapshot.step === "grow" || (snapshot.step === "move" && stuck && !snapshot.pass);
}

export function isFlipped(state: State): boolean {
  return state.flip !== state.snapshot.flipped;
}

/** The centre of a disc as drawn, in disc diameters. */
export function placeOf(state: State, cell: string): Point | null {
  const row = state.discs.cells.find((disc) => disc[0] === cell);
  if (!row) return null;
  const [, x, y] = row;
  return turned(state, { x, y });
}

/** Converts between a point of the layout and the point as drawn. A flipped board is turned by 180 degrees. */
export function turned(state: State, { x, y }: Point): Point {
  if (!isFlipped(state)) return { x, y };
  const { left, right, top, bottom } = extent(state.discs);
  return { x: left + right - x, y: top + bottom - y };
}

export function extent({ cells }: Discs): { left: number; right: number; top: number; bottom: number } {
  const [xs, ys] = ([1, 2] as const).map((axis) =>
    cells.length ? cells.map((disc) => disc[axis]) : [0],
  ) as [number[], number[]];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}
