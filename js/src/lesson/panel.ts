import type { ShownLine } from "../animation/demonstration";
import { changeDetector, html, set, text } from "../dom/elements";
import type { Translator } from "../i18n/messages";
import { drawing } from "../panels/buttons";
import { MAX_NUMBER } from "../protocol/constants";
import type { Lesson, LessonWish, StepBadge } from "../protocol/types";
import { endRing } from "./end_ring";
import { code, plain, renderText } from "./prose";

const DRAWINGS = {
  right: "M4 10.5 8.5 15 16 5.5",
  wrong: "M4.5 10h11",
  reply: "M4.5 10h.1M10 10h.1M15.5 10h.1",
  shown: "M2.5 10S5.5 5 10 5s7.5 5 7.5 5-3 5-7.5 5-7.5-5-7.5-5M10 7.8a2.2 2.2 0 1 0 .01 0",
  asked: "M6.8 7.2a3.2 3.2 0 1 1 4.8 2.8q-1.6 .8-1.6 2.6M10 16v.1",
  hint: "M7.5 14a5 5 0 1 1 5 0M8 17h4M10 7v.1",
  back: "M7 4.5 3 8.5l4 4M3.5 8.5H11a5 5 0 0 1 0 10H8",
  skip: "M4.5 5l5 5-5 5M10.5 5l5 5-5 5",
  retry: "M15.8 8A6.2 6.2 0 1 0 16 12M16.3 3.8V8h-4.2",
};
type Drawing = keyof typeof DRAWINGS;

const BADGES: Record<StepBadge, Drawing | ""> = {
  "": "",
  begun: "reply",
  read: "right",
  solved: "right",
  tries: "retry",
  hints: "hint",
  both: "hint",
  found: "asked",
  missed: "asked",
  skipped: "skip",
};

/** The smaller buttons in their order. */
const MORE = ["hint", "back", "retry", "reveal", "skip", "practise", "again", "leave"] as const;

/** What the main button does at the end of a lesson: the first of these that is possible. */
const AT_END = ["onward", "leave", "practise", "again"] as const;

/** The turns on the board that can be shown again: a reply to a wrong turn, a solution, or what a step to read shows. `at` is the last one's number. */
export function shownAgain({ phase, kind, reply, can }: Lesson, node: number, at: number): ShownLine | null {
  if (at < 1 || can.includes("go")) return null;
  if (kind === "read") return can.includes("reveal") ? { from: 0, to: at + 1, node } : null;
  if (kind !== "turn") return null;
  if (phase === "shown") return { from: 0, to: at + 1, node };
  const replies = reply.split(", ").length;
  return phase === "wrong" && reply && replies <= at ? { from: at - replies, to: at + 1, node } : null;
}

/** Whether the board shows another position than the step. */
export function isAside({ can }: Pick<Lesson, "can">): boolean {
  return can.filter((what) => what !== "leave").join() === "retry";
}

/** The action of the main button, or undefined while the learner plays on the board. */
function mainAction({ phase, kind, can }: Lesson): LessonWish | undefined {
  if (phase === "over") return AT_END.find((what) => can.includes(what));
  if (phase === "wrong") return "retry";
  if (phase === "right" || phase === "shown") return "next";
  if (phase === "reply") return undefined;
  if (isAside({ can })) return "retry";
  return kind === "read" ? "next" : kind === "turn" ? undefined : "check";
}

/** Where the learner works in a step, so where the focus goes when the step begins. */
type FocusTarget = "board" | "number" | "main";

