/** The part that chooses who plays: the menu of a player, and the sheet for a new game. */

import { addPopup, moveByKey, placePopup } from "../dom/dialog";
import { addStyle, html, on, text } from "../dom/elements";
import type { Translator } from "../i18n/messages";
import type { PartContext, Players } from "../parts/contract";
import { COLORS, MAX_LEVEL, MAX_WEAK, VARIANTS } from "../protocol/constants";
import type { BoardSnapshot, Color, Intent, Reply } from "../protocol/types";
import type { State } from "../state/state";
import { Choices, type Outline, silhouette } from "./choices";
import style from "./players.css";

type Begin = Extract<Intent, { kind: "begin" }>;

/** After this time, a tab answers that it is still there when its duplicate closes. */
const STAYS_MS = 1000;
/** Where a tab remembers its number, so that a page that is loaded again keeps its seats. */
const BROWSER_KEY = "adaptoid browser";
/** The open views of each board that other browsers may play too. */
const openViews = new Map<string, number>();

class PlayersView implements Players {
  readonly #dialog = html("dialog.popup.players");
  readonly #context: PartContext;
  #t!: Translator;
  readonly #refusal = html("p.players-refusal", { role: "alert" });

  constructor(context: PartContext) {
    this.#context = context;
    const { root } = context.slots;
    addStyle(root, style);
    addPopup(root, this.#dialog, context.signal);
    on(this.#dialog, "keydown", (event) =>
      moveByKey(event, [...this.#dialog.querySelectorAll<HTMLElement>(".adaptoid-player-options button")]),
    );
    if (this.#snapshot.seats) this.#watchPage();
  }

  /** Shows which colours this browser and others have taken. */
  draw({ snapshot }: State, t: Translator): void {
    for (const color of snapshot.colors) {
      const line = this.#context.slots.sides.querySelector(`[data-color=${color}] .adaptoid-side-name small`);
      const owner = this.#owner(color);
      const sign = line?.querySelector(".adaptoid-seat") ?? html("span.seat");
      sign.remove();
      if (!line || !owner) continue;
      const word = t(owner === "self" ? "ui.seat.own" : "ui.seat.theirs");
      text(sign, line.textContent ? t("ui.comma") + word : word);
      line.append(sign);
    }
  }

  restrict(snapshot: BoardSnapshot): BoardSnapshot {
    const { step, seats, plays, computer } = snapshot;
    if (!seats?.length || computer || !/^(move|grow)$/.test(step)) return snapshot;
    const { by = null } = this.#context.client.sender;
    const hasSeat = seats.some(([, browser, open]) => open && browser === by);
    if (plays.includes(hasSeat ? by : null)) return snapshot;
    const grow = { new: [], leg: [], pincer: [], hungry: [] };
    return { ...snapshot, step: "wait", pass: false, moves: {}, grow, starving: [] };
  }

  open(command: string, t: Translator): void {
    this.#t = t;
    text(this.#refusal, "");
    if (command === "new") this.#openSheet();
    else this.#openMenu(command.slice(-1) as Color);
  }

  get #snapshot() {
    return this.#context.state().snapshot;
  }

  #levelOf(color: Color): number | null {
    return this.#snapshot.levels.find(([seated]) => seated === color)?.[1] ?? (color === "R" ? 0 : null);
  }

  // -- seats: colours that a browser has taken

  /** Whether this browser or another one has taken a colour, and its page is open. */
  #owner(color: Color): "self" | "other" | undefined {
    const seat = this.#snapshot.seats?.find(([taken]) => taken === color);
    if (!seat) return undefined;
    const [, by, open] = seat;
    return by === this.#context.client.sender.by ? "self" : open ? "other" : undefined;
  }

  /** Tells Python when this page opens or closes its views of the board, if it may have seats. */
  #watchPage(): void {
    const { client, signal, model } = this.#context;
    const { board } = this.#snapshot;
    let tabs: BroadcastChannel | undefined;
    try {
      const by = Number(sessionStorage.getItem(BROWSER_KEY));
      if (by) client.sender.by ??= by;
      tabs = new BroadcastChannel(BROWSER_KEY);
    } catch {}
    openViews.set(board, (openViews.get(board) ?? 0) + 1);
    const announce = (what: "here" | "away") => {
      const { by } = client.sender;
      // nobody waits for the answer
      if (by) model.send({ kind: "sit", what, by, id: 0, rev: 0 });
      if (by && what === "away") tabs?.postMessage(by);
    };
    announce("here");
    // a duplicated tab has the same number: as long as one of them is open, the seat is taken
    tabs?.addEventListener("message", ({ data }) => {
      if (data === client.sender.by) setTimeout(() => signal.aborted || announce("here"), STAYS_MS);
    });
    addEventListener("pagehide", () => announce("away"), { signal });
    // sent while the page is being hidden, a message often does not arrive
    const leave = () => {
      announce("away");
      // if somebody uses the page, it stays after all; a time limit could pass while a busy page is still closing
      on(window, "pointerdown keydown", () => announce("here"), { capture: true, once: true, signal });
    };
    addEventListener("beforeunload", leave, { signal });
    addEventListener("pageshow", ({ persisted }) => persisted && announce("here"), { signal });
    on(signal, "abort", () => {
      const left = (openViews.get(board) ?? 1) - 1;
      openViews.set(board, left);
      if (!left) {
        openViews.delete(board);
        announce("away");
      }
      tabs?.close();
    });
  }

  #sit(what: "take" | "over" | "leave", color: Color): void {
    const { sender } = this.#context.client;
    sender.by ??= Math.floor(Math.random() * 2 ** 52) + 1;
    try {
      sessionStorage.setItem(BROWSER_KEY, String(sender.by));
    } catch {}
    this.#change({ kind: "sit", what, color });
  }

