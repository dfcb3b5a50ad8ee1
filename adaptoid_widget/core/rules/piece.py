"""A piece: the colour of its body, and its limbs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict, Mapping, NamedTuple, Tuple, Union

from ..host.host import IS_MICROPYTHON, brief, public_names, type_name
from .errors import GameError, TextError, whole_number
from .integer_rules import MAX_LIMBS
from .layout import Layout

# editors know the fields of the first form alone, and MicroPython those of the second
if TYPE_CHECKING:

    class _Piece(NamedTuple):
        color: str
        legs: int
        pincers: int

else:
    _Piece = NamedTuple("_Piece", [("color", str), ("legs", int), ("pincers", int)])


class Piece(_Piece):
    """An adaptoid: the `color` of its body, and how many `legs` and `pincers` it has (R2).

    >>> Piece("W", 2, 1).size
    3
    """

    __slots__ = ()
    __dir__ = public_names

    # for type checkers, this would allow fewer parts, and MicroPython has no tuple.__new__
    if not TYPE_CHECKING and not IS_MICROPYTHON:

        def __new__(cls, color=None, legs=None, pincers=...):
            if pincers is ...:
                raise TypeError(
                    "a Piece has three parts: color, legs and pincers, such as Piece('W', 2, 1); "
                    "position.with_piece('D4', 'WLLP') takes a text"
                )
            return tuple.__new__(cls, (color, legs, pincers))

    @property
    def size(self) -> int:
        """The number of its limbs. With fewer liberties it starves."""
        return self.legs + self.pincers

    @property
    def limbs(self) -> str:
        """The limbs as in a position text, legs first.

        >>> Piece("W", 2, 1).limbs
        'LLP'
        """
        return "L" * self.legs + "P" * self.pincers


def checked_pieces(
    pieces: Mapping[str, Union[Piece, str]], layout: Layout, colors: Tuple[str, ...]
) -> Dict[str, Piece]:
    """Check pieces by their discs: the disc, the colour and the limbs. Raises TextError, GameError or LayoutError."""
    out: Dict[str, Piece] = {}
    if not hasattr(pieces, "keys"):
        raise TypeError("pieces are a dict such as {'D2': 'W'}, or a text, not %s" % type_name(pieces))
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
            raise TypeError("%s holds a Piece or a text such as 'WLP', not %s" % (name, type_name(piece)))
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
