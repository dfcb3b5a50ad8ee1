import { html, on, set, text } from "../dom/elements";
import type { ContentStart } from "../embedded/page_types";
import { sayAbove } from "../embedded/places";
import { messageOf, type PageTexts, showProblem } from "../embedded/texts";
import type { Answer } from "../protocol/types";
import { languageOf } from "../storage/storage";
import { type StoredState, storedObject } from "../storage/stored_state";
import { initialize, render } from "../widget";
import type { SearchPool } from "../worker/search_pool";
import { SharedState } from "./game_tabs";
import { lessonSaver } from "./lesson_tabs";
import { PAGE_ID, PageModel } from "./model";
import { previewOf, showPreview } from "./preview";
import type { ContentChannel } from "./python_connection";

/** A content of the page, which a board shows. */
export interface BoardContent extends Pick<ContentStart, "kind" | "options"> {
  /** The id of the board, which no other board of the page has. */
  board: string;
  /** What Python says first of the content, also as JSON, if the browser has stored nothing of it; "" if only Python knows. */
  first: string | Answer;
  /** The state that `first` shows, or "". */
  state?: string;
  /** Where its state is kept. Without it, the state lives as long as the page. */
  kept?: StoredState;
  /** The language in which it was written. */
  language: string;
}

/** The page that a board is on, with the others. */
interface BoardHost {
  readonly texts: PageTexts;
  readonly searches: SearchPool;
  /** The language that was chosen for all boards, or "". */
  readonly language: string;
  open(board: PageBoard, isWanted?: boolean): void;
  opened(board: PageBoard): void;
  setLanguage(language: string): void;
  noteKept(board: PageBoard, isKept: boolean): void;
  onReady(): void;
  onModel(board: PageBoard): void;
  onState(board: PageBoard, state: string): void;
}

/** An element of the page, or the shadow tree of one in a foreign page. */
type Root = HTMLElement | ShadowRoot;

/** What ends a board where it is shown. */
interface Place {
  end(): void;
}

/** A board of a page with several. It is drawn from what the page or the browser holds, while Python still opens it. */
export class PageBoard {
  readonly content: BoardContent;
  model: PageModel | undefined;
  readonly #boards: BoardHost;
  readonly #channel: ContentChannel;
  readonly #places = new Map<Root, Place>();
  /** The last known state. */
  #state = "";
  #starting: Promise<void> | undefined;
  #wasOpen = false;
  /** The board shows what Python would say first. */
  #isFirstShown = false;
  /** Why the board does not answer, or "". */
  #problem = "";
  /** What was read differently from how it was written, until somebody goes on; or "". */
  #notes = "";
  #save: (state: string) => boolean = () => true;
  #shared: SharedState | undefined;

  constructor(boards: BoardHost, channel: ContentChannel, content: BoardContent) {
    this.#boards = boards;
    this.#channel = channel;
    this.content = content;
  }

