import type { Tone } from "./types";

export type PenTool = "ring" | "arrow" | "fill" | "label" | "erase";

/** What one draws with, and what is being drawn. */
export interface Pen {
  tone: Tone;
  tool: PenTool;
  /** Where an arrow begins that has no end yet, and where it would end now. */
  from: string | null;
  to: string | null;
  /** The disc whose label is being written. */
  label: string | null;
}

export const dry: Pen = { tone: "green", tool: "ring", from: null, to: null, label: null };
