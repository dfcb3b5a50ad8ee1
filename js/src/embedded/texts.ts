import { fill, type Slots } from "../i18n/messages";
import type { Translations } from "./page_types";
import { placeIn, sayAbove } from "./places";

/** What an object has under a key of its own. A key from outside may be `constructor`, which all objects have. */
export function own<T>(record: Record<string, T>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** The texts around the board. An element names its text with `data-word`. */
export class PageTexts {
  #texts: Record<string, string> = {};
  #language = "";
  #players = 2;
  readonly #translations: Translations;
  readonly #root: HTMLElement | null;

  /** `root` is what the texts are set in; null in a foreign page, whose elements are not ours. */
  constructor(translations: Translations, root: HTMLElement | null = document.body) {
    this.#translations = translations;
    this.#root = root;
  }

  get(name: string, slots?: Slots): string {
    return fill(this.#texts[name] ?? "", slots);
  }

  /** Shows all texts in another language. */
  setLanguage(language: string): void {
    const texts = own(this.#translations, language);
    if (!texts) return;
    this.#language = language;
    this.#texts = { ...texts };
    for (const name of ["title", "lead", "rule.end"]) {
      const own = texts[`${name}.${this.#players}`];
      if (own) this.#texts[name] = own;
    }
    // an article is in a language of its own
    if (this.#root && "title" in texts) {
      document.documentElement.lang = language;
      document.title = this.get("title");
    }
    if (this.#root) this.fill(this.#root);
  }

  /** Shows the rules and the title for a number of players. */
  setPlayers(players: number): void {
    if (players === this.#players) return;
    this.#players = players;
    this.setLanguage(this.#language);
  }

  /** Sets the texts of all elements in an element. An index page has others besides. */
  fill(root: HTMLElement): void {
    for (const element of root.querySelectorAll<HTMLElement>("[data-word]"))
      if ((element.dataset.word ?? "") in this.#texts)
        element.textContent = this.get(element.dataset.word ?? "");
  }
}

/** The problems shown above the board, in this order: starting and running, the address, saving, another tab. */
const problems = { python: "", link: "", storage: "", tabs: "" };

/** Shows a problem on a line of its own above the board, or removes it with an empty text. In a foreign page, above all boards. */
export function showProblem(kind: keyof typeof problems, text: string, detail = ""): void {
  problems[kind] = detail ? `${text} (${detail})` : text;
  const element = document.getElementById("adaptoid-trouble");
  const message = Object.values(problems).filter(Boolean).join("\n");
  if (globalThis.adaptoidParts) {
    for (const board of document.querySelectorAll("adaptoid-board"))
      sayAbove(placeIn(board), "page", message);
    return;
  }
  // a text that is set again would be announced again
  if (!element || element.textContent === message) return;
  element.textContent = message;
  element.hidden = message === "";
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
