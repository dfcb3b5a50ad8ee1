import { describe, expect, it, vi } from "vitest";
import controls from "../../src/controls/controls";
import { bundleParts } from "../../src/parts/part_loader";
import type { Snapshot, TurnRow } from "../../src/protocol/types";
import { board, find, has, key, mounts, press, show } from "../mount";
import { type FakeModel, midgame } from "../samples";

mounts();
bundleParts({ controls });

const LIST = "[role=tree]";
const FIELD = ".adaptoid-comment textarea";

/** 1 +D3, 2 D6+L, with the variation 2 +C5, 3 D3+P; then 3 D2+L and 4, a draw. */
const rows: TurnRow[] = [
  [1, 0, 1, "W", "+D3", [], "", 1, 1, 0, "", ""],
  [2, 0, 2, "B", "D6+L", ["D3"], "", 1 + 2, 1, 1, "It starves.", "??"],
  [5, 1, 2, "B", "+C5", [], "", 8, 3, -1, "", ""],
  [6, 1, 3, "W", "D3+P", [], "", 4, 4, -1, "", ""],
  [3, 0, 3, "W", "D2+L", [], "", 1, 5, 0, "", ""],
  [4, 0, 4, "", "draw agreed", [], "#", 1, 6, -1, "", ""],
];

/** The game above, with the board at one of its rows. */
function game(row: number, changes: Partial<Snapshot> = {}): Partial<Snapshot> {
  const [node, depth, ply] = rows[row] ?? [0, 0, 0];
  const turns = rows.map((turn): TurnRow => {
    const line = depth ? [1, 5, 6] : [1, 2, 3, 4];
    return turn.with(7, (turn[7] & ~1) | (line.includes(turn[0]) ? 1 : 0)) as TurnRow;
  });
  const history = {
    at: ply,
    length: depth ? 3 : 4,
    count: rows.length,
    row,
    from: 0,
    turns,
    lines: 7,
    comment: "",
  };
  return { node, history, ...changes };
}

/** Python carries out the last intent: it shows a row and replies. */
function arrive(model: FakeModel, row: number): void {
  model.show(midgame({ ...game(row), rev: model.get("snapshot").rev + 1 }));
  model.answer();
}

const rowNodes = (el: Element) =>
  [...el.querySelectorAll<HTMLElement>("[role=treeitem]")].map((row) => row.dataset.node);
const selected = (el: Element) => find(el, "[aria-selected=true]").dataset.node;

