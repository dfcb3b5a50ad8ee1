import { describe, expect, it, onTestFinished, vi } from "vitest";
import controls from "../../src/controls/controls";
import editor from "../../src/editor/editor";
import { thousandths } from "../../src/editor/layout_editor";
import widget from "../../src/index";
import { bundleParts } from "../../src/parts/part_loader";
import type { Edit, Snapshot } from "../../src/protocol/types";
import { placeOf, start } from "../../src/state/state";
import { choose, find, has, key, mounts, pixels, point, press, show } from "../mount";
import { FakeModel, hex4, midgame } from "../samples";

const DRAFT: Edit = {
  since: 0,
  tool: "position",
  step: "move",
  switches: ["weaker-dies"],
  board: "hex4",
  boards: [
    ["hex4", 37],
    ["ring", 30],
  ],
  playable: true,
  problems: [],
  off_board: [],
  undo: true,
  redo: false,
  shape: null,
};
const SHAPE = {
  free: false,
  discs: 37,
  max: 61,
  parts: 1,
  ghosts: [
    ["A5", 5, 0.866],
    ["0,1", 1, 0],
  ] as [string, number, number][],
};

mounts();
pixels();
// the part is bundled as in a shared page; loader.test.ts tests how parts are loaded in a notebook
bundleParts({ controls, editor });

function editing(edit: Partial<Edit> = {}, changes: Partial<Snapshot> = {}): Snapshot {
  return midgame({
    step: "edit",
    moves: {},
    grow: { new: [], leg: [], pincer: [], hungry: [] },
    starving: [],
    edit: { ...DRAFT, ...edit },
    ...changes,
  });
}

function open(edit: Partial<Edit> = {}, changes: Partial<Snapshot> = {}) {
  const model = new FakeModel(editing(edit, changes));
  return { model, el: show(model) };
}

const wish = (model: FakeModel) => {
  const { id: _, rev: __, kind, ...rest } = model.last;
  expect(kind).toBe("edit");
  return rest;
};

it("neither a draft nor an open start is analysed, or gets a hint", () => {
  const disabled = (snapshot: Snapshot) => {
    const el = show(new FakeModel({ ...snapshot, analyst: true }));
    return ["analyse", "hint"].map((button) => find(el, `[data-do=${button}]`).ariaDisabled);
  };
  for (const snapshot of [editing(), midgame({ step: "place" }), midgame({ step: "choose" })])
    expect(disabled(snapshot)).toEqual(["true", "true"]);
  expect(disabled(midgame())).toEqual([null, null]);
});

it("after an empty board, the next click puts a white adaptoid", () => {
  const { model, el } = open();
  press(el, "[data-edit=clear]");
  model.answer();
  press(el, "[data-cell=D4]");
  expect(wish(model)).toEqual({ what: "body", color: "W", at: "D4" });
});

describe("the editor opens and closes", () => {
  it("by its button, for a board that takes clicks", () => {
    const model = new FakeModel(midgame());
    const el = show(model);
    expect(find(el, ".adaptoid-widget").dataset.edit).toBeUndefined();
    press(el, "[data-do=edit]");
    expect(wish(model)).toEqual({ what: "open" });
    model.show(editing({}, { rev: 8 }));
    model.answer();
    expect(find(el, ".adaptoid-widget").dataset.edit).toBe("position");
    expect(document.activeElement).toBe(find(el, '[data-edit="tool:position"]'));
  });

  it.each(["play", "open-start", "close"])("by %s", (button) => {
    const { model, el } = open();
    press(el, `[data-edit=${button}]`);
    expect(wish(model)).toEqual({ what: button });
    model.show(midgame({ rev: 8 }));
    model.answer();
    expect((document.activeElement as HTMLElement).dataset.cell).toBe("C1");
  });

  it("a draft that is no position cannot be played", () => {
    const { model, el } = open({ playable: false });
    press(el, "[data-edit=play]");
    expect(model.sent).toHaveLength(0);
  });
});

