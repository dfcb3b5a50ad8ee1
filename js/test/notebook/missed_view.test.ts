import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { showMissedViews } from "../../src/notebook/missed_view";
import { FakeModel, midgame } from "../samples";

const VIEW = "application/vnd.jupyter.widget-view+json";
const GIVEN_UP = "Error displaying widget: model not found";

/** Cells and their outputs, each the id of a model; the page shows of each what it is told to. */
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

describe("a view that the host gave up", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is drawn again, once, wherever it stands; of what never came it stays away", async () => {
    const { model, set } = notebook([["lost"], ["lost", "m1"], ["m2"]]);
    showMissedViews({ model, signal: new AbortController().signal });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(set).toEqual([
      [1, 1],
      [2, 0],
    ]);
  });

  it("is noticed when it comes a little later, and no longer once the board is gone", async () => {
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

  it("is nobody's business where there is no notebook", async () => {
    notebook([["m1"]]);
    showMissedViews({ model: new FakeModel(midgame()), signal: new AbortController().signal });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(document.body.textContent).toBe(GIVEN_UP);
  });

  it("stays as it is where the page does not say which cell it is", async () => {
    const { model, set } = notebook([["m1"]]);
    document.querySelector("[data-windowed-list-index]")?.removeAttribute("data-windowed-list-index");
    showMissedViews({ model, signal: new AbortController().signal });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(set).toEqual([]);
  });
});
