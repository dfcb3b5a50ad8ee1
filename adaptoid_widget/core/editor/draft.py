"""A draft of a position, which may still be invalid. Nothing is corrected unasked."""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple

from ..rules.errors import TextError
from ..rules.integer_rules import MAX_BODIES, MAX_LEGS, MAX_LIMBS, MAX_PINCERS
from ..rules.layout import Layout, short_name
from ..rules.notation import PositionParts, head_text, sides_text
from ..rules.piece import Piece
from ..rules.position import Position
from ..rules.scanner import cell_key
from ..rules.turn import supply_of
from ..rules.variants import COLORS, VARIANTS, sides
from ..wire.intent_fields import refused

# the most losses that a draft can get; a text may have more
MAX_LOST = 99
LIMBS = ("leg", "pincer")


_PARTS = ("variant", "switches", "layout", "turn", "step", "lost", "pieces")


class Draft(PositionParts):
    """The content of a position text, which may be invalid. Immutable: a change returns another draft.

    It has the losses of all three colours. Adaptoids may be on discs that the board does not have, or have colours that
    do not play.

    >>> draft = Draft.of(Position.start()).with_body("D4", "B").with_limb("D4", "leg", 1)
    >>> draft.text
    'adaptoid w 0,0 W:D2 B:D4L,D6'
    >>> draft.replace(variant="adapt3").with_body("B4", "R").replace(variant="adaptoid").text
    'adaptoid w 0,0 W:D2 B:D4L,D6 R:B4'
    """

    __slots__ = ()

    @staticmethod
    def of(position: Position) -> Draft:
        """A position as a draft."""
        lost = {color: position.lost.get(color, 0) for color in COLORS}
        variant, switches, layout = position.variant, position.switches, position.layout
        return Draft(variant, switches, layout, position.turn, position.step, lost, position.pieces)

    @staticmethod
    def empty(variant: str, layout: Layout, switches: Tuple[str, ...]) -> Draft:
        """An empty board, White to move."""
        return Draft(variant, switches, layout, "W", "move", {"W": 0, "B": 0, "R": 0}, {})

    def replace(self, **changes: Any) -> Draft:
        """A copy with some parts replaced."""
        return Draft(*[changes.get(name, getattr(self, name)) for name in _PARTS])

    @property
    def colors(self) -> Tuple[str, ...]:
        """The colours that play, in the order W, B, R."""
        return sides(VARIANTS[self.variant])

    @property
    def shown_colors(self) -> Tuple[str, ...]:
        """The colours that play, and Red if the draft has anything of it."""
        return COLORS if self.has_red else self.colors

    @property
    def has_red(self) -> bool:
        """Whether the draft has anything of Red."""
        return self.turn == "R" or self.lost["R"] > 0 or self._has_red_pieces

    @property
    def _has_red_pieces(self) -> bool:
        return any(piece.color == "R" for piece in self.pieces.values())

    @property
    def text(self) -> str:
        """The draft as a position text, which is canonical if it is a position."""
        losers = COLORS if self.lost["R"] else self.colors
        present = COLORS if self._has_red_pieces else self.colors
        head = head_text(self.variant, self.switches, self.layout)
        step = "+" if self.step == "grow" else ""
        lost = ",".join([str(self.lost[color]) for color in losers])
        return "%s %s%s %s %s" % (head, self.turn.lower(), step, lost, sides_text(self.pieces, present))

    def read(self) -> Tuple[Optional[Position], Optional[TextError]]:
        """The position, or the error in the text."""
        try:
            return Position.from_text(self.text), None
        except TextError as error:
            return None, error

    @property
    def off_board(self) -> Tuple[str, ...]:
        """The places of adaptoids without a disc."""
        return tuple(sorted([cell for cell in self.pieces if cell not in self.layout], key=cell_key))

    def with_body(self, cell: str, color: str) -> Draft:
        """Put a bare adaptoid on a free disc; recolour one of another colour; remove one of the same colour."""
        piece = self.pieces.get(cell, Piece(color, 0, 0))
        if cell in self.pieces and piece.color == color:
            return self.without(cell)
        return self._put(cell, Piece(color, piece.legs, piece.pincers))

    def with_limb(self, cell: str, limb: str, by: int) -> Draft:
        """Add `by` limbs to an adaptoid; a negative `by` removes them. Raises Refused."""
        piece = self.pieces.get(cell)
        if piece is None:
            raise refused("edit-no-body", cell)
        legs = piece.legs + (by if limb == "leg" else 0)
        pincers = piece.pincers + (by if limb == "pincer" else 0)
        if legs < 0:
            raise refused("edit-no-leg", cell)
        if pincers < 0:
            raise refused("edit-no-pincer", cell)
        if legs + pincers > MAX_LIMBS:
            raise refused("six-limbs", cell)
        return self._put(cell, Piece(piece.color, legs, pincers))

    def moved(self, origin: str, target: str) -> Draft:
        """Move an adaptoid to another disc; it changes places with one that stands on it. Raises Refused."""
        if origin not in self.pieces:
            raise refused("empty", origin)
        return self.renamed(self.layout, {origin: target, target: origin})

    def without(self, cell: str) -> Draft:
        """Remove an adaptoid, with or without a disc under it. Raises Refused."""
        pieces = dict(self.pieces)
        if pieces.pop(cell, None) is None:
            raise refused("empty", cell)
        return self.replace(pieces=pieces)

    def _put(self, cell: str, piece: Piece) -> Draft:
        """Put an adaptoid on a disc. Raises Refused if a colour would use more than it owns (R3)."""
        pieces = dict(self.pieces)
        pieces[cell] = piece
        changed = self.replace(pieces=pieces)
        # adaptoids without a disc count as used
        supplies = zip(supply_of(self.pieces, piece.color), supply_of(pieces, piece.color))
        limits = (
            ("edit-all-bodies", MAX_BODIES),
            ("edit-all-legs", MAX_LEGS),
            ("edit-all-pincers", MAX_PINCERS),
        )
        for (code, owned), (before, after) in zip(limits, supplies):
            if after < 0 and after < before:
                raise refused(code, cell, {"color": piece.color, "max": owned})
        return changed

    def with_lost(self, color: str, by: int) -> Draft:
        """Add `by` to the losses of a colour. Raises Refused."""
        count = self.lost[color] + by
        if not 0 <= count <= MAX_LOST:
            raise refused("edit-losses", None, {"max": MAX_LOST})
        return self.replace(lost=dict(self.lost, **{color: count}))

    def with_switch(self, name: str) -> Draft:
        """Turn a switch of R7 on or off."""
        return self.replace(switches=tuple(sorted({name}.symmetric_difference(self.switches))))

    def cleared(self) -> Draft:
        """The empty board, with no losses."""
        return Draft.empty(self.variant, self.layout, self.switches).replace(turn=self.turn, step=self.step)

    def started(self, start: Optional[str]) -> Draft:
        """The start of a game: a start of the board, or that of the rules (R4, R16, R18). Raises Refused."""
        if start is None and str(self.layout) != "hex4":
            raise refused("edit-no-start", None, {"layout": short_name(str(self.layout))})
        return Draft.of(Position.start(self.variant, self.layout, self.switches, start))

    def without_off_board(self) -> Draft:
        """Remove all adaptoids without a disc under them."""
        return self.replace(pieces={cell: self.pieces[cell] for cell in self.pieces if cell in self.layout})

    def without_red(self) -> Draft:
        """Remove everything of Red; a turn of Red becomes White's."""
        pieces = {cell: self.pieces[cell] for cell in self.pieces if self.pieces[cell].color != "R"}
        turn = "W" if self.turn == "R" else self.turn
        return self.replace(pieces=pieces, lost=dict(self.lost, R=0), turn=turn)

    def renamed(self, layout: Layout, names: Dict[str, str]) -> Draft:
        """Replace the board and move each adaptoid to the new name of its disc."""
        pieces = {names.get(cell, cell): self.pieces[cell] for cell in self.pieces}
        return self.replace(layout=layout, pieces=pieces)
