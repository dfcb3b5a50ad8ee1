/** What every shared page does: puts the live board where the picture stands, or says why it cannot. */

import { initialize, render } from "../widget";
import { Around } from "./around";
import { languageOf, remember, told } from "./memory";
import { PageModel } from "./model";
import { reason, tell } from "./trouble";
import type { Told } from "./wire";

const SLOW_MS = 8000;

const { worker, release, kept, first, around: tongues } = globalThis.adaptoidBegun;
const around = new Around(tongues);

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element ${id}`);
  return found;
}

function say(what: keyof Told["words"], detail = "", more = ""): void {
  tell((around.say(what) || told.words[what]) + more, detail);
}

/** What one kind of page has besides the board. */
export interface Furniture {
  /** Puts what else there is around the board; gives who wants to hear what is kept. */
  furnish(model: PageModel, around: Around): (kept: string) => void;
}

/** The line below the board: the position, in a game as a link to it. */
function showPosition(model: PageModel): void {
  const text = element("adaptoid-position") as HTMLAnchorElement;
  const follow = () => {
    const { position } = model.get("snapshot");
    text.textContent = position;
    if (told.links) text.href = `#${position.replaceAll(" ", "_")}`;
    element("adaptoid-position-line").hidden = position === "";
  };
  // the address then names the position, and the game goes on
  text.addEventListener("click", (event) => {
    event.preventDefault();
    if (told.links) history.replaceState(null, "", text.href);
  });
  follow();
  model.on("change:snapshot", follow);
}

function showLive(model: PageModel): void {
  showPosition(model);
  const speak = () => around.speak(model.get("wording").language);
  speak();
  model.on("change:wording", speak);
  initialize({ model });
  render({ model, el: element("adaptoid-live") });
  element("adaptoid-still").hidden = true;
}

/** The picture again, where a board that was shown will never answer. */
function showStill(): void {
  for (const id of ["adaptoid-live", "adaptoid-furniture"]) element(id).hidden = true;
  element("adaptoid-still").hidden = false;
}

export async function openPage(furniture: Furniture): Promise<void> {
  addEventListener("hashchange", () => location.reload());
  const slow = setTimeout(() => say("slow"), SLOW_MS);
  try {
    around.speak(languageOf(kept, document.documentElement.lang));
    let awake = false;
    let broken = false;
    const failed = (detail: string) => {
      clearTimeout(slow);
      broken = !awake;
      if (broken) showStill();
      if (broken) say("broken", detail);
      else say("stopped", detail, keeps ? "" : ` ${around.say("unkept")}`);
    };
    let hear = (_: string) => {};
    let keeps = true;
    const keep = (text: string) => {
      const kept = remember(text);
      if (kept !== keeps) tell(kept ? "" : around.say("unkept"));
      keeps = kept;
      hear(text);
    };
    const ready = () => {
      if (broken) return;
      awake = true;
      clearTimeout(slow);
      tell("");
    };
    const model = await PageModel.start({ worker, release, first }, { ready, keep, failed });
    if (broken) return;
    showLive(model);
    hear = furniture.furnish(model, around);
    if (model.get("lost")) tell(around.say("lost"));
  } catch (error) {
    clearTimeout(slow);
    say("broken", reason(error));
  }
}
