import { afterEach, describe, expect, it, vi } from "vitest";
import { embeddedText } from "../../src/embedded/embedded";
import type { FromContent, FromWorker, PythonMessage, WorkerLike } from "../../src/embedded/page_types";
import { PageTexts, showProblem } from "../../src/embedded/texts";
import { PageModel } from "../../src/page/model";
import { PythonConnection } from "../../src/page/python_connection";
import type { Answer, Snapshot } from "../../src/protocol/types";
import { fileName } from "../../src/storage/storage_keys";
import { type MicroPython, startRuntime } from "../../src/worker/micropython";
import type { SearchListener } from "../../src/worker/search_client";

/** A worker that records the intents for its only content; the test sends its answers. */
class FakeWorker implements WorkerLike {
  readonly received: string[] = [];
  readonly terminate = vi.fn();
  private readonly listeners: Record<string, ((event: never) => void)[]> = { message: [], error: [] };

  postMessage(message: PythonMessage): void {
    if ("intent" in message) this.received.push(message.intent);
  }

  addEventListener(type: string, listener: (event: never) => void): void {
    this.listeners[type]?.push(listener);
  }

  says(message: FromContent): void {
    for (const listener of this.listeners.message ?? [])
      listener({ data: { content: 0, ...message } } as never);
  }

  breaks(message: string): void {
    for (const listener of this.listeners.error ?? []) listener({ message } as never);
  }
}

/** The channel of the only content of a worker. `early`: what the worker has said before. */
function channelOf(worker: WorkerLike, early: MessageEvent<FromWorker>[] = []) {
  return new PythonConnection({ worker, release: () => early, restart: () => worker }).content(0);
}

const searching = { ask: vi.fn(), stop: vi.fn() };
const search = () => searching;
const silent = { ready: () => {}, keep: () => {}, failed: () => {} };

const snapshot = (rev: number) => ({ rev, position: `position ${rev}` }) as Snapshot;
const traits: Answer = {
  snapshot: snapshot(0),
  discs: { name: "hex4", cells: [], tray: "" },
  wording: { language: "en", ui: {} },
};

async function started(listener = silent): Promise<{ worker: FakeWorker; model: PageModel }> {
  const worker = new FakeWorker();
  const begun = PageModel.start({ channel: channelOf(worker), first: "", search }, listener);
  worker.says({ type: "first", text: JSON.stringify(traits) });
  return { worker, model: await begun };
}

const answer = (worker: FakeWorker, content: Answer) =>
  worker.says({ type: "answer", text: JSON.stringify(content) });

