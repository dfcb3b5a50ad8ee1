import type { Words } from "../i18n/messages";
import type { State } from "../state/state";

/** What a letter typed on a disc asks Python to tell. */
export const TELLS: Record<string, string> = { o: "options", s: "starving", t: "turn", n: "last" };

/** What a letter has just switched on or off. */
export function toggled(letter: string, { inspect, pen }: State, say: Words): string {
  const which = say(
    letter === "m" && inspect.map
      ? `ui.${inspect.map}`
      : (letter === "f" ? inspect.lens : pen)
        ? "ui.on"
        : "ui.off",
  );
  return say("ui.told", { what: say({ m: "ui.map", f: "ui.lens" }[letter] ?? "ui.annotate"), which });
}
