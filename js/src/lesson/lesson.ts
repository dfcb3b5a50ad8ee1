/** The part that shows a lesson: questions, answers and progress, and the buttons for them. All texts come from Python. */

import { Demonstration } from "../animation/demonstration";
import { addStyle, buttonOf, cellOf, changeDetector, focused, on, set, svg } from "../dom/elements";
import type { Translator } from "../i18n/messages";
import { commandOf } from "../keys/keymap";
import type { PartContext, ViewPart } from "../parts/contract";
import type { Intent, Lesson, LessonWish, Reply } from "../protocol/types";
import { type Point, placeOf, type State } from "../state/state";
import style from "./lesson.css";
import { focusTargetOf, headingOf, isAside, LessonPanel, shownAgain } from "./panel";
import { plain } from "./prose";

type LessonIntent = Extract<Intent, { kind: "lesson" }>;

/** The learner's turn is shown for this time before the reply is played. */
const REPLY_MS = 700;
/** New buttons ignore the pointer for this time: a click may be meant for the button that was there before. */
const PROTECT_MS = 400;
/** The time until the next attempt while another request is pending. */
const RETRY_MS = 40;
/** The commands of the board that a lesson disables: marks, and turns that are not there. */
const DISABLED = ["annotate", "prev", "next"];

class LessonView implements ViewPart {
  readonly #panel: LessonPanel;
  readonly #see: Demonstration;
  readonly #layer = svg("g.layer.lesson-layer", { "aria-hidden": "true" });
  /** Under the adaptoids, so that no limbs are hidden. */
  readonly #rings = svg("g.layer.lesson-layer", { "aria-hidden": "true" });
  readonly #differs = changeDetector();
  /** Intents that wait for a reply to the one before. */
  readonly #queue: LessonIntent[] = [];
  #asking = false;
  #lastRequest: LessonWish | undefined;
  #replyTimer: ReturnType<typeof setTimeout> | undefined;
  #protectTimer: ReturnType<typeof setTimeout> | undefined;
  /** The buttons that were visible at the last drawing. */
  #buttons = "";
  /** The rev at which the reply to the learner's turn was requested. */
  #requestedRev = -1;
  #highlighted: string[] = [];
  #pressed: string | undefined;
  #drawn: Lesson | null = null;
  readonly #board: HTMLElement;
  readonly #context: PartContext;

