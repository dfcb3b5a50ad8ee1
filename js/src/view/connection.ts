import { html, set, text } from "../dom/elements";
import type { Translator } from "../i18n/messages";
import type { State } from "../state/state";

/** Shows problems of the connection in place of the legend, so that nothing moves. */
export class ConnectionSign {
  readonly element = html("p.link");
  readonly #board: HTMLElement;
  readonly #announce: (text: string) => void;

  constructor(board: HTMLElement, announce: (text: string) => void) {
    this.#board = board;
    this.#announce = announce;
  }

  draw({ exchange: { link, partsError } }: State, t: Translator): void {
    const waits = link === "waiting";
    // a separate attribute: a change of `data-link` would restyle every disc at each click
    set(this.#board, { "data-link": link, "data-waits": waits });
    const sign =
      waits || link === "silent" ? link : partsError === null ? "waiting" : partsError && "missing";
    const message = sign && t(`ui.${sign}`, { detail: partsError ?? "" });
    // a silence is announced where it is explained
    if (message !== this.element.textContent && link !== "silent") this.#announce(message);
    text(this.element, message);
  }
}
