import { describe, expect, it, onTestFinished, vi } from "vitest";
import analyst from "../../src/analyst/analyst";
import animation from "../../src/animation/animation";
import controls from "../../src/controls/controls";
import * as module from "../../src/index";
import maps from "../../src/maps/maps";
import { bundleParts } from "../../src/parts/part_loader";
import pens from "../../src/pens/pens";
import type { LastTurn, Snapshot } from "../../src/protocol/types";
import { board, byKeys, choose, find, has, key, mounts, press, show } from "../mount";
import { FakeModel, growing, midgame } from "../samples";

const widget = module.default;

mounts();
bundleParts({ controls });

describe("a turn by clicks", () => {
  it("choose, move, choose, grow a leg", () => {
    const { model, el } = board();
    press(el, "[data-cell=E3]");
    expect(model.sent).toHaveLength(0);
    press(el, "[data-cell=E4]");
    expect(model.last).toMatchObject({ kind: "move", from: "E3", to: "E4", rev: 7 });

    const pieces = midgame().pieces.map((row) =>
      row[0] === "E3" ? (["E4", ...row.slice(1)] as typeof row) : row,
    );
    model.show(growing({ pieces, grow: { new: [], leg: ["E4"], pincer: ["E4"], hungry: [] } }));
    model.answer();
    expect(has(el, "[data-grow]")).toBe(false);
    // the bar hides the buttons under the board
    expect(has(el, "[data-bar]")).toBe(false);
    press(el, "[data-cell=E4]");
    press(el, "[data-grow=leg]");
    expect(model.last).toMatchObject({ kind: "grow", at: "E4", what: "leg", rev: 8 });
  });

  it("without the animations, a click that asks Python draws nothing before the answer; a new focus moves only the tab stop", () => {
    const { el } = board();
    press(el, "[data-cell=E3]");
    const observer = new MutationObserver(() => {});
    observer.observe(el, { attributes: true, childList: true, characterData: true, subtree: true });
    find(el, "[data-cell=E4]").focus();
    press(el, "[data-cell=E4]");
    const changed = observer.takeRecords().map(({ target, attributeName }) => {
      const { cell } = (target as HTMLElement).dataset;
      return `${cell ?? (target as Element).classList[0]} ${attributeName}`;
    });
    observer.disconnect();
    expect(changed.sort()).toEqual([
      "C1 tabindex",
      "E4 tabindex",
      "adaptoid-board data-link",
      "adaptoid-layer style",
    ]);
  });

  it("the focus leaves the growth menu before anything changes, so that the page is laid out once", () => {
    const { model, el } = board();
    find(el, "[data-cell=E3]").focus();
    press(el, "[data-cell=E3]");
    const button = find(el, "[data-grow=leg]");
    button.focus();
    button.click();
    let rev: string | undefined;
    button.addEventListener("blur", () => {
      rev = button.isConnected ? find(el, ".adaptoid-board").dataset.rev : "gone";
    });
    model.show(growing());
    expect(rev).toBe("7");
    expect(document.activeElement).toBe(find(el, "[data-cell=E3]"));
  });

  describe("the reply to one's own step", () => {
    const step = (changes: Partial<Snapshot> = {}) => {
      const { el, model } = board();
      const frames: (() => void)[] = [];
      vi.stubGlobal("requestAnimationFrame", (draw: () => void) => frames.push(draw));
      press(el, "[data-cell=E3]");
      press(el, "[data-cell=E4]");
      for (const draw of frames.splice(0)) draw();
      model.show(growing({ status: "Grow.", ...changes }));
      const drawnState = () => [
        find(el, ".adaptoid-board").dataset.rev,
        find(el, ".adaptoid-status").textContent,
        find(el, ".adaptoid-widget").dataset.viewRev,
      ];
      const frame = () => {
        for (const draw of frames.splice(0)) draw();
        return drawnState();
      };
      return { model, drawnState, frame };
    };

    it("is drawn on the board at once and in the panels a frame later", () => {
      const { drawnState, frame } = step();
      const before = midgame().status;
      expect(drawnState()).toEqual(["8", before, "7"]);
      expect(frame()).toEqual(["8", before, "7"]);
      expect(frame()).toEqual(["8", "Grow.", "8"]);
    });

    it("a following snapshot is drawn completely", () => {
      const { model, frame } = step();
      model.show(growing({ rev: 9, status: "Your turn." }));
      expect(frame()).toEqual(["9", "Your turn.", "9"]);
    });

    it("is drawn completely at once if something is lost, because it is animated", () => {
      const gone: LastTurn["gone"] = [["E4", "B", 1, 1, "captured"]];
      const last = { color: "W", from: "E3", to: "E4", route: ["E3", "E4"], gone } as LastTurn;
      expect(step({ last }).drawnState()).toEqual(["8", "Grow.", "8"]);
    });
  });

  it("the board has its rev and position as attributes", () => {
    const { model, el } = board();
    model.show(growing({ position: "adaptoid w+ 0,0 W:D2 B:D6" }));
    expect(find(el, ".adaptoid-board").dataset).toMatchObject({
      rev: "8",
      position: "adaptoid w+ 0,0 W:D2 B:D6",
    });
  });

  it("the growth menu offers only legal limbs and shows the supply", () => {
    const { el } = board({ grow: { new: [], leg: [], pincer: ["E3"], hungry: [] } });
    press(el, "[data-cell=E3]");
    expect([...el.querySelectorAll<HTMLElement>("[data-grow]")].map((b) => b.dataset.grow)).toEqual([
      "pincer",
    ]);
    expect(find(el, "[data-grow=pincer]").title).toContain("10 left");
  });

  it("a refusal is shown at its disc, as text and never as markup, until the next click", () => {
    const { model, el } = board();
    press(el, "[data-cell=A4]");
    expect(model.last).toMatchObject({ kind: "why", at: "A4" });
    model.answer({ ok: false, code: "too-far", text: "<b>A4</b> is too far.", at: "A4" });
    expect(find(el, ".adaptoid-reason").textContent).toBe("<b>A4</b> is too far.");
    expect(find(el, ".adaptoid-reason").dataset.at).toBe("A4");
    press(el, "[data-cell=E3]");
    expect(find(el, ".adaptoid-reason").textContent).toBe("");
  });

  it("the status and the news are shown as text", () => {
    const { el } = board({ status: "<img src=x onerror=alert(1)>", news: "<b>" });
    expect(has(el, "img")).toBe(false);
    expect(find(el, ".adaptoid-status").textContent).toBe("<img src=x onerror=alert(1)>");
  });

  it("a reason is shown above the disc, or below it where there is no room", () => {
    const { model, el } = board();
    const top = (cell: string) => {
      press(el, `[data-cell=${cell}]`);
      model.answer({ ok: false, text: "No.", at: cell });
      return find(el, ".adaptoid-reason").style.top;
    };
    // from the upper edge of the board: margin, rows, half a disc up or down, relative to the height of the
    // board
    const percent = (y: number) => `${((y / (6 * 0.866 + 1.4)) * 100).toFixed(3)}%`;
    const near = (value: string) => `${Number.parseFloat(value).toFixed(3)}%`;
    expect(near(top("D4"))).toBe(percent(0.7 + 3 * 0.866 - 0.5));
    expect(has(el, ".adaptoid-reason[data-below]")).toBe(false);
    vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(40);
    expect(near(top("A1"))).toBe(percent(0.7 + 0.5));
    expect(has(el, ".adaptoid-reason[data-below]")).toBe(true);
    vi.restoreAllMocks();
  });

  it("the buttons of the growth menu have names", () => {
    const { el } = board();
    press(el, "[data-cell=E3]");
    const buttons = [...el.querySelectorAll<HTMLElement>("[data-grow]")];
    expect(buttons.map((button) => button.title.split(":")[0])).toEqual(["ui.leg", "ui.pincer"]);
  });

  it("if nothing can grow, a button ends the turn", () => {
    const { model, el } = board(growing({ pass: true }));
    press(el, "[data-pass]");
    expect(model.last.kind).toBe("pass");
  });

  it("the open start lets the second player choose a colour", () => {
    const { model, el } = board({ step: "choose" });
    press(el, "[data-choose=B]");
    expect(model.last).toMatchObject({ kind: "choose", color: "B" });
  });
});

