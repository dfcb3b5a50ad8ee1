/** Saves what the board shows: as lines, as pixels, or the whole game as a film that Python makes. A module of its own. */
import { buttonOf, html, on, set, text } from "../dom/elements";
import { words } from "../i18n/messages";
import type { Guest } from "../parts/contract";
import type { Client } from "../protocol/client";
import type { Model } from "../protocol/types";
import { pixels, still } from "./still";

/** The longer side: on paper, 300 dots an inch and as wide as a column of a book. */
const PRINTED = 1600;
const ON_SCREEN = 640;
/** Python tells how far a film is; if it has not for so long, another may be asked for. */
const STALLED_MS = 20_000;
const KINDS = ["png", "svg", "gif"] as const;
type Kind = (typeof KINDS)[number];

/** How far a film is, or how it ended. */
interface Film {
  type: "film";
  /** Of the question that asked for it. */
  id: number;
  /** From 0 to 1. */
  progress?: number;
  /** As base64. */
  data?: string;
  error?: string;
  /** Another film was asked for. */
  cancelled?: boolean;
}

class Saver {
  readonly #buttons = KINDS.map((kind) => html("button.button", { "data-picture": kind }));
  readonly #told = html("span", { role: "status" });
  readonly #tray = html("div.tray.pictures", { role: "group" }, ...this.#buttons, this.#told);
  readonly #client: Client;
  readonly #model: Model;
  readonly #root: HTMLElement;
  #open = false;
  /** The question by which this view asked for a film; 0 where it waits for none. */
  #film = 0;
  #progress = 0;
  /** Runs while a film is under way. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #speak = () => this.#draw();
  readonly #hear = (message: unknown) => this.#receive(message as Film);

  constructor(model: Model, root: HTMLElement, client: Client) {
    this.#model = model;
    this.#root = root;
    this.#client = client;
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
    clearTimeout(this.#timer);
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
      const can = kind !== "gif" || (history.length > 0 && !this.#timer);
      set(button, { "aria-disabled": can ? null : "true", title: say(`ui.picture.${kind}.tip`) });
      const done = kind === "gif" && this.#progress ? ` ${Math.floor(100 * this.#progress)} %` : "";
      text(button, say(`ui.picture.${kind}`) + done);
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
      this.#film = this.#client.ask(
        { kind: "film", theme, flipped },
        rev,
        ({ ok, id, text: why = "" }) => this.#receive({ type: "film", id, ...(!ok && { error: why }) }),
        () => this.#rest("ui.silent"),
      );
      this.#wait();
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

  /** Another film may be asked for; the one that was may still come. */
  #rest(key: string, slots = {}): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#progress = 0;
    this.#tell(key, slots);
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#rest("ui.silent"), STALLED_MS);
    this.#tell("ui.picture.busy");
  }

  #receive({ type, id, progress = 0, data, error, cancelled }: Film): void {
    if (type !== "film" || id !== this.#film) return;
    if (cancelled) this.#rest("ui.picture.cancelled");
    else if (error !== undefined) this.#rest("ui.picture.failed", { detail: error });
    else if (data) {
      const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
      this.#rest("");
      this.#save(new Blob([bytes], { type: "image/gif" }), "adaptoid.gif");
    } else {
      this.#progress = progress;
      this.#wait();
      return;
    }
    this.#film = 0;
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
export default function attach(model: Model, root: HTMLElement, client: Client): Guest {
  const saver = new Saver(model, root, client);
  return (here) => (here ? saver.toggle() : saver.close());
}
