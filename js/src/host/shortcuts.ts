import { on } from "../dom/elements";
import { mayLeave } from "./keys";

/** Jupyter's applications fire no shortcut for a key pressed on an element that bears it, whatever is around that. */
const LEFT_ALONE = "data-lm-suppress-shortcuts";

/**
 * Some hosts hear a key before the board does (Notebook 7 listens on the way down), so stopping it on the board comes
 * too late: what is focused there says for each key whether it is the board's. Gives a function that ends it.
 */
export function keepKeys(root: HTMLElement): () => void {
  const page = root.ownerDocument.defaultView ?? window;
  const mark = (event: KeyboardEvent) => {
    const { target } = event;
    if (target instanceof Element && root.contains(target))
      target.toggleAttribute(LEFT_ALONE, !mayLeave(event));
  };
  on(page, "keydown", mark, true);
  return () => page.removeEventListener("keydown", mark, true);
}
