import { describe, expect, it } from "vitest";
import animation from "../../src/animation/animation";
import controls from "../../src/controls/controls";
import maps from "../../src/maps/maps";
import { bundleParts } from "../../src/parts/part_loader";
import pens from "../../src/pens/pens";
import { board, choose, find, has, key, mounts, press } from "../mount";
import { midgame } from "../samples";

mounts();
bundleParts({ animation, controls, maps, pens });

const pressed = (el: HTMLElement, selector: string) => {
  const button = find(el, selector);
  return button.getAttribute("aria-pressed") ?? button.getAttribute("aria-checked");
};

describe("the view tools", () => {
  it("the food lens can be switched, and requests the food of the chosen adaptoid", () => {
    const { model, el } = board();
    press(el, "[data-do=lens]");
    expect(pressed(el, "[data-do=lens]")).toBe("true");
    expect(find(el, ".adaptoid-food-numbers [data-on=E3]").dataset.food).toBe("3");
    // who starves shows it, with or without the lens
    expect(model.last).toMatchObject({ kind: "feeding" });
    model.answer({ ok: true, feeding: { now: [], starved: [] } });
    press(el, "[data-cell=E3]");
    expect(model.last).toMatchObject({ kind: "foresee", at: "E3", rev: 7 });
    model.answer({ ok: true, food: { moves: {}, leg: [["E3", 2]], pincer: null } });
    find(el, "[data-grow=leg]").dispatchEvent(new Event("focusin", { bubbles: true }));
    expect(find(el, ".adaptoid-food-numbers [data-on=E3]").textContent).toBe("3→2");
    expect(model.sent.filter(({ kind }) => kind === "foresee")).toHaveLength(1);
    press(el, "[data-do=lens]");
    expect(has(el, ".adaptoid-food-numbers > *")).toBe(false);
  });

  it("a preview question does not delay a click", () => {
    const { model, el } = board();
    press(el, "[data-do=lens]");
    press(el, "[data-cell=E3]");
    press(el, "[data-cell=E4]");
    expect(model.last).toMatchObject({ kind: "move", from: "E3", to: "E4" });
  });

  it("one button goes round the maps of all colours, says which is shown, and hides the last", () => {
    const { model, el } = board();
    const reach = () => {
      const button = find(el, "[data-do=map]");
      return [pressed(el, "[data-do=map]"), button.dataset.map, button.getAttribute("aria-label")];
    };
    expect(reach()).toEqual(["false", undefined, null]);
    press(el, "[data-do=map]");
    expect(reach()).toEqual(["true", "W", "ui.map.shown"]);
    expect(model.last).toMatchObject({ kind: "map", color: "W" });
    model.answer({ ok: true, map: { color: "W", reach: [["C4", ["D4"]]], attacks: [["E3", ["D4"]]] } });
    expect(has(el, "[data-reach][data-on=C4]")).toBe(true);
    press(el, "[data-do=map]");
    expect(reach()).toEqual(["true", "B", "ui.map.shown"]);
    expect(has(el, "[data-reach]")).toBe(false);
    press(el, "[data-do=map]");
    expect(reach()).toEqual(["false", undefined, null]);
  });

  it("a map follows the game", () => {
    const { model, el } = board();
    press(el, "[data-do=map]");
    model.answer({ ok: true, map: { color: "W", reach: [], attacks: [] } });
    model.answer({ ok: true, feeding: { now: [], starved: [] } });
    model.show(midgame({ rev: 8 }));
    expect(model.last).toMatchObject({ kind: "map", color: "W", rev: 8 });
  });

  it("letters on the board: f the food, m the maps in turn, a the pen, but not in a text field", () => {
    const { el } = board();
    key(el, "[data-cell=E3]", "f");
    expect(pressed(el, "[data-do=lens]")).toBe("true");
    const map = () => find(el, "[data-do=map]").dataset.map;
    const shownMaps = [];
    for (let i = 0; i < 3; i++) {
      key(el, "[data-cell=E3]", "m");
      shownMaps.push(map());
    }
    expect(shownMaps).toEqual(["W", "B", undefined]);
    key(el, "[data-cell=E3]", "a");
    press(el, "[data-do=more]");
    expect(pressed(el, "[data-do=annotate]")).toBe("true");
    key(el, ".adaptoid-label-field", "f");
    key(el, "[data-cell=E3]", "f", { ctrlKey: true });
    expect(pressed(el, "[data-do=lens]")).toBe("true");
  });

  it("a board without full aids has neither food nor maps", () => {
    const { model, el } = board({ aids: "legal" });
    expect(find(el, "[data-do=lens]").hidden).toBe(true);
    expect(find(el, "[data-do=map]").hidden).toBe(true);
    key(el, "[data-cell=E3]", "f");
    key(el, "[data-cell=E3]", "m");
    expect(has(el, ".adaptoid-food-numbers > *")).toBe(false);
    expect(model.sent).toHaveLength(0);
  });

  it("the size of a view is its own until Python changes it", () => {
    const { model, el } = board();
    const size = () => find(el, ".adaptoid-widget").dataset.size;
    choose(el, "size");
    expect(size()).toBe("projector");
    model.show(midgame({ rev: 8 }));
    expect(size()).toBe("projector");
    choose(el, "size");
    expect(size()).toBe("normal");
    model.show(midgame({ rev: 9, size: "projector" }));
    expect(size()).toBe("projector");
    expect(model.sent).toHaveLength(0);
  });
});

