/**
 * A lesson in a view: what is asked and said, how far the learner is, and the buttons for it. A module of its own, loaded
 * where a board has a lesson. What it shows comes from Python; that a disc is lit up while one reads of it is its own.
 */

import { cellOf } from "../board/input";
import { changes, focused, on, set, svg, wear } from "../dom/elements";
import { keyCommand, letter } from "../host/keys";
import { type Words, words } from "../i18n/messages";
import type { Enter, LessonGuide as Guide } from "../parts/contract";
import type { Intent, Lesson, LessonWish, Model, Reply, Wording } from "../protocol/types";
import style from "./lesson.css";
import { headOf, LessonPanel, workplace } from "./panel";
import { plain } from "./prose";

type Wish = Extract<Intent, { kind: "lesson" }>;

/** So long one looks at one's own turn before it is answered. */
const REPLY_MS = 700;
/** So long a button that has just come to stand under the pointer takes no click that was meant for another one. */
const FRESH_MS = 400;
/** Somebody else is asking just now: tried again after so long. */
const AGAIN_MS = 40;
/** Keys of the board that mean nothing while it teaches: to annotate, to walk through turns that are not there. */
const IDLE = ["a"];

class LessonView {
  readonly #panel = new LessonPanel();
  readonly #layer = svg("g.layer.lesson-layer", { "aria-hidden": "true" });
  /** Under the adaptoids, so that it hides no limbs. */
  readonly #rings = svg("g.layer.lesson-layer", { "aria-hidden": "true" });
  readonly #listening = new AbortController();
  readonly #differs = changes();
  /** Chosen, and then checked, faster than Python answers: each waits its turn. */
  readonly #waiting: Wish[] = [];
  #asking = false;
  #asked: Wish["what"] | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #fresh: ReturnType<typeof setTimeout> | undefined;
  #row = "";
  /** The state of the board in which its answer was asked for. */
  #gone = -1;
  #lit: string[] = [];
  #pressed: string | undefined;
  #told: { lesson?: Lesson; board?: string } = {};
  readonly #model: Model;
  readonly #root: HTMLElement;
  readonly #board: HTMLElement;
  readonly #guide: Guide;

