import { html } from "../dom/elements";
import type { Block, Inline } from "../protocol/types";

/** The name of a disc. */
const DISC = /[A-Z]\d+/g;

/** The discs that a piece of code names: discs of this board, or a turn on them. */
export function discsIn(code: string, discs: ReadonlySet<string>): string[] {
  const cells = code.match(DISC) ?? [];
  const remainder = code.replace(DISC, "").replace(/[-x+,LP\s]/g, "");
  return remainder === "" && cells.every((cell) => discs.has(cell)) ? [...new Set(cells)] : [];
}

/** Renders a text as nodes. Code that names discs becomes a button that highlights them. */
export function renderText(text: Block[], discs: ReadonlySet<string>): Node[] {
  const inline = (piece: Inline): Node | string => {
    if (typeof piece === "string") return piece;
    if (piece[0] === "br") return html("br");
    if (piece[0] === "c") return code(piece[1], discs);
    const [tag, ...inner] = piece;
    return html(tag === "b" ? "strong" : "em", {}, ...inner.map(inline));
  };
  return text.map((block) => {
    if (block[0] === "ul" || block[0] === "ol") {
      const [tag, ...items] = block;
      return html(tag, {}, ...items.map((item) => html("li", {}, ...renderText(item, discs))));
    }
    const [tag, ...inner] = block;
    // no heading element, since the heading levels of the page are unknown
    return html(tag === "h" ? "p.lesson-heading" : "p", {}, ...inner.map(inline));
  });
}

export function code(source: string, discs: ReadonlySet<string>): HTMLElement {
  const cells = discsIn(source, discs);
  if (!cells.length) return html("code", {}, source);
  return html("button.where", { "data-where": cells.join(" ") }, source);
}

/** The text without markup, for screen readers. */
export function plain(text: Block[]): string {
  const inline = (piece: Inline): string => {
    if (typeof piece === "string") return piece;
    if (piece[0] === "br") return " ";
    const [, ...inner] = piece;
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
