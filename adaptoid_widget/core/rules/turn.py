"""Turns, and the small records that positions return."""

from __future__ import annotations

from typing import Dict, Mapping, NamedTuple, Optional, Tuple, Union

from ..host.host import brief, public_names
from .errors import GameError, TextError, whole_number
from .integer_rules import MAX_LIMBS
from .layout import Layout
from .notation import parse_turn, turn_text
from .piece import Piece

_Turn = NamedTuple(
    "_Turn",
    [
        ("origin", Optional[str]),
        ("target", Optional[str]),
        ("attack", bool),
        ("growth", Optional[str]),
        ("at", Optional[str]),
    ],
)

_Supply = NamedTuple("_Supply", [("bodies", int), ("legs", int), ("pincers", int)])

_Reach = NamedTuple(
    "_Reach",
    [
        ("free", Tuple[str, ...]),
        ("captures", Tuple[str, ...]),
        ("exchanges", Tuple[str, ...]),
        ("deaths", Tuple[str, ...]),
    ],
)


class Supply(_Supply):
    """The bodies, legs and pincers that a colour has left to grow with (R3).

    >>> from adaptoid_widget import Position
    >>> Position.start().supply("W")
    Supply(bodies=11, legs=12, pincers=12)
    """

    __slots__ = ()
    __dir__ = public_names


class Reach(_Reach):
    """Where an adaptoid can go (R6, R7): discs that are `free`, and the discs of enemies.

    It `captures` a weaker one, `exchanges` itself with an equal one, and attacks a stronger one with `deaths` only if
    the game has the switch weaker-dies.

    >>> from adaptoid_widget import Position
    >>> Position("adaptoid w 0,0 W:D2LP B:D3,D6").reach("D2")
    Reach(free=('C1', 'C2', 'D1', 'E2', 'E3'), captures=('D3',), exchanges=(), deaths=())
    """

    __slots__ = ()
    __dir__ = public_names


class Turn(_Turn):
    """A turn or the rest of one: a move or attack, a growth, or both (R6–R8). Its text is canonical.

    `Turn.from_text` reads a text; the constructor takes the parts, and the functions that take a turn check them.
    `growth` is "new", "leg" or "pincer", on the disc `at`. All parts of `-` (no move, no growth) are None.

    >>> turn = Turn.from_text("E3xE5 +F6")
    >>> turn.origin, turn.target, turn.attack, turn.growth, turn.at
    ('E3', 'E5', True, 'new', 'F6')
    """

    __slots__ = ()
    __dir__ = public_names
    _internal = ("of",)

    @staticmethod
    def from_text(text: str) -> Turn:
        """Parse a turn text. Raises TextError if it is not canonical."""
        if text in STEPS:
            return STEPS[text]
        turn = Turn(*parse_turn(text))
        if str(turn) == text and (turn.origin is None or turn.growth is None):
            if len(STEPS) >= MAX_CACHED_TURNS:
                STEPS.clear()
            STEPS[text] = turn
        return turn

    @staticmethod
    def of(turn: Union[Turn, str]) -> Turn:
        """Return a turn as it is, or the turn of a text. Raises TextError, or TypeError for anything else."""
        if isinstance(turn, Turn):
            return turn
        if isinstance(turn, str):
            return Turn.from_text(turn)
        raise TypeError("a turn is a Turn or its text, not %s" % type(turn).__name__)

    @property
    def move(self) -> Optional[str]:
        """The text of the move step alone, or None.

        >>> Turn.from_text("E3xE5 +F6").move
        'E3xE5'
        """
        if self.origin is None:
            return None
        return turn_text((self.origin, self.target, self.attack, None, None))

    def __repr__(self) -> str:
        return "Turn.from_text(%r)" % str(self)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __lt__(self, other: object) -> bool:
        return str(self) < str(other)

    def __str__(self) -> str:
        return turn_text(self)


STEPS: Dict[str, Turn] = {}
"""A cache of turns of one step, a move or a growth, by their texts. A board has some thousands of them."""
MAX_CACHED_TURNS = 10000


_Gone = NamedTuple("_Gone", [("cell", str), ("piece", Piece), ("how", str)])


class Gone(_Gone):
    """An adaptoid that left the board (R7, R10): its disc, the `piece`, and `how`.

    `how` is "captured", "exchanged", "died" (it attacked a stronger one) or "starved".

    >>> from adaptoid_widget import Position
    >>> Position("adaptoid w 0,0 W:D2LP B:D3,D6").effect("D2xD3 +D2").gone
    (Gone(cell='D3', piece=Piece(color='B', legs=0, pincers=0), how='captured'),)
    """

    __slots__ = ()
    __dir__ = public_names


def checked_pieces(
    pieces: Mapping[str, Union[Piece, str]], layout: Layout, colors: Tuple[str, ...]
) -> Dict[str, Piece]:
    """Check pieces by their discs: the disc, the colour and the limbs. Raises TextError, GameError or LayoutError."""
    out: Dict[str, Piece] = {}
    if not hasattr(pieces, "keys"):
        raise TypeError("pieces are a dict such as {'D2': 'W'}, or a text, not %s" % type(pieces).__name__)
    for cell in pieces:
        name = layout.cells[layout.index(cell)]
        piece = pieces[cell]
        if isinstance(piece, str):
            text = piece
            piece = Piece(text[:1], text.count("L"), text.count("P"))
            if piece.color not in colors or piece.color + piece.limbs != text:
                parts = "its colour (%s), L for each leg, then P for each pincer" % ", ".join(colors)
                raise TextError(1, 1, text, "an adaptoid for %s such as %sLP: %s" % (name, colors[0], parts))
        if not isinstance(piece, Piece):
            raise TypeError("%s holds a Piece or a text such as 'WLP', not %s" % (name, type(piece).__name__))
        _check_values(name, piece, colors)
        if name in out:
            raise GameError("%s is given twice" % name)
        out[name] = piece
    return out


def _check_values(name: str, piece: Piece, colors: Tuple[str, ...]) -> None:
    """Raise GameError for a wrong value of a hand-made piece."""
    if piece.color not in colors:
        raise GameError(
            "the color on %s is one of %s, not %s" % (name, ", ".join(colors), brief(piece.color))
        )
    for kind, number in (("legs", piece.legs), ("pincers", piece.pincers)):
        whole_number(number, "the number of %s on %s" % (kind, name), 0, MAX_LIMBS)
    if piece.size > MAX_LIMBS:
        raise GameError("%s holds at most %d limbs, not %d" % (name, MAX_LIMBS, piece.size))
