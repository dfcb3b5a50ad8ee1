import { html } from "../dom/elements";
import type { Block, Inline } from "../protocol/types";

/** The name of a disc. */
const DISC = /[A-Z]\d+/g;

/** The discs that a piece of code names: discs of this board, or a turn on them. */
export function discsIn(code: string, known: ReadonlySet<string>): string[] {
  const cells = code.match(DISC) ?? [];
  const rest = code.replace(DISC, "").replace(/[-x+,LP\s]/g, "");
  return rest === "" && cells.every((cell) => known.has(cell)) ? [...new Set(cells)] : [];
}

/** A text as nodes. Code that names discs is a button that highlights them. */
export function paint(text: Block[], known: ReadonlySet<string>): Node[] {
  const inline = (one: Inline): Node | string => {
    if (typeof one === "string") return one;
    if (one[0] === "br") return html("br");
    if (one[0] === "c") return code(one[1], known);
    const [tag, ...inner] = one;
    return html(tag === "b" ? "strong" : "em", {}, ...inner.map(inline));
  };
  return text.map((block) => {
    if (block[0] === "ul" || block[0] === "ol") {
      const [tag, ...items] = block;
      return html(tag, {}, ...items.map((item) => html("li", {}, ...paint(item, known))));
    }
    const [tag, ...inner] = block;
    // no heading element, since the heading levels of the page are unknown
    return html(tag === "h" ? "p.lesson-told" : "p", {}, ...inner.map(inline));
  });
}

export function code(written: string, known: ReadonlySet<string>): HTMLElement {
  const cells = discsIn(written, known);
  if (!cells.length) return html("code", {}, written);
  return html("button.where", { "data-where": cells.join(" ") }, written);
}

/** The text without markup, for screen readers. */
export function plain(text: Block[]): string {
  const inline = (one: Inline): string => {
    if (typeof one === "string") return one;
    if (one[0] === "br") return " ";
    const [, ...inner] = one;
    return inner.map(inline).join("");
  };
  return text
    .map((block) => {
      if (block[0] === "ul" || block[0] === "ol") {
        const [, ...items] = block;
        return items.map(plain).join(" ");
      }
      const [, ...inner] = block;
      return inner.map(inline).join("");
    })
    .join(" ");
}
