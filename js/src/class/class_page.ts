/** The script of the page on which a teacher drops the results of a class. It sends nothing and keeps nothing. */

import { html, on, saveFile, text, utf8Text } from "../dom/elements";
import { embeddedText } from "../embedded/embedded";
import { fill } from "../i18n/messages";
import { HARDEST_COLUMNS, MAX_HARDEST, MAX_RESULTS_BYTES } from "../protocol/constants";
import { pointLinks, siteState } from "../storage/site_state";
import { ClassResults, cell, isWanted, type Note, type Source } from "./class_page_results";

interface Settings {
  language: string;
  languages: [tag: string, name: string][];
  words: Record<string, Record<string, string>>;
  /** The titles of the lessons of the course by language and name. */
  titles: Record<string, Record<string, string>>;
  version: string;
}

const PUZZLES = "puzzles";
const {
  language: first,
  languages,
  words,
  titles,
  version,
} = JSON.parse(embeddedText("adaptoid-config")) as Settings;
/** The language that a link of the site names, else the one that its reader has chosen on another page. */
const requested = location.hash.slice(1) || (siteState({ root: "." }).language ?? "");
let language = requested in words ? requested : first;
const t = (name: string, slots = {}) => fill(words[language]?.[name] ?? name, slots);

/** A lesson that is not in the course keeps its name. */
const titleOf = (lesson: string) => titles[language]?.[lesson] ?? lesson;

/** A step has its number, and its name as a tooltip. The puzzles of a learner have no order, but names. */
function stepLabel(lesson: string, step: string, steps: string[] | undefined): HTMLElement {
  const isPuzzle = lesson === PUZZLES;
  return html(
    "span",
    { title: isPuzzle ? null : step, "data-long": isPuzzle },
    isPuzzle ? step : String((steps?.indexOf(step) ?? 0) + 1),
  );
}

/** What was read so far, by path: a file that is dropped again replaces the earlier one. */
const sources = new Map<string, Source>();
/** Files that were not read, by path. */
const refused = new Map<string, Note>();

const element = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const roster = element<HTMLTextAreaElement>("class-roster");
const output = element("class-output");
const status = element("class-status");

async function add(files: { path: string; file: File }[]): Promise<void> {
  for (const { path, file } of files) {
    sources.delete(path);
    refused.delete(path);
    if (file.size > MAX_RESULTS_BYTES) refused.set(path, ["class.big", { file: path }]);
    else
      try {
        sources.set(path, { path, text: await utf8Text(file) });
      } catch {
        refused.set(path, [path.endsWith(".json") ? "class.damaged" : "class.unread", { file: path }]);
      }
  }
  const unread = draw().notes.filter(([, slots]) => "file" in slots);
  const left = refused.size + unread.length;
  const n = sources.size + refused.size - left;
  text(status, n + left ? t("class.read", { n, left }) : t("class.none"));
}

/** The files of a drop, with those in folders. */
async function filesOf(items: DataTransferItemList): Promise<{ path: string; file: File }[]> {
  // the list is empty after the first wait
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  return (await Promise.all(entries.map(filesIn))).flat();
}