describe("the tree of turns", () => {
  it("is not scrolled between a press and its click, which would hit another row", () => {
    vi.useFakeTimers();
    const { el, model } = board(game(0));
    const list = find(el, LIST);
    Object.defineProperty(list, "clientHeight", { value: 60 });
    list.dispatchEvent(new Event("scroll"));
    const rows = list.firstElementChild as Element;
    const pressed = vi.spyOn(rows, "matches").mockImplementation((selector) => selector === ":active");
    model.show(midgame({ ...game(5), rev: 2 }));
    vi.advanceTimersByTime(1000);
    expect([selected(el), list.scrollTop]).toEqual(["4", 0]);
    pressed.mockRestore();
    model.show(midgame({ ...game(5), rev: 3 }));
    vi.advanceTimersByTime(1000);
    expect(list.scrollTop).toBeGreaterThan(0);
    vi.useRealTimers();
  });

  it("has a row for the start and for each turn, and selects the one on the board", () => {
    const { el } = board(game(1));
    expect(rowNodes(el)).toEqual(["0", "1", "2", "5", "6", "3", "4"]);
    expect(selected(el)).toBe("2");
    const active = find(el, LIST).getAttribute("aria-activedescendant");
    expect(active).toBe(find(el, "[data-node='2']").id);
  });

  it("shows the depth and the beginning of a variation and the line of the board", () => {
    const { el } = board(game(2));
    const levels = [...el.querySelectorAll("[role=treeitem]")].map((row) => row.getAttribute("aria-level"));
    expect(levels).toEqual(["1", "1", "1", "2", "2", "1", "1"]);
    expect(has(el, "[data-node='5'] [aria-label='ui.variation']")).toBe(true);
    expect(has(el, "[data-node='6'] [aria-label='ui.variation']")).toBe(false);
    const lines = [...el.querySelectorAll<HTMLElement>("[role=treeitem]")].map((row) => row.dataset.line);
    expect(lines).toEqual(["played", "played", undefined, "played", "ahead", undefined, undefined]);
  });

  it("shows starved adaptoids, comments, marks and the end of the game", () => {
    const { el } = board(game(0));
    expect(find(el, "[data-node='2'] .adaptoid-turn-starved").textContent).toBe("D3");
    expect(has(el, "[data-node='6'] [aria-label='ui.turn.marked']")).toBe(true);
    expect(find(el, "[data-node='4']").textContent).toBe("4draw agreed#");
    expect(has(el, "[data-node='4'] .adaptoid-icon")).toBe(false);
    expect(find(el, "[data-node='2'] .adaptoid-turn-glyph").textContent).toBe("??");
    expect(find(el, "[data-node='2'] .adaptoid-turn-comment").textContent).toBe("It starves.");
    const columns = [...el.querySelectorAll<HTMLElement>("[role=treeitem]")].map((row) => row.dataset.column);
    expect(columns).toEqual([undefined, "0", "1", undefined, undefined, "0", undefined]);
  });

  it("a click on a row selects it with one intent", () => {
    const { model, el } = board(game(1));
    press(el, "[data-node='6']");
    expect(model.last).toMatchObject({ kind: "select", node: 6, rev: 7 });
    arrive(model, 3);
    expect(selected(el)).toBe("6");
    expect(model.sent).toHaveLength(1);
  });

  it("a click on the shown turn is sent too, since a replay in another view may be leaving it", () => {
    const { model, el } = board(game(1));
    press(el, "[data-node='6']");
    arrive(model, 3);
    press(el, "[data-node='6']");
    expect(model.sent).toHaveLength(2);
    expect(model.last).toMatchObject({ kind: "select", node: 6 });
  });

  it.each([
    ["ArrowUp", { kind: "select", node: 1 }],
    ["ArrowDown", { kind: "select", node: 5 }],
    ["ArrowLeft", { kind: "goto", at: 1 }],
    ["ArrowRight", { kind: "goto", at: 3 }],
    ["Home", { kind: "goto", at: 0 }],
    ["End", { kind: "goto", at: 4 }],
  ])("%s navigates", (name, intent) => {
    const { model, el } = board(game(1));
    expect(key(el, LIST, name)).toBe(false);
    expect(model.last).toMatchObject(intent);
  });

  it("Up from the first turn leads to the start, and stops there", () => {
    const { model, el } = board(game(0));
    key(el, LIST, "ArrowUp");
    expect(model.last).toMatchObject({ kind: "select", node: 0 });
    arrive(model, -1);
    key(el, LIST, "ArrowUp");
    key(el, LIST, "ArrowLeft");
    expect(model.sent).toHaveLength(1);
  });

  it("steps made while Python is busy are added up, and the last selected row counts", () => {
    const { model, el } = board(game(-1));
    for (let i = 0; i < 4; i++) key(el, LIST, "ArrowDown");
    expect(model.sent).toHaveLength(1);
    arrive(model, 0);
    expect(model.last).toMatchObject({ kind: "select", node: 6 });
    press(el, "[data-node='2']");
    press(el, "[data-node='3']");
    arrive(model, 3);
    expect(model.last).toMatchObject({ kind: "select", node: 3 });
    arrive(model, 4);
    expect(model.sent).toHaveLength(3);
  });

  it("a refusal is shown, and waiting steps are dropped", () => {
    const { model, el } = board(game(-1));
    for (let i = 0; i < 4; i++) key(el, LIST, "ArrowDown");
    model.answer({ ok: false, text: "The board has moved on." });
    expect(find(el, ".adaptoid-reason").textContent).toBe("The board has moved on.");
    expect(model.sent).toHaveLength(1);
  });

  it("a row that is not loaded yet is requested and then selected", () => {
    const history = { ...game(2).history, from: 0, turns: rows.slice(0, 3) } as Snapshot["history"];
    const { model, el } = board({ node: 5, history });
    key(el, LIST, "ArrowDown");
    expect(model.sent.map(({ kind }) => kind)).toEqual(["history"]);
    model.answer({ ok: true, from: 3, turns: rows.slice(3) });
    expect(model.last).toMatchObject({ kind: "select", node: 6 });
  });

  it("the buttons go to the first, previous, next and last turn", () => {
    const goes: Record<string, unknown> = {};
    for (const button of ["first", "prev", "next", "last"]) {
      const { model, el } = board(game(1));
      press(el, `[data-do=${button}]`);
      goes[button] = model.last.at;
    }
    expect(goes).toEqual({ first: 0, prev: 1, next: 3, last: 4 });
  });

  it("PageUp and PageDown on the board go to the previous and next turn", () => {
    const { model, el } = board(game(1));
    key(el, "[data-cell=D4]", "PageUp");
    expect(model.last).toMatchObject({ kind: "goto", at: 1 });
    arrive(model, 0);
    key(el, "[data-cell=D4]", "PageDown");
    expect(model.last).toMatchObject({ kind: "goto", at: 2 });
  });

  it("visible rows are requested without delaying a click", () => {
    const history = { ...game(4).history, from: 4, turns: rows.slice(4) } as Snapshot["history"];
    const { model, el } = board({ node: 3, history });
    expect(model.last).toMatchObject({ kind: "history", from: 0, to: 4 });
    model.answer({ ok: true, from: 0, turns: rows.slice(0, 4) });
    expect(find(el, "[data-node='2']").textContent).toContain("D6+L");
    press(el, "[data-cell=B1]");
    expect(model.last.kind).toBe("grow");
  });

  it("rows of the old game are not shown in a new one", () => {
    const { model, el } = board(game(1));
    const turns = rows.slice(0, 1);
    const history = { at: 3, length: 3, count: 3, row: 2, from: 2, turns, lines: 3, comment: "" };
    model.show(midgame({ rev: 8, history, node: 1 }));
    expect(find(el, LIST).textContent).not.toContain("D6+L");
  });

  it("only visible rows of ten thousand turns are rendered", () => {
    const turns = Array.from({ length: 50 }, (_, i): TurnRow => {
      return [i + 1, 0, i + 1, "W", "+D3", [], "", 1, i + 1, -1, "", ""];
    });
    const size = { length: 1e4, count: 1e4, lines: 1e4 + 1 };
    const { el } = board({ node: 25, history: { ...size, at: 25, row: 24, from: 0, turns, comment: "" } });
    expect(el.querySelectorAll("[role=treeitem]").length).toBeLessThan(60);
  });

  it("is hidden before an open start is complete", () => {
    const { el } = board({ step: "place", node: -1 });
    expect(find(el, LIST).hidden).toBe(true);
    expect(find(el, ".adaptoid-comment").hidden).toBe(true);
  });

  it("a board that is not interactive cannot be navigated and has no controls", () => {
    const { model, el } = board(game(1, { interactive: false, comment: "Look here." }));
    press(el, "[data-node='3']");
    expect(key(el, LIST, "ArrowDown")).toBe(true);
    expect(model.sent).toHaveLength(0);
    expect(find(el, ".adaptoid-replay").hidden).toBe(true);
    const buttons = [...find(el, ".adaptoid-history").querySelectorAll<HTMLElement>("button")];
    expect(buttons.every((button) => button.closest("[hidden]"))).toBe(true);
    expect(find(el, ".adaptoid-comment-text").textContent).toBe("Look here.");
  });
});

