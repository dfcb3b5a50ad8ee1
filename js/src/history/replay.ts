import { html, on, set, text } from "../dom/elements";
import { morph } from "../dom/morph";
import type { Words } from "../i18n/messages";
import { toolButton } from "../panels/buttons";
import type { Snapshot } from "../protocol/types";
import type { State } from "../state/state";
import type { Walk } from "./navigator";

/** How long a turn stays on the board, in milliseconds; 0 is as fast as Python and the screen go. */
const SPEEDS: [name: string, gap: number][] = [
  ["½×", 2400],
  ["1×", 1200],
  ["2×", 600],
  ["4×", 300],
  ["", 0],
];
/** Below this nothing glides: the next turn would come before it arrives. */
const BRISK = 400;

/** Goes through the current line by itself or under the hand: a slider, a play button, speeds, single steps. */
export class Replay {
  readonly element = html("div.replay", { role: "group" });
  readonly #buttons = html("div.nav");
  readonly #slider = html("input.slider", { type: "range", "data-replay": true, min: 0 });
  readonly #count = html("span.count", { "aria-hidden": "true" });
  readonly #speeds = html("select.speed", { "data-speed": true });
  #shown: { snapshot: Snapshot; say: Words } | null = null;
  /** Where the slider was moved to, until the board is there. */
  #wished: number | null = null;
  #held = false;
  /** Which run of the replay goes on now. */
  #run = 0;
  #runs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #walk: Walk;
  readonly #paced: () => void;

  constructor(walk: Walk, paced: () => void) {
    this.#walk = walk;
    this.#paced = paced;
    this.#speeds.append(...SPEEDS.map(([name, gap]) => html("option", { value: gap }, name)));
    this.#speeds.value = "1200";
    this.element.append(this.#buttons, this.#slider, this.#count, this.#speeds);
    on(this.#speeds, "change", () => this.#paced());
    on(this.#slider, "input", () => this.#slide(Number(this.#slider.value)));
    on(this.#slider, "pointerdown pointerup pointercancel blur", ({ type }) => {
      this.#held = type === "pointerdown";
      this.#paced();
    });
    on(this.#slider, "keydown", (event) => {
      if (event.key !== " ") return;
      event.preventDefault();
      this.toggle();
    });
  }

  get playing(): boolean {
    return this.#run > 0;
  }

  /** Whether turns follow one another too fast for the eye to follow an adaptoid. */
  get brisk(): boolean {
    return this.#held || (this.playing && this.#gap < BRISK);
  }

  draw({ snapshot }: State, say: Words): void {
    const fresh = this.#shown?.say !== say;
    this.#shown = { snapshot, say };
    this.element.hidden = !snapshot.interactive;
    if (fresh) {
      set(this.element, { "aria-label": say("ui.replay") });
      set(this.#slider, { "aria-label": say("ui.replay") });
      set(this.#speeds, { "aria-label": say("ui.speed"), title: say("ui.speed") });
      const full = this.#speeds.lastElementChild;
      if (full) text(full, say("ui.speed.full"));
    }
    this.#drawButtons();
    this.#drawSlider();
  }

  #drawButtons(): void {
    if (!this.#shown) return;
    const { snapshot, say } = this.#shown;
    const { at, length } = snapshot.history;
    const button = (what: string, enabled: boolean, drawn = what) =>
      toolButton(what, { name: say(`ui.${drawn}`), enabled, drawn });
    morph(this.#buttons, [
      button("first", at > 0),
      button("prev", at > 0),
      button("play", length > 0, this.playing ? "pause" : "play"),
      button("next", at < length),
      button("last", at < length),
    ]);
  }

  #drawSlider(): void {
    if (!this.#shown) return;
    const { snapshot, say } = this.#shown;
    const { at, length } = snapshot.history;
    const n = this.#wished ?? at;
    set(this.#slider, {
      max: Math.max(length, 1),
      disabled: length === 0,
      "aria-valuetext": say("ui.turn.of", { n, count: length }),
    });
    if (this.#wished === null && this.#slider.value !== String(at)) this.#slider.value = String(at);
    text(this.#count, `${n} / ${length}`);
  }

  /** A board that someone else changes meanwhile is no longer the game that is being replayed. */
  seen(): void {
    if (this.playing && !this.#walk.underWay) this.stop();
  }

  /** Whether it was playing. */
  stop(): boolean {
    clearTimeout(this.#timer);
    if (!this.playing) return false;
    this.#run = 0;
    this.#walk.drop();
    this.#changed();
    return true;
  }

  toggle(): void {
    if (this.stop() || !this.#shown) return;
    const { at, length } = this.#shown.snapshot.history;
    if (!length) return;
    this.#run = ++this.#runs;
    this.#changed();
    this.#go(at < length ? at + 1 : 0);
  }

  #changed(): void {
    this.#drawButtons();
    this.#paced();
  }

  #slide(at: number): void {
    this.stop();
    this.#wished = at;
    this.#drawSlider();
    this.#walk.to({ at }, () => {
      if (this.#wished !== at) return;
      this.#wished = null;
      this.#drawSlider();
    });
  }

  get #gap(): number {
    return Number(this.#speeds.value);
  }

  #go(at: number): void {
    const run = this.#run;
    const length = this.#shown?.snapshot.history.length;
    const since = performance.now();
    this.#walk.to({ at }, (reached) => {
      if (this.#run !== run) return;
      const history = this.#shown?.snapshot.history;
      if (!reached || history?.at !== at || history.length !== length || at === length) this.stop();
      // not before this turn has been seen
      else
        requestAnimationFrame(() => {
          if (this.#run !== run) return;
          const rest = this.#gap - (performance.now() - since);
          this.#timer = setTimeout(() => this.#go(at + 1), Math.max(0, rest));
        });
    });
  }
}
