import { html, set } from "../dom/elements";
import type { Color } from "../protocol/types";
import type { Around } from "./around";
import type { PageModel } from "./model";

/** Who plays which colour: a person, or a level of the computer. */
export class SeatsRow {
  readonly #model: PageModel;
  readonly #around: Around;
  readonly #row: HTMLElement;
  readonly #selects = new Map<Color, HTMLSelectElement>();

  constructor(model: PageModel, around: Around, row: HTMLElement) {
    this.#model = model;
    this.#around = around;
    this.#row = row;
    for (const event of ["change:snapshot", "change:levels", "change:wording", "msg:custom"])
      model.on(event, () => this.draw());
    this.draw();
  }

  draw(): void {
    const { sides, interactive } = this.#model.get("snapshot");
    const { ui } = this.#model.get("wording");
    const levels = this.#model.get("levels") ?? {};
    this.#row.hidden = !interactive;
    set(this.#row, { "aria-label": this.#around.say("seats") });
    for (const [color] of sides) {
      const select = this.#selects.get(color) ?? this.#add(color);
      const label = select.previousElementSibling as HTMLElement;
      label.textContent = ui[`ui.${color}`] ?? color;
      for (const option of select.options) option.textContent = this.#around.say(`seat.${option.value}`);
      select.value = String(levels[color] ?? 0);
    }
  }

  #add(color: Color): HTMLSelectElement {
    const id = `adaptoid-seat-${color}`;
    const levels = [0, 1, 2, 3].map((level) => html("option", { value: level }));
    const select = html("select", { id }, ...levels);
    select.addEventListener("change", () => this.#sit(color, Number(select.value)));
    this.#row.append(html("span.seat", {}, html("label", { for: id }), select));
    this.#selects.set(color, select);
    return select;
  }

  #sit(color: Color, to: number): void {
    this.#model.send({ kind: "seat", color, to, id: "page", rev: this.#model.get("snapshot").rev });
  }
}
