import type { NotebookContext } from "../parts/contract";
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
export function showMissedViews({ model, signal }: Pick<NotebookContext, "model" | "signal">): void {
  const look = () => {
    for (const output of document.querySelectorAll(`${OUTPUT}.jupyter-widgets`))
      if (GIVEN_UP.test(output.textContent ?? "")) redraw(output);
  };
  const redraw = (output: Element) => {
    const cell = output.closest<HTMLElement>("[data-windowed-list-index]");
    const position = [...(cell?.querySelectorAll(OUTPUT) ?? [])].indexOf(output);
    const at = Number(cell?.dataset.windowedListIndex);
    const place = placesOf(model).find(({ cell, index }) => cell === at && index === position);
    if (!place) return;
    const { value } = place;
    if (managerOf(model).has_model?.(value.data?.[VIEW]?.model_id)) place.put(value);
  };
  const timers = LOOKS_MS.map((ms) => setTimeout(look, ms));
  signal.addEventListener("abort", () => timers.forEach(clearTimeout));
}

/*
 * JupyterLab shows widgets only in trusted cells, and text in all others. If browsers share a document, only the browser that
 * runs a cell trusts it at once. Trusting the cell from here would write all its outputs into the document again. So a board
 * draws itself in place of its own text, above its saved picture. This runs nothing untrusted: the board came from this
 * page's kernel.
 */

/** Milliseconds from a change of the document, or a scroll, until the page shows the outputs. */
const SHOWN_MS = 200;

/** Draws a board wherever only its text is shown. */
export function showUntrusted({
  model,
  signal,
  show,
}: Pick<NotebookContext, "model" | "signal" | "show">): void {
  const picture = `.adaptoid-last-${model.get("snapshot").board}`;
  const changed = managerOf(model).context?.model?.contentChanged;
  const views = new Map<Element, () => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    for (const [place, close] of views) if (!place.isConnected) close();
    for (const saved of document.querySelectorAll(picture)) {
      const before = saved.closest(".jp-OutputArea-child")?.previousElementSibling;
      const place = before?.querySelector<HTMLElement>(`${OUTPUT}[data-mime-type="text/plain"]`);
      if (!place || views.has(place)) continue;
      const texts = [...place.childNodes];
      place.replaceChildren();
      const close = show({ model, el: place });
      views.set(place, () => {
        views.delete(place);
        close();
        place.replaceChildren(...texts);
      });
    }
  };
  const lookSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(look, SHOWN_MS);
  };
  changed?.connect(lookSoon);
  // a notebook removes cells that are scrolled away from the page
  document.addEventListener("scroll", lookSoon, { capture: true, passive: true, signal });
  lookSoon();
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    changed?.disconnect(lookSoon);
    for (const close of views.values()) close();
  });
}
