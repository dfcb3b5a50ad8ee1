import type { Analyst, Color, Discs, Reply, Snapshot, Wording } from "../protocol/types";

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
  /** The script of the workers that search; "" in a lesson. */
  search: string;
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

/** A request of adaptoid_widget/core/search/remote_search.py. A text holds 64-bit integers, separated by blanks. */
export type SearchRequest =
  /** Begins a search, and asks for the codes of the turns. */
  | {
      do: "list";
      state: string;
      grows: number;
      context: string;
      near: string;
      /** The first cells of the work array. */
      head: string;
      /** The sizes of the work array and the transposition table in cells. */
      work: number;
      table: number;
      /** The search stops after this time, but for its first depth. 0: it has no limit of time. */
      seconds: number;
    }
  /** Asks to search the turns in an order, `left` quarters of a turn deep. */
  | { do: "look"; left: number; lines: number; limit: string; nodes: number; order: number[] }
  /** Asks for two cells of the transposition table. */
  | { do: "read"; entry: number };

export type SearchAnswer =
  /** The codes of the move and of the growth of each turn. */
  | { codes: number[] }
  | { finished: number; nodes: number; scores: number[]; bounds: number[] }
  | { cells: string };

export type FromSearchWorker =
  | { answer: SearchAnswer }
  /** The search goes on. */
  | { alive: true }
  /** `unable`: no search can run here. */
  | { failed: string; unable?: boolean };

/** What a search is to answer, with the number of the request; null if nothing is searched. */
export type NumberedRequest = { number: number; request: SearchRequest } | null;

/** A review of the game, and its mistakes once it is done. */
export interface Review {
  running: boolean;
  /** Why the last review failed, or "". */
  error: string;
  /** How many turns were reviewed. */
  at?: number;
  of?: number;
  mistakes?: [node: number, ply: number, color: Color, turn: string, mark: "?" | "??", best: string][];
}

/** The traits that changed, then the reply. */
export interface Answer {
  /** The searches of the computer players, of the analysis and of the review. */
  search?: NumberedRequest;
  analysis?: NumberedRequest;
  reviewing?: NumberedRequest;
  analyst?: Partial<Analyst>;
  review?: Review;
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