describe("the model of a shared page", () => {
  it("has the first snapshot", async () => {
    const { worker, model } = await started();
    expect(worker.received).toEqual([]);
    expect(model.get("snapshot").position).toBe("position 0");
    expect(model.get("discs").name).toBe("hex4");
  });

  it("handles messages that the worker sent before the model listened", async () => {
    const messageOf = (data: FromContent) =>
      ({ type: "message", data: { content: 0, ...data } }) as MessageEvent<FromWorker>;
    const first = messageOf({ type: "first", text: JSON.stringify(traits) });
    const model = await PageModel.start(
      { channel: channelOf(new FakeWorker(), [first]), first: "", search },
      silent,
    );
    expect(model.get("snapshot").rev).toBe(0);
    for (const end of [
      messageOf({ type: "failed", text: "no wasm" }),
      { type: "error", message: "no wasm" },
    ]) {
      const early = [end as MessageEvent<FromWorker>];
      const begun = { channel: channelOf(new FakeWorker(), early), first: "", search };
      await expect(PageModel.start(begun, silent)).rejects.toThrow("no wasm");
    }
  });

  it("starts the computer's search at once and requests its turn once, after a pause", async () => {
    vi.useFakeTimers();
    const { worker } = await started();
    const thinking = { ...snapshot(3), computer: { state: "thinking", does: "stop" } } as Snapshot;
    answer(worker, { snapshot: thinking });
    answer(worker, { snapshot: { ...thinking, rev: 4 } });
    const think = { kind: "think", id: "page", clock: expect.any(Number) };
    const begun = [3, 4].map((rev) => ({ ...think, rev, early: true }));
    expect(worker.received.map((text) => JSON.parse(text))).toEqual(begun);
    vi.runAllTimers();
    answer(worker, { snapshot: snapshot(5) });
    vi.runAllTimers();
    vi.useRealTimers();
    expect(worker.received.map((text) => JSON.parse(text))).toEqual([...begun, { ...think, rev: 4 }]);
  });

  it("passes each search request on once and stops a search that is no longer needed", async () => {
    const { worker } = await started();
    searching.stop.mockClear();
    const request = { do: "read", entry: 2 } as const;
    for (let time = 0; time < 2; time++)
      answer(worker, { searches: { turn: { number: 3, request } }, bad_address: false });
    expect(searching.ask).toHaveBeenCalledOnce();
    const [asked_request, listener] = searching.ask.mock.calls[0] as [object, SearchListener];
    expect(asked_request).toEqual(request);
    listener.answered({ cells: "1 2" });
    listener.failed("gone", true);
    const intent = { kind: "searched", id: "page", rev: 0, number: 3, clock: expect.any(Number) };
    expect(worker.received.map((text) => JSON.parse(text))).toEqual([
      { ...intent, answer: { cells: "1 2" } },
      { ...intent, failed: "gone", unable: true },
    ]);
    expect(searching.stop).not.toHaveBeenCalled();
    answer(worker, { searches: {} });
    expect(searching.stop).toHaveBeenCalledOnce();
  });

  it("sends an intent as JSON", async () => {
    const { worker, model } = await started();
    model.send({ id: 1, rev: 0, kind: "undo" });
    expect(JSON.parse(worker.received[0] as string)).toEqual({
      ...{ id: 1, rev: 0, kind: "undo" },
      clock: expect.any(Number),
    });
  });

  it("sends a long text in pieces, which are read faster", async () => {
    const { worker, model } = await started();
    const text = `${"𝄞\n".repeat(1001)}end`;
    model.send({ id: 1, rev: 0, kind: "open", text });
    const { text: pieces } = JSON.parse(worker.received[0] as string);
    expect(pieces.join("")).toBe(text);
    expect(Math.max(...pieces.map((piece: string) => [...piece].length))).toBeLessThan(1000);
  });

  it("emits the new snapshot before the reply", async () => {
    const { worker, model } = await started();
    const events: unknown[] = [];
    model.on("change:snapshot", () => events.push(model.get("snapshot").rev));
    model.on("msg:custom", (message) => events.push(message));
    const reply = { type: "reply", id: 1, rev: 1, ok: true } as const;
    answer(worker, { snapshot: snapshot(1), reply });
    expect(events).toEqual([1, reply]);
  });

  it("emits only changed traits", async () => {
    const { worker, model } = await started();
    const changed = vi.fn();
    for (const name of ["snapshot", "discs", "wording"]) model.on(`change:${name}`, () => changed(name));
    answer(worker, { reply: { type: "reply", id: 1, rev: 0, ok: false, text: "No." } });
    expect(changed).not.toHaveBeenCalled();
    answer(worker, { discs: { name: "hex5", cells: [], tray: "" }, snapshot: snapshot(1) });
    expect(changed.mock.calls).toEqual([["discs"], ["snapshot"]]);
    expect(model.get("discs").name).toBe("hex5");
  });

  it("does not call a removed listener", async () => {
    const { worker, model } = await started();
    const listener = vi.fn();
    model.on("msg:custom", listener);
    model.off("msg:custom", listener);
    answer(worker, { reply: { type: "reply", id: 1, rev: 0, ok: true } });
    expect(listener).not.toHaveBeenCalled();
  });

  it("passes on the state to store and errors of the worker", async () => {
    const listener = { ready: vi.fn(), keep: vi.fn(), failed: vi.fn() };
    const { worker } = await started(listener);
    worker.says({ type: "keep", text: "the game" });
    worker.says({ type: "failed", text: "out of memory" });
    worker.breaks("gone");
    expect(listener.keep.mock.calls).toEqual([["the game"]]);
    expect(listener.failed.mock.calls).toEqual([["out of memory"], ["gone"]]);
    expect(listener.ready).toHaveBeenCalledOnce();
  });

  it("shows the embedded snapshot while Python starts", async () => {
    const listener = { ready: vi.fn(), keep: vi.fn(), failed: vi.fn() };
    const worker = new FakeWorker();
    const first = JSON.stringify(traits);
    const model = await PageModel.start({ channel: channelOf(worker), first, search }, listener);
    expect([model.get("snapshot").position, model.starting]).toEqual(["position 0", true]);
    expect(listener.ready).not.toHaveBeenCalled();
    worker.says({ type: "first", text: "" });
    expect(listener.ready).toHaveBeenCalledOnce();
    expect(model.starting).toBe(false);
  });

  it("sends intents made during the start one by one, each with the rev of the reply before", async () => {
    const worker = new FakeWorker();
    const first = JSON.stringify(traits);
    const model = await PageModel.start({ channel: channelOf(worker), first, search }, silent);
    const sentKinds = () =>
      worker.received.map((text) => JSON.parse(text)).map(({ kind, rev }) => `${kind} at ${rev}`);
    for (const kind of ["language", "grow"]) model.send({ id: 1, rev: 0, kind });
    expect(sentKinds()).toEqual([]);
    worker.says({ type: "first", text: first });
    expect(sentKinds()).toEqual(["language at 0"]);
    model.send({ id: 2, rev: 0, kind: "level" });
    answer(worker, { snapshot: snapshot(1), reply: { type: "reply", id: 1, rev: 1, ok: true } });
    answer(worker, { snapshot: snapshot(2), reply: { type: "reply", id: 1, rev: 2, ok: true } });
    expect(sentKinds()).toEqual(["language at 0", "grow at 1", "level at 2"]);
    answer(worker, { reply: { type: "reply", id: 2, rev: 2, ok: true } });
    model.send({ id: 3, rev: 2, kind: "undo" });
    expect(sentKinds().at(-1)).toBe("undo at 2");
  });

  it("requests the computer's turn only after Python has started", async () => {
    vi.useFakeTimers();
    const worker = new FakeWorker();
    const thinking = { ...snapshot(0), computer: { state: "thinking", does: "stop" } } as Snapshot;
    const first = JSON.stringify({ ...traits, snapshot: thinking });
    await PageModel.start({ channel: channelOf(worker), first, search }, silent);
    vi.runAllTimers();
    expect(worker.received).toEqual([]);
    worker.says({ type: "first", text: first });
    vi.runAllTimers();
    vi.useRealTimers();
    expect(worker.received.map((text) => JSON.parse(text).kind)).toEqual(["think", "think"]);
  });

  it("reports that Python did not start behind a shown board", async () => {
    const listener = { ready: vi.fn(), keep: vi.fn(), failed: vi.fn() };
    const worker = new FakeWorker();
    await PageModel.start({ channel: channelOf(worker), first: JSON.stringify(traits), search }, listener);
    worker.says({ type: "failed", text: "no wasm" });
    expect([listener.ready.mock.calls, listener.failed.mock.calls]).toEqual([[], [["no wasm"]]]);
  });

  it("is rejected when Python does not start", async () => {
    for (const end of [
      (worker: FakeWorker) => worker.says({ type: "failed", text: "no wasm" }),
      (worker: FakeWorker) => worker.breaks("no wasm"),
    ]) {
      const worker = new FakeWorker();
      const begun = PageModel.start({ channel: channelOf(worker), first: "", search }, silent);
      end(worker);
      await expect(begun).rejects.toThrow("no wasm");
    }
  });
});

