import type { Words } from "../i18n/messages";
import type { State } from "../state/state";

/** What Python reads out on a command. */
export const READOUTS = ["options", "starving", "turn", "last"];

/** Says what a command has just switched on or off. */
export function toggled(command: string, { inspect, pen }: State, say: Words): string {
  const on = command === "lens" ? inspect.lens : command === "map" ? inspect.map : pen;
  const which = say(command === "map" && inspect.map ? `ui.${inspect.map}` : on ? "ui.on" : "ui.off");
  return say("ui.told", { what: say(`ui.${command}`), which });
}
