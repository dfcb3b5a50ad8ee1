import { on } from "../dom/elements";
import { mayLeave } from "./keys";

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
