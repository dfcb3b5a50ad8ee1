import { afterEach, expect, it, vi } from "vitest";
import { CodeArea } from "../../src/cells/code_area";

afterEach(() => document.body.replaceChildren());

/** A text area whose selection is between two bars in the source. */
function area(marked: string) {
  const [before = "", middle = "", after] = marked.split("|");
  const inside = after === undefined ? "" : middle;
  const keys = { run: vi.fn(), leave: vi.fn() };
  const code = new CodeArea(before + inside + (after ?? middle), keys);
  document.body.append(code.element);
  code.area.setSelectionRange(before.length, before.length + inside.length);
  const press = (key: string, options: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...options });
    code.area.dispatchEvent(event);
    return event;
  };
  /** The source with its selection. */
  const shown = () => {
    const { value, selectionStart: from, selectionEnd: to } = code.area;
    return from === to
      ? `${value.slice(0, from)}|${value.slice(from)}`
      : `${value.slice(0, from)}|${value.slice(from, to)}|${value.slice(to)}`;
  };
  return { code, keys, press, shown };
}

it.each([
  ["a|b", "a   |b"],
  ["|b", "    |b"],
  ["one\n  tw|o", "one\n  tw    |o"],
  ["|one\ntwo|\nthree", "|    one\n    two|\nthree"],
  ["o|ne\n|two", "    o|ne|\ntwo"],
])("Tab indents %j to %j", (before, after) => {
  const { press, shown } = area(before);
  expect(press("Tab").defaultPrevented).toBe(true);
  expect(shown()).toBe(after);
});

it.each([
  ["    on|e", "on|e"],
  ["  one|", "one|"],
  ["one|", "one|"],
  ["|    one\n  two|", "|one\ntwo|"],
])("Shift+Tab moves %j back to %j", (before, after) => {
  const { press, shown } = area(before);
  press("Tab", { shiftKey: true });
  expect(shown()).toBe(after);
});

it.each([
  ["    x = 1|", "    x = 1\n    |"],
  ["for x in y:|", "for x in y:\n    |"],
  ["  if x:  # why|", "  if x:  # why\n      |"],
  ["a|b", "a\n|b"],
])("Enter keeps the indentation of %j", (before, after) => {
  const { press, shown } = area(before);
  press("Enter");
  expect(shown()).toBe(after);
});

it("runs with Shift+Enter and goes on, with Ctrl+Enter or Cmd+Enter it stays", () => {
  const { keys, press, shown } = area("1|");
  press("Enter", { shiftKey: true });
  press("Enter", { ctrlKey: true });
  press("Enter", { metaKey: true });
  expect(keys.run.mock.calls).toEqual([[false], [true], [true]]);
  expect(shown()).toBe("1|");
});

it("leaves with Escape, since Tab indents", () => {
  const { keys, press } = area("1|");
  press("Escape");
  expect(keys.leave).toHaveBeenCalledOnce();
});

it("leaves the keys of the browser and of an input method alone", () => {
  const { press } = area("1|");
  expect(press("z", { ctrlKey: true }).defaultPrevented).toBe(false);
  expect(press("Enter", { isComposing: true }).defaultPrevented).toBe(false);
  expect(press("a").defaultPrevented).toBe(false);
});

it("is as high as its text and numbers the lines", () => {
  const { code, press } = area("one|");
  press("Enter");
  press("Enter");
  expect(code.area.rows).toBe(3);
  expect([...code.element.querySelectorAll("span")].map((span) => span.textContent)).toEqual(["1", "2", "3"]);
  code.source = "one";
  expect(code.element.querySelectorAll("span")).toHaveLength(1);
});

it("marks the line of an error until the code changes", () => {
  const { code, press } = area("one\ntwo|");
  code.mark(2);
  const marked = () => [...code.element.querySelectorAll(".adaptoid-code-wrong")].map((n) => n.textContent);
  expect(marked()).toEqual(["2"]);
  expect(code.area.getAttribute("aria-invalid")).toBe("true");
  press("Enter");
  expect(marked()).toEqual([]);
});
