"""The open start: the first player places White and Black, the second chooses a colour (R5, R16)."""

from __future__ import annotations

from typing import Dict, List, Tuple, Union

from ..rules.errors import GameError, LayoutError, TextError
from ..rules.layout import Layout
from ..rules.named_layouts import layout_of
from ..rules.position import Position
from ..rules.variants import VARIANTS


class Opening:
    """An open start under way: what has been done so far, and what is due."""

    def __init__(
        self, variant: str, layout: Union[str, Layout], switches: Union[str, Tuple[str, ...]]
    ) -> None:
        if variant not in VARIANTS:
            raise TextError(1, 1, variant, "a variant: adaptoid, adapt3 or adapt3-fierce")
        if len(VARIANTS[variant].colors) != 2:
            raise GameError(
                "the open start is for two players; begin Adapt3 from Position.start('adapt3', layout, pieces=…)"
            )
        self.variant = variant
        self.layout = layout_of(layout)
        if len(self.layout) < 2:
            raise LayoutError("the open start needs a board of at least two discs")
        self.switches = (switches,) if isinstance(switches, str) else tuple(switches)
        # raises for a wrong switch now, not when the start is complete
        Position.start(
            variant, self.layout, self.switches, {self.layout.cells[0]: "W", self.layout.cells[1]: "B"}
        )
        self.done: List[str] = []
        """White's disc, Black's disc, the second player's colour, as far as they are known."""
        self.undone: List[str] = []
        self.names: Tuple[str, ...] = ()
        """The first and the second player's name, where the seats were drawn."""

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
        """The colours by the discs they stand on so far."""
        out: Dict[str, str] = {}
        for i in range(min(len(self.done), 2)):
            out[self.done[i]] = "WB"[i]
        return out

    def _do(self, what: str) -> None:
        self.done.append(what)
        self.undone = []

    def place(self, cell: str) -> None:
        """Place the next adaptoid."""
        if self.step != "place":
            raise GameError("both adaptoids stand; now the second player chooses a colour")
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

    def undo(self) -> bool:
        """Take the last step back; whether there was one."""
        if not self.done:
            return False
        self.undone.append(self.done.pop())
        return True

    def redo(self) -> None:
        """Make the last step that was taken back again."""
        self.done.append(self.undone.pop())

    @property
    def seats(self) -> Dict[str, str]:
        """Who plays which colour once it is chosen: "first" or "second" by colour."""
        if self.step != "done":
            return {}
        second = self.done[2]
        return {"W": "second" if second == "W" else "first", "B": "second" if second == "B" else "first"}

    @property
    def players(self) -> Dict[str, str]:
        """The players' names by colour, once the colour is chosen."""
        if not self.names:
            return {}
        seats = self.seats
        return {color: self.names[0 if seats[color] == "first" else 1] for color in seats}

    def position(self) -> Position:
        """The position that the game begins with; White moves first."""
        return Position.start(self.variant, self.layout, self.switches, dict(self.placed))
