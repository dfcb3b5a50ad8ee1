/** The review of a game: how far it is, who was ahead, the mistakes, and the way to the lesson of them. */

import { Demonstration, sign } from "../animation/demonstration";
import { html, on, svg } from "../dom/elements";
import { morphChildren } from "../dom/morph";
import type { Translator } from "../i18n/messages";
import type { PartContext } from "../parts/contract";
import type { Review } from "../protocol/types";
import { shareTexts } from "./evaluation_bar";

/** Whether a drawer opens out of sight: in a narrow window, or on a phone held sideways. */
export const isSmall = (root: Element) => innerHeight <= 480 || root.clientWidth < 720;

/** The mistake and so many of the following turns are played. */
const REPLY_TURNS = 5;

/** The button that plays a mistake and the reply. */
function seeButton(node: number, ply: number, name: string): HTMLElement {
  const attributes = { "data-see": node, "data-ply": ply, title: name, "aria-label": name };
  return html("button.button.see", attributes, sign("play"));
}

export class ReviewPanel {
  readonly element = html("div.drawer.review");
  /** Under the board: how far the review is, or who was ahead. */
  readonly brief = html("div.brief");
  readonly #context: PartContext;
  readonly #see: Demonstration;
  /** Whether this view has asked for the lesson and does not show it yet. */
  #begins = false;