describe("variations", () => {
  it("a button promotes a variation, if the current turn is in one", () => {
    const { model, el } = board(game(1));
    press(el, "[data-do=promote]");
    expect(model.sent).toHaveLength(0);
    model.show(midgame({ ...game(3), rev: 8 }));
    press(el, "[data-do=promote]");
    expect(model.last).toMatchObject({ kind: "promote", node: 6, rev: 8 });
  });

  it.each([
    ["the button", (el: Element) => press(el, "[data-do=remove]")],
    ["the Delete key", (el: Element) => key(el, LIST, "Delete")],
  ])("a variation is removed after %s was pressed twice", (_, remove) => {
    const { model, el } = board(game(2));
    remove(el);
    expect(model.sent).toHaveLength(0);
    expect(find(el, "[data-do=remove]").textContent).toBe("Sure?");
    remove(el);
    expect(model.last).toMatchObject({ kind: "remove", node: 5 });
  });

  it("nothing is removed after another click in between, and the start never", () => {
    const { model, el } = board(game(2));
    press(el, "[data-do=remove]");
    press(el, "[data-cell=E3]");
    press(el, "[data-do=remove]");
    model.show(midgame({ ...game(-1), rev: 8 }));
    press(el, "[data-do=remove]");
    press(el, "[data-do=remove]");
    expect(model.sent).toHaveLength(0);
  });
});