  /** The button that takes, leaves or takes over a seat, with an explanation. */
  #seatRow(color: Color): Node[] {
    const owner = this.#owner(color);
    const what = owner === "self" ? "leave" : owner ? "over" : "take";
    const t = this.#t;
    const slots = { color: t(`ui.${color}`) };
    const button = html("button.button.player-seat", { "data-sit": what }, t(`ui.seat.${what}`, slots));
    on(button, "click", () => {
      if (what === "over" && !button.dataset.sure) {
        button.dataset.sure = "true";
        text(button, t("ui.sure"));
      } else this.#sit(what, color);
    });
    if (owner === "self") return [button];
    return [html("p.player-computer", {}, t(owner ? "why.seat-taken" : "ui.seat.note", slots)), button];
  }

  /** Sends a change of a player at once, also while an answer to a click is awaited, and closes the menu. */
  #change(intent: Intent): void {
    const { client, refused } = this.#context;
    client.ask(intent, this.#snapshot.rev, (reply) => reply.ok || refused(reply, intent));
    this.#dialog.close();
  }

  /** Asks for a new game. Closes the sheet if there is one, else shows why not. */
  #begin(intent: Begin): void {
    const answered = ({ ok, text: why = "" }: Reply) => {
      if (ok) this.#dialog.close();
      else text(this.#refusal, why);
    };
    this.#context.ask(intent, answered, () => text(this.#refusal, this.#t("ui.silent")));
  }

  #levelName(level: number): string {
    return this.#t("ui.level.named", { n: level, word: this.#t(`ui.level.${level}`) });
  }

  /** Whether the search does not run here. */
  #isUnable(level: number): boolean {
    const { analyst, computer } = this.#snapshot;
    return level > MAX_WEAK && (!analyst || computer?.state === "unable");
  }

  // -- the menu of a player

  #openMenu(color: Color): void {
    const t = this.#t;
    const level = this.#levelOf(color);
    const isTaken = this.#owner(color) === "other";
    const options = Array.from({ length: MAX_LEVEL + 1 }, (_, to) => {
      const pressed = String(to === level);
      const label = to ? [html("b", {}, String(to)), t(`ui.level.${to}`)] : [t("ui.player.person")];
      const attributes = {
        "aria-pressed": pressed,
        disabled: isTaken || this.#isUnable(to),
        "data-level": to,
      };
      const button = html("button.button", attributes, ...label);
      on(button, "click", () => this.#change({ kind: "level", color, to }));
      return button;
    });
    const [person, ...levels] = options;
    const swap = html("button.button.player-swap", {}, t("ui.swap"));
    on(swap, "click", () => this.#change({ kind: "swap" }));
    const title = t("ui.player", { color: t(`ui.${color}`) });
    this.#show(
      title,
      html(
        "div.player-options",
        { role: "group", "aria-label": title },
        person as Node,
        html("p.player-computer", {}, t("ui.player.computer")),
        html("div.player-levels", {}, ...levels),
      ),
      ...(level === 0 && !isTaken ? [this.#nameField(color)] : []),
      ...(level === 0 && this.#snapshot.seats ? this.#seatRow(color) : []),
      ...(this.#snapshot.levels.length === 2 ? [swap] : []),
      ...(level ? [this.#coachField()] : []),
    );
    const button = this.#context.slots.root.querySelector(`[data-do=player-${color}]`);
    if (button) placePopup(this.#dialog, button);
    this.#dialog.querySelector<HTMLElement>(isTaken ? "[data-sit]" : `[data-level='${level ?? 0}']`)?.focus();
  }

  /** Whether the coach says why a person loses an adaptoid to a computer. */
  #coachField(): HTMLElement {
    const { client } = this.#context;
    const input = html("input", { type: "checkbox", "data-coach": true });
    const ask = (on?: boolean) =>
      client.ask({ kind: "coach", ...(on === undefined ? {} : { on }) }, 0, ({ coach = false }) => {
        input.checked = coach;
      });
    on(input, "change", () => ask(input.checked));
    ask();
    return html("label.player-coach", {}, input, this.#t("ui.remark.on"));
  }

  #nameField(color: Color): HTMLElement {
    const value = this.#snapshot.players[color] ?? "";
    const input = html("input", { maxlength: 40, autocomplete: "off", value });
    // Enter changes the field too
    on(input, "change", () => this.#change({ kind: "name", color, text: input.value }));
    return html("label.player-name", {}, this.#t("ui.player.name"), input);
  }

  // -- the sheet for a new game

  #openSheet(): void {
    this.#context.client.ask({ kind: "boards" }, 0, ({ board = "", boards = [], outlines = [] }) =>
      this.#drawSheet(board, boards, outlines),
    );
  }

  #drawSheet(board: string, all: [name: string, discs: number][], outlines: Outline[]): void {
    const t = this.#t;
    const { again, levels, variant } = this.#snapshot;
    const layout = board || this.#snapshot.layout;
    const ownDiscs = this.#context.state().discs.cells;
    const gallery = all.map(([value, n], i) => ({
      value,
      n,
      word: t(`ui.layout.${value}`),
      outline: outlines[i],
    }));
    if (!board)
      gallery.unshift({
        ...{ value: layout, n: ownDiscs.length, word: t("ui.edit.own") },
        outline: ownDiscs.flatMap(([, x, y]) => [x, y]),
      });
    const chosenBoard = () => gallery.find(({ value }) => value === boards.value);
    let isThirdChosen = levels.length > 2;
    const players = COLORS.map((color) =>
      this.#playerChoices(color, () => {
        isThirdChosen ||= color === "R";
        update();
      }),
    );
    const [, second, third] = players as [Choices, Choices, Choices];
    const variants = new Choices(
      "variant",
      t("ui.edit.variant"),
      Object.keys(VARIANTS).map((value) => ({ value, name: t(`ui.variant.${value}`) })),
      variant,
      () => leaveSame(),
    );
    const boards = new Choices(
      "layout",
      t("ui.edit.board"),
      gallery.map(({ value, n, word, outline }) => ({
        value,
        name: t("ui.edit.named", { name: word, n }),
        shown: [...(outline ? [silhouette(outline)] : []), html("span", {}, word)],
      })),
      layout,
      () => leaveSame(),
    );
    const starts = new Choices(
      "start",
      t("ui.start"),
      ["board", "open", "same"].map((value) => ({ value, name: t(`ui.begin.${value}`) })),
      again ? "same" : "board",
      () => {
        if (starts.value === "same") {
          variants.value = variant;
          boards.value = layout;
        }
        update();
      },
    );
    const preview = html("div.begin-preview", { "aria-live": "polite" });
    const leaveSame = () => {
      if (starts.value === "same") starts.value = "board";
      update();
    };
    const update = () => {
      const count = VARIANTS[variants.value] ?? 2;
      const isForTwo = count === 2;
      third.element.hidden = isForTwo;
      const tooSmall = (value: string) => (gallery.find((each) => each.value === value)?.n ?? count) < count;
      boards.refuse((value) => (tooSmall(value) ? t("why.too-small", { n: count }) : ""));
      if (tooSmall(boards.value)) boards.value = gallery.find(({ value }) => !tooSmall(value))?.value ?? "";
      starts.refuse((value) => (value === "open" && !isForTwo ? t("why.edit-open-three") : ""));
      if (!isForTwo && starts.value === "open") starts.value = "board";
      // until somebody chooses the third player, it is as the second one
      if (!isForTwo && !isThirdChosen) third.value = second.value || "0";
      const shown = chosenBoard();
      const who = COLORS.slice(0, count).map((color, i) =>
        html("li", {}, `${t(`ui.${color}`)}: ${players[i]?.name}`),
      );
      preview.replaceChildren(
        ...(shown?.outline ? [silhouette(shown.outline)] : []),
        html("ul", {}, html("li", {}, html("b", {}, boards.name)), html("li", {}, variants.name), ...who),
      );
    };
    update();
    const begin = html("button.button.primary", { type: "submit" }, t("ui.begin"));
    const close = html("button.button", { type: "button" }, t("ui.close"));
    on(close, "click", () => this.#dialog.close());
    const buttons = html("p.players-buttons", {}, begin, close);
    const groups = [...players, variants, boards, starts].map(({ element }) => element);
    const form = html(
      "form.players-form",
      {},
      preview,
      html("div.begin-groups", {}, ...groups),
      this.#refusal,
      buttons,
    );
    on(form, "submit", (event) => {
      event.preventDefault();
      const levels: Begin["levels"] = {};
      COLORS.forEach((color, i) => {
        const value = players[i]?.value;
        levels[color] = value ? Number(value) : null;
      });
      const start = starts.value as Begin["start"];
      this.#begin({ kind: "begin", start, variant: variants.value, layout: boards.value, levels });
    });
    this.#show(t("ui.begin.new"), form);
    this.#dialog.style.inset = "";
    begin.focus();
  }

  #playerChoices(color: Color, changed: () => void): Choices {
    const level = this.#levelOf(color);
    const person = this.#t("ui.player.person");
    const options = [
      { value: "0", name: person, shown: [html("span", {}, person)] },
      ...Array.from({ length: MAX_LEVEL }, (_, i) => {
        return {
          value: String(i + 1),
          name: this.#levelName(i + 1),
          shown: [html("span", {}, String(i + 1))],
        };
      }),
    ];
    if (level === null) {
      const name = this.#snapshot.players[color] ?? this.#t("ui.player.another");
      options.push({ value: "", name, shown: [html("span", {}, name)] });
    }
    const choices = new Choices(color, this.#t(`ui.${color}`), options, String(level ?? ""), changed);
    choices.refuse((value) => (this.#isUnable(Number(value)) ? this.#t("ui.begin.unable") : ""));
    return choices;
  }

  #show(title: string, ...content: Node[]): void {
    const dialog = this.#dialog;
    dialog.setAttribute("aria-label", title);
    dialog.replaceChildren(html("div.players-content", {}, html("h3", {}, title), ...content));
    if (!dialog.open) dialog.showModal();
  }
}

export default (context: PartContext): Players => new PlayersView(context);
