/** The messages between Python and the front end: schema 2 of the snapshot. Written by `tools/setup/wire_types.py`: change it there. */

export type Color = "W" | "B" | "R";

export type Limb = "leg" | "pincer";

export type GrowthKind = "new" | "leg" | "pincer";

/** wait: a player who is not at the board is to play. */
export type Step = "move" | "grow" | "over" | "place" | "choose" | "edit" | "wait";

/** "-" to a free disc, "x" a capture, "=" both leave the board, "!" only the attacker does. */
export type MoveKind = "-" | "x" | "=" | "!";

/** Tones differ in line and texture too. */
export type Tone = "green" | "red" | "blue" | "yellow";

export type GoneReason = "captured" | "exchanged" | "died" | "starved";

export type Glyph = "" | "?" | "??";

/** A legal target and the enemies that would starve if feeding came right after. */
export type Target = [cell: string, kind: MoveKind, starves: string[]];

/** `food` is the liberties minus the size; an adaptoid with less than 0 starves in the enemy's feeding. */
export type PieceRow = [
  cell: string,
  color: Color,
  legs: number,
  pincers: number,
  liberties: number | null,
  food: number | null,
];

/** `limit` is the number of losses that loses the game; `prey` is the colour that this colour hunts, with three players. */
export type SideRow = [
  color: Color,
  bodies: number,
  legs: number,
  pincers: number,
  lost: number,
  limit: number,
  prey?: Color | null,
];

export type GoneRow = [cell: string, color: Color, legs: number, pincers: number, reason: GoneReason];

/** The liberties of an adaptoid minus its size after a step; null if it would be gone. */
export type FoodRow = [cell: string, spare: number | null];

export type MapRow = [cell: string, origins: string[]];

export type BoardRow = [name: string, discs: number];

/** A row of the tree of turns. The colour may be missing; `end` is "#" for a turn that ended the game. `depth` is the number of variations around it, `flags` a sum of ON_LINE, COMMENTED, MARKED and VARIATION. `line` and `column` are its place in the list; the column is −1 for a row that has the whole line. `comment` is the beginning of the comment, which takes the lines below. */
export type TurnRow = [
  node: number,
  depth: number,
  ply: number,
  color: "W" | "B" | "R" | "",
  text: string,
  starved: string[],
  end: string,
  flags: number,
  line: number,
  column: number,
  comment: string,
  glyph: Glyph,
];

export interface Heat {
  title: string;
  cells: [cell: string, value: number][];
  low: number;
  high: number;
}

/** The marks that somebody drew on a position. The kinds `TONED` are members, too: discs with their tones. */
export interface Marks {
  arrows: [origin: string, to: string, tone: Tone][];
  labels: [cell: string, text: string][];
  heat: Heat | null;
  fills: [cell: string, tone: Tone][];
  rings: [cell: string, tone: Tone][];
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
  reach: MapRow[];
  attacks: MapRow[];
}

/** The limb in a slot (clockwise from the top) eats on a free disc, at the end of a thread, or is hungry. The thread is a path around the middle of the adaptoid's disc, where x, y and the angle of the seed are. */
export type SeedRow = [
  slot: number,
  cell: string | null,
  thread: string,
  x: number,
  y: number,
  angle: number,
];

/** The limbs of an adaptoid, the free discs beside it, and a seed for each limb. */
export type FeedingRow = [cell: string, limbs: number, free: number, seeds: SeedRow[]];

/** How the adaptoids on the board eat, and how those ate who have starved in the last turn. */
export interface Feeding {
  now: FeedingRow[];
  starved: FeedingRow[];
}

export interface LastTurn {
  color: Color;
  text: string;
  from: string | null;
  to: string | null;
  /** The discs of a shortest way from `from` to `to`, with both; empty without a move. */
  route: string[];
  kind: MoveKind | null;
  at: string | null;
  growth: GrowthKind | null;
  /** The disc of the adaptoid next to which a new one grew. */
  parent: string | null;
  gone: GoneRow[];
}

/** What a film shows at the start or after a turn. */
export interface FilmFrame {
  position: string;
  turn: Color;
  step: Step;
  pieces: PieceRow[];
  starving: string[];
  last: LastTurn | null;
  marks: Marks | null;
  feeding: Feeding;
}

