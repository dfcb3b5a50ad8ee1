import { moveByKey } from "../dom/dialog";
import { buttonFor, changeDetector, html, on, set } from "../dom/elements";
import { morphChildren } from "../dom/morph";
import type { Translator } from "../i18n/messages";
import { toolButton } from "../panels/buttons";
import type { PartContext } from "../parts/contract";
import { type State, sizeOf } from "../state/state";

/** The drawings of the commands, on a square of 20. */
const DRAWINGS = {
  type: "M7 3.5h6M7 16.5h6M10 3.5v13",
  annotate: "M4 16l1-4 8.5-8.5 3 3L8 15z",
  flip: "M6.5 16.5V4M3 7.5 6.5 4 10 7.5M13.5 3.5V16M10 12.5 13.5 16 17 12.5",
  confirm: "M4 10l4 5 8-10",
  sound: "M4 8v4h3l4 3.5v-11L7 8zM14 7a4 4 0 0 1 0 6",
  size: "M3 4.5h14v9.5H3zM10 14v3M6.5 17h7",
  help: "M2.5 5.5h15v9h-15zM5.5 8.5h.1M8.5 8.5h.1M11.5 8.5h.1M14.5 8.5h.1M6.5 12h7",
};

/** The menu at the end of the row of buttons, with the commands of the view that are used less. A choice, Esc and a click elsewhere close it. */
export class MoreMenu {
  readonly #menu: HTMLElement;
  readonly #bar: HTMLElement;
  readonly #list = html("div.more-list", { role: "menu" });
  readonly #differs = changeDetector();

  constructor({ slots, signal }: PartContext) {
    const menu = slots.more;
    const bar = menu.parentElement as HTMLElement;
    this.#menu = menu;
    this.#bar = bar;
    menu.prepend(this.#list);
    on(menu, "click", ({ target }) => {
      if (!menu.hidden && this.#items.some((item) => item.contains(target as Node))) this.#close();
    });
    on(bar, "keydown", (event) => {
      const { key, target } = event;
      if (target === this.#button && /^Arrow(Up|Down)$/.test(key)) {
        event.preventDefault();
        this.#show(true, key === "ArrowUp" ? -1 : 0);
      } else if (key === "Escape" && !menu.hidden) this.#close();
      else if (menu.contains(target as Node)) moveByKey(event, this.#items);
      else return;
      // the keys of the board do not work here
      event.stopPropagation();
    });
    const leave = (to: EventTarget | null | undefined) => {
      if (to && !menu.hidden && ![menu, this.#button].some((part) => part.contains(to as Node)))
        this.#show(false);
    };
    on(bar, "focusout", ({ relatedTarget }) => leave(relatedTarget));
    on(menu.ownerDocument, "pointerdown", (event) => leave(event.composedPath()[0]), { signal });
  }

  draw(state: State, t: Translator, isTyping: boolean, isSounding: boolean): void {
    const { pen, previewsGrowth, snapshot } = state;
    const { interactive } = snapshot;
    const size = sizeOf(state);
    if (!this.#differs(interactive, pen, previewsGrowth, size, t, isTyping, isSounding)) return;
    set(this.#list, { "aria-label": t("ui.more") });
    const item = (what: keyof typeof DRAWINGS, isShown = true, isOn?: boolean) => {
      const tip = t(`ui.${what}.tip`);
      const drawn = toolButton(what, { name: t(`ui.${what}`), tip, drawn: DRAWINGS[what], hidden: !isShown });
      const role = isOn === undefined ? "menuitem" : "menuitemcheckbox";
      set(drawn, { role, tabindex: -1, "aria-checked": isOn?.toString() });
      return drawn;
    };
    morphChildren(this.#list, [
      item("type", interactive, isTyping),
      item("annotate", interactive, pen !== null),
      item("flip"),
      item("confirm", interactive && previewsGrowth !== null, previewsGrowth === true),
      item("sound", true, isSounding),
      item("size", true, size === "projector"),
      item("help"),
    ]);
  }

  get #button(): HTMLElement {
    return buttonFor(this.#bar, "more") as HTMLElement;
  }

  get #items(): HTMLElement[] {
    const items = [...this.#menu.querySelectorAll("button")];
    return items.filter((item) => getComputedStyle(item).display !== "none");
  }

  toggle(): void {
    this.#show(this.#menu.hidden === true);
  }

  #show(opens: boolean, focused = 0): void {
    this.#menu.hidden = !opens;
    set(this.#button, { "aria-expanded": String(opens) });
    if (!opens) return;
    // a browser would scroll the focused item to the middle of an output that is lower than its content
    this.#items.at(focused)?.focus({ preventScroll: true });
    // in a low window, all of it is higher than what is above its button
    this.#menu.scrollIntoView({ block: "nearest" });
  }

  /** Closes the menu, and returns the focus to its button. */
  #close(): void {
    this.#show(false);
    this.#button.focus();
  }
}
