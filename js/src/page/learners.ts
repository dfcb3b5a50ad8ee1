/** The learners of one device. Each has stored results of each lesson; the tab remembers who is learning. */

import { html, on, text } from "../dom/elements";
import { type PageTexts, showProblem } from "../embedded/texts";
import { MAX_LEARNER_NAME } from "../protocol/constants";
import { forgetReviews } from "../storage/site_state";
import { chosenLearner } from "../storage/storage";
import {
  cleanName,
  isKnownByNow,
  isRemoved,
  knownNames,
  NAMELESS_KEY,
  NAMES_KEY,
  rememberLearner,
  storageKey,
} from "../storage/storage_keys";

/** The boards of which the device has results of a learner, "" for one without a name. */
export function boardsOf(name: string): string[] {
  const end = storageKey("", name).slice(storageKey("", "").length);
  return Object.keys(localStorage).flatMap((key) => {
    const [, board] = (key.endsWith(end) && NAMELESS_KEY.exec(key.slice(0, key.length - end.length))) || [];
    return board ? [board] : [];
  });
}

/** The known spelling of a name: names that differ only in case, spaces and invisible characters are one. */
export function spelling(name: string): string {
  const clean = cleanName(name);
  const key = storageKey("", clean);
  return knownNames().find((other) => storageKey("", cleanName(other)) === key) ?? clean;
}

/** Adds a name to those of the device. The results without a name become its own if `takes` is set. */
export function addName(name: string, takes: boolean): void {
  const names = knownNames();
  if (!names.includes(name)) localStorage.setItem(NAMES_KEY, JSON.stringify([...names, name]));
  for (const board of takes ? boardsOf("") : []) {
    const [from, to] = [storageKey(board, ""), storageKey(board, name)];
    const results = localStorage.getItem(from) ?? "";
    // removed first, since there may be no room for both
    localStorage.removeItem(from);
    try {
      localStorage.setItem(to, results);
    } catch (error) {
      localStorage.setItem(from, results);
      throw error;
    }
  }
}

/** Removes a name and all that is stored under it. The name goes first, so that no other tab stores anything more. */
export function removeName(name: string): void {
  const key = storageKey("", name);
  const others = knownNames().filter((other) => storageKey("", other) !== key);
  localStorage.setItem(NAMES_KEY, JSON.stringify(others));
  for (const board of boardsOf(name)) localStorage.removeItem(storageKey(board, name));
  forgetReviews(name);
}

/** The first letter of a name as a picture of the learner. */
function avatarOf(name: string): HTMLElement {
  return html("span.avatar", { "aria-hidden": "true" }, [...name][0]?.toUpperCase() ?? "?");
}

/** Asks who is learning, or says who it is. Another learner opens the page again, with results of their own. */
export class LearnerRow {
  readonly #texts: PageTexts;
  readonly #row = html("div.learners");
  /** The learner's name; "" for none. */
  name = chosenLearner ?? "";

  /** `place`: an empty element in which the question is only a button, until it is wanted. */
  constructor(texts: PageTexts, place?: HTMLElement) {
    this.#texts = texts;
    if (place) place.append(this.#row);
    else document.getElementById("adaptoid-live")?.before(this.#row);
    if (chosenLearner === null && place) this.#show(this.#button("learner.who", () => this.ask(true)));
    else if (chosenLearner === null) this.ask();
    else this.#showLearner(chosenLearner);
    // a page from the browser's cache may be that of another learner
    addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
    addEventListener("storage", ({ key }) => {
      // null: everything was removed
      if (!(key === NAMES_KEY || key === null) || !(isRemoved() || isKnownByNow())) return;
      document.body.inert = true;
      location.reload();
    });
  }

  #button(word: string, handler: () => void): HTMLElement {
    const button = html("button", { "data-word": word });
    on(button, "click", handler);
    return button;
  }

  #show(...children: (Node | string)[]): void {
    this.#row.replaceChildren(...children);
    this.#texts.fill(this.#row);
  }

  #showLearner(name: string): void {
    const who = name ? html("b", {}, name) : html("span", { "data-word": "learner.nobody" });
    const other = this.#button("learner.switch", () => this.ask(true));
    const remove = this.#button("learner.remove", () => {
      if (confirm(this.#texts.get("learner.sure", { name }))) this.#change(null, () => removeName(name));
    });
    this.#show(avatarOf(name), who, other, ...(name ? [remove] : []));
  }

  /** Asks who is learning. */
  ask(focus = false): void {
    const names = knownNames().map((name) => {
      const button = html("button", { "aria-label": name }, avatarOf(name), name);
      on(button, "click", () => this.#choose(name));
      return button;
    });
    const name = html("input", { id: "adaptoid-name", maxlength: MAX_LEARNER_NAME, autocomplete: "off" });
    const note = html("p", { role: "status" });
    const begin = () => {
      const clean = cleanName(name.value);
      name.value = clean;
      if (clean) this.#choose(clean);
      else {
        text(note, this.#texts.get("learner.empty"));
        name.focus();
      }
    };
    on(name, "change", () => {
      name.value = cleanName(name.value);
    });
    on(name, "keydown", ({ key, isComposing }) => key === "Enter" && !isComposing && begin());
    this.#show(
      html("h2", { "data-word": "learner.who" }),
      ...names,
      html("label", { for: name.id, "data-word": "results.name" }),
      name,
      this.#button("learner.begin", begin),
      this.#button("learner.try", () => this.#change("", () => {})),
      note,
      html("p", { "data-word": "learner.note" }),
    );
    if (focus) (names[0] ?? name).focus();
  }

  #choose(typed: string): void {
    const name = spelling(typed);
    this.#change(name, () => {
      const asks = !knownNames().length && boardsOf("").length > 0;
      addName(name, asks && confirm(this.#texts.get("learner.old", { name })));
    });
  }

  /** Opens the page for a learner; stays if the browser stores nothing. */
  #change(name: string | null, store: () => void): void {
    if (name === chosenLearner) {
      this.#showLearner(name ?? "");
      return;
    }
    try {
      store();
      rememberLearner(name);
      // on a phone the question is below the lesson, with which the page begins again
      history.scrollRestoration = "manual";
      location.reload();
    } catch {
      showProblem("storage", this.#texts.get("unkept"));
      // what was done in this tab is the work of the first one named in it
      if (!name || this.name || globalThis.adaptoidPage?.savedState) return;
      this.name = name;
      this.#showLearner(name);
    }
  }
}
