import { beforeEach, describe, expect, it, vi } from "vitest";
import { watchAvailableHeight } from "../../src/view/available_height";
import { mounts } from "../mount";

mounts();

/** The observers of sizes, by the element that each observes. */
let observers = new Map<Element, () => void>();

beforeEach(() => {
  observers = new Map();
  vi.stubGlobal(
    "ResizeObserver",
    class {
      readonly #handler: () => void;
      #observed: Element | undefined;
      constructor(handler: () => void) {
        this.#handler = handler;
      }
      observe(element: Element) {
        this.#observed = element;
        observers.set(element, this.#handler);
      }
      disconnect() {
        if (this.#observed) observers.delete(this.#observed);
      }
    },
  );
});

/** A view in an output of a notebook, whose height the test sets. */
function notebook() {
  document.body.innerHTML =
    '<main style="overflow-y: auto"><div style="overflow-y: auto"><p></p></div></main>';
  const [panel, output, view] = ["main", "div", "p"].map((name) =>
    document.querySelector(name),
  ) as HTMLElement[];
  if (!panel || !output || !view) throw new Error("no view");
  const resize = (height: number) => {
    Object.defineProperty(panel, "clientHeight", { value: height, configurable: true });
    observers.get(panel)?.();
  };
  return { panel, output, view, resize, height: () => view.style.getPropertyValue("--adaptoid-height") };
}

describe("the height for a board", () => {
  it("follows the panel of the notebook, although the width of the view stays", () => {
    const { output, view, resize, height } = notebook();
    const closed = new AbortController();
    resize(200);
    watchAvailableHeight(view, closed.signal);
    expect(height()).toBe("200px");
    // another view below it was closed
    resize(700);
    expect(height()).toBe("700px");
    resize(10_000);
    expect(height()).toBe(`${innerHeight}px`);
    expect(observers.has(output)).toBe(false);
    closed.abort();
    expect(observers.size).toBe(0);
  });

  it("is that of an output that cannot be as high as its content", () => {
    const { output, view, resize, height } = notebook();
    output.style.maxHeight = "610px";
    resize(700);
    watchAvailableHeight(view, new AbortController().signal);
    expect(height()).toBe("610px");
    output.style.maxHeight = "50%";
    resize(650);
    expect(height()).toBe("650px");
  });

  it("stays as it was in a panel that is hidden", () => {
    const { view, resize, height } = notebook();
    resize(500);
    watchAvailableHeight(view, new AbortController().signal);
    resize(0);
    expect(height()).toBe("500px");
  });
});
