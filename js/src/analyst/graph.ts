/** The graph of a review: who was ahead after each turn, the mistakes, and the way through the game. */

import { html, on, set, svg, text } from "../dom/elements";
import type { Translator } from "../i18n/messages";
import type { PartContext } from "../parts/contract";
import type { Reply, Review } from "../protocol/types";
import { shareTexts } from "./evaluation_bar";

/** How far the keys for pages go. */
const PAGE_TURNS = 10;

export class ReviewGraph {
  readonly #areas = svg("svg.graph-areas", { preserveAspectRatio: "none", "aria-hidden": "true" });
  readonly #dots = svg("svg.graph-dots", { preserveAspectRatio: "none", "aria-hidden": "true" });
  readonly #here = html("span.graph-here");
  /** What the turn under the pointer, or the one that keys have chosen, is. */
  readonly #label = html("span.graph-label", { "aria-hidden": "true" });
  readonly element = html(
    "div.graph",
    { role: "slider", tabindex: 0, "aria-valuemin": 0 },
    this.#areas,
    this.#dots,
    this.#here,
    this.#label,
  );
  #drawn: { review: Partial<Review>; t: Translator } | null = null;
  /** The turn to go to, until the board shows it. */
  #goal: number | null = null;
  #isAsking = false;
  #isDragged = false;
  /** The turn under the pointer. */
  #pointed: number | null = null;
  readonly #context: PartContext;

