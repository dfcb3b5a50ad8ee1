import { describe, expect, it } from "vitest";
import { SharedState, type TabHost } from "../../src/page/game_tabs";

/** A browser with several tabs of one page. */
class Browser {
  stored = "";
  isFull = false;

  open() {
    const messages: string[] = [];
    const host: TabHost = {
      stored: () => this.stored,
      store: (state) => {
        if (!this.isFull) this.stored = state;
        return !this.isFull;
      },
      reload: () => messages.push("reload"),
      sayApart: () => messages.push("apart"),
    };
    const shared = new SharedState(host, this.stored);
    const model = { isBusy: false, isUsed: false };
    shared.model = model;
    /** The user plays, and Python replies. */
    const play = (turns: string) => {
      model.isUsed = true;
      const isStored = shared.save(JSON.stringify({ turns }));
      shared.follow();
      return isStored;
    };
    return { shared, model, messages, play };
  }

  get turns(): string {
    return JSON.parse(this.stored).turns;
  }
}

describe("two tabs of a site", () => {
  it("follow each other's turns", () => {
    const browser = new Browser();
    const [first, second] = [browser.open(), browser.open()];
    first.play("E2");
    second.shared.look();
    expect([first.messages, second.messages]).toEqual([[], ["reload"]]);
    const later = browser.open();
    later.play("E2 C1");
    first.shared.look();
    expect([first.messages, later.messages, browser.turns]).toEqual([["reload"], [], "E2 C1"]);
  });

  it("show a message if both have played, and overwrite nothing", () => {
    const browser = new Browser();
    const [first, second] = [browser.open(), browser.open()];
    first.play("E2");
    expect(second.play("C1")).toBe(true);
    second.play("C1 C3");
    first.play("E2 E3");
    second.shared.look();
    expect([first.messages, second.messages, browser.turns]).toEqual([[], ["apart"], "E2 E3"]);
  });

  it("show a message if both have stored before they received the other's event", () => {
    const browser = new Browser();
    const [first, second] = [browser.open(), browser.open()];
    first.play("E2");
    // the other process still sees the old storage
    const stored = browser.stored;
    browser.stored = "";
    second.play("C1");
    first.shared.look();
    expect([stored.includes("E2"), browser.turns, first.messages, second.messages]).toEqual([
      true,
      "C1",
      ["apart"],
      [],
    ]);
  });

  it("wait for a pending reply of Python", () => {
    const browser = new Browser();
    const [first, second, third] = [browser.open(), browser.open(), browser.open()];
    for (const { model } of [second, third]) Object.assign(model, { isBusy: true, isUsed: true });
    first.play("E2");
    for (const { shared } of [second, third]) shared.look();
    expect([second.messages, third.messages]).toEqual([[], []]);
    // the second tab has a new turn, the third only a question
    second.shared.save('{"turns":"C1"}');
    for (const { model, shared } of [second, third]) {
      model.isBusy = false;
      shared.follow();
    }
    expect([second.messages, third.messages, browser.turns]).toEqual([["apart"], ["reload"], "E2"]);
  });

  it("drop the computer's answer if the other tab has one too", () => {
    const browser = new Browser();
    browser.open().play("E2");
    const [first, second] = [browser.open(), browser.open()];
    for (const [tab, turn] of [
      [first, "D5"],
      [second, "E6"],
    ] as const)
      tab.shared.save(JSON.stringify({ turns: `E2 ${turn}` }));
    second.shared.follow();
    expect([first.messages, second.messages.at(-1), browser.turns]).toEqual([[], "reload", "E2 D5"]);
  });

  it("store nothing if only the order of keys differs", () => {
    const browser = new Browser();
    browser.stored = '{"turns":"E2","levels":{"B":3,"R":1}}';
    const tab = browser.open();
    const before = browser.stored;
    tab.shared.save('{"levels":{"R":1,"B":3},"turns":"E2"}');
    expect(browser.stored).toBe(before);
  });

  it("keep a state that could not be stored", () => {
    const browser = new Browser();
    const [first, second] = [browser.open(), browser.open()];
    browser.isFull = true;
    expect([first.play("E2"), first.play("E2")]).toEqual([false, false]);
    browser.isFull = false;
    second.play("C1");
    first.shared.look();
    expect([first.messages, browser.turns]).toEqual([["apart"], "C1"]);
  });

  it("read the state of an older version", () => {
    const browser = new Browser();
    browser.stored = '{"turns":"E2"}';
    const [first, second] = [browser.open(), browser.open()];
    first.play("E2 C1");
    second.shared.look();
    expect([first.messages, second.messages, browser.turns]).toEqual([[], ["reload"], "E2 C1"]);
  });
});
