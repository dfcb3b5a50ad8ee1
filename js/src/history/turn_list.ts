import { icon } from "../board/shapes";
import { html, isTouch, on, onResize, set, text } from "../dom/elements";
import { arrange, morphChildren } from "../dom/morph";
import type { SecondClick } from "../dom/second_click";
import type { Translator } from "../i18n/messages";
import { commandOf } from "../keys/keymap";
import { drawing, toolButton } from "../panels/buttons";
import { MARKED, ON_LINE, VARIATION } from "../protocol/constants";
import type { Snapshot, TurnRow } from "../protocol/types";
import type { State } from "../state/state";
import type { Destination } from "./navigator";

/** The height of a line in pixels, unless the text is larger. */
const LINE_PX = isTouch() ? 44 : 28;
/** Lines that are drawn above and below the visible ones. */
const OVERSCAN = 6;
/** The most unknown rows that are requested at once. */
const MAX_FETCHED = 200;
/** The deepest variation that is indented further; a deeper one shows its depth as a number. */
const MAX_INDENT = 4;

interface TurnListHost {
  go(destination: Destination): void;
  /** Runs the command of a key. */
  run(command: string): void;
  /** Requests rows. */
  fetch(from: number, to: number): void;
  /** Requested rows have arrived. */
  received(): void;
}

/**
 * The turns of the game, in a column for each player, with all comments and variations. Python places the rows. Only visible
 * rows are in the DOM, so ten thousand turns cost no more than ten. The list is one tab stop; its active row is the position
 * on the board.
 */
