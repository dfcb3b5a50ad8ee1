import { beforeEach, describe, expect, it } from "vitest";
import { BoardPainter } from "../../src/board/painter";
import { arrangement, icon, type Sign } from "../../src/board/shapes";
import { legendForOwn, legendSigns } from "../../src/board/signs";
import { createTranslator } from "../../src/i18n/messages";
import { Legend } from "../../src/panels/legend";
import type { LastTurn, Snapshot } from "../../src/protocol/types";
import { placeOf, type State, start } from "../../src/state/state";
import { angleOf } from "../mount";
import { growing, hex4, midgame, ui } from "../samples";

const t = createTranslator({ language: "en", ui });
let painter: BoardPainter;

beforeEach(() => {
  painter = new BoardPainter();
});

function draw(snapshot: Snapshot, own: Partial<State> = {}): State {
  const state = { ...start(snapshot, hex4), ...own };
  painter.draw(state, t);
  painter.drawLabels(state, t);
  return state;
}

const all = (selector: string) => [...painter.svg.querySelectorAll<SVGElement>(selector)];
const cellsOf = (selector: string) =>
  all(selector)
    .map((node) => node.dataset.on)
    .sort();
const piece = (cell: string) => painter.svg.querySelector<SVGElement>(`.adaptoid-pieces [data-on="${cell}"]`);
const signsAt = (cell: string) => [
  ...new Set(all(`[data-mark][data-on="${cell}"]`).map((n) => n.dataset.mark)),
];
const limbs = (cell: string) =>
  [...(piece(cell)?.querySelectorAll<SVGElement>("[data-limb]") ?? [])].map((n) => n.dataset.limb);

const last: LastTurn = {
  color: "B",
  text: "",
  from: null,
  to: null,
  route: [],
  kind: null,
  at: null,
  growth: null,
  parent: null,
  gone: [],
};

describe("discs", () => {
  it("all 37 are drawn with their names", () => {
    draw(midgame());
    expect(all("[data-cell]")).toHaveLength(37);
    expect(all("[data-name=D4]")[0]?.textContent).toBe("D4");
  });

  it("have no names without coordinates", () => {
    draw(midgame({ coordinates: false }));
    expect(all(".adaptoid-name").every((node) => node.textContent === "")).toBe(true);
  });

  it("one of them is the Tab stop", () => {
    draw(midgame());
    expect(all("[data-cell][tabindex='0']").map((node) => node.dataset.cell)).toEqual(["C1"]);
  });

  it("form a grid in the order of the screen, read-only on a board that is not interactive", () => {
    const state = draw(midgame());
    const rows = () =>
      [...painter.svg.querySelectorAll("[role=row]")].map((row) =>
        [...row.children].map((disc) => disc.getAttribute("data-cell")).join(" "),
      );
    expect(painter.svg.getAttribute("role")).toBe("grid");
    expect(rows()[0]).toBe("A1 A2 A3 A4");
    expect(rows()).toHaveLength(7);
    expect(all("[role=row] > [role=gridcell]")).toHaveLength(37);
    expect(all("[data-cell=A1]")[0]?.getAttribute("aria-colindex")).toBe("2");
    expect(all("[data-cell=D1]")[0]?.getAttribute("aria-colindex")).toBe("1");
    expect(all("[aria-selected]").map((disc) => disc.dataset.cell)).toEqual(["C1", "E3"]);
    painter.draw({ ...state, flip: true }, t);
    expect(rows()[0]).toBe("G7 G6 G5 G4");
    draw(midgame({ interactive: false }));
    expect(painter.svg.getAttribute("aria-readonly")).toBe("true");
    expect(all("[aria-selected]")).toHaveLength(0);
  });

  it("keep the focus when the board is flipped or discs are inserted", () => {
    document.body.append(painter.svg);
    const state = draw(midgame());
    const disc = all("[data-cell=B2]")[0];
    disc?.focus();
    painter.draw({ ...state, flip: true }, t);
    expect(document.activeElement).toBe(disc);
    painter.draw({ ...state, discs: { ...hex4, cells: [["Z1", 0, 0], ...hex4.cells] } }, t);
    expect(document.activeElement).toBe(disc);
    painter.svg.remove();
  });

  it("a piece on a missing disc is hidden", () => {
    draw(midgame({ pieces: [["Z9", "W", 0, 0, 0, 0]] }));
    expect(piece("Z9")?.style.display).toBe("none");
  });
});