describe("comments", () => {
  const open = (el: Element) => press(el, "[data-do=comment]");
  const type = (el: Element, text: string) => {
    find<HTMLTextAreaElement>(el, FIELD).value = text;
  };
  const text = (el: Element) => find(el, ".adaptoid-comment-text").textContent;

  it("are shown as plain text", () => {
    const { el } = board(game(1, { comment: "<img src=x>\nA second line." }));
    expect(text(el)).toBe("<img src=x>\nA second line.");
    expect(has(el, "img")).toBe(false);
  });

  it("have no field in the page until somebody writes", () => {
    expect(has(board(game(1)).el, "textarea")).toBe(false);
  });

  it("a click opens the field unless text is selected, in a shadow tree too", () => {
    const { el } = board(game(1, { comment: "Solid." }));
    const host = document.createElement("div");
    const selection = { isCollapsed: false };
    // as in Chromium, where the document does not know the selection
    const tree = Object.assign(host.attachShadow({ mode: "open" }), { getSelection: () => selection });
    tree.append(el);
    press(el, ".adaptoid-comment-text");
    expect(has(el, FIELD)).toBe(false);
    selection.isCollapsed = true;
    press(el, ".adaptoid-comment-text");
    expect(has(el, FIELD)).toBe(true);
  });

  it.each(["ctrlKey", "metaKey"])("%s and Enter save, and the focus goes back", (modifier) => {
    const { model, el } = board(game(1));
    open(el);
    expect(document.activeElement).toBe(find(el, FIELD));
    type(el, "Solid.");
    key(el, FIELD, "Enter");
    expect(model.sent).toHaveLength(0);
    key(el, FIELD, "Enter", { [modifier]: true });
    expect(model.last).toMatchObject({ kind: "comment", node: 2, text: "Solid." });
    expect(has(el, FIELD)).toBe(false);
    expect(document.activeElement).toBe(find(el, "[data-do=comment]"));
    expect(text(el)).toBe("Solid.");
  });

  it("Enter in the list opens the field; Escape saves and returns to the list", () => {
    const { model, el } = board(game(1, { comment: "Solid." }));
    find(el, LIST).focus();
    key(el, LIST, "Enter");
    expect(find<HTMLTextAreaElement>(el, FIELD).value).toBe("Solid.");
    type(el, "Rash.");
    key(el, FIELD, "Escape");
    expect(model.last).toMatchObject({ kind: "comment", node: 2, text: "Rash." });
    expect(text(el)).toBe("Rash.");
    expect(document.activeElement).toBe(find(el, LIST));
  });

  it("leaving the field saves a changed comment", () => {
    const { model, el } = board(game(1, { comment: "Solid." }));
    open(el);
    find(el, FIELD).blur();
    expect(model.sent).toHaveLength(0);
    open(el);
    type(el, "");
    find(el, FIELD).blur();
    expect(model.last).toMatchObject({ kind: "comment", text: "" });
  });

  it("an unfinished comment stays when the position changes and is saved on its own turn", () => {
    const { model, el } = board(game(1));
    open(el);
    type(el, "Half a sent");
    model.show(midgame({ ...game(4), rev: 8, comment: "Of another turn." }));
    expect(find<HTMLTextAreaElement>(el, FIELD).value).toBe("Half a sent");
    key(el, FIELD, "Enter", { ctrlKey: true });
    expect(model.last).toMatchObject({ kind: "comment", node: 2, rev: 8 });
    expect(text(el)).toBe("Of another turn.");
  });

  it("a click on another turn saves first and then selects it", () => {
    const { model, el } = board(game(1));
    open(el);
    type(el, "Solid.");
    find(el, FIELD).blur();
    press(el, "[data-node='3']");
    expect(model.sent.map(({ kind }) => kind)).toEqual(["comment"]);
    model.show(midgame({ ...game(1), rev: 8, comment: "Solid." }));
    model.answer();
    expect(model.last).toMatchObject({ kind: "select", node: 3, rev: 8 });
  });

  it("the field stays open while the pointer is down, so that nothing moves under it", () => {
    const { model, el } = board(game(1));
    open(el);
    type(el, "Solid.");
    const pointer = (kind: string) =>
      find(el, "[data-node='3']").dispatchEvent(new Event(kind, { bubbles: true, composed: true }));
    pointer("pointerdown");
    find(el, FIELD).blur();
    expect(model.last).toMatchObject({ kind: "comment" });
    expect(has(el, FIELD)).toBe(true);
    pointer("pointerup");
    vi.advanceTimersByTime(0);
    expect(has(el, FIELD)).toBe(false);
  });

  it("a refused comment stays open for editing", () => {
    const { model, el } = board(game(1));
    open(el);
    type(el, "Solid.");
    key(el, FIELD, "Enter", { ctrlKey: true });
    model.answer({ ok: false, text: "Stale." });
    expect(find<HTMLTextAreaElement>(el, FIELD).value).toBe("Solid.");
    expect(has(el, FIELD)).toBe(true);
    key(el, FIELD, "Enter", { ctrlKey: true });
    expect(model.sent).toHaveLength(2);
  });

  it("is sent again after Python was silent", () => {
    const { model, el } = board(game(1));
    open(el);
    type(el, "Solid.");
    key(el, FIELD, "Enter", { ctrlKey: true });
    vi.advanceTimersByTime(5000);
    expect(text(el)).toBe("Solid.");
    model.show(midgame({ ...game(1), rev: 8 }));
    expect(model.sent.map(({ kind, rev }) => [kind, rev])).toEqual([
      ["comment", 7],
      ["comment", 8],
    ]);
    model.answer();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is sent once if Python cannot be reached", () => {
    const { model, el } = board(game(1));
    vi.spyOn(model, "send").mockImplementation(() => {
      throw new Error("no kernel");
    });
    open(el);
    type(el, "Solid.");
    key(el, FIELD, "Enter", { ctrlKey: true });
    vi.advanceTimersByTime(60_000);
    expect(model.send).toHaveBeenCalledTimes(1);
    expect(text(el)).toBe("Solid.");
  });

  it("keys typed into the field reach neither the board nor the notebook", () => {
    const { model, el } = board(game(1, { undo: true }));
    const listener = vi.fn();
    document.addEventListener("keydown", listener);
    open(el);
    for (const name of ["b", "ArrowUp", "Delete", "PageUp", "Escape"]) key(el, FIELD, name);
    open(el);
    for (const name of ["z", "c", "v", "a", "Enter"]) key(el, FIELD, name, { ctrlKey: true });
    expect(listener).not.toHaveBeenCalled();
    expect(model.sent).toHaveLength(0);
    document.removeEventListener("keydown", listener);
  });

  it("a word that is still being composed is not sent", () => {
    const { model, el } = board(game(1));
    open(el);
    type(el, "い");
    key(el, FIELD, "Enter", { ctrlKey: true, isComposing: true });
    key(el, FIELD, "Escape", { isComposing: true });
    expect(has(el, FIELD)).toBe(true);
    expect(model.sent).toHaveLength(0);
  });
});

