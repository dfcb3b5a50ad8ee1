/**
 * The analyst in a view: who is better, the best lines on the board and as text, a hint, the threats. A module of its own,
 * loaded where it is first wanted. It knows the view by its elements alone: names of members differ between modules.
 */

import { icon } from "../board/shapes";
import { changes, html, on, set, svg, text } from "../dom/elements";
import { fill, type Words, words } from "../i18n/messages";
import type { Guest } from "../parts/contract";
import type { Analyst, Color, Intent, Line, Model } from "../protocol/types";
import style from "./analyst.css";

/** A turn as its text says it. */
interface Parts {
  from?: string | undefined;
  to?: string | undefined;
  at?: string | undefined;
  /** "+" a new adaptoid, "L" a leg, "P" a pincer. */
  grows: string;
}

/** One thing to draw: a turn with its number, more or less strong. */
interface Shown {
  turn: string;
  name: string;
  weight: number;
  enemy: boolean;
}

const WEIGHTS = [1, 0.72, 0.5];
const UPDATE_MS = 250;

export function partsOf(turn: string): Parts {
  const [, from, to, at, limb, fresh] =
    /^(?:([A-Z]\d+)[-x]([A-Z]\d+))?\s?(?:([A-Z]\d+)\+([LP])|\+([A-Z]\d+))?$/.exec(turn) ?? [];
  return { from, to, at: at ?? fresh, grows: limb ?? (fresh ? "+" : "") };
}

export function scoreOf({ score, win, exact }: Line, say: Words): string {
  if (win) return say(win > 0 ? "ui.analyst.wins" : "ui.analyst.loses", { n: Math.abs(win) });
  const told = `${score < 0 ? "−" : "+"}${Math.abs(score).toFixed(2)}`;
  return exact ? told : `≤ ${told}`;
}

/** The shares as whole per cents that are a hundred together. */
export function percents(shares: [Color, number][]): number[] {
  const whole = shares.map(([, share]) => Math.floor(share * 100));
  const order = shares.map((_, i) => i).sort((i, j) => rest(j) - rest(i));
  const missing = 100 - whole.reduce((sum, n) => sum + n, 0);
  for (const i of order.slice(0, missing)) whole[i] = (whole[i] ?? 0) + 1;
  return whole;

  function rest(i: number): number {
    return (shares[i]?.[1] ?? 0) * 100 - (whole[i] ?? 0);
  }
}

class View {
  readonly #style = html("style", {}, style);
  readonly #bar = html("div.shares", { role: "img" });
  readonly #score = html("p.analyst-score");
  readonly #threats = html("button.button", { "data-do": "threats" });
  readonly #hint = html("p.analyst-hint");
  readonly #lines = html("ol.analyst-lines");
  readonly #threat = html("ol.analyst-lines");
  readonly #tray = html(
    "div.tray.analyst",
    {},
    this.#hint,
    html("div.analyst-head", {}, this.#score, this.#threats),
    this.#lines,
    this.#threat,
  );
  readonly #layer = svg("g.layer.analyst-layer", { "aria-hidden": "true" });
  readonly #differs = changes();
  /** The line and the turn in it that one looks at. */
  #looked: [line: Line, turn: number] | null = null;
  #drawn = 0;
  #painting = false;
  /** Whether it was heard since the analyst was asked. */
  #told = false;
  #later: ReturnType<typeof setTimeout> | undefined;
  readonly #sight: IntersectionObserver | undefined;
  readonly #name = String(Math.random());
  #awake: boolean | undefined;
  #inView = true;
  readonly #seen = () => this.#see();
  readonly #model: Model;
  readonly #root: HTMLElement;
  readonly #ask: (intent: Intent) => void;

