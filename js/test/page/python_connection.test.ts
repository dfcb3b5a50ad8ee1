import { describe, expect, it, vi } from "vitest";
import type { ContentStart, FromWorker, PythonMessage, WorkerLike } from "../../src/embedded/page_types";
import { PageModel } from "../../src/page/model";
import { PythonConnection } from "../../src/page/python_connection";
import type { Snapshot } from "../../src/protocol/types";
import type { Content, Runtime, TellNews } from "../../src/worker/micropython";
import { PythonWorker } from "../../src/worker/python_worker";

const encoded = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).buffer as ArrayBuffer;
const nothing = new ArrayBuffer(0);
const start = (options: unknown) => {
  const packed = { wasm: nothing, glue: nothing, modules: nothing, languages: nothing };
  return { ...packed, options: encoded(options) };
};
const opened: ContentStart = { kind: "game", savedState: "", isFirstShown: false };

/** A content that counts its intents. An intent "fail" raises an error. */
function counter(name: string, rev = 0): Content & { add(what: string): string } {
  const answer = (reply: object) =>
    JSON.stringify({ snapshot: { rev, board: name, position: `${name} ${rev}` }, ...reply });
  return {
    first: () => answer({}),
    handle: (text) => {
      const { id, kind } = JSON.parse(text);
      if (kind === "fail") throw new Error(`${name} failed`);
      rev++;
      return answer({ reply: { type: "reply", id, rev, ok: true } });
    },
    keep: () => `${name} at ${rev}`,
    continue_from: (shown) => {
      rev = shown + 1;
    },
    add: (what) => `${name} has ${what}`,
  };
}

/** A page with several contents, and its worker with a Python that has only counters. */
function page(options: unknown = { contents: [{}, {}, {}] }) {
  const openedWith: unknown[][] = [];
  let tell: TellNews = () => {};
  const runtime: Runtime = {
    open: (kind, given, stored, name) => {
      openedWith.push([kind, JSON.parse(given), stored, name]);
      if (JSON.parse(given).broken) throw new Error(`${name} is broken`);
      return counter(name);
    },
    publish: () => {},
  };
  const makeWorker = () => {
    const listeners: ((event: MessageEvent<FromWorker>) => void)[] = [];
    const says = (data: FromWorker) => {
      for (const listener of listeners) listener({ data } as MessageEvent<FromWorker>);
    };
    const python = new PythonWorker(async (_files, toPage) => {
      tell = toPage ?? tell;
      return runtime;
    }, says);
    const worker: WorkerLike = {
      postMessage: (message) => python.receive(message as PythonMessage),
      addEventListener: (type: string, listener: (event: never) => void) => {
        if (type === "message") listeners.push(listener as (typeof listeners)[number]);
      },
      terminate: () => void listeners.splice(0),
    };
    worker.postMessage(start(options));
    return worker;
  };
  const connection = new PythonConnection({
    worker: makeWorker(),
    release: () => [],
    restart: makeWorker,
  });
  const said = (name: number | string) => {
    const heard: string[] = [];
    connection.content(name).listen(({ type, text }) => heard.push(`${type} ${text}`));
    return heard;
  };
  return { connection, openedWith, said, tell: (...news: Parameters<TellNews>) => tell(...news) };
}

const search = () => ({ ask: () => {}, stop: () => {} });

/** A model of a content, which opens again when Python was started again. */
async function model({ connection }: ReturnType<typeof page>, name: number) {
  const channel = connection.content(name);
  const listener = {
    ready: vi.fn(),
    keep: vi.fn<(state: string) => void>(),
    failed: vi.fn<(text: string) => void>(),
    restarted: () => {
      const savedState = listener.keep.mock.lastCall?.[0] ?? "";
      channel.open({ ...opened, savedState, rev: made.get("snapshot").rev });
    },
  };
  channel.open(opened);
  const made = await PageModel.start({ channel, first: "", search }, listener);
  return { made, listener };
}

