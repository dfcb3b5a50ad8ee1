import type { Confirmation } from "../dom/confirm";
import { changes, html, set } from "../dom/elements";
import type { Words } from "../i18n/messages";
import { isAvailable } from "../parts/loader";
import { isPlaying, type State, sizeOf } from "../state/state";
import { drawButton, toolButton } from "./panel";

/** What is done to the game. Others add their buttons at the end. */
export class ToolsPanel {
  readonly element = html("div.tools", { role: "group" });
  readonly #buttons = ["undo", "redo", "new", "edit", "draw", "resign"].map(toolButton);
  readonly #sure: Confirmation;

  constructor(sure: Confirmation) {
    this.#sure = sure;
    this.element.append(...this.#buttons);
  }

  add(element: HTMLElement): void {
    this.element.append(element);
  }

  draw({ snapshot }: State, say: Words): void {
    const playing = snapshot.interactive && isPlaying(snapshot);
    const on: Record<string, boolean> = {
      undo: snapshot.interactive && snapshot.undo,
      redo: snapshot.interactive && snapshot.redo,
      new: snapshot.interactive,
      edit: snapshot.interactive,
      draw: playing,
      resign: playing,
    };
    set(this.element, { "aria-label": say("ui.tools") });
    for (const button of this.#buttons) {
      const what = button.dataset.do ?? "";
      button.hidden = !snapshot.interactive;
      const armed = this.#sure.is(what, snapshot.rev);
      const name = what === "new" && snapshot.again ? "again" : what;
      const tip = say(`ui.${name}.tip`, { color: say(`ui.${snapshot.turn}`) });
      drawButton(button, say(armed ? "ui.sure" : `ui.${name}`), on[what] ?? false, tip);
      button.classList.toggle("adaptoid-armed", armed);
      button.classList.toggle("adaptoid-primary", what === "new" && snapshot.step === "over");
    }
  }
}

/** How the board is looked at: one quiet row right under it, and what opens from there. Others add theirs at the end. */
export class ViewBar {
  readonly element = html("div.viewbar");
  readonly row = html("div.view-row", { role: "group" });
  readonly #buttons = ["lens", "annotate", "analyse", "hint", "flip", "picture", "size", "help"].map(
    toolButton,
  );
  readonly #differs = changes();

  constructor() {
    this.row.append(...this.#buttons);
    this.element.append(this.row);
  }

  /** A button or another small control, after those that are there, or after the one of this name. */
  add(element: HTMLElement, after?: string): void {
    const before = this.#buttons.find((button) => button.dataset.do === after);
    if (before) before.after(element);
    else this.row.append(element);
  }

  /** A panel that opens from the row; it hides itself. */
  open(element: HTMLElement): void {
    element.classList.add("adaptoid-tray");
    this.element.append(element);
  }

  draw(state: State, say: Words): void {
    const { snapshot, inspect, pen } = state;
    const { aids, interactive, step } = snapshot;
    const full = aids === "full";
    const analyse = full && interactive && snapshot.analyst;
    if (!this.#differs(full, interactive, step, inspect.lens, pen, sizeOf(state), say)) return;
    const pressed: Record<string, boolean> = {
      lens: inspect.lens,
      annotate: pen !== null,
      size: sizeOf(state) === "projector",
    };
    set(this.row, { "aria-label": say("ui.view") });
    for (const button of this.#buttons) {
      const what = button.dataset.do ?? "";
      drawButton(button, say(`ui.${what}`), true, say(`ui.${what}.tip`));
      const toggled = pressed[what];
      if (toggled !== undefined) set(button, { "aria-pressed": String(toggled) });
      const needs: Record<string, unknown> = {
        lens: full,
        annotate: interactive,
        analyse,
        hint: analyse,
        picture: isAvailable("picture"),
      };
      button.hidden = what in needs && !needs[what];
    }
  }
}
