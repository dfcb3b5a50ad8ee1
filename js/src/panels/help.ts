import { html, on } from "../dom/elements";
import type { Translator } from "../i18n/messages";
import { SHEET } from "../keys/keymap";

/** The sheet of keys. */
export class Help {
  readonly element = html("dialog.help");

  constructor() {
    // Esc closes the sheet and nothing else
    on(this.element, "keydown", (event) => event.stopPropagation());
  }

  open(t: Translator): void {
    const { element } = this;
    const close = html("button.button.primary", {}, t("ui.close"));
    on(close, "click", () => element.close());
    const title = t("ui.help");
    element.setAttribute("aria-label", title);
    const printed = (name: string) => (t.has(`ui.key.${name}`) ? t(`ui.key.${name}`) : name);
    // a shared lesson has no words for keys that do nothing there
    const rows = SHEET.filter(([sentence]) => t.has(`ui.keys.${sentence}`)).flatMap(([sentence, keys]) => {
      const names = keys.map((key) => key.split("+").map(printed).join("+")).join(" ");
      return [html("dt", {}, html("kbd", {}, names)), html("dd", {}, t(`ui.keys.${sentence}`))];
    });
    element.replaceChildren(close, html("h3", {}, title), html("dl", {}, ...rows));
    element.showModal();
  }
}
