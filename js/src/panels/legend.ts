import { icon, type Sign } from "../board/shapes";
import { legendForOwn, legendSigns } from "../board/signs";
import { changeDetector, html } from "../dom/elements";
import { morphChildren } from "../dom/morph";
import type { Translator } from "../i18n/messages";
import type { Maps } from "../parts/contract";
import type { Color } from "../protocol/types";
import { isFoodShown, type State } from "../state/state";

/** Explains the signs that are on the board now. */
export class Legend {
  readonly element = html("ul.key", { "aria-hidden": "true" });
  readonly #differs = changeDetector();

  draw(state: State, t: Translator, maps?: Maps): void {
    const showsFood = maps && isFoodShown(state);
    // the food shows who starves
    const signs = legendSigns(state).filter((sign) => !showsFood || !/^(starving|hungry)$/.test(sign));
    const { step, turn } = state.snapshot;
    const own = legendForOwn(state);
    const mapEntries = maps?.legend(state, t);
    if (!this.#differs(JSON.stringify([signs, step, turn, own]), mapEntries, t)) return;
    // signs with the same explanation share an entry
    const entries = new Map<string, (Sign | Color)[]>(own ? [[t(`ui.own.${own}`), [turn]]] : []);
    for (const sign of signs) {
      const name = t(`ui.mark.${/^(from|to)$/.test(sign) ? "grown" : sign}`);
      entries.set(name, [...(entries.get(name) ?? []), sign]);
    }
    const items: Element[] = [...entries].map(([name, icons]) =>
      html("li", { "data-key": icons[0] }, ...icons.map((what) => icon(what)), name),
    );
    items.push(...(mapEntries?.() ?? []));
    morphChildren(this.element, items);
  }
}
