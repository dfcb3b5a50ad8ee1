import { html, set, text } from "./dom";
import { drawButton, toolButton } from "./panel";
import { icon } from "./shapes";
import type { State } from "./state";
import type { Snapshot, TurnRow } from "./types";
import type { Words } from "./wording";

const ROW = 28;
const SPARE = 6;

/** The turns of the game. Only the rows in sight exist, so ten thousand turns cost no more than ten. */
export class HistoryPanel {
  readonly element = html("section", { class: "adaptoid-history" });
  private readonly title = html("h3", { class: "adaptoid-title" });
  private readonly nav = html("div", { class: "adaptoid-nav", role: "group" });
  private readonly list = html("ol", { class: "adaptoid-turns" });
  private readonly scroller = html("div", { class: "adaptoid-scroller", tabindex: "-1" });
  private readonly none = html("p", { class: "adaptoid-no-turns" });
  private readonly buttons = ["first", "prev", "next", "last"].map(toolButton);
  private known = new Map<number, TurnRow>();
  /** The rows that stand, by all that they show. */
  private rows = new Map<string, HTMLLIElement>();
  private said: Words | null = null;
  private sight = { from: 0, height: 0 };
  private shown: { snapshot?: Snapshot; at?: number; key?: string } = {};
  private say: Words | null = null;

  constructor(private readonly fetch: (from: number, to: number) => void) {
    this.nav.append(...this.buttons);
    this.scroller.append(this.list, this.none);
    this.element.append(html("div", { class: "adaptoid-history-head" }, this.title, this.nav), this.scroller);
    this.scroller.addEventListener("scroll", () => {
      this.look();
      this.drawRows();
    });
    if (typeof ResizeObserver === "function")
      new ResizeObserver(() => {
        this.look();
        this.follow();
        this.drawRows();
      }).observe(this.scroller);
  }

  draw({ snapshot }: State, say: Words): void {
    const { count, at, from, turns } = snapshot.history;
    this.say = say;
    text(this.title, say("ui.turns"));
    text(this.none, count ? "" : say("ui.turns.none"));
    set(this.nav, { "aria-label": say("ui.turns") });
    set(this.list, { "aria-label": say("ui.turns") });
    for (const button of this.buttons) {
      const what = button.dataset.do ?? "";
      const on = what === "first" || what === "prev" ? at > 0 : at < count;
      drawButton(button, say(`ui.${what}`), on);
    }
    this.nav.hidden = !snapshot.interactive;
    if (this.shown.snapshot?.rev !== snapshot.rev || this.shown.snapshot.board !== snapshot.board)
      this.known.clear();
    turns.forEach((turn, i) => {
      this.known.set(from + i, turn);
    });
    const moved = this.shown.at !== at || this.shown.snapshot?.history.count !== count;
    this.shown = { ...this.shown, snapshot, at };
    this.drawRows(true);
    if (moved && this.follow()) this.drawRows();
  }

  /** Turns that were asked for because they came into sight. */
  receive(from: number, turns: TurnRow[]): void {
    turns.forEach((turn, i) => {
      this.known.set(from + i, turn);
    });
    this.drawRows(true);
  }

  /** Brings the current turn into sight within the list; the page around it stays where it is. */
  private follow(): boolean {
    const at = this.shown.at ?? 0;
    const { from, height } = this.sight;
    const top = Math.max(0, at - 1) * ROW;
    if (top >= from && top + ROW <= from + height) return false;
    this.scroller.scrollTop = top < from ? top - ROW : top - height + 2 * ROW;
    this.look();
    return true;
  }

  /** Reads what is in sight. To ask at every draw would make the browser lay everything out each time. */
  private look(): void {
    this.sight = { from: this.scroller.scrollTop, height: this.scroller.clientHeight };
  }

  private drawRows(force = false): void {
    const { snapshot } = this.shown;
    const say = this.say;
    if (!snapshot || !say) return;
    const { count, at } = snapshot.history;
    const { from: top } = this.sight;
    const height = this.sight.height || ROW * 12;
    const first = Math.max(0, Math.floor(top / ROW) - SPARE);
    const end = Math.min(count, Math.ceil((top + height) / ROW) + SPARE);
    const key = `${first} ${end}`;
    if (!force && key === this.shown.key) return;
    this.shown.key = key;
    this.list.style.paddingTop = `${first * ROW}px`;
    this.list.style.paddingBottom = `${(count - end) * ROW}px`;

    const focused = (this.element.getRootNode() as Document).activeElement;
    const kept =
      focused instanceof HTMLElement && this.list.contains(focused) ? focused.dataset.turn : undefined;
    const rows = new Map<string, HTMLLIElement>();
    const missing: number[] = [];
    for (let i = first; i < end; i++) {
      const turn = this.known.get(i);
      if (!turn) missing.push(i);
      const [current, ahead, live] = [i + 1 === at, i + 1 > at, snapshot.interactive];
      const looks = JSON.stringify([i, turn, current, ahead, live]);
      const kept = this.said === say ? this.rows.get(looks) : undefined;
      rows.set(looks, kept ?? makeRow(i + 1, turn, current, ahead, live, say));
    }
    this.rows = rows;
    this.said = say;
    this.list.replaceChildren(...rows.values());
    if (kept) this.list.querySelector<HTMLElement>(`[data-turn="${kept}"]`)?.focus({ preventScroll: true });
    const [from, to] = [missing[0], missing.at(-1)];
    if (from !== undefined && to !== undefined) this.fetch(from, to + 1);
  }
}

function makeRow(
  n: number,
  turn: TurnRow | undefined,
  current: boolean,
  ahead: boolean,
  live: boolean,
  say: Words,
): HTMLLIElement {
  const number = html("span", { class: "adaptoid-turn-number" }, String(n));
  if (!turn) return html("li", { value: n }, html("span", { class: "adaptoid-turn" }, number, "…"));
  const [color, written, starved, end] = turn;
  const said = html("span", { class: "adaptoid-turn-text" }, written);
  const parts: (Node | string)[] = [number];
  // a draw that was agreed is nobody's turn
  if (color) parts.push(icon(color, say(`ui.${color}`)));
  parts.push(said);
  if (starved.length) {
    const cross = icon("lost", say("ui.turn.starved"));
    parts.push(html("span", { class: "adaptoid-turn-starved" }, cross, starved.join(" ")));
  }
  if (end) parts.push(html("span", { class: "adaptoid-turn-end" }, end));
  const attributes = {
    class: "adaptoid-turn",
    "data-turn": n,
    "aria-current": current ? "true" : null,
    "data-ahead": ahead,
  };
  return html(
    "li",
    { value: n },
    live ? html("button", { type: "button", ...attributes }, ...parts) : html("span", attributes, ...parts),
  );
}
