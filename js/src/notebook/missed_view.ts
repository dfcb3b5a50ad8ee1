import type { BoardContext } from "../parts/contract";
import { managerOf, placesOf } from "./outputs";

/*
 * When a page is loaded again, `get_model` of jupyter-widgets looks for a view's model for two seconds, sleeps once more and
 * gives up without another look. If the model arrives during that last sleep, the output shows "model not found" until the
 * page is loaded once more. So a board makes the notebook draw such outputs again.
 */

const GIVEN_UP = /model not found$/;
const OUTPUT = ".jp-OutputArea-output";
const VIEW = "application/vnd.jupyter.widget-view+json";
/** Milliseconds after the model of this board arrived. */
const LOOKS_MS = [500, 1000, 2000, 4000, 8000];

/** Draws the views again that the host gave up, once their models are there. */
export function showMissedViews({ model, signal }: Pick<BoardContext, "model" | "signal">): void {
  const look = () => {
    for (const shown of document.querySelectorAll(`${OUTPUT}.jupyter-widgets`))
      if (GIVEN_UP.test(shown.textContent ?? "")) again(shown);
  };
  const again = (shown: Element) => {
    const cell = shown.closest<HTMLElement>("[data-windowed-list-index]");
    const position = [...(cell?.querySelectorAll(OUTPUT) ?? [])].indexOf(shown);
    const at = Number(cell?.dataset.windowedListIndex);
    const place = placesOf(model).find(({ cell, index }) => cell === at && index === position);
    if (!place) return;
    const { value } = place;
    if (managerOf(model).has_model?.(value.data?.[VIEW]?.model_id)) place.put(value);
  };
  const timers = LOOKS_MS.map((ms) => setTimeout(look, ms));
  signal.addEventListener("abort", () => timers.forEach(clearTimeout));
}
