/** The boards of a page with several, all in one Python. */

import type { ContentName } from "../embedded/page_types";
import type { PageTexts } from "../embedded/texts";
import { showProblem } from "../embedded/texts";
import type { SearchPool } from "../worker/search_pool";
import { type BoardContent, PageBoard } from "./page_board";
import type { PythonConnection } from "./python_connection";

/** Opens the boards of a page one after the other, and keeps them in one language. */
export class PageBoards {
  readonly connection: PythonConnection;
  readonly texts: PageTexts;
  readonly searches: SearchPool;
  readonly #boards = new Map<string, PageBoard>();
  /** The boards that Python is to open, in this order. */
  #waiting: PageBoard[] = [];
  #opening: PageBoard | undefined;
  /** The boards whose states the browser cannot keep. */
  readonly #unkept = new Set<PageBoard>();
  /** The language that was chosen for all boards, or "". */
  language: string;
  /** Is called when a language was chosen on a board. */
  onLanguage: (language: string) => void = () => {};
  /** Is called when Python has opened a board. */
  onReady: () => void = () => {};
  /** Is called when a board has its model. */
  onModel: (board: PageBoard) => void = () => {};
  /** Is called with each new state of a board. */
  onState: (board: PageBoard, state: string) => void = () => {};

  constructor(connection: PythonConnection, texts: PageTexts, searches: SearchPool, language: string) {
    this.connection = connection;
    this.texts = texts;
    this.searches = searches;
    this.language = language;
  }

  /** All boards, in the order in which they were added. */
  get all(): PageBoard[] {
    return [...this.#boards.values()];
  }

  /** Whether somebody waits for an answer of Python. */
  get isBusy(): boolean {
    return this.all.some((board) => board.isAwaited);
  }

  /** Adds a content under the name by which elements show it. */
  add(name: ContentName, content: BoardContent): PageBoard {
    const board = new PageBoard(this, this.connection.content(name), content);
    this.#boards.set(String(name), board);
    return board;
  }

  get(name: string): PageBoard | undefined {
    return this.#boards.get(name);
  }

  /** Has Python open a board, before all that wait if somebody wants to use it. */
  open(board: PageBoard, isWanted = false): void {
    if (this.#opening === board) return;
    const others = this.#waiting.filter((other) => other !== board);
    this.#waiting = isWanted ? [board, ...others] : [...others, board];
    this.#openNext();
  }

  /** Python has opened a board, or has failed. What was asked meanwhile is answered before the next board is opened. */
  opened(board: PageBoard): void {
    if (this.#opening !== board) return;
    this.#opening = undefined;
    this.#openNext();
  }

  #openNext(): void {
    if (this.#opening) return;
    this.#opening = this.#waiting.shift();
    this.#opening?.ask();
  }

  /** Ends Python, whatever it does, and opens all boards again. They stay on the screen meanwhile. */
  restart(): void {
    this.#opening = undefined;
    this.#waiting = [];
    this.connection.restart();
  }

  /** Shows all boards in the language that was chosen on one of them, or for the page. */
  setLanguage(language: string): void {
    if (language === this.language) return;
    this.language = language;
    for (const board of this.all) board.setLanguage(language);
    this.onLanguage(language);
  }

  /** Notes whether the browser keeps the state of a board, and tells the reader if it keeps one of them not. */
  noteKept(board: PageBoard, isKept: boolean): void {
    if (isKept) this.#unkept.delete(board);
    else this.#unkept.add(board);
    showProblem("storage", this.#unkept.size ? this.texts.get("unkept") : "");
  }
}
