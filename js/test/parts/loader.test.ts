import { describe, expect, it, vi } from "vitest";
import editor from "../../src/editor/editor";
import maps from "../../src/maps/maps";
import { bundleParts } from "../../src/parts/part_loader";
import type { Edit, Snapshot } from "../../src/protocol/types";
import { find, has, key, mounts, press, show } from "../mount";
import { FakeModel, midgame, type Sent } from "../samples";

mounts();

const DRAFT: Edit = {
  since: 0,
  tool: "position",
  step: "move",
  switches: [],
  board: "hex4",
  boards: [["hex4", 37]],
  playable: true,
  problems: [],
  off_board: [],
  undo: false,
  redo: false,
  shape: null,
};
const editing = (rev: number): Snapshot => midgame({ rev, step: "edit", edit: DRAFT });

/** Loads the widget with new modules, as in a page just loaded, and fakes the bundle of parts that Python sends. */
async function fresh(parts: unknown = { editor }) {
  vi.resetModules();
  const modules = { urls: [] as string[], revoked: [] as string[] };
  vi.stubGlobal("testedParts", parts);
  vi.stubGlobal(
    "URL",
    class extends URL {
      static override createObjectURL(): string {
        modules.urls.push(`data:text/javascript,export default globalThis.testedParts//${Math.random()}`);
        return modules.urls.at(-1) as string;
      }
      static override revokeObjectURL(url: string): void {
        modules.revoked.push(url);
      }
    },
  );
  const { default: widget } = await import("../../src/index");
  const views = new Map<HTMLElement, () => void>();
  const mount = (model: FakeModel): HTMLElement => {
    const el = document.createElement("div");
    document.body.append(el);
    views.set(el, widget.render({ model, el }));
    return el;
  };
  const close = (el: HTMLElement) => {
    views.get(el)?.();
    views.delete(el);
    el.remove();
  };
  const end = () => {
    for (const el of [...views.keys()]) close(el);
  };
  return { widget, mount, modules, close, end };
}

const requests = ({ sent }: FakeModel) => sent.map(({ kind, what = "" }) => `${kind} ${what}`.trim());
const loaded = () => vi.waitFor(async () => vi.dynamicImportSettled());
const isEditing = (el: HTMLElement) => find(el, ".adaptoid-widget").dataset.edit === "position";
const PART = { ok: true, module: "a text" };

