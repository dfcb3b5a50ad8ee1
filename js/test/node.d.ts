/** What tests use of Node. */
declare module "node:fs" {
  export function readFileSync(path: string): Uint8Array<ArrayBuffer>;
}

/** A decoder of GIF files that shares nothing with the encoder. */
declare module "omggif" {
  export class GifReader {
    readonly width: number;
    readonly height: number;
    constructor(file: Uint8Array);
    numFrames(): number;
    /** How often the film is repeated; 0: without end. */
    loopCount(): number | null;
    /** `delay` in hundredths of a second. */
    frameInfo(number: number): { delay: number; disposal: number };
    /** Draws one frame over the pixels. */
    decodeAndBlitFrameRGBA(number: number, pixels: Uint8Array): void;
  }
}
