import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { showMissedViews } from "../../src/notebook/missed_view";
import { FakeModel, midgame } from "../samples";

const VIEW = "application/vnd.jupyter.widget-view+json";
const GIVEN_UP = "Error displaying widget: model not found";

/** A notebook with cells of outputs, each the id of a model. Rendering an output shows a board. */
function notebook(cells: string[][]) {
  const set: [cell: number, index: number][] = [];
  const model = Object.assign(new FakeModel(midgame()), {
    widget_manager: {
      has_model: (id: string) => id !== "lost",
      context: {
        model: {
          cells: {
            length: cells.length,
            get: (cell: number) => ({
              outputs: {
                length: cells[cell]?.length ?? 0,
                get: (index: number) => ({
                  toJSON: () => ({ data: { [VIEW]: { model_id: cells[cell]?.[index] } } }),
                }),
                set: (index: number) => {
                  set.push([cell, index]);
                  places()[cell]?.[index]?.replaceChildren("A board");
                },
              },
            }),
          },
        },
      },
    },
  });
  const output = `<div class="jp-OutputArea-child"><div class="jp-OutputArea-output jupyter-widgets">${GIVEN_UP}</div></div>`;
  const cell = (outputs: string[], at: number) =>
    `<div data-windowed-list-index="${at}"><div>${outputs.map(() => output).join("")}</div></div>`;
  document.body.innerHTML = cells.map(cell).join("");
  return { model, set };
}

function places(): HTMLElement[][] {
  return [...document.querySelectorAll("[data-windowed-list-index]")].map((cell) => [
    ...cell.querySelectorAll<HTMLElement>(".jp-OutputArea-output"),
  ]);
}

describe("a view for which the host found no model", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is rendered again once in any output, but not for an unknown model", async () => {
    const { model, set } = notebook([["lost"], ["lost", "m1"], ["m2"]]);
    showMissedViews({ model, signal: new AbortController().signal });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(set).toEqual([
      [1, 1],
      [2, 0],
    ]);
  });

  it("is noticed later too, but not after the board was closed", async () => {
    const { model, set } = notebook([["m1"]]);
    const [[place]] = places() as [[HTMLElement]];
    place.textContent = "Loading widget...";
    const ended = new AbortController();
    showMissedViews({ model, signal: ended.signal });
    await vi.advanceTimersByTimeAsync(2000);
    expect(set).toEqual([]);
    place.textContent = GIVEN_UP;
    await vi.advanceTimersByTimeAsync(2000);
    expect(set).toEqual([[0, 0]]);
    place.textContent = GIVEN_UP;
    ended.abort();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(set).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is left alone without a notebook", async () => {
    notebook([["m1"]]);
    showMissedViews({ model: new FakeModel(midgame()), signal: new AbortController().signal });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(document.body.textContent).toBe(GIVEN_UP);
  });

  it("is left alone if its cell is unknown", async () => {
    const { model, set } = notebook([["m1"]]);
    document.querySelector("[data-windowed-list-index]")?.removeAttribute("data-windowed-list-index");
    showMissedViews({ model, signal: new AbortController().signal });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(set).toEqual([]);
  });
});
