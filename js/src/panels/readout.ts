import type { Translator } from "../i18n/messages";
import type { State } from "../state/state";

/** What Python reads out on a command. */
export const READOUTS = ["options", "starving", "turn", "last"];

/** The announcement of what a command has switched on or off. */
export function toggleText(command: string, { inspect, pen }: State, t: Translator): string {
  const on = command === "lens" ? inspect.lens : command === "map" ? inspect.map : pen;
  const value = t(command === "map" && inspect.map ? `ui.${inspect.map}` : on ? "ui.on" : "ui.off");
  return t("ui.told", { what: t(`ui.${command}`), which: value });
}
