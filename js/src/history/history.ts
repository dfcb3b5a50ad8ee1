import { on } from "../dom/elements";
import type { SecondClick } from "../dom/second_click";
import type { Translator } from "../i18n/messages";
import type { State } from "../state/state";
import { CommentPanel } from "./comment";
import { HistoryNavigator, type NavigatorHost } from "./navigator";
import { Replay } from "./replay";
import { TurnList } from "./turn_list";

interface HistoryHost extends Omit<NavigatorHost, "nodeIn"> {
  /** Requests rows of the tree. */
  fetch(from: number, to: number): void;
}

/**
 * The history of the game. It only connects its modules: the list of turns beside the board (turn_list.ts), the way through the
 * turns (navigator.ts), the replay (replay.ts) and the comment (comment.ts).
 */
export class GameHistory {
  readonly replay: Replay;
  readonly list: TurnList;
  readonly navigator: HistoryNavigator;
  readonly #comment: CommentPanel;
  /** What the buttons of the history do. */
  readonly commands: Record<string, () => void> = {
    play: () => this.replay.toggle(),
    first: () => this.#navigate().goTo({ at: 0 }),
    prev: () => this.#navigate().step({ turns: -1 }),
    next: () => this.#navigate().step({ turns: 1 }),
    last: () => this.#navigate().goTo({ at: Infinity }),
    comment: () => this.#editComment(),
    promote: () => this.#changeTree("promote"),
    remove: () => this.#changeTree("remove"),
  };
  readonly #host: HistoryHost;

  /** `replayChanged` is called when the replay starts or stops, or its speed changes. */
  constructor(host: HistoryHost, secondClick: SecondClick, replayChanged: () => void) {
    this.#host = host;
    this.navigator = new HistoryNavigator({ ...host, nodeIn: (row) => this.list.nodeIn(row) });
    this.replay = new Replay(this.navigator, replayChanged);
    this.list = new TurnList(
      {
        go: (destination) => {
          const navigator = this.#navigate();
          if ("node" in destination || "at" in destination) navigator.goTo(destination);
          else navigator.step(destination);
        },
        run: (command) => {
          if (!secondClick.confirms(command, host.snapshot().rev)) return;
          if (command === "comment") this.#editComment(this.list.scroller);
          else this.commands[command]?.();
        },
        fetch: host.fetch,
        received: () => this.navigator.resume(),
      },
      secondClick,
    );
    this.#comment = new CommentPanel(
      (intent, answered) => this.navigator.send(intent, answered),
      host.refused,
    );
    this.list.panel.append(this.#comment.element);
  }

  draw(state: State, t: Translator): void {
    this.list.draw(state, t);
    this.replay.draw(state, t);
    this.#comment.draw(state, t);
  }

  /** The way through the turns, for somebody who goes it without the replay. */
  #navigate(): HistoryNavigator {
    this.replay.stop();
    return this.navigator;
  }

  #editComment(returnFocus?: HTMLElement): void {
    this.replay.stop();
    this.#comment.edit(returnFocus);
  }

  #changeTree(kind: "promote" | "remove"): void {
    this.replay.stop();
    this.#host.ask({ kind, node: this.#host.snapshot().node });
  }

  /** During a replay, a click on the board only stops the replay: nobody means to move on a board that changes. */
  listen(board: HTMLElement): void {
    let stoppedByPointer = false;
    const intercept = (event: Event) => {
      const { key } = event as KeyboardEvent;
      if (event.type === "keydown" && key !== "Enter" && key !== " ") return;
      const stopped = this.replay.stop();
      if (stopped || (stoppedByPointer && event.type === "click")) {
        event.stopPropagation();
        event.preventDefault();
      }
      stoppedByPointer = stopped && event.type === "pointerdown";
    };
    on(board, "pointerdown click keydown", intercept, true);
  }

  close(): void {
    this.replay.stop();
    this.#comment.close();
  }
}
