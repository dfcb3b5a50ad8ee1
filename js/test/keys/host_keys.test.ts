import { describe, expect, it } from "vitest";
import { keepKeys } from "../../src/keys/host_keys";

/**
 * Whether a host that receives keys in the capture phase finds the attribute that makes it ignore the key.
 */
function isHandledByHost(target: Element, key: string, options: KeyboardEventInit = {}): boolean {
  let left = false;
  const hear = () => {
    left = target.hasAttribute("data-lm-suppress-shortcuts");
  };
  document.addEventListener("keydown", hear, true);
  target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...options }));
  document.removeEventListener("keydown", hear, true);
  return left;
}

describe("a key pressed on the board", () => {
  it("is ignored by a host that receives it first, unless it may leave the board", () => {
    document.body.innerHTML = '<div id="root"><button></button></div><button id="other"></button>';
    const [root, disc, other] = ["#root", "#root button", "#other"].map((at) => document.querySelector(at));
    const ended = new AbortController();
    keepKeys(root as HTMLElement, ended.signal);
    expect(isHandledByHost(disc as Element, "b")).toBe(true);
    expect(isHandledByHost(disc as Element, "s", { ctrlKey: true })).toBe(false);
    expect(isHandledByHost(disc as Element, "z", { ctrlKey: true })).toBe(true);
    expect(isHandledByHost(other as Element, "b")).toBe(false);
    ended.abort();
    disc?.removeAttribute("data-lm-suppress-shortcuts");
    expect(isHandledByHost(disc as Element, "b")).toBe(false);
  });
});
