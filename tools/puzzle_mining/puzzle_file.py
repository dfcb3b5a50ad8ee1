"""Writes puzzles, and finds those that differ only by a symmetry or by the colours."""

from __future__ import annotations

from collections.abc import Iterable

from adaptoid_widget.core.puzzles.puzzle import Puzzle
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.puzzles.puzzle import FIELDS, HEAD


def text_of(puzzles: Iterable[Puzzle], comments: Iterable[str] = ()) -> str:
    """Return the text of puzzles, with comments in front. `read` parses it."""
    head = [HEAD, *(f"# {comment}" for comment in comments), f"# {FIELDS}"]
    return "\n".join([*head, *(" | ".join(map(str, puzzle)) for puzzle in puzzles)]) + "\n"


def shape(position: Position) -> tuple[object, ...]:
    """Return a key that is equal for positions that differ only by a symmetry of the board or by the colours.

    The key depends on the player to move and on the order of the colours, but not on the losses.

    >>> position = Position.from_text("adaptoid w 0,0 W:D2,F5L B:D6,G7LP")
    >>> shape(position) == shape(Position.from_text("adaptoid b 1,0 W:A1LP,D2 B:B3L,D6"))
    True
    """
    layout = position.layout
    colors = position.colors
    seat = {color: (colors.index(color) - colors.index(position.turn)) % len(colors) for color in colors}
    pieces = [
        (layout.index(cell), seat[piece.color], piece.legs, piece.pincers)
        for cell, piece in position.pieces.items()
    ]
    images = [
        sorted((permutation[disc], *piece) for disc, *piece in pieces) for permutation in layout.symmetries()
    ]
    return (position.variant, position.switches, str(layout), position.step, tuple(min(images)))
