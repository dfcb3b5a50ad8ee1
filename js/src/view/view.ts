import { GrowthMenu } from "../board/growth_menu";
import { type BoardHandlers, listenToBoard } from "../board/input";
import { BoardPainter } from "../board/painter";
import { pinned, sizeOfBoard } from "../board/placement";
import { sizes } from "../board/shapes";
import { CLEAR, Confirmation } from "../dom/confirm";
import { buttonOf, focused, html, on, set, text } from "../dom/elements";
import { become } from "../dom/morph";
import { Turns } from "../history/history";
import { keepKeys } from "../host/shortcuts";
import { type Words, words } from "../i18n/messages";
import { Help } from "../panels/help";
import { LanguageChooser } from "../panels/language";
import { Legend } from "../panels/legend";
import { sidesPanel } from "../panels/sides";
import { StatusPanel } from "../panels/status";
import { gameTools } from "../panels/toolbars";
import { Looking } from "../panels/view_tools";
import type { PartContext } from "../parts/contract";
import { LazyPart, type PartSource } from "../parts/loader";
import { Channel } from "../protocol/channel";
import { Client, follow, type Listen } from "../protocol/client";
import type { Color, Intent, Limb, Model, Reply, Snapshot } from "../protocol/types";
import {
  click,
  deselect,
  drop,
  extent,
  growLimb,
  hover,
  isLensOn,
  placeOf,
  receive,
  refuse,
  type State,
  sizeOf,
  start,
  type Transition,
  tabStop,
} from "../state/state";
import { watchTheme } from "../theme/theme";
import { watchRoom } from "./available_height";
import { EditorSlot } from "./editor_slot";
import { type KeyActions, listenToKeys } from "./keyboard";
import { LiveRegion } from "./live_region";
import { nextFrame, Scheduler } from "./scheduler";

/** The distance between a disc and its explanation, in disc diameters. */
const REASON_GAP = 0.15;
/** A board above this width scrolls on a small screen, so that its discs stay large enough. */
const WIDE = 12.8;