describe("the editor is loaded when first needed", () => {
  it("by its button, which keeps the focus until the editor is open", async () => {
    const { mount, modules, end } = await fresh();
    const model = new FakeModel(midgame());
    const el = mount(model);
    expect(model.sent).toEqual([]);
    expect(has(el, ".adaptoid-editor")).toBe(false);
    const button = find(el, "[data-do=edit]");
    button.focus();
    press(el, "[data-do=edit]");
    press(el, "[data-do=edit]");
    expect(requests(model)).toEqual(["parts"]);
    model.answer(PART);
    expect(document.activeElement).toBe(button);
    await loaded();
    expect(requests(model)).toEqual(["parts", "edit open"]);
    expect(document.activeElement).toBe(button);
    model.show(editing(8));
    // the focus moves before the reply, in the drawing that hides the button
    expect(document.activeElement).toBe(find(el, '[data-edit="tool:position"]'));
    model.answer();
    expect(modules.revoked).toEqual(modules.urls);
    end();
  });

  it("no key leaves the board while it loads", async () => {
    const { mount, end } = await fresh();
    const model = new FakeModel(midgame());
    const el = mount(model);
    const listener = vi.fn();
    el.addEventListener("keydown", listener);
    find(el, "[data-do=edit]").focus();
    press(el, "[data-do=edit]");
    for (const name of ["b", "x", "Enter", "Delete"]) key(el, "[data-do=edit]", name);
    expect(listener).not.toHaveBeenCalled();
    end();
  });

  it("by Python: meanwhile clicks do nothing and the focus stays in the view", async () => {
    const { mount, end } = await fresh();
    const model = new FakeModel(midgame());
    const el = mount(model);
    find(el, "[data-do=new]").focus();
    model.show(editing(8));
    expect(requests(model)).toEqual(["parts"]);
    press(el, "[data-cell=D4]");
    press(el, "[data-do=new]");
    expect(requests(model)).toEqual(["parts"]);
    expect(isEditing(el)).toBe(false);
    model.answer(PART);
    await loaded();
    expect(isEditing(el)).toBe(true);
    expect(el.contains(document.activeElement)).toBe(true);
    expect(document.activeElement).not.toBe(find(el, "[data-do=new]"));
    press(el, "[data-cell=D4]");
    expect(find(el, '[data-on="D4"] .adaptoid-body')).toBeTruthy();
    end();
  });

  it("after a reload with an open editor", async () => {
    const { mount, end } = await fresh();
    const model = new FakeModel(editing(8));
    const el = mount(model);
    expect(requests(model)).toEqual(["parts"]);
    model.answer(PART);
    await loaded();
    expect(isEditing(el)).toBe(true);
    end();
  });

  it("after a pending click", async () => {
    const { mount, end } = await fresh();
    const model = new FakeModel(midgame());
    const el = mount(model);
    press(el, "[data-do=new]");
    press(el, "[data-do=new]");
    press(el, "[data-do=edit]");
    expect(requests(model)).toEqual(["new", "parts"]);
    model.answer(PART);
    await loaded();
    expect(requests(model)).toEqual(["new", "parts"]);
    const [{ id }] = model.sent as [Sent];
    model.emit("msg:custom", { type: "reply", id, rev: 8, ok: true });
    await loaded();
    expect(requests(model)).toEqual(["new", "parts", "edit open"]);
    end();
  });

  it("and opens nothing for a closed view", async () => {
    const { mount, end } = await fresh();
    const model = new FakeModel(midgame());
    press(mount(model), "[data-do=edit]");
    model.answer(PART);
    end();
    await loaded();
    expect(requests(model)).toEqual(["parts"]);
  });

  it("once for all views and boards of a page", async () => {
    const { mount, end } = await fresh();
    const model = new FakeModel(editing(8));
    const other = new FakeModel(editing(8));
    const views = [mount(model), mount(model), mount(other)];
    expect([model, other].map(requests)).toEqual([["parts"], []]);
    model.answer(PART);
    await loaded();
    expect(views.map(isEditing)).toEqual([true, true, true]);
    const later = new FakeModel(editing(8));
    expect(isEditing(mount(later))).toBe(true);
    expect(later.sent).toEqual([]);
    end();
  });

  it("by another board if the one that has asked is closed", async () => {
    const { mount, close, end } = await fresh();
    const [first, second] = [new FakeModel(editing(8)), new FakeModel(editing(8))];
    const closed = mount(first);
    const el = mount(second);
    expect([first, second].map(requests)).toEqual([["parts"], []]);
    close(closed);
    expect(requests(second)).toEqual(["parts"]);
    second.answer(PART);
    await loaded();
    expect(isEditing(el)).toBe(true);
    end();
  });
});