describe("the file of results", () => {
  it("has the learner's name in its own name, in characters that any system allows", () => {
    const name = (learner: string) => fileName({ lesson: "fork", learner });
    expect(name("Ann")).toBe("fork.Ann.results.json");
    expect(name(" Zoë  M. / 2b ")).toBe("fork.Zoë-M-2b.results.json");
    expect(name("山田 花子")).toBe("fork.山田-花子.results.json");
    expect([name(""), name("../..")]).toEqual(["fork.results.json", "fork.results.json"]);
  });
});

describe("the engine of a shared page", () => {
  it("writes every file before it opens the game", async () => {
    const steps: string[] = [];
    const keys: string[] = [];
    const Runtime = (
      languages: string,
      nameKey: (name: string) => string,
      _: unknown,
      words: (tag: string) => string,
    ) => {
      steps.push(`Runtime ${JSON.stringify(languages)} ${words("es")}`);
      keys.push(...["Zoë\u200d  Straße", "ZOE\u0308 STRASSE "].map(nameKey));
      return { open: () => ({ first: () => "", handle: () => "", keep: () => "" }), publish: () => {} };
    };
    const python: MicroPython = {
      FS: {
        writeFile: (path, content) => void steps.push(`${path} = ${[...content]}`),
      },
      pyimport: (name) => {
        steps.push(`import ${name}`);
        return { Runtime, mount: (root: string, path: string) => steps.push(`${root} of ${path}`) };
      },
    };
    // the content of a file has a line end
    const sizes = [
      ["typing.mpy", 1],
      ["module_archive.mpy", 3],
      ["a/d.mpy", 2],
    ];
    const modules = new Uint8Array([
      ...new TextEncoder().encode(`${JSON.stringify(sizes)}\n`),
      77,
      1,
      10,
      3,
      10,
      255,
    ]);
    startRuntime(python, modules.buffer, "de\nDeutsch\n{1}\0es\nEspañol\n{2}\n");
    expect(steps).toEqual([
      "/module_archive.mpy = 1,10,3",
      `/modules = ${[...modules]}`,
      "import module_archive",
      "/page of /modules",
      "import adaptoid_widget.core.page.runtime",
      'Runtime "de\\nDeutsch\\u0000es\\nEspañol" {2}\n',
    ]);
    expect(keys).toEqual(["zoë strasse", "zoë strasse"]);
  });
});

