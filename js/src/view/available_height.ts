import { onResize } from "../dom/elements";
import { around } from "../theme/theme";

/** How high the part of the window is that the page scrolls in: a notebook has bars around it. */
function height(element: Element): number {
  let room = innerHeight;
  // the outermost tells: an output that may scroll is as high as what is in it
  for (let at = around(element); at && at !== document.body; at = around(at))
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) room = Math.min(innerHeight, at.clientHeight);
  return room;
}

/** Lets the style sheet know that height, now and whenever it changes; gives a function that ends it. */
export function watchRoom(element: HTMLElement): () => void {
  // in a frame of its own: the board's size follows from it
  const look = () =>
    requestAnimationFrame(() => {
      const room = element.isConnected && height(element);
      if (room) element.style.setProperty("--adaptoid-room", `${room}px`);
    });
  const leave = onResize(element, look);
  addEventListener("resize", look);
  return () => {
    leave();
    removeEventListener("resize", look);
  };
}
