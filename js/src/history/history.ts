import type { Confirmation } from "../dom/confirm";
import { on } from "../dom/elements";
import type { Words } from "../i18n/messages";
import type { ChannelState } from "../protocol/channel";
import type { Intent, Reply, Snapshot, TurnRow } from "../protocol/types";
import type { State } from "../state/state";
import { CommentPanel } from "./comment";
import { HistoryNavigator } from "./navigator";
import { Replay } from "./replay";
import { TreePanel } from "./tree";

interface HistoryHost {
  snapshot(): Snapshot;
  /** Returns false while another request is pending. */
  ask(intent: Intent, answered: (reply: Reply) => void, silent?: () => void): boolean;
  refused(reply: Reply): void;
  /** Requests rows of the tree. */
  fetch(from: number, to: number): void;
  confirmation: Confirmation;
  /** The replay starts or stops, or its speed changes. */
  replayChanged(isPlaying: boolean, isFast: boolean): void;
}

/** The history of the game: the tree of turns, the replay and the comments on turns. */
export class GameHistory {
  readonly replay: Replay;
  readonly tree: TreePanel;
  readonly #navigator: HistoryNavigator;
  readonly #comment: CommentPanel;
  readonly #commands: Record<string, (returnFocus?: HTMLElement) => void> = {
    play: () => this.replay.toggle(),
    first: () => this.#navigator.goTo({ at: 0 }),
    prev: () => this.#navigator.step({ turns: -1 }),
    next: () => this.#navigator.step({ turns: 1 }),
    last: () => this.#navigator.goTo({ at: Infinity }),
    comment: (returnFocus) => this.#comment.edit(returnFocus),
    promote: () => this.#changeTree("promote"),
    remove: () => this.#changeTree("remove"),
  };
  readonly #host: HistoryHost;

  constructor(host: HistoryHost) {
    this.#host = host;
    this.#navigator = new HistoryNavigator({
      snapshot: host.snapshot,
      ask: host.ask,
      nodeIn: (row) => this.tree.nodeIn(row),
      refused: host.refused,
    });
    this.replay = new Replay(this.#navigator, () =>
      host.replayChanged(this.replay.isPlaying, this.replay.isFast),
    );
    this.tree = new TreePanel(
      {
        go: (destination) => {
          this.stopReplay();
          if ("node" in destination || "at" in destination) this.#navigator.goTo(destination);
          else this.#navigator.step(destination);
        },
        run: (command) => {
          if (host.confirmation.confirms(command, host.snapshot().rev)) this.run(command, this.tree.scroller);
        },
        fetch: host.fetch,
        received: () => this.#navigator.resume(),
      },
      host.confirmation,
    );
    this.#comment = new CommentPanel(
      (intent, answered) => this.#navigator.send(intent, answered),
      host.refused,
    );
    this.tree.element.append(this.#comment.element);
  }

  draw(state: State, say: Words): void {
    this.tree.draw(state, say);
    this.replay.draw(state, say);
    this.#comment.draw(state, say);
  }

  /** Stores rows of the tree that were requested. */
  receive(from: number, rows: TurnRow[]): void {
    this.tree.receive(from, rows);
  }

  /** Runs the command of a button; returns whether it belongs to the history. */
  run(command: string, returnFocus?: HTMLElement): boolean {
    const action = this.#commands[command];
    if (action && command !== "play") this.stopReplay();
    action?.(returnFocus);
    return action !== undefined;
  }

  #changeTree(kind: "promote" | "remove"): void {
    const { node } = this.#host.snapshot();
    this.#host.ask({ kind, node }, (reply) => {
      if (!reply.ok) this.#host.refused(reply);
    });
  }

  /** Returns whether a replay was playing. */
  stopReplay(): boolean {
    return this.replay.stop();
  }

  /** During a replay, a click on the board only stops the replay: nobody means to move on a board that changes. */
  interceptInput(board: HTMLElement): void {
    let stoppedByPointer = false;
    const intercept = (event: Event) => {
      const { key } = event as KeyboardEvent;
      if (event.type === "keydown" && key !== "Enter" && key !== " ") return;
      const stopped = this.stopReplay();
      if (stopped || (stoppedByPointer && event.type === "click")) {
        event.stopPropagation();
        event.preventDefault();
      }
      stoppedByPointer = stopped && event.type === "pointerdown";
    };
    on(board, "pointerdown click keydown", intercept, true);
  }

  /** Whether the next snapshot may be the result of a navigation. */
  get isNavigating(): boolean {
    return this.#navigator.isActive;
  }

  snapshotReceived(): void {
    this.replay.snapshotReceived();
  }

  close(): void {
    this.stopReplay();
    this.#comment.close();
  }

  channelChanged(state: ChannelState): void {
    if (state === "silent") {
      this.#navigator.cancel();
      this.stopReplay();
    } else if (state === "idle") this.#navigator.resume();
  }
}