describe("adaptoids", () => {
  it("legs are low and pincers high; the rest of the slots stay open", () => {
    draw(midgame());
    expect(limbs("G7")).toEqual(["leg", "leg", "pincer", "pincer"]);
    const angles = (cell: string, shapes: string) =>
      [...(piece(cell)?.querySelectorAll(shapes) ?? [])].map(angleOf);
    const openSlots = ".adaptoid-body > path[stroke]";
    expect(angles("G7", "[data-limb] path")).toEqual([120, 240, 60, 300]);
    expect(angles("G7", openSlots)).toEqual([0, 180]);
    expect(angles("C1", openSlots)).toEqual([0, 60, 120, 180, 240, 300]);
  });

  it("each colour has a hub of another shape, so that hue is not needed", () => {
    const pieces: Snapshot["pieces"] = [
      ["A1", "W", 0, 0, 3, 3],
      ["A2", "B", 0, 0, 3, 3],
      ["A3", "R", 0, 0, 3, 3],
    ];
    draw(midgame({ pieces }));
    const hub = (cell: string) => {
      const node = piece(cell)?.querySelector(".adaptoid-core")?.lastElementChild;
      return `${node?.tagName} ${node?.getAttribute("fill") === "none" ? "open" : "full"}`;
    };
    expect(["A1", "A2", "A3"].map(hub)).toEqual(["circle open", "circle full", "path full"]);
  });

  it("an adaptoid that moves keeps its node, so that it can be animated", () => {
    draw(midgame());
    const node = piece("E3");
    const pieces = midgame().pieces.map((row) =>
      row[0] === "E3" ? (["E4", ...row.slice(1)] as typeof row) : row,
    );
    draw(growing({ pieces, last: { ...last, from: "E3", to: "E4", kind: "-" } }));
    expect(piece("E4")).toBe(node);
    expect(piece("E3")).toBeNull();
    draw(midgame({ rev: 9 }));
    expect(piece("E3")).toBe(node);
  });

  it("a capture removes the node of the captured adaptoid", () => {
    draw(midgame());
    const node = piece("E3");
    const pieces = midgame().pieces.flatMap((row) =>
      row[0] === "F5" ? [] : row[0] === "E3" ? [["F5", "W", 1, 2, 5, 2] as typeof row] : [row],
    );
    draw(growing({ pieces, last: { ...last, from: "E3", to: "F5", kind: "x" } }));
    expect(all(".adaptoid-pieces [data-on=F5]")).toEqual([node]);
  });

  it("an adaptoid of another colour on the same disc has its own colour", () => {
    draw(midgame({ pieces: [["D4", "W", 0, 0, 6, 6]] }));
    draw(midgame({ rev: 8, pieces: [["D4", "B", 0, 0, 6, 6]] }));
    expect(all(".adaptoid-pieces > *").map((node) => node.getAttribute("class"))).toEqual([
      expect.stringContaining("adaptoid-B"),
    ]);
  });

  it("a new adaptoid and a new limb are marked as new", () => {
    draw(midgame());
    expect(all(".adaptoid-arrived, .adaptoid-pieces .adaptoid-fresh")).toHaveLength(0);
    const pieces = midgame().pieces.map((row) =>
      row[0] === "E3" ? (["E3", "W", 2, 2, 6, 2] as typeof row) : row,
    );
    draw(midgame({ rev: 8, pieces: [...pieces, ["A1", "W", 0, 0, 3, 3]] }));
    expect(cellsOf(".adaptoid-arrived")).toEqual(["A1"]);
    expect(all(".adaptoid-pieces .adaptoid-fresh path:first-child").map(angleOf)).toEqual([240]);
  });

  it("a dragged adaptoid is drawn above all others", () => {
    draw(midgame(), { chosen: "E3", drag: { x: 3, y: 3 } });
    expect(piece("E3")?.nextElementSibling).toBeNull();
    expect(piece("E3")?.classList).toContain("adaptoid-held");
  });

  it("unchanged adaptoids keep their nodes", () => {
    draw(midgame());
    const before = ["C1", "D4", "G7"].map(piece);
    const shapes = piece("D4")?.querySelector("path");
    draw(growing());
    expect(["C1", "D4", "G7"].map(piece)).toEqual(before);
    expect(piece("D4")?.querySelector("path")).toBe(shapes);
  });
});

