/** The messages between Python and the front end: schema 2 of the snapshot. */

export type Color = "W" | "B" | "R";
export type Limb = "leg" | "pincer";
/** wait: a player who is not at the board is to play. */
export type Step = "move" | "grow" | "over" | "place" | "choose" | "edit" | "wait";
/** "-" to a free disc, "x" a capture, "=" both leave the board, "!" only the attacker does. */
export type MoveKind = "-" | "x" | "=" | "!";

/** A legal target and the enemies that would starve if feeding came right after. */
export type Target = [cell: string, kind: MoveKind, starves: string[]];
export type PieceRow = [cell: string, color: Color, legs: number, pincers: number, liberties: number];
export type SideRow = [
  color: Color,
  bodies: number,
  legs: number,
  pincers: number,
  lost: number,
  /** The number of losses that loses the game. */
  limit: number,
  /** The colour that this colour hunts, with three players. */
  prey?: Color | null,
];
export type GoneRow = [
  cell: string,
  color: Color,
  legs: number,
  pincers: number,
  reason: "captured" | "exchanged" | "died" | "starved",
];
/** The liberties of an adaptoid less its size after a step; null if it would be gone. */
export type FoodRow = [cell: string, spare: number | null];
/** Tones differ in line and texture too. */
export type Tone = "green" | "red" | "blue" | "yellow";

/** The annotations of a position. */
export interface Marks {
  arrows: [from: string, to: string, tone: Tone][];
  fills: [cell: string, tone: Tone][];
  rings: [cell: string, tone: Tone][];
  labels: [cell: string, text: string][];
  heat: { title: string; cells: [cell: string, value: number][]; low: number; high: number } | null;
}

/** The food of both sides after each move of one adaptoid and after each limb on it. */
export interface Food {
  moves: Record<string, FoodRow[]>;
  leg: FoodRow[] | null;
  pincer: FoodRow[] | null;
}

/** The discs that a colour could reach or attack in a move step, each with the discs of the movers. */
export interface ReachMap {
  color: Color;
  reach: [cell: string, origins: string[]][];
  attacks: [cell: string, origins: string[]][];
}

/** A row of the tree of turns. The colour may be missing; `end` is "#" for a turn that ended the game. */
export type TurnRow = [
  node: number,
  /** The number of variations around it. */
  depth: number,
  ply: number,
  color: Color | "",
  text: string,
  starved: string[],
  end: string,
  /** A sum of ON_LINE, COMMENTED, MARKED, VARIATION. */
  flags: number,
];
export const ON_LINE = 1;
export const COMMENTED = 2;
export const MARKED = 4;
/** The turn begins a variation. */
export const VARIATION = 8;

export interface LastTurn {
  color: Color;
  text: string;
  from: string | null;
  to: string | null;
  kind: MoveKind | null;
  at: string | null;
  growth: "new" | Limb | null;
  gone: GoneRow[];
}

/** The open editor. The rest of the snapshot is its draft. */
export interface Edit {
  /** The rev at which it was opened. */
  since: number;
  tool: "position" | "layout";
  step: "move" | "grow";
  switches: string[];
  /** The name of the board, or "", and the names of all boards with their numbers of discs. */
  board: string;
  boards: [name: string, discs: number][];
  /** Whether the draft is a valid position. */
  sound: boolean;
  problems: [code: string, wrong: boolean, text: string, fixable: boolean][];
  /** The places of adaptoids without a disc. */
  adrift: string[];
  undo: boolean;
  redo: boolean;
  /** The board under construction; `ghosts` are the places for new discs. */
  shape: {
    free: boolean;
    discs: number;
    most: number;
    parts: number;
    ghosts: [key: string, x: number, y: number][];
  } | null;
}

/** Text within a block: plain, bold, italic, code, a line break. */
export type Inline = string | ["b" | "i", ...Inline[]] | ["c", string] | ["br"];
/** A text is a list of blocks: paragraphs, headings, lists whose items are texts. */
export type Block = ["p", ...Inline[]] | ["h", ...Inline[]] | ["ul", ...Item[]] | ["ol", ...Item[]];
interface Item extends Array<Block> {}
export type StepState = "" | "solved" | "helped" | "missed" | "skipped";
/** found: solved after it was shown. */
export type StepWay =
  | ""
  | "begun"
  | "read"
  | "solved"
  | "tries"
  | "hints"
  | "both"
  | "found"
  | "missed"
  | "skipped";

