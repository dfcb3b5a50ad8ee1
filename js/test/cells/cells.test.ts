import { afterEach, describe, expect, it, vi } from "vitest";
import { CodeCells } from "../../src/cells/cells";
import type { CellNews, CellOutput } from "../../src/protocol/types";

afterEach(() => document.body.replaceChildren());

/** A Python that the test answers for. */
class FakePython {
  readonly asked: string[] = [];
  readonly stop = vi.fn(() => {
    for (const { reject } of this.#waiting.splice(0)) reject(new Error("stopped"));
  });
  readonly #waiting: { resolve: (result: string) => void; reject: (error: Error) => void }[] = [];
  #handler: (news: CellNews) => void = () => {};

  listen(handler: (news: CellNews) => void): void {
    this.#handler = handler;
  }

  run(number: number, source: string): Promise<string> {
    this.asked.push(`${number}: ${source}`);
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  async importFor(number: number): Promise<string> {
    this.asked.push(`${number}: imports`);
    return "";
  }

  tell(cell: number, output: CellOutput): void {
    this.#handler({ cell, output });
  }

  /** The cell that runs prints a text, or fails, and ends. */
  async ends(cell: number, { text = "", error = "", result = "" } = {}): Promise<void> {
    if (text) this.tell(cell, { output_type: "stream", name: "stdout", text });
    if (error) this.tell(cell, { output_type: "error", ename: error, evalue: "why", line: 1 });
    this.#waiting.shift()?.resolve(result);
    await settled();
  }

  async breaks(): Promise<void> {
    this.#waiting.shift()?.reject(new Error("the worker failed"));
    await settled();
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

/** A page with cells; of a source that begins with "!", the cell cannot run. */
function page(...sources: string[]) {
  for (const [number, source] of sources.entries()) {
    const section = document.createElement("section");
    section.dataset.code = String(number);
    if (source.startsWith("!")) section.dataset.stored = "a page has no numpy";
    const code = document.createElement("pre");
    code.dataset.source = "";
    const half = Math.floor(source.length / 2);
    const coloured = document.createElement("span");
    coloured.textContent = source.slice(0, half);
    code.append(coloured, `${source.slice(half)}\n`);
    const output = document.createElement("div");
    output.dataset.output = "";
    output.append(`saved ${number}`);
    if (source.includes("#raises")) {
      const error = document.createElement("pre");
      error.dataset.error = "ZeroDivisionError";
      output.append(error);
    }
    const folded = document.createElement("details");
    if (source.includes("#folded")) folded.append(output);
    const removed = document.createElement("div");
    removed.hidden = true;
    if (source.includes("#removed")) removed.append(code);
    section.append(
      source.includes("#removed") ? removed : code,
      source.includes("#folded") ? folded : output,
    );
    document.body.append(section);
  }
  const python = new FakePython();
  const sections = [...document.querySelectorAll<HTMLElement>("section")];
  const drawing = () => document.createElement("div");
  const words = (name: string, slots: Record<string, string | number> = {}) =>
    [name, ...Object.values(slots)].join(" ");
  const cells = new CodeCells(sections, python, { board: drawing, picture: drawing }, words);
  const find = <E extends HTMLElement>(number: number, selector: string) =>
    document.querySelector(`section[data-code="${number}"] ${selector}`) as E | null;
  return {
    python,
    cells,
    find,
    area: (number: number) => find<HTMLTextAreaElement>(number, "textarea") as HTMLTextAreaElement,
    click: async (number: number, selector = "[data-run]") => {
      find(number, selector)?.click();
      await settled();
    },
    bar: async (selector: string) => {
      document.querySelector<HTMLElement>(selector)?.click();
      await settled();
    },
    output: (number: number) => find(number, "[data-output]")?.textContent,
    state: (number: number) => find(number, "")?.dataset.state ?? cells.cells[number]?.section.dataset.state,
    said: () => document.querySelector("[role=status]")?.textContent,
    press: async (number: number, options: KeyboardEventInit) => {
      find(number, "textarea")?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ...options }));
      await settled();
    },
  };
}

describe("the code cells of a page", () => {
  it("show the code in a text area, and the saved output until they run", async () => {
    const { area, find, output, click, python } = page("1 + 1");
    expect(area(0).value).toBe("1 + 1");
    expect(find(0, "[data-source]")?.hidden).toBe(true);
    expect(output(0)).toBe("saved 0");
    await click(0);
    expect(output(0)).toBe("");
    await python.ends(0, { text: "2" });
    expect(output(0)).toBe("2");
  });

  it("run with what somebody has changed", async () => {
    const { area, click, python } = page("1");
    area(0).value = "2";
    await click(0);
    expect(python.asked).toEqual(["0: 2"]);
  });

  it("show outputs while they run", async () => {
    const { click, python, output, state, find } = page("loop");
    await click(0);
    python.tell(0, { output_type: "stream", name: "stdout", text: "first\n" });
    expect(output(0)).toBe("first\n");
    expect(state(0)).toBe("running");
    expect(find(0, "[data-output]")?.getAttribute("aria-busy")).toBe("true");
    await python.ends(0);
    expect(state(0)).toBe("done");
    expect(find(0, "[data-output]")?.getAttribute("aria-busy")).toBe("false");
  });

  it("run first those above that have not run", async () => {
    const { click, python } = page("a", "!b", "c", "d");
    await click(2);
    await python.ends(0);
    await python.ends(2);
    expect(python.asked).toEqual(["0: a", "1: imports", "2: c"]);
    await click(3);
    expect(python.asked.at(-1)).toBe("3: d");
    await python.ends(3);
    await click(0);
    expect(python.asked.slice(3)).toEqual(["3: d", "0: a"]);
  });

  it("do not go on after an error, and say so", async () => {
    const { click, python, state, said, output, find } = page("a", "b");
    await click(1);
    await python.ends(0, { error: "ValueError" });
    expect(python.asked).toEqual(["0: a"]);
    expect([state(0), state(1)]).toEqual(["failed", "idle"]);
    expect(said()).toBe("cells.ended");
    expect(output(0)).toBe("cells.line 1 ValueError: why");
    expect(output(1)).toBe("saved 1");
    expect(find(0, ".adaptoid-code-wrong")?.textContent).toBe("1");
    // whoever goes on below means it
    await click(1);
    expect(python.asked).toEqual(["0: a", "1: b"]);
  });

  it("go on after an error that the author shows", async () => {
    const { click, python } = page("a#raises", "b");
    await click(1);
    await python.ends(0, { error: "ZeroDivisionError" });
    expect(python.asked).toEqual(["0: a#raises", "1: b"]);
  });

  it("have their button outside of an output that is folded", () => {
    const { find } = page("a#folded");
    expect(find(0, "details [data-output]")).not.toBeNull();
    expect(find(0, "details [data-run]")).toBeNull();
  });

  it("run all from the first on", async () => {
    const { bar, python, output } = page("a", "b");
    await bar("[data-run-all]");
    await python.ends(0, { text: "A" });
    await python.ends(1, { text: "B" });
    expect([output(0), output(1)]).toEqual(["A", "B"]);
  });

  it("say it at the cell that was stopped, even if it only waited", async () => {
    const { bar, click, find, said } = page("a", "b", "c");
    await bar("[data-run-all]");
    await click(2, "[data-stop]");
    expect([said(), find(2, "[role=status]") !== null]).toEqual(["cells.stopped", true]);
  });

  it("stop a cell that runs: Python starts again, and later runs begin above", async () => {
    const { click, python, state, said, find } = page("a", "loop", "c");
    await click(0);
    await python.ends(0);
    await click(1);
    expect(find(1, "[data-run]")?.hidden).toBe(true);
    python.tell(1, { output_type: "stream", name: "stdout", text: "on and on" });
    await click(1, "[data-stop]");
    expect(python.stop).toHaveBeenCalledOnce();
    expect([state(1), said()]).toEqual(["idle", "cells.stopped"]);
    // where somebody has just clicked, until a cell runs
    expect(find(1, "[role=status]")).not.toBeNull();
    expect(find(1, "[data-output]")?.textContent).toBe("on and on");
    // it does not run again by itself
    await click(2);
    expect(find(1, "[role=status]")).toBeNull();
    await python.ends(0);
    expect(python.asked).toEqual(["0: a", "1: loop", "0: a", "2: c"]);
  });

  it("say that a cell has filled the memory", async () => {
    const { click, python, said, state } = page("fill", "b");
    await click(1);
    // Python may take minutes to say that the cell has ended
    python.tell(0, { output_type: "error", ename: "MemoryError", evalue: "", line: 1 });
    await settled();
    expect(python.stop).toHaveBeenCalledOnce();
    expect([said(), state(0), state(1)]).toEqual(["cells.full", "failed", "idle"]);
  });

  it("say so even if Python has no memory left for an error", async () => {
    const { click, python, said } = page("fill");
    await click(0);
    await python.ends(0, { result: "full" });
    expect(python.stop).toHaveBeenCalledOnce();
    expect(said()).toBe("cells.full");
  });

  it("start Python again if a cell has broken it, and do not run that cell by themselves", async () => {
    const { click, python, said, state } = page("a", "break", "c");
    await click(1);
    await python.ends(0);
    await python.breaks();
    expect(python.stop).toHaveBeenCalledOnce();
    expect([said(), state(1)]).toEqual(["cells.failed", "failed"]);
    await click(2);
    await python.ends(0);
    expect(python.asked).toEqual(["0: a", "1: break", "0: a", "2: c"]);
  });

  it("reset code, outputs and names", async () => {
    const { area, click, bar, python, output, find } = page("a", "b");
    const saved = find(0, "[data-output]")?.firstChild;
    area(0).value = "changed";
    await click(0);
    await python.ends(0, { text: "A" });
    await bar("[data-reset]");
    // whatever a cell has done to it
    expect(python.stop).toHaveBeenCalledOnce();
    expect([area(0).value, output(0)]).toEqual(["a", "saved 0"]);
    expect(find(0, "[data-output]")?.firstChild).toBe(saved);
    await click(1);
    expect(python.asked).toEqual(["0: changed", "0: a"]);
  });

  it("start no Python at a reset that has nothing to forget", async () => {
    const { bar, python } = page("a");
    await bar("[data-reset]");
    expect(python.stop).not.toHaveBeenCalled();
  });

  it("stop at a reset while they run", async () => {
    const { click, bar, python, output } = page("loop");
    await click(0);
    await bar("[data-reset]");
    expect(python.stop).toHaveBeenCalledOnce();
    python.tell(0, { output_type: "stream", name: "stdout", text: "" });
    expect(output(0)).toBe("saved 0");
  });

  it("go to the next cell with Shift+Enter, over one that cannot run", async () => {
    const { area, press, python } = page("a", "!b", "c");
    Element.prototype.scrollIntoView = () => {};
    await press(0, { shiftKey: true });
    expect(document.activeElement).toBe(area(2));
    area(0).focus();
    await python.ends(0);
    await press(0, { ctrlKey: true });
    expect(document.activeElement).toBe(area(0));
  });

  it("go with Shift+Enter over one whose code is removed, which runs before those below", async () => {
    const { area, press, python } = page("a", "b #removed", "c");
    await press(0, { shiftKey: true });
    expect(document.activeElement).toBe(area(2));
    await python.ends(0);
    await press(2, { ctrlKey: true });
    expect(python.asked).toEqual(["0: a", "1: b #removed"]);
  });

  it("have no text area and no button if they cannot run", () => {
    const { find, output } = page("!import numpy", "1");
    expect(find(0, "textarea")).toBeNull();
    expect(find(0, "button")).toBeNull();
    expect(find(0, "[data-source]")?.hidden).toBe(false);
    expect(output(0)).toBe("saved 0");
  });

  it("keep the focus on the button that takes the place of the pressed one", async () => {
    const { click, find, python } = page("a");
    find(0, "[data-run]")?.focus();
    await click(0);
    expect(document.activeElement).toBe(find(0, "[data-stop]"));
    await python.ends(0);
    expect(document.activeElement).toBe(find(0, "[data-run]"));
  });

  it("name their parts for screen readers", () => {
    const { find, area } = page("a");
    expect(area(0).getAttribute("aria-label")).toBe("cells.cell 1. cells.keys");
    expect(find(0, "[data-output]")?.getAttribute("aria-label")).toBe("cells.output 1");
    expect(find(0, "[data-run]")?.getAttribute("aria-label")).toBe("cells.run: cells.cell 1");
  });

  it("read texts out when they have run, but not whole boards", async () => {
    const { click, python, find } = page("a");
    await click(0);
    await python.ends(0, { text: "A" });
    const live = () => find(0, "[data-output]")?.getAttribute("aria-live");
    expect(live()).toBe("polite");
    const board = document.createElement("adaptoid-board");
    find(0, "[data-output]")?.append(board);
    python.tell(0, { output_type: "stream", name: "stdout", text: "B" });
    expect(live()).toBe("off");
  });
});