describe("signs, each of another shape", () => {
  it("the reach of the chosen adaptoid: free discs, capture, exchange, death of the attacker", () => {
    draw(midgame(), { chosen: "E3" });
    expect(signsAt("E3")).toEqual(["chosen"]);
    expect(signsAt("E4")).toEqual(["reach"]);
    expect(signsAt("F5")).toEqual(["capture"]);
    expect(signsAt("E5")).toEqual(["exchange"]);
    expect(signsAt("D4")).toEqual(["death"]);
    const shapes = ["F5", "E5", "D4"].map((cell) => {
      const node = all(`[data-mark][data-on=${cell}] > *`)[0];
      return `${node?.tagName} ${node?.getAttribute("stroke-dasharray")}`;
    });
    expect(new Set(shapes).size).toBe(3);
  });

  it("no reach without a chosen adaptoid", () => {
    draw(midgame());
    expect(all("[data-mark=reach], [data-mark=capture]")).toHaveLength(0);
  });

  it("where a new adaptoid may grow: faint in the move step, plain in the growth step", () => {
    draw(midgame());
    expect(cellsOf("[data-mark=newQuiet]")).toEqual(["B1", "D3", "E4"]);
    draw(growing());
    expect(cellsOf("[data-mark=new]")).toEqual(["B1", "D3", "E4"]);
    expect(all("[data-mark=newQuiet]")).toHaveLength(0);
  });

  it("a growth that would starve an enemy carries a cross, unless the enemy starves anyway", () => {
    draw(midgame());
    expect(cellsOf("[data-mark=starver]")).toEqual(["E4"]);
    draw(midgame({ starving: ["D4"] }));
    expect(all("[data-mark=starver]")).toHaveLength(0);
    draw(midgame(), { chosen: "E3" });
    expect(all("[data-mark=starver]")).toHaveLength(0);
  });

  it("no plus where the chosen adaptoid can move, because a click would move", () => {
    draw(midgame(), { chosen: "E3" });
    expect(cellsOf("[data-mark=newQuiet]")).toEqual(["B1"]);
  });

  it("what starves now, under the adaptoid", () => {
    draw(midgame());
    expect(cellsOf("[data-mark=starving]")).toEqual(["G7"]);
  });

  it("a hovered move shows its own starving and where the adaptoid would stand", () => {
    draw(midgame(), { chosen: "E3", hover: "E4" });
    expect(signsAt("D4")).toContain("starving");
    expect(signsAt("G7")).toEqual([]);
    expect(cellsOf(".adaptoid-proposal .adaptoid-piece")).toEqual(["E4"]);
    expect(all(".adaptoid-proposal [data-limb]")).toHaveLength(3);
  });

  it("a hovered growth shows a bare adaptoid", () => {
    draw(growing(), { hover: "B1" });
    expect(cellsOf(".adaptoid-proposal .adaptoid-W")).toEqual(["B1"]);
    expect(all(".adaptoid-proposal [data-limb]")).toHaveLength(0);
  });

  it("a hovered attack crosses out the adaptoids that would leave", () => {
    const state = draw(midgame(), { chosen: "E3", hover: "F5" });
    expect(cellsOf("[data-mark=lost]")).toEqual(["F5"]);
    painter.draw({ ...state, hover: "E5" }, t);
    expect([...new Set(cellsOf("[data-mark=lost]"))]).toEqual(["E3", "E5"]);
    painter.draw({ ...state, hover: "D4" }, t);
    expect([...new Set(cellsOf("[data-mark=lost]"))]).toEqual(["E3"]);
  });

  it("a hovered limb is drawn on the adaptoid as a proposal", () => {
    draw(growing(), { chosen: "E3", hoverLimb: "leg" });
    expect(limbs("E3")).toEqual(["leg", "leg", "pincer", "pincer"]);
    const fresh = piece("E3")?.querySelectorAll(".adaptoid-proposed .adaptoid-fresh");
    expect([...(fresh ?? [])].map((node) => (node as SVGElement).dataset.limb)).toEqual(["leg"]);
    draw(growing(), { chosen: "E3" });
    expect(limbs("E3")).toEqual(["leg", "pincer", "pincer"]);
  });

  it("the last turn: from, to, grown", () => {
    draw(midgame({ last: { ...last, from: "A1", to: "A2", kind: "-", at: "A3", growth: "new" } }));
    expect(["A1", "A2", "A3"].map((cell) => signsAt(cell)[0])).toEqual(["from", "to", "grown"]);
  });

  it("a starved adaptoid is a crossed-out ghost until the next snapshot", () => {
    const gone: LastTurn["gone"] = [["A4", "W", 1, 2, "starved"]];
    draw(midgame({ last: { ...last, gone } }));
    expect(cellsOf(".adaptoid-ghosts .adaptoid-W")).toEqual(["A4"]);
    expect(signsAt("A4")).toEqual(["lost"]);
    draw(midgame({ rev: 8 }));
    expect(all(".adaptoid-ghosts > *")).toHaveLength(0);
  });

  it("a captured adaptoid is shown as a broken body beside the captor", () => {
    draw(midgame({ last: { ...last, gone: [["D4", "W", 0, 0, "captured"]] } }));
    expect(all(".adaptoid-ghosts > *")).toHaveLength(0);
    expect(signsAt("D4")).toEqual(["taken"]);
  });

  it("a board that is not interactive shows no reach or growth", () => {
    draw(midgame({ interactive: false }), { chosen: "E3", hover: "E4" });
    expect(all("[data-mark=reach], [data-mark=newQuiet], [data-mark=chosen]")).toHaveLength(0);
  });
});

