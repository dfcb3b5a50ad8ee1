"""What an analysis says: lines with scores in adaptoids, a table of all turns, marks for a picture."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

from ..game.marks import Marks
from ..host.host import PublicNames, ascending, game_on, in_order, public_names, type_name
from ..i18n.catalog import ENGLISH
from ..rules.errors import GameError
from ..rules.position import Position
from ..rules.turn import Turn
from .deepening import Progress, turn_of
from .scores import UNIT, score_text, shares, win_in

# the colours of the lines' arrows, best line first
TONES = ("green", "blue", "yellow")
SIGNS = {"new": "+", "leg": "L", "pincer": "P"}
MAX_SHOWN_TURNS = 6

# editors know the fields of the first form alone, and MicroPython those of the second
if TYPE_CHECKING:

    class _Line(NamedTuple):
        turns: Tuple[str, ...]
        score: float
        win_in: Optional[int]
        exact: bool
        color: str

else:
    _Line = NamedTuple(
        "_Line",
        [
            ("turns", Tuple[str, ...]),
            ("score", float),
            ("win_in", Optional[int]),
            ("exact", bool),
            ("color", str),
        ],
    )


class Line(_Line):
    """A line of play, with its score from the view of the player of its first turn, who has the `color`.

    `turns` are the turn to play, or the rest of the one under way, and the best play after it as far as it is known.
    `score` is in adaptoids; beyond ±290 the end is proven. `win_in` is n for a proven win with one's own nth turn
    at the latest, -n for a proven loss after one's own nth turn, and None if nothing is proven. `exact` is False if the
    score is only an upper bound.
    """

    __slots__ = ()
    __dir__ = public_names

    def __str__(self) -> str:
        ellipsis = " …" if len(self.turns) > MAX_SHOWN_TURNS else ""
        return "%s  %s%s" % (self.told, ", ".join(self.turns[:MAX_SHOWN_TURNS]), ellipsis)

    @property
    def told(self) -> str:
        """The score as a text, such as "+1.25" or "wins in 2"."""
        return ("" if self.exact else "≤ ") + score_text(self.score, self.win_in)


class AnalysisContent(PublicNames):
    """What a search has found in a position. Scores are in adaptoids, from the view of the player to move."""

    unit = UNIT
    """The unit of scores."""

    def __init__(
        self,
        position: Position,
        progress: Progress,
        weights: Sequence[int],
        lines: int,
        compiled: bool = True,
    ) -> None:
        """`weights` are those of the evaluation for the number of players."""
        self.position = position
        """The analysed position."""
        players = len(position.colors)
        found: List[Line] = []
        for turns, score, bound in zip(progress.lines, progress.scores, progress.bounds):
            texts = tuple([str(turn) for turn in turns])
            found.append(Line(texts, score / 100, win_in(score, players), bound == "=", position.turn))
        self._worst = progress.scores[len(found) - 1]
        self.lines = tuple(found[:lines])
        """The best lines, best first; one at least."""
        self.depth = progress.depth
        """The finished depth in turns."""
        self.nodes = progress.nodes
        """The number of visited positions, including those in the middle of a turn."""
        self.done = progress.done
        """Why the search ended: "depth", "nodes", "seconds", "stopped" or "proven"."""
        self.compiled = compiled
        """Whether the search ran compiled. Interpreted it sees far less in the same time."""
        self._progress = progress
        self._weights = weights

    @property
    def best(self) -> str:
        """The text of the best turn."""
        return self.lines[0].turns[0]

    @property
    def score(self) -> float:
        """The score of the best line, in adaptoids."""
        return self.lines[0].score

    @property
    def win_in(self) -> Optional[int]:
        """The proof of the best line, as in `Line.win_in`."""
        return self.lines[0].win_in

    @property
    def turn(self) -> str:
        """The player to move, whose view the scores have."""
        return self.position.turn

    @property
    def table(self) -> List[Dict[str, Any]]:
        """One row for each legal turn, best first; `to_frame` makes a pandas DataFrame of it.

        "turn", "move" and "growth" are texts or None. "score" is in adaptoids. "bound" is "=" if this is the score of
        the turn. "≤" says that the search found the turn no better than the last of the lines, and looked no further:
        the score is that of the last line, or the latest proven loss. "exact" is True if "bound" is "=". "win_in" is as
        in a `Line`; with "≤", the player loses by then or earlier.
        """
        progress, rows = self._progress, []
        for code, score, bound in zip(progress.codes, progress.scores, progress.bounds):
            rows.append(self._row(turn_of(self.position, *code), score, bound))
        order = ascending([(-rows[k]["score"], rows[k]["bound"], k) for k in range(len(rows))])
        return [rows[k] for _, _, k in order]

    def _row(self, turn: Turn, hundredths: int, bound: str) -> Dict[str, Any]:
        players = len(self.position.colors)
        proof = win_in(hundredths, players)
        if bound == "≤" and (proof is None or proof > 0):
            # the bound itself is from a search of less depth; only a proof holds at any depth
            hundredths, proof = self._worst, win_in(min(self._worst, 0), players)
        growth = str(Turn(None, None, False, turn.growth, turn.at)) if turn.growth else None
        return in_order(
            [
                ("turn", str(turn)),
                ("move", turn.move),
                ("growth", growth),
                ("score", hundredths / 100),
                ("bound", bound),
                ("win_in", proof),
                ("exact", bound == "="),
            ]
        )

    @property
    def shares(self) -> Dict[str, float]:
        """Each colour's share of an even game with best play; the sum is 1.

        A score of 1.6 gives 0.73 and 0.27. With three colours, the end of the best line decides.
        """
        progress = self._progress
        return shares(self.position, progress.scores[0], progress.lines[0], self._weights)

    def __repr__(self) -> str:
        head = "%s to play, %s" % (ENGLISH.say("color." + self.turn), self._spent)
        rows = ["%d  %s" % (k + 1, self.lines[k]) for k in range(len(self.lines))]
        return "\n".join([head] + rows + [self._note])

    @property
    def _spent(self) -> str:
        plural = "" if self.depth == 1 else "s"
        return "%d turn%s deep, %s positions" % (self.depth, plural, "{:,}".format(self.nodes))

    @property
    def _note(self) -> str:
        note = "Scores in %s, for %s." % (self.unit, ENGLISH.say("color." + self.turn))
        if "≤" in self._progress.bounds:
            note += (
                " Other turns have upper bounds (≤) in the table; exact=True gives the score of each turn."
            )
        return note


def marks_of(lines: Sequence[Line], tones: Tuple[str, ...] = TONES) -> Marks:
    """Mark the first turns of lines: an arrow for a move, a ring for a growth, with the line's number.

    A sign after the number says what grows: + a new adaptoid, L a leg, P a pincer.

    >>> str(marks_of((Line(("E3-D2 D2+L",), 1.0, None, True, "W"),)))
    'arrow(E3,D2) ring(D2) label(D2,"1L")'
    """
    arrows: Dict[Tuple[str, str], str] = OrderedDict()
    rings: Dict[str, str] = OrderedDict()
    labels: Dict[str, List[str]] = OrderedDict()
    for number in range(len(lines)):
        turn = Turn.from_text(lines[number].turns[0])
        tone = tones[min(number, len(tones) - 1)]
        if turn.origin is not None and turn.target is not None:
            arrows.setdefault((turn.origin, turn.target), tone)
            if turn.target != turn.at:
                labels.setdefault(turn.target, []).append(str(number + 1))
        if turn.at is not None and turn.growth is not None:
            rings.setdefault(turn.at, tone)
            labels.setdefault(turn.at, []).append("%d%s" % (number + 1, SIGNS[turn.growth]))
    return Marks(
        arrows=[cells + (arrows[cells],) for cells in arrows],
        rings=rings,
        labels=in_order([(cell, " ".join(labels[cell])[:12].strip()) for cell in labels]),
    )


def position_of(source: Any) -> Position:
    """The position to analyse of a Position, text, Game or Board. Raises GameError, TextError or TypeError."""
    game = game_on(source)
    if not getattr(game, "started", True):
        raise GameError("the open start is not finished yet, so there is nothing to analyse")
    position = getattr(game, "position", game)
    if isinstance(position, str):
        position = Position.of(position)
    if not isinstance(position, Position):
        raise TypeError("give a Position, its text, a Game or a Board, not %s" % type_name(source))
    if position.winner is not None:
        name = ENGLISH.say("color." + position.winner)
        raise GameError("the game is over, %s has won; there is nothing to analyse in %s" % (name, position))
    return position
