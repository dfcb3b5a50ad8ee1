import type { Language, Wording } from "../protocol/types";

export type Slots = Record<string, string | number>;

/** Replaces the slots `{name}` of a template. An unknown slot stays as it is. */
export function fill(template: string, slots: Slots = {}): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => String(slots[name] ?? whole));
}

/** A number with a true minus sign. */
export function signed(n: number): string {
  return String(n).replace("-", "−");
}

/** Returns the text of a key in one language. */
export interface Translator {
  /** The tag of the language. */
  readonly language: string;
  /** All languages, each with its own name for itself. */
  readonly languages: Language[];
  /** The text under a key, or the key if it is unknown. */
  (key: string, slots?: Slots): string;
  /** The plural form for `n`, from `key.one`, `key.few`, … `key.other`. */
  count(key: string, n: number): string;
  has(key: string): boolean;
}

export function createTranslator(wording: Wording): Translator {
  const { language, languages = [], ui } = wording;
  const t = (key: string, slots?: Slots) => fill(ui[key] ?? key, slots);
  const pluralForm = plurals(language);
  return Object.assign(t, {
    language,
    languages,
    count(key: string, n: number) {
      const form = `${key}.${pluralForm(n)}`;
      return t(form in ui ? form : `${key}.other`, { n });
    },
    has: (key: string) => key in ui,
  });
}

/** Creates the plural rules of a language once, since that costs as much as fifty lookups. */
function plurals(language: string): (n: number) => string {
  try {
    const rules = new Intl.PluralRules(language);
    return (n) => rules.select(n);
  } catch {
    return (n) => (n === 1 ? "one" : "other");
  }
}
