/** Draws a game as a film: an animated GIF with a picture of each turn, which plays in a loop. */

import { GIFEncoder } from "gifenc/dist/gifenc.esm.js";
import { Layer } from "../board/layer";
import { HeatLegend } from "../board/marks";
import { BoardPainter } from "../board/painter";
import { html } from "../dom/elements";
import { createTranslator, type Translator } from "../i18n/messages";
import { hungerDrawings, threadDrawings } from "../maps/feeding";
import { withFeeding } from "../maps/requests";
import type { PartContext } from "../parts/contract";
import { FILM_LAST_MS, FILM_SIZE, FILM_TURN_MS } from "../protocol/constants";
import type { FilmFrame, Reply } from "../protocol/types";
import { isFlipped, type State, start } from "../state/state";
import { rasterize, still } from "./board_picture";

/** So many turns are requested at once, so that clicks need not wait long for Python. */
const BATCH = 50;
const PAPER = { light: "#fff", dark: "#111" };
/** In one frame; another number means "as before". */
const MAX_COLORS = 255;

/** How a film is made. */
interface FilmHandlers {
  /** Whether the film is still wanted. */
  isWanted(): boolean;
  /** From 0 to 1. */
  progress(share: number): void;
  /** Python does not answer; it may still do so. */
  silent(): void;
}

/** Resolves to the file, or to nothing if the film is not wanted any more. Throws the refusal of Python. */
export async function makeFilm(context: PartContext, handlers: FilmHandlers): Promise<Blob | undefined> {
  const state = context.state();
  const theme = context.slots.root.dataset.theme === "dark" ? "dark" : "light";
  const frames = await fetchFrames(context, handlers);
  if (!frames) return;
  handlers.progress(0);
  // a heat map has a legend, for which all pictures leave room
  const tallest =
    frames.find(({ marks }) => marks?.heat?.title) ?? frames.find(({ marks }) => marks?.heat) ?? frames[0];
  const least = tallest ? draw(context, state, tallest).extent : undefined;
  let writer: GifWriter | undefined;
  for (const [i, frame] of frames.entries()) {
    const canvas = await rasterize(draw(context, state, frame, least), PAPER[theme]);
    if (!handlers.isWanted()) return;
    const { width, height } = canvas;
    const { buffer } = canvas.getContext("2d")?.getImageData(0, 0, width, height).data ?? {};
    writer ??= new GifWriter(width, height);
    writer.add(new Uint32Array(buffer as ArrayBuffer), i < frames.length - 1 ? FILM_TURN_MS : FILM_LAST_MS);
    handlers.progress((i + 1) / frames.length);
  }
  return writer && new Blob([writer.finish()], { type: "image/gif" });
}

/** The start and each turn of the line as it was at the first request. */
async function fetchFrames(
  { client, state }: PartContext,
  { isWanted, silent }: FilmHandlers,
): Promise<FilmFrame[] | undefined> {
  const frames: FilmFrame[] = [];
  const { rev } = state().snapshot;
  let end: { node?: number } = {};
  for (;;) {
    const from = frames.length;
    const { ok, text, node, ...reply } = await new Promise<Reply>((resolve) => {
      client.ask(
        { kind: "film", from, to: from + BATCH, flipped: isFlipped(state()), ...end },
        rev,
        resolve,
        silent,
      );
    });
    if (!isWanted()) return;
    if (!ok || !reply.frames || node === undefined) throw text;
    frames.push(...reply.frames);
    if (reply.frames.length < BATCH) return frames;
    end = { node };
  }
}

/** The picture of one turn, as the view shows the board. */
function draw(context: PartContext, state: State, frame: FilmFrame, least?: [number, number]) {
  const { snapshot, discs, flip } = state;
  const noClicks = { moves: {}, grow: { new: [], leg: [], pincer: [], hungry: [] } };
  // a board that takes clicks warns of hunger
  const shown = { ...snapshot, ...frame, ...noClicks, interactive: true };
  const painted = paint(
    withFeeding({ ...start(shown, discs), flip }, frame.feeding),
    createTranslator(context.model.get("wording")),
  );
  // in the view for a moment, so that the style sheet applies
  painted.style.position = "absolute";
  context.slots.root.append(painted);
  try {
    return still(painted, snapshot, FILM_SIZE, least);
  } finally {
    painted.remove();
  }
}

/** Paints a state in an element of its own: the board, and the legend of its heat map. */
function paint(state: State, t: Translator): HTMLElement {
  const [painter, legend] = [new BoardPainter(), new HeatLegend()];
  const [threads, hunger] = [new Layer("threads"), new Layer("hunger")];
  painter.ghosts.before(threads.element);
  painter.over.element.before(hunger.element);
  painter.draw(state, t);
  threads.draw(state, threadDrawings(state));
  hunger.draw(state, hungerDrawings(state));
  legend.draw(state);
  return html("div", {}, painter.svg, legend.element);
}

/** Writes pictures of one size into an animated GIF. */
export class GifWriter {
  readonly #encoder = GIFEncoder();
  readonly #width: number;
  readonly #height: number;
  #shown: Uint32Array | undefined;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
  }

  /** Adds a picture with its opaque pixels: red is the lowest byte, then green and blue. It may not change afterwards. */
  add(pixels: Uint32Array, milliseconds: number): void {
    const before = this.#shown;
    const changed = before ? pixels.filter((pixel, i) => pixel !== before[i]) : pixels;
    const counts = new Map<number, number>();
    for (const pixel of changed) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
    const colors = choosePalette([...counts].sort(([, a], [, b]) => b - a).map(([color]) => color));
    const numbers = new Map<number, number>();
    for (const color of counts.keys()) numbers.set(color, nearest(colors, color));
    const unchanged = colors.length;
    const index = new Uint8Array(pixels.length);
    for (let i = 0; i < pixels.length; i++) {
      const pixel = pixels[i] as number;
      index[i] = before?.[i] === pixel ? unchanged : (numbers.get(pixel) as number);
    }
    this.#encoder.writeFrame(index, this.#width, this.#height, {
      palette: [...colors, 0].map((color) => channels(color)),
      delay: milliseconds,
      transparent: true,
      transparentIndex: unchanged,
      dispose: 1,
    });
    this.#shown = pixels;
  }

  finish(): Uint8Array<ArrayBuffer> {
    this.#encoder.finish();
    return this.#encoder.bytes();
  }
}

function channels(color: number): [red: number, green: number, blue: number] {
  return [color & 255, (color >> 8) & 255, (color >> 16) & 255];
}

function distance(color: number, other: number): number {
  const [red, green, blue] = channels(color);
  const [otherRed, otherGreen, otherBlue] = channels(other);
  return (red - otherRed) ** 2 + (green - otherGreen) ** 2 + (blue - otherBlue) ** 2;
}

/** Chooses colours such that each of the given ones is near a chosen one. The first ones, the most frequent, are kept. */
function choosePalette(colors: number[]): number[] {
  for (let near = 0; ; near = near * 2 || 2) {
    const chosen: number[] = [];
    for (const color of colors) {
      if (chosen.length > MAX_COLORS) break;
      if (!chosen.some((other) => distance(color, other) <= near)) chosen.push(color);
    }
    if (chosen.length <= MAX_COLORS) return chosen;
  }
}

function nearest(colors: number[], color: number): number {
  let best = 0;
  for (let i = 1; i < colors.length; i++)
    if (distance(color, colors[i] as number) < distance(color, colors[best] as number)) best = i;
  return best;
}
