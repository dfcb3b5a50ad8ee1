import { beforeEach, describe, expect, it, vi } from "vitest";
import controls from "../../src/controls/controls";
import { bundleParts } from "../../src/parts/part_loader";
import players from "../../src/players/players";
import type { Snapshot } from "../../src/protocol/types";
import { board, find, has, mounts, point, press } from "../mount";

mounts();
beforeEach(() => {
  bundleParts({ controls, players });
  // jsdom has no dialogs
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
    },
  });
});

const PLAYERS: Partial<Snapshot> = {
  levels: [
    ["W", 0],
    ["B", 3],
  ],
  players: { W: "Ann", B: "level 3" },
};
const dialog = (el: HTMLElement) => find<HTMLDialogElement>(el, ".adaptoid-players");
const group = (el: HTMLElement, name: string) => find<HTMLFieldSetElement>(el, `[data-begin=${name}]`);
const chosen = (el: HTMLElement, name: string) =>
  group(el, name).querySelector<HTMLInputElement>("input:checked")?.value;
const choose = (el: HTMLElement, name: string, value: string) =>
  find<HTMLInputElement>(group(el, name), `input[value="${value}"]`).click();

describe("a click on a player's name opens the menu of this player", () => {
  it("which lets a level play", () => {
    const { el, model } = board(PLAYERS);
    press(el, "[data-do=player-B]");
    expect(dialog(el).open).toBe(true);
    expect(find(el, "[data-level][aria-pressed=true]").dataset.level).toBe("3");
    press(el, "[data-level='7']");
    // the menu of a computer asks whether the coach is on
    expect(model.sent).toMatchObject([{ kind: "coach" }, { kind: "level", color: "B", to: 7 }]);
    expect(dialog(el).open).toBe(false);
  });

  it("which switches the coach on and off", () => {
    const { el, model } = board(PLAYERS);
    press(el, "[data-do=player-B]");
    const box = find<HTMLInputElement>(el, "[data-coach]");
    model.answer({ ok: true, coach: true });
    expect(box.checked).toBe(true);
    box.click();
    expect(model.sent.at(-1)).toMatchObject({ kind: "coach", on: false });
    press(el, "[data-do=player-W]");
    expect(has(el, "[data-coach]")).toBe(false);
  });

  it("which names a person, but no computer", () => {
    const { el, model } = board(PLAYERS);
    press(el, "[data-do=player-W]");
    const name = find<HTMLInputElement>(el, ".adaptoid-player-name input");
    expect(name.value).toBe("Ann");
    name.value = "Bo";
    name.dispatchEvent(new Event("change", { bubbles: true }));
    expect(model.sent).toMatchObject([{ kind: "name", color: "W", text: "Bo" }]);
    press(el, "[data-do=player-B]");
    expect(has(el, ".adaptoid-player-name")).toBe(false);
  });

  it("which exchanges two players, but not three", () => {
    const { el, model } = board(PLAYERS);
    press(el, "[data-do=player-W]");
    press(el, ".adaptoid-player-swap");
    expect(model.sent).toMatchObject([{ kind: "swap" }]);
    model.show({ ...model.get("snapshot"), rev: 8, levels: [...(PLAYERS.levels ?? []), ["R", 0]] });
    press(el, "[data-do=player-W]");
    expect(has(el, ".adaptoid-player-swap")).toBe(false);
  });

  it("and offers only levels 1 to 3 where the search does not run", () => {
    const { el } = board({ ...PLAYERS, computer: { state: "unable", does: "go" } });
    press(el, "[data-do=player-B]");
    const off = [...dialog(el).querySelectorAll<HTMLButtonElement>("[data-level]:disabled")];
    expect(off.map((button) => button.dataset.level)).toEqual(["4", "5", "6", "7", "8", "9", "10"]);
  });

  it.each([
    ["in a lesson or elsewhere without players", { levels: [] }],
    ["on a board that takes no clicks", { ...PLAYERS, interactive: false }],
  ])("but not %s", (_, changes) => {
    const { el } = board(changes);
    expect(has(el, "[data-do=player-W]")).toBe(false);
  });
});

