import { describe, expect, it } from "vitest";
import { discsWithText, markLabels, marksWithDraft, noMarks, widthOf } from "../../src/board/marks";
import { BoardPainter } from "../../src/board/painter";
import { createTranslator } from "../../src/i18n/messages";
import { withArrow, withoutDisc, withSpot } from "../../src/pens/annotator";
import { withLabel } from "../../src/pens/pens";
import type { LastTurn, Marks, Snapshot } from "../../src/protocol/types";
import { type State, start } from "../../src/state/state";
import { hex4, midgame } from "../samples";

const t = createTranslator({
  language: "en",
  ui: { "ui.tone.red": "red", "ui.marked.ring": "ring, {tone}" },
  languages: [],
});

const marks: Marks = {
  ...noMarks,
  arrows: [
    ["E3", "E5", "green"],
    ["A1", "A4", "red"],
    ["A4", "A1", "blue"],
  ],
  fills: [
    ["D4", "yellow"],
    ["B1", "green"],
  ],
  rings: [
    ["C1", "red"],
    ["B2", "blue"],
  ],
  labels: [
    ["C1", "fork!"],
    ["B2", "1"],
  ],
  heat: {
    title: "visits",
    cells: [
      ["D4", 12],
      ["F4", 0.5],
      ["G4", 6],
    ],
    low: 0.5,
    high: 12,
  },
};

function draw(snapshot: Snapshot, own: Partial<State> = {}): BoardPainter {
  const painter = new BoardPainter();
  painter.draw({ ...start(snapshot, hex4), ...own }, t);
  return painter;
}

const all = (painter: BoardPainter, selector: string) => [
  ...painter.svg.querySelectorAll<SVGElement>(selector),
];
const looks = (painter: BoardPainter, name: string) =>
  all(painter, `[data-drawn=${name}]`).map((node) => `${node.dataset.on} ${node.dataset.looks}`);

describe("marks on a position", () => {
  it("every kind in its layer: fills and heat below, rings above the game's own, arrows and words on top", () => {
    const painter = draw(midgame({ marks }));
    expect(looks(painter, "rings")).toEqual(["C1 ring red", "B2 ring blue"]);
    expect(looks(painter, "fills")).toEqual(
      expect.arrayContaining([
        "D4 fill yellow",
        "B1 fill green",
        "D4 heat heat4",
        "F4 heat heat0",
        "G4 heat heat2",
      ]),
    );
    expect(all(painter, "[data-drawn=arrows]")).toHaveLength(3);
    const layers = all(painter, "g.adaptoid-layer").map(
      (node) => node.getAttribute("class")?.split("adaptoid-")[2],
    );
    const order = ["fills", "under", "rings", "pieces", "over", "arrows", "labels"];
    expect(layers.filter((name) => order.includes(name ?? ""))).toEqual(order);
  });

  it("no two tones have the same strokes, whatever their hue", () => {
    for (const kind of ["rings", "fills"] as const) {
      const tones = (["green", "red", "blue", "yellow"] as const).map((tone, i): [string, typeof tone] => [
        `A${i + 1}`,
        tone,
      ]);
      const painter = draw(midgame({ marks: { ...marks, fills: [], heat: null, rings: [], [kind]: tones } }));
      const strokes = all(painter, `[data-drawn=${kind}]`).map((node) =>
        [...node.children]
          .map((shape) => ["d", "stroke-width", "stroke-dasharray"].map((name) => shape.getAttribute(name)))
          .join(),
      );
      expect(new Set(strokes).size).toBe(4);
    }
  });

  it("a number makes room for the sign of a possible turn", () => {
    const heat = {
      title: "",
      cells: [["E4", 1] as [string, number], ["F4", 2] as [string, number]],
      low: 1,
      high: 2,
    };
    const snapshot = midgame({ marks: { ...marks, labels: [], heat }, moves: { E3: [["F4", "-", []]] } });
    snapshot.grow = { ...snapshot.grow, new: [["E4", [], []]] };
    const painter = new BoardPainter();
    const heights = (own: Partial<State>) => {
      painter.draw({ ...start(snapshot, hex4), ...own }, t);
      return ["E4", "F4"].map((cell) => {
        const number = painter.svg.querySelector<SVGGElement>(`[data-drawn=labels][data-on=${cell}]`);
        const [, y] = number?.style.transform.match(/ (.*)px\)/) ?? [];
        return Math.round(100 * (Number(y) - (hex4.cells.find((row) => row[0] === cell)?.[2] ?? NaN)));
      });
    };
    expect(heights({})).toEqual([-32, 0]);
    expect(heights({ chosen: "E3" })).toEqual([-32, -32]);
  });

  it("opposite arrows are drawn side by side", () => {
    const aside = (from: string) =>
      all(draw(midgame({ marks })), `[data-drawn=arrows][data-on=${from}] > g`)[0]?.getAttribute("transform");
    expect(aside("A1")).toContain("translate(0 0.1)");
    expect(aside("A4")).toContain("translate(0 0.1)");
    expect(aside("E3")).toContain("translate(0 0)");
  });

  it("labels are in the middle of a free disc or below an adaptoid, where they replace the name", () => {
    const painter = draw(midgame({ marks }));
    const texts = all(painter, "[data-drawn=labels] text").map((node) => node.textContent);
    expect(texts).toEqual(["fork!", "1", "12", "0.5", "6"]);
    expect([...discsWithText(start(midgame({ marks }), hex4))]).toEqual(["C1", "D4"]);
    expect(all(painter, "[data-name=C1]")[0]?.textContent).toBe("");
    expect(all(painter, "[data-name=B2]")[0]?.textContent).toBe("B2");
  });

  it("long and wide labels are drawn smaller", () => {
    expect(widthOf("日本")).toBeGreaterThan(widthOf("il"));
    const sizes = ["1", "abcdefghijkl", "日本語日本語日本語日本語"].map((label) => {
      const painter = draw(midgame({ marks: { ...marks, heat: null, labels: [["A1", label]] } }));
      return Number(all(painter, "[data-drawn=labels] text")[0]?.getAttribute("font-size"));
    });
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(new Set(sizes).size).toBe(3);
  });

  it("a heat map of one number is drawn at its height", () => {
    const heat = { title: "", cells: [["A1", 3] as [string, number]], low: 3, high: 3 };
    expect(looks(draw(midgame({ marks: { ...marks, fills: [], heat } })), "fills")).toEqual([
      "A1 heat heat4",
    ]);
  });

  it("on a shaded disc the last turn is an outline", () => {
    const last: LastTurn = {
      ...{ color: "B", text: "", from: null, to: "D4", route: [], kind: "-" },
      ...{ at: "E5", growth: "leg", parent: null, gone: [] },
    };
    const painter = draw(midgame({ marks, last }));
    expect(all(painter, "[data-mark=to]").map((node) => node.hasAttribute("data-shaded"))).toEqual([true]);
    expect(all(painter, ".adaptoid-under [data-mark=grown]")[0]?.hasAttribute("data-shaded")).toBe(false);
  });

  it("marks on missing discs are not drawn", () => {
    const far: Marks = { ...marks, arrows: [["Z1", "A1", "red"]], rings: [["Z9", "red"]] };
    expect(all(draw(midgame({ marks: far })), "[data-drawn=arrows]")).toHaveLength(0);
  });

  it("are removed with their position", () => {
    const painter = draw(midgame({ marks }));
    painter.draw(start(midgame({ rev: 8 }), hex4), t);
    expect(all(painter, "[data-drawn]")).toHaveLength(0);
  });

  it("are part of the labels of discs", () => {
    const state = start(midgame({ marks }), hex4);
    expect(markLabels(state, "C1", t)).toEqual(["fork!", "ring, red"]);
    expect(markLabels(state, "F4", t)).toEqual(["visits 0.5"]);
    expect(markLabels(state, "A2", t)).toEqual([]);
  });
});

