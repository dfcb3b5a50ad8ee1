import type { NotebookContext, NotebookPart } from "../parts/contract";
import { showKernelGone } from "./kernel_gone";
import { showMissedViews } from "./missed_view";
import { SavedPicture } from "./saved_picture";
import { showUntrusted } from "./untrusted_view";

/** The part that serves the notebook, or the kernel without a notebook, around a board. */
export default (context: NotebookContext): NotebookPart => {
  showMissedViews(context);
  showUntrusted(context);
  showKernelGone(context);
  return new SavedPicture(context);
};
