import { describe, expect, it } from "vitest";
import { SharedState, type TabHost } from "../../src/page/game_tabs";

/** A browser with several tabs of one page. */
class Browser {
  stored = "";
  isFull = false;

  open() {
    const said: string[] = [];
    const host: TabHost = {
      stored: () => this.stored,
      store: (state) => {
        if (!this.isFull) this.stored = state;
        return !this.isFull;
      },
      reload: () => said.push("reload"),
      sayApart: () => said.push("apart"),
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
    return { shared, model, said, play };
  }

  get turns(): string {
    return JSON.parse(this.stored).turns;
  }
}

describe("two tabs of a site", () => {
  it("follow each other's turns", () => {
    const browser = new Browser();
    const [one, two] = [browser.open(), browser.open()];
    one.play("E2");
    two.shared.look();
    expect([one.said, two.said]).toEqual([[], ["reload"]]);
    const again = browser.open();
    again.play("E2 C1");
    one.shared.look();
    expect([one.said, again.said, browser.turns]).toEqual([["reload"], [], "E2 C1"]);
  });

  it("show a message if both have played, and overwrite nothing", () => {
    const browser = new Browser();
    const [one, two] = [browser.open(), browser.open()];
    one.play("E2");
    expect(two.play("C1")).toBe(true);
    two.play("C1 C3");
    one.play("E2 E3");
    two.shared.look();
    expect([one.said, two.said, browser.turns]).toEqual([[], ["apart"], "E2 E3"]);
  });

  it("show a message if both have stored before they received the other's event", () => {
    const browser = new Browser();
    const [one, two] = [browser.open(), browser.open()];
    one.play("E2");
    // the other process still sees the old storage
    const first = browser.stored;
    browser.stored = "";
    two.play("C1");
    one.shared.look();
    expect([first.includes("E2"), browser.turns, one.said, two.said]).toEqual([true, "C1", ["apart"], []]);
  });

  it("wait for a pending reply of Python", () => {
    const browser = new Browser();
    const [one, two, three] = [browser.open(), browser.open(), browser.open()];
    for (const { model } of [two, three]) Object.assign(model, { isBusy: true, isUsed: true });
    one.play("E2");
    for (const { shared } of [two, three]) shared.look();
    expect([two.said, three.said]).toEqual([[], []]);
    // the second tab has a new turn, the third only a question
    two.shared.save('{"turns":"C1"}');
    for (const { model, shared } of [two, three]) {
      model.isBusy = false;
      shared.follow();
    }
    expect([two.said, three.said, browser.turns]).toEqual([["apart"], ["reload"], "E2"]);
  });

  it("drop the computer's answer if the other tab has one too", () => {
    const browser = new Browser();
    browser.open().play("E2");
    const [one, two] = [browser.open(), browser.open()];
    for (const [tab, turn] of [
      [one, "D5"],
      [two, "E6"],
    ] as const)
      tab.shared.save(JSON.stringify({ turns: `E2 ${turn}` }));
    two.shared.follow();
    expect([one.said, two.said.at(-1), browser.turns]).toEqual([[], "reload", "E2 D5"]);
  });

  it("store nothing if only the order of keys differs", () => {
    const browser = new Browser();
    browser.stored = '{"turns":"E2","levels":{"B":3,"R":1}}';
    const one = browser.open();
    const before = browser.stored;
    one.shared.save('{"levels":{"R":1,"B":3},"turns":"E2"}');
    expect(browser.stored).toBe(before);
  });

  it("keep a state that could not be stored", () => {
    const browser = new Browser();
    const [one, two] = [browser.open(), browser.open()];
    browser.isFull = true;
    expect([one.play("E2"), one.play("E2")]).toEqual([false, false]);
    browser.isFull = false;
    two.play("C1");
    one.shared.look();
    expect([one.said, browser.turns]).toEqual([["apart"], "C1"]);
  });

  it("read the state of an older version", () => {
    const browser = new Browser();
    browser.stored = '{"turns":"E2"}';
    const [one, two] = [browser.open(), browser.open()];
    one.play("E2 C1");
    two.shared.look();
    expect([one.said, two.said, browser.turns]).toEqual([[], ["reload"], "E2 C1"]);
  });
});
