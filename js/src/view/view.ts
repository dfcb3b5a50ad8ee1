import { GrowthMenu } from "../board/growth_menu";
import { type BoardHandlers, listenToBoard } from "../board/input";
import { HeatLegend } from "../board/marks";
import { pinned, sizeOfBoard } from "../board/overlay";
import { BoardPainter } from "../board/painter";
import { sizes } from "../board/shapes";
import type { MoreLabels } from "../board/spoken_labels";
import { buttonOf, changeDetector, focused, html, on, set, text } from "../dom/elements";
import { morphElement } from "../dom/morph";
import { CLEAR, SecondClick } from "../dom/second_click";
import { GameHistory } from "../history/history";
import { createTranslator, type Translator } from "../i18n/messages";
import { keepKeys } from "../keys/host_keys";
import { type KeyActions, listenToKeys } from "../keys/view_keys";
import { Help } from "../panels/help";
import { LanguageChooser } from "../panels/language";
import { Legend } from "../panels/legend";
import { sidesPanel } from "../panels/sides";
import { StatusPanel } from "../panels/status";
import { gameTools } from "../panels/toolbars";
import { ViewTools } from "../panels/view_tools";
import type { PartContext, ViewPartName } from "../parts/contract";
import { PartSet } from "../parts/part_loader";
import { Channel } from "../protocol/channel";
import { Client, follow, type Listen } from "../protocol/client";
import type { Model } from "../protocol/model";
import type { Color, Intent, Limb, Reply, Snapshot, Traits } from "../protocol/types";
import {
  click,
  deselect,
  drop,
  endTurn,
  extent,
  growLimb,
  isFoodShown,
  placeOf,
  receive,
  refuse,
  type State,
  sizeOf,
  start,
  type Transition,
  tabStop,
  withChanges,
} from "../state/state";
import { watchTheme } from "../theme/theme";
import { watchAvailableHeight } from "./available_height";
import { EditorSlot } from "./editor_slot";
import { LiveRegion } from "./live_region";
import { Scheduler } from "./scheduler";

