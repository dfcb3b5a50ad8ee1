import type { NotebookContext } from "../parts/contract";
import { managerOf, OUTPUT_SELECTOR } from "./outputs";

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
    for (const [container, close] of views) if (!container.isConnected) close();
    for (const saved of document.querySelectorAll(picture)) {
      const before = saved.closest(".jp-OutputArea-child")?.previousElementSibling;
      const container = before?.querySelector<HTMLElement>(`${OUTPUT_SELECTOR}[data-mime-type="text/plain"]`);
      if (!container || views.has(container)) continue;
      const texts = [...container.childNodes];
      container.replaceChildren();
      const close = show({ model, el: container });
      views.set(container, () => {
        views.delete(container);
        close();
        container.replaceChildren(...texts);
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
