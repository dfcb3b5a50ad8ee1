import type { Language, Wording } from "../protocol/types";

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
  const pluralForm = plurals(language);
  return Object.assign(say, {
    language,
    languages,
    count(key: string, n: number) {
      const form = `${key}.${pluralForm(n)}`;
      return say(form in ui ? form : `${key}.other`, { n });
    },
    has: (key: string) => key in ui,
  });
}

/** Made once a language: each one that is made costs as much as fifty questions. */
function plurals(language: string): (n: number) => string {
  try {
    const rules = new Intl.PluralRules(language);
    return (n) => rules.select(n);
  } catch {
    return (n) => (n === 1 ? "one" : "other");
  }
}