/** The distance between a disc and its explanation, in disc diameters. */
const REASON_GAP = 0.15;
/** A board wider than this number of discs scrolls on a small screen, so that its discs stay large enough. */
const WIDE_BOARD = 12.8;

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
  /** The panels that open from the row of buttons. */
  readonly #drawers = html("div.drawers");
  readonly #liveRegion: LiveRegion;
  readonly #secondClick = new SecondClick((armed) => {
    this.#drawTools();
    this.#history.draw(this.#state, this.#t);
    this.#viewTools.pens?.arm(armed === CLEAR, this.#t);
    if (armed) this.#liveRegion.announce(this.#t(`ui.${armed}`), this.#t("ui.sure"));
  });
  readonly #viewTools: ViewTools;
  readonly #editor: EditorSlot;
  readonly #parts: PartSet<ViewPartName>;
  /** The button of the analyst that was pressed while an answer was awaited. */
  #nextCommand = "";
  readonly #language: LanguageChooser;
  readonly #history = new GameHistory(
    {
      snapshot: () => this.#state.snapshot,
      ask: (...request) => this.#ask(...request),
      refused: (reply) => this.#handleReply(reply),
      fetch: (from, to) => this.#fetchTurns(from, to),
    },
    this.#secondClick,
    () => this.#replayChanged(),
  );
  readonly #growthMenu = new GrowthMenu(this.#board, (cell) => this.#painter.disc(cell)?.focus());
  readonly #reason = html("p.reason");
  readonly #connection = html("p.link");
  readonly #legend = new Legend();
  readonly #help = new Help();
  readonly #client: Client;
  /** For intents that change the board, one at a time. */
  readonly #channel: Channel;
  /** For older turns, so that clicks need not wait for them. */
  readonly #historyChannel: Channel;
  /** Why a part could not be loaded, null while Python takes long to send it, or "". */
  #loadError: string | null = "";
  #state: State;
  /** The rev at which the last step of a turn was sent. */
  #lastStepRev = -1;
  #t: Translator;
  /** The refusal that was announced last. */
  #announcedReason: State["reason"] = null;
  readonly #boardDiffers = changeDetector();
  /** The snapshot of which only the board is drawn so far; null if the panels are drawn too. */
  #boardOnlySnapshot: Snapshot | null = null;
  /** The last click: what was hit, and where in the window. */
  #clicked: { hit: Element | null; x: number; y: number } = { hit: null, x: 0, y: 0 };
  readonly #panelsDiffer = changeDetector();
  readonly #model: Model;
  readonly #signal: AbortSignal;
  readonly #afterDraw: (complete: boolean) => void;
  readonly #scheduler: Scheduler;

  constructor(
    model: Model,
    listen: Listen,
    signal: AbortSignal,
    afterDraw: (complete: boolean) => void = () => {},
  ) {
    this.#model = model;
    this.#signal = signal;
    this.#liveRegion = new LiveRegion(this.root, signal);
    this.#afterDraw = afterDraw;
    this.#scheduler = new Scheduler(() => this.#draw());
    this.#state = start(model.get("snapshot"), model.get("discs"));
    this.#t = createTranslator(model.get("wording"));
    this.#client = new Client(model, listen, signal);
    this.#channel = new Channel(this.#client, () => this.#channelChanged());
    this.#historyChannel = new Channel(this.#client);
    const context = this.#context(listen);
    this.#parts = new PartSet(context, {
      loaded: () => {
        this.#receive();
        this.#scheduler.now();
      },
      report: (why) => {
        this.#loadError = why;
        if (why === "") this.#channel.alive();
        this.#drawConnection();
      },
      silent: () => {
        this.#loadError = "";
        this.#channel.doubt();
      },
    });
    this.#language = new LanguageChooser(model, this.#client);
    this.#viewTools = new ViewTools(context, this.#parts, this.#language.element);
    this.#editor = new EditorSlot(context, this.#parts);
    this.#build();
    this.#state = this.#editor.applyTo(this.#state, model.get("discs"));
    this.#listen(listen);
    this.#draw();
    if ("animate" in this.root)
      (globalThis.requestIdleCallback ?? requestAnimationFrame)(() => {
        const { interactive } = this.#state.snapshot;
        // the pens draw with the right mouse button
        this.#parts.preload("animation", ...(interactive ? (["pens"] as const) : []));
      });
  }

  #context(listen: Listen): PartContext {
    const { svg, under, over, pieces, ghosts, cursor } = this.#painter;
    const { root } = this;
    return {
      ...{ model: this.#model, listen, client: this.#client, signal: this.#signal },
      slots: {
        ...{ root, layout: this.#layout, frame: this.#frame, board: this.#board, reason: this.#reason },
        ...{ svg, under: under.element, over: over.element, pieces, ghosts, cursor },
        ...{ status: this.#status.element, sides: this.#sides, drawers: this.#drawers },
      },
      state: () => this.#state,
      change: (state) => this.#setState(state),
      ask: (...request) => this.#ask(...request),
      stepRev: () => this.#lastStepRev,
      paint: (state) => {
        const [painter, legend] = [new BoardPainter(), new HeatLegend()];
        painter.draw(state, this.#t);
        legend.draw(state);
        return html("div", {}, painter.svg, legend.element);
      },
      turnMs: () => this.#history.replay.turnMs,
      refused: (reply, intent) => this.#handleReply(reply, intent),
      announce: (...texts) => this.#liveRegion.announce(...texts),
      button: (command) => this.#viewTools.bar.row.querySelector(`[data-do=${command}]`) as Element,
      disc: (cell) => this.#painter.disc(cell),
      placeOf: (cell) => placeOf(this.#state, cell),
    };
  }

  #listen(listen: Listen): void {
    const { root } = this;
    const model = this.#model;
    const signal = this.#signal;
    const onTrait = (name: keyof Traits, handler: () => void) =>
      follow(model, `change:${name}`, handler, signal);
    listen((message) => this.#showError(message), signal);
    onTrait("snapshot", () => {
      const before = this.#state.snapshot;
      this.#receive();
      this.#channel.alive();
      this.#history.replay.receive();
      if (this.#isOwnStep(before)) this.#drawPanelsLater();
      this.#scheduler.now();
    });
    onTrait("analyst", () => this.#drawAnalyst());
    onTrait("review", () => this.#drawAnalyst());
    onTrait("discs", () => this.#setState(this.#editor.applyTo(this.#state, model.get("discs"))));
    onTrait("wording", () => {
      this.#t = createTranslator(model.get("wording"));
      this.#scheduler.request();
    });
    keepKeys(root, signal);
    watchAvailableHeight(root, signal);
    watchTheme(root, (dark) => set(root, { "data-theme": dark ? "dark" : "light" }), signal);
    on(signal, "abort", () => {
      this.#history.close();
      this.#secondClick.disarm();
      root.remove();
    });
  }

  #build(): void {
    const { bar } = this.#viewTools;
    this.#board.append(this.#painter.svg, this.#growthMenu.element, this.#reason);
    const { replay, list } = this.#history;
    const below = html("div.below", {}, this.#legend.element, this.#connection);
    const frame = this.#frame;
    frame.append(this.#board, replay.element, bar.element, below);
    this.#layout.append(this.#status.element, frame, this.#drawers, this.#sides, list.element, this.#tools);
    this.root.append(this.#layout, this.#help.element, this.#liveRegion.element);
    on(this.root, "focusout", () => this.#secondClick.disarm());
    this.#history.listen(this.#board);
    listenToBoard(this.#board, this.#painter.svg, this.#boardHandlers());
    on(this.root, "click", (event) => this.#stopMisplaced(event), true);
    on(this.root, "click", (event) => this.#handleClick(event));
    listenToKeys(this.root, this.#board, this.#keyActions());
    on(this.#growthMenu.element, "pointerover focusin pointerleave focusout", ({ type, target }) => {
      const over = type === "pointerover" || type === "focusin";
      const hoverLimb = over ? (buttonOf(target)?.dataset.grow as Limb | undefined) : undefined;
      this.#patch({ hoverLimb: hoverLimb ?? null });
    });
  }

  #boardHandlers(): BoardHandlers {
    return {
      state: () => this.#state,
      click: (cell) => {
        if (this.#editor.click(cell)) return;
        const early = this.#channel.busy ? cell : null;
        if (this.#state.pen) this.#viewTools.pens?.applyPen(cell);
        else this.#apply(click(this.#state, cell));
        this.#patch({ early });
      },
      hover: (cell) => this.#patch({ hover: cell }),
      // a focus that a new step has moved gives no preview
      focus: (cell, visible) => {
        this.#patch({ focus: cell, hover: visible ? cell : this.#state.hover });
        // Chromium lays out the page when the focused element gets a tabindex; now nothing else has changed
        this.#painter.drawTabStop(this.#state);
      },
      deselect: () => this.#setState(deselect(this.#state)),
      drag: (cell, drag) => this.#patch({ chosen: cell, drag, reason: null }),
      drop: (cell) => this.#apply(drop(this.#state, cell)),
    };
  }

  #keyActions(): KeyActions {
    return {
      state: () => this.#state,
      t: () => this.#t,
      announce: (...texts) => this.#liveRegion.announce(...texts),
      apply: (transition) => this.#apply(transition),
      run: (command) => this.#run(command),
      toggle: (command) => this.#viewTools.runKey(command),
      describe: (what, at) => {
        const { chosen, snapshot } = this.#state;
        this.#client.ask({ kind: "describe", what, at, from: chosen }, snapshot.rev, ({ text }) =>
          this.#liveRegion.announce(text ?? ""),
        );
      },
      cancel: () => {
        if (this.#viewTools.pens?.cancel()) return;
        this.#history.replay.stop();
        this.#secondClick.disarm();
        this.#setState(deselect(this.#state));
      },
    };
  }

  /**
   * The second click of a double click is not meant for what the first has brought under the pointer. Two quick taps
   * beside one another are a double click for the browser, but each is meant for what it hits.
   */
  #stopMisplaced(event: MouseEvent): void {
    const clicked = (event.target as Element).closest("button, [data-cell]");
    const { hit, x, y } = this.#clicked;
    if (event.detail > 1 && clicked !== hit && Math.hypot(event.x - x, event.y - y) < 12) {
      event.stopPropagation();
      event.preventDefault();
    }
    this.#clicked = { hit: clicked, x: event.x, y: event.y };
  }

  #handleClick(event: Event): void {
    const { target } = event;
    const button = buttonOf(target);
    const enabled = button && button.getAttribute("aria-disabled") !== "true";
    const { grow, choose, do: command = "", pass } = (enabled && button.dataset) || {};
    if (!this.#secondClick.confirms(command, this.#state.snapshot.rev)) return;
    if (grow) this.#apply(growLimb(this.#state, grow as Limb));
    else if (choose) this.#ask({ kind: "choose", color: choose as Color });
    else if (pass !== undefined) this.#ask(endTurn(this.#state));
    else if (command) this.#run(command);
  }

  /** Passes a command to what carries it out. */
  #run(command: string): void {
    const { levels } = this.#state.snapshot;
    if (command === "help") this.#help.open(this.#t);
    else if (levels.length && /^(new|player-.)$/.test(command))
      this.#parts.use("players", (players) => players.open(command, this.#t));
    else if (/^(confirm|sound)$/.test(command))
      this.#parts.use("animation", (animator) => animator.toggle(command, this.#state));
    else if (command === "undo" && this.#state.previewedGrowth) this.#setState(deselect(this.#state));
    else if (this.#editor.run(command)) this.#history.replay.stop();
    else if (!this.#history.run(command) && !this.#viewTools.run(command)) {
      this.#history.replay.stop();
      if (/^(analyse|threats|hint)$/.test(command)) this.#askAnalyst(command);
      else this.#ask({ kind: command } as Intent);
    }
  }

  /** Asks about the position on the board, or the one that an awaited answer brings. */
  #askAnalyst(command: string): void {
    if (this.#channel.busy) this.#nextCommand = command;
    // the board stays as it is, so a click need not wait for the answer
    else
      this.#client.ask(
        { kind: command } as Intent,
        this.#state.snapshot.rev,
        (reply) => this.#handleReply(reply),
        () => this.#channel.doubt(),
      );
  }

  /** Applies a transition and sends its intent. While an answer is awaited, a transition with an intent is ignored. */
  #apply(transition: Transition): void {
    const [state, intent] = this.#parts.get("animation")?.previewGrowth(transition) ?? transition;
    if (!intent) this.#setState(state);
    else if (!this.#channel.busy) {
      this.#state = { ...state, sent: intent };
      this.#ask(intent);
      this.#scheduler.now();
    } else this.#patch({ drag: null });
  }

  /** Sends an intent unless an answer is still awaited; returns whether it did. */
  #ask(
    intent: Intent,
    answered = (reply: Reply) => this.#handleReply(reply, intent),
    silent?: () => void,
  ): boolean {
    const { rev } = this.#state.snapshot;
    const sent = this.#channel.ask(intent, rev, answered, silent);
    if (sent && /^(move|grow|pass)$/.test(intent.kind)) this.#lastStepRev = rev;
    return sent;
  }

  /** Shows a refusal at the disc it names, or else at the disc that was clicked. */
  #handleReply(reply: Reply, intent?: Intent): void {
    const { at, to } = (intent ?? {}) as { at?: unknown; to?: unknown };
    const clicked = [to, at].find((cell) => typeof cell === "string") as string | undefined;
    if (!reply.ok) this.#setState(refuse(this.#state, reply.text ?? "", reply.at ?? clicked ?? null));
    else this.#patch({ drag: null });
  }

  /** Shows an error of Python that no request of this view caused. */
  #showError(message: unknown): void {
    const { type, text } = (message ?? {}) as { type?: unknown; text?: unknown };
    if (type === "report" && typeof text === "string") this.#setState(refuse(this.#state, text, null));
  }

  #fetchTurns(from: number, to: number): void {
    this.#historyChannel.ask({ kind: "history", from, to }, this.#state.snapshot.rev, (reply) => {
      if (reply.ok && reply.turns) this.#history.list.receive(reply.from ?? from, reply.turns);
    });
  }

  #receive(): void {
    const snapshot = this.#model.get("snapshot");
    const restricted = this.#parts.get("players")?.restrict(snapshot) ?? snapshot;
    this.#state = this.#editor.applyTo(receive(this.#state, restricted), this.#model.get("discs"));
  }

  /** Whether the snapshot answers a step of this view in which nothing is lost, so that nothing is animated. */
  #isOwnStep(before: Snapshot): boolean {
    const { rev, history, last } = this.#state.snapshot;
    const isNext = rev === before.rev + 1 && history.at <= before.history.at + 1;
    return this.#lastStepRev === before.rev && isNext && !last?.gone.length;
  }

  /** Lets the board be painted first, which the player looks at. The panels beside it follow in the next frame. */
  #drawPanelsLater(): void {
    const { snapshot } = this.#state;
    this.#boardOnlySnapshot = snapshot;
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (this.#boardOnlySnapshot !== snapshot) return;
        this.#boardOnlySnapshot = null;
        this.#draw();
      }),
    );
  }

  #patch(changes: Partial<State>): void {
    this.#setState(withChanges(this.#state, changes));
  }

  #setState(state: State): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#scheduler.request();
  }

  /** Shows the state of the channel without drawing the view. */
  #channelChanged(): void {
    if (this.#signal.aborted) return;
    const { state } = this.#channel;
    // a separate attribute: a change of `data-link` would restyle every disc at each click
    set(this.#board, { "data-link": state, "data-waits": state === "waiting" });
    this.#drawConnection();
    // a step without its snapshot goes back
    if (!this.#channel.busy) this.#patch({ sent: null });
    const { navigator, replay } = this.#history;
    if (state === "silent") {
      navigator.cancel();
      replay.stop();
      this.#editor.silent();
      this.#nextCommand = "";
      // what was dropped goes back
      this.#patch({ drag: null });
    } else if (state === "idle") {
      navigator.resume();
      // after the handler of the reply
      queueMicrotask(() => {
        if (this.#signal.aborted) return;
        this.#editor.resume();
        const command = this.#nextCommand;
        this.#nextCommand = "";
        if (command) this.#run(command);
      });
    }
  }

  /** Draws each panel by itself, so that an error in one leaves the others. */
  #draw(): void {
    if (this.#signal.aborted) return;
    const state = this.#state;
    const shown = this.#parts.get("animation")?.withSentStep(state) ?? state;
    const t = this.#t;
    let complete = true;
    const { snapshot, previewedGrowth } = state;
    const focusBefore = focused(this.root);
    const editTool = this.root.dataset.edit;
    const panels = [this.#status, this.#language, this.#history];
    const isBoardOnly = this.#boardOnlySnapshot === snapshot || shown !== state;
    // hovering and selecting change only the board
    const isNew = !isBoardOnly && this.#panelsDiffer(snapshot, t, previewedGrowth);
    // for fonts, line breaks and the voice of a screen reader
    set(this.root, {
      lang: t.language,
      "data-board": snapshot.board,
      "data-lesson": Boolean(snapshot.lesson),
      "data-size": sizeOf(state),
    });
    const onBoard = [
      () => this.#growthMenu.draw(shown, t),
      () => this.#drawBoard(shown),
      () => isBoardOnly || this.#painter.drawLabels(state, t, this.#moreLabels(state, t)),
      () => this.#editor.draw(state, t),
      () => this.#viewTools.maps(state)?.draw(state, t),
      () => this.#drawReason(),
    ];
    const beside = [
      () => this.#viewTools.draw(state, t),
      ...(isNew
        ? [
            ...panels.map((panel) => () => panel.draw(state, t)),
            () => morphElement(this.#sides, sidesPanel(state, t)),
            () => this.#drawTools(),
          ]
        : []),
      () => this.#drawConnection(),
      () => this.#legend.draw(state, t, this.#viewTools.maps(state)),
      () => this.#drawAnalyst(),
      () => this.#parts.get("lesson", snapshot.lesson)?.draw(state, t),
      () => this.#parts.get("maker", snapshot.maker)?.draw(state, t),
      () => this.#parts.get("animation")?.draw(state, t),
      () => this.#parts.get("players", snapshot.seats?.length)?.draw(state, t),
    ];
    for (const draw of isBoardOnly ? onBoard : [...onBoard, ...beside])
      try {
        draw();
      } catch (error) {
        complete = false;
        this.#panelsDiffer();
        this.#boardDiffers();
        console.error("adaptoid-widget:", error);
      }
    const disc = this.#keepFocus(focusBefore, editTool !== this.root.dataset.edit);
    if (isBoardOnly) return;
    // the tree and the slider announce the turn themselves
    const muted =
      this.#history.navigator.isActive && focusBefore?.matches("[role=tree], [type=range]") === true;
    this.#liveRegion.update(state, this.#model.get("wording").language, disc, muted);
    set(this.root, { "data-view-rev": snapshot.rev });
    this.#afterDraw(complete);
  }

  #drawAnalyst(): void {
    this.#parts
      .get("analyst", this.#model.get("analyst")?.position || this.#model.get("review")?.of)
      ?.draw(this.#state, this.#t);
  }

  /** Moves the focus to the board if its element is gone. Returns the focused disc. */
  #keepFocus(before: Element | null, editToolChanged: boolean): Element | null {
    if (!before || before === this.root.ownerDocument.body) return null;
    const now = focused(this.root);
    const hidden = editToolChanged && !before.getClientRects().length;
    // unless a panel has moved it already
    if ((!now || now === before) && (before.closest("[hidden]") || hidden || !before.isConnected))
      this.#painter.disc(tabStop(this.#state) ?? "")?.focus({ preventScroll: true });
    return focused(this.root)?.closest("[data-cell]") ?? null;
  }

  /** Mutes the live region during a replay, and announces the last turn at its end. */
  #replayChanged(): void {
    const { isFast, isPlaying } = this.#history.replay;
    const { news, status } = this.#state.snapshot;
    set(this.root, { "data-brisk": isFast });
    this.#patch({ replaying: isPlaying });
    if (this.#liveRegion.muted && !isPlaying) this.#liveRegion.announce(news, status);
    this.#liveRegion.muted = isPlaying;
  }

  /** What the food, the maps and the editor add to the label of a disc. */
  #moreLabels(state: State, t: Translator): MoreLabels | undefined {
    const maps = this.#viewTools.maps(state)?.labels(state, t);
    const editor = this.#editor.labels(state, t);
    return maps && editor ? (cell) => [...maps(cell), ...editor(cell)] : (maps ?? editor);
  }

  #drawBoard(state: State): void {
    const { snapshot } = state;
    if (!this.#boardDiffers(this.#t, ...Object.values({ ...state, focus: null }))) {
      this.#painter.drawTabStop(state);
      return;
    }
    set(this.#board, {
      "data-rev": snapshot.rev,
      "data-position": snapshot.position,
      "data-step": snapshot.step,
      "data-link": this.#channel.state,
      // JupyterLite sends undefined in place of null
      "data-over": Boolean(snapshot.result),
      // takes clicks
      "data-live": snapshot.interactive,
      "data-holding": Boolean(state.chosen),
      "data-pen": state.pen?.tool,
      "data-lens": isFoodShown(state),
    });
    const { width, height } = sizeOfBoard(state);
    set(this.#frame, { "data-wide": width > WIDE_BOARD });
    this.root.style.setProperty("--adaptoid-discs", String(width));
    this.root.style.setProperty("--adaptoid-shape", String(width / height));
    this.#painter.draw(state, this.#t);
  }

  #drawTools(): void {
    morphElement(this.#tools, gameTools(this.#state, this.#t, this.#secondClick));
  }

  #drawReason(): void {
    const { reason } = this.#state;
    text(this.#reason, reason?.text ?? "");
    if (reason && reason !== this.#announcedReason) this.#liveRegion.announce(reason.text);
    this.#announcedReason = reason;
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
    const height = this.#reason.offsetHeight / scale + REASON_GAP;
    const below = place !== null && spot.y - 0.5 - height < top - margin;
    const anchor = { x: spot.x, y: place ? spot.y + (below ? 0.5 : -0.5) : spot.y };
    Object.assign(this.#reason.style, pinned(this.#state, anchor));
    const share = (spot.x - left + margin) / sizeOfBoard(this.#state).width;
    this.#reason.style.setProperty("--adaptoid-aside", `${(share * 100).toFixed(1)}%`);
    set(this.#reason, { "data-below": below, "data-at": reason.cell });
  }

  /** Shows problems of the connection in place of the legend, so that nothing moves. */
  #drawConnection(): void {
    const { state } = this.#channel;
    const error = this.#loadError;
    const sign = /waiting|silent/.test(state) ? state : error === null ? "waiting" : error && "missing";
    const message = sign && this.#t(`ui.${sign}`, { detail: error ?? "" });
    if (message !== this.#connection.textContent) this.#liveRegion.announce(message);
    text(this.#connection, message);
  }
}
