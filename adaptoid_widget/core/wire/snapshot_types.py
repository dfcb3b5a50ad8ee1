"""The types of a snapshot, for type checkers alone: no module imports this one at run time.

They are the interfaces of js/src/protocol/types.ts, which explains the members; tests/repository/test_frontend.py
compares both. A row is a list of fixed length.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, TypedDict

WireRow = List[Any]


class HeatPart(TypedDict):
    title: str
    cells: List[WireRow]
    low: float
    high: float


class MarksPart(TypedDict):
    arrows: List[WireRow]
    fills: List[WireRow]
    rings: List[WireRow]
    labels: List[WireRow]
    heat: Optional[HeatPart]


# the functional form takes "from", a keyword of Python
LastTurnPart = TypedDict(
    "LastTurnPart",
    {
        "color": str,
        "text": str,
        "from": Optional[str],
        "to": Optional[str],
        "route": List[str],
        "kind": Optional[str],
        "at": Optional[str],
        "growth": Optional[str],
        "parent": Optional[str],
        "gone": List[WireRow],
    },
)


class FilmFramePart(TypedDict):
    turn: str
    step: str
    pieces: List[WireRow]
    starving: List[str]
    last: Optional[LastTurnPart]
    marks: Optional[MarksPart]


HistoryPart = TypedDict(
    "HistoryPart",
    {
        "at": int,
        "length": int,
        "count": int,
        "row": int,
        "from": int,
        "turns": List[WireRow],
        "lines": int,
        "comment": str,
    },
)


class ShapePart(TypedDict):
    free: bool
    discs: int
    max: int
    parts: int
    ghosts: List[WireRow]


class EditPart(TypedDict):
    since: int
    tool: str
    step: str
    switches: List[str]
    board: str
    boards: List[WireRow]
    playable: bool
    problems: List[WireRow]
    off_board: List[str]
    undo: bool
    redo: bool
    shape: Optional[ShapePart]


class HintPart(TypedDict):
    taken: int
    of: int
    text: List[WireRow]
    costs: bool


class RatingPart(TypedDict):
    value: int
    change: int


class LessonPart(TypedDict):
    name: str
    title: str
    step: int
    count: int
    free: bool
    steps: List[str]
    badges: List[WireRow]
    scores: List[Optional[int]]
    text: List[WireRow]
    kind: str
    phase: str
    said: List[WireRow]
    reply: str
    refuted: bool
    undecided: bool
    hint: HintPart
    chosen: List[str]
    wrong: List[str]
    score: int
    max: int
    turns: WireRow
    can: List[str]
    rating: Optional[RatingPart]
    tip: str
    note: str
    made: bool
    next: str


class ComputerPart(TypedDict):
    state: str
    does: str


class GrowPart(TypedDict):
    new: List[WireRow]
    leg: List[str]
    pincer: List[str]


Snapshot = TypedDict(
    "Snapshot",
    {
        "v": int,
        "rev": int,
        "board": str,
        "position": str,
        "variant": str,
        "layout": str,
        "colors": List[str],
        "turn": str,
        "step": str,
        "aids": str,
        "interactive": bool,
        "flipped": bool,
        "coordinates": bool,
        "size": str,
        "players": Dict[str, str],
        "marks": Optional[MarksPart],
        "pieces": List[WireRow],
        "sides": List[WireRow],
        "moves": Dict[str, List[WireRow]],
        "grow": GrowPart,
        "starving": List[str],
        "pass": bool,
        "last": Optional[LastTurnPart],
        "node": int,
        "comment": str,
        "history": HistoryPart,
        "computer": Optional[ComputerPart],
        "levels": List[WireRow],
        "seats": Optional[List[WireRow]],
        "analyst": bool,
        "exercise": bool,
        "again": bool,
        "undo": bool,
        "redo": bool,
        "result": Optional[str],
        "status": str,
        "news": str,
        "edit": Optional[EditPart],
        "lesson": Optional[LessonPart],
    },
)
