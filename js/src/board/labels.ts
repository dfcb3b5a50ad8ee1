import type { Translator } from "../i18n/messages";
import { limbsOf, mayMove, pieceOn, type State } from "../state/state";
import { annotationLabels } from "./annotations";
import { marksOf, OFFERED } from "./marks";
import type { Mark } from "./shapes";

/** Further labels of a disc, such as those of the lens. */
export type MoreLabels = (cell: string) => string[];

/** The label of each disc for screen readers: "D4, White, 2 legs, 1 pincer, 3 liberties, may move". */
export function labels(state: State, t: Translator, more?: MoreLabels): (cell: string) => string {
  const marks = new Map<string, Mark[]>();
  for (const [cell, mark] of marksOf(state)) {
    const label = mark === "newQuiet" ? "new" : mark;
    if (OFFERED.includes(label)) marks.set(cell, [...(marks.get(cell) ?? []), label]);
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
    for (const mark of marks.get(cell) ?? []) parts.push(t(`ui.mark.${mark}`));
    parts.push(...added, ...annotationLabels(state, cell, t));
    return parts.join(t("ui.comma"));
  };
}
