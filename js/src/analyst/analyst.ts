/** The part that shows an analysis and the review of the game: who is better, the best lines, a hint, the threats. */

import { Demonstration, playedLine, type ShownLine } from "../animation/demonstration";
import { addStyle, buttonFor, changeDetector, focused, html, on, onResize, set, text } from "../dom/elements";
import { arrange } from "../dom/morph";
import { watchPresses } from "../dom/presses";
import { fill, type Translator } from "../i18n/messages";
import type { PartContext, ViewPart } from "../parts/contract";
import type { Analyst, Line, Remark } from "../protocol/types";
import { placeOf, type State } from "../state/state";
import style from "./analyst.css";
import { ComparisonCard } from "./comparison";
import { EvaluationBar } from "./evaluation_bar";
import { playButton } from "./line_buttons";
import { PanelTabs, type Tab } from "./panel_tabs";
import { RemarkCard } from "./remark";
import { isSmall, ReviewPanel } from "./review";
import { type TurnArrow, TurnDrawings } from "./turn_drawings";
import { hintText, scoreOf, stepsOf } from "./turn_texts";

const UPDATE_MS = 250;

class AnalystView implements ViewPart {
  readonly #evaluationBar = new EvaluationBar();
  readonly #score = html("p.analyst-score");
  readonly #threats = html("button.button", { "data-do": "threats" });
  readonly #remark: RemarkCard;
  readonly #comparison = new ComparisonCard();
  readonly #lines = html("ol.analyst-lines");
  /** The result whose lines are shown. A newer one may have come since. */
  #drawn: Analyst["found"] = null;
  readonly #threat = html("ol.analyst-lines");
  /** The first turns of the lines. They are shown in a narrow view, where the panel is out of sight. */
  readonly #best = html("ol.best-turns");
  /** Plays a line of the panel, and has the buttons to step through it. */
  readonly #player: Demonstration;
  readonly #played = html("div.line-player", { role: "group" });
  /** The line that is played, and the button that plays it. */
  #playing: { line: string; button: HTMLElement } | null = null;
  /** Covers the legend or the news, so that nothing moves. Only the first child that is not hidden is shown. */
  readonly #answer = html("div.answer", {}, this.#played, this.#best);
  /** What the tab of the analysis shows while it is switched off. */
  readonly #start = html(
    "div.analyst-start",
    {},
    html("p.review-note"),
    html("button.button.primary", { "data-ask": "analyse" }),
  );
  readonly #found = html(
    "div",
    {},
    this.#evaluationBar.inPanel,
    html("div.analyst-head", {}, this.#score, this.#threats),
    this.#lines,
    this.#threat,
  );
  readonly #panel = html("div.analyst", {}, this.#start, this.#found);
  readonly #review: ReviewPanel;
  readonly #tabs: PanelTabs;
  /** What was shown when it was drawn last: a tab opens when its analysis or review begins. */
  #was: { on: boolean; running: boolean; active: boolean };
  readonly #drawings: TurnDrawings;
  readonly #differs = changeDetector();
  /** The turn under the pointer or with the focus: its line, and its index in the line. */
  #pointed: [line: Line, turn: number] | null = null;
  #paintedAt = 0;
  #isPainting = false;
  /** Whether something is pressed in the panel or below the board. Until its click, the lines do not change. */
  readonly #presses: (() => boolean)[];
  /** Whether the result was announced since the analysis was switched on. */
  #announced = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #viewId = String(Math.random());
  #isVisible: boolean | undefined;
  #inView = true;
  #t!: Translator;
  readonly #context: PartContext;

  constructor(context: PartContext) {
    this.#context = context;
    const { slots, signal } = context;
    const { root } = slots;
    addStyle(root, style);
    this.#review = new ReviewPanel(context);
    this.#remark = new RemarkCard(context);
    this.#lines.before(this.#comparison.element);
    this.#tabs = new PanelTabs(context, this.#panel, this.#review.element);
    // a view that is drawn again opens no tab by itself
    const isNew = !this.#tabs.isRemembered;
    this.#was = { on: !isNew && this.#isOn, running: !isNew && this.#review.isRunning, active: false };
    this.#player = new Demonstration(context);
    slots.layout.append(this.#remark.element);
    slots.board.append(this.#evaluationBar.atBoard);
    this.#played.after(this.#review.brief);
    const below = slots.frame.querySelector(".adaptoid-below");
    // in a low window, the legend is out of sight
    const place = () => {
      const parent = innerHeight <= 480 ? slots.layout : below;
      // moving it would take the focus from it
      if (this.#answer.parentNode !== parent) parent?.append(this.#answer);
    };
    place();
    on(globalThis, "resize", place, { signal });
    this.#drawings = new TurnDrawings(context);
    on(this.#review.element, "click", ({ target }) => this.#play(target as Element));
    // the graph will be under the board, perhaps below the window
    on(root, "click", ({ target }) => {
      const begins = (target as Element).closest("[data-do=review], [data-ask=review]");
      if (begins && !isSmall(root)) this.#answer.scrollIntoView({ block: "nearest" });
    });
    for (const panel of [this.#panel, this.#answer]) {
      on(panel, "click", ({ target }) => this.#play(target as Element));
      on(panel, "pointerover focusin", ({ target }) => this.#point(target as Element));
      on(panel, "pointerleave focusout", () => this.#point(null));
    }
    const released = () => signal.aborted || this.#paint();
    this.#presses = [this.#panel, this.#answer].map((panel) => watchPresses(panel, released));
    on(root.ownerDocument, "visibilitychange", () => this.#reportVisibility(), { signal });
    const observer =
      globalThis.IntersectionObserver &&
      new IntersectionObserver((entries) => {
        this.#inView = entries.at(-1)?.isIntersecting ?? true;
        this.#reportVisibility();
      });
    observer?.observe(root);
    onResize(this.#lines, () => this.#disableCut(), signal);
    on(signal, "abort", () => {
      clearTimeout(this.#timer);
      observer?.disconnect();
      this.#reportVisibility();
    });
  }

  /** Python searches as long as at least one view can be seen, so each view reports whether it can. */
  #reportVisibility(): void {
    const { model, signal, slots } = this.#context;
    // until a search is wanted, Python need not know who would see it
    if (model.get("analyst")?.node === undefined) return;
    const isShown = slots.root.ownerDocument.visibilityState !== "hidden";
    const visible = this.#inView && isShown && !signal.aborted;
    if (visible === this.#isVisible) return;
    this.#isVisible = visible;
    try {
      model.send({ kind: "analyse", id: 0, rev: 0, view: this.#viewId, visible });
    } catch {
      // Python is gone, and searches no more
    }
  }

  /** Whether the analysis is switched on. */
  get #isOn(): boolean {
    const { edit } = this.#context.model.get("snapshot");
    return Boolean(this.#context.model.get("analyst")?.on && !edit);
  }

  /** The analysis, as far as it is about the position shown. */
  get #analyst(): Partial<Analyst> {
    const analyst = this.#context.model.get("analyst") ?? {};
    const { node, position } = this.#context.model.get("snapshot");
    if (analyst.node === node && analyst.position === position) return analyst;
    return analyst.on ? { on: true, searching: true } : {};
  }

  /** What the coach says, on the positions that it is about. It lies on the review of a game that is over, which says the same. */
  get #said(): Remark | null {
    const { edit, history, result } = this.#context.model.get("snapshot");
    const { remark } = this.#context.model.get("analyst") ?? {};
    const isReviewed = result && this.#review.isActive;
    return remark && !edit && !isReviewed && (history.at === remark.ply || history.at === remark.before)
      ? remark
      : null;
  }

  draw({ snapshot: { rev, edit }, discs }: State, t: Translator): void {
    this.#t = t;
    const analyst = this.#context.model.get("analyst");
    this.#reportVisibility();
    this.#drawPlayer(t);
    this.#openTabs();
    this.#review.draw(t);
    this.#tabs.draw(this.#availableTabs(), t);
    const played = playedLine(this.#context);
    if (played && played !== this.#player) {
      // the board is that of a line of another panel, and the analysis stays as it is
      clearTimeout(this.#timer);
      played.draw(null, "", t);
      this.#drawings.draw([], false);
      this.#differs(played);
      return;
    }
    // the place of a disc changes if the board is flipped or replaced
    const first = placeOf(this.#context.state(), discs.cells[0]?.[0] ?? "");
    if (!this.#differs(analyst, rev, edit, t, first?.x, first?.y, this.#player.isPlaying)) {
      this.#drawings.hideReplaced();
      return;
    }
    clearTimeout(this.#timer);
    this.#drawings.hideReplaced([]);
    const wait = this.#paintedAt + UPDATE_MS - Date.now();
    // the first result for a position is shown at once, the others a few times a second
    if (
      wait > 0 &&
      analyst?.searching &&
      this.#lines.childElementCount &&
      !this.#pointed &&
      !this.#player.isPlaying
    )
      this.#timer = setTimeout(() => this.#paint(), wait);
    else this.#paint();
  }

  #availableTabs(): Tab[] {
    const { analyst, aids, interactive, lesson } = this.#context.model.get("snapshot");
    const mayAsk = analyst && aids === "full" && interactive && !lesson;
    return [
      "turns",
      ...(mayAsk || this.#isOn ? (["analysis"] as const) : []),
      ...(mayAsk || this.#review.isActive ? (["mistakes"] as const) : []),
    ];
  }

  /** Opens the tab of what has begun, and closes that of what has ended. */
  #openTabs(): void {
    const { isRunning: running, isActive: active } = this.#review;
    const on = this.#isOn;
    const was = this.#was;
    this.#was = { on, running, active };
    const { selected } = this.#tabs;
    if (on && !was.on) this.#tabs.select("analysis");
    else if (running && !was.running) this.#tabs.select("mistakes");
    else if ((selected === "analysis" && was.on && !on) || (selected === "mistakes" && was.active && !active))
      this.#tabs.select("turns");
  }

  /** Draws the buttons of the line that is played. In a small window, the board comes into view, and then the line again. */
  #drawPlayer(t: Translator): void {
    const { slots } = this.#context;
    this.#player.draw(null, "", t);
    const { isPlaying } = this.#player;
    const hadFocus = this.#played.contains(focused(this.#played));
    this.#played.hidden = !isPlaying;
    arrange(this.#played, isPlaying ? [this.#player.element] : []);
    set(this.#played, { "aria-label": t("ui.line") });
    const seen = this.#playing;
    if (!isPlaying && seen && slots.root.querySelector("[data-plays][aria-pressed]")) {
      this.#playing = null;
      this.#press("");
      if (hadFocus) seen.button.focus({ preventScroll: true });
      if (isSmall(slots.root)) seen.button.scrollIntoView({ block: "nearest" });
    } else if (isPlaying && seen && !seen.button.hasAttribute("aria-pressed")) {
      this.#press(seen.line);
      if (isSmall(slots.root))
        for (const element of [slots.board, this.#played]) element.scrollIntoView({ block: "nearest" });
    }
  }

  /** Marks the button whose line is played. */
  #press(line: string): void {
    for (const button of this.#context.slots.history.querySelectorAll<HTMLElement>("button[data-plays]"))
      set(button, { "aria-pressed": button.dataset.plays === line ? "true" : null });
  }

  /** Plays a line on the board, or goes back if it is the one that is played. */
  #show(button: HTMLElement, line: ShownLine | null): void {
    const { plays = "" } = button.dataset;
    const isShown = this.#player.isPlaying && this.#playing?.line === plays;
    this.#player.end();
    if (isShown || !line) return;
    this.#press("");
    this.#playing = { line: plays, button };
    this.#player.toggle(line);
  }

  #paint(): void {
    // a focused button that is removed fires focusout, which leads back here
    if (this.#isPainting || this.#presses.some((isHeld) => isHeld())) return;
    this.#isPainting = true;
    try {
      this.#paintAll();
    } finally {
      this.#isPainting = false;
    }
  }

  #paintAll(): void {
    this.#paintedAt = Date.now();
    const t = this.#t;
    const { edit, history, node, result: outcome } = this.#context.model.get("snapshot");
    const {
      on: shown = false,
      found: result = null,
      hint = null,
      comparison = null,
      threats = false,
      searching,
      error,
      unable,
    } = edit ? {} : this.#analyst;
    set(buttonFor(this.#context.slots.frame, "analyse"), { "aria-pressed": String(shown) });
    this.#evaluationBar.atBoard.hidden = !shown;
    const news = this.#comparison.draw(comparison, node, t);
    if (news) this.#announce(news);
    // in a small view, the panel is out of sight
    const mine =
      comparison && isSmall(this.#context.slots.root)
        ? comparison.turns.find(({ line }) => line.turns[0] === comparison.turn)
        : null;
    const note = error
      ? t(unable ? "ui.analyst.unable" : "ui.analyst.failed", { detail: error })
      : hint
        ? hintText(hint, t)
        : searching && !shown
          ? t("ui.analyst.ready")
          : mine
            ? `${comparison?.turn}${mine.mark} ${mine.why}`
            : "";
    this.#start.hidden = shown;
    this.#found.hidden = !shown;
    text(this.#start.firstElementChild, t("ui.analyse.tip"));
    text(this.#start.lastElementChild, t("ui.analyse"));
    const state = this.#context.state();
    if (note !== state.note) {
      this.#announce(note);
      this.#context.change({ ...state, note });
    }
    const remark = note ? null : this.#said;
    const remarked = this.#remark.draw(remark, history.at, t);
    if (remarked) this.#announce(remarked);
    set(this.#threats, {
      "aria-pressed": String(threats),
      title: t("ui.threats.tip"),
      hidden: Boolean(outcome),
    });
    text(this.#threats, t("ui.threats"));
    this.#evaluationBar.draw(result?.shares ?? [], t);
    const best = result?.lines[0];
    text(this.#score, "");
    if (best && result) {
      const slots = { color: t(`ui.${best.color}`), score: scoreOf(best, t) };
      const score = fill(t.count("ui.analyst.deep", result.depth), slots);
      const unit = t(result.compiled ? "ui.analyst.unit" : "ui.analyst.slow");
      this.#score.append(score, html("small", {}, unit));
    } else if (searching) text(this.#score, t("ui.analyst.ready"));
    else if (outcome) text(this.#score, t("why.game-over"));
    if (best && !this.#announced)
      this.#announce(`${this.#evaluationBar.inPanel.getAttribute("aria-label")}. ${best.turns[0]}`);
    this.#announced = shown && (this.#announced || best !== undefined);
    this.#drawn = result;
    // a line stays while it is played
    if (!this.#player.isPlaying) {
      this.#drawLines(this.#lines, result?.lines ?? []);
      this.#drawLines(this.#threat, result?.threat ? [result.threat] : []);
    }
    const lines = note || remark ? [] : (result?.lines ?? []);
    const firstTurns = lines.length && isSmall(this.#context.slots.root) ? lines.slice(0, 3) : [];
    this.#drawLines(
      this.#best,
      firstTurns.map((line) => ({ ...line, turns: line.turns.slice(0, 1) })),
    );
    for (const list of [this.#lines, this.#best]) set(list, { "aria-label": t("ui.analyst.lines") });
    set(this.#threat, { "aria-label": t("ui.threats") });
    this.#drawBoard(result, hint, remark && history.at === remark.before ? remark : null);
  }

  /** Announces a text if the focus is in this view. */
  #announce(message: string): void {
    const { slots, announce } = this.#context;
    if (slots.root.matches(":focus-within")) announce(message);
  }

  #drawLines(list: HTMLOListElement, lines: Line[]): void {
    const t = this.#t;
    const enemy = list === this.#threat;
    list.hidden = !lines.length;
    const button = focused(list) as HTMLElement | null;
    const rows = lines.map((line, i) => {
      const buttons = line.turns.map((turn, k) => {
        const tip = t("ui.analyst.play", { turn });
        // a threat begins after a turn that is left out, so it cannot be played
        return html("button.button", { "data-line": i, "data-turn": k, title: enemy ? null : tip }, turn);
      });
      const mark = html(`span.analyst-no.${enemy ? "danger" : "own"}`, {}, enemy ? "!" : String(i + 1));
      const threat = enemy ? [html("span", {}, t("ui.analyst.threat"))] : [];
      const name = t("ui.line.see", { turn: line.turns[0] ?? "" });
      const score = html("b", {}, scoreOf(line, t));
      // a card is a button as a whole
      const turns =
        list === this.#best
          ? buttons
          : [playButton(`${enemy ? "threat" : "line"} ${i}`, name, {}, ""), html("span", {}, ...buttons)];
      const row = html("li", {}, ...threat, mark, score, ...turns);
      const old = list.children[i];
      return old?.textContent === row.textContent ? old : row;
    });
    arrange(list, rows);
    this.#disableCut();
    if (!button || button.isConnected) return;
    const buttons = list.children[Number(button.dataset.line)]?.querySelectorAll("button:not([inert])");
    ((buttons?.[Number(button.dataset.turn)] ?? buttons?.[0]) as HTMLElement)?.focus({ preventScroll: true });
  }

  /** Nothing can focus the turns of a line for which a low window has no room. */
  #disableCut(): void {
    const rows = [...this.#lines.querySelectorAll("li > span:last-child")];
    // all is read before anything is written, so that the page is laid out once
    const cut = rows.map((turns) => {
      const { bottom, height } = turns.getBoundingClientRect();
      return [...turns.children].map((turn) => height > 0 && turn.getBoundingClientRect().top >= bottom - 1);
    });
    for (const [i, turns] of rows.entries())
      for (const [k, turn] of [...turns.children].entries()) set(turn, { inert: cut[i]?.[k] });
  }

  #lineOf(target: Element | null): [line: Line, turn: number] | null {
    const button = target?.closest<HTMLElement>("[data-turn]");
    const result = this.#drawn;
    if (!button || !result) return null;
    const { line: i, turn } = button.dataset;
    const line = button.closest("ol") === this.#threat ? result.threat : result.lines[Number(i)];
    return line ? [line, Number(turn)] : null;
  }

  #play(target: Element): void {
    const button = target.closest("button");
    const { ask, plays } = button?.dataset ?? {};
    if (ask === "analyse") this.#context.ask({ kind: "analyse" });
    if (button && plays) {
      const [what, i] = plays.split(" ");
      const found =
        what === "threat" ? this.#drawn?.threat : what === "line" && this.#drawn?.lines[Number(i)];
      const shown = found
        ? this.#shownLine(found, what === "threat")
        : what === "compared"
          ? this.#comparison.lineOf(Number(i))
          : this.#review.lineOf(button);
      this.#show(button, shown);
    }
    const line = this.#lineOf(target);
    if (!line || target.closest("ol") === this.#threat) return;
    this.#pointed = null;
    this.#context.ask({ kind: "line", turns: line[0].turns.slice(0, line[1] + 1) });
  }

  /** A line of the analysis: what follows the shown position, or with `passes` a turn that is left out. */
  #shownLine({ turns }: Line, passes: boolean): ShownLine {
    const { node, history } = this.#context.model.get("snapshot");
    // the start of the game is no turn; every line begins with it
    const end = node > 0 && { node };
    return { from: history.at, to: history.at + 1, ...end, turns, ...(passes && { passes }) };
  }

  #point(target: Element | null): void {
    this.#pointed = this.#lineOf(target);
    this.#paint();
  }

  /** The turns of a line up to the one under the pointer. */
  #arrowsOfLine([{ turns, color }, last]: [Line, number], result: Analyst["found"]): TurnArrow[] {
    const { colors } = this.#context.model.get("snapshot");
    return turns.slice(0, last + 1).map((turn, i) => {
      const mover = colors[(colors.indexOf(color) + i) % colors.length] ?? color;
      const weight = i === last ? 1 : 0.5;
      return { turn, color: mover, name: String(i + 1), weight, enemy: mover !== result?.turn };
    });
  }

  #drawBoard(result: Analyst["found"], hint: Analyst["hint"], remark: Remark | null): void {
    if (this.#player.isPlaying) {
      this.#drawings.draw([], false);
      return;
    }
    if (this.#pointed) {
      this.#drawings.draw(this.#arrowsOfLine(this.#pointed, result), true);
      return;
    }
    const { turn: color } = this.#context.model.get("snapshot");
    if (remark) {
      const enemy = remark.before + 1 === remark.ply;
      const shown = { turn: remark.turn, color: remark.color, name: enemy ? "!" : "?", weight: 1, enemy };
      this.#drawings.draw([shown], false, "", remark.cells);
      return;
    }
    const isTurnHinted = hint && hint.taken > 1;
    const hinted = isTurnHinted ? [{ turn: hint.turn, color, name: "?", weight: 1, enemy: false }] : [];
    this.#drawings.draw(
      [...hinted, ...arrowsOf(result)],
      false,
      hint && !isTurnHinted ? moverOf(hint.turn) : "",
    );
  }
}

/** The first turns of the best lines, and the threat. The other lines are thin until the pointer is on them. */
function arrowsOf(result: Analyst["found"]): TurnArrow[] {
  const first = ({ turns: [turn = ""], color }: Line, name: string, weight: number, enemy = false) => ({
    turn,
    color,
    name,
    weight,
    enemy,
  });
  const arrows = (result?.lines ?? []).slice(0, 3).map((line, i) => first(line, String(i + 1), i ? 0 : 1));
  return result?.threat ? [...arrows, first(result.threat, "!", 0.8, true)] : arrows;
}
/** The disc of the adaptoid that moves or grows a limb; "" for a new adaptoid. */
function moverOf(turn: string): string {
  const { from, at = "", grows } = stepsOf(turn);
  return from ?? (grows === "+" ? "" : at);
}

export default (context: PartContext): ViewPart => new AnalystView(context);
