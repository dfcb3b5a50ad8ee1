/** Saves what the board shows: as lines, as pixels, or the whole game as a film that Python makes. A module of its own. */
import { buttonOf, html, on, set, text } from "./dom";
import type { Guest } from "./guest";
import { Link } from "./link";
import { pixels, still } from "./still";
import type { Model } from "./types";
import { words } from "./wording";

/** The longer side: on paper, 300 dots an inch and as wide as a column of a book. */
const PRINTED = 1600;
const ON_SCREEN = 640;
const KINDS = ["png", "svg", "gif"] as const;
type Kind = (typeof KINDS)[number];

interface Film {
  type: "film";
  /** As base64. */
  data?: string;
  error?: string;
}

class Saver {
  readonly #buttons = KINDS.map((kind) => html("button.button", { "data-picture": kind }));
  readonly #told = html("span", { role: "status" });
  readonly #tray = html("div.tray.pictures", { role: "group" }, ...this.#buttons, this.#told);
  readonly #link: Link;
  readonly #model: Model;
  readonly #root: HTMLElement;
  #open = false;
  /** A film is under way, and this view asked for it. */
  #awaits = false;
  readonly #speak = () => this.#draw();
  readonly #hear = (message: unknown) => {
    if (!this.#link.hear(message)) this.#receive(message as Film);
  };

  constructor(model: Model, root: HTMLElement) {
    this.#model = model;
    this.#root = root;
    this.#link = new Link(model);
    // as properties: the policy of a shared page stops style attributes
    Object.assign(this.#tray.style, { display: "flex", gap: "6px", alignItems: "center" });
    root.querySelector(".adaptoid-viewbar")?.append(this.#tray);
    on(this.#tray, "click", ({ target }) => {
      const button = buttonOf(target);
      if (button && button.getAttribute("aria-disabled") !== "true")
        this.#take(button.dataset.picture as Kind);
    });
    model.on("msg:custom", this.#hear);
    model.on("change:wording", this.#speak);
    model.on("change:snapshot", this.#speak);
  }

  toggle(): void {
    this.#open = !this.#open;
    text(this.#told, "");
    this.#draw();
  }

  close(): void {
    this.#model.off("msg:custom", this.#hear);
    this.#model.off("change:wording", this.#speak);
    this.#model.off("change:snapshot", this.#speak);
    this.#link.close();
    this.#tray.remove();
  }

  #draw(): void {
    const { history, analyst } = this.#model.get("snapshot");
    const say = words(this.#model.get("wording"));
    this.#tray.hidden = !this.#open;
    set(this.#tray, { "aria-label": say("ui.picture") });
    set(this.#root.querySelector('[data-do="picture"]') as Element, { "aria-expanded": String(this.#open) });
    for (const button of this.#buttons) {
      const kind = button.dataset.picture as Kind;
      const can = kind !== "gif" || (history.length > 0 && !this.#awaits);
      set(button, { "aria-disabled": can ? null : "true", title: say(`ui.picture.${kind}.tip`) });
      text(button, say(`ui.picture.${kind}`));
      // a shared page has no Python that could make one
      button.hidden = kind === "gif" && !analyst;
    }
  }

  #tell(key: string, slots = {}): void {
    text(this.#told, words(this.#model.get("wording"))(key, slots));
    this.#draw();
  }

  async #take(kind: Kind): Promise<void> {
    const { history, rev } = this.#model.get("snapshot");
    if (kind === "gif") {
      const theme = this.#root.dataset.theme === "dark" ? "dark" : "light";
      const flipped = this.#root.querySelector(".adaptoid-svg > g[transform]") !== null;
      this.#awaits = this.#link.ask({ kind: "film", theme, flipped }, rev, ({ ok, text: why }) => {
        if (!ok) this.#receive({ type: "film", error: why ?? "" });
      });
      this.#tell("ui.picture.busy");
      return;
    }
    try {
      const board = this.#root.querySelector(".adaptoid-svg") as SVGSVGElement;
      const picture = still(board, this.#model.get("snapshot"), kind === "png" ? PRINTED : ON_SCREEN);
      const blob =
        kind === "png" ? await pixels(picture) : new Blob([picture.text], { type: "image/svg+xml" });
      this.#save(blob, `adaptoid-${history.at}.${kind}`);
    } catch (error) {
      this.#tell("ui.picture.failed", { detail: String(error) });
    }
  }

  #receive({ type, data, error }: Film): void {
    if (type !== "film" || !this.#awaits) return;
    this.#awaits = false;
    if (!data) {
      this.#tell("ui.picture.failed", { detail: error ?? "" });
      return;
    }
    const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
    this.#save(new Blob([bytes], { type: "image/gif" }), "adaptoid.gif");
  }

  #save(blob: Blob, name: string): void {
    const url = URL.createObjectURL(blob);
    const link = html("a", { href: url, download: name });
    // some browsers only follow what stands in the page
    this.#tray.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    this.#tell("ui.picture.saved", { name });
  }
}

/** Opens what is offered, or closes it again. */
export default function attach(model: Model, root: HTMLElement): Guest {
  const saver = new Saver(model, root);
  return (here) => (here ? saver.toggle() : saver.close());
}
