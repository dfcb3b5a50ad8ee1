import type { Language, Wording } from "./types";

export type Slots = Record<string, string | number>;

/** Puts the slots' values into a template: `{name}`. An unknown slot stays as it is. */
export function fill(template: string, slots: Slots = {}): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => String(slots[name] ?? whole));
}

export interface Words {
  /** The tag of the language that is spoken. */
  readonly language: string;
  /** All that could be, each with its own name for itself. */
  readonly languages: Language[];
  /** The sentence or word under a key; a key that is missing shows itself. */
  (key: string, slots?: Slots): string;
  /** The plural form that `n` asks for, from `key.one`, `key.few`, … `key.other`. */
  count(key: string, n: number): string;
  has(key: string): boolean;
}

export function words(wording: Wording): Words {
  const { language, languages = [], ui } = wording;
  const say = (key: string, slots?: Slots) => fill(ui[key] ?? key, slots);
  return Object.assign(say, {
    language,
    languages,
    count(key: string, n: number) {
      const form = `${key}.${pluralForm(language, n)}`;
      return say(form in ui ? form : `${key}.other`, { n });
    },
    has: (key: string) => key in ui,
  });
}

function pluralForm(language: string, n: number): string {
  try {
    return new Intl.PluralRules(language).select(n);
  } catch {
    return n === 1 ? "one" : "other";
  }
}
