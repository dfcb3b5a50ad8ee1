import type { PageConfig } from "../embedded/page_types";
import { messageOf, PageTexts, showProblem } from "../embedded/texts";
import type { SiteConfig, Snapshot } from "../protocol/types";
import { dropLink, pageState } from "../storage/page_state";
import { changeSiteState, keepOffline, pointLinks } from "../storage/site_state";
import { config, isGameLinked, languageOf } from "../storage/storage";
import { initialize, render } from "../widget";
import { SearchClient, type SearchWorkerLike } from "../worker/search_client";
import { SharedState } from "./game_tabs";
import { lessonSaver } from "./lesson_tabs";
import { PageModel } from "./model";
import { previewOf, showPreview } from "./preview";
import { PythonConnection } from "./python_connection";

const SLOW_MS = 8000;

const { savedState, problem, first, isFirstShown } = globalThis.adaptoidPage;
const { texts: translations, workerUrl, searchModule } = globalThis.adaptoidPage;
const texts = new PageTexts(translations);

/** Makes a search with a worker of its own. */
const search = () => new SearchClient(() => new Worker(workerUrl) as SearchWorkerLike, searchModule);

function element(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element ${id}`);
  return element;
}

/** Shows the pages of the site in the language of the board, and puts its tag into the address. */
function joinSite(site: SiteConfig, model: PageModel): void {
  const language = () => model.get("wording").language;
  pointLinks(language());
  model.on("change:wording", () => {
    pointLinks(language());
    changeSiteState(site, { language: language() });
    const address = site.alternates[language()];
    if (address) history.replaceState(null, "", address + location.hash);
  });
  if (site.lessons.includes(config.board)) changeSiteState(site, { lesson: config.board });
  keepOffline(site);
}

/** The state that this page shares with other tabs. A line above the board says what another tab has done. */
function shareState(texts: PageTexts, save: (state: string) => boolean): SharedState {
  const mark = `adaptoid elsewhere ${location.pathname}`;
  try {
    if (sessionStorage.getItem(mark)) showProblem("tabs", texts.get("site.elsewhere"));
    sessionStorage.removeItem(mark);
  } catch {}
  const reload = () => {
    if (document.visibilityState !== "visible") return;
    // what is done from here on would be lost
    document.body.inert = true;
    try {
      sessionStorage.setItem(mark, "1");
    } catch {}
    location.reload();
  };
  const store = (state: string) => {
    // the line above the board stays until the user does something; a turn of the computer does not remove it
    if (shared.model?.isUsed) showProblem("tabs", "");
    return save(state);
  };
  const sayApart = () => showProblem("tabs", texts.get("site.apart"));
  const shared = new SharedState({ stored: () => pageState().text, store, reload, sayApart }, savedState);
  pageState().onOther(() => shared.look());
  // a page from the browser's cache has missed the events
  addEventListener("pageshow", () => shared.look());
  document.addEventListener("visibilitychange", () => shared.follow());
  return shared;
}

function showPythonProblem(name: keyof PageConfig["words"], detail = ""): void {
  showProblem("python", texts.get(name) || config.words[name] || "", detail);
}

/** Shows the position below the board; in a game it is a link. The other texts depend on the number of players. */
function showPosition({ position, sides }: Snapshot): void {
  const line = element("adaptoid-position") as HTMLAnchorElement;
  // changes the address without loading the page again
  line.onclick = (event) => {
    event.preventDefault();
    if (config.links) history.replaceState(null, "", line.href);
  };
  line.textContent = position;
  if (config.links) line.href = `#${position.replaceAll(" ", "_")}`;
  element("adaptoid-position-line").hidden = position === "";
  texts.setPlayers(sides.length);
}

/** Shows the running board and hides the picture. */
function showBoard(model: PageModel): void {
  const translate = () => texts.setLanguage(model.get("wording").language);
  translate();
  model.on("change:wording", translate);
  const update = () => showPosition(model.get("snapshot"));
  update();
  model.on("change:snapshot", update);
  initialize({ model });
  render({ model, el: element("adaptoid-live") });
  element("adaptoid-still").hidden = true;
}

