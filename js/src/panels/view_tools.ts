import { HeatLegend } from "../board/marks";
import { on } from "../dom/elements";
import { CLEAR } from "../dom/second_click";
import type { Translator } from "../i18n/messages";
import { isField } from "../keys/keymap";
import type { Maps, PartContext, Pens, ViewPartName } from "../parts/contract";
import { isAvailable, type PartSet } from "../parts/part_loader";
import type { Color } from "../protocol/types";
import type { State } from "../state/state";
import { deselect, inspect, resize, turnRound } from "../state/transitions";
import { ViewBar } from "./toolbars";

/** The tools that change the view but not the game: the food, the maps, the pens, the size and their row of buttons. */
export class ViewTools {
  readonly bar: ViewBar;
  readonly #heatLegend = new HeatLegend();
  /** What the buttons of the view do. */
  readonly commands: Record<string, () => void> = {
    lens: () => this.#inspect({ showsFood: !this.#context.state().inspect.showsFood }),
    map: () => {
      const { inspect, snapshot } = this.#context.state();
      // indexOf finds no colour before the first
      this.#inspect({ map: snapshot.colors[snapshot.colors.indexOf(inspect.map as Color) + 1] ?? null });
    },
    annotate: () =>
      this.#parts.use("pens", (pens) => this.#context.change(pens.toggle(deselect(this.#context.state())))),
    flip: () => this.#context.change(turnRound(this.#context.state())),
    share: () => this.#openShare(),
    size: () => this.#context.change(resize(this.#context.state())),
    [CLEAR]: () => this.pens?.mark(null),
  };
  readonly #context: PartContext;
  readonly #parts: PartSet<ViewPartName>;

  constructor(context: PartContext, parts: PartSet<ViewPartName>) {
    this.#context = context;
    this.#parts = parts;
    on(context.slots.board, "dragover drop paste", (event) => this.#handleTransfer(event));
    this.bar = new ViewBar(context.slots.more);
    this.bar.element.append(this.#heatLegend.element);
  }

  /** What draws by hand, once it is loaded. */
  get pens(): Pens | undefined {
    return this.#parts.get("pens");
  }

  /** Opens the share menu, or what was dropped or pasted: null is neither a file nor a text. */
  #openShare(dropped?: Blob | null): void {
    this.#parts.use("share", (menu) => {
      const { change, state } = this.#context;
      // draws the menu, which may be new
      change({ ...state() });
      if (dropped !== undefined) menu.openFile(dropped);
      else menu.open();
    });
  }

  /** Opens a file or a text. While something is dragged over the board, there is neither. */
  #handleTransfer(event: Event): void {
    const { dataTransfer, clipboardData } = event as DragEvent & ClipboardEvent;
    if (isField(event.target) || !isAvailable("share")) return;
    event.preventDefault();
    const transfer = clipboardData ?? dataTransfer;
    const content = transfer?.getData("text");
    // a cell of a table is copied as a text and as a picture
    this.#openShare(dataTransfer?.files[0] ?? (content ? new Blob([content]) : (transfer?.files[0] ?? null)));
  }

  #inspect(changes: Partial<State["inspect"]>): void {
    // once they are loaded, the view is drawn again
    this.#parts.use("maps", () => {});
    this.#context.change(inspect(this.#context.state(), changes));
  }

  /** The part with the food and the maps. It is requested when it is needed. */
  maps({ snapshot, inspect }: State): Maps | undefined {
    return this.#parts.get("maps", snapshot.aids === "full" && (inspect.showsFood || inspect.map));
  }

  /** Switches the food, the next map or the pen by a key; returns whether it is available now. */
  toggle(command: string): boolean {
    const { aids, edit, interactive, position } = this.#context.state().snapshot;
    const isFull = aids === "full";
    const available = { lens: isFull, map: isFull && position, annotate: interactive }[command];
    if (edit || !available) return false;
    this.commands[command]?.();
    return true;
  }

  draw(state: State, t: Translator): void {
    this.bar.draw(state, t);
    this.#heatLegend.draw(state);
    this.pens?.draw(state, t);
    this.#parts.get("share")?.draw(state, t);
  }
}