export interface History {
  /** The played turns of the current line, and all its turns. */
  at: number;
  length: number;
  /** The number of rows of the tree, and the row of the current node; −1 at the start. */
  count: number;
  row: number;
  /** The rows around the current one; the first of them has the index `from`. */
  from: number;
  turns: TurnRow[];
  /** The number of lines of the list, and the beginning of the comment on the start. */
  lines: number;
  comment: string;
}

/** The board under construction; `ghosts` are the places for new discs. */
export interface LayoutDraft {
  free: boolean;
  discs: number;
  max: number;
  parts: number;
  ghosts: [key: string, x: number, y: number][];
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
  boards: BoardRow[];
  /** Whether the draft is a valid position. */
  playable: boolean;
  problems: [code: string, wrong: boolean, text: string, fixable: boolean][];
  /** The places of adaptoids without a disc. */
  off_board: string[];
  undo: boolean;
  redo: boolean;
  shape: LayoutDraft | null;
}

/** Text within a block: plain, bold, italic, code, a line break. */
export type Inline = string | ["b" | "i", ...Inline[]] | ["c", string] | ["br"];

/** A text is a list of blocks: paragraphs, headings, lists whose items are texts. */
export type Block = ["p", ...Inline[]] | ["h", ...Inline[]] | ["ul", ...BlockItem[]] | ["ol", ...BlockItem[]];
interface BlockItem extends Array<Block> {}

export type StepState = "" | "solved" | "helped" | "missed" | "skipped";

/** found: solved after the answer was shown. */
export type StepBadge =
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

export type StepKind = "turn" | "click" | "count" | "read";

export type LessonWish =
  | "hint"
  | "reveal"
  | "skip"
  | "back"
  | "retry"
  | "another"
  | "next"
  | "step"
  | "go"
  | "choose"
  | "check"
  | "again"
  | "practise"
  | "leave"
  | "onward";

export interface Hint {
  taken: number;
  of: number;
  /** How many more will be shown; None before the turn is known to which they lead. */
  left: number | null;
  text: Block[];
  /** The next one takes a point. */
  costs: boolean;
}

export interface Rating {
  value: number;
  change: number;
}

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
  badges: [badge: StepBadge, words: string][];
  /** The points of each step; null for a step that is only read. */
  scores: (number | null)[];
  text: Block[];
  kind: StepKind;
  /** reply: "go" plays the answer to a turn, or a search still chooses it. shown: a right answer was revealed. */
  phase: "ask" | "reply" | "right" | "wrong" | "shown" | "over";
  /** The comment on the learner's answer. */
  said: Block[];
  /** The text of the turn that answers the learner's. */
  reply: string;
  /** The answer refutes the learner's turn. */
  refuted: boolean;
  /** Nobody knows whether the goal can still be reached, since a search replies. */
  undecided: boolean;
  hint: Hint;
  chosen: string[];
  /** The chosen discs that are wrong. */
  wrong: string[];
  score: number;
  max: number;
  turns: [used: number, of: number];
  /** The requests that are allowed now. */
  can: LessonWish[];
  rating: Rating | null;
  tip: string;
  /** A note on a step that is repeated. */
  note: string;
  /** At least half of the answers were found. */
  made: boolean;
  /** The title of the next lesson, at the end. */
  next: string;
}

export interface Computer {
  state: "ready" | "thinking" | "stopped" | "held" | "failed" | "unable";
  does: "stop" | "go";
}

export interface Grow {
  new: [cell: string, starves: string[], food?: FoodRow[]][];
  leg: string[];
  pincer: string[];
  /** where one limb more would starve in the enemy's feeding */
  hungry: string[];
}

