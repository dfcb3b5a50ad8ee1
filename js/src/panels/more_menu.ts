import { moveByKey } from "../dom/dialog";
import { buttonFor, on, set } from "../dom/elements";
import type { PartContext } from "../parts/contract";

/** The menu at the end of the row of buttons. A choice, Esc and a click elsewhere close it. */
export class MoreMenu {
  readonly #menu: HTMLElement;
  readonly #bar: HTMLElement;

  constructor({ slots, signal }: PartContext) {
    const menu = slots.more;
    const bar = menu.parentElement as HTMLElement;
    this.#menu = menu;
    this.#bar = bar;
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
    this.#items.at(focused)?.focus();
    // in a low window, all of it is higher than what is above its button
    this.#menu.scrollIntoView({ block: "nearest" });
  }

  /** Closes the menu, and returns the focus to its button. */
  #close(): void {
    this.#show(false);
    this.#button.focus();
  }
}
