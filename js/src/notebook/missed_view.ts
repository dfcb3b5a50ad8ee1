import type { NotebookContext } from "../parts/contract";
import { managerOf, OUTPUT_SELECTOR, outputsOf, VIEW } from "./outputs";

/*
 * When a page is loaded again, `get_model` of jupyter-widgets looks for a view's model for two seconds, sleeps once more and
 * gives up without another look. If the model arrives during that last sleep, the output shows "model not found" until the
 * page is loaded once more. So a board makes the notebook draw such outputs again.
 */

const GIVEN_UP = /model not found$/;
/** Milliseconds after the model of this board arrived. */
const LOOKS_MS = [500, 1000, 2000, 4000, 8000];

/** Draws the views again that the host gave up, once their models are there. */
export function showMissedViews({ model, signal }: Pick<NotebookContext, "model" | "signal">): void {
  const look = () => {
    for (const container of document.querySelectorAll(`${OUTPUT_SELECTOR}.jupyter-widgets`))
      if (GIVEN_UP.test(container.textContent ?? "")) redraw(container);
  };
  const redraw = (container: Element) => {
    const cell = container.closest<HTMLElement>("[data-windowed-list-index]");
    const position = [...(cell?.querySelectorAll(OUTPUT_SELECTOR) ?? [])].indexOf(container);
    const at = Number(cell?.dataset.windowedListIndex);
    const output = outputsOf(model).find(({ cell, index }) => cell === at && index === position);
    if (!output) return;
    const { value } = output;
    if (managerOf(model).has_model?.(value.data?.[VIEW]?.model_id)) output.put(value);
  };
  const timers = LOOKS_MS.map((ms) => setTimeout(look, ms));
  signal.addEventListener("abort", () => timers.forEach(clearTimeout));
}