describe("the replay", () => {
  const slider = (el: Element) => find<HTMLInputElement>(el, "[data-replay]");
  const slide = (el: Element, at: number) => {
    slider(el).value = String(at);
    slider(el).dispatchEvent(new Event("input", { bubbles: true }));
  };
  const speed = (el: Element, gap: number) => {
    find<HTMLSelectElement>(el, "[data-speed]").value = String(gap);
    find(el, "[data-speed]").dispatchEvent(new Event("change", { bubbles: true }));
  };
  const playing = (el: Element) => find(el, "[data-do=play]").textContent === "ui.pause";
  const requestedNodes = (model: FakeModel) => model.sent.map(({ at }) => at);
  const line = [-1, 0, 1, 4, 5];

  it("the slider shows the current turn and selects the turn it is moved to", () => {
    const { model, el } = board(game(1));
    expect([slider(el).value, slider(el).max]).toEqual(["2", "4"]);
    expect(slider(el).getAttribute("aria-valuetext")).toBe("ui.turn.of");
    slide(el, 3);
    expect(model.last).toMatchObject({ kind: "goto", at: 3 });
  });

  it("fast moves of the slider request only the last turn, and the thumb stays at the pointer", () => {
    const { model, el } = board(game(-1));
    for (const at of [1, 2, 3, 4]) slide(el, at);
    expect(requestedNodes(model)).toEqual([1]);
    arrive(model, 0);
    expect(slider(el).value).toBe("4");
    expect(requestedNodes(model)).toEqual([1, 4]);
    arrive(model, 5);
    expect(slider(el).value).toBe("4");
    model.show(midgame({ ...game(1), rev: 30 }));
    expect(slider(el).value).toBe("2");
  });

  it("the slider goes back when Python does not answer, whatever replies come later", () => {
    const { model, el } = board(game(1));
    slide(el, 4);
    const { id } = model.last;
    vi.advanceTimersByTime(4000);
    expect(slider(el).value).toBe("2");
    slide(el, 3);
    model.emit("msg:custom", { type: "reply", id, rev: 7, ok: false, text: "Stale." });
    expect(slider(el).value).toBe("3");
    model.show(midgame({ ...game(4), rev: 8 }));
    model.answer();
    model.show(midgame({ ...game(1), rev: 9 }));
    expect(slider(el).value).toBe("2");
    slide(el, 1);
    expect(requestedNodes(model)).toEqual([4, 3, 1]);
  });

  it("plays turn after turn at its speed, and stops at the end", () => {
    const { model, el } = board(game(-1));
    press(el, "[data-do=play]");
    for (const [ply, row] of line.entries()) {
      if (!ply) continue;
      expect(requestedNodes(model)).toHaveLength(ply);
      expect(playing(el)).toBe(true);
      arrive(model, row);
      vi.advanceTimersByTime(1199);
      expect(requestedNodes(model)).toHaveLength(ply);
      vi.advanceTimersByTime(1);
    }
    expect(requestedNodes(model)).toEqual([1, 2, 3, 4]);
    expect(playing(el)).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("at full speed waits only for Python and the next frame", () => {
    const { model, el } = board(game(-1));
    speed(el, 0);
    press(el, "[data-do=play]");
    expect(find(el, ".adaptoid-widget").dataset.brisk).toBe("");
    arrive(model, 0);
    vi.advanceTimersByTime(0);
    expect(requestedNodes(model)).toEqual([1, 2]);
    vi.advanceTimersByTime(1000);
    expect(requestedNodes(model)).toEqual([1, 2]);
  });

  it("begins at the start if started at the end", () => {
    const { model, el } = board(game(5));
    press(el, "[data-do=play]");
    expect(model.last).toMatchObject({ kind: "goto", at: 0 });
    arrive(model, -1);
    vi.advanceTimersByTime(1200);
    expect(model.last).toMatchObject({ kind: "goto", at: 1 });
  });

  const ends: [string, (el: Element, model: FakeModel) => void][] = [
    ["the button", (el) => press(el, "[data-do=play]")],
    ["Space on the slider", (el) => key(el, "[data-replay]", " ")],
    ["a click on the board", (el) => press(el, "[data-cell=E3]")],
    ["Enter on a disc", (el) => key(el, "[data-cell=E3]", "Enter")],
    ["Escape", (el) => key(el, "[data-cell=E3]", "Escape")],
    ["the slider", (el) => slide(el, 3)],
    ["a comment", (el) => press(el, "[data-do=comment]")],
    ["another view that plays", (_, model) => model.show(midgame({ ...game(1), rev: 20 }))],
  ];
  it.each(ends)("ends by %s", (_, end) => {
    const { model, el } = board(game(-1));
    press(el, "[data-do=play]");
    arrive(model, 0);
    end(el, model);
    expect(playing(el)).toBe(false);
    expect(has(el, "[data-mark=chosen]")).toBe(false);
    const count = model.sent.length;
    vi.advanceTimersByTime(3000);
    expect(model.sent).toHaveLength(count);
  });

  it("goes on only from the turn that it has shown, so that Python can keep a turn chosen in another view", () => {
    const { model, el } = board(game(-1));
    press(el, "[data-do=play]");
    expect(model.last).toMatchObject({ kind: "goto", at: 1, from: 0 });
    arrive(model, 0);
    vi.advanceTimersByTime(1200);
    expect(model.last).toMatchObject({ kind: "goto", at: 2, from: 1 });
    // another view has chosen the last turn, before Python reads this request
    model.show(midgame({ ...game(5), rev: 20 }));
    model.answer({ ok: false, text: "The board has changed meanwhile." });
    expect(playing(el)).toBe(false);
    const count = model.sent.length;
    vi.advanceTimersByTime(3000);
    expect(model.sent).toHaveLength(count);
  });

  it("a turn that a person chooses may be shown from any other", () => {
    const { model, el } = board(game(1));
    slide(el, 3);
    expect(model.last).not.toHaveProperty("from");
    arrive(model, 4);
    key(el, LIST, "Home");
    expect(model.last).toMatchObject({ kind: "goto", at: 0 });
    expect(model.last).not.toHaveProperty("from");
  });

  it("ends without a message when Python refuses", () => {
    const { model, el } = board(game(-1));
    press(el, "[data-do=play]");
    model.answer({ ok: false, text: "The board has moved on." });
    expect(playing(el)).toBe(false);
    expect(find(el, ".adaptoid-reason").textContent).toBe("");
  });

  it("the click that ends the replay does nothing else", () => {
    const { model, el } = board(game(-1));
    press(el, "[data-do=play]");
    const disc = find(el, "[data-cell=E3]");
    const down = () =>
      disc.dispatchEvent(new MouseEvent("pointerdown", { bubbles: true, cancelable: true, button: 0 }));
    down();
    press(el, "[data-cell=E3]");
    expect(has(el, "[data-mark=chosen]")).toBe(false);
    model.answer({ ok: false });
    down();
    press(el, "[data-cell=E3]");
    expect(has(el, "[data-mark=chosen]")).toBe(true);
  });

  it("each view has its own speed", () => {
    const { model, el } = board(game(-1));
    const other = show(model);
    speed(el, 300);
    model.show(midgame({ ...game(0), rev: 8 }));
    expect(find<HTMLSelectElement>(el, "[data-speed]").value).toBe("300");
    expect(find<HTMLSelectElement>(other, "[data-speed]").value).toBe("1200");
    for (const [view, gap] of [
      [el, 300],
      [other, 1200],
    ] as const) {
      press(view, "[data-do=play]");
      arrive(model, 1);
      const count = model.sent.length;
      vi.advanceTimersByTime(gap - 1);
      expect(model.sent).toHaveLength(count);
      vi.advanceTimersByTime(1);
      expect(model.sent).toHaveLength(count + 1);
      press(view, "[data-do=play]");
      model.answer({ ok: false });
      model.show(midgame({ ...game(0), rev: model.get("snapshot").rev + 1 }));
    }
  });

  it("turns of the replay are not announced in any view, only the one at which it stops", async () => {
    const { model, el } = board(game(-1));
    const views = [el, show(model)];
    const announcements = async () => {
      await Promise.resolve();
      return views.map((view) => find(view, ".adaptoid-live-region").textContent);
    };
    expect(await announcements()).toEqual(["", ""]);
    const play = find(views[1] as Element, "[data-do=play]");
    play.focus();
    play.click();
    model.show(midgame({ ...game(0), rev: 8, news: "One." }));
    expect(await announcements()).toEqual(["", ""]);
    play.click();
    expect(await announcements()).toEqual(["", expect.stringContaining("One.")]);
  });
});

describe("keys with Ctrl", () => {
  it.each([
    ["z", {}, "undo"],
    ["Z", { shiftKey: true }, "redo"],
    ["y", {}, "redo"],
  ])("%s", (name, more, kind) => {
    const { model, el } = board(game(1, { undo: true, redo: true }));
    expect(key(el, "[data-cell=D4]", name, { ctrlKey: true, ...more })).toBe(false);
    expect(model.last.kind).toBe(kind);
  });

  it("keys that save, find, print or copy reach the notebook; keys that change cells do not", () => {
    const { el } = board(game(1));
    const keys: string[] = [];
    const hear = (event: KeyboardEvent) => keys.push(event.key);
    document.addEventListener("keydown", hear);
    for (const name of ["s", "f", "p", "C", "a", "m", "M", "-", "Enter", "z", "ArrowUp", "Backspace"])
      key(el, "[data-cell=D4]", name, { ctrlKey: true });
    for (const name of ["Enter", "J", "b"]) key(el, "[data-cell=D4]", name, { shiftKey: true });
    expect(keys).toEqual(["s", "f", "p", "C"]);
    document.removeEventListener("keydown", hear);
  });
});
