/** The part that saves pictures: the board as SVG or PNG, or the game as an animated GIF that Python makes. */
import { buttonOf, html, on, set, text } from "../dom/elements";
import type { Translator } from "../i18n/messages";
import type { PartContext, PictureTray } from "../parts/contract";
import { isFlipped, type State } from "../state/state";
import { rasterize, still } from "./still";

/** The longer side in pixels. In print, 300 dots an inch fill the column of a book. */
const PNG_SIZE = 1600;
const SVG_SIZE = 640;
/** Python reports the progress of a film. After this time without a report, another film may be requested. */
const STALLED_MS = 20_000;
const KINDS = ["png", "svg", "gif"] as const;
type Kind = (typeof KINDS)[number];

/** The progress of a film, or its end. */
interface Film {
  type: "film";
  /** The id of the request. */
  id: number;
  /** From 0 to 1. */
  progress?: number;
  /** The file in base64. */
  data?: string;
  error?: string;
  /** Another film was requested. */
  cancelled?: boolean;
}

class SavingTray implements PictureTray {
  readonly #buttons = KINDS.map((kind) => html("button.button", { "data-picture": kind }));
  readonly #note = html("span", { role: "status" });
  readonly #tray = html("div.tray.pictures", { role: "group" }, ...this.#buttons, this.#note);
  readonly #context: PartContext;
  #t!: Translator;
  #open = false;
  /** The id of this view's request for a film, or 0. */
  #film = 0;
  #progress = 0;
  /** Is set while a film is awaited. */
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(context: PartContext) {
    this.#context = context;
    const { slots, signal } = context;
    // set as properties, since the policy of a shared page blocks style attributes
    Object.assign(this.#tray.style, { display: "flex", gap: "6px", alignItems: "center" });
    slots.viewRow.parentElement?.append(this.#tray);
    on(this.#tray, "click", ({ target }) => {
      const button = buttonOf(target);
      if (button && button.getAttribute("aria-disabled") !== "true")
        this.#make(button.dataset.picture as Kind);
    });
    context.listen((message) => this.#receive(message as Film), signal);
    signal.addEventListener("abort", () => clearTimeout(this.#timer));
  }

  toggle(): void {
    this.#open = !this.#open;
    text(this.#note, "");
    this.#context.change({ ...this.#context.state() });
  }

  draw(_: State, t: Translator): void {
    this.#t = t;
    this.#draw();
  }

  #draw(): void {
    const { model } = this.#context;
    const { history, analyst } = this.#context.state().snapshot;
    const t = this.#t;
    this.#tray.hidden = !this.#open;
    set(this.#tray, { "aria-label": t("ui.picture") });
    set(this.#context.button("picture"), { "aria-expanded": String(this.#open) });
    for (const button of this.#buttons) {
      const kind = button.dataset.picture as Kind;
      const isEnabled = kind !== "gif" || (history.length > 0 && !this.#timer);
      set(button, { "aria-disabled": isEnabled ? null : "true", title: t(`ui.picture.${kind}.tip`) });
      const progress = kind === "gif" && this.#progress ? `\u2002${Math.floor(100 * this.#progress)} %` : "";
      text(button, t(`ui.picture.${kind}`) + progress);
      // a lesson shows no film, and Python cannot make one in a shared page
      button.hidden = kind === "gif" && (!analyst || model.asleep !== undefined);
    }
  }

  #showNote(key: string, slots = {}): void {
    text(this.#note, this.#t(key, slots));
    this.#draw();
  }

  async #make(kind: Kind): Promise<void> {
    const { slots, client } = this.#context;
    const state = this.#context.state();
    const { history, rev } = state.snapshot;
    if (kind === "gif") {
      const theme = slots.root.dataset.theme === "dark" ? "dark" : "light";
      const flipped = isFlipped(state);
      this.#film = client.ask(
        { kind: "film", theme, flipped },
        rev,
        ({ ok, id, text: message = "" }) =>
          this.#receive({ type: "film", id, ...(!ok && { error: message }) }),
        () => this.#endFilm("ui.silent"),
      );
      this.#awaitProgress();
      return;
    }
    try {
      const picture = still(slots.svg, state.snapshot, kind === "png" ? PNG_SIZE : SVG_SIZE);
      const blob =
        kind === "png" ? await rasterize(picture) : new Blob([picture.text], { type: "image/svg+xml" });
      this.#save(blob, `adaptoid-${history.at}.${kind}`);
    } catch (error) {
      this.#showNote("ui.picture.failed", { detail: String(error) });
    }
  }

  /** Lets the user request another film. The last one may still arrive. */
  #endFilm(key: string, slots = {}): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#progress = 0;
    this.#showNote(key, slots);
  }

  #awaitProgress(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#endFilm("ui.silent"), STALLED_MS);
    this.#showNote("ui.picture.busy");
  }

  #receive({ type, id, progress = 0, data, error, cancelled }: Film): void {
    if (type !== "film" || id !== this.#film) return;
    if (cancelled) this.#endFilm("ui.picture.cancelled");
    else if (error !== undefined) this.#endFilm("ui.picture.failed", { detail: error });
    else if (data) {
      const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
      this.#endFilm("");
      this.#save(new Blob([bytes], { type: "image/gif" }), "adaptoid.gif");
    } else {
      this.#progress = progress;
      this.#awaitProgress();
      return;
    }
    this.#film = 0;
  }

  #save(blob: Blob, name: string): void {
    const url = URL.createObjectURL(blob);
    const link = html("a", { href: url, download: name });
    // some browsers only follow a link that is in the page
    this.#tray.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    this.#showNote("ui.picture.saved", { name });
  }
}

export default (context: PartContext): PictureTray => new SavingTray(context);