/** Shows the picture again instead of a board that will never answer. */
function showPicture(): void {
  for (const id of ["adaptoid-live", "adaptoid-toolbar"]) element(id).hidden = true;
  element("adaptoid-still").hidden = false;
}

/** Shows the last position of a stored game instead of the picture, if the browser has it. Returns what undoes that, or null. */
function openPreview(state: string): (() => void) | null {
  const preview = showPreview(element("adaptoid-live"), pageState().preview, state, first);
  if (!preview) return null;
  showPosition(preview.snapshot);
  element("adaptoid-still").hidden = true;
  return () => {
    preview.remove();
    element("adaptoid-still").hidden = false;
  };
}

/**
 * Puts the running board in place of the picture. `extend` adds the row of a game or a lesson; the function it returns gets each
 * saved state.
 */
export async function openPage(
  extend: (model: PageModel, texts: PageTexts) => ((state: string) => void) | undefined,
): Promise<void> {
  const slow = setTimeout(() => showPythonProblem("slow"), SLOW_MS);
  let removePreview = () => {};
  try {
    texts.setLanguage(languageOf(savedState, document.documentElement.lang));
    const opened = pageState().text;
    const mayPreview = config.kind === "game" && !isFirstShown && !problem;
    const preview = mayPreview ? openPreview(opened) : null;
    removePreview = preview ?? removePreview;
    let started = false;
    let broken = false;
    const failed = (detail: string) => {
      clearTimeout(slow);
      broken = !started;
      if (broken) showPicture();
      showPythonProblem(broken ? "broken" : "stopped", detail);
    };
    let receive: ((state: string) => void) | undefined;
    const store = (state: string) => {
      const isStored = pageState().save(state);
      if (isStored && config.kind === "game") pageState().savePreview(previewOf(model, state, first));
      return isStored;
    };
    const shared = config.site && config.kind !== "lesson" ? shareState(texts, store) : null;
    let save = (state: string) => (shared ? shared.save(state) : store(state));
    let isUsed = () => false;
    let isFull = false;
    const keep = (state: string) => {
      // a state that has not grown fits into a full browser
      isFull = !save(state) || (isFull && !pageState().hasRoom);
      // what was wrong with the address matters until the user goes on
      if (isUsed()) showProblem("link", "");
      showProblem("storage", isFull ? texts.get("unkept") : "");
      receive?.(state);
    };
    const idle = () => shared?.follow();
    const ready = () => {
      if (broken) return;
      started = true;
      clearTimeout(slow);
      showProblem("python", "");
    };
    const shown = isFirstShown ? first : "";
    const channel = new PythonConnection(globalThis.adaptoidPage).content(0);
    const model = await PageModel.start({ channel, first: shown, search }, { ready, keep, idle, failed });
    removePreview();
    if (shared) shared.model = model;
    isUsed = () => model.isUsed;
    if (broken) return;
    if (config.kind === "lesson") save = lessonSaver(model, pageState(), savedState);
    showBoard(model);
    if (config.site) {
      joinSite(config.site, model);
      isFull = !pageState().hasRoom;
      if (isFull) showProblem("storage", texts.get("unkept"));
    }
    receive = extend(model, texts);
    if (problem || model.get("bad_address")) {
      dropLink();
      shared?.restart(pageState().text);
      const known = texts.get(isGameLinked ? `link.${problem || "broken"}` : "lost");
      showProblem("link", (!problem && model.get("notes")) || known);
    } else {
      showProblem("link", model.get("notes") ?? "");
      // an earlier version has kept none
      if (mayPreview && !preview) pageState().savePreview(previewOf(model, opened, first));
    }
  } catch (error) {
    clearTimeout(slow);
    removePreview();
    showPythonProblem("broken", messageOf(error));
  }
}
