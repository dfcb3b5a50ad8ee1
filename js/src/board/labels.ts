import type { Translator } from "../i18n/messages";
import { limbsOf, mayMove, pieceOn, type State } from "../state/state";
import { markLabels } from "./marks";
import type { Sign } from "./shapes";
import { OFFERED, signsOf } from "./signs";

/** Further labels of a disc, such as those of the food. */
export type MoreLabels = (cell: string) => string[];

/** The label of each disc for screen readers: "D4, White, 2 legs, 1 pincer, 3 liberties, may move". */
export function labels(state: State, t: Translator, more?: MoreLabels): (cell: string) => string {
  const signs = new Map<string, Sign[]>();
  for (const [cell, sign] of signsOf(state)) {
    const label = sign === "newQuiet" ? "new" : sign;
    if (OFFERED.includes(label)) signs.set(cell, [...(signs.get(cell) ?? []), label]);
  }
  return (cell) => {
    const { snapshot } = state;
    const added = more?.(cell) ?? [];
    // a place for a new disc has no name yet
    if (cell.includes(",")) return added.join(t("ui.comma"));
    const piece = pieceOn(snapshot, cell);
    const parts = [cell];
    if (piece) {
      const [, color, legs, pincers, liberties] = piece;
      parts.push(t(`ui.${color}`));
      if (legs) parts.push(t.count("ui.legs", legs));
      if (pincers) parts.push(t.count("ui.pincers", pincers));
      if (!legs && !pincers) parts.push(t("ui.bare"));
      parts.push(t.count("ui.liberties", liberties));
      if (cell === state.chosen) parts.push(t("ui.in-hand"));
      if (snapshot.interactive && color === snapshot.turn && snapshot.aids !== "none") {
        if (mayMove(snapshot, cell)) parts.push(t("ui.may-move"));
        if (limbsOf(snapshot, cell).length) parts.push(t("ui.may-grow"));
      }
    } else parts.push(t("ui.free"));
    for (const sign of signs.get(cell) ?? []) parts.push(t(`ui.mark.${sign}`));
    parts.push(...added, ...markLabels(state, cell, t));
    return parts.join(t("ui.comma"));
  };
}
