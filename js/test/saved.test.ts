import { describe, expect, it, vi } from "vitest";
import attend from "../src/notebook";
import { SavedPicture } from "../src/saved";
import { pictureHider } from "../src/surroundings";
import type { Model } from "../src/types";
import { FakeModel, midgame } from "./samples";

const page = (board: string, rev: number) =>
  `<div class="adaptoid-last-${board}" data-rev="${rev}"><svg></svg></div>`;
type Value = { output_type: string; data: Record<string, unknown> };

/** A notebook of one cell, with the outputs' HTML as JupyterLab hands it out: a text or lines of it. */
function notebook(...pages: unknown[]) {
  const values: Value[] = pages.map((html) => ({ output_type: "display_data", data: { "text/html": html } }));
  const outputs = {
    length: values.length,
    get: (i: number) => ({ toJSON: () => values[i] }),
    set: (i: number, value: Value) => {
      values[i] = value;
    },
  };
  const model = new FakeModel(midgame({ board: "k3f9", rev: 7 }));
  const cells = { length: 2, get: (i: number) => (i === 0 ? {} : { outputs }) };
  return { model: Object.assign(model, { widget_manager: { context: { model: { cells } } } }), values };
}

describe("the picture that a notebook keeps", () => {
  it("is hidden when the live board was drawn, and shown when that failed", () => {
    vi.stubGlobal("CSS", { escape: (name: string) => name });
    const { model } = notebook();
    document.body.innerHTML = page("k3f9", 7) + page("another", 7);
    const [own, other] = [...document.body.children] as HTMLElement[];
    const shown = (element?: Element) => element && getComputedStyle(element).display !== "none";
    const hide = pictureHider(model, "k3f9");
    expect(shown(own)).toBe(true);
    hide(true);
    hide(true);
    expect([shown(own), shown(other)]).toEqual([false, true]);
    hide(false);
    expect(shown(own)).toBe(true);
    vi.unstubAllGlobals();
  });

  it("is left alone while it is the latest", () => {
    const { model } = notebook(page("k3f9", 7));
    new SavedPicture(model, "k3f9");
    expect(model.sent).toHaveLength(0);
  });

  it("is asked for once when the page holds an older one, and put in its place", () => {
    const { model, values } = notebook("<p>other</p>", [page("k3f9", 3)], page("another", 1));
    const saved = new SavedPicture(model, "k3f9");
    expect(model.sent).toMatchObject([{ kind: "picture", rev: 7 }]);
    const bundle = { "text/html": page("k3f9", 7), "text/plain": "White to move" };
    saved.hear({ type: "reply", id: model.last.id, rev: 7, ok: true, bundle });
    expect(values.map((value) => value.data)).toEqual([
      { "text/html": "<p>other</p>" },
      bundle,
      { "text/html": page("another", 1) },
    ]);
    expect(values[1]?.output_type).toBe("display_data");
    expect(model.sent).toHaveLength(1);
  });

  it("follows when Python says that there is a newer one, also while one is on its way", () => {
    const { model, values } = notebook(page("k3f9", 7));
    const saved = new SavedPicture(model, "k3f9");
    saved.hear({ type: "pictured", rev: 8 });
    saved.hear({ type: "pictured", rev: 9 });
    expect(model.sent).toHaveLength(1);
    saved.hear({
      type: "reply",
      id: model.last.id,
      rev: 8,
      ok: true,
      bundle: { "text/html": page("k3f9", 8) },
    });
    expect(model.sent).toHaveLength(2);
    saved.hear({
      type: "reply",
      id: model.last.id,
      rev: 9,
      ok: true,
      bundle: { "text/html": page("k3f9", 9) },
    });
    expect(values[0]?.data["text/html"]).toBe(page("k3f9", 9));
    expect(model.sent).toHaveLength(2);
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
    new SavedPicture(model, "test").hear({ type: "pictured", rev: 99 });
    expect(model.sent).toHaveLength(0);
  });
});

describe("what is done for a notebook", () => {
  it("begins with a look at its pictures, hears of new ones, and leaves nothing behind", () => {
    vi.useFakeTimers();
    const { model } = notebook(page("k3f9", 3));
    const hears = new Set<(message: unknown) => void>();
    const guest = attend(model, (hear) => {
      hears.add(hear);
      return () => hears.delete(hear);
    });
    expect(model.sent).toMatchObject([{ kind: "picture", rev: 7 }]);
    guest(true);
    for (const hear of hears)
      hear({ type: "reply", id: model.last.id, rev: 7, ok: true, bundle: { "text/html": page("k3f9", 7) } });
    for (const hear of hears) hear({ type: "pictured", rev: 8 });
    expect(model.sent).toMatchObject([{ rev: 7 }, { kind: "picture", rev: 8 }]);
    guest(false);
    expect(hears.size).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
});
