import { changeDetector, html, on } from "../dom/elements";
import { morphElement } from "../dom/morph";
import type { Translator } from "../i18n/messages";
import { drawing } from "../panels/buttons";
import { Channel } from "../protocol/channel";
import type { Client } from "../protocol/client";
import type { Model } from "../protocol/model";
import type { Reply } from "../protocol/types";

const GLOBE = "M10 3a7 7 0 1 0 .01 0M3 10h14M10 3c-5 4-5 10 0 14c5-4 5-10 0-14";

/** The list of languages: the system's own list fits on every screen. */
export class LanguageChooser {
  readonly #select = html("select");
  readonly #element = html("label.language", {}, this.#select);
  #language = "";
  readonly #differs = changeDetector();
  /** A channel of its own: a change of language waits for no click and delays none. */
  readonly #channel: Channel;
  /** The language chosen while an answer is awaited. */
  #next: string | null = null;
  readonly #model: Model;

  constructor(menu: HTMLElement, model: Model, client: Client) {
    menu.append(this.#element);
    this.#model = model;
    this.#channel = new Channel(client);
    on(this.#select, "change", () => this.#choose(this.#select.value));
  }

  #choose(to: string): void {
    const restore = () => {
      this.#select.value = this.#language;
    };
    const answered = ({ ok }: Reply) => {
      const next = this.#next;
      this.#next = null;
      if (next) this.#choose(next);
      else if (!ok) restore();
    };
    const { rev } = this.#model.get("snapshot");
    const asked = this.#channel.ask({ kind: "language", to }, rev, answered, restore);
    this.#next = asked ? null : to;
  }

  draw(t: Translator): void {
    if (this.#differs(t)) this.#drawList(t);
    if (!this.#channel.busy) this.#select.value = this.#language;
  }

  #drawList(t: Translator): void {
    const { language, languages } = t;
    const label = t("ui.language");
    // each under its own name, which its readers find in any language
    const options = languages.map(([tag, name]) => html("option", { value: tag, lang: tag }, name));
    const attributes = { "data-language": language, "aria-label": label, title: label };
    morphElement(
      this.#element,
      html(
        "label.language",
        { hidden: languages.length < 2 },
        drawing(GLOBE),
        html("select", attributes, ...options),
      ),
    );
    this.#language = language;
  }
}
