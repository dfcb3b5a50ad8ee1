import { pieceShapes } from "../board/shapes";
import { html, set, svg, text } from "../dom/elements";
import { fill } from "../i18n/messages";
import { MAX_LIMBS, SOLVED_STATES } from "../protocol/constants";

/** The result of a step, as far as a path shows it. */
export interface StepProgress {
  how: string;
  tries: number;
  hints: number;
  score: number;
  most: number;
}

export type PathWords = Record<"continue" | "begin" | "progress" | "done" | "place", string>;

/** What a path shows, apart from the list of lessons that Python writes. */
export interface PathState {
  /** The results in a lesson by its key; none if it is untouched. */
  stepsOf(key: string): StepProgress[];
  /** The key of the lesson that was opened last, or "". */
  last: string;
  words: PathWords;
  /** The addresses of the pictures of a lesson, one for each theme; none if they are still to come. */
  picturesOf(row: HTMLElement): string[];
}

interface Progress {
  row: HTMLElement;
  begun: boolean;
  /** No step is open. */
  closed: boolean;
  /** Closed, and at least half of the steps are solved: a limb of the chapter's adaptoid. */
  passed: boolean;
  solved: number;
  count: number;
  /** "3 of 8 steps", or the points at the end; "" for an untouched lesson. */
  said: string;
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const part = (root: Element, name: string) => root.querySelector<HTMLElement>(`.adaptoid-path-${name}`);

/** Writes the progress of the learner on the path: in each row and chapter, and on the card of the lesson to go on with. */
export function drawPath(path: HTMLElement, state: PathState): void {
  const rows = [...path.querySelectorAll<HTMLElement>("li[data-board]")];
  const all = rows.map((row) => drawRow(row, state));
  // the one that was opened last, or the first after it with open steps
  const last = rows.findIndex(({ dataset }) => dataset.board === state.last);
  const open = all.filter(({ closed }) => !closed);
  const next = open.find(({ row }) => rows.indexOf(row) >= last) ?? open[0];
  for (const row of rows)
    for (const link of row.querySelectorAll("a"))
      set(link, { "aria-current": row === next?.row ? "step" : null });
  for (const chapter of path.querySelectorAll<HTMLElement>(".adaptoid-path-chapter"))
    drawChapter(
      chapter,
      all.filter(({ row }) => chapter.contains(row)),
    );
  drawCard(
    part(path, "next"),
    next,
    all.some(({ begun }) => begun),
    state,
  );
}

function drawRow(row: HTMLElement, { stepsOf, words }: PathState): Progress {
  const steps = stepsOf(row.dataset.board ?? "");
  const count = steps.length;
  const solved = steps.filter(({ how }) => SOLVED_STATES.includes(how)).length;
  // a step that was only looked at is untouched
  const begun = steps.some(({ how, tries, hints }) => how || tries || hints);
  const closed = count > 0 && steps.every(({ how }) => how);
  const isDone = count > 0 && solved === count;
  const passed = closed && 2 * solved >= count;
  const points = { n: sum(steps.map(({ score }) => score)), all: sum(steps.map(({ most }) => most)) };
  const said = !begun
    ? ""
    : fill(isDone ? words.done : words.progress, isDone ? points : { n: solved, all: count });
  const note = row.querySelector<HTMLElement>(".adaptoid-path-length");
  if (begun && note) {
    note.title = said;
    note.replaceChildren(
      html("span", { "aria-hidden": "true" }, `${solved} / ${count}`),
      html("span.path-said", {}, said),
    );
  }
  set(row, { "data-state": isDone ? "done" : passed ? "passed" : begun ? "begun" : "" });
  return { row, begun, closed, passed, solved, count, said };
}

/** The adaptoid of a chapter has a limb for each lesson that is passed, and glows with the last one. */
function drawChapter(chapter: HTMLElement, lessons: Progress[]): void {
  const passed = lessons.filter((lesson) => lesson.passed).length;
  const count = lessons.length;
  const limbs = Math.ceil((Math.min(MAX_LIMBS, count) * passed) / Math.max(1, count));
  const pincers = Math.floor(limbs / 2);
  set(chapter, { "data-limbs": limbs, "data-complete": passed === count });
  text(part(chapter, "count"), `${passed} / ${count}`);
  const piece = svg("g", { class: "adaptoid-W" }, ...pieceShapes("W", limbs - pincers, pincers));
  const drawing = svg("svg", { viewBox: "-.52 -.52 1.04 1.04", "aria-hidden": "true" });
  drawing.append(svg("circle", { class: "adaptoid-path-disc", r: 0.5 }), piece);
  part(chapter, "medal")?.replaceChildren(drawing);
}

function drawCard(
  card: HTMLElement | null,
  next: Progress | undefined,
  begun: boolean,
  { words, picturesOf }: PathState,
): void {
  const link = next?.row.querySelector("a");
  if (!card) return;
  card.hidden = !link;
  if (!next || !link) return;
  const { row, solved, count, said } = next;
  const lang = row.lang || null;
  const chapter = row.closest<HTMLElement>("[data-chapter]")?.dataset.chapter;
  const n = [...(row.parentElement?.children ?? [])].indexOf(row) + 1;
  text(part(card, "place"), chapter ? fill(words.place, { chapter, n }) : "");
  const [heading, about, go] = [card.querySelector("h2, h3"), part(card, "about"), card.querySelector("a")];
  if (!heading || !about || !go) return;
  for (const element of [heading, about]) set(element, { lang });
  text(heading, link.textContent ?? "");
  text(about, row.dataset.about ?? "");
  set(go, { href: link.getAttribute("href") });
  const name = html("span.path-said", { lang }, ` ${link.textContent}`);
  go.replaceChildren(begun ? words.continue : words.begin, name);
  const ring = svg("svg", { viewBox: "-12 -12 24 24", "aria-hidden": "true" });
  ring.append(svg("circle", { r: 10 }));
  if (solved)
    ring.append(
      svg("circle", {
        class: "adaptoid-path-fill",
        r: 10,
        pathLength: 1,
        "stroke-dasharray": `${solved / count} 1`,
        transform: "rotate(-90)",
      }),
    );
  part(card, "ring")?.replaceChildren(ring);
  text(part(card, "note"), said || (row.querySelector(".adaptoid-path-length")?.textContent ?? ""));
  const pictures = picturesOf(row).map((src) => html("img", { src, alt: "" }));
  part(card, "picture")?.replaceChildren(...pictures);
}
