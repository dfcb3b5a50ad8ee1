import { boardPoint, cellOf, listenToDrags, nearest, type Spot } from "../board/input";
import { addStyle, focused, on, set } from "../dom/elements";
import { commandOf } from "../dom/keymap";
import type { Words } from "../i18n/messages";
import type { Editor, PartContext } from "../parts/contract";
import type { Color, Discs, Intent, Reply, Snapshot } from "../protocol/types";
import { deselect, isFlipped, pieceOn, placeOf, type State } from "../state/state";
import style from "./editor.css";
import { DragLayer, thousandths } from "./layout_editor";
import { EditorPanel } from "./panel";

const ARROWS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1000, 0],
  ArrowRight: [1000, 0],
  ArrowUp: [0, -1000],
  ArrowDown: [0, 1000],
};
/** The number of clicks that may wait for an answer. */
const MAX_WAITING = 30;

type EditIntent = Extract<Intent, { kind: "edit" }>;
type Answered = (reply: Reply) => void;

/** The part that sets up positions and boards: the meaning of clicks and keys while the editor is open. */
class BoardEditor implements Editor {
  readonly #panel: EditorPanel;
  readonly #loose = new DragLayer();
  readonly #waiting: { intent: EditIntent; answered: Answered | undefined }[] = [];
  #asking = false;
  /** The selected adaptoid, which stays selected from one snapshot to the next. */
  #chosen: string | null = null;
  #less = false;
  #snapping = false;
  #cancel = () => false;
  #opened = false;
  /** This view opens or closes the editor, so the editor moves the focus. */
  #movesFocus = false;
  readonly #svg: SVGSVGElement;
  readonly #context: PartContext;

