import { onResize } from "../dom/elements";
import { parentOf } from "../theme/theme";

const HEIGHT = "--adaptoid-height";

/** The part of the window that scrolls: a notebook has bars around it. */
function outermostScroller(element: Element): Element | undefined {
  let found: Element | undefined;
  // an inner one, such as an output, may be as high as its content
  for (let at = parentOf(element); at && at !== document.body; at = parentOf(at))
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) found = at;
  return found;
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
      const scroller = outermostScroller(element);
      const available = element.isConnected && Math.min(innerHeight, scroller?.clientHeight ?? innerHeight);
      if (available) setHeight(available);
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
