import { onResize } from "../dom/elements";
import { parentOf } from "../theme/theme";

/** The height of the part of the window that scrolls: a notebook has bars around it. */
function height(element: Element): number {
  let available = innerHeight;
  // the outermost scroll container counts: an inner one, such as an output, may be as high as its content
  for (let at = parentOf(element); at && at !== document.body; at = parentOf(at))
    if (/auto|scroll/.test(getComputedStyle(at).overflowY))
      available = Math.min(innerHeight, at.clientHeight);
  return available;
}

/** Sets that height as a custom property, now and whenever it changes. */
export function watchAvailableHeight(element: HTMLElement, signal: AbortSignal): void {
  // in the next frame, since it changes the size of the board
  const update = () =>
    requestAnimationFrame(() => {
      const available = element.isConnected && height(element);
      if (available) element.style.setProperty("--adaptoid-height", `${available}px`);
    });
  // before the first painting; the first size is known only after it
  update();
  onResize(element, update, signal);
  addEventListener("resize", update, { signal });
}