/** A comment above a member is its row in docs/reference/wire_protocol.md. The `SETTINGS` of a session are members, too. */
export interface Snapshot {
  /** The schema, 2. */
  v: number;
  /** The number of the change (*revision*). */
  rev: number;
  /** The id of the board in the page. */
  board: string;
  /** The text of the position as in the [rules](rules.md#text-forms); empty during the open start. */
  position: string;
  /** The name of the variant. */
  variant: string;
  /** The text of the layout, or its name. */
  layout: string;
  /** The colours in turn order. */
  colors: Color[];
  /** The colour to play. */
  turn: Color;
  /** `move`, `grow`, `over`, `place`, `choose`, `edit`, or `wait` while nobody can play here, for example while a player thinks. */
  step: Step;
  /** The names of the players by colour, as far as they are known. */
  players: Partial<Record<Color, string>>;
  /** The marks of the current node, see below; `null` if it has none. */
  marks: Marks | null;
  /** A list of `[cell, colour, legs, pincers, liberties, food]`; liberties and food are `null` while a lesson asks a question that they could answer. */
  pieces: PieceRow[];
  /** A list of `[colour, bodies, legs, pincers in supply, lost, losses that lose the game, prey]`; `prey` is `null` with two players. */
  sides: SideRow[];
  /** Origin → `[target, kind, enemies that would starve]`; kind `-` free, `x` capture, `=` equal exchange, `!` only the attacker leaves. */
  moves: Record<string, Target[]>;
  /** `new`: a list of `[cell, enemies that would starve, food]`; `leg`, `pincer`: cells; `hungry`: those where one limb more would starve. In step `place`, `new` holds the placements. */
  grow: Grow;
  /** The enemies that would starve if the turn ended now. */
  starving: string[];
  /** Whether nothing can grow and a button ends the turn. */
  pass: boolean;
  /** `null`, or the last turn: `color`, `text`, `from`, `to`, `route` (the discs of a shortest way, with both ends), `kind`, `at`, `growth`, `parent` (the adaptoid beside which a new adaptoid grew), and `gone`: a list of `[cell, colour, legs, pincers, reason]`; reasons `captured`, `exchanged`, `died`, `starved`. */
  last: LastTurn | null;
  /** The current node of the tree; 0 is the start, −1 an open start that is not complete. */
  node: number;
  /** The comment on the current node. */
  comment: string;
  /** The turns, see below. */
  history: History;
  /** `null` if a person has the turn. Otherwise `state`: a player is getting `ready`, is `thinking`, was `stopped`, is `held` in an earlier position, `failed`, or is `unable` to search in this page; `does`: its button, `stop` or `go`. */
  computer: Computer | null;
  /** A list of `[colour, level]`: 0 for a person, `null` for a player of another kind; empty if nobody can choose who plays. */
  levels: [color: Color, level: number | null][];
  /** A list of `[colour, browser, whether its page is open]` for each colour that a browser has taken; `null` in a shared page. */
  seats: [color: Color, browser: number, open: boolean][] | null;
  /** The browsers with a seat that may play the turn now; `null` among them stands for those without a seat. */
  plays: (number | null)[];
  /** Whether an analyst can be asked; false in lessons, and in a page where no search can run. */
  analyst: boolean;
  /** Whether `new` restarts from a position that was set up. */
  again: boolean;
  /** Whether undo is possible. */
  undo: boolean;
  /** Whether redo is possible. */
  redo: boolean;
  /** Whether the players may agree on a draw: no computer plays, and no lesson is on the board. */
  draw: boolean;
  /** `W`, `B`, `R`, `draw` or `null`. */
  result: "W" | "B" | "R" | "draw" | null;
  /** A complete sentence: what to do. */
  status: string;
  /** A complete sentence: what just happened. */
  news: string;
  /** `null`, or [the editor](#editor). */
  edit: Edit | null;
  /** `null`, or [the lesson](#lesson). */
  lesson: Lesson | null;
  aids: "full" | "legal" | "none";
  interactive: boolean;
  flipped: boolean;
  coordinates: boolean | "margin";
  size: "normal" | "projector";
  compact: boolean;
}

export type Language = [tag: string, name: string];

/** A lesson that is being made on a board. */
export interface LessonDraft {
  start: string;
  /** Whether each step is complete. */
  steps: boolean[];
  /** The index of the current step. */
  at: number;
  kind: StepKind;
  /** The question, its name ("" for discs or a number of the author's own), and the number of turns of the learner. */
  ask: string;
  asked: string;
  allowed: number;
  /** What turns and clicks on the board become. */
  records: "right" | "wrong" | "marks";
  /** Foreseen wrong answers with their texts, the marked discs, and where another try begins. */
  wrong: [answer: string, text: string][];
  rings: string[];
  retry: string;
  /** What the check has found; null before it. */
  findings: string[] | null;
  right: string[];
  goals: [goal: string, right: number, turns: number][];
  /** The index of the chosen goal. */
  chosen: number;
  /** The language of the texts, and the languages in which the author can write or has written. */
  language: string;
  languages: [tag: string, name: string, isWritten: boolean][];
  /** The title of the lesson and the texts of the current step. */
  texts: Record<"title" | "text" | "hint" | "done", string>;
  /** What is missing: "right" or a text, the number of its step or 0, and its language if there are several. */
  missing: [what: string, step: number, language: string][];
  /** Why the draft is not a valid lesson although nothing is missing. */
  problem: string;
  /** The title of the lesson that was made before, to which this step can be added, or which a file has replaced. */
  earlier: string;
  /** Whether the lesson was read from a file. */
  opened: boolean;
  /** The text of the lesson file, or "" while something is missing, and its name without the ending. */
  file: string;
  name: string;
  /** The number of turns on the board since the start. */
  played: number;
  preview: boolean;
}