describe("the stored state of a shared page", () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.resetModules();
    location.hash = "";
  });

  const storage = (links: boolean) => {
    const settings = { board: "p1", storage: "device", links, words: {} };
    document.body.innerHTML = `<script type="text/plain" id="adaptoid-config">${JSON.stringify(settings)}</script>`;
    return import("../../src/storage/storage");
  };

  it("has the language chosen on a page of the same language", async () => {
    const { languageOf } = await storage(false);
    const stored = JSON.stringify({ spoken: { en: "es" } });
    expect(["en", "de"].map((language) => languageOf(stored, language))).toEqual(["es", ""]);
    for (const older of ["", "{", "null", "7", '{"language":"en"}']) expect(languageOf(older, "en")).toBe("");
  });

  it("is an object with few keys in the language of a site, whatever was stored", async () => {
    const settings = { board: "p1", storage: "device", links: false, words: {}, site: { root: "" } };
    document.body.innerHTML = `<script type="text/plain" id="adaptoid-config">${JSON.stringify(settings)}</script>`;
    const { readState } = await import("../../src/storage/storage");
    const { storedObject } = await import("../../src/storage/stored_state");
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`key ${n}`, n]));
    for (const stored of ["a text", [1, 2], 5, null, many]) {
      localStorage.setItem("adaptoid p1", JSON.stringify(stored));
      expect(Object.keys(JSON.parse(readState()))).toEqual(["spoken"]);
      expect(storedObject(stored)).toEqual({});
    }
    localStorage.setItem("adaptoid p1", '{"game": 1}');
    expect(Object.keys(JSON.parse(readState()))).toEqual(["game", "spoken"]);
    localStorage.clear();
  });

  it("can be read again, or saving reports a failure", async () => {
    const { readState } = await storage(false);
    const { pageState } = await import("../../src/storage/page_state");
    expect([pageState().save("the game"), readState()]).toEqual([true, "the game"]);
    const full = new DOMException("no room", "QuotaExceededError");
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw full;
    });
    expect([pageState().save("a turn later"), readState()]).toEqual([false, "the game"]);
    vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
      throw new DOMException("not for this page", "SecurityError");
    });
    expect([pageState().save("two turns later"), readState()]).toEqual([false, ""]);
  });

  it("gives way to a position in the address", async () => {
    location.hash = "#adaptoid_w_0,0_W:D2%20B:D6";
    expect((await storage(true)).linkedPosition).toBe("adaptoid w 0,0 W:D2 B:D6");
    vi.resetModules();
    location.hash = "#adaptoid_w_%";
    expect((await storage(true)).linkedPosition).toBe("adaptoid_w_%");
    vi.resetModules();
    // Python says that this is none
    location.hash = "#rules";
    expect((await storage(true)).linkedPosition).toBe("rules");
    vi.resetModules();
    location.hash = "";
    expect((await storage(true)).linkedPosition).toBe("");
  });
});

