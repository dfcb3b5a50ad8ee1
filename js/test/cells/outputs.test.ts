import { expect, it, vi } from "vitest";
import { CellOutputs } from "../../src/cells/outputs";
import { BOARD_TYPE, PICTURE_TYPE } from "../../src/protocol/constants";
import type { CellOutput } from "../../src/protocol/types";

function drawn(...outputs: CellOutput[]): HTMLElement {
  const place = document.createElement("div");
  const named = (name: string) => Object.assign(document.createElement("div"), { title: name });
  const drawer = new CellOutputs(place, {
    board: (shown) => named(shown.board),
    picture: (shown) => named(shown.words),
    lineWords: (line) => `Line ${line}`,
    cutWords: () => "And so on.",
  });
  for (const output of outputs) drawer.add(output);
  return place;
}
const stream = (text: string, name = "stdout"): CellOutput => ({ output_type: "stream", name, text });
const shown = (data: object): CellOutput => ({ output_type: "execute_result", data });

it("joins what is printed one after another, but not with what is shown in between", () => {
  const place = drawn(
    stream("one\n"),
    stream("two\n"),
    stream("oh\n", "stderr"),
    shown({ "text/plain": "42" }),
  );
  expect([...place.children].map((child) => child.textContent)).toEqual(["one\ntwo\n", "oh\n", "42"]);
  expect(place.querySelector("[data-stream=stderr]")?.textContent).toBe("oh\n");
});

it("draws what a cell prints in an endless loop in few steps", () => {
  vi.useFakeTimers();
  const append = vi.spyOn(Text.prototype, "appendData");
  const place = drawn(...Array.from({ length: 1000 }, (_, n) => stream(`${n}\n`)));
  expect(place.textContent).toBe("0\n");
  vi.runAllTimers();
  expect(place.textContent).toMatch(/^0\n1\n2\n.*\n999\n$/s);
  expect(append).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
  append.mockRestore();
});

it("says where the end of a text is left out", () => {
  const value = { ...shown({ "text/plain": "aa" }), cut: true } as const;
  expect(drawn({ ...stream("bb"), cut: true }, value).textContent).toBe("bbAnd so on.aaAnd so on.");
});

it("shows an error with its line", () => {
  const place = drawn({ output_type: "error", ename: "ValueError", evalue: "<b>no</b>", line: 3 });
  expect(place.textContent).toBe("Line 3 ValueError: <b>no</b>");
  expect(place.querySelector("[data-error]")?.getAttribute("data-line")).toBe("3");
});

it("shows an error that no line of the cell is at fault for, and one without words", () => {
  const error = { output_type: "error", ename: "KeyboardInterrupt", evalue: "", line: null } as const;
  expect(drawn(error).textContent).toBe("KeyboardInterrupt");
});

it("prefers boards, then pictures, then images, then tables, then text", () => {
  const board = { board: "cell-board-1", first: "{}", state: "", lesson: "" };
  const picture = { traits: "{}", words: "White to move", size: 10 };
  const svg = { "image/svg+xml": "<svg/>", "text/plain": "words" };
  expect(drawn(shown({ [BOARD_TYPE]: board, ...svg })).querySelector("div")?.title).toBe("cell-board-1");
  expect(drawn(shown({ [PICTURE_TYPE]: picture, ...svg })).querySelector("div")?.title).toBe("White to move");
  const image = drawn(shown({ ...svg, "text/html": "<p>x" })).querySelector("img");
  expect(image?.src).toBe("data:image/svg+xml,%3Csvg%2F%3E");
  expect(image?.alt).toBe("words");
});

it("shows the tables of a value, without what could act", () => {
  const html =
    '<table onclick="x()"><tr><th colspan="2" style="position:fixed">A<td rowspan=0>B</table>' +
    '<script>alert(1)</script><img src=x onerror="x()"><a href="javascript:x()">link</a>' +
    '<svg><script>x()</script></svg><iframe srcdoc="x"></iframe><custom-tag>kept</custom-tag><style>*{}</style>';
  const place = drawn(shown({ "text/html": html }));
  expect(place.innerHTML).toBe(
    '<div class="adaptoid-cell-html"><table><tbody><tr><th colspan="2">A</th><td>B</td></tr></tbody></table>' +
      "linkkept</div>",
  );
});

it("shows deep markup as far as it goes", () => {
  const html = `${"<div>".repeat(200)}deep`;
  expect(drawn(shown({ "text/html": html })).querySelectorAll("div").length).toBeLessThan(50);
});
