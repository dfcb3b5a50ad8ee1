/** What every shared page does: puts the live board where the picture stands, or says why it cannot. */
import { Around } from "./page/around";
import { PageModel } from "./page/model";
import { part } from "./page/parts";
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

/** What one kind of page has besides the board. */
export interface Furniture {
  /** Where it is kept how things stand: for this tab, or for good. */
  storage: "sessionStorage" | "localStorage";
  /** Puts what else there is around the board; gives who wants to hear what is kept. */
  furnish(model: PageModel, around: Around): (kept: string) => void;
}

/** Some browsers keep nothing for a page from disk. */
function remembered({ storage }: Furniture): string {
  try {
    return window[storage].getItem(memory) ?? "";
  } catch {
    return "";
  }
}

function remember({ storage }: Furniture, kept: string): void {
  try {
    window[storage].setItem(memory, kept);
  } catch {
    // Without it, a reload begins again: no reason to disturb anybody.
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

/** The line below the board: the position, as a link to it. */
function showPosition(model: PageModel): void {
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

export async function openPage(furniture: Furniture): Promise<void> {
  addEventListener("hashchange", () => location.reload());
  const slow = setTimeout(() => say("slow"), SLOW_MS);
  try {
    await around.unpack();
    const kept = remembered(furniture);
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
    let hear = (_: string) => {};
    const keep = (text: string) => {
      remember(furniture, text);
      hear(text);
    };
    const model = await PageModel.start(new Worker(url), parts, { keep, failed });
    showLive(model);
    hear = furniture.furnish(model, around);
    tell("");
  } catch (error) {
    say("broken", reason(error));
  } finally {
    clearTimeout(slow);
  }
}
