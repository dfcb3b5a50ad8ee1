/** The part with the share menu: it copies, saves and opens games, positions and pictures. */

import { copyText } from "../dom/clipboard";
import { addPopup, moveByKey, placePopup } from "../dom/dialog";
import { addStyle, buttonFor, buttonOf, fileText, html, on, saveFile, set, text } from "../dom/elements";
import type { Translator } from "../i18n/messages";
import { drawing } from "../panels/buttons";
import type { PartContext, ShareMenu } from "../parts/contract";
import { MAX_FILE, MAX_TURNS } from "../protocol/constants";
import { encodeLink, type LinkError, pastedGame } from "../protocol/game_link";
import type { Intent, Reply } from "../protocol/types";
import type { State } from "../state/state";
import { still, toPng } from "./board_picture";
import { makeFilm } from "./film";
import { ICONS } from "./icons";
import style from "./share.css";

/** The longer side in pixels. In print, 300 dots an inch fill the column of a book. */
const PNG_SIZE = 1600;
const SVG_SIZE = 640;
/** The height of the text field that some answers need. */
const FIELD = 100;
/** Longer links are cut by some programs. */
const LONG_LINK = 2000;
/** A text with as many bytes that are not UTF-8 is not a text. */
const MAX_WRONG_BYTES = 20;
/** "Copied" stands in the pressed entry for this time. */
const COPIED_MS = 2000;
/** The entries of each group. */
const GROUPS = {
  send: ["link", "position", "game", "picture"],
  save: ["text", "png", "svg", "gif", "html"],
  open: ["open", "paste", "lesson"],
} as const;
type Entry = (typeof GROUPS)[keyof typeof GROUPS][number];

/** Texts that are requested before a click on a copy button, since browsers allow a copy only right after a click. */
interface GameTexts {
  rev: number;
  record: string;
  row?: number | undefined;
  /** The address with the game; "" if no page is known that could open it. */
  link: string;
}

class Menu implements ShareMenu {
  readonly #dialog = html("dialog.popup.sharing");
  readonly #menu = html("div.share-menu", { role: "menu" });
  readonly #note = html("p.share-note", { role: "status" });
  readonly #text = html("textarea", { hidden: true });
  readonly #file = html("input", { type: "file", accept: ".txt,.adaptoid,text/plain", hidden: true });
  readonly #context: PartContext;
  readonly #entries = new Map<Entry, HTMLButtonElement>();
  /** The entry that was copied last, for a moment. */
  #copied: Entry | undefined;
  #copiedTimer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the address of a page is known that can open the game. */
  #isLinkable = false;
  #t: Translator | undefined;
  /** What waits for the first drawing. */
  #pending: (() => void) | undefined;
  #shared: GameTexts | undefined;
  /** The rev for which the record was requested. */
  #asked = -1;
  /** The number of films that were requested in this view. */
  #films = 0;
  /** How much of the film is drawn, from 0 to 1. */
  #progress = 0;

