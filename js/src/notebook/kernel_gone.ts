import { addStyle, html, on, set } from "../dom/elements";
import { createTranslator } from "../i18n/messages";
import type { NotebookContext } from "../parts/contract";
import style from "./kernel_gone.css";
import { watchKernel } from "./outputs";

/** The padding of the note. */
const MARGIN_PX = 12;
/** How much of the board is in sight when the note is placed again. */
const PARTS = Array.from({ length: 101 }, (_, part) => part / 100);

/** Moves the text to the top of what is in sight. CSS cannot: each output of JupyterLab would be what is scrolled. */
function moveIntoSight(
  text: HTMLElement,
  { boundingClientRect, intersectionRect }: IntersectionObserverEntry,
): void {
  const hidden = intersectionRect.top - boundingClientRect.top;
  text.style.top = `${Math.max(0, Math.min(hidden, boundingClientRect.height - text.offsetHeight - 2 * MARGIN_PX))}px`;
}

/** Shows in all views of a board that its kernel is gone, and switches their controls off. */
export function showKernelGone({ model, signal }: Pick<NotebookContext, "model" | "signal">): void {
  const views = `.adaptoid-widget[data-board="${model.get("snapshot").board}"]`;
  let shown: AbortController | undefined;
  const show = (root: Element, until: AbortSignal) => {
    if (root.hasAttribute("data-gone")) return;
    const t = createTranslator(model.get("wording"));
    const text = html("p", { role: "alert" }, t("ui.silent"));
    const note = html("div.gone", {}, text);
    set(root, { "data-gone": true });
    addStyle(note, style);
    root.querySelector(".adaptoid-board")?.append(note);
    const stop = (event: Event) => {
      if (event.type !== "keydown" || /^(Enter| )$/.test((event as KeyboardEvent).key)) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    for (const type of ["click", "pointerdown", "keydown"])
      root.addEventListener(type, stop, { capture: true, signal: until });
    const sight =
      globalThis.IntersectionObserver &&
      new IntersectionObserver(
        (entries) => {
          const entry = entries.at(-1);
          if (entry?.isIntersecting) moveIntoSight(text, entry);
        },
        { threshold: PARTS },
      );
    sight?.observe(note);
    on(until, "abort", () => {
      sight?.disconnect();
      note.remove();
      set(root, { "data-gone": null });
    });
  };
  const update = (gone: boolean) => {
    if (!gone) shown?.abort();
    if (gone === Boolean(shown)) return;
    shown = gone ? new AbortController() : undefined;
    if (!shown) return;
    const until = shown.signal;
    const look = () => {
      for (const root of document.querySelectorAll(views)) show(root, until);
    };
    // another view may be opened
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    on(until, "abort", () => observer.disconnect());
    look();
  };
  watchKernel(model, update, signal);
  on(signal, "abort", () => update(false));
}
