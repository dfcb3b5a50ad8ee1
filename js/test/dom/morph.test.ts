import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { html, on } from "../../src/dom/elements";
import { morphChildren, morphElement } from "../../src/dom/morph";

let parent: HTMLElement;
beforeEach(() => {
  parent = html("div");
  document.body.append(parent);
});
afterEach(() => parent.remove());

const button = (name: string, attributes = {}) =>
  html("button.button", { "data-key": name, ...attributes }, name);
const names = () => [...parent.children].map(({ textContent }) => textContent);

describe("morph", () => {
  it("keeps elements by key when others are added, removed and moved", () => {
    morphChildren(
      parent,
      ["a", "b", "c"].map((name) => button(name)),
    );
    const [a, , c] = parent.children;
    morphChildren(
      parent,
      ["c", "d", "a"].map((name) => button(name)),
    );
    expect(names()).toEqual(["c", "d", "a"]);
    expect([parent.children[0], parent.children[2]]).toEqual([c, a]);
    expect(parent.children[0]).toBe(c);
    expect(parent.children[2]).toBe(a);
  });

  it("does not match an element of another tag, class or key", () => {
    const old = [html("p.status"), html("p.news"), html("span.news"), button("a")];
    morphChildren(parent, old);
    morphChildren(parent, [html("p.news"), html("span.other"), button("b")]);
    expect(parent.children[0]).toBe(old[1]);
    expect(old).not.toContain(parent.children[1]);
    expect(old).not.toContain(parent.children[2]);
  });

  it("sets, changes and removes attributes", () => {
    morphChildren(parent, [button("a", { title: "old", "aria-disabled": "true" })]);
    const [a] = parent.children;
    morphChildren(parent, [button("a", { title: "new", hidden: true })]);
    expect(parent.children[0]).toBe(a);
    expect([a?.getAttribute("title"), a?.hasAttribute("aria-disabled"), (a as HTMLElement).hidden]).toEqual([
      "new",
      false,
      true,
    ]);
  });

  it("does not change equal nodes", async () => {
    const draw = () =>
      [html("ul", {}, html("li", { title: "x" }, "one")), "text"].map((node) =>
        typeof node === "string" ? document.createTextNode(node) : node,
      );
    morphChildren(parent, draw());
    const observer = new MutationObserver(() => {});
    observer.observe(parent, { subtree: true, childList: true, attributes: true, characterData: true });
    morphChildren(parent, draw());
    expect(observer.takeRecords()).toEqual([]);
  });

  it("keeps the focus, also on an element that is moved", () => {
    morphChildren(
      parent,
      ["a", "b", "c"].map((name) => button(name)),
    );
    const a = parent.firstElementChild as HTMLElement;
    a.focus();
    morphChildren(
      parent,
      ["c", "b", "a"].map((name) => button(name, { title: "moved" })),
    );
    expect(document.activeElement).toBe(a);
    morphChildren(parent, [button("b")]);
    expect(document.activeElement).toBe(document.body);
  });

  it("keeps typed text, the caret and the choice of a list", () => {
    const draw = (name: string) => [
      html("textarea", { "aria-label": name }),
      html("select", { title: name }, ...["1", "2"].map((value) => html("option", { value }, value))),
    ];
    morphChildren(parent, draw("old"));
    const [field, list] = parent.children as unknown as [HTMLTextAreaElement, HTMLSelectElement];
    const second = list.options[1];
    field.value = "typed";
    field.setSelectionRange(2, 3);
    list.value = "2";
    morphChildren(parent, draw("new"));
    expect([field.value, field.selectionStart, field.selectionEnd, list.value]).toEqual(["typed", 2, 3, "2"]);
    expect([field.isConnected, list.title]).toEqual([true, "new"]);
    expect(list.options[1]).toBe(second);
  });

  it("keeps the listeners of kept elements and never doubles them", () => {
    const listener = vi.fn();
    const draw = (title: string) => {
      const drawn = button("a", { title });
      on(drawn, "click", listener);
      return [drawn];
    };
    morphChildren(parent, draw("1"));
    morphChildren(parent, draw("2"));
    morphChildren(parent, draw("3"));
    (parent.firstElementChild as HTMLElement).click();
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it("leaves an element that is passed again where it is", () => {
    const own = html("input");
    parent.append(own);
    own.focus();
    const left = vi.fn();
    on(own, "blur", left);
    morphChildren(parent, [own, button("a")]);
    morphChildren(parent, [own, button("a", { title: "new" }), button("b")]);
    expect(parent.firstElementChild).toBe(own);
    expect(left).not.toHaveBeenCalled();
  });

  it("sets text as text", () => {
    morphChildren(parent, [html("p", {}, "old")]);
    const words = parent.firstChild?.firstChild;
    morphChildren(parent, [html("p", {}, "<b>new</b>")]);
    expect(parent.firstChild?.firstChild).toBe(words);
    expect([parent.textContent, parent.querySelector("b")]).toEqual(["<b>new</b>", null]);
  });

  it("morphElement changes the element itself", () => {
    morphElement(parent, html("div.status", { "data-step": "move" }, html("p", {}, "Move.")));
    expect([parent.className, parent.dataset.step, parent.textContent]).toEqual([
      "adaptoid-status",
      "move",
      "Move.",
    ]);
    morphElement(parent, html("div.status"));
    expect([parent.dataset.step, parent.textContent]).toEqual([undefined, ""]);
  });
});
