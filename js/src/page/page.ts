import { initialize, render } from "../widget";
import type { PageConfig } from "./messages";
import { PageModel } from "./model";
import { config, languageOf, saveState } from "./storage";
import { messageOf, PageTexts, showProblem } from "./texts";

const SLOW_MS = 8000;

const { worker, release, saved, first, texts: translations } = globalThis.adaptoidPage;
const texts = new PageTexts(translations);

function element(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element ${id}`);
  return element;
}

function explain(problem: keyof PageConfig["words"], detail = ""): void {
  showProblem(texts.get(problem) || config.words[problem], detail);
}

/** Shows the position below the board; in a game it is a link. */
function showPosition(model: PageModel): void {
  const line = element("adaptoid-position") as HTMLAnchorElement;
  const update = () => {
    const { position } = model.get("snapshot");
    line.textContent = position;
    if (config.links) line.href = `#${position.replaceAll(" ", "_")}`;
    element("adaptoid-position-line").hidden = position === "";
  };
  // changes the address without leaving the game
  line.addEventListener("click", (event) => {
    event.preventDefault();
    if (config.links) history.replaceState(null, "", line.href);
  });
  update();
  model.on("change:snapshot", update);
}

function showLive(model: PageModel): void {
  showPosition(model);
  const translate = () => texts.setLanguage(model.get("wording").language);
  translate();
  model.on("change:wording", translate);
  initialize({ model });
  render({ model, el: element("adaptoid-live") });
  element("adaptoid-still").hidden = true;
}

/** Shows the picture again instead of a board that will never answer. */
function showStill(): void {
  for (const id of ["adaptoid-live", "adaptoid-furniture"]) element(id).hidden = true;
  element("adaptoid-still").hidden = false;
}

/** Puts the live board in place of the picture. `extend` adds what one kind of page has besides; the function it returns gets each state. */
export async function openPage(
  extend: (model: PageModel, texts: PageTexts) => ((state: string) => void) | undefined,
): Promise<void> {
  addEventListener("hashchange", () => location.reload());
  const slow = setTimeout(() => explain("slow"), SLOW_MS);
  try {
    texts.setLanguage(languageOf(saved, document.documentElement.lang));
    let awake = false;
    let broken = false;
    const failed = (detail: string) => {
      clearTimeout(slow);
      broken = !awake;
      if (broken) showStill();
      explain(broken ? "broken" : "stopped", detail);
    };
    let receive: ((state: string) => void) | undefined;
    let saves = true;
    const keep = (state: string) => {
      const ok = saveState(state);
      if (ok !== saves) showProblem(ok ? "" : texts.get("unkept"));
      saves = ok;
      receive?.(state);
    };
    const ready = () => {
      if (broken) return;
      awake = true;
      clearTimeout(slow);
      showProblem("");
    };
    const model = await PageModel.start({ worker, release, first }, { ready, keep, failed });
    if (broken) return;
    showLive(model);
    receive = extend(model, texts);
    if (model.get("lost")) showProblem(texts.get("lost"));
  } catch (error) {
    clearTimeout(slow);
    explain("broken", messageOf(error));
  }
}
