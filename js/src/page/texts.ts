import type { Translations } from "./messages";

/** The texts around the board. An element names its text with `data-word`. */
export class PageTexts {
  private texts: Record<string, string> = {};

  constructor(private readonly translations: Translations) {}

  get(name: string): string {
    return this.texts[name] ?? "";
  }

  /** Shows all texts in another language. */
  setLanguage(language: string): void {
    const texts = this.translations[language];
    if (!texts) return;
    this.texts = texts;
    document.documentElement.lang = language;
    document.title = this.get("title");
    this.fill(document.body);
  }

  /** Sets the texts of all elements in an element. */
  fill(root: HTMLElement): void {
    for (const element of root.querySelectorAll<HTMLElement>("[data-word]"))
      element.textContent = this.get(element.dataset.word ?? "");
  }
}

/** Shows a problem above the board, or removes it with an empty text. */
export function showProblem(text: string, detail = ""): void {
  const element = document.getElementById("adaptoid-trouble");
  if (!element) return;
  element.textContent = detail ? `${text} (${detail})` : text;
  element.hidden = text === "";
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
