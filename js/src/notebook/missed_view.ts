import type { Model } from "../protocol/types";
import { managerOf, placesOf } from "./outputs";

/*
 * When a page is loaded again, jupyter-widgets' `get_model` looks for two seconds whether a view's model has come, sleeps once
 * more and gives up without another look. A model that comes during that last sleep is there, its views never are, and "model
 * not found" stays in their place until the page is loaded once more. So a board has such outputs drawn again.
 */

const GIVEN_UP = /model not found$/;
const OUTPUT = ".jp-OutputArea-output";
const VIEW = "application/vnd.jupyter.widget-view+json";
/** When it is looked for, in milliseconds after the board's own model has come. */
const LOOKS = [500, 1000, 2000, 4000, 8000];

/** Has the views drawn that the host gave up though their models have come; gives a function that ends it. */
export function showMissed(model: Model): () => void {
  const look = () => {
    for (const shown of document.querySelectorAll(`${OUTPUT}.jupyter-widgets`))
      if (GIVEN_UP.test(shown.textContent ?? "")) again(shown);
  };
  const again = (shown: Element) => {
    const cell = shown.closest<HTMLElement>("[data-windowed-list-index]");
    const index = [...(cell?.querySelectorAll(OUTPUT) ?? [])].indexOf(shown);
    const at = Number(cell?.dataset.windowedListIndex);
    const place = placesOf(model).find((one) => one.cell === at && one.index === index);
    if (!place) return;
    const { value } = place;
    if (managerOf(model).has_model?.(value.data?.[VIEW]?.model_id)) place.put(value);
  };
  const timers = LOOKS.map((after) => setTimeout(look, after));
  return () => timers.forEach(clearTimeout);
}
