import { legendForOwn, legendMarks } from "../board/marks";
import { icon, type Mark } from "../board/shapes";
import { changeDetector, html, set } from "../dom/elements";
import { morphChildren } from "../dom/morph";
import type { Translator } from "../i18n/messages";
import type { Maps } from "../parts/contract";
import type { Color } from "../protocol/types";
import { isLensOn, type State } from "../state/state";

/** Explains the signs that are on the board now. */
export class Legend {
  readonly element = html("ul.key", { "aria-hidden": "true" });
  readonly #differs = changeDetector();

  draw(state: State, t: Translator, maps?: Maps): void {
    const lens = maps && isLensOn(state);
    // the lens shows by itself who starves
    const marks = legendMarks(state).filter((mark) => !lens || !/^(starving|hungry)$/.test(mark));
    const { step, turn } = state.snapshot;
    const own = legendForOwn(state);
    const mapEntries = maps?.legend(state, t);
    if (!this.#differs(JSON.stringify([marks, step, turn, own]), mapEntries, t)) return;
    // signs with the same explanation share an entry
    const entries = new Map<string, (Mark | Color)[]>(own ? [[t(`ui.own.${own}`), [turn]]] : []);
    for (const mark of marks) {
      const name = t(`ui.mark.${/^(from|to)$/.test(mark) ? "grown" : mark}`);
      entries.set(name, [...(entries.get(name) ?? []), mark]);
    }
    const items: Element[] = [...entries].map(([name, signs]) =>
      html("li", { "data-key": signs[0] }, ...signs.map((sign) => icon(sign)), name),
    );
    items.push(...(mapEntries ?? []));
    set(this.element, { "data-items": items.length });
    morphChildren(this.element, items);
  }
}
