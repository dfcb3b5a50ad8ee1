"""A tactic: its turns, discs and victims, the marks that show it, and the sentence that explains it."""

from __future__ import annotations

from typing import TYPE_CHECKING, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from ..game.marks import Marks
from ..host.host import public_names
from ..i18n.catalog import ENGLISH, Saying, Wording, wording_of
from ..rules.position import Effect, Position
from ..rules.turn import Turn

Starts = Optional[Mapping[str, Union[str, Sequence[str]]]]
"""The start discs by colour, for boards that name none."""

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
        marks: Marks

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
            ("marks", Marks),
        ],
    )


class Tactic(_Tactic):
    """A tactic in a position, or one that a turn carried out.

    `name` is one of `aw.tactics.NAMES`. `color` is its owner, with a siege the besieger who plays next. `turns` are the
    texts of the turns that carry it out, if there are such turns. `discs` depends on the name:

    - fork, double fork: origin and target of the move, and the disc of the new adaptoid, in the first of the turns
    - siege: the besieged adaptoids, which are also the `victims`; one of them starves `within` that many of their turns
    - tail: the chain from its beginning to its end
    - reserve: the adaptoid, then the free discs next to it that no enemy reaches; `turns` grow one there
    - kamikaze: the adaptoid that attacks; `victims` are those that it can take along

    `within` is 0 for all others. `marks` show the tactic on its position.

    >>> from adaptoid_widget.core.tactics.finder import find
    >>> str(find("adaptoid w 0,0 W:D2,F5L B:D6,G7LP", "fork")[0].marks)
    'arrow(F5,F6) ring(F7) ring(G7,red)'
    """

    __slots__ = ()
    __dir__ = public_names

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


InPosition = NamedTuple("InPosition", [("position", Position), ("budget", int), ("starts", Starts)])
"""A position in which tactics are looked for, the nodes of a search for a siege, and the start discs."""

ByTurn = NamedTuple(
    "ByTurn",
    [("position", Position), ("turn", Turn), ("effect", Effect), ("budget", int), ("starts", Starts)],
)
"""A turn that may have carried out tactics: the position before it, the turn, its effect, and as above."""


class TacticKind:
    """How tactics of one kind are found. A module defines a subclass, and `finder.KINDS` lists them all."""

    names: Tuple[str, ...] = ()
    """What its tactics are called, in the order of results."""
    can_be_missed = True
    """Whether a turn that does not carry one out misses it. A formation can be left alone."""
    during_turn = False
    """Whether they are also looked for after the move step of a turn."""

    def find(self, asked: InPosition) -> List[Tactic]:
        """Return those in a position, of all names."""
        raise NotImplementedError

    def done(self, asked: ByTurn) -> List[Tactic]:
        """Return those that a turn carries out, of all names."""
        raise NotImplementedError
