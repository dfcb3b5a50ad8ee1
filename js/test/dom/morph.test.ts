import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { html, on } from "../../src/dom/elements";
import { become, morph } from "../../src/dom/morph";

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
  it("keeps elements by key when others come, go and change places", () => {
    morph(
      parent,
      ["a", "b", "c"].map((name) => button(name)),
    );
    const [a, , c] = parent.children;
    morph(
      parent,
      ["c", "d", "a"].map((name) => button(name)),
    );
    expect(names()).toEqual(["c", "d", "a"]);
    expect([parent.children[0], parent.children[2]]).toEqual([c, a]);
    expect(parent.children[0]).toBe(c);
    expect(parent.children[2]).toBe(a);
  });

  it("does not take an element of another tag, class or key for the same", () => {
    const old = [html("p.status"), html("p.news"), html("span.news"), button("a")];
    morph(parent, old);
    morph(parent, [html("p.news"), html("span.other"), button("b")]);
    expect(parent.children[0]).toBe(old[1]);
    expect(old).not.toContain(parent.children[1]);
    expect(old).not.toContain(parent.children[2]);
  });

  it("sets, changes and removes attributes", () => {
    morph(parent, [button("a", { title: "old", "aria-disabled": "true" })]);
    const [a] = parent.children;
    morph(parent, [button("a", { title: "new", hidden: true })]);
    expect(parent.children[0]).toBe(a);
    expect([a?.getAttribute("title"), a?.hasAttribute("aria-disabled"), (a as HTMLElement).hidden]).toEqual([
      "new",
      false,
      true,
    ]);
  });

  it("touches nothing that stays as it is", async () => {
    const draw = () =>
      [html("ul", {}, html("li", { title: "x" }, "one")), "text"].map((node) =>
        typeof node === "string" ? document.createTextNode(node) : node,
      );
    morph(parent, draw());
    const observer = new MutationObserver(() => {});
    observer.observe(parent, { subtree: true, childList: true, attributes: true, characterData: true });
    morph(parent, draw());
    expect(observer.takeRecords()).toEqual([]);
  });

  it("keeps the focus, also on an element that is moved", () => {
    morph(
      parent,
      ["a", "b", "c"].map((name) => button(name)),
    );
    const a = parent.firstElementChild as HTMLElement;
    a.focus();
    morph(
      parent,
      ["c", "b", "a"].map((name) => button(name, { title: "moved" })),
    );
    expect(document.activeElement).toBe(a);
    morph(parent, [button("b")]);
    expect(document.activeElement).toBe(document.body);
  });

  it("keeps typed text, the caret and the choice of a list", () => {
    const draw = (name: string) => [
      html("textarea", { "aria-label": name }),
      html("select", { title: name }, ...["1", "2"].map((value) => html("option", { value }, value))),
    ];
    morph(parent, draw("old"));
    const [field, list] = parent.children as unknown as [HTMLTextAreaElement, HTMLSelectElement];
    const second = list.options[1];
    field.value = "typed";
    field.setSelectionRange(2, 3);
    list.value = "2";
    morph(parent, draw("new"));
    expect([field.value, field.selectionStart, field.selectionEnd, list.value]).toEqual(["typed", 2, 3, "2"]);
    expect([field.isConnected, list.title]).toEqual([true, "new"]);
    expect(list.options[1]).toBe(second);
  });

  it("keeps the listeners of what stays, and never doubles them", () => {
    const heard = vi.fn();
    const draw = (title: string) => {
      const drawn = button("a", { title });
      on(drawn, "click", heard);
      return [drawn];
    };
    morph(parent, draw("1"));
    morph(parent, draw("2"));
    morph(parent, draw("3"));
    (parent.firstElementChild as HTMLElement).click();
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it("leaves an element that is passed again where it is", () => {
    const own = html("input");
    parent.append(own);
    own.focus();
    const left = vi.fn();
    on(own, "blur", left);
    morph(parent, [own, button("a")]);
    morph(parent, [own, button("a", { title: "new" }), button("b")]);
    expect(parent.firstElementChild).toBe(own);
    expect(left).not.toHaveBeenCalled();
  });

  it("sets text as text", () => {
    morph(parent, [html("p", {}, "old")]);
    const words = parent.firstChild?.firstChild;
    morph(parent, [html("p", {}, "<b>new</b>")]);
    expect(parent.firstChild?.firstChild).toBe(words);
    expect([parent.textContent, parent.querySelector("b")]).toEqual(["<b>new</b>", null]);
  });

  it("become changes an element itself", () => {
    become(parent, html("div.status", { "data-step": "move" }, html("p", {}, "Move.")));
    expect([parent.className, parent.dataset.step, parent.textContent]).toEqual([
      "adaptoid-status",
      "move",
      "Move.",
    ]);
    become(parent, html("div.status"));
    expect([parent.dataset.step, parent.textContent]).toEqual([undefined, ""]);
  });
});