  constructor(context: PartContext, onward: HTMLElement | null) {
    this.#context = context;
    this.#see = new Demonstration(context);
    this.#panel = new LessonPanel(onward, this.#see.element);
    const { slots, signal } = context;
    this.#board = slots.board;
    addStyle(slots.root, style);
    slots.frame.before(this.#panel.element);
    slots.frame.after(this.#panel.acts);
    slots.cursor.before(this.#layer);
    slots.ghosts.before(this.#rings);
    on(signal, "abort", () => {
      clearTimeout(this.#replyTimer);
      clearTimeout(this.#protectTimer);
    });
    this.#listen(slots.root);
  }

  get #lesson(): Lesson | null {
    return this.#context.state().snapshot.lesson ?? null;
  }

  #listen(root: HTMLElement): void {
    const { element, acts, number } = this.#panel;
    for (const block of [element, acts]) {
      on(block, "click", (event) => this.#press(event));
      on(block, "pointerover focusin", ({ target }) => this.#highlight(target as Element));
      on(block, "pointerleave focusout", () => this.#highlight(null));
    }
    on(number, "keydown", (event) => {
      if (event.key === "Enter") this.#request("check");
    });
    // captured before the board handles them
    on(root, "click", (event) => this.#handleClick(event), true);
    on(root, "keydown", (event) => this.#handleKey(event), true);
    const blockDrawing = (event: PointerEvent) => {
      if (this.#lesson && event.button === 2 && cellOf(event.target)) event.stopPropagation();
    };
    on(root, "pointerdown", blockDrawing, true);
  }

  #press(event: MouseEvent): void {
    const button = buttonOf(event.target);
    // 0 for a key
    const clicks = event.detail;
    const { lesson, step, by } = button?.dataset ?? {};
    // a second click may be meant for the button that was there before
    const isTooSoon = clicks > 1 || (clicks > 0 && "fresh" in this.#panel.acts.dataset);
    if (lesson && isTooSoon && (lesson !== this.#pressed || (clicks > 1 && lesson === "next"))) return;
    this.#pressed = lesson;
    if (step) this.#ask({ kind: "lesson", what: "step", at: Number(step) });
    else if (by) this.#panel.count(Number(by));
    else if (lesson) this.#request(lesson as LessonWish);
  }

  #request(what: LessonWish): void {
    const { number } = this.#panel;
    const lesson = this.#lesson;
    if (!lesson?.can.includes(what)) return;
    if (what !== "check" || lesson.kind !== "count") this.#ask({ kind: "lesson", what });
    else if (number.value === "") number.focus();
    else this.#ask({ kind: "lesson", what, count: Number(number.value) });
  }

  #ask(intent: LessonIntent): void {
    if (this.#asking) {
      const before = this.#queue.at(-1)?.what ?? this.#lastRequest;
      if (intent.what === "choose" || (intent.what === "check" && before === "choose"))
        this.#queue.push(intent);
      return;
    }
    this.#lastRequest = intent.what;
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
  #chosenDisc(target: EventTarget | null): string | null {
    const lesson = this.#lesson;
    if (lesson?.kind !== "click") return null;
    const isAsked = lesson.phase === "wrong" || (lesson.phase === "ask" && !isAside(lesson));
    return isAsked ? cellOf(target) : null;
  }

  #handleClick(event: Event): void {
    const at = this.#chosenDisc(event.target);
    if (!at) return;
    event.stopPropagation();
    this.#ask({ kind: "lesson", what: "choose", at });
  }

  #handleKey(event: KeyboardEvent): void {
    if (!this.#lesson) return;
    const { element, acts, main, primary } = this.#panel;
    const target = event.target as Element;
    const onBoard = this.#board.contains(target);
    if (!onBoard && !element.contains(target) && !acts.contains(target)) return;
    const command = commandOf(event, "lesson");
    const at = commandOf(event, "disc") === "click" ? this.#chosenDisc(target) : null;
    if (at) this.#ask({ kind: "lesson", what: "choose", at });
    else if (command === "hint") this.#request("hint");
    else if (command === "go" && primary !== main) primary.click();
    else if (command === "go") this.#request((main.dataset.lesson ?? "next") as LessonWish);
    else if (command === "retry") this.#request(this.#lesson.can.includes("retry") ? "retry" : "back");
    else if (!onBoard || !DISABLED.includes(commandOf(event, "board") ?? "")) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Highlights the discs whose names are pointed at in a text. */
  #highlight(target: Element | null): void {
    const { where } = target?.closest<HTMLElement>("[data-where]")?.dataset ?? {};
    const cells = where?.split(" ") ?? [];
    if (cells.join() === this.#highlighted.join()) return;
    this.#highlighted = cells;
    this.#drawLayer();
  }

  draw({ snapshot, discs }: State, t: Translator): void {
    const lesson = snapshot.lesson ?? null;
    const { slots } = this.#context;
    const { element, acts } = this.#panel;
    // the place of a disc changes if the board is flipped or replaced
    const first = this.#placeOf(discs.cells[0]?.[0] ?? "");
    if (!this.#differs(snapshot, discs, first?.x, first?.y, t)) return;
    if (!this.#see.isPlaying && lesson) {
      const line = shownAgain(lesson, snapshot.node, snapshot.history.at);
      this.#see.draw(line, t(lesson.phase === "wrong" ? "ui.remark.see" : "ui.see.again"), t);
    } else this.#see.draw(null, "", t);
    const focusBefore = focused(slots.root);
    const begins = !this.#drawn;
    element.hidden = !lesson;
    acts.hidden = !lesson;
    if (lesson) {
      set(slots.root, { "data-phase": lesson.phase, "data-asks": lesson.kind });
      this.#panel.draw(lesson, this.#cellNames(discs.cells), t);
      this.#protectNewButtons();
      this.#announce(lesson, t);
      this.#moveFocus(lesson, focusBefore, begins);
    }
    this.#drawLayer();
    this.#requestReply(lesson);
    this.#drawn = lesson;
  }

  /** Makes new buttons ignore the pointer for a moment. */
  #protectNewButtons(): void {
    const { buttons, acts } = this.#panel;
    if (buttons === this.#buttons) return;
    const first = this.#buttons === "";
    this.#buttons = buttons;
    if (first) return;
    acts.dataset.fresh = "";
    clearTimeout(this.#protectTimer);
    this.#protectTimer = setTimeout(() => {
      delete acts.dataset.fresh;
    }, PROTECT_MS);
  }

  #cells: { rows?: unknown; names: ReadonlySet<string> } = { names: new Set() };

  #cellNames(rows: [cell: string, x: number, y: number][]): ReadonlySet<string> {
    if (this.#cells.rows !== rows) this.#cells = { rows, names: new Set(rows.map(([cell]) => cell)) };
    return this.#cells.names;
  }

  /** Announces what has changed since the last drawing. */
  #announce(lesson: Lesson, t: Translator): void {
    const before = this.#drawn;
    if (!before || before === lesson) return;
    const { step, count, phase, said, hint, chosen, score, max, name, made } = lesson;
    const texts: string[] = [];
    // all puzzles have the same step number
    const startsAgain = phase === "ask" && /right|shown|over/.test(before.phase);
    const isOther = before.step !== step || before.name !== name || plain(before.text) !== plain(lesson.text);
    const isFresh = phase === "ask" && lesson.note !== "" && lesson.note !== before.note;
    const begins = startsAgain || isOther || isFresh;
    if (phase === "over") {
      // otherwise the status says that this was the last step
      if (before.phase !== phase)
        texts.push(made ? t("ui.lesson.over") : "", t("ui.lesson.total", { n: score, max }));
    } else if (begins) {
      const place = t("ui.lesson.step.of", { n: step + 1, of: count });
      texts.push(count > 1 ? place : "", plain(lesson.text), lesson.note);
    } else if (phase !== before.phase || plain(said) !== plain(before.said)) {
      const heading = headingOf(lesson, t);
      const comment = plain(said);
      if (phase !== "ask" || comment) texts.push(heading, comment === heading ? "" : comment);
    }
    if (!begins && hint.taken > before.hint.taken)
      texts.push(t("ui.lesson.hint.of", { n: hint.taken, of: hint.of }), plain(hint.text));
    if (!begins && phase === "ask" && chosen.join() !== before.chosen.join()) {
      const added = chosen.filter((cell) => !before.chosen.includes(cell));
      const removed = before.chosen.filter((cell) => !chosen.includes(cell));
      if (added.length) texts.push(t("ui.lesson.chosen", { cell: added.join(t("ui.comma")) }));
      if (removed.length) texts.push(t("ui.lesson.unchosen", { cell: removed.join(t("ui.comma")) }));
    }
    const { primary } = this.#panel;
    // with the focus on the board, the main button has a key
    if (phase !== before.phase && !primary.hidden && this.#board.contains(focused(this.#context.slots.root)))
      texts.push(t("ui.lesson.key", { key: "G", what: primary.textContent ?? "" }));
    this.#context.announce(...texts);
  }

  /** Moves the focus to where the learner works if its element is gone or a step begins. */
  #moveFocus(lesson: Lesson, focusBefore: Element | null, lessonBegins: boolean): void {
    const { acts, primary, number } = this.#panel;
    const before = this.#drawn;
    const stepBegins =
      before !== null &&
      lesson.phase === "ask" &&
      (before.phase !== "ask" || before.step !== lesson.step || before.name !== lesson.name);
    const hasNewText = lesson.phase !== before?.phase || lesson.hint.taken > before.hint.taken;
    // in a small window the new text may be out of view
    if (focusBefore && (stepBegins || hasNewText)) this.#panel.showText(stepBegins);
    const now = focused(this.#context.slots.root);
    // something else has moved the focus already
    if (!focusBefore || (now && now !== focusBefore)) return;
    const isGone =
      !focusBefore.isConnected ||
      focusBefore.closest("[hidden]") !== null ||
      (lessonBegins && focusBefore.getClientRects().length < 1);
    const target = focusTargetOf(lesson);
    const isElsewhere =
      acts.contains(focusBefore) || (target !== "board" && this.#board.contains(focusBefore));
    if (!isGone && !(stepBegins && isElsewhere)) return;
    if (target === "number") number.focus({ preventScroll: true });
    else if (target === "main" && !primary.hidden) primary.focus({ preventScroll: true });
    else this.#board.querySelector<SVGElement>('[data-cell][tabindex="0"]')?.focus({ preventScroll: true });
  }

  /** Requests the reply to the learner's turn after a moment. Python refuses the requests of all views but the first. */
  #requestReply(lesson: Lesson | null): void {
    const { state, ask } = this.#context;
    const { rev } = state().snapshot;
    if (!lesson?.can.includes("go") || this.#requestedRev === rev) return;
    this.#requestedRev = rev;
    const go = () => {
      const { snapshot } = state();
      if (snapshot.rev !== rev || !snapshot.lesson?.can.includes("go")) return;
      if (!ask({ kind: "lesson", what: "go" }, () => {})) this.#replyTimer = setTimeout(go, RETRY_MS);
    };
    clearTimeout(this.#replyTimer);
    const reducedMotion = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches;
    this.#replyTimer = setTimeout(go, reducedMotion ? 0 : REPLY_MS);
  }

  #placeOf(cell: string): Point | null {
    return placeOf(this.#context.state(), cell);
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
    for (const cell of lesson ? this.#highlighted : []) {
      const at = this.#placeOf(cell);
      if (at) nodes.push(spot("lit", cell, at));
    }
    for (const [layer, signs] of [
      [this.#layer, nodes],
      [this.#rings, rings],
    ] as const) {
      const markup = signs.map((node) => node.outerHTML).join("");
      if (markup !== layer.innerHTML) layer.replaceChildren(...signs);
    }
  }
}

function translate({ x, y }: Point): string {
  return `translate(${x} ${y})`;
}

function spot(name: "chosen" | "lit", cell: string, at: Point, wrong = false): SVGElement {
  const size = { r: 0.52 };
  return svg(
    `g.lesson-${name}` as "g.lesson",
    { "data-at": cell, "data-wrong": wrong, transform: translate(at) },
    svg("circle.ring.edge", size),
    svg("circle.ring", size),
  );
}

/** The sign at a chosen disc: round with a tick, or square with a bar if the disc is wrong. It covers no limb and no name. */
function badge(at: Point, wrong: boolean): SVGElement {
  const [x, y, size] = [0.36, -0.16, 0.32];
  const shape = svg("rect", { x, y, width: size, height: size, rx: wrong ? 0.05 : size / 2 });
  const d = wrong ? "M.44 0h.16" : "M.44 0l.06 .07 .1 -.13";
  return svg("g.lesson-badge", { "data-wrong": wrong, transform: translate(at) }, shape, svg("path", { d }));
}

/** `onward`: an element with the links of a site to the next lesson and to others, which are the way on at the end. */
export default (context: PartContext, onward: HTMLElement | null = null): ViewPart =>
  new LessonView(context, onward);
