import style from "./dialog.css";
import { addStyle, on } from "./elements";

/** Below this width of the window, a popup is a sheet at its lower end: dialog.css. */
const NARROW = 540;
const GAP = 4;

/** Adds a dialog that opens beside a button to a view. A click outside its content closes it. */
export function addPopup(root: Element, dialog: HTMLDialogElement, signal: AbortSignal): void {
  addStyle(root, style);
  root.append(dialog);
  on(signal, "abort", () => dialog.remove());
  // the keys of the board do not work here
  on(dialog, "keydown", (event) => event.stopPropagation());
  // the dialog has no padding, so a click on itself is outside its content
  on(dialog, "click", ({ target }) => target === dialog && dialog.close());
}

/** Puts an open popup below a button, or above it where there is more room. `spare` is the height by which it may grow. */
export function placePopup(
  { style, offsetWidth, offsetHeight }: HTMLElement,
  button: Element,
  spare = 0,
): void {
  style.inset = "";
  if (innerWidth < NARROW) return;
  const { left, top, bottom } = button.getBoundingClientRect();
  const lowest = innerHeight - offsetHeight - GAP;
  const below = bottom + GAP;
  const above = top - GAP - offsetHeight;
  const y = Math.max(GAP, Math.min(below <= lowest || above <= 0 ? below : above, lowest - spare));
  const x = Math.max(GAP, Math.min(left, innerWidth - offsetWidth - GAP));
  style.inset = `${y}px auto auto ${x}px`;
}

/** Moves the focus between the buttons of a menu by the arrow keys, Home and End. */
export function moveByKey(event: KeyboardEvent, buttons: HTMLElement[]): void {
  const now = buttons.indexOf(event.target as HTMLElement);
  const next = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined || now < 0) return;
  event.preventDefault();
  buttons.at(next % buttons.length)?.focus();
}
