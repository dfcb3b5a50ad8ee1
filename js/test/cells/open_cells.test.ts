import { afterEach, describe, expect, it, vi } from "vitest";
import { type BoardsOfPage, openCells } from "../../src/cells/open_cells";
import type { FromContent } from "../../src/embedded/page_types";
import { BOARD_TYPE } from "../../src/protocol/constants";

afterEach(() => document.body.replaceChildren());

const settled = () => new Promise((resolve) => setTimeout(resolve));
const first = JSON.stringify({ wording: { language: "de" } });

/** A page with one cell, and the Python that the test answers for. */
function page(stored = false) {
  const section = document.createElement("section");
  section.dataset.code = "0";
  if (stored) section.dataset.stored = "why";
  document.body.append(section);
  const asked: string[] = [];
  const returns: ((text: string) => void)[] = [];
  let listener: (message: FromContent) => void = () => {};
  let restarted = () => {};
  const channel: ReturnType<BoardsOfPage["connection"]["content"]> = {
    open: ({ kind }) => asked.push(`open ${kind}`),
    call: (method, ...args) => {
      asked.push([method, ...args].join(" "));
      return new Promise((resolve) => returns.push(resolve));
    },
    listen: (handler, again) => {
      listener = handler;
      restarted = again;
    },
  };
  const add = vi.fn();
  const restart = vi.fn(() => restarted());
  const boards = { connection: { content: () => channel }, add, restart };
  const cells = openCells(boards, { get: (name) => name });
  const button = (name: string) => section.querySelector<HTMLElement>(`[data-${name}]`);
  return {
    ...{ asked, add, restart, cells },
    run: () => button("run")?.click(),
    near: () => section.dispatchEvent(new Event("pointerover")),
    stop: () => button("stop")?.click(),
    shows: (board: string) => {
      const data = { [BOARD_TYPE]: { board, first, state: "the state", lesson: "" } };
      const text = JSON.stringify({ cell: 0, output: { output_type: "execute_result", data } });
      listener({ type: "news", text, state: "" });
    },
    ends: async () => {
      returns.shift()?.("");
      await settled();
    },
    views: () =>
      [...section.querySelectorAll<HTMLElement>("adaptoid-board")].map((view) => view.dataset.content),
  };
}

describe("the code cells of a page and its Python", () => {
  it("start it when the first cell runs", async () => {
    const { asked, run, ends } = page();
    expect(asked).toEqual([]);
    run();
    await settled();
    expect(asked).toEqual(["open cells", "run 0 "]);
    await ends();
    run();
    await settled();
    expect(asked).toEqual(["open cells", "run 0 ", "run 0 "]);
  });

  it("start it before, when somebody comes near", async () => {
    const { asked, run, near } = page();
    near();
    near();
    expect(asked).toEqual(["open cells"]);
    run();
    await settled();
    expect(asked).toEqual(["open cells", "run 0 "]);
  });

  it("show a board of a cell as an element of the page", async () => {
    const { add, run, shows, views } = page();
    run();
    await settled();
    shows("cell-board-1");
    shows("cell-board-1");
    expect(views()).toEqual(["cell-board-1", "cell-board-1"]);
    const content = { kind: "cell-board", board: "cell-board-1", options: '{"lesson":""}', language: "de" };
    expect(add.mock.calls).toEqual([["cell-board-1", { ...content, first, state: "the state" }]]);
  });

  it("tell it of boards that no output shows any more", async () => {
    const { asked, run, shows, ends } = page();
    run();
    await settled();
    shows("cell-board-1");
    await ends();
    run();
    await settled();
    shows("cell-board-2");
    await ends();
    expect(asked.at(-1)).toBe("hide cell-board-1");
  });

  it("open it again after a stop, before the boards of the cells", async () => {
    const { asked, run, shows, stop, restart, views } = page();
    run();
    await settled();
    shows("cell-board-1");
    stop();
    expect(restart).toHaveBeenCalledOnce();
    expect(asked).toEqual(["open cells", "run 0 ", "open cells"]);
    expect(views()).toEqual(["cell-board-1"]);
  });

  it("are not made if none can run", () => {
    expect(page(true).cells).toBeNull();
  });
});
