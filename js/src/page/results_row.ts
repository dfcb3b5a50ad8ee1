import { html, on, saveFile, text } from "../dom/elements";
import type { PageTexts } from "../embedded/texts";
import type { SiteConfig } from "../protocol/types";
import { resultOf, type StoredResult } from "../storage/site_state";
import { chosenLearner, config } from "../storage/storage";
import { fileName } from "../storage/storage_keys";
import type { LearnerRow } from "./learners";
import type { PageModel } from "./model";

/** The id of the intent that sends the name of the learner. */
const LEARNER = "learner";

/** Saves the results of the learner as a file for the teacher. */
export class ResultsRow {
  readonly #texts: PageTexts;
  readonly #learners: LearnerRow;
  readonly #note = html("p", { role: "status" });
  readonly #models = new Set<PageModel>();
  /** Saves the results of all models as a file; returns its name. */
  readonly #saveFile: (results: StoredResult[]) => string;
  /** A learner without a name is asked for it once. */
  #askedForName = false;
  /** The models that were told the name, with whether their next state has it. */
  #waiting = new Map<PageModel, boolean>();
  #results: StoredResult[] = [];

  constructor(
    texts: PageTexts,
    row: HTMLElement,
    learners: LearnerRow,
    saveFile: (results: StoredResult[]) => string,
  ) {
    this.#texts = texts;
    this.#learners = learners;
    this.#saveFile = saveFile;
    const save = html("button", { "data-word": "results.save" });
    on(save, "click", () => this.#save());
    const head = html("h2", { id: "adaptoid-results", "data-word": "results" });
    // for printing
    const name = html("span.learner", { "data-word": "results.name", "data-name": chosenLearner });
    row.append(head, name, save, this.#note);
    row.hidden = false;
    row.setAttribute("aria-labelledby", head.id);
    texts.fill(row);
  }

  /** Takes the results of a lesson into the file. Its states are to be passed to `receive`. */
  add(model: PageModel): this {
    this.#models.add(model);
    model.on("msg:custom", (message) => {
      const { id, ok, text: why } = message as { id: unknown; ok: boolean; text?: string };
      if (id !== LEARNER || !this.#waiting.has(model)) return;
      if (ok) this.#waiting.set(model, true);
      else {
        this.#waiting.clear();
        text(this.#note, why ?? "");
      }
    });
    // the note is in the old language
    model.on("change:wording", () => text(this.#note, ""));
    return this;
  }

  /** The lesson answers nothing any more. */
  remove(model: PageModel): void {
    this.#models.delete(model);
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
    this.#waiting = new Map([...this.#models].map((model) => [model, false]));
    this.#results = [];
    for (const model of this.#models) {
      const { rev } = model.get("snapshot");
      model.send({ kind: "learner", name: this.#learners.name, id: LEARNER, rev });
    }
  }

  receive(model: PageModel, state: string): void {
    if (!this.#waiting.get(model)) return;
    this.#waiting.delete(model);
    this.#results.push((JSON.parse(state) as { result: StoredResult }).result);
    if (this.#waiting.size) return;
    text(this.#note, this.#texts.get("results.saved", { file: this.#saveFile(this.#results) }));
  }
}

/** Saves the results of the lesson of this page, or of all lessons of its site; returns the name of the file. */
export function saveOne([result]: StoredResult[]): string {
  if (!result) return "";
  const { learner } = result;
  return config.site
    ? saveSite(learner, siteResults(config.site, learner, result))
    : saveJson(fileName(result), result);
}

/** Saves the results of several lessons, if they were begun, with those of their site; returns the name of the file. */
export function saveSeveral(results: StoredResult[]): string {
  const isBegun = ({ step, steps }: StoredResult) => step > 0 || steps.some(({ how }) => how);
  const begun = results.filter(isBegun);
  const saved = begun.length ? begun : results;
  const learner = saved[0]?.learner ?? "";
  const { site } = config;
  if (site) {
    const stored = siteResults(site, learner);
    // a browser that stores nothing has only those of this page
    return saveSite(learner, stored.length ? stored : saved);
  }
  const [one, ...others] = saved;
  return !one ? "" : others.length ? saveSite(learner, saved) : saveJson(fileName(one), one);
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
