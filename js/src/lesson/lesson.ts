/** The part that shows a lesson: questions, answers and progress, and the buttons for them. All texts come from Python. */

import { cellOf } from "../board/input";
import { addStyle, changes, focused, on, set, svg } from "../dom/elements";
import { commandOf } from "../dom/keymap";
import type { Words } from "../i18n/messages";
import type { PartContext, ViewPart } from "../parts/contract";
import type { Intent, Lesson, LessonWish, Reply } from "../protocol/types";
import type { State } from "../state/state";
import style from "./lesson.css";
import { headOf, LessonPanel, workplace } from "./panel";
import { plain } from "./prose";

type LessonIntent = Extract<Intent, { kind: "lesson" }>;

interface Point {
  x: number;
  y: number;
}

/** The learner's turn is shown for this time before it is answered. */
const REPLY_MS = 700;
/** New buttons ignore the pointer for this time, since a click may have been meant for the button before. */
const FRESH_MS = 400;
/** The next attempt after another request was in the way. */
const RETRY_MS = 40;
/** The commands of the board that a lesson disables: marks, and turns that are not there. */
const DISABLED = ["annotate", "prev", "next"];

class LessonView implements ViewPart {
  readonly #panel = new LessonPanel();
  readonly #layer = svg("g.layer.lesson-layer", { "aria-hidden": "true" });
  /** Under the adaptoids, so that no limbs are hidden. */
  readonly #rings = svg("g.layer.lesson-layer", { "aria-hidden": "true" });
  readonly #differs = changes();
  /** Intents that come faster than Python answers. */
  readonly #queue: LessonIntent[] = [];
  #asking = false;
  /** What was asked last. */
  #asked: LessonWish | undefined;
  #replyTimer: ReturnType<typeof setTimeout> | undefined;
  #freshTimer: ReturnType<typeof setTimeout> | undefined;
  #row = "";
  /** The rev at which Python was asked for the answer to the learner's turn. */
  #answeredRev = -1;
  /** The discs that are highlighted. */
  #lit: string[] = [];
  #pressed: string | undefined;
  /** The lesson as it was drawn last. */
  #drawn: Lesson | null = null;
  readonly #board: HTMLElement;
  readonly #context: PartContext;