/** One view of one board. */
export class View {
  readonly root = html("div.widget");
  readonly #layout = html("div.layout");
  readonly #frame = html("div.frame");
  readonly #board = html("div.board");
  readonly #painter = new BoardPainter();
  readonly #status = new StatusPanel();
  readonly #sides = html("ul.sides");
  readonly #tools = html("div.tools");
  readonly #voice: LiveRegion;
  readonly #sure = new Confirmation((armed) => {
    this.#drawTools();
    this.#turns.draw(this.#state, this.#say);
    this.#looking.annotator.arm(armed === CLEAR, this.#say);
    if (armed) this.#voice.say(this.#say(`ui.${armed}`), this.#say("ui.sure"));
  });
  readonly #looking: Looking;
  readonly #editor: EditorSlot;
  readonly #analyst: LazyPart<"analyst">;
  readonly #lesson: LazyPart<"lesson">;
  readonly #language: LanguageChooser;
  readonly #turns = new Turns({
    snapshot: () => this.#state.snapshot,
    ask: (...request) => this.#ask(...request),
    refused: (reply) => this.#answered(reply),
    fetch: (from, to) => this.#fetchTurns(from, to),
    sure: this.#sure,
    paced: (playing, brisk) => {
      set(this.root, { "data-brisk": brisk });
      this.#hush(playing);
    },
  });
  readonly #chooser = new GrowthMenu(this.#board, (cell) => this.#painter.disc(cell)?.focus());
  readonly #reason = html("p.reason");
  readonly #silence = html("p.link");
  readonly #legend = new Legend();
  readonly #help = new Help();
  readonly #client: Client;
  /** For intents that change the board, one at a time. */
  readonly #link: Channel;
  /** For older turns, so that clicks need not wait for them. */
  readonly #reading: Channel;
  /** Why a part could not be loaded, or "". */
  #missing = "";
  #state: State;
  #say: Words;
  /** The refusal that was said last. */
  #refused: State["reason"] = null;
  /** What the panels beside the board were last drawn from. */
  #beside: { snapshot?: Snapshot; say?: Words } = {};
  readonly #model: Model;
  readonly #signal: AbortSignal;
  readonly #drawn: (whole: boolean) => void;
  readonly #scheduler: Scheduler;

  constructor(
    model: Model,
    listen: Listen,
    signal: AbortSignal,
    drawn: (whole: boolean) => void = () => {},
    schedule = nextFrame,
  ) {
    this.#model = model;
    this.#signal = signal;
    this.#voice = new LiveRegion(this.root, signal);
    this.#drawn = drawn;
    this.#scheduler = new Scheduler(() => this.#draw(), schedule);
    this.#state = start(model.get("snapshot"), model.get("discs"));
    this.#say = words(model.get("wording"));
    this.#client = new Client(model, listen, signal);
    this.#link = new Channel(this.#client, () => this.#showLink());
    this.#reading = new Channel(this.#client);
    const source: PartSource = {
      ask: (...request) => this.#client.ask(...request),
      failed: (why) => {
        this.#missing = why;
        if (!why) this.#link.alive();
        this.#showLink();
      },
      silent: () => this.#link.doubt(),
    };
    const context = this.#context(listen);
    this.#language = new LanguageChooser(model, this.#client);
    this.#looking = new Looking(context, source, this.#language.element);
    // the editor waits its turn as clicks do
    const queued: PartSource = { ...source, ask: (...request) => this.#link.ask(...request) };
    this.#editor = new EditorSlot(context, queued, () => {
      this.#state = this.#editor.stage({ ...this.#state }, model.get("discs"));
      this.#scheduler.request();
    });
    this.#analyst = new LazyPart("analyst", context, source, () => this.#drawAnalyst());
    this.#lesson = new LazyPart("lesson", context, source, () => this.#drawLesson());
    this.#build();
    this.#state = this.#editor.stage(this.#state, model.get("discs"));
    this.#listen(listen);
    this.#draw();
  }

  #context(listen: Listen): PartContext {
    const { svg, under, over, ghosts, cursor } = this.#painter;
    const { root } = this;
    const viewRow = () => this.#looking.bar.row;
    return {
      ...{ model: this.#model, listen, client: this.#client, signal: this.#signal },
      slots: {
        ...{ root, layout: this.#layout, frame: this.#frame, board: this.#board, reason: this.#reason },
        ...{ svg, under: under.element, over: over.element, ghosts, cursor },
        get viewRow() {
          return viewRow();
        },
      },
      state: () => this.#state,
      change: (state) => this.#change(state),
      ask: (...request) => this.#ask(...request),
      refused: (reply, intent) => this.#answered(reply, intent),
      tell: (...words) => this.#voice.say(...words),
      button: (what) => viewRow().querySelector(`[data-do=${what}]`) as Element,
      disc: (cell) => this.#painter.disc(cell),
      placeOf: (cell) => placeOf(this.#state, cell),
    };
  }

  #listen(listen: Listen): void {
    const { root } = this;
    const model = this.#model;
    const signal = this.#signal;
    const stage = (state: State) => this.#editor.stage(state, model.get("discs"));
    listen((message) => this.#report(message), signal);
    follow(
      model,
      "change:snapshot",
      () => {
        this.#state = stage(receive(this.#state, model.get("snapshot")));
        this.#link.alive();
        this.#turns.seen();
        this.#scheduler.now();
      },
      signal,
    );
    follow(model, "change:analyst", () => this.#drawAnalyst(), signal);
    follow(model, "change:discs", () => this.#change(stage(this.#state)), signal);
    follow(
      model,
      "change:wording",
      () => {
        this.#say = words(model.get("wording"));
        this.#scheduler.request();
      },
      signal,
    );
    keepKeys(root, signal);
    watchRoom(root, signal);
    watchTheme(root, (dark) => set(root, { "data-theme": dark ? "dark" : "light" }), signal);
    on(signal, "abort", () => {
      this.#turns.close();
      this.#sure.disarm();
      root.remove();
    });
  }

  #build(): void {
    const { bar, annotator } = this.#looking;
    this.#board.append(this.#painter.svg, this.#chooser.element, this.#reason);
    const { replay, tree } = this.#turns;
    const below = html("div.below", {}, this.#legend.element, this.#silence);
    const frame = this.#frame;
    frame.append(this.#board, replay.element, bar.element, below);
    this.#layout.append(this.#status.element, frame, this.#sides, tree.element, this.#tools);
    this.root.append(this.#layout, this.#help.element, this.#voice.element);
    on(this.root, "focusout", () => this.#sure.disarm());
    this.#turns.guard(this.#board);
    annotator.listen(this.#painter.svg);
    listenToBoard(this.#board, this.#painter.svg, this.#hand());
    on(this.root, "click", (event) => this.#press(event));
    listenToKeys(this.root, this.#board, this.#keys());
    on(this.#chooser.element, "pointerover focusin pointerleave focusout", ({ type, target }) => {
      const over = type === "pointerover" || type === "focusin";
      const hoverLimb = over ? (buttonOf(target)?.dataset.grow as Limb | undefined) : undefined;
      this.#change({ ...this.#state, hoverLimb: hoverLimb ?? null });
    });
  }

  #hand(): BoardHandlers {
    return {
      state: () => this.#state,
      click: (cell) =>
        this.#editor.click(cell) ||
        (this.#state.pen ? this.#looking.annotator.use(cell) : this.#take(click(this.#state, cell))),
      hover: (cell) => this.#change(hover(this.#state, cell)),
      // no preview where the focus was only moved by a new step
      focus: (cell, seen) =>
        this.#change({ ...this.#state, focus: cell, hover: seen ? cell : this.#state.hover }),
      deselect: () => this.#change(deselect(this.#state)),
      drag: (cell, drag) => this.#change({ ...this.#state, chosen: cell, drag, reason: null }),
      drop: (cell) => this.#take(drop(this.#state, cell)),
      cancelDrag: () => this.#change(deselect(this.#state)),
    };
  }

  #keys(): KeyActions {
    return {
      state: () => this.#state,
      words: () => this.#say,
      tell: (...words) => this.#voice.say(...words),
      take: (step) => this.#take(step),
      press: (command) => this.#tool(command),
      look: (command) => this.#looking.type(command),
      read: (what, at) => {
        const { chosen, snapshot } = this.#state;
        this.#client.ask({ kind: "tell", what, at, from: chosen }, snapshot.rev, ({ text }) =>
          this.#voice.say(text ?? ""),
        );
      },
      describe: (cell) => this.#voice.say(this.#painter.disc(cell)?.getAttribute("aria-label") ?? ""),
      release: () => {
        if (this.#looking.escape()) return;
        this.#turns.stop();
        this.#sure.disarm();
        this.#change(deselect(this.#state));
      },
    };
  }

  #press(event: Event): void {
    const { target } = event;
    const button = buttonOf(target);
    const live = button && button.getAttribute("aria-disabled") !== "true";
    const { grow, choose, do: what = "", pass } = (live && button.dataset) || {};
    if (!this.#sure.confirms(what, this.#state.snapshot.rev)) return;
    if (grow) this.#take(growLimb(this.#state, grow as Limb));
    else if (choose) this.#ask({ kind: "choose", color: choose as Color });
    else if (pass !== undefined) this.#ask({ kind: "pass" });
    else if (what) this.#tool(what);
  }

  #tool(what: string): void {
    if (what === "help") this.#help.open(this.#say);
    else if (this.#editor.tool(what)) this.#turns.stop();
    else if (!this.#turns.press(what) && !this.#looking.press(what)) {
      this.#turns.stop();
      this.#ask({ kind: what } as Intent);
    }
  }

  /** Applies a transition and sends its intent. While an answer is awaited, a transition with an intent is ignored. */
  #take([state, intent]: Transition): void {
    if (!intent) this.#change(state);
    else if (!this.#link.busy) {
      this.#change(state);
      this.#ask(intent);
    } else if (this.#state.drag) this.#change({ ...this.#state, drag: null });
  }

  /** Sends an intent unless an answer is still awaited; returns whether it did. */
  #ask(
    intent: Intent,
    answered = (reply: Reply) => this.#answered(reply, intent),
    silent?: () => void,
  ): boolean {
    return this.#link.ask(intent, this.#state.snapshot.rev, answered, silent);
  }

  /** Shows a refusal at the disc it names, or else at the disc that was clicked. */
  #answered(reply: Reply, asked?: Intent): void {
    const { at, to } = (asked ?? {}) as { at?: unknown; to?: unknown };
    const clicked = [to, at].find((cell) => typeof cell === "string") as string | undefined;
    if (!reply.ok) this.#change(refuse(this.#state, reply.text ?? "", reply.at ?? clicked ?? null));
    else if (this.#state.drag) this.#change({ ...this.#state, drag: null });
  }

  /** Shows an error of Python that no request of this view caused. */
  #report(message: unknown): void {
    const { type, text } = (message ?? {}) as { type?: unknown; text?: unknown };
    if (type === "report" && typeof text === "string") this.#change(refuse(this.#state, text, null));
  }

  #fetchTurns(from: number, to: number): void {
    this.#reading.ask({ kind: "history", from, to }, this.#state.snapshot.rev, (reply) => {
      if (reply.ok && reply.turns) this.#turns.receive(reply.from ?? from, reply.turns);
    });
  }

  #change(state: State): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#scheduler.request();
  }

  /** Draws the state of the channel alone. */
  #showLink(): void {
    if (this.#signal.aborted) return;
    set(this.#board, { "data-link": this.#link.state });
    this.#drawLink();
    this.#turns.linked(this.#link.state);
    if (this.#link.state === "silent") this.#editor.silent();
    // after the handler of the reply
    if (this.#link.state === "idle") queueMicrotask(() => this.#signal.aborted || this.#editor.resume());
  }

  /** Draws each panel by itself, so that an error in one leaves the others. */
  #draw(): void {
    if (this.#signal.aborted) return;
    const state = this.#state;
    const say = this.#say;
    let whole = true;
    const { snapshot } = state;
    const held = focused(this.root);
    const edits = this.root.dataset.edit;
    // hovering and choosing change nothing beside the board
    const panels = [this.#status, this.#language, this.#turns];
    const fresh = this.#beside.snapshot !== snapshot || this.#beside.say !== say;
    this.#beside = { snapshot, say };
    // for fonts, line breaks and voices
    set(this.root, { lang: say.language, "data-lesson": Boolean(snapshot.lesson) });
    for (const part of [
      () => this.#drawBoard(),
      () => this.#editor.draw(state, say),
      () => this.#looking.draw(state, say),
      ...(fresh
        ? [
            ...panels.map((panel) => () => panel.draw(state, say)),
            () => become(this.#sides, sidesPanel(state, say)),
            () => this.#drawTools(),
          ]
        : []),
      () => this.#drawLink(),
      () => this.#chooser.draw(state, say),
      () => this.#drawReason(),
      () => this.#legend.draw(state, say, this.#looking.maps(state)),
      () => this.#drawAnalyst(),
      () => this.#drawLesson(),
    ])
      try {
        part();
      } catch (error) {
        whole = false;
        this.#beside = {};
        console.error("adaptoid-widget:", error);
      }
    const disc = this.#keepFocus(held, edits !== this.root.dataset.edit);
    // the list of turns and the slider announce the turn themselves
    const walks = this.#turns.walking && held?.matches("[role=tree], [type=range]") === true;
    this.#voice.tell(state, this.#model.get("wording").language, disc, walks);
    this.#drawn(whole);
  }

  #drawAnalyst(): void {
    const part = this.#model.get("analyst")?.position ? this.#analyst.get() : this.#analyst.instance;
    part?.draw(this.#state, this.#say);
  }

  #drawLesson(): void {
    const part = this.#state.snapshot.lesson ? this.#lesson.get() : this.#lesson.instance;
    part?.draw(this.#state, this.#say);
  }

  /** Moves the focus to the board if its element is gone. Returns the focused disc. */
  #keepFocus(held: Element | null, edits: boolean): Element | null {
    if (!held || held === this.root.ownerDocument.body) return null;
    const now = focused(this.root);
    const hidden = edits && !held.getClientRects().length;
    // unless it was moved before
    if ((!now || now === held) && (held.closest("[hidden]") || hidden || !held.isConnected))
      this.#painter.disc(tabStop(this.#state) ?? "")?.focus({ preventScroll: true });
    return focused(this.root)?.closest("[data-cell]") ?? null;
  }

  /** Announces no turns during a replay, but the last one at its end. */
  #hush(playing: boolean): void {
    const { news, status } = this.#state.snapshot;
    if (this.#voice.quiet && !playing) this.#voice.say(news, status);
    this.#voice.quiet = playing;
  }

  #drawBoard(): void {
    const { snapshot } = this.#state;
    set(this.#board, {
      "data-rev": snapshot.rev,
      "data-position": snapshot.position,
      "data-step": snapshot.step,
      "data-link": this.#link.state,
      // JupyterLite sends undefined in place of null
      "data-over": Boolean(snapshot.result),
      "data-live": snapshot.interactive,
      "data-holding": this.#state.chosen !== null,
      "data-pen": this.#state.pen?.tool,
      "data-lens": isLensOn(this.#state),
    });
    set(this.root, { "data-size": sizeOf(this.#state) });
    const { width, height } = sizeOfBoard(this.#state);
    set(this.#board, { "data-wide": width > WIDE });
    this.root.style.setProperty("--adaptoid-discs", String(width));
    this.root.style.setProperty("--adaptoid-shape", String(width / height));
    const more = this.#looking.maps(this.#state)?.labels(this.#state, this.#say);
    this.#painter.draw(this.#state, this.#say, more);
  }

  #drawTools(): void {
    become(this.#tools, gameTools(this.#state, this.#say, this.#sure));
  }

  #drawReason(): void {
    const { reason } = this.#state;
    text(this.#reason, reason?.text ?? "");
    if (reason && reason !== this.#refused) this.#voice.say(reason.text);
    this.#refused = reason;
    // measuring forces a layout of the page
    if (!reason) {
      set(this.#reason, { "data-below": null, "data-at": null });
      return;
    }
    const place = reason.cell ? placeOf(this.#state, reason.cell) : null;
    const { left, right, top, bottom } = extent(this.#state.discs);
    const { margin } = sizes;
    const spot = place ?? { x: (left + right) / 2, y: bottom + margin };
    // above the whole disc, or below it where there is no room
    const scale = this.#board.clientWidth / sizeOfBoard(this.#state).width || 60;
    const room = this.#reason.offsetHeight / scale + REASON_GAP;
    const below = place !== null && spot.y - 0.5 - room < top - margin;
    const pin = { x: spot.x, y: place ? spot.y + (below ? 0.5 : -0.5) : spot.y };
    Object.assign(this.#reason.style, pinned(this.#state, pin));
    const aside = (spot.x - left + margin) / sizeOfBoard(this.#state).width;
    this.#reason.style.setProperty("--adaptoid-aside", `${(aside * 100).toFixed(1)}%`);
    set(this.#reason, { "data-below": below, "data-at": reason.cell });
  }

  /** Shows waiting or silence in place of the legend, so that nothing moves. */
  #drawLink(): void {
    const { state } = this.#link;
    const key = /waiting|silent/.test(state) ? `ui.${state}` : this.#missing && "ui.missing";
    const told = key && this.#say(key, { detail: this.#missing });
    if (told !== this.#silence.textContent) this.#voice.say(told);
    text(this.#silence, told);
    set(this.#silence, { "data-link": state });
  }
}