describe("a click means what the palette says", () => {
  it.each([
    [false, true],
    [true, false],
  ])("the hint names keys only without touch (%s)", (matches, hasKeys) => {
    vi.stubGlobal("matchMedia", () => ({ matches, addEventListener() {}, removeEventListener() {} }));
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    for (const shape of [null, SHAPE]) {
      const hint = find(open({ shape }).el, ".adaptoid-edit-hint small").textContent ?? "";
      expect(hint).toContain("ui.edit.hint");
      expect(hint.includes("ui.edit.keys")).toBe(hasKeys);
    }
  });

  it.each([
    ["B", { what: "body", at: "D4", color: "B" }],
    ["leg", { what: "limb", at: "D4", limb: "leg", by: 1 }],
    ["pincer", { what: "limb", at: "D4", limb: "pincer", by: 1 }],
    ["erase", { what: "take", at: "D4" }],
  ])("%s", (brush, expected) => {
    const { model, el } = open();
    press(el, `[data-brush=${brush}]`);
    expect(
      find(el, `[data-brush=${brush}]`).ariaPressed ??
        find(el, `[data-brush=${brush}]`).getAttribute("aria-pressed"),
    ).toBe("true");
    press(el, "[data-cell=D4]");
    expect(wish(model)).toEqual(expected);
  });

  it("Red's body is offered if Red plays", () => {
    expect(find(open().el, "[data-brush=R]").hidden).toBe(true);
    const sides: Snapshot["sides"] = [
      ["W", 10, 11, 10, 1, 10],
      ["B", 8, 10, 5, 0, 10],
      ["R", 12, 12, 12, 0, 10],
    ];
    expect(find(open({}, { sides }).el, "[data-brush=R]").hidden).toBe(false);
  });

  it("the move tool chooses an adaptoid, changes its limbs and moves it", () => {
    const { model, el } = open();
    press(el, "[data-cell=D4]");
    expect(model.sent).toHaveLength(0);
    expect(has(el, "[data-mark=chosen][data-on=D4]")).toBe(true);
    press(el, '[data-edit="limb:leg:1"]');
    expect(wish(model)).toEqual({ what: "limb", at: "D4", limb: "leg", by: 1 });
    model.show(editing({}, { rev: 8 }));
    model.answer();
    expect(has(el, "[data-mark=chosen][data-on=D4]")).toBe(true);
    press(el, "[data-cell=A1]");
    expect(wish(model)).toEqual({ what: "move", at: "D4", to: "A1" });
  });

  it("the move tool gives the reason why nothing moves from a free disc", () => {
    const { model, el } = open();
    key(el, "[data-cell=A1]", "Enter");
    expect(wish(model)).toEqual({ what: "move", at: "A1", to: "A1" });
    model.answer({ ok: false, text: "There is no adaptoid on A1.", at: "A1" });
    expect(find(el, ".adaptoid-reason").textContent).toBe("There is no adaptoid on A1.");
    expect(has(el, "[data-mark=chosen]")).toBe(false);
  });

  it("a second click cancels the choice, and the bin removes the adaptoid", () => {
    const { model, el } = open();
    press(el, "[data-cell=D4]");
    press(el, "[data-cell=D4]");
    expect(has(el, "[data-mark=chosen]")).toBe(false);
    press(el, "[data-cell=D4]");
    press(el, "[data-edit=take]");
    expect(wish(model)).toEqual({ what: "take", at: "D4" });
  });

  it("switching to the layout tool cancels the choice", () => {
    const { model, el } = open();
    press(el, "[data-cell=E3]");
    expect(has(el, "[data-mark=chosen]")).toBe(true);
    model.show(editing({ tool: "layout", shape: SHAPE }, { rev: 8 }));
    expect(has(el, "[data-mark=chosen]")).toBe(false);
    model.show(editing({}, { rev: 9 }));
    expect(has(el, "[data-mark=chosen]")).toBe(false);
  });

  it("fast clicks are sent one after the other", () => {
    const { model, el } = open();
    press(el, "[data-brush=W]");
    press(el, "[data-cell=A1]");
    press(el, "[data-cell=A2]");
    expect(model.sent).toHaveLength(1);
    model.show(editing({}, { rev: 8 }));
    model.answer();
    expect(wish(model)).toEqual({ what: "body", at: "A2", color: "W" });
    expect(model.last.rev).toBe(8);
  });

  it("waiting clicks are dropped when Python does not answer", () => {
    const { model, el } = open();
    press(el, "[data-brush=W]");
    press(el, "[data-cell=A1]");
    press(el, "[data-cell=A2]");
    vi.advanceTimersByTime(5000);
    press(el, "[data-cell=A3]");
    expect(model.sent.map((intent) => intent.at)).toEqual(["A1", "A3"]);
  });

  it("a drag ends when its adaptoid is removed or replaced, but not with a change elsewhere", () => {
    for (const [there, moved] of [
      [midgame().pieces.filter(([cell]) => cell !== "C1"), true],
      [midgame().pieces.filter(([cell]) => cell !== "E3"), false],
      [[["E3", "B", 0, 0, 6, 6]], false],
    ] as [Snapshot["pieces"], boolean][]) {
      const { model, el } = open();
      const svg = find(el, ".adaptoid-svg");
      const [, clientX, clientY] = hex4.cells.find(([cell]) => cell === "A1") ?? ["", 0, 0];
      point(find(el, "[data-cell=E3]"), "pointerdown");
      point(svg, "pointermove", { clientX: 20 });
      expect(has(el, ".adaptoid-held")).toBe(true);
      model.show(editing({}, { rev: 8, pieces: there }));
      point(svg, "pointermove", { clientX: 30 });
      expect(has(el, ".adaptoid-held")).toBe(moved);
      point(svg, "pointerup", { clientX, clientY });
      expect(model.sent.map(({ what, at, to }) => [what, at, to])).toEqual(
        moved ? [["move", "E3", "A1"]] : [],
      );
    }
  });

  it("a refusal is shown at its disc", () => {
    const { model, el } = open();
    press(el, "[data-brush=leg]");
    press(el, "[data-cell=A4]");
    model.answer({ ok: false, code: "edit-no-body", text: "A4 is empty.", at: "A4" });
    expect(find(el, ".adaptoid-reason").textContent).toBe("A4 is empty.");
    expect(find(el, ".adaptoid-reason").dataset.at).toBe("A4");
  });
});