  /** Shows the board in an element, in which a picture stands until then. */
  show(element: Root): void {
    if (this.#places.has(element)) return;
    const place: Place = { end: () => {} };
    this.#places.set(element, place);
    this.#starting ??= this.#start(element);
    void this.#starting.then(() => this.#places.get(element) === place && this.#draw(element, place));
  }

  /** The element has left the page. */
  hide(element: Root): void {
    this.#places.get(element)?.end();
    this.#places.delete(element);
  }

  /** Somebody is about to use the board. */
  want(): void {
    if (this.#starting && !this.#wasOpen && !this.#problem) this.#boards.open(this, true);
  }

  /** Whether somebody waits for an answer of Python that may still come. What a view asks by itself does not count. */
  get isAwaited(): boolean {
    return !this.#problem && this.model?.isBusy === true && this.model.isUsed;
  }

  /** Shows the board in another language. */
  setLanguage(to: string): void {
    const { model } = this;
    if (model && model.get("wording").language !== to)
      model.send({ kind: "language", to, id: PAGE_ID, rev: model.get("snapshot").rev });
  }

  /** Has Python open the content. */
  ask(): void {
    const { kind, options, board, language } = this.content;
    const { model } = this;
    const shown = model?.get("wording").language ?? this.#firstLanguage;
    this.#channel.open({
      ...{ kind, board, savedState: inLanguage(this.#state, language, shown) },
      ...(options !== undefined && { options }),
      isFirstShown: this.#isFirstShown && !this.#wasOpen,
      ...(model && this.#wasOpen && { rev: model.get("snapshot").rev }),
    });
  }

  /** What Python says first, as JSON. */
  get #firstText(): string {
    const { first } = this.content;
    return typeof first === "string" ? first : JSON.stringify(first);
  }

  get #firstLanguage(): string {
    const { language } = this.content;
    return this.#boards.language || languageOf(this.#state, language) || language;
  }

  async #start(element: Root): Promise<void> {
    const { first, kept, language, state = "" } = this.content;
    const stored = kept?.text ?? "";
    this.#state = stored || state;
    this.#isFirstShown = first !== "" && !stored && this.#firstLanguage === language;
    const shown = this.#isFirstShown ? first : "";
    const removePreview = stored ? this.#showPreview(element, stored) : () => {};
    this.#boards.open(this);
    try {
      const search = () => this.#boards.searches.search();
      this.model = await PageModel.start({ channel: this.#channel, first: shown, search }, this.#listener());
      this.#notes = this.model.get("notes") ?? "";
      this.#connect(this.model, stored);
      this.#boards.onModel(this);
    } catch (error) {
      this.#fail(messageOf(error));
    }
    removePreview();
  }

  #listener(): Parameters<typeof PageModel.start>[1] {
    return {
      ready: () => {
        this.#wasOpen = true;
        this.#setProblem("");
        this.#boards.opened(this);
        this.#boards.onReady();
      },
      keep: (state) => {
        this.#state = state;
        if (this.#notes && this.model?.isUsed) {
          this.#notes = "";
          this.#drawProblems();
        }
        const { kept } = this.content;
        const isKept = this.#save(state);
        if (kept) this.#boards.noteKept(this, isKept);
        this.#boards.onState(this, state);
      },
      idle: () => this.#shared?.follow(),
      failed: (why) => this.#fail(why),
      restarted: () => {
        if (this.model) this.#boards.open(this);
      },
    };
  }

  /** Keeps the state in step with the browser, with other tabs and with the other boards. */
  #connect(model: PageModel, opened: string): void {
    const { kept, kind } = this.content;
    initialize({ model });
    // in a foreign page each board has the language of its element
    if (kind !== "embedded")
      model.on("change:wording", () => this.#boards.setLanguage(model.get("wording").language));
    if (!kept) return;
    if (kind === "lesson" || (kind === "embedded" && model.get("learner") !== undefined)) {
      this.#save = lessonSaver(model, kept, opened);
      return;
    }
    const store = (state: string) => {
      const isKept = kept.save(state);
      if (isKept && kind === "game") kept.savePreview(previewOf(model, state, this.#firstText));
      return isKept;
    };
    const shared = new SharedState(
      {
        stored: () => kept.text,
        store,
        reload: () => this.#follow(kept),
        sayApart: () => showProblem("tabs", this.#boards.texts.get("site.apart")),
      },
      opened,
    );
    shared.model = model;
    this.#shared = shared;
    this.#save = (state) => shared.save(state);
    kept.onOther(() => shared.look());
    // a page from the browser's cache has missed the events
    addEventListener("pageshow", () => shared.look());
    document.addEventListener("visibilitychange", () => shared.follow());
  }

  /** Goes on from the state that another tab has stored. */
  #follow(kept: StoredState): void {
    if (document.visibilityState !== "visible") return;
    this.#state = kept.text;
    this.#shared?.restart(this.#state);
    this.model?.suspend();
    this.#boards.open(this, true);
  }

  #showPreview(element: Root, stored: string): () => void {
    const { board, kept, kind } = this.content;
    if (kind !== "game" || !kept || element instanceof ShadowRoot) return () => {};
    const preview = showPreview(element, kept.preview, stored, this.#firstText);
    if (!preview || preview.snapshot.board !== board) {
      preview?.remove();
      return () => {};
    }
    setPicture(element, false);
    return () => preview.remove();
  }

  #draw(element: Root, place: Place): void {
    const { model } = this;
    if (model) {
      const el = html("div.live");
      element.append(el);
      const end = render({ model, el });
      const { kind } = this.content;
      if (kind === "game") el.append(...foldButton(el, this.#boards.texts));
      // the board of a foreign page says it itself
      const endTitle = kind === "embedded" ? () => {} : titled(el, model);
      place.end = () => {
        endTitle();
        end();
        el.remove();
        setPicture(element, true);
      };
    }
    this.#drawProblem(element);
  }

  #fail(why: string): void {
    const { texts } = this.#boards;
    const { kind } = this.content;
    // what is wrong in the attributes of an element is said alone
    if (kind === "embedded" && !this.#wasOpen) this.#setProblem(why);
    else this.#setProblem(`${texts.get(this.#wasOpen ? "stopped" : "broken")} (${why})`);
    this.#boards.opened(this);
  }

  #setProblem(problem: string): void {
    this.#problem = problem;
    this.#drawProblems();
  }

  #drawProblems(): void {
    for (const element of this.#places.keys()) this.#drawProblem(element);
  }

  /** Says above the board why it does not answer. A board that will never answer gives way to its picture. */
  #drawProblem(element: Root): void {
    sayAbove(element, "board", this.#problem);
    sayAbove(element, "notes", this.#notes);
    setPicture(element, !this.model || (this.#problem !== "" && !this.#wasOpen));
  }
}

/** Keeps the title of a lesson above its board: its place there is that of the score, since a lesson alone is titled by its page. */
function titled(live: HTMLElement, model: PageModel): () => void {
  const title = html("p.board-name");
  live.prepend(title);
  const name = () => {
    const words = model.get("snapshot").lesson?.title ?? "";
    title.hidden = !words;
    text(title, words);
  };
  model.on("change:snapshot", name);
  name();
  return () => model.off("change:snapshot", name);
}

/** The button that unfolds what stands below a board on a phone; none on a page without a word for it. */
function foldButton(live: HTMLElement, texts: PageTexts): HTMLElement[] {
  if (!texts.get("more")) return [];
  const button = html("button.more", { "data-word": "more", "aria-expanded": "false" });
  on(button, "click", () => {
    const isOpen = live.classList.toggle("adaptoid-unfolded");
    set(button, { "aria-expanded": String(isOpen) });
  });
  const row = html("p.more-row", {}, button);
  texts.fill(row);
  return [row];
}

/** Shows the picture in an element, or what stands in its place. */
function setPicture(element: Root, isShown: boolean): void {
  for (const child of element.children)
    if (!child.matches(".trouble"))
      (child as HTMLElement).hidden = child.matches(".adaptoid-live, .adaptoid-preview") === isShown;
}

/** A state with the language to open it in. */
function inLanguage(state: string, own: string, language: string): string {
  if (!state && language === own) return "";
  try {
    const data = storedObject(JSON.parse(state || "{}"));
    return JSON.stringify({ ...data, spoken: { ...storedObject(data.spoken), [own]: language } });
  } catch {
    return state;
  }
}
