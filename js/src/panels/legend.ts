import { type Level, lensInKey, plate, value } from "../board/lens";
import { marksInKey, ownInKey } from "../board/marks";
import { mapIcon, mapInKey } from "../board/reach_map";
import { icon, picture } from "../board/shapes";
import { changes, html, set, svg } from "../dom/elements";
import type { Words } from "../i18n/messages";
import type { State } from "../state/state";

/** Explains the signs that are on the board now. */
export class Legend {
  readonly element = html("ul.key", { "aria-hidden": "true" });
  readonly #differs = changes();

  draw(state: State, say: Words): void {
    const levels = lensInKey(state);
    // the lens shows itself who starves
    const marks = marksInKey(state).filter((mark) => !levels.length || !/^(starving|hungry)$/.test(mark));
    const { step, turn } = state.snapshot;
    const own = ownInKey(state);
    const map = mapInKey(state);
    if (!this.#differs(JSON.stringify([marks, step, turn, own, levels, map]), say)) return;
    const items = marks.map((mark) => html("li", {}, icon(mark), say(`ui.mark.${mark}`)));
    if (own) items.unshift(html("li", {}, icon(turn), say(`ui.own.${own}`)));
    items.push(...levels.map((level) => html("li", {}, levelIcon(level), say(`ui.food.${level}`))));
    if (map) {
      const { counts } = map;
      const [least, most = least] = [counts[0], counts.at(-1)];
      const range = say("ui.map.count.other", { n: `${least}–${most}` });
      const label = least === most ? say.count("ui.map.count", least ?? 0) : range;
      if (least) items.push(html("li", {}, ...counts.map(mapIcon), label));
      if (map.attack) items.push(html("li", {}, mapIcon("attack"), say("ui.map.attack")));
    }
    set(this.element, { "data-items": items.length });
    this.element.replaceChildren(...items);
  }
}

const SAMPLES: Record<Level, number> = { safe: 2, edge: 0, short: -1 };

function levelIcon(level: Level): SVGSVGElement {
  const shapes = [...plate(level), value(SAMPLES[level])];
  return picture("icon", "-.2 -.2 .4 .4", [svg(`g.food.W.food-${level}`, {}, ...shapes)]);
}
