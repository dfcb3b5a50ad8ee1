import { onResize } from "../dom/elements";
import { parentOf } from "../theme/theme";

const HEIGHT = "--adaptoid-height";

/** The part of the window that scrolls, since a notebook has bars around it, and the height for a board in it. */
function roomAround(element: Element): [scroller: Element | undefined, height: number] {
  let scroller: Element | undefined;
  let height = innerHeight;
  for (let at = parentOf(element); at && at !== document.body; at = parentOf(at)) {
    const { overflowY, maxHeight } = getComputedStyle(at);
    if (!/auto|scroll/.test(overflowY)) continue;
    scroller = at;
    // an inner one, such as an output, may be as high as its content, up to this height
    height = Math.min(height, Number(maxHeight.replace("px", "")) || height);
  }
  return [scroller, Math.min(height, scroller?.clientHeight ?? height)];
}

/** Sets the height of that part as a custom property, now and whenever it changes. */
export function watchAvailableHeight(element: HTMLElement, signal: AbortSignal): void {
  let watched: Element | undefined;
  const { style } = element;
  // each change styles all of the element again
  const setHeight = (pixels: number) => {
    const height = `${pixels}px`;
    if (style.getPropertyValue(HEIGHT) !== height) style.setProperty(HEIGHT, height);
  };
  // in the next frame, since it changes the size of the board
  const update = () =>
    requestAnimationFrame(() => {
      const [scroller, height] = roomAround(element);
      if (element.isConnected && height) setHeight(height);
      // it changes alone when a panel above or below it is closed
      if (scroller && scroller !== watched) {
        watched = scroller;
        onResize(scroller, update, signal);
      }
    });
  // right in a page without bars
  setHeight(innerHeight);
  // before the first painting; the first size is known only after it
  update();
  onResize(element, update, signal);
  addEventListener("resize", update, { signal });
}
