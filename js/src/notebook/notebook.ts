import type { BoardContext } from "../parts/contract";
import { showMissedViews } from "./missed_view";
import { SavedPicture } from "./saved_picture";

/** The part that serves the notebook around a board. */
export default (context: BoardContext): object => {
  showMissedViews(context);
  return new SavedPicture(context);
};
