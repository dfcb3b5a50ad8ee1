import { icon } from "../board/shapes";
import { buttonOf, changes, html, on, set, svg, text } from "../dom/elements";
import type { Words } from "../i18n/messages";
import type { Color } from "../protocol/types";
import type { State } from "../state/state";

/** A button for each colour that shows its reach. At most one is pressed. */
export class MapChoice {
  readonly element = html("div.map-choice", { role: "group" });
  readonly #title = html("span.tool-label", { "aria-hidden": "true" });
  readonly #differs = changes();
  readonly #regroups = changes();
  readonly #choose: (color: Color | null) => void;

  constructor(choose: (color: Color | null) => void) {
    this.#choose = choose;
    on(this.element, "click", ({ target }) => {
      const button = buttonOf(target);
      if (!button) return;
      const on = button.getAttribute("aria-pressed") === "true";
      this.#choose(on ? null : (button.dataset.map as Color));
    });
  }

  draw({ snapshot, inspect }: State, say: Words): void {
    const hidden = snapshot.aids !== "full" || !snapshot.position;
    const colors = snapshot.colors.join();
    if (!this.#differs(colors, hidden, inspect.map, say)) return;
    this.element.hidden = hidden;
    set(this.element, { "aria-label": say("ui.map") });
    text(this.#title, say("ui.map"));
    if (this.#regroups(colors))
      this.element.replaceChildren(
        this.#title,
        ...snapshot.colors.map((color) => html("button.button", { "data-map": color }, reachIcon(color))),
      );
    for (const button of this.element.querySelectorAll<HTMLElement>("[data-map]")) {
      const color = button.dataset.map as Color;
      const tip = say("ui.map.tip", { color: say(`ui.${color}`) });
      set(button, { "aria-pressed": String(inspect.map === color), "aria-label": tip, title: tip });
    }
  }
}

/** The icon of a button: an adaptoid and its reach. */
function reachIcon(color: Color): SVGSVGElement {
  const drawn = icon(color);
  drawn.setAttribute("viewBox", "-.46 -.46 .92 .92");
  drawn.append(svg("circle.reach-circle", { r: 0.4, "stroke-dasharray": "0.001 0.1256" }));
  return drawn;
}