describe("by keyboard", () => {
  it.each([
    ["w", {}, { what: "body", at: "A1", color: "W" }],
    ["B", {}, { what: "body", at: "A1", color: "B" }],
    ["l", {}, { what: "limb", at: "A1", limb: "leg", by: 1 }],
    ["L", { shiftKey: true }, { what: "limb", at: "A1", limb: "leg", by: -1 }],
    ["p", {}, { what: "limb", at: "A1", limb: "pincer", by: 1 }],
    ["Delete", {}, { what: "take", at: "A1" }],
    ["Backspace", {}, { what: "take", at: "A1" }],
  ])("%s on a disc", (name, modifiers, expected) => {
    const { model, el } = open();
    expect(key(el, "[data-cell=A1]", name, modifiers)).toBe(false);
    expect(wish(model)).toEqual(expected);
  });

  it("Enter uses the tool in hand", () => {
    const { model, el } = open();
    press(el, "[data-brush=B]");
    key(el, "[data-cell=A1]", "Enter");
    expect(wish(model)).toEqual({ what: "body", at: "A1", color: "B" });
  });

  it("undo is sent to the editor", () => {
    const { model, el } = open();
    key(el, "[data-cell=A1]", "z", { ctrlKey: true });
    expect(wish(model)).toEqual({ what: "undo" });
  });

  it("keys of the game's tools do nothing", () => {
    const { model, el } = open();
    for (const name of ["m", "a"]) key(el, "[data-cell=A1]", name);
    expect(model.sent).toHaveLength(0);
    expect(find(el, ".adaptoid-board").dataset.pen).toBeUndefined();
  });

  it("Shift with an arrow moves a free disc, as the screen shows it", () => {
    const { model, el } = open({ tool: "layout", shape: { ...SHAPE, free: true } });
    key(el, "[data-cell=A1]", "ArrowUp", { shiftKey: true });
    expect(wish(model)).toEqual({ what: "hop", at: "A1", x: 0, y: -1000 });
    model.answer();
    choose(el, "flip");
    key(el, "[data-cell=A1]", "ArrowUp", { shiftKey: true });
    expect(wish(model)).toMatchObject({ y: 1000 });
  });

  it("Shift with an arrow does not move a lattice disc", () => {
    const { model, el } = open({ tool: "layout", shape: SHAPE });
    key(el, "[data-cell=A1]", "ArrowUp", { shiftKey: true });
    expect(model.sent).toHaveLength(0);
  });
});

