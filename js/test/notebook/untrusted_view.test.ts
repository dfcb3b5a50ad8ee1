import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { showUntrusted } from "../../src/notebook/untrusted_view";
import { FakeModel, midgame } from "../samples";

describe("a board shown as text only", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const child = (type: string, content: string) =>
    `<div class="jp-OutputArea-child"><div class="jp-OutputArea-output" data-mime-type="${type}">${content}</div></div>`;
  const saved = (board: string) => child("text/html", `<div class="adaptoid-last-${board}"></div>`);
  const TEXT = "<pre>Board()</pre>";
  const outputs = () =>
    [...document.querySelectorAll(".jp-OutputArea-output")].map((output) => output.textContent);

  function draw() {
    const model = Object.assign(new FakeModel(midgame({ board: "k3f9" })), {});
    const ears = new Set<() => void>();
    const contentChanged = {
      connect: (hear: () => void) => ears.add(hear),
      disconnect: (hear: () => void) => ears.delete(hear),
    };
    Object.assign(model, { widget_manager: { context: { model: { contentChanged } } } });
    let open = 0;
    const ended = new AbortController();
    const show = ({ el }: { el: HTMLElement }) => {
      open++;
      el.append("a live board");
      return () => {
        open--;
        el.replaceChildren();
      };
    };
    showUntrusted({ model, signal: ended.signal, show });
    const end = () => ended.abort();
    const change = () => {
      for (const hear of ears) hear();
      vi.runAllTimers();
    };
    return { end, change, open: () => open, ears };
  }

  it("is rendered once, above its own saved picture", () => {
    document.body.innerHTML =
      child("text/plain", "7") +
      child("text/plain", TEXT) +
      saved("k3f9") +
      child("text/plain", TEXT) +
      saved("other");
    const { change, end, open } = draw();
    vi.runAllTimers();
    change();
    expect(outputs()).toEqual(["7", "a live board", "", "Board()", ""]);
    expect(open()).toBe(1);
    end();
    expect(outputs()).toEqual(["7", "Board()", "", "Board()", ""]);
    expect(open()).toBe(0);
  });

  it("is rendered when its output appears later, and closed when the output is removed", () => {
    document.body.innerHTML = "";
    const { change, end, open, ears } = draw();
    vi.runAllTimers();
    document.body.innerHTML = child("text/plain", TEXT) + saved("k3f9");
    change();
    expect(open()).toBe(1);
    document.body.innerHTML = "";
    document.dispatchEvent(new Event("scroll"));
    vi.runAllTimers();
    expect(open()).toBe(0);
    end();
    document.body.innerHTML = child("text/plain", TEXT) + saved("k3f9");
    document.dispatchEvent(new Event("scroll"));
    expect([ears.size, vi.getTimerCount()]).toEqual([0, 0]);
  });

  it("is not rendered where the live board is shown", () => {
    document.body.innerHTML = child("", "the widget") + saved("k3f9");
    const { open, end } = draw();
    vi.runAllTimers();
    expect(open()).toBe(0);
    end();
  });
});
