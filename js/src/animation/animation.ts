/** Shows how a turn came about: the mover walks, its victim shrinks, a growth comes out of its parent, the starved close their cores and fade. */
import { layer, put } from "../board/layer";
import { pieceShapes } from "../board/shapes";
import { addStyle, html, on, set, svg } from "../dom/elements";
import type { Translator } from "../i18n/messages";
import type { Animator, PartContext } from "../parts/contract";
import type { Color, LastTurn, Limb, Snapshot } from "../protocol/types";
import { type Point, pieceOn, placeOf, type State } from "../state/state";
import style from "./animation.css";
import { previewGrowth, previewsAtFirst } from "./preview_growth";
import {
  CLOSED,
  CONTACT,
  feeding,
  MAX_TURN_MS,
  newSteps,
  type Schedule,
  type Span,
  schedule,
} from "./schedule";
import { withSentStep } from "./sent_step";
import { areSoundsOn, playSounds, stopSounds } from "./sounds";
import { celebrate, isWon } from "./win";

type Looks = [cell: string, color: Color, legs: number, pincers: number, ...unknown[]];

const VANISH: KeyframeAnimationOptions = { easing: "ease-in", fill: "forwards" };
const SPRING: KeyframeAnimationOptions = { easing: "cubic-bezier(.3, .6, .3, 1.2)" };

/** A replay that shows more than about two turns a second is too fast to follow. */
const MIN_ANIMATED_MS = 500;
/** The sounds of one's own steps, which are not animated, take this long. */
const OWN_MS = 300;
/** A turn is shown for this long if a computer plays next, which takes at least 600 ms. */
const COMPUTER_MS = 560;
/** The signs of the new position appear at the end of the turn. */
const SIGNS_MS = 140;
const STEPS = ["move", "grow", "feed"];
const GROWTH_LABELS = { new: "ui.mark.new", leg: "ui.leg", pincer: "ui.pincer" };
/** The last snapshot with sounds: of several views of a board, only one plays them. */
let heard = "";

/** Where a piece is drawn, and how large. */
const at = ({ x, y }: Point, scale = 1): Keyframe => ({
  transform: `translate(${x}px, ${y}px) scale(${scale})`,
});

/** The point at a share of the way from one point to another. */
const between = (from: Point, to: Point, share: number): Point => ({
  x: from.x + share * (to.x - from.x),
  y: from.y + share * (to.y - from.y),
});

/** The animation of one turn. The board shows the state after it; the animation is drawn on top and can end at any time. */
class TurnAnimation {
  readonly #context: PartContext;
  readonly #under = layer("animation");
  readonly #over = layer("animation");
  #animations: Animation[] = [];
  /** How long the animation takes. */
  #total = 0;
  /** What was shown before the turn that is animated. */
  before: Snapshot | null = null;