  constructor(context: PartContext) {
    this.#context = context;
    const { slots, signal } = context;
    const dialog = this.#dialog;
    addStyle(slots.root, style);
    dialog.append(html("div.share-content", {}, this.#menu, this.#note, this.#text, this.#file));
    addPopup(slots.root, dialog, signal);
    on(dialog, "keydown", (event) => {
      if (event.key === "Tab") dialog.close();
      moveByKey(event, this.#buttons());
    });
    on(dialog, "click", ({ target }) => {
      const button = buttonOf(target);
      if (button && button.getAttribute("aria-disabled") !== "true")
        void this.#run(button.dataset.share as Entry);
    });
    on(dialog, "close", () => set(buttonFor(context.slots.frame, "share"), { "aria-expanded": "false" }));
    on(this.#text, "input change", (event) => {
      const isTyped = event.type === "input" && (event as InputEvent).inputType !== "insertFromPaste";
      if (!isTyped && !this.#text.readOnly && this.#text.value) void this.openText(this.#text.value);
    });
    on(this.#file, "change", () => {
      const [file] = this.#file.files ?? [];
      if (file) void this.openFile(file);
      // the same file may be chosen again
      this.#file.value = "";
    });
  }

  open(): void {
    const dialog = this.#dialog;
    if (!this.#t) {
      this.#pending = () => this.open();
      return;
    }
    if (dialog.open) {
      dialog.close();
      return;
    }
    dialog.showModal();
    // asks again if the last answer was lost
    if (!this.#shared) this.#asked = -1;
    this.#showNote("");
    const button = buttonFor(this.#context.slots.frame, "share");
    placePopup(dialog, button, FIELD);
    set(button, { "aria-expanded": "true" });
    this.#buttons()[0]?.focus();
  }

  /** Opens the game in a file, or says that the clipboard has no text, or that the file is not UTF-8. */
  async openFile(file: Blob | null): Promise<void> {
    if (!this.#t) {
      this.#pending = () => void this.openFile(file);
      return;
    }
    if (!this.#dialog.open) this.open();
    if (!file) this.#showNote("ui.share.empty");
    else if (file.size > MAX_FILE) this.#showNote("ui.share.large");
    else {
      const content = await fileText(file, false);
      // a game in another encoding; what was pasted is always UTF-8, so this is a file with a name
      if (/^\W*adapt(oid|3).*\ufffd/s.test(content))
        this.#showNote("ui.unread", { name: (file as File).name });
      else await this.openText(content);
    }
  }

  /** Opens a record, a position or a link. */
  async openText(pasted: string): Promise<void> {
    const content = readable(pasted);
    let intent: Intent = { kind: "open", text: content };
    try {
      const linked = await pastedGame(content);
      if (linked) intent = { kind: "open", text: linked.record, row: linked.row ?? null };
    } catch (error) {
      this.#showNote(`ui.share.${(error as LinkError).why}`);
      return;
    }
    const answered = ({ text: message = "" }: Reply) => {
      this.#showText(message);
      if (message) return;
      // the board says the rest; on a phone it may be above the window
      this.#dialog.close();
      this.#context.slots.status.scrollIntoView?.({ block: "nearest" });
    };
    if (!this.#context.ask(intent, answered, () => this.#showNote("ui.silent"))) this.#showNote("ui.silent");
  }

  draw(_: State, t: Translator): void {
    this.#t = t;
    this.#draw();
    this.#pending?.();
    this.#pending = undefined;
  }

  #buttons(): HTMLButtonElement[] {
    return [...this.#menu.querySelectorAll("button")].filter((button) => !button.hidden);
  }

  #draw(): void {
    const { snapshot } = this.#context.state();
    const { starting, makePage, widget_manager } = this.#context.model;
    const isPage = starting !== undefined;
    const t = this.#t;
    if (!t) return;
    // a lesson's game is not the learner's
    const lesson = snapshot.lesson !== null;
    const absent = new Set<Entry>([
      ...(lesson ? (["link", "game", "text", "gif", "html", "open", "paste"] as const) : []),
      ...(isPage && !makePage ? (["html"] as const) : []),
      // only in a notebook people can say in Python which page opens a game
      ...(isPage || widget_manager || this.#isLinkable ? [] : (["link"] as const)),
      ...(isPage || lesson || !snapshot.interactive ? (["lesson"] as const) : []),
      ...(snapshot.interactive ? [] : (["open", "paste"] as const)),
    ]);
    if (!this.#entries.size) this.#make();
    const isLinkable = isPage || this.#isLinkable;
    // the main entry is the link, or a page as a file where no link can be made
    this.#entries.get("link")?.classList.toggle("adaptoid-primary", isLinkable);
    this.#entries.get("html")?.classList.toggle("adaptoid-primary", !isLinkable);
    set(this.#dialog, { "aria-label": t("ui.share") });
    set(this.#menu, { "aria-label": t("ui.share") });
    for (const title of this.#menu.querySelectorAll<HTMLElement>("[data-title]")) {
      text(title, t(`ui.share.group.${title.dataset.title}`));
      set(title.closest("[role=group]") as Element, { "aria-label": title.textContent });
    }
    for (const [entry, button] of this.#entries) {
      const isEnabled =
        entry === "gif"
          ? snapshot.history.length > 0
          : entry === "position"
            ? Boolean(snapshot.position)
            : !/^(link|game|text|html)$/.test(entry) || this.#shared !== undefined;
      set(button, { "aria-disabled": isEnabled ? null : "true", title: t(`ui.share.${entry}.tip`) });
      const progress = entry === "gif" && this.#progress ? `\u2002${Math.floor(100 * this.#progress)} %` : "";
      const label = entry === "link" && !isLinkable ? "ui.share.link.needs" : `ui.share.${entry}`;
      const isCopied = entry === this.#copied;
      set(button, { "data-copied": isCopied });
      text(button.lastElementChild, isCopied ? `✓ ${t("ui.share.copied")}` : t(label) + progress);
      button.hidden = absent.has(entry);
    }
    if (this.#dialog.open && !lesson) this.#ask(snapshot.rev);
  }

  #make(): void {
    const groups = Object.entries(GROUPS).map(([title, entries]) => {
      const buttons = entries.map((entry) => {
        const attributes = { role: "menuitem", tabindex: -1, "data-share": entry };
        const button = html("button.button", attributes, drawing(ICONS[entry]), html("span"));
        this.#entries.set(entry, button);
        return button;
      });
      const name = html("span", { "data-title": title });
      const heading = html(
        "span.share-title",
        { "aria-hidden": "true" },
        drawing(ICONS[title as keyof typeof GROUPS]),
        name,
      );
      return html("div.share-group", { role: "group", "data-group": title }, heading, ...buttons);
    });
    this.#menu.append(...groups);
  }

  /** Requests the record from Python, so that it can be copied at a click. */
  #ask(rev: number): void {
    if (this.#asked === rev) return;
    this.#asked = rev;
    this.#shared = undefined;
    const answered = async ({ ok, text: message = "", record = "", row, address = "" }: Reply) => {
      if (!ok) {
        this.#showText(message);
        return;
      }
      const isPage = this.#context.model.starting !== undefined;
      const page = isPage ? location.href.replace(/#.*/s, "") : address.replace(/#.*/s, "");
      const link = page ? page + (await encodeLink({ record, row })) : "";
      if (this.#asked !== rev) return;
      this.#shared = { rev, record, row, link };
      this.#isLinkable = link !== "";
      this.#draw();
    };
    this.#context.client.ask({ kind: "record" }, rev, answered, () => this.#showNote("ui.silent"));
    this.#draw();
  }

  #showNote(key: string, slots = {}): void {
    this.#showText(this.#t?.(key, slots) ?? "");
  }

  #showText(message: string): void {
    this.#text.hidden = true;
    clearTimeout(this.#copiedTimer);
    this.#copied = undefined;
    text(this.#note, message);
    set(this.#note, { "data-heard": null });
    this.#note.classList.toggle("adaptoid-share-done", message !== "");
    this.#draw();
  }

  async #run(entry: Entry): Promise<void> {
    const { snapshot } = this.#context.state();
    const { record = "", link = "" } = this.#shared ?? {};
    const name = `adaptoid-${snapshot.history.at}`;
    if (/^(picture|png)$/.test(entry)) this.#showNote("ui.share.busy");
    try {
      if (entry === "link") {
        const kind = link.startsWith("file:") ? "file" : link.length > LONG_LINK ? "long" : "link";
        if (link) await this.#copy(entry, link, `ui.share.copied.${kind}`);
        else this.#showNote("ui.share.no-address");
      } else if (entry === "position") await this.#copy(entry, snapshot.position);
      else if (entry === "game") await this.#copy(entry, record);
      else if (entry === "picture") await this.#copyPicture();
      else if (entry === "open") this.#file.click();
      else if (entry === "paste") await this.#paste();
      else if (entry === "lesson") this.#makeLesson();
      else if (entry === "text") {
        const file = `adaptoid-${this.#playerNames()}.txt`;
        this.#save(new Blob([record], { type: "text/plain" }), file);
      } else if (entry === "gif") await this.#makeFilm();
      else if (entry === "html") await this.#makePage();
      else if (entry === "png") this.#save(await this.#png(), `${name}.png`);
      else {
        const picture = still(this.#context.slots.root, snapshot, SVG_SIZE);
        this.#save(new Blob([ascii(picture.text)], { type: "image/svg+xml" }), `${name}.svg`);
      }
    } catch (error) {
      this.#showNote("ui.share.failed", { detail: String(error) });
    }
  }

  /** The players, for the name of a file, so that a teacher can tell games apart; "game" if no player has a name. */
  #playerNames(): string {
    const { levels, players } = this.#context.state().snapshot;
    const names = levels.map(([color]) => players[color] ?? this.#t?.(`ui.${color}`) ?? "");
    const isNamed = Object.keys(players).length > 0;
    const joined = (isNamed ? names.join(" ") : "").replace(/[^\p{L}\p{M}\p{N}]+/gu, "-");
    return joined.replace(/^-+|-+$/g, "") || "game";
  }

  #png(): Promise<Blob> {
    const { slots, state } = this.#context;
    return toPng(still(slots.root, state().snapshot, PNG_SIZE));
  }

  /** Copies a text, or shows it selected where the browser refuses. `key`: a note that also says whether it was copied. */
  async #copy(entry: Entry, content: string, key?: string): Promise<void> {
    const show = (outcome: string) =>
      key ? this.#showNote(key, { done: this.#t?.(outcome), n: content.length }) : this.#showNote(outcome);
    try {
      await copyText(content, this.#dialog);
      show("ui.share.copied");
      this.#showCopied(entry, key !== undefined);
    } catch {
      show("ui.share.refused");
      this.#showField(content, true);
    }
  }

  /** Says for a moment in the pressed entry that it is copied. The note says so to screen readers, and else only what is new. */
  #showCopied(entry: Entry, hasAdvice = false): void {
    this.#copied = entry;
    set(this.#note, { "data-heard": !hasAdvice });
    this.#copiedTimer = setTimeout(() => {
      this.#copied = undefined;
      this.#draw();
    }, COPIED_MS);
    this.#draw();
  }

  /** Opens what the clipboard holds, or asks for it in a field where the browser refuses. */
  async #paste(): Promise<void> {
    let content: string;
    try {
      content = await navigator.clipboard.readText();
    } catch {
      this.#showNote("ui.share.paste-here");
      this.#showField("", false);
      return;
    }
    await this.openFile(content ? new Blob([content]) : null);
  }

  /** Shows a text to copy, or an empty field that opens what is pasted into it. */
  #showField(content: string, readonly: boolean): void {
    const field = this.#text;
    set(field, { "aria-label": this.#note.textContent, readonly });
    field.hidden = false;
    field.value = content;
    field.focus();
    field.select();
  }

  async #copyPicture(): Promise<void> {
    try {
      // Safari wants the promise within the click
      await navigator.clipboard.write([new ClipboardItem({ "image/png": this.#png() })]);
      this.#showNote("ui.share.copied");
      this.#showCopied("picture");
    } catch {
      this.#showNote("ui.share.no-picture");
    }
  }

  #makeLesson(): void {
    const { client, state } = this.#context;
    const answered = ({ ok, text: message = "" }: Reply) => {
      if (ok) this.#dialog.close();
      else this.#showText(message);
    };
    client.ask({ kind: "make-lesson", what: "open" }, state().snapshot.rev, answered, () =>
      this.#showNote("ui.silent"),
    );
  }

  async #makePage(): Promise<void> {
    const { model, slots } = this.#context;
    const { record = "", row } = this.#shared ?? {};
    if (model.makePage) {
      const picture = still(slots.root, this.#context.state().snapshot, SVG_SIZE).text;
      const page = await model.makePage({ record, row }, picture);
      this.#save(new Blob(["\ufeff", page], { type: "text/html" }), "adaptoid-game.html");
      return;
    }
    const answered = ({ ok, text: message = "", page = "" }: Reply) => {
      if (ok) this.#save(new Blob(["\ufeff", page], { type: "text/html" }), "adaptoid-game.html");
      else this.#showText(message);
    };
    const { client, state } = this.#context;
    client.ask({ kind: "page" }, state().snapshot.rev, answered, () => this.#showNote("ui.silent"));
  }

  /** Makes a film while the user goes on. Another request ends this film. */
  async #makeFilm(): Promise<void> {
    const { state, signal } = this.#context;
    const number = ++this.#films;
    const isWanted = () => number === this.#films && !signal.aborted;
    const show = (progress: number, key?: string, slots = {}) => {
      if (!isWanted()) return;
      this.#progress = progress;
      if (key === undefined) this.#draw();
      else this.#showNote(key, slots);
    };
    if (state().snapshot.history.length > MAX_TURNS) {
      show(0, "ui.share.long", { n: MAX_TURNS });
      return;
    }
    show(0, "ui.share.busy");
    try {
      const film = await makeFilm(this.#context, {
        isWanted,
        // Python may have been silent before
        progress: (share) => show(share, share ? undefined : "ui.share.busy"),
        silent: () => show(0, "ui.silent"),
      });
      show(0, "");
      if (film) this.#save(film, "adaptoid.gif");
    } catch (error) {
      show(0, "ui.share.failed", { detail: String(error) });
    }
  }

  #save(blob: Blob, name: string): void {
    saveFile(name, blob, this.#dialog);
    this.#showNote("ui.share.saved", { name });
  }
}

/** XML without characters that a server could name another encoding for. */
const ascii = (xml: string) => xml.replace(/[^\0-\x7f]/gu, (sign) => `&#${sign.codePointAt(0)};`);

/**
 * A text that Python can read quickly: a saved page gives its game. Of a text that cannot be a game, only the begin remains,
 * which Python refuses with a sentence.
 */
function readable(content: string): string {
  // a page, and no link or other text between brackets
  if (/^\s*<(!|html\b)/i.test(content)) {
    const [, record = '"<"'] = /"game":{"record":("(\\.|[^"\\])*")/.exec(content) ?? [];
    return JSON.parse(record);
  }
  const plain = content.normalize("NFKC").replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, "");
  const isGame = /adapt|^ *[a-z]\S*:/im.test(plain) && content.split("\ufffd").length < MAX_WRONG_BYTES;
  return isGame && !content.includes("\0") ? content : content.slice(0, 9);
}

export default (context: PartContext): ShareMenu => new Menu(context);
