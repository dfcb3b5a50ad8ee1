import { BoardFrame } from "../board/board_frame";
import { listenToBoard } from "../board/input";
import { ReasonPainter } from "../board/reason";
import type { MoreLabels } from "../board/spoken_labels";
import { html, on, set } from "../dom/elements";
import { morphElement } from "../dom/morph";
import { CLEAR, SecondClick } from "../dom/second_click";
import { GameHistory } from "../history/history";
import { createTranslator } from "../i18n/messages";
import { keepKeys } from "../keys/host_keys";
import { listenToKeys } from "../keys/view_keys";
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
import type { Traits } from "../protocol/types";
import { type State, start } from "../state/state";
import * as to from "../state/transitions";
import { watchTheme } from "../theme/theme";
import { watchAvailableHeight } from "./available_height";
import { listenToButtons } from "./clicks";
import { commandRunner } from "./commands";
import { ConnectionSign } from "./connection";
import { EditorSlot } from "./editor_slot";
import { LiveRegion } from "./live_region";
import { Painting } from "./painting";
import { Requests } from "./requests";
import { Store } from "./store";

/** Below this time for a turn of a replay nothing is animated: the next turn would come before an animation ends. */
const FAST_MS = 400;

/**
 * Makes one view of one board and returns its element. It only connects: each event goes through a transition (state/) into the
 * store, and the painters draw what the store holds.
 */