  constructor(context: PartContext) {
    this.#context = context;
    const { pieces } = context.slots;
    pieces.before(this.#under);
    pieces.after(this.#over);
  }

  /** Ends the animation: the board shows the state after the turn. */
  end(): void {
    for (const animation of this.#animations.splice(0)) animation.cancel();
    for (const layer of [this.#under, this.#over]) layer.replaceChildren();
    set(this.#context.slots.root, { "data-staged": null });
    if (!this.before) return;
    this.before = null;
    const { state, change } = this.#context;
    // draws the panels again
    change({ ...state(), snapshot: { ...state().snapshot } });
  }

  /** While a turn is animated, the heading shows who acts, no step of the next turn is marked, and no game looks over. */
  holdHeading(t: Translator): void {
    if (!this.before) return;
    const { status, turn } = this.before;
    const { slots } = this.#context;
    for (const element of [slots.board, slots.status]) set(element, { "data-over": null });
    const list = slots.status.querySelector("ol");
    if (!list?.firstChild || list.querySelector("[aria-current]"))
      list?.replaceChildren(...STEPS.map((step) => html("li", {}, t(`ui.step.${step}`))));
    const [badge, heading] = slots.status.children;
    const icon = slots.sides.querySelector(`[data-color=${turn}] svg`);
    if (icon) badge?.replaceChildren(icon.cloneNode(true));
    heading?.replaceChildren(status);
  }

  begin(last: LastTurn, before: Snapshot, snapshot: Snapshot, times: Schedule, t: Translator): void {
    const { root, svg, under, over } = this.#context.slots;
    // replaces the style sheet's own animations of what has changed
    for (const animation of svg.getAnimations({ subtree: true })) animation.cancel();
    const { total } = times;
    this.#total = total;
    set(root, { "data-staged": true });
    this.before = before;
    const signs = Math.max(0, 1 - SIGNS_MS / total);
    for (const element of [under, over])
      this.#animate(element, [{ opacity: 0 }, { opacity: 0, offset: signs }, {}], { start: 0, end: total });
    if (times.walk) this.#move(last, snapshot, times, times.walk);
    if (times.grow) this.#grow(last, snapshot, times.grow);
    if (times.feed) this.#feed(last, times.feed);
    this.#fillLosses(last, snapshot, times);
    this.holdHeading(t);
    this.#lightSteps(times);
    const clock = this.#animate(this.#over, [{ opacity: 1 }, { opacity: 1 }], { start: 0, end: total });
    clock.onfinish = () => this.end();
  }

  /** The mover walks to its goal; an attack removes the victim, the attacker or both on contact. */
  #move(last: LastTurn, snapshot: Snapshot, { arrivals, hit, grow, total }: Schedule, walk: Span): void {
    const { from, to, at: grownOn, growth, gone } = last;
    const route = last.route.flatMap((cell) => placeOf(this.#context.state(), cell) ?? []);
    const [goal, beside] = [route.at(-1), route.at(-2)];
    if (!to || !goal || !beside) return;
    const lost = gone.filter(([, , , , reason]) => reason !== "starved");
    const victim = lost.find((row) => row[0] === to);
    const attacker = lost.find((row) => row[0] === from);
    const touch = between(beside, goal, CONTACT);
    if (hit && victim) {
      const piece = this.#ink(this.#over, victim, goal);
      this.#animate(piece, [at(goal), at(between(beside, goal, 1.16), 0)], hit, VANISH);
    }
    const end = hit && attacker ? hit.start : walk.end;
    const stops = [...route.slice(0, -1), hit && attacker ? touch : goal];
    const walked = stops.map((place, i) => {
      const ms = i === stops.length - 1 ? end : i && arrivals[i - 1];
      return { ...at(place), offset: (ms ?? 0) / end, easing: "ease-in-out" };
    });
    const mover = this.#ink(this.#over, attacker ?? before(last, snapshot, to), goal);
    this.#animate(mover, walked, { start: 0, end });
    if (hit && attacker) {
      this.#animate(mover, [at(touch), at(touch, 0)], hit, VANISH);
      for (const [cell] of lost) this.#hide(this.#ghostOn(cell), 0, hit.end);
      return;
    }
    // until a limb grows on it, it looks as before
    const shown = growth !== "new" && grownOn === to && grow ? grow.start : walk.end;
    this.#hide(this.#pieceOn(to), 0, shown);
    this.#hide(mover, shown, total);
  }

  /** A new adaptoid comes out of its parent, a new limb out of the body. */
  #grow(last: LastTurn, snapshot: Snapshot, grow: Span): void {
    const { at: cell, color, growth, parent, to } = last;
    const place = cell && placeOf(this.#context.state(), cell);
    if (!place) return;
    const piece = this.#pieceOn(cell);
    if (growth === "new") {
      const bud = this.#ink(this.#under, [cell, color, 0, 0], place);
      this.#hide(bud, 0, grow.start);
      this.#animate(
        bud,
        [at(placeOf(this.#context.state(), parent ?? cell) ?? place, 0.45), at(place)],
        grow,
        SPRING,
      );
      this.#hide(piece, 0, grow.end);
      return;
    }
    const old = before(last, snapshot, cell);
    if (cell !== to) {
      const same = this.#ink(this.#over, old, place);
      this.#hide(piece, 0, grow.start);
      this.#hide(same, grow.start, this.#total);
    }
    const [, , legs, pincers] = old;
    const limb = piece?.firstElementChild?.children[growth === "leg" ? legs : legs + pincers];
    if (limb) this.#animate(limb, [{ transform: "scale(0.35)" }, {}], grow, SPRING);
  }

  /** Who starves closes its core and fades, while its threads show why. */
  #feed({ gone }: LastTurn, feed: Span): void {
    const { svg } = this.#context.slots;
    const closing = { start: feed.start, end: feed.start + CLOSED * (feed.end - feed.start) };
    for (const layer of svg.querySelectorAll(".adaptoid-threads, .adaptoid-hunger"))
      this.#hide(layer, 0, feed.start);
    for (const [cell, , , , reason] of gone) {
      const ghost = this.#ghostOn(cell);
      if (reason !== "starved" || !ghost) continue;
      const lid = svg.querySelectorAll(`.adaptoid-closed[data-on="${cell}"] > *`);
      for (const part of lid) this.#animate(part, [{ transform: "scaleY(0)" }, {}], closing);
      this.#animate(ghost, [{ opacity: 1 }, { opacity: 1, offset: CLOSED }, {}], feed, { fill: "backwards" });
    }
  }

  /** The dot of each loss fills when its adaptoid goes. */
  #fillLosses({ gone }: LastTurn, { sides }: Snapshot, { hit, feed, total }: Schedule): void {
    for (const [color, , , , lost] of sides) {
      const own = gone.filter((row) => row[1] === color);
      const dots = this.#context.slots.sides.querySelectorAll(`[data-color=${color}] [data-lost]`);
      for (const [i, [, , , , reason]] of own.entries()) {
        const dot = dots[lost - own.length + i];
        const start = reason === "starved" ? feed && (feed.start + feed.end) / 2 : hit?.start;
        if (!dot || !start) continue;
        const empty = { backgroundColor: "transparent", borderColor: "var(--adaptoid-soft)" };
        this.#animate(dot, [empty, empty], { start: 0, end: start });
        this.#animate(dot, [{ transform: "scale(1.7)" }, {}], { start, end: Math.min(start + 220, total) });
      }
    }
  }

  /** The steps of a turn beside the board light up one after the other. */
  #lightSteps({ walk, hit, grow, feed }: Schedule): void {
    const items = this.#context.slots.status.querySelectorAll("li");
    const move = walk && { start: 0, end: Math.max(walk.end, hit?.end ?? 0) };
    for (const [i, span] of [move, grow, feed].entries()) {
      const item = items[i];
      const lit = [{ opacity: 0 }, { opacity: 1, offset: 0.2 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }];
      if (span && item) this.#animate(item, lit, span, { pseudoElement: "::after" });
    }
  }

  #animate(
    element: Element,
    frames: Keyframe[],
    { start, end }: Span,
    more: KeyframeAnimationOptions = {},
  ): Animation {
    const animation = element.animate(frames, { delay: start, duration: end - start, ...more });
    this.#animations.push(animation);
    return animation;
  }

  #hide(element: Element | null, start: number, end: number): void {
    if (element && end > start) this.#animate(element, [{ opacity: 0 }, { opacity: 0 }], { start, end });
  }

  /** Draws an adaptoid that only the animation shows. */
  #ink(parent: SVGElement, [, color, legs, pincers]: Looks, { x, y }: Point): SVGElement {
    const piece = svg(`g.piece.${color}` as "g.piece", {}, ...pieceShapes(color, legs, pincers));
    put(piece, x, y);
    parent.append(piece);
    return piece;
  }

  #pieceOn(cell: string): Element | null {
    return this.#context.slots.pieces.querySelector(`[data-on="${cell}"]`);
  }

  #ghostOn(cell: string): Element | null {
    return this.#context.slots.ghosts.querySelector(`[data-on="${cell}"]`);
  }
}

/** The adaptoid on a disc as it was before a limb grew on it. */
function before({ at: grownOn, growth }: LastTurn, snapshot: Snapshot, cell: string): Looks {
  const [, color = "W", legs = 0, pincers = 0] = pieceOn(snapshot, cell) ?? [];
  const less = (limb: Limb) => (growth === limb && grownOn === cell ? 1 : 0);
  return [cell, color, legs - less("leg"), pincers - less("pincer")];
}

class TurnAnimator implements Animator {
  #shown: Snapshot | undefined;
  #previewedGrowth: State["previewedGrowth"] = null;
  #endWin = () => {};
  readonly #context: PartContext;
  readonly #animation: TurnAnimation;

