import { html } from "../dom/elements";
import { LazyPart } from "../parts/loader";
import { Client, type Listen } from "../protocol/client";
import type { Model } from "../protocol/types";
import { managerOf } from "./outputs";

/** What a notebook adds to the views of a board. */
export interface NotebookHooks {
  /** Hides the saved pictures of the board, or shows them again. */
  hidePictures(hidden: boolean): void;
}

/** Connects a board with the notebook around it. In other hosts nothing is found and nothing happens. */
export function hookIntoNotebook(model: Model, listen: Listen, signal: AbortSignal): NotebookHooks {
  const hidePictures = pictureHider(model, model.get("snapshot").board);
  const client = new Client(model, listen, signal);
  if (managerOf(model).context) new LazyPart("notebook", { model, listen, client, signal }, client).get();
  signal.addEventListener("abort", () => hidePictures(false));
  return { hidePictures };
}

/**
 * Python keeps a picture beside the live board, for the time without a kernel. Returns a function that hides all pictures of
 * a board, or shows them again.
 */
export function pictureHider(model: Model, board: string): (hidden: boolean) => void {
  // only in a notebook: elsewhere there is no picture, and a page may forbid style elements
  if (!model.widget_manager) return () => {};
  const picture = `.adaptoid-last-${CSS.escape(board)}`;
  // two rules, since an unknown selector would invalidate a list
  const style = html(
    "style",
    {},
    `${picture}{display:none}.jp-OutputArea-child:has(${picture}){display:none}`,
  );
  return (hidden) => {
    if (!hidden) style.remove();
    else if (!style.isConnected) document.head.append(style);
  };
}
