/** The body of a long table whose rows get their cells when they come near the screen. */
import { html } from "../dom/elements";

/** So many rows are asked for at once. */
const CHUNK = 64;

/**
 * A browser needs ten seconds for all cells of a thousand learners. Every row has its first cells from the start: the table has its full
 * height, and its names are found. The others are drawn within a screen above and below, and all of them on paper.
 */
export class LateRows<Row> {
  readonly body: HTMLElement;
  readonly #rows: HTMLElement[];
  readonly #numbers: Map<Element, number>;
  /** What came of the rows, by their numbers. */
  readonly #held: Row[] = [];
  readonly #near = new Set<number>();
  readonly #observer: IntersectionObserver;
  readonly #get: (first: number, count: number) => Promise<Row[]>;
  readonly #cellsOf: (row: Row) => Node[];
  readonly #firstCount: number;

  /** `get` gives rows from a number on, none if the table was replaced. `failed` is told why it could not. */
  constructor(
    firstCells: Node[][],
    get: (first: number, count: number) => Promise<Row[]>,
    cellsOf: (row: Row) => Node[],
    failed: (error: unknown) => void,
  ) {
    this.#get = get;
    this.#cellsOf = cellsOf;
    this.#firstCount = firstCells[0]?.length ?? 0;
    this.#rows = firstCells.map((cells) => html("tr", {}, ...cells));
    this.#numbers = new Map(this.#rows.map((row, number) => [row, number]));
    this.body = html("tbody", {}, ...this.#rows);
    this.#observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const number = this.#numbers.get(target) ?? 0;
          if (isIntersecting) this.#near.add(number);
          else this.#near.delete(number);
        }
        this.load([...this.#near]).catch(failed);
      },
      { rootMargin: "100% 0px" },
    );
    for (const row of this.#rows) this.#observer.observe(row);
  }

  /** The numbers of the rows near the screen. */
  get near(): number[] {
    return [...this.#near];
  }

  /** Draws rows, those that have not come as soon as they do. */
  async load(numbers: Iterable<number>): Promise<void> {
    for (const number of numbers) {
      if (!(number in this.#held) && !(await this.#hold(number))) return;
      this.#fill(number);
    }
  }

  /** Gets what is missing of all rows, for paper. */
  async loadAll(): Promise<void> {
    for (const number of this.#rows.keys())
      if (!(number in this.#held) && !(await this.#hold(number))) return;
  }

  /** Draws all rows that have come. */
  fill(): void {
    for (const number of this.#held.keys()) this.#fill(number);
  }

  /** Takes the cells out of all rows that are not near the screen. */
  empty(): void {
    for (const [number, row] of this.#rows.entries())
      if (!this.#near.has(number)) row.replaceChildren(...[...row.children].slice(0, this.#firstCount));
  }

  close(): void {
    this.#observer.disconnect();
  }

  async #hold(number: number): Promise<boolean> {
    const rows = await this.#get(number, CHUNK);
    for (const [at, row] of rows.entries()) this.#held[number + at] = row;
    return rows.length > 0;
  }

  #fill(number: number): void {
    const row = this.#rows[number];
    const held = this.#held[number];
    if (held && row?.childElementCount === this.#firstCount) row.append(...this.#cellsOf(held));
  }
}
