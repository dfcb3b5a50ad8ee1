import { HeatLegend } from "../board/annotations";
import { CLEAR } from "../dom/confirm";
import type { Words } from "../i18n/messages";
import type { Maps, PartContext } from "../parts/contract";
import { LazyPart, type PartSource } from "../parts/loader";
import type { Color } from "../protocol/types";
import { deselect, resize, type State } from "../state/state";
import { Annotator } from "./annotate";
import { MapChoice } from "./map_choice";
import { ViewBar } from "./toolbars";

/** How the board is looked at: the lens, the maps, what is drawn on it, its size; and the row of their buttons. */
export class Looking {
  readonly bar: ViewBar;
  readonly annotator: Annotator;
  readonly #choice: MapChoice;
  readonly #heat = new HeatLegend();
  readonly #context: PartContext;
  readonly #pictures: LazyPart<"picture">;
  /** The lens and the maps. */
  readonly #maps: LazyPart<"maps">;

  constructor(context: PartContext, source: PartSource, language: HTMLElement) {
    this.#context = context;
    this.#choice = new MapChoice((map) => this.#look({ map }));
    this.annotator = new Annotator(context, source);
    this.#pictures = new LazyPart("picture", context, source, (tray) => tray.toggle());
    this.#maps = new LazyPart("maps", context, source, () => context.change({ ...context.state() }));
    this.bar = new ViewBar(this.#choice.element, language);
    this.bar.open(this.#heat.element);
  }

  #look(changes: { lens?: boolean; map?: Color | null }): void {
    const state = this.#context.state();
    this.#maps.get(true);
    this.#context.change({ ...state, inspect: { ...state.inspect, ...changes } });
  }

  /** The lens and the maps, once they have been needed and loaded. */
  maps({ snapshot, inspect }: State): Maps | undefined {
    const needed = snapshot.aids === "full" && (inspect.lens || inspect.map);
    return needed ? this.#maps.get() : this.#maps.instance;
  }

  /** A button of the row, by its name; whether it is one of them. */
  press(what: string): boolean {
    const state = this.#context.state();
    if (what === "lens") this.#look({ lens: !state.inspect.lens });
    else if (what === "annotate") this.#context.change(this.annotator.toggle(deselect(state)));
    else if (what === "flip") this.#context.change({ ...state, flip: !state.flip });
    else if (what === "picture") this.#pictures.get(true)?.toggle();
    else if (what === "size") this.#context.change(resize(state));
    else if (what === CLEAR) this.#context.ask({ kind: "mark", marks: null });
    else return false;
    return true;
  }

  /** Runs a command of the keyboard; returns whether it has a meaning here now. */
  type(command: string): boolean {
    const { snapshot, inspect } = this.#context.state();
    const { aids, colors, edit, interactive, position } = snapshot;
    if (edit) return false;
    if (command === "lens" && aids === "full") return this.press(command);
    if (command === "annotate" && interactive) return this.press(command);
    if (command !== "map" || aids !== "full" || !position) return false;
    this.#look({ map: colors[inspect.map ? colors.indexOf(inspect.map) + 1 : 0] ?? null });
    return true;
  }

  /** Lets go of what is begun, then of the pen; false where there is neither. */
  escape(): boolean {
    return this.annotator.letGo() || (this.#context.state().pen !== null && this.press("annotate"));
  }

  draw(state: State, say: Words): void {
    this.bar.draw(state, say);
    this.#choice.draw(state, say);
    this.#heat.draw(state);
    this.annotator.draw(state, say);
    this.#pictures.instance?.draw(state, say);
    this.maps(state)?.draw(state, say);
  }
}
