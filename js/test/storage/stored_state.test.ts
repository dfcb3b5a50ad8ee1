import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { StoredState } from "../../src/storage/stored_state";

const KEY = "adaptoid p00000001";

/** What one tab of the browser has for itself; local storage belongs to all. */
interface Tab {
  windowName: string;
  session: Record<string, string>;
}

const newTab = (): Tab => ({ windowName: "", session: {} });
let open: Tab | null = null;

/** The page of the open tab ends, and the browser may keep its own things. */
function leave(): void {
  dispatchEvent(new Event("pagehide"));
  keep();
}

/** What the browser knows of the open tab at this moment. */
function keep(): Tab {
  if (open) Object.assign(open, { windowName: window.name, session: { ...sessionStorage } });
  return { windowName: window.name, session: { ...sessionStorage } };
}

/** Loads the page in a tab, which may be another one than before. Several scripts of the page read its state. */
async function load(tab: Tab, key = KEY): Promise<StoredState> {
  open = tab;
  window.name = tab.windowName;
  sessionStorage.clear();
  Object.assign(sessionStorage, tab.session);
  globalThis.adaptoidTabs = undefined;
  let state: StoredState | undefined;
  for (const _ of ["loader", "board"]) {
    vi.resetModules();
    const { StoredState } = await import("../../src/storage/stored_state");
    state = new StoredState(key, "tab");
    expect(state.text).toBe(new StoredState(key, "tab").text);
  }
  return state as StoredState;
}

async function reload(tab: Tab): Promise<StoredState> {
  leave();
  return load(tab);
}

const states = () => Object.keys(localStorage).filter((key) => / tab \w+$/.test(key));

describe("the state of a tab", () => {
  beforeEach(() => {
    localStorage.clear();
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    sessionStorage.clear();
    window.name = "";
    globalThis.adaptoidTabs = undefined;
    open = null;
  });

  it("outlives reloads under one id, also when the session storage is lost", async () => {
    const tab = newTab();
    let state = await load(tab);
    expect([state.text, Object.keys(localStorage), window.name]).toEqual(["", [], ""]);
    for (let n = 0; n < 5; n++) {
      expect(state.save(`game ${n}`)).toBe(true);
      leave();
      tab.session = {};
      state = await load(tab);
      expect([state.text, states().length]).toEqual([`game ${n}`, 1]);
    }
  });

  it("is found by the session storage if the window's name belongs to somebody else", async () => {
    const tab = { ...newTab(), windowName: "frame" };
    (await load(tab)).save("game");
    expect((await reload(tab)).text).toBe("game");
    expect(window.name).toBe("frame");
  });

  it("is not that of another tab", async () => {
    const [one, two] = [newTab(), newTab()];
    (await load(one)).save("one");
    leave();
    const other = await load(two);
    expect(other.text).toBe("");
    other.save("two");
    leave();
    expect((await load(one)).text).toBe("one");
    leave();
    expect((await load(two)).text).toBe("two");
  });

  it("is copied into a duplicate, which never changes the original", async () => {
    const original = newTab();
    (await load(original)).save("game");
    const duplicate = keep();
    const copy = await load(duplicate);
    expect(copy.text).toBe("game");
    copy.save("other game");
    expect((await reload(duplicate)).text).toBe("other game");
    expect(states()).toHaveLength(2);
    leave();
    expect((await load(original)).text).toBe("game");
  });

  it("belongs to the tab that takes it first, if a tab was duplicated after the page was left", async () => {
    const original = newTab();
    (await load(original)).save("game");
    leave();
    const duplicate = keep();
    (await load(original)).save("one");
    expect((await load(duplicate)).text).toBe("one");
    expect(states()).toHaveLength(2);
  });

  it("goes on when the page comes back from the browser's cache", async () => {
    const tab = newTab();
    const state = await load(tab);
    state.save("game");
    leave();
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    state.save("game 2");
    expect(states()).toHaveLength(1);
    expect((await reload(tab)).text).toBe("game 2");
  });

  it("of an earlier version is read once from the session storage", async () => {
    const tab: Tab = { windowName: "", session: { [KEY]: "game", [`${KEY} preview`]: "picture" } };
    const state = await load(tab);
    expect([state.text, states().length, { ...sessionStorage }[KEY]]).toEqual(["game", 1, undefined]);
    state.save("game 2");
    expect((await reload(tab)).text).toBe("game 2");
  });

  it("is shown, and stored with the next turn, if there is no room for a copy", async () => {
    const setItem = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("no room", "QuotaExceededError");
    });
    const tab: Tab = { windowName: "", session: { [KEY]: "game" } };
    const state = await load(tab);
    expect(state.text).toBe("game");
    expect(state.save("game 2")).toBe(false);
    setItem.mockRestore();
    expect(state.save("game 2")).toBe(true);
    expect((await reload(tab)).text).toBe("game 2");
  });

  it("has a preview, also before there is a state", async () => {
    const tab = newTab();
    (await load(tab)).savePreview("picture");
    const state = await reload(tab);
    expect([state.text, state.preview]).toEqual(["", "picture"]);
  });

  it("is empty in a browser that stores nothing", async () => {
    vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
      throw new DOMException("denied", "SecurityError");
    });
    const state = await load(newTab());
    expect([state.text, state.preview, state.hasRoom, state.save("game")]).toEqual(["", "", false, false]);
  });

  it.each([
    "adaptoid ",
    "adaptoid 5",
    "adaptoid null",
    'adaptoid {"states":[5,["a"],[{},"b"]],"learner":"x"}',
  ])("survives what another site has written into the window's name: %s", async (windowName) => {
    const tab = { ...newTab(), windowName };
    (await load(tab)).save("game");
    expect((await reload(tab)).text).toBe("game");
  });

  it("makes room by what closed tabs have left, the oldest first, and leaves open ones alone", async () => {
    const tabs = [newTab(), newTab(), newTab()];
    for (const [n, tab] of tabs.entries()) {
      vi.advanceTimersByTime(1000);
      (await load(tab)).save(`game ${n}`);
      if (n < 2) leave();
    }
    const { setItem } = Storage.prototype;
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(function (this: Storage, key, value) {
      if (value === "large" && Object.values(localStorage).includes("game 0"))
        throw new DOMException("no room");
      setItem.call(this, key, value);
    });
    const state = await load(newTab());
    expect(state.save("large")).toBe(true);
    expect(states().map((key) => localStorage.getItem(key))).toEqual(
      expect.arrayContaining(["game 1", "game 2", "large"]),
    );
    expect(states()).toHaveLength(3);
  });

  it("is kept for the 40 newest tabs, and for a month", async () => {
    localStorage.setItem("adaptoid p00000001 @ann", "results");
    for (let n = 0; n < 60; n++) {
      vi.advanceTimersByTime(1000);
      (await load(newTab())).save(`game ${n}`);
      leave();
    }
    const kept = () => states().map((key) => localStorage.getItem(key));
    expect(kept()).toHaveLength(40);
    expect(kept()).toEqual(expect.arrayContaining(["game 20", "game 59"]));
    vi.setSystemTime(Date.now() + 31 * 86_400_000);
    (await load(newTab())).save("new");
    expect(kept()).toEqual(["new"]);
    expect(Object.keys(localStorage).filter((key) => key.endsWith("left"))).toEqual([]);
    expect(localStorage.getItem("adaptoid p00000001 @ann")).toBe("results");
  });
});
