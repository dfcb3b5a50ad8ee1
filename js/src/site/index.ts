/** The script of a site's first page: how far each lesson is, and where to continue. */

import { embeddedText } from "../embedded/embedded";
import type { SiteConfig } from "../embedded/page_types";
import { PageTexts } from "../embedded/texts";
import { fill } from "../i18n/messages";
import { LearnerRow } from "../page/learners";
import { saveSite, siteResults } from "../page/results_row";
import { SOLVED_STATES } from "../protocol/constants";
import {
  availableLanguage,
  changeSiteState,
  chosenLanguage,
  isDue,
  keepOffline,
  noteRepetition,
  openInLanguage,
  resultOf,
  siteState,
} from "../storage/site_state";

interface IndexConfig extends SiteConfig {
  words: Record<"continue" | "begin" | "progress" | "done" | "repeat" | "unkept", string>;
  /** The sentences about the learner and the results, by name. */
  around: Record<string, string>;
}

const config = JSON.parse(embeddedText("adaptoid-config")) as IndexConfig;
const { words } = config;

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Writes on a card how many steps the learner has solved; returns whether the lesson is begun, and whether no step is open. */
function drawCard(card: HTMLElement): { begun: boolean; closed: boolean } {
  const steps = resultOf(card.dataset.board ?? "")?.steps ?? [];
  const solved = steps.filter(({ how }) => SOLVED_STATES.includes(how)).length;
  // a step that was only looked at is untouched
  const begun = steps.some(({ how, tries, hints }) => how || tries || hints);
  const closed = steps.length > 0 && steps.every(({ how }) => how);
  const isSolved = steps.length > 0 && solved === steps.length;
  const note = card.querySelector(".few");
  card.querySelector(".bar")?.remove();
  if (begun && note) {
    const points = { n: sum(steps.map(({ score }) => score)), all: sum(steps.map(({ most }) => most)) };
    note.textContent = isSolved
      ? fill(words.done, points)
      : fill(words.progress, { n: solved, all: steps.length });
    const bar = document.createElement("progress");
    bar.className = "bar";
    bar.max = steps.length;
    bar.value = solved;
    bar.setAttribute("aria-label", note.textContent);
    card.append(bar);
  }
  card.dataset.state = isSolved ? "done" : begun ? "begun" : "";
  return { begun, closed };
}

/** Lists the lessons of which the learner is to practise again what was missed. */
function drawRepetition(cards: HTMLElement[]): void {
  const place = document.getElementById("adaptoid-repeat");
  const links = cards
    .filter(({ dataset }) => isDue(config, dataset.board ?? ""))
    .flatMap((card) => {
      const link = card.querySelector("a")?.cloneNode(true) ?? [];
      if (link instanceof Node)
        link.addEventListener("click", () => noteRepetition(config, card.dataset.board ?? ""));
      return link;
    });
  if (!place) return;
  place.hidden = !links.length;
  place.replaceChildren(words.repeat, ...links.flatMap((link) => [" ", link]));
}

/** Shows all progress, and the lesson to go on with: the one opened last, or the first after it with open steps. */
function draw(): void {
  const cards = [...document.querySelectorAll<HTMLElement>("[data-board]")];
  const states = cards.map(drawCard);
  drawRepetition(cards);
  const last = cards.findIndex(({ dataset }) => dataset.board === siteState(config).lesson);
  const open = states.map(({ closed }, at) => (closed ? -1 : at)).filter((at) => at >= 0);
  const at = open.find((number) => number >= last) ?? open[0];
  const place = document.getElementById("adaptoid-continue");
  const link = at === undefined ? null : cards[at]?.querySelector("a");
  if (!place) return;
  place.hidden = !link;
  if (!link) return;
  const button = document.createElement("a");
  button.href = link.href;
  button.lang = link.parentElement?.lang ?? "";
  const label = document.createElement("span");
  label.textContent = states.some(({ begun }) => begun) ? words.continue : words.begin;
  label.lang = document.documentElement.lang;
  button.append(label, ` ${link.textContent}`);
  place.replaceChildren(button);
}

/** Asks who is learning, as on the pages of lessons, and saves the results of all of them. */
function showLearner(place: HTMLElement): void {
  const { lang } = document.documentElement;
  const texts = new PageTexts({ [lang]: { ...config.around, title: document.title } });
  texts.setLanguage(lang);
  const learners = new LearnerRow(texts, place);
  const save = document.createElement("button");
  const note = document.createElement("p");
  note.setAttribute("role", "status");
  save.textContent = texts.get("results.save");
  save.hidden = true;
  save.addEventListener("click", () => {
    const file = saveSite(learners.name, siteResults(config, learners.name));
    note.textContent = texts.get("results.saved", { file });
  });
  place.append(save, note);
  const update = () => {
    save.hidden = !siteResults(config, learners.name).length;
  };
  update();
  addEventListener("pageshow", update);
  addEventListener("storage", update);
}

const language = document.documentElement.lang;
const chosen = config.named
  ? chosenLanguage(config, language)
  : availableLanguage(config.alternates, language, siteState(config).language);
if (chosen === language || !openInLanguage(config, chosen)) {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[hreflang]"))
    link.addEventListener("click", () => changeSiteState(config, { language: link.hreflang }));
  draw();
  const learner = document.getElementById("adaptoid-learner");
  if (learner) showLearner(learner);
  // a page that comes back from the browser's cache, and a lesson in another tab
  addEventListener("pageshow", draw);
  addEventListener("storage", draw);
  if (!changeSiteState(config, {})) {
    const note = document.createElement("p");
    note.className = "trouble";
    note.textContent = words.unkept;
    document.querySelector("main")?.prepend(note);
  }
  keepOffline(config);
}