/** Whose results of a lesson are saved in which file of which folder, and whether the file is there yet. */
export interface Results {
  learner: string;
  file: string;
  folder: string;
  saved: boolean;
}

/** The snapshot of a board in a notebook, on which lessons can be made, and which saves results of lessons. */
export interface BoardSnapshot extends Snapshot {
  maker?: LessonDraft;
  results?: Results;
}

/** Centres in disc diameters, y down, and the path of the tray under the discs. */
export interface Discs {
  name: string;
  cells: [cell: string, x: number, y: number][];
  tray: string;
}

export interface Wording {
  language: string;
  ui: Record<string, string>;
  languages?: Language[];
}

/** The place where a dragged disc would be put. */
export interface Snap {
  x: number;
  y: number;
  touching: number;
  overlaps: boolean;
}

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
  feeding?: Feeding;
  /** The name of a disc that was added or removed. */
  key?: string;
  snap?: Snap;
  /** The name of the board in use, or "", and the named boards with their numbers of discs. */
  board?: string;
  boards?: BoardRow[];
  /** Of each of them, the x and y of all discs in turn. */
  outlines?: number[][];
  /** The legal turns that a typed text may become, and with `at` the last disc that it names. */
  texts?: string[];
  to?: string | null;
  /** The text of a part's module. */
  module?: string;
  /** The record of the game, the number of the shown turn in it unless it is the last, and the address of a page for links. */
  record?: string;
  row?: number;
  address?: string;
  /** The start and the turns up to a node, as a film shows them. */
  frames?: FilmFrame[];
  node?: number;
  /** The text of a shared page. */
  page?: string;
  /** The picture of the position, by MIME type. */
  bundle?: Record<string, string>;
  /** Whether the coach is on. */
  coach?: boolean;
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

/** A review of the game, and its mistakes once it is done. */
export interface Review {
  running: boolean;
  /** Why the last review failed, or "". */
  error: string;
  /** How many turns were reviewed. */
  at?: number;
  of?: number;
  mistakes?: [node: number, ply: number, color: Color, turn: string, glyph: "?" | "??", best: string][];
  /** The share of each colour at the start and after each turn, and the nodes of the tree. */
  graph?: number[][];
  nodes?: number[];
  /** The number of mistakes of people, which a lesson asks for. */
  exercises?: number;
}

export interface Found {
  turn: Color;
  depth: number;
  nodes: number;
  compiled: boolean;
  shares: [color: Color, share: number][];
  lines: Line[];
  threat: Line | null;
}

/** Step 1 names the adaptoid, step 2 the turn, which `words` describes. */
export interface AnalystHint {
  taken: number;
  turn: string;
  words: string;
}

/** What the coach says after a turn of a computer. `ply` is that of the turn, `before` that of the position that shows why, `turn` what `color` plays there, and `cells` whom it takes. */
export interface Remark {
  node: number;
  ply: number;
  before: number;
  turn: string;
  color: Color;
  cells: string[];
  text: string;
}

/** A turn with the best play after it, "??", "?" or "" for how bad it is, and sentences why. */
export interface Compared {
  line: Line;
  mark: "??" | "?" | "";
  why: string;
}

/** The turn that was played on the analysed position, compared with the best one. `ply` is that of the turn, `turns` are both, best first, or the one that is both. `changes` are the features of the evaluation in which it differs most. */
export interface Comparison {
  ply: number;
  turn: string;
  turns: Compared[];
  changes: [feature: string, worth: number][];
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
  found: Found | null;
  hint: AnalystHint | null;
  remark: Remark | null;
  comparison: Comparison | null;
}

export interface Traits {
  snapshot: BoardSnapshot;
  analyst?: Partial<Analyst>;
  review?: Review;
  discs: Discs;
  wording: Wording;
}