/** The texts and the buttons of a lesson: two blocks, since a narrow page puts the board between them. */
export class LessonPanel {
  readonly #title = html("p.lesson-title");
  readonly #score = html("p.lesson-score");
  readonly #steps = html("ol.lesson-steps");
  readonly #text = html("div.lesson-text.lesson-prose");
  readonly #tip = html("p.lesson-tip");
  readonly element = html(
    "section.lesson",
    {},
    html("div.lesson-head", {}, this.#title, this.#score),
    this.#steps,
    this.#text,
    this.#tip,
  );

  readonly #hint = html("div.lesson-bubble.lesson-prose", { "data-tone": "hint" });
  readonly #comment = html("div.lesson-bubble.lesson-prose");
  readonly #end = html("div.lesson-end");
  readonly #another = html("button.button", { "data-lesson": "another" });
  readonly number = html("input.lesson-number", {
    type: "number",
    min: 0,
    max: MAX_NUMBER,
    inputmode: "numeric",
  });
  readonly #less = html("button.button", { "data-by": -1 }, "−");
  readonly #plus = html("button.button", { "data-by": 1 }, "+");
  readonly #count = html("div.lesson-count", {}, this.#less, this.number, this.#plus);
  readonly main = html("button.button.primary.lesson-great");
  readonly #more = MORE.map((what) =>
    html("button.button", { "data-lesson": what }, html("b"), html("small")),
  );
  readonly #moreRow = html("div.lesson-more", {}, ...this.#more);
  readonly #onward: HTMLElement | null;
  /** The buttons that play turns again: in the comment, or in a step to read among the smaller buttons. */
  readonly #see: HTMLElement;
  readonly #links: readonly HTMLElement[];
  // has room reserved, so that no button moves within a step
  readonly #says = html("div.lesson-says", {}, this.#hint, this.#comment);
  readonly #bar = html("div.lesson-bar", {}, this.#count, this.main, this.#moreRow);
  readonly acts = html("div.lesson-acts", { role: "group" }, this.#end, this.#says, this.#bar);

  readonly #differs = {
    steps: changeDetector(),
    text: changeDetector(),
    hint: changeDetector(),
    said: changeDetector(),
    end: changeDetector(),
    step: changeDetector(),
  };

  /** The main button, or the link at its place. */
  primary: HTMLElement = this.main;

  /** `onward`: links that have the places of the main and the smaller buttons at the end, the first as the main one. */
  constructor(onward: HTMLElement | null, see: HTMLElement) {
    this.#onward = onward;
    this.#see = see;
    this.#links = [...(onward?.children ?? [])] as HTMLElement[];
  }

