/** The page on which a teacher drops the results of a class. It sends nothing and keeps nothing. */
import { fileText, html, on, saveFile, set, text } from "../dom/elements";
import { messageOf } from "../embedded/texts";
import { fill, type Slots } from "../i18n/messages";
import { PythonConnection } from "../page/python_connection";
import { HARDEST_COLUMNS, MAX_RESULTS_BYTES, RECORD_ENDINGS } from "../protocol/constants";
import type { ClassLesson, ClassNote, ClassTables } from "../protocol/types";
import { pointLinks, siteState } from "../storage/site_state";
import { config } from "../storage/storage";
import { LateRows } from "./late_rows";
import { readable } from "./readable_json";

/** `ClassPage` of adaptoid_widget/core/page/class_page.py: its methods with their arguments. */
type ClassRequest =
  | [call: "add", path: string, text: string]
  | [call: "leave_out", path: string, why: "big" | "damaged" | "unread"]
  | [call: "clear"]
  | [call: "tables", roster: string]
  | [call: "rows", first: number, count: number]
  | [call: "csv"];

/** A file with its path in the folder that was chosen, or with its name alone. */
interface ChosenFile {
  path: string;
  file: File;
}

/** So many rows are drawn with a new table, which the reader has not scrolled. */
const FIRST_ROWS = 32;
/** So many files are read, and so many given to Python, at the same time. */
const AT_ONCE = 32;
/** The tables are drawn again when the time since they were drawn is so many times that of drawing them. */
const PATIENCE = 4;
const PUZZLES = "puzzles";
const { texts: words, titles = {} } = globalThis.adaptoidPage;
/** The language that a link of the site names, else the one that its reader has chosen on another page. */
const requested = location.hash.slice(1) || (siteState({ root: "." }).language ?? "");
let language = Object.hasOwn(words, requested) ? requested : document.documentElement.lang;
const t = (name: string, slots: Slots = {}) => fill(words[language]?.[name] ?? name, slots);

/** A lesson that is not in the course keeps its name, which may be that of a property of all objects. */
const titleOf = (lesson: string) => {
  const own = titles[language] ?? {};
  return Object.hasOwn(own, lesson) ? (own[lesson] ?? lesson) : lesson;
};

/** A step has its number, and its name as a tooltip. The puzzles of a learner have no order, but names. */
function stepLabel(lesson: string, step: string, number: number): HTMLElement {
  const isPuzzle = lesson === PUZZLES;
  return html(
    "span",
    { title: isPuzzle ? null : step, "data-long": isPuzzle },
    isPuzzle ? step : String(number + 1),
  );
}

/** How many choices of files are being read. Before the last one is, nobody is absent. */
let reading = 0;

const element = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const roster = element<HTMLTextAreaElement>("class-roster");
const output = element("class-output");
const status = element("class-status");
const progress = element<HTMLProgressElement>("class-progress");

const python = new PythonConnection(globalThis.adaptoidPage).content(0);
const ask = ([call, ...args]: ClassRequest) => python.call(call, ...args);

const failed = (error: unknown) => text(status, t("class.failed", { why: messageOf(error) }));

/** Does what a button or a drop asks for. If it fails, says why. */
function attempt(action: () => Promise<void>): void {
  action().catch(failed);
}

/** Whether a path in a folder has the name of results, or of a game record. */
function isWanted(path: string): boolean {
  const names = path.toLowerCase().split("/");
  const name = names.at(-1) ?? "";
  const isResults = name.endsWith(".json") && name.includes("results");
  return (
    !names.some((part) => part.startsWith(".")) &&
    (isResults || RECORD_ENDINGS.some((ending) => name.endsWith(ending)))
  );
}

async function add(files: ChosenFile[]): Promise<void> {
  reading++;
  await read(files).finally(() => {
    reading--;
    progress.hidden = true;
  });
  const [n, left] = (await draw()).files;
  text(status, n + left ? t("class.read", { n, left }) : t("class.none"));
}

