import type { Intent, ReachMap, Reply } from "../protocol/types";
import { isPlaying, type State } from "../state/state";

type MapIntent = Extract<Intent, { kind: "foresee" | "map" }>;

/** What Python still has to be asked for the food and the reach map of this view. */
export function nextRequest({ snapshot, inspect, chosen }: State): MapIntent | null {
  const { showsFood, map, food, reach } = inspect;
  const { rev } = snapshot;
  if (snapshot.aids !== "full") return null;
  const acting = showsFood && chosen && isPlaying(snapshot) && snapshot.interactive;
  if (acting && (food?.rev !== rev || food.at !== chosen)) return { kind: "foresee", at: chosen };
  const isKnown = reach?.rev === rev && reach.color === map;
  return map && snapshot.position && !isKnown ? { kind: "map", color: map } : null;
}

/** A state with the answer. A refusal is stored too, so that the request is not repeated at the same rev. */
export function withAnswer(state: State, request: MapIntent, rev: number, reply: Reply): State {
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
