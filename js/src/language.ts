import { html, set, svg } from "./dom";
import type { State } from "./state";
import type { Words } from "./wording";

const GLOBE = "M10 3a7 7 0 1 0 0 14a7 7 0 1 0 0-14M3.2 10h13.6M10 3c-5 4-5 10 0 14M10 3c5 4 5 10 0 14";

/** Which language the board speaks. The system's own list of choices is at home on every screen. */
export class LanguageChooser {
  readonly element = html("label", { class: "adaptoid-language" });
  private readonly select = html("select");
  private offered = "";

  constructor(choose: (language: string) => void) {
    const globe = svg("svg", { viewBox: "0 0 20 20", class: "adaptoid-drawing", "aria-hidden": "true" });
    globe.append(svg("path", { d: GLOBE }));
    this.element.append(globe, this.select);
    this.select.addEventListener("change", () => choose(this.select.value));
  }

  draw(_: State, say: Words): void {
    const { language, languages } = say;
    const offered = languages.join();
    if (offered !== this.offered) {
      this.offered = offered;
      // each by its own name, which stays readable to whoever looks for it
      this.select.replaceChildren(
        ...languages.map(([tag, name]) => html("option", { value: tag, lang: tag }, name)),
      );
    }
    this.element.hidden = languages.length < 2;
    this.select.value = language;
    set(this.select, {
      "data-language": language,
      "aria-label": say("ui.language"),
      title: say("ui.language"),
    });
  }
}
