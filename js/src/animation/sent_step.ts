import type { GoneRow, LastTurn } from "../protocol/types";
import { pieceOn, type State } from "../state/state";

const noTurn: LastTurn = {
  ...{ color: "W", text: "", from: null, to: null, route: [], kind: null },
  ...{ at: null, growth: null, parent: null, gone: [] },
};

/**
 * Shows the sent step of a turn with the effect that the snapshot has of it, so that the board follows a click at once,
 * however far away Python is. An attack in which the attacker is lost is shown when Python has answered.
 */
export function withSentStep(state: State): State {
  const { sent, snapshot } = state;
  const { turn, step, moves, grow, starving } = snapshot;
  if (sent?.kind !== "move" && sent?.kind !== "grow") return state;
  const move = sent.kind === "move" ? sent : null;
  const [from, to, what] = sent.kind === "move" ? [sent.from, sent.to, ""] : [sent.at, sent.at, sent.what];
  const target = moves[from]?.find(([cell]) => move && cell === to);
  const row = grow.new.find(([cell]) => what === "new" && cell === to);
  const isLimb = (what === "leg" || what === "pincer") && grow[what].includes(to);
  // without aids the snapshot lists no steps: a move to a free disc goes back if it is illegal
  const isFree = move && snapshot.aids === "none" && !pieceOn(snapshot, to);
  if (!isLimb && !row && !isFree && !/[-x]/.test(target?.[1] ?? "")) return state;
  const [, , legs = 0, pincers = 0, liberties = 0] = pieceOn(snapshot, from) ?? [];
  const others = snapshot.pieces.filter(([cell]) => cell !== from && cell !== to);
  const gone = snapshot.pieces.flatMap(([cell, ...[color, legs, pincers]]): GoneRow[] =>
    move && cell === to ? [[cell, color, legs, pincers, "captured"]] : [],
  );
  // only Python counts the liberties: nobody is hungry before
  const size = [legs + Number(what === "leg"), pincers + Number(what === "pincer"), liberties + 1] as const;
  return {
    ...{ ...state, chosen: null, hover: null, hoverLimb: null, previewedGrowth: null },
    snapshot: {
      ...snapshot,
      pieces: [...others, [to, turn, ...size]],
      starving: target?.[2] ?? row?.[1] ?? starving,
      // a growth ends the turn
      grow: move ? grow : { new: [], leg: [], pincer: [] },
      last: move
        ? { ...noTurn, from, to, gone }
        : { ...((step === "grow" && snapshot.last) || noTurn), at: to },
    },
  };
}
