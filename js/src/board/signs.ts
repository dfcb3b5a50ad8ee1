/** The game's own signs: what one may do now, the last turn, and who starves. */

import type { GoneRow, MoveKind, Snapshot } from "../protocol/types";
import {
  atRisk,
  isGrowing,
  isOwn,
  isPlaying,
  preview,
  type State,
  starving,
  targetOf,
  wouldStarveWithLimb,
} from "../state/state";
import type { Sign } from "./shapes";

type PlacedSign = [cell: string, sign: Sign];

const TARGET_SIGNS: Record<MoveKind, Sign> = { "-": "reach", x: "capture", "=": "exchange", "!": "death" };

/** The signs that say what one may do now, and who starves. */
export const OFFERED: Sign[] = [
  ...Object.values(TARGET_SIGNS),
  ...(["new", "starver", "starving", "hungry"] as const),
];

/** All signs on the board. Each has a shape of its own. */
export function signsOf(state: State): PlacedSign[] {
  return [...lastTurn(state.snapshot), ...offers(state), ...warnings(state)];
}

function lastTurn({ last }: Snapshot): PlacedSign[] {
  if (!last) return [];
  const signs: PlacedSign[] = [];
  if (last.from) signs.push([last.from, "from"]);
  if (last.to && last.to !== last.at) signs.push([last.to, "to"]);
  if (last.at) signs.push([last.at, "grown"]);
  return signs;
}

function offers(state: State): PlacedSign[] {
  const { snapshot, chosen, pen, replaying } = state;
  if (!snapshot.interactive || pen || replaying) return [];
  const signs: PlacedSign[] = [];
  if (chosen) {
    signs.push([chosen, "chosen"]);
    for (const [cell, kind] of snapshot.moves[chosen] ?? []) signs.push([cell, TARGET_SIGNS[kind]]);
  }
  const plus = snapshot.step === "move" && !isGrowing(snapshot) ? "newQuiet" : "new";
  for (const [cell, starves] of snapshot.grow.new) {
    if (targetOf(state, cell)) continue;
    signs.push([cell, plus]);
    // adaptoids that starve in any case have a sign of their own
    if (starves.some((enemy) => !snapshot.starving.includes(enemy))) signs.push([cell, "starver"]);
  }
  return signs;
}

function warnings(state: State): PlacedSign[] {
  const { snapshot } = state;
  const signs: PlacedSign[] = starving(state).map((cell) => [cell, "starving"]);
  for (const cell of atRisk(snapshot)) signs.push([cell, "hungry"]);
  for (const cell of atRiskByPreview(state)) signs.push([cell, "hungry"]);
  for (const cell of lostByPreview(state)) signs.push([cell, "lost"]);
  for (const [cell] of ghosts(snapshot)) signs.push([cell, "lost"]);
  for (const [cell] of gone(snapshot)) if (isOccupied(snapshot, cell)) signs.push([cell, "taken"]);
  return unique(signs);
}

/** One's own adaptoids that the previewed growth would leave with too little food. */
function atRiskByPreview(state: State): string[] {
  const { snapshot } = state;
  const { cell = "", limb, food = [] } = preview(state) ?? {};
  if (limb) return wouldStarveWithLimb(snapshot, cell) ? [cell] : [];
  return food.filter(([at, spare]) => (spare ?? 0) < 0 && isOwn(snapshot, at)).map(([at]) => at);
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

/** The adaptoids that were just lost, on discs that are empty now. They are ghosts until the next snapshot. */
export function ghosts(snapshot: Snapshot): GoneRow[] {
  return gone(snapshot).filter((row, i, all) => {
    const first = all.findIndex((other) => other[0] === row[0]) === i;
    return first && !isOccupied(snapshot, row[0]);
  });
}

function unique(signs: PlacedSign[]): PlacedSign[] {
  return signs.filter(
    ([cell, sign], i) => signs.findIndex(([at, other]) => at === cell && other === sign) === i,
  );
}

/** The signs that the legend explains now, in a fixed order. */
export function legendSigns(state: State): Sign[] {
  const shown = new Set<Sign>(signsOf(state).map(([, sign]) => (sign === "newQuiet" ? "new" : sign)));
  const last: Sign[] = ["taken", "lost", "from", "to", "grown"];
  return [...OFFERED, ...last].filter((sign) => shown.has(sign));
}

/** What a click on one's own adaptoids does while none is selected. */
export function legendForOwn({ snapshot, chosen, pen, replaying }: State): "move" | "grow" | null {
  if (chosen || pen || replaying || !snapshot.interactive || !isPlaying(snapshot)) return null;
  if (snapshot.step === "move" && !isGrowing(snapshot)) return "move";
  return snapshot.aids === "none" || snapshot.grow.leg.length + snapshot.grow.pincer.length > 0
    ? "grow"
    : null;
}
