/**
 * Results of a class from files, as `aw.results` of reports/class_results.py gives them. tests/reports/test_class_results.py
 * holds both to the same tables.
 */
import {
  HOW,
  MAX_NUMBER,
  MAX_RESULT_STEPS,
  MAX_RESULT_TEXT,
  MAX_TRIED,
  SOLVED_STATES,
} from "../protocol/constants";

/** The result of a learner in a step, as a file holds it. */
interface StepResult {
  name: string;
  how: string;
  solved: boolean;
  tries: number;
  hints: number;
  seconds: number;
  score: number;
  most: number;
  turns: string[];
}

interface Row extends StepResult {
  learner: string;
  lesson: string;
}

interface Result {
  lesson: string;
  learner: string;
  steps: StepResult[];
}

interface Game {
  file: string;
  white: string;
  black: string;
  red: string;
  result: string;
  turns: number;
}

interface Hardest {
  lesson: string;
  step: string;
  learners: number;
  solved: number;
  alone: number;
  tries: number;
  hints: number;
  wrong: string;
  wrongLearners: number;
}

/** A note under the tables: the name of its text and its slots. */
export type Note = [text: string, slots: Record<string, string | number>];

/** A file with its path in the folder that was given, or its name. */
export interface Source {
  path: string;
  text: string;
}

/** A result that was read. A learner without a name has the name of the folder, or of the file. */
interface Named {
  learner: string;
  result: Result;
  path: string;
}

const RECORD = /^\s*adaptoid-record 1\s*$/m;
/** Lone surrogates, line breaks and other control characters. */
const CONTROL = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
/** Characters that change how others look, or that nobody sees. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/** Whether a path in a folder has the name of results, or of a game record. */
export function isWanted(path: string): boolean {
  const names = path.toLowerCase().split("/");
  const name = names.at(-1) ?? "";
  const isResults = name.endsWith(".json") && name.includes("results");
  return !names.some((part) => part.startsWith(".")) && (isResults || /\.(txt|adaptoid)$/.test(name));
}

/** The same text for all spellings of a name that differ in case, spaces or the code of an accent. */
function nameKey(name: string): string {
  // twice, since ß has no capital of its own
  return name.normalize("NFKC").toUpperCase().toLowerCase().split(/\s+/).filter(Boolean).join(" ");
}

const isText = (value: unknown): value is string =>
  typeof value === "string" && [...value].length <= MAX_RESULT_TEXT && !CONTROL.test(value);
const isNumber = (value: unknown) => typeof value === "number" && value >= 0 && value <= MAX_NUMBER;
const isWhole = (value: unknown) => isNumber(value) && Number.isInteger(value);

function isStep(data: unknown): data is StepResult {
  const step = (data ?? {}) as StepResult;
  return (
    isText(step.name) &&
    HOW.includes(step.how) &&
    typeof step.solved === "boolean" &&
    [step.tries, step.hints, step.score, step.most].every(isWhole) &&
    step.score <= step.most &&
    isNumber(step.seconds) &&
    Array.isArray(step.turns) &&
    step.turns.length <= MAX_TRIED &&
    step.turns.every(isText)
  );
}

/** Why a file was left out: the name of a note. */
class LeftOut extends Error {
  constructor(readonly note: "class.unread" | "class.later" | "class.damaged") {
    super(note);
  }
}

function readResult(data: unknown): Result {
  const { v, lesson, learner, step, steps } = (data ?? {}) as Result & { v: unknown; step: unknown };
  if (v !== 1) throw new LeftOut(isNumber(v) ? "class.later" : "class.unread");
  const isResult = isText(lesson) && isText(learner) && isWhole(step) && Array.isArray(steps);
  if (!isResult || steps.length > MAX_RESULT_STEPS || Number(step) > steps.length || !steps.every(isStep))
    throw new LeftOut("class.damaged");
  return { lesson, learner: learner.replace(INVISIBLE, "").trim(), steps };
}

/** The results in a file, which may be those of all lessons of a site. Throws `LeftOut` for other content. */
function readResults(text: string): Result[] {
  const data = parsed(text.replace(/^\ufeff/, "")) as { results?: unknown } | null;
  return Array.isArray(data?.results) ? data.results.map(readResult) : [readResult(data)];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // results begin with a brace, also if only a part of them arrived
    throw new LeftOut(/^\s*(\{|$)/.test(text) ? "class.damaged" : "class.unread");
  }
}

/** A turn of the main line, which is not indented; a verdict in the place of a turn is none. */
const TURN = /^\d+ (?!.*(?: resigns|draw agreed)\s*$).*$/gm;

