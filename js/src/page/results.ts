import { html, text } from "../dom/elements";
import type { Around } from "./around";
import type { PageModel } from "./model";

const MAX_NAME = 100;
/** The id of the intent that tells Python who learns. */
const LEARNER = "learner";

/** What the learner did, as a file for who teaches. */
export class ResultsRow {
  readonly #model: PageModel;
  readonly #around: Around;
  readonly #label = html("label", { for: "adaptoid-learner", "data-word": "results.name" });
  readonly #name = html("input", { id: "adaptoid-learner", maxlength: MAX_NAME, autocomplete: "name" });
  readonly #told = html("p", { role: "status" });
  /** Who saves without a name has been asked for it. */
  #asked = false;
  /** The name has arrived: the next that is kept has it in it, and is what is saved. */
  #saving = false;

  constructor(model: PageModel, around: Around, row: HTMLElement) {
    this.#model = model;
    this.#around = around;
    const save = html("button", { "data-word": "results.save" });
    save.addEventListener("click", () => this.#save());
    this.#name.value = model.get("learner") ?? "";
    this.#name.addEventListener("input", () => this.#write());
    this.#write();
    model.on("msg:custom", (message) => {
      const { id, ok } = message as { id: unknown; ok: boolean };
      if (id === LEARNER) this.#saving = ok;
    });
    // it was said in another language
    model.on("change:wording", () => text(this.#told, ""));
    const head = html("h2", { id: "adaptoid-results", "data-word": "results" });
    row.append(head, html("span.seat", {}, this.#label, this.#name), save, this.#told);
    row.hidden = false;
    row.setAttribute("aria-labelledby", head.id);
    around.fill(row);
  }

  /** The name for paper, where no field is. */
  #write(): void {
    this.#label.dataset.name = this.#name.value;
  }

  #save(): void {
    if (!this.#name.value.trim() && !this.#asked) {
      this.#asked = true;
      text(this.#told, this.#around.say("results.nameless"));
      this.#name.focus();
      return;
    }
    // said anew, for who listens
    text(this.#told, "");
    const { rev } = this.#model.get("snapshot");
    this.#model.send({ kind: "learner", name: this.#name.value, id: LEARNER, rev });
  }

  hear(kept: string): void {
    if (!this.#saving) return;
    this.#saving = false;
    const { result } = JSON.parse(kept) as { result: { lesson: string; learner: string } };
    const url = URL.createObjectURL(new Blob([JSON.stringify(result)], { type: "application/json" }));
    const file = fileName(result);
    html("a", { href: url, download: file }).click();
    text(this.#told, this.#around.say("results.saved").replace("{file}", file));
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }
}

/** As `aw.results` looks for it, with the name in it: a class sends many of one lesson. */
export function fileName({ lesson, learner }: { lesson: string; learner: string }): string {
  const name = learner.replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
  return [lesson, ...(name ? [name] : []), "results.json"].join(".");
}
