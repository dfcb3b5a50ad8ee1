/** The part with what users first need after the first picture: the growth menu, menus, sheets and fields. */

import { togglePreviews } from "../animation/preview_growth";
import { areSoundsOn, switchSounds } from "../animation/sounds";
import reason from "../board/reason.css";
import { spokenRow } from "../board/spoken_labels";
import { addStyle } from "../dom/elements";
import type { Translator } from "../i18n/messages";
import print from "../panels/print.css";
import type { Controls, PartContext } from "../parts/contract";
import type { State } from "../state/state";
import forcedColors from "../theme/forced_colors.css";
import largeText from "../theme/large_text.css";
import { DiscNames } from "./disc_names";
import { FullWindow } from "./full_window";
import { GrowthMenu } from "./growth_menu";
import growth from "./growth_menu.css";
import { Help } from "./help";
import help from "./help.css";
import { LanguageChooser } from "./language";
import { MoreMenu } from "./more_menu";
import more from "./more_menu.css";
import { TypedTurn } from "./typed_turn";
import typed from "./typed_turn.css";

class ControlsPart implements Controls {
  readonly #context: PartContext;
  readonly #help = new Help();
  readonly growthMenu: GrowthMenu;
  readonly #names: DiscNames;
  readonly #typedTurn: TypedTurn;
  readonly #languages: LanguageChooser;
  readonly #more: MoreMenu;
  readonly #fullWindow: FullWindow;

  constructor(context: PartContext) {
    this.#context = context;
    const { slots } = context;
    addStyle(slots.root, growth + reason + help + more + typed + print + forcedColors + largeText);
    slots.root.append(this.#help.element);
    this.growthMenu = new GrowthMenu(context);
    this.#names = new DiscNames(context);
    this.#typedTurn = new TypedTurn(context);
    this.#fullWindow = new FullWindow(context);
    this.#more = new MoreMenu(context);
    this.#languages = new LanguageChooser(slots.more, context.model, context.client);
    slots.frame.querySelector(".adaptoid-below")?.prepend(this.#typedTurn.element);
  }

  draw(state: State, t: Translator): void {
    this.#names.draw(state);
    this.#typedTurn.draw(state, t);
    this.#more.draw(state, t, this.#typedTurn.isOpen, areSoundsOn());
    this.#languages.draw(t);
    this.#fullWindow.draw(state, t);
  }

  run(command: string, t: Translator): void {
    const { change, state } = this.#context;
    // what opens may be new
    this.draw(state(), t);
    if (command === "help") this.#help.open(t);
    else if (command === "more") this.#more.toggle();
    else if (command === "type") this.#typedTurn.toggle();
    else if (command === "confirm") change(togglePreviews(state()));
    else switchSounds(!areSoundsOn());
    this.draw(state(), t);
  }

  describe(what: string, cell: string, t: Translator): void {
    const { announce, client, disc, state } = this.#context;
    const { chosen: from, snapshot } = state();
    if (what === "row") announce(spokenRow(disc(cell), t));
    else
      client.ask({ kind: "describe", what, at: cell, from }, snapshot.rev, ({ text }) =>
        announce(text ?? ""),
      );
  }
}

export default (context: PartContext): Controls => new ControlsPart(context);
