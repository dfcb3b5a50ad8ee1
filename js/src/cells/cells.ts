/** The code cells of a page: they run one after another in the Python of the page, and share their names. */

import { html, on } from "../dom/elements";
import type { CellNews } from "../protocol/types";
import { CodeCell, type Words } from "./code_cell";
import type { OutputDrawings } from "./outputs";

/** The Python of the cells. */
export interface CellPort {
  /** Runs a cell. Resolves with "full" if it has filled the memory. Rejects if Python was ended meanwhile. */
  run(number: number, source: string): Promise<string>;
  /** Does what a cell imports that cannot run in the page. */
  importFor(number: number): Promise<string>;
  /** Ends Python and starts it again. */
  stop(): void;
  listen(handler: (news: CellNews) => void): void;
}

/** The error of a cell that has filled the memory. */
const FULL = "MemoryError";

/** Ends the row of cells that wait, after one that failed. */
class Ended extends Error {}

export class CodeCells {
  readonly cells: CodeCell[];
  readonly #port: CellPort;
  readonly #words: Words;
  readonly #note = html("p.cell-note", { role: "status" });
  readonly #bar: HTMLElement;
  readonly #runAll = html("button.cell-button", { "data-run-all": true });
  readonly #reset = html("button.cell-button", { "data-reset": true });
  /** The cells that have run since Python was started, by their numbers; and those whose imports were done. */
  readonly #ran = new Set<number>();
  /** The cells that were stopped or have ended Python: they do not run again by themselves. */
  readonly #halted = new Set<number>();
  /** Each run waits for the one before. */
  #last: Promise<void> = Promise.resolve();
  /** Counts what ends all runs that wait: *Stop*, *Reset* and errors. */
  #round = 0;
  #word = "";

  constructor(
    sections: HTMLElement[],
    port: CellPort,
    drawings: Omit<OutputDrawings, "lineWords" | "cutWords">,
    words: Words,
  ) {
    this.#port = port;
    this.#words = words;
    const all = {
      ...drawings,
      lineWords: (line: number) => words("cells.line", { n: line }),
      cutWords: () => words("cells.cut"),
    };
    const listener = {
      run: (cell: CodeCell, stay: boolean) => this.#runTo(cell, stay),
      stop: (cell: CodeCell) => this.#stop("cells.stopped", cell),
    };
    this.cells = sections.map((section) => new CodeCell(section, all, listener));
    on(this.#runAll, "click", () => this.#runThese(this.cells));
    on(this.#reset, "click", () => this.#resetAll());
    this.#bar = html("div.cells-bar", {}, this.#runAll, this.#reset, this.#note);
    const first = this.cells.find(({ isStored }) => !isStored);
    if (first) first.section.before(this.#bar);
    port.listen((news) => this.#receive(news));
    this.translate();
  }

  /** Says all words in the language of the page. */
  translate(): void {
    this.#runAll.textContent = this.#words("cells.run.all");
    this.#reset.textContent = this.#words("cells.reset");
    this.#reset.title = this.#words("cells.reset.about");
    this.#note.textContent = this.#words(this.#word || "cells.about");
    for (const cell of this.cells) cell.translate(this.#words);
  }

  #receive({ cell: number, output }: CellNews): void {
    const cell = this.cells.find((cell) => cell.number === number);
    cell?.add(output);
    // with a full memory, Python would take minutes for anything else
    if (cell && output.output_type === "error" && output.ename === FULL) this.#startAgain("cells.full", cell);
  }

  /** Says something beside the buttons of a cell, or at the top if it is about none that can be seen. */
  #say(word: string, about?: CodeCell): void {
    this.#word = word;
    ((about?.isShown && about.row) || this.#bar).append(this.#note);
    this.#note.textContent = this.#words(word || "cells.about");
    this.#note.toggleAttribute("data-said", word !== "");
  }

  /** Runs a cell, after those above it that have not run yet, so that their names exist. */
  #runTo(cell: CodeCell, stay: boolean): void {
    if (cell.state === "running" || cell.state === "waiting") return;
    const at = this.cells.indexOf(cell);
    const isMissing = ({ number }: CodeCell) => !this.#ran.has(number) && !this.#halted.has(number);
    const above = this.cells.slice(0, at).filter(isMissing);
    this.#runThese([...above, cell]);
    if (!stay)
      this.cells
        .slice(at + 1)
        .find(({ isShown }) => isShown)
        ?.focus();
  }

  #runThese(cells: CodeCell[]): void {
    this.#say("");
    const round = this.#round;
    const waiting = cells.filter(({ state }) => state !== "waiting" && state !== "running");
    for (const cell of waiting) if (!cell.isStored) cell.set("waiting");
    for (const cell of waiting)
      this.#last = this.#last.then(async () => {
        if (round !== this.#round) return;
        try {
          await this.#runOne(cell);
        } catch (error) {
          if (round === this.#round) this.#end(cell, error);
        }
      });
  }

  async #runOne(cell: CodeCell): Promise<void> {
    if (cell.isStored) {
      if (!this.#ran.has(cell.number)) await this.#port.importFor(cell.number);
      this.#ran.add(cell.number);
      return;
    }
    cell.begin();
    const round = this.#round;
    this.#halted.delete(cell.number);
    const result = await this.#port.run(cell.number, cell.source);
    if (round !== this.#round) return;
    if (result === "full") {
      this.#startAgain("cells.full", cell);
      return;
    }
    const failed = (cell.state as string) === "failed";
    cell.set(failed ? "failed" : "done");
    // whoever goes on below means it, as in a notebook
    this.#ran.add(cell.number);
    if (failed && !cell.expectsError) throw new Ended();
  }

  /** After an error in a cell, those that wait do not run. A Python that a cell has broken is started again. */
  #end(cell: CodeCell, error: unknown): void {
    if (!(error instanceof Ended)) {
      this.#startAgain("cells.failed", cell);
      return;
    }
    const waits = this.cells.some(({ state }) => state === "waiting");
    this.#clearWaiting();
    if (waits) this.#say("cells.ended", cell);
  }

  #clearWaiting(): void {
    this.#round++;
    this.#last = Promise.resolve();
    for (const cell of this.cells) if (cell.state === "waiting" || cell.state === "running") cell.set("idle");
  }

  /** Starts Python again after a cell has filled its memory, or has broken it. */
  #startAgain(word: string, cell: CodeCell): void {
    this.#stop(word, cell, cell);
    if (!cell.isStored) cell.set("failed");
  }

  /** Starts Python again, and says why at a cell. The names are lost; the boards keep their games. */
  #stop(word: string, at?: CodeCell, halted = this.cells.find(({ state }) => state === "running")): void {
    if (halted) this.#halted.add(halted.number);
    this.#clearWaiting();
    this.#ran.clear();
    this.#port.stop();
    this.#say(word, at);
  }

  /** Brings the author's code and outputs back, and forgets all names and whatever else a cell has changed. */
  #resetAll(): void {
    const isFresh = !this.#ran.size && this.cells.every(({ state }) => state === "idle");
    if (!isFresh) this.#stop("");
    this.#halted.clear();
    for (const cell of this.cells) cell.reset();
    this.#say("");
  }
}
