import type { Show } from "../parts/contract";
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

/*
 * JupyterLab shows widgets only in cells that it trusts, and their text elsewhere. Of browsers that share a document, only the
 * one that runs a cell trusts the cell at once. Trusting the cell from here would write all its outputs into the document anew.
 * So a board draws itself in the place of its own text, above its saved picture. Nothing untrusted is run for that: the board
 * came from this page's kernel.
 */

/** After a change of the document or a scroll it takes a moment until the page shows the outputs. */
const SHOWN_MS = 200;

/** Draws a board wherever only its text is shown; gives a function that ends it. */
export function showUntrusted(model: Model, show: Show): () => void {
  const picture = `.adaptoid-last-${model.get("snapshot").board}`;
  const signal = managerOf(model).context?.model?.contentChanged;
  const ends = new Map<Element, () => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    for (const [place, end] of ends) if (!place.isConnected) end();
    for (const saved of document.querySelectorAll(picture)) {
      const before = saved.closest(".jp-OutputArea-child")?.previousElementSibling;
      const place = before?.querySelector<HTMLElement>(`${OUTPUT}[data-mime-type="text/plain"]`);
      if (!place || ends.has(place)) continue;
      const texts = [...place.childNodes];
      place.replaceChildren();
      const close = show({ model, el: place });
      ends.set(place, () => {
        ends.delete(place);
        close();
        place.replaceChildren(...texts);
      });
    }
  };
  const lookSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(look, SHOWN_MS);
  };
  signal?.connect(lookSoon);
  // a notebook takes cells that are scrolled away out of the page
  document.addEventListener("scroll", lookSoon, { capture: true, passive: true });
  lookSoon();
  return () => {
    clearTimeout(timer);
    signal?.disconnect(lookSoon);
    document.removeEventListener("scroll", lookSoon, { capture: true });
    for (const end of ends.values()) end();
  };
}
