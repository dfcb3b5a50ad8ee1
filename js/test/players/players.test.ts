import { beforeEach, describe, expect, it } from "vitest";
import { bundleParts } from "../../src/parts/loader";
import players from "../../src/players/players";
import type { Snapshot } from "../../src/protocol/types";
import { board, find, has, mounts, press } from "../mount";

mounts();
beforeEach(() => {
  bundleParts({ players });
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

const SEATS: Partial<Snapshot> = {
  levels: [
    ["W", 0],
    ["B", 3],
  ],
  players: { W: "Ann", B: "level 3" },
};
const dialog = (el: HTMLElement) => find<HTMLDialogElement>(el, ".adaptoid-players");
const selects = (el: HTMLElement) => [...dialog(el).querySelectorAll("select")];
const choose = (select: HTMLSelectElement | undefined, value: string) => {
  if (!select) throw new Error("no such list");
  select.value = value;
  select.dispatchEvent(new Event("change", { bubbles: true }));
};

describe("a click on a player's name opens the menu of this player", () => {
  it("which has a level play", () => {
    const { el, model } = board(SEATS);
    press(el, "[data-do=player-B]");
    expect(dialog(el).open).toBe(true);
    expect(find(el, "[data-level][aria-pressed=true]").dataset.level).toBe("3");
    press(el, "[data-level='7']");
    expect(model.sent).toMatchObject([{ kind: "seat", color: "B", to: 7 }]);
    expect(dialog(el).open).toBe(false);
  });

  it("which names a person, but no computer", () => {
    const { el, model } = board(SEATS);
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
    const { el, model } = board(SEATS);
    press(el, "[data-do=player-W]");
    press(el, ".adaptoid-player-swap");
    expect(model.sent).toMatchObject([{ kind: "swap" }]);
    model.show({ ...model.get("snapshot"), rev: 8, levels: [...(SEATS.levels ?? []), ["R", 0]] });
    press(el, "[data-do=player-W]");
    expect(has(el, ".adaptoid-player-swap")).toBe(false);
  });

  it("and offers only levels 1 to 3 where the search does not run", () => {
    const { el } = board({ ...SEATS, seat: { state: "unable", does: "go" } });
    press(el, "[data-do=player-B]");
    const off = [...dialog(el).querySelectorAll<HTMLButtonElement>("[data-level]:disabled")];
    expect(off.map((button) => button.dataset.level)).toEqual(["4", "5", "6", "7", "8", "9", "10"]);
  });

  it.each([
    ["in a lesson or elsewhere without players", { levels: [] }],
    ["on a board that takes no clicks", { ...SEATS, interactive: false }],
  ])("but not %s", (_, changes) => {
    const { el } = board(changes);
    expect(has(el, "[data-do=player-W]")).toBe(false);
  });
});

describe("New game opens a sheet", () => {
  const open = (changes: Partial<Snapshot> = {}) => {
    const opened = board({ ...SEATS, ...changes });
    press(opened.el, "[data-do=new]");
    opened.model.answer({
      board: "hex4",
      boards: [
        ["hex3", 19],
        ["hex4", 37],
      ],
    });
    return opened;
  };
  const submit = (el: HTMLElement) => dialog(el).querySelector("form")?.requestSubmit();

  it("with the last choice, so that Enter begins again", () => {
    const { el, model } = open();
    expect(selects(el).map(({ value }) => value)).toEqual(["0", "3", "0", "adaptoid", "hex4", "board"]);
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
    const [, , , , boards, start] = selects(el);
    expect(start?.value).toBe("same");
    choose(boards, "hex3");
    expect(start?.value).toBe("board");
    choose(start, "same");
    expect(boards?.value).toBe("hex4");
  });

  it("with a third player where three play, and then without the open start", () => {
    const { el } = open();
    const [, , red, variants, , start] = selects(el);
    expect(red?.closest("label")?.hidden).toBe(true);
    choose(start, "open");
    choose(variants, "adapt3");
    expect(red?.closest("label")?.hidden).toBe(false);
    expect(start?.value).toBe("board");
  });

  it("which keeps a player of another kind", () => {
    const { el, model } = open({
      levels: [
        ["W", 0],
        ["B", null],
      ],
      players: { B: "Program" },
    });
    expect(selects(el)[1]?.selectedOptions[0]?.textContent).toBe("Program");
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
  const { el, model } = board({ ...SEATS, step: "over", result: "W" });
  expect(has(el, "[data-do=draw]")).toBe(false);
  press(el, "[data-do=rematch].adaptoid-primary");
  expect(model.sent).toMatchObject([{ kind: "rematch" }]);
});
