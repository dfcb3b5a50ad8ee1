import type { Model } from "../src/protocol/model";
import type { Analyst, Discs, Review, Snapshot, Traits } from "../src/protocol/types";

const ROWS = "ABCDEFG";

/** The standard board (R1): rows A to G with 4-5-6-7-6-5-4 discs. */
export const hex4: Discs = {
  name: "hex4",
  tray: "M0 0h0",
  cells: [...ROWS].flatMap((row, i) => {
    const q = i + 1;
    const numbers = [1, 2, 3, 4, 5, 6, 7].filter((r) => Math.abs(q - r) <= 3);
    return numbers.map((r): [string, number, number] => [`${row}${r}`, r - q / 2, q * 0.866]);
  }),
};

/** A quiet middle game: White E3 has legs and pincers, Black is near, C1 can only grow. */
export function midgame(changes: Partial<Snapshot> = {}): Snapshot {
  return {
    v: 2,
    rev: 7,
    board: "test",
    position: "adaptoid w 1,0 W:C1,E3LPP B:D4PPP,E5PP,F5,G7LLPP",
    variant: "adaptoid",
    layout: "hex4",
    colors: ["W", "B"],
    turn: "W",
    step: "move",
    aids: "full",
    interactive: true,
    flipped: false,
    coordinates: true,
    size: "normal",
    marks: null,
    pieces: [
      ["C1", "W", 0, 0, 4, 4],
      ["E3", "W", 1, 2, 6, 3],
      ["D4", "B", 0, 3, 4, 1],
      ["E5", "B", 0, 2, 4, 2],
      ["F5", "B", 0, 0, 5, 5],
      ["G7", "B", 2, 2, 3, -1],
    ],
    sides: [
      ["W", 10, 11, 10, 1, 5],
      ["B", 8, 10, 5, 0, 5],
    ],
    moves: {
      E3: [
        ["E4", "-", ["D4"]],
        ["D3", "-", []],
        ["F5", "x", []],
        ["E5", "=", []],
        ["D4", "!", []],
      ],
    },
    grow: {
      new: [
        ["E4", ["D4"]],
        ["D3", []],
        ["B1", []],
      ],
      leg: ["C1", "E3"],
      pincer: ["C1", "E3"],
      hungry: [],
    },
    starving: ["G7"],
    pass: false,
    last: null,
    node: 0,
    comment: "",
    players: {},
    levels: [],
    seats: null,
    plays: [null],
    computer: null,
    analyst: false,
    edit: null,
    lesson: null,
    history: { at: 0, length: 0, count: 0, row: -1, from: 0, turns: [], lines: 1, comment: "" },
    again: false,
    undo: false,
    redo: false,
    draw: true,
    result: null,
    status: "White: move an adaptoid, or grow at once.",
    news: "",
    ...changes,
    // a test that needs a further field gives it
  } as Snapshot;
}

/** The growth step of the same game. */
export function growing(changes: Partial<Snapshot> = {}): Snapshot {
  const position = "adaptoid w+ 1,0 W:C1,E3LPP B:D4PPP,E5PP,F5,G7LLPP";
  return midgame({ position, step: "grow", moves: {}, rev: 8, ...changes });
}

export const ui: Record<string, string> = {
  "ui.comma": ", ",
  "ui.W": "White",
  "ui.B": "Black",
  "ui.R": "Red",
  "ui.free": "free",
  "ui.bare": "bare",
  "ui.legs.one": "{n} leg",
  "ui.legs.other": "{n} legs",
  "ui.pincers.one": "{n} pincer",
  "ui.pincers.other": "{n} pincers",
  "ui.liberties.one": "{n} liberty",
  "ui.liberties.other": "{n} liberties",
  "ui.may-move": "may move",
  "ui.may-grow": "may grow a limb",
  "ui.in-hand": "in hand",
  "ui.mark.reach": "move here",
  "ui.mark.starving": "starves",
  "ui.mark.new": "new adaptoid",
  "ui.mark.grown": "last turn",
  "ui.left": "{n} left",
  "ui.waiting": "Waiting for Python …",
  "ui.silent": "Python does not answer.",
  "ui.remark.see": "See why",
  "ui.lesson.leave": "Back to the game",
  "ui.missing": "Not loaded: {detail}",
  "ui.lost": "lost {n} of {limit}",
  "ui.hunts": "hunts {color}",
  "ui.draw": "Draw",
  "ui.resign": "Resign",
  "ui.sure": "Sure?",
  "ui.sentence": " ",
  "ui.toggled": "{what}: {which}.",
  "ui.type.field": "Turn",
  "ui.row.free": "{first} to {last}, free",
  "ui.row.next": ";",
};

export interface Sent {
  id: string;
  rev: number;
  kind: string;
  [slot: string]: unknown;
}

/** A model that remembers what was sent and lets a test answer for Python. */
export class FakeModel implements Model {
  readonly sent: Sent[] = [];
  declare starting?: boolean;
  private readonly listeners = new Map<string, Set<(message: unknown) => void>>();
  private readonly traits: Traits;

  constructor(snapshot: Snapshot = midgame(), discs: Discs = hex4) {
    this.traits = { snapshot, discs, wording: { language: "en", ui } };
  }

  get<K extends keyof Traits>(key: K): Traits[K] {
    return this.traits[key];
  }

  on(event: string, callback: (message: unknown) => void): void {
    const callbacks = this.listeners.get(event) ?? new Set();
    this.listeners.set(event, callbacks.add(callback));
  }

  off(event: string, callback: (message: unknown) => void): void {
    this.listeners.get(event)?.delete(callback);
  }

  send(content: unknown): void {
    this.sent.push(content as Sent);
  }

  get last(): Sent {
    const sent = this.sent.at(-1);
    if (!sent) throw new Error("nothing was sent");
    return sent;
  }

  show(snapshot: Snapshot): void {
    this.traits.snapshot = snapshot;
    this.emit("change:snapshot");
  }

  analyse(analyst: Partial<Analyst>): void {
    this.traits.analyst = analyst;
    this.emit("change:analyst");
  }

  review(review: Review): void {
    this.traits.review = review;
    this.emit("change:review");
  }

  speak(language: string): void {
    this.traits.wording = { language, ui };
    this.emit("change:wording");
  }

  answer(reply: Record<string, unknown> = { ok: true }): void {
    this.emit("msg:custom", { type: "reply", id: this.last.id, rev: this.traits.snapshot.rev, ...reply });
  }

  emit(event: string, message?: unknown): void {
    for (const callback of [...(this.listeners.get(event) ?? [])]) callback(message);
  }

  /** How many callbacks are still attached. */
  get ears(): number {
    return [...this.listeners.values()].reduce((n, callbacks) => n + callbacks.size, 0);
  }
}
