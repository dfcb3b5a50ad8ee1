import { part, unpackText } from "./parts";
import type { Tongue } from "./wire";

/** The text around the board. Each element with words names them: `data-word="lead"`. */
export class Around {
  private tongues: Tongue[] = [];
  private words: Record<string, string>;

  /** `words` are all there is until the others are unpacked. */
  constructor(words: Record<string, string>) {
    this.words = words;
  }

  async unpack(): Promise<void> {
    this.tongues = JSON.parse(await unpackText(part("adaptoid-languages"))) as Tongue[];
  }

  say(name: string): string {
    return this.words[name] ?? "";
  }

  /** Everything in another language, what is hidden too. */
  speak(language: string): void {
    const tongue = this.tongues.find(({ tag }) => tag === language);
    if (!tongue) return;
    this.words = tongue.around;
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
