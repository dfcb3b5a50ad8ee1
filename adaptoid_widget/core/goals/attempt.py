"""A learner's attempt at a step of a lesson: the turns played so far. Also patterns of turns."""

from __future__ import annotations

from typing import List, NamedTuple, Optional, Tuple, Union

from ..rules.errors import TextError
from ..rules.integer_rules import rotate_players
from ..rules.notation import parse_turn
from ..rules.position import Position
from ..rules.scanner import Scanner
from ..rules.turn import Gone, Turn

PlayedTurn = NamedTuple(
    "PlayedTurn",
    [("color", str), ("turn", Turn), ("before", Position), ("after", Position), ("gone", Tuple[Gone, ...])],
)
"""A turn of an attempt: who played it, the positions before and after it, and who left the board."""


class Attempt:
    """The turns played in a step. Immutable; `add` returns an attempt with one more turn.

    `color` is the learner's. With `nobody`, nobody replies: the learner is to move again after each turn.

    >>> attempt = Attempt(Position.from_text("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6"), "W").add("+D4")
    >>> [gone.cell for gone in attempt.played[0].gone], str(attempt.position)
    (['D5'], 'adaptoid b 0,1 W:C5,D3,D4 B:D6')
    >>> str(Attempt(Position.start(), "W", nobody=True).add("+D3").position)
    'adaptoid w 0,0 W:D2,D3 B:D6'
    """

    __slots__ = ("color", "nobody", "played", "position", "start")

    def __init__(self, start: Position, color: str, nobody: bool = False) -> None:
        """Raises GameError for a colour that does not play."""
        start.supply(color)
        self.start = start
        """The position in which the step begins, possibly within a turn."""
        self.color = color
        self.nobody = nobody
        self.played: List[PlayedTurn] = []
        """All turns so far, of every colour."""
        self.position = start

    def add(self, turn: Union[Turn, str]) -> Attempt:
        """The attempt with another turn of the player to move. Raises TextError and IllegalTurn."""
        before = self.position
        turn = Turn.of(turn)
        effect = before.effect(turn)
        attempt = Attempt(self.start, self.color, self.nobody)
        attempt.played = self.played + [PlayedTurn(before.turn, turn, before, effect.position, effect.gone)]
        attempt.position = effect.position
        if self.nobody and before.turn == self.color:
            attempt.position = same_color_again(effect.position, self.color)
        return attempt

    @property
    def own(self) -> List[PlayedTurn]:
        """The learner's turns."""
        return [played for played in self.played if played.color == self.color]

    @property
    def last(self) -> Optional[PlayedTurn]:
        """The learner's last turn; None before the first."""
        own = self.own
        return own[-1] if own else None

    @property
    def texts(self) -> List[str]:
        """The texts of all turns."""
        return [str(played.turn) for played in self.played]

    @property
    def is_learners_turn(self) -> bool:
        """Whether the learner is to move."""
        return self.position.turn == self.color and self.position.winner is None

    def __repr__(self) -> str:
        turns = ", ".join(self.texts) or "nothing yet"
        return "<Attempt of %s from %s: %s>" % (self.color, self.start, turns)


def same_color_again(position: Position, color: str) -> Position:
    """The position with `color` to move, as if the others had passed; unchanged if the game is over.

    >>> str(same_color_again(Position.start("adapt3").play("+D3"), "W"))
    'adapt3 w 0,0,0 W:D2,D3 B:B4 R:F6'
    """
    if position.winner is not None:
        return position
    colors = position.colors
    seat = colors.index(position.turn)
    state = position.state
    while colors[seat] != color:
        state = rotate_players(state, len(colors))
        seat = (seat + 1) % len(colors)
    return position.at_move(color, state)


def check_pattern(text: str, line: int = 1, column: int = 1) -> str:
    """The canonical text of a pattern: a turn, `*` for any turn, or one of its parts, as in `E3-D2 *` and `* +D4`.

    Raises TextError.

    >>> check_pattern("e3-d2 *"), check_pattern("* f6+L"), check_pattern("*")
    ('E3-D2 *', '* F6+L', '*')
    """
    if text == "*":
        return text
    if text[:2] == "* ":
        growth = _turn(text[2:], line, column + 2)
        if growth.growth is None or growth.origin is not None:
            raise TextError(line, column + 2, text[2:], "a growth after the star: +F6, F6+L or F6+P")
        return "* " + str(growth)
    if text[-2:] == " *":
        move = _turn(text[:-2], line, column)
        if move.origin is None or move.growth is not None:
            raise TextError(line, column, text[:-2], "a move before the star: E3-D2 or E3xE5")
        return str(move) + " *"
    return str(_turn(text, line, column))


def _turn(text: str, line: int, column: int) -> Turn:
    # the scanner refuses a value that is not a text, and a text that is too long
    Scanner(text, line, column)
    return Turn(*parse_turn(text, line, column))


def fits(pattern: str, turn: Turn) -> bool:
    """Whether a turn fits a canonical pattern. `* +D4` fits every turn with this growth, also without a move.

    >>> [fits(pattern, Turn.from_text("E3-D2 +D4")) for pattern in ("*", "E3-D2 *", "* +D4", "+D4")]
    [True, True, True, False]
    """
    if pattern == "*":
        return True
    if pattern[:2] == "* ":
        return turn.growth is not None and str(turn).split(" ")[-1] == pattern[2:]
    if pattern[-2:] == " *":
        return turn.move == pattern[:-2]
    return str(turn) == pattern
