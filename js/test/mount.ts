import { afterEach, beforeEach, onTestFinished, vi } from "vitest";
import widget from "../src/index";
import type { Snapshot } from "../src/protocol/types";
import { FakeModel, midgame } from "./samples";

const hosts: HTMLElement[] = [];
let endings: (() => void)[] = [];

/** A view of a model, removed after the test. */
export function show(model: FakeModel): HTMLElement {
  const el = document.createElement("div");
  document.body.append(el);
  hosts.push(el);
  endings.push(widget.render({ model, el }));
  return el;
}

/** A board with one view; `end` closes both before the end of the test. */
export function board(changes: Partial<Snapshot> = {}): { model: FakeModel; el: HTMLElement; end(): void } {
  const model = new FakeModel(midgame(changes));
  endings.push(widget.initialize({ model }));
  const el = show(model);
  return {
    model,
    el,
    end: () => {
      for (const close of endings) close();
    },
  };
}

export function find<E extends HTMLElement = HTMLElement>(el: Element, selector: string): E {
  const node = el.querySelector<E>(selector);
  if (!node) throw new Error(`no ${selector}`);
  return node;
}

export const press = (el: Element, selector: string): boolean =>
  find(el, selector).dispatchEvent(
    new MouseEvent("click", { bubbles: true, composed: true, cancelable: true }),
  );

/** Presses a command of the menu, which is loaded when it is first opened. */
export function choose(el: Element, command: string): void {
  if (!has(el, `[data-do=${command}]`)) press(el, "[data-do=more]");
  press(el, `[data-do=${command}]`);
}

/** Presses a key and returns whether nobody prevented its default action. */
export const key = (el: Element, selector: string, name: string, more: KeyboardEventInit = {}): boolean =>
  find(el, selector).dispatchEvent(
    new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...more }),
  );

export const point = (target: Element, type: string, more: PointerEventInit = {}): boolean =>
  target.dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      cancelable: true,
      pointerId: 1,
      isPrimary: true,
      buttons: type === "pointerup" ? 0 : 1,
      ...more,
    }),
  );

/** Replaces the layout, which jsdom lacks: a pixel is a disc. */
export function pixels(): void {
  beforeEach(() => {
    vi.stubGlobal(
      "DOMPoint",
      class {
        constructor(
          readonly x: number,
          readonly y: number,
        ) {}
        matrixTransform() {
          return this;
        }
      },
    );
    const screen = { inverse: () => screen };
    Object.assign(SVGElement.prototype, { getScreenCTM: () => screen });
  });
}

export const has = (el: Element, selector: string): boolean => el.querySelector(selector) !== null;

/** Fakes `:focus-visible`, which jsdom lacks, until the end of the test. */
export function byKeys(seen: () => boolean): void {
  const matches = Element.prototype.matches;
  const spy = vi.spyOn(Element.prototype, "matches").mockImplementation(function (this: Element, what) {
    return what === ":focus-visible" ? seen() : matches.call(this, what);
  });
  onTestFinished(() => spy.mockRestore());
}

/** Runs frames at once, uses fake timers, and stands in for what jsdom lacks. */
export function mounts(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("CSS", { escape: (text: string) => text });
    Element.prototype.scrollIntoView = () => {};
    vi.stubGlobal("requestAnimationFrame", (draw: () => void) => {
      draw();
      return 0;
    });
  });
  afterEach(() => {
    for (const end of endings) end();
    endings = [];
    for (const host of hosts.splice(0)) host.remove();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}

/** By how many degrees the first point of a path of a limb or slot is turned from the top, clockwise. */
export function angleOf(path: Element): number {
  const [, x, y] = /^M(-?[.\d]+) ?(-?[.\d]+)/.exec(path.getAttribute("d") ?? "") ?? [];
  return (60 * Math.round((Math.atan2(Number(x), -Number(y)) * 3) / Math.PI) + 360) % 360;
}
