import { html, on, set, text } from "../dom/elements";
import { morphChildren } from "../dom/morph";
import type { Translator } from "../i18n/messages";
import { toolButton } from "../panels/buttons";
import type { Snapshot } from "../protocol/types";
import type { State } from "../state/state";
import type { HistoryNavigator } from "./navigator";

/** How long each turn is shown, in milliseconds; 0 is as fast as Python and the screen allow. */
const SPEEDS: [name: string, interval: number][] = [
  ["½×", 2400],
  ["1×", 1200],
  ["2×", 600],
  ["4×", 300],
  ["", 0],
];

/** Plays the turns of the current line: buttons for play and single steps, a slider and a choice of speeds. */
export class Replay {
  readonly element = html("div.replay", { role: "group" });
  readonly #buttons = html("div.nav");
  readonly #slider = html("input.slider", { type: "range", "data-replay": true, min: 0 });
  readonly #count = html("span.count", { "aria-hidden": "true" });
  readonly #speeds = html("select.speed", { "data-speed": true });
  #drawn: { snapshot: Snapshot; t: Translator } | null = null;
  /** The turn that the slider was moved to, until the board shows it. */
  #sliderTarget: number | null = null;
  #isDragging = false;
  /** The number of the replay that is playing, or 0. */
  #run = 0;
  #lastRun = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #navigator: HistoryNavigator;
  readonly #changed: () => void;

  /** `changed` is called when the replay starts or stops, or its speed changes. */
  constructor(navigator: HistoryNavigator, changed: () => void) {
    this.#navigator = navigator;
    this.#changed = changed;
    this.#speeds.append(...SPEEDS.map(([name, interval]) => html("option", { value: interval }, name)));
    this.#speeds.value = "1200";
    this.element.append(this.#buttons, this.#slider, this.#count, this.#speeds);
    on(this.#speeds, "change", () => this.#changed());
    on(this.#slider, "input", () => this.#seek(Number(this.#slider.value)));
    on(this.#slider, "pointerdown pointerup pointercancel blur", ({ type }) => {
      this.#isDragging = type === "pointerdown";
      this.#changed();
    });
    on(this.#slider, "keydown", (event) => {
      if (event.key !== " ") return;
      event.preventDefault();
      this.toggle();
    });
  }

  get isPlaying(): boolean {
    return this.#run > 0;
  }

  /** How long each turn is shown, in milliseconds; Infinity without a replay. */
  get turnMs(): number {
    if (this.#isDragging) return 0;
    return this.isPlaying ? this.#interval : Infinity;
  }

  draw({ snapshot }: State, t: Translator): void {
    this.#drawn = { snapshot, t };
    this.element.hidden = !snapshot.interactive;
    for (const element of [this.element, this.#slider]) set(element, { "aria-label": t("ui.replay") });
    set(this.#speeds, { "aria-label": t("ui.speed"), title: t("ui.speed") });
    text(this.#speeds.lastElementChild, t("ui.speed.full"));
    this.#drawButtons();
    this.#drawSlider();
  }

  #drawButtons(): void {
    if (!this.#drawn) return;
    const { snapshot, t } = this.#drawn;
    const { at, length } = snapshot.history;
    const button = (what: string, enabled: boolean, drawn = what) =>
      toolButton(what, { name: t(`ui.${drawn}`), enabled, drawn });
    morphChildren(this.#buttons, [
      button("first", at > 0),
      button("prev", at > 0),
      button("play", length > 0, this.isPlaying ? "pause" : "play"),
      button("next", at < length),
      button("last", at < length),
    ]);
  }

  #drawSlider(): void {
    if (!this.#drawn) return;
    const { snapshot, t } = this.#drawn;
    const { at, length } = snapshot.history;
    const n = this.#sliderTarget ?? at;
    set(this.#slider, {
      max: Math.max(length, 1),
      disabled: length === 0,
      "aria-valuetext": t("ui.turn.of", { n, count: length }),
    });
    if (this.#sliderTarget === null && this.#slider.value !== String(at)) this.#slider.value = String(at);
    text(this.#count, `${n} / ${length}`);
  }

  /** Stops the replay if a new snapshot is not its own: someone else has changed the game. */
  receive(): void {
    if (this.isPlaying && !this.#navigator.isActive) this.stop();
  }

  /** Returns whether the replay was playing. */
  stop(): boolean {
    clearTimeout(this.#timer);
    if (!this.isPlaying) return false;
    this.#run = 0;
    this.#navigator.cancel();
    this.#playStateChanged();
    return true;
  }

  toggle(): void {
    if (this.stop() || !this.#drawn) return;
    const { at, length } = this.#drawn.snapshot.history;
    if (!length) return;
    this.#run = ++this.#lastRun;
    this.#playStateChanged();
    this.#play(at < length ? at + 1 : 0);
  }

  #playStateChanged(): void {
    this.#drawButtons();
    this.#changed();
  }

  #seek(at: number): void {
    this.stop();
    this.#sliderTarget = at;
    this.#drawSlider();
    this.#navigator.goTo({ at }, () => {
      if (this.#sliderTarget !== at) return;
      this.#sliderTarget = null;
      this.#drawSlider();
    });
  }

  get #interval(): number {
    return Number(this.#speeds.value);
  }

  /** Shows a turn, then the next one after the interval. */
  #play(at: number): void {
    const run = this.#run;
    if (!this.#drawn) return;
    const {
      node: from,
      history: { length },
    } = this.#drawn.snapshot;
    const started = performance.now();
    this.#navigator.goTo({ at, from }, (reached) => {
      if (this.#run !== run) return;
      const history = this.#drawn?.snapshot.history;
      if (!reached || history?.at !== at || history.length !== length || at === length) this.stop();
      // the next frame shows this turn
      else
        requestAnimationFrame(() => {
          if (this.#run !== run) return;
          const remaining = this.#interval - (performance.now() - started);
          this.#timer = setTimeout(() => this.#play(at + 1), Math.max(0, remaining));
        });
    });
  }
}
