import { boardPoint, cellOf, listenToDrags, nearest, type Spot } from "../board/input";
import { focused, on, set, wear } from "../dom/elements";
import { letter } from "../host/keys";
import type { Words } from "../i18n/messages";
import type { Asked, Edit, EditorGuide as Guide } from "../parts/contract";
import type { Color, Discs, Snapshot } from "../protocol/types";
import { isFlipped, letGo, pieceOn, placeOf, type State } from "../state/state";
import style from "./editor.css";
import { DragLayer, thousandths } from "./layout_editor";
import { type Desk, EditorPanel } from "./panel";

const ARROWS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1000, 0],
  ArrowRight: [1000, 0],
  ArrowUp: [0, -1000],
  ArrowDown: [0, 1000],
};
/** Clicks that come while an answer is awaited wait; so many of them. */
const MAX_WAITING = 30;

/**
 * Setting up a position, and building the board: what hand and keyboard mean while the editor is open. With its panel and
 * its style sheet a part of its own, which comes when it is first wanted.
 */
export class Editor {
  readonly #panel: EditorPanel;
  readonly #loose = new DragLayer();
  readonly #waiting: { intent: Edit; answered: Asked | undefined }[] = [];
  #asking = false;
  /** The adaptoid in hand, which stays there from one snapshot to the next. */
  #chosen: string | null = null;
  #less = false;
  #snapping = false;
  #cancel = () => false;
  #opened = false;
  /** By this view: then it is for the editor to say where the keyboard goes. */
  #leads = false;
  readonly #svg: SVGSVGElement;
  readonly #root: HTMLElement;
  readonly #guide: Guide;

