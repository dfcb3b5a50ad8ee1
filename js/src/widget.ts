import { html } from "./dom/elements";
import type { NotebookHooks } from "./notebook/hooks";
import type { NotebookContext } from "./parts/contract";
import { follow, type Listen } from "./protocol/client";
import { isLive, type Model } from "./protocol/model";
import { createView } from "./view/view";

type Cleanup = () => void;

/** What the views of a board share. It is found by the board's id, since some hosts give each view a new model. */
interface SharedByViews {
  listen: Listen;
  drawn: NotebookHooks["drawn"] | undefined;
}
const boards = new Map<string, SharedByViews>();

/** Passes each message of the model on to all listeners. */
function listenTo(model: Model, signal: AbortSignal): Listen {
  const handlers = new Set<(message: unknown) => void>();
  const forward = (message: unknown) => {
    for (const handler of [...handlers]) handler(message);
  };
  follow(model, "msg:custom", forward, signal);
  return (handler, until) => {
    handlers.add(handler);
    until.addEventListener("abort", () => handlers.delete(handler));
  };
}

/** Runs `start` with a signal. It aborts with the host's, or by the returned function, since old hosts give no signal. */
function withSignal(host: AbortSignal | undefined, start: (signal: AbortSignal) => void): Cleanup {
  const controller = new AbortController();
  const { signal } = controller;
  const end = () => controller.abort();
  start(signal);
  host?.addEventListener("abort", end, { signal });
  if (host?.aborted) end();
  return end;
}

/** Leaves of a view what a picture shows: the board, which takes no clicks, and words. */
function still(view: HTMLElement, model: Model): void {
  const board = view.querySelector<HTMLElement>(".adaptoid-board");
  if (!board) return;
  const { lesson, position, status } = model.get("snapshot");
  view.classList.add("adaptoid-still");
  board.inert = true;
  for (const sign of board.querySelectorAll("[data-mark]")) sign.remove();
  view.replaceChildren(board, html("p", {}, [lesson?.title, status, position].filter(Boolean).join(" – ")));
}

/** Is called once for each board. `hook` connects the board with a notebook; a shared page has none. */
export function initialize(
  { model, signal: host }: { model: Model; signal?: AbortSignal },
  hook?: (context: Omit<NotebookContext, "client">) => NotebookHooks,
): Cleanup {
  const { board } = model.get("snapshot");
  return withSignal(host, (signal) => {
    const listen = listenTo(model, signal);
    const shared = { listen, drawn: hook?.({ model, listen, signal, show: render }).drawn };
    boards.set(board, shared);
    signal.addEventListener("abort", () => {
      if (boards.get(board) === shared) boards.delete(board);
    });
  });
}

/** Is called once for each view. */
export function render({
  model,
  el,
  signal: host,
}: {
  model: Model;
  el: HTMLElement;
  signal?: AbortSignal;
}): Cleanup {
  const shared = boards.get(model.get("snapshot").board);
  return withSignal(host, (signal) => {
    const listen = shared?.listen ?? listenTo(model, signal);
    el.classList.add("adaptoid-view");
    const view = createView(model, listen, signal, shared?.drawn);
    if (!isLive(model)) still(view, model);
    el.append(view);
  });
}
