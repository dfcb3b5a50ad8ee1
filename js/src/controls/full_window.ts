import { addStyle, html, on, set } from "../dom/elements";
import type { Translator } from "../i18n/messages";
import type { PartContext } from "../parts/contract";
import { type State, sizeOf } from "../state/state";
import { resize } from "../state/transitions";
import style from "../theme/projector.css";

/** A board of the projector size fills the window: it is above the page until Escape or a button leaves this size. */
export class FullWindow {
  readonly #context: PartContext;
  readonly #leave = html("button.button.full-leave", { type: "button", "data-leave": true });
  #host: HTMLElement | null = null;

  constructor(context: PartContext) {
    this.#context = context;
    const { signal, slots } = context;
    addStyle(slots.root, style);
    const leave = () => context.change(resize(context.state()));
    on(this.#leave, "click", leave);
    // before the board, the notebook and the page; the first Escape still ends what was begun
    const leaveByKey = (event: KeyboardEvent) => {
      const { chosen, pen, previewedGrowth, reason, replaying } = context.state();
      const begun = chosen || pen || previewedGrowth || reason || replaying;
      const opened = slots.root.querySelector(
        "dialog[open], [aria-expanded=true], [data-editing], :is(input, textarea):focus",
      );
      if (event.key !== "Escape" || !this.#host || begun || opened) return;
      event.preventDefault();
      event.stopPropagation();
      leave();
    };
    slots.root.ownerDocument.addEventListener("keydown", leaveByKey, { capture: true, signal });
    on(signal, "abort", () => this.#close());
  }

  draw(state: State, t: Translator): void {
    const { root } = this.#context.slots;
    if (sizeOf(state) !== "projector") this.#close();
    else {
      set(this.#leave, { title: t("ui.size.leave.tip") });
      this.#leave.textContent = t("ui.size.leave");
      if (!this.#host && root.isConnected) this.#open(root);
    }
  }

  #open(root: HTMLElement): void {
    const host = root.parentElement;
    if (!host) return;
    this.#host = host;
    // the page keeps its place; the frame of a notebook's output would become as low as its content
    host.style.minHeight = `${root.offsetHeight}px`;
    root.prepend(this.#leave);
    set(root, { "data-full": true });
    // over all of the page, also where a parent has bounds of its own
    if (!root.showPopover) return;
    set(root, { popover: "manual" });
    root.showPopover();
  }

  #close(): void {
    if (!this.#host) return;
    const { root } = this.#context.slots;
    this.#leave.remove();
    set(root, { popover: null, "data-full": null });
    this.#host.style.minHeight = "";
    this.#host = null;
  }
}
