import { html, on } from "../dom/elements";
import type { Words } from "../i18n/messages";

/** The sheet of all keys. */
export class Help {
  readonly element = html("dialog.help");

  constructor() {
    // Escape closes it, and means nothing else then
    on(this.element, "keydown", (event) => event.stopPropagation());
  }

  open(say: Words): void {
    const { element } = this;
    const close = html("button.button.primary", {}, say("ui.close"));
    on(close, "click", () => element.close());
    const title = say("ui.help");
    element.setAttribute("aria-label", title);
    const rows = say("ui.keys")
      .split("\n")
      .map((row) => row.split("|"))
      .flatMap(([keys = "", told = ""]) => [html("dt", {}, html("kbd", {}, keys)), html("dd", {}, told)]);
    element.replaceChildren(close, html("h3", {}, title), html("dl", {}, ...rows));
    element.showModal();
  }
}
