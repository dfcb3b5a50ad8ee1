/** A text area for code: Tab indents, Enter keeps the indentation, and it is as high as its text. */

import { html, on } from "../dom/elements";

const STEP = "    ";

/** What a key with a meaning of its own does. */
interface Keys {
  /** Shift+Enter, or with `stay` Ctrl+Enter. */
  run(stay: boolean): void;
  /** Escape: Tab would not leave the text area. */
  leave(): void;
}

export class CodeArea {
  readonly element = html("div.code");
  readonly area = html("textarea", {
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    wrap: "off",
  });
  readonly #numbers = html("div.code-numbers", { "aria-hidden": "true" });
  #wrongLine = 0;

  constructor(source: string, keys: Keys) {
    this.area.value = source;
    this.element.append(this.#numbers, this.area);
    this.#fit();
    on(this.area, "input", () => {
      this.mark(0);
      this.#fit();
    });
    on(this.area, "keydown", (event) => this.#press(event, keys));
  }

  get source(): string {
    return this.area.value;
  }

  set source(text: string) {
    this.area.value = text;
    this.mark(0);
    this.#fit();
  }

  /** Marks the number of a line with an error; 0 for none. */
  mark(line: number): void {
    if (line === this.#wrongLine) return;
    this.#wrongLine = line;
    this.area.setAttribute("aria-invalid", String(line > 0));
    for (const [i, number] of [...this.#numbers.children].entries())
      number.classList.toggle("adaptoid-code-wrong", i + 1 === line);
  }

  /** As high as its text, with the numbers of the lines beside it. */
  #fit(): void {
    const count = this.area.value.split("\n").length;
    this.area.rows = count;
    while (this.#numbers.children.length > count) this.#numbers.lastElementChild?.remove();
    while (this.#numbers.children.length < count)
      this.#numbers.append(html("span", {}, String(this.#numbers.children.length + 1)));
  }

  #press(event: KeyboardEvent, keys: Keys): void {
    const { key, shiftKey, ctrlKey, metaKey, altKey, isComposing } = event;
    // the editor of a notebook around the page, or the browser, would act on them too
    event.stopPropagation();
    if (isComposing || altKey) return;
    const stay = ctrlKey || metaKey;
    if (key === "Enter" && (shiftKey || stay)) keys.run(stay);
    else if (key === "Escape") keys.leave();
    else if (stay) return;
    else if (key === "Tab") this.#indent(shiftKey);
    else if (key === "Enter") this.#breakLine();
    else return;
    event.preventDefault();
  }

  /** Moves the lines of the selection by one step; without a selection, Tab writes blanks. */
  #indent(back: boolean): void {
    const { area } = this;
    const { value, selectionStart: from, selectionEnd: to } = area;
    const begin = value.lastIndexOf("\n", from - 1) + 1;
    if (!back && from === to) {
      this.#replace(from, to, STEP.slice((from - begin) % STEP.length));
      return;
    }
    // a selection that ends before the first character of a line does not touch that line
    const last = to > from && value[to - 1] === "\n" ? to - 1 : to;
    const end = value.indexOf("\n", last) < 0 ? value.length : value.indexOf("\n", last);
    const lines = value.slice(begin, end).split("\n");
    const moved = lines.map((line) => (back ? line.replace(/^ {1,4}|^\t/, "") : line && STEP + line));
    const text = moved.join("\n");
    if (text === value.slice(begin, end)) return;
    this.#replace(begin, end, text);
    const first = (moved[0] ?? "").length - (lines[0] ?? "").length;
    const start = from === begin ? begin : Math.max(begin, from + first);
    area.setSelectionRange(start, from === to ? start : begin + text.length);
  }

  /** A new line with the indentation of the one before; deeper after a colon. */
  #breakLine(): void {
    const { value, selectionStart, selectionEnd } = this.area;
    const before = value.slice(value.lastIndexOf("\n", selectionStart - 1) + 1, selectionStart);
    const indentation = /^[ \t]*/.exec(before)?.[0] ?? "";
    this.#replace(selectionStart, selectionEnd, `\n${indentation}${/:\s*(#.*)?$/.test(before) ? STEP : ""}`);
  }

  /** Puts a text in place of a part, so that the browser can undo it. */
  #replace(from: number, to: number, text: string): void {
    const { area } = this;
    area.focus();
    area.setSelectionRange(from, to);
    const done = text
      ? document.execCommand?.("insertText", false, text)
      : document.execCommand?.("delete", false);
    if (done) return;
    area.setRangeText(text, from, to, "end");
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
