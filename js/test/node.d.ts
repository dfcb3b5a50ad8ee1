/** The part of Node that the tests use. */
declare module "node:fs" {
  export function readFileSync(path: string): Uint8Array<ArrayBuffer>;
}

/** A GIF decoder independent of the encoder. */
declare module "omggif" {
  export class GifReader {
    readonly width: number;
    readonly height: number;
    constructor(file: Uint8Array);
    numFrames(): number;
    /** The number of repetitions; 0 means without end. */
    loopCount(): number | null;
    /** `delay` in hundredths of a second. */
    frameInfo(number: number): { delay: number; disposal: number };
    /** Draws one frame over the pixels. */
    decodeAndBlitFrameRGBA(number: number, pixels: Uint8Array): void;
  }
}