async function filesIn(entry: FileSystemEntry): Promise<{ path: string; file: File }[]> {
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

function draw(): ClassResults {
  const names = roster.value.split("\n").filter((name) => name.trim());
  const results = new ClassResults([...sources.values()], names);
  const notes = [...refused.values(), ...results.notes];
  const { absent } = results;
  if (absent.length && results.rows.length) notes.unshift(["class.absent", { names: absent.join(", ") }]);
  output.replaceChildren(
    ...(results.rows.length ? [...gridOf(results), ...hardestOf(results)] : []),
    ...(results.games.length ? gamesOf(results) : []),
    ...(notes.length ? [heading("class.notes"), list(notes)] : []),
  );
  element("class-actions").hidden = !sources.size && !refused.size;
  element<HTMLButtonElement>("class-csv").disabled = !results.rows.length;
  return results;
}

const titled = (slots: Note[1]) =>
  "lesson" in slots ? { ...slots, lesson: titleOf(String(slots.lesson)) } : slots;
const heading = (name: string) => html("h2", {}, t(name));
const list = (notes: Note[]) =>
  html("ul.class-notes", {}, ...notes.map(([name, slots]) => html("li", {}, t(name, titled(slots)))));

function table(kind: string, head: Node[], body: Node[][]): HTMLElement {
  const rows = body.map((cells) => html("tr", {}, ...cells));
  const groups = [html("thead", {}, ...head), html("tbody", {}, ...rows)];
  // it scrolls by keys too
  return html(
    "div.class-scroll",
    { tabindex: 0, role: "region", "aria-label": t(kind) },
    html("table", { "data-table": kind }, ...groups),
  );
}

const headings = (...names: string[]) =>
  html("tr", {}, ...names.map((name) => html("th", { scope: "col" }, name)));

/** A row for each learner, a column for each step, grouped by lesson. */
function gridOf(results: ClassResults): Node[] {
  const { lessons } = results;
  const groups = [...lessons].map(([lesson, steps]) =>
    html("th", { colspan: steps.length, scope: "colgroup" }, titleOf(lesson)),
  );
  const steps = [...lessons].flatMap(([lesson, names]) =>
    names.map((name) => html("th", { scope: "col" }, stepLabel(lesson, name, names))),
  );
  const corner = (name: string) => html("th", { rowspan: 2, scope: "col" }, t(name));
  const head = [
    html("tr", {}, corner("class.learner"), corner("class.points"), ...groups),
    html("tr", {}, ...steps),
  ];
  const body = results
    .grid()
    .map(({ learner, rows, points }) => [
      html("th", { scope: "row" }, learner),
      html("td.class-points", {}, points || t("class.missing")),
      ...rows.map((row) =>
        html("td", { "data-how": row?.how, title: row?.turns.join(", ") || null }, cell(row)),
      ),
    ]);
  const counts = { learners: results.learners.length, lessons: lessons.size };
  return [
    heading("class.grid"),
    html("p", {}, t("class.counts", counts)),
    table("class.grid", head, body),
    html("p.class-signs", {}, t("class.signs")),
  ];
}

function hardestOf(results: ClassResults): Node[] {
  const { lessons } = results;
  const body = results
    .hardest()
    .slice(0, MAX_HARDEST)
    .map((step) =>
      [
        titleOf(step.lesson),
        stepLabel(step.lesson, step.step, lessons.get(step.lesson)),
        String(step.learners),
        percent(step.solved),
        percent(step.alone),
        decimal(step.tries),
        decimal(step.hints),
        step.wrong && `${step.wrong} (${step.wrongLearners})`,
      ].map((content) => html("td", {}, content)),
    );
  return [
    heading("class.hardest"),
    table("class.hardest", [headings(...HARDEST_COLUMNS.map((name) => t(`class.${name}`)))], body),
  ];
}

function gamesOf({ games }: ClassResults): Node[] {
  const players = (["white", "black", "red"] as const).filter(
    (color) => color !== "red" || games.some(({ red }) => red),
  );
  const names = ["file", ...players, "result", "turns"].map((name) => t(`class.${name}`));
  const body = games.map((game) => {
    const { file, result, turns } = game;
    const won = { W: "class.white", B: "class.black", R: "class.red", draw: "class.draw" }[result];
    const outcome = won ? t(won) : result || "–";
    return [file, ...players.map((color) => game[color]), outcome, String(turns)].map((content) =>
      html("td", {}, content),
    );
  });
  return [heading("class.games"), table("class.games", [headings(...names)], body)];
}

function save(): void {
  const results = new ClassResults([...sources.values()], roster.value.split("\n"));
  saveFile("class.csv", new Blob([results.csv()], { type: "text/csv" }));
}

function speak(): void {
  document.documentElement.lang = language;
  document.title = t("class.title");
  for (const place of document.querySelectorAll<HTMLElement>("[data-word]"))
    text(place, t(place.dataset.word ?? "", { version }));
  pointLinks(language);
  text(status, "");
  draw();
}

const chooser = element<HTMLSelectElement>("class-language");
chooser.append(...languages.map(([tag, name]) => html("option", { value: tag, lang: tag }, name)));
chooser.value = language;
on(chooser, "change", () => {
  language = chooser.value;
  speak();
});
for (const input of document.querySelectorAll<HTMLInputElement>("input[type=file]")) {
  on(element(`${input.id}-button`), "click", () => input.click());
  on(input, "change", () => {
    const files = [...(input.files ?? [])].map((file) => ({
      path: file.webkitRelativePath || file.name,
      file,
    }));
    void add(files.filter(({ path, file }) => !file.webkitRelativePath || isWanted(path)));
    input.value = "";
  });
}
on(roster, "input", () => draw());
on(element("class-csv"), "click", save);
on(element("class-print"), "click", () => print());
on(element("class-clear"), "click", () => {
  sources.clear();
  refused.clear();
  roster.value = "";
  text(status, "");
  draw();
});
addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.dataset.drop = "";
});
addEventListener("dragleave", ({ relatedTarget }) => relatedTarget || delete document.body.dataset.drop);
addEventListener("drop", (event) => {
  event.preventDefault();
  delete document.body.dataset.drop;
  if (event.dataTransfer) void filesOf(event.dataTransfer.items).then(add);
});
speak();
