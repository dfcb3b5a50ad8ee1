import { GifReader } from "omggif";
import { describe, expect, it } from "vitest";
import { GifWriter } from "../../src/share/film";

const [WIDTH, HEIGHT] = [40, 30];
const rgb = (red: number, green: number, blue: number) =>
  (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0;
const picture = (color: (x: number, y: number) => number) =>
  Uint32Array.from({ length: WIDTH * HEIGHT }, (_, i) => color(i % WIDTH, Math.floor(i / WIDTH)));

function filmOf(...pictures: Uint32Array[]): GifReader {
  const writer = new GifWriter(WIDTH, HEIGHT);
  for (const [i, pixels] of pictures.entries()) writer.add(pixels, 1000 * (i + 1));
  return new GifReader(writer.finish());
}

/** The pictures that a player shows after each frame. */
function screens(film: GifReader): Uint32Array[] {
  const screen = new Uint8Array(film.width * film.height * 4);
  return Array.from({ length: film.numFrames() }, (_, i) => {
    film.decodeAndBlitFrameRGBA(i, screen);
    return new Uint32Array(screen.slice().buffer);
  });
}

describe("a film", () => {
  it("has the size, the times and the pictures that were added, and plays without end", () => {
    const plain = picture(() => rgb(233, 220, 195));
    const striped = picture((x) => (x % 4 ? rgb(233, 220, 195) : rgb(46, 38, 29)));
    const dotted = picture((x, y) => (x === 7 && y === 5 ? rgb(200, 0, 40) : rgb(233, 220, 195)));
    const film = filmOf(plain, striped, striped, dotted);
    expect([film.width, film.height, film.numFrames(), film.loopCount()]).toEqual([WIDTH, HEIGHT, 4, 0]);
    expect([0, 1, 2, 3].map((i) => film.frameInfo(i).delay)).toEqual([100, 200, 300, 400]);
    // each frame is drawn over the one before
    expect([0, 1, 2, 3].map((i) => film.frameInfo(i).disposal)).toEqual([1, 1, 1, 1]);
    expect(screens(film)).toEqual([plain, striped, striped, dotted]);
  });

  it("keeps the frequent colours of a picture with too many, and approximates the others", () => {
    const paper = rgb(255, 255, 255);
    const blends = picture((x, y) => (y < 15 ? paper : rgb(6 * x, 8 * y, 3 * x + y)));
    const film = filmOf(
      picture(() => paper),
      blends,
    );
    const [, end = new Uint32Array()] = screens(film);
    expect(new Set(blends).size).toBeGreaterThan(500);
    expect(end.slice(0, 15 * WIDTH)).toEqual(blends.slice(0, 15 * WIDTH));
    const channels = (pixels: Uint32Array) => [...new Uint8Array(pixels.slice().buffer)];
    const original = channels(blends);
    const errors = channels(end).map((value, i) => Math.abs(value - (original[i] ?? 0)));
    expect(Math.max(...errors)).toBeLessThan(17);
    expect(new Set(end).size).toBeGreaterThan(100);
  });
});
