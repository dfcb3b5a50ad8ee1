import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { showMissed } from "../src/missed";
import { FakeModel, midgame } from "./samples";

const VIEW = "application/vnd.jupyter.widget-view+json";
const GIVEN_UP = "Error displaying widget: model not found";
const names: Record<string, string> = { m1: "k3f9", m2: "another" };

/** Cells and their outputs, each the id of a model; the page shows of each what it is told to. */
function notebook(cells: string[][]) {
  const set: [cell: number, index: number][] = [];
  const model = Object.assign(new FakeModel(midgame({ board: "k3f9" })), {
    widget_manager: {
      get_model: async (id: string) => {
        if (!(id in names)) throw new Error("widget model not found");
        return { get: () => ({ board: names[id] }) };
      },
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

  it("is drawn again, once, wherever it stands; others' are left alone", async () => {
    const { model, set } = notebook([["m2"], ["lost", "m1"], ["m1"]]);
    showMissed(model, "k3f9");
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
    const end = showMissed(model, "k3f9");
    await vi.advanceTimersByTimeAsync(2000);
    expect(set).toEqual([]);
    place.textContent = GIVEN_UP;
    await vi.advanceTimersByTimeAsync(600);
    expect(set).toEqual([[0, 0]]);
    place.textContent = GIVEN_UP;
    end();
    await vi.advanceTimersByTimeAsync(2000);
    expect(set).toHaveLength(1);
  });

  it("is nobody's business where there is no notebook", () => {
    showMissed(new FakeModel(midgame()), "k3f9");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("stays as it is where the page does not say which cell it is", async () => {
    const { model, set } = notebook([["m1"]]);
    document.querySelector("[data-windowed-list-index]")?.removeAttribute("data-windowed-list-index");
    showMissed(model, "k3f9");
    await vi.advanceTimersByTimeAsync(30_000);
    expect(set).toEqual([]);
  });
});