describe("while Python is busy", () => {
  it("rapid clicks send one intent", () => {
    const { model, el } = board();
    for (const cell of ["B1", "D3", "E4", "B1"]) press(el, `[data-cell=${cell}]`);
    expect(model.sent.map((intent) => intent.at)).toEqual(["B1"]);
  });

  describe("an adaptoid that is clicked before the answer to a step", () => {
    const afterMove = () => {
      const pieces = midgame().pieces.map((row) =>
        row[0] === "E3" ? (["E4", ...row.slice(1)] as typeof row) : row,
      );
      return growing({ pieces, grow: { new: [], leg: ["C1", "E4"], pincer: ["C1", "E4"], hungry: [] } });
    };
    const clickEarly = (cell: string) => {
      const { model, el } = board();
      for (const disc of ["E3", "E4", cell]) press(el, `[data-cell=${disc}]`);
      return { model, el };
    };

    it.each(["C1", "E4"])("is selected in the position that the answer brings: %s", (cell) => {
      const { model, el } = clickEarly(cell);
      model.show(afterMove());
      model.answer();
      expect(has(el, `[data-mark=chosen][data-on=${cell}]`)).toBe(true);
      press(el, "[data-grow=leg]");
      expect(model.sent.map(({ kind, at }) => [kind, at])).toEqual([
        ["move", undefined],
        ["grow", cell],
      ]);
    });

    it("is not selected if it is the opponent's, and is forgotten with Escape", () => {
      const enemy = clickEarly("D4");
      enemy.model.show(afterMove());
      const escaped = clickEarly("C1");
      key(escaped.el, "[data-cell=C1]", "Escape");
      escaped.model.show(afterMove());
      for (const { el } of [enemy, escaped]) expect(has(el, "[data-mark=chosen]")).toBe(false);
    });

    it("is the other player's after the end of a turn", () => {
      const { model, el } = board();
      press(el, "[data-cell=B1]");
      press(el, "[data-cell=D4]");
      const moves = { D4: [["D5", "-", []]] } as unknown as Snapshot["moves"];
      const position = "adaptoid b 1,0 W:B1,C1,E3LPP B:D4PPP,E5PP,F5,G7LLPP";
      model.show(
        midgame({ position, rev: 8, turn: "B", moves, grow: { new: [], leg: [], pincer: [], hungry: [] } }),
      );
      expect(has(el, "[data-mark=chosen][data-on=D4]")).toBe(true);
    });
  });

  it("new marks or a comment keep the selection, and another position does not", () => {
    const { model, el } = board();
    const isChosen = () => has(el, "[data-mark=chosen][data-on=E3]");
    press(el, "[data-cell=E3]");
    model.show(midgame({ rev: 8, comment: "Good." }));
    expect(isChosen()).toBe(true);
    model.show(growing({ rev: 9 }));
    expect(isChosen()).toBe(false);
    press(el, "[data-cell=E3]");
    model.show(growing({ rev: 10, interactive: false }));
    expect(isChosen()).toBe(false);
  });

  it("a click on Analyse waits for the answer", async () => {
    const { model, el } = board({ analyst: true });
    press(el, "[data-cell=B1]");
    press(el, "[data-do=analyse]");
    expect(model.sent.map((intent) => intent.kind)).toEqual(["grow"]);
    model.show(growing());
    model.answer();
    await Promise.resolve();
    expect(model.last).toMatchObject({ kind: "analyse", rev: 8 });
  });

  it("waiting and then silence are shown; a late reply clears them", () => {
    const { model, el } = board();
    press(el, "[data-cell=B1]");
    const sign = find(el, ".adaptoid-link");
    expect(sign.textContent).toBe("");
    vi.advanceTimersByTime(300);
    expect(sign.textContent).toBe("Waiting for Python …");
    vi.advanceTimersByTime(3700);
    expect(sign.textContent).toBe("Python does not answer.");
    model.answer();
    expect(sign.textContent).toBe("");
  });

  it("a stale intent is refused with a message, and the next click works", () => {
    const { model, el } = board();
    press(el, "[data-cell=B1]");
    model.show(growing());
    model.answer({ ok: false, code: "stale", text: "The board has moved on.", at: null });
    expect(find(el, ".adaptoid-reason").textContent).toBe("The board has moved on.");
    press(el, "[data-cell=D3]");
    expect(model.last).toMatchObject({ at: "D3", rev: 8 });
  });
});

