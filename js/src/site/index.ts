/** The script of a site's first page: how far each lesson is, and where to continue. */

import { drawPath, type PathWords } from "../course/path";
import { set } from "../dom/elements";
import { embeddedText } from "../embedded/embedded";
import { PageTexts } from "../embedded/texts";
import { LearnerRow } from "../page/learners";
import { saveSite, siteResults } from "../page/results_row";
import type { SiteConfig } from "../protocol/types";
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
  words: PathWords & Record<"repeat" | "unkept", string>;
  /** The sentences about the learner and the results, by name. */
  around: Record<string, string>;
}

const config = JSON.parse(embeddedText("adaptoid-config")) as IndexConfig;
const { words } = config;

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

/** Shows all progress, and the lesson to go on with. */
function draw(): void {
  const path = document.querySelector<HTMLElement>(".adaptoid-path");
  if (!path) return;
  drawRepetition([...path.querySelectorAll<HTMLElement>("[data-board]")]);
  drawPath(path, {
    stepsOf: (key) => resultOf(key)?.steps ?? [],
    last: siteState(config).lesson ?? "",
    words,
    picturesOf: ({ dataset }) => (dataset.picture ? [dataset.picture] : []),
  });
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
  const theme = matchMedia("(prefers-color-scheme: dark)");
  const applyTheme = () => set(document.documentElement, { "data-theme": theme.matches ? "dark" : "light" });
  theme.addEventListener("change", applyTheme);
  applyTheme();
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
