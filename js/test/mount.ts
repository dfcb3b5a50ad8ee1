import { afterEach, beforeEach, onTestFinished, vi } from "vitest";
import widget from "../src/index";
import type { Snapshot } from "../src/protocol/types";
import { FakeModel, midgame } from "./samples";

const hosts: HTMLElement[] = [];
let endings: (() => void)[] = [];

/** A view of a model, taken down after the test. */
export function show(model: FakeModel): HTMLElement {
  const el = document.createElement("div");
  document.body.append(el);
  hosts.push(el);
  endings.push(widget.render({ model, el }));
  return el;
}

/** A board with one view; `end` takes both down before the test is over. */
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

/** Whether nobody took the key. */
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

/** There is no layout here: a pixel is a disc. */
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

/** Whether what has the focus has it by keys, until the test is over; there are none here to tell it by. */
export function byKeys(seen: () => boolean): void {
  const matches = Element.prototype.matches;
  const spy = vi.spyOn(Element.prototype, "matches").mockImplementation(function (this: Element, what) {
    return what === ":focus-visible" ? seen() : matches.call(this, what);
  });
  onTestFinished(() => spy.mockRestore());
}

/** Frames run at once, time stands still until it is told to pass. */
export function mounts(): void {
  beforeEach(() => {
    vi.useFakeTimers();
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
