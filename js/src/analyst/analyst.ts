/** The part that shows an analysis and the review of the game: who is better, the best lines, a hint, the threats. */

import { pieceShapes } from "../board/shapes";
import { addStyle, changeDetector, focused, html, on, set, svg, text } from "../dom/elements";
import { arrange } from "../dom/morph";
import { fill, type Translator } from "../i18n/messages";
import type { PartContext, ViewPart } from "../parts/contract";
import type { Analyst, Color, Line } from "../protocol/types";
import { type Point, pieceOn, type State } from "../state/state";
import style from "./analyst.css";
import { EvaluationBar } from "./evaluation_bar";
import { isSmall, ReviewPanel } from "./review";
import { hintText, stepsOf, type TurnSteps } from "./turn_texts";

/** A turn to draw, with its label and its strength from 0 to 1. */
interface TurnArrow {
  turn: string;
  color: Color;
  name: string;
  weight: number;
  enemy: boolean;
}

/** A number of legs and of pincers. */
type LimbCounts = [legs: number, pincers: number];

/** A limb on the board. */
type LimbPlace = [cell: string, slot: number];

/** A turn to draw, with its steps. `before` and `after` count the limbs of the adaptoid that grows. */
type DrawnTurn = TurnArrow & TurnSteps & { before: LimbCounts; after: LimbCounts };

/** The numbers of turns on a disc. */
interface Tag {
  cell: string;
  name: string;
  enemy: boolean;
}

const UPDATE_MS = 250;

export function scoreOf({ score, win, exact }: Line, t: Translator): string {
  if (win) return t(win > 0 ? "ui.analyst.wins" : "ui.analyst.loses", { n: Math.abs(win) });
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const formatted = `${score < 0 ? "−" : "+"}${Math.abs(score).toLocaleString(t.language, digits)}`;
  return exact ? formatted : `≤ ${formatted}`;
}

