import type { GoneRow, MoveKind, Snapshot } from "../protocol/types";
import {
  hungry,
  isGrowing,
  isOneTooMany,
  isPlaying,
  pieceOn,
  preview,
  type State,
  starving,
  targetOf,
} from "../state/state";
import type { Mark } from "./shapes";

export type Placed = [cell: string, mark: Mark];

const TARGET_MARKS: Record<MoveKind, Mark> = { "-": "reach", x: "capture", "=": "exchange", "!": "death" };

/** The marks that say what one may do now, and who starves. */
export const OFFERED: Mark[] = [
  ...Object.values(TARGET_MARKS),
  ...(["new", "starver", "starving", "hungry"] as const),
];

/** All marks on the board. Each has a shape of its own. */
export function marksOf(state: State): Placed[] {
  return [...lastTurn(state.snapshot), ...offers(state), ...warnings(state)];
}

function lastTurn({ last }: Snapshot): Placed[] {
  if (!last) return [];
  const marks: Placed[] = [];
  if (last.from) marks.push([last.from, "from"]);
  if (last.to && last.to !== last.at) marks.push([last.to, "to"]);
  if (last.at) marks.push([last.at, "grown"]);
  return marks;
}

function offers(state: State): Placed[] {
  const { snapshot, chosen, pen, replaying } = state;
  if (!snapshot.interactive || pen || replaying) return [];
  const marks: Placed[] = [];
  if (chosen) {
    marks.push([chosen, "chosen"]);
    for (const [cell, kind] of snapshot.moves[chosen] ?? []) marks.push([cell, TARGET_MARKS[kind]]);
  }
  const plus = snapshot.step === "move" && !isGrowing(snapshot) ? "newQuiet" : "new";
  for (const [cell, starves] of snapshot.grow.new) {
    if (targetOf(state, cell)) continue;
    marks.push([cell, plus]);
    // adaptoids that starve in any case have a mark of their own
    if (starves.some((enemy) => !snapshot.starving.includes(enemy))) marks.push([cell, "starver"]);
  }
  return marks;
}

function warnings(state: State): Placed[] {
  const { snapshot } = state;
  const marks: Placed[] = starving(state).map((cell) => [cell, "starving"]);
  for (const cell of hungry(snapshot)) marks.push([cell, "hungry"]);
  for (const cell of hungryByPreview(state)) marks.push([cell, "hungry"]);
  for (const cell of lostByPreview(state)) marks.push([cell, "lost"]);
  for (const [cell] of ghosts(snapshot)) marks.push([cell, "lost"]);
  for (const [cell] of gone(snapshot)) if (isOccupied(snapshot, cell)) marks.push([cell, "taken"]);
  return unique(marks);
}

/** One's own adaptoids that the previewed growth would leave with too little food. */
function hungryByPreview(state: State): string[] {
  const { snapshot } = state;
  const { cell = "", limb, food = [] } = preview(state) ?? {};
  if (limb) return isOneTooMany(snapshot, cell) ? [cell] : [];
  return food
    .filter(([at, spare]) => (spare ?? 0) < 0 && pieceOn(snapshot, at)?.[1] === snapshot.turn)
    .map(([at]) => at);
}

/** The adaptoids that the previewed attack would remove. */
function lostByPreview(state: State): string[] {
  const target = preview(state)?.target;
  const own = state.chosen ? [state.chosen] : [];
  switch (target?.[1]) {
    case "x":
      return [target[0]];
    case "=":
      return [target[0], ...own];
    case "!":
      return own;
    default:
      return [];
  }
}

function gone(snapshot: Snapshot): GoneRow[] {
  return snapshot.last?.gone ?? [];
}

function isOccupied(snapshot: Snapshot, cell: string): boolean {
  return snapshot.pieces.some((row) => row[0] === cell);
}

/** The adaptoids that have just left a disc that is empty now. They are ghosts until the next snapshot. */
export function ghosts(snapshot: Snapshot): GoneRow[] {
  return gone(snapshot).filter((row, i, all) => {
    const first = all.findIndex((other) => other[0] === row[0]) === i;
    return first && !isOccupied(snapshot, row[0]);
  });
}

function unique(marks: Placed[]): Placed[] {
  return marks.filter(([cell, mark], i) => marks.findIndex(([c, m]) => c === cell && m === mark) === i);
}

/** The marks that the legend explains now, in a fixed order. */
export function legendMarks(state: State): Mark[] {
  const shown = new Set<Mark>(marksOf(state).map(([, mark]) => (mark === "newQuiet" ? "new" : mark)));
  const last: Mark[] = ["taken", "lost", "from", "to", "grown"];
  return [...(isPlaying(state.snapshot) ? OFFERED : []), ...last].filter((mark) => shown.has(mark));
}

/** What a click on one's own adaptoids does while none is selected. */
export function legendForOwn({ snapshot, chosen, pen, replaying }: State): "move" | "grow" | null {
  if (chosen || pen || replaying || !snapshot.interactive || !isPlaying(snapshot)) return null;
  if (snapshot.step === "move" && !isGrowing(snapshot)) return "move";
  return snapshot.aids === "none" || snapshot.grow.leg.length + snapshot.grow.pincer.length > 0
    ? "grow"
    : null;
}
