"""The ladder of hints: the author's words, then the piece, the disc and the whole turn, each drawn on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict, List, NamedTuple, Optional, Sequence, Tuple

from ..game.annotations import NO_MARKS, Marks
from ..rules.turn import Turn
from .feedback import Spoken, author, sentence

if TYPE_CHECKING:
    from .lesson import Step

Rung = NamedTuple("Rung", [("said", Spoken), ("marks", Marks)])
"""One hint: what is said, and what is drawn."""

TONE = "green"
# so many rungs lead to a turn, whatever it is
LEADS = 3


class Ladder:
    """The hints of a step, taken one after another; what leads to a turn is looked for only when it is wanted."""

    def __init__(self, step: Step, known: int) -> None:
        """`known` of the author's hints were taken at an earlier time and are free now."""
        self._words = [Rung(author(text), NO_MARKS) for text in step.hints]
        self._leads = LEADS if step.kind == "turn" else 0
        self._more: Optional[List[Rung]] = None
        # the author's words are the same in all turns of a step, what leads to a turn is not
        self._paid: List[Tuple[int, int]] = [(0, i + 1) for i in range(min(known, len(self._words)))]
        self.rung = 0
        """How many were taken."""

    @property
    def of(self) -> int:
        """How many there are; until the last ones were looked for it is taken for granted that they are found."""
        return len(self._words) + (self._leads if self._more is None else len(self._more))

    @property
    def last(self) -> Optional[Rung]:
        """The one that was taken last."""
        if self.rung == 0:
            return None
        return (self._words + (self._more or []))[self.rung - 1]

    def lead(self, more: Sequence[Rung]) -> None:
        """What follows the author's words."""
        self._more = list(more)

    @property
    def wanted(self) -> bool:
        """Whether the next hint is none of the author's, and is yet to be found."""
        return self._more is None and self.rung >= len(self._words)

    @property
    def following(self) -> Optional[Rung]:
        """The next one, if it is known."""
        known = self._words + (self._more or [])
        return known[self.rung] if self.rung < len(known) else None

    def leave_out(self) -> None:
        """Take the next hint for taken, since it says nothing new."""
        self.rung += 1

    def climb(self, turn: int) -> Optional[bool]:
        """Take the next hint, before this turn of the step; whether it costs; None where there is none."""
        if self.rung >= self.of:
            return None
        self.rung += 1
        place = (0 if self.rung <= len(self._words) else turn + 1, self.rung)
        if place in self._paid:
            return False
        self._paid.append(place)
        return True

    def costs(self, turn: int) -> bool:
        """Whether the next hint, before this turn of the step, is one that was not taken before."""
        following = self.rung + 1
        return (0 if following <= len(self._words) else turn + 1, following) not in self._paid

    def again(self) -> None:
        """Another turn is asked for: what led to the last one is taken away."""
        if self._leads:
            self._more = None
        self.rung = min(self.rung, len(self._words))


def for_turn(text: str) -> List[Rung]:
    """The rungs that lead to a turn: the piece, the disc, the turn.

    >>> [str(rung.marks) for rung in for_turn("E3-D2 +D4")]
    ['ring(E3)', 'fill(D2) ring(E3)', 'arrow(E3,D2) ring(D4)']
    >>> [str(rung.marks) for rung in for_turn("+D4")]
    ['', 'ring(D4)', 'ring(D4)']
    """
    turn = Turn.from_text(text)
    whole = Rung(sentence("lesson.hint.turn", {"told": turn}), turn_marks(text))
    if turn.origin is None or turn.target is None:
        at = str(turn.at)
        code = "lesson.hint.disc" if turn.growth == "new" else "lesson.hint.piece"
        return [
            Rung(sentence("lesson.hint.no-move"), NO_MARKS),
            Rung(sentence(code, {"cell": at}), cell_marks([at])) if turn.at is not None else whole,
            whole,
        ]
    rings = {turn.origin: TONE}
    code = "lesson.hint.onto" if turn.attack else "lesson.hint.to"
    return [
        Rung(sentence("lesson.hint.piece", {"cell": turn.origin}), Marks(rings=rings)),
        Rung(
            sentence(code, {"origin": turn.origin, "cell": turn.target}),
            Marks(rings=rings, fills={turn.target: TONE}),
        ),
        whole,
    ]


def for_cells(right: Sequence[str], counted: bool) -> List[Rung]:
    """The rungs that lead to some discs: how many, then the first of them; where they are counted, all of them."""
    if counted:
        if not right:
            return []
        return [Rung(sentence("lesson.hint.these"), cell_marks(right))]
    if len(right) < 2:
        return [Rung(sentence("lesson.hint.how-many", {"n": len(right)}), NO_MARKS)]
    return [
        Rung(sentence("lesson.hint.how-many", {"n": len(right)}), NO_MARKS),
        Rung(sentence("lesson.hint.one", {"cell": right[0]}), cell_marks(right[:1])),
    ]


def turn_marks(text: str) -> Marks:
    """A turn as it is drawn: an arrow for the move, a ring for the growth."""
    turn = Turn.from_text(text)
    arrows: List[Tuple[str, str]] = []
    if turn.origin is not None and turn.target is not None:
        arrows.append((turn.origin, turn.target))
    rings: Dict[str, str] = {turn.at: TONE} if turn.at is not None else {}
    return Marks(arrows, (), rings)


def cell_marks(cells: Sequence[str]) -> Marks:
    """Some discs, ringed."""
    return Marks(rings=dict.fromkeys(cells, TONE))


def together(first: Marks, second: Marks) -> Marks:
    """Two drawings in one; where both are about a disc the second counts."""
    if not first or not second:
        return first or second
    fills = dict(first.fills)
    fills.update(dict(second.fills))
    rings = dict(first.rings)
    rings.update(dict(second.rings))
    labels = dict(first.labels)
    labels.update(dict(second.labels))
    heat = second if second.heat else first
    arrows = [arrow for arrow in first.arrows if arrow[:2] not in [other[:2] for other in second.arrows]]
    return Marks(arrows + list(second.arrows), fills, rings, labels, dict(heat.heat), heat.legend)
