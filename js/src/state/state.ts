import type {
  BoardSnapshot,
  Color,
  Discs,
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

export type PenTool = "ring" | "arrow" | "fill" | "label" | "erase";

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
}

const noInspect: Inspect = { showsFood: false, map: null, food: null, reach: null };

/** The intent of a growth. */
type Growth = Extract<Intent, { kind: "grow" }>;

/** A point of the board, in disc diameters. */
export interface Point {
  x: number;
  y: number;
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
  drag: Point | null;
  /** The step of a turn that was sent, until Python has answered. */
  sent?: Intent | null;
  reason: { cell: string | null; text: string } | null;
}

/** The next state and, if Python has to be asked, the intent. */
export type Transition = [state: State, intent?: Intent];

export function start(snapshot: BoardSnapshot, discs: Discs): State {
  return {
    snapshot,
    discs,
    ...noSelection,
    focus: null,
    flip: false,
    previewsGrowth: null,
    size: null,
    inspect: noInspect,
    pen: null,
    draft: null,
    replaying: false,
  };
}

const noSelection = {
  chosen: null,
  early: null,
  hover: null,
  hoverLimb: null,
  previewedGrowth: null,
  drag: null,
  reason: null,
};

/** Returns a state with other values in some fields: the same state if none differs, so that nothing is drawn. */
export function withChanges(state: State, changes: Partial<State>): State {
  const fields = Object.keys(changes) as (keyof State)[];
  return fields.some((field) => state[field] !== changes[field]) ? { ...state, ...changes } : state;
}

/**
 * Takes a new snapshot. A selection belongs to the old position. An adaptoid that was clicked while an answer was awaited
 * is selected in the new one.
 */
export function receive(state: State, snapshot: BoardSnapshot): State {
  const { chosen, early, pen: oldPen, snapshot: old } = state;
  const size = snapshot.size === old.size ? state.size : null;
  // an arrow or a label is not finished on another position
  const moved = snapshot.node !== old.node || snapshot.position !== old.position;
  const pen = snapshot.edit || !oldPen ? null : moved ? { ...oldPen, from: null, label: null } : oldPen;
  if (snapshot.rev === old.rev && snapshot.board === old.board) return { ...state, snapshot, size };
  const next = { ...state, ...noSelection, sent: null, snapshot, size, pen, draft: null };
  // after a comment or new marks the position is the same; in a lesson the next try begins
  const cell = early ?? (moved || snapshot.lesson ? null : chosen);
  const [selected, intent] = cell ? click(next, cell) : [next];
  return intent ? next : selected;
}

export function sizeOf({ size, snapshot }: State): Snapshot["size"] {
  return size ?? snapshot.size;
}

export function resize(state: State): State {
  return { ...state, size: sizeOf(state) === "projector" ? "normal" : "projector" };
}

export function deselect(state: State): State {
  return withChanges(state, { ...noSelection, hover: state.hover });
}

export function refuse(state: State, text: string, cell: string | null): State {
  return { ...state, drag: null, reason: { text, cell } };
}

/** A click on a disc: selects, moves, grows, deselects, or asks for the reason why not. */
export function click(state: State, cell: string): Transition {
  const { snapshot, chosen } = state;
  const { step, aids } = snapshot;
  const deselected = deselect(state);
  const unchanged = withChanges(state, { drag: null, reason: null });
  // a refusal keeps the selection, so that the next click means the same; the same refusal again deselects
  const why = (from?: string): Transition => [
    state.reason?.cell === cell ? deselected : unchanged,
    { kind: "why", at: cell, ...(from ? { from } : {}) },
  ];

  if (!snapshot.interactive) return why();
  if (step === "place") return mayGrow(snapshot, cell) ? [deselected, { kind: "place", at: cell }] : why();
  if (step === "over" || step === "choose" || step === "wait") return why();
  if (chosen === cell) return [deselected];

  if (isOwn(snapshot, cell)) return mayAct(snapshot, cell) ? [{ ...deselected, chosen: cell }] : why();
  if (chosen && (targetOf(state, cell) || (aids === "none" && step === "move")))
    return [unchanged, { kind: "move", from: chosen, to: cell }];
  if (mayGrow(snapshot, cell) || (aids === "none" && !pieceOn(snapshot, cell)))
    return [unchanged, { kind: "grow", at: cell, what: "new" }];
  return why(step === "move" && chosen ? chosen : undefined);
}

/** Drops the dragged adaptoid: a move, or the question why it is none. */
export function drop(state: State, cell: string | null): Transition {
  const { chosen, snapshot } = state;
  const released = { ...state, drag: null, reason: null };
  if (!cell || cell === chosen || !chosen) return [released];
  const isMove = !isOwn(snapshot, cell) && (snapshot.aids === "none" || targetOf(state, cell));
  return [
    released,
    isMove ? { kind: "move", from: chosen, to: cell } : { kind: "why", at: cell, from: chosen },
  ];
}

export function growLimb(state: State, what: Limb): Transition {
  return state.chosen ? [state, { kind: "grow", at: state.chosen, what }] : [state];
}

/** Grows a limb by a key: on one's own adaptoid on this disc, or else on the selected one. */
export function growAt(state: State, cell: string, what: Limb): Transition {
  return [
    withChanges(state, { reason: null }),
    { kind: "grow", at: isOwn(state.snapshot, cell) ? cell : (state.chosen ?? cell), what },
  ];
}

/** Plays the previewed growth, or passes. */
export function endTurn({ previewedGrowth }: State): Intent {
  return previewedGrowth ?? { kind: "pass" };
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

export const LIMBS: Limb[] = ["leg", "pincer"];

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
    .filter(([, color, , , , food]) => color === snapshot.turn && food < 0)
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
