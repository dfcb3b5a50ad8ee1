/** Carries out the commands of keys in the view and on its board. Which key has which command: keymap.ts. */

import { cellOf, on } from "../dom/elements";
import type { Translator } from "../i18n/messages";
import { TOPICS } from "../protocol/constants";
import type { State } from "../state/state";
import { endTurn, growAt, type Transition } from "../state/transitions";
import { mayLeave } from "./host_keys";
import { commandOf } from "./keymap";

/** The commands that read out more than a label. */
const DESCRIPTIONS = ["row", ...TOPICS];

/** The announcement of what a command has switched on or off: with the colour of the map, with the tool of the pen. */
function toggleText(command: string, { inspect, pen }: State, t: Translator): string {
  const { map, showsFood } = inspect;
  const which = { lens: showsFood && "on", map, annotate: pen && `pen.${pen.tool}` }[command] || "off";
  return t("ui.toggled", { what: t(`ui.${command}`), which: t(`ui.${which}`) });
}

/** What the keys of a view act on. */
export interface KeyActions {
  state(): State;
  t(): Translator;
  announce(...texts: string[]): void;
  apply(transition: Transition): void;
  /** Runs the command of a button. */
  run(command: string): void;
  /** Switches the food, the map or the pen; returns whether it is available. */
  toggle(command: string): boolean;
  /** Announces a text about a disc. */
  describe(command: string, cell: string): void;
  /** Cancels whatever was started. */
  cancel(): void;
}

/** Runs the commands of the keymap that belong to the view and to its board. */
export function listenToKeys(root: HTMLElement, board: HTMLElement, actions: KeyActions): void {
  on(root, "keydown", (event) => {
    if (!mayLeave(event)) event.stopPropagation();
    if (!event.defaultPrevented && run(event)) event.preventDefault();
  });

  /** Returns whether the key has a meaning here. */
  function run(event: KeyboardEvent): boolean {
    const onBoard = board.contains(event.target as Node);
    const command = commandOf(event, "view") ?? (onBoard && commandOf(event, "board"));
    const cell = cellOf(event.target);
    const state = actions.state();
    const { edit, interactive } = state.snapshot;
    if (!command) return false;
    if (command === "release") {
      actions.cancel();
      return false;
    }
    if (/^(help|type|undo|redo|prev|next)$/.test(command)) {
      if (command === "help" || interactive) actions.run(command);
    } else if (actions.toggle(command)) actions.announce(toggleText(command, actions.state(), actions.t()));
    else if (!cell) return false;
    else if (command === "disc") actions.announce((event.target as Element).getAttribute("aria-label") ?? "");
    else if (DESCRIPTIONS.includes(command)) actions.describe(command, cell);
    else if (edit || state.pen) return false;
    else if (command === "leg" || command === "pincer") actions.apply(growAt(state, cell, command));
    else if (command === "pass") actions.apply([state, endTurn(state)]);
    else return false;
    return true;
  }
}
