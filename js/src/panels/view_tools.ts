import { HeatLegend } from "../board/annotations";
import { CLEAR } from "../dom/confirm";
import type { Translator } from "../i18n/messages";
import type { Maps, PartContext } from "../parts/contract";
import { LazyPart, type PartSource } from "../parts/loader";
import type { Color } from "../protocol/types";
import { deselect, resize, type State } from "../state/state";
import { Annotator } from "./annotate";
import { MapChoice } from "./map_choice";
import { ViewBar } from "./toolbars";

/** The tools that change the view but not the game: the lens, the maps, the pens, the size and their row of buttons. */
export class ViewTools {
  readonly bar: ViewBar;
  readonly annotator: Annotator;
  readonly #mapChoice: MapChoice;
  readonly #heatLegend = new HeatLegend();
  readonly #context: PartContext;
  readonly #pictureTray: LazyPart<"picture">;
  readonly #maps: LazyPart<"maps">;

  constructor(context: PartContext, source: PartSource, language: HTMLElement) {
    this.#context = context;
    this.#mapChoice = new MapChoice((map) => this.#inspect({ map }));
    this.annotator = new Annotator(context, source);
    this.#pictureTray = new LazyPart("picture", context, source, (tray) => tray.toggle());
    this.#maps = new LazyPart("maps", context, source, () => context.change({ ...context.state() }));
    this.bar = new ViewBar(this.#mapChoice.element, language);
    this.bar.element.append(this.#heatLegend.element);
  }

  #inspect(changes: { lens?: boolean; map?: Color | null }): void {
    const state = this.#context.state();
    this.#maps.get(true);
    this.#context.change({ ...state, inspect: { ...state.inspect, ...changes } });
  }

  /** The part with the lens and the maps. It is requested when it is needed. */
  maps({ snapshot, inspect }: State): Maps | undefined {
    return this.#maps.getIf(snapshot.aids === "full" && (inspect.lens || inspect.map));
  }

  /** Runs the command of a button; returns whether the button belongs to the view. */
  run(what: string): boolean {
    const state = this.#context.state();
    if (what === "lens") this.#inspect({ lens: !state.inspect.lens });
    else if (what === "annotate") this.#context.change(this.annotator.toggle(deselect(state)));
    else if (what === "flip") this.#context.change({ ...state, flip: !state.flip });
    else if (what === "picture") this.#pictureTray.get(true)?.toggle();
    else if (what === "size") this.#context.change(resize(state));
    else if (what === CLEAR) this.#context.ask({ kind: "mark", marks: null });
    else return false;
    return true;
  }

  /** Runs the command of a key; returns whether it is available now. */
  runKey(command: string): boolean {
    const { snapshot, inspect } = this.#context.state();
    const { aids, colors, edit, interactive, position } = snapshot;
    if (edit) return false;
    if (command === "lens" && aids === "full") return this.run(command);
    if (command === "annotate" && interactive) return this.run(command);
    if (command !== "map" || aids !== "full" || !position) return false;
    this.#inspect({ map: colors[inspect.map ? colors.indexOf(inspect.map) + 1 : 0] ?? null });
    return true;
  }

  /** Drops an unfinished arrow, or else puts the pen away; returns whether there was either. */
  cancel(): boolean {
    return this.annotator.cancel() || (this.#context.state().pen !== null && this.run("annotate"));
  }

  draw(state: State, t: Translator): void {
    this.bar.draw(state, t);
    this.#mapChoice.draw(state, t);
    this.#heatLegend.draw(state);
    this.annotator.draw(state, t);
    this.#pictureTray.instance?.draw(state, t);
    this.maps(state)?.draw(state, t);
  }
}
