import { onResize } from "../dom/elements";
import { around } from "../theme/theme";

/** The height of the part of the window that scrolls: a notebook has bars around it. */
function height(element: Element): number {
  let room = innerHeight;
  // the outermost one counts, since an output that may scroll is as high as its content
  for (let at = around(element); at && at !== document.body; at = around(at))
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) room = Math.min(innerHeight, at.clientHeight);
  return room;
}

/** Tells the style sheet that height, now and whenever it changes. */
export function watchRoom(element: HTMLElement, signal: AbortSignal): void {
  // in a frame of its own, since the size of the board depends on it
  const look = () =>
    requestAnimationFrame(() => {
      const room = element.isConnected && height(element);
      if (room) element.style.setProperty("--adaptoid-room", `${room}px`);
    });
  onResize(element, look, signal);
  addEventListener("resize", look, { signal });
}
