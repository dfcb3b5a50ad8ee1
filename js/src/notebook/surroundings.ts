import { html } from "../dom/elements";
import type { Show } from "../parts/contract";
import { GuestRoom } from "../parts/slots";
import { Client, type Listen } from "../protocol/client";
import type { Model } from "../protocol/types";
import { managerOf } from "./outputs";

/** What lies around a board where it stands in a notebook. */
export interface Surroundings {
  /** Once the board has been drawn its saved pictures are hidden. */
  hidePictures(hidden: boolean): void;
  leave(): void;
}

/** What a board has to do with the notebook around it. A host that is no notebook has nothing of what is looked for. */
export function enter(model: Model, listen: Listen, show: Show): Surroundings {
  const hidePictures = pictureHider(model, model.get("snapshot").board);
  const client = new Client(model, listen);
  const room = new GuestRoom(
    "notebook",
    () => managerOf(model).context,
    (attend) => attend(model, listen, client, show),
    client,
  );
  room.draw();
  return {
    hidePictures,
    leave() {
      room.close();
      client.close();
      hidePictures(false);
    },
  };
}

/**
 * Beside the live board Python keeps a picture for the day when there is no kernel. Gives a function that hides the pictures
 * of a board wherever they stand, once it has been drawn, or shows them again.
 */
export function pictureHider(model: Model, board: string): (hidden: boolean) => void {
  // only where there is a notebook: elsewhere there is no picture, and a page may forbid style elements
  if (!model.widget_manager) return () => {};
  const picture = `.adaptoid-last-${CSS.escape(board)}`;
  // two rules, as one unknown selector would spoil a list
  const style = html(
    "style",
    {},
    `${picture}{display:none}.jp-OutputArea-child:has(${picture}){display:none}`,
  );
  return (hidden) => {
    if (hidden) document.head.append(style);
    else style.remove();
  };
}