  constructor(model: Model, root: HTMLElement, ask: (intent: Intent) => void) {
    this.#model = model;
    this.#root = root;
    this.#ask = ask;
    root.prepend(this.#style);
    root.querySelector(".adaptoid-board")?.after(this.#bar);
    root.querySelector(".adaptoid-view-row")?.after(this.#tray);
    root.querySelector(".adaptoid-cursor")?.before(this.#layer);
    on(this.#tray, "click", ({ target }) => this.#play(target as Element));
    on(this.#tray, "pointerover focusin", ({ target }) => this.#look(target as Element));
    on(this.#tray, "pointerleave focusout", () => this.#look(null));
    root.ownerDocument.addEventListener("visibilitychange", this.#seen);
    if (typeof IntersectionObserver === "function") {
      this.#sight = new IntersectionObserver((entries) => {
        this.#inView = entries.at(-1)?.isIntersecting ?? true;
        this.#see();
      });
      this.#sight.observe(root);
    }
    this.#see();
  }

  close(): void {
    clearTimeout(this.#later);
    this.#sight?.disconnect();
    this.#root.ownerDocument.removeEventListener("visibilitychange", this.#seen);
    this.#tell(false);
    for (const part of [this.#style, this.#bar, this.#tray, this.#layer]) part.remove();
  }

  /** Python searches while one view at least is awake, so each announces itself; one that closes is awake no more. */
  #see(): void {
    this.#tell(this.#inView && this.#root.ownerDocument.visibilityState !== "hidden");
  }

  #tell(awake: boolean): void {
    if (awake === this.#awake) return;
    this.#awake = awake;
    this.#model.send({ kind: "analyse", id: 0, rev: 0, view: this.#name, awake });
  }

  /** Only what is said of the position that is shown. */
  get #analyst(): Partial<Analyst> {
    const told = this.#model.get("analyst") ?? {};
    const { node, position } = this.#model.get("snapshot");
    return told.node === node && told.position === position
      ? told
      : told.on
        ? { on: true, searching: true }
        : {};
  }

  draw(): void {
    const now = this.#model.get("analyst");
    const { rev, edit } = this.#model.get("snapshot");
    const wording = this.#model.get("wording");
    // the board may be turned round, or another one
    const place = this.#placeOf(this.#model.get("discs").cells[0]?.[0] ?? "")?.join();
    if (!this.#differs(now, rev, edit, wording, place)) return;
    clearTimeout(this.#later);
    const wait = this.#drawn + UPDATE_MS - Date.now();
    // the first word about a position at once, the rest a few times a second
    if (wait > 0 && now?.searching && this.#lines.childElementCount && !this.#looked)
      this.#later = setTimeout(() => this.#paint(), wait);
    else this.#paint();
  }

  #paint(): void {
    // a button that goes away lets go of the keyboard, which asks for this again
    if (this.#painting) return;
    this.#painting = true;
    try {
      this.#paintAll();
    } finally {
      this.#painting = false;
    }
  }

  #paintAll(): void {
    this.#drawn = Date.now();
    const say = words(this.#model.get("wording"));
    const { edit } = this.#model.get("snapshot");
    const {
      on: shown = false,
      found = null,
      hint = null,
      threats = false,
      searching,
      error,
    } = edit ? {} : this.#analyst;
    const analyse = this.#root.querySelector('[data-do="analyse"]');
    if (analyse) set(analyse, { "aria-pressed": String(shown) });
    this.#bar.hidden = !shown;
    this.#score.parentElement?.toggleAttribute("hidden", !shown);
    const told = error ? say("ui.analyst.failed", { detail: error }) : hint ? hintTold(hint, say) : "";
    this.#tray.hidden = !shown && !told;
    this.#hint.hidden = !told;
    if (told !== this.#hint.textContent) this.#say(told);
    text(this.#hint, told);
    set(this.#threats, { "aria-pressed": String(threats), title: say("ui.threats.tip") });
    text(this.#threats, say("ui.threats"));
    this.#drawShares(found?.shares ?? [], say);
    const best = found?.lines[0];
    text(this.#score, "");
    if (best && found) {
      const slots = { color: say(`ui.${best.color}`), score: scoreOf(best, say) };
      const score = fill(say.count("ui.analyst.deep", found.depth), slots);
      const note = say(found.compiled ? "ui.analyst.unit" : "ui.analyst.slow");
      this.#score.append(score, html("small", {}, note));
    } else if (searching) text(this.#score, say("ui.analyst.ready"));
    if (best && !this.#told) this.#say(`${this.#bar.getAttribute("aria-label")}. ${best.turns[0]}`);
    this.#told = shown && (this.#told || best !== undefined);
    this.#drawLines(this.#lines, found?.lines ?? [], say, false);
    this.#drawLines(this.#threat, found?.threat ? [found.threat] : [], say, true);
    set(this.#lines, { "aria-label": say("ui.analyst.lines") });
    set(this.#threat, { "aria-label": say("ui.threats") });
    this.#drawBoard(found, hint);
  }

  /** For those who listen, where the view tells all else; only to whom is in this view. */
  #say(told: string): void {
    const voice = this.#root.querySelector(".adaptoid-voice");
    if (told && this.#root.matches(":focus-within")) voice?.replaceChildren(html("p", {}, told));
  }

  #drawShares(shares: [Color, number][], say: Words): void {
    const whole = percents(shares);
    const told = shares.map(([color], i) => {
      return say("ui.analyst.share", { color: say(`ui.${color}`), n: whole[i] ?? 0 });
    });
    set(this.#bar, { "aria-label": say("ui.analyst.shares", { which: told.join(say("ui.comma")) }) });
    shares.forEach(([color, share], i) => {
      const known = this.#bar.children[i];
      const part = (
        known?.classList.contains(`adaptoid-${color}`) ? known : html(`span.share.${color}`)
      ) as HTMLElement;
      if (part !== known) {
        part.append(icon(color), html("span"));
        known ? known.replaceWith(part) : this.#bar.append(part);
      }
      part.style.flexGrow = String(share);
      part.hidden = share < 0.005;
      text(part.lastElementChild, `${whole[i]} %`);
    });
    while (this.#bar.childElementCount > shares.length) this.#bar.lastElementChild?.remove();
  }

  #drawLines(list: HTMLOListElement, lines: Line[], say: Words, enemy: boolean): void {
    list.hidden = !lines.length;
    lines.forEach((line, i) => {
      const known = list.children[i];
      const buttons = line.turns.map((turn, k) => {
        const tip = say("ui.analyst.play", { turn });
        // a threat begins with a turn left out, which no rule allows
        return html("button.button", { "data-line": i, "data-turn": k, title: enemy ? null : tip }, turn);
      });
      const mark = html(`span.analyst-no.${enemy ? "danger" : "own"}`, {}, enemy ? "!" : String(i + 1));
      const row = html("li", {}, mark, html("b", {}, scoreOf(line, say)), ...buttons);
      if (enemy) row.prepend(html("span", {}, say("ui.analyst.threat")));
      if (known?.textContent === row.textContent) return;
      const held = known?.querySelector<HTMLElement>(":focus")?.dataset.turn;
      known ? known.replaceWith(row) : list.append(row);
      if (held) (buttons[Number(held)] ?? buttons[0])?.focus({ preventScroll: true });
    });
    while (list.childElementCount > lines.length) list.lastElementChild?.remove();
  }

  #lineOf(target: Element | null): [line: Line, turn: number] | null {
    const button = target?.closest<HTMLElement>("[data-turn]");
    const found = this.#analyst.found;
    if (!button || !found) return null;
    const { line: i, turn } = button.dataset;
    const line = button.parentElement?.parentElement === this.#threat ? found.threat : found.lines[Number(i)];
    return line ? [line, Number(turn)] : null;
  }

  #play(target: Element): void {
    const meant = this.#lineOf(target);
    if (!meant || target.closest("ol") === this.#threat) return;
    this.#looked = null;
    this.#ask({ kind: "line", turns: meant[0].turns.slice(0, meant[1] + 1) });
  }

  #look(target: Element | null): void {
    this.#looked = this.#lineOf(target);
    this.#paint();
  }

  #drawBoard(found: Analyst["found"], hint: Analyst["hint"]): void {
    const shown: Shown[] = [];
    if (this.#looked) {
      const [{ turns, color }, last] = this.#looked;
      const { colors } = this.#model.get("snapshot");
      turns.slice(0, last + 1).forEach((turn, i) => {
        const mover = colors[(colors.indexOf(color) + i) % colors.length];
        shown.push({ turn, name: String(i + 1), weight: i === last ? 1 : 0.5, enemy: mover !== found?.turn });
      });
    } else if (found) {
      found.lines.slice(0, 3).forEach(({ turns: [turn = ""] }, i) => {
        shown.push({ turn, name: String(i + 1), weight: WEIGHTS[i] ?? 0.5, enemy: false });
      });
      if (found.threat)
        shown.push({ turn: found.threat.turns[0] ?? "", name: "!", weight: 0.8, enemy: true });
    }
    const nodes = shown.reverse().map((one) => this.#arrow(one));
    if (hint && !this.#looked) nodes.push(...this.#hinted(hint));
    this.#layer.replaceChildren(...nodes.map(([lines]) => lines), ...nodes.flatMap(([, tags]) => tags));
    // where several tags stand on one disc, they stand side by side
    const taken: Record<string, number> = {};
    for (const tag of this.#layer.querySelectorAll<SVGGElement>("[data-tag]")) {
      const cell = tag.dataset.tag ?? "";
      const n = taken[cell] ?? 0;
      taken[cell] = n + 1;
      const at = this.#placeOf(cell);
      const [dx, dy] = [0.3 - 0.6 * (n % 2), -0.34 + 0.6 * Math.floor(n / 2)];
      if (at) set(tag, { transform: `translate(${at[0] + dx} ${at[1] + dy})` });
    }
  }

  #hinted({ step, turn }: NonNullable<Analyst["hint"]>): [SVGElement, SVGElement[]][] {
    const { from, at, grows } = partsOf(turn);
    if (step > 1) return [this.#arrow({ turn, name: "?", weight: 1, enemy: false })];
    const cell = from ?? (grows === "+" ? undefined : at);
    const place = this.#placeOf(cell ?? "");
    return place ? [[svg("g", {}, ...ring(place, 1)), [tagOf(cell ?? "", "?", false)]]] : [];
  }

  #arrow({ turn, name, weight, enemy }: Shown): [SVGElement, SVGElement[]] {
    const { from, to, at, grows } = partsOf(turn);
    const group = svg(`g.${enemy ? "enemy" : "own"}`, { opacity: 0.35 + 0.65 * weight });
    const tags: SVGElement[] = [];
    const [start, end, grown] = [from, to, at].map((cell) => this.#placeOf(cell ?? ""));
    if (start && end && to) {
      group.append(...pointer(start, end, weight));
      if (to !== at) tags.push(tagOf(to, name, enemy));
    }
    if (grown && at) {
      group.append(...ring(grown, weight));
      tags.push(tagOf(at, name + grows, enemy));
    }
    return [group, tags];
  }

  /** Where a disc is drawn: its own node knows, flipped or not. */
  #placeOf(cell: string): [x: number, y: number] | undefined {
    const disc = cell && this.#root.querySelector<SVGGElement>(`[data-cell="${cell}"]`);
    const found = disc ? /translate\(([-\d.e]+)px, ([-\d.e]+)px\)/.exec(disc.style.transform) : null;
    return found ? [Number(found[1]), Number(found[2])] : undefined;
  }
}

function pointer([x, y]: [number, number], [x2, y2]: [number, number], weight: number): SVGElement[] {
  const length = Math.hypot(x2 - x, y2 - y) || 1;
  const [ux, uy] = [(x2 - x) / length, (y2 - y) / length];
  const [sx, sy, ex, ey] = [x + ux * 0.3, y + uy * 0.3, x2 - ux * 0.3, y2 - uy * 0.3];
  const head = 0.17;
  const side = (turn: number) =>
    `${(ex - head * (ux + turn * uy)).toFixed(3)} ${(ey - head * (uy - turn * ux)).toFixed(3)}`;
  const d = `M${sx.toFixed(3)} ${sy.toFixed(3)}L${ex.toFixed(3)} ${ey.toFixed(3)}M${side(1)}L${ex.toFixed(3)} ${ey.toFixed(3)}L${side(-1)}`;
  return drawn("path", { d }, weight);
}

function ring([cx, cy]: [number, number], weight: number): SVGElement[] {
  return drawn("circle", { cx, cy, r: 0.5 }, weight);
}

/** A line with an edge around it, so that it is seen on discs and pieces alike. */
function drawn(
  name: "path" | "circle",
  shape: Record<string, string | number>,
  weight: number,
): SVGElement[] {
  const width = 0.05 + 0.05 * weight;
  return [
    svg(`${name}.edge`, { ...shape, "stroke-width": width + 0.05 }),
    svg(name, { ...shape, "stroke-width": width }),
  ];
}

function tagOf(cell: string, name: string, enemy: boolean): SVGElement {
  const width = 0.16 + 0.17 * name.length;
  return svg(
    `g.${enemy ? "enemy" : "own"}`,
    { "data-tag": cell },
    svg("rect", { x: -width / 2, y: -0.165, width, height: 0.33, rx: 0.165 }),
    svg("text", { y: 0.09 }, name),
  );
}

function hintTold({ step, turn }: NonNullable<Analyst["hint"]>, say: Words): string {
  const { from, at = "", grows } = partsOf(turn);
  if (step > 1) return say("ui.hint.turn", { turn });
  if (from) return say("ui.hint.move", { cell: from });
  return grows === "+" ? say("ui.hint.new") : say("ui.hint.limb", { cell: at });
}

export default function attach(model: Model, root: HTMLElement, ask: (intent: Intent) => void): Guest {
  const view = new View(model, root, ask);
  view.draw();
  return (here) => (here ? view.draw() : view.close());
}
