import { icon } from "../board/shapes";
import type { Confirmation } from "../dom/confirm";
import { html, on, onResize, set, text } from "../dom/elements";
import { commandOf } from "../dom/keymap";
import { arrange, morph } from "../dom/morph";
import type { Words } from "../i18n/messages";
import { drawing, toolButton } from "../panels/buttons";
import { COMMENTED, MARKED, ON_LINE, type Snapshot, type TurnRow, VARIATION } from "../protocol/types";
import type { State } from "../state/state";
import type { Wish } from "./navigator";

const ROW = 28;
const SPARE = 6;
/** Variations within variations are set in up to here; from there on a number tells how deep. */
const DEEPEST = 4;

interface Guide {
  /** Goes where a key or a click on a row says. */
  go(wish: Wish): void;
  /** A button of the panel, by a key. */
  press(what: string): void;
  fetch(from: number, to: number): void;
  /** Rows that were asked for are here. */
  learned(): void;
}

/**
 * The turns of the game with all variations, a row each. Only the rows in sight exist, so ten thousand turns cost no
 * more than ten. The list is one stop of the Tab key; the row that the keyboard is on is the position on the board.
 */
export class TreePanel {
  readonly element = html("section.history");
  readonly #title = html("h3.title");
  readonly #tools = html("div.nav", { role: "group" });
  readonly #list = html("div.turns", { role: "presentation" });
  readonly scroller = html("div.scroller", { role: "tree", tabindex: "0" });
  readonly #none = html("p.no-turns");
  readonly #name = `adaptoid-${Math.random().toString(36).slice(2, 9)}-`;
  #known = new Map<number, TurnRow>();
  /** The rows that stand, by all that they show. */
  #rows = new Map<string, HTMLElement>();
  #said: Words | null = null;
  #sight = { from: 0, height: 0 };
  /** It will be scrolled to where `sight` says. */
  #scrolls = false;
  #shown: { snapshot?: Snapshot; key?: string } = {};
  #say: Words | null = null;
  readonly #guide: Guide;
  readonly #sure: Confirmation;