  constructor(guide: Guide, root: HTMLElement) {
    this.#guide = guide;
    this.#root = root;
    this.#svg = root.querySelector(".adaptoid-svg") as SVGSVGElement;
    const desk: Desk = {
      send: (intent, answered) => this.send(intent, answered),
      leave: (what, text) => this.#lead({ what, ...(text !== undefined && { text }) }),
      chosen: () => this.#chosen,
      redraw: () => guide.change({ ...guide.state() }),
      tell: guide.tell,
    };
    this.#panel = new EditorPanel(desk);
    const layout = root.querySelector(".adaptoid-layout");
    layout?.prepend(this.#panel.palette);
    layout?.append(this.#panel.fields);
    wear(root, style);
    this.#listen(this.#svg);
  }

  get #edit(): Snapshot["edit"] {
    return this.#guide.state().snapshot.edit;
  }

  /** A state as the editor has it: with room for discs among the discs, and with what was in hand. */
  stage(state: State, discs: Discs): State {
    const { edit } = state.snapshot;
    if (!edit) {
      this.#chosen = null;
      return state.discs === discs ? state : { ...letGo(state), discs };
    }
    // whoever builds the board has no adaptoid in hand
    if (edit.tool === "layout") this.#chosen = null;
    const ghosts = edit.shape?.ghosts ?? [];
    const there = discs.cells.some(([cell]) => cell === this.#chosen);
    const chosen = there && pieceOn(state.snapshot, this.#chosen ?? "") ? this.#chosen : null;
    return { ...state, chosen, discs: { ...discs, cells: [...discs.cells, ...ghosts] } };
  }

  // -- asking, one thing after the other

  send(intent: Omit<Edit, "kind">, answered?: Asked): void {
    const { what } = intent;
    const last = this.#waiting.at(-1);
    // of what was typed only the last matters, and of the places dragged over
    if (last && (what === "text" || what === "snap") && last.intent.what === what) this.#waiting.pop();
    if (this.#waiting.length < MAX_WAITING)
      this.#waiting.push({ intent: { kind: "edit", ...intent } as Edit, answered });
    this.goOn();
  }

  goOn(): void {
    const [next] = this.#waiting;
    if (this.#asking || !next) return;
    this.#asking = true;
    const sent = this.#guide.ask(next.intent, (reply) => {
      this.#asking = false;
      if (next.answered) next.answered(reply);
      else if (!reply.ok) this.#guide.refused(reply, next.intent);
      this.goOn();
    });
    if (sent) this.#waiting.shift();
    else this.#asking = false;
  }

  /** No answer comes any more. */
  silent(): void {
    this.#asking = this.#snapping = this.#leads = false;
    this.#waiting.length = 0;
  }

  // -- the hand

  click(cell: string): void {
    const state = this.#guide.state();
    const { brush } = this.#panel;
    const piece = pieceOn(state.snapshot, cell);
    if (this.#edit?.tool === "layout") this.#toggle(cell);
    else if (brush === "leg" || brush === "pincer")
      this.send({ what: "limb", at: cell, limb: brush, by: this.#less ? -1 : 1 });
    else if (brush === "erase") this.send({ what: "take", at: cell });
    else if (brush !== "move") this.send({ what: "body", at: cell, color: brush });
    else if (!piece && this.#chosen) this.#move(this.#chosen, cell);
    else this.#choose(piece && cell !== this.#chosen ? cell : null);
    this.#less = false;
  }

  #choose(chosen: string | null): void {
    this.#chosen = chosen;
    this.#guide.change({ ...letGo(this.#guide.state()), chosen });
  }

  /** It lies there already while Python is asked. */
  #move(at: string, to: string): void {
    const state = this.#guide.state();
    this.#chosen = to;
    this.#guide.change({ ...state, chosen: at, drag: placeOf(state, to), reason: null });
    this.send({ what: "move", at, to });
  }

  /** The keyboard stays on the place, whatever it is called then. */
  #toggle(at: string): void {
    const place = placeOf(this.#guide.state(), at);
    const held = cellOf(focused(this.#svg)) === at;
    this.send({ what: "disc", at }, (reply) => {
      if (!reply.ok) this.#guide.refused(reply, { kind: "edit", what: "disc", at });
      const state = this.#guide.state();
      const key = reply.key ?? (place && nearest(state, place)) ?? at;
      if (!held || !reply.ok) return;
      this.#guide.change({ ...state, focus: key });
      requestAnimationFrame(() => this.#guide.disc(key)?.focus());
    });
  }

  #listen(svg: SVGSVGElement): void {
    svg.append(this.#loose.element);
    this.#cancel = listenToDrags(svg, {
      takes: (cell, event) => {
        this.#less = event.shiftKey;
        return event.button === 0 && this.#canDrag(cell);
      },
      drags: (cell, spot) => this.#drag(cell, spot),
      drops: (cell, event) => {
        const { left, right, top, bottom } = svg.getBoundingClientRect();
        const { clientX: x, clientY: y } = event;
        this.#letGo();
        this.#drop(cell, boardPoint(svg, event), x < left || x > right || y < top || y > bottom);
      },
      cancels: () => this.#letGo(),
      scene: () => this.#edit?.tool,
    });
    on(
      svg,
      "keydown",
      (event) => {
        if (!this.#type(event, svg)) return;
        event.preventDefault();
        event.stopPropagation();
      },
      true,
    );
  }

  #canDrag(cell: string): boolean {
    const edit = this.#edit;
    const { snapshot } = this.#guide.state();
    if (!edit || (edit.tool === "position" && !pieceOn(snapshot, cell))) return false;
    return edit.tool === "position" || (edit.shape?.free === true && !cell.includes(","));
  }

  #drag(cell: string, spot: Spot): void {
    const state = this.#guide.state();
    if (this.#edit?.tool === "position") {
      this.#guide.change({ ...state, chosen: cell, drag: spot, reason: null, hover: nearest(state, spot) });
      return;
    }
    this.#loose.follow(spot);
    if (this.#snapping) return;
    this.#snapping = true;
    this.send({ what: "snap", at: cell, ...thousandths(state, spot) }, ({ snap }) => {
      this.#snapping = false;
      if (snap) this.#loose.show(this.#guide.state(), snap);
    });
  }

  #drop(cell: string, spot: Spot | null, outside: boolean): void {
    const state = this.#guide.state();
    if (!spot) return;
    if (this.#edit?.tool === "layout") this.send({ what: "drag", at: cell, ...thousandths(state, spot) });
    else {
      const goal = nearest(state, spot);
      if (goal && goal !== cell && this.#edit) this.#move(cell, goal);
      else if (outside) this.send({ what: "take", at: cell });
    }
  }

  #letGo(): void {
    this.#loose.hide();
    const state = this.#guide.state();
    if (state.drag) this.#guide.change({ ...state, drag: null, chosen: this.#chosen });
  }

  // -- the keyboard

  /** A key on the board; whether it means something here. */
  #type(event: KeyboardEvent, board: Element): boolean {
    const edit = this.#edit;
    const at = cellOf(event.target);
    if (!edit) return false;
    this.#less = event.shiftKey;
    const arrow = ARROWS[event.key];
    if (event.shiftKey && arrow && at && edit.shape?.free) {
      const way = isFlipped(this.#guide.state()) ? -1 : 1;
      this.send({ what: "hop", at, x: way * arrow[0], y: way * arrow[1] });
      return true;
    }
    const typed = letter(event, board);
    const color = typed.toUpperCase() as Color;
    const by = event.shiftKey ? -1 : 1;
    if (event.key === "Escape" && this.#cancel()) return true;
    if (at && (event.key === "Delete" || event.key === "Backspace"))
      if (edit.tool === "layout") this.#toggle(at);
      else this.send({ what: "take", at });
    else if (at && edit.tool === "position" && "WBR".includes(color) && color)
      this.send({ what: "body", at, color });
    else if (at && edit.tool === "position" && (typed === "l" || typed === "p"))
      this.send({ what: "limb", at, limb: typed === "l" ? "leg" : "pincer", by });
    else return false;
    return true;
  }

  /** A button of the game's, by its name. */
  tool(what: string): void {
    if (what === "edit") this.#lead({ what: "open" });
    else if (what === "undo" || what === "redo") this.send({ what });
  }

  /** Into the editor, or out of it: when it is done the keyboard goes where one goes on. */
  #lead(intent: Omit<Edit, "kind">): void {
    this.#leads = true;
    // somebody else may have opened it just before
    if (intent.what === "open" && this.#edit) return;
    this.send(intent, (reply) => {
      this.#leads &&= reply.ok;
      if (!reply.ok) this.#guide.refused(reply, { kind: "edit", what: "" });
    });
  }

  // -- the screen

  draw(state: State, say: Words): void {
    const { snapshot } = state;
    const { edit } = snapshot;
    const opened = Boolean(edit);
    set(this.#root, { "data-edit": edit?.tool });
    // what is in hand was let go of
    if (edit && !state.drag) this.#chosen = state.chosen;
    if (opened || this.#opened) this.#dress(state, say);
    this.#panel.draw(state, say);
    if (this.#leads && opened !== this.#opened) {
      // at once: what had the keyboard is gone
      const first = opened
        ? this.#panel.palette.querySelector("button")
        : this.#svg.querySelector('[tabindex="0"]');
      (first as HTMLElement | null)?.focus({ preventScroll: true });
      this.#leads = false;
    }
    this.#opened = opened;
    this.goOn();
  }

  /** Room for a disc looks and sounds unlike a disc. */
  #dress({ discs, snapshot: { edit } }: State, say: Words): void {
    const ghosts = new Set(edit?.shape?.ghosts.map(([key]) => key));
    for (const [cell] of discs.cells) {
      const disc = this.#guide.disc(cell);
      disc?.classList.toggle("adaptoid-ghost", ghosts.has(cell));
      disc?.classList.toggle("adaptoid-grab", this.#canDrag(cell));
      const told = ghosts.has(cell) ? "ui.edit.ghost" : edit?.adrift.includes(cell) ? "ui.edit.adrift" : "";
      if (!disc || !told) continue;
      const named = cell.includes(",") ? [] : [disc.getAttribute("aria-label")];
      set(disc, { "aria-label": [...named, say(told)].join(say("ui.comma")) });
    }
    for (const name of this.#svg.querySelectorAll<SVGElement>("[data-name]"))
      set(name, { "data-ghost": ghosts.has(name.dataset.name ?? "") });
  }
}

export default (guide: Guide, root: HTMLElement): Editor => new Editor(guide, root);
