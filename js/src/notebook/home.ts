import { set } from "../dom/elements";
import { isLive } from "../protocol/model";
import { pictureHider } from "./hooks";

/** The tiles of `aw.home()`: a click on a link tells Python what to open. */
interface TilesModel {
  readonly widget_manager?: unknown;
  get(name: "html" | "saved"): string;
  on(event: string, callback: () => void): void;
  send(message: { open: string }): void;
}

export default {
  render({ model, el }: { model: TilesModel; el: HTMLElement }): () => void {
    el.classList.add("adaptoid-home");
    const isStill = !isLive(model);
    const saved = model.get("saved");
    set(el, { "data-board": saved });
    el.classList.toggle("adaptoid-still", isStill);
    const hidePicture = pictureHider(model, saved);
    hidePicture(true);
    const draw = () => {
      // written by Python, which escapes all texts
      el.innerHTML = model.get("html");
      if (isStill) for (const link of el.querySelectorAll("a")) link.removeAttribute("href");
    };
    el.addEventListener("click", (event) => {
      const link = (event.target as Element).closest("a")?.getAttribute("href");
      if (link === null || link === undefined) return;
      event.preventDefault();
      model.send({ open: decodeURIComponent(link.slice(1)) });
    });
    model.on("change:html", draw);
    draw();
    return () => hidePicture(false);
  },
};
