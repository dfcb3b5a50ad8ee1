import { html } from "../dom/elements";
import type { NotebookContext } from "../parts/contract";
import { PartSet } from "../parts/part_loader";
import { Client } from "../protocol/client";
import { isLive, type Model } from "../protocol/model";
import { managerOf } from "./outputs";

/** What a notebook adds to the views of a board. */
export interface NotebookHooks {
  /** A view was drawn: hides the saved pictures of the board, or shows them again if something was not drawn. */
  drawn(complete: boolean): void;
}

/** Connects a board with the notebook around it. In other hosts nothing is found and nothing happens. */
export function hookIntoNotebook(context: Omit<NotebookContext, "client">): NotebookHooks {
  const { model, listen, signal } = context;
  const { board } = model.get("snapshot");
  const hidePictures = pictureHider(model, board);
  const client = new Client(model, listen, signal);
  const parts = new PartSet<"notebook">({ ...context, client });
  const manager = managerOf(model);
  if (manager.context ?? manager.kernel) parts.preload("notebook");
  // Voila updates no outputs: its picture of an earlier position stays hidden
  const isOutdated = () => {
    const picture = document.querySelector<HTMLElement>(`.adaptoid-last-${board}`);
    return !manager.context && Number(picture?.dataset.rev) < model.get("snapshot").rev;
  };
  signal.addEventListener("abort", () => hidePictures(isOutdated()));
  return {
    drawn(complete) {
      hidePictures(complete);
      parts.get("notebook")?.drawn();
    },
  };
}

/**
 * Python keeps a picture beside the live board, for the time without a kernel. Returns a function that hides all pictures of
 * a board, or shows them again. Where nobody answers the board, it is hidden instead, since the picture says more.
 */
export function pictureHider(model: Pick<Model, "widget_manager">, board: string): (hidden: boolean) => void {
  // only in a notebook: elsewhere there is no picture, and a page may forbid style elements
  if (!model.widget_manager) return () => {};
  const picture = `.adaptoid-last-${CSS.escape(board)}`;
  // two rules, since an unknown selector would invalidate a list. The picture's place is exact, or each change within a
  // board would make the browser look for pictures
  const style = html(
    "style",
    {},
    isLive(model)
      ? `${picture}{display:none}.jp-OutputArea-child:has(> * > ${picture}){display:none}`
      : `body:has(${picture}) .adaptoid-still[data-board="${board}"]{display:none}`,
  );
  return (hidden) => {
    // a sheet that is put in again makes the browser look at the style of the whole page
    if (!hidden) style.remove();
    else if (!style.isConnected) document.head.append(style);
  };
}
