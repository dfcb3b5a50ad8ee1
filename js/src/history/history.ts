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
  readonly #commands: Record<string, (returnFocus?: HTMLElement) => void> = {
    play: () => this.replay.toggle(),
    first: () => this.navigator.goTo({ at: 0 }),
    prev: () => this.navigator.step({ turns: -1 }),
    next: () => this.navigator.step({ turns: 1 }),
    last: () => this.navigator.goTo({ at: Infinity }),
    comment: (returnFocus) => this.#comment.edit(returnFocus),
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
          this.replay.stop();
          if ("node" in destination || "at" in destination) this.navigator.goTo(destination);
          else this.navigator.step(destination);
        },
        run: (command) => {
          if (secondClick.confirms(command, host.snapshot().rev)) this.run(command, this.list.scroller);
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
    this.list.element.append(this.#comment.element);
  }

  draw(state: State, t: Translator): void {
    this.list.draw(state, t);
    this.replay.draw(state, t);
    this.#comment.draw(state, t);
  }

  /** Runs the command of a button; returns whether it belongs to the history. */
  run(command: string, returnFocus?: HTMLElement): boolean {
    const action = this.#commands[command];
    if (action && command !== "play") this.replay.stop();
    action?.(returnFocus);
    return action !== undefined;
  }

  #changeTree(kind: "promote" | "remove"): void {
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
