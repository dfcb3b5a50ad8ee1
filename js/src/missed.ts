import { managerOf, placesOf } from "./outputs";
import type { Model } from "./types";

/*
 * When a page is loaded again, jupyter-widgets' `get_model` looks for two seconds whether a view's model has come, sleeps once
 * more and gives up without another look. A model that comes during that last sleep is there, its views never are, and "model
 * not found" stays in their place until the page is loaded once more. So a board has such outputs drawn again.
 */

const GIVEN_UP = /model not found$/;
const VIEW = "application/vnd.jupyter.widget-view+json";
/** When it is looked for, in milliseconds after the board's own model has come. */
const LOOKS = [500, 1000, 2000, 4000, 8000];

/** Has the views drawn that the host gave up though their models have come; gives a function that ends it. */
export function showMissed(model: Model): () => void {
  const look = () => {
    for (const place of placesOf(model)) {
      const shown = `[data-windowed-list-index="${place.cell}"] .jp-OutputArea-output`;
      if (!GIVEN_UP.test(document.querySelectorAll(shown)[place.index]?.textContent ?? "")) continue;
      const { value } = place;
      if (managerOf(model).has_model?.(value.data?.[VIEW]?.model_id)) place.put(value);
    }
  };
  const timers = LOOKS.map((after) => setTimeout(look, after));
  return () => timers.forEach(clearTimeout);
}