/** The games of a file of records: who played, how many turns, and how it ended. */
function readGames({ path, text }: Source): Game[] {
  const [, ...records] = text.split(RECORD);
  return records.map((record) => {
    const header = (name: string) => new RegExp(`^${name}: *(.*?)\\s*$`, "m").exec(record)?.[1] ?? "";
    const result = /^= *(\S+)/m.exec(record)?.[1] ?? "";
    const turns = record.match(TURN) ?? [];
    // the last turn of a game that goes on may still lack its growth
    if (result === "*" && turns.at(-1)?.includes("+") === false) turns.pop();
    const [white, black, red] = [header("White"), header("Black"), header("Red")];
    return { file: path, white, black, red, result, turns: turns.length };
  });
}

/** The order of results of the same step, as in Python: a better or later one is greater. */
const order = ({ how, score, tries, hints }: Row) => [
  Number(how !== ""),
  -HOW.indexOf(how),
  score,
  tries,
  hints,
];

/** Whether the first list of numbers is smaller. */
function isLess(a: number[], b: number[]): boolean {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0);
}

const isBegun = ({ how, tries, hints }: StepResult) => how !== "" || tries > 0 || hints > 0;

/** How a step went: the number of tries, and a dot for each hint; "" if it was not begun. */
export function cell(row: Row | undefined): string {
  if (!row || !isBegun(row)) return "";
  if (!row.most) return "✓";
  const sign = { missed: "×", skipped: "–", "": "…" }[row.how] ?? String(row.tries);
  return sign + "·".repeat(row.hints);
}

/** The wrong answers; none in a step of several turns, whose tries are lines. */
function wrongAnswers({ turns, tries, how }: Row): string[] {
  if (turns.length !== tries) return [];
  return SOLVED_STATES.includes(how) ? turns.slice(0, -1) : turns;
}

export class ClassResults {
  readonly rows: Row[] = [];
  readonly games: Game[] = [];
  readonly notes: Note[] = [];
  readonly roster: string[];

  constructor(sources: Source[], roster: string[]) {
    const names = new Map(
      roster.map((name) => [nameKey(name), name.trim()]).filter(([key]) => key) as [string, string][],
    );
    this.roster = [...names.values()];
    const named: Named[] = [];
    for (const source of [...sources].sort(byPath)) {
      const { path, text } = source;
      if (RECORD.test(text)) this.games.push(...readGames(source));
      // in a folder, other texts are none of the class
      else if (path.endsWith(".json") || !path.includes("/"))
        try {
          named.push(...readResults(text).map((result) => ({ learner: result.learner, result, path })));
        } catch (error) {
          if (!(error instanceof LeftOut)) throw error;
          this.notes.push([error.note, { file: path }]);
        }
    }
    this.#merge(distinct(named, names));
    const strangers = this.learners.filter((name) => this.roster.length && !this.roster.includes(name));
    if (strangers.length) this.notes.push(["class.strangers", { names: strangers.sort().join(", ") }]);
  }

