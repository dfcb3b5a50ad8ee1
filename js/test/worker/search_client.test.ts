import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import type { FromSearchWorker } from "../../src/embedded/page_types";
import type { SearchRequest } from "../../src/protocol/types";
import { SearchClient, type SearchWorkerLike } from "../../src/worker/search_client";
import { SearchModule } from "../../src/worker/search_module";

/** A worker that records its messages; the test sends its answers. */
class FakeWorker implements SearchWorkerLike {
  readonly received: unknown[] = [];
  readonly terminate = vi.fn();
  readonly #listeners: Record<string, ((event: never) => void)[]> = { message: [], error: [] };

  postMessage(message: unknown): void {
    this.received.push(message);
  }

  addEventListener(type: string, listener: (event: never) => void): void {
    this.#listeners[type]?.push(listener);
  }

  says(data: FromSearchWorker): void {
    for (const listener of this.#listeners.message ?? []) listener({ data } as never);
  }

  breaks(message: string): void {
    for (const listener of this.#listeners.error ?? []) listener({ message } as never);
  }
}

// the masks of the touching discs of hex4
const NEAR = [
  "50 101 202 388 1569 3155 6310 12620",
  "24712 99344 199216 398432 796864 1593728 3154176 4260352",
  "12748288 25496576 50993152 101986304 203972608 135282688 276922368 826474496",
  "1652948992 3305897984 6611795968 4365221888 9139388416 27137146880 54274293760 108548587520",
  "71068286976 17985175552 44560285696 89120571392 40802189312",
].join(" ");
const read: SearchRequest = { do: "read", entry: 2 };

function fixture() {
  const workers: FakeWorker[] = [];
  const search = new SearchClient(() => {
    workers.push(new FakeWorker());
    return workers.at(-1) as FakeWorker;
  }, "packed wasm");
  return { workers, search, listener: { answered: vi.fn(), failed: vi.fn() } };
}

describe("the search of a shared page", () => {
  it("starts its worker at the first request, and keeps it", () => {
    const { workers, search, listener } = fixture();
    expect(workers).toEqual([]);
    for (const cells of ["1 2", "3 4"]) {
      search.ask(read, listener);
      workers[0]?.says({ answer: { cells } });
      expect(listener.answered).toHaveBeenLastCalledWith({ cells });
    }
    search.stop();
    expect(workers.map(({ received }) => received)).toEqual([[{ search: "packed wasm" }, read, read]]);
    expect(workers[0]?.terminate).not.toHaveBeenCalled();
  });

  it("stops at once and ignores later messages of the stopped worker", () => {
    const { workers, search, listener } = fixture();
    search.ask(read, listener);
    search.stop();
    expect(workers[0]?.terminate).toHaveBeenCalledOnce();
    workers[0]?.says({ answer: { cells: "1 2" } });
    workers[0]?.breaks("gone");
    expect([listener.answered.mock.calls, listener.failed.mock.calls]).toEqual([[], []]);
    search.ask(read, listener);
    expect(workers[1]?.received).toEqual([{ search: "packed wasm" }, read]);
  });

  it.each([
    [
      "a worker that reports an error",
      "no memory",
      (worker: FakeWorker) => worker.says({ failed: "no memory" }),
    ],
    ["a worker that breaks", "gone", (worker: FakeWorker) => worker.breaks("gone")],
    ["a worker that is silent", "no answer", () => vi.runAllTimers()],
  ])("fails with %s, and uses a new worker next", (_, reason, fail) => {
    vi.useFakeTimers();
    const { workers, search, listener } = fixture();
    search.ask(read, listener);
    fail(workers[0] as FakeWorker);
    expect(listener.failed.mock.calls).toEqual([[reason, false]]);
    expect(workers[0]?.terminate).toHaveBeenCalledOnce();
    search.ask(read, listener);
    workers[1]?.says({ answer: { cells: "1 2" } });
    vi.runAllTimers();
    vi.useRealTimers();
    expect(listener.answered).toHaveBeenCalledOnce();
    expect(listener.failed).toHaveBeenCalledOnce();
  });

  it("waits while the worker reports progress, and fails when it is silent", () => {
    vi.useFakeTimers();
    const { workers, search, listener } = fixture();
    search.ask(read, listener);
    for (let time = 0; time < 4; time++) {
      vi.advanceTimersByTime(15_000);
      workers[0]?.says({ alive: true });
    }
    expect(listener.failed).not.toHaveBeenCalled();
    vi.advanceTimersByTime(20_000);
    vi.useRealTimers();
    expect(listener.failed.mock.calls).toEqual([["no answer", false]]);
  });

  it("reports that no search can run", () => {
    const { workers, search, listener } = fixture();
    search.ask(read, listener);
    workers[0]?.says({ failed: "forbidden", unable: true });
    expect(listener.failed.mock.calls).toEqual([["forbidden", true]]);
  });

  it("fails if workers are forbidden", () => {
    const listener = { answered: vi.fn(), failed: vi.fn() };
    const forbidden = () => {
      throw new Error("a policy forbids it");
    };
    new SearchClient(forbidden, "").ask(read, listener);
    expect(listener.failed.mock.calls).toEqual([["a policy forbids it", true]]);
  });
});

describe("search.wasm in a page", () => {
  const wasm = readFileSync("../adaptoid_widget/engine/backends/search.wasm");
  // two adaptoids on three discs in a row: "adaptoid@lattice:A1.A2.A3 w 0,0 W:A1 B:A3"
  const list = (cells = 2048): SearchRequest => ({
    do: "list",
    state: "1 4 0 0 0 0 0 0 0 0 0 0",
    grows: 0,
    context: "7 2 5 0 1",
    near: ["2 5 2", ..."0".repeat(62)].join(" "),
    head: `0 0 0 1 ${cells / 2} 0 1`,
    work: 100_000,
    table: cells,
    seconds: 0,
  });

  it("gives the same answers to repeated searches", () => {
    const module = new SearchModule(new WebAssembly.Module(wasm));
    const answers = [1, 2].map(() => {
      const listed = module.answer(list());
      const turns = "codes" in listed ? listed.codes.length / 2 : 0;
      const order = Array.from({ length: turns }, (_, turn) => turn);
      const looked = module.answer({
        do: "search_root",
        left: 8,
        lines: 1,
        limit: String(1n << 60n),
        nodes: 0,
        order,
      });
      return [listed, looked, module.answer({ do: "read", entry: 0 })];
    });
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.[0]).toEqual({ codes: [0, 64 + 1, 0, 128 + 0, 0, 192 + 0] });
    expect(answers[0]?.[1]).toMatchObject({ finished: 3, nodes: expect.any(Number) });
    expect(answers[0]?.[2]).toEqual({ cells: expect.stringMatching(/^-?\d+ -?\d+$/) });
  });

  it("ends a search at its deadline after the first depth, and reports progress", () => {
    let now = 0;
    const alive = vi.fn(() => {
      now += 400;
    });
    const module = new SearchModule(new WebAssembly.Module(wasm), alive, () => now);
    // "adaptoid w 0,0 W:D2 B:D6"
    const start: SearchRequest = {
      do: "list",
      state: "65536 1048576 0 0 0 0 0 0 0 0 0 0",
      grows: 0,
      context: "137438953471 2 5 0 1",
      near: `${NEAR} ${"0 ".repeat(28)}`.trim(),
      head: "0 0 0 1 65536 1983613069789375825 1 0 190 252 -1066 1358 955 2127",
      work: 72_748,
      table: 131_072,
      seconds: 1,
    };
    const { codes } = module.answer(start) as { codes: number[] };
    const order = Array.from({ length: codes.length / 2 }, (_, turn) => turn);
    const look = (left: number) =>
      module.answer({ do: "search_root", left, lines: 3, limit: String(1n << 60n), nodes: 0, order });
    const deep = look(4 * 30) as { finished: number; nodes: number };
    expect(deep.finished).toBeLessThan(order.length);
    expect(alive).toHaveBeenCalledTimes(3);
    expect(deep.nodes).toBeGreaterThan(750_000);
    expect(look(4)).toMatchObject({ finished: order.length });
  });

  it("fails for too large a table and still answers smaller searches", () => {
    const module = new SearchModule(new WebAssembly.Module(wasm));
    expect(() => module.answer(list(2 ** 30))).toThrow(RangeError);
    expect(module.answer(list())).toMatchObject({ codes: expect.any(Array) });
  });
});