describe("drawing marks", () => {
  it("the same mark again removes it, another tone replaces it", () => {
    const red = withSpot(null, "ring", "D4", "red");
    expect(red?.rings).toEqual([["D4", "red"]]);
    expect(withSpot(red, "ring", "D4", "blue")?.rings).toEqual([["D4", "blue"]]);
    expect(withSpot(red, "ring", "D4", "red")).toBeNull();
    const arrow = withArrow(red, ["A1", "A2", "green"]);
    expect(arrow).toMatchObject({ rings: [["D4", "red"]], arrows: [["A1", "A2", "green"]] });
    expect(withArrow(arrow, ["A2", "A1", "green"])?.arrows).toHaveLength(2);
    expect(withArrow(arrow, ["A1", "A2", "green"])?.arrows).toEqual([]);
  });

  it("a label replaces the old one, an empty label removes it, and quotation marks become curly", () => {
    const labelled = withLabel(marks, "C1", ' say "x" ');
    expect(labelled?.labels).toEqual([
      ["B2", "1"],
      ["C1", "say ”x”"],
    ]);
    expect(withLabel(labelled, "C1", "  ")?.labels).toEqual([["B2", "1"]]);
  });

  it("erasing clears a disc of all that was drawn there, arrows that touch it too; numbers stay", () => {
    const left = withoutDisc(marks, "A1");
    expect(left?.arrows).toEqual([["E3", "E5", "green"]]);
    expect(withoutDisc(marks, "D4")).toMatchObject({ fills: [["B1", "green"]], heat: marks.heat });
    expect(withoutDisc(withSpot(null, "fill", "A1", "red"), "A1")).toBeNull();
  });

  it("an unfinished arrow is drawn instead of the one it would replace", () => {
    const state = { ...start(midgame({ marks }), hex4), draft: ["A1", "A4", "yellow"] as const };
    const drawn = marksWithDraft(state as unknown as State)?.arrows;
    expect(drawn).toHaveLength(3);
    expect(drawn).toContainEqual(["A1", "A4", "yellow"]);
  });
});
