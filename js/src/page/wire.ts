import type { Color, Discs, Reply, Snapshot, Wording } from "../protocol/types";

/** What a page's scripts are told at once. */
export interface Told {
  /** The board's id, another for every content. */
  board: string;
  /** Where it is kept how things stand: for this tab, or for good. */
  storage: "sessionStorage" | "localStorage";
  /** Whether the address may name a position to begin with. */
  links: boolean;
  /** What is said where the page cannot play. */
  words: { slow: string; old: string; broken: string; stopped: string };
}

/** The words around the board, by language and by what they are: title, lead, rules, … */
export type Tongues = Record<string, Record<string, string>>;

/** What the loader hands to the board's script. */
export interface Begun {
  /** Python is starting in it. */
  worker: WorkerLike;
  /** Ends that what the worker says is held, and gives what was. */
  release(): MessageEvent<FromWorker>[];
  /** How things stood before the page was loaded again, or "". */
  kept: string;
  /** What Python will say first, as an `Answer` in JSON; "" where that depends on what was kept or on the address. */
  first: string;
  around: Tongues;
}

declare global {
  var adaptoidBegun: Begun;
}

/** What the page and its worker say to one another. Intents and their answers travel as JSON texts. */

/** Page to worker, once: everything that Python needs. The first five are packed. */
export interface Start {
  wasm: string;
  glue: string;
  files: string;
  languages: string;
  /** JSON for `Page` in adaptoid_widget/core/page/game_page.py, of a lesson in lesson_page.py. */
  options: string;
  /** A position that the page's address names, or "". */
  link: string;
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
  /** The address names something that is no position. */
  lost?: boolean;
  snapshot?: Snapshot;
  discs?: Discs;
  wording?: Wording;
  reply?: Reply;
}

/** The part of a Worker that the page uses. */
export interface WorkerLike {
  postMessage(message: string): void;
  addEventListener(type: "message", hear: (event: MessageEvent<FromWorker>) => void): void;
  addEventListener(type: "error", hear: (event: Event) => void): void;
}
