import { boardPoint, listenToDrags, nearest } from "../board/input";
import type { MoreLabels } from "../board/spoken_labels";
import { addStyle, cellOf, focused, on, set } from "../dom/elements";
import type { Translator } from "../i18n/messages";
import { commandOf } from "../keys/keymap";
import type { Editor, PartContext } from "../parts/contract";
import type { Color, Discs, Intent, Reply, Snapshot } from "../protocol/types";
import { isFlipped, type Point, pieceOn, placeOf, type State } from "../state/state";
import { deselect } from "../state/transitions";
import style from "./editor.css";
import { DragLayer, thousandths } from "./layout_editor";
import { EditorPanel } from "./panel";

const ARROWS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1000, 0],
  ArrowRight: [1000, 0],
  ArrowUp: [0, -1000],
  ArrowDown: [0, 1000],
};
/** Intents beyond this number in the queue are dropped. */
const MAX_QUEUE = 30;

type EditIntent = Extract<Intent, { kind: "edit" }>;
type Answered = (reply: Reply) => void;

/** The part that sets up positions and boards: the meaning of clicks and keys while the editor is open. */
class BoardEditor implements Editor {
  readonly #panel: EditorPanel;
  readonly #dragLayer = new DragLayer();
  readonly #queue: { intent: EditIntent; answered: Answered | undefined }[] = [];
  /** The intent that Python has not answered yet. */
  #asked: EditIntent | null = null;
  /** The selected adaptoid, which stays selected from one snapshot to the next. */
  #chosen: string | null = null;
  /** The Shift key reverses a click: it removes a limb. */
  #decrement = false;
  /** Python is asked for the place where a dragged disc would be put. */
  #snapPending = false;
  /** The disc at which the last drag began. */
  #grabbed = "";
  #cancelDrag = () => false;
  #wasOpen = false;
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
      isPending: (what, to) =>
        [{ intent: this.#asked }, ...this.#queue].some(
          ({ intent }) => intent?.what === what && (to === undefined || intent.to === to),
        ),
      leave: (what, text) => this.#openOrClose({ what, ...(text !== undefined && { text }) }),
      chosen: () => this.#chosen,
      redraw: () => context.change({ ...context.state() }),
      announce: context.announce,
    });
    layout.prepend(this.#panel.palette);
    layout.append(this.#panel.fields);
    addStyle(root, style);
    this.#listen(svg);
  }

  get #edit(): Snapshot["edit"] {
    return this.#context.state().snapshot.edit;
  }

  /** Returns the state as the editor shows it: with the places for new discs, and with the selected adaptoid. */
  applyTo(state: State, discs: Discs): State {
    const { edit } = state.snapshot;
    if (!edit) {
      this.#chosen = null;
      return state.discs === discs ? state : { ...deselect(state), discs };
    }
    // while the board is built no adaptoid is selected
    if (edit.tool === "layout") this.#chosen = null;
    const ghosts = edit.shape?.ghosts ?? [];
    const exists = discs.cells.some(([cell]) => cell === this.#chosen);
    const chosen = exists && pieceOn(state.snapshot, this.#chosen ?? "") ? this.#chosen : null;
    return { ...state, chosen, discs: { ...discs, cells: [...discs.cells, ...ghosts] } };
  }

  // -- requests, one at a time

  #send(intent: Omit<EditIntent, "kind">, answered?: Answered): void {
    const { what } = intent;
    const last = this.#queue.at(-1);
    // only the last typed text and the last place of a drag matter
    if (last && (what === "text" || what === "snap") && last.intent.what === what) this.#queue.pop();
    if (this.#queue.length < MAX_QUEUE)
      this.#queue.push({ intent: { kind: "edit", ...intent } as EditIntent, answered });
    this.resume();
  }

  resume(): void {
    const [next] = this.#queue;
    if (this.#asked || !next) return;
    this.#asked = next.intent;
    const sent = this.#context.ask(next.intent, (reply) => {
      this.#asked = null;
      this.#panel.invalidate();
      if (next.answered) next.answered(reply);
      else if (!reply.ok) this.#context.refused(reply, next.intent);
      this.resume();
    });
    if (sent) this.#queue.shift();
    else this.#asked = null;
  }

  /** Python does not answer. */
  silent(): void {
    this.#asked = null;
    this.#snapPending = this.#movesFocus = false;
    this.#queue.length = 0;
  }

  // -- the pointer

  click(cell: string): void {
    const state = this.#context.state();
    const { brush } = this.#panel;
    const piece = pieceOn(state.snapshot, cell);
    if (this.#edit?.tool === "layout") this.#toggleDisc(cell);
    else if (brush === "leg" || brush === "pincer")
      this.#send({ what: "limb", at: cell, limb: brush, by: this.#decrement ? -1 : 1 });
    else if (brush === "erase") this.#send({ what: "take", at: cell });
    else if (brush !== "move") this.#send({ what: "body", at: cell, color: brush });
    else if (piece) this.#choose(cell === this.#chosen ? null : cell);
    else if (this.#chosen) this.#move(this.#chosen, cell);
    // is refused with the reason
    else this.#send({ what: "move", at: cell, to: cell });
    this.#decrement = false;
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
  #toggleDisc(at: string): void {
    const place = placeOf(this.#context.state(), at);
    const hadFocus = cellOf(focused(this.#svg)) === at;
    this.#send({ what: "disc", at }, (reply) => {
      if (!reply.ok) this.#context.refused(reply, { kind: "edit", what: "disc", at });
      const state = this.#context.state();
      const key = reply.key ?? (place && nearest(state, place)) ?? at;
      if (!hadFocus || !reply.ok) return;
      this.#context.change({ ...state, focus: key });
      requestAnimationFrame(() => this.#context.disc(key)?.focus());
    });
  }

  #listen(svg: SVGSVGElement): void {
    svg.append(this.#dragLayer.element);
    this.#cancelDrag = listenToDrags(svg, {
      accepts: (cell, event) => {
        this.#decrement = event.shiftKey;
        this.#grabbed = cell;
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
      context: () => {
        const state = this.#context.state();
        const [, color] = pieceOn(state.snapshot, this.#grabbed) ?? [];
        return JSON.stringify([this.#edit?.tool, color, placeOf(state, this.#grabbed)]);
      },
    });
    on(
      svg,
      "keydown",
      (event) => {
        if (!this.#handleKey(event)) return;
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

  #drag(cell: string, spot: Point): void {
    const state = this.#context.state();
    if (this.#edit?.tool === "position") {
      this.#context.change({ ...state, chosen: cell, drag: spot, reason: null, hover: nearest(state, spot) });
      return;
    }
    this.#dragLayer.follow(spot);
    if (this.#snapPending) return;
    this.#snapPending = true;
    this.#send({ what: "snap", at: cell, ...thousandths(state, spot) }, ({ snap }) => {
      this.#snapPending = false;
      if (snap) this.#dragLayer.show(this.#context.state(), snap);
    });
  }

  #drop(cell: string, spot: Point | null, outside: boolean): void {
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
    this.#dragLayer.hide();
    const state = this.#context.state();
    if (state.drag) this.#context.change({ ...state, drag: null, chosen: this.#chosen });
  }

  // -- the keyboard

  /** Handles a key on the board; returns whether it has a meaning here. */
  #handleKey(event: KeyboardEvent): boolean {
    const edit = this.#edit;
    const at = cellOf(event.target);
    if (!edit) return false;
    this.#decrement = event.shiftKey;
    const arrow = ARROWS[event.key];
    if (event.shiftKey && arrow && at && edit.shape?.free) {
      const sign = isFlipped(this.#context.state()) ? -1 : 1;
      this.#send({ what: "hop", at, x: sign * arrow[0], y: sign * arrow[1] });
      return true;
    }
    const command = commandOf(event, "editor");
    if (command === "cancel") return this.#cancelDrag();
    if (!at || !command) return false;
    const by = event.shiftKey ? -1 : 1;
    if (edit.tool === "layout") {
      if (command !== "take") return false;
      this.#toggleDisc(at);
    } else if (command === "take") this.#send({ what: "take", at });
    else if (command === "leg" || command === "pincer") this.#send({ what: "limb", at, limb: command, by });
    else this.#send({ what: "body", at, color: command as Color });
    return true;
  }

  /** Runs the command of a button of the game. */
  run(command: string): void {
    if (command === "edit") this.#openOrClose({ what: "open" });
    else if (command === "undo" || command === "redo") this.#send({ what: command });
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

  draw(state: State, t: Translator): void {
    const { snapshot } = state;
    const { edit } = snapshot;
    const isOpen = Boolean(edit);
    set(this.#context.slots.root, { "data-edit": edit?.tool });
    // the view may have deselected it
    if (edit && !state.drag) this.#chosen = state.chosen;
    if (isOpen || this.#wasOpen) this.#markPlaces(state);
    this.#panel.draw(state, t);
    if (this.#movesFocus && isOpen !== this.#wasOpen) {
      // at once, since the focused element is hidden now
      const first = isOpen
        ? this.#panel.palette.querySelector("button")
        : this.#svg.querySelector('[tabindex="0"]');
      (first as HTMLElement | null)?.focus({ preventScroll: true });
      // on a phone, the buttons stand far below
      for (const element of [this.#svg, isOpen ? this.#panel.palette : this.#context.slots.status])
        element.scrollIntoView?.({ block: "nearest" });
      this.#movesFocus = false;
    }
    this.#wasOpen = isOpen;
    this.resume();
  }

  labels({ snapshot: { edit } }: State, t: Translator): MoreLabels {
    const ghosts = ghostsOf(edit);
    return (cell) =>
      ghosts.has(cell)
        ? [t("ui.edit.ghost")]
        : edit?.off_board.includes(cell)
          ? [t("ui.edit.off-board")]
          : [];
  }

  /** Marks the places for new discs. */
  #markPlaces({ discs, snapshot: { edit } }: State): void {
    const ghosts = ghostsOf(edit);
    for (const [cell] of discs.cells) {
      const disc = this.#context.disc(cell);
      disc?.classList.toggle("adaptoid-ghost", ghosts.has(cell));
      disc?.classList.toggle("adaptoid-grab", this.#canDrag(cell));
    }
    for (const name of this.#svg.querySelectorAll<SVGElement>("[data-name]"))
      set(name, { "data-ghost": ghosts.has(name.dataset.name ?? "") });
  }
}

/** The names of the places for new discs. */
function ghostsOf(edit: Snapshot["edit"]): Set<string> {
  return new Set(edit?.shape?.ghosts.map(([key]) => key));
}

export default (context: PartContext): Editor => new BoardEditor(context);
