import type { Surroundings } from "./notebook/surroundings";
import type { Listen } from "./protocol/client";
import type { Model } from "./protocol/types";
import { View } from "./view/view";

type Cleanup = () => void;

/** A host may hand out a new model object for each view, so a board is known by the name in its snapshot. */
const boards = new Map<string, { listen: Listen; hidePictures: Surroundings["hidePictures"] | undefined }>();

function listenTo(model: Model): { listen: Listen; stop: Cleanup } {
  const ears = new Set<(message: unknown) => void>();
  const hear = (message: unknown) => {
    for (const ear of [...ears]) ear(message);
  };
  model.on("msg:custom", hear);
  return {
    listen: (ear) => {
      ears.add(ear);
      return () => ears.delete(ear);
    },
    stop: () => model.off("msg:custom", hear),
  };
}

/** Once for each board: its messages go to all its views from here. A page of its own has no surroundings. */
export function initialize(
  { model }: { model: Model },
  enter?: (model: Model, listen: Listen, show: typeof render) => Surroundings,
): Cleanup {
  const { board } = model.get("snapshot");
  const { listen, stop } = listenTo(model);
  const around = enter?.(model, listen, render);
  const own = { listen, hidePictures: around?.hidePictures };
  boards.set(board, own);
  return () => {
    stop();
    around?.leave();
    if (boards.get(board) === own) boards.delete(board);
  };
}

/** Once for each view. */
export function render({ model, el }: { model: Model; el: HTMLElement }): Cleanup {
  const { board } = model.get("snapshot");
  const shared = boards.get(board);
  const own = shared ? undefined : listenTo(model);
  const { listen } = shared ?? (own as { listen: Listen });
  const view = new View(model, listen, shared?.hidePictures);
  el.append(view.root);
  return () => {
    view.close();
    own?.stop();
  };
}
