import type { Intent, LastTurn, PieceRow, Snapshot } from "../protocol/types";
import { pieceOn, type State } from "../state/state";

type IntentOf<Kind> = Extract<Intent, { kind: Kind }>;

const noTurn: LastTurn = {
  ...{ color: "W", text: "", from: null, to: null, route: [], kind: null },
  ...{ at: null, growth: null, parent: null, gone: [] },
};

/** Only Python counts the liberties and the food after a step. Nobody is shown as hungry meanwhile. */
const UNKNOWN = [null, null] as const;

/**
 * Shows the sent step of a turn with the effect that the snapshot lists for it, so that the board follows a click at once,
 * however far away Python is. An attack in which the attacker is lost is shown when Python has answered.
 */
export function withSentStep(state: State): State {
  const { sent } = state;
  if (sent?.kind === "move") return withMove(state, sent);
  return sent?.kind === "grow" ? withGrowth(state, sent) : state;
}

function withMove(state: State, { from, to }: IntentOf<"move">): State {
  const { snapshot } = state;
  const [, effect, starving = []] = snapshot.moves[from]?.find(([cell]) => cell === to) ?? [];
  const [mover, victim] = [pieceOn(snapshot, from), pieceOn(snapshot, to)];
  // without aids the snapshot lists no moves: one to a free disc goes back if it is illegal
  const isKnown = effect === "-" || effect === "x" || (snapshot.aids === "none" && !victim);
  if (!mover || !isKnown) return state;
  const gone: LastTurn["gone"] = victim ? [[victim[0], victim[1], victim[2], victim[3], "captured"]] : [];
  const last = { ...noTurn, from, to, gone };
  return withPiece(state, from, [to, mover[1], mover[2], mover[3], ...UNKNOWN], { starving, last });
}

function withGrowth(state: State, { at, what }: IntentOf<"grow">): State {
  const { grow, last, starving, step, turn } = state.snapshot;
  const row = grow.new.find(([cell]) => cell === at);
  if (what === "new" ? !row : !grow[what].includes(at)) return state;
  const [, , legs = 0, pincers = 0] = pieceOn(state.snapshot, at) ?? [];
  const limbs = [legs + Number(what === "leg"), pincers + Number(what === "pincer")] as const;
  return withPiece(state, at, [at, turn, ...limbs, ...UNKNOWN], {
    starving: row?.[1] ?? starving,
    last: { ...((step === "grow" && last) || noTurn), at },
    // a growth ends the turn
    grow: { new: [], leg: [], pincer: [], hungry: [] },
  });
}

/** The state with an adaptoid as it is after its step, which began on the disc `from`. */
function withPiece(state: State, from: string, piece: PieceRow, changes: Partial<Snapshot>): State {
  const others = state.snapshot.pieces.filter(([cell]) => cell !== from && cell !== piece[0]);
  return {
    ...{ ...state, chosen: null, hover: null, hoverLimb: null, previewedGrowth: null },
    snapshot: { ...state.snapshot, pieces: [...others, piece], ...changes },
  };
}
