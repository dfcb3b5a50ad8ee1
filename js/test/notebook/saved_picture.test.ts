import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import index from "../../src/index";
import { pictureHider } from "../../src/notebook/hooks";
import serve from "../../src/notebook/notebook";
import { Client, follow, type Listen } from "../../src/protocol/client";
import type { Model } from "../../src/protocol/model";
import type { Traits } from "../../src/protocol/types";
import { FakeModel, midgame } from "../samples";

const page = (board: string, rev: number) =>
  `<div class="adaptoid-last-${board}" data-rev="${rev}"><svg></svg></div>`;
type Value = { output_type: string; data: Record<string, unknown> };

/** A notebook with an empty cell and one with HTML outputs, as JupyterLab provides them: as a text or as lines. */
function notebook(...pages: unknown[]) {
  const values: Value[] = pages.map((html) => ({ output_type: "display_data", data: { "text/html": html } }));
  return notebookWith(values);
}

function notebookWith(values: Value[]) {
  const outputs = {
    get length() {
      return values.length;
    },
    get: (i: number) => ({ toJSON: () => values[i] }),
    set: (i: number, value: Value) => {
      values[i] = value;
    },
    add: (value: Value) => values.push(value),
  };
  const model = new FakeModel(midgame({ board: "k3f9", rev: 7 }));
  const cell = { outputs };
  const cells = { length: 2, get: (i: number) => (i === 0 ? ({} as Partial<typeof cell>) : cell) };
  return { model: Object.assign(model, { widget_manager: { context: { model: { cells } } } }), values };
}

/** An output with a live widget, and its cell in the page with a view of a board. */
function live(board: string): Value {
  document.body.innerHTML = `<div data-windowed-list-index="1"><div class="adaptoid-widget" data-board="${board}"></div></div>`;
  return { output_type: "display_data", data: { "application/vnd.jupyter.widget-view+json": {} } };
}

/** Serves the notebook as a board in a browser does; returns a function that ends it. */
function save(model: FakeModel): () => void {
  return serveBoard(model).end;
}