describe("the food lens and the maps are loaded when first needed", () => {
  it.each([
    ["[data-do=lens]", ".adaptoid-food-numbers [data-on=E3]", "adaptoid-food-safe"],
    ["[data-do=map]", ".adaptoid-map [data-on=C4]", "adaptoid-dot"],
  ])("by %s, once, for the board, the labels and the legend", async (button, sign, shape) => {
    const { mount, end } = await fresh({ maps });
    const model = new FakeModel(midgame());
    const el = mount(model);
    const key = () => find(el, ".adaptoid-key").childElementCount;
    const label = () => find(el, "[data-cell=E3]").getAttribute("aria-label") ?? "";
    const [items, words] = [key(), label()];
    press(el, button);
    expect(find(el, button).getAttribute("aria-pressed")).toBe("true");
    model.show(midgame({ rev: 8 }));
    expect(requests(model)).toEqual(["parts"]);
    expect([key(), label()]).toEqual([items, words]);
    model.answer(PART);
    await loaded();
    if (button.includes("map")) {
      expect(requests(model)).toEqual(["parts", "map"]);
      model.answer({ ok: true, map: { color: "B", reach: [["C4", ["D4"]]], attacks: [["E3", ["D4"]]] } });
    }
    expect(has(el, sign)).toBe(true);
    expect(has(el, `.adaptoid-svg .${shape}`) && has(el, `.adaptoid-key .${shape}`)).toBe(true);
    expect(key()).toBeGreaterThan(items);
    expect(label().length).toBeGreaterThan(words.length);
    press(el, button);
    expect([has(el, sign), key(), label()]).toEqual([false, items, words]);
    end();
  });

  it("a part that failed is requested again by its button", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    const { mount, end } = await fresh({ maps });
    const model = new FakeModel(midgame());
    const el = mount(model);
    press(el, "[data-do=lens]");
    model.answer({ ok: false, text: "No such bundle." });
    await vi.waitFor(() => expect(find(el, ".adaptoid-link").textContent).toContain("No such bundle."));
    model.show(midgame({ rev: 8 }));
    expect(requests(model)).toEqual(["parts"]);
    press(el, "[data-do=lens]");
    press(el, "[data-do=lens]");
    expect(requests(model)).toEqual(["parts", "parts"]);
    model.answer(PART);
    await loaded();
    expect(has(el, ".adaptoid-food-numbers [data-on=E3]")).toBe(true);
    error.mockRestore();
    end();
  });
});

describe("when a part cannot be loaded", () => {
  it("silence of Python is shown, and only the button requests the part again", async () => {
    const { mount, end } = await fresh();
    const model = new FakeModel(midgame());
    const el = mount(model);
    press(el, "[data-do=edit]");
    vi.advanceTimersByTime(400);
    expect(find(el, ".adaptoid-link").textContent).toBe("Waiting for Python …");
    vi.advanceTimersByTime(5000);
    expect(find(el, ".adaptoid-link").textContent).toBe("Python does not answer.");
    vi.advanceTimersByTime(60_000);
    expect(requests(model)).toEqual(["parts"]);
    press(el, "[data-do=edit]");
    expect(requests(model)).toEqual(["parts", "parts"]);
    model.answer(PART);
    await loaded();
    expect(requests(model).at(-1)).toBe("edit open");
    end();
  });

  it("a part whose reply was lost is requested again at the next drawing", async () => {
    const { mount, end } = await fresh();
    const model = new FakeModel(editing(8));
    const el = mount(model);
    vi.advanceTimersByTime(5000);
    model.show(editing(9));
    expect(requests(model)).toEqual(["parts", "parts"]);
    model.answer(PART);
    await loaded();
    expect(isEditing(el)).toBe(true);
    end();
  });

  it("the reason is shown for a part that Python needs", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    const { mount, end } = await fresh();
    const model = new FakeModel(midgame());
    const el = mount(model);
    const sign = () => find(el, ".adaptoid-link").textContent;
    model.analyse({ position: midgame().position });
    expect(requests(model)).toEqual(["parts"]);
    vi.advanceTimersByTime(4000);
    expect(sign()).toBe("Python does not answer.");
    model.show(midgame({ rev: 8 }));
    expect(sign()).toBe("");
    expect(requests(model)).toEqual(["parts", "parts"]);
    model.answer({ ok: false, text: "No such bundle." });
    await vi.waitFor(() => expect(sign()).toBe("Not loaded: No such bundle."));
    error.mockRestore();
    end();
  });

  it("a part that arrives late opens nothing", async () => {
    const { mount, end } = await fresh();
    const model = new FakeModel(midgame());
    const el = mount(model);
    press(el, "[data-do=edit]");
    vi.advanceTimersByTime(5000);
    model.answer(PART);
    await loaded();
    expect(requests(model)).toEqual(["parts"]);
    end();
  });

  it("a failed part is requested again by its button, and its reason is then removed", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    const { mount, end } = await fresh();
    const model = new FakeModel(midgame());
    const el = mount(model);
    const sign = () => find(el, ".adaptoid-link").textContent;
    press(el, "[data-do=edit]");
    model.answer({ ok: false, text: "No such bundle." });
    await vi.waitFor(() => expect(sign()).toContain("No such bundle."));
    press(el, "[data-do=edit]");
    expect(requests(model)).toEqual(["parts", "parts"]);
    model.answer(PART);
    await loaded();
    expect(sign()).not.toContain("No such bundle.");
    expect(requests(model).at(-1)).toBe("edit open");
    error.mockRestore();
    end();
  });

  it.each([
    [{ ok: false, text: "No such bundle." }, "No such bundle."],
    [PART, "forbidden here"],
  ])("the reason is shown, and the part is not requested repeatedly", async (answer, why) => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    const { mount, end } = await fresh();
    vi.stubGlobal(
      "URL",
      class extends URL {
        static override createObjectURL = () => "data:text/javascript,throw 'forbidden here'";
        static override revokeObjectURL = () => {};
      },
    );
    const model = new FakeModel(editing(8));
    const el = mount(model);
    model.answer(answer);
    await loaded();
    await vi.waitFor(() => expect(find(el, ".adaptoid-link").textContent).toContain(why));
    model.show(editing(9));
    await loaded();
    expect(requests(model)).toEqual(["parts"]);
    expect(error).toHaveBeenCalled();
    error.mockRestore();
    end();
  });
});

