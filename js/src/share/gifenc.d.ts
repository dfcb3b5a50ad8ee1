declare module "gifenc/dist/gifenc.esm.js" {
  /** One frame has all pixels as numbers of its palette. */
  interface FrameOptions {
    palette: [red: number, green: number, blue: number][];
    /** In milliseconds. */
    delay: number;
    transparent: boolean;
    transparentIndex: number;
    /** 1: the next frame is drawn over this one. */
    dispose: number;
  }
  export function GIFEncoder(): {
    writeFrame(index: Uint8Array, width: number, height: number, options: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  };
}
