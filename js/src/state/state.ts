import type {
  Color,
  Discs,
  Food,
  Intent,
  Limb,
  PieceRow,
  ReachMap,
  Snapshot,
  Target,
  Tone,
} from "../protocol/types";

export type PenTool = "ring" | "arrow" | "fill" | "label" | "erase";

/** What one draws with, and what is begun with it. */
export interface Pen {
  tone: Tone;
  tool: PenTool;
  /** Where an arrow begins that has no end yet. */
  from: string | null;
  /** The disc whose label is being written. */
  label: string | null;
}

/** An arrow under way. */
export type Draft = [from: string, to: string, tone: Tone];

/** What one view looks at beside the pieces, and what Python has told of it so far. */
export interface Inspect {
  lens: boolean;
  /** Whose reach is shown. */
  map: Color | null;
  /** What each step of one adaptoid would do to the food of both sides; `told` is null where Python would not say. */
  food: { rev: number; at: string; told: Food | null } | null;
  reach: { rev: number; color: Color; told: ReachMap | null } | null;
}

export const unaided: Inspect = { lens: false, map: null, food: null, reach: null };

/** What one view shows: the last snapshot and what is the view's own. Knows nothing of the page it is on. */
export interface State {
  snapshot: Snapshot;
  discs: Discs;
  /** The adaptoid in hand. */
  chosen: string | null;
  /** The disc under the pointer, or the one that the keyboard is on. */
  hover: string | null;
  /** The disc where Tab enters the board. */
  focus: string | null;
  /** The button of the growth chooser under the pointer. */
  hoverLimb: Limb | null;
  /** Turned round in this view only. */
  flip: boolean;
  /** Shown larger or not in this view only; null as Python has it. */
  size: Snapshot["size"] | null;
  inspect: Inspect;
  /** What is drawn with, while one annotates. */
  pen: Pen | null;
  draft: Draft | null;
  drag: { x: number; y: number } | null;
  reason: { cell: string | null; text: string } | null;
}

/** A transition gives the next state and, where Python has to be asked, the intent. */
export type Step = [state: State, intent?: Intent];

export function start(snapshot: Snapshot, discs: Discs): State {
  return {
    snapshot,
    discs,
    ...nothing,
    focus: null,
    flip: false,
    size: null,
    inspect: unaided,
    pen: null,
    draft: null,
  };
}

const nothing = { chosen: null, hover: null, hoverLimb: null, drag: null, reason: null };

/** A new snapshot. Whatever was in hand belonged to the old one. */
export function receive(state: State, snapshot: Snapshot): State {
  const size = snapshot.size === state.snapshot.size ? state.size : null;
  const { node, position } = state.snapshot;
  // what was begun on one position is not finished on another
  const moved = snapshot.node !== node || snapshot.position !== position;
  const { pen: held } = state;
  const pen = snapshot.edit || !held ? null : moved ? { ...held, from: null, label: null } : held;
  return snapshot.rev === state.snapshot.rev && snapshot.board === state.snapshot.board
    ? { ...state, snapshot, size }
    : { ...state, ...nothing, snapshot, size, pen, draft: null };
}

export function sizeOf({ size, snapshot }: State): Snapshot["size"] {
  return size ?? snapshot.size;
}

export function resize(state: State): State {
  return { ...state, size: sizeOf(state) === "projector" ? "normal" : "projector" };
}

export function letGo(state: State): State {
  return { ...state, chosen: null, hoverLimb: null, drag: null, reason: null };
}

export function hover(state: State, cell: string | null): State {
  return state.hover === cell ? state : { ...state, hover: cell };
}

export function refuse(state: State, text: string, cell: string | null): State {
  return { ...state, drag: null, reason: { text, cell } };
}

/** A click on a disc: choose, move, grow, let go, and a reason for every refusal. */
export function click(state: State, cell: string): Step {
  const { snapshot, chosen } = state;
  const { step, aids } = snapshot;
  const free = letGo(state);
  const kept = { ...state, drag: null, reason: null };
  // what is in hand stays there, so that the next click means the same; only the same refusal again lets go
  const why = (from?: string): Step => [
    state.reason?.cell === cell ? free : kept,
    { kind: "why", at: cell, ...(from ? { from } : {}) },
  ];

  if (!snapshot.interactive) return why();
  if (step === "place") return mayGrow(snapshot, cell) ? [free, { kind: "place", at: cell }] : why();
  if (step === "over" || step === "choose" || step === "wait") return why();
  if (chosen === cell) return [free];

  const piece = pieceOn(snapshot, cell);
  if (piece?.[1] === snapshot.turn) return mayAct(snapshot, cell) ? [{ ...free, chosen: cell }] : why();
  if (chosen && (targetOf(state, cell) || (aids === "none" && step === "move")))
    return [kept, { kind: "move", from: chosen, to: cell }];
  if (mayGrow(snapshot, cell) || (aids === "none" && !piece))
    return [kept, { kind: "grow", at: cell, what: "new" }];
  return why(step === "move" && chosen ? chosen : undefined);
}