  constructor(context: PartContext) {
    this.#context = context;
    this.#see = new Demonstration(context);
    for (const panel of [this.element, this.brief]) {
      on(panel, "click", (event) => this.#click(event));
      on(panel, "keydown", (event) => this.#key(event));
    }
  }

  get #review(): Partial<Review> {
    return this.#context.model.get("review") ?? {};
  }

  draw(t: Translator): void {
    this.#see.draw(null, "", t);
    const { edit, lesson } = this.#context.model.get("snapshot");
    const { running, error, of } = this.#review;
    const { on, hint } = this.#context.model.get("analyst") ?? {};
    const isWide = !isSmall(this.#context.slots.root);
    const top = running ? this.#progress(t) : of && !lesson ? this.#summary(t) : [];
    // a hint was asked for later, or an analysis whose best turns need the place
    const isBrief = !edit && top.length && (running || !(hint || (on && !isWide)));
    const content = error
      ? [html("p.review-note", {}, t("ui.review.failed", { detail: error }))]
      : lesson
        ? []
        : [...(isBrief ? [] : top), ...(of && !running ? this.#mistakes(t) : [])];
    this.brief.hidden = !isBrief;
    morphChildren(this.brief, isBrief ? top : []);
    this.element.hidden = Boolean(edit) || !content.length;
    morphChildren(this.element, content);
    if (lesson && this.#begins) this.#scrollIntoView();
  }

  /** The lesson is played on the board, so the board and the steps of its turn come into view. */
  #scrollIntoView(): void {
    this.#begins = false;
    const { status, board } = this.#context.slots;
    for (const element of [status, board]) element.scrollIntoView({ block: "nearest" });
  }

  #progress(t: Translator): HTMLElement[] {
    const { at = 0, of = 0 } = this.#review;
    const label = t("ui.review.at", { n: Math.min(at + 1, of), all: of });
    return [
      html(
        "div.review-row",
        {},
        html("progress", { max: of, value: at, "aria-label": label }),
        html("span", {}, label),
        html("button.button", { "data-do": "review" }, t("ui.review.stop")),
      ),
    ];
  }

  /** Who was ahead, and the way to the exercises. */
  #summary(t: Translator): HTMLElement[] {
    const learn = html("button.button.primary", { "data-learn": "start" }, t("ui.review.learn"));
    return [this.#graph(t), ...(this.#review.exercises ? [html("div.review-row", {}, learn)] : [])];
  }

  #mistakes(t: Translator): HTMLElement[] {
    const { mistakes = [] } = this.#review;
    const { node: current } = this.#context.model.get("snapshot");
    const items = mistakes.map(([node, ply, color, turn, mark, best]) =>
      html(
        "li",
        {},
        html(
          "button.button",
          { "data-node": node, "aria-current": node === current ? "step" : null },
          html("span", {}, `${ply}. ${t(`ui.${color}`)}`),
          html("b", {}, `${turn} ${mark}`),
          html("small", {}, t("ui.review.best", { turn: best })),
        ),
        seeButton(node, ply, t("ui.remark.see")),
      ),
    );
    return [
      items[0]
        ? html("ol.mistakes", { "aria-label": t("ui.review.mistakes") }, ...items)
        : html("p.review-note", {}, t("ui.review.none")),
    ];
  }

  /** The shares of the colours over the turns, one above the other, with a line at each mistake and at the turn shown. */
  #graph(t: Translator): HTMLElement {
    const { graph = [], nodes = [], mistakes = [] } = this.#review;
    const { colors, node } = this.#context.model.get("snapshot");
    const at = nodes.indexOf(node);
    const last = graph.length - 1;
    const areas = colors.map((color, i) => {
      // the first colour is at the bottom
      const sums = graph.map((shares) => shares.slice(0, i + 1).reduce((sum, share) => sum + share, 0));
      const line = sums.map((sum, ply) => `L${ply} ${(100 - 100 * sum).toFixed(1)}`).join("");
      return svg(`path.${color}`, { d: `M0 100${line}L${last} 100z` });
    });
    const lines = mistakes.map(([number, , , , mark]) => {
      const x = nodes.indexOf(number);
      return svg("path.graph-mistake", { d: `M${x} 0V100`, "data-mark": mark });
    });
    const here = at < 0 ? [] : [svg("path.graph-here", { d: `M${at} 0V100` })];
    const middle = svg("path.graph-middle", { d: `M0 50H${last}` });
    const box = {
      viewBox: `0 0 ${Math.max(1, last)} 100`,
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    };
    const shares = graph[Math.max(0, at)] ?? [];
    const texts = shareTexts(
      colors.map((color, i) => [color, shares[i] ?? 0]),
      t,
    );
    const name = t("ui.review.graph");
    return html(
      "div.graph",
      {
        role: "slider",
        tabindex: 0,
        title: name,
        "aria-label": name,
        "aria-valuemin": 0,
        "aria-valuemax": last,
        "aria-valuenow": Math.max(0, at),
        "aria-valuetext": `${t("ui.review.at", { n: Math.max(0, at), all: last })}: ${texts}`,
      },
      svg("svg", box, ...areas.reverse(), middle, ...lines, ...here),
    );
  }

  #click(event: MouseEvent): void {
    const { nodes = [] } = this.#review;
    const target = event.target as Element;
    const { learn, node } = target.closest<HTMLElement>("button")?.dataset ?? {};
    const graph = target.closest(".adaptoid-graph");
    const { see, ply } = target.closest<HTMLElement>("[data-see]")?.dataset ?? {};
    if (see)
      this.#see.toggle({
        from: Number(ply) - 1,
        to: Number(ply) + REPLY_TURNS,
        node: Number(see),
        reply: true,
      });
    else if (learn) {
      this.#begins = true;
      this.#context.ask({ kind: "learn", what: "start" });
    } else if (node) this.#context.ask({ kind: "select", node: Number(node) });
    else if (graph) {
      const { left, width } = graph.getBoundingClientRect();
      this.#goTo(Math.round(((event.clientX - left) / width) * (nodes.length - 1)));
    }
  }

  #key(event: KeyboardEvent): void {
    const { nodes = [] } = this.#review;
    if (!(event.target as Element).matches(".adaptoid-graph")) return;
    const at = nodes.indexOf(this.#context.model.get("snapshot").node);
    const goals: Record<string, number> = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      Home: 0,
      End: nodes.length - 1,
    };
    const goal = goals[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.#goTo(goal);
  }

  #goTo(at: number): void {
    const node = this.#review.nodes?.[at];
    if (node !== undefined) this.#context.ask({ kind: "select", node });
  }
}