describe("the text beside the board", () => {
  const type = (el: HTMLElement, text: string) => {
    const field = find<HTMLTextAreaElement>(el, "[data-edit=text]");
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    return field;
  };

  it("follows the draft", () => {
    const { model, el } = open();
    const field = find<HTMLTextAreaElement>(el, "[data-edit=text]");
    expect(field.value).toBe(midgame().position);
    model.show(editing({}, { rev: 8, position: "adaptoid w 0,0 W:D2 B:D6" }));
    expect(field.value).toBe("adaptoid w 0,0 W:D2 B:D6");
  });

  it("is sent at every letter, and only the last text counts", () => {
    const { model, el } = open();
    type(el, "adap");
    type(el, "adapt");
    type(el, "adaptoid");
    expect(model.sent).toHaveLength(1);
    model.answer({ ok: false, code: "edit-text", text: "Line 1, column 5: no." });
    expect(model.sent.map((intent) => intent.text)).toEqual(["adap", "adaptoid"]);
  });

  it("stays as typed while it is invalid, with the place of the error", () => {
    const { model, el } = open();
    const field = type(el, "adaptoid w <b>");
    model.answer({ ok: false, code: "edit-text", text: "Line 1, column 12: <b>." });
    expect(find(el, ".adaptoid-fault").textContent).toBe("Line 1, column 12: <b>.");
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(field.value).toBe("adaptoid w <b>");
    expect(has(el, ".adaptoid-fault b")).toBe(false);
    model.show(editing({}, { rev: 8, position: "adaptoid w 0,0 W:D2 B:D6" }));
    expect(field.value).toBe("adaptoid w 0,0 W:D2 B:D6");
    expect(find(el, ".adaptoid-fault").textContent).toBe("");
  });

  it("keeps the typed text when an earlier text becomes the draft", () => {
    const { model, el } = open();
    type(el, "adaptoid w 0,0 W:D2 B:D6");
    const field = type(el, "adaptoid w 0,0 W:D2 B:D6,E");
    model.show(editing({}, { rev: 8, position: "adaptoid w 0,0 W:D2 B:D6" }));
    expect(field.value).toBe("adaptoid w 0,0 W:D2 B:D6,E");
    model.answer();
    model.answer({ ok: false, code: "edit-text", text: "Line 1, column 26: no." });
    expect(field.value).toBe("adaptoid w 0,0 W:D2 B:D6,E");
    expect(find(el, ".adaptoid-fault").textContent).toContain("column 26");
  });

  it("becomes canonical when the field loses the focus", () => {
    const { model, el } = open();
    const field = type(el, "adaptoid w 0,0 B:D6 W:D2");
    field.focus();
    model.show(editing({}, { rev: 8, position: "adaptoid w 0,0 W:D2 B:D6" }));
    model.answer();
    expect(field.value).toBe("adaptoid w 0,0 B:D6 W:D2");
    field.blur();
    expect(field.value).toBe("adaptoid w 0,0 W:D2 B:D6");
  });

  it("is what is played; an invalid text cannot be played", () => {
    const { model, el } = open();
    const play = () => find(el, "[data-edit=play]");
    type(el, "adaptoid w 0,0 W:D2 B:D");
    press(el, "[data-edit=play]");
    model.answer({ ok: false, code: "edit-text", text: "Line 1, column 24: no." });
    expect(wish(model)).toEqual({ what: "play", text: "adaptoid w 0,0 W:D2 B:D" });
    model.answer({ ok: false, code: "edit-text", text: "Line 1, column 24: no." });
    expect(play().getAttribute("aria-disabled")).toBe("true");
    const count = model.sent.length;
    press(el, "[data-edit=play]");
    expect(model.sent).toHaveLength(count);
    model.show(editing({}, { rev: 8, position: "adaptoid w 0,0 W:D2 B:D6" }));
    expect(play().getAttribute("aria-disabled")).toBe(null);
  });

  it.each([
    ["the editor closes", [midgame({ rev: 8 }), editing({}, { rev: 9 })]],
    ["the editor is opened again", [editing({ since: 8 }, { rev: 9 })]],
  ])("an invalid text is dropped when %s", (_, snapshots) => {
    const { model, el } = open();
    const field = type(el, "hello world");
    model.answer({ ok: false, code: "edit-text", text: "Line 1, column 1: no." });
    for (const snapshot of snapshots) model.show(snapshot);
    expect(field.value).toBe(midgame().position);
    expect(find(el, ".adaptoid-fault").textContent).toBe("");
  });

  it("can be copied", async () => {
    const clipboard: string[] = [];
    vi.stubGlobal("navigator", {
      clipboard: { writeText: async (text: string) => void clipboard.push(text) },
    });
    const { el } = open();
    press(el, "[data-edit=copy]");
    await Promise.resolve();
    await Promise.resolve();
    expect(clipboard).toEqual([midgame().position]);
    expect(find(el, "[data-edit=copy]").textContent).toBe("ui.edit.copied");
    vi.advanceTimersByTime(3000);
    expect(find(el, "[data-edit=copy]").textContent).toBe("ui.edit.copy");
  });
});

