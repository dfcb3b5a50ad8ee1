import type { Color, Discs, Reply, Snapshot, Wording } from "../protocol/types";

/** The settings of a shared page. */
export interface PageConfig {
  /** The id of the board, which depends on its content. */
  board: string;
  /** Where the state is saved: for this tab, or for good. */
  storage: "sessionStorage" | "localStorage";
  /** Whether the address may name a position. */
  links: boolean;
  /** The sentences for a page that cannot start. */
  words: { slow: string; old: string; broken: string; stopped: string };
}

/** The texts around the board by language and name: title, lead, rules, … */
export type Translations = Record<string, Record<string, string>>;

/** What the loader hands to the script of the board. */
export interface LoadedPage {
  /** The worker in which Python starts. */
  worker: WorkerLike;
  /** Returns the messages of the worker so far, and stops collecting them. */
  release(): MessageEvent<FromWorker>[];
  /** The state before the page was loaded again, or "". */
  saved: string;
  /** The first `Answer` of Python as JSON, or "" if it depends on a saved state or on the address. */
  first: string;
  texts: Translations;
}

declare global {
  var adaptoidPage: LoadedPage;
}

/** The first message to the worker, with all that Python needs. The first five are packed. */
export interface WorkerStart {
  wasm: string;
  glue: string;
  modules: string;
  languages: string;
  /** JSON for `Page` in adaptoid_widget/core/page/game_page.py, or lesson_page.py for a lesson. */
  options: string;
  /** A position that the page's address names, or "". */
  link: string;
  /** The state before the page was loaded again, or "". */
  saved: string;
}

/** A message from the worker. `first` and `answer` hold an `Answer` as JSON. */
export type FromWorker =
  | { type: "first"; text: string }
  | { type: "answer"; text: string }
  /** The state to save. */
  | { type: "keep"; text: string }
  | { type: "failed"; text: string };

/** The level of the computer for each colour that it plays. */
export type Levels = Partial<Record<Color, number>>;

/** The traits that changed, then the reply. */
export interface Answer {
  levels?: Levels;
  /** The address names no valid position. */
  lost?: boolean;
  snapshot?: Snapshot;
  discs?: Discs;
  wording?: Wording;
  reply?: Reply;
}

/** The part of a Worker that the page uses. */
export interface WorkerLike {
  postMessage(message: string): void;
  addEventListener(type: "message", handler: (event: MessageEvent<FromWorker>) => void): void;
  addEventListener(type: "error", handler: (event: Event) => void): void;
}
