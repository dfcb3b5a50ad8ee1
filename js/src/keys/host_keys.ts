/** Keeps the keys of the board from the shortcuts of the application around it. */
import { on } from "../dom/elements";

/** Keys that an application binds for the whole document: save, save as, print, find, find on, the palette of commands. */
const PASSED = new Set(["s", "S", "p", "f", "F", "g", "G", "h", "C"]);

/** Whether a key may leave the board: a notebook would insert a cell for a plain b. */
export function mayLeave(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.metaKey) && !event.altKey && PASSED.has(event.key);
}

/** Jupyter's applications run no shortcut for a key pressed on an element with this attribute. */
const NO_SHORTCUTS = "data-lm-suppress-shortcuts";

/**
 * Some hosts handle a key before the board can stop it: Notebook 7 listens in the capture phase. So each key that belongs to
 * the board marks the focused element.
 */
export function keepKeys(root: HTMLElement, signal: AbortSignal): void {
  const mark = (event: KeyboardEvent) => {
    const { target } = event;
    if (target instanceof Element && root.contains(target))
      target.toggleAttribute(NO_SHORTCUTS, !mayLeave(event));
  };
  on(root.ownerDocument.defaultView ?? window, "keydown", mark, { capture: true, signal });
}