/** Reads files in their order, and shows the tables meanwhile. */
async function read(files: ChosenFile[]): Promise<void> {
  let next = performance.now() + 500;
  const requests: Promise<ClassRequest>[] = [];
  const asked: Promise<string>[] = [];
  for (const number of files.keys()) {
    // a browser takes ten times as long for one file after the other
    for (const file of files.slice(requests.length, number + AT_ONCE)) requests.push(requestFor(file));
    const request = await requests[number];
    delete requests[number];
    if (request) asked.push(ask(request));
    if (asked.length === AT_ONCE) await Promise.all(asked.splice(0));
    const now = performance.now();
    if (now < next) continue;
    text(status, t("class.reading", { n: number + 1, all: files.length }));
    set(progress, { max: files.length, value: number + 1, hidden: false });
    await draw();
    next = performance.now() + PATIENCE * (performance.now() - now);
  }
  await Promise.all(asked);
}

/** What to ask Python to do with a file. */
async function requestFor({ path, file }: ChosenFile): Promise<ClassRequest> {
  if (file.size > MAX_RESULTS_BYTES) return ["leave_out", path, "big"];
  try {
    return ["add", path, readable(await fileText(file))];
  } catch {
    return ["leave_out", path, path.endsWith(".json") ? "damaged" : "unread"];
  }
}

/** The files of a drop, with those in folders. */
async function filesOf(items: DataTransferItemList): Promise<ChosenFile[]> {
  // the list is empty after the first wait
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  return (await Promise.all(entries.map(filesIn))).flat();
}