/** Begins a search, and asks for the codes of the turns. A text holds 64-bit integers, separated by blanks. */
export interface ListRequest {
  do: "list";
  state: string;
  grows: number;
  context: string;
  near: string;
  /** The first cells of the work array. */
  head: string;
  /** The sizes of the work array and the transposition table in cells. */
  work: number;
  table: number;
  /** The search stops after this time, but for its first depth. 0: it has no limit of time. */
  seconds: number;
}

/** Asks to search the turns in an order, `left` quarters of a turn deep. */
export interface RootRequest {
  do: "search_root";
  left: number;
  lines: number;
  limit: string;
  nodes: number;
  order: number[];
}

/** Asks for two cells of the transposition table. */
export interface EntryRequest {
  do: "read";
  entry: number;
}

/** What a search of a page asks its worker. */
export type SearchRequest = ListRequest | RootRequest | EntryRequest;

/** The codes of the move and of the growth of each turn. */
export interface ListAnswer {
  codes: number[];
}

export interface RootAnswer {
  finished: number;
  nodes: number;
  scores: number[];
  bounds: number[];
}

export interface EntryAnswer {
  cells: string;
}

/** The answers to these requests, in the same order. */
export type SearchAnswer = ListAnswer | RootAnswer | EntryAnswer;

/** What a search is to answer, with the number of the request. */
export interface NumberedRequest {
  number: number;
  request: SearchRequest;
}

/** Which puzzles are asked, the one on the board, and how the learner does. */
export interface PuzzlesState {
  mode: "daily" | "endless";
  /** The theme of an endless sequence; "" for any. */
  tactic: string;
  name: string;
  theme: string;
  difficulty: number;
  rating: number;
  /** The number of days in a row. */
  streak: number;
  /** The last answers, with the rating after each. */
  last: [name: string, solved: boolean, rating: number][];
  /** How each puzzle went, by name. */
  states: Record<string, string>;
}

/** What Python in a page says of a content: the traits that changed, then the reply. */
export interface Answer {
  /** The searches under way, by what they are for: a computer's turn, an analysis, a review, a lesson's reply. */
  searches?: Record<string, NumberedRequest>;
  analyst?: Partial<Analyst>;
  review?: Review;
  puzzles?: PuzzlesState;
  /** The learner of a lesson or of puzzles. */
  learner?: string;
  /** The address names no valid position. */
  bad_address?: boolean;
  /** What is wrong in the record of the address, or "". */
  notes?: string;
  snapshot?: BoardSnapshot;
  discs?: Discs;
  wording?: Wording;
  reply?: Reply;
}

/** A note under the tables of a class: a code and its slots. */
export type ClassNote = [code: string, slots: Record<string, string | number | string[]>];

/** The tables of a class but for the results of learners in steps. */
export interface ClassTables {
  lessons: [lesson: string, steps: string[]][];
  learners: [learner: string, points: string][];
  absent: string[];
  hardest: [
    lesson: string,
    step: string,
    learners: number,
    solved: number,
    alone: number,
    tries: number,
    hints: number,
    seconds: number,
    wrong: string,
    wrongLearners: number,
  ][];
  /** Who played which colour, the result, and the number of turns. */
  games: [file: string, players: string[], result: string, turns: number][];
  notes: ClassNote[];
  /** The numbers of files that were used and left out. */
  files: [used: number, left: number];
}

/** The text of the cell of a step, how it went, and the turns that were tried. */
export type ClassCell = [content: string, how: string, turns: string];

/** The points and the steps of a learner in a lesson. */
export type ClassLesson = [points: string, steps: ClassCell[]];

/** A board that a cell of a page shows. */
export interface ShownBoard {
  board: string;
  /** Its traits as JSON. */
  first: string;
  state: string;
  /** The lesson on it as JSON, or "". */
  lesson: string;
}

/** A picture of a position: its traits as JSON, in words, and its width in pixels. */
export interface ShownPicture {
  traits: string;
  words: string;
  size: number;
}

export interface MimeBundle {
  "application/vnd.adaptoid.board+json"?: ShownBoard;
  "application/vnd.adaptoid.picture+json"?: ShownPicture;
  "text/html"?: string;
  "image/svg+xml"?: string;
  "image/png"?: string;
  "text/plain"?: string;
}

/** "cut" is there if a text was too long, and its end is left out. */
export interface CellStream {
  output_type: "stream";
  cut?: true;
  name: string;
  text: string;
}

