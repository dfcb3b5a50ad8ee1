import { html, on, svg } from "../dom/elements";

/** What a group offers: a value with its name, and what is shown in place of the name. */
interface Option {
  value: string;
  name: string;
  shown?: Node[];
}

/** One choice of several as a group of radio buttons, which look like chips. */
export class Choices {
  readonly element: HTMLFieldSetElement;
  readonly #said = html("span");
  readonly #why = html("p.choice-why");
  readonly #inputs: HTMLInputElement[];
  readonly #names: Map<string, string>;

  constructor(group: string, title: string, options: Option[], value: string, changed: () => void) {
    this.#names = new Map(options.map(({ value, name }) => [value, name]));
    this.#inputs = options.map(({ value, name }) =>
      html("input", { type: "radio", name: group, value, "aria-label": name }),
    );
    const chips = options.map(({ name, shown }, i) =>
      html("label.chip", { title: shown ? name : null }, this.#inputs[i] as Node, ...(shown ?? [name])),
    );
    const legend = html("legend", {}, title, " ", this.#said);
    this.element = html(
      "fieldset.choices-of",
      { "data-begin": group },
      legend,
      html("div.chips", {}, ...chips),
      this.#why,
    );
    this.value = value;
    on(this.element, "change", () => {
      this.#say();
      changed();
    });
  }

  get value(): string {
    return this.#inputs.find(({ checked }) => checked)?.value ?? "";
  }

  set value(value: string) {
    for (const input of this.#inputs) input.checked = input.value === value;
    this.#say();
  }

  /** Offers no option that has a reason against it; the reasons are told below the group. */
  refuse(reasonOf: (value: string) => string): void {
    for (const input of this.#inputs) input.disabled = reasonOf(input.value) !== "";
    this.#why.textContent = [...new Set(this.#inputs.map(({ value }) => reasonOf(value)))]
      .filter(Boolean)
      .join(" ");
  }

  /** What is chosen. */
  get name(): string {
    return this.#names.get(this.value) ?? "";
  }

  /** Where signs stand for names, the title says the name of the chosen one. */
  #say(): void {
    this.#said.textContent = this.element.querySelector(".adaptoid-chip[title]") ? this.name : "";
  }
}

/** The centres of a board's discs as x and y in turn; the distance of neighbours is 1. */
export type Outline = number[];

const RADIUS = 0.44;

/** A board as a small picture: its discs. */
export function silhouette(outline: Outline): SVGElement {
  const of = (axis: number) => outline.filter((_, i) => i % 2 === axis);
  const [xs, ys] = [of(0), of(1)];
  const [left, top] = [Math.min(...xs) - 0.5, Math.min(...ys) - 0.5];
  const [width, height] = [Math.max(...xs) + 0.5 - left, Math.max(...ys) + 0.5 - top];
  const discs = xs.map(
    (x, i) =>
      `M${x - RADIUS} ${ys[i]}a${RADIUS} ${RADIUS} 0 1 0 ${2 * RADIUS} 0a${RADIUS} ${RADIUS} 0 1 0 ${-2 * RADIUS} 0`,
  );
  const viewBox = [left, top, width, height].map((n) => n.toFixed(2)).join(" ");
  return svg("svg.silhouette", { viewBox, "aria-hidden": "true" }, svg("path", { d: discs.join("") }));
}
