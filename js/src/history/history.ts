import type { Confirmation } from "../dom/confirm";
import { on } from "../dom/elements";
import type { Words } from "../i18n/messages";
import type { ChannelState } from "../protocol/channel";
import type { Intent, Reply, Snapshot, TurnRow } from "../protocol/types";
import type { State } from "../state/state";
import { CommentPanel } from "./comment";
import { Walk } from "./navigator";
import { Replay } from "./replay";
import { TreePanel } from "./tree";

interface Host {
  snapshot(): Snapshot;
  /** False while something else is under way. */
  ask(intent: Intent, answered: (reply: Reply) => void, silent?: () => void): boolean;
  refused(reply: Reply): void;
  fetch(from: number, to: number): void;
  sure: Confirmation;
  /** The replay plays or stops, or its pace has changed. */
  paced(playing: boolean, brisk: boolean): void;
}

/** All that goes through the turns of a game: the tree, the replay and the comments on turns. */
export class Turns {
  readonly replay: Replay;
  readonly tree: TreePanel;
  readonly #walk: Walk;
  readonly #comment: CommentPanel;
  readonly #buttons: Record<string, (back?: HTMLElement) => void> = {
    play: () => this.replay.toggle(),
    first: () => this.#walk.to({ at: 0 }),
    prev: () => this.#walk.by({ turns: -1 }),
    next: () => this.#walk.by({ turns: 1 }),
    last: () => this.#walk.to({ at: Infinity }),
    comment: (back) => this.#comment.edit(back),
    promote: () => this.#change("promote"),
    remove: () => this.#change("remove"),
  };
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
    this.#walk = new Walk({
      snapshot: host.snapshot,
      ask: host.ask,
      nodeIn: (row) => this.tree.nodeIn(row),
      refused: host.refused,
    });
    this.replay = new Replay(this.#walk, () => host.paced(this.replay.playing, this.replay.brisk));
    this.tree = new TreePanel(
      {
        go: (wish) => {
          this.stop();
          if ("node" in wish || "at" in wish) this.#walk.to(wish);
          else this.#walk.by(wish);
        },
        press: (what) => {
          if (host.sure.confirms(what, host.snapshot().rev)) this.press(what, this.tree.scroller);
        },
        fetch: host.fetch,
        learned: () => this.#walk.goOn(),
      },
      host.sure,
    );
    this.#comment = new CommentPanel((intent, answered) => this.#walk.send(intent, answered), host.refused);
    this.tree.element.append(this.#comment.element);
  }

  draw(state: State, say: Words): void {
    this.tree.draw(state, say);
    this.replay.draw(state, say);
    this.#comment.draw(state, say);
  }

  receive(from: number, rows: TurnRow[]): void {
    this.tree.receive(from, rows);
  }

  /** A button; whether it is one of those here. */
  press(what: string, back?: HTMLElement): boolean {
    const does = this.#buttons[what];
    if (does && what !== "play") this.stop();
    does?.(back);
    return does !== undefined;
  }

  #change(kind: "promote" | "remove"): void {
    const { node } = this.#host.snapshot();
    this.#host.ask({ kind, node }, (reply) => {
      if (!reply.ok) this.#host.refused(reply);
    });
  }

  /** Ends the replay; whether there was one. */
  stop(): boolean {
    return this.replay.stop();
  }

  /** While it plays, a click on the board only ends it: nobody means to play into a board that moves. */
  guard(board: HTMLElement): void {
    let ended = false;
    const end = (event: Event) => {
      const { key } = event as KeyboardEvent;
      if (event.type === "keydown" && key !== "Enter" && key !== " ") return;
      const stopped = this.stop();
      if (stopped || (ended && event.type === "click")) {
        event.stopPropagation();
        event.preventDefault();
      }
      ended = stopped && event.type === "pointerdown";
    };
    on(board, "pointerdown click keydown", end, true);
  }

  /** Whether what comes now was asked for by walking. */
  get walking(): boolean {
    return this.#walk.underWay;
  }

  /** A new snapshot is here. */
  seen(): void {
    this.replay.seen();
  }

  close(): void {
    this.stop();
    this.#comment.close();
  }

  linked(state: ChannelState): void {
    if (state === "silent") {
      this.#walk.drop();
      this.stop();
    } else if (state === "idle") this.#walk.goOn();
  }
}