function serveBoard(model: FakeModel) {
  const ended = new AbortController();
  const { signal } = ended;
  const listen: Listen = (handler, until) => follow(model, "msg:custom", handler, until);
  const part = serve({
    ...{ model, listen, client: new Client(model, listen, signal), signal },
    show: () => () => {},
  });
  return { part, end: () => ended.abort() };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("the saved picture of a notebook", () => {
  it("is hidden when the live board was drawn, and shown when that failed", () => {
    vi.stubGlobal("CSS", { escape: (name: string) => name });
    const { model } = notebook();
    document.body.innerHTML = page("k3f9", 7) + page("another", 7);
    const [own, other] = [...document.body.children] as HTMLElement[];
    const isShown = (element?: Element) => element && getComputedStyle(element).display !== "none";
    const hide = pictureHider(model, "k3f9");
    expect(isShown(own)).toBe(true);
    hide(true);
    const sheets = new MutationObserver(() => {});
    sheets.observe(document.head, { childList: true });
    hide(true);
    expect(sheets.takeRecords()).toEqual([]);
    expect([isShown(own), isShown(other)]).toEqual([false, true]);
    hide(false);
    expect(isShown(own)).toBe(true);
    vi.unstubAllGlobals();
  });

  it("stays hidden when the board is closed, where the host has not updated it", () => {
    vi.stubGlobal("CSS", { escape: (name: string) => name });
    const isShownAfter = (rev: number, model: FakeModel) => {
      const place = document.createElement("div");
      document.body.innerHTML = page("k3f9", rev);
      document.body.append(place);
      const end = index.initialize({ model });
      index.render({ model, el: place });
      const picture = document.querySelector(".adaptoid-last-k3f9") as Element;
      expect(getComputedStyle(picture).display).toBe("none");
      end();
      const isShown = getComputedStyle(picture).display !== "none";
      document.head.querySelector("style")?.remove();
      return isShown;
    };
    const voila = () =>
      Object.assign(new FakeModel(midgame({ board: "k3f9", rev: 7 })), { widget_manager: {} });
    expect(isShownAfter(6, voila())).toBe(false);
    expect(isShownAfter(7, voila())).toBe(true);
    // JupyterLab updates it soon
    expect(isShownAfter(6, notebook().model)).toBe(true);
    vi.unstubAllGlobals();
  });

  it("is shown in place of a board that nobody answers", () => {
    vi.stubGlobal("CSS", { escape: (name: string) => name });
    const { model } = notebook();
    const stored = {
      get: (name: keyof Traits) => (`${name}` === "layout" ? { comm_live: false } : model.get(name)),
    };
    const dead = Object.assign(Object.create(model), stored) as typeof model;
    const place = document.createElement("div");
    const open = () => {
      const end = index.initialize({ model: dead });
      index.render({ model: dead, el: place });
      return end;
    };
    document.body.replaceChildren(place);
    const end = open();
    const board = place.querySelector<HTMLElement>(".adaptoid-board");
    expect(board?.inert).toBe(true);
    expect(place.textContent).toContain(model.get("snapshot").position);
    expect(place.querySelectorAll("button, input, select, [data-mark]")).toHaveLength(0);
    const view = place.querySelector(".adaptoid-widget") as Element;
    expect(getComputedStyle(view).display).not.toBe("none");
    document.body.insertAdjacentHTML("beforeend", page("k3f9", 7));
    expect(getComputedStyle(view).display).toBe("none");
    expect(getComputedStyle(document.querySelector(".adaptoid-last-k3f9") as Element).display).not.toBe(
      "none",
    );
    end();
    vi.unstubAllGlobals();
  });

  it("is not requested while it is current", () => {
    const { model } = notebook(page("k3f9", 7));
    save(model);
    expect(model.sent).toHaveLength(0);
  });

  it("is requested once when the notebook has an older one, and replaces it", () => {
    const { model, values } = notebook("<p>other</p>", [page("k3f9", 3)], page("another", 1));
    save(model);
    expect(model.sent).toMatchObject([{ kind: "picture", rev: 7 }]);
    const bundle = { "text/html": page("k3f9", 7), "text/plain": "White to move" };
    model.answer({ ok: true, bundle });
    expect(values.map((value) => value.data)).toEqual([
      { "text/html": "<p>other</p>" },
      bundle,
      { "text/html": page("another", 1) },
    ]);
    expect(values[1]?.output_type).toBe("display_data");
    expect(model.sent).toHaveLength(1);
  });

  it("is added once to the cell with a view that has none, such as a container that a board has joined", () => {
    const values = [live("another")];
    const { model } = notebookWith(values);
    const { part } = serveBoard(model);
    expect(model.sent).toHaveLength(0);
    live("k3f9");
    for (let i = 0; i < 3; i++) {
      part.drawn();
      vi.advanceTimersByTime(1000);
    }
    expect(model.sent).toMatchObject([{ kind: "picture" }]);
    const bundle = { "text/html": page("k3f9", 7), "text/plain": "White to move" };
    model.answer({ ok: true, bundle });
    expect(values.slice(1)).toEqual([{ output_type: "display_data", metadata: {}, data: bundle }]);
    part.drawn();
    vi.advanceTimersByTime(60_000);
    expect(model.sent).toHaveLength(1);
  });

  it("is not added where Python has displayed it meanwhile, nor if the cell that displayed the board has it", () => {
    const values: Value[] = [];
    const { model } = notebookWith(values);
    const { part } = serveBoard(model);
    values.push(live("k3f9"));
    part.drawn();
    values.push({ output_type: "display_data", data: { "text/html": page("k3f9", 7) } });
    vi.advanceTimersByTime(60_000);
    expect(model.sent).toHaveLength(0);
  });

  it("is requested again when Python announces a newer one, also during a request", () => {
    const { model, values } = notebook(page("k3f9", 7));
    save(model);
    const pictured = (rev: number) => {
      model.emit("msg:custom", { type: "pictured", rev });
      vi.advanceTimersByTime(1000);
    };
    pictured(8);
    pictured(9);
    expect(model.sent).toHaveLength(1);
    model.answer({ ok: true, rev: 8, bundle: { "text/html": page("k3f9", 8) } });
    expect(model.sent).toHaveLength(2);
    model.answer({ ok: true, rev: 9, bundle: { "text/html": page("k3f9", 9) } });
    expect(values[0]?.data["text/html"]).toBe(page("k3f9", 9));
    expect(model.sent).toHaveLength(2);
  });

  it("is not requested if another browser has saved it meanwhile", () => {
    const { model, values } = notebook(page("k3f9", 7));
    save(model);
    model.emit("msg:custom", { type: "pictured", rev: 8 });
    values[0] = { output_type: "display_data", data: { "text/html": page("k3f9", 8) } };
    vi.advanceTimersByTime(60_000);
    expect(model.sent).toHaveLength(0);
  });

  it("is saved by one of three browsers of a shared document, and by another after that one has gone", () => {
    const { model, values } = notebook(page("k3f9", 7));
    const { outputs } = model.widget_manager.context.model.cells.get(1);
    if (!outputs) throw new Error("no outputs");
    const put = vi.spyOn(outputs, "set");
    // as in saved_picture.py: the browser that got the picture last is the only one for two seconds
    let writer: unknown;
    let until = 0;
    const answer = (present: (by: unknown) => boolean, rev: number) => {
      for (const { id, by } of model.sent.splice(0)) {
        if (!present(by)) continue;
        const reply = { type: "reply", id, rev, ok: true };
        const may = by === writer || Date.now() >= until;
        if (may) [writer, until] = [by, Date.now() + 2000];
        model.emit("msg:custom", may ? { ...reply, bundle: { "text/html": page("k3f9", rev) } } : reply);
      }
    };
    for (let i = 0; i < 3; i++) save(model);
    model.emit("msg:custom", { type: "pictured", rev: 8 });
    vi.advanceTimersByTime(1000);
    expect(model.sent).toHaveLength(3);
    answer(() => true, 8);
    vi.advanceTimersByTime(60_000);
    expect(put).toHaveBeenCalledTimes(1);
    expect(model.sent).toHaveLength(0);
    // the writer asks first again, gets the picture, and closes before it is saved
    const closedWriter = writer;
    model.emit("msg:custom", { type: "pictured", rev: 9 });
    vi.advanceTimersByTime(1000);
    until = Date.now() + 2000;
    answer((by) => by !== closedWriter, 9);
    expect(put).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(3000);
    answer((by) => by !== closedWriter, 9);
    vi.advanceTimersByTime(60_000);
    expect(put).toHaveBeenCalledTimes(2);
    expect(values.map(({ data }) => data["text/html"])).toEqual([page("k3f9", 9)]);
    expect(model.sent).toHaveLength(0);
  });

  it("is not saved where the shared document has another output", () => {
    const { model, values } = notebook(page("k3f9", 3), "<p>other</p>");
    const cell = model.widget_manager.context.model.cells.get(1);
    let documented = structuredClone(values).reverse();
    Object.assign(cell, { sharedModel: { getOutputs: () => documented } });
    const bundle = { "text/html": page("k3f9", 7) };
    save(model);
    model.answer({ ok: true, rev: 7, bundle });
    expect(values[0]?.data["text/html"]).toBe(page("k3f9", 3));
    documented = structuredClone(values);
    model.emit("msg:custom", { type: "pictured", rev: 7 });
    vi.advanceTimersByTime(1000);
    model.answer({ ok: true, rev: 7, bundle });
    expect(values.map(({ data }) => data["text/html"])).toEqual([page("k3f9", 7), "<p>other</p>"]);
  });

  it.each([
    ["no manager", {}],
    ["a manager of another kind", { widget_manager: { context: { model: {} } } }],
    [
      "a notebook that cannot be read",
      { widget_manager: { context: { model: { cells: { length: 1, get: null } } } } },
    ],
  ])("in a host with %s nothing happens", (_, extra) => {
    const model = Object.assign(new FakeModel(), extra) as FakeModel & Model;
    save(model);
    model.emit("msg:custom", { type: "pictured", rev: 99 });
    vi.advanceTimersByTime(60_000);
    expect(model.sent).toHaveLength(0);
  });
});

describe("the service for a notebook", () => {
  it("checks the pictures at the start, handles new ones, and leaves no listeners or timers", () => {
    const { model } = notebook(page("k3f9", 3));
    const end = save(model);
    expect(model.sent).toMatchObject([{ kind: "picture", rev: 7 }]);
    model.answer({ ok: true, bundle: { "text/html": page("k3f9", 7) } });
    model.emit("msg:custom", { type: "pictured", rev: 8 });
    vi.advanceTimersByTime(1000);
    expect(model.sent).toMatchObject([{ rev: 7 }, { kind: "picture", rev: 8 }]);
    end();
    expect(model.ears).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});