it("the menu is used by keys, and gives the focus back to its button", () => {
  const { el, model } = board();
  const more = find(el, "[data-do=more]");
  const menu = find(el, ".adaptoid-more-menu");
  const focused = () => (document.activeElement as HTMLElement).dataset.do;
  expect([more.getAttribute("aria-haspopup"), menu.hidden]).toEqual(["menu", true]);
  press(el, "[data-do=more]");
  expect([more.getAttribute("aria-expanded"), menu.hidden, focused()]).toEqual(["true", false, "type"]);
  key(el, "[data-do=type]", "ArrowUp");
  expect(focused()).toBe("help");
  key(el, "[data-do=help]", "ArrowDown");
  key(el, "[data-do=type]", "ArrowDown");
  expect(focused()).toBe("annotate");
  // no key of the board works in the menu
  key(el, "[data-do=annotate]", "f");
  expect(pressed(el, "[data-do=lens]")).toBe("false");
  key(el, "[data-do=annotate]", "Escape");
  expect([more.getAttribute("aria-expanded"), menu.hidden, focused()]).toEqual(["false", true, "more"]);
  key(el, "[data-do=more]", "ArrowUp");
  expect(focused()).toBe("help");
  choose(el, "flip");
  expect([menu.hidden, focused()]).toEqual([true, "more"]);
  press(el, "[data-do=more]");
  document.body.dispatchEvent(new MouseEvent("pointerdown", { bubbles: true }));
  expect(menu.hidden).toBe(true);
  expect(model.sent).toEqual([]);
});

it("touching a disc previews a tap", () => {
  const { el } = board();
  press(el, "[data-cell=E3]");
  const touch = (type: string, pointerType: string) =>
    find(el, "[data-cell=E4]").dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerType, isPrimary: true }),
    );
  touch("pointerdown", "mouse");
  expect(has(el, ".adaptoid-proposal [data-on=E4]")).toBe(false);
  touch("pointerdown", "touch");
  expect(has(el, ".adaptoid-proposal [data-on=E4]")).toBe(true);
});

