import { beforeEach, expect, it, vi } from "vitest";
import maps from "../../src/maps/maps";
import { bundleParts } from "../../src/parts/part_loader";
import type { Snapshot } from "../../src/protocol/types";
import { offerTurn } from "../../src/share/send_turn";

import { board, find, mounts, press } from "../mount";
import { midgame } from "../samples";

// the coding of links needs streams, which this DOM lacks; game_link.test.ts tests it
vi.mock("../../src/protocol/game_link", () => ({ encodeLink: async () => "#game=1.coded" }));

mounts();
beforeEach(() => {
  // in a page the part that is made first does this
  bundleParts({
    maps(context) {
      offerTurn(context);
      return maps(context);
    },
  });
});

/** A board of a page that was opened by a link, after three turns. */
function opened(changes: Partial<Snapshot> = {}) {
  const mounted = board({ turn: "B", history: after(3), ...changes });
  press(mounted.el, "[data-do=lens]");
  press(mounted.el, "[data-do=lens]");
  return mounted;
}

const eventually = (check: () => void) => vi.waitFor(check, 10_000);
const bar = (el: Element) => find(el as HTMLElement, ".adaptoid-turn-bar");
const after = (plies: number) => ({ ...midgame().history, at: plies, length: plies });

it("who opens a link reads their colour, and copies a link after the turn", async () => {
  const copied: string[] = [];
  const clipboard = { writeText: async (content: string) => void copied.push(content) };
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { clipboard }));
  const { model, el } = opened();
  expect(bar(el).textContent).toContain("ui.turn.you");
  expect(find(bar(el), ".adaptoid-primary").hidden).toBe(true);
  model.show(midgame({ rev: 9, turn: "W", history: after(4) }));
  expect(bar(el).textContent).toContain("ui.turn.send");
  expect(model.last.kind).toBe("record");
  model.answer({ ok: true, record: "adaptoid-record 1\n" });
  await eventually(() => {
    press(bar(el), ".adaptoid-primary");
    expect(copied.length).toBeGreaterThan(0);
  });
  expect(copied[0]).toMatch(/^[^#]+#game=1\.coded$/);
  await eventually(() => expect(find(bar(el), ".adaptoid-primary").textContent).toBe("ui.share.copied"));
  // a button has its words as its name, so it is the view that announces them
  expect(find(bar(el), ".adaptoid-primary").querySelector("[role]")).toBeNull();
  await eventually(() => expect(find(el, ".adaptoid-live-region").textContent).toBe("ui.share.copied"));
  // another game is begun, or a computer takes the other colour
  model.show(midgame({ rev: 10, turn: "W", history: after(4), levels: [["W", 3]] }));
  expect(bar(el).hidden).toBe(true);
});

it("opens the sharing of the system on a phone", async () => {
  const shared: ShareData[] = [];
  const shareByPhone = async (data: ShareData) => void shared.push(data);
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { share: shareByPhone }));
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("coarse"),
    addEventListener() {},
  }));
  const { model, el } = opened();
  model.show(midgame({ rev: 9, turn: "W", history: after(4) }));
  model.answer({ ok: true, record: "adaptoid-record 1\n" });
  await eventually(() => {
    press(bar(el), ".adaptoid-primary");
    expect(shared[0]?.url).toMatch(/#game=1\.coded$/);
  });
});

it("against a computer nothing is sent", () => {
  const { el } = opened({ levels: [["W", 3]] });
  expect(el.querySelector(".adaptoid-turn-bar")).toBeNull();
});