  constructor(context: PartContext) {
    this.#context = context;
    const { slots, signal } = context;
    this.#board = slots.board;
    addStyle(slots.root, style);
    slots.frame.before(this.#panel.element);
    slots.frame.after(this.#panel.acts);
    slots.cursor.before(this.#layer);
    slots.ghosts.before(this.#rings);
    on(signal, "abort", () => {
      clearTimeout(this.#replyTimer);
      clearTimeout(this.#freshTimer);
    });
    this.#listen(slots.root);
  }

  get #lesson(): Lesson | null {
    return this.#context.state().snapshot.lesson ?? null;
  }

  #listen(root: HTMLElement): void {
    const { element, acts, number } = this.#panel;
    for (const block of [element, acts]) {
      on(block, "click", ({ target, detail }) => this.#press(target as Element, detail));
      on(block, "pointerover focusin", ({ target }) => this.#light(target as Element));
      on(block, "pointerleave focusout", () => this.#light(null));
    }
    on(number, "keydown", (event) => {
      if (event.key === "Enter") this.#wish("check");
    });
    // captured before the board handles them
    on(root, "click", (event) => this.#clicked(event), true);
    on(root, "keydown", (event) => this.#typed(event), true);
    const blockDrawing = (event: PointerEvent) => {
      if (this.#lesson && event.button === 2 && cellOf(event.target)) event.stopPropagation();
    };
    on(root, "pointerdown", blockDrawing, true);
  }

  /** `clicks` is 0 for a key. */
  #press(target: Element, clicks: number): void {
    const button = target.closest<HTMLElement>("button");
    const { lesson, step, by } = button?.dataset ?? {};
    // the second click of two may have been meant for the button that was there before
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

  #ask(intent: LessonIntent): void {
    if (this.#asking) {
      const before = this.#queue.at(-1)?.what ?? this.#asked;
      if (intent.what === "choose" || (intent.what === "check" && before === "choose"))
        this.#queue.push(intent);
      return;
    }
    this.#asked = intent.what;
    const answered = (reply: Reply) => {
      this.#asking = false;
      if (!reply.ok) this.#context.refused(reply, intent);
      const next = this.#queue.shift();
      if (next) this.#ask(next);
    };
    this.#asking = this.#context.ask(intent, answered, () => {
      this.#asking = false;
      this.#queue.length = 0;
    });
  }

  /** The disc that a click chooses, if the lesson asks for discs and the board shows its position. */
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
    const command = commandOf(event, "lesson");
    const at = commandOf(event, "disc") === "click" ? this.#chooses(target) : null;
    if (at) this.#ask({ kind: "lesson", what: "choose", at });
    else if (command === "hint") this.#wish("hint");
    else if (command === "go") this.#wish((great.dataset.lesson ?? "next") as LessonWish);
    else if (command === "retry") this.#wish(this.#lesson.can.includes("retry") ? "retry" : "back");
    else if (!onBoard || !DISABLED.includes(commandOf(event, "board") ?? "")) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Highlights the discs whose names are pointed at in a text. */
  #light(target: Element | null): void {
    const { where } = target?.closest<HTMLElement>("[data-where]")?.dataset ?? {};
    const lit = where?.split(" ") ?? [];
    if (lit.join() === this.#lit.join()) return;
    this.#lit = lit;
    this.#drawLayer();
  }

  draw({ snapshot, discs }: State, say: Words): void {
    const lesson = snapshot.lesson ?? null;
    const { slots, placeOf } = this.#context;
    const { element, acts } = this.#panel;
    // the board may have been turned round or replaced
    const first = placeOf(discs.cells[0]?.[0] ?? "");
    if (!this.#differs(snapshot, discs, first?.x, first?.y, say)) return;
    const held = focused(slots.root);
    const entered = !this.#drawn;
    element.hidden = !lesson;
    acts.hidden = !lesson;
    if (lesson) {
      set(slots.root, { "data-phase": lesson.phase, "data-asks": lesson.kind });
      this.#panel.draw(lesson, this.#known(discs.cells), say);
      this.#freshen();
      this.#tell(lesson, say);
      this.#lead(lesson, held, entered);
    }
    this.#drawLayer();
    this.#answer(lesson);
    this.#drawn = lesson;
  }

  /** Makes new buttons ignore the pointer for a moment. */
  #freshen(): void {
    const { row, acts } = this.#panel;
    if (row === this.#row) return;
    const first = this.#row === "";
    this.#row = row;
    if (first) return;
    acts.dataset.fresh = "";
    clearTimeout(this.#freshTimer);
    this.#freshTimer = setTimeout(() => {
      delete acts.dataset.fresh;
    }, FRESH_MS);
  }

  #cells: { rows?: unknown; known: ReadonlySet<string> } = { known: new Set() };

  #known(rows: [cell: string, x: number, y: number][]): ReadonlySet<string> {
    if (this.#cells.rows !== rows) this.#cells = { rows, known: new Set(rows.map(([cell]) => cell)) };
    return this.#cells.known;
  }

  /** Announces what has changed. */
  #tell(lesson: Lesson, say: Words): void {
    const before = this.#drawn;
    if (!before || before === lesson) return;
    const { step, count, phase, said, hint, chosen, score, most, name } = lesson;
    const words: string[] = [];
    // all puzzles are the same step
    const again = phase === "ask" && /right|shown|over/.test(before.phase);
    const other = before.step !== step || before.name !== name || plain(before.text) !== plain(lesson.text);
    const begins = again || other;
    if (phase === "over") {
      if (before.phase !== phase)
        words.push(say("ui.lesson.over"), say("ui.lesson.total", { n: score, most }));
    } else if (begins) {
      const place = say("ui.lesson.step.of", { n: step + 1, of: count });
      words.push(count > 1 ? place : "", plain(lesson.text), lesson.note);
    } else if (phase !== before.phase || plain(said) !== plain(before.said)) {
      const head = headOf(lesson, say);
      const more = plain(said);
      if (phase !== "ask" || more) words.push(head, more === head ? "" : more);
    }
    if (!begins && hint.rung > before.hint.rung)
      words.push(say("ui.lesson.hint.of", { n: hint.rung, of: hint.of }), plain(hint.text));
    if (!begins && phase === "ask" && chosen.join() !== before.chosen.join()) {
      const put = chosen.filter((cell) => !before.chosen.includes(cell));
      const off = before.chosen.filter((cell) => !chosen.includes(cell));
      if (put.length) words.push(say("ui.lesson.chosen", { cell: put.join(say("ui.comma")) }));
      if (off.length) words.push(say("ui.lesson.unchosen", { cell: off.join(say("ui.comma")) }));
    }
    const { great } = this.#panel;
    // with the focus on the board, a key leads on
    if (phase !== before.phase && !great.hidden && this.#board.contains(focused(this.#context.slots.root)))
      words.push(say("ui.lesson.key", { key: "G", what: great.textContent ?? "" }));
    this.#context.tell(...words);
  }

  /** Keeps the focus, and moves it to where the learner works when a step begins. */
  #lead(lesson: Lesson, held: Element | null, entered: boolean): void {
    const { element, acts, great, number } = this.#panel;
    const before = this.#drawn;
    const begins =
      before !== null &&
      lesson.phase === "ask" &&
      (before.phase !== "ask" || before.step !== lesson.step || before.name !== lesson.name);
    const more = lesson.phase !== before?.phase || lesson.hint.rung > before.hint.rung;
    // it may lie beyond the edge of a small window
    if (held && (begins || more)) (begins ? element : acts).scrollIntoView?.({ block: "nearest" });
    const now = focused(this.#context.slots.root);
    // the focus may have moved already
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

  /** Asks for the answer to the learner's turn after a moment. Of several views the first one does, the others are refused. */
  #answer(lesson: Lesson | null): void {
    const { state, ask } = this.#context;
    const { rev } = state().snapshot;
    if (!lesson?.can.includes("go") || this.#answeredRev === rev) return;
    this.#answeredRev = rev;
    const go = () => {
      const { snapshot } = state();
      if (snapshot.rev !== rev || !snapshot.lesson?.can.includes("go")) return;
      if (!ask({ kind: "lesson", what: "go" }, () => {})) this.#replyTimer = setTimeout(go, RETRY_MS);
    };
    clearTimeout(this.#replyTimer);
    const still = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches;
    this.#replyTimer = setTimeout(go, still ? 0 : REPLY_MS);
  }

  #drawLayer(): void {
    const { placeOf } = this.#context;
    const lesson = this.#lesson;
    const chosen = lesson?.kind === "click" ? lesson.chosen : [];
    const nodes: SVGElement[] = [];
    const rings: SVGElement[] = [];
    for (const cell of chosen) {
      const at = placeOf(cell);
      const wrong = lesson?.wrong.includes(cell) ?? false;
      if (!at) continue;
      rings.push(spot("chosen", cell, at, wrong));
      nodes.push(badge(at, wrong));
    }
    for (const cell of lesson ? this.#lit : []) {
      const at = placeOf(cell);
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
}

function translate({ x, y }: Point): string {
  return `translate(${x} ${y})`;
}

function spot(name: "chosen" | "lit", cell: string, at: Point, wrong = false): SVGElement {
  const size = { r: 0.49 };
  return svg(
    `g.lesson-${name}` as "g.lesson",
    { "data-at": cell, "data-wrong": wrong, transform: translate(at) },
    svg("circle.ring.edge", size),
    svg("circle.ring", size),
  );
}

/** The sign at a chosen disc: round with a tick, or square with a cross if the disc is wrong. */
function badge(at: Point, wrong: boolean): SVGElement {
  const [x, y, size] = [0.22, -0.54, 0.32];
  const shape = svg("rect", { x, y, width: size, height: size, rx: wrong ? 0.05 : size / 2 });
  const d = wrong ? "M.31 -.45l.14 .14m0 -.14l-.14 .14" : "M.3 -.38l.06 .07 .1 -.13";
  return svg("g.lesson-badge", { "data-wrong": wrong, transform: translate(at) }, shape, svg("path", { d }));
}

export default (context: PartContext): ViewPart => new LessonView(context);
