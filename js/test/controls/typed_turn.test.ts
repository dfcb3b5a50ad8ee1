import { beforeEach, describe, expect, it } from "vitest";
import controls from "../../src/controls/controls";
import { bundleParts } from "../../src/parts/part_loader";
import type { Snapshot } from "../../src/protocol/types";
import { board, choose, find, has, key, mounts, press } from "../mount";

mounts();
beforeEach(() => bundleParts({ controls }));

const FIELD = ".adaptoid-typed-field";

/** A board whose field is open. */
function opened(changes: Partial<Snapshot> = {}) {
  const made = board(changes);
  choose(made.el, "type");
  const field = find<HTMLInputElement>(made.el, FIELD);
  const type = (text: string) => {
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const problem = () => find(made.el, ".adaptoid-typed-problem").textContent;
  return { ...made, field, type, problem };
}

describe("the field for a turn", () => {
  it("opens by a key on the board, has a name, and closes by Escape", () => {
    const { el } = board();
    expect(has(el, `${FIELD}:not([hidden] *)`)).toBe(false);
    find(el, "[data-cell=E3]").focus();
    key(el, "[data-cell=E3]", "/");
    const field = find<HTMLInputElement>(el, FIELD);
    expect(document.activeElement).toBe(field);
    expect(field.labels?.[0]?.textContent).toBe("Turn");
    key(el, FIELD, "Escape");
    expect(find(el, ".adaptoid-typed").hidden).toBe(true);
    expect(document.activeElement).toBe(find(el, "[data-cell=E3]"));
  });

  it("plays the turn by Enter, and is empty for the next one", () => {
    const { el, model, field, type } = opened();
    type("e3-e4 +d5");
    key(el, FIELD, "Enter");
    expect(model.last).toMatchObject({ kind: "play", text: "e3-e4 +d5", rev: 7 });
    model.answer();
    expect([field.value, document.activeElement]).toEqual(["", field]);
  });

  it("says beside the field why a turn is refused, until something else is typed", () => {
    const { el, model, field, type, problem } = opened();
    type("e3");
    key(el, FIELD, "Enter");
    model.answer({ ok: false, text: "E3 begins a turn.", at: "E3" });
    expect([problem(), field.getAttribute("aria-invalid"), field.value]).toEqual([
      "E3 begins a turn.",
      "true",
      "e3",
    ]);
    expect(document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
      problem(),
    );
    type("e3-");
    expect([problem(), field.getAttribute("aria-invalid")]).toEqual(["", null]);
  });

  it("shows the adaptoid that is named, and lists what the text may become", () => {
    const { el, model, type } = opened();
    type("e3");
    expect(model.last).toMatchObject({ kind: "complete", text: "e3" });
    model.answer({ ok: true, texts: ["E3-E4", "E3+L"], at: "E3", to: "E3" });
    expect(find(el, "[data-cell=E3]").getAttribute("aria-selected")).toBe("true");
    expect([...find(el, "datalist").children].map((option) => option.getAttribute("value"))).toEqual([
      "E3-E4",
      "E3+L",
    ]);
  });

  it("waits for an answer that is awaited, and plays then", async () => {
    const { el, model, type } = opened();
    press(el, "[data-cell=A1]");
    type("+d5");
    key(el, FIELD, "Enter");
    expect(model.sent.filter(({ kind }) => kind === "play")).toEqual([]);
    const id = model.sent.find(({ kind }) => kind === "why")?.id;
    model.emit("msg:custom", { type: "reply", id, ok: true, rev: 7 });
    for (let i = 0; i < 3; i++) await Promise.resolve();
    expect(model.last).toMatchObject({ kind: "play", text: "+d5" });
  });

  it("is not there on a board that is only for viewing", () => {
    const { el } = board({ interactive: false });
    key(el, "[data-cell=E3]", "/");
    press(el, "[data-do=more]");
    expect(find(el, "[data-do=type]").hidden).toBe(true);
    expect(has(el, `${FIELD}:not([hidden] *)`)).toBe(false);
  });
});

describe("the row of a disc", () => {
  it("is read out, with free discs side by side as one", async () => {
    const { el } = board();
    key(el, "[data-cell=E3]", "x");
    for (let i = 0; i < 3; i++) await Promise.resolve();
    const said = find(el, ".adaptoid-live-region").textContent ?? "";
    expect(said).toContain("E3, White");
    expect(said).toMatch(/E\d to E\d, free|E\d, free/);
  });
});
