"""The types of all that crosses the wire between Python and a board: the traits, the intents and the replies.

`tools/setup/wire_types.py` writes `js/src/protocol/types.ts` from this module at each build of the front end.
Besides it, only type checkers read this module; no module imports it at run time.

A comment above a type or a member stands above it in TypeScript, too. For Python, a row is a list of any values and a
`Choice` is a text.
"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

from typing_extensions import Annotated, NotRequired

WireRow = List[Any]


class Members:
    """The members of a row, a list of fixed length, in their order. The name of one that may be missing ends in `_`."""

    def __init__(self, **members: Any) -> None:
        self.members = members


class Choice:
    """The texts that a text may be."""

    def __init__(self, *texts: str) -> None:
        self.texts = texts


class Script:
    """A type that only TypeScript can say, since it refers to itself."""

    def __init__(self, text: str) -> None:
        self.text = text


Color = Annotated[str, Choice("W", "B", "R")]
Limb = Annotated[str, Choice("leg", "pincer")]
GrowthKind = Annotated[str, Choice("new", "leg", "pincer")]
# wait: a player who is not at the board is to play.
StepPart = Annotated[str, Choice("move", "grow", "over", "place", "choose", "edit", "wait")]
# "-" to a free disc, "x" a capture, "=" both leave the board, "!" only the attacker does.
MoveKind = Annotated[str, Choice("-", "x", "=", "!")]
# Tones differ in line and texture too.
Tone = Annotated[str, Choice("green", "red", "blue", "yellow")]
GoneReason = Annotated[str, Choice("captured", "exchanged", "died", "starved")]
Glyph = Annotated[str, Choice("", "?", "??")]

# A legal target and the enemies that would starve if feeding came right after.
Target = Annotated[WireRow, Members(cell=str, kind=MoveKind, starves=List[str])]
# `food` is the liberties minus the size; an adaptoid with less than 0 starves in the enemy's feeding.
PieceRow = Annotated[
    WireRow,
    Members(cell=str, color=Color, legs=int, pincers=int, liberties=Optional[int], food=Optional[int]),
]
# `limit` is the number of losses that loses the game; `prey` is the colour that this colour hunts, with three players.
SideRow = Annotated[
    WireRow,
    Members(color=Color, bodies=int, legs=int, pincers=int, lost=int, limit=int, prey_=Optional[Color]),
]
GoneRow = Annotated[WireRow, Members(cell=str, color=Color, legs=int, pincers=int, reason=GoneReason)]
# The liberties of an adaptoid minus its size after a step; null if it would be gone.
FoodRow = Annotated[WireRow, Members(cell=str, spare=Optional[int])]
MapRow = Annotated[WireRow, Members(cell=str, origins=List[str])]
BoardRow = Annotated[WireRow, Members(name=str, discs=int)]
# A row of the tree of turns. The colour may be missing; `end` is "#" for a turn that ended the game. `depth` is the
# number of variations around it, `flags` a sum of ON_LINE, COMMENTED, MARKED and VARIATION. `line` and `column` are its
# place in the list; the column is −1 for a row that has the whole line. `comment` is the beginning of the comment,
# which takes the lines below.
TurnRow = Annotated[
    WireRow,
    Members(
        node=int,
        depth=int,
        ply=int,
        color=Annotated[str, Choice("W", "B", "R", "")],
        text=str,
        starved=List[str],
        end=str,
        flags=int,
        line=int,
        column=int,
        comment=str,
        glyph=Glyph,
    ),
]


class HeatPart(TypedDict):
    title: str
    cells: List[Annotated[WireRow, Members(cell=str, value=float)]]
    low: float
    high: float


# The marks that somebody drew on a position. The kinds `TONED` are members, too: discs with their tones.
class MarksPart(TypedDict):
    arrows: List[Annotated[WireRow, Members(origin=str, to=str, tone=Tone)]]
    labels: List[Annotated[WireRow, Members(cell=str, text=str)]]
    heat: Optional[HeatPart]


# The food of both sides after each move of one adaptoid and after each limb on it.
class FoodPart(TypedDict):
    moves: Dict[str, List[FoodRow]]
    leg: Optional[List[FoodRow]]
    pincer: Optional[List[FoodRow]]


# The discs that a colour could reach or attack in a move step, each with the discs of the movers.
class ReachMapPart(TypedDict):
    color: Color
    reach: List[MapRow]
    attacks: List[MapRow]


# The limb in a slot (clockwise from the top) eats on a free disc, at the end of a thread, or is hungry. The thread is a
# path around the middle of the adaptoid's disc, where x, y and the angle of the seed are.
SeedRow = Annotated[WireRow, Members(slot=int, cell=Optional[str], thread=str, x=float, y=float, angle=float)]

# The limbs of an adaptoid, the free discs beside it, and a seed for each limb.
FeedingRow = Annotated[WireRow, Members(cell=str, limbs=int, free=int, seeds=List[SeedRow])]


# How the adaptoids on the board eat, and how those ate who have starved in the last turn.
class FeedingPart(TypedDict):
    now: List[FeedingRow]
    starved: List[FeedingRow]


# the functional form takes "from", a keyword of Python
LastTurnPart = TypedDict(
    "LastTurnPart",
    {
        "color": Color,
        "text": str,
        "from": Optional[str],
        "to": Optional[str],
        # The discs of a shortest way from `from` to `to`, with both; empty without a move.
        "route": List[str],
        "kind": Optional[MoveKind],
        "at": Optional[str],
        "growth": Optional[GrowthKind],
        # The disc of the adaptoid next to which a new one grew.
        "parent": Optional[str],
        "gone": List[GoneRow],
    },
)


# What a film shows at the start or after a turn.
class FilmFramePart(TypedDict):
    position: str
    turn: Color
    step: StepPart
    pieces: List[PieceRow]
    starving: List[str]
    last: Optional[LastTurnPart]
    marks: Optional[MarksPart]
    feeding: FeedingPart


HistoryPart = TypedDict(
    "HistoryPart",
    {
        # The played turns of the current line, and all its turns.
        "at": int,
        "length": int,
        # The number of rows of the tree, and the row of the current node; −1 at the start.
        "count": int,
        "row": int,
        # The rows around the current one; the first of them has the index `from`.
        "from": int,
        "turns": List[TurnRow],
        # The number of lines of the list, and the beginning of the comment on the start.
        "lines": int,
        "comment": str,
    },
)


# The board under construction; `ghosts` are the places for new discs.
class LayoutDraftPart(TypedDict):
    free: bool
    discs: int
    max: int
    parts: int
    ghosts: List[Annotated[WireRow, Members(key=str, x=float, y=float)]]


# The open editor. The rest of the snapshot is its draft.
class EditPart(TypedDict):
    # The rev at which it was opened.
    since: int
    tool: Annotated[str, Choice("position", "layout")]
    step: Annotated[str, Choice("move", "grow")]
    switches: List[str]
    # The name of the board, or "", and the names of all boards with their numbers of discs.
    board: str
    boards: List[BoardRow]
    # Whether the draft is a valid position.
    playable: bool
    problems: List[Annotated[WireRow, Members(code=str, wrong=bool, text=str, fixable=bool)]]
    # The places of adaptoids without a disc.
    off_board: List[str]
    undo: bool
    redo: bool
    shape: Optional[LayoutDraftPart]


# Text within a block: plain, bold, italic, code, a line break.
Inline = Annotated[WireRow, Script('string | ["b" | "i", ...Inline[]] | ["c", string] | ["br"]')]
# A text is a list of blocks: paragraphs, headings, lists whose items are texts.
Block = Annotated[
    WireRow,
    Script(
        '["p", ...Inline[]] | ["h", ...Inline[]] | ["ul", ...BlockItem[]] | ["ol", ...BlockItem[]]; '
        "interface BlockItem extends Array<Block> {}"
    ),
]
StepState = Annotated[str, Choice("", "solved", "helped", "missed", "skipped")]
# found: solved after the answer was shown.
StepBadge = Annotated[
    str, Choice("", "begun", "read", "solved", "tries", "hints", "both", "found", "missed", "skipped")
]
StepKind = Annotated[str, Choice("turn", "click", "count", "read")]
LessonWish = Annotated[
    str,
    Choice(
        *(
            "hint",
            "reveal",
            "skip",
            "back",
            "retry",
            "another",
            "next",
            "step",
            "go",
            "choose",
            "check",
            "again",
            "practise",
            "leave",
            "onward",
        )
    ),
]


class HintPart(TypedDict):
    taken: int
    of: int
    # How many more will be shown; None before the turn is known to which they lead.
    left: Optional[int]
    text: List[Block]
    # The next one takes a point.
    costs: bool


class RatingPart(TypedDict):
    value: int
    change: int


# One step of a lesson, and the progress of the learner.
class LessonPart(TypedDict):
    name: str
    title: str
    # The index of the step, and the number of steps.
    step: int
    count: int
    # The steps may be taken in any order.
    free: bool
    steps: List[StepState]
    # The result of each step, for a badge and in words.
    badges: List[Annotated[WireRow, Members(badge=StepBadge, words=str)]]
    # The points of each step; null for a step that is only read.
    scores: List[Optional[int]]
    text: List[Block]
    kind: StepKind
    # reply: "go" plays the answer to a turn, or a search still chooses it. shown: a right answer was revealed.
    phase: Annotated[str, Choice("ask", "reply", "right", "wrong", "shown", "over")]
    # The comment on the learner's answer.
    said: List[Block]
    # The text of the turn that answers the learner's.
    reply: str
    # The answer refutes the learner's turn.
    refuted: bool
    # Nobody knows whether the goal can still be reached, since a search replies.
    undecided: bool
    hint: HintPart
    chosen: List[str]
    # The chosen discs that are wrong.
    wrong: List[str]
    score: int
    max: int
    turns: Annotated[WireRow, Members(used=int, of=int)]
    # The requests that are allowed now.
    can: List[LessonWish]
    rating: Optional[RatingPart]
    tip: str
    # A note on a step that is repeated.
    note: str
    # At least half of the answers were found.
    made: bool
    # The title of the next lesson, at the end.
    next: str


class ComputerPart(TypedDict):
    state: Annotated[str, Choice("ready", "thinking", "stopped", "held", "failed", "unable")]
    does: Annotated[str, Choice("stop", "go")]


class GrowPart(TypedDict):
    new: List[Annotated[WireRow, Members(cell=str, starves=List[str], food_=List[FoodRow])]]
    leg: List[str]
    pincer: List[str]
    # where one limb more would starve in the enemy's feeding
    hungry: List[str]


# A comment above a member is its row in docs/reference/wire_protocol.md. The `SETTINGS` of a session are members, too.
Snapshot = TypedDict(
    "Snapshot",
    {
        # The schema, 2.
        "v": int,
        # The number of the change (*revision*).
        "rev": int,
        # The id of the board in the page.
        "board": str,
        # The text of the position as in the [rules](rules.md#text-forms); empty during the open start.
        "position": str,
        # The name of the variant.
        "variant": str,
        # The text of the layout, or its name.
        "layout": str,
        # The colours in turn order.
        "colors": List[Color],
        # The colour to play.
        "turn": Color,
        # `move`, `grow`, `over`, `place`, `choose`, `edit`, or `wait` while nobody can play here, for example while a
        # player thinks.
        "step": StepPart,
        # The names of the players by colour, as far as they are known.
        "players": Dict[Color, str],
        # The marks of the current node, see below; `null` if it has none.
        "marks": Optional[MarksPart],
        # A list of `[cell, colour, legs, pincers, liberties, food]`; liberties and food are `null` while a lesson
        # asks a question that they could answer.
        "pieces": List[PieceRow],
        # A list of `[colour, bodies, legs, pincers in supply, lost, losses that lose the game, prey]`; `prey` is
        # `null` with two players.
        "sides": List[SideRow],
        # Origin → `[target, kind, enemies that would starve]`; kind `-` free, `x` capture, `=` equal exchange, `!`
        # only the attacker leaves.
        "moves": Dict[str, List[Target]],
        # `new`: a list of `[cell, enemies that would starve, food]`; `leg`, `pincer`: cells; `hungry`: those where
        # one limb more would starve. In step `place`, `new` holds the placements.
        "grow": GrowPart,
        # The enemies that would starve if the turn ended now.
        "starving": List[str],
        # Whether nothing can grow and a button ends the turn.
        "pass": bool,
        # `null`, or the last turn: `color`, `text`, `from`, `to`, `route` (the discs of a shortest way, with both
        # ends), `kind`, `at`, `growth`, `parent` (the adaptoid beside which a new adaptoid grew), and `gone`: a list
        # of `[cell, colour, legs, pincers, reason]`; reasons `captured`, `exchanged`, `died`, `starved`.
        "last": Optional[LastTurnPart],
        # The current node of the tree; 0 is the start, −1 an open start that is not complete.
        "node": int,
        # The comment on the current node.
        "comment": str,
        # The turns, see below.
        "history": HistoryPart,
        # `null` if a person has the turn. Otherwise `state`: a player is getting `ready`, is `thinking`, was
        # `stopped`, is `held` in an earlier position, `failed`, or is `unable` to search in this page; `does`: its
        # button, `stop` or `go`.
        "computer": Optional[ComputerPart],
        # A list of `[colour, level]`: 0 for a person, `null` for a player of another kind; empty if nobody can choose
        # who plays.
        "levels": List[Annotated[WireRow, Members(color=Color, level=Optional[int])]],
        # A list of `[colour, browser, whether its page is open]` for each colour that a browser has taken; `null` in
        # a shared page.
        "seats": Optional[List[Annotated[WireRow, Members(color=Color, browser=int, open=bool)]]],
        # The browsers with a seat that may play the turn now; `null` among them stands for those without a seat.
        "plays": List[Optional[int]],
        # Whether an analyst can be asked; false in lessons, and in a page where no search can run.
        "analyst": bool,
        # Whether `new` restarts from a position that was set up.
        "again": bool,
        # Whether undo is possible.
        "undo": bool,
        # Whether redo is possible.
        "redo": bool,
        # Whether the players may agree on a draw: no computer plays, and no lesson is on the board.
        "draw": bool,
        # `W`, `B`, `R`, `draw` or `null`.
        "result": Optional[Annotated[str, Choice("W", "B", "R", "draw")]],
        # A complete sentence: what to do.
        "status": str,
        # A complete sentence: what just happened.
        "news": str,
        # `null`, or [the editor](#editor).
        "edit": Optional[EditPart],
        # `null`, or [the lesson](#lesson).
        "lesson": Optional[LessonPart],
    },
)

Language = Annotated[WireRow, Members(tag=str, name=str)]


# A lesson that is being made on a board.
class LessonDraftPart(TypedDict):
    start: str
    # Whether each step is complete.
    steps: List[bool]
    # The index of the current step.
    at: int
    kind: StepKind
    # The question, its name ("" for discs or a number of the author's own), and the number of turns of the learner.
    ask: str
    asked: str
    allowed: int
    # What turns and clicks on the board become.
    records: Annotated[str, Choice("right", "wrong", "marks")]
    # Foreseen wrong answers with their texts, the marked discs, and where another try begins.
    wrong: List[Annotated[WireRow, Members(answer=str, text=str)]]
    rings: List[str]
    retry: str
    # What the check has found; null before it.
    findings: Optional[List[str]]
    right: List[str]
    goals: List[Annotated[WireRow, Members(goal=str, right=int, turns=int)]]
    # The index of the chosen goal.
    chosen: int
    # The language of the texts, and the languages in which the author can write or has written.
    language: str
    languages: List[Annotated[WireRow, Members(tag=str, name=str, isWritten=bool)]]
    # The title of the lesson and the texts of the current step.
    texts: Dict[Annotated[str, Choice("title", "text", "hint", "done")], str]
    # What is missing: "right" or a text, the number of its step or 0, and its language if there are several.
    missing: List[Annotated[WireRow, Members(what=str, step=int, language=str)]]
    # Why the draft is not a valid lesson although nothing is missing.
    problem: str
    # The title of the lesson that was made before, to which this step can be added, or which a file has replaced.
    earlier: str
    # Whether the lesson was read from a file.
    opened: bool
    # The text of the lesson file, or "" while something is missing, and its name without the ending.
    file: str
    name: str
    # The number of turns on the board since the start.
    played: int
    preview: bool


# Whose results of a lesson are saved in which file of which folder, and whether the file is there yet.
class ResultsPart(TypedDict):
    learner: str
    file: str
    folder: str
    saved: bool


# The snapshot of a board in a notebook, on which lessons can be made, and which saves results of lessons.
class BoardSnapshot(Snapshot):
    maker: NotRequired[LessonDraftPart]
    results: NotRequired[ResultsPart]


# Centres in disc diameters, y down, and the path of the tray under the discs.
class DiscsPart(TypedDict):
    name: str
    cells: List[Annotated[WireRow, Members(cell=str, x=float, y=float)]]
    tray: str


class WordingPart(TypedDict):
    language: str
    ui: Dict[str, str]
    languages: NotRequired[List[Language]]


# The fields of each intent; names of intents with the same fields stand together. Each intent has `id` and `rev`, too.
INTENTS: Dict[str, Dict[str, Any]] = {
    "move": {"from": str, "to": str},
    "grow": {"at": str, "what": GrowthKind},
    "pass undo redo new resign draw stop go": {},
    # a turn as people type it
    "play complete": {"text": str},
    # a replay says from which node it goes on, so that it stops where someone has chosen another turn
    "goto": {"at": int, "from?": int},
    "level": {"color": Color, "to": int},
    "name": {"color": Color, "text": str},
    "swap rematch": {},
    # "take", "over" and "leave" name a colour; "here" and "away" do not
    "sit": {"what": Annotated[str, Choice("take", "over", "leave", "here", "away")], "color?": Color},
    "begin": {
        "start": Annotated[str, Choice("same", "board", "open")],
        "variant": str,
        "layout": str,
        "levels": Dict[Color, Optional[int]],
    },
    "boards": {},
    "select promote remove": {"node": int},
    "comment": {"node": int, "text": str},
    "language": {"to": str},
    "place": {"at": str},
    "choose": {"color": Color},
    "why": {"at": str, "from?": str},
    "history": {"from": int, "to": int},
    "foresee": {"at": str},
    # after a step that is previewed: a move, or a growth
    "feeding": {"flipped": bool, "from?": str, "to?": str, "at?": str, "what?": GrowthKind},
    "describe": {"what": str, "at": str, "from": Optional[str]},
    "map": {"color": Color},
    "mark": {"marks": Optional[MarksPart]},
    "edit": {"what": str, "at?": Optional[str], "to?": str, "…": Any},
    "analyse hint threats": {},
    "coach": {"on?": bool},
    "parts": {},
    "learner": {"name": str},
    "lesson": {"what": LessonWish, "at?": Annotated[str, Script("string | number")], "count?": int},
    "make-lesson": {
        "what": Annotated[
            str,
            Choice(
                *("open", "close", "another", "remove", "goal", "own", "text", "preview", "back"),
                *("language", "step", "add", "drop", "file", "resume"),
                *("kind", "ask", "retry", "turns", "record", "disc", "foresee", "forget", "check"),
            ),
        ],
        "turn?": str,
        "cell?": str,
        "answer?": str,
        "at?": int,
        "field?": str,
        "text?": str,
        "to?": str,
        "name?": str,
    },
    "line": {"turns": List[str]},
    "learn": {"what": Annotated[str, Choice("start")]},
    # with `reply`, up to the reply to the turn of a node, as a review has added it; then `turns` are
    # played, with `passes` after a turn that is left out
    "film": {
        "from": int,
        "to": int,
        "node?": int,
        "flipped?": bool,
        "reply?": bool,
        "passes?": bool,
        "turns?": List[str],
    },
    "picture": {"by": int},
    "record page": {},
    "open": {"text": str, "row?": Optional[int]},
}


# The place where a dragged disc would be put.
class SnapPart(TypedDict):
    x: float
    y: float
    touching: int
    overlaps: bool


ReplyPart = TypedDict(
    "ReplyPart",
    {
        "type": Literal["reply"],
        "id": int,
        "rev": int,
        "ok": bool,
        "code": NotRequired[str],
        "text": NotRequired[str],
        "at": NotRequired[Optional[str]],
        "turns": NotRequired[List[TurnRow]],
        "from": NotRequired[int],
        "food": NotRequired[FoodPart],
        "map": NotRequired[ReachMapPart],
        "feeding": NotRequired[FeedingPart],
        # The name of a disc that was added or removed.
        "key": NotRequired[str],
        "snap": NotRequired[SnapPart],
        # The name of the board in use, or "", and the named boards with their numbers of discs.
        "board": NotRequired[str],
        "boards": NotRequired[List[BoardRow]],
        # Of each of them, the x and y of all discs in turn.
        "outlines": NotRequired[List[List[float]]],
        # The legal turns that a typed text may become, and with `at` the last disc that it names.
        "texts": NotRequired[List[str]],
        "to": NotRequired[Optional[str]],
        # The text of a part's module.
        "module": NotRequired[str],
        # The record of the game, the number of the shown turn in it unless it is the last, and the address of a page
        # for links.
        "record": NotRequired[str],
        "row": NotRequired[int],
        "address": NotRequired[str],
        # The start and the turns up to a node, as a film shows them.
        "frames": NotRequired[List[FilmFramePart]],
        "node": NotRequired[int],
        # The text of a shared page.
        "page": NotRequired[str],
        # The picture of the position, by MIME type.
        "bundle": NotRequired[Dict[str, str]],
        # Whether the coach is on.
        "coach": NotRequired[bool],
    },
)


# A line of play, scored for the player of its first turn.
class LinePart(TypedDict):
    score: float
    # A proven result: the number of own turns to the win, negative for a loss.
    win: Optional[int]
    exact: bool
    turns: List[str]
    color: Color


# A review of the game, and its mistakes once it is done.
class ReviewPart(TypedDict):
    running: bool
    # Why the last review failed, or "".
    error: str
    # How many turns were reviewed.
    at: NotRequired[int]
    of: NotRequired[int]
    mistakes: NotRequired[
        List[
            Annotated[
                WireRow,
                Members(
                    node=int,
                    ply=int,
                    color=Color,
                    turn=str,
                    glyph=Annotated[str, Choice("?", "??")],
                    best=str,
                ),
            ]
        ]
    ]
    # The share of each colour at the start and after each turn, and the nodes of the tree.
    graph: NotRequired[List[List[float]]]
    nodes: NotRequired[List[int]]
    # The number of mistakes of people, which a lesson asks for.
    exercises: NotRequired[int]


class FoundPart(TypedDict):
    turn: Color
    depth: int
    nodes: int
    compiled: bool
    shares: List[Annotated[WireRow, Members(color=Color, share=float)]]
    lines: List[LinePart]
    threat: Optional[LinePart]


# Step 1 names the adaptoid, step 2 the turn, which `words` describes.
class AnalystHintPart(TypedDict):
    taken: int
    turn: str
    words: str


# What the coach says after a turn of a computer. `ply` is that of the turn, `before` that of the position that shows
# why, `turn` what `color` plays there, and `cells` whom it takes.
class RemarkPart(TypedDict):
    node: int
    ply: int
    before: int
    turn: str
    color: Color
    cells: List[str]
    text: str


# A turn with the best play after it, "??", "?" or "" for how bad it is, and sentences why.
class ComparedPart(TypedDict):
    line: LinePart
    mark: Annotated[str, Choice("??", "?", "")]
    why: str


# The turn that was played on the analysed position, compared with the best one. `ply` is that of the turn, `turns` are
# both, best first, or the one that is both. `changes` are the features of the evaluation in which it differs most.
class ComparisonPart(TypedDict):
    ply: int
    turn: str
    turns: List[ComparedPart]
    changes: List[Annotated[WireRow, Members(feature=str, worth=float)]]


# The analysis of one position; empty while it is switched off.
class AnalystPart(TypedDict):
    on: bool
    node: int
    position: str
    threats: bool
    searching: bool
    # Why the search failed, or "".
    error: NotRequired[str]
    # No search can run in this page.
    unable: NotRequired[bool]
    found: Optional[FoundPart]
    hint: Optional[AnalystHintPart]
    remark: Optional[RemarkPart]
    comparison: Optional[ComparisonPart]


class Traits(TypedDict):
    snapshot: BoardSnapshot
    analyst: NotRequired[Annotated[Dict[str, Any], Script("Partial<Analyst>")]]
    review: NotRequired[ReviewPart]
    discs: DiscsPart
    wording: WordingPart


# Begins a search, and asks for the codes of the turns. A text holds 64-bit integers, separated by blanks.
class ListRequestPart(TypedDict):
    do: Literal["list"]
    state: str
    grows: int
    context: str
    near: str
    # The first cells of the work array.
    head: str
    # The sizes of the work array and the transposition table in cells.
    work: int
    table: int
    # The search stops after this time, but for its first depth. 0: it has no limit of time.
    seconds: float


# Asks to search the turns in an order, `left` quarters of a turn deep.
class RootRequestPart(TypedDict):
    do: Literal["search_root"]
    left: int
    lines: int
    limit: str
    nodes: int
    order: List[int]


# Asks for two cells of the transposition table.
class EntryRequestPart(TypedDict):
    do: Literal["read"]
    entry: int


# What a search of a page asks its worker.
SearchRequestPart = Union[ListRequestPart, RootRequestPart, EntryRequestPart]


# The codes of the move and of the growth of each turn.
class ListAnswerPart(TypedDict):
    codes: List[int]


class RootAnswerPart(TypedDict):
    finished: int
    nodes: int
    scores: List[int]
    bounds: List[int]


class EntryAnswerPart(TypedDict):
    cells: str


# The answers to these requests, in the same order.
SearchAnswerPart = Union[ListAnswerPart, RootAnswerPart, EntryAnswerPart]


# What a search is to answer, with the number of the request.
class NumberedRequestPart(TypedDict):
    number: int
    request: SearchRequestPart


# Which puzzles are asked, the one on the board, and how the learner does.
class PuzzlesStatePart(TypedDict):
    mode: Annotated[str, Choice("daily", "endless")]
    # The theme of an endless sequence; "" for any.
    tactic: str
    name: str
    theme: str
    difficulty: int
    rating: int
    # The number of days in a row.
    streak: int
    # The last answers, with the rating after each.
    last: List[Annotated[WireRow, Members(name=str, solved=bool, rating=int)]]
    # How each puzzle went, by name.
    states: Dict[str, str]


# What Python in a page says of a content: the traits that changed, then the reply.
class AnswerPart(TypedDict):
    # The searches under way, by what they are for: a computer's turn, an analysis, a review, a lesson's reply.
    searches: NotRequired[Dict[str, NumberedRequestPart]]
    analyst: NotRequired[Annotated[Dict[str, Any], Script("Partial<Analyst>")]]
    review: NotRequired[ReviewPart]
    puzzles: NotRequired[PuzzlesStatePart]
    # The learner of a lesson or of puzzles.
    learner: NotRequired[str]
    # The address names no valid position.
    bad_address: NotRequired[bool]
    # What is wrong in the record of the address, or "".
    notes: NotRequired[str]
    snapshot: NotRequired[BoardSnapshot]
    discs: NotRequired[DiscsPart]
    wording: NotRequired[WordingPart]
    reply: NotRequired[ReplyPart]


# A note under the tables of a class: a code and its slots.
ClassNote = Annotated[
    WireRow, Members(code=str, slots=Annotated[Any, Script("Record<string, string | number | string[]>")])
]


# The tables of a class but for the results of learners in steps.
class ClassTablesPart(TypedDict):
    lessons: List[Annotated[WireRow, Members(lesson=str, steps=List[str])]]
    learners: List[Annotated[WireRow, Members(learner=str, points=str)]]
    absent: List[str]
    hardest: List[
        Annotated[
            WireRow,
            Members(
                lesson=str,
                step=str,
                learners=int,
                solved=float,
                alone=float,
                tries=float,
                hints=float,
                seconds=float,
                wrong=str,
                wrongLearners=int,
            ),
        ]
    ]
    # Who played which colour, the result, and the number of turns.
    games: List[Annotated[WireRow, Members(file=str, players=List[str], result=str, turns=int)]]
    notes: List[ClassNote]
    # The numbers of files that were used and left out.
    files: Annotated[WireRow, Members(used=int, left=int)]


# The text of the cell of a step, how it went, and the turns that were tried.
ClassCell = Annotated[WireRow, Members(content=str, how=str, turns=str)]

# The points and the steps of a learner in a lesson.
ClassLesson = Annotated[WireRow, Members(points=str, steps=List[ClassCell])]


# A board that a cell of a page shows.
class ShownBoardPart(TypedDict):
    board: str
    # Its traits as JSON.
    first: str
    state: str
    # The lesson on it as JSON, or "".
    lesson: str


# A picture of a position: its traits as JSON, in words, and its width in pixels.
class ShownPicturePart(TypedDict):
    traits: str
    words: str
    size: int


MimeBundlePart = TypedDict(
    "MimeBundlePart",
    {
        "application/vnd.adaptoid.board+json": NotRequired[ShownBoardPart],
        "application/vnd.adaptoid.picture+json": NotRequired[ShownPicturePart],
        "text/html": NotRequired[str],
        "image/svg+xml": NotRequired[str],
        "image/png": NotRequired[str],
        "text/plain": NotRequired[str],
    },
)


# "cut" is there if a text was too long, and its end is left out.
class CellStreamPart(TypedDict):
    output_type: Literal["stream"]
    cut: NotRequired[Literal[True]]
    name: str
    text: str


class CellDataPart(TypedDict):
    output_type: Annotated[str, Choice("display_data", "execute_result")]
    cut: NotRequired[Literal[True]]
    data: MimeBundlePart


class CellErrorPart(TypedDict):
    output_type: Literal["error"]
    cut: NotRequired[Literal[True]]
    ename: str
    evalue: str
    line: Optional[int]


# An output of a cell, in the form of notebook files.
CellOutputPart = Union[CellStreamPart, CellDataPart, CellErrorPart]


# What Python tells at once of each output of a cell.
class CellNewsPart(TypedDict):
    cell: int
    output: CellOutputPart


# What a page shows.
PageKind = Annotated[str, Choice("game", "lesson", "puzzles", "class", "tutorial")]


# The settings of a page of a site. All addresses are relative to the page.
class SiteConfig(TypedDict):
    # The address of the folder of the site.
    root: str
    # The same page in other languages.
    alternates: Dict[str, str]
    # Whether the page's address names its language.
    named: bool
    # The boards of all lessons, in their order.
    lessons: List[str]
    # Opens the analysis with the board.
    analyse: NotRequired[bool]
    # Only on pages with a game: the address of a shared page, from which a page with another game can be made.
    template: NotRequired[str]
    # All puzzles: the name, the tactic, the difficulty and the number of colours.
    puzzles: NotRequired[List[Annotated[WireRow, Members(name=str, tactic=str, difficulty=int, colors=int)]]]


# The sentences for a page that cannot start.
class PageWordsPart(TypedDict):
    slow: str
    old: str
    broken: str
    stopped: str
    disk: NotRequired[str]


# The settings of a shared page, for its scripts.
class PageSettings(TypedDict):
    kind: PageKind
    # Only in a page of a site.
    site: NotRequired[SiteConfig]
    # The id of the board, which depends on its content.
    board: str
    # Only in a foreign page, whose elements describe their contents by attributes: the keys of the lessons' results, by
    # name.
    embedded: NotRequired[Dict[str, str]]
    # Only in a page with several: the kind and the id of each content.
    contents: NotRequired[List[Annotated[WireRow, Members(kind=str, board=str)]]]
    # Only in a page with code cells.
    cells: NotRequired[bool]
    # Whose state is saved: this tab's own, or one of the device for good.
    storage: Annotated[str, Choice("tab", "device")]
    # Whether the address may name a position.
    links: bool
    words: PageWordsPart
