/** Small helpers to make and change DOM nodes. Text goes in as text, never as markup. */

export type Attributes = Record<string, string | number | boolean | null | undefined>;
type Child = Node | string;
/** The names of an element and of its classes: "li.side.won" has the classes adaptoid-side and adaptoid-won. */
type Named<Map> = (keyof Map & string) | `${keyof Map & string}.${string}`;
type Made<Map, Name> = Name extends keyof Map
  ? Map[Name]
  : Name extends `${infer Tag extends keyof Map & string}.${string}`
    ? Map[Tag]
    : never;

export function html<Name extends Named<HTMLElementTagNameMap>>(
  name: Name,
  attributes: Attributes = {},
  ...children: Child[]
): Made<HTMLElementTagNameMap, Name> {
  return make("http://www.w3.org/1999/xhtml", name, attributes, children) as never;
}

export function svg<Name extends Named<SVGElementTagNameMap>>(
  name: Name,
  attributes: Attributes = {},
  ...children: Child[]
): Made<SVGElementTagNameMap, Name> {
  return make("http://www.w3.org/2000/svg", name, attributes, children) as never;
}

function make(space: string, name: string, attributes: Attributes, children: Child[]): Element {
  const [tag = "", ...classes] = name.split(".");
  const element = document.createElementNS(space, tag);
  element.classList.add(...classes.map((one) => `adaptoid-${one}`));
  // one that is not said to be a mere button would send a form around it
  set(element, { type: tag === "button" ? tag : null, ...attributes });
  element.append(...children);
  return element;
}

/** Sets attributes; null, undefined and false take one away. Untouched where nothing changes. */
export function set(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value))
      element.setAttribute(name, value === true ? "" : String(value));
  }
}

export function text(element: Element | null | undefined, value: string): void {
  if (element && element.textContent !== value) element.textContent = value;
}

type Kinds = keyof HTMLElementEventMap;
type Heard<Names> = Names extends `${infer First extends Kinds} ${infer Rest}`
  ? HTMLElementEventMap[First] | Heard<Rest>
  : Names extends Kinds
    ? HTMLElementEventMap[Names]
    : never;

/** Hears events of one or more kinds, with blanks between; `early` before those who are further in. */
export function on<Names extends string>(
  target: EventTarget,
  kinds: Names,
  hear: (event: Heard<Names>) => void,
  early = false,
): void {
  for (const kind of kinds.split(" ")) target.addEventListener(kind, hear as (event: Event) => void, early);
}

/** Hears of each new size of an element, and of its first one; gives a function that ends it. */
export function onResize(element: Element, hear: () => void): () => void {
  const observer = globalThis.ResizeObserver && new ResizeObserver(hear);
  observer?.observe(element);
  return () => observer?.disconnect();
}

/** The button that an event meant, if it was one. */
export function buttonOf(target: EventTarget | null): HTMLElement | null | undefined {
  return (target as Element | null)?.closest<HTMLElement>("button");
}

/** The style sheet of a part, in the view where it is needed. */
export function wear(root: Element, sheet: string): void {
  if (sheet) root.prepend(html("style", {}, sheet));
}

/** Whether anything of what it is given is another than the last time: what has not changed need not be drawn. */
export type Changed = (...now: unknown[]) => boolean;

export function changes(): Changed {
  let before: unknown[] = [changes];
  return (...now) => {
    const changed = now.some((value, i) => value !== before[i]);
    before = now;
    return changed;
  };
}

/** What the keyboard is on, if it is in the same tree as this. */
export function focused(part: Element): Element | null {
  const { activeElement } = part.getRootNode() as Document;
  return part.contains(activeElement) ? activeElement : null;
}

/** Keeps one node for each key: makes the new, updates the old, removes the gone. */
export class Keyed<T, N extends Element> {
  readonly #nodes = new Map<string, N>();
  readonly #parent: Element;
  readonly #make: (item: T, key: string) => N;
  readonly #update: (node: N, item: T, key: string) => void;

  constructor(
    parent: Element,
    make: (item: T, key: string) => N,
    update: (node: N, item: T, key: string) => void = () => {},
  ) {
    this.#parent = parent;
    this.#make = make;
    this.#update = update;
  }

  get(key: string): N | undefined {
    return this.#nodes.get(key);
  }

  /** Lets the node of one key go on as the node of another. */
  rename(from: string, to: string): void {
    const node = this.#nodes.get(from);
    if (!node || this.#nodes.has(to)) return;
    this.#nodes.delete(from);
    this.#nodes.set(to, node);
  }

  draw(items: Iterable<readonly [key: string, item: T]>): void {
    const gone = new Set(this.#nodes.keys());
    for (const [key, item] of items) {
      let node = this.#nodes.get(key);
      if (!node) {
        node = this.#make(item, key);
        this.#nodes.set(key, node);
        this.#parent.append(node);
      }
      gone.delete(key);
      this.#update(node, item, key);
    }
    for (const key of gone) {
      this.#nodes.get(key)?.remove();
      this.#nodes.delete(key);
    }
  }
}
