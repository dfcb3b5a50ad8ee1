import { html, on, saveFile, text } from "../dom/elements";
import type { SiteConfig } from "../embedded/page_types";
import type { PageTexts } from "../embedded/texts";
import { resultOf, type StoredResult } from "../storage/site_state";
import { chosenLearner, config } from "../storage/storage";
import { fileName } from "../storage/storage_keys";
import type { LearnerRow } from "./learners";
import type { PageModel } from "./model";

/** The id of the intent that sends the name of the learner. */
const LEARNER = "learner";

/** Saves the results of the learner as a file for the teacher. */
export class ResultsRow {
  readonly #model: PageModel;
  readonly #texts: PageTexts;
  readonly #learners: LearnerRow;
  readonly #site: SiteConfig | undefined;
  readonly #note = html("p", { role: "status" });
  /** A learner without a name is asked for it once. */
  #askedForName = false;
  /** Python has the name, so the next state holds the results to save. */
  #saving = false;

  constructor(model: PageModel, texts: PageTexts, row: HTMLElement, learners: LearnerRow, site?: SiteConfig) {
    this.#site = site;
    this.#model = model;
    this.#texts = texts;
    this.#learners = learners;
    const save = html("button", { "data-word": "results.save" });
    on(save, "click", () => this.#save());
    model.on("msg:custom", (message) => {
      const { id, ok, text: why } = message as { id: unknown; ok: boolean; text?: string };
      if (id !== LEARNER) return;
      this.#saving = ok;
      if (!ok) text(this.#note, why ?? "");
    });
    // the note is in the old language
    model.on("change:wording", () => text(this.#note, ""));
    const head = html("h2", { id: "adaptoid-results", "data-word": "results" });
    // for printing
    const name = html("span.learner", { "data-word": "results.name", "data-name": chosenLearner });
    row.append(head, name, save, this.#note);
    row.hidden = false;
    row.setAttribute("aria-labelledby", head.id);
    texts.fill(row);
  }

  #save(): void {
    if (!this.#learners.name && !this.#askedForName) {
      this.#askedForName = true;
      text(this.#note, this.#texts.get("results.nameless"));
      this.#learners.ask();
      return;
    }
    // emptied, so that a screen reader announces the next note
    text(this.#note, "");
    const { rev } = this.#model.get("snapshot");
    this.#model.send({ kind: "learner", name: this.#learners.name, id: LEARNER, rev });
  }

  receive(state: string): void {
    if (!this.#saving) return;
    this.#saving = false;
    const { result } = JSON.parse(state) as { result: StoredResult };
    const file = this.#site
      ? saveSite(result.learner, siteResults(this.#site, result.learner, result))
      : saveJson(fileName(result), result);
    text(this.#note, this.#texts.get("results.saved", { file }));
  }
}

/** Saves JSON as a file; returns its name. */
function saveJson(name: string, content: object): string {
  saveFile(name, new Blob([JSON.stringify(content)], { type: "application/json" }));
  return name;
}

/** Saves the results of a learner in all lessons of a site; returns the name of the file. */
export function saveSite(learner: string, results: StoredResult[]): string {
  return saveJson(fileName({ lesson: "adaptoid", learner }), { v: 1, learner, results });
}

/** The results of the learner in all lessons of the site. That of this page, `current`, is known also if nothing is stored. */
export function siteResults(site: SiteConfig, learner: string, current?: StoredResult): StoredResult[] {
  return [...site.lessons, "puzzles"].flatMap((board) => {
    if (current && board === config.board) return [current];
    const result = resultOf(board);
    return result ? [{ ...result, learner }] : [];
  });
}