/** One step of a lesson, and the progress of the learner. */
export interface Lesson {
  name: string;
  title: string;
  /** The index of the step, and the number of steps. */
  step: number;
  count: number;
  /** The steps may be taken in any order. */
  free: boolean;
  steps: StepState[];
  /** The result of each step, for a badge and in words. */
  ways: [way: StepWay, words: string][];
  /** The points of each step; null for a step that is only read. */
  scores: (number | null)[];
  text: Block[];
  kind: "turn" | "click" | "count" | "read";
  /** reply: a turn was judged and "go" plays the answer to it. shown: a right answer was revealed. */
  phase: "ask" | "reply" | "right" | "wrong" | "shown" | "over";
  /** The comment on the learner's answer. */
  said: Block[];
  /** The text of the turn that answers the learner's. */
  reply: string;
  /** The answer refutes the learner's turn. */
  refuted: boolean;
  /** costs: the next one takes a point. */
  hint: { rung: number; of: number; text: Block[]; costs: boolean };
  chosen: string[];
  /** The chosen discs that are wrong. */
  wrong: string[];
  score: number;
  most: number;
  turns: [used: number, of: number];
  /** The requests that are allowed now. */
  can: LessonWish[];
  rating: { value: number; change: number } | null;
  tip: string;
  /** A note on a step that is repeated. */
  note: string;
  /** The title of the next lesson, at the end. */
  onward: string;
}

export type LessonWish =
  | "hint"
  | "reveal"
  | "skip"
  | "back"
  | "retry"
  | "next"
  | "step"
  | "go"
  | "choose"
  | "check"
  | "again"
  | "practise";

export interface Snapshot {
  v: 2;
  rev: number;
  /** Identifies the board on the page. */
  board: string;
  position: string;
  variant: string;
  layout: string;
  /** In turn order. */
  colors: Color[];
  turn: Color;
  step: Step;
  aids: "full" | "legal" | "none";
  interactive: boolean;
  flipped: boolean;
  coordinates: boolean;
  size: "normal" | "projector";
  /** The players' names, as far as they are known. */
  players: Partial<Record<Color, string>>;
  marks: Marks | null;
  pieces: PieceRow[];
  sides: SideRow[];
  moves: Record<string, Target[]>;
  grow: { new: [cell: string, starves: string[], food?: FoodRow[]][]; leg: string[]; pincer: string[] };
  /** The enemies that would starve if the turn ended now. */
  starving: string[];
  /** Nothing can grow, so a button ends the turn. */
  pass: boolean;
  last: LastTurn | null;
  /** The current node of the tree; 0 is the start, −1 an open start that is not complete. */
  node: number;
  /** The comment on the current node. */
  comment: string;
  history: {
    /** The played turns of the current line, and all its turns. */
    at: number;
    length: number;
    /** The number of rows of the tree, and the row of the current node; −1 at the start. */
    count: number;
    row: number;
    /** The rows around the current one; the first of them has the index `from`. */
    from: number;
    turns: TurnRow[];
  };
  /** The turn of a player who is not at the board, and the button for it. */
  seat: {
    state: "ready" | "thinking" | "stopped" | "held" | "failed" | "unable";
    does: "stop" | "go";
  } | null;
  /** The level that plays each colour: 0 for a person, null for a player of another kind. Empty if nobody can choose. */
  levels: [color: Color, level: number | null][];
  /** Positions can be analysed. */
  analyst: boolean;
  /** A new game would begin from the position that was set up. */
  again: boolean;
  undo: boolean;
  redo: boolean;
  result: Color | "draw" | null;
  status: string;
  news: string;
  edit: Edit | null;
  lesson: Lesson | null;
}

/** Centres in disc diameters, y down, and the path of the tray under the discs. */
export interface Discs {
  name: string;
  cells: [cell: string, x: number, y: number][];
  tray: string;
}

