import type { Translations } from "../embedded/page_types";
import type { BoardContent } from "./page_board";

/** The attributes of `<adaptoid-board>` that describe its content. `src` is the address of a text. */
export const DESCRIBING = ["position", "game", "lesson", "levels", "aids", "language", "src"];
/** What the command `embed` writes into an element: a lesson or a game. */
const CONTENT = "script[type='application/json']";

let count = 0;

/** The content that the attributes of an element describe, or that stands in it. Rejects if the address cannot be read. */
export async function described(element: HTMLElement, words: Translations): Promise<BoardContent> {
  const attributes: Record<string, string> = {};
  for (const name of DESCRIBING) {
    const value = element.getAttribute(name);
    if (value !== null) attributes[name] = value;
  }
  const { src = "", lesson = "" } = attributes;
  const held = element.querySelector(CONTENT);
  // the text of a lesson may stand elsewhere in the page
  const linked = lesson.startsWith("#") ? document.getElementById(lesson.slice(1)) : null;
  if (linked) delete attributes.lesson;
  if (linked ?? held) attributes.content = (linked ?? held)?.textContent ?? "";
  if (src) {
    const response = await fetch(src);
    if (!response.ok) throw new Error(`${src}: ${response.status}`);
    attributes.content = await response.text();
  }
  const near = element.closest<HTMLElement>("[lang]")?.lang.split("-")[0] ?? "";
  const language = [attributes.language ?? "", near].find((tag) => Object.hasOwn(words, tag)) ?? "en";
  const board = `adaptoid-element-${++count}`;
  const options = JSON.stringify({ attributes, board, language });
  return { kind: "embedded", board, options, first: "", language };
}
