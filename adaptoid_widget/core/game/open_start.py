"""The open start: the first player places White and Black, the second chooses a colour (R5, R16)."""

from __future__ import annotations

from typing import Dict, List, Tuple, Union

from ..host.host import in_order, public_names
from ..rules.errors import GameError, LayoutError
from ..rules.layout import Layout
from ..rules.named_layouts import layout_of
from ..rules.position import Position
from ..rules.variants import variant_named


class OpenStart:
    """An open start: the choices made so far and the next one."""

    __dir__ = public_names

    def __init__(
        self, variant: str, layout: Union[str, Layout], switches: Union[str, Tuple[str, ...]]
    ) -> None:
        if len(variant_named(variant).colors) != 2:
            remedy = "begin %s from Position.start(%r, layout, pieces=…)" % (variant, variant)
            raise GameError("the open start is for two players; " + remedy)
        self.variant = variant
        self.layout = layout_of(layout)
        if len(self.layout) < 2:
            raise LayoutError("the open start needs a board of at least two discs")
        self.switches = (switches,) if isinstance(switches, str) else tuple(switches)
        # raises for an invalid switch now rather than when the start is complete
        Position.start(variant, self.layout, self.switches, dict(zip(self.layout.cells, "WB")))
        self.done: List[str] = []
        """The choices so far: White's disc, Black's disc, the second player's colour."""
        self.undone: List[str] = []
        """The choices that were undone, the last one first."""
        self.names: Tuple[str, ...] = ()
        """The first and the second player's names, if the seats were drawn."""

    @property
    def step(self) -> str:
        """ "place", "choose", or "done"."""
        return "place" if len(self.done) < 2 else "choose" if len(self.done) == 2 else "done"

    @property
    def color(self) -> str:
        """The colour to be placed next."""
        return "W" if not self.done else "B"

    @property
    def placed(self) -> Dict[str, str]:
        """The colours by the discs on which they have been placed."""
        return in_order(zip(self.done[:2], "WB"))

    def _do(self, choice: str) -> None:
        self.done.append(choice)
        self.undone = []

    def place(self, cell: str) -> None:
        """Place the next adaptoid."""
        if self.step != "place":
            raise GameError("both adaptoids are placed; now the second player chooses a colour")
        cell = self.layout.cells[self.layout.index(cell)]
        if cell in self.done:
            raise GameError("%s is taken; place the adaptoid on another disc" % cell)
        self._do(cell)

    def choose(self, color: str) -> None:
        """Choose the second player's colour."""
        if self.step != "choose":
            raise GameError("place both adaptoids first")
        if color not in ("W", "B"):
            raise GameError("choose W (White) or B (Black), not %s" % (color,))
        self._do(color)

    def undo(self) -> None:
        """Undo the last choice."""
        self.undone.append(self.done.pop())

    def redo(self) -> None:
        """Redo the last choice that was undone."""
        self.done.append(self.undone.pop())

    @property
    def seats(self) -> Dict[str, str]:
        """Which player has which colour, once it is chosen: "first" or "second" by colour."""
        if self.step != "done":
            return {}
        return {color: "second" if self.done[2] == color else "first" for color in "WB"}

    @property
    def players(self) -> Dict[str, str]:
        """The players' names by colour, once the colour is chosen."""
        seats = self.seats if self.names else {}
        return {color: self.names[seats[color] == "second"] for color in seats}

    def position(self) -> Position:
        """The position that the game begins from."""
        return Position.start(self.variant, self.layout, self.switches, self.placed)