export class TurnList {
  readonly #title = html("h3.title");
  readonly #tools = html("div.nav", { role: "group" });
  readonly #list = html("div.turns", { role: "presentation" });
  readonly scroller = html("div.scroller", { role: "tree", tabindex: "0" }, this.#list);
  readonly #emptyNote = html("p.no-turns");
  /** The list, and what belongs to it. */
  readonly panel = html("div.turns-panel", {}, this.#emptyNote, this.scroller);
  readonly element = html(
    "section.history",
    {},
    html("div.history-head", {}, this.#title, this.#tools),
    this.panel,
  );
  /** The ids of rows begin with this. */
  readonly #idPrefix = `adaptoid-${Math.random().toString(36).slice(2, 9)}-`;
  readonly #turns = new Map<number, TurnRow>();
  /** The elements of the drawn rows, by all that they show. */
  #rows = new Map<string, HTMLElement>();
  #rowTranslator: Translator | null = null;
  /** The visible part of the list, in pixels. Reading it from the DOM forces a layout. */
  #viewport = { top: 0, height: 0 };
  /** The height of a line in pixels. */
  #line = LINE_PX;
  /** The list will be scrolled to the top of `#viewport` in the next frame. */
  #scrollPending = false;
  /** Whether the current row is another one since the list was scrolled to it. */
  #hasMoved = false;
  #drawn: { snapshot?: Snapshot; range?: string } = {};
  #t: Translator | null = null;
  readonly #host: TurnListHost;
  readonly #secondClick: SecondClick;

  constructor(host: TurnListHost, secondClick: SecondClick) {
    this.#host = host;
    this.#secondClick = secondClick;
    on(this.scroller, "scroll", () => {
      if (this.#scrollPending) return;
      this.#readViewport();
      this.#drawRows();
    });
    on(this.scroller, "click", ({ target }) => {
      const row = (target as Element).closest<HTMLElement>("[data-node]");
      if (row && this.#isInteractive) this.#host.go({ node: Number(row.dataset.node) });
    });
    on(this.scroller, "keydown", (event) => this.#key(event));
    onResize(this.scroller, () => {
      const wasHidden = this.#viewport.height === 0;
      this.#readViewport();
      this.#scrollToCurrent(wasHidden);
      this.#drawRows();
    });
  }

  draw({ snapshot }: State, t: Translator): void {
    const { history, node, interactive, colors } = snapshot;
    const before = this.#drawn.snapshot;
    this.#t = t;
    const title = t("ui.turns");
    text(this.#title, title);
    text(this.#emptyNote, node < 0 ? t("describe.no-turn") : "");
    set(this.#tools, { "aria-label": title });
    set(this.scroller, { "aria-label": title, "data-live": interactive, hidden: node < 0 });
    if (before?.rev !== snapshot.rev || before.board !== snapshot.board) this.#turns.clear();
    this.#store(-1, [startRow(t, history.comment)]);
    this.#store(history.from, history.turns);
    this.#list.style.height = `calc(${history.lines} * var(--adaptoid-line))`;
    this.#list.style.setProperty("--adaptoid-columns", String(colors.length));
    const [, depth = 0] = this.#turns.get(history.row) ?? [];
    const button = (what: string, enabled: boolean) => {
      const armed = this.#secondClick.isArmed(what, snapshot.rev);
      const name = t(armed ? "ui.sure" : `ui.${what}`);
      return toolButton(what, { name, tip: t(`ui.${what}.tip`), enabled, armed });
    };
    morphChildren(this.#tools, [button("promote", depth > 0), button("remove", node > 0)]);
    this.#tools.hidden = !interactive || node < 0;
    const moved = before?.history.row !== history.row || before.history.count !== history.count;
    this.#drawn = { ...this.#drawn, snapshot };
    this.#hasMoved ||= moved;
    // a row that moves between press and release gets no click
    if (this.#hasMoved && !this.#list.matches(":active")) this.#scrollToCurrent();
    this.#drawRows(true);
  }

  /** Stores and draws rows that were requested. */
  receive(from: number, rows: TurnRow[]): void {
    this.#store(from, rows);
    this.#drawRows(true);
    this.#host.received();
  }

  /** The node in a row. An unknown row is requested. */
  nodeIn(row: number): number | undefined {
    const [node] = this.#turns.get(row) ?? [];
    if (node === undefined) this.#host.fetch(Math.max(0, row - OVERSCAN), row + OVERSCAN);
    return node;
  }

  #store(from: number, rows: TurnRow[]): void {
    rows.forEach((row, i) => {
      this.#turns.set(from + i, row);
    });
  }

  get #isInteractive(): boolean {
    return this.#drawn.snapshot?.interactive === true;
  }

  #key(event: KeyboardEvent): void {
    const command = this.#isInteractive && commandOf(event, "list");
    if (!command) return;
    event.preventDefault();
    const page = Math.max(1, Math.floor(this.#viewport.height / this.#line) - 1);
    const destinations: Record<string, Destination> = {
      up: { rows: -1 },
      down: { rows: 1 },
      prev: { turns: -1 },
      next: { turns: 1 },
      "page-up": { rows: -page },
      "page-down": { rows: page },
      first: { at: 0 },
      last: { at: this.#drawn.snapshot?.history.length ?? 0 },
    };
    const destination = destinations[command];
    if (destination) this.#host.go(destination);
    else this.#host.run(command);
  }

  /** Scrolls the current row into view: just beyond the edge, or to the middle if it is far away. The page does not scroll. */
  #scrollToCurrent(center = false): void {
    const { row = -1, lines = 0 } = this.#drawn.snapshot?.history ?? {};
    const { top, height } = this.#viewport;
    this.#hasMoved = false;
    // once it is seen, the size is read
    if (!height) return;
    const size = this.#line;
    const rowTop = lineOf(this.#turns.get(row)) * size;
    const middle = rowTop - (height - size) / 2;
    const near = Math.min(Math.max(top, rowTop + 2 * size - height), rowTop - size);
    const goal = center || Math.abs(near - top) > height ? middle : near;
    const target = Math.round(Math.max(0, Math.min(goal, lines * size - height)));
    if (target === top) return;
    this.#viewport = { top: target, height };
    // scrolling now would force a layout of the page
    this.#scrollPending = true;
    requestAnimationFrame(() => {
      this.scroller.scrollTop = this.#viewport.top;
      this.#scrollPending = false;
    });
  }

  #readViewport(): void {
    this.#viewport = { top: this.scroller.scrollTop, height: this.scroller.clientHeight };
    // two lines of text
    this.#line = Math.max(LINE_PX, 2 * Number.parseFloat(getComputedStyle(this.scroller).fontSize) || 0);
  }

  #drawRows(force = false): void {
    const { snapshot } = this.#drawn;
    const t = this.#t;
    if (!snapshot || !t) return;
    const { count, row, at, lines } = snapshot.history;
    const { top } = this.#viewport;
    const size = this.#line;
    const height = this.#viewport.height || size * 12;
    const first = Math.floor(top / size) - OVERSCAN;
    const end = Math.ceil((top + height) / size) + OVERSCAN;
    const range = `${first} ${end}`;
    if (!force && range === this.#drawn.range) return;
    this.#drawn.range = range;

    const rows = new Map<string, HTMLElement>();
    // the known rows next to the visible lines: what is between them may be visible
    let [above, aboveLine, below, belowLine] = [-1, 0, count, lines];
    for (const [i, turn] of [...this.#turns].sort(([i], [k]) => i - k)) {
      const line = lineOf(turn);
      if (line < first) [above, aboveLine] = [i, line];
      else if (line < end) {
        const [node, depth, ply, color, notation, starved, end, flags, ...rest] = turn;
        // all that the element shows: it is the same on and off the current line
        const shown = [i, node, depth, ply, color, notation, starved, end, flags & ~ON_LINE, ...rest];
        const content = JSON.stringify(shown);
        const reused = this.#rowTranslator === t ? this.#rows.get(content) : undefined;
        const element = reused ?? makeRow(this.#idPrefix, i, turn, t);
        const played = flags & ON_LINE ? (ply > at ? "ahead" : "played") : null;
        set(element, { "aria-selected": i === row && "true", "data-line": played });
        rows.set(content, element);
      } else if (i < below) [below, belowLine] = [i, line];
    }
    this.#rows = rows;
    this.#rowTranslator = t;
    set(this.#list, { "data-cut": above >= 0 || below < count });
    arrange(this.#list, [...rows.values()]);
    set(this.scroller, {
      "aria-activedescendant":
        this.#isInteractive && this.#list.querySelector("[aria-selected]")
          ? this.#idPrefix + snapshot.node
          : null,
    });
    let from = above + 1;
    while (this.#turns.has(from)) from++;
    while (this.#turns.has(below - 1)) below--;
    if (from >= below) return;
    // far from all known rows, a guess brings the next request nearer
    if (below - from > MAX_FETCHED)
      from += Math.floor(((below - from) * (first - aboveLine)) / (belowLine - aboveLine));
    this.#host.fetch(from, Math.min(below, from + MAX_FETCHED));
  }
}

/** The line of the list in which a row begins; 0 for an unknown one. */
function lineOf([, , , , , , , , line = 0]: Partial<TurnRow> = []): number {
  return line;
}

/** The row of the start of the game. */
export function startRow(t: Translator, comment: string): TurnRow {
  return [0, 0, 0, "", t("ui.start"), [], "", ON_LINE, 0, -1, comment, ""];
}

/** The element of a row. The id begins with `idPrefix`. */
export function makeRow(idPrefix: string, row: number, turn: TurnRow, t: Translator): HTMLElement {
  const [node, depth, ply, color, notation, starved, end, flags, line, column, comment, glyph] = turn;
  // the number of rows on its level is unknown
  const element = html("div.turn", {
    role: "treeitem",
    "aria-posinset": row + 2,
    "aria-setsize": -1,
    "aria-level": depth + 1,
    id: idPrefix + node,
    "data-node": node,
    "data-ply": ply,
    "data-column": column < 0 ? null : column,
    title: `${notation}${glyph} ${starved}`,
  });
  const append = (name: string, ...children: (Node | string)[]) =>
    element.append(html(`span.turn-${name}`, {}, ...children));
  element.style.top = `calc(${line} * var(--adaptoid-line))`;
  element.style.setProperty("--adaptoid-depth", String(Math.min(depth, MAX_INDENT)));
  element.style.setProperty("--adaptoid-column", String(column));
  if (flags & VARIATION) element.append(drawing("variation", t("ui.variation")));
  if (depth > MAX_INDENT) append("depth", String(depth));
  // of turns side by side, only the first has a number
  append("number", node && column < 1 ? String(ply) : "");
  // an agreed draw has no colour
  if (color) element.append(icon(color, t(`ui.${color}`)));
  append("text", notation);
  if (glyph) element.append(html("b.turn-glyph", {}, glyph));
  if (starved.length) append("starved", icon("lost", t("ui.turn.starved")), starved.join(" "));
  if (end) append("end", end);
  if (flags & MARKED) append("notes", drawing("arrow", t("ui.turn.marked")));
  if (comment) append("comment", comment);
  return element;
}
