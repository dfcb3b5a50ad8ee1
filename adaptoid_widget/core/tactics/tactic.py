"""A tactic: its turns, discs and victims, the marks that show it, and the sentence that explains it."""

from __future__ import annotations

from typing import TYPE_CHECKING, List, NamedTuple, Sequence, Tuple, Union

from ..game.marks import Marks
from ..host.host import brief, public_names, similar_clause, type_name
from ..i18n.catalog import ENGLISH, Saying, Wording, wording_of
from ..i18n.slots import Slots
from ..rules.errors import GameError
from ..rules.turn import Turn

FORK = "fork"
DOUBLE_FORK = "double fork"
SIEGE = "siege"
TAIL = "tail"
RESERVE = "reserve"
KAMIKAZE = "kamikaze"

NAMES = (FORK, DOUBLE_FORK, SIEGE, TAIL, RESERVE, KAMIKAZE)
"""The names of all tactics, in the order of results."""


# editors know the fields of the first form alone, and MicroPython those of the second
if TYPE_CHECKING:

    class _Tactic(NamedTuple):
        name: str
        color: str
        turns: Tuple[str, ...]
        discs: Tuple[str, ...]
        victims: Tuple[str, ...]
        within: int
        saying: Saying

else:
    _Tactic = NamedTuple(
        "_Tactic",
        [
            ("name", str),
            ("color", str),
            ("turns", Tuple[str, ...]),
            ("discs", Tuple[str, ...]),
            ("victims", Tuple[str, ...]),
            ("within", int),
            ("saying", Saying),
        ],
    )


class Tactic(_Tactic):
    """A tactic in a position, or one that a turn carried out.

    `name` is one of `NAMES`. `color` is its owner, with a siege the besieger who plays next. `turns` are the texts of
    the turns that carry it out, if there are such turns. `discs` depends on the name:

    - fork, double fork: origin and target of the move, and the disc of the new adaptoid, in the first of the turns
    - siege: the besieged adaptoids, which are also the `victims`; one of them starves `within` that many of their turns
    - tail: the chain from its beginning to its end
    - reserve: the adaptoid, then the free discs next to it that no enemy reaches; `turns` grow one there
    - kamikaze: the adaptoid that attacks; `victims` are those that it can take along

    `within` is 0 for all others.
    """

    __slots__ = ()
    __dir__ = public_names

    @property
    def marks(self) -> Marks:
        """The marks that show it on its position.

        >>> from adaptoid_widget.core.tactics.finder import find
        >>> from adaptoid_widget.core.rules.position import Position
        >>> str(find(Position.from_text("adaptoid w 0,0 W:D2,F5L B:D6,G7LP"), "fork")[0].marks)
        'arrow(F5,F6) ring(F7) ring(G7,red)'
        """
        rings = dict.fromkeys(self.victims, "red")
        arrows: List[Tuple[str, ...]] = []
        fills: Tuple[str, ...] = ()
        if self.name in (FORK, DOUBLE_FORK):
            arrows.append((self.discs[0], self.discs[1]))
            rings[self.discs[2]] = "green"
        elif self.name == TAIL:
            arrows += [(self.discs[i], self.discs[i + 1]) for i in range(len(self.discs) - 1)]
        elif self.name == RESERVE:
            rings[self.discs[0]] = "green"
            fills = self.discs[1:]
        elif self.name == KAMIKAZE:
            arrows += [(self.discs[0], cell) for cell in self.victims]
            rings[self.discs[0]] = "yellow"
        return Marks(arrows, fills, rings)

    @property
    def why(self) -> str:
        """The explanation as an English sentence."""
        return self.say(ENGLISH)

    def say(self, language: Union[str, Wording]) -> str:
        """Return the explanation in a language, such as "de". Raises LanguageError."""
        return wording_of(language).say(*self.saying)

    def __repr__(self) -> str:
        return "<Tactic %s>" % self.why

    def __hash__(self) -> int:
        return hash((self.name, self.color, self.turns, self.discs))


def checked_names(names: Union[str, Sequence[str], None]) -> Tuple[str, ...]:
    """Return names of tactics as a tuple, all names for None. Raises GameError for an unknown name."""
    if names is None:
        return NAMES
    if not isinstance(names, (str, list, tuple, set, frozenset)):
        raise TypeError("tactics are a name or several, such as 'fork', not %s" % type_name(names))
    wanted = (names,) if isinstance(names, str) else tuple(names)
    for name in wanted:
        if name not in NAMES:
            hint = similar_clause(name, NAMES)
            raise GameError("there is no tactic %s; there are %s%s" % (brief(name), ", ".join(NAMES), hint))
    return wanted


def fork_of(color: str, turns: Tuple[str, ...], victims: Tuple[str, ...]) -> Tactic:
    """Make a fork of one victim, or a double fork of several. Each of the turns starves all of them."""
    first = Turn.from_text(turns[0])
    slots: Slots = {"line": turns[0], "cells": list(victims)}
    discs = (str(first.origin), str(first.target), str(first.at))
    if len(victims) == 1:
        return Tactic(FORK, color, turns, discs, victims, 0, ("tactic.fork", slots))
    return Tactic(DOUBLE_FORK, color, turns, discs, victims, 0, ("tactic.double-fork", slots))


def siege_of(
    color: str, besieged: str, within: int, victims: Tuple[str, ...], turns: Tuple[str, ...] = ()
) -> Tactic:
    """Make a siege of one side by another. Each of the turns lays it."""
    saying: Saying = ("tactic.siege-now", {"color": besieged})
    if within > 1:
        saying = ("tactic.siege", {"color": besieged, "n": within})
    return Tactic(SIEGE, color, turns, victims, victims, within, saying)


def tail_of(color: str, chain: Tuple[str, ...], turns: Tuple[str, ...] = ()) -> Tactic:
    """Make a tail. The chain leads from its beginning to its end."""
    slots: Slots = {"cells": list(chain), "color": color}
    return Tactic(TAIL, color, turns, chain, (), 0, ("tactic.tail", slots))


def reserve_of(color: str, cell: str, free: Tuple[str, ...], turns: Tuple[str, ...]) -> Tactic:
    """Make a reserve from its adaptoid's disc and the free discs next to it."""
    slots: Slots = {"cell": cell, "cells": list(free), "color": color}
    return Tactic(RESERVE, color, turns, (cell,) + free, (), 0, ("tactic.reserve", slots))


def kamikaze_of(
    color: str, turns: Tuple[str, ...], cell: str, victims: Tuple[str, ...], reply: str
) -> Tactic:
    """Make a kamikaze of the adaptoid on `cell`. `reply` would starve it; "" if it is hungry already."""
    slots: Slots = {"cell": cell, "target": victims[0]}
    saying: Saying = ("tactic.kamikaze-hungry", slots)
    if reply:
        slots["line"] = reply
        saying = ("tactic.kamikaze", slots)
    return Tactic(KAMIKAZE, color, turns, (cell,), victims, 0, saying)
