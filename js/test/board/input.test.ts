import { describe, expect, it, vi } from "vitest";
import { type DragHandlers, listenToDrags } from "../../src/board/input";
import controls from "../../src/controls/controls";
import { html, svg } from "../../src/dom/elements";
import { bundleParts } from "../../src/parts/part_loader";
import { board, find, mounts, pixels, point } from "../mount";
import { midgame } from "../samples";

mounts();
bundleParts({ controls });

pixels();

function picture() {
  const [a1, b2] = [svg("g", { "data-cell": "A1" }), svg("g", { "data-cell": "B2" })] as const;
  const root = svg("svg", {}, a1, b2);
  document.body.replaceChildren(html("div", {}, root));
  let context = 1;
  const gestures: string[] = [];
  const hand: DragHandlers = {
    accepts: () => true,
    drags: (cell, { x }) => void gestures.push(`drag ${cell} ${x}`),
    drops: (cell) => void gestures.push(`drop ${cell}`),
    taps: (cell) => void gestures.push(`tap ${cell}`),
    cancels: () => void gestures.push("cancel"),
    context: () => context,
  };
  listenToDrags(root, hand);
  const clicked = vi.fn();
  root.addEventListener("click", clicked);
  return { root, a1, b2, gestures, clicked, change: () => context++ };
}

describe("a drag", () => {
  it("begins after a few pixels, and keeps the click that ends it to itself", () => {
    const { root, a1, gestures, clicked } = picture();
    point(a1, "pointerdown");
    point(root, "pointermove", { clientX: 5 });
    point(root, "pointermove", { clientX: 20 });
    point(root, "pointerup", { clientX: 20 });
    a1.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    expect(gestures).toEqual(["drag A1 20", "drop A1"]);
    expect(clicked).not.toHaveBeenCalled();
  });

  it("belongs to one finger: a second finger neither takes it over nor ends it", () => {
    const { root, a1, b2, gestures } = picture();
    const second = { pointerId: 2, isPrimary: false };
    point(a1, "pointerdown");
    point(root, "pointermove", { clientX: 20 });
    point(b2, "pointerdown", second);
    point(root, "pointermove", { clientX: 90, ...second });
    point(root, "pointerup", { clientX: 90, ...second });
    point(root, "pointercancel", second);
    point(root, "pointermove", { clientX: 30 });
    point(root, "pointerup", { clientX: 30 });
    expect(gestures).toEqual(["drag A1 20", "drag A1 30", "drop A1"]);
  });

  it("does not begin after the button was released outside", () => {
    const { root, a1, gestures, clicked } = picture();
    point(a1, "pointerdown");
    point(root, "pointerleave");
    point(root, "pointermove", { clientX: 50, buttons: 0 });
    point(root, "pointermove", { clientX: 60, buttons: 0 });
    point(root, "pointerup", { clientX: 60 });
    a1.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    expect(gestures).toEqual([]);
    expect(clicked).toHaveBeenCalledTimes(1);
  });

  it("ends with its button, though another one is still pressed", () => {
    for (const [button, own, other] of [
      [0, 1, 2],
      [2, 2, 1],
    ] as const) {
      const { root, a1, gestures } = picture();
      point(a1, "pointerdown", { button, buttons: own });
      point(root, "pointermove", { clientX: 20, buttons: own | other });
      point(root, "pointermove", { clientX: 30, buttons: other });
      point(root, "pointerup", { clientX: 30 });
      expect(gestures).toEqual(["drag A1 20", "cancel"]);
    }
  });

  it("ends when the pointer capture is lost, except when the board takes it over from the disc", () => {
    const { root, a1, gestures } = picture();
    point(a1, "pointerdown");
    point(root, "pointermove", { clientX: 20 });
    point(a1, "lostpointercapture");
    point(root, "pointermove", { clientX: 30 });
    point(root, "lostpointercapture");
    point(root, "pointermove", { clientX: 40 });
    point(root, "pointerup", { clientX: 40 });
    expect(gestures).toEqual(["drag A1 20", "drag A1 30", "cancel"]);
  });

  it("ends when the context of the drag changes", () => {
    const { root, a1, gestures, clicked, change } = picture();
    point(a1, "pointerdown");
    point(root, "pointermove", { clientX: 20 });
    change();
    point(root, "pointermove", { clientX: 30 });
    point(root, "pointerup", { clientX: 30 });
    a1.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    expect(gestures).toEqual(["drag A1 20", "cancel"]);
    expect(clicked).not.toHaveBeenCalled();
  });
});

it("an adaptoid dragged while the board changes goes back and is not played", () => {
  const { model, el } = board();
  const disc = find(el, '[data-cell="E3"]');
  const root = find(el, ".adaptoid-svg");
  const holds = () => find(el, ".adaptoid-board").dataset.holding === "";
  point(disc, "pointerdown");
  point(root, "pointermove", { clientX: 20 });
  expect(holds()).toBe(true);
  model.show(midgame({ rev: 8 }));
  point(root, "pointermove", { clientX: 30 });
  expect(holds()).toBe(false);
  point(root, "pointerup", { clientX: 30 });
  expect(model.sent).toEqual([]);
});