export function createView(
  model: Model,
  listen: Listen,
  signal: AbortSignal,
  afterDraw: (complete: boolean) => void = () => {},
): HTMLElement {
  const root = html("div.widget");
  const [layout, sides, tools] = [html("div.layout"), html("ul.sides"), html("div.tools")];

  // the state, and what is asked of Python
  const store = new Store(
    start(model.get("snapshot"), model.get("discs")),
    createTranslator(model.get("wording")),
    () => signal.aborted || painting.draw(store.state, store.t),
  );
  const state = () => store.state;
  const client = new Client(model, listen, signal);
  const older = new Channel(client);
  const requests = new Requests(client, store, signal, (link) => {
    if (link === "silent") {
      history.navigator.cancel();
      history.replay.stop();
      editor.silent();
    } else if (link === "idle") {
      history.navigator.resume();
      // after the handler of the reply
      queueMicrotask(() => {
        if (signal.aborted) return;
        editor.resume();
        requests.resume();
      });
    }
  });
  const apply = (transition: to.Transition) =>
    requests.apply(parts.get("animation")?.previewGrowth(transition) ?? transition);

  // what is shown
  const liveRegion = new LiveRegion(root, signal);
  const announce = (...texts: string[]) => liveRegion.announce(...texts);
  const frame = new BoardFrame(root);
  const { board, painter } = frame;
  const disc = (cell: string) => painter.disc(cell);
  const reason = new ReasonPainter(board, announce);
  const connection = new ConnectionSign(board, announce);
  const status = new StatusPanel();
  const legend = new Legend();
  const drawTools = () => morphElement(tools, gameTools(state(), store.t, secondClick));
  const secondClick = new SecondClick((armed) => {
    drawTools();
    history.draw(state(), store.t);
    viewTools.pens?.arm(armed === CLEAR, store.t);
    if (armed) announce(store.t(`ui.${armed}`), store.t("ui.sure"));
  });
  const history = new GameHistory(
    {
      snapshot: () => state().snapshot,
      ask: requests.ask,
      refused: requests.show,
      fetch: (from, until) =>
        older.ask({ kind: "history", from, to: until }, state().snapshot.rev, (reply) => {
          if (reply.ok && reply.turns) history.list.receive(reply.from ?? from, reply.turns);
        }),
    },
    secondClick,
    () => {
      const { isPlaying, turnMs } = history.replay;
      const { replaying, snapshot } = state();
      if (replaying && !isPlaying) announce(snapshot.news, snapshot.status);
      store.set(to.replays(state(), isPlaying, turnMs));
    },
  );

  // the parts that are loaded later
  const context: PartContext = {
    ...{ model, listen, client, signal, state, announce, disc },
    slots: {
      ...{ root, layout, board, sides, frame: frame.element, reason: reason.element },
      more: html("div.more-menu", { hidden: true }),
      ...{ status: status.element, history: history.list.element },
      ...{ svg: painter.svg, under: painter.under.element, over: painter.over.element },
      ...{ pieces: painter.pieces, ghosts: painter.ghosts, cursor: painter.cursor },
    },
    change: (next) => store.set(next),
    ask: requests.ask,
    refused: requests.show,
  };
  const parts = new PartSet<ViewPartName>(context, {
    loaded: () => {
      receive();
      store.now();
    },
    report: (why) => {
      store.set(to.partsReported(state(), why));
      if (why === "") requests.alive();
    },
    silent: () => {
      store.set(to.partsReported(state(), ""));
      requests.doubt();
    },
  });
  const viewTools = new ViewTools(context, parts);
  const editor = new EditorSlot(context, parts);
  const maps = () => viewTools.maps(state());
  const drawAnalyst = () =>
    parts.get("analyst", model.get("analyst")?.position || model.get("review")?.of)?.draw(state(), store.t);

  // what is drawn, in this order
  const painting = new Painting(
    {
      root,
      disc,
      withSentStep: (now) => parts.get("animation")?.withSentStep(now) ?? now,
      drawn: (now, complete, cell, before) => {
        // the tree and the slider announce the turn themselves
        const muted = history.navigator.isActive && before?.matches("[role=tree], [type=range]") === true;
        liveRegion.update(now, model.get("wording").language, cell, muted);
        afterDraw(complete);
      },
    },
    {
      board: [
        (now) => set(root, { "data-brisk": now.turnMs < FAST_MS }),
        (_, t, shown) => parts.get("controls", shown.chosen)?.growthMenu.draw(shown, t),
        (_, t, shown) => frame.draw(shown, t),
        (now, t) => editor.draw(now, t),
        (now, t) => maps()?.draw(now, t),
        (now) => reason.draw(now),
        (now, t) => connection.draw(now, t),
      ],
      panels: [
        (now, t) => status.draw(now, t),
        (now, t) => history.draw(now, t),
        (now, t) => morphElement(sides, sidesPanel(now, t)),
        drawTools,
      ],
      others: [
        (now, t) => painter.drawLabels(now, t, moreLabels()),
        (now, t) => viewTools.draw(now, t),
        (now, t) => legend.draw(now, t, maps()),
        drawAnalyst,
        (now, t) => parts.get("lesson", now.snapshot.lesson)?.draw(now, t),
        (now, t) => parts.get("maker", now.snapshot.maker)?.draw(now, t),
        (now, t) => parts.get("results", now.snapshot.results)?.draw(now, t),
        (now, t) => parts.get("animation")?.draw(now, t),
        (now, t) => parts.get("controls")?.draw(now, t),
        (now, t) => parts.get("players", now.snapshot.seats?.length)?.draw(now, t),
      ],
    },
  );
  /** What the food, the maps and the editor add to the label of a disc. */
  function moreLabels(): MoreLabels | undefined {
    const [ofMaps, ofEditor] = [maps()?.labels(state(), store.t), editor.labels(state(), store.t)];
    return ofMaps && ofEditor ? (cell) => [...ofMaps(cell), ...ofEditor(cell)] : (ofMaps ?? ofEditor);
  }

  // where everything is
  const below = html("div.below", {}, legend.element, connection.element);
  board.append(painter.svg, reason.element);
  frame.element.append(board, history.replay.element, viewTools.bar.element, below);
  layout.append(status.element, frame.element, sides, history.list.element, tools);
  root.append(layout, liveRegion.element);

  // what users do
  const run = commandRunner({ store, requests, parts, history, tools: viewTools, editor });
  history.listen(board);
  listenToBoard(board, painter.svg, {
    state,
    click: (cell) => {
      if (editor.click(cell)) return;
      if (state().pen) viewTools.pens?.applyPen(cell);
      else apply(to.press(state(), cell));
    },
    hover: (cell) => store.set(to.hover(state(), cell)),
    focus: (cell, byKey) => {
      store.set(to.focusOn(state(), cell, byKey));
      // Chromium lays out the page when the focused element gets a tabindex; now nothing else has changed
      painter.drawTabStop(state());
    },
    deselect: () => store.set(to.deselect(state())),
    drag: (cell, spot) => store.set(to.drag(state(), cell, spot)),
    drop: (cell) => apply(to.drop(state(), cell)),
  });
  listenToButtons(root, secondClick, {
    state,
    grow: (limb) => apply(to.growLimb(state(), limb)),
    choose: (color) => requests.ask({ kind: "choose", color }),
    endTurn: () => requests.ask(to.endTurn(state())),
    run,
  });
  listenToKeys(root, board, {
    ...{ state, announce, apply, run },
    t: () => store.t,
    toggle: (command) => viewTools.toggle(command),
    describe: (what, cell) => parts.use("controls", (controls) => controls.describe(what, cell, store.t)),
    cancel: () => {
      if (viewTools.pens?.cancel()) return;
      history.replay.stop();
      secondClick.disarm();
      store.set(to.deselect(state()));
    },
  });
  keepKeys(root, signal);

  // what Python and the page do
  const edited = (next: State) => editor.applyTo(next, model.get("discs"));
  function receive(): void {
    const snapshot = model.get("snapshot");
    store.set(edited(to.receive(state(), parts.get("players")?.restrict(snapshot) ?? snapshot)));
  }
  const onTrait = (name: keyof Traits, handler: () => void) =>
    follow(model, `change:${name}`, handler, signal);
  onTrait("snapshot", () => {
    const before = state();
    receive();
    requests.alive();
    history.replay.receive();
    if (to.isOwnStep(before, state().snapshot)) painting.boardFirst(state(), () => store.redraw());
    store.now();
  });
  onTrait("analyst", drawAnalyst);
  onTrait("review", drawAnalyst);
  onTrait("discs", () => store.set(edited(state())));
  onTrait("wording", () => {
    store.t = createTranslator(model.get("wording"));
    store.request();
  });
  listen((message) => store.set(to.reported(state(), message)), signal);
  watchAvailableHeight(root, signal);
  watchTheme(root, (dark) => set(root, { "data-theme": dark ? "dark" : "light" }), signal);
  on(signal, "abort", () => {
    history.close();
    secondClick.disarm();
    root.remove();
  });

  store.set(edited(state()));
  // not where nothing can be animated
  const early = (): ViewPartName[] => {
    const { analyst, interactive } = state().snapshot;
    return !("animate" in root)
      ? []
      : [
          "animation",
          "controls",
          "maps",
          // the pens draw with the right mouse button
          ...(interactive ? (["pens"] as const) : []),
          // its tabs are beside the list of turns
          ...(analyst ? (["analyst"] as const) : []),
        ];
  };
  // what is loaded is painted with the board, since a second painting takes as long as the first
  parts.makeLoaded(...early());
  store.redraw();
  (globalThis.requestIdleCallback ?? requestAnimationFrame)(() => parts.preload(...early()));
  return root;
}
