/** The script of a page that shares a game. */

import analyst from "../analyst/analyst";
import { html, on, set } from "../dom/elements";
import editor from "../editor/editor";
import picture from "../export/picture";
import { PrintedTurns } from "../history/printed_turns";
import { fill } from "../i18n/messages";
import maps from "../maps/maps";
import { bundleParts } from "../parts/loader";
import pens from "../pens/pens";
import players from "../players/players";
import type { Review } from "./messages";
import type { PageModel } from "./model";
import { openPage } from "./page";
import type { PageTexts } from "./texts";

/** Has Python review the game, shows how far it is, and then its mistakes as buttons that show their turns. */
class ReviewPanel {
  readonly #model: PageModel;
  readonly #texts: PageTexts;
  readonly #row: HTMLElement;
  /** Only for screen readers, between the heading of the page and those of the board. */
  readonly #title = html("h2.board-title");
  readonly #button = html("button", { type: "button" });
  readonly #progress = html("progress", { id: "adaptoid-review-progress" });
  readonly #label = html("label", { for: "adaptoid-review-progress" });
  readonly #controls = html("span.review", {}, this.#button, this.#progress, this.#label);
  readonly #heading = html("h2", { id: "adaptoid-review-heading" });
  readonly #list = html("ol");
  readonly #result = html(
    "section.mistakes",
    { "aria-labelledby": "adaptoid-review-heading", hidden: true },
    this.#heading,
    this.#list,
  );
  #listed: unknown;

  constructor(model: PageModel, texts: PageTexts, row: HTMLElement) {
    this.#model = model;
    this.#texts = texts;
    this.#row = row;
    row.before(this.#title);
    row.append(this.#controls);
    document.getElementById("adaptoid-live")?.after(this.#result);
    on(this.#button, "click", () => this.#send({ kind: "review" }));
    on(this.#list, "click", ({ target }) => {
      const node = (target as Element).closest("button")?.dataset.node;
      if (!node) return;
      this.#send({ kind: "select", node: Number(node) });
      document.querySelector(".adaptoid-board")?.scrollIntoView({ block: "nearest" });
    });
    for (const event of ["change:snapshot", "change:review", "change:wording"])
      model.on(event, () => this.#draw());
    this.#draw();
  }

  #send(intent: object): void {
    this.#model.send({ ...intent, id: "review", rev: this.#model.get("snapshot").rev });
  }

  #text(name: string, slots: Record<string, string | number> = {}): string {
    return fill(this.#texts.get(name), slots);
  }

  #draw(): void {
    const review = this.#model.get("review") ?? { running: false, error: "" };
    const { analyst, aids, history, interactive } = this.#model.get("snapshot");
    const { running, error, at = 0, of = 0, mistakes = [] } = review;
    const label = running ? this.#text("review.at", { n: Math.min(at + 1, of), all: of }) : "";
    this.#row.hidden = !(analyst && interactive && aids === "full" && (running || history.length));
    set(this.#row, { "aria-label": this.#text("review") });
    this.#title.textContent = this.#model.get("wording").ui["ui.board"] ?? "";
    this.#button.textContent = this.#text(running ? "review.stop" : "review");
    this.#progress.hidden = !running;
    set(this.#progress, { max: Math.max(1, of), value: at });
    this.#label.textContent = error ? this.#text("review.failed", { detail: error }) : label;
    this.#result.hidden = running || !of;
    this.#heading.textContent = this.#text(mistakes.length ? "review.mistakes" : "review.none");
    this.#drawMistakes(mistakes);
  }

  #drawMistakes(mistakes: NonNullable<Review["mistakes"]>): void {
    const { ui, language } = this.#model.get("wording");
    const { node: current } = this.#model.get("snapshot");
    // the focus stays where it is if nothing changed
    const listed = JSON.stringify([mistakes, language]);
    if (listed !== this.#listed) {
      this.#listed = listed;
      this.#list.replaceChildren(
        ...mistakes.map(([node, ply, color, turn, mark, best]) =>
          html(
            "li",
            {},
            html(
              "button",
              { type: "button", "data-node": node },
              html("span", {}, `${ply}. ${ui[`ui.${color}`] ?? color}`),
              html("b", {}, `${turn} ${mark}`),
              html("small", {}, this.#text("review.best", { turn: best })),
            ),
          ),
        ),
      );
    }
    for (const button of this.#list.querySelectorAll<HTMLElement>("[data-node]"))
      set(button, { "aria-current": Number(button.dataset.node) === current ? "step" : null });
  }
}

bundleParts({ analyst, editor, maps, pens, picture, players });
void openPage((model, texts) => {
  const row = document.getElementById("adaptoid-furniture");
  const turns = document.querySelector(".adaptoid-scroller");
  if (row) new ReviewPanel(model, texts, row);
  if (turns) new PrintedTurns(model, turns);
});