it("the module exports nothing by name, else anywidget would not initialize it", () => {
  expect(Object.keys(module)).toEqual(["default"]);
});

describe("two views of one board", () => {
  it("show the same game, but each has its own choice", () => {
    const { model, el } = board();
    const other = show(model);
    press(el, "[data-cell=E3]");
    expect(has(el, "[data-mark=chosen]")).toBe(true);
    expect(has(other, "[data-mark=chosen]")).toBe(false);
    model.show(growing());
    for (const view of [el, other]) {
      expect(find(view, ".adaptoid-board").dataset.rev).toBe("8");
      expect(has(view, "[data-mark=chosen]")).toBe(false);
    }
  });

  it("an answer reaches only the view that asked", () => {
    const { model, el } = board();
    const other = show(model);
    press(other, "[data-cell=A4]");
    model.answer({ ok: false, text: "Too far.", at: "A4" });
    expect(find(other, ".adaptoid-reason").textContent).toBe("Too far.");
    expect(find(el, ".adaptoid-reason").textContent).toBe("");
  });

  it("a report from Python is shown in all of them", () => {
    const { model, el } = board();
    const other = show(model);
    model.emit("msg:custom", { type: "report", text: "Something went wrong in Python." });
    model.emit("msg:custom", { type: "report", text: 7 });
    for (const view of [el, other])
      expect(find(view, ".adaptoid-reason").textContent).toBe("Something went wrong in Python.");
  });

  it("a view without initialize gets its replies too", () => {
    const model = new FakeModel(midgame({ board: "alone" }));
    const el = show(model);
    press(el, "[data-cell=A4]");
    model.answer({ ok: false, text: "Too far.", at: "A4" });
    expect(find(el, ".adaptoid-reason").textContent).toBe("Too far.");
  });

  it("the host's signal closes a view and a board; so does one that aborted before", () => {
    const model = new FakeModel(midgame());
    const host = new AbortController();
    const el = document.createElement("div");
    widget.initialize({ model, signal: host.signal });
    widget.render({ model, el, signal: host.signal });
    expect([model.ears > 0, el.childElementCount]).toEqual([true, 1]);
    host.abort();
    expect([model.ears, el.childElementCount]).toEqual([0, 0]);
    widget.render({ model, el, signal: host.signal });
    expect([model.ears, el.childElementCount]).toEqual([0, 0]);
  });
});

