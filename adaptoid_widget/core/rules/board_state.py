"""What stands on a board, whose turn it is, and what was lost: what a position holds, without how it goes on."""

from __future__ import annotations

from typing import Dict, List, Optional, Tuple

from . import random_play as playout
from .bitboard import BODIES, LEGS, PINCERS, State, count, digit_sum, limbs_used, over, starving
from .errors import GameError
from .layout import Layout
from .notation import head_text, sides_text
from .piece import Piece
from .turn import Supply
from .variants import SWITCHES, Variant, decide, order_from, sides


class Standing:
    """What a `Position` holds, behind integers, and what can be counted there. Equal where the texts are."""

    __slots__ = ("_flags", "_layout", "_state", "_step", "_turn", "_variant")

    def __init__(
        self,
        variant: Variant,
        flags: int = 0,
        layout: Optional[Layout] = None,
        turn: str = "",
        step: str = "",
        state: Optional[State] = None,
    ) -> None:
        """Use `Position.from_text` or `Position.start`; this takes parts that were checked already."""
        if layout is None or state is None:
            raise TypeError("use Position.from_text for a text, Position.start for the start of a game")
        self._variant = variant
        self._flags = flags
        self._layout = layout
        self._turn = turn
        self._step = step
        self._state = state

    @property
    def layout(self) -> Layout:
        """The board."""
        return self._layout

    @property
    def turn(self) -> str:
        """Whose turn it is: "W", "B" or "R"."""
        return self._turn

    @property
    def step(self) -> str:
        """ "move" at the start of a turn, "grow" when the move step is done and the growth is due."""
        return self._step

    @property
    def state(self) -> State:
        """The integers of `core.rules.bitboard`, seen by the player to move."""
        return self._state

    @property
    def flags(self) -> int:
        """The switches as bits for `core.rules.bitboard`."""
        return self._flags

    def __str__(self) -> str:
        """The position text."""
        head = head_text(self.variant, self.switches, self.layout)
        lost = self.lost
        names = sides(self._variant)
        step = "+" if self.step == "grow" else ""
        counts = ",".join([str(lost[color]) for color in names])
        return "%s %s%s %s %s" % (head, self.turn.lower(), step, counts, sides_text(self.pieces, names))

    def _key(self) -> Tuple[str, int, Layout, str, str, State]:
        return self._variant.name, self.flags, self.layout, self.turn, self.step, self.state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Standing) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.turn, self.step, self.state))

    @property
    def variant(self) -> str:
        """ "adaptoid", "adapt3" or "adapt3-fierce"."""
        return self._variant.name

    @property
    def switches(self) -> Tuple[str, ...]:
        """The switches of R7 that are on, in alphabetical order."""
        return tuple([name for name in sorted(SWITCHES) if self.flags & SWITCHES[name]])

    @property
    def colors(self) -> Tuple[str, ...]:
        """The colours in turn order (R4, R17)."""
        return self._variant.colors

    @property
    def limit(self) -> int:
        """So many lost adaptoids lose the game (R11, R20)."""
        return self._variant.limit

    def _order(self) -> Tuple[str, ...]:
        """The colours as `state` has them: the player to move first."""
        return order_from(self._variant, self.turn)

    def seat_of(self, color: str) -> int:
        """The place of a colour in `state`: 0 for the player to move. Raises GameError for one that does not play."""
        order = self._order()
        if color not in order:
            raise GameError(
                "there is no colour %s in %s; its colours are %s" % (color, self.variant, ", ".join(order))
            )
        return order.index(color)

    @property
    def pieces(self) -> Dict[str, Piece]:
        """Every adaptoid by its disc."""
        out: Dict[str, Piece] = {}
        for cell in self.layout.cells_of(self.state[0] | self.state[1] | self.state[2]):
            piece = self.piece(cell)
            if piece is not None:
                out[cell] = piece
        return out

    def piece(self, cell: str) -> Optional[Piece]:
        """The adaptoid on a disc, or None. Raises LayoutError where the board has no such disc."""
        disc = self._layout.disc(cell)
        own, foe, far, l0, l1, l2, p0, p1, p2, _, _, _ = self._state
        following = self._variant.following
        color = self._turn
        if foe & disc:
            color = following[color]
        elif far & disc:
            color = following[following[color]]
        elif not own & disc:
            return None
        return Piece(color, digit_sum(l0, l1, l2, disc), digit_sum(p0, p1, p2, disc))

    @property
    def lost(self) -> Dict[str, int]:
        """How many adaptoids each colour has lost so far."""
        return {color: self.state[9 + self.seat_of(color)] for color in sides(self._variant)}

    def supply(self, color: str) -> Supply:
        """What a colour has left to grow with (R3).

        >>> from adaptoid_widget.core.rules.position import Position
        >>> Position.start().supply("W")
        Supply(bodies=11, legs=12, pincers=12)
        """
        mask = self.state[self.seat_of(color)]
        _, _, _, l0, l1, l2, p0, p1, p2, _, _, _ = self.state
        return Supply(
            BODIES - count(mask),
            LEGS - limbs_used(mask, l0, l1, l2),
            PINCERS - limbs_used(mask, p0, p1, p2),
        )

    @property
    def winner(self) -> Optional[str]:
        """Who has won, or None (R11–R13, R20)."""
        if not over(self.state, len(self._variant.colors)):
            return None
        return decide(self._variant, self.losers, self.turn)

    @property
    def losers(self) -> Tuple[str, ...]:
        """The colours that have lost (R11, R20), in the order W, B, R."""
        order = self._order()
        out: List[str] = []
        for color in sides(self._variant):
            seat = order.index(color)
            if self.state[9 + seat] >= self._variant.limit or self.state[seat] == 0:
                out.append(color)
        return tuple(out)

    @property
    def _free(self) -> int:
        return self.layout.board & ~(self.state[0] | self.state[1] | self.state[2])

    def liberties(self, cell: str) -> int:
        """How many free discs touch a disc (R2)."""
        return count(self.layout.touching(cell) & self._free)

    def starving(self) -> Tuple[str, ...]:
        """The enemies that would leave the board if feeding came now (R10)."""
        return self.layout.cells_of(starving(self.state, self.layout.board, self.layout.links))

    @property
    def can_grow(self) -> bool:
        """Whether some growth is possible (R9)."""
        return playout.growths(self.state, self.layout.board, self.layout.links) > 0
