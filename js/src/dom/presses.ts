import { on } from "./elements";

/** A browser may wait for a second tap for this time before it makes a click of the first. */
const TAP_MS = 400;

/**
 * Tells whether a pointer or the space bar is held down on an element. What is replaced or moved between a press and its click
 * gets no click, so changes wait for `released`, which is called after the click.
 */
export function watchPresses(element: HTMLElement, released: () => void): () => boolean {
  let held: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    held?.abort();
    held = null;
    released();
  };
  const up = (event: Event) => {
    const isTap = event.type === "pointerup" && /touch|pen/.test((event as PointerEvent).pointerType);
    clearTimeout(timer);
    timer = setTimeout(end, isTap ? TAP_MS : 0);
  };
  on(element, "pointerdown keydown", (event) => {
    // other keys act when they are pressed
    if ("key" in event && event.key !== " ") return;
    clearTimeout(timer);
    if (held) return;
    held = new AbortController();
    const options = { signal: held.signal, capture: true };
    on(element.ownerDocument, "pointerup pointercancel keyup click", up, options);
    on(globalThis, "blur", up, options);
  });
  return () => held !== null;
}