describe("the keyboard", () => {
  it("Enter and Space click, Escape cancels the choice", () => {
    const { model, el } = board();
    key(el, "[data-cell=E3]", "Enter");
    expect(has(el, "[data-mark=chosen]")).toBe(true);
    key(el, "[data-cell=E3]", "Escape");
    expect(has(el, "[data-mark=chosen]")).toBe(false);
    key(el, "[data-cell=B1]", " ");
    expect(model.last).toMatchObject({ kind: "grow", at: "B1" });
  });

  it("arrows move the focus and the Tab stop", () => {
    const { el } = board();
    find(el, "[data-cell=D4]").focus();
    key(el, "[data-cell=D4]", "ArrowRight");
    expect((document.activeElement as HTMLElement).dataset.cell).toBe("D5");
    expect(find(el, "[tabindex='0'][data-cell]").dataset.cell).toBe("D5");
  });

  it("no key except saving reaches the notebook", () => {
    const { el } = board();
    const listener = vi.fn();
    document.addEventListener("keydown", listener);
    for (const name of ["b", "Enter", "Escape", "ArrowDown", "x"]) key(el, "[data-cell=D4]", name);
    expect(listener).not.toHaveBeenCalled();
    const save = new KeyboardEvent("keydown", { key: "s", ctrlKey: true, bubbles: true });
    find(el, "[data-cell=D4]").dispatchEvent(save);
    expect(listener).toHaveBeenCalledOnce();
    document.removeEventListener("keydown", listener);
  });

  it("a focused disc previews a click", () => {
    const { el } = board();
    byKeys(() => true);
    key(el, "[data-cell=E3]", "Enter");
    find(el, "[data-cell=E4]").focus();
    expect(has(el, "[data-mark=starving][data-on=D4]")).toBe(true);
  });
});