describe("the fields", () => {
  it.each([
    ["turn:B", { what: "turn", color: "B" }],
    ["step:grow", { what: "step", to: "grow" }],
    ["tool:layout", { what: "tool", to: "layout" }],
    ["lost:W:1", { what: "lost", color: "W", by: 1 }],
    ["lost:W:-1", { what: "lost", color: "W", by: -1 }],
    ["start", { what: "start" }],
    ["clear", { what: "clear" }],
    ["undo", { what: "undo" }],
  ])("%s", (name, expected) => {
    const { model, el } = open();
    press(el, `[data-edit="${name}"]`);
    expect(wish(model)).toEqual(expected);
  });

  it("variant, board and switches", () => {
    const { model, el } = open();
    const choose = (name: string, value: string) => {
      const select = find<HTMLSelectElement>(el, `[data-edit=${name}]`);
      select.value = value;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    };
    choose("variant", "adapt3");
    expect(wish(model)).toEqual({ what: "variant", to: "adapt3" });
    model.answer();
    choose("board", "ring");
    expect(wish(model)).toEqual({ what: "board", to: "ring" });
    model.answer();
    const box = find<HTMLInputElement>(el, '[data-edit="switch:weaker-dies"]');
    expect(box.checked).toBe(true);
    box.dispatchEvent(new Event("change", { bubbles: true }));
    expect(wish(model)).toEqual({ what: "switch", to: "weaker-dies" });
  });

  it("a changed field keeps its value until Python answers, and goes back after a refusal", () => {
    const { model, el } = open({ switches: [] });
    press(el, '[data-edit="turn:B"]');
    const box = find<HTMLInputElement>(el, '[data-edit="switch:weaker-dies"]');
    box.click();
    const select = find<HTMLSelectElement>(el, "[data-edit=board]");
    select.value = "ring";
    select.dispatchEvent(new Event("change", { bubbles: true }));
    // the answer to the click before
    model.show(editing({ switches: [] }, { rev: 8, turn: "B" }));
    model.answer();
    expect([box.checked, select.value]).toEqual([true, "ring"]);
    model.show(editing({ switches: ["weaker-dies"] }, { rev: 9, turn: "B" }));
    model.answer();
    expect([box.checked, select.value]).toEqual([true, "ring"]);
    expect(wish(model)).toEqual({ what: "board", to: "ring" });
    model.answer({ ok: false, code: "edit", text: "no" });
    expect([box.checked, select.value]).toEqual([true, "hex4"]);
  });

  it("a layout without a name is shown as one's own", () => {
    const { el } = open({ board: "" });
    expect(find<HTMLSelectElement>(el, "[data-edit=board]").value).toBe("");
    expect(find<HTMLSelectElement>(el, "[data-edit=board]").options[0]?.textContent).toBe("ui.edit.own");
  });

  it("names, and drawing lots for the colours", () => {
    const { model, el } = open({}, { players: { W: "Ann" } });
    const name = find<HTMLInputElement>(el, '[data-edit="name:B"]');
    expect(find<HTMLInputElement>(el, '[data-edit="name:W"]').value).toBe("Ann");
    name.value = "Ben";
    name.dispatchEvent(new Event("change", { bubbles: true }));
    expect(wish(model)).toEqual({ what: "name", color: "B", text: "Ben" });
    model.answer();
    press(el, "[data-edit=seats]");
    expect(model.last.what).toBe("seats");
    expect(Number.isInteger(model.last.seed)).toBe(true);
  });

  it("problems are shown as text, with a button if they can be fixed", () => {
    const { model, el } = open({
      playable: false,
      problems: [
        ["off-board", true, "<i>No disc</i>", true],
        ["finished", false, "White has won.", false],
      ],
    });
    expect(find(el, "[data-problem=off-board]").textContent).toContain("<i>No disc</i>");
    expect(has(el, "[data-problem=finished] button")).toBe(false);
    press(el, '[data-edit="fix:off-board"]');
    expect(wish(model)).toEqual({ what: "fix", problem: "off-board" });
    expect(document.activeElement).toBe(find(el, "[data-edit=text]"));
  });
});

