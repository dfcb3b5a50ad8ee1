import { sign } from "../animation/demonstration";
import { type Attributes, html } from "../dom/elements";

/** A button that plays a line on the board. `line` names the line in this view. */
export function playButton(line: string, name: string, attributes: Attributes, label = name): HTMLElement {
  return html(
    "button.button.see",
    { "data-plays": line, title: name, "aria-label": label ? null : name, ...attributes },
    sign("play"),
    ...(label ? [html("span", {}, label)] : []),
  );
}