describe("memory of the editor", () => {
  it("a view does not grow when the editor is opened and closed repeatedly", () => {
    bundleParts({ editor });
    const model = new FakeModel(midgame());
    const el = show(model);
    const round = (rev: number) => {
      press(el, "[data-do=edit]");
      model.show(editing(rev));
      model.answer();
      expect(isEditing(el)).toBe(true);
      press(el, "[data-edit=close]");
      model.show(midgame({ rev: rev + 1 }));
      model.answer();
      expect((document.activeElement as HTMLElement).dataset.cell).toBeTruthy();
      return [el.querySelectorAll("*").length, model.ears];
    };
    const first = round(10);
    for (let i = 1; i <= 5; i++) expect(round(10 + 2 * i)).toEqual(first);
  }, 60_000);
});

describe("the analyst", () => {
  it("is requested once, when there is an analysis", async () => {
    const { mount, end } = await fresh();
    const model = new FakeModel(midgame({ analyst: true }));
    mount(model);
    expect(model.sent).toEqual([]);
    for (let i = 0; i < 2; i++) model.analyse({ position: midgame().position });
    expect(requests(model)).toEqual(["parts"]);
    end();
  });
});

describe("the parts", () => {
  it("closing before they are loaded leaves nothing behind", async () => {
    const { widget } = await fresh();
    const model = Object.assign(new FakeModel(midgame()), { widget_manager: { context: {} } });
    const stop = widget.initialize({ model });
    expect(model.last).toMatchObject({ kind: "parts" });
    const el = document.createElement("div");
    const close = widget.render({ model, el });
    press(el, "[data-cell=A4]");
    press(el, "[data-do=draw]");
    close();
    stop();
    expect(el.childElementCount).toBe(0);
    expect(document.head.textContent).not.toContain("adaptoid-last-test");
    expect(model.ears).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("the pens", () => {
  it("are loaded when first needed; until then clicks work as before", async () => {
    const { mount, end } = await fresh();
    const model = new FakeModel(midgame());
    const el = mount(model);
    key(el, "[data-cell=D4]", "a");
    key(el, "[data-cell=D4]", "a");
    expect(requests(model)).toEqual(["parts"]);
    press(el, "[data-cell=D4]");
    expect(requests(model)).not.toContain("mark");
    expect(has(el, ".adaptoid-pens")).toBe(false);
    end();
  });
});

describe("the controls", () => {
  it("a menu that is opened before it is loaded is open once it is", async () => {
    const pressed: string[] = [];
    const { mount, end } = await fresh({
      controls: () => ({ draw() {}, run: (name: string) => pressed.push(name) }),
    });
    const model = new FakeModel(midgame());
    press(mount(model), "[data-do=more]");
    expect(requests(model)).toEqual(["parts"]);
    model.answer(PART);
    await loaded();
    expect(pressed).toEqual(["more"]);
    end();
  });
});