  constructor(context: PartContext) {
    this.#context = context;
    const { root, layout, svg } = context.slots;
    this.#svg = svg;
    this.#panel = new EditorPanel({
      send: (intent, answered) => this.#send(intent, answered),
      leave: (what, text) => this.#openOrClose({ what, ...(text !== undefined && { text }) }),
      chosen: () => this.#chosen,
      redraw: () => context.change({ ...context.state() }),
      tell: context.tell,
    });
    layout.prepend(this.#panel.palette);
    layout.append(this.#panel.fields);
    addStyle(root, style);
    this.#listen(svg);
  }

  get #edit(): Snapshot["edit"] {
    return this.#context.state().snapshot.edit;
  }

  /** A state as the editor shows it: with the places for new discs, and with the selected adaptoid. */
  stage(state: State, discs: Discs): State {
    const { edit } = state.snapshot;
    if (!edit) {
      this.#chosen = null;
      return state.discs === discs ? state : { ...deselect(state), discs };
    }
    // while the board is built no adaptoid is selected
    if (edit.tool === "layout") this.#chosen = null;
    const ghosts = edit.shape?.ghosts ?? [];
    const there = discs.cells.some(([cell]) => cell === this.#chosen);
    const chosen = there && pieceOn(state.snapshot, this.#chosen ?? "") ? this.#chosen : null;
    return { ...state, chosen, discs: { ...discs, cells: [...discs.cells, ...ghosts] } };
  }

  // -- requests, one at a time

  #send(intent: Omit<EditIntent, "kind">, answered?: Answered): void {
    const { what } = intent;
    const last = this.#waiting.at(-1);
    // of typed texts and of places that are dragged over only the last matters
    if (last && (what === "text" || what === "snap") && last.intent.what === what) this.#waiting.pop();
    if (this.#waiting.length < MAX_WAITING)
      this.#waiting.push({ intent: { kind: "edit", ...intent } as EditIntent, answered });
    this.resume();
  }

  resume(): void {
    const [next] = this.#waiting;
    if (this.#asking || !next) return;
    this.#asking = true;
    const sent = this.#context.ask(next.intent, (reply) => {
      this.#asking = false;
      if (next.answered) next.answered(reply);
      else if (!reply.ok) this.#context.refused(reply, next.intent);
      this.resume();
    });
    if (sent) this.#waiting.shift();
    else this.#asking = false;
  }

  /** Python does not answer. */
  silent(): void {
    this.#asking = this.#snapping = this.#movesFocus = false;
    this.#waiting.length = 0;
  }

  // -- the pointer

  click(cell: string): void {
    const state = this.#context.state();
    const { brush } = this.#panel;
    const piece = pieceOn(state.snapshot, cell);
    if (this.#edit?.tool === "layout") this.#toggle(cell);
    else if (brush === "leg" || brush === "pincer")
      this.#send({ what: "limb", at: cell, limb: brush, by: this.#less ? -1 : 1 });
    else if (brush === "erase") this.#send({ what: "take", at: cell });
    else if (brush !== "move") this.#send({ what: "body", at: cell, color: brush });
    else if (!piece && this.#chosen) this.#move(this.#chosen, cell);
    else this.#choose(piece && cell !== this.#chosen ? cell : null);
    this.#less = false;
  }

  #choose(chosen: string | null): void {
    this.#chosen = chosen;
    this.#context.change({ ...deselect(this.#context.state()), chosen });
  }

  /** Shows the adaptoid in its new place while Python is asked. */
  #move(at: string, to: string): void {
    const state = this.#context.state();
    this.#chosen = to;
    this.#context.change({ ...state, chosen: at, drag: placeOf(state, to), reason: null });
    this.#send({ what: "move", at, to });
  }

  /** Adds or removes a disc. The focus stays on its place, although its name may change. */
  #toggle(at: string): void {
    const place = placeOf(this.#context.state(), at);
    const held = cellOf(focused(this.#svg)) === at;
    this.#send({ what: "disc", at }, (reply) => {
      if (!reply.ok) this.#context.refused(reply, { kind: "edit", what: "disc", at });
      const state = this.#context.state();
      const key = reply.key ?? (place && nearest(state, place)) ?? at;
      if (!held || !reply.ok) return;
      this.#context.change({ ...state, focus: key });
      requestAnimationFrame(() => this.#context.disc(key)?.focus());
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
        this.#endDrag();
        this.#drop(cell, boardPoint(svg, event), x < left || x > right || y < top || y > bottom);
      },
      cancels: () => this.#endDrag(),
      scene: () => this.#edit?.tool,
    });
    on(
      svg,
      "keydown",
      (event) => {
        if (!this.#type(event)) return;
        event.preventDefault();
        event.stopPropagation();
      },
      true,
    );
  }

  #canDrag(cell: string): boolean {
    const edit = this.#edit;
    const { snapshot } = this.#context.state();
    if (!edit || (edit.tool === "position" && !pieceOn(snapshot, cell))) return false;
    return edit.tool === "position" || (edit.shape?.free === true && !cell.includes(","));
  }

  #drag(cell: string, spot: Spot): void {
    const state = this.#context.state();
    if (this.#edit?.tool === "position") {
      this.#context.change({ ...state, chosen: cell, drag: spot, reason: null, hover: nearest(state, spot) });
      return;
    }
    this.#loose.follow(spot);
    if (this.#snapping) return;
    this.#snapping = true;
    this.#send({ what: "snap", at: cell, ...thousandths(state, spot) }, ({ snap }) => {
      this.#snapping = false;
      if (snap) this.#loose.show(this.#context.state(), snap);
    });
  }

  #drop(cell: string, spot: Spot | null, outside: boolean): void {
    const state = this.#context.state();
    if (!spot) return;
    if (this.#edit?.tool === "layout") this.#send({ what: "drag", at: cell, ...thousandths(state, spot) });
    else {
      const goal = nearest(state, spot);
      if (goal && goal !== cell && this.#edit) this.#move(cell, goal);
      else if (outside) this.#send({ what: "take", at: cell });
    }
  }

  #endDrag(): void {
    this.#loose.hide();
    const state = this.#context.state();
    if (state.drag) this.#context.change({ ...state, drag: null, chosen: this.#chosen });
  }

  // -- the keyboard

  /** Handles a key on the board; returns whether it has a meaning here. */
  #type(event: KeyboardEvent): boolean {
    const edit = this.#edit;
    const at = cellOf(event.target);
    if (!edit) return false;
    this.#less = event.shiftKey;
    const arrow = ARROWS[event.key];
    if (event.shiftKey && arrow && at && edit.shape?.free) {
      const way = isFlipped(this.#context.state()) ? -1 : 1;
      this.#send({ what: "hop", at, x: way * arrow[0], y: way * arrow[1] });
      return true;
    }
    const command = commandOf(event, "editor");
    if (command === "cancel") return this.#cancel();
    if (!at || !command) return false;
    const by = event.shiftKey ? -1 : 1;
    if (edit.tool === "layout") {
      if (command !== "take") return false;
      this.#toggle(at);
    } else if (command === "take") this.#send({ what: "take", at });
    else if (command === "leg" || command === "pincer") this.#send({ what: "limb", at, limb: command, by });
    else this.#send({ what: "body", at, color: command as Color });
    return true;
  }

  /** Handles a button of the game. */
  tool(what: string): void {
    if (what === "edit") this.#openOrClose({ what: "open" });
    else if (what === "undo" || what === "redo") this.#send({ what });
  }

  /** Opens or closes the editor, and then moves the focus. */
  #openOrClose(intent: Omit<EditIntent, "kind">): void {
    this.#movesFocus = true;
    // another view may have opened it just before
    if (intent.what === "open" && this.#edit) return;
    this.#send(intent, (reply) => {
      this.#movesFocus &&= reply.ok;
      if (!reply.ok) this.#context.refused(reply, { kind: "edit", what: "" });
    });
  }

  // -- the screen

  draw(state: State, say: Words): void {
    const { snapshot } = state;
    const { edit } = snapshot;
    const opened = Boolean(edit);
    set(this.#context.slots.root, { "data-edit": edit?.tool });
    // the view may have deselected it
    if (edit && !state.drag) this.#chosen = state.chosen;
    if (opened || this.#opened) this.#markPlaces(state, say);
    this.#panel.draw(state, say);
    if (this.#movesFocus && opened !== this.#opened) {
      // at once, since the focused element is hidden now
      const first = opened
        ? this.#panel.palette.querySelector("button")
        : this.#svg.querySelector('[tabindex="0"]');
      (first as HTMLElement | null)?.focus({ preventScroll: true });
      this.#movesFocus = false;
    }
    this.#opened = opened;
    this.resume();
  }

  /** Marks the places for new discs, for eyes and for screen readers. */
  #markPlaces({ discs, snapshot: { edit } }: State, say: Words): void {
    const ghosts = new Set(edit?.shape?.ghosts.map(([key]) => key));
    for (const [cell] of discs.cells) {
      const disc = this.#context.disc(cell);
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

export default (context: PartContext): Editor => new BoardEditor(context);
