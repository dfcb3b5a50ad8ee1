import type { LinkError, LinkedGame } from "../protocol/game_link";
import type { PageSettings, SearchAnswer, SearchRequest } from "../protocol/types";
import type { Packed } from "./embedded";

/** The settings of a shared page. */
export interface PageConfig extends PageSettings {
  /** Only in a page that was saved by another one: its game. */
  game?: LinkedGame;
}

/** The texts around the board by language and name: title, lead, rules, … */
export type Translations = Record<string, Record<string, string>>;

/** What the loader hands to the script of the board. */
export interface LoadedPage {
  /** The worker in which Python starts. */
  worker: WorkerLike;
  /** The address of the worker's script. */
  workerUrl: string;
  /** Returns the messages of the worker so far, and stops collecting them. */
  release(): MessageEvent<FromWorker>[];
  /** Starts Python in another worker. */
  restart(): WorkerLike;
  /** The state before the page was loaded again, or "". */
  savedState: string;
  /** Why the game in the address cannot be read, or "". */
  problem: LinkError["why"] | "";
  /** The first `Answer` of Python as JSON, without a saved state and an address that names a game. */
  first: string;
  /** Whether the page shows it, since nothing else is to be shown. */
  isFirstShown: boolean;
  texts: Translations;
  /** Only in a page with several contents: the first `Answer` of each, null where only Python knows it. */
  firsts?: (Record<string, unknown> | null)[];
  /** The traits that several of these answers share. An answer has a number in this list for each. */
  shared?: unknown[];
  /** Only in a foreign page: the style of boards, which the page itself does not get. */
  sheet?: CSSStyleSheet;
  /** The document as it was loaded, in a page with a game that is a file. */
  source: Node | false;
  /** The packed search.wasm; "" in a lesson without a search. */
  searchModule: Packed;
  /** Only in the page of a class: the titles of the lessons of the course, by language and name. */
  titles?: Translations;
}

declare global {
  var adaptoidPage: LoadedPage;
}

/** Starts Python. */
export interface WorkerStart {
  wasm: Packed;
  glue: Packed;
  /** The archive of Python's modules. */
  modules: Packed;
  /** Only in a page with code cells: search.wasm, which they wait for. */
  searchModule?: Packed | undefined;
  languages: Packed;
  /** JSON: the options of the page's content, or of several in the list `contents` beside those that they share. */
  options: Packed;
}

/** The name of a content of a page: its number among those that the page holds, or another text. */
export type ContentName = number | string;

/** Opens a content by `Runtime.open` of adaptoid_widget/core/page/runtime.py. */
export interface ContentStart {
  kind: string;
  /** JSON for a content that the page does not hold. */
  options?: string;
  /** The id of the board, if it is not that of the options. */
  board?: string;
  /** Only in a page with one game: a position or the record of a game that the page's address names, or "". */
  link?: string;
  /** The number of the shown turn in this record; undefined for its end. */
  row?: number | undefined;
  /** The state of the page's own game, for an address that names no valid game. */
  own?: string;
  /** The state before the page was loaded again, or "". */
  savedState: string;
  /** Whether the page shows the first answer already, so that Python need not make it. */
  isFirstShown: boolean;
  /** The rev of the board on the page, if it shows an earlier session of the content. */
  rev?: number;
}

/** What a content is asked: an intent as JSON, or a call of another method. */
export type ContentRequest = { intent: string } | { call: string; args: (string | number)[] };

/** What the worker of Python gets: the start, then messages for contents. */
export type PythonMessage = WorkerStart | ({ content: ContentName } & (ContentStart | ContentRequest));

/** What the worker of a search gets: search.wasm first, then requests. */
export type SearchMessage = { search: Packed } | SearchRequest;

/** What a content says. `first`, `answer` and `news` hold an `Answer` as JSON; the first is "" if the page shows it already. */
export type FromContent =
  | { type: "first"; text: string }
  | { type: "answer"; text: string }
  /** After each answer: the state to save, or "" if nothing is new. */
  | { type: "keep"; text: string }
  /** What changed without an intent, and the state to save or "". */
  | { type: "news"; text: string; state: string }
  /** What a called method has returned. */
  | { type: "returned"; text: string }
  /** Why a called method has returned nothing. */
  | { type: "raised"; text: string }
  /** The content cannot be opened, or answers nothing any more. */
  | { type: "failed"; text: string };

/** A message from the worker of Python. */
export type FromWorker = FromContent & { content: ContentName };

export type FromSearchWorker =
  | { answer: SearchAnswer }
  /** The search goes on. */
  | { alive: true }
  /** `unable`: no search can run here. */
  | { failed: string; unable?: boolean };

/** What the page uses of a Worker. */
export interface WorkerLike {
  postMessage(message: PythonMessage): void;
  addEventListener(type: "message", handler: (event: MessageEvent<FromWorker>) => void): void;
  addEventListener(type: "error", handler: (event: Event) => void): void;
  terminate(): void;
}
