import { html } from "../dom";
import type { Around } from "./around";
import type { PageModel } from "./model";

const MOST_NAME = 100;
/** The id of the intent that tells Python who learns. */
const LEARNER = "learner";

/** What the learner did, as a file for who teaches. */
export class ResultsRow {
  readonly #model: PageModel;
  readonly #name = html("input", { id: "adaptoid-learner", maxlength: MOST_NAME, autocomplete: "name" });
  /** The name has arrived: the next that is kept has it in it, and is what is saved. */
  #saving = false;

  constructor(model: PageModel, around: Around, row: HTMLElement) {
    this.#model = model;
    const label = html("label", { for: "adaptoid-learner", "data-word": "results.name" });
    const save = html("button", { "data-word": "results.save" });
    save.addEventListener("click", () => this.#save());
    this.#name.value = model.get("learner") ?? "";
    model.on("msg:custom", (message) => {
      const { id, ok } = message as { id: unknown; ok: boolean };
      if (id === LEARNER) this.#saving = ok;
    });
    row.append(html("span.seat", {}, label, this.#name), save);
    row.hidden = false;
    row.setAttribute("aria-label", around.say("results"));
    around.fill(row);
  }

  #save(): void {
    const { rev } = this.#model.get("snapshot");
    this.#model.send({ kind: "learner", name: this.#name.value, id: LEARNER, rev });
  }

  hear(kept: string): void {
    if (!this.#saving) return;
    this.#saving = false;
    const { result } = JSON.parse(kept) as { result: { lesson: string; learner: string } };
    const url = URL.createObjectURL(new Blob([JSON.stringify(result)], { type: "application/json" }));
    html("a", { href: url, download: fileName(result) }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }
}

/** As `aw.results` looks for it, with the name in it: a class sends many of one lesson. */
export function fileName({ lesson, learner }: { lesson: string; learner: string }): string {
  const name = learner.replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
  return [lesson, ...(name ? [name] : []), "results.json"].join(".");
}
