/** Connects the code cells of a page with its Python, and draws their boards and pictures. */

import { html, on } from "../dom/elements";
import type { FromContent } from "../embedded/page_types";
import type { Model } from "../protocol/model";
import type { CellNews, ShownBoard, ShownPicture, Snapshot, Traits } from "../protocol/types";
import { still } from "../share/board_picture";
import { render } from "../widget";
import { type CellPort, CodeCells } from "./cells";
import type { Words } from "./code_cell";
import { image, svgAddress } from "./outputs";

/** The name of the content of all cells. */
const CELLS = "cells";

/** What is used of the channel of a content. */
interface CellsChannel {
  open(start: { kind: string; savedState: string; isFirstShown: boolean }): void;
  call(method: string, ...args: (string | number)[]): Promise<string>;
  listen(listener: (message: FromContent) => void, restarted: () => void): void;
}

/** The boards of a page, each a content of its one Python. */
export interface BoardsOfPage {
  connection: { content(name: string): CellsChannel };
  /** Makes a board known, before its first element is put into the page. */
  add(name: string, content: ContentOfCell): unknown;
  /** Ends Python, whatever it does, and opens all boards again. */
  restart(): void;
}

/** A board of a cell, as the page opens it. */
interface ContentOfCell {
  kind: string;
  board: string;
  options: string;
  first: string;
  state: string;
  language: string;
}

/** Makes the code cells of the page run. Returns null if it has none that can. */
export function openCells(boards: BoardsOfPage, texts: { get: Words }): CodeCells | null {
  const sections = [...document.querySelectorAll<HTMLElement>("section[data-code]")];
  if (!sections.some((section) => section.dataset.stored === undefined)) return null;
  const port = new PythonOfCells(boards);
  // loading the modules of cells takes longer than a short cell
  for (const section of sections) on(section, "pointerover focusin", () => port.open(), { once: true });
  const drawings = { board: (shown: ShownBoard) => port.show(shown), picture: drawn };
  return new CodeCells(sections, port, drawings, (name, slots) => texts.get(name, slots));
}

/** The Python of the cells starts with the first of them that runs. */
class PythonOfCells implements CellPort {
  readonly #boards: BoardsOfPage;
  readonly #channel: CellsChannel;
  #isOpen = false;
  /** The elements of each board that cells have shown. */
  readonly #views = new Map<string, HTMLElement[]>();

  constructor(boards: BoardsOfPage) {
    this.#boards = boards;
    this.#channel = boards.connection.content(CELLS);
  }

  async run(number: number, source: string): Promise<string> {
    const result = await this.#call("run", number, source);
    this.#hideUnseen();
    return result;
  }

  importFor(number: number): Promise<string> {
    return this.#call("import_for", number);
  }

  stop(): void {
    this.#boards.restart();
  }

  listen(handler: (news: CellNews) => void): void {
    this.#channel.listen(
      ({ type, text }) => {
        if (type === "news") handler(JSON.parse(text) as CellNews);
      },
      () => {
        this.#isOpen = false;
        // its boards are opened again after it
        if (this.#views.size) this.open();
      },
    );
  }

  /** An element with a board. A board may be shown more than once. */
  show({ board: name, first, state, lesson }: ShownBoard): HTMLElement {
    const views = this.#views.get(name) ?? [];
    if (!views.length) {
      const { language } = (JSON.parse(first) as Traits).wording;
      const options = JSON.stringify({ lesson });
      this.#boards.add(name, { kind: "cell-board", board: name, options, first, state, language });
    }
    const view = document.createElement("adaptoid-board");
    view.className = "adaptoid-cell-board";
    view.dataset.content = name;
    this.#views.set(name, [...views, view]);
    return view;
  }

  /** Has Python load what cells need, if it has not yet. */
  open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#channel.open({ kind: CELLS, savedState: "", isFirstShown: true });
  }

  #call(method: string, ...args: (string | number)[]): Promise<string> {
    this.open();
    return this.#channel.call(method, ...args);
  }

  /** Python need not tell what happens to a board that no output shows any more. */
  #hideUnseen(): void {
    for (const [name, views] of this.#views) {
      const seen = views.filter((view) => view.isConnected);
      this.#views.set(name, seen);
      if (seen.length) continue;
      this.#views.delete(name);
      this.#channel.call("hide", name).catch(() => {});
    }
  }
}

/** A picture of a position. It is drawn as a board that takes no clicks, and kept as an image. */
function drawn({ traits, words, size }: ShownPicture): HTMLElement {
  const shown = JSON.parse(traits) as { snapshot: Snapshot };
  const model = { get: (key: string) => shown[key as "snapshot"], on() {}, off() {}, send() {} };
  const place = html("div.cell-picture");
  document.body.append(place);
  try {
    const end = render({ model: model as unknown as Model, el: place });
    const picture = still(place, shown.snapshot, size);
    end();
    return image(svgAddress(picture.text), words, picture.width);
  } finally {
    place.remove();
  }
}
