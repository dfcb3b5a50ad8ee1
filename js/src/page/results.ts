import { html } from "../dom";
import type { Around } from "./around";
import type { PageModel } from "./model";

const MOST_NAME = 100;

/** What the learner did, as a file for who teaches. */
export class ResultsRow {
  readonly #model: PageModel;
  readonly #name = html("input", { id: "adaptoid-learner", maxlength: MOST_NAME, autocomplete: "name" });
  /** The next that is kept is what is saved: it has the name in it. */
  #saving = false;

  constructor(model: PageModel, around: Around, row: HTMLElement) {
    this.#model = model;
    const label = html("label", { for: "adaptoid-learner", "data-word": "results.name" });
    const save = html("button", { "data-word": "results.save" });
    save.addEventListener("click", () => this.#save());
    this.#name.value = model.get("learner") ?? "";
    row.append(html("span.seat", {}, label, this.#name), save);
    row.hidden = false;
    row.setAttribute("aria-label", around.say("results"));
    around.fill(row);
  }

  #save(): void {
    this.#saving = true;
    const { rev } = this.#model.get("snapshot");
    this.#model.send({ kind: "learner", name: this.#name.value, id: "page", rev });
  }

  hear(kept: string): void {
    if (!this.#saving) return;
    this.#saving = false;
    const { result } = JSON.parse(kept) as { result: { lesson: string } };
    const url = URL.createObjectURL(new Blob([JSON.stringify(result)], { type: "application/json" }));
    html("a", { href: url, download: `${result.lesson}.results.json` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }
}
