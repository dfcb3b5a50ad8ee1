/** The part with which a learner in a notebook gives a name, saves the results of a lesson, and learns where they are. */

import { addStyle, html, on, saveFile, set, text } from "../dom/elements";
import type { Translator } from "../i18n/messages";
import type { PartContext, ViewPart } from "../parts/contract";
import { MAX_LEARNER_NAME } from "../protocol/constants";
import type { State } from "../state/state";
import style from "./results.css";

class ResultsForm implements ViewPart {
  readonly #heading = html("summary");
  readonly #name = html("input", { maxlength: MAX_LEARNER_NAME, autocomplete: "off", "data-learner": true });
  readonly #label = html("span");
  readonly #save = html("button.button", { "data-results": "save" });
  readonly #copy = html("button.button", { "data-results": "copy", hidden: true });
  readonly #note = html("p", { role: "status" });
  readonly #element = html(
    "details.lesson-results",
    {},
    this.#heading,
    html("div.lesson-results-form", {}, html("label", {}, this.#label, this.#name), this.#save, this.#copy),
    this.#note,
  );
  readonly #context: PartContext;
  /** The content of the file that was saved last. */
  #content = "";
  /** What the note says about the last click on a button, until the results are those of another lesson or learner. */
  #message = "";
  #file = "";
  #wasOver = false;

  constructor(context: PartContext) {
    this.#context = context;
    const { root, layout } = context.slots;
    addStyle(root, style);
    layout.append(this.#element);
    on(this.#save, "click", () => this.#ask());
    on(this.#copy, "click", () => {
      saveFile(this.#file, new Blob([this.#content], { type: "application/json" }), this.#element);
    });
    // the keys of the board do not work here
    on(this.#element, "keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter" && event.target === this.#name && !event.isComposing) this.#ask();
    });
  }

  #ask(): void {
    const name = this.#name.value.trim();
    this.#context.ask({ kind: "learner", name }, ({ ok, record = "", text: why = "" }) => {
      const { results } = this.#context.state().snapshot;
      this.#content = record;
      this.#copy.hidden = !ok;
      this.#message =
        ok && results
          ? this.#t("ui.lesson.results.saved", { file: results.file, folder: results.folder })
          : why;
      text(this.#note, this.#message);
    });
  }

  #t!: Translator;

  draw({ snapshot }: State, t: Translator): void {
    const { results, lesson } = snapshot;
    this.#element.hidden = !results || !lesson;
    if (!results || !lesson) return;
    const { learner, file, folder, saved } = results;
    const isOver = lesson.phase === "over";
    // at the end the learner hands in the results
    if (isOver && !this.#wasOver) this.#element.open = true;
    this.#wasOver = isOver;
    if (file !== this.#file || t !== this.#t) {
      this.#message = "";
      this.#copy.hidden = true;
    }
    this.#file = file;
    this.#t = t;
    text(this.#heading, [t("ui.lesson.results"), learner].filter(Boolean).join(" · "));
    text(this.#label, t("ui.lesson.results.name"));
    text(this.#save, t("ui.lesson.results.save"));
    text(this.#copy, t("ui.lesson.results.copy"));
    const { activeElement } = this.#element.getRootNode() as Document;
    if (activeElement !== this.#name) this.#name.value = learner;
    const place = t(`ui.lesson.results.${saved ? "kept" : "will"}`, { file, folder });
    text(this.#note, this.#message || place);
    set(this.#note, { title: `${folder}/${file}` });
  }
}

export default (context: PartContext): ViewPart => new ResultsForm(context);