async function filesIn(entry: FileSystemEntry): Promise<ChosenFile[]> {
  const path = entry.fullPath.replace(/^\//, "");
  if (entry.isFile) {
    if (path.includes("/") && !isWanted(path)) return [];
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    return [{ path, file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const all: FileSystemEntry[] = [];
  // a reader gives a hundred at a time
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (!some.length) break;
    all.push(...some);
  }
  return (await Promise.all(all.map(filesIn))).flat();
}

const percent = (share: number) => `${Math.round(share * 100)}%`;
const decimal = (average: number) =>
  average.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** The number of the last drawing; what an earlier one asks for comes too late. */
let drawing = 0;
let grid: LateRows<ClassLesson[]> | undefined;

async function draw(): Promise<ClassTables> {
  const number = ++drawing;
  const tables = JSON.parse(await ask(["tables", roster.value])) as ClassTables;
  if (number !== drawing) return tables;
  const rows = new LateRows(
    tables.learners.map(firstCells),
    async (first, count) => {
      if (number !== drawing) return [];
      const found = JSON.parse(await ask(["rows", first, count])) as ClassLesson[][];
      return number === drawing ? found : [];
    },
    laterCells,
    failed,
  );
  // what the reader looks at is there when the new table takes the place of the old one
  await rows.load(grid?.near.length ? grid.near : Array(FIRST_ROWS).keys());
  if (number !== drawing) return tables;
  grid?.close();
  grid = rows;
  const notes: ClassNote[] = tables.notes;
  if (tables.absent.length && tables.learners.length && !reading)
    notes.unshift(["absent", { names: tables.absent }]);
  replaceOutput(
    ...(tables.learners.length ? [...gridOf(tables, rows.body), ...hardestOf(tables)] : []),
    ...(tables.games.length ? gamesOf(tables) : []),
    ...(notes.length ? [heading("class.notes"), list(notes)] : []),
  );
  element("class-actions").hidden = !tables.files[0] && !tables.files[1];
  element<HTMLButtonElement>("class-csv").disabled = !tables.learners.length || reading > 0;
  // a browser asks for paper without a warning
  if (!reading) rows.loadAll().catch(failed);
  return tables;
}

/** Whether tables are being made for the list of names, and whether it has changed since. */
let isTyped = false;
let isChanged = false;

/** Draws the tables for the list of names, once for all that is typed meanwhile. */
async function drawTyped(): Promise<void> {
  isChanged = true;
  if (isTyped) return;
  isTyped = true;
  try {
    while (isChanged) {
      isChanged = false;
      await draw();
    }
  } finally {
    isTyped = false;
  }
}

/** Replaces the tables. Each stays as far to the right, and in focus, as the one that it replaces. */
function replaceOutput(...nodes: Node[]): void {
  const regions = () => [...output.querySelectorAll<HTMLElement>("[role=region]")];
  const before = new Map(
    regions().map((region) => [region.ariaLabel, [region.scrollLeft, region.matches(":focus")] as const]),
  );
  output.replaceChildren(...nodes);
  for (const region of regions()) {
    const [left, isFocused] = before.get(region.ariaLabel) ?? [];
    region.scrollLeft = left ?? 0;
    if (isFocused) region.focus({ preventScroll: true });
  }
}

/** The slots of a note as texts. A lesson has its title. */
function titled(slots: ClassNote[1]): Slots {
  const texts = Object.entries(slots).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(", ") : name === "lesson" ? titleOf(String(value)) : value,
  ]);
  return Object.fromEntries(texts) as Slots;
}

const heading = (name: string) => html("h2", {}, t(name));
const list = (notes: ClassNote[]) =>
  html(
    "ul.class-notes",
    {},
    ...notes.map(([name, slots]) => html("li", {}, t(`class.${name}`, titled(slots)))),
  );

function table(kind: string, head: Node[], body: HTMLElement): HTMLElement {
  const groups = [html("thead", {}, ...head), body];
  // it scrolls by keys too
  return html(
    "div.class-scroll",
    { tabindex: 0, role: "region", "aria-label": t(kind) },
    html("table", { "data-table": kind }, ...groups),
  );
}

const rowsOf = (body: Node[][]) => html("tbody", {}, ...body.map((cells) => html("tr", {}, ...cells)));

const headings = (...names: string[]) =>
  html("tr", {}, ...names.map((name) => html("th", { scope: "col" }, name)));

/** A row for each learner, a column for each step, grouped by lesson. The rows come into `body`. */
function gridOf({ lessons, learners }: ClassTables, body: HTMLElement): Node[] {
  const groups = lessons.map(([lesson, steps]) =>
    html("th", { colspan: steps.length + 1, scope: "colgroup" }, titleOf(lesson)),
  );
  const steps = lessons.flatMap(([lesson, names]) => [
    ...names.map((name, number) => html("th", { scope: "col" }, stepLabel(lesson, name, number))),
    html("th.class-points", { scope: "col" }, t("class.points")),
  ]);
  const corner = (name: string) => html("th", { rowspan: 2, scope: "col" }, t(name));
  const head = [
    html("tr", {}, corner("class.learner"), corner("class.points"), ...groups),
    html("tr", {}, ...steps),
  ];
  return [
    heading("class.grid"),
    html("p", {}, t("class.counts", { learners: learners.length, lessons: lessons.length })),
    table("class.grid", head, body),
    html("p.class-signs", {}, t("class.signs")),
  ];
}

const firstCells = ([learner, points]: ClassTables["learners"][number]) => [
  html("th", { scope: "row" }, learner),
  html("td.class-points", {}, points || (reading ? "…" : t("class.missing"))),
];

const laterCells = (lessons: ClassLesson[]) =>
  lessons.flatMap(([points, steps]) => [
    ...steps.map(([content, how, turns]) =>
      html("td", { "data-how": content ? how : null, title: turns || null }, content),
    ),
    html("td.class-points", {}, points),
  ]);

function hardestOf({ lessons, hardest }: ClassTables): Node[] {
  const numbers = new Map(
    lessons.flatMap(([lesson, steps]) => steps.map((step, at) => [JSON.stringify([lesson, step]), at])),
  );
  const body = hardest.map(
    ([lesson, step, learners, solved, alone, tries, hints, _seconds, wrong, wrongLearners]) =>
      [
        titleOf(lesson),
        stepLabel(lesson, step, numbers.get(JSON.stringify([lesson, step])) ?? 0),
        String(learners),
        percent(solved),
        percent(alone),
        decimal(tries),
        decimal(hints),
        wrong && `${wrong} (${wrongLearners})`,
      ].map((content) => html("td", {}, content)),
  );
  const names = HARDEST_COLUMNS.map((name) => t(`class.${name}`));
  return [heading("class.hardest"), table("class.hardest", [headings(...names)], rowsOf(body))];
}

function gamesOf({ games }: ClassTables): Node[] {
  const colors = ["white", "black", "red"].filter(
    (_, at) => at < 2 || games.some(([, players]) => players[2]),
  );
  const names = ["file", ...colors, "result", "turns"].map((name) => t(`class.${name}`));
  const outcomes = new Map([
    ["W", "class.white"],
    ["B", "class.black"],
    ["R", "class.red"],
    ["draw", "class.draw"],
  ]);
  const body = games.map(([file, players, result, turns]) => {
    const won = outcomes.get(result);
    const played = [file, ...colors.map((_, at) => players[at] ?? ""), won ? t(won) : result, String(turns)];
    return played.map((content) => html("td", {}, content));
  });
  return [heading("class.games"), table("class.games", [headings(...names)], rowsOf(body))];
}

async function save(): Promise<void> {
  saveFile("class.csv", new Blob([`\ufeff${await ask(["csv"])}`], { type: "text/csv" }));
}

function speak(): void {
  document.documentElement.lang = language;
  document.title = t("class.title");
  for (const place of document.querySelectorAll<HTMLElement>("[data-word]"))
    text(place, t(place.dataset.word ?? ""));
  pointLinks(language);
  text(status, "");
  attempt(async () => void (await draw()));
}

/** Shows the page: it reads files and makes the tables as soon as Python has started. */
function open(): void {
  const chooser = element<HTMLSelectElement>("class-language");
  const languages = Object.keys(words).map((tag) =>
    html("option", { value: tag, lang: tag }, words[tag]?.language ?? tag),
  );
  chooser.append(...languages);
  chooser.value = language;
  on(chooser, "change", () => {
    language = chooser.value;
    speak();
  });
  const choosers = document.querySelectorAll<HTMLInputElement>("input[type=file]");
  const take = (input: HTMLInputElement) => {
    const files = [...(input.files ?? [])].map((file) => ({
      path: file.webkitRelativePath || file.name,
      file,
    }));
    attempt(() => add(files.filter(({ path, file }) => !file.webkitRelativePath || isWanted(path))));
    input.value = "";
  };
  for (const input of choosers) {
    on(element(`${input.id}-button`), "click", () => input.click());
    on(input, "change", () => take(input));
  }
  on(roster, "input", () => attempt(drawTyped));
  on(element("class-csv"), "click", () => attempt(save));
  on(element("class-print"), "click", () =>
    attempt(async () => {
      await grid?.loadAll();
      print();
    }),
  );
  addEventListener("beforeprint", () => grid?.fill());
  addEventListener("afterprint", () => grid?.empty());
  on(element("class-clear"), "click", () => {
    roster.value = "";
    text(status, "");
    attempt(async () => {
      await ask(["clear"]);
      await draw();
    });
  });
  addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.dataset.drop = "";
  });
  addEventListener("dragleave", ({ relatedTarget }) => relatedTarget || delete document.body.dataset.drop);
  addEventListener("drop", (event) => {
    event.preventDefault();
    delete document.body.dataset.drop;
    const { dataTransfer } = event;
    if (dataTransfer) attempt(async () => add(await filesOf(dataTransfer.items)));
  });
  attempt(async () => void (await python.opened()));
  speak();
  // chosen before this script ran
  for (const input of choosers) if (input.files?.length) take(input);
}

if (config.kind === "class") open();
