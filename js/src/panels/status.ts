import { icon } from "../board/shapes";
import { html, onResize, set } from "../dom/elements";
import { morphElement } from "../dom/morph";
import type { Translator } from "../i18n/messages";
import type { Color, Snapshot } from "../protocol/types";
import { isGrowing, isPlaying, type State } from "../state/state";

/** Whose turn it is, the step of the turn, the buttons that belong to it, and what has just happened or the hint. */
export class StatusPanel {
  readonly #text = html("span");
  readonly #news = html("p.news", {}, this.#text);
  readonly element = html("div.status-panel", {}, this.#news);
  #scrolls = false;

  constructor() {
    // keys can scroll news that are too long for their place
    onResize(this.#text, () => {
      this.#scrolls = this.#text.offsetHeight > this.#news.clientHeight;
      set(this.#news, { tabindex: this.#scrolls ? 0 : null });
    });
  }

  draw({ snapshot, previewedGrowth, note }: State, t: Translator): void {
    const isPreviewed = previewedGrowth !== null;
    const { colors, news, result, status, step, turn } = snapshot;
    // a draw has no winner, and while sides are chosen it is nobody's turn
    const badge: Color[] =
      result === "draw" || step === "choose" ? colors : [(result as Color | null | undefined) || turn];
    morphElement(
      this.element,
      html(
        "div.status-panel",
        { "data-over": Boolean(result), "data-result": result, "data-step": step },
        html("div.badge", {}, ...badge.map((color) => icon(color))),
        html("p.status", {}, isPreviewed ? t("ui.previewed") : status),
        html(
          "div.steps-row",
          {},
          steps(snapshot, isPreviewed, t),
          html("div.choices", {}, ...choices(snapshot, isPreviewed, t)),
        ),
        html(
          `p.news${note && ".note"}`,
          { tabindex: this.#scrolls ? 0 : null },
          html("span", {}, note || news),
        ),
      ),
    );
  }
}

function steps(snapshot: Snapshot, isPreviewed: boolean, t: Translator): HTMLElement {
  const now = isPreviewed || isGrowing(snapshot) ? "grow" : snapshot.step;
  const shown = snapshot.interactive && isPlaying(snapshot) ? ["move", "grow", "feed"] : [];
  const items = shown.map((step) =>
    html("li", { "aria-current": step === now && "step" }, t(`ui.step.${step}`)),
  );
  return html("ol.steps", { "aria-label": t("ui.steps") }, ...items);
}

function choices(
  { step, interactive, colors, pass, computer }: Snapshot,
  isPreviewed: boolean,
  t: Translator,
): HTMLElement[] {
  if (!interactive) return [];
  const buttons = (step === "choose" ? colors : []).map((color) =>
    html(
      "button.button.primary",
      { "data-key": color, "data-choose": color },
      icon(color),
      t("ui.choose", { color: t(`ui.${color}`) }),
    ),
  );
  if (pass || isPreviewed)
    buttons.push(html("button.button.primary", { "data-key": "pass", "data-pass": true }, t("ui.pass")));
  if (computer?.does) {
    const { does } = computer;
    buttons.push(html("button.button", { "data-key": does, "data-do": does }, t(`ui.${does}`)));
  }
  return buttons;
}
