import { html, on, set } from "../dom/elements";
import type { Words } from "../i18n/messages";
import { Channel } from "../protocol/channel";
import type { Client } from "../protocol/client";
import type { Model, Reply } from "../protocol/types";
import type { State } from "../state/state";
import { drawing } from "./panel";

/** Which language the board speaks. The system's own list of choices is at home on every screen. */
export class LanguageChooser {
  readonly element = html("label.language");
  readonly #select = html("select");
  #offered = "";
  #spoken = "";
  /** A language is no step of the game: it waits for no click and makes none wait. */
  readonly #link: Channel;
  /** What was chosen while an answer is awaited. */
  #wish: string | null = null;
  readonly #model: Model;

  constructor(model: Model, client: Client) {
    this.#model = model;
    this.#link = new Channel(client);
    this.element.append(drawing("globe"), this.#select);
    on(this.#select, "change", () => this.#choose(this.#select.value));
  }

  #choose(to: string): void {
    const back = () => {
      this.#select.value = this.#spoken;
    };
    const answered = ({ ok }: Reply) => {
      const wish = this.#wish;
      this.#wish = null;
      if (wish) this.#choose(wish);
      else if (!ok) back();
    };
    const asked = this.#link.ask({ kind: "language", to }, this.#model.get("snapshot").rev, answered, back);
    this.#wish = asked ? null : to;
  }

  draw(_: State, say: Words): void {
    const { language, languages } = say;
    const offered = languages.join();
    if (offered !== this.#offered) {
      this.#offered = offered;
      // each by its own name, which stays readable to whoever looks for it
      this.#select.replaceChildren(
        ...languages.map(([tag, name]) => html("option", { value: tag, lang: tag }, name)),
      );
    }
    this.element.hidden = languages.length < 2;
    this.#spoken = language;
    if (!this.#link.busy) this.#select.value = language;
    set(this.#select, {
      "data-language": language,
      "aria-label": say("ui.language"),
      title: say("ui.language"),
    });
  }
}