  constructor(context: PartContext) {
    this.#context = context;
    const { element } = this;
    on(element, "pointerdown", (event) => {
      if (event.button) return;
      element.setPointerCapture?.(event.pointerId);
      this.#drag(true);
      this.#goTo(this.#turnAt(event));
    });
    on(element, "pointermove", (event) => {
      const turn = this.#turnAt(event);
      this.#pointed = turn;
      if (this.#isDragged) this.#goTo(turn);
      else this.#place();
    });
    on(element, "pointerup pointercancel lostpointercapture", () => this.#drag(false));
    on(element, "pointerleave", () => {
      this.#pointed = null;
      this.#place();
    });
    on(element, "keydown", (event) => this.#key(event));
  }

  /** The turns of the review. */
  get #last(): number {
    return Math.max(0, (this.#drawn?.review.graph?.length ?? 0) - 1);
  }

  /** The turn on the board; −1 for one beside the reviewed line. */
  get #shown(): number {
    const { model } = this.#context;
    return this.#drawn?.review.nodes?.indexOf(model.get("snapshot").node) ?? -1;
  }

  draw(review: Partial<Review>, t: Translator): void {
    const before = this.#drawn;
    if (before?.review !== review || before.t !== t) {
      // the goal was a turn of another review
      if (before?.review !== review) this.#goal = null;
      this.#drawn = { review, t };
      this.#paint(review, t);
    }
    this.#ask();
    this.#place();
  }

  /** The shares of the colours one above the other, the first one at the bottom, and a dot for each mistake on their edge. */
  #paint({ graph = [], nodes = [], mistakes = [] }: Partial<Review>, t: Translator): void {
    const { colors } = this.#context.model.get("snapshot");
    const last = this.#last;
    const box = { viewBox: `0 0 ${Math.max(1, last)} 100` };
    const heights = colors.map((_, i) =>
      graph.map((shares) => 100 - 100 * shares.slice(0, i + 1).reduce((sum, share) => sum + share, 0)),
    );
    const areas = colors.map((color, i) => {
      const line = heights[i]?.map((y, ply) => `L${ply} ${y.toFixed(1)}`).join("");
      return svg(`path.${color}`, { d: `M0 100${line}L${last} 100z` });
    });
    set(this.#areas, box);
    this.#areas.replaceChildren(
      ...areas.reverse(),
      svg("path.graph-middle", { d: `M0 50H${Math.max(1, last)}` }),
    );
    const plies = new Map(nodes.map((number, ply) => [number, ply]));
    const dotsOf = (glyph: string) =>
      mistakes.flatMap(([number, , color, , mark]) => {
        const ply = plies.get(number);
        if (mark !== glyph || ply === undefined) return [];
        const edge = Math.min(colors.indexOf(color), colors.length - 2);
        // all of it inside the graph
        const y = Math.max(8, Math.min(heights[edge]?.[ply] ?? 50, 92));
        // a line without a length is a dot, round or square, however the graph is stretched
        return [`M${ply} ${y.toFixed(1)}h.001`];
      });
    set(this.#dots, box);
    this.#dots.replaceChildren(
      ...["?", "??"].flatMap((mark) => {
        const d = dotsOf(mark).join("");
        return d
          ? [
              svg("path.graph-rim", { d, "data-mark": mark }),
              svg("path.graph-mistake", { d, "data-mark": mark }),
            ]
          : [];
      }),
    );
    set(this.element, { "aria-label": t("ui.review.graph"), "aria-valuemax": last });
  }

  /** Draws where the board is, and says what is there. */
  #place(): void {
    if (!this.#drawn) return;
    const shown = this.#goal ?? this.#shown;
    const turn = Math.max(0, shown);
    const last = Math.max(1, this.#last);
    set(this.element, { "aria-valuenow": turn, "aria-valuetext": this.#textOf(turn) });
    this.#here.hidden = shown < 0;
    this.#here.style.left = `${(100 * turn) / last}%`;
    const told = this.#pointed ?? turn;
    text(this.#label, this.#textOf(told));
    // in the corner that is farther away
    set(this.#label, { "data-end": 2 * told < last });
  }

  #textOf(ply: number): string {
    if (!this.#drawn) return "";
    const { review, t } = this.#drawn;
    const { graph = [], nodes = [], mistakes = [] } = review;
    const { colors } = this.#context.model.get("snapshot");
    const shares = graph[ply] ?? [];
    const texts = shareTexts(
      colors.map((color, i) => [color, shares[i] ?? 0]),
      t,
    );
    const mistake = mistakes.find(([number]) => number === nodes[ply]);
    const turn = mistake ? ` ${mistake[3]} ${mistake[4]}` : "";
    return `${t("ui.review.at", { n: ply, all: this.#last })}${turn}: ${texts}`;
  }

  #turnAt({ clientX }: MouseEvent): number {
    const { left, width } = this.element.getBoundingClientRect();
    const turn = Math.round(((clientX - left) / (width || 1)) * this.#last);
    return Math.max(0, Math.min(turn, this.#last));
  }

  /** While it is dragged, the board follows at once. */
  #drag(isDragged: boolean): void {
    if (isDragged === this.#isDragged) return;
    this.#isDragged = isDragged;
    set(this.element, { "data-dragged": isDragged });
    const { state, change } = this.#context;
    if (!state().replaying) change({ ...state(), turnMs: isDragged ? 0 : Infinity });
  }

  #key(event: KeyboardEvent): void {
    const at = this.#goal ?? Math.max(0, this.#shown);
    const goals: Record<string, number> = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      PageDown: at - PAGE_TURNS,
      PageUp: at + PAGE_TURNS,
      Home: 0,
      End: this.#last,
    };
    const goal = goals[event.key];
    if (goal === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.#goTo(Math.max(0, Math.min(goal, this.#last)));
  }

  #goTo(turn: number): void {
    this.#goal = turn;
    this.#place();
    this.#ask();
  }

  /** Goes to the last goal, with one request at a time. */
  #ask(): void {
    const { model, ask, refused } = this.#context;
    if (this.#goal === null || this.#isAsking) return;
    const node = this.#drawn?.review.nodes?.[this.#goal];
    const { node: shown, step } = model.get("snapshot");
    if (node === undefined || (node === shown && step !== "grow")) {
      this.#goal = null;
      this.#place();
      return;
    }
    const goal = this.#goal;
    const intent = { kind: "select", node } as const;
    const stop = () => {
      this.#isAsking = false;
      if (this.#goal === goal) this.#goal = null;
    };
    const answered = (reply: Reply) => {
      stop();
      if (!reply.ok) refused(reply, intent);
      this.#ask();
      this.#place();
    };
    // the answer may come before this returns
    this.#isAsking = true;
    if (!ask(intent, answered, stop)) this.#isAsking = false;
  }
}
