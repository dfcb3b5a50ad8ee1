/** Which keys are the board's, which are a text field's, and which are left to the notebook and the browser. */

/** What an application does to the whole document: save, save as, print, find, find on; its palette of commands. */
const PASSED = new Set(["s", "S", "p", "f", "F", "g", "G", "h", "C"]);

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("textarea, select, input:not([type=range], [type=checkbox])"));

/** Whether a key may leave the board: a notebook would take a plain b for a new cell. */
export function mayLeave(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.metaKey) && !event.altKey && PASSED.has(event.key);
}

/** What a key does wherever the focus is within the board, or, to walk the turns, on its discs; not while one types. */
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

/** A plain letter typed on the board itself, else nothing. */
export function letter(event: KeyboardEvent, board: Element): string {
  const { code, target, altKey, ctrlKey, metaKey } = event;
  // where other letters are written, by where the key lies
  const key = /^[^ -~]$/.test(event.key) ? code.replace("Key", "") : event.key;
  const plain = !altKey && !ctrlKey && !metaKey && key.length === 1 && board.contains(target as Node);
  return plain && !isField(target) ? key.toLowerCase() : "";
}
