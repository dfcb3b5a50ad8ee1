import { icon } from "../board/shapes";
import { changeDetector, html, set, svg } from "../dom/elements";
import { morphChildren } from "../dom/morph";
import type { SecondClick } from "../dom/second_click";
import type { Translator } from "../i18n/messages";
import { isAvailable } from "../parts/part_loader";
import type { Color } from "../protocol/types";
import { isPlaying, type State } from "../state/state";
import { toolButton } from "./buttons";

/** The buttons that change the game. */
export function gameTools(
  { snapshot, previewedGrowth }: State,
  t: Translator,
  secondClick: SecondClick,
): HTMLElement {
  const { aids, analyst, draw, interactive, last, levels, redo, rev, step, turn, undo } = snapshot;
  const playing = isPlaying(snapshot);
  // in the place of a button that a finished game does not need
  const over = step === "over";
  const settle = over && levels.length ? { rematch: true } : { draw: playing && draw };
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

/** The row of buttons under the board that change the view, with a menu at its end. */
export class ViewBar {
  readonly #row = html("div.view-row", { role: "group" });
  readonly element = html("div.viewbar", {}, this.#row);
  readonly #differs = changeDetector();

  constructor(more: HTMLElement) {
    this.element.append(more);
  }

  draw(state: State, t: Translator): void {
    const { snapshot, inspect } = state;
    const { aids, interactive, step, analyst, edit, position } = snapshot;
    const full = aids === "full";
    const colors = full && position ? snapshot.colors : [];
    const over = step === "over";
    // in an open start there is no position yet
    const advises = !(edit || step === "place" || step === "choose");
    const { showsFood, map } = inspect;
    if (!this.#differs(full, interactive, over, analyst, advises, showsFood, map, colors.join(), t)) return;
    set(this.#row, { "aria-label": t("ui.view") });
    const button = (what: string, shown = true, pressed?: boolean, enabled = true) => {
      const tip = t(`ui.${what}.tip`, { color: t(`ui.${map ?? "W"}`) });
      const drawn = toolButton(what, { name: t(`ui.${what}`), tip, hidden: !shown, pressed, enabled });
      // a part that is loaded on demand sets these attributes itself
      const old = pressed === undefined && this.element.querySelector(`[data-do=${what}]`);
      for (const name of ["aria-pressed", "aria-expanded"])
        if (old) set(drawn, { [name]: old.getAttribute(name) });
      return drawn;
    };
    const analyse = Boolean(full && interactive && analyst);
    const more = button("more");
    set(more, { "aria-haspopup": "menu", "aria-expanded": more.getAttribute("aria-expanded") ?? "false" });
    morphChildren(this.#row, [
      button("hint", analyse, undefined, advises && !over),
      button("analyse", analyse, undefined, advises),
      button("lens", full, showsFood),
      reachButton(button("map", colors.length > 0, map !== null), colors, map, t),
      button("share", isAvailable("share")),
      more,
    ]);
  }
}

/** The button that goes round the colours says whose reach is shown. It is as wide as the longest of its names. */
function reachButton(button: HTMLElement, colors: Color[], map: Color | null, t: Translator): HTMLElement {
  const says = (color: Color) => t("ui.map.shown", { color: t(`ui.${color}`) });
  const names = colors.flatMap((color) => {
    const shown = { "data-off": color !== map };
    return [html("span.long", shown, says(color)), html("span", shown, t(`ui.${color}`))];
  });
  names.unshift(html("span", { "data-off": map !== null }, t("ui.map")));
  button.lastElementChild?.replaceChildren(...names);
  if (!map) return button;
  const drawn = icon(map);
  set(drawn, { viewBox: "-.46 -.46 .92 .92" });
  drawn.append(svg("circle.reach-circle", { r: 0.4, "stroke-dasharray": "0.001 0.1256" }));
  button.firstElementChild?.replaceWith(drawn);
  set(button, { "data-map": map, "aria-label": says(map) });
  return button;
}
