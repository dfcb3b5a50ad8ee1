/** The script of a page that shares a game. */
import { html, on, set } from "../dom/elements";
import editor from "../editor/editor";
import picture from "../export/picture";
import { PrintedTurns } from "../history/printed_turns";
import maps from "../maps/maps";
import { bundleParts } from "../parts/loader";
import pens from "../pens/pens";
import type { Color } from "../protocol/types";
import type { PageModel } from "./model";
import { openPage } from "./page";
import type { PageTexts } from "./texts";

/** Levels up to this one need no search. */
const MAX_WEAK = 3;
const MAX_LEVEL = 10;

/** Selects who plays each colour: a person, or a level of the computer. */
class SeatsRow {
  readonly #model: PageModel;
  readonly #texts: PageTexts;
  readonly #row: HTMLElement;
  readonly #selects = new Map<Color, HTMLSelectElement>();

  constructor(model: PageModel, texts: PageTexts, row: HTMLElement) {
    this.#model = model;
    this.#texts = texts;
    this.#row = row;
    for (const event of ["change:snapshot", "change:levels", "change:wording", "msg:custom"])
      model.on(event, () => this.#draw());
    this.#draw();
  }

  #draw(): void {
    const { sides, interactive, seat } = this.#model.get("snapshot");
    const { ui } = this.#model.get("wording");
    const levels = this.#model.get("levels") ?? {};
    this.#row.hidden = !interactive;
    set(this.#row, { "aria-label": this.#texts.get("seats") });
    for (const [color] of sides) {
      const select = this.#selects.get(color) ?? this.#add(color);
      const label = select.previousElementSibling as HTMLElement;
      select.value = String(levels[color] ?? 0);
      label.textContent = ui[`ui.${color}`] ?? color;
      for (const option of select.options) {
        option.textContent = this.#texts
          .get(option.value === "0" ? "seat.0" : "seat.level")
          .replace("{n}", option.value);
        // what was chosen stays, so that the board can be told to try again
        option.disabled = seat?.state === "unable" && Number(option.value) > MAX_WEAK && !option.selected;
      }
    }
  }

  #add(color: Color): HTMLSelectElement {
    const id = `adaptoid-seat-${color}`;
    const levels = Array.from({ length: MAX_LEVEL + 1 }, (_, level) => html("option", { value: level }));
    const select = html("select", { id }, ...levels);
    on(select, "change", () => {
      const { rev } = this.#model.get("snapshot");
      this.#model.send({ kind: "seat", color, to: Number(select.value), id: "page", rev });
    });
    this.#row.append(html("span.seat", {}, html("label", { for: id }), select));
    this.#selects.set(color, select);
    return select;
  }
}

bundleParts({ editor, maps, pens, picture });
void openPage((model, texts) => {
  const row = document.getElementById("adaptoid-furniture");
  const turns = document.querySelector(".adaptoid-scroller");
  if (row) new SeatsRow(model, texts, row);
  if (turns) new PrintedTurns(model, turns);
});
