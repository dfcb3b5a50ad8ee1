/** The script of a site's page with puzzles: which are asked, and how the learner does. */

import { changeDetector, html, on, set, text } from "../dom/elements";
import type { PageTexts } from "../embedded/texts";
import type { Slots } from "../i18n/messages";
import { LearnerRow } from "../page/learners";
import { openLesson } from "../page/lesson_page";
import type { PageModel } from "../page/model";
import { ResultsRow, saveOne } from "../page/results_row";
import type { PuzzlesState } from "../protocol/types";
import { config } from "../storage/storage";

type Choice = readonly [name: string, tactic: string, difficulty: number, colors: number];

/** The way on after the puzzles of the day, which the lesson puts at the place of the main button. */
const way = html(
  "button.button.primary",
  {},
  html("b", { "data-word": "site.endless" }),
  " ",
  html("small", { "data-word": "site.tomorrow" }),
);
const onward = html("div", {}, way);

class PuzzlePanel {
  readonly #model: PageModel;
  readonly #texts: PageTexts;
  readonly #choices: readonly Choice[];
  readonly #daily = html("button", { "data-word": "site.daily" });
  readonly #endless = html("button", { "data-word": "site.endless" });
  readonly #theme = html("select", { id: "adaptoid-theme" });
  readonly #facts = html("p.puzzle-facts");
  readonly #last = html("ol.puzzle-last");
  readonly #counted = html("span.puzzle-count");
  readonly #all = html("div.puzzle-all");
  readonly #differs = { theme: changeDetector(), last: changeDetector(), all: changeDetector() };

