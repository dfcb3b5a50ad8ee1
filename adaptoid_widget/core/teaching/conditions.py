"""What each condition of a goal means, judged on one turn of the learner and on what came before it.

*The turn* is the learner's last one. What stands on the board is looked at as that turn left it, fed and all. What is
counted over the whole step (`captures`, `starves`, `takes`, `losses`) counts from the step's beginning, unless it is to
be done `at once`: then the turn alone counts.
"""

from __future__ import annotations

from typing import Callable, Dict, Tuple

from ..rules.bitboard import count
from ..rules.turn import Turn
from .attempt import Story, fits
from .goal_parser import Condition, Node
from .turn_facts import Court, Deed


class Case:
    """Turns of the learner that are judged, each on its own, with what happened before them."""

    def __init__(self, story: Story, at: int) -> None:
        """The turns that the learner could play after `at` turns of the story, or did play as the next."""
        told = story.told
        played = at < len(told)
        before = told[at].before if played else story.position
        self.court = Court(before, story.color)
        """Where they are judged."""
        self.captured = 0
        """How many enemies the learner's earlier turns captured."""
        self.starved = 0
        """The discs on which enemies starved in them."""
        self.n_starved = 0
        """How many."""
        self.lost = 0
        """How many own adaptoids were lost earlier, or by replies since."""
        self.won = played and story.position.winner == story.color
        """Whether what came after the turn has won the game for the learner."""
        discs = before.layout.discs
        for number, each in enumerate(told):
            if number == at:
                continue
            for gone in each.gone:
                if gone.piece.color == story.color:
                    self.lost += 1
                elif each.color == story.color:
                    if gone.how == "starved":
                        self.starved |= discs[gone.cell]
                        self.n_starved += 1
                    else:
                        self.captured += 1
        self._masks: Dict[Tuple[str, ...], Tuple[int, ...]] = {}

    def discs(self, cells: Tuple[str, ...]) -> Tuple[int, ...]:
        """Discs by name; 0 for one that the board has not."""
        found = self._masks.get(cells)
        if found is None:
            discs = self.court.layout.discs
            found = self._masks[cells] = tuple([discs.get(cell, 0) for cell in cells])
        return found

    def deed(self, turn: Turn) -> Deed:
        """What a turn did that was played."""
        deed = self.court.deed(turn)
        assert deed is not None, "a story tells legal turns only"
        return deed


# -- one by one: whether each holds -----------------------------------------------------------------------------------


def _captures(case: Case, deed: Deed, condition: Condition) -> bool:
    return captured(case, deed, condition) >= condition.number


def _starves(case: Case, deed: Deed, condition: Condition) -> bool:
    if condition.number >= 0:
        return starved(case, deed, condition) >= condition.number
    hungry = deed.hungry if condition.word else case.starved | deed.hungry
    return not [disc for disc in case.discs(condition.cells) if not disc & hungry]


def _takes(case: Case, deed: Deed, condition: Condition) -> bool:
    return taken(case, deed, condition) >= condition.number


def captured(case: Case, deed: Deed, condition: Condition) -> int:
    """How many enemies the learner's turns captured so far; where it is to be done at once, this turn."""
    return (0 if condition.word else case.captured) + case.court.captured(deed)


def starved(case: Case, deed: Deed, condition: Condition) -> int:
    """How many enemies starved, likewise."""
    return (0 if condition.word else case.n_starved) + count(deed.hungry)


def taken(case: Case, deed: Deed, condition: Condition) -> int:
    """How many enemies were captured or starved, likewise."""
    return captured(case, deed, condition) + starved(case, deed, condition)


def _forks(case: Case, deed: Deed, condition: Condition) -> bool:
    forked = case.court.forked(deed)
    return forked != 0 and not [disc for disc in case.discs(condition.cells) if not disc & forked]


def _double_forks(case: Case, deed: Deed, _: Condition) -> bool:
    return count(case.court.forked(deed)) > 1


def _kamikaze(case: Case, deed: Deed, _: Condition) -> bool:
    return case.court.kamikaze(deed)


def _survives(case: Case, deed: Deed, condition: Condition) -> bool:
    own = deed.state[0]
    if condition.cells:
        discs = case.discs(condition.cells)
        if [disc for disc in discs if not disc & own]:
            return False
        own = sum(discs)
    if deed.ended:
        return case.court.won(deed)
    return case.court.attacked(deed, own) == 0 and case.court.starvable(deed, own, True) == 0


def _keeps(case: Case, deed: Deed, condition: Condition) -> bool:
    return case.court.left(deed, condition.number) >= condition.number


def _liberties(case: Case, deed: Deed, condition: Condition) -> bool:
    return roomless(case, deed, condition, False) == 0 and _anybody(case, deed, condition)


