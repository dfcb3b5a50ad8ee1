/**
 * The keys of commands: where each works, its command, and its sentence on the sheet of keys. view_keys.ts carries out the
 * commands of the view and of its board, board/input.ts those of a disc. The lists, the editor and the lesson carry out their own.
 * Fields, menus and sliders handle their keys themselves.
 */

/** Where a key works: anywhere in the view, on the board, on one of its discs, in the list of turns, the editor or the lesson. */
type Scope = "view" | "board" | "disc" | "list" | "editor" | "lesson";

/**
 * Each row: where its keys work, its sentence ui.keys.NAME on the sheet or a dash, and the keys with their commands. The numbers are
 * the six ways clockwise from the right. Ctrl stands for Cmd too.
 */
const ROWS = `
disc along ←:3 →:0
disc above U:4 I:5
disc below J:2 K:1
disc rows ↑:up ↓:down
disc ends Home:first End:last
disc - Numpad6:0 Numpad3:1 Numpad1:2 Numpad4:3 Numpad7:4 Numpad9:5
disc - Numpad8:up Numpad2:down Space:click
disc click Enter:click
board limbs L:leg P:pincer
board pass E:pass
view release Esc:release
view undo Ctrl+Z:undo Ctrl+Y:redo
view - Ctrl+Shift+Z:redo
board turns PgUp:prev PgDn:next
board disc D:disc
board row X:row
board options O:options
board starving S:starving
board turn T:turn
board last N:last
board look F:lens M:map A:annotate
editor editor W:W B:B R:R Delete:take
editor - L:leg P:pincer Backspace:take Esc:cancel
list list ↑:up ↓:down ←:prev →:next
list - PgUp:page-up PgDn:page-down Home:first End:last
list - Enter:comment F2:comment Space:play Delete:remove
lesson lesson H:hint G:go R:retry
view type /:type
view help ?:help`;

/** The rows of the sheet of keys, and the command of each key behind its scope. */
export const SHEET: [sentence: string, keys: string[]][] = [];
const commands: Record<string, string | undefined> = {};
for (const row of ROWS.trim().split("\n")) {
  const [scope = "", sentence = "", ...cells] = row.split(" ");
  const keys = cells.map((cell) => {
    const [key = "", command] = cell.split(":");
    commands[scope + key] = command;
    return key;
  });
  if (sentence !== "-") SHEET.push([sentence, keys]);
}

const NAMES: Record<string, string> = {
  " ": "Space",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  Escape: "Esc",
  PageDown: "PgDn",
  PageUp: "PgUp",
};

export const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("textarea, select, input:not([type=range], [type=checkbox])"));

/** The command of a key in a scope. In a text field only Esc has one. */
export function commandOf(event: KeyboardEvent, scope: Scope): string | undefined {
  const { altKey, code, key, shiftKey, target } = event;
  const control = event.ctrlKey || event.metaKey;
  // letters of another script count by their place
  const letter = /^[^ -~]$/.test(key) ? code.replace("Key", "") : key;
  const name = NAMES[key] ?? (letter.length > 1 ? letter : letter.toUpperCase());
  if (name === "Esc") return commands[scope + name];
  if (altKey || isField(target)) return undefined;
  if (control) return commands[`${scope}Ctrl+${shiftKey ? "Shift+" : ""}${name}`];
  if (shiftKey && /^Pg/.test(name) && scope === "board") return undefined;
  // U, I, J, K and the number pad count by their place, whatever they write
  const place = scope === "disc" ? code.replace(/^Key(?=[UIJK])/, "") : "";
  return commands[scope + place] ?? commands[scope + name];
}