describe("annotating", () => {
  const annotating = () => {
    const fixture = board();
    choose(fixture.el, "annotate");
    return fixture;
  };

  it("clicks draw rings and fills in the tone chosen, and play nothing", () => {
    const { model, el } = annotating();
    press(el, "[data-cell=E3]");
    expect(model.last).toMatchObject({ kind: "mark", marks: { rings: [["E3", "green"]] } });
    model.answer();
    press(el, "[data-tone=red]");
    press(el, "[data-pen=fill]");
    press(el, "[data-cell=D4]");
    expect(model.last).toMatchObject({ kind: "mark", marks: { fills: [["D4", "red"]] } });
    expect(model.sent.every(({ kind }) => kind === "mark")).toBe(true);
    expect(has(el, "[data-mark=chosen], [data-mark=newQuiet]")).toBe(false);
  });

  it("an arrow by two clicks, or two Enters; Escape forgets where it began, then ends the mode", () => {
    const { model, el } = annotating();
    press(el, "[data-pen=arrow]");
    key(el, "[data-cell=A1]", "Enter");
    expect(model.sent).toHaveLength(0);
    key(el, "[data-cell=A2]", "Enter");
    expect(model.last).toMatchObject({ marks: { arrows: [["A1", "A2", "green"]] } });
    model.answer();
    press(el, "[data-cell=B1]");
    key(el, "[data-cell=B1]", "Escape");
    expect(pressed(el, "[data-do=annotate]")).toBe("true");
    press(el, "[data-cell=B2]");
    expect(model.sent).toHaveLength(1);
    key(el, "[data-cell=B1]", "Escape");
    key(el, "[data-cell=B1]", "Escape");
    expect(pressed(el, "[data-do=annotate]")).toBe("false");
  });

  it("a second click on the first disc cancels an arrow", () => {
    const { model, el } = annotating();
    press(el, "[data-pen=arrow]");
    press(el, "[data-cell=A1]");
    press(el, "[data-cell=A1]");
    press(el, "[data-cell=A2]");
    expect(model.sent).toHaveLength(0);
  });

  it("an arrow begun in one position is not finished in another", () => {
    const { model, el } = annotating();
    press(el, "[data-pen=arrow]");
    press(el, "[data-cell=A1]");
    model.show(midgame({ rev: 8, node: 5 }));
    press(el, "[data-cell=A2]");
    expect(model.sent).toHaveLength(0);
  });

  it("beginning a second label saves the first, whose reply does not change the second", () => {
    const { model, el } = annotating();
    press(el, "[data-pen=label]");
    press(el, "[data-cell=D4]");
    const field = find<HTMLInputElement>(el, ".adaptoid-label-field");
    field.value = "one";
    field.dispatchEvent(new FocusEvent("blur"));
    press(el, "[data-cell=D5]");
    expect(model.last).toMatchObject({ marks: { labels: [["D4", "one"]] } });
    field.value = "tw";
    const marks = { arrows: [], fills: [], rings: [], labels: [["D4", "one"]], heat: null };
    model.show(midgame({ rev: 8, marks: marks as never }));
    model.answer();
    expect([field.hidden, field.value]).toEqual([false, "tw"]);
    key(el, ".adaptoid-label-field", "Enter");
    expect(model.last.marks).toMatchObject({
      labels: [
        ["D4", "one"],
        ["D5", "tw"],
      ],
    });
  });

  it("a label is written at its disc: Enter saves it, Escape does not, and neither leaves the mode", () => {
    const { model, el } = annotating();
    press(el, "[data-pen=label]");
    press(el, "[data-cell=D4]");
    const field = find<HTMLInputElement>(el, ".adaptoid-label-field");
    expect(field.hidden).toBe(false);
    field.value = "fork!";
    key(el, ".adaptoid-label-field", "Escape");
    expect(field.hidden).toBe(true);
    expect(model.sent).toHaveLength(0);
    press(el, "[data-cell=D4]");
    expect(field.value).toBe("");
    field.value = "fork!";
    key(el, ".adaptoid-label-field", "Enter");
    expect(model.last).toMatchObject({ kind: "mark", marks: { labels: [["D4", "fork!"]] } });
    expect(field.hidden).toBe(true);
    expect(pressed(el, "[data-do=annotate]")).toBe("true");
  });

  it("erase and clear all, the latter after a second click", () => {
    const { model, el } = annotating();
    expect(find(el, "[data-pen=clear]").getAttribute("aria-disabled")).toBe("true");
    press(el, "[data-pen=clear]");
    expect(model.sent).toHaveLength(0);
    const marks = { arrows: [], fills: [], rings: [["D4", "red"]], labels: [["A1", "x"]], heat: null };
    model.show(midgame({ rev: 8, marks: marks as never }));
    press(el, "[data-pen=erase]");
    press(el, "[data-cell=D4]");
    expect(model.last).toMatchObject({ marks: { rings: [], labels: [["A1", "x"]] } });
    model.answer();
    const count = model.sent.length;
    press(el, "[data-pen=clear]");
    expect(find(el, "[data-pen=clear]").textContent).toBe("Sure?");
    expect(model.sent).toHaveLength(count);
    press(el, "[data-pen=clear]");
    expect(model.last).toMatchObject({ kind: "mark", marks: null });
    expect(find(el, "[data-pen=clear]").textContent).toBe("ui.pen.clear");
  });

  it("undo takes back the last change of the marks, and a turn only without the pen", () => {
    const { model, el } = annotating();
    const held = (...rings: [string, string][]) => ({ arrows: [], fills: [], rings, labels: [], heat: null });
    let rev = 7;
    const answer = (node = 4) => {
      model.show(midgame({ rev: ++rev, node, marks: model.last.marks as never }));
      model.answer();
    };
    const control = (name: string, more = {}) => key(el, "[data-cell=E3]", name, { ctrlKey: true, ...more });
    model.show(midgame({ rev, node: 4 }));
    control("z");
    expect(model.sent).toHaveLength(0);
    press(el, "[data-cell=E3]");
    answer();
    press(el, "[data-cell=D4]");
    answer();
    const two = held(["E3", "green"], ["D4", "green"]);
    expect(model.last.marks).toEqual(two);
    press(el, "[data-pen=clear]");
    press(el, "[data-pen=clear]");
    answer();
    for (const marks of [two, held(["E3", "green"]), null]) {
      control("z");
      expect(model.last).toMatchObject({ kind: "mark", marks });
      answer();
    }
    control("y");
    answer();
    control("z", { shiftKey: true });
    answer();
    expect(model.last.marks).toEqual(two);
    press(el, "[data-cell=E3]");
    answer();
    const count = model.sent.length;
    // what was taken back is gone, and marks of another turn stay
    control("y");
    model.show(midgame({ rev: ++rev, node: 5 }));
    control("z");
    expect(model.sent).toHaveLength(count);
    key(el, "[data-cell=E3]", "Escape");
    control("z");
    expect(model.last.kind).toBe("undo");
  });

  it("the tone is kept when the mode ends", () => {
    const { model, el } = annotating();
    press(el, "[data-tone=blue]");
    choose(el, "annotate");
    choose(el, "annotate");
    press(el, "[data-cell=A1]");
    expect(model.last).toMatchObject({ marks: { rings: [["A1", "blue"]] } });
  });

  it("a board that is not interactive has no pen", () => {
    const { el } = board({ interactive: false });
    press(el, "[data-do=more]");
    expect(find(el, "[data-do=annotate]").hidden).toBe(true);
  });
});

describe("a refused click shows a reason at its disc", () => {
  it.each([
    ["a board that is not interactive", { interactive: false }],
    ["the end of the game", { step: "over" }],
    ["the choice of a colour", { step: "choose" }],
  ] as const)("on %s", (_, changes) => {
    const { model, el } = board(changes);
    press(el, "[data-cell=D5]");
    expect(model.last).toMatchObject({ kind: "why", at: "D5" });
    model.answer({ ok: false, code: "some-code", text: "Because.", at: null });
    expect(find(el, ".adaptoid-reason").dataset.at).toBe("D5");
    expect(find(el, ".adaptoid-reason").textContent).toBe("Because.");
  });

  it("at the disc that Python names", () => {
    const { model, el } = board();
    press(el, "[data-cell=E3]");
    press(el, "[data-cell=G4]");
    model.answer({ ok: false, code: "too-far", text: "Too far.", at: "E3" });
    expect(find(el, ".adaptoid-reason").dataset.at).toBe("E3");
  });
});
