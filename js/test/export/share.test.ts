import { beforeEach, describe, expect, it, vi } from "vitest";
import share from "../../src/export/share";
import { bundleParts } from "../../src/parts/loader";
import type { Snapshot } from "../../src/protocol/types";
import { board, find, key, mounts, press } from "../mount";
import { midgame, ui } from "../samples";

// jsdom compresses nothing
vi.mock("../../src/protocol/game_link", async (original) => ({
  ...(await original<object>()),
  encodeLink: async () => "#game=1.x",
}));

mounts();
beforeEach(() => {
  bundleParts({ share });
  // jsdom has no dialogs
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
      this.dispatchEvent(new Event("close"));
    },
  });
});

const played = { ...midgame().history, length: 3, at: 3 };
ui["ui.share.failed"] = "{detail}";
const told = (el: HTMLElement) => find(el, ".adaptoid-sharing [role=status]").textContent;
const off = (el: HTMLElement, kind: string) =>
  find(el, `[data-share=${kind}]`).getAttribute("aria-disabled") === "true";

function saves(): string[] {
  const names: string[] = [];
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => {} }));
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  return names;
}

describe("the share menu", () => {
  it("is a menu for the keys: it opens on its first entry, and Escape goes no further", () => {
    const { el } = board();
    press(el, "[data-do=share]");
    const menu = find<HTMLDialogElement>(el, ".adaptoid-sharing");
    expect(menu.open).toBe(true);
    expect(find(el, "[data-do=share]").getAttribute("aria-expanded")).toBe("true");
    expect([...menu.querySelectorAll("[role=menu] button")].map((b) => b.getAttribute("role"))).toEqual(
      Array(12).fill("menuitem"),
    );
    expect(document.activeElement).toBe(find(el, "[data-share=position]"));
    key(el, "[data-share=position]", "ArrowUp");
    expect(document.activeElement).toBe(find(el, "[data-share=link]"));
    key(el, "[data-share=link]", "ArrowDown");
    expect(document.activeElement).toBe(find(el, "[data-share=position]"));
    menu.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    expect(menu.open).toBe(false);
    expect(find(el, "[data-do=share]").getAttribute("aria-expanded")).toBe("false");
  });

  it("begins with the link where a page is known, else with what needs none", async () => {
    const order = (el: HTMLElement) =>
      [...el.querySelectorAll<HTMLElement>("[data-share]")].map((entry) => entry.dataset.share);
    const main = (el: HTMLElement) => find(el, ".adaptoid-sharing .adaptoid-primary").dataset.share;
    const { model, el } = board();
    press(el, "[data-do=share]");
    model.answer({ ok: true, record: "adaptoid-record 1\n", address: "" });
    await vi.waitFor(() => expect(off(el, "game")).toBe(false));
    expect([order(el).at(-1), main(el)]).toEqual(["link", "html"]);
    expect(find(el, "[data-share=link]").textContent).toBe("ui.share.link.needs");
    model.show(midgame({ rev: 9 }));
    model.answer({ ok: true, record: "adaptoid-record 1\n", address: "https://example.org/game.html" });
    await vi.waitFor(() => expect(order(el)[0]).toBe("link"));
    expect([main(el), find(el, "[data-share=link]").textContent]).toEqual(["link", "ui.share.link"]);
    const page = board();
    page.model.asleep = false;
    press(page.el, "[data-do=share]");
    expect([order(page.el)[0], main(page.el)]).toEqual(["link", "link"]);
  });

  it("copies at once, and shows the text where the browser refuses", async () => {
    const copied: string[] = [];
    let refuses = false;
    const writeText = async (content: string) => {
      if (refuses) throw new DOMException("no", "NotAllowedError");
      copied.push(content);
    };
    vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { clipboard: { writeText } }));
    const { model, el } = board();
    press(el, "[data-do=share]");
    press(el, "[data-share=game]");
    expect([model.last.kind, off(el, "game"), copied]).toEqual(["record", true, []]);
    model.answer({ ok: true, record: "adaptoid-record 1\n", address: "" });
    await vi.waitFor(() => expect(off(el, "game")).toBe(false));
    press(el, "[data-share=game]");
    press(el, "[data-share=position]");
    await vi.waitFor(() => expect(told(el)).toBe("ui.share.copied"));
    expect(copied).toEqual(["adaptoid-record 1\n", model.get("snapshot").position]);
    // nobody said where a page is
    press(el, "[data-share=link]");
    expect(told(el)).toBe("ui.share.no-address");
    refuses = true;
    press(el, "[data-share=game]");
    await vi.waitFor(() => expect(told(el)).toBe("ui.share.refused"));
    const field = find<HTMLTextAreaElement>(el, ".adaptoid-sharing textarea");
    expect([field.hidden, field.value]).toEqual([false, "adaptoid-record 1\n"]);
  });

  it("opens a file that is dropped on the board, and says what was wrong with it", async () => {
    const { model, el } = board();
    const file = new File(["adaptoid-record 1"], "game.txt");
    const drop = Object.assign(new Event("drop", { bubbles: true, cancelable: true }), {
      dataTransfer: { files: [file], getData: () => "" },
    });
    find(el, ".adaptoid-board").dispatchEvent(drop);
    expect(drop.defaultPrevented).toBe(true);
    await vi.waitFor(() => expect(model.last).toMatchObject({ kind: "open", text: "adaptoid-record 1" }));
    model.answer({ ok: false, text: "This is no game." });
    expect(told(el)).toBe("This is no game.");
    find(el, ".adaptoid-board").dispatchEvent(
      Object.assign(new Event("drop", { bubbles: true }), {
        dataTransfer: { files: [{ size: 2_000_000 }], getData: () => "" },
      }),
    );
    expect(told(el)).toBe("ui.share.large");
  });

  it("opens a text that is pasted on the board", async () => {
    const { model, el } = board();
    const paste = Object.assign(new Event("paste", { bubbles: true, cancelable: true }), {
      clipboardData: { getData: () => "adaptoid w 0,0 W:D2 B:D6" },
    });
    find(el, ".adaptoid-board").dispatchEvent(paste);
    await vi.waitFor(() =>
      expect(model.last).toMatchObject({ kind: "open", text: "adaptoid w 0,0 W:D2 B:D6" }),
    );
  });

  it("names the file of a game after its players", async () => {
    const names = saves();
    const levels = [
      ["W", 0],
      ["B", 3],
    ] as Snapshot["levels"]; // prettier-ignore
    for (const players of [{ W: " Ann Lee", B: "level 3" }, { B: "level 3" }, {}]) {
      const { model, el } = board({ levels, players });
      press(el, "[data-do=share]");
      model.answer({ ok: true, record: "adaptoid-record 1\n", address: "" });
      await vi.waitFor(() => expect(off(el, "text")).toBe(false));
      press(el, "[data-share=text]");
    }
    const nameless = `adaptoid-${ui["ui.W"]}-level-3.txt`;
    expect(names).toEqual(["adaptoid-Ann-Lee-level-3.txt", nameless, "adaptoid-game.txt"]);
  });

  it("has no film where there is nobody to make it, nor before a turn", () => {
    const { model, el } = board({ analyst: false, history: played });
    press(el, "[data-do=share]");
    expect(find(el, "[data-share=gif]").hidden).toBe(true);
    model.show(midgame({ analyst: true, history: { ...played, length: 0, at: 0 } }));
    expect(find(el, "[data-share=gif]").hidden).toBe(false);
    expect(off(el, "gif")).toBe(true);
    press(el, "[data-share=gif]");
    expect(model.sent.map(({ kind }) => kind)).toEqual(["record"]);
    // a shared page has an analyst, but makes no films
    model.asleep = false;
    model.show(midgame({ analyst: true, history: played }));
    expect(find(el, "[data-share=gif]").hidden).toBe(true);
  });

  it("asks for a film once, and saves it when it comes", () => {
    const names = saves();
    const { model, el } = board({ analyst: true, history: played });
    press(el, "[data-do=share]");
    press(el, "[data-share=gif]");
    press(el, "[data-share=gif]");
    expect(model.sent.map(({ kind }) => kind)).toEqual(["record", "film"]);
    expect(model.last).toMatchObject({ kind: "film", theme: "light", flipped: false });
    model.answer({ ok: true });
    expect(off(el, "gif")).toBe(true);
    const { id } = model.last;
    // somebody else's
    for (const more of [{ data: btoa("GIF89a") }, { error: "no" }, { progress: 0.5 }, { cancelled: true }])
      model.emit("msg:custom", { type: "film", id: 1, ...more });
    expect([names, off(el, "gif"), told(el)]).toEqual([[], true, "ui.share.busy"]);
    model.emit("msg:custom", { type: "film", id, progress: 0.42 });
    expect(find(el, "[data-share=gif]").textContent).toBe("ui.share.gif\u200242 %");
    model.emit("msg:custom", { type: "film", id, data: btoa("GIF89a") });
    expect(names).toEqual(["adaptoid.gif"]);
    expect(off(el, "gif")).toBe(false);
    expect(find(el, "[data-share=gif]").textContent).toBe("ui.share.gif");
    model.emit("msg:custom", { type: "film", id, data: btoa("GIF89a") });
    expect(names).toHaveLength(1);
  });

  it("says why there is no film, in letters only", () => {
    const { model, el } = board({ analyst: true, history: played });
    press(el, "[data-do=share]");
    press(el, "[data-share=gif]");
    model.answer({ ok: false, text: "The lesson comes first." });
    expect(told(el)).toContain("The lesson comes first.");
    press(el, "[data-share=gif]");
    model.answer({ ok: true });
    model.emit("msg:custom", { type: "film", id: model.last.id, error: "<b>no Pillow</b>" });
    expect(told(el)).toContain("<b>no Pillow</b>");
    expect(off(el, "gif")).toBe(false);
  });

  it("lets ask again for a film that was cancelled, or that never comes, and still takes one that is late", () => {
    const names = saves();
    const { model, el } = board({ analyst: true, history: played });
    press(el, "[data-do=share]");
    model.answer({ ok: true, record: "" });
    press(el, "[data-share=gif]");
    model.answer({ ok: true });
    model.emit("msg:custom", { type: "film", id: model.last.id, cancelled: true });
    expect([off(el, "gif"), told(el)]).toEqual([false, "ui.share.cancelled"]);
    press(el, "[data-share=gif]");
    vi.advanceTimersByTime(4000);
    expect([off(el, "gif"), told(el)]).toEqual([false, "Python does not answer."]);
    model.answer({ ok: true });
    expect([off(el, "gif"), told(el)]).toEqual([true, "ui.share.busy"]);
    vi.advanceTimersByTime(19_000);
    model.emit("msg:custom", { type: "film", id: model.last.id, progress: 0.1 });
    vi.advanceTimersByTime(19_000);
    expect(off(el, "gif")).toBe(true);
    vi.advanceTimersByTime(1000);
    expect(off(el, "gif")).toBe(false);
    model.emit("msg:custom", { type: "film", id: model.last.id, data: btoa("GIF89a") });
    expect(names).toEqual(["adaptoid.gif"]);
  });

  it("saves lines without what is there for the hand, and leaves the board as it was", () => {
    const names = saves();
    let text = "";
    vi.stubGlobal(
      "Blob",
      class {
        constructor([part]: string[]) {
          text = part ?? "";
        }
      },
    );
    const { el } = board();
    press(el, "[data-cell=E3]");
    const before = find(el, ".adaptoid-board").innerHTML;
    expect(before).toContain('data-mark="reach"');
    press(el, "[data-do=share]");
    press(el, "[data-share=svg]");
    expect(told(el)).toBe("ui.share.saved");
    expect(names).toEqual([expect.stringMatching(/^adaptoid-\d+\.svg$/)]);
    expect(text).toMatch(/^<svg/);
    expect(text).not.toMatch(/ (class|style|role="grid|data-|aria-|tabindex|on\w+)=/);
    expect(find(el, ".adaptoid-board").innerHTML).toBe(before);
    const marks = new DOMParser().parseFromString(text, "image/svg+xml");
    expect(marks.querySelector("parsererror")).toBeNull();
  });

  it("goes with its view", () => {
    const { model, el } = board({ analyst: true, history: played });
    press(el, "[data-do=share]");
    press(el, "[data-share=gif]");
    el.replaceChildren();
    expect(() => model.emit("msg:custom", { type: "film", id: model.last.id, error: "late" })).not.toThrow();
  });
});
