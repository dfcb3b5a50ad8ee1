/** Plays a line of turns on the board in beats (move, grow, starve), and goes back to the position that was shown. */

import { picture } from "../board/shapes";
import { html, on, set, svg, text } from "../dom/elements";
import { arrange } from "../dom/morph";
import type { Translator } from "../i18n/messages";
import { withFeeding } from "../maps/requests";
import type { PartContext } from "../parts/contract";
import type { FilmFrame, Intent, PieceRow, Snapshot } from "../protocol/types";
import { isFlipped } from "../state/state";

type FilmIntent = Extract<Intent, { kind: "film" }>;

/** Which turns are played: those of a film. */
export type ShownLine = Omit<FilmIntent, "kind" | "flipped">;

/** The start is shown for this time, each turn for the next, and the last one for longer. */
const START_MS = 500;
const TURN_MS = 1700;
const END_MS = 3200;

const SIGNS = {
  play: "M6 4v12l10-6z",
  stop: "M5.5 5.5h9v9h-9z",
  back: "M13 4.5 7.5 10l5.5 5.5",
  step: "M7 4.5l5.5 5.5L7 15.5",
};

/** What each view plays: one line at a time. */
const playing = new WeakMap<PartContext, Demonstration>();

/** The line that a view shows instead of the game, if it shows one. */
export function playedLine(context: PartContext): Demonstration | null {
  const line = playing.get(context);
  return line?.isOnBoard ? line : null;
}

/** A play button with the way to step through several turns. */
export class Demonstration {
  readonly element = html("span.demonstration", { hidden: true });
  readonly #play = html("button.button", { "data-demonstration": "play" });
  readonly #back = html("button.button", { "data-demonstration": "back" }, sign("back"));
  readonly #step = html("button.button", { "data-demonstration": "step" }, sign("step"));
  readonly #label = html("span");
  readonly #signs = { play: sign("play"), stop: sign("stop") };
  /** Which turn of how many is shown. */
  readonly #place = html("span.demonstration-place");
  readonly #context: PartContext;
  #line: ShownLine | null = null;
  /** The snapshot that was shown before, while a line is played. */
  #shown: Snapshot | null = null;
  /** The snapshot of a frame that the board shows. */
  #own: Snapshot | null = null;
  #frames: FilmFrame[] = [];
  #at = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #t: Translator | undefined;
  #name = "";
  /** Whether adaptoids are marked as ghosts. */
  #hasGhosts = false;