describe("a part that cannot be drawn", () => {
  const broken = () => {
    // an invalid row makes the list of turns fail
    const history = {
      at: 1,
      length: 1,
      count: 1,
      row: 0,
      from: 0,
      turns: [null as never],
      lines: 1,
      comment: "",
    };
    return midgame({ rev: 8, history });
  };

  it("does not affect the other parts", () => {
    const complain = vi.spyOn(console, "error").mockImplementation(() => {});
    const { model, el } = board();
    model.show(broken());
    press(el, "[data-cell=E3]");
    expect(has(el, "[data-grow=leg]")).toBe(true);
    expect(complain).toHaveBeenCalled();
    complain.mockRestore();
  });

  it("leaves the saved picture visible; a complete board hides it", () => {
    const complain = vi.spyOn(console, "error").mockImplementation(() => {});
    const hidden = () => document.head.textContent?.includes("adaptoid-last-test");
    const model = Object.assign(new FakeModel(broken()), { widget_manager: {} });
    onTestFinished(widget.initialize({ model }));
    expect(hidden()).toBe(false);
    show(model);
    expect(hidden()).toBe(false);
    model.show(midgame({ rev: 9 }));
    expect(hidden()).toBe(true);
    model.show({ ...broken(), rev: 10 });
    expect(hidden()).toBe(false);
    complain.mockRestore();
  });
});

