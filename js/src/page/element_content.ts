import type { Translations } from "../embedded/page_types";
import { messageOf, own, PageTexts } from "../embedded/texts";
import { chosenLearner, config } from "../storage/storage";
import { storageKey } from "../storage/storage_keys";
import { StoredState } from "../storage/stored_state";
import type { BoardContent } from "./page_board";
import { hashOf } from "./saved_page";

/** Attributes of any element, which say nothing of its content. */
const OF_ANY = ["id", "class", "style", "title", "lang", "dir", "hidden", "slot", "part", "role", "tabindex"];
/** What the command `embed` writes into an element, or the text of a lesson file. */
const CONTENT = "script[type='application/json'], script[type='text/plain']";
/** The lines of a lesson file that say what its results are about. Its words may change. */
const LASTING = /^[ \t]*(\[step|name:|position:|goal:|ask:|turns:).*$/gm;

/** Which element shows a board, by the board's id. */
const owners = new Map<string, HTMLElement>();

/** The id of a board for an element: elements with the same content have boards of their own. */
function boardOf(key: string, element: HTMLElement): string {
  for (let count = 1; ; count++) {
    const board = count > 1 ? `${key}-${count}` : key;
    const owner = owners.get(board);
    if (owner && owner !== element && owner.isConnected) continue;
    owners.set(board, element);
    return board;
  }
}

/** The key of a lesson's results: what the command `embed` has written beside it, or one made of its text; "" for a game. */
function lessonKey(name: string | undefined, content: string): string {
  if (name !== undefined) return own(config.embedded ?? {}, name) ?? "";
  const written = content.trimStart().startsWith("adaptoid-lesson");
  if (written) return `p${hashOf((content.match(LASTING) ?? []).join("\n"))}`;
  if (!content.trimStart().startsWith("{")) return "";
  try {
    return String(JSON.parse(content).board ?? `p${hashOf(content)}`);
  } catch {
    // Python says what is wrong
    return "";
  }
}

/** JSON without escapes, any other text as it is: MicroPython makes two wrong characters of an escaped one beyond the basic plane. */
function withoutEscapes(content: string): string {
  if (!content.trimStart().startsWith("{")) return content;
  try {
    return JSON.stringify(JSON.parse(content));
  } catch {
    // Python says what is wrong
    return content;
  }
}

/**
 * The content that the attributes of an element describe, or that stands in it. Rejects with a sentence if it cannot be read. Elements
 * with the same description in one page get the same content again, with the state that the browser keeps of it.
 */
export async function described(element: HTMLElement, words: Translations): Promise<BoardContent> {
  const attributes: Record<string, string> = {};
  for (const { name, value } of element.attributes)
    if (!name.includes("-") && !OF_ANY.includes(name)) attributes[name] = value;
  const near = element.closest<HTMLElement>("[lang]")?.lang ?? "";
  const tags = [attributes.language ?? "", near].map((tag) => (tag.split("-")[0] ?? "").toLowerCase());
  const language = tags.find((tag) => Object.hasOwn(words, tag)) ?? "en";
  const texts = new PageTexts(words, null);
  texts.setLanguage(language);
  const { src, lesson = "" } = attributes;
  // the text of a lesson may stand elsewhere in the page
  const held = lesson.startsWith("#")
    ? document.getElementById(lesson.slice(1))
    : element.querySelector(CONTENT);
  if (lesson.startsWith("#")) {
    if (!held) throw new Error(texts.get("missing-id", { id: lesson.slice(1) }));
    delete attributes.lesson;
  }
  if (held) attributes.content = held.textContent ?? "";
  if (src !== undefined) attributes.content = await textAt(src, texts);
  const key = lessonKey(attributes.lesson, attributes.content ?? "");
  const place = `${location.pathname}\n${JSON.stringify(attributes)}`;
  const board = boardOf(`adaptoid-element-${hashOf(`${key}\n${place}`)}`, element);
  const kept = new StoredState(key ? storageKey(key, chosenLearner) : `adaptoid ${board}`, "device");
  if (attributes.content) attributes.content = withoutEscapes(attributes.content);
  const options = JSON.stringify({ attributes, board, language });
  return { kind: "embedded", board, options, first: "", language, kept };
}

async function textAt(address: string, texts: PageTexts): Promise<string> {
  try {
    const response = await fetch(address);
    if (response.ok) return await response.text();
    throw new Error(String(response.status));
  } catch (error) {
    const why = texts.get("src", { address, why: messageOf(error) });
    throw new Error(location.protocol === "file:" ? `${why} ${texts.get("src.disk")}` : why);
  }
}
