import { pieceIcon } from "../board/shapes";
import { html, set, text } from "../dom/elements";
import { arrange } from "../dom/morph";
import type { Translator } from "../i18n/messages";
import type { Color } from "../protocol/types";

type Shares = [color: Color, share: number][];

/** The shares in whole per cent. The running sums are rounded, so the shares add up to 100. */
export function percents(shares: Shares): number[] {
  let sum = 0;
  return shares.map(([, share]) => {
    const before = Math.round(100 * sum);
    sum += share;
    return Math.round(100 * sum) - before;
  });
}

/** The shares in words. */
export function shareTexts(shares: Shares, t: Translator): string {
  const whole = percents(shares);
  return shares
    .map(([color], i) => t("ui.analyst.share", { color: t(`ui.${color}`), n: whole[i] ?? 0 }))
    .join(t("ui.comma"));
}

/** Shows who is better: the share of each colour. */
export class EvaluationBar {
  /** The bar in the panel, with numbers. */
  readonly inPanel = html("div.shares", { role: "img" });
  /** The evaluation bar at the edge of the board; the same shares as in the panel. */
  readonly atBoard = html("div.share-bar", { "aria-hidden": "true" });

  draw(shares: Shares, t: Translator): void {
    const bar = this.inPanel;
    const whole = percents(shares);
    set(bar, { "aria-label": t("ui.analyst.shares", { which: shareTexts(shares, t) }) });
    const segments = shares.map(([color, share], i) => {
      const segment =
        bar.querySelector<HTMLElement>(`.adaptoid-share.adaptoid-${color}`) ??
        html(`span.share.${color}`, {}, pieceIcon(color), html("span"));
      segment.style.flexGrow = String(share);
      segment.hidden = !whole[i];
      text(segment.lastElementChild, `${whole[i]} %`);
      return segment;
    });
    arrange(bar, segments);
    this.atBoard.replaceChildren(
      ...shares.map(([color, share]) => {
        const segment = html(`span.${color}`);
        segment.style.flexGrow = String(share);
        return segment;
      }),
    );
  }
}
