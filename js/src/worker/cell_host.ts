/** What code cells get in the worker of a page: a search that they wait for, a clock, random numbers, and a limit of memory. */

import type { SearchRequest } from "../protocol/types";
import { SearchModule } from "./search_module";

/** `CellsPage` of adaptoid_widget/core/page/cells_page.py. */
export interface CellsContent {
  connect(
    search: (request: string) => string,
    clock: () => number,
    randomBits: (count: number) => number,
  ): void;
}

/** A cell that needs more memory gets a MemoryError. The whole page would be in danger much later. */
const MOST_BYTES = 256 * 1024 * 1024;
const PAGE_BYTES = 1 << 16;

/** Gives the cells what they need of the worker. `wasm` is search.wasm. */
export function connectCells(content: CellsContent, wasm: ArrayBuffer): void {
  let module: SearchModule | undefined;
  const search = (request: string) => {
    module ??= new SearchModule(new WebAssembly.Module(wasm));
    return JSON.stringify(module.answer(JSON.parse(request) as SearchRequest));
  };
  const clock = () => performance.now() / 1000;
  const randomBits = (count: number) => Math.floor(Math.random() * 2 ** count);
  content.connect(search, clock, randomBits);
}

/** Lets no memory of WebAssembly in this worker grow beyond the limit. Python says so in the cell that asks for more. */
export function limitMemory(most = MOST_BYTES): void {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number): number {
    if (this.buffer.byteLength + pages * PAGE_BYTES > most) throw new RangeError("the memory is full");
    return grow.call(this, pages);
  };
}
