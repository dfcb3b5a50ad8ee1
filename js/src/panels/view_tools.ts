import { HeatLegend } from "../board/annotations";
import { MapChoice } from "../board/reach_map";
import { CLEAR } from "../dom/confirm";
import type { Words } from "../i18n/messages";
import type { Source } from "../parts/loader";
import { GuestRoom } from "../parts/slots";
import type { Client } from "../protocol/client";
import { Link } from "../protocol/connection";
import type { Color, Intent, Marks, Model } from "../protocol/types";
import { learn, question } from "../state/questions";
import { letGo, resize, type State } from "../state/state";
import { Annotator } from "./annotate";
import { ViewBar } from "./toolbars";

interface Guide {
  state(): State;
  change(state: State): void;
  ask(intent: Intent): void;
  tell(...words: string[]): void;
}

/** How the board is looked at: the lens, the maps, what is drawn on it, its size; and the row of their buttons. */
export class Looking {
  readonly bar: ViewBar;
  readonly annotator: Annotator;
  readonly #choice: MapChoice;
  readonly #heat = new HeatLegend();
  /** What is asked only to be looked at must not make a click wait. */
  readonly #link: Link;
  readonly #guide: Guide;
  readonly #pictures: GuestRoom<"picture">;

  constructor(
    guide: Guide,
    model: Model,
    client: Client,
    source: Source,
    root: HTMLElement,
    language: HTMLElement,
  ) {
    this.#guide = guide;
    this.#link = new Link(client);
    this.#choice = new MapChoice((map) => this.#look({ map }));
    const pens = { ...guide, mark: (marks: Marks | null) => guide.ask({ kind: "mark", marks }) };
    this.annotator = new Annotator(pens, root, source);
    this.#pictures = new GuestRoom(
      "picture",
      () => 1,
      (attach) => attach(model, root, client),
      source,
    );
    this.bar = new ViewBar(this.#choice.element, language);
    this.bar.open(this.#heat.element);
  }

  close(): void {
    this.#pictures.close();
  }

  #look(changes: { lens?: boolean; map?: Color | null }): void {
    const state = this.#guide.state();
    this.#guide.change({ ...state, inspect: { ...state.inspect, ...changes } });
  }

  /** A button of the row, by its name; whether it is one of them. */
  press(what: string): boolean {
    const state = this.#guide.state();
    if (what === "lens") this.#look({ lens: !state.inspect.lens });
    else if (what === "annotate") this.#guide.change(this.annotator.toggle(letGo(state)));
    else if (what === "flip") this.#guide.change({ ...state, flip: !state.flip });
    else if (what === "picture") this.#pictures.draw();
    else if (what === "size") this.#guide.change(resize(state));
    else if (what === CLEAR) this.#guide.ask({ kind: "mark", marks: null });
    else return false;
    return true;
  }

  /** A letter typed on the board; whether it means something here. */
  type(key: string): boolean {
    const { snapshot, inspect } = this.#guide.state();
    const full = snapshot.aids === "full";
    if (snapshot.edit) return false;
    if (key === "f" && full) this.press("lens");
    else if (key === "m" && full && snapshot.position) {
      const next = inspect.map ? snapshot.colors.indexOf(inspect.map) + 1 : 0;
      this.#look({ map: snapshot.colors[next] ?? null });
    } else if (key === "a" && snapshot.interactive) this.press("annotate");
    else return false;
    return true;
  }

  /** Lets go of what is begun, then of the pen; false where there is neither. */
  escape(): boolean {
    return this.annotator.letGo() || (this.#guide.state().pen !== null && this.press("annotate"));
  }

  draw(state: State, say: Words): void {
    this.bar.draw(state, say);
    this.#choice.draw(state, say);
    this.#heat.draw(state);
    this.annotator.draw(state, say);
    this.#inquire(state);
  }

  #inquire(state: State): void {
    const asked = this.#link.busy ? null : question(state);
    const { rev } = state.snapshot;
    if (asked)
      this.#link.ask(asked, rev, (reply) =>
        this.#guide.change(learn(this.#guide.state(), asked, rev, reply)),
      );
  }
}
