/** The transitions of a view: functions from a state and an event to the next state. */

import type { BoardSnapshot, Intent, Limb, Reply, Snapshot } from "../protocol/types";
import {
  isOwn,
  mayAct,
  mayGrow,
  noSelection,
  type Point,
  pieceOn,
  type State,
  sizeOf,
  targetOf,
} from "./state";

/** The next state and, if Python has to be asked, the intent. */
export type Transition = [state: State, intent?: Intent | undefined];

/** Returns a state with other values in some fields: the same state if none differs, so that nothing is drawn. */
function withChanges<T extends object>(state: T, changes: Partial<T>): T {
  const fields = Object.keys(changes) as (keyof T)[];
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

export function resize(state: State): State {
  return { ...state, size: sizeOf(state) === "projector" ? "normal" : "projector" };
}

/** Turns the board round in this view only. */
export function turnRound(state: State): State {
  return { ...state, flip: !state.flip };
}

/** Shows or hides the food, or the map of a colour. */
export function inspect(state: State, changes: Partial<State["inspect"]>): State {
  return { ...state, inspect: { ...state.inspect, ...changes } };
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

/** A button of the growth menu is under the pointer, or none. */
export function hoverLimb(state: State, limb: Limb | null): State {
  return withChanges(state, { hoverLimb: limb });
}

/** The pointer is over a disc, or over none. */
export function hover(state: State, cell: string | null): State {
  return withChanges(state, { hover: cell });
}

/** A disc has the focus. Only if a key has moved it there, a click on the disc is previewed. */
export function focusOn(state: State, cell: string, byKey: boolean): State {
  return withChanges(state, { focus: cell, hover: byKey ? cell : state.hover });
}

/** An adaptoid is dragged. */
export function drag(state: State, cell: string, spot: Point): State {
  return withChanges(state, { chosen: cell, drag: spot, reason: null });
}

/** A click on a disc with the mouse, a finger or a key. While an answer is awaited, it selects in the position to come. */
export function press(state: State, cell: string): Transition {
  const [next, intent] = click(state, cell);
  return [withChanges(next, { early: isBusy(state) ? cell : null }), intent];
}

/** Whether an answer to an intent is awaited. */
export function isBusy({ exchange: { link } }: State): boolean {
  return link === "sent" || link === "waiting";
}

/** What becomes of a transition: while an answer is awaited, nothing is sent, and what was dragged goes back. */
export function attempt(state: State, [next, intent]: Transition): Transition {
  if (!intent) return [next];
  if (isBusy(state)) return [withChanges(state, { drag: null, early: next.early })];
  return [{ ...next, sent: intent }, intent];
}

/** An intent was sent. */
export function sent(state: State, { kind }: Intent): State {
  const isStep = kind === "move" || kind === "grow" || kind === "pass";
  return isStep ? exchanging(state, { stepRev: state.snapshot.rev }) : state;
}

/** A command of the analyst waits for the answer that is awaited: it is about the position that this answer brings. */
export function postpone(state: State, command: string): State {
  return exchanging(state, { next: command });
}

/** Python has answered an intent. A refusal is explained at the disc that it names, or else at the disc that was clicked. */
export function answered(state: State, reply: Reply, intent?: Intent): State {
  if (reply.ok) return withChanges(state, { drag: null });
  return refuse(state, reply.text ?? "", reply.at ?? clickedOn(intent));
}

/** The disc that was clicked for an intent. */
function clickedOn(intent: Intent | null | undefined): string | null {
  const { at, to } = (intent ?? {}) as { at?: unknown; to?: unknown };
  return ([to, at].find((cell) => typeof cell === "string") as string | undefined) ?? null;
}

/** Python reports an error that no request of this view caused. */
export function reported(state: State, message: unknown): State {
  const { type, text } = (message ?? {}) as { type?: unknown; text?: unknown };
  return type === "report" && typeof text === "string" ? refuse(state, text, null) : state;
}

/**
 * The link to Python has changed. A step without its snapshot goes back, and after a silence all that was begun. `silence` says,
 * at the disc that was clicked, that no answer came.
 */
export function linked(state: State, link: State["exchange"]["link"], silence = ""): State {
  const next = exchanging(state, link === "silent" ? { link, next: "" } : { link });
  if (isBusy(next)) return next;
  if (link === "silent") return { ...refuse(next, silence, clickedOn(state.sent)), sent: null };
  return withChanges(next, { sent: null });
}

/** A replay starts or stops, or its speed changes. */
export function replays(state: State, replaying: boolean, turnMs: number): State {
  return withChanges(state, { replaying, turnMs });
}

/** Why the parts cannot be used; see `Exchange`. */
export function partsReported(state: State, partsError: string | null): State {
  return exchanging(state, { partsError });
}

function exchanging(state: State, changes: Partial<State["exchange"]>): State {
  return withChanges(state, { exchange: withChanges(state.exchange, changes) });
}

/** Whether a snapshot answers a step of this view in which nothing is lost, so that nothing is animated. */
export function isOwnStep({ snapshot: before, exchange }: State, { rev, history, last }: Snapshot): boolean {
  const isNext = rev === before.rev + 1 && history.at <= before.history.at + 1;
  return exchange.stepRev === before.rev && isNext && !last?.gone.length;
}
