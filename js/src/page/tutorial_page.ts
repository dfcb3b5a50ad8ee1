/** The script of a page with an article and several boards in it, which share one Python. */

import analyst from "../analyst/analyst";
import animation from "../animation/animation";
import { openCells } from "../cells/open_cells";
import controls from "../controls/controls";
import { html, on } from "../dom/elements";
import editor from "../editor/editor";
import { PageTexts, showProblem } from "../embedded/texts";
import lesson from "../lesson/lesson";
import maps from "../maps/maps";
import { bundleParts } from "../parts/part_loader";
import pens from "../pens/pens";
import players from "../players/players";
import type { Answer, Wording } from "../protocol/types";
import share from "../share/share";
import { changeSiteState, keepOffline, pointLinks, siteState } from "../storage/site_state";
import { chosenLearner, config } from "../storage/storage";
import { isRemoved, storageKey } from "../storage/storage_keys";
import { StoredState } from "../storage/stored_state";
import type { SearchWorkerLike } from "../worker/search_client";
import { SearchPool } from "../worker/search_pool";
import { defineBoardElement } from "./board_element";
import { described } from "./element_content";
import { LearnerRow } from "./learners";
import type { BoardContent } from "./page_board";
import { PageBoards } from "./page_boards";
import { PythonConnection } from "./python_connection";
import { ResultsRow, saveSeveral } from "./results_row";

const SLOW_MS = 8000;

type First = Record<string, unknown> & { wording: Wording; snapshot: { board: string } };

/** Whether another tab has removed the learner of this one. */
const isOfRemoved = () => !!chosenLearner && isRemoved();

/** The contents that the page holds, each with a place for its state in the browser. */
function heldContents(firsts: (Record<string, unknown> | null)[], shared: unknown[]): BoardContent[] {
  const seen = new Map<string, number>();
  return (config.contents ?? []).map(([kind, key], number) => {
    const first = firsts[number] as First | null;
    const board = `${config.board}-${number}`;
    if (first) {
      for (const name of ["wording", "discs"]) first[name] = shared[first[name] as number];
      first.snapshot.board = board;
    }
    // games may begin alike; results belong to a learner, wherever the lesson is
    const nth = (seen.get(key) ?? 0) + 1;
    seen.set(key, nth);
    const kept =
      kind === "game"
        ? new StoredState(`adaptoid ${config.board} ${key}${nth > 1 ? ` ${nth}` : ""}`, "device")
        : new StoredState(storageKey(key, chosenLearner), "device", isOfRemoved);
    const language = first?.wording.language ?? document.documentElement.lang;
    return { kind, board, first: (first as unknown as Answer | null) ?? "", kept, language };
  });
}

/** The list of languages of all boards. */
function languageList(boards: PageBoards, { language, languages = [], ui }: Wording): HTMLSelectElement {
  const options = languages.map(([tag, name]) => html("option", { value: tag, lang: tag }, name));
  const select = html("select", { "aria-label": ui["ui.language"] ?? "" }, ...options);
  on(select, "change", () => boards.setLanguage(select.value));
  select.value = boards.language || language;
  return select;
}

const { site } = config;
const languageState = new StoredState(`adaptoid ${config.board} language`, "device");

/** The language that was chosen for this page, or for its site, or undefined. */
const chosenLanguage = () => (site ? siteState(site).language : languageState.text);

/** Keeps the language that was chosen. In a site, it is that of all pages. */
function keepLanguage(language: string): void {
  if (!site) languageState.save(language);
  else {
    changeSiteState(site, { language });
    pointLinks(language);
  }
}

function open(): void {
  bundleParts({ analyst, animation, controls, editor, lesson, maps, pens, players, share });
  const { texts: words, firsts = [], shared = [], workerUrl, searchModule } = globalThis.adaptoidPage;
  const texts = new PageTexts(words, config.embedded ? null : document.body);
  const { lang } = document.documentElement;
  const known = config.embedded ? "" : (chosenLanguage() ?? "");
  const chosen = known in words ? known : "";
  // a foreign page may be in any language
  if (config.embedded) texts.setLanguage("en");
  texts.setLanguage(config.embedded ? (lang.split("-")[0] ?? "") : chosen || lang);
  if (site) {
    pointLinks(chosen || document.documentElement.lang);
    keepOffline(site);
  }
  const searches = new SearchPool(() => new Worker(workerUrl) as SearchWorkerLike, searchModule);
  const boards = new PageBoards(new PythonConnection(globalThis.adaptoidPage), texts, searches, chosen);
  const contents = heldContents(firsts, shared);
  for (const [number, content] of contents.entries()) boards.add(number, content);

  const bar = document.getElementById("adaptoid-bar");
  const row = document.getElementById("adaptoid-toolbar");
  let languages: HTMLSelectElement | undefined;
  const listLanguages = (wording: Wording | undefined) => {
    if (!bar || !wording || languages) return;
    languages = languageList(boards, wording);
    if (languages.length > 1) bar.append(languages);
  };
  const results =
    bar && row && contents.some(({ kind }) => kind !== "game")
      ? new ResultsRow(texts, row, new LearnerRow(texts, bar), saveSeveral)
      : undefined;
  boards.onModel = ({ model }) => {
    // only Python knows which puzzle comes first
    listLanguages(model?.get("wording"));
    // a board without a lesson has no learner
    if (model?.get("learner") !== undefined) results?.add(model);
  };
  boards.onState = ({ model }, state) => model && results?.receive(model, state);
  listLanguages(firsts.find(Boolean)?.wording as Wording | undefined);
  const cells = openCells(boards, texts);
  boards.onLanguage = (language) => {
    if (languages) languages.value = language;
    texts.setLanguage(language);
    keepLanguage(language);
    cells?.translate();
  };

  const slow = setTimeout(() => showProblem("python", texts.get("slow")), SLOW_MS);
  boards.onReady = () => {
    clearTimeout(slow);
    showProblem("python", "");
  };
  const { sheet } = globalThis.adaptoidPage;
  if (config.embedded) defineBoardElement(boards, (element) => described(element, words), sheet);
  else defineBoardElement(boards);
}

if (config.kind === "tutorial") open();
