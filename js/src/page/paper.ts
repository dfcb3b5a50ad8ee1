import { html } from "../dom/elements";
import { makeRow, startRow } from "../history/tree";
import { words } from "../i18n/messages";
import { Client, follow, type Listen } from "../protocol/client";
import type { TurnRow } from "../protocol/types";
import type { PageModel } from "./model";

/** Python is asked for the turns so long after the last one. */
const CALM_MS = 1500;

/**
 * On paper nothing is scrolled to: there all turns stand. A printer does not wait for Python, so the page knows them
 * beforehand.
 */
export class Paper {
  readonly #element = html("div.turns.printed", { "aria-hidden": "true" });
  #rows: TurnRow[] = [];
  #calm: ReturnType<typeof setTimeout> | undefined;
  readonly #client: Client;
  readonly #model: PageModel;

  constructor(model: PageModel, place: Element) {
    this.#model = model;
    const listen: Listen = (handler, signal) => follow(model, "msg:custom", handler, signal);
    // the page lives as long as its document
    this.#client = new Client(model, listen, new AbortController().signal);
    const begin = () => {
      this.#rows = [];
      this.#ask(CALM_MS);
    };
    for (const event of ["change:snapshot", "change:wording"]) model.on(event, begin);
    begin();
    addEventListener("beforeprint", () => this.#print(place));
    addEventListener("afterprint", () => this.#element.remove());
  }

  get #whole(): boolean {
    return this.#rows.length >= this.#model.get("snapshot").history.count;
  }

  #ask(after: number): void {
    clearTimeout(this.#calm);
    if (this.#whole) return;
    this.#calm = setTimeout(() => {
      const from = this.#rows.length;
      const { rev, history } = this.#model.get("snapshot");
      // of very many Python answers with the first of them
      this.#client.ask({ kind: "history", from, to: history.count }, rev, ({ ok, turns = [] }) => {
        if (!ok || from !== this.#rows.length || rev !== this.#model.get("snapshot").rev) return;
        this.#rows.push(...turns);
        if (turns.length) this.#ask(0);
      });
    }, after);
  }

  #print(place: Element): void {
    if (!this.#whole || !this.#rows.length) return;
    const say = words(this.#model.get("wording"));
    const rows = [startRow(say), ...this.#rows];
    this.#element.replaceChildren(...rows.map((turn, row) => makeRow("printed-", row - 1, turn, say)));
    place.before(this.#element);
  }
}