describe("panels", () => {
  it("losses are counted in pips, supplies in numbers", () => {
    const { el } = board();
    const white = find(el, "[data-color=W]");
    expect(white.querySelectorAll(".adaptoid-pip")).toHaveLength(5);
    expect(white.querySelectorAll("[data-lost]")).toHaveLength(1);
    expect([...white.querySelectorAll(".adaptoid-stock b")].map((b) => b.textContent)).toEqual([
      "10",
      "11",
      "10",
    ]);
  });

  it("losses and the hunted colour are shown in words too", () => {
    const { el, model } = board();
    const losses = find(el, "[data-color=W] .adaptoid-losses");
    expect(losses.textContent).toBe("lost 1 of 5");
    expect(losses.title).toBe("lost 1 of 5");
    expect(find(el, "[data-color=W] .adaptoid-side-name").textContent).toBe("White");
    model.show(midgame({ rev: 8, sides: [["W", 10, 11, 10, 1, 5, "R"]] }));
    expect(find(el, "[data-color=W] .adaptoid-side-name").textContent).toBe("Whitehunts Red");
    expect(
      find(el, "[data-color=W]").ariaLabel ?? find(el, "[data-color=W]").getAttribute("aria-label"),
    ).toBe("ui.side.turn, hunts Red");
  });

  describe("buttons that end the game ask for confirmation", () => {
    const label = (el: HTMLElement, button: string) => find(el, `[data-do=${button}]`).textContent;

    it.each(["draw", "resign"])("%s", (button) => {
      const { model, el } = board();
      press(el, `[data-do=${button}]`);
      expect(model.sent).toHaveLength(0);
      expect(label(el, button)).toBe("Sure?");
      press(el, `[data-do=${button}]`);
      expect(model.sent.map((intent) => intent.kind)).toEqual([button]);
    });

    const cancels: [string, (el: HTMLElement, model: FakeModel) => void][] = [
      ["a click on a disc", (el) => press(el, "[data-cell=E3]")],
      ["a click on another such button", (el) => press(el, "[data-do=draw]")],
      ["a click on a button that is off", (el) => press(el, "[data-do=undo]")],
      ["Escape", (el) => key(el, "[data-do=resign]", "Escape")],
      [
        "blur",
        (el) => find(el, "[data-do=resign]").dispatchEvent(new FocusEvent("focusout", { bubbles: true })),
      ],
      ["four seconds", () => vi.advanceTimersByTime(4000)],
      ["a new snapshot", (_, model) => model.show(midgame({ rev: 8 }))],
    ];
    it.each(cancels)("but not after %s", (_, cancel) => {
      const { model, el } = board();
      press(el, "[data-do=resign]");
      cancel(el, model);
      expect(label(el, "resign")).toBe("Resign");
      press(el, "[data-do=resign]");
      expect(model.sent).toHaveLength(0);
    });

    it("and a disabled button does not ask", () => {
      const { el } = board({ step: "over", result: "W" });
      press(el, "[data-do=draw]");
      expect(label(el, "draw")).toBe("Draw");
      expect(has(el, "[data-do=new].adaptoid-primary")).toBe(true);
    });
  });

  it("the side shows whose turn it is and who has won", () => {
    const { model, el } = board();
    expect(has(el, "[data-color=W][data-turn-now]")).toBe(true);
    // in an open start, one player places both colours
    model.show(midgame({ rev: 8, step: "place" }));
    expect(has(el, "[data-turn-now]")).toBe(false);
    model.show(midgame({ rev: 9, step: "over", result: "B" }));
    expect(has(el, "[data-turn-now]")).toBe(false);
    expect(has(el, "[data-color=B][data-won]")).toBe(true);
  });

  it("buttons that would do nothing do nothing", () => {
    const { model, el } = board();
    for (const button of ["undo", "redo", "first", "last"]) press(el, `[data-do=${button}]`);
    expect(model.sent).toHaveLength(0);
    model.show(midgame({ rev: 8, undo: true }));
    press(el, "[data-do=undo]");
    expect(model.last.kind).toBe("undo");
  });

  it("the second click of a double click does nothing to another element", () => {
    const { model, el } = board({ undo: true });
    const click = (selector: string, detail: number, clientX = 0) =>
      find(el, selector).dispatchEvent(new MouseEvent("click", { bubbles: true, detail, clientX }));
    click("[data-do=map]", 1);
    click("[data-do=undo]", 2);
    click("[data-cell=E3]", 2);
    expect(model.sent).toHaveLength(0);
    click("[data-do=undo]", 3);
    click("[data-do=undo]", 4);
    expect(model.last.kind).toBe("undo");
  });

  it("two quick taps beside one another count, although they are a double click for the browser", () => {
    const { model, el } = board();
    press(el, "[data-cell=E3]");
    const tap = { bubbles: true, detail: 2, clientX: 19 };
    find(el, "[data-grow=leg]").dispatchEvent(new MouseEvent("click", tap));
    expect(model.last.kind).toBe("grow");
  });

  it("flipping affects only the view and sends nothing", () => {
    const { model, el } = board();
    const height = () => Number(find(el, "[data-cell=A1] circle").getAttribute("cy"));
    const before = height();
    choose(el, "flip");
    expect(height()).toBeGreaterThan(before);
    expect(model.sent).toHaveLength(0);
  });

  it("a board that is not interactive offers only view tools", () => {
    const { el } = board({ interactive: false, undo: true });
    press(el, "[data-do=more]");
    const buttons = [...el.querySelectorAll<HTMLElement>("[data-do]")].filter((b) => !b.closest("[hidden]"));
    const tools = ["lens", "map", "more", "flip", "sound", "size", "help"];
    expect(buttons.map((b) => b.dataset.do)).toEqual(tools);
    // no step is asked for
    expect(has(el, ".adaptoid-steps li")).toBe(false);
  });

  it("the theme follows the notebook's", async () => {
    document.body.dataset.jpThemeLight = "false";
    const { el } = board();
    expect(find(el, ".adaptoid-widget").dataset.theme).toBe("dark");
    document.body.dataset.jpThemeLight = "true";
    await Promise.resolve();
    expect(find(el, ".adaptoid-widget").dataset.theme).toBe("light");
    delete document.body.dataset.jpThemeLight;
  });
});

describe("the first painting", () => {
  it("has the parts that are loaded, and asks for no size before it, which would lay out the page each time", () => {
    bundleParts({ analyst, animation, maps, pens });
    Object.assign(Element.prototype, { animate() {} });
    onTestFinished(() => void Reflect.deleteProperty(Element.prototype, "animate"));
    vi.stubGlobal("requestAnimationFrame", () => 0);
    const asked: unknown[] = [];
    const spies = [
      ...(["clientWidth", "clientHeight"] as const).map((name) => vi.spyOn(Element.prototype, name, "get")),
      ...(["offsetWidth", "offsetHeight"] as const).map((name) =>
        vi.spyOn(HTMLElement.prototype, name, "get"),
      ),
      vi.spyOn(Element.prototype, "getBoundingClientRect"),
    ];
    for (const spy of spies) onTestFinished(() => spy.mockRestore());
    const { el } = board({ analyst: true });
    for (const spy of spies) asked.push(...spy.mock.contexts);
    expect(asked).toEqual([]);
    expect(has(el, ".adaptoid-analyst")).toBe(true);
    expect(has(el, ".adaptoid-margin")).toBe(true);
  });
});
