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
    const words = [cell];
    if (piece) {
      const [, color, legs, pincers, liberties] = piece;
      words.push(t(`ui.${color}`));
      if (legs) words.push(t.count("ui.legs", legs));
      if (pincers) words.push(t.count("ui.pincers", pincers));
      if (!legs && !pincers) words.push(t("ui.bare"));
      // unknown, or what a question asks for
      if (liberties !== null) words.push(t.count("ui.liberties", liberties));
      if (cell === state.chosen) words.push(t("ui.in-hand"));
      if (snapshot.interactive && color === snapshot.turn && snapshot.aids !== "none") {
        if (mayMove(snapshot, cell)) words.push(t("ui.may-move"));
        if (limbsOf(snapshot, cell).length) words.push(t("ui.may-grow"));
      }
    } else words.push(t("ui.free"));
    for (const sign of signs.get(cell) ?? []) words.push(t(`ui.mark.${sign}`));
    words.push(...added, ...markLabels(state, cell, t));
    return words.join(t("ui.comma"));
  };
}

/** The labels of all discs in the row of a disc, as one text. Free discs side by side that have nothing else to say are one. */
export function spokenRow(disc: Element | undefined, t: Translator): string {
  const discs = [...(disc?.closest("[role=row]")?.children ?? [])];
  const said: string[] = [];
  let free: string[] = [];
  const sayFree = () => {
    const [first = "", last = first] = [free[0], free.at(-1)];
    if (free.length)
      said.push(
        first === last ? `${first}${t("ui.comma")}${t("ui.free")}` : t("ui.row.free", { first, last }),
      );
    free = [];
  };
  for (const node of discs) {
    const [cell, label] = [node.getAttribute("data-cell") ?? "", node.getAttribute("aria-label") ?? ""];
    if (label === `${cell}${t("ui.comma")}${t("ui.free")}`) free.push(cell);
    else {
      sayFree();
      said.push(label);
    }
  }
  sayFree();
  return said.join(t("ui.row.next") + t("ui.sentence"));
}