it.each<Sign>(["reach", "capture"])("the sign of %s fills its place in the legend", (sign) => {
  const picture = icon(sign);
  const [left = 0, top = 0, wide = 0] = picture.getAttribute("viewBox")?.split(" ").map(Number) ?? [];
  const circle = picture.querySelector("circle");
  const [cx, cy, r] = ["cx", "cy", "r"].map((name) => Number(circle?.getAttribute(name)));
  expect(cx).toBeCloseTo(left + wide / 2, 1);
  expect(cy).toBeCloseTo(top + wide / 2, 1);
  expect(r).toBeGreaterThan(wide / 5);
});

describe("signs and names do not collide", () => {
  it("draws names under the bodies", () => {
    const layers = [...painter.svg.children].map((node) => node.getAttribute("class"));
    const [names, ghosts, pieces] = ["names", "ghosts", "pieces"].map((name) =>
      layers.findIndex((layer) => layer?.includes(`adaptoid-${name}`)),
    );
    expect(names).toBeGreaterThan(0);
    expect(names).toBeLessThan(Math.min(ghosts ?? 0, pieces ?? 0));
  });

  it("places a name beside the limbs of a ghost too", () => {
    const yOf = () => Number(all("[data-name=A4]")[0]?.getAttribute("y"));
    draw(midgame());
    const free = yOf();
    draw(midgame({ rev: 8, last: { ...last, gone: [["A4", "W", 3, 2, "starved"]] } }));
    expect(yOf()).toBeLessThan(free);
  });

  it("places a name at a free slot, and writes none among six limbs", () => {
    for (let limbs = 0; limbs <= 6; limbs++) {
      draw(midgame({ pieces: [["E3", "W", limbs, 0, 6, 6 - limbs]] }));
      const name = painter.svg.querySelector<SVGTextElement>("[data-name=E3]");
      const [x, y] = ["x", "y"].map((axis) => Number(name?.getAttribute(axis)));
      const place = placeOf(start(midgame(), hex4), "E3") ?? { x: 0, y: 0 };
      // letters reach about 0.05 above their baseline
      const angle = (Math.atan2((x ?? 0) - place.x, place.y - (y ?? 0) + 0.05) * 180) / Math.PI;
      const free = arrangement(limbs, 0).flatMap((filled, slot) => (filled === "." ? [60 * slot] : []));
      const isNear = free.some((slot) => Math.abs(((angle - slot + 540) % 360) - 180) < 31);
      expect(name?.textContent).toBe(limbs < 6 ? "E3" : "");
      if (limbs < 6) expect(isNear).toBe(true);
    }
  });

  it("offers nothing during a replay", () => {
    const offers = "[data-mark=new], [data-mark=newQuiet], [data-mark=reach], [data-mark=chosen]";
    draw(midgame(), { chosen: "E3" });
    expect(all(offers)).not.toHaveLength(0);
    const state = draw(midgame(), { chosen: "E3", replaying: true });
    expect(all(offers)).toHaveLength(0);
    expect(legendForOwn({ ...state, chosen: null })).toBeNull();
  });

  it("warns of a limb that is one too many before it grows", () => {
    const pieces: Snapshot["pieces"] = [["E3", "W", 1, 1, 2, 0]];
    const grow = { ...midgame().grow, hungry: ["E3"] };
    draw(midgame({ pieces, grow }), { chosen: "E3" });
    expect(signsAt("E3")).not.toContain("hungry");
    draw(midgame({ pieces, grow }), { chosen: "E3", hoverLimb: "leg" });
    expect(signsAt("E3")).toContain("hungry");
  });

  it("explains every sign that is on the board in the legend", () => {
    const gone: LastTurn["gone"] = [["C4", "W", 1, 0, "starved"]];
    const turn: LastTurn = { ...last, from: "A1", to: "A2", at: "D4", gone };
    const state = draw(midgame({ last: turn }), { chosen: "E3" });
    const drawn = new Set(all("[data-mark]").map((node) => node.dataset.mark));
    // the selected adaptoid needs no words
    for (const sign of ["chosen", "newQuiet"]) drawn.delete(sign);
    const explained: Sign[] = legendSigns(state);
    expect(explained).toContain("lost");
    expect(explained).toContain("grown");
    expect([...drawn].filter((sign) => !explained.includes(sign as Sign))).toEqual([]);
    const legend = new Legend();
    legend.draw(state, t);
    const entries = [...legend.element.children].filter((entry) => entry.textContent === t("ui.mark.grown"));
    expect(entries.map((entry) => entry.querySelectorAll("svg").length)).toEqual([3]);
  });

  it("explains where an adaptoid can be placed in an open start", () => {
    expect(legendSigns(draw(midgame({ step: "place", last: null })))).toContain("new");
  });
});
