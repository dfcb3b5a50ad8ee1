import type { Color, Discs, Reply, Snapshot, Wording } from "../types";

/** What a page's scripts are told at once. */
export interface Told {
  /** For Python; see `Page` in adaptoid_widget/core/page.py. */
  options: { board: string };
  /** What is said where the page cannot play. */
  words: { slow: string; old: string; broken: string; stopped: string };
}

/** One language as it travels in the page; the words for Python are Python's alone. */
export interface Tongue {
  tag: string;
  /** By what they are around the board: title, lead, rules, … */
  around: Record<string, string>;
}

/** What the page and its worker say to one another. Intents and their answers travel as JSON texts. */

/** Page to worker, once: everything that Python needs. The first four are gzipped and in base 85. */
export interface Start {
  wasm: string;
  glue: string;
  files: string;
  languages: string;
  /** JSON for `Page` in adaptoid_widget/core/page.py. */
  options: string;
  /** The game as it stood before the page was loaded again, or "". */
  kept: string;
}

/** Worker to page. `first` and `answer` hold an `Answer` as JSON. */
export type FromWorker =
  | { type: "first"; text: string }
  | { type: "answer"; text: string }
  /** The game as it stands, to be kept for when the page is loaded again. */
  | { type: "keep"; text: string }
  | { type: "failed"; text: string };

/** The level of the computer that has a colour; none is a person. */
export type Levels = Partial<Record<Color, number>>;

/** The traits that changed, then the reply. */
export interface Answer {
  levels?: Levels;
  snapshot?: Snapshot;
  discs?: Discs;
  wording?: Wording;
  reply?: Reply;
}

/** The part of a Worker that the page uses. */
export interface WorkerLike {
  postMessage(message: Start | string): void;
  addEventListener(type: "message", hear: (event: MessageEvent<FromWorker>) => void): void;
  addEventListener(type: "error", hear: (event: Event) => void): void;
}
