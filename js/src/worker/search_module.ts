/** Answers the requests of adaptoid_widget/core/search/remote_search.py with search.wasm. */

import { BLOCK_CELLS, NEAR_CELLS, ONE_TURN, ROOT_COLUMNS, WORD_BYTES, WORK } from "../protocol/constants";
import type { SearchAnswer, SearchRequest } from "../protocol/types";

/** An array of 64-bit integers in the memory of the module. */
interface Cells {
  at: number;
  length: number;
}

/** What tools/setup/wasm_module.py exports. A function takes the address of its arguments, and writes its result there. */
interface Exports {
  memory: WebAssembly.Memory;
  widen_near(block: number): void;
  list_turns(block: number): void;
  search_root(block: number): void;
}

const PAGE_BYTES = 1 << 16;
/** The nodes after which a search with a time limit looks at the clock, a few times a second. */
const SLICE_NODES = 250_000n;

const integers = (text: string): bigint[] => text.split(" ").map(BigInt);

/** Runs one search at a time. A request `list` begins a new one. */
export class SearchModule {
  readonly #exports: Exports;
  readonly #alive: () => void;
  readonly #now: () => number;
  /** The first address that the module itself does not use. */
  readonly #heap: number;
  #end: number;
  #block: Cells;
  #context: bigint[] = [];
  #work: Cells;
  #table: Cells;
  #rows: Cells;
  #order: Cells;
  #scores: Cells;
  #bounds: Cells;
  #stop: Cells;
  /** The time at which the search ends. */
  #deadline = Number.POSITIVE_INFINITY;

  /** `alive` is called several times a second while a search with a limit of time goes on. */
  constructor(module: WebAssembly.Module, alive: () => void = () => {}, now = () => performance.now()) {
    this.#alive = alive;
    this.#now = now;
    this.#exports = new WebAssembly.Instance(module).exports as unknown as Exports;
    this.#heap = this.#end = this.#exports.memory.buffer.byteLength;
    this.#block = this.#make(BLOCK_CELLS);
    this.#work =
      this.#table =
      this.#rows =
      this.#order =
      this.#scores =
      this.#bounds =
      this.#stop =
        this.#block;
  }

  answer(request: SearchRequest): SearchAnswer {
    if (request.do === "list") return this.#list(request);
    if (request.do === "search_root") return this.#searchRoot(request);
    return {
      cells: this.#view(this.#table)
        .slice(request.entry, request.entry + 2)
        .join(" "),
    };
  }

  #list(request: Extract<SearchRequest, { do: "list" }>): SearchAnswer {
    this.#deadline = request.seconds ? this.#now() + request.seconds * 1000 : Number.POSITIVE_INFINITY;
    this.#end = this.#heap;
    this.#block = this.#make(BLOCK_CELLS);
    const near = this.#make(NEAR_CELLS);
    this.#work = this.#make(request.work);
    this.#table = this.#make(request.table);
    this.#stop = this.#make(1);
    this.#view(near).set(integers(request.near));
    this.#call("widen_near", passed(near));
    this.#view(this.#work).set(integers(request.head));
    const [board, ...rules] = integers(request.context);
    this.#context = [board ?? 0n, BigInt(near.at), ...rules];
    const start = [
      ...integers(request.state),
      BigInt(request.grows),
      ...this.#context,
      ...passed(this.#work),
    ];
    const count = (rows: Cells) => this.#call("list_turns", [...start, ...table(rows)]);
    const turns = count(this.#make(0));
    this.#rows = this.#make(turns * ROOT_COLUMNS);
    count(this.#rows);
    this.#order = this.#make(turns);
    this.#scores = this.#make(turns);
    this.#bounds = this.#make(turns);
    const rows = this.#view(this.#rows);
    const codes: number[] = [];
    for (let row = 0; row < rows.length; row += ROOT_COLUMNS)
      codes.push(Number(rows[row]), Number(rows[row + 1]));
    return { codes };
  }

  #searchRoot(request: Extract<SearchRequest, { do: "search_root" }>): SearchAnswer {
    const work = this.#view(this.#work);
    work[WORK.nodes] = BigInt(request.nodes);
    this.#view(this.#order).set(request.order.map(BigInt));
    const limit = BigInt(request.limit);
    // a search to a depth of one turn is never stopped
    const isSliced = this.#deadline !== Number.POSITIVE_INFINITY && request.left > ONE_TURN;
    let finished = 0;
    // as in `Root` of adaptoid_widget/engine/search.py: a turn that was not finished is searched again
    for (;;) {
      const next = (work[WORK.nodes] ?? 0n) + SLICE_NODES;
      work[WORK.limit] = isSliced && next < limit ? next : limit;
      work[WORK.stopped] = 0n;
      finished = this.#searchFrom(finished, request);
      if (!isSliced || finished === request.order.length || work[WORK.limit] === limit) break;
      if (this.#now() >= this.#deadline) break;
      this.#alive();
    }
    const [scores, bounds] = [this.#scores, this.#bounds].map((cells) =>
      Array.from(this.#view(cells), Number),
    );
    return { finished, nodes: Number(work[WORK.nodes]), scores: scores ?? [], bounds: bounds ?? [] };
  }

  /** Searches the turns from an index of the order on, and returns the number of those that are finished. */
  #searchFrom(finished: number, request: Extract<SearchRequest, { do: "search_root" }>): number {
    return this.#call("search_root", [
      ...table(this.#rows),
      ...[this.#order, this.#scores, this.#bounds].flatMap(passed),
      ...[finished, request.order.length, request.left, request.lines].map(BigInt),
      ...this.#context,
      ...[this.#work, this.#table, this.#stop].flatMap(passed),
    ]);
  }

  #call(name: "widen_near" | "list_turns" | "search_root", parameters: bigint[]): number {
    this.#view(this.#block).set(parameters);
    this.#exports[name](this.#block.at);
    return Number(this.#view(this.#block)[0]);
  }

  /** Makes an array of zeros. Throws a RangeError if the memory does not grow. */
  #make(length: number): Cells {
    const cells = { at: this.#end, length };
    this.#end += length * WORD_BYTES;
    const { memory } = this.#exports;
    const missing = this.#end - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
    this.#view(cells).fill(0n);
    return cells;
  }

  /** A view is of no use any more after the memory has grown. */
  #view({ at, length }: Cells): BigInt64Array {
    return new BigInt64Array(this.#exports.memory.buffer, at, length);
  }
}

const passed = ({ at, length }: Cells): bigint[] => [BigInt(at), BigInt(length)];
const table = ({ at, length }: Cells): bigint[] => [at, length / ROOT_COLUMNS, ROOT_COLUMNS].map(BigInt);
