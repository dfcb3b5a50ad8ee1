import { html } from "../dom/elements";
import { createTranslator } from "../i18n/messages";
import { Client, follow, type Listen } from "../protocol/client";
import type { Model } from "../protocol/model";
import type { TurnRow } from "../protocol/types";
import { makeRow, startRow } from "./turn_list";

/** Python is asked for the turns after this time without a change. */
const IDLE_MS = 1500;

/** Prints all turns of the game, in a shared page. They are requested beforehand, since printing does not wait for Python. */
export class PrintedTurns {
  readonly #element = html("div.turns.printed", { "aria-hidden": "true" });
  #rows: TurnRow[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #client: Client;
  readonly #model: Model;

  constructor(model: Model, place: Element) {
    this.#model = model;
    const listen: Listen = (handler, signal) => follow(model, "msg:custom", handler, signal);
    // the page lives as long as its document
    this.#client = new Client(model, listen, new AbortController().signal);
    const restart = () => {
      this.#rows = [];
      this.#ask(IDLE_MS);
    };
    for (const event of ["change:snapshot", "change:wording"]) model.on(event, restart);
    restart();
    addEventListener("beforeprint", () => this.#print(place));
    addEventListener("afterprint", () => this.#element.remove());
  }

  get #isComplete(): boolean {
    return this.#rows.length >= this.#model.get("snapshot").history.count;
  }

  #ask(after: number): void {
    clearTimeout(this.#timer);
    if (this.#isComplete) return;
    this.#timer = setTimeout(() => {
      const from = this.#rows.length;
      const { rev, history } = this.#model.get("snapshot");
      // Python answers with the first ones if there are very many
      this.#client.ask({ kind: "history", from, to: history.count }, rev, ({ ok, turns = [] }) => {
        if (!ok || from !== this.#rows.length || rev !== this.#model.get("snapshot").rev) return;
        this.#rows.push(...turns);
        if (turns.length) this.#ask(0);
      });
    }, after);
  }

  #print(place: Element): void {
    if (!this.#isComplete || !this.#rows.length) return;
    const t = createTranslator(this.#model.get("wording"));
    const rows = [startRow(t, this.#model.get("snapshot").history.comment), ...this.#rows];
    this.#element.replaceChildren(...rows.map((turn, row) => makeRow("printed-", row - 1, turn, t)));
    place.before(this.#element);
  }
}