  constructor(context: PartContext) {
    this.#context = context;
    this.#animation = new TurnAnimation(context);
    const { slots, signal } = context;
    addStyle(slots.root, style);
    on(slots.root, "pointerdown keydown", () => this.#cut(), true);
    context.change({ ...context.state(), previewsGrowth: previewsAtFirst() });
    on(signal, "abort", () => this.#cut());
  }

  draw(state: State, t: Translator): void {
    const { snapshot, previewedGrowth } = state;
    if (previewedGrowth && previewedGrowth !== this.#previewedGrowth)
      this.#context.announce(
        t("ui.tried", { what: t(GROWTH_LABELS[previewedGrowth.what]), cell: previewedGrowth.at }),
      );
    if (previewedGrowth !== this.#previewedGrowth) this.#pressLimb(previewedGrowth);
    this.#previewedGrowth = previewedGrowth;
    const before = this.#shown;
    this.#shown = snapshot;
    if (before !== snapshot) this.#receive(before, snapshot, t);
    this.#animation.holdHeading(t);
  }

  #receive(before: Snapshot | undefined, snapshot: Snapshot, t: Translator): void {
    if (!before) return;
    const { node, position, board, edit } = snapshot;
    // nothing moved: somebody thinks, or a comment was written
    if (before.node === node && before.position === position && before.edit === edit) return;
    // the panels are drawn already
    this.#animation.before = null;
    this.#cut();
    if (before.board === board && !edit && !before.edit) this.#show(before, snapshot, t);
  }

  previewGrowth = previewGrowth;
  withSentStep = withSentStep;

  /** Shows in the growth menu which limb is previewed. */
  #pressLimb(previewedGrowth: State["previewedGrowth"]): void {
    for (const button of this.#context.slots.board.querySelectorAll<HTMLElement>("[data-grow]"))
      set(button, { "aria-pressed": previewedGrowth?.what === button.dataset.grow ? "true" : null });
  }

  #show(before: Snapshot, snapshot: Snapshot, t: Translator): void {
    const { turnMs, exchange } = this.#context.state();
    const acted = exchange.stepRev === before.rev;
    const isOwn = acted && snapshot.rev === before.rev + 1;
    // the answer to one's own turn may arrive together with it
    const fresh =
      newSteps(before, snapshot) ??
      (acted && snapshot.history.at > before.history.at + 1 ? snapshot.last : null);
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
    const celebrates = isWon(before, snapshot) && !isStill;
    if (!fresh || turnMs < MIN_ANIMATED_MS) {
      if (celebrates) this.#endWin = celebrate(this.#context, snapshot, 0);
      return;
    }
    const animated = isOwn ? feeding(fresh) : fresh;
    const limit = snapshot.computer?.does === "stop" ? COMPUTER_MS : MAX_TURN_MS;
    const times = schedule(animated, Math.min(limit, turnMs * 0.8));
    if (times.total && !isStill && this.#hasPlaces(animated))
      this.#animation.begin(animated, before, snapshot, times, t);
    if (celebrates) this.#endWin = celebrate(this.#context, snapshot, times.total);
    const event = `${snapshot.board} ${snapshot.rev}`;
    if (!areSoundsOn() || heard === event) return;
    heard = event;
    playSounds(
      isOwn || isStill ? schedule(fresh, OWN_MS) : times,
      Boolean(snapshot.result) && !before.result,
    );
  }

  /** Whether the board has all discs of a turn: a new layout may arrive after its position. */
  #hasPlaces({ route, at: cell, parent }: LastTurn): boolean {
    // JupyterLite sends undefined in place of null
    const cells = [...route, cell ?? [], parent ?? []].flat();
    return cells.every((disc) => placeOf(this.#context.state(), disc));
  }

  #cut(): void {
    stopSounds();
    this.#endWin();
    this.#animation.end();
  }
}

export default (context: PartContext): Animator => new TurnAnimator(context);