  constructor(context: PartContext) {
    this.#context = context;
    this.element.append(this.#play, this.#back, this.#step, this.#place);
    on(this.element, "click", ({ target }) => {
      const { demonstration } = (target as Element).closest<HTMLElement>("button")?.dataset ?? {};
      if (demonstration === "play") this.toggle(this.#line);
      else if (demonstration) this.#go(this.#at + (demonstration === "step" ? 1 : -1));
    });
    // the board is there for the game again
    on(context.slots.board, "pointerdown keydown", () => this.isPlaying && this.end(), { capture: true });
    on(context.signal, "abort", () => clearTimeout(this.#timer));
  }

  /** Whether a line is played, or stays on the board. */
  get isPlaying(): boolean {
    return this.#shown !== null;
  }

  /** Whether the board shows a frame. An animation that ends copies the snapshot. */
  get isOnBoard(): boolean {
    const { node, rev } = this.#context.state().snapshot;
    return node === this.#own?.node && rev === this.#own.rev;
  }

  /** Offers a line, or with null none. `name` is what the button says. */
  draw(line: ShownLine | null, name: string, t: Translator): void {
    this.#t = t;
    // the game went on, or somebody else has drawn
    if (this.#shown && !this.isOnBoard) this.#forget();
    if (this.#shown) this.#markGhosts();
    if (!this.#shown) {
      this.#line = line;
      this.#name = name;
    }
    this.element.hidden = !this.#line;
    this.#drawButtons();
  }

  #drawButtons(): void {
    const t = this.#t;
    if (!t) return;
    const [isPlaying, last] = [this.isPlaying, this.#frames.length - 1];
    text(this.#label, isPlaying ? t("ui.see.end") : this.#line ? this.#name : "");
    // what is replaced while it is pressed gets no click
    arrange(this.#play, [this.#signs[isPlaying ? "stop" : "play"], this.#label]);
    set(this.#play, { "aria-pressed": isPlaying ? "true" : null });
    const frame = isPlaying && this.#frames[this.#at];
    const shown = frame && this.#at && frame.last ? [html("b", {}, frame.last.text)] : [];
    this.#place.replaceChildren(...(frame ? [`${this.#at} / ${last} `, ...shown] : []));
    this.#place.hidden = !frame;
    for (const [button, key, enabled] of [
      [this.#back, "ui.prev", this.#at > 0],
      [this.#step, "ui.next", this.#at < last],
    ] as const) {
      button.hidden = !isPlaying;
      set(button, { title: t(key), "aria-label": t(key), "aria-disabled": enabled ? null : "true" });
    }
  }

  /** Plays a line, or ends the one that is played. */
  toggle(line: ShownLine | null): void {
    if (this.isPlaying || !line) {
      this.end();
      return;
    }
    const { client, state } = this.#context;
    playing.get(this.#context)?.end();
    const { snapshot } = state();
    const intent: FilmIntent = { kind: "film", ...line, flipped: isFlipped(state()) };
    client.ask(intent, snapshot.rev, ({ ok, frames = [] }) => {
      if (!ok || frames.length < 2 || state().snapshot !== snapshot || this.isPlaying) return;
      playing.set(this.#context, this);
      this.#line = line;
      this.#frames = frames;
      this.#shown = snapshot;
      this.#show(0, START_MS);
    });
  }

  /** Shows a frame, and the next one after a time; without a time it stays. */
  #show(at: number, ms?: number): void {
    const { state, change, announce } = this.#context;
    const [shown, frame] = [this.#shown, this.#frames[at]];
    if (!shown || !frame) return;
    this.#at = at;
    const { history } = shown;
    const nothing = { moves: {}, grow: { new: [], leg: [], pincer: [], hungry: [] }, pass: false };
    // numbers of no node, and so that each frame follows the one before
    const turn = (this.#line?.from ?? 0) + at;
    const length = Math.max(history.length, turn);
    const place = { node: -2 - at, history: { ...history, at: turn, length } };
    // the status is that of the game
    const step = shown.result ? shown.step : frame.step;
    this.#own = { ...shown, ...frame, ...nothing, ...place, step, computer: null };
    const selected = { chosen: null, hover: null, reason: null, previewedGrowth: null, drag: null };
    change(withFeeding({ ...state(), ...selected, snapshot: this.#own }, frame.feeding));
    if (frame.last && at) announce(frame.last.text);
    this.#drawButtons();
    clearTimeout(this.#timer);
    if (ms === undefined) return;
    const isLast = at === this.#frames.length - 1;
    const next = () => (isLast ? this.end() : this.#show(at + 1, this.#timeOf(at + 1)));
    this.#timer = setTimeout(next, ms);
  }

  /** What stands otherwise than in the game is translucent, so that nobody takes the line for the game. */
  #markGhosts(): void {
    const keyOf = ([cell, color, legs, pincers]: PieceRow) => [cell, color, legs, pincers].join();
    const real = new Set(this.#shown?.pieces.map(keyOf));
    this.#hasGhosts = this.#shown !== null;
    const ghosts = new Set(this.#own?.pieces.filter((row) => !real.has(keyOf(row))).map(([cell]) => cell));
    for (const piece of this.#context.slots.pieces.querySelectorAll<SVGElement>("[data-on]"))
      set(piece, { "data-ghost": ghosts.has(piece.dataset.on ?? "") });
  }

  #timeOf(at: number): number {
    return at < this.#frames.length - 1 ? TURN_MS : END_MS;
  }

  /** Shows another frame, which stays. */
  #go(at: number): void {
    if (this.#frames[at]) this.#show(at);
  }

  /** Goes back to what was shown before. */
  end(): void {
    const { state, change } = this.#context;
    const shown = this.#shown;
    const isOwn = this.isOnBoard;
    this.#forget();
    if (shown && isOwn) change({ ...state(), snapshot: shown });
    this.#drawButtons();
  }

  #forget(): void {
    clearTimeout(this.#timer);
    if (this.#shown) playing.delete(this.#context);
    this.#shown = null;
    this.#own = null;
    this.#at = 0;
    if (this.#hasGhosts) this.#markGhosts();
  }
}

/** The sign of a button. */
export function sign(what: keyof typeof SIGNS): SVGSVGElement {
  const path = svg("path", {
    d: SIGNS[what],
    fill: what === "play" || what === "stop" ? "currentColor" : null,
  });
  return picture("drawing", "0 0 20 20", [path]);
}
