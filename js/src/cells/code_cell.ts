/** One code cell of a page: its code, its buttons and its output. */

import { html, on } from "../dom/elements";
import type { CellOutput } from "../protocol/types";
import { CodeArea } from "./code_area";
import { CellOutputs, type OutputDrawings } from "./outputs";

/** Saved and new outputs that are errors. */
const ERROR = "[data-error]";

export type CellState = "idle" | "waiting" | "running" | "done" | "failed";

/** The words of the page by their names. */
export type Words = (name: string, slots?: Record<string, string | number>) => string;

interface CellListener {
  /** Somebody wants to run the cell; `stay` keeps the focus in it. */
  run(cell: CodeCell, stay: boolean): void;
  /** Somebody pressed *Stop* at a cell that runs or waits. */
  stop(cell: CodeCell): void;
}

/** A cell that cannot run in the page keeps its saved output, and has neither a text area nor buttons. */
export class CodeCell {
  readonly number: number;
  /** Whether the cell cannot run in a page. */
  readonly isStored: boolean;
  readonly section: HTMLElement;
  readonly #source: string;
  readonly #place: HTMLElement;
  readonly #drawings: OutputDrawings;
  /** The output that the author saved. */
  readonly #saved: Node[];
  #code: CodeArea | undefined;
  #run: HTMLButtonElement | undefined;
  #stop: HTMLButtonElement | undefined;
  /** The row of its buttons; none for code that cannot run. */
  row: HTMLElement | undefined;
  #outputs: CellOutputs | undefined;
  #state: CellState = "idle";

  constructor(section: HTMLElement, drawings: OutputDrawings, listener: CellListener) {
    this.section = section;
    this.number = Number(section.dataset.code);
    this.isStored = section.dataset.stored !== undefined;
    this.#drawings = drawings;
    const shown = section.querySelector<HTMLElement>("[data-source]");
    this.#source = (shown?.textContent ?? "").replace(/\n$/, "");
    this.#place = section.querySelector<HTMLElement>("[data-output]") ?? html("div", { "data-output": true });
    if (!this.#place.isConnected) section.append(this.#place);
    this.#place.setAttribute("role", "group");
    this.#saved = [...this.#place.childNodes];
    if (!this.isStored) this.#makeAlive(shown, listener);
  }

  get source(): string {
    return this.#code?.source ?? this.#source;
  }

  /** Whether the author's output has an error: it is there to be seen. */
  get expectsError(): boolean {
    return this.#saved.some(
      (node) => node instanceof Element && (node.matches(ERROR) || node.querySelector(ERROR) !== null),
    );
  }

  /** Whether its code can be seen and changed. */
  get isShown(): boolean {
    return this.#code?.element.closest("[hidden]") === null;
  }

  get state(): CellState {
    return this.#state;
  }

  set(state: CellState): void {
    this.#state = state;
    this.section.dataset.state = state;
    const busy = state === "running" || state === "waiting";
    this.#place.setAttribute("aria-busy", String(busy));
    const hadFocus = document.activeElement === this.#run || document.activeElement === this.#stop;
    if (this.#run) this.#run.hidden = busy;
    if (this.#stop) this.#stop.hidden = !busy;
    if (hadFocus) (busy ? this.#stop : this.#run)?.focus();
  }

  /** Begins a new run: the outputs of the one before go. */
  begin(): void {
    this.#place.replaceChildren();
    this.#place.setAttribute("aria-live", "polite");
    this.#outputs = new CellOutputs(this.#place, this.#drawings);
    this.#code?.mark(0);
    this.set("running");
  }

  /** Shows an output of the last run. */
  add(output: CellOutput): void {
    this.#outputs ??= new CellOutputs(this.#place, this.#drawings);
    this.#outputs.add(output);
    // a board has words of its own for screen readers
    const isText = !this.#place.querySelector("adaptoid-board");
    this.#place.setAttribute("aria-live", isText ? "polite" : "off");
    if (output.output_type !== "error") return;
    this.#state = "failed";
    this.#code?.mark(output.line ?? 0);
  }

  /** Brings the author's code and output back. */
  reset(): void {
    if (this.#code) this.#code.source = this.#source;
    this.#outputs = undefined;
    this.#place.replaceChildren(...this.#saved);
    this.set("idle");
  }

  focus(): void {
    this.#code?.area.focus({ preventScroll: true });
    this.section.scrollIntoView({ block: "nearest" });
  }

  /** Says all its words in the language of the page. */
  translate(words: Words): void {
    const name = words("cells.cell", { n: this.number + 1 });
    this.#code?.area.setAttribute("aria-label", `${name}. ${words("cells.keys")}`);
    this.#place.setAttribute("aria-label", words("cells.output", { n: this.number + 1 }));
    if (this.#run) {
      this.#run.textContent = words("cells.run");
      this.#run.setAttribute("aria-label", `${words("cells.run")}: ${name}`);
    }
    if (this.#stop) {
      this.#stop.textContent = words("cells.stop");
      this.#stop.setAttribute("aria-label", `${words("cells.stop")}: ${name}`);
    }
  }

  #makeAlive(shown: HTMLElement | null, listener: CellListener): void {
    const code = new CodeArea(this.#source, {
      run: (stay) => listener.run(this, stay),
      leave: () => (this.#run?.hidden ? this.#stop : this.#run)?.focus(),
    });
    this.#code = code;
    this.#run = html("button.cell-button", { "data-run": true });
    this.#stop = html("button.cell-button", { "data-stop": true, hidden: true });
    on(this.#run, "click", () => listener.run(this, true));
    on(this.#stop, "click", () => listener.stop(this));
    this.row = html("div.cell-row", {}, this.#run, this.#stop);
    if (shown) {
      // what the page shows without scripts, and on paper
      shown.before(code.element);
      shown.hidden = true;
    } else this.section.prepend(code.element);
    // outside of an output that the author has folded
    let part: HTMLElement = this.#place;
    while (part.parentElement && part.parentElement !== this.section) part = part.parentElement;
    part.before(this.row);
    this.section.dataset.state = "idle";
  }
}
