import { drawPath, type PathWords, type StepProgress } from "../course/path";
import { html, set } from "../dom/elements";
import { isLive } from "../protocol/model";
import { watchTheme } from "../theme/theme";
import { pictureHider } from "./hooks";
import { watchKernel } from "./outputs";

/** The state of `aw.home()`: HTML written by Python, which escapes all texts, and what belongs on its path of lessons. */
interface HomeModel {
  readonly widget_manager?: unknown;
  get(name: "html" | "saved"): string;
  get(name: "path"): HomePath;
  on(event: string, callback: () => void): void;
  send(message: { open: string } | { picture: string }): void;
}

interface HomePath {
  /** What is said when the kernel is gone. */
  silent: string;
  words: PathWords;
  results: Record<string, StepProgress[]>;
  last: string;
  /** The name of a lesson and its pictures, in light and dark. */
  pictures: [name: string, ...pictures: string[]] | [];
}

export default {
  render({ model, el }: { model: HomeModel; el: HTMLElement }): () => void {
    el.classList.add("adaptoid-home");
    const isStill = !isLive(model);
    const saved = model.get("saved");
    set(el, { "data-board": saved });
    el.classList.toggle("adaptoid-still", isStill);
    const hidePicture = pictureHider(model, saved);
    hidePicture(true);
    const closing = new AbortController();
    watchTheme(el, (dark) => set(el, { "data-theme": dark ? "dark" : "light" }), closing.signal);
    /** Whether the board that is about to appear was opened here, so that people look for it. */
    let opens = false;
    let asked = "";
    const drawProgress = () => {
      const path = el.querySelector<HTMLElement>(".adaptoid-path");
      const { results, last, words, pictures } = model.get("path");
      const picturesOf = ({ dataset: { board = "" } }: HTMLElement) => {
        const [name, ...addresses] = pictures;
        if (name === board) return addresses;
        // each is large, and only one is shown
        if (asked !== board && !isStill) model.send({ picture: board });
        asked = board;
        return [];
      };
      if (path) drawPath(path, { stepsOf: (name) => results[name] ?? [], last, words, picturesOf });
      if (isStill) for (const link of el.querySelectorAll("a")) link.removeAttribute("href");
    };
    const draw = () => {
      el.innerHTML = model.get("html");
      drawProgress();
      if (!opens) return;
      opens = false;
      // the board, with its task, fits into the window below the line of links
      requestAnimationFrame(() => el.scrollIntoView({ block: "start" }));
    };
    el.addEventListener("click", (event) => {
      const link = (event.target as Element).closest("a")?.getAttribute("href");
      if (link === null || link === undefined) return;
      event.preventDefault();
      // a key works on a link that a pointer cannot reach
      if (el.dataset.gone !== undefined) return;
      opens = true;
      model.send({ open: decodeURIComponent(link.slice(1)) });
    });
    const note = html("p.gone", { role: "alert" });
    const showGone = (gone: boolean) => {
      set(el, { "data-gone": gone });
      note.textContent = model.get("path").silent;
      // a board that is open says it itself
      if (gone && el.querySelector(".adaptoid-path")) el.prepend(note);
      else note.remove();
    };
    watchKernel(model, showGone, closing.signal);
    model.on("change:html", draw);
    model.on("change:path", drawProgress);
    draw();
    return () => {
      closing.abort();
      hidePicture(false);
    };
  },
};
