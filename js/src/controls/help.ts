import { html, on } from "../dom/elements";
import type { Translator } from "../i18n/messages";
import { SHEET } from "../keys/keymap";

/** The sentences of each group of the sheet. Those that no group names come last. */
const GROUPS: Record<string, string[]> = {
  board: ["along", "above", "below", "rows", "ends", "click", "release"],
  turn: ["limbs", "pass", "undo", "turns", "type"],
  read: ["disc", "row", "options", "starving", "turn", "last"],
};
const NAMED = Object.values(GROUPS).flat();

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
    // a shared lesson has no words for keys that do nothing there
    const known = SHEET.filter(([sentence]) => t.has(`ui.keys.${sentence}`));
    const group = (name: string, isIn: (sentence: string) => boolean) => {
      const rows = known.filter(([sentence]) => isIn(sentence)).flatMap((row) => drawRow(row, t));
      if (!rows.length) return [];
      return [html("section", {}, html("h4", {}, t(`ui.keys.group.${name}`)), html("dl", {}, ...rows))];
    };
    const groups = Object.entries(GROUPS).flatMap(([name, own]) => group(name, (key) => own.includes(key)));
    const others = group("more", (sentence) => !NAMED.includes(sentence));
    const all = html("div.help-groups", {}, ...groups, ...others);
    element.replaceChildren(close, html("h3", {}, title), all);
    element.showModal();
  }
}

/** A row: each key as a cap, and keys that are pressed together joined. */
function drawRow([sentence, keys]: [string, string[]], t: Translator): HTMLElement[] {
  const cap = (name: string) => html("kbd", {}, t.has(`ui.key.${name}`) ? t(`ui.key.${name}`) : name);
  const caps = keys.map((key) => {
    const parts = key.split("+").map(cap);
    return html("span", {}, ...parts.flatMap((part, i) => (i ? ["+", part] : [part])));
  });
  return [html("dt", {}, ...caps.flatMap((part) => [part, " "])), html("dd", {}, t(`ui.keys.${sentence}`))];
}
