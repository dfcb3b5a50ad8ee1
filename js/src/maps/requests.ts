import type { Feeding, Intent, ReachMap, Reply } from "../protocol/types";
import { isFlipped, isFoodShown, isPlaying, pieceOn, preview, type State } from "../state/state";

type MapIntent = Extract<Intent, { kind: "foresee" | "map" | "feeding" }>;
type FeedingIntent = Extract<Intent, { kind: "feeding" }>;

/** What Python still has to be asked for the food and the reach map of this view. */
export function nextRequest(state: State): MapIntent | null {
  const { snapshot, inspect, chosen } = state;
  const { showsFood, map, food, reach } = inspect;
  const { rev } = snapshot;
  if (snapshot.aids === "full") {
    const acting = showsFood && chosen && isPlaying(snapshot) && snapshot.interactive;
    if (acting && (food?.rev !== rev || food.at !== chosen)) return { kind: "foresee", at: chosen };
    const isKnown = reach?.rev === rev && reach.color === map;
    if (map && snapshot.position && !isKnown) return { kind: "map", color: map };
  }
  return nextFeeding(state);
}

/** The position of which it is asked which limb eats where. */
function positionOf(state: State): string {
  const { board, rev, node } = state.snapshot;
  return `${board} ${rev} ${node} ${isFlipped(state)}`;
}

/** A state in which it is known which limb eats where. */
export function withFeeding(state: State, feeding: Feeding): State {
  const known = { of: positionOf(state), answers: { "{}": feeding } };
  return { ...state, inspect: { ...state.inspect, feeding: known } };
}

/** The previewed step, as the fields of an intent. */
function previewedStep(state: State): Partial<FeedingIntent> {
  const { cell, target, limb } = preview(state) ?? {};
  if (!cell) return {};
  if (target) return state.chosen ? { from: state.chosen, to: cell } : {};
  return { at: cell, what: limb ?? "new" };
}

function nextFeeding(state: State): MapIntent | null {
  const { snapshot, inspect } = state;
  if (snapshot.edit || !isFeedingShown(state)) return null;
  const step = previewedStep(state);
  const { of, answers = {} } = inspect.feeding ?? {};
  const isKnown = of === positionOf(state) && JSON.stringify(step) in answers;
  return isKnown ? null : { kind: "feeding", flipped: isFlipped(state), ...step };
}

/** Whether an adaptoid is looked at, or somebody starves or has starved. */
function isFeedingShown(state: State): boolean {
  const { snapshot, chosen, hover, reason } = state;
  if (snapshot.last?.gone.some(([, , , , how]) => how === "starved")) return true;
  if (snapshot.aids !== "full") return false;
  const looksAt = [chosen, hover, reason?.cell].some((cell) => cell && pieceOn(snapshot, cell));
  const isHungry = isPlaying(snapshot) && snapshot.pieces.some(([, , , , , food]) => (food ?? 0) < 0);
  return looksAt || isHungry || isFoodShown(state) || preview(state) !== null;
}

/** Which limb eats where after the previewed step, or until that is known before it. */
export function feedingOf(state: State): Feeding | null {
  const { of, answers } = state.inspect.feeding ?? {};
  if (!answers || of !== positionOf(state)) return null;
  return answers[JSON.stringify(previewedStep(state))] ?? answers["{}"] ?? null;
}

/** A state with the answer. A refusal is stored too, so that the request is not repeated at the same rev. */
export function withAnswer(state: State, request: MapIntent, rev: number, reply: Reply): State {
  if (request.kind === "feeding") {
    const { kind, flipped, ...step } = request;
    const of = positionOf(state);
    // the board was turned round, or another position came
    if (rev !== state.snapshot.rev || flipped !== isFlipped(state)) return state;
    const { of: before, answers } = state.inspect.feeding ?? {};
    const known = before === of ? answers : {};
    const feeding = { of, answers: { ...known, [JSON.stringify(step)]: reply.feeding ?? null } };
    return { ...state, inspect: { ...state.inspect, feeding } };
  }
  const answer =
    request.kind === "foresee"
      ? { food: { rev, at: request.at, answer: reply.food ?? null } }
      : { reach: { rev, color: request.color, answer: reply.map ?? null } };
  return { ...state, inspect: { ...state.inspect, ...answer } };
}

/** The reach map to draw, if it belongs to the position shown. */
export function reachMapOf({ snapshot, inspect }: State): ReachMap | null {
  const { map, reach } = inspect;
  return snapshot.aids === "full" && map && reach?.rev === snapshot.rev && reach.color === map
    ? reach.answer
    : null;
}
