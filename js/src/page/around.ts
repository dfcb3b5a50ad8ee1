import type { Tongues } from "./wire";

/** The text around the board. Each element with words names them: `data-word="lead"`. */
export class Around {
  private words: Record<string, string> = {};
  private readonly tongues: Tongues;

  constructor(tongues: Tongues) {
    this.tongues = tongues;
  }

  say(name: string): string {
    return this.words[name] ?? "";
  }

  /** Everything in another language, what is hidden too. */
  speak(language: string): void {
    const words = this.tongues[language];
    if (!words) return;
    this.words = words;
    document.documentElement.lang = language;
    document.title = this.say("title");
    this.fill(document.body);
  }

  /** The words of all elements in one that name theirs. */
  fill(root: HTMLElement): void {
    for (const element of root.querySelectorAll<HTMLElement>("[data-word]"))
      element.textContent = this.say(element.dataset.word ?? "");
  }
}
