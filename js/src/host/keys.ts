/** Decides which keys belong to the board, to a text field, and to the notebook or the browser. */

/** Commands of the host with Ctrl: save, save as, print, find, find next, command palette. */
const PASSED = new Set(["s", "S", "p", "f", "F", "g", "G", "h", "C"]);

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("textarea, select, input:not([type=range], [type=checkbox])"));

/** Whether a key may leave the board. A notebook would insert a cell for a plain b. */
export function mayLeave(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.metaKey) && !event.altKey && PASSED.has(event.key);
}

/** The command of a key outside text fields. Page up and page down count on the board only. */
export function keyCommand(
  event: KeyboardEvent,
  board: Element,
): "undo" | "redo" | "prev" | "next" | "help" | null {
  const { target, altKey, shiftKey } = event;
  if (altKey || isField(target)) return null;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === "z") return shiftKey ? "redo" : "undo";
    return key === "y" && !shiftKey ? "redo" : null;
  }
  if (key === "?") return "help";
  if (shiftKey || !board.contains(target as Node)) return null;
  return key === "pageup" ? "prev" : key === "pagedown" ? "next" : null;
}

/** A letter typed on the board without modifiers, or "". */
export function letter(event: KeyboardEvent, board: Element): string {
  const { code, target, altKey, ctrlKey, metaKey } = event;
  // by the position of the key on keyboards with other letters
  const key = /^[^ -~]$/.test(event.key) ? code.replace("Key", "") : event.key;
  const plain = !altKey && !ctrlKey && !metaKey && key.length === 1 && board.contains(target as Node);
  return plain && !isField(target) ? key.toLowerCase() : "";
}