export interface CellData {
  output_type: "display_data" | "execute_result";
  cut?: true;
  data: MimeBundle;
}

export interface CellError {
  output_type: "error";
  cut?: true;
  ename: string;
  evalue: string;
  line: number | null;
}

/** An output of a cell, in the form of notebook files. */
export type CellOutput = CellStream | CellData | CellError;

/** What Python tells at once of each output of a cell. */
export interface CellNews {
  cell: number;
  output: CellOutput;
}

/** What a page shows. */
export type PageKind = "game" | "lesson" | "puzzles" | "class" | "tutorial";

/** The settings of a page of a site. All addresses are relative to the page. */
export interface SiteConfig {
  /** The address of the folder of the site. */
  root: string;
  /** The same page in other languages. */
  alternates: Record<string, string>;
  /** Whether the page's address names its language. */
  named: boolean;
  /** The boards of all lessons, in their order. */
  lessons: string[];
  /** Opens the analysis with the board. */
  analyse?: boolean;
  /** Only on pages with a game: the address of a shared page, from which a page with another game can be made. */
  template?: string;
  /** All puzzles: the name, the tactic, the difficulty and the number of colours. */
  puzzles?: [name: string, tactic: string, difficulty: number, colors: number][];
}

/** The sentences for a page that cannot start. */
export interface PageWords {
  slow: string;
  old: string;
  broken: string;
  stopped: string;
  disk?: string;
}

/** The settings of a shared page, for its scripts. */
export interface PageSettings {
  kind: PageKind;
  /** Only in a page of a site. */
  site?: SiteConfig;
  /** The id of the board, which depends on its content. */
  board: string;
  /** Only in a foreign page, whose elements describe their contents by attributes: the keys of the lessons' results, by name. */
  embedded?: Record<string, string>;
  /** Only in a page with several: the kind and the id of each content. */
  contents?: [kind: string, board: string][];
  /** Only in a page with code cells. */
  cells?: boolean;
  /** Whose state is saved: this tab's own, or one of the device for good. */
  storage: "tab" | "device";
  /** Whether the address may name a position. */
  links: boolean;
  words: PageWords;
}

export type Intent =
  | { kind: "move"; from: string; to: string }
  | { kind: "grow"; at: string; what: GrowthKind }
  | { kind: "pass" | "undo" | "redo" | "new" | "resign" | "draw" | "stop" | "go" }
  | { kind: "play" | "complete"; text: string }
  | { kind: "goto"; at: number; from?: number }
  | { kind: "level"; color: Color; to: number }
  | { kind: "name"; color: Color; text: string }
  | { kind: "swap" | "rematch" }
  | { kind: "sit"; what: "take" | "over" | "leave" | "here" | "away"; color?: Color }
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
  | { kind: "feeding"; flipped: boolean; from?: string; to?: string; at?: string; what?: GrowthKind }
  | { kind: "describe"; what: string; at: string; from: string | null }
  | { kind: "map"; color: Color }
  | { kind: "mark"; marks: Marks | null }
  | { kind: "edit"; what: string; at?: string | null; to?: string; [field: string]: unknown }
  | { kind: "analyse" | "hint" | "threats" }
  | { kind: "coach"; on?: boolean }
  | { kind: "parts" }
  | { kind: "learner"; name: string }
  | { kind: "lesson"; what: LessonWish; at?: string | number; count?: number }
  | {
      kind: "make-lesson";
      what:
        | "open"
        | "close"
        | "another"
        | "remove"
        | "goal"
        | "own"
        | "text"
        | "preview"
        | "back"
        | "language"
        | "step"
        | "add"
        | "drop"
        | "file"
        | "resume"
        | "kind"
        | "ask"
        | "retry"
        | "turns"
        | "record"
        | "disc"
        | "foresee"
        | "forget"
        | "check";
      turn?: string;
      cell?: string;
      answer?: string;
      at?: number;
      field?: string;
      text?: string;
      to?: string;
      name?: string;
    }
  | { kind: "line"; turns: string[] }
  | { kind: "learn"; what: "start" }
  | {
      kind: "film";
      from: number;
      to: number;
      node?: number;
      flipped?: boolean;
      reply?: boolean;
      passes?: boolean;
      turns?: string[];
    }
  | { kind: "picture"; by: number }
  | { kind: "record" | "page" }
  | { kind: "open"; text: string; row?: number | null };
