/** The turn that was played on the analysed position, compared with the best one. */

import type { ShownLine } from "../animation/demonstration";
import { changeDetector, html, set, text } from "../dom/elements";
import type { Translator } from "../i18n/messages";
import type { Compared, Comparison } from "../protocol/types";
import { playButton } from "./line_buttons";
import { scoreOf } from "./turn_texts";

export class ComparisonCard {
  readonly #title = html("b");
  readonly #list = html("ol");
  /** The rows so far: one for each turn that a comparison has. */
  readonly #rows: ComparedRow[] = [];
  readonly #changes = html("p");
  readonly element = html("section.compared", { hidden: true }, this.#title, this.#list, this.#changes);
  #lines: ShownLine[] = [];
  #drawn = "";

  /** Shows a comparison, or with null nothing. Returns what is new, for screen readers, or "". */
  draw(comparison: Comparison | null, node: number, t: Translator): string {
    this.element.hidden = !comparison;
    const { ply = 0, turn = "", turns = [], changes = [] } = comparison ?? {};
    const title = comparison ? t("ui.compare", { turn }) : "";
    text(this.#title, title);
    set(this.element, { "aria-label": title });
    for (const _ of turns.slice(this.#rows.length)) {
      const row = new ComparedRow(`compared ${this.#rows.length}`);
      this.#rows.push(row);
      this.#list.append(row.element);
    }
    this.#rows.forEach((row, i) => {
      row.draw(turns[i], t);
    });
    this.#lines = turns.map(({ line }) => ({ from: ply - 1, to: ply, node, turns: line.turns }));
    const features = changes.map(([name, worth]) => `${featureName(name, t)} ${signed(worth, t)}`);
    const best = turns[0]?.line.turns[0] ?? "";
    const isShown = features.length > 0 && best !== turn;
    text(
      this.#changes,
      isShown ? t("ui.compare.changes", { turn, best, which: features.join(t("ui.comma")) }) : "",
    );
    const said = comparison ? `${title}. ${turns.map(({ why }) => why).join(" ")}` : "";
    const isNew = said !== this.#drawn;
    this.#drawn = said;
    return isNew ? said : "";
  }

  /** The line that the button of a row plays. */
  lineOf(row: number): ShownLine | null {
    return this.#lines[row] ?? null;
  }
}

/** A turn with its score, the best play after it, why, and a button that shows it on the board. */
class ComparedRow {
  readonly #head = html("p");
  readonly #why = html("p");
  readonly #differs = changeDetector();
  readonly element = html("li");
  /** What the button plays. */
  readonly #plays: string;

  constructor(plays: string) {
    this.#plays = plays;
  }

  draw(compared: Compared | undefined, t: Translator): void {
    // a button that is drawn again under the pointer gets no click
    if (!this.#differs(JSON.stringify(compared), t)) return;
    this.element.hidden = !compared;
    if (!compared) return;
    const [first = "", ...then] = compared.line.turns;
    set(this.element, { "data-mark": compared.mark });
    this.element.replaceChildren(playButton(this.#plays, t("ui.remark.see"), {}), this.#head, this.#why);
    const parts = [html("b", {}, `${first}${compared.mark}`), ` ${scoreOf(compared.line, t)}`];
    this.#head.replaceChildren(
      ...parts,
      then.length ? html("span.compared-line", {}, ` ${then.join(" ")}`) : "",
    );
    text(this.#why, compared.why);
  }
}

/** What is to spare is called so on the board too. */
function featureName(name: string, t: Translator): string {
  return name === "to_spare" ? t("ui.food.safe") : t(`ui.feature.${name}`);
}

function signed(worth: number, t: Translator): string {
  return scoreOf({ score: worth, win: null, exact: true }, t);
}