  constructor(model: PageModel, texts: PageTexts, choices: readonly Choice[], row: HTMLElement) {
    this.#model = model;
    this.#texts = texts;
    this.#choices = choices;
    const label = html("label", { for: "adaptoid-theme", "data-word": "site.theme" });
    const modes = html("div.puzzle-modes", { role: "group" }, this.#daily, this.#endless);
    const lastTitle = html("h2", { id: "adaptoid-last", "data-word": "site.last" });
    set(this.#last, { "aria-labelledby": lastTitle.id });
    row.append(modes, html("span.puzzle-theme", {}, label, this.#theme), this.#facts);
    row.hidden = false;
    const summary = html("summary", {}, html("span", { "data-word": "site.choose" }), this.#counted);
    const below = html(
      "section.puzzle-below",
      {},
      html("div.puzzle-recent", {}, lastTitle, this.#last),
      html("details", {}, summary, this.#all),
    );
    document.getElementById("adaptoid-live")?.after(below);
    texts.fill(row);
    texts.fill(below);
    on(this.#daily, "click", () => this.#send("daily"));
    on(this.#endless, "click", () => this.#send("endless", this.#theme.value));
    on(this.#theme, "change", () => this.#send("endless", this.#theme.value));
    on(below, "click", ({ target }) => {
      const name = (target as Element).closest<HTMLElement>("[data-puzzle]")?.dataset.puzzle;
      if (name) this.#send("endless", this.#theme.value, name);
    });
    on(way, "click", ({ detail }) => {
      // a second click may be meant for the button that was there before
      if (!detail || !way.closest("[data-fresh]")) this.#send("endless", this.#theme.value);
    });
    for (const event of ["change:snapshot", "change:wording"]) model.on(event, () => this.#draw());
    this.#draw();
  }

  #send(mode: "daily" | "endless", tactic = "", name = ""): void {
    const { rev } = this.#model.get("snapshot");
    this.#model.send({ kind: "puzzles", mode, tactic, name, id: "puzzles", rev });
    document.querySelector(".adaptoid-board")?.scrollIntoView({ block: "nearest" });
  }

  #text(name: string, slots?: Slots): string {
    return this.#texts.get(`site.${name}`, slots);
  }

  #themeName(tactic: string): string {
    return this.#text(tactic ? `theme.${tactic}` : "theme.all");
  }

  #draw(): void {
    const puzzles = this.#model.get("puzzles");
    if (!puzzles) return;
    const { language } = this.#model.get("wording");
    const { mode, tactic } = puzzles;
    set(this.#daily, { "aria-pressed": String(mode === "daily") });
    set(this.#endless, { "aria-pressed": String(mode === "endless") });
    if (this.#differs.theme(language)) {
      const tactics = ["", ...new Set(this.#choices.map(([, theme]) => theme))];
      this.#theme.replaceChildren(
        ...tactics.map((value) => html("option", { value }, this.#themeName(value))),
      );
    }
    this.#theme.value = tactic;
    this.#texts.fill(way);
    this.#drawFacts(puzzles);
    this.#drawLast(puzzles, language);
    this.#drawAll(puzzles, language);
  }

  #drawFacts({ name, theme, difficulty, streak }: PuzzlesState): void {
    const fact = (label: string, value: string) =>
      html("span", {}, label, ...(value ? [" ", html("b", {}, value)] : []));
    this.#facts.replaceChildren(
      html("strong", {}, this.#themeName(theme)),
      fact(this.#text("difficulty", { n: difficulty }), ""),
      ...(this.#hasThree(name) ? [fact(this.#text("three"), "")] : []),
      fact(this.#text("streak"), String(streak)),
    );
  }

  /** The last answers, the latest first; each is a button that asks the puzzle again. */
  #drawLast({ last }: PuzzlesState, language: string): void {
    if (!this.#differs.last(JSON.stringify(last), language)) return;
    const items = [...last].reverse().map(([name, solved]) => {
      const label = this.#puzzleLabel(name);
      const state = this.#text(solved ? "solved" : "missed");
      return html(
        "li",
        {},
        this.#button(name, solved ? "✓" : "✗", label, state, solved ? "solved" : "missed"),
      );
    });
    this.#last.replaceChildren(...(items.length ? items : [html("li", {}, this.#text("last.none"))]));
  }

  /** Whether three colours are on its board. A beginner's first puzzles have two. */
  #hasThree(name: string): boolean {
    return this.#choices.some(([puzzle, , , colors]) => puzzle === name && colors === 3);
  }

  #puzzleLabel(name: string): string {
    const choice = this.#choices.find(([puzzle]) => puzzle === name);
    if (!choice) return name;
    const label = `${this.#themeName(choice[1])} ${choice[2]}`;
    return choice[3] === 3 ? `${label}, ${this.#text("three")}` : label;
  }

  #button(name: string, sign: string, label: string, state: string, how: string): HTMLElement {
    const words = [label, state].filter(Boolean).join(", ");
    const three = this.#hasThree(name);
    const attributes = {
      ...{ "data-puzzle": name, "data-way": how, "data-three": three },
      ...{ "aria-label": words, title: words },
    };
    return html("button", attributes, html("span", { "aria-hidden": "true" }, sign));
  }

  /** All puzzles by theme, the easiest first. */
  #drawAll({ states, name: current }: PuzzlesState, language: string): void {
    const solved = this.#choices.filter(([name]) => states[name] === "solved").length;
    text(this.#counted, this.#text("solved.of", { n: solved, all: this.#choices.length }));
    if (this.#differs.all(JSON.stringify(states), language)) {
      const themes = [...new Set(this.#choices.map(([, theme]) => theme))];
      this.#all.replaceChildren(
        ...themes.map((theme) => {
          const own = this.#choices.filter(([, tactic]) => tactic === theme);
          const buttons = own.map(([name, , difficulty]) => {
            const state = states[name] ?? "";
            // with a hint, after a wrong turn or after the solution it counts as a miss, as in the rating
            const how = state === "helped" ? "missed" : state;
            const words = how && this.#text(how);
            return html(
              "li",
              {},
              this.#button(name, String(difficulty), this.#puzzleLabel(name), words, how),
            );
          });
          return html("section", {}, html("h3", {}, this.#themeName(theme)), html("ul", {}, ...buttons));
        }),
        html("p", {}, this.#text("first")),
      );
    }
    for (const button of this.#all.querySelectorAll<HTMLElement>("[data-puzzle]"))
      set(button, { "aria-current": button.dataset.puzzle === current ? "true" : null });
  }
}

if (config.kind === "puzzles") {
  openLesson(onward, (model, texts) => {
    const row = document.getElementById("adaptoid-toolbar");
    const { puzzles = [] } = config.site ?? {};
    if (!row) return;
    new PuzzlePanel(model, texts, puzzles, row);
    const saving = html("div.learners");
    document.querySelector(".adaptoid-puzzle-below")?.after(saving);
    const results = new ResultsRow(texts, saving, new LearnerRow(texts), saveOne).add(model);
    return (saved) => results.receive(model, saved);
  });
}
