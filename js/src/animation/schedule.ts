import type { LastTurn, Snapshot } from "../protocol/types";

/** The longest time that a whole turn takes, in milliseconds. */
export const MAX_TURN_MS = 900;
const STEP_MS = 110;
const MAX_WALK_MS = 350;
const HIT_MS = 150;
const GROW_MS = 190;
/** The core closes, then the adaptoid fades. */
const FEED_MS = 400;
export const CLOSED = 0.36;
/** The pause between two spans. */
const GAP_MS = 40;
/** After this share of its last step, the attacker touches its victim. */
export const CONTACT = 0.45;

/** When a step of a turn is animated, in milliseconds from the start of the turn. */
export interface Span {
  start: number;
  end: number;
}

export interface Schedule {
  /** When the mover reaches each disc of its route after the first. */
  arrivals: number[];
  walk: Span | null;
  /** An attack, from the contact on. */
  hit: Span | null;
  grow: Span | null;
  feed: Span | null;
  total: number;
}

/** Plans the steps of a turn: the walk, the attack at its end, the growth, the feeding. */
export function schedule({ route, kind, growth, gone }: LastTurn, limit = MAX_TURN_MS): Schedule {
  const count = Math.max(0, route.length - 1);
  const step = Math.min(STEP_MS, MAX_WALK_MS / count);
  let now = 0;
  const then = (length: number): Span => {
    const start = now > 0 ? now + GAP_MS : 0;
    now = start + length;
    return { start, end: now };
  };
  const walk = count ? then(count * step) : null;
  let hit: Span | null = null;
  if (walk && kind && kind !== "-") {
    const contact = walk.end - (1 - CONTACT) * step;
    hit = { start: contact, end: contact + HIT_MS };
    now = Math.max(now, hit.end);
  }
  const grow = growth ? then(GROW_MS) : null;
  const feed = gone.some(([, , , , reason]) => reason === "starved") ? then(FEED_MS) : null;
  const scale = Math.min(1, limit / now);
  const scaled = (span: Span | null) => span && { start: span.start * scale, end: span.end * scale };
  return {
    arrivals: Array.from({ length: count }, (_, i) => (i + 1) * step * scale),
    walk: scaled(walk),
    hit: scaled(hit),
    grow: scaled(grow),
    feed: scaled(feed),
    total: now && now * scale,
  };
}

/** The steps of the last turn that the snapshot before did not show; null if there are none. */
export function newSteps(
  before: Snapshot,
  { last, history, lesson, step, position }: Snapshot,
): LastTurn | null {
  if (!last || position === before.position) return null;
  const turns = history.at - before.history.at;
  const wasMoved = before.step === "grow";
  // the answer of a lesson may take the place of a wrong turn
  if (lesson?.phase === "shown" && before.lesson?.phase !== "shown") return last;
  if (turns === 1) return wasMoved ? feeding(last, last.growth) : last;
  return turns === 0 && step === "grow" && !wasMoved ? last : null;
}

/** A turn without its move, and perhaps without its growth. */
export function feeding(last: LastTurn, growth: LastTurn["growth"] = null): LastTurn {
  return {
    ...last,
    from: null,
    to: null,
    route: [],
    kind: null,
    growth,
    gone: last.gone.filter(([, , , , reason]) => reason === "starved"),
  };
}
