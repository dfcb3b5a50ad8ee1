/** What every shared page does: puts the live board where the picture stands, or says why it cannot. */
import { Around } from "./page/around";
import { PageModel } from "./page/model";
import { part } from "./page/parts";
import { SeatsRow } from "./page/seats";
import { reason, tell } from "./page/trouble";
import type { Start, Told } from "./page/wire";
import { initialize, render } from "./widget";

const SLOW_MS = 8000;

const told = JSON.parse(part("adaptoid-told")) as Told;
const around = new Around(told.words);
/** A position that the address names after its "#", with "_" for blanks. */
const link = linked();
const memory = `adaptoid ${told.options.board}${link && ` ${link}`}`;

function linked(): string {
  try {
    return decodeURIComponent(location.hash.slice(1)).replaceAll("_", " ");
  } catch {
    return "";
  }
}

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element ${id}`);
  return found;
}

function say(what: keyof Told["words"], detail = ""): void {
  tell(around.say(what), detail);
}

/** A game outlives a reload of its page, not its tab. Some browsers keep nothing for a page from disk. */
function remembered(): string {
  try {
    return sessionStorage.getItem(memory) ?? "";
  } catch {
    return "";
  }
}

function remember(game: string): void {
  try {
    sessionStorage.setItem(memory, game);
  } catch {
    // Without it, a reload begins again: no reason to disturb the game.
  }
}

/** The language that was spoken when the game was kept; "" where there was none. */
function languageOf(kept: string): string {
  try {
    return (JSON.parse(kept) as { language?: string }).language ?? "";
  } catch {
    return "";
  }
}

function showLive(model: PageModel): void {
  const text = element("adaptoid-position") as HTMLAnchorElement;
  const follow = () => {
    const { position } = model.get("snapshot");
    text.textContent = position;
    text.href = `#${position.replaceAll(" ", "_")}`;
    element("adaptoid-position-line").hidden = position === "";
  };
  // the address then names the position, and the game goes on
  text.addEventListener("click", (event) => {
    event.preventDefault();
    history.replaceState(null, "", text.href);
  });
  follow();
  model.on("change:snapshot", follow);
  const speak = () => around.speak(model.get("wording").language);
  speak();
  model.on("change:wording", speak);
  initialize({ model });
  render({ model, el: element("adaptoid-live") });
  new SeatsRow(model, around, element("adaptoid-seats"));
  element("adaptoid-still").hidden = true;
}

export async function openPage(): Promise<void> {
  addEventListener("hashchange", () => location.reload());
  const slow = setTimeout(() => say("slow"), SLOW_MS);
  try {
    await around.unpack();
    const kept = remembered();
    around.speak(languageOf(kept));
    const url = URL.createObjectURL(new Blob([part("adaptoid-worker")], { type: "text/javascript" }));
    const parts: Start = {
      wasm: part("adaptoid-wasm"),
      glue: part("adaptoid-glue"),
      files: part("adaptoid-files"),
      languages: part("adaptoid-languages"),
      options: JSON.stringify({ ...told.options, link }),
      kept,
    };
    const failed = (detail: string) => say("stopped", detail);
    showLive(await PageModel.start(new Worker(url), parts, { keep: remember, failed }));
    tell("");
  } catch (error) {
    say("broken", reason(error));
  } finally {
    clearTimeout(slow);
  }
}
