/** Texts of files that MicroPython reads in a time that grows with their length. */
import { STEP_RESULT } from "../protocol/constants";

/** Far more than results have. */
const MAX_DEPTH = 8;
const MAX_KEYS = 2000;
const MAX_ITEMS = 2000;
const MAX_TEXT = 500;
/** The end of a text that nobody reads: its beginning tells what it is. */
const BEGINNING = 100;
const IS_BROKEN = /^[\ufeff \t\r\n]*\{/;

/**
 * A text that Python can read in place of this one: JSON written again, of broken JSON the beginning, any other text, such as a mail with a
 * record, as it is. The browser reads any JSON quickly; MicroPython takes a time that grows with the square of a text, of a number, or of the keys of an object. So it gets
 * only the version of JSON with more than results have.
 */
export function readable(text: string): string {
  let value: { v?: unknown } | null;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return IS_BROKEN.test(text) ? text.slice(0, BEGINNING) : text;
  }
  if (!isSmall(value, 0)) return JSON.stringify(typeof value?.v === "number" ? { v: value.v } : null);
  return JSON.stringify(isObject(value) ? inColumns(value) : value);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The results of a lesson, or those of all lessons of a site. A list for each field of the steps takes Python a third of the time. */
function inColumns(results: Record<string, unknown>): Record<string, unknown> {
  const out = { ...results };
  if (Array.isArray(out.results))
    out.results = out.results.map((each) => (isObject(each) ? inColumns(each) : each));
  if (Array.isArray(out.steps)) {
    const steps: unknown[] = out.steps;
    // a list of anything else is damaged
    out.steps = steps.every(isObject) ? STEP_RESULT.map((field) => steps.map((step) => step[field])) : null;
  }
  return out;
}

function isSmall(value: unknown, depth: number): boolean {
  if (typeof value === "string") return value.length <= MAX_TEXT;
  if (typeof value !== "object" || !value) return true;
  if (depth === MAX_DEPTH) return false;
  if (Array.isArray(value))
    return value.length <= MAX_ITEMS && value.every((item) => isSmall(item, depth + 1));
  const keys = Object.keys(value);
  return (
    keys.length <= MAX_KEYS &&
    keys.every((key) => key.length <= MAX_TEXT && isSmall((value as Record<string, unknown>)[key], depth + 1))
  );
}