def _spare(case: Case, deed: Deed, condition: Condition) -> bool:
    return roomless(case, deed, condition, True) == 0 and _anybody(case, deed, condition)


def _anybody(case: Case, deed: Deed, condition: Condition) -> bool:
    if condition.cells:
        return (deed.state[0] | deed.state[1] | deed.state[2]) & case.discs(condition.cells)[0] != 0
    return deed.state[0] != 0


def roomless(case: Case, deed: Deed, condition: Condition, spare: bool) -> int:
    """The first disc whose adaptoid has too few free neighbours, or too few beyond its size; 0 for none."""
    discs = deed.state[0]
    if condition.cells:
        discs = case.discs(condition.cells)[0] & (discs | deed.state[1] | deed.state[2])
    while discs:
        disc = discs & -discs
        discs ^= disc
        wanted = condition.number + (case.court.size(deed, disc) if spare else 0)
        if case.court.room(deed, disc) < wanted:
            return disc
    return 0


def _reaches(case: Case, deed: Deed, condition: Condition) -> bool:
    return deed.goal == case.discs(condition.cells)[0] != 0 and _occupies(case, deed, condition)


def _occupies(case: Case, deed: Deed, condition: Condition) -> bool:
    disc = case.discs(condition.cells)[0]
    return deed.state[0] & disc != 0 and has_limbs(case, deed, disc, condition.word)


def has_limbs(case: Case, deed: Deed, disc: int, limbs: str) -> bool:
    """Whether the adaptoid on a disc has at least such limbs."""
    legs, pincers = case.court.limbs(deed, disc)
    return legs >= limbs.count("L") and pincers >= limbs.count("P")


def _tail(case: Case, deed: Deed, condition: Condition) -> bool:
    return case.court.longest_tail(deed) >= max(condition.number, 1)


def _reserve(case: Case, deed: Deed, _: Condition) -> bool:
    return case.court.reserve(deed)


def _besieges(case: Case, deed: Deed, condition: Condition) -> bool:
    return case.court.besieges(deed, max(condition.number, 1))


def _grows(_: Case, deed: Deed, condition: Condition) -> bool:
    return deed.turn.growth == condition.word


def _unmoved(_: Case, deed: Deed, __: Condition) -> bool:
    return deed.origin == 0


def _wins(case: Case, deed: Deed, _: Condition) -> bool:
    return case.won or case.court.won(deed)


def _plays(_: Case, deed: Deed, condition: Condition) -> bool:
    return bool([pattern for pattern in condition.turns if fits(pattern, deed.turn)])


def _losses(case: Case, deed: Deed, condition: Condition) -> bool:
    return lost(case, deed) <= condition.number


def lost(case: Case, deed: Deed) -> int:
    """How many own adaptoids were lost so far."""
    return case.lost + deed.state[9] - case.court.state[9]


HOLDS: Dict[str, Callable[[Case, Deed, Condition], bool]] = {
    "captures": _captures,
    "starves": _starves,
    "takes": _takes,
    "forks": _forks,
    "double-forks": _double_forks,
    "kamikaze": _kamikaze,
    "survives": _survives,
    "keeps": _keeps,
    "liberties": _liberties,
    "spare": _spare,
    "reaches": _reaches,
    "occupies": _occupies,
    "tail": _tail,
    "reserve": _reserve,
    "besieges": _besieges,
    "grows": _grows,
    "unmoved": _unmoved,
    "wins": _wins,
    "plays": _plays,
    "losses": _losses,
}
"""By name whether a condition holds."""

# what takes long to find out; all else is quick
COSTS = {"tail": 1, "reserve": 2, "kamikaze": 2, "survives": 3, "keeps": 4, "besieges": 9}


def holds(node: Node, case: Case, deed: Deed) -> bool:
    """Whether a goal, or a part of one, is met."""
    if node.condition is not None:
        return HOLDS[node.condition.name](case, deed, node.condition)
    if node.kind == "not":
        return not holds(node.parts[0], case, deed)
    wanted = node.kind == "or"
    for part in node.parts:
        if holds(part, case, deed) == wanted:
            return wanted
    return not wanted


def cost(node: Node) -> int:
    """How long a part takes at most."""
    if node.condition is not None:
        return COSTS.get(node.condition.name, 0)
    return max([cost(part) for part in node.parts])


def quick_first(node: Node) -> Node:
    """The same goal, what is found out quickly before the rest."""
    if node.condition is not None:
        return node
    parts = [quick_first(part) for part in node.parts]
    keyed = sorted([(cost(part), number) for number, part in enumerate(parts)])
    return Node(node.kind, tuple([parts[number] for _, number in keyed]), None)