/** The dragged adaptoid was put down; it stays there until Python has answered. */
export function drop(state: State, cell: string | null): Step {
  const back = { ...state, drag: null, reason: null };
  if (!cell || cell === state.chosen || !state.chosen) return [back];
  const own = pieceOn(state.snapshot, cell)?.[1] === state.snapshot.turn;
  if (own || (state.snapshot.aids !== "none" && !targetOf(state, cell)))
    return [back, { kind: "why", at: cell, from: state.chosen }];
  const spot = placeOf(state, cell);
  return [
    { ...back, drag: spot },
    { kind: "move", from: state.chosen, to: cell },
  ];
}

export function growLimb(state: State, what: Limb): Step {
  return state.chosen ? [state, { kind: "grow", at: state.chosen, what }] : [state];
}

/** A limb by a key: for one's own adaptoid on this disc, else for the one in hand. */
export function growAt(state: State, cell: string, what: Limb): Step {
  const own = pieceOn(state.snapshot, cell)?.[1] === state.snapshot.turn;
  return [
    { ...state, reason: null },
    { kind: "grow", at: own ? cell : (state.chosen ?? cell), what },
  ];
}

/** The one disc that the Tab key stops at. */
export function tabStop(state: State): string | undefined {
  const { focus, discs, snapshot } = state;
  const known = (cell: string | undefined) => discs.cells.some((disc) => disc[0] === cell);
  if (focus && known(focus)) return focus;
  const own = snapshot.pieces.find((row) => row[1] === snapshot.turn)?.[0];
  return known(own) ? own : discs.cells[0]?.[0];
}

export function pieceOn(snapshot: Snapshot, cell: string): PieceRow | undefined {
  return snapshot.pieces.find((row) => row[0] === cell);
}

/** What a move of the adaptoid in hand to this disc would be. */
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

/** Whether there is any use in choosing this adaptoid. With no aids only Python knows. */
export function mayAct(snapshot: Snapshot, cell: string): boolean {
  return snapshot.aids === "none" || mayMove(snapshot, cell) || limbsOf(snapshot, cell).length > 0;
}

const LIMBS: Limb[] = ["leg", "pincer"];

export function limbsOf(snapshot: Snapshot, cell: string): Limb[] {
  return LIMBS.filter((limb) => snapshot.aids === "none" || snapshot.grow[limb].includes(cell));
}

/** The limbs that the growth chooser offers for the adaptoid in hand. */
export function offered(state: State): Limb[] {
  const { chosen, snapshot, drag } = state;
  const acting = snapshot.step === "move" || snapshot.step === "grow";
  return chosen && acting && !drag && snapshot.interactive ? limbsOf(snapshot, chosen) : [];
}

export function supplyOf(snapshot: Snapshot, color: Color, limb: Limb): number {
  const side = snapshot.sides.find((row) => row[0] === color);
  return side?.[limb === "leg" ? 2 : 3] ?? 0;
}

/** The disc that a click would act on now, and what it would do there. */
export function preview(state: State): { cell: string; target?: Target; starves: string[] } | null {
  const { hover: cell, snapshot, pen } = state;
  if (!cell || pen || !snapshot.interactive || snapshot.aids === "none") return null;
  const target = targetOf(state, cell);
  if (target) return { cell, target, starves: target[2] };
  const growth = snapshot.grow.new.find((row) => row[0] === cell);
  return growth ? { cell, starves: growth[1] } : null;
}

/** The enemies that leave: with the previewed click if there is one, else if the turn ended now. */
export function starving(state: State): string[] {
  return preview(state)?.starves ?? state.snapshot.starving;
}

/** One's own adaptoids that the enemy's feeding would take. */
export function hungry(snapshot: Snapshot): string[] {
  if (snapshot.aids !== "full" || !snapshot.interactive || !isPlaying(snapshot)) return [];
  return snapshot.pieces
    .filter(([, color, legs, pincers, liberties]) => color === snapshot.turn && legs + pincers > liberties)
    .map((row) => row[0]);
}

export function isPlaying(snapshot: Snapshot): boolean {
  return snapshot.step === "move" || snapshot.step === "grow";
}

/** Whether the growth is what is asked for now: also where a turn begins and nothing can move. */
export function isGrowing(snapshot: Snapshot): boolean {
  const stuck =
    snapshot.aids !== "none" && snapshot.interactive && !Object.values(snapshot.moves).some((m) => m.length);
  return snapshot.step === "grow" || (snapshot.step === "move" && stuck && !snapshot.pass);
}

export function isFlipped(state: State): boolean {
  return state.flip !== state.snapshot.flipped;
}

/** Where a disc is drawn, in disc diameters; a flipped board is turned by half a turn about its middle. */
export function placeOf(state: State, cell: string): { x: number; y: number } | null {
  const row = state.discs.cells.find((disc) => disc[0] === cell);
  if (!row) return null;
  const [, x, y] = row;
  return turned(state, { x, y });
}

/** A place as it is seen, or the other way round. */
export function turned(state: State, { x, y }: { x: number; y: number }): { x: number; y: number } {
  const { left, right, top, bottom } = extent(state.discs);
  return isFlipped(state) ? { x: left + right - x, y: top + bottom - y } : { x, y };
}

export function extent(discs: Discs): { left: number; right: number; top: number; bottom: number } {
  const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (const [, x, y] of discs.cells) {
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return discs.cells.length ? box : { left: 0, right: 0, top: 0, bottom: 0 };
}