export type Language = [tag: string, name: string];

export interface Wording {
  language: string;
  ui: Record<string, string>;
  languages?: Language[];
}

export type Intent =
  | { kind: "move"; from: string; to: string }
  | { kind: "grow"; at: string; what: "new" | Limb }
  | { kind: "pass" | "undo" | "redo" | "new" | "resign" | "draw" | "stop" | "go" }
  | { kind: "goto"; at: number }
  | { kind: "seat"; color: Color; to: number }
  | { kind: "name"; color: Color; text: string }
  | { kind: "swap" | "rematch" }
  | {
      kind: "begin";
      start: "same" | "board" | "open";
      variant: string;
      layout: string;
      levels: Partial<Record<Color, number | null>>;
    }
  | { kind: "boards" }
  | { kind: "select" | "promote" | "remove"; node: number }
  | { kind: "comment"; node: number; text: string }
  | { kind: "language"; to: string }
  | { kind: "place"; at: string }
  | { kind: "choose"; color: Color }
  | { kind: "why"; at: string; from?: string }
  | { kind: "history"; from: number; to: number }
  | { kind: "foresee"; at: string }
  | { kind: "tell"; what: string; at: string; from: string | null }
  | { kind: "map"; color: Color }
  | { kind: "mark"; marks: Marks | null }
  | { kind: "edit"; what: string; at?: string | null; to?: string; [field: string]: unknown }
  | { kind: "analyse" | "hint" | "threats" }
  | {
      kind: "part";
      name: "editor" | "pens" | "maps" | "analyst" | "lesson" | "notebook" | "picture" | "players";
    }
  | { kind: "lesson"; what: LessonWish; at?: string | number; count?: number }
  | { kind: "line"; turns: string[] }
  | { kind: "film"; theme: "light" | "dark"; flipped: boolean }
  | { kind: "picture"; by: number };

export interface Reply {
  type: "reply";
  id: number;
  rev: number;
  ok: boolean;
  code?: string;
  text?: string;
  at?: string | null;
  turns?: TurnRow[];
  from?: number;
  food?: Food;
  map?: ReachMap;
  /** The name of a disc that was added or removed. */
  key?: string;
  /** The place where a dragged disc would be put. */
  snap?: { x: number; y: number; touching: number; overlaps: boolean };
  /** The name of the board in use, or "", and the named boards with their numbers of discs. */
  board?: string;
  boards?: [name: string, discs: number][];
  /** The text of a part's module. */
  module?: string;
  /** The picture of the position, by MIME type. */
  bundle?: Record<string, string>;
}

/** A line of play, scored for the player of its first turn. */
export interface Line {
  score: number;
  /** A proven result: the number of own turns to the win, negative for a loss. */
  win: number | null;
  exact: boolean;
  turns: string[];
  color: Color;
}

/** The analysis of one position; empty while it is switched off. */
export interface Analyst {
  on: boolean;
  node: number;
  position: string;
  threats: boolean;
  searching: boolean;
  /** Why the search failed, or "". */
  error?: string;
  /** No search can run in this page. */
  unable?: boolean;
  found: {
    turn: Color;
    depth: number;
    nodes: number;
    compiled: boolean;
    shares: [color: Color, share: number][];
    lines: Line[];
    threat: Line | null;
  } | null;
  /** Step 1 names the adaptoid, step 2 the turn. */
  hint: { step: number; turn: string } | null;
}

export interface Traits {
  snapshot: Snapshot;
  analyst?: Partial<Analyst>;
  discs: Discs;
  wording: Wording;
}

/** The part of a widget model that the front end uses. A shared page has a model of its own. */
export interface Model {
  get<K extends keyof Traits>(key: K): Traits[K];
  on(event: string, callback: (message: unknown) => void): void;
  off(event: string, callback: (message: unknown) => void): void;
  send(content: unknown, callbacks?: unknown): void;
  /** In a shared page: Python is still starting. */
  readonly asleep?: boolean;
  /** In a notebook: gives access to the document and to the log of Python's output. */
  readonly widget_manager?: unknown;
}