describe("New game opens a dialog", () => {
  const open = (changes: Partial<Snapshot> = {}) => {
    const opened = board({ ...PLAYERS, ...changes });
    press(opened.el, "[data-do=new]");
    opened.model.answer({
      board: "hex4",
      boards: [
        ["hex3", 19],
        ["hex4", 37],
        ["pair", 2],
      ],
      outlines: [
        [0, 0, 1, 0, 0.5, 0.87],
        [0, 0],
        [0, 0, 1, 0],
      ],
    });
    return opened;
  };
  const submit = (el: HTMLElement) => dialog(el).querySelector("form")?.requestSubmit();

  it("with the last choice, so that Enter begins again", () => {
    const { el, model } = open();
    const groups = ["W", "B", "R", "variant", "layout", "start"];
    expect(groups.map((name) => chosen(el, name))).toEqual(["0", "3", "0", "adaptoid", "hex4", "board"]);
    submit(el);
    expect(model.sent.at(-1)).toMatchObject({
      kind: "begin",
      start: "board",
      variant: "adaptoid",
      layout: "hex4",
      levels: { W: 0, B: 3 },
    });
    model.answer({ ok: true });
    expect(dialog(el).open).toBe(false);
  });

  it("from a position that was set up by default, until another board is chosen", () => {
    const { el } = open({ again: true });
    expect(chosen(el, "start")).toBe("same");
    choose(el, "layout", "hex3");
    expect(chosen(el, "start")).toBe("board");
    choose(el, "start", "same");
    expect(chosen(el, "layout")).toBe("hex4");
  });

  it("with a third player where three play, and then without the open start", () => {
    const { el } = open();
    expect(group(el, "R").hidden).toBe(true);
    choose(el, "start", "open");
    choose(el, "variant", "adapt3");
    expect(group(el, "R").hidden).toBe(false);
    expect(chosen(el, "start")).toBe("board");
    expect(find<HTMLInputElement>(el, "[value=open]").disabled).toBe(true);
    expect(group(el, "start").textContent).toContain("why.edit-open-three");
  });

  it("with a picture of each board, and a reason beside those that are too small", () => {
    const { el } = open();
    const discs = [...group(el, "layout").querySelectorAll("path")].map((path) => path.getAttribute("d"));
    expect(discs.map((d) => d?.match(/M/g)?.length)).toEqual([3, 1, 2]);
    choose(el, "layout", "pair");
    choose(el, "variant", "adapt3");
    expect(find<HTMLInputElement>(el, "[value=pair]").disabled).toBe(true);
    expect(group(el, "layout").textContent).toContain("why.too-small");
    expect(chosen(el, "layout")).toBe("hex3");
    expect(find(el, ".adaptoid-begin-preview path").getAttribute("d")).toBe(discs[0]);
  });

  it("with the second player's level for the third, until another one is chosen", () => {
    const { el } = open();
    choose(el, "variant", "adapt3");
    expect([chosen(el, "B"), chosen(el, "R")]).toEqual(["3", "3"]);
    choose(el, "R", "0");
    choose(el, "variant", "adaptoid");
    choose(el, "variant", "adapt3");
    expect(chosen(el, "R")).toBe("0");
  });

  it("which keeps a player of another kind", () => {
    const { el, model } = open({
      levels: [
        ["W", 0],
        ["B", null],
      ],
      players: { B: "Program" },
    });
    expect(group(el, "B").querySelector("input:checked")?.getAttribute("aria-label")).toBe("Program");
    submit(el);
    expect(model.sent.at(-1)).toMatchObject({ levels: { W: 0, B: null } });
  });

  it("which stays open with the reason of a refusal", () => {
    const { el, model } = open();
    submit(el);
    model.answer({ ok: false, text: "hex2 has no start for three" });
    expect(dialog(el).open).toBe(true);
    expect(find(el, ".adaptoid-players [role=alert]").textContent).toBe("hex2 has no start for three");
  });
});

it("a finished game offers a rematch in place of a draw", () => {
  const { el, model } = board({ ...PLAYERS, step: "over", result: "W" });
  expect(has(el, "[data-do=draw]")).toBe(false);
  press(el, "[data-do=rematch].adaptoid-primary");
  expect(model.sent).toMatchObject([{ kind: "rematch" }]);
});

it("a computer never agrees to a draw, so none is offered", () => {
  const enabled = (draw: boolean) =>
    find(board({ ...PLAYERS, draw }).el, "[data-do=draw]").getAttribute("aria-disabled") === null;
  expect([true, false].map(enabled)).toEqual([true, false]);
});

