import { html, on, set } from "./dom";
import { Link, type Listen } from "./link";
import { drawing } from "./panel";
import type { State } from "./state";
import type { Model } from "./types";
import type { Words } from "./wording";

/** Which language the board speaks. The system's own list of choices is at home on every screen. */
export class LanguageChooser {
  readonly element = html("label.language");
  readonly #select = html("select");
  #offered = "";
  #spoken = "";
  /** A language is no step of the game: it waits for no click and makes none wait. */
  readonly #link: Link;
  /** What was chosen while an answer is awaited. */
  #wish: string | null = null;
  readonly #model: Model;

  constructor(model: Model, listen: Listen) {
    this.#model = model;
    const changed = () => {
      if (this.#link.state === "silent") this.#select.value = this.#spoken;
    };
    this.#link = new Link(model, changed, listen);
    this.element.append(drawing("globe"), this.#select);
    on(this.#select, "change", () => this.#choose(this.#select.value));
  }

  close(): void {
    this.#link.close();
  }

  #choose(to: string): void {
    const asked = this.#link.ask({ kind: "language", to }, this.#model.get("snapshot").rev, (reply) => {
      const wish = this.#wish;
      this.#wish = null;
      if (wish) this.#choose(wish);
      else if (!reply.ok) this.#select.value = this.#spoken;
    });
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
