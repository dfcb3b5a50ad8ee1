import type { Words } from "../i18n/messages";
import type { State } from "../state/state";

/** What Python reads out on a command. */
export const READOUTS = ["options", "starving", "turn", "last"];

/** The announcement of what a command has switched on or off. */
export function toggleText(command: string, { inspect, pen }: State, say: Words): string {
  const on = command === "lens" ? inspect.lens : command === "map" ? inspect.map : pen;
  const value = say(command === "map" && inspect.map ? `ui.${inspect.map}` : on ? "ui.on" : "ui.off");
  return say("ui.told", { what: say(`ui.${command}`), which: value });
}
