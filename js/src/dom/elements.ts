/** Helpers that make and change DOM nodes. Text is set as text, never as markup. */

export type Attributes = Record<string, string | number | boolean | null | undefined>;
type Child = Node | string;
/** A tag name and class names: "li.side.won" is an li with the classes adaptoid-side and adaptoid-won. */
type Selector<Map> = (keyof Map & string) | `${keyof Map & string}.${string}`;
type ElementOf<Map, Name> = Name extends keyof Map
  ? Map[Name]
  : Name extends `${infer Tag extends keyof Map & string}.${string}`
    ? Map[Tag]
    : never;

export function html<Name extends Selector<HTMLElementTagNameMap>>(
  name: Name,
  attributes: Attributes = {},
  ...children: Child[]
): ElementOf<HTMLElementTagNameMap, Name> {
  return make("http://www.w3.org/1999/xhtml", name, attributes, children) as never;
}

export function svg<Name extends Selector<SVGElementTagNameMap>>(
  name: Name,
  attributes: Attributes = {},
  ...children: Child[]
): ElementOf<SVGElementTagNameMap, Name> {
  return make("http://www.w3.org/2000/svg", name, attributes, children) as never;
}

function make(space: string, name: string, attributes: Attributes, children: Child[]): Element {
  const [tag = "", ...classes] = name.split(".");
  const element = document.createElementNS(space, tag);
  element.classList.add(...classes.map((name) => `adaptoid-${name}`));
  // the default type would submit a form around the button
  set(element, { type: tag === "button" ? tag : null, ...attributes });
  element.append(...children);
  return element;
}

/** Sets attributes that differ. Null, undefined and false remove an attribute. */
export function set(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    const content = value === true ? "" : String(value);
    if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else if (element.getAttribute(name) !== content) element.setAttribute(name, content);
  }
}

export function text(element: Element | null | undefined, value: string): void {
  if (element && element.textContent !== value) element.textContent = value;
}

type EventType = keyof HTMLElementEventMap;
type EventOf<Types> = Types extends `${infer First extends EventType} ${infer Rest}`
  ? HTMLElementEventMap[First] | EventOf<Rest>
  : Types extends EventType
    ? HTMLElementEventMap[Types]
    : never;

/** Listens for events of one or more types, separated by blanks. The options may hold an AbortSignal. */
export function on<Types extends string>(
  target: EventTarget,
  types: Types,
  handler: (event: EventOf<Types>) => void,
  options?: AddEventListenerOptions | boolean,
): void {
  for (const type of types.split(" "))
    target.addEventListener(type, handler as (event: Event) => void, options);
}

/** Calls the handler with the first size of an element and with each new one, until the signal aborts. */
export function onResize(element: Element, handler: () => void, signal?: AbortSignal): void {
  const observer = globalThis.ResizeObserver && new ResizeObserver(handler);
  observer?.observe(element);
  if (signal) on(signal, "abort", () => observer?.disconnect());
}

/** The button around the target of an event. */
export function buttonOf(target: EventTarget | null): HTMLElement | null | undefined {
  return (target as Element | null)?.closest<HTMLElement>("button");
}

/** The button of a command. */
export function buttonFor(parent: Element, command: string): Element {
  return parent.querySelector(`[data-do=${command}]`) as Element;
}

/** The disc around the target of an event. */
export function cellOf(target: EventTarget | null | undefined): string | null {
  return (target as Element | null)?.closest<SVGGElement>("[data-cell]")?.dataset.cell ?? null;
}

/** Whether people point with fingers, which hide what they point at and have no keys. */
export function isTouch(): boolean {
  return globalThis.matchMedia?.("(pointer: coarse)").matches ?? false;
}

/** Saves content as a file. `place` is where the link to it may stand, since some browsers only follow a link in the page. */
export function saveFile(name: string, content: Blob, place: Element = document.body): void {
  const url = URL.createObjectURL(content);
  const link = html("a", { href: url, download: name });
  place.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The text of a file in UTF-8, or in UTF-16, which some programs of Windows write. Throws an error for other bytes, unless not `fatal`. */
export async function fileText(file: Blob, fatal = true): Promise<string> {
  const bytes = await file.arrayBuffer();
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  // a byte order mark, or a letter of ASCII without one
  const isLittleEnd = (first === 0xff && second === 0xfe) || (first && second === 0);
  const isBigEnd = (first === 0xfe && second === 0xff) || (first === 0 && second);
  const encoding = isLittleEnd ? "utf-16le" : isBigEnd ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding, { fatal }).decode(bytes);
}

/** Adds the style sheet of a part to a view. */
export function addStyle(root: Element, sheet: string): void {
  if (sheet) root.prepend(html("style", {}, sheet));
}

/** Compares its arguments with those of the call before. */
type Changed = (...now: unknown[]) => boolean;

/** Makes a function that tells whether its arguments differ from those of the call before. */
export function changeDetector(): Changed {
  let before: unknown[] = [changeDetector];
  return (...now) => {
    const changed = now.some((value, i) => value !== before[i]);
    before = now;
    return changed;
  };
}

/** The focused element within an element, also in a shadow tree. */
export function focused(within: Element): Element | null {
  const { activeElement } = within.getRootNode() as Document;
  return within.contains(activeElement) ? activeElement : null;
}

/** Keeps one node for each key: makes new ones, updates known ones, removes the others. */
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

  /** Gives the node of one key to another key. */
  rename(from: string, to: string): void {
    const node = this.#nodes.get(from);
    if (!node || this.#nodes.has(to)) return;
    this.#nodes.delete(from);
    this.#nodes.set(to, node);
  }

  draw(items: Iterable<readonly [key: string, item: T]>): void {
    const gone = new Set(this.#nodes.keys());
    for (const [key, item] of items) {
      const known = this.#nodes.get(key);
      const node = known ?? this.#make(item, key);
      gone.delete(key);
      this.#update(node, item, key);
      if (known) continue;
      // complete, since each change of what is in the page costs more
      this.#nodes.set(key, node);
      this.#parent.append(node);
    }
    for (const key of gone) {
      this.#nodes.get(key)?.remove();
      this.#nodes.delete(key);
    }
  }
}
