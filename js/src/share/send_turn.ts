/** Play by link: who opened one reads which colour is theirs, and a bar offers to send the turn after it was played. */
import { copyText } from "../dom/clipboard";
import { html, isTouch, on, set, text } from "../dom/elements";
import { createTranslator } from "../i18n/messages";
import { drawing } from "../panels/buttons";
import type { PartContext } from "../parts/contract";
import { encodeLink } from "../protocol/game_link";
import type { Color, Reply } from "../protocol/types";
import { SEND } from "./icons";

/** "Copied" stands in the button for this time. */
const COPIED_MS = 2000;

class TurnSender {
  readonly #said = html("span.turn-said");
  readonly #label = html("span");
  readonly #send = html("button.button.primary", {}, drawing(SEND), this.#label);
  readonly #close = html("button.button.turn-close", {}, "×");
  readonly #bar = html("section.turn-bar", {}, this.#said, this.#send, this.#close);
  readonly #context: PartContext;
  readonly #own: Color;
  readonly #plies: number;
  #link = "";
  /** The rev for which the link was requested. */
  #asked = -1;
  #isCopied = false;

  constructor(context: PartContext) {
    this.#context = context;
    const { snapshot } = context.state();
    this.#own = snapshot.turn;
    this.#plies = snapshot.history.length;
    context.slots.root.append(this.#bar);
    on(this.#send, "click", () => void this.#sendTurn());
    on(this.#close, "click", () => this.#bar.remove());
    const draw = () => this.#draw();
    context.model.on("change:snapshot", draw);
    context.model.on("change:wording", draw);
    on(context.signal, "abort", () => this.#bar.remove());
    draw();
  }

  #draw(): void {
    const { model } = this.#context;
    const snapshot = model.get("snapshot");
    const { turn, history, levels, edit, lesson, rev } = snapshot;
    const t = createTranslator(model.get("wording"));
    const plays = !edit && !lesson && !levels.some(([, level]) => level) && history.length >= this.#plies;
    const hasPlayed = history.length > this.#plies && (turn !== this.#own || Boolean(snapshot.result));
    const isShown = plays && (hasPlayed || (turn === this.#own && !snapshot.result));
    this.#bar.hidden = !isShown;
    this.#send.hidden = !hasPlayed;
    const color = t(`ui.${this.#own}`);
    set(this.#bar, { "aria-label": t("ui.turn.bar") });
    text(this.#said, hasPlayed ? t("ui.turn.played") : t("ui.turn.you", { color }));
    text(this.#label, t(this.#isCopied ? "ui.share.copied" : "ui.turn.send"));
    set(this.#close, { "aria-label": t("ui.turn.close"), title: t("ui.turn.close") });
    if (isShown && hasPlayed) this.#ask(rev);
  }

  /** Requests the record at once, since browsers allow a copy only right after a click. */
  #ask(rev: number): void {
    if (this.#asked === rev) return;
    this.#asked = rev;
    this.#isCopied = false;
    const answered = async ({ ok, record = "" }: Reply) => {
      const link = ok ? location.href.replace(/#.*/s, "") + (await encodeLink({ record })) : "";
      if (this.#asked === rev) this.#link = link;
    };
    this.#link = "";
    this.#context.client.ask({ kind: "record" }, rev, answered, () => {
      this.#asked = -1;
    });
  }

  /** Opens the sharing of the system on a phone, and copies the link elsewhere or where that fails. */
  async #sendTurn(): Promise<void> {
    const url = this.#link;
    if (!url) return;
    if (isTouch() && navigator.share)
      try {
        await navigator.share({ title: document.title, url });
        return;
      } catch (error) {
        // the user has closed the sheet
        if ((error as DOMException).name === "AbortError") return;
      }
    try {
      await copyText(url, this.#bar);
      this.#isCopied = true;
      this.#context.announce(createTranslator(this.#context.model.get("wording"))("ui.share.copied"));
      setTimeout(() => {
        this.#isCopied = false;
        this.#draw();
      }, COPIED_MS);
    } catch {
      // its menu shows the link as a text to copy
      this.#context.slots.frame.querySelector<HTMLElement>("[data-do=share]")?.click();
    }
    this.#draw();
  }
}

/** Begins with the turn that is to be played, in a game of people alone. */
export function offerTurn(context: PartContext): void {
  const { result, levels } = context.state().snapshot;
  if (!result && !levels.some(([, level]) => level)) new TurnSender(context);
}
