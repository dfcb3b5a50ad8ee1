import type { Listen } from "./link";
import { showMissed } from "./missed";
import { pictureHider, SavedPicture } from "./saved";
import type { Model } from "./types";
import type { Surroundings } from "./widget";

/** What a board has to do with the notebook around it. A host that is no notebook has nothing of what is looked for. */
export function enterNotebook(model: Model, listen: Listen): Surroundings {
  const { board } = model.get("snapshot");
  const hidePictures = pictureHider(model, board);
  const picture = new SavedPicture(model, board);
  listen((message) => picture.hear(message));
  const endWatch = showMissed(model, board);
  return {
    hidePictures,
    leave() {
      endWatch();
      picture.close();
      hidePictures(false);
    },
  };
}