describe("building a board", () => {
  it("empty places are shown around the discs, and a click adds a disc", () => {
    const { model, el } = open({ tool: "layout", shape: SHAPE });
    expect(find(el, '[data-cell="A5"]').classList.contains("adaptoid-ghost")).toBe(true);
    expect(find(el, '[data-cell="A5"]').getAttribute("aria-label")).toContain("ui.edit.ghost");
    expect(find(el, '[data-cell="0,1"]').getAttribute("aria-label")).toBe("ui.edit.ghost");
    expect(find(el, "[data-name=A5]").dataset.ghost).toBe("");
    press(el, '[data-cell="0,1"]');
    expect(wish(model)).toEqual({ what: "disc", at: "0,1" });
  });

  it("the label of an empty place says so only once", () => {
    const { el } = open({ tool: "layout", shape: SHAPE });
    for (const cell of ["D4", "D5"]) find(el, `[data-cell="${cell}"]`).focus();
    expect(find(el, '[data-cell="A5"]').getAttribute("aria-label")?.split("ui.edit.ghost")).toHaveLength(2);
  });

  it("the focus stays on a place whose name changes", () => {
    const { model, el } = open({ tool: "layout", shape: SHAPE });
    find(el, '[data-cell="0,1"]').focus();
    key(el, '[data-cell="0,1"]', "Enter");
    model.show(editing({ tool: "layout", shape: { ...SHAPE, ghosts: [] } }, { rev: 8 }));
    model.answer({ ok: true, key: "A1" });
    expect((document.activeElement as HTMLElement).dataset.cell).toBe("A1");
  });

  it("ghosts go when the editor closes", () => {
    const { model, el } = open({ tool: "layout", shape: SHAPE });
    model.show(midgame({ rev: 8 }));
    expect(has(el, '[data-cell="A5"]')).toBe(false);
    expect(has(el, ".adaptoid-ghost, .adaptoid-grab")).toBe(false);
  });

  it("a lattice can be made free, a free layout cannot", () => {
    expect(find(open({ tool: "layout", shape: SHAPE }).el, "[data-edit=loosen]").hidden).toBe(false);
    const free = { ...SHAPE, free: true, parts: 2 };
    const { el } = open({ tool: "layout", shape: free });
    expect(find(el, "[data-edit=loosen]").hidden).toBe(true);
  });

  it("a place on the screen is converted to thousandths, also on a flipped board", () => {
    const state = start(editing(), hex4);
    const at = placeOf(state, "B2") ?? { x: 0, y: 0 };
    expect(thousandths(state, at)).toEqual({ x: 1000, y: 1732 });
    const turned = { ...state, flip: true };
    expect(thousandths(turned, placeOf(turned, "B2") ?? at)).toEqual({ x: 1000, y: 1732 });
  });
});

describe("in a shadow tree, as marimo has it", () => {
  function shaded(edit: Partial<Edit> = {}) {
    const model = new FakeModel(editing(edit));
    const host = document.body.appendChild(document.createElement("div"));
    const shadow = host.attachShadow({ mode: "open" });
    const el = shadow.appendChild(document.createElement("div"));
    const close = widget.render({ model, el });
    onTestFinished(() => {
      close();
      host.remove();
    });
    return { model, el, shadow };
  }

  it("a name being typed stays when the board is drawn again", () => {
    const { model, el, shadow } = shaded();
    const field = find<HTMLInputElement>(el, '[data-edit="name:W"]');
    field.focus();
    field.value = "Mar";
    model.show(editing({}, { rev: 8, position: "adaptoid w 0,0 W:C1", players: { W: "Maria" } }));
    expect(shadow.activeElement).toBe(field);
    expect(field.value).toBe("Mar");
    field.blur();
    model.show(editing({}, { rev: 9, players: { W: "Maria" } }));
    expect(field.value).toBe("Maria");
  });

  it("the focus moves to the next disc when a disc is removed", () => {
    const { model, el, shadow } = shaded({ tool: "layout", shape: SHAPE });
    find(el, '[data-cell="D4"]').focus();
    key(el, '[data-cell="D4"]', "Delete");
    model.answer({ ok: true, key: "D5" });
    expect(shadow.activeElement).toBe(find(el, '[data-cell="D5"]'));
  });
});
