/** The part with the food of each adaptoid and the maps of reach and attack. */

import { Layer } from "../board/layer";
import { picture } from "../board/shapes";
import type { MoreLabels } from "../board/spoken_labels";
import { addStyle, changeDetector, html, svg } from "../dom/elements";
import type { Translator } from "../i18n/messages";
import type { Maps, PartContext } from "../parts/contract";
import { Channel } from "../protocol/channel";
import { preview, type State } from "../state/state";
import {
  captionItems,
  captionKey,
  eatenDrawings,
  feedingLabels,
  hungerDrawings,
  threadDrawings,
} from "./feeding";
import { foodDrawings, foodLabels, foodOf, type Level, legendLevels, numberShape, plate } from "./food";
import style from "./maps.css";
import { MapLayer, mapIcon, mapLabels, mapLegend } from "./reach_map";
import { nextRequest, withAnswer } from "./requests";

const SAMPLES: Record<Level, number> = { safe: 2, edge: 0, short: -1 };

class MapsPart implements Maps {
  readonly #eaten = new Layer("eaten");
  readonly #threads = new Layer("threads");
  readonly #hunger = new Layer("hunger");
  readonly #food = new Layer("food-numbers");
  readonly #map = new MapLayer();
  readonly #differs = changeDetector();
  #legend: () => Element[] = () => [];
  /** A channel of its own, so that clicks need not wait for these requests. */
  readonly #channel: Channel;
  readonly #context: PartContext;

  constructor(context: PartContext) {
    this.#context = context;
    this.#channel = new Channel(context.client);
    const { root, under, over, ghosts } = context.slots;
    addStyle(root, style);
    under.before(this.#eaten.element, this.#map.discs.element);
    ghosts.before(this.#threads.element);
    over.before(this.#hunger.element, this.#food.element, this.#map.lines);
  }

  draw(state: State): void {
    this.#map.draw(state);
    this.#eaten.draw(state, eatenDrawings(state));
    this.#threads.draw(state, threadDrawings(state));
    this.#hunger.draw(state, hungerDrawings(state));
    this.#food.draw(state, foodDrawings(state));
    this.#ask(state);
  }

  #ask(state: State): void {
    const request = this.#channel.busy ? null : nextRequest(state);
    const { rev } = state.snapshot;
    if (!request) return;
    this.#channel.ask(request, rev, (reply) => {
      const now = this.#context.state();
      const after = withAnswer(now, request, rev, reply);
      if (after !== now) this.#context.change(after);
      // another position came before the answer, and found this channel busy
      else this.#ask(now);
    });
  }

  labels(state: State, t: Translator): MoreLabels {
    const values = foodOf(state);
    const aimed = preview(state)?.cell;
    const fed = feedingLabels(state, t);
    return (cell) => [
      ...fed(cell),
      ...foodLabels(values, cell, aimed === cell, t),
      ...mapLabels(state, cell, t),
    ];
  }

  legend(state: State, t: Translator): () => Element[] {
    const levels = legendLevels(state);
    const map = mapLegend(state);
    if (this.#differs(JSON.stringify([levels, map]), captionKey(state), t))
      this.#legend = () => [...captionItems(state, t), ...levelItems(levels, t), ...mapItems(map, t)];
    return this.#legend;
  }
}

function levelItems(levels: readonly Level[], t: Translator): HTMLElement[] {
  return levels.map((level) => html("li", {}, levelIcon(level), t(`ui.food.${level}`)));
}

function mapItems(map: ReturnType<typeof mapLegend>, t: Translator): HTMLElement[] {
  if (!map) return [];
  const { counts } = map;
  const [least, greatest = least] = [counts[0], counts.at(-1)];
  const range = t("ui.map.count.other", { n: `${least}–${greatest}` });
  const label = least === greatest ? t.count("ui.map.count", least ?? 0) : range;
  return [
    ...(least ? [html("li", {}, ...counts.map(mapIcon), label)] : []),
    ...(map.attack ? [html("li", {}, mapIcon("attack"), t("ui.map.attack"))] : []),
  ];
}

function levelIcon(level: Level): SVGSVGElement {
  const shapes = [...plate(level), numberShape(SAMPLES[level])];
  return picture("icon", "-.2 -.2 .4 .4", [svg(`g.food.W.food-${level}`, {}, ...shapes)]);
}

export default (context: PartContext): Maps => new MapsPart(context);
