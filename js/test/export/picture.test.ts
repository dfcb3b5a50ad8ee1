import { describe, expect, it, vi } from "vitest";
import picture from "../../src/export/picture";
import { bundleParts } from "../../src/parts/loader";
import { board, find, has, mounts, press } from "../mount";
import { midgame, ui } from "../samples";

mounts();
bundleParts({ picture });

const played = { ...midgame().history, length: 3, at: 3 };
ui["ui.picture.failed"] = "{detail}";
const told = (el: HTMLElement) => find(el, "[data-picture] ~ [role=status]").textContent;
const off = (el: HTMLElement, kind: string) =>
  find(el, `[data-picture=${kind}]`).getAttribute("aria-disabled") === "true";

function saves(): string[] {
  const names: string[] = [];
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => {} }));
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  return names;
}

describe("the camera", () => {
  it("opens a row and closes it again, and asks nobody", () => {
    const { model, el } = board();
    expect(has(el, "[data-picture]")).toBe(false);
    press(el, "[data-do=picture]");
    expect(find(el, ".adaptoid-pictures").hidden).toBe(false);
    press(el, "[data-do=picture]");
    expect(find(el, ".adaptoid-pictures").hidden).toBe(true);
    expect(find(el, "[data-do=picture]").getAttribute("aria-expanded")).toBe("false");
    expect(model.sent).toHaveLength(0);
  });

  it("has no film where there is nobody to make it, nor before a turn", () => {
    const { model, el } = board({ analyst: false, history: played });
    press(el, "[data-do=picture]");
    expect(find(el, "[data-picture=gif]").hidden).toBe(true);
    model.show(midgame({ analyst: true, history: { ...played, length: 0, at: 0 } }));
    expect(find(el, "[data-picture=gif]").hidden).toBe(false);
    expect(off(el, "gif")).toBe(true);
    press(el, "[data-picture=gif]");
    expect(model.sent).toHaveLength(0);
    // a shared page has an analyst, but makes no films
    model.asleep = false;
    model.show(midgame({ analyst: true, history: played }));
    expect(find(el, "[data-picture=gif]").hidden).toBe(true);
  });

  it("asks for a film once, and saves it when it comes", () => {
    const names = saves();
    const { model, el } = board({ analyst: true, history: played });
    press(el, "[data-do=picture]");
    press(el, "[data-picture=gif]");
    press(el, "[data-picture=gif]");
    expect(model.sent).toHaveLength(1);
    expect(model.last).toMatchObject({ kind: "film", theme: "light", flipped: false });
    model.answer({ ok: true });
    expect(off(el, "gif")).toBe(true);
    const { id } = model.last;
    // somebody else's
    for (const more of [{ data: btoa("GIF89a") }, { error: "no" }, { progress: 0.5 }, { cancelled: true }])
      model.emit("msg:custom", { type: "film", id: 1, ...more });
    expect([names, off(el, "gif"), told(el)]).toEqual([[], true, "ui.picture.busy"]);
    model.emit("msg:custom", { type: "film", id, progress: 0.42 });
    expect(find(el, "[data-picture=gif]").textContent).toBe("ui.picture.gif\u200242 %");
    model.emit("msg:custom", { type: "film", id, data: btoa("GIF89a") });
    expect(names).toEqual(["adaptoid.gif"]);
    expect(off(el, "gif")).toBe(false);
    expect(find(el, "[data-picture=gif]").textContent).toBe("ui.picture.gif");
    model.emit("msg:custom", { type: "film", id, data: btoa("GIF89a") });
    expect(names).toHaveLength(1);
  });

  it("says why there is no film, in letters only", () => {
    const { model, el } = board({ analyst: true, history: played });
    press(el, "[data-do=picture]");
    press(el, "[data-picture=gif]");
    model.answer({ ok: false, text: "The lesson comes first." });
    expect(told(el)).toContain("The lesson comes first.");
    press(el, "[data-picture=gif]");
    model.answer({ ok: true });
    model.emit("msg:custom", { type: "film", id: model.last.id, error: "<b>no Pillow</b>" });
    expect(told(el)).toContain("<b>no Pillow</b>");
    expect(off(el, "gif")).toBe(false);
  });

  it("lets ask again for a film that was cancelled, or that never comes, and still takes one that is late", () => {
    const names = saves();
    const { model, el } = board({ analyst: true, history: played });
    press(el, "[data-do=picture]");
    press(el, "[data-picture=gif]");
    model.answer({ ok: true });
    model.emit("msg:custom", { type: "film", id: model.last.id, cancelled: true });
    expect([off(el, "gif"), told(el)]).toEqual([false, "ui.picture.cancelled"]);
    press(el, "[data-picture=gif]");
    vi.advanceTimersByTime(4000);
    expect([off(el, "gif"), told(el)]).toEqual([false, "Python does not answer."]);
    model.answer({ ok: true });
    expect([off(el, "gif"), told(el)]).toEqual([true, "ui.picture.busy"]);
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
    press(el, "[data-do=picture]");
    press(el, "[data-picture=svg]");
    expect(told(el)).toBe("ui.picture.saved");
    expect(names).toEqual([expect.stringMatching(/^adaptoid-\d+\.svg$/)]);
    expect(text).toMatch(/^<svg/);
    expect(text).not.toMatch(/ (class|style|role="grid|data-|aria-|tabindex|on\w+)=/);
    expect(find(el, ".adaptoid-board").innerHTML).toBe(before);
    const marks = new DOMParser().parseFromString(text, "image/svg+xml");
    expect(marks.querySelector("parsererror")).toBeNull();
  });

  it("goes with its view", () => {
    const { model, el } = board({ analyst: true, history: played });
    press(el, "[data-do=picture]");
    press(el, "[data-picture=gif]");
    el.replaceChildren();
    expect(() => model.emit("msg:custom", { type: "film", id: model.last.id, error: "late" })).not.toThrow();
  });
});
