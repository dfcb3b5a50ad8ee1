import { describe, expect, it, vi } from "vitest";
import home from "../../src/notebook/home";
import serve from "../../src/notebook/notebook";
import { Client, follow, type Listen } from "../../src/protocol/client";
import { board, find, has, key, mounts, press, show } from "../mount";

mounts();

/** A signal of JupyterLab that a test emits. */
class Signal {
  readonly #listeners = new Set<(sender: unknown, value: unknown) => void>();
  connect(listener: (sender: unknown, value: unknown) => void) {
    this.#listeners.add(listener);
  }
  disconnect(listener: (sender: unknown, value: unknown) => void) {
    this.#listeners.delete(listener);
  }
  emit(value: unknown) {
    for (const listener of this.#listeners) listener(this, value);
  }
  get count() {
    return this.#listeners.size;
  }
}

function signals() {
  return {
    statusChanged: new Signal(),
    kernelChanged: new Signal(),
    connectionStatusChanged: new Signal(),
  };
}

/** A board in a notebook whose kernel the test changes. */
function served(hasDocument = true) {
  const { model, el } = board();
  const session = signals();
  const manager = hasDocument ? { context: { sessionContext: session } } : { kernel: session };
  Object.assign(model, { widget_manager: manager });
  const closed = new AbortController();
  const { signal } = closed;
  const listen: Listen = (handler, until) => follow(model, "msg:custom", handler, until);
  serve({ model, listen, client: new Client(model, listen, signal), signal, show: () => () => {} });
  return { model, el, session, close: () => closed.abort() };
}

const isGone = (el: Element) => has(el, ".adaptoid-widget[data-gone] .adaptoid-board > .adaptoid-gone");

describe("a board whose kernel is gone", () => {
  it.each(["restarting", "autorestarting", "terminating", "dead"])("says so at once: %s", (status) => {
    const { el, session } = served();
    for (const usual of ["busy", "idle", "starting", "unknown"]) session.statusChanged.emit(usual);
    expect(isGone(el)).toBe(false);
    session.statusChanged.emit(status);
    expect(isGone(el)).toBe(true);
    expect(find(el, ".adaptoid-gone [role=alert]").textContent).toBe("Python does not answer.");
    // the new kernel does not know the board
    for (const usual of ["starting", "busy", "idle"]) session.statusChanged.emit(usual);
    session.connectionStatusChanged.emit("connected");
    expect(isGone(el)).toBe(true);
  });

  it("says so when another kernel takes its place, but not when the same one is connected again", () => {
    const { el, session } = served();
    session.kernelChanged.emit({ oldValue: null, newValue: { id: "a" } });
    session.kernelChanged.emit({ oldValue: { id: "a" }, newValue: { id: "a" } });
    expect(isGone(el)).toBe(false);
    session.kernelChanged.emit({ oldValue: { id: "a" }, newValue: null });
    expect(isGone(el)).toBe(true);
  });

  it("says so in a host that has no document, such as Voila", () => {
    const { el, session } = served(false);
    session.statusChanged.emit("autorestarting");
    expect(isGone(el)).toBe(true);
  });

  it("says so in sight, whatever of the board is scrolled away", () => {
    let report: IntersectionObserverCallback = () => {};
    let count = 0;
    vi.stubGlobal(
      "IntersectionObserver",
      class {
        constructor(callback: IntersectionObserverCallback) {
          report = callback;
        }
        observe(): void {
          count += 1;
        }
        disconnect(): void {
          count -= 1;
        }
      },
    );
    const { el, session, close } = served();
    session.statusChanged.emit("dead");
    const text = find(el, ".adaptoid-gone [role=alert]");
    Object.defineProperty(text, "offsetHeight", { value: 60 });
    const topAfter = (top: number, isIntersecting = true) => {
      const boundingClientRect = { top, height: 400 };
      const intersectionRect = { top: Math.max(0, top) };
      const entry = { isIntersecting, boundingClientRect, intersectionRect } as IntersectionObserverEntry;
      report([entry], {} as IntersectionObserver);
      return text.style.top;
    };
    expect([50, 0, -130].map((top) => topAfter(top))).toEqual(["0px", "0px", "130px"]);
    // all of it stays on the board
    expect(topAfter(-390)).toBe("316px");
    expect(topAfter(-900, false)).toBe("316px");
    expect(count).toBe(1);
    close();
    expect(count).toBe(0);
    vi.unstubAllGlobals();
  });

  it("lives again when the page has found the lost kernel", () => {
    const { el, model, session } = served();
    session.connectionStatusChanged.emit("connecting");
    expect(isGone(el)).toBe(false);
    session.connectionStatusChanged.emit("disconnected");
    session.connectionStatusChanged.emit("connecting");
    expect(isGone(el)).toBe(true);
    session.connectionStatusChanged.emit("connected");
    expect(has(el, "[data-gone], .adaptoid-gone")).toBe(false);
    press(el, "[data-cell=E3]");
    press(el, "[data-cell=D3]");
    expect(model.last).toMatchObject({ kind: "move" });
  });

  it("asks nothing of a kernel that cannot answer", () => {
    const { el, model, session } = served();
    session.statusChanged.emit("restarting");
    const count = model.sent.length;
    press(el, "[data-cell=E3]");
    key(el, "[data-cell=E3]", "Enter");
    press(el, "[data-do=new]");
    expect(has(el, "[data-mark=chosen]")).toBe(false);
    expect(model.sent).toHaveLength(count);
  });

  it("says so in each view, also in one that is opened later, but not on another board", async () => {
    const { el, model, session } = served();
    const second = show(model);
    const { el: other } = board({ board: "other" });
    session.statusChanged.emit("restarting");
    const late = show(model);
    await Promise.resolve();
    expect([el, second, late, other].map(isGone)).toEqual([true, true, true, false]);
  });

  it("is followed no more once it is closed", () => {
    const { el, session, close } = served();
    session.statusChanged.emit("dead");
    close();
    expect(has(el, "[data-gone], .adaptoid-gone")).toBe(false);
    expect(Object.values(session).map(({ count }) => count)).toEqual([0, 0, 0]);
  });
});

describe("a home whose kernel is gone", () => {
  function shownHome(content: string) {
    const session = signals();
    const send = vi.fn();
    const path = { silent: "Python does not answer.", words: {}, results: {}, last: "", pictures: [] };
    const values = { html: content, path, saved: "home-1" };
    const el = document.createElement("div");
    const model = {
      comm_live: true,
      widget_manager: { context: { sessionContext: session } },
      get: (name: keyof typeof values) => values[name],
      on: () => {},
      send,
    };
    const close = home.render({ model: model as never, el });
    return { el, session, send, close };
  }
  const LINKS = '<p class="links"><a href="#play">Play</a></p>';
  const OVERVIEW = `${LINKS}<div class="adaptoid-path"></div>`;

  it("says so, and opens nothing until the kernel is back", () => {
    const { el, session, send, close } = shownHome(OVERVIEW);
    const click = () => el.querySelector("a")?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    session.connectionStatusChanged.emit("disconnected");
    expect(find(el, "[role=alert]").textContent).toBe("Python does not answer.");
    click();
    expect(send).not.toHaveBeenCalled();
    session.connectionStatusChanged.emit("connected");
    expect(has(el, "[role=alert]")).toBe(false);
    click();
    expect(send).toHaveBeenCalledWith({ open: "play" });
    session.statusChanged.emit("restarting");
    session.connectionStatusChanged.emit("connected");
    expect(has(el, "[role=alert]")).toBe(true);
    close();
    expect(session.statusChanged.count).toBe(0);
  });

  it("leaves the words to the board that is open", () => {
    const { el, session } = shownHome(LINKS);
    session.statusChanged.emit("dead");
    expect(el.hasAttribute("data-gone")).toBe(true);
    expect(has(el, "[role=alert]")).toBe(false);
  });
});
