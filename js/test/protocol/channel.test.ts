import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Channel } from "../../src/protocol/channel";
import type { Client, Listen } from "../../src/protocol/client";
import type { Reply } from "../../src/protocol/types";
import { FakeModel } from "../samples";

let model: FakeModel;
let makeChannel: typeof Channel;
let makeClient: typeof Client;
let client: Client;
let channel: Channel;
let states: string[];
let answers: Reply[];
let ended: AbortController;
const listen: Listen = (handler, signal) => {
  model.on("msg:custom", handler);
  signal.addEventListener("abort", () => model.off("msg:custom", handler));
};
const hear = (message: unknown) => model.emit("msg:custom", message);
const ask = () => channel.ask({ kind: "undo" }, 7, (reply) => answers.push(reply));
const reply = (id: number, more: object = {}) => ({ type: "reply", id, rev: 8, ok: true, ...more });

beforeEach(async () => {
  // the first question has number 1
  vi.resetModules();
  const random = vi.spyOn(Math, "random").mockReturnValue(0);
  makeChannel = (await import("../../src/protocol/channel")).Channel;
  makeClient = (await import("../../src/protocol/client")).Client;
  random.mockRestore();
  vi.useFakeTimers();
  model = new FakeModel();
  states = [];
  answers = [];
  ended = new AbortController();
  client = new makeClient(model, listen, ended.signal);
  channel = new makeChannel(client, () => states.push(channel.state));
});
afterEach(() => vi.useRealTimers());

describe("one intent at a time", () => {
  it("an intent carries its id and the rev it was meant for", () => {
    ask();
    expect(model.sent).toEqual([{ kind: "undo", id: 1, rev: 7 }]);
  });

  it("no intent is sent while another one is pending", () => {
    expect(ask()).toBe(true);
    expect(ask()).toBe(false);
    vi.advanceTimersByTime(1000);
    expect(ask()).toBe(false);
    expect(model.sent).toHaveLength(1);
  });

  it("after the reply, the next intent is sent with another id", () => {
    ask();
    hear(reply(1));
    ask();
    expect(model.last.id).toBe(2);
  });

  it("a refusal is a reply too", () => {
    ask();
    hear(reply(1, { ok: false, code: "stale", text: "The board has moved on." }));
    expect(answers[0]).toMatchObject({ ok: false, code: "stale" });
    expect(channel.busy).toBe(false);
  });
});

it("an intent carries the notebook's callbacks for output", () => {
  const send = vi.fn();
  const manager = {
    shown: "log",
    callbacks() {
      return { iopub: this.shown };
    },
  };
  new makeClient({ send, widget_manager: manager }, listen, ended.signal).ask({ kind: "undo" }, 1, () => {});
  expect(send.mock.calls[0]?.[1]).toEqual({ iopub: "log" });
});

describe("replies are matched to their intents", () => {
  it.each([
    ["another view's", reply(99)],
    ["a later one's", reply(2)],
    ["not a reply", { type: "news", id: 1 }],
    ["nothing", null],
    ["a text", "1"],
    ["one with a text as its id", { type: "reply", id: "1", rev: 8, ok: true }],
  ])("%s message is ignored", (_, message) => {
    ask();
    hear(message);
    expect(answers).toEqual([]);
    expect(channel.busy).toBe(true);
  });

  it("a repeated reply counts once", () => {
    ask();
    hear(reply(1));
    hear(reply(1));
    expect(answers).toHaveLength(1);
  });
});

describe("when Python is slow", () => {
  it("a quick answer shows no sign of waiting", () => {
    ask();
    vi.advanceTimersByTime(299);
    hear(reply(1));
    vi.advanceTimersByTime(10_000);
    expect(states).toEqual(["sent", "idle"]);
  });

  it("after 300 ms it waits, after 4 s it is silent", () => {
    ask();
    vi.advanceTimersByTime(300);
    expect(channel.state).toBe("waiting");
    vi.advanceTimersByTime(3699);
    expect(channel.state).toBe("waiting");
    vi.advanceTimersByTime(1);
    expect(channel.state).toBe("silent");
  });

  it("a late reply clears the state and is handled", () => {
    ask();
    vi.advanceTimersByTime(60_000);
    hear(reply(1));
    expect(channel.state).toBe("idle");
    expect(answers).toHaveLength(1);
  });

  it("is not silent while Python starts", () => {
    model.starting = true;
    ask();
    vi.advanceTimersByTime(60_000);
    expect(channel.state).toBe("waiting");
    model.starting = false;
    vi.advanceTimersByTime(8000);
    expect(channel.state).toBe("silent");
  });

  it("after a silence another intent may be sent, and each gets its own reply", () => {
    const answered: [string, number][] = [];
    channel.ask({ kind: "map", color: "W" }, 7, ({ id }) => answered.push(["map", id]));
    vi.advanceTimersByTime(4000);
    expect(channel.ask({ kind: "foresee", at: "D4" }, 7, ({ id }) => answered.push(["foresee", id]))).toBe(
      true,
    );
    hear(reply(1));
    expect(answered).toEqual([["map", 1]]);
    // the second intent is still pending
    expect(channel.state).toBe("sent");
    hear(reply(2));
    expect(answered).toEqual([
      ["map", 1],
      ["foresee", 2],
    ]);
    expect(channel.state).toBe("idle");
  });

  it("the sender is told once of the silence, and still gets the reply", () => {
    const silent = vi.fn();
    channel.ask({ kind: "undo" }, 7, (reply) => answers.push(reply), silent);
    vi.advanceTimersByTime(3999);
    expect(silent).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60_000);
    expect(silent).toHaveBeenCalledTimes(1);
    hear(reply(1));
    expect(answers).toHaveLength(1);
  });

  it("intents of a client do not wait for one another", () => {
    const answered: number[] = [];
    for (let i = 0; i < 3; i++)
      client.ask({ kind: "history", from: i, to: 9 }, 7, ({ id }) => answered.push(id));
    for (const id of [3, 1, 2]) hear(reply(id));
    expect(answered).toEqual([3, 1, 2]);
  });

  it("a snapshot ends the silence", () => {
    ask();
    channel.alive();
    expect(channel.busy).toBe(true);
    vi.advanceTimersByTime(4000);
    channel.alive();
    expect(channel.state).toBe("idle");
  });

  it("a model that cannot send is silent at once", () => {
    const send = () => {
      throw new Error("no kernel");
    };
    const broken = new makeChannel(new makeClient({ send }, listen, ended.signal));
    broken.ask({ kind: "undo" }, 1, () => {});
    vi.advanceTimersByTime(0);
    expect(broken.state).toBe("silent");
  });

  it("closing removes timers and listeners and ignores later replies", () => {
    ask();
    ended.abort();
    expect([vi.getTimerCount(), model.ears]).toEqual([0, 0]);
    hear(reply(1));
    expect(answers).toEqual([]);
  });
});
