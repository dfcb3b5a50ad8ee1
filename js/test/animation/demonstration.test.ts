import { afterEach, describe, expect, it, vi } from "vitest";
import { Demonstration } from "../../src/animation/demonstration";
import { createTranslator } from "../../src/i18n/messages";
import type { PartContext } from "../../src/parts/contract";
import type { FilmFrame, Intent, Reply } from "../../src/protocol/types";
import { type State, start } from "../../src/state/state";
import { hex4, midgame } from "../samples";

const t = createTranslator({ language: "en", ui: { "ui.see.end": "Back" }, languages: [] });

function frame(position: string): FilmFrame {
  const feeding = { now: [], starved: [] };
  return { position, turn: "W", step: "move", pieces: [], starving: [], last: null, marks: null, feeding };
}

const line = { from: 3, to: 6, node: 5 };

/** A demonstration in a view whose Python has not answered yet. */
function offered() {
  let state: State = start(midgame(), hex4);
  const shown = state.snapshot;
  const asked: Intent[] = [];
  let answer: (reply: Reply) => void = () => {};
  const ask = (intent: Intent, _: number, answered: typeof answer) => {
    asked.push(intent);
    answer = answered;
  };
  const context = {
    slots: { board: document.createElement("div"), pieces: document.createElement("div") },
    ...{ client: { ask }, state: () => state, signal: new AbortController().signal, announce: () => {} },
    change: (next: State) => {
      state = next;
      see.draw(line, "See why", t);
    },
  } as unknown as PartContext;
  const see: Demonstration = new Demonstration(context);
  see.draw(line, "See why", t);
  const press = (what: string) =>
    see.element.querySelector<HTMLElement>(`[data-demonstration=${what}]`)?.click();
  const frames = ["one", "two", "three"].map(frame);
  return {
    ...{ see, shown, asked, press, context },
    position: () => state.snapshot.position,
    snapshot: () => state.snapshot,
    answer: (reply: Partial<Reply> = {}) => answer({ ok: true, frames, ...reply } as Reply),
  };
}

afterEach(() => vi.useRealTimers());

describe("a demonstration", () => {
  it("plays the turns one after the other and goes back", () => {
    vi.useFakeTimers();
    const { asked, press, answer, position, snapshot, shown, see } = offered();
    expect(see.element.textContent).toBe("See why");
    press("play");
    expect(asked).toMatchObject([{ kind: "film", from: 3, to: 6, node: 5, flipped: false }]);
    answer();
    const seen = [position()];
    while (vi.getTimerCount()) {
      vi.runOnlyPendingTimers();
      seen.push(position());
    }
    expect(seen).toEqual(["one", "two", "three", shown.position]);
    expect(snapshot()).toBe(shown);
    expect(see.element.textContent).toBe("See why");
  });

  it("leaves its button alone while turns are shown, so that a click on it is not lost", () => {
    vi.useFakeTimers();
    const { press, answer, position, see } = offered();
    press("play");
    answer();
    const button = see.element.querySelector("[data-demonstration=play]") as HTMLElement;
    const changes = new MutationObserver(() => {});
    changes.observe(button, { childList: true, subtree: true });
    vi.runOnlyPendingTimers();
    expect(position()).toBe("two");
    expect(changes.takeRecords()).toEqual([]);
  });

  it("can be stepped, and then stays until it is ended", () => {
    vi.useFakeTimers();
    const { press, answer, position, snapshot, shown, see } = offered();
    press("play");
    answer();
    expect([see.element.textContent, snapshot().history.at]).toEqual(["Back0 / 2 ", 3]);
    press("step");
    expect([position(), snapshot().history.at, vi.getTimerCount()]).toEqual(["two", 4, 0]);
    press("back");
    press("back");
    expect(position()).toBe("one");
    press("play");
    expect(snapshot()).toBe(shown);
  });

  it("ends when Python shows something else, and does not begin after it or without turns", () => {
    const { press, answer, context, see, snapshot } = offered();
    press("play");
    answer({ frames: [frame("one")] });
    expect(see.isPlaying).toBe(false);
    press("play");
    answer();
    expect(see.isPlaying).toBe(true);
    const next = midgame({ rev: 8 });
    context.change({ ...context.state(), snapshot: next });
    expect(see.isPlaying).toBe(false);
    expect(snapshot()).toBe(next);
  });
});
