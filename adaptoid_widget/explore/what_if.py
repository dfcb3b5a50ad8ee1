"""Which single adaptoid or limb, added or removed, makes or breaks a siege or a win."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from ..attributes import suggest_keywords
from ..core.game.marks import Marks
from ..core.host.host import PublicNames, public_names
from ..core.rules.errors import GameError, TextError
from ..core.rules.piece import Piece
from ..core.rules.position import Position
from ..core.tactics.siege import BUDGET, PROVEN, UNKNOWN
from ..progress_bar import progress_bar
from ..reports.frames import counted, frame_of
from .proofs import ProofQuestion, claim_of

if TYPE_CHECKING:
    from pandas import DataFrame

    from ..core.rules.position import AnyPosition
    from ..picture import Picture

MAX_LIMBS = 6


class Change(NamedTuple):
    """One adaptoid or limb more or less."""

    cell: str
    """The disc."""
    change: str
    """ "+W", "+B" or "+R" for a bare adaptoid on a free disc, "-" for the adaptoid there; "+L", "+P", "-L", "-P"."""
    position: Position
    """The position with the change."""
    verdict: str
    """ "proven", "refuted" or "unknown" in this position."""
    within: int
    """If it is proven, the least number of turns."""

    def __dir__(self) -> list[str]:
        return public_names(self)

    def __repr__(self) -> str:
        return f"<{self.cell} {self.change}: {self.verdict}>"


class WhatIf(PublicNames):
    """The changes that make or break a siege or a win. A notebook shows them as a heat map.

    >>> from adaptoid_widget.explore.what_if import what_if
    >>> found = what_if("adaptoid b 0,0 W:E6,F5 B:G7PP", progress=False)
    >>> found.verdict, found.changes[-1]
    ('proven', <G7 -P: refuted>)
    """

    def __init__(
        self, position: Position, goal: str, verdict: str, within: int, tried: tuple[Change, ...]
    ) -> None:
        self.position = position
        """The position without a change."""
        self.goal = goal
        """ "siege" or "win"."""
        self.verdict = verdict
        """ "proven" or "refuted" without a change."""
        self.within = within
        """The least number of turns if it is proven, else the number that was asked about."""
        self.tried = tried
        """All changes that were tried."""

    @property
    def changes(self) -> tuple[Change, ...]:
        """The changes that break what is proven, or make what is refuted."""
        return tuple(change for change in self.tried if change.verdict not in (self.verdict, UNKNOWN))

    @property
    def unknown(self) -> tuple[Change, ...]:
        """The changes after which the search could not decide within its budget."""
        return tuple(change for change in self.tried if change.verdict == UNKNOWN)

    @property
    def heat(self) -> dict[str, int]:
        """How many of the `changes` there are on each disc that has some."""
        return dict(Counter(change.cell for change in self.changes))

    @property
    def marks(self) -> Marks:
        """The heat map."""
        legend = f"changes that {'break' if self.verdict == PROVEN else 'make'} the {self.goal}"
        return Marks(heat=self.heat, legend=legend, scale=(0, max(self.heat.values(), default=1)))

    def picture(self, **look: Any) -> Picture:
        """Draw the heat map; `look` as for `aw.picture`."""
        from ..picture import picture

        return picture(self.position, marks=self.marks, **look)

    def to_frame(self) -> DataFrame:
        """Return a pandas DataFrame with a row for each change that was tried. Raises ImportError without pandas."""
        columns = ("cell", "change", "verdict", "within")
        return frame_of(
            [
                {name: getattr(change, name) for name in columns} | {"position": str(change.position)}
                for change in self.tried
            ]
        )

    @property
    def why(self) -> str:
        """How many changes make or break it, as English sentences."""
        does = ("break" if self.verdict == PROVEN else "make") + "s" * (len(self.changes) == 1)
        words = f"It is {self.verdict} that {claim_of(self.position, self.goal, self.within)}. "
        words += f"{len(self.changes)} of {counted(len(self.tried), 'change')} {does} it."
        return words + (f" Undecided: {len(self.unknown)}." if self.unknown else "")

    def _rows(self) -> list[str]:
        by_cell: dict[str, list[str]] = {}
        for change in self.changes:
            by_cell.setdefault(change.cell, []).append(change.change)
        return [f"{cell}: {', '.join(names)}" for cell, names in by_cell.items()]

    def __repr__(self) -> str:
        return "\n".join([self.why, *self._rows()])

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        """Show the heat map and the changes in a notebook, and the text elsewhere."""
        rows = "".join(f"<li>{escape(row)}</li>" for row in self._rows())
        return {
            "text/html": "<div style='display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start'>"
            f"{self.picture(size=320, starving=False).html}"
            f"<div style='flex:1 1 16em'><p>{escape(self.why)}</p><ul>{rows}</ul></div></div>",
            "text/plain": repr(self),
        }


@suggest_keywords
def what_if(
    position: AnyPosition,
    within: int = 1,
    *,
    goal: str = "siege",
    budget: int = BUDGET,
    progress: bool = True,
) -> WhatIf:
    """Try every single adaptoid and limb more or less, and return which ones make or break a siege or a win.

    `position`, `goal` and `budget` are as for `aw.prove`: the player to move is besieged, or wins, `within` so many
    turns. A change leaves losses as they are. Changes that end the game, or that a supply (R3) or the size (R2) does
    not allow, are not tried. Raises GameError as `aw.prove` does for wrong limits and positions, and if the verdict is
    unknown without a change.
    """
    asked = ProofQuestion(goal, within, budget)
    checked = Position.of(position)
    verdict, least = asked.verdict(checked)
    if verdict == UNKNOWN:
        raise GameError(f"without a change, the {goal} is unknown; search more positions with budget=…")
    changed = list(_changed(checked))
    tried: list[Change] = []
    with progress_bar("change", "trying", len(changed), shown=progress) as bar:
        for cell, name, after in changed:
            tried.append(Change(cell, name, after, *asked.verdict(after)))
            bar.update(1)
    return WhatIf(checked, goal, verdict, least, tuple(tried))


def _changed(position: Position) -> Iterator[tuple[str, str, Position]]:
    """Yield the disc, the name and the position of each change."""
    pieces = position.pieces
    for cell in position.layout.cells:
        piece = pieces.get(cell)
        wanted: list[tuple[str, Piece | str | None]]
        if piece is None:
            wanted = [("+" + color, color) for color in position.colors]
        else:
            color, legs, pincers = piece
            wanted = [("-", None)]
            if legs:
                wanted.append(("-L", Piece(color, legs - 1, pincers)))
            if pincers:
                wanted.append(("-P", Piece(color, legs, pincers - 1)))
            if piece.size < MAX_LIMBS:
                wanted += [("+L", Piece(color, legs + 1, pincers)), ("+P", Piece(color, legs, pincers + 1))]
        for name, new in wanted:
            try:
                after = position.without(cell) if new is None else position.with_piece(cell, new)
            except TextError:
                # more than this colour owns
                continue
            if after.winner is None:
                yield cell, name, after
