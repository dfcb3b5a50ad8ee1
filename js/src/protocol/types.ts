/** What Python sends and what it accepts: schema 2 of the snapshot. */

export type Color = "W" | "B" | "R";
export type Limb = "leg" | "pincer";
/** While a player who is not at the board is about to play: "wait". */
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
  /** So many losses lose the game. */
  limit: number,
  /** Whom this colour hunts, with three players. */
  prey?: Color | null,
];
export type GoneRow = [
  cell: string,
  color: Color,
  legs: number,
  pincers: number,
  reason: "captured" | "exchanged" | "died" | "starved",
];
/** An adaptoid's liberties less its size after some step; null where it would be gone. */
export type FoodRow = [cell: string, spare: number | null];
/** Told apart by line and texture too. */
export type Tone = "green" | "red" | "blue" | "yellow";

/** What was drawn on the position to point something out. */
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

/** Where a colour could go, and whom it could attack, were it its move step; each with the discs it would come from. */
export interface ReachMap {
  color: Color;
  reach: [cell: string, origins: string[]][];
  attacks: [cell: string, origins: string[]][];
}

/** A row of the tree of turns. The colour may be missing; `end` is "#" for a turn that ended the game. */
export type TurnRow = [
  node: number,
  /** In so many variations within variations. */
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

/** The editor, while it is open; the rest of the snapshot is its draft then. */
export interface Edit {
  /** At which state of the board it was opened. */
  since: number;
  tool: "position" | "layout";
  step: "move" | "grow";
  switches: string[];
  /** The name of the board, if it has one, and all names with how many discs they have. */
  board: string;
  boards: [name: string, discs: number][];
  /** Whether the draft is a position. */
  sound: boolean;
  problems: [code: string, wrong: boolean, text: string, fixable: boolean][];
  /** Where adaptoids stand that have no disc under them. */
  adrift: string[];
  undo: boolean;
  redo: boolean;
  /** The board under construction, with the places where a disc may be put. */
  shape: {
    free: boolean;
    discs: number;
    most: number;
    parts: number;
    ghosts: [key: string, x: number, y: number][];
  } | null;
}

/** Text within a block: plain, bold, italic, code, the end of a line. */
export type Inline = string | ["b" | "i", ...Inline[]] | ["c", string] | ["br"];
/** A text is a list of blocks: paragraphs, headings, lists whose items are texts. */
export type Block = ["p", ...Inline[]] | ["h", ...Inline[]] | ["ul", ...Item[]] | ["ol", ...Item[]];
interface Item extends Array<Block> {}
export type StepState = "" | "solved" | "helped" | "missed" | "skipped";
/** found: after it was shown. */
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

/** One step of a lesson, and how far the learner is. */
export interface Lesson {
  name: string;
  title: string;
  /** Of so many steps the one with this index. */
  step: number;
  count: number;
  /** The steps may be taken in any order. */
  free: boolean;
  steps: StepState[];
  /** How each step went, for a badge, and in words. */
  ways: [way: StepWay, words: string][];
  /** The points of each step; null where there is only something to read. */
  scores: (number | null)[];
  text: Block[];
  kind: "turn" | "click" | "count" | "read";
  /** reply: a turn was judged, and "go" plays what answers it. shown: a right answer was revealed. */
  phase: "ask" | "reply" | "right" | "wrong" | "shown" | "over";
  /** What is said of the learner's answer. */
  said: Block[];
  /** The turn that answers the learner's, as a text. */
  reply: string;
  /** It comes since the learner's turn was wrong. */
  refuted: boolean;
  /** costs: the next one takes a point. */
  hint: { rung: number; of: number; text: Block[]; costs: boolean };
  chosen: string[];
  /** Those of them that were judged not to belong. */
  wrong: string[];
  score: number;
  most: number;
  turns: [used: number, of: number];
  /** What may be asked now. */
  can: LessonWish[];
  rating: { value: number; change: number } | null;
  tip: string;
  /** What is to be known of a step that one came back to. */
  note: string;
  /** The title of what is learned next, at the end. */
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
  /** Names the board among others on the page. */
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
  /** The enemies that would leave if the turn ended now. */
  starving: string[];
  /** Nothing can grow: a button ends the turn. */
  pass: boolean;
  last: LastTurn | null;
  /** The current node of the tree; 0 is the start, −1 an open start that is not complete. */
  node: number;
  /** The comment on the current node. */
  comment: string;
  history: {
    /** So many turns of the current line are played, of so many. */
    at: number;
    length: number;
    /** So many rows has the tree, and the current node is in this one; −1 at the start. */
    count: number;
    row: number;
    /** The rows around the current one; the first of them has the index `from`. */
    from: number;
    turns: TurnRow[];
  };
  /** The turn of a player who is not at the board, and the button for it. */
  seat: { state: "ready" | "thinking" | "stopped" | "held" | "failed"; does: "stop" | "go" } | null;
  /** There is somebody to ask what is best. */
  analyst: boolean;
  /** A new game would begin from the position that was set up for this one. */
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
  | { kind: "part"; name: "editor" | "pens" | "analyst" | "lesson" | "notebook" | "picture" }
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
  /** What a disc that was put in or taken out is called now. */
  key?: string;
  /** Where a dragged disc would come to lie. */
  snap?: { x: number; y: number; touching: number; overlaps: boolean };
  /** A part of the front end. */
  module?: string;
  /** The picture of the position, by MIME type. */
  bundle?: Record<string, string>;
}

/** A line of play, from the view of who plays its first turn. */
export interface Line {
  score: number;
  /** Proven: wins with one's own nth turn from now, or with a minus loses after so many. */
  win: number | null;
  exact: boolean;
  turns: string[];
  color: Color;
}

/** What the analyst says of one position; empty where nobody wants to know. */
export interface Analyst {
  on: boolean;
  node: number;
  position: string;
  threats: boolean;
  searching: boolean;
  /** Why the search failed; empty where it did not. */
  error?: string;
  found: {
    turn: Color;
    depth: number;
    nodes: number;
    compiled: boolean;
    shares: [color: Color, share: number][];
    lines: Line[];
    threat: Line | null;
  } | null;
  /** First who should play, then the turn. */
  hint: { step: number; turn: string } | null;
}

export interface Traits {
  snapshot: Snapshot;
  analyst?: Partial<Analyst>;
  discs: Discs;
  wording: Wording;
}

/** The part of a widget model that the board needs; a shared page brings its own. */
export interface Model {
  get<K extends keyof Traits>(key: K): Traits[K];
  on(event: string, callback: (message: unknown) => void): void;
  off(event: string, callback: (message: unknown) => void): void;
  send(content: unknown, callbacks?: unknown): void;
  /** Python still starts and answers later, in a shared page. */
  readonly asleep?: boolean;
  /** In a notebook the way to the document around the board, and to where Python's prints are shown. */
  readonly widget_manager?: unknown;
}
