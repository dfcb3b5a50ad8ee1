"""A piece: the colour of its body, and its limbs."""

from __future__ import annotations

from typing import NamedTuple

from ..host.host import public_names

_Piece = NamedTuple("_Piece", [("color", str), ("legs", int), ("pincers", int)])


class Piece(_Piece):
    """An adaptoid: the colour of its body, its legs and its pincers (R2).

    >>> Piece("W", 2, 1).size
    3
    """

    __slots__ = ()
    __dir__ = public_names

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