class AnalystView implements ViewPart {
  readonly #evaluationBar = new EvaluationBar();
  readonly #score = html("p.analyst-score");
  readonly #threats = html("button.button", { "data-do": "threats" });
  readonly #reviewButton = html("button.button", { "data-do": "review" });
  readonly #hint = html("p.analyst-hint");
  readonly #lines = html("ol.analyst-lines");
  /** The result whose lines are shown. A newer one may have come since. */
  #drawn: Analyst["found"] = null;
  readonly #threat = html("ol.analyst-lines");
  /** The first turns of the lines. They are shown in a narrow view, where the drawer opens out of sight. */
  readonly #best = html("ol.best-turns");
  /** Covers the legend or the news, so that nothing moves. Only the first child that is not hidden is shown. */
  readonly #answer = html("div.answer", {}, this.#hint, this.#best);
  readonly #drawer = html(
    "div.drawer.analyst",
    {},
    this.#evaluationBar.inDrawer,
    html("div.analyst-head", {}, this.#score, this.#reviewButton, this.#threats),
    this.#lines,
    this.#threat,
  );
  readonly #review: ReviewPanel;
  readonly #layer = svg("g.layer.analyst-layer", { "aria-hidden": "true" });
  /** The limbs of the position that are hidden, because limbs of turns are drawn in their places. */
  #replaced: LimbPlace[] = [];
  readonly #differs = changeDetector();
  /** The turn under the pointer or with the focus: its line, and its index in the line. */
  #pointed: [line: Line, turn: number] | null = null;
  #paintedAt = 0;
  #isPainting = false;
  /** Whether a button of the pointer is held down. Until its click, the lines do not change. */
  #isPressed = false;
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
    slots.drawers.append(this.#drawer, this.#review.element);
    slots.board.append(this.#evaluationBar.atBoard);
    this.#answer.prepend(this.#review.brief);
    const below = slots.frame.querySelector(".adaptoid-below");
    // in a low window, the legend is out of sight
    const place = () => {
      const parent = innerHeight <= 480 ? slots.layout : below;
      // moving it would take the focus from it
      if (this.#answer.parentNode !== parent) parent?.append(this.#answer);
    };
    place();
    on(globalThis, "resize", place, { signal });
    slots.cursor.before(this.#layer);
    for (const panel of [this.#drawer, this.#answer]) {
      on(panel, "pointerdown", () => {
        this.#isPressed = true;
      });
      on(panel, "click", ({ target }) => this.#play(target as Element));
      on(panel, "pointerover focusin", ({ target }) => this.#point(target as Element));
      on(panel, "pointerleave focusout", () => this.#point(null));
    }
    const released = () => {
      if (!this.#isPressed) return;
      this.#isPressed = false;
      setTimeout(() => signal.aborted || this.#paint());
    };
    on(root.ownerDocument, "pointerup pointercancel", released, { signal });
    root.ownerDocument.addEventListener("visibilitychange", () => this.#reportVisibility(), { signal });
    const observer =
      globalThis.IntersectionObserver &&
      new IntersectionObserver((entries) => {
        this.#inView = entries.at(-1)?.isIntersecting ?? true;
        this.#reportVisibility();
      });
    observer?.observe(root);
    on(signal, "abort", () => {
      clearTimeout(this.#timer);
      observer?.disconnect();
      this.#setVisible(false);
    });
    this.#reportVisibility();
  }

  /** Python searches as long as at least one view can be seen, so each view reports whether it can. */
  #reportVisibility(): void {
    this.#setVisible(this.#inView && this.#context.slots.root.ownerDocument.visibilityState !== "hidden");
  }

  #setVisible(visible: boolean): void {
    if (visible === this.#isVisible) return;
    this.#isVisible = visible;
    this.#context.model.send({ kind: "analyse", id: 0, rev: 0, view: this.#viewId, visible });
  }

  /** The analysis, as far as it is about the position shown. */
  get #analyst(): Partial<Analyst> {
    const analyst = this.#context.model.get("analyst") ?? {};
    const { node, position } = this.#context.model.get("snapshot");
    if (analyst.node === node && analyst.position === position) return analyst;
    return analyst.on ? { on: true, searching: true } : {};
  }

  draw({ snapshot: { rev, edit }, discs }: State, t: Translator): void {
    this.#t = t;
    this.#review.draw(t);
    const analyst = this.#context.model.get("analyst");
    // the place of a disc changes if the board is flipped or replaced
    const first = this.#context.placeOf(discs.cells[0]?.[0] ?? "");
    if (!this.#differs(analyst, rev, edit, t, first?.x, first?.y)) {
      this.#hideReplaced();
      return;
    }
    clearTimeout(this.#timer);
    this.#hideReplaced([]);
    const wait = this.#paintedAt + UPDATE_MS - Date.now();
    // the first result for a position is shown at once, the others a few times a second
    if (wait > 0 && analyst?.searching && this.#lines.childElementCount && !this.#pointed)
      this.#timer = setTimeout(() => this.#paint(), wait);
    else this.#paint();
  }

  #paint(): void {
    // a focused button that is removed fires focusout, which leads back here
    if (this.#isPainting || this.#isPressed) return;
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
      threats = false,
      searching,
      error,
      unable,
    } = edit ? {} : this.#analyst;
    set(this.#context.button("analyse"), { "aria-pressed": String(shown) });
    this.#evaluationBar.atBoard.hidden = !shown;
    const note = error
      ? t(unable ? "ui.analyst.unable" : "ui.analyst.failed", { detail: error })
      : hint
        ? hintText(hint, t)
        : "";
    this.#drawer.hidden = !shown || Boolean(outcome && !this.#review.brief.hidden);
    this.#hint.hidden = !note;
    if (note !== this.#hint.textContent) this.#announce(note);
    text(this.#hint, note);
    // a game that is over has a button of its own
    const isReviewed = outcome || !history.length || this.#context.model.get("review")?.nodes?.includes(node);
    text(this.#reviewButton, t("ui.review"));
    set(this.#reviewButton, { title: t("ui.review.tip"), hidden: Boolean(isReviewed) });
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
      this.#announce(`${this.#evaluationBar.inDrawer.getAttribute("aria-label")}. ${best.turns[0]}`);
    this.#announced = shown && (this.#announced || best !== undefined);
    this.#drawn = result;
    this.#drawLines(this.#lines, result?.lines ?? [], t, false);
    this.#drawLines(this.#threat, result?.threat ? [result.threat] : [], t, true);
    const firstTurns = (note || !isSmall(this.#context.slots.root) ? [] : (result?.lines ?? [])).slice(0, 3);
    this.#drawLines(
      this.#best,
      firstTurns.map((line) => ({ ...line, turns: line.turns.slice(0, 1) })),
      t,
      false,
    );
    for (const list of [this.#lines, this.#best]) set(list, { "aria-label": t("ui.analyst.lines") });
    set(this.#threat, { "aria-label": t("ui.threats") });
    this.#drawBoard(result, hint);
  }

  /** Announces a text if the focus is in this view. */
  #announce(message: string): void {
    const { slots, announce } = this.#context;
    if (slots.root.matches(":focus-within")) announce(message);
  }

  #drawLines(list: HTMLOListElement, lines: Line[], t: Translator, enemy: boolean): void {
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
      const row = html("li", {}, ...threat, mark, html("b", {}, scoreOf(line, t)), ...buttons);
      const old = list.children[i];
      return old?.textContent === row.textContent ? old : row;
    });
    arrange(list, rows);
    if (!button || button.isConnected) return;
    const buttons = list.children[Number(button.dataset.line)]?.querySelectorAll("button");
    (buttons?.[Number(button.dataset.turn)] ?? buttons?.[0])?.focus({ preventScroll: true });
  }

  #lineOf(target: Element | null): [line: Line, turn: number] | null {
    const button = target?.closest<HTMLElement>("[data-turn]");
    const result = this.#drawn;
    if (!button || !result) return null;
    const { line: i, turn } = button.dataset;
    const line =
      button.parentElement?.parentElement === this.#threat ? result.threat : result.lines[Number(i)];
    return line ? [line, Number(turn)] : null;
  }

  #play(target: Element): void {
    const line = this.#lineOf(target);
    if (!line || target.closest("ol") === this.#threat) return;
    this.#pointed = null;
    this.#context.ask({ kind: "line", turns: line[0].turns.slice(0, line[1] + 1) });
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

  #drawBoard(result: Analyst["found"], hint: Analyst["hint"]): void {
    const shown = this.#pointed ? this.#arrowsOfLine(this.#pointed, result) : arrowsOf(result);
    const hinted = this.#pointed ? null : hint;
    const { turn: color } = this.#context.model.get("snapshot");
    if (hinted && hinted.taken > 1)
      shown.unshift({ turn: hinted.turn, color, name: "?", weight: 1, enemy: false });
    // the turns of one line follow each other, others begin on this position
    const line = this.#pointed && this.#standing();
    const drawn = shown.map((arrow) => ({ ...arrow, ...followed(arrow.turn, line ?? this.#standing()) }));
    // the first line lies on top
    drawn.reverse();
    const growths = grouped(drawn, ({ from, to, at, grows, enemy }) =>
      at ? [to === at && from, at, grows, enemy] : null,
    );
    const moves = grouped(drawn, ({ from, to, enemy }) => (to ? [from, to, enemy] : null));
    const tags: Tag[] = growths.map((turns) => tagOf(turns, turns[0].at));
    for (const turns of moves) {
      const tag = tagOf(turns, turns[0].to);
      const others = this.#pointed ? drawn : drawn.filter(({ enemy }) => enemy === tag.enemy);
      // a move that all turns share needs no number if each turn also grows something, which has its number
      const isShared = turns.length === others.length && turns.every(({ at }) => at);
      if (!isShared && !tags.some(({ cell, name }) => cell === tag.cell && name === tag.name)) tags.push(tag);
    }
    const limbs = grouped(drawn, ({ from, to, at, grows, enemy }) =>
      /[LP]/.test(grows) ? [to === at && from, at, enemy] : null,
    );
    const replaced: LimbPlace[] = [];
    const shapes = [
      ...moves.map(([turn]) => this.#arrow(turn)),
      ...limbs.map((turns) => this.#limbs(turns, replaced)),
      ...growths.flatMap(([turn]) => (turn.grows === "+" ? [this.#adaptoid(turn)] : [])),
    ];
    this.#hideReplaced(replaced);
    if (hinted && hinted.taken < 2) {
      const { from, at, grows } = stepsOf(hinted.turn);
      const cell = from ?? (grows === "+" ? undefined : at);
      const place = this.#context.placeOf(cell ?? "");
      if (cell && place) {
        const ring = { cx: place.x, cy: place.y, r: 0.56 };
        shapes.push(svg("g", {}, ...outlined("circle", ring, 0.4)));
        tags.push({ cell, name: "?", enemy: false });
      }
    }
    this.#layer.replaceChildren(...shapes, ...this.#tags(tags, drawn));
  }

  #arrow({ from = "", to = "", weight, enemy }: DrawnTurn): SVGElement {
    const [start, end] = [this.#context.placeOf(from), this.#context.placeOf(to)];
    return svg(sideOf(enemy), opacityOf(weight), ...(start && end ? pointer(start, end, weight) : []));
  }

  /** A new adaptoid. An arrow passes behind it. */
  #adaptoid({ at = "", color, grows, weight, enemy }: DrawnTurn): SVGElement {
    const { x = 0, y = 0 } = this.#context.placeOf(at) ?? {};
    const isFree = !pieceOn(this.#context.state().snapshot, at);
    const plate = isFree ? [svg("circle.plate", { cx: x, cy: y, r: 0.29 })] : [];
    const attributes = { "data-grows": grows, transform: `translate(${x} ${y})`, ...opacityOf(weight) };
    return svg(
      sideOf(enemy),
      {},
      ...plate,
      svg(`g.growth.${color}`, attributes, ...pieceShapes(color, 0, 0)),
    );
  }

  /** The limbs that an adaptoid grows, in their places after the growth. Pincers make room for a new leg. */
  #limbs(turns: [DrawnTurn, ...DrawnTurn[]], replaced: LimbPlace[]): SVGElement {
    const [{ to, at = "", color, weight, enemy }] = turns;
    const place = this.#context.placeOf(at) ?? { x: 0, y: 0 };
    const least = (i: 0 | 1) => Math.min(...turns.map(({ before }) => before[i]));
    const greatest = (i: 0 | 1) => Math.max(...turns.map(({ after }) => after[i]));
    const [legs, pincers, moreLegs, morePincers] = [least(0), least(1), greatest(0), greatest(1)];
    const standing = to !== at && pieceOn(this.#context.state().snapshot, at);
    const [, , legsNow = 0, pincersNow = 0] = standing || [];
    const drawn = pieceShapes(color, moreLegs, morePincers).slice(0, Math.min(moreLegs + morePincers, 6));
    const shapes = drawn.flatMap((shape, slot) => {
      const isLeg = slot < moreLegs;
      const isNew = isLeg ? slot >= legs : slot >= moreLegs + pincers;
      const isThere = slot < legsNow + pincersNow && isLeg === slot < legsNow;
      if (!isNew && (isThere || !standing)) return [];
      replaced.push([at, slot]);
      const attributes = { "data-grows": isNew && (isLeg ? "L" : "P"), ...opacityOf(isNew ? weight : 1) };
      return [
        svg(`g.growth.${color}`, { transform: `translate(${place.x} ${place.y})`, ...attributes }, shape),
      ];
    });
    return svg(sideOf(enemy), {}, ...shapes);
  }

  /** The limbs of each adaptoid on the board. */
  #standing(): Map<string, LimbCounts> {
    const { pieces } = this.#context.state().snapshot;
    return new Map(pieces.map(([cell, , legs, pincers]) => [cell, [legs, pincers]]));
  }

  /** Hides the limbs in whose places others are drawn. The board shows them again when it draws them anew. */
  #hideReplaced(replaced = this.#replaced): void {
    const { pieces } = this.#context.slots;
    this.#replaced = replaced;
    for (const limb of pieces.querySelectorAll(".adaptoid-replaced"))
      limb.classList.remove("adaptoid-replaced");
    for (const [cell, slot] of replaced) {
      const limb = pieces.querySelector(`[data-on="${cell}"] > .adaptoid-body`)?.children[slot];
      if (limb?.matches(".adaptoid-limb")) limb.classList.add("adaptoid-replaced");
    }
  }

  /** The numbers of the turns, each at the corner of its disc where it hides least. */
  #tags(tags: Tag[], turns: DrawnTurn[]): SVGElement[] {
    const { snapshot, discs } = this.#context.state();
    const hidden: Point[] = [];
    const corner = (cell: string, dx: number, dy: number) => {
      const { x = 0, y = 0 } = this.#context.placeOf(cell) ?? {};
      return { x: x + dx, y: y + dy };
    };
    const hide = (cell: string, slot: number, dx = 0) => {
      const angle = (slot * Math.PI) / 3;
      hidden.push(corner(cell, 0.38 * Math.sin(angle) + dx, -0.38 * Math.cos(angle)));
    };
    for (const [cell] of discs.cells) {
      const [, , legs = 0, pincers = 0] = pieceOn(snapshot, cell) ?? [];
      const limbs = legs + pincers;
      for (let slot = 0; slot < limbs; slot++) hide(cell, slot);
      // the name of the disc
      for (const dx of [-0.1, 0.1]) hide(cell, Math.max(3, Math.min(limbs, 5)), dx);
    }
    for (const { from = "", to, at = "", grows, before } of turns) {
      if (/[LP]/.test(grows)) hide(at, grows === "L" ? before[0] : before[0] + before[1]);
      const [start, end] = [corner(from, 0, 0), corner(to ?? "", 0, 0)];
      for (let i = 1; to && i < 20; i++) {
        const share = i / 20;
        hidden.push({ x: start.x + share * (end.x - start.x), y: start.y + share * (end.y - start.y) });
      }
    }
    return tags.map(({ cell, name, enemy }) => {
      // half of the difference between the width of the pill and that of a circle
      const wider = 0.0625 * (name.length - 1);
      const x = 0.3 + wider;
      const cost = (place: Point) =>
        hidden.reduce((sum, other) => {
          const across = Math.max(0, Math.abs(other.x - place.x) - wider);
          return sum + Math.max(0, 0.32 - Math.hypot(across, other.y - place.y));
        }, 0);
      const corners = [corner(cell, x, -0.27), corner(cell, -x, -0.27), corner(cell, x, 0.27)];
      const place = [...corners, corner(cell, -x, 0.27)].reduce((a, b) => (cost(b) < cost(a) ? b : a));
      // the next number goes elsewhere
      hidden.push(place, place, place);
      const size = { x: -0.165 - wider, y: -0.165, width: 0.33 + 2 * wider, height: 0.33, rx: 0.165 };
      const attributes = { "data-tag": cell, transform: `translate(${place.x} ${place.y})` };
      return svg(sideOf(enemy), attributes, svg("rect", size), svg("text", { y: 0.09 }, name));
    });
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

/** The steps of a turn, with the limbs of the adaptoid that grows. `standing` follows the turn. */
function followed(turn: string, standing: Map<string, LimbCounts>) {
  const steps = stepsOf(turn);
  const { from = "", to, at = "", grows } = steps;
  const moved = standing.get(from);
  if (to && moved) {
    standing.delete(from);
    standing.set(to, moved);
  }
  const before: LimbCounts = (grows !== "+" && standing.get(at)) || [0, 0];
  const after: LimbCounts = [before[0] + Number(grows === "L"), before[1] + Number(grows === "P")];
  if (at) standing.set(at, after);
  return { ...steps, before, after };
}

/** Groups the turns with the same key. The turn with the largest weight comes first in its group, and its group comes last. */
function grouped(
  turns: DrawnTurn[],
  keyOf: (turn: DrawnTurn) => unknown[] | null,
): [DrawnTurn, ...DrawnTurn[]][] {
  const groups = new Map<string, [DrawnTurn, ...DrawnTurn[]]>();
  for (const turn of [...turns].sort((a, b) => b.weight - a.weight)) {
    const key = keyOf(turn)?.join() ?? "";
    const group = groups.get(key);
    if (group) group.push(turn);
    else if (key) groups.set(key, [turn]);
  }
  return [...groups.values()].reverse();
}

function tagOf(turns: [DrawnTurn, ...DrawnTurn[]], cell = ""): Tag {
  return { cell, name: [...new Set(turns.map(({ name }) => name).sort())].join(" "), enemy: turns[0].enemy };
}

function sideOf(enemy: boolean): "g.enemy" | "g.own" {
  return enemy ? "g.enemy" : "g.own";
}

function opacityOf(weight: number): { opacity: number } {
  return { opacity: 0.55 + 0.45 * weight };
}

function pointer({ x, y }: Point, { x: x2, y: y2 }: Point, weight: number): SVGElement[] {
  const length = Math.hypot(x2 - x, y2 - y) || 1;
  const [ux, uy] = [(x2 - x) / length, (y2 - y) / length];
  // from rim to rim, and from body to body between discs that touch
  const inset = Math.min(0.46, length / 2 - 0.24);
  const [sx, sy, ex, ey] = [x + ux * inset, y + uy * inset, x2 - ux * inset, y2 - uy * inset];
  const head = 0.17;
  const at = (x: number, y: number) => `${x.toFixed(3)} ${y.toFixed(3)}`;
  const side = (turn: number) => at(ex - head * (ux + turn * uy), ey - head * (uy - turn * ux));
  const d = `M${at(sx, sy)}L${at(ex, ey)}M${side(1)}L${at(ex, ey)}L${side(-1)}`;
  return outlined("path", { d }, weight);
}

/** A line with an edge around it, visible on discs and pieces alike. */
function outlined(
  name: "path" | "circle",
  shape: Record<string, string | number>,
  weight: number,
): SVGElement[] {
  const width = 0.035 + 0.065 * weight;
  return [
    svg(`${name}.edge`, { ...shape, "stroke-width": width + 0.05 }),
    svg(name, { ...shape, "stroke-width": width }),
  ];
}

export default (context: PartContext): ViewPart => new AnalystView(context);