  constructor(guide: Guide, sure: Confirmation) {
    this.#guide = guide;
    this.#sure = sure;
    this.scroller.append(this.#list);
    this.element.append(html("div.history-head", {}, this.#title, this.#tools));
    this.element.append(this.#none, this.scroller);
    on(this.scroller, "scroll", () => {
      if (this.#scrolls) return;
      this.#look();
      this.#drawRows();
    });
    on(this.scroller, "click", ({ target }) => {
      const row = (target as Element).closest<HTMLElement>("[data-node]");
      if (row && this.#live) this.#guide.go({ node: Number(row.dataset.node) });
    });
    on(this.scroller, "keydown", (event) => this.#key(event));
    onResize(this.scroller, () => {
      const first = this.#sight.height === 0;
      this.#look();
      this.#follow(first);
      this.#drawRows();
    });
  }

  draw({ snapshot }: State, say: Words): void {
    const { history, node, interactive } = snapshot;
    const before = this.#shown.snapshot;
    this.#say = say;
    text(this.#title, say("ui.turns"));
    text(this.#none, node < 0 ? say("ui.turns.none") : "");
    set(this.#tools, { "aria-label": say("ui.turns") });
    set(this.scroller, { "aria-label": say("ui.turns") });
    this.scroller.hidden = node < 0;
    set(this.scroller, { "data-live": interactive });
    if (before?.rev !== snapshot.rev || before.board !== snapshot.board) this.#known.clear();
    this.#learn(history.from, history.turns);
    const depth = this.#known.get(history.row)?.[1] ?? 0;
    const button = (what: string, enabled: boolean) => {
      const armed = this.#sure.is(what, snapshot.rev);
      const name = say(armed ? "ui.sure" : `ui.${what}`);
      return toolButton(what, { name, tip: say(`ui.${what}.tip`), enabled, armed });
    };
    morph(this.#tools, [button("promote", depth > 0), button("remove", node > 0)]);
    this.#tools.hidden = !interactive || node < 0;
    const moved = before?.history.row !== history.row || before.history.count !== history.count;
    this.#shown = { ...this.#shown, snapshot };
    if (moved) this.#follow();
    this.#drawRows(true);
  }

  /** Rows that were asked for because they came into sight. */
  receive(from: number, rows: TurnRow[]): void {
    this.#learn(from, rows);
    this.#drawRows(true);
    this.#guide.learned();
  }

  /** The node in a row; where it is not known yet it is asked for. */
  nodeIn(row: number): number | undefined {
    const known = this.#known.get(row)?.[0];
    if (known === undefined) this.#guide.fetch(Math.max(0, row - SPARE), row + SPARE);
    return known;
  }

  #learn(from: number, rows: TurnRow[]): void {
    rows.forEach((row, i) => {
      this.#known.set(from + i, row);
    });
  }

  get #live(): boolean {
    return this.#shown.snapshot?.interactive === true;
  }

  #key(event: KeyboardEvent): void {
    const command = this.#live && commandOf(event, "list");
    if (!command) return;
    event.preventDefault();
    const page = Math.max(1, Math.floor(this.#sight.height / ROW) - 1);
    const steps: Record<string, Wish> = {
      up: { rows: -1 },
      down: { rows: 1 },
      prev: { turns: -1 },
      next: { turns: 1 },
      "page-up": { rows: -page },
      "page-down": { rows: page },
      first: { at: 0 },
      last: { at: this.#shown.snapshot?.history.length ?? 0 },
    };
    const wish = steps[command];
    if (wish) this.#guide.go(wish);
    else this.#guide.press(command);
  }

  /** Brings the current row into sight, not at its edge, and from afar in the middle; the page around stays as it is. */
  #follow(afar = false): void {
    const { row = -1, count = 0 } = this.#shown.snapshot?.history ?? {};
    const { from, height } = this.#sight;
    const top = (row + 1) * ROW;
    const middle = top - (height - ROW) / 2;
    const near = Math.min(Math.max(from, top + 2 * ROW - height), top - ROW);
    const goal = afar || Math.abs(near - from) > height ? middle : near;
    const wanted = Math.round(Math.max(0, Math.min(goal, (count + 1) * ROW - height)));
    if (wanted === from) return;
    this.#sight = { from: wanted, height };
    // to scroll now would lay out the page in the middle of a drawing
    this.#scrolls = true;
    requestAnimationFrame(() => {
      this.scroller.scrollTop = this.#sight.from;
      this.#scrolls = false;
    });
  }

  /** Reads what is in sight. To ask at every draw would make the browser lay everything out each time. */
  #look(): void {
    this.#sight = { from: this.scroller.scrollTop, height: this.scroller.clientHeight };
  }

  #drawRows(force = false): void {
    const { snapshot } = this.#shown;
    const say = this.#say;
    if (!snapshot || !say) return;
    const { count, row, at } = snapshot.history;
    const { from: top } = this.#sight;
    const height = this.#sight.height || ROW * 12;
    // one row more than there are turns: the start
    const first = Math.max(0, Math.floor(top / ROW) - SPARE);
    const end = Math.min(count + 1, Math.ceil((top + height) / ROW) + SPARE);
    const key = `${first} ${end}`;
    if (!force && key === this.#shown.key) return;
    this.#shown.key = key;
    this.#list.style.paddingTop = `${first * ROW}px`;
    this.#list.style.paddingBottom = `${(count + 1 - end) * ROW}px`;

    const rows = new Map<string, HTMLElement>();
    const missing: number[] = [];
    for (let i = first - 1; i < end - 1; i++) {
      const turn = i < 0 ? startRow(say) : this.#known.get(i);
      if (!turn) missing.push(i);
      const flags = turn?.[7] ?? 0;
      const looks = JSON.stringify([i, turn?.slice(0, 7), flags & ~ON_LINE]);
      const kept = this.#said === say ? this.#rows.get(looks) : undefined;
      const element = kept ?? makeRow(this.#name, i, turn, say);
      const line = turn && flags & ON_LINE ? (turn[2] > at ? "ahead" : "played") : null;
      set(element, { "aria-selected": i === row ? "true" : null, "data-line": line });
      rows.set(looks, element);
    }
    this.#rows = rows;
    this.#said = say;
    arrange(this.#list, [...rows.values()]);
    const current = first <= row + 1 && row + 1 < end && !missing.includes(row);
    set(this.scroller, {
      "aria-activedescendant": current && this.#live ? this.#name + snapshot.node : null,
    });
    const [from, to] = [missing[0], missing.at(-1)];
    if (from !== undefined && to !== undefined) this.#guide.fetch(from, to + 1);
  }
}

export function startRow(say: Words): TurnRow {
  return [0, 0, 0, "", say("ui.start"), [], "", ON_LINE];
}

export function makeRow(name: string, row: number, turn: TurnRow | undefined, say: Words): HTMLElement {
  // how many rows are on its level is nowhere known; its place among all of them is
  const element = html("div.turn", {
    role: "treeitem",
    "aria-posinset": row + 2,
    "aria-setsize": -1,
    "aria-level": (turn?.[1] ?? 0) + 1,
  });
  const part = (what: string, ...inside: (Node | string)[]) =>
    element.append(html(`span.turn-${what}`, {}, ...inside));
  if (!turn) {
    part("number", "…");
    return element;
  }
  const [node, depth, ply, color, written, starved, end, flags] = turn;
  set(element, { id: name + node, "data-node": node, "data-ply": ply, title: written });
  element.style.setProperty("--adaptoid-depth", String(Math.min(depth, DEEPEST)));
  if (flags & VARIATION) element.append(drawing("variation", say("ui.variation")));
  if (depth > DEEPEST) part("depth", String(depth));
  part("number", node ? String(ply) : "");
  // a draw that was agreed is nobody's turn
  if (color) element.append(icon(color, say(`ui.${color}`)));
  part("text", written);
  if (starved.length) part("starved", icon("lost", say("ui.turn.starved")), starved.join(" "));
  if (end) part("end", end);
  const notes = [
    ...(flags & COMMENTED ? [drawing("comment", say("ui.turn.commented"))] : []),
    ...(flags & MARKED ? [drawing("arrow", say("ui.turn.marked"))] : []),
  ];
  if (notes.length) part("notes", ...notes);
  return element;
}
