import { focused } from "./elements";

/**
 * Makes the children of an element like the fresh nodes. A child stays in place of a fresh node of the same tag, first class
 * and `data-key`, so it keeps its listeners, the focus, typed text and an open list. A fresh node may also be a child already.
 */
export function morphChildren(parent: Element, fresh: Iterable<Node>): void {
  const nodes = [...fresh];
  const old = [...parent.childNodes].filter((node) => !nodes.includes(node));
  const children = nodes.map((node) => {
    const at = node.parentNode === parent ? -1 : old.findIndex((other) => isSame(other, node));
    const [match] = at < 0 ? [] : old.splice(at, 1);
    if (match && !match.isEqualNode(node)) update(match, node);
    return match ?? node;
  });
  arrange(parent, children);
}

/** Makes nodes the only children of an element, in this order. Children that stay are not touched, so they need no layout. */
export function arrange(parent: Element, nodes: readonly Node[]): void {
  const focus = focused(parent) as HTMLElement | null;
  for (const child of [...parent.childNodes]) if (!nodes.includes(child)) child.remove();
  nodes.forEach((node, i) => {
    const next = parent.childNodes[i];
    if (next !== node) parent.insertBefore(node, next ?? null);
  });
  // a focused element loses the focus where it is moved
  if (focus?.isConnected && focused(parent) !== focus) focus.focus({ preventScroll: true });
}

const identity = (node: Node): string =>
  node instanceof Element ? [node.tagName, node.classList[0], node.getAttribute("data-key")].join() : "";

const isSame = (node: Node, other: Node): boolean =>
  node.nodeType === other.nodeType && identity(node) === identity(other);

function update(node: Node, fresh: Node): void {
  if (node instanceof Element && fresh instanceof Element) {
    for (const { name } of [...node.attributes]) if (!fresh.hasAttribute(name)) node.removeAttribute(name);
    for (const { name, value } of fresh.attributes)
      if (node.getAttribute(name) !== value) node.setAttribute(name, value);
    morphChildren(node, fresh.childNodes);
  } else node.nodeValue = fresh.nodeValue;
}

/** Makes an element like a fresh one of the same tag: its attributes and its children. */
export const morphElement = (element: Element, fresh: Element): void => {
  if (!element.isEqualNode(fresh)) update(element, fresh);
};
