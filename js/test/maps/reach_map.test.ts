import { describe, expect, it } from "vitest";
import { createTranslator } from "../../src/i18n/messages";
import { MapLayer, mapLabels, mapLegend } from "../../src/maps/reach_map";
import type { ReachMap } from "../../src/protocol/types";
import { type State, start } from "../../src/state/state";
import { hex4, midgame } from "../samples";

const t = createTranslator({
  language: "en",
  ui: {
    "ui.B": "Black",
    "ui.comma": ", ",
    "ui.map.by": "{color} from {cells}",
    "ui.map.attackers": "hit from {cells}",
  },
  languages: [],
});

const map: ReachMap = {
  color: "B",
  reach: [
    ["C4", ["D4"]],
    ["D5", ["D4", "E5", "F5"]],
    ["E6", ["D4", "E5", "F5", "G7", "D6"]],
  ],
  attacks: [["E3", ["D4", "E5"]]],
};

const mapping = (own: Partial<State> = {}): State => ({
  ...start(midgame(), hex4),
  inspect: { showsFood: false, map: "B", food: null, reach: { rev: 7, color: "B", answer: map } },
  ...own,
});

function draw(state: State): MapLayer {
  const map = new MapLayer();
  map.draw(state);
  return map;
}

const all = ({ discs, lines }: MapLayer, selector: string) =>
  [discs.element, lines].flatMap((part) => [...part.querySelectorAll<SVGElement>(selector)]);

describe("a reach map", () => {
  it("shades the discs that are reached and counts by dots, from five on by a number", () => {
    const layer = draw(mapping());
    expect(all(layer, "[data-reach]").map((node) => [node.dataset.on, node.dataset.reach])).toEqual([
      ["C4", "1"],
      ["D5", "3"],
      ["E6", "5"],
    ]);
    const dots = all(layer, "[data-reach]").map((node) => node.querySelectorAll(".adaptoid-dot").length);
    expect(dots).toEqual([1, 3, 0]);
    expect(all(layer, "[data-reach] text").map((node) => node.textContent)).toEqual(["5"]);
    const fills = all(layer, "[data-reach]").map((node) => node.firstElementChild?.getAttribute("fill"));
    expect(new Set(fills).size).toBe(3);
  });

  it("rings adaptoids that can be attacked", () => {
    expect(all(draw(mapping()), "[data-attack]").map((node) => node.dataset.on)).toEqual(["E3"]);
  });

  it("draws lines to the hovered disc", () => {
    const layer = draw(mapping({ hover: "D5" }));
    expect(layer.lines.children).toHaveLength(3);
    layer.draw(mapping({ hover: "E3" }));
    expect(layer.lines.children).toHaveLength(2);
    layer.draw(mapping());
    expect(layer.lines.children).toHaveLength(0);
  });

  it("is removed when the position changes, until Python sends the new map", () => {
    const layer = draw(mapping());
    layer.draw(mapping({ snapshot: midgame({ rev: 8 }) }));
    expect(all(layer, "[data-reach], [data-attack]")).toHaveLength(0);
  });

  it("flips with the board", () => {
    const layer = draw(mapping());
    const place = () => all(layer, "[data-reach][data-on=C4]")[0]?.style.transform;
    const before = place();
    layer.draw(mapping({ flip: true }));
    expect(place()).not.toBe(before);
  });

  it("is explained in the legend and in the labels of discs", () => {
    expect(mapLegend(mapping())).toEqual({ counts: [1, 3, 5], attack: true, color: "B" });
    expect(mapLabels(mapping(), "D5", t)).toEqual(["Black from D4, E5, F5"]);
    expect(mapLabels(mapping(), "E3", t)).toEqual(["hit from D4, E5"]);
    expect(mapLabels(mapping(), "A1", t)).toEqual([]);
  });
});
