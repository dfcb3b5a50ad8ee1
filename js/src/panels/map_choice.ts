import { icon } from "../board/shapes";
import { buttonOf, changeDetector, html, on, svg } from "../dom/elements";
import { morphElement } from "../dom/morph";
import type { Translator } from "../i18n/messages";
import type { Color } from "../protocol/types";
import type { State } from "../state/state";

/** A button for each colour that shows its reach. At most one is pressed. */
export class MapChoice {
  readonly element = html("div.map-choice");
  readonly #differs = changeDetector();

  constructor(choose: (color: Color | null) => void) {
    on(this.element, "click", ({ target }) => {
      const button = buttonOf(target);
      if (button)
        choose(button.getAttribute("aria-pressed") === "true" ? null : (button.dataset.map as Color));
    });
  }

  draw({ snapshot, inspect }: State, t: Translator): void {
    const { aids, colors, position } = snapshot;
    const hidden = aids !== "full" || !position;
    if (!this.#differs(colors.join(), hidden, inspect.map, t)) return;
    const name = t("ui.map");
    const buttons = colors.map((color) => {
      const tip = t("ui.map.tip", { color: t(`ui.${color}`) });
      const pressed = String(inspect.map === color);
      const attributes = { "data-map": color, "aria-pressed": pressed, "aria-label": tip, title: tip };
      return html("button.button", attributes, reachIcon(color));
    });
    const title = html("span.tool-label", { "aria-hidden": "true" }, name);
    morphElement(
      this.element,
      html("div.map-choice", { role: "group", hidden, "aria-label": name }, title, ...buttons),
    );
  }
}

/** The icon of a button: an adaptoid and its reach. */
function reachIcon(color: Color): SVGSVGElement {
  const drawn = icon(color);
  drawn.setAttribute("viewBox", "-.46 -.46 .92 .92");
  drawn.append(svg("circle.reach-circle", { r: 0.4, "stroke-dasharray": "0.001 0.1256" }));
  return drawn;
}
