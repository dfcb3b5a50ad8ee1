import { changeDetector, html, set } from "../dom/elements";
import { morphChildren } from "../dom/morph";
import type { SecondClick } from "../dom/second_click";
import type { Translator } from "../i18n/messages";
import { isAvailable } from "../parts/part_loader";
import { isPlaying, type State, sizeOf } from "../state/state";
import { toolButton } from "./buttons";

/** The buttons that change the game. */
export function gameTools(
  { snapshot, previewedGrowth }: State,
  t: Translator,
  secondClick: SecondClick,
): HTMLElement {
  const { aids, analyst, interactive, last, levels, redo, rev, step, turn, undo } = snapshot;
  const playing = isPlaying(snapshot);
  // in the place of a button that a finished game does not need
  const people = levels.every(([, level]) => level === 0);
  const over = step === "over";
  const settle = over && levels.length ? { rematch: true } : { draw: playing && people };
  const reviews = over && analyst && aids === "full" && last !== null;
  const enabled = {
    ...(reviews && { review: true }),
    undo: undo || previewedGrowth !== null,
    redo,
    new: true,
    edit: true,
    ...settle,
    ...(!reviews && { resign: playing }),
  };
  const buttons = Object.entries(enabled).map(([what, on]) => {
    const armed = secondClick.isArmed(what, rev);
    return toolButton(what, {
      name: t(armed ? "ui.sure" : `ui.${what}`),
      tip: t(`ui.${what}.tip`, { color: t(`ui.${turn}`) }),
      enabled: on,
      armed,
      primary: over && what === (reviews ? "review" : levels.length ? "rematch" : "new"),
    });
  });
  return html("div.tools", { role: "group", "aria-label": t("ui.tools") }, ...(interactive ? buttons : []));
}

/** The row of buttons under the board that change the view, and the panels that open from it. */
export class ViewBar {
  readonly row = html("div.view-row", { role: "group" });
  readonly element = html("div.viewbar", {}, this.row);
  readonly #differs = changeDetector();
  readonly #map: HTMLElement;
  readonly #language: HTMLElement;

  constructor(map: HTMLElement, language: HTMLElement) {
    this.#map = map;
    this.#language = language;
  }

  draw(state: State, t: Translator): void {
    const { snapshot, inspect, pen, previewsGrowth } = state;
    const { aids, interactive, step, analyst, edit } = snapshot;
    const full = aids === "full";
    const size = sizeOf(state);
    const over = step === "over";
    // in an open start there is no position yet
    const advises = !(edit || step === "place" || step === "choose");
    const { showsFood } = inspect;
    if (!this.#differs(full, interactive, over, analyst, advises, showsFood, pen, size, previewsGrowth, t))
      return;
    set(this.row, { "aria-label": t("ui.view") });
    const button = (what: string, shown = true, pressed?: boolean, enabled = true) => {
      const tip = t(`ui.${what}.tip`);
      const drawn = toolButton(what, { name: t(`ui.${what}`), tip, hidden: !shown, pressed, enabled });
      // a part that is loaded on demand sets these attributes itself
      const old = pressed === undefined && this.row.querySelector(`[data-do=${what}]`);
      for (const name of ["aria-pressed", "aria-expanded"])
        if (old) set(drawn, { [name]: old.getAttribute(name) });
      return drawn;
    };
    const analyse = Boolean(full && interactive && analyst);
    morphChildren(this.row, [
      button("lens", full, showsFood),
      this.#map,
      button("type", interactive),
      button("annotate", interactive, pen !== null),
      button("analyse", analyse, undefined, advises),
      button("hint", analyse, undefined, advises && !over),
      button("flip"),
      button("share", isAvailable("share")),
      button("confirm", interactive && previewsGrowth !== null, previewsGrowth === true),
      button("sound", isAvailable("animation")),
      button("size", true, size === "projector"),
      button("help"),
      this.#language,
    ]);
  }
}