  /** A learner with several results of a lesson has the better row of each step. */
  #merge(named: Named[]): void {
    const rows = new Map<string, Row>();
    const counts = new Map<string, Set<string>>();
    for (const { learner, result } of named) {
      const { lesson } = result;
      const pair = JSON.stringify([learner, lesson]);
      counts.set(pair, (counts.get(pair) ?? new Set()).add(JSON.stringify(result)));
      for (const step of result.steps) {
        const key = JSON.stringify([learner, lesson, step.name]);
        const row = { ...step, learner, lesson };
        const before = rows.get(key);
        if (!before || isLess(order(before), order(row))) rows.set(key, row);
      }
    }
    this.rows.push(...rows.values());
    for (const [pair, results] of counts) {
      const [learner = "", lesson = ""] = JSON.parse(pair) as string[];
      if (results.size > 1) this.notes.push(["class.merged", { n: results.size, lesson, learner }]);
    }
  }

  /** In the order of the roster, then the others in alphabetical order. */
  get learners(): string[] {
    const present = new Set(this.rows.map(({ learner }) => learner));
    const others = [...present].filter((name) => !this.roster.includes(name)).sort();
    return [...this.roster.filter((name) => present.has(name)), ...others];
  }

  get absent(): string[] {
    const present = this.learners;
    return this.roster.filter((name) => !present.includes(name));
  }

  /** The lessons and their steps, in the order of the rows. */
  get lessons(): Map<string, string[]> {
    const lessons = new Map<string, Set<string>>();
    for (const { lesson, name } of this.rows)
      lessons.set(lesson, (lessons.get(lesson) ?? new Set()).add(name));
    return new Map([...lessons].map(([lesson, steps]) => [lesson, [...steps]]));
  }

  /** Each learner with the row of each step and the points; those without results last. */
  grid(): { learner: string; rows: (Row | undefined)[]; points: string }[] {
    const byKey = new Map(this.rows.map((row) => [JSON.stringify([row.learner, row.lesson, row.name]), row]));
    const steps = [...this.lessons].flatMap(([lesson, names]) => names.map((name) => [lesson, name]));
    return [...this.learners, ...this.absent].map((learner) => {
      const rows = steps.map((pair) => byKey.get(JSON.stringify([learner, ...pair])));
      const sum = (key: "score" | "most") => rows.reduce((total, row) => total + (row?.[key] ?? 0), 0);
      return { learner, rows, points: rows.some(Boolean) ? `${sum("score")}/${sum("most")}` : "" };
    });
  }

  /** The steps that fewest learners solved come first, then those with more tries and hints. */
  hardest(): Hardest[] {
    const steps = [...this.lessons].flatMap(([lesson, names]) =>
      names.map((step) => difficulty(lesson, step, this.rows)),
    );
    const effort = ({ tries, hints }: Hardest) => tries + hints;
    return steps
      .filter(({ learners }) => learners)
      .sort((a, b) => a.solved - b.solved || a.alone - b.alone || effort(b) - effort(a));
  }

  /** The grid for a spreadsheet, with a mark for UTF-8. A name that looks like a formula gets a quote in front. */
  csv(): string {
    const { lessons } = this;
    const headings = [...lessons].flatMap(([lesson, steps]) =>
      steps.map((step) => (lessons.size > 1 ? `${lesson}: ${step}` : step)),
    );
    const lines = this.grid().map((line) => [line.learner, ...line.rows.map(cell), line.points]);
    const quoted = (text: string) => {
      const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
      return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
    };
    const rows = [["learner", ...headings, "points"], ...lines].map(
      (row) => `${row.map(quoted).join(",")}\r\n`,
    );
    return `\ufeff${rows.join("")}`;
  }
}

function byPath(a: Source, b: Source): number {
  const [folders, others] = [a.path.split("/"), b.path.split("/")];
  for (const [i, folder] of folders.entries()) {
    const other = others[i];
    if (folder !== other) return other === undefined || folder > other ? 1 : -1;
  }
  return folders.length - others.length;
}

/** Names as the roster spells them. A learner without a name gets that of the folder, or of the file. */
function distinct(named: Named[], roster: Map<string, string>): Named[] {
  const folderOf = (path: string) => path.split("/").slice(0, -1).join("/");
  const stemOf = (path: string) => (path.split("/").at(-1) ?? "").replace(/\.[^.]*$/, "");
  const nameless = named.filter(({ learner }) => !learner);
  const isAlone = ({ path, result }: Named) =>
    new Set(
      nameless
        .filter((other) => folderOf(other.path) === folderOf(path) && other.result.lesson === result.lesson)
        .map((other) => JSON.stringify(other.result)),
    ).size < 2;
  return named.map((file) => {
    let { learner } = file;
    if (!learner) {
      const names = file.path.split("/");
      // the first name is that of the folder that was given
      const folder = names.length > 2 ? names[1] : names.length > 1 ? names[0] : "";
      learner = !folder ? stemOf(file.path) : isAlone(file) ? folder : `${folder}/${stemOf(file.path)}`;
    }
    return { ...file, learner: roster.get(nameKey(learner)) ?? learner };
  });
}

function difficulty(lesson: string, step: string, all: Row[]): Hardest {
  const rows = all.filter((row) => row.lesson === lesson && row.name === step && row.most && isBegun(row));
  const mean = (value: (row: Row) => number) =>
    rows.reduce((total, row) => total + value(row), 0) / (rows.length || 1);
  const counts = new Map<string, number>();
  for (const row of rows)
    for (const answer of new Set(wrongAnswers(row))) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  const [wrong, wrongLearners] = [...counts].reduce(
    (best, answer) => (answer[1] > best[1] || (answer[1] === best[1] && answer[0] > best[0]) ? answer : best),
    ["", 0],
  );
  return {
    lesson,
    step,
    learners: rows.length,
    solved: mean(({ solved }) => Number(solved)),
    alone: mean(({ how }) => Number(how === "solved")),
    tries: mean(({ tries }) => tries),
    hints: mean(({ hints }) => hints),
    wrong,
    wrongLearners,
  };
}
