import type { Intent, ReachMap, Reply } from "../protocol/types";
import { isPlaying, type State } from "../state/state";

type Question = Extract<Intent, { kind: "foresee" | "map" }>;

/** What Python still has to be asked for the lens and the reach map of this view. */
export function question({ snapshot, inspect, chosen }: State): Question | null {
  const { lens, map, food, reach } = inspect;
  const { rev } = snapshot;
  if (snapshot.aids !== "full") return null;
  const acting = lens && chosen && isPlaying(snapshot) && snapshot.interactive;
  if (acting && (food?.rev !== rev || food.at !== chosen)) return { kind: "foresee", at: chosen };
  const known = reach?.rev === rev && reach.color === map;
  return map && snapshot.position && !known ? { kind: "map", color: map } : null;
}

/** A state with the answer. A refusal is stored too, so that the question is not repeated at the same rev. */
export function learn(state: State, asked: Question, rev: number, reply: Reply): State {
  const news =
    asked.kind === "foresee"
      ? { food: { rev, at: asked.at, told: reply.food ?? null } }
      : { reach: { rev, color: asked.color, told: reply.map ?? null } };
  return { ...state, inspect: { ...state.inspect, ...news } };
}

/** The reach map to draw, if it belongs to the position shown. */
export function mapped({ snapshot, inspect }: State): ReachMap | null {
  const { map, reach } = inspect;
  return snapshot.aids === "full" && map && reach?.rev === snapshot.rev && reach.color === map
    ? reach.told
    : null;
}