describe("the problems above the board", () => {
  it("have a line each and can be removed one by one", () => {
    document.body.innerHTML = '<p id="adaptoid-trouble" hidden></p>';
    const problems = document.getElementById("adaptoid-trouble") as HTMLElement;
    showProblem("storage", "Nothing is saved.");
    showProblem("link", "The address is wrong.");
    showProblem("python", "Python stopped.", "no memory");
    const lines = ["Python stopped. (no memory)", "The address is wrong.", "Nothing is saved."];
    expect([problems.textContent, problems.hidden]).toEqual([lines.join("\n"), false]);
    showProblem("python", "");
    expect(problems.textContent).toBe(lines.slice(1).join("\n"));
    showProblem("storage", "");
    showProblem("link", "");
    expect([problems.textContent, problems.hidden]).toEqual(["", true]);
  });
});

describe("the contents of a shared page", () => {
  it("finds an element by its id, or raises an error", () => {
    document.body.innerHTML = '<script type="text/plain" id="a-part">&lt;text</script>';
    expect(embeddedText("a-part")).toBe("&lt;text");
    expect(() => embeddedText("another")).toThrow("another");
  });
});

describe("the texts around the board", () => {
  it("follow the number of players", () => {
    document.body.innerHTML =
      '<h1 data-word="title"></h1><p data-word="lead"></p><li data-word="rule.end"></li>';
    const words = () => [...document.querySelectorAll("[data-word]")].map((element) => element.textContent);
    const en = { title: "Club", lead: "two", "rule.end": "five", "rule.end.2": "five", "rule.end.3": "ten" };
    const texts = new PageTexts({ en: { ...en, "lead.2": "two", "lead.3": "three" } });
    texts.setLanguage("en");
    expect(words()).toEqual(["Club", "two", "five"]);
    texts.setPlayers(3);
    expect(words()).toEqual(["Club", "three", "ten"]);
    texts.setPlayers(2);
    expect(words()).toEqual(["Club", "two", "five"]);
    document.body.replaceChildren();
  });

  it("fills slots with names that a replacement would take for patterns", () => {
    const texts = new PageTexts({ en: { "learner.sure": "Remove {name}?" } });
    texts.setLanguage("en");
    expect(texts.get("learner.sure", { name: "A$&B" })).toBe("Remove A$&B?");
  });
});