  draw(lesson: Lesson, discs: ReadonlySet<string>, t: Translator): void {
    const { phase, kind, tip, hint, turns, note } = lesson;
    const over = phase === "over";
    const { name, title } = lesson;
    const label = t("ui.lesson.named", { title });
    set(this.element, { "aria-label": label, "data-preview": name.startsWith("preview-") });
    set(this.acts, { "aria-label": t("ui.lesson.acts"), "data-phase": phase, "data-kind": kind });
    text(this.#title, title);
    this.#drawScore(lesson, t);
    this.#drawSteps(lesson, t);
    this.#text.hidden = over;
    const content = JSON.stringify(lesson.text);
    if (this.#differs.text(content, discs)) this.#text.replaceChildren(...renderText(lesson.text, discs));
    const [used, of] = turns;
    const turn = of > 1 && phase === "ask" ? t("ui.lesson.turn", { n: Math.min(used + 1, of), of }) : "";
    // keeps its place, so that no board moves
    set(this.#tip, { "aria-hidden": phase !== "ask" && "true" });
    if (phase === "ask") text(this.#tip, [turn, note || tip].filter(Boolean).join(" · "));
    this.#hint.hidden = hint.taken < 1 || !hint.text.length || over;
    if (this.#differs.hint(JSON.stringify(hint), discs, t)) {
      const heading = t("ui.lesson.hint.of", { n: hint.taken, of: hint.of });
      this.#fill(this.#hint, "hint", heading, renderText(hint.text, discs));
    }
    this.#drawComment(lesson, discs, t);
    this.#placeSee(kind === "read");
    this.#drawEnd(lesson, t);
    this.#drawCount(lesson, t);
    this.#drawButtons(lesson, t);
    this.#placeLinks(over);
  }

  /** A new comment has lost the buttons that play turns again. */
  #placeSee(isRead: boolean): void {
    const place = isRead ? this.#moreRow : this.#comment;
    if (this.#see.parentElement !== place) place[isRead ? "prepend" : "append"](this.#see);
  }

  /** Moves the links to the places of buttons at the end, and back. */
  #placeLinks(over: boolean): void {
    const [first, ...others] = this.#links;
    if (!this.#onward || !first || this.#onward.hidden === over) return;
    this.#onward.hidden = over;
    first.classList.toggle("adaptoid-lesson-great", over);
    const primary = over ? first : this.main;
    this.primary.replaceWith(primary);
    this.primary = primary;
    if (over) this.#moreRow.append(...others);
    else this.#onward.append(...this.#links);
  }

  #fill(bubble: HTMLElement, icon: Drawing, heading: string, nodes: Node[]): void {
    bubble.replaceChildren(
      html("span.lesson-icon", {}, drawing(DRAWINGS[icon])),
      html("div", {}, heading && html("p.lesson-heading", {}, heading), ...nodes),
    );
  }

  #drawScore({ score, phase, rating }: Lesson, t: Translator): void {
    if (rating) {
      const { value, change } = rating;
      const by = change
        ? html("b", { "data-up": change > 0 }, `${change > 0 ? "+" : "−"}${Math.abs(change)}`)
        : "";
      this.#score.replaceChildren(`${t("ui.lesson.rating", { n: value })} `, by);
    } else text(this.#score, phase === "over" || score < 1 ? "" : t.count("ui.lesson.points", score));
  }

  #drawSteps({ steps, badges, step, free, phase, count }: Lesson, t: Translator): void {
    const at = phase === "over" ? -1 : step;
    this.#steps.hidden = count < 2;
    if (!this.#differs.steps(badges.join(), at, free, t)) return;
    // in a fixed order only the steps up to the first open one are buttons
    const first = steps.indexOf("");
    const focusedStep = this.#steps.querySelector<HTMLElement>(":focus")?.dataset.step;
    set(this.#steps, { "aria-label": t("ui.lesson.steps") });
    this.#steps.replaceChildren(
      ...steps.map((state, i) => {
        const [badge, words] = badges[i] ?? ["", ""];
        const name = t("ui.lesson.step", { n: i + 1 }) + (badge && t("ui.comma") + words);
        const sign = BADGES[badge];
        const children = [
          html("span", { "aria-hidden": "true" }, String(i + 1)),
          ...(sign ? [drawing(DRAWINGS[sign])] : []),
        ];
        const attributes = {
          "data-state": state,
          "aria-current": i === at ? "step" : null,
          title: name,
        };
        const dot =
          free || first < 0 || i <= first
            ? html("button.lesson-step", { ...attributes, "data-step": i, "aria-label": name }, ...children)
            : html("span.lesson-step", { ...attributes, role: "img", "aria-label": name }, ...children);
        return html("li", {}, dot);
      }),
    );
    // the row scrolls on a phone
    const current = this.#steps.children[Math.max(0, at)] as HTMLElement | undefined;
    if (current) this.#steps.scrollLeft = current.offsetLeft - this.#steps.clientWidth / 2;
    if (focusedStep)
      this.#steps.querySelector<HTMLElement>(`[data-step="${focusedStep}"]`)?.focus({ preventScroll: true });
  }

  #drawComment(lesson: Lesson, discs: ReadonlySet<string>, t: Translator): void {
    const { phase, said, reply } = lesson;
    // after the first of several turns there may be a comment while the next is asked for
    const hasComment = phase === "ask" ? said.length > 0 : phase !== "over";
    this.#comment.hidden = !hasComment;
    const tone = toneOf(lesson);
    if (!hasComment || !this.#differs.said(tone, JSON.stringify(said), reply, discs, t)) return;
    set(this.#comment, { "data-tone": tone });
    const heading = headingOf(lesson, t);
    // the text may only repeat the heading
    const nodes = plain(said) === heading ? [] : renderText(said, discs);
    // the text may name the turn already
    if (reply && !plain(said).includes(reply))
      nodes.push(html("p", {}, t("ui.lesson.reply"), " ", code(reply, discs)));
    const icon =
      ({ ask: "right", partly: "reply", undecided: "reply" } as const)[tone as string] ?? (tone as Drawing);
    this.#fill(this.#comment, icon, heading, nodes);
    if (lesson.can.includes("another")) {
      set(this.#another, { title: t("ui.lesson.another.tip") });
      text(this.#another, t("ui.lesson.another"));
      this.#comment.lastElementChild?.append(this.#another);
    }
  }

  #drawEnd({ phase, steps, badges, score, max, scores, next, made, tip }: Lesson, t: Translator): void {
    this.#end.hidden = phase !== "over";
    if (phase !== "over" || !this.#differs.end(badges.join(), scores.join(), score, max, next, t)) return;
    const total = html("p.lesson-total", {}, html("b", {}, String(score)), t("ui.lesson.of", { max }));
    const heading = html("p.lesson-heading", {}, made ? t("ui.lesson.over") : tip);
    const share = max > 0 ? score / max : steps.filter(Boolean).length / steps.length;
    const rows = steps.map((state, i) => {
      const [badge, words] = badges[i] ?? ["", ""];
      const sign = BADGES[badge];
      const dot = html(
        "span.lesson-step",
        { "data-state": state },
        String(i + 1),
        ...(sign ? [drawing(DRAWINGS[sign])] : []),
      );
      const points = scores[i] ?? null;
      const label = points === null ? "" : t.count("ui.lesson.points", points);
      return html("li", {}, dot, html("span", {}, words), html("b", {}, label));
    });
    this.#end.replaceChildren(
      endRing(share, steps.length),
      html("div.lesson-result", {}, heading, max > 0 ? total : ""),
      html("ol", {}, ...rows),
    );
  }

  #drawCount({ kind, phase, step, name }: Lesson, t: Translator): void {
    const asks = kind === "count" && phase === "ask";
    if (this.#differs.step(name, step, phase === "ask")) this.number.value = "";
    this.#count.hidden = !asks;
    set(this.number, { "aria-label": t("ui.lesson.number") });
    set(this.#less, { "aria-label": t("ui.lesson.less"), title: t("ui.lesson.less") });
    set(this.#plus, { "aria-label": t("ui.lesson.more"), title: t("ui.lesson.more") });
  }

  #drawButtons(lesson: Lesson, t: Translator): void {
    const { can, hint, rating, steps, step } = lesson;
    const isOpen = !rating && !steps[step];
    const action = this.#onward && lesson.phase === "over" ? undefined : mainAction(lesson);
    this.main.hidden = !action;
    set(this.main, {
      "data-lesson": action,
      "aria-disabled": action && !can.includes(action) ? "true" : null,
      title: action ? `${t(`ui.lesson.${action}`, { title: lesson.next })} (G)` : null,
    });
    text(this.main, action ? t(`ui.lesson.${action}`, { title: lesson.next }) : "");
    for (const button of this.#more) {
      const what = button.dataset.lesson as (typeof MORE)[number];
      const [label, note] = button.children;
      // a second click on a disc takes it back; what is read is played by the view itself
      const isRedundant =
        (what === "back" && lesson.kind === "click") || (what === "reveal" && lesson.kind === "read");
      const name = t(`ui.lesson.${what}`);
      const hints = what === "hint";
      const n = hint.left;
      // the button stays after the last hint and after a wrong answer, so that no other button moves there
      const spent = hints && !can.includes(what) && hint.of > 0 && can.includes("reveal");
      button.hidden = !(can.includes(what) || spent) || what === action || isRedundant;
      const reveals = what === "reveal";
      const tip = t.has(`ui.lesson.${what}.tip`) ? t(`ui.lesson.${what}.tip`) : name;
      set(button, {
        title: hints && (rating || !hint.costs) ? `${name} (H)` : tip,
        "aria-disabled": spent ? "true" : null,
      });
      text(label, name);
      const left =
        hints && n === 0 ? "none" : !hint.costs ? "free" : rating ? "rated" : n === null ? "point" : "costs";
      const forfeits = reveals && name !== tip && isOpen;
      // the shown solution of a puzzle counts as its first hint does
      const misses = reveals && rating && hint.costs;
      const loss = forfeits ? "ui.lesson.forfeits" : "";
      const key = hints || misses ? `ui.lesson.left.${left}` : loss;
      const isUnknown = hints && n === null && left === "free";
      text(note, key && !isUnknown ? t(key, { n: n ?? 0 }) : "");
    }
  }

  /** The actions of the visible buttons. If they change, another button may be under the pointer. */
  get buttons(): string {
    return [this.main, ...this.#more].map(({ hidden, dataset }) => (hidden ? "" : dataset.lesson)).join();
  }

  /** Brings the text of a new step or a new comment into view. On a phone the buttons are in view already, at the lower end of the window. */
  showText(stepBegins: boolean): void {
    const isSticky = getComputedStyle(this.#bar).position === "sticky";
    const texts = stepBegins ? [this.#text, this.#tip] : [this.#hint, this.#comment];
    for (const part of isSticky ? texts : [stepBegins ? this.element : this.acts])
      part.scrollIntoView?.({ block: "nearest" });
  }

  /** Changes the number by a button; an empty field becomes 0 or 1. */
  count(by: number): void {
    const { number } = this;
    const now = number.value === "" ? (by > 0 ? 0 : 1) : Number(number.value);
    number.value = String(Math.min(MAX_NUMBER, Math.max(0, now + by)));
  }
}

/** The tone of the comment on an answer. Discs that are right but too few are not called wrong. */
function toneOf({ phase, kind, chosen, wrong, undecided }: Lesson): string {
  if (undecided) return "undecided";
  return phase === "wrong" && kind === "click" && chosen.length && !wrong.length ? "partly" : phase;
}

/** The heading of a comment; "" if the comment needs none. */
export function headingOf(lesson: Lesson, t: Translator): string {
  const tone = toneOf(lesson);
  if (tone === "shown" && lesson.kind !== "turn") return "";
  return t(`ui.lesson.is.${lesson.refuted ? "refuted" : tone}`);
}

export function focusTargetOf({ kind, phase }: Lesson): FocusTarget {
  if (phase !== "ask" || kind === "read") return "main";
  return kind === "count" ? "number" : "board";
}
