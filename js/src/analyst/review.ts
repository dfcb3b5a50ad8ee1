/** The review of a game: how far it is, who was ahead, the mistakes of each player, and the way to the lesson of them. */

import type { ShownLine } from "../animation/demonstration";
import { icon, picture } from "../board/shapes";
import { changeDetector, html, on, set, svg } from "../dom/elements";
import { morphChildren } from "../dom/morph";
import type { Translator } from "../i18n/messages";
import { playerOf } from "../panels/sides";
import type { PartContext } from "../parts/contract";
import type { Color, Intent, Review } from "../protocol/types";
import { ReviewGraph } from "./graph";
import { playButton } from "./line_buttons";

/** Whether the panel is out of sight: in a narrow window, or on a phone held sideways. */
export const isSmall = (root: Element) => innerHeight <= 480 || root.clientWidth < 720;

/** The mistake and so many of the following turns are played. */
const REPLY_TURNS = 5;

/** The signs of mistakes, as on the graph: a round one, and a square one for a blunder. */
function markSign(mark: string): SVGSVGElement {
  const shape =
    mark === "??"
      ? svg("rect", { x: 4, y: 4, width: 12, height: 12 })
      : svg("circle", { cx: 10, cy: 10, r: 6 });
  const sign = picture("icon", "0 0 20 20", [shape]);
  set(sign, { "data-mark": mark });
  return sign;
}

export class ReviewPanel {
  /** The tab with the mistakes. */
  readonly element = html("div.review");
  /** Under the board: how far the review is, or who was ahead. */
  readonly brief = html("div.brief");
  readonly #graph: ReviewGraph;
  readonly #context: PartContext;
  /** Whether this view has asked for the lesson and does not show it yet. */
  #begins = false;
  readonly #differs = changeDetector();
  readonly #list = html("ol.mistakes");
  /** The rows of the mistakes, which may be thousands. */
  #rows: { review: Partial<Review>; t: Translator; rows: HTMLElement[] } | null = null;

  constructor(context: PartContext) {
    this.#context = context;
    this.#graph = new ReviewGraph(context);
    on(this.element, "click", (event) => this.#click(event));
  }

  get #review(): Partial<Review> {
    return this.#context.model.get("review") ?? {};
  }

  /** Whether there is something to show, or will be. */
  get isActive(): boolean {
    const { running, error, of } = this.#review;
    return Boolean(running || error || of);
  }

  get isRunning(): boolean {
    return Boolean(this.#review.running);
  }

  draw(t: Translator): void {
    const { edit, lesson, node, rev, result } = this.#context.model.get("snapshot");
    const review = this.#review;
    const { running, error, of } = review;
    const { on, hint } = this.#context.model.get("analyst") ?? {};
    // asked only where it matters: the answer forces a layout
    const isCrowded = Boolean(hint || (on && isSmall(this.#context.slots.root)));
    if (of && !running) this.#graph.draw(review, t);
    if (!this.#differs(review, t, edit, lesson, node, rev, isCrowded)) return;
    const top = running ? this.#progress(t) : of && !lesson ? [this.#graph.element] : [];
    // a hint was asked for later, or an analysis whose best turns need the place
    const isBrief = !edit && top.length && (running || !isCrowded);
    this.brief.hidden = !isBrief;
    // it keeps its room
    set(this.brief, { "data-review": top.length > 0 && !edit });
    morphChildren(this.brief, isBrief ? top : []);
    const content = lesson
      ? []
      : running
        ? [html("p.review-note", {}, t("ui.analyst.ready"))]
        : of
          ? [...(isBrief ? [] : top), ...this.#learn(t), this.#counts(t), this.#mistakes(t)]
          : this.#start(t, error, result === null || result === undefined);
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

  /** What a review is for, why the last one failed, and the button that begins one. */
  #start(t: Translator, error: string | undefined, goesOn: boolean): HTMLElement[] {
    const name = t("ui.review");
    // a game that is over has a button of its own for this command
    const command = goesOn ? { "data-do": "review" } : { "data-ask": "review" };
    return [
      html("p.review-note", {}, error ? t("ui.review.failed", { detail: error }) : t("ui.review.tip")),
      html("button.button.primary", command, name),
    ];
  }

  #learn(t: Translator): HTMLElement[] {
    if (!this.#review.exercises) return [];
    return [html("button.button.primary", { "data-learn": "start" }, t("ui.review.learn"))];
  }

  /** How many mistakes of each kind each player has made. */
  #counts(t: Translator): HTMLElement {
    const { mistakes = [] } = this.#review;
    const { snapshot } = this.#context.state();
    const count = (of: Color, glyph: string) =>
      mistakes.filter(([, , color, , mark]) => color === of && mark === glyph).length;
    const rows = snapshot.colors.map((color) => {
      const kinds = [
        ["??", "count.blunders"],
        ["?", "count.mistakes"],
      ] as const;
      const name = playerOf(color, snapshot, t) ?? t(`ui.${color}`);
      const texts = kinds.map(([mark, key]) =>
        html("span", {}, markSign(mark), t.count(key, count(color, mark))),
      );
      return html("li", { "data-color": color }, icon(color), html("b", { title: name }, name), ...texts);
    });
    return html("ul.review-counts", {}, ...rows);
  }

  #mistakes(t: Translator): HTMLElement {
    const review = this.#review;
    const { mistakes = [] } = review;
    if (!mistakes.length) return html("p.review-note", {}, t("ui.review.none"));
    if (this.#rows?.review !== review || this.#rows.t !== t) {
      this.#rows = { review, t, rows: mistakes.map((mistake) => this.#row(mistake, t)) };
      this.#list.replaceChildren(...this.#rows.rows);
      set(this.#list, { "aria-label": t("ui.review.mistakes") });
    }
    const { node: current } = this.#context.model.get("snapshot");
    mistakes.forEach(([node], i) => {
      const button = this.#rows?.rows[i]?.firstElementChild;
      if (button) set(button, { "aria-current": node === current && "step" });
    });
    return this.#list;
  }

  #row([node, ply, color, turn, mark, best]: [number, number, Color, string, string, string], t: Translator) {
    return html(
      "li",
      {},
      html(
        "button.button.mistake",
        { "data-node": node },
        markSign(mark),
        html("span", {}, String(ply)),
        icon(color, t(`ui.${color}`)),
        html("b", {}, `${turn} ${mark}`),
      ),
      playButton(`why ${node}`, t("ui.remark.see"), { "data-see": node, "data-ply": ply }),
      playButton(`best ${node}`, t("ui.review.best", { turn: best }), {
        "data-instead": node,
        "data-ply": ply,
        "data-best": best,
      }),
    );
  }

  /** What a button of a mistake plays: the mistake and the reply, or the better turn. */
  lineOf({ dataset: { see, instead, ply, best = "" } }: HTMLElement): ShownLine | null {
    const before = Number(ply) - 1;
    if (see) return { from: before, to: before + 1 + REPLY_TURNS, node: Number(see), reply: true };
    return instead ? { from: before, to: before + 1, node: Number(instead), turns: [best] } : null;
  }

  #click(event: MouseEvent): void {
    const { dataset } = (event.target as Element).closest<HTMLElement>("button") ?? {};
    const { ask = "", learn, node } = dataset ?? {};
    if (ask) this.#context.ask({ kind: ask } as Intent);
    else if (learn) {
      this.#begins = true;
      this.#context.ask({ kind: "learn", what: "start" });
    } else if (node) this.#context.ask({ kind: "select", node: Number(node) });
  }
}