  constructor(model: Model, root: HTMLElement, guide: Guide) {
    this.#model = model;
    this.#root = root;
    this.#guide = guide;
    this.#board = root.querySelector(".adaptoid-board") as HTMLElement;
    wear(root, style);
    const frame = root.querySelector(".adaptoid-frame");
    frame?.before(this.#panel.element);
    frame?.after(this.#panel.acts);
    root.querySelector(".adaptoid-cursor")?.before(this.#layer);
    root.querySelector(".adaptoid-layer.adaptoid-ghosts")?.before(this.#rings);
    this.#listen();
  }

  close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#fresh);
    this.#listening.abort();
    for (const part of [this.#panel.element, this.#panel.acts, this.#layer, this.#rings]) part.remove();
  }

  get #lesson(): Lesson | null {
    return this.#guide.state().snapshot.lesson ?? null;
  }

  #words: { wording?: Wording; say?: Words } = {};

  get #say(): Words {
    const wording = this.#model.get("wording");
    const { say } = this.#words;
    if (say && this.#words.wording === wording) return say;
    const now = words(wording);
    this.#words = { wording, say: now };
    return now;
  }

  #listen(): void {
    const { element, acts, number } = this.#panel;
    for (const part of [element, acts]) {
      on(part, "click", ({ target, detail }) => this.#press(target as Element, detail));
      on(part, "pointerover focusin", ({ target }) => this.#light(target as Element));
      on(part, "pointerleave focusout", () => this.#light(null));
    }
    on(number, "keydown", (event) => {
      if (event.key === "Enter") this.#wish("check");
    });
    const { signal } = this.#listening;
    // before the board itself hears of it
    const early = { capture: true, signal };
    this.#root.addEventListener("click", (event) => this.#clicked(event), early);
    this.#root.addEventListener("keydown", (event) => this.#typed(event), early);
    this.#root.addEventListener(
      "pointerdown",
      (event) => {
        // the right button draws, and a lesson draws by itself
        if (this.#lesson && event.button === 2 && cellOf(event.target)) event.stopPropagation();
      },
      early,
    );
  }

  /** `clicks` is none for a key. */
  #press(target: Element, clicks: number): void {
    const button = target.closest<HTMLElement>("button");
    const { lesson, step, by } = button?.dataset ?? {};
    // the second of two quick clicks, on what has come to stand where the first one was
    const soon = clicks > 1 || (clicks > 0 && "fresh" in this.#panel.acts.dataset);
    if (lesson && soon && (lesson !== this.#pressed || (clicks > 1 && lesson === "next"))) return;
    this.#pressed = lesson;
    if (step) this.#ask({ kind: "lesson", what: "step", at: Number(step) });
    else if (by) this.#panel.count(Number(by));
    else if (lesson) this.#wish(lesson as LessonWish);
  }

  #wish(what: LessonWish): void {
    const { number } = this.#panel;
    const lesson = this.#lesson;
    if (!lesson?.can.includes(what)) return;
    if (what !== "check" || lesson.kind !== "count") this.#ask({ kind: "lesson", what });
    else if (number.value === "") number.focus();
    else this.#ask({ kind: "lesson", what, count: Math.round(Number(number.value)) });
  }

  #ask(intent: Wish): void {
    if (this.#asking) {
      const before = this.#waiting.at(-1)?.what ?? this.#asked;
      if (intent.what === "choose" || (intent.what === "check" && before === "choose"))
        this.#waiting.push(intent);
      return;
    }
    this.#asked = intent.what;
    const answered = (reply: Reply) => {
      this.#asking = false;
      if (!reply.ok) this.#guide.refused(reply, intent);
      const next = this.#waiting.shift();
      if (next) this.#ask(next);
    };
    this.#asking = this.#guide.ask(intent, answered, () => {
      this.#asking = false;
      this.#waiting.length = 0;
    });
  }

  /** Discs are clicked to be chosen where that is what is asked, and the board shows what it is about. */
  #chooses(target: EventTarget | null): string | null {
    const { kind, phase, can } = this.#lesson ?? {};
    const asked = phase === "wrong" || (phase === "ask" && can?.join() !== "retry");
    return kind === "click" && asked ? cellOf(target) : null;
  }

  #clicked(event: Event): void {
    const at = this.#chooses(event.target);
    if (!at) return;
    event.stopPropagation();
    this.#ask({ kind: "lesson", what: "choose", at });
  }

  #typed(event: KeyboardEvent): void {
    if (!this.#lesson) return;
    const { element, acts, great } = this.#panel;
    const target = event.target as Element;
    const onBoard = this.#board.contains(target);
    if (!onBoard && !element.contains(target) && !acts.contains(target)) return;
    const typed = letter(event, this.#root);
    const walks = /prev|next/.test(keyCommand(event, this.#board) ?? "");
    const plainKey = !event.altKey && !event.ctrlKey && !event.metaKey;
    const at = plainKey && /^(Enter| )$/.test(event.key) ? this.#chooses(target) : null;
    if (at) this.#ask({ kind: "lesson", what: "choose", at });
    else if (typed === "h") this.#wish("hint");
    else if (typed === "g") this.#wish((great.dataset.lesson ?? "next") as LessonWish);
    else if (typed === "r") this.#wish(this.#lesson.can.includes("retry") ? "retry" : "back");
    else if (!walks && !IDLE.includes(typed)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** While one reads of discs they are lit up on the board. */
  #light(target: Element | null): void {
    const { where } = target?.closest<HTMLElement>("[data-where]")?.dataset ?? {};
    const lit = where?.split(" ") ?? [];
    if (lit.join() === this.#lit.join()) return;
    this.#lit = lit;
    this.#drawLayer();
  }

  draw(): void {
    const lesson = this.#lesson;
    const { snapshot, discs } = this.#guide.state();
    const { element, acts } = this.#panel;
    // the board may be turned round, or another one
    const place = this.#placeOf(discs.cells[0]?.[0] ?? "");
    if (!this.#differs(snapshot, discs, place, this.#model.get("wording"))) return;
    const held = focused(this.#root);
    const entered = !this.#told.lesson;
    element.hidden = !lesson;
    acts.hidden = !lesson;
    if (lesson) {
      const say = this.#say;
      set(this.#root, { "data-phase": lesson.phase, "data-asks": lesson.kind });
      this.#panel.draw(lesson, this.#known(discs.cells), say);
      this.#freshen();
      this.#tell(lesson, say);
      this.#lead(lesson, held, entered);
    }
    this.#drawLayer();
    this.#answer(lesson);
    this.#told = lesson ? { lesson } : {};
  }

  /** Other buttons than before: for a moment they are not yet to be pressed with the pointer. */
  #freshen(): void {
    const { row, acts } = this.#panel;
    if (row === this.#row) return;
    const first = this.#row === "";
    this.#row = row;
    if (first) return;
    acts.dataset.fresh = "";
    clearTimeout(this.#fresh);
    this.#fresh = setTimeout(() => {
      delete acts.dataset.fresh;
    }, FRESH_MS);
  }

  #cells: { rows?: unknown; known: ReadonlySet<string> } = { known: new Set() };

  #known(rows: [cell: string, x: number, y: number][]): ReadonlySet<string> {
    if (this.#cells.rows !== rows) this.#cells = { rows, known: new Set(rows.map(([cell]) => cell)) };
    return this.#cells.known;
  }

  /** What is new is heard once. */
  #tell(lesson: Lesson, say: Words): void {
    const before = this.#told.lesson;
    if (!before || before === lesson) return;
    const { step, count, phase, said, hint, chosen, score, most, name } = lesson;
    const told: string[] = [];
    // puzzles follow one another as one and the same step
    const again = phase === "ask" && /right|shown|over/.test(before.phase);
    const other = before.step !== step || before.name !== name || plain(before.text) !== plain(lesson.text);
    const begins = again || other;
    if (phase === "over") {
      if (before.phase !== phase)
        told.push(say("ui.lesson.over"), say("ui.lesson.total", { n: score, most }));
    } else if (begins) {
      const place = say("ui.lesson.step.of", { n: step + 1, of: count });
      told.push(count > 1 ? place : "", plain(lesson.text), lesson.note);
    } else if (phase !== before.phase || plain(said) !== plain(before.said)) {
      const head = headOf(lesson, say);
      const more = plain(said);
      if (phase !== "ask" || more) told.push(head, more === head ? "" : more);
    }
    if (!begins && hint.rung > before.hint.rung)
      told.push(say("ui.lesson.hint.of", { n: hint.rung, of: hint.of }), plain(hint.text));
    if (!begins && phase === "ask" && chosen.join() !== before.chosen.join()) {
      const put = chosen.filter((cell) => !before.chosen.includes(cell));
      const off = before.chosen.filter((cell) => !chosen.includes(cell));
      if (put.length) told.push(say("ui.lesson.chosen", { cell: put.join(say("ui.comma")) }));
      if (off.length) told.push(say("ui.lesson.unchosen", { cell: off.join(say("ui.comma")) }));
    }
    const { great } = this.#panel;
    // where the keyboard is on the board, the way on is a key
    if (phase !== before.phase && !great.hidden && this.#board.contains(focused(this.#root)))
      told.push(say("ui.lesson.key", { key: "G", what: great.textContent ?? "" }));
    this.#guide.tell(...told);
  }

  /** The keyboard is never lost, and as a step begins it is where one works. */
  #lead(lesson: Lesson, held: Element | null, entered: boolean): void {
    const { element, acts, great, number } = this.#panel;
    const before = this.#told.lesson;
    const begins =
      before !== undefined &&
      lesson.phase === "ask" &&
      (before.phase !== "ask" || before.step !== lesson.step || before.name !== lesson.name);
    const more = lesson.phase !== before?.phase || lesson.hint.rung > before.hint.rung;
    if (begins && held) this.#show(element);
    else if (held && more) this.#show(acts);
    const now = focused(this.#root);
    // unless it was led on already
    if (!held || (now && now !== held)) return;
    const lost =
      !held.isConnected || held.closest("[hidden]") !== null || (entered && held.getClientRects().length < 1);
    const place = workplace(lesson);
    const elsewhere = acts.contains(held) || (place !== "board" && this.#board.contains(held));
    if (!lost && !(begins && elsewhere)) return;
    if (place === "number") number.focus({ preventScroll: true });
    else if (place === "great" && !great.hidden) great.focus({ preventScroll: true });
    else this.#board.querySelector<SVGElement>('[data-cell][tabindex="0"]')?.focus({ preventScroll: true });
  }

  /** What is new may lie beyond the edge of a small window. */
  #show(part: HTMLElement): void {
    part.scrollIntoView?.({ block: "nearest" });
  }

  /** The learner's turn is seen for a moment, then it is answered; of several views one is heard, the others come too late. */
  #answer(lesson: Lesson | null): void {
    const { rev } = this.#guide.state().snapshot;
    if (!lesson?.can.includes("go") || this.#gone === rev) return;
    this.#gone = rev;
    const go = () => {
      const { snapshot } = this.#guide.state();
      if (snapshot.rev !== rev || !snapshot.lesson?.can.includes("go")) return;
      if (!this.#guide.ask({ kind: "lesson", what: "go" }, () => {})) this.#timer = setTimeout(go, AGAIN_MS);
    };
    clearTimeout(this.#timer);
    const still = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches;
    this.#timer = setTimeout(go, still ? 0 : REPLY_MS);
  }

  #drawLayer(): void {
    const lesson = this.#lesson;
    const chosen = lesson?.kind === "click" ? lesson.chosen : [];
    const nodes: SVGElement[] = [];
    const rings: SVGElement[] = [];
    for (const cell of chosen) {
      const at = this.#placeOf(cell);
      const wrong = lesson?.wrong.includes(cell) ?? false;
      if (!at) continue;
      rings.push(spot("chosen", cell, at, wrong));
      nodes.push(badge(at, wrong));
    }
    for (const cell of lesson ? this.#lit : []) {
      const at = this.#placeOf(cell);
      if (at) nodes.push(spot("lit", cell, at));
    }
    for (const [layer, made] of [
      [this.#layer, nodes],
      [this.#rings, rings],
    ] as const) {
      const shown = made.map((node) => node.outerHTML).join("");
      if (shown !== layer.innerHTML) layer.replaceChildren(...made);
    }
  }

  /** Where a disc is drawn: its own node knows, flipped or not. */
  #placeOf(cell: string): string | undefined {
    const disc = this.#board.querySelector<SVGGElement>(`[data-cell="${cell}"]`);
    return disc?.style.transform.replaceAll("px", "");
  }
}

function spot(name: "chosen" | "lit", cell: string, transform: string, wrong = false): SVGElement {
  const ring = () => svg("circle.ring", { r: 0.49 });
  const edge = ring();
  edge.classList.add("adaptoid-edge");
  return svg(
    `g.lesson-${name}` as "g.lesson",
    { "data-at": cell, "data-wrong": wrong, transform },
    edge,
    ring(),
  );
}

/** At a chosen disc: round with a tick, or, where it does not belong, a square with a cross. */
function badge(transform: string, wrong: boolean): SVGElement {
  const [x, y, size] = [0.22, -0.54, 0.32];
  const shape = svg("rect", { x, y, width: size, height: size, rx: wrong ? 0.05 : size / 2 });
  const d = wrong ? "M.31 -.45l.14 .14m0 -.14l-.14 .14" : "M.3 -.38l.06 .07 .1 -.13";
  return svg("g.lesson-badge", { "data-wrong": wrong, transform }, shape, svg("path", { d }));
}

const attach: Enter = (model, root, guide) => {
  const view = new LessonView(model, root, guide);
  view.draw();
  return (here) => (here ? view.draw() : view.close());
};

export default attach;