describe("a browser takes a colour for itself", () => {
  const withoutSeats: Partial<Snapshot> = {
    levels: [
      ["W", 0],
      ["B", 0],
    ],
    seats: [],
  };
  const signs = (el: HTMLElement) =>
    [...el.querySelectorAll<HTMLElement>(".adaptoid-seat")].map(
      (sign) => `${sign.closest<HTMLElement>("[data-color]")?.dataset.color} ${sign.textContent}`,
    );

  it("and sends its number with all later intents, also after a reload", () => {
    sessionStorage.clear();
    const { el, model } = board(withoutSeats);
    press(el, "[data-do=player-W]");
    press(el, "[data-sit=take]");
    expect(model.last).toMatchObject({ kind: "sit", what: "take", color: "W" });
    const { by } = model.last;
    expect(by).toBe(Number(sessionStorage.getItem("adaptoid browser")));
    press(el, "[data-do=player-B]");
    press(el, ".adaptoid-player-swap");
    expect(model.last).toMatchObject({ kind: "swap", by });
    // every view of the page shows it
    const seats: Snapshot["seats"] = [
      ["W", Number(by), true],
      ["B", 7, true],
    ];
    const otherView = board({ ...withoutSeats, seats });
    expect(signs(otherView.el)).toEqual(["W ui.seat.own", "B ui.seat.theirs"]);
    expect(otherView.model.sent[0]).toMatchObject({ kind: "sit", what: "here", by });
    // a page that is about to close may still stay; using it shows that it has stayed
    dispatchEvent(new Event("beforeunload"));
    vi.advanceTimersByTime(60_000);
    expect(otherView.model.last).toMatchObject({ kind: "sit", what: "away", by });
    point(otherView.el, "pointerdown");
    expect(otherView.model.last).toMatchObject({ kind: "sit", what: "here", by });
    dispatchEvent(new Event("pagehide"));
    expect(otherView.model.last).toMatchObject({ kind: "sit", what: "away", by });
    press(otherView.el, "[data-do=player-W]");
    press(otherView.el, "[data-sit=leave]");
    expect(otherView.model.last).toMatchObject({ kind: "sit", what: "leave", color: "W" });
  });

  it("and replaces another browser only after a second click, unless that page is closed", () => {
    const { el, model } = board({ ...withoutSeats, seats: [["B", 7, true]] });
    press(el, "[data-do=player-B]");
    expect(find<HTMLButtonElement>(el, "[data-level='3']").disabled).toBe(true);
    expect(has(el, ".adaptoid-player-name")).toBe(false);
    const count = model.sent.length;
    press(el, "[data-sit=over]");
    expect(model.sent.length).toBe(count);
    expect(find(el, "[data-sit=over]").textContent).toBe("Sure?");
    press(el, "[data-sit=over]");
    expect(model.last).toMatchObject({ kind: "sit", what: "over", color: "B" });
    model.show({ ...model.get("snapshot"), rev: 9, seats: [["B", 7, false]] });
    expect(signs(el)).toEqual([]);
    press(el, "[data-do=player-B]");
    expect(has(el, "[data-sit=take]")).toBe(true);
  });

  it("and offers no turns while another browser has the turn", () => {
    const seats: Snapshot["seats"] = [
      ["W", 5, true],
      ["B", 7, true],
    ];
    const { el, model } = board({ ...withoutSeats, seats: seats });
    const { rev, turn, moves } = model.get("snapshot");
    const mover = Object.keys(moves)[0] ?? "";
    const { by } = model.last;
    const offers = () => {
      press(el, `[data-cell=${mover}]`);
      return el.querySelectorAll("[data-grow]").length + el.querySelectorAll("[data-target]").length;
    };
    const show = (seats: Snapshot["seats"], plays: Snapshot["plays"], number: number) =>
      model.show({ ...model.get("snapshot"), rev: rev + number, seats, plays });
    show([[turn, Number(by) + 1, true]], [Number(by) + 1], 1);
    expect(find(el, "[data-step]").dataset.step).toBe("wait");
    expect(offers()).toBe(0);
    expect(model.last).toMatchObject({ kind: "why", at: mover });
    // a browser with a seat cannot play the other colour
    show([[turn === "W" ? "B" : "W", Number(by), true]], [null], 2);
    expect(find(el, ".adaptoid-board").dataset.step).toBe("wait");
    // an absent browser reserves no colour
    show([[turn, Number(by) + 1, false]], [null], 3);
    expect(find(el, ".adaptoid-board").dataset.step).not.toBe("wait");
    expect(offers()).toBeGreaterThan(0);
  });

  it("and keeps it while a duplicate of its tab is open", async () => {
    const { model } = board({ ...withoutSeats, seats: [["W", 1, true]] });
    const { by } = model.last;
    const duplicate = new BroadcastChannel("adaptoid browser");
    const count = model.sent.length;
    duplicate.postMessage(Number(by) + 1);
    duplicate.postMessage(by);
    await expect.poll(() => model.sent.length, { timeout: 5000 }).toBe(count + 1);
    expect(model.last).toMatchObject({ kind: "sit", what: "here", by });
    duplicate.close();
  });

  it("but not in a shared page", () => {
    const { el } = board(PLAYERS);
    press(el, "[data-do=player-W]");
    expect(has(el, "[data-sit]")).toBe(false);
  });
});
