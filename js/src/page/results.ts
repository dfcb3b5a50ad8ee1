import { html, on, text } from "../dom/elements";
import type { PageModel } from "./model";
import type { PageTexts } from "./texts";

const MAX_NAME = 100;
/** The id of the intent that sends the name of the learner. */
const LEARNER = "learner";

/** Saves the results of the learner as a file for the teacher. */
export class ResultsRow {
  readonly #model: PageModel;
  readonly #texts: PageTexts;
  readonly #label = html("label", { for: "adaptoid-learner", "data-word": "results.name" });
  readonly #name = html("input", { id: "adaptoid-learner", maxlength: MAX_NAME, autocomplete: "name" });
  readonly #note = html("p", { role: "status" });
  /** A learner without a name is asked for it once. */
  #askedForName = false;
  /** Python has the name, so the next state holds the results to save. */
  #saving = false;

  constructor(model: PageModel, texts: PageTexts, row: HTMLElement) {
    this.#model = model;
    this.#texts = texts;
    const save = html("button", { "data-word": "results.save" });
    on(save, "click", () => this.#save());
    this.#name.value = model.get("learner") ?? "";
    on(this.#name, "input", () => this.#copyName());
    this.#copyName();
    model.on("msg:custom", (message) => {
      const { id, ok } = message as { id: unknown; ok: boolean };
      if (id === LEARNER) this.#saving = ok;
    });
    // the note is in the old language
    model.on("change:wording", () => text(this.#note, ""));
    const head = html("h2", { id: "adaptoid-results", "data-word": "results" });
    row.append(head, html("span.learner", {}, this.#label, this.#name), save, this.#note);
    row.hidden = false;
    row.setAttribute("aria-labelledby", head.id);
    texts.fill(row);
  }

  /** Sets the name for printing, where no field is shown. */
  #copyName(): void {
    this.#label.dataset.name = this.#name.value;
  }

  #save(): void {
    if (!this.#name.value.trim() && !this.#askedForName) {
      this.#askedForName = true;
      text(this.#note, this.#texts.get("results.nameless"));
      this.#name.focus();
      return;
    }
    // emptied, so that a screen reader announces the next note
    text(this.#note, "");
    const { rev } = this.#model.get("snapshot");
    this.#model.send({ kind: "learner", name: this.#name.value, id: LEARNER, rev });
  }

  receive(state: string): void {
    if (!this.#saving) return;
    this.#saving = false;
    const { result } = JSON.parse(state) as { result: { lesson: string; learner: string } };
    const url = URL.createObjectURL(new Blob([JSON.stringify(result)], { type: "application/json" }));
    const file = fileName(result);
    html("a", { href: url, download: file }).click();
    text(this.#note, this.#texts.get("results.saved").replace("{file}", file));
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }
}

/** The name of a file for `aw.results`. It has the name of the learner, since a class sends many files for one lesson. */
export function fileName({ lesson, learner }: { lesson: string; learner: string }): string {
  const name = learner.replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
  return [lesson, ...(name ? [name] : []), "results.json"].join(".");
}