describe("the contents of one page", () => {
  it("open with their own options and with those that they share", async () => {
    const { connection, openedWith, said } = page({
      weights: 7,
      contents: [{ game: 1 }, { game: 2, weights: 8 }],
    });
    const heard = said(1);
    connection.content(0).open({ ...opened, board: "p1-2" });
    connection.content(1).open({ ...opened, kind: "lesson", savedState: "before" });
    connection.content("cell").open({ ...opened, options: '{"game":3}' });
    await vi.waitFor(() => expect(openedWith.length).toBe(3));
    const day = expect.any(Number);
    expect(openedWith).toEqual([
      ["game", { day, weights: 7, game: 1, board: "p1-2" }, "", "0"],
      ["lesson", { day, weights: 8, game: 2 }, "before", "1"],
      ["game", { day, game: 3 }, "", "cell"],
    ]);
    expect(heard).toEqual(['first {"snapshot":{"rev":0,"board":"1","position":"1 0"}}']);
  });

  it("are answered in one order, each on its own channel", async () => {
    const { connection, said } = page();
    const heard = [said(0), said(1)];
    for (const name of [0, 1]) connection.content(name).open({ ...opened, isFirstShown: true });
    for (const name of [1, 0, 1]) connection.content(name).ask('{"kind":"grow"}');
    const types = () => heard.map((each) => each.map((text) => text.split(" ")[0]));
    await vi.waitFor(() => expect(types()[1]).toEqual(["first", "answer", "keep", "answer", "keep"]));
    expect(types()[0]).toEqual(["first", "answer", "keep"]);
    expect(heard[1]?.at(-1)).toBe("keep 1 at 2");
  });

  it("do not fail with another one", async () => {
    const pageOf = page({ contents: [{}, { broken: true }, {}] });
    const heard = pageOf.said(1);
    const first = await model(pageOf, 0);
    pageOf.connection.content(1).open(opened);
    const last = await model(pageOf, 2);
    expect(heard).toEqual(["failed Error: 1 is broken"]);
    last.made.send({ id: 1, rev: 0, kind: "fail" });
    first.made.send({ id: 2, rev: 0, kind: "grow" });
    await vi.waitFor(() => expect(first.made.get("snapshot").position).toBe("0 1"));
    expect(last.listener.failed.mock.calls).toEqual([["Error: 2 failed"]]);
    expect(first.listener.failed).not.toHaveBeenCalled();
  });

  it("return what their other methods return, or raise", async () => {
    const { connection } = page();
    const channel = connection.content(0);
    const early = channel.call("add", "nothing");
    await expect(early).rejects.toThrow("before it was open");
    channel.open(opened);
    await expect(channel.opened()).resolves.toContain("0 0");
    const [one, two] = [channel.call("add", "one"), channel.call("add", "two")];
    await expect(two).resolves.toBe("0 has two");
    await expect(one).resolves.toBe("0 has one");
  });

  it("show what another content has changed in them, and store it", async () => {
    const pageOf = page();
    const { made, listener } = await model(pageOf, 0);
    const changed = vi.fn();
    made.on("change:snapshot", changed);
    pageOf.tell(
      "0",
      JSON.stringify({ snapshot: { rev: 5, position: "by a cell" } as Snapshot }),
      "its state",
    );
    expect([made.get("snapshot").position, listener.keep.mock.calls]).toEqual(["by a cell", [["its state"]]]);
    expect(changed).toHaveBeenCalledOnce();
  });

  it("go on from their stored states when Python is started again, and answer what had no answer", async () => {
    const pageOf = page();
    const first = await model(pageOf, 0);
    const second = await model(pageOf, 1);
    first.made.send({ id: 1, rev: 0, kind: "grow" });
    await vi.waitFor(() => expect(first.listener.keep).toHaveBeenCalledWith("0 at 1"));
    second.made.send({ id: 2, rev: 0, kind: "grow" });
    pageOf.connection.restart();
    expect(first.made.starting).toBe(true);
    await vi.waitFor(() => expect(second.listener.keep).toHaveBeenCalled());
    expect(pageOf.openedWith.slice(2).map(([, , stored, name]) => [name, stored])).toEqual([
      ["0", "0 at 1"],
      ["1", ""],
    ]);
    // counted on from what the boards showed
    expect([first.made, second.made].map((each) => each.get("snapshot").position)).toEqual(["0 2", "1 2"]);
  });

  it("all hear that the worker has died", () => {
    const listeners: Record<string, (event: never) => void> = {};
    const worker: WorkerLike = {
      postMessage: () => {},
      addEventListener: (type: string, listener: (event: never) => void) => {
        listeners[type] = listener;
      },
      terminate: () => {},
    };
    const connection = new PythonConnection({ worker, release: () => [], restart: () => worker });
    const heard: string[] = [];
    connection.content(0).listen(({ text }) => heard.push(`0: ${text}`));
    listeners.error?.({ message: "out of memory" } as never);
    connection.content(1).listen(({ text }) => heard.push(`1: ${text}`));
    expect(heard).toEqual(["0: out of memory", "1: out of memory"]);
  });
});
