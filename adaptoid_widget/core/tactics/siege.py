"""Siege: whether the side to move loses an adaptoid to hunger whatever it plays, searched within a budget of nodes."""

from __future__ import annotations

from typing import Dict, Iterator, List, Tuple

from ..rules.bitboard import (
    LEG,
    NEW,
    PINCER,
    Context,
    State,
    count,
    finish,
    goals,
    grow,
    leg_discs,
    move,
    new_discs,
    over,
    pincer_discs,
    turn,
)
from .one_ply import foods, one_growth
from .starvation import Arrivals, limbed, starvable

PROVEN = "proven"
REFUTED = "refuted"
UNKNOWN = "unknown"

# a turn in discs: origin, goal, kind and disc of growth; zeros for what there is not
Choice = Tuple[int, int, int, int]


class Siege:
    """One search for sieges on one board; it counts its nodes, and all that it is asked share the budget.

    A node is a position that the besieged side meets, or one in which the question is whether it can be starved now.
    """

    def __init__(self, context: Context, budget: int) -> None:
        self.nodes = 0
        """How many positions were looked at so far."""
        self.replies: List[Tuple[Choice, Choice]] = []
        """Of the last siege that was proven: each turn of the besieged, and the next enemy's answer to it."""
        self.victims = 0
        """Of the last siege that was proven: who starves at once after some turn, by the disc before that turn."""
        self._context = context
        self._players = context.players
        self._budget = budget
        self._known: Dict[Tuple[State, int], str] = {}
        self._killers: Dict[int, Choice] = {}

    def verdict(self, state: State, within: int, budget: int) -> str:
        """The same as `search` without the answers, quicker where many positions of one game are asked about.

        It may look at so many positions more.
        """
        self._budget = self.nodes + budget
        return self._besieged(state, within)

    def search(self, state: State, within: int) -> str:
        """Whether the side to move is besieged for so many of its turns. Its move step must not be done."""
        self.replies = []
        self.victims = 0
        return self._besieged(state, within, True)

    def _besieged(self, state: State, left: int, root: bool = False) -> str:
        known = self._known.get((state, left))
        if known is not None and not root:
            return known
        self.nodes += 1
        if self.nodes > self._budget:
            return UNKNOWN
        verdict = self._looked_at(state, left, root)
        if verdict != UNKNOWN:
            self._known[(state, left)] = verdict
        return verdict

    def _looked_at(self, state: State, left: int, root: bool) -> str:
        if has_attack(state, self._context):
            return REFUTED
        # what saved the besieged elsewhere often saves it here
        killer = self._killers.get(left)
        if killer is not None and not root:
            legal, after, ended, _ = turn(
                state, False, killer[0], killer[1], False, killer[2], killer[3], self._context
            )
            if legal and (ended or self._answered(after, self._players - 1, left) == REFUTED):
                return REFUTED
        hard: List[Tuple[Choice, State]] = []
        for choice, after, ended in each_turn(state, self._context):
            if ended:
                return REFUTED
            now = self._starves(after, self._players - 1)
            if now:
                if root:
                    self._put_down(choice, after, now)
            elif left == 1 and self._players == 2:
                self._killers[left] = choice
                return REFUTED
            else:
                hard.append((choice, after))
            if self.nodes > self._budget:
                return UNKNOWN
        for choice, after in hard:
            verdict = self._answered(after, self._players - 1, left, choice, root)
            if verdict != PROVEN:
                if verdict == REFUTED:
                    self._killers[left] = choice
                return verdict
        return PROVEN

    def _starves(self, state: State, seats: int) -> Dict[int, Arrivals]:
        """Whom of the besieged, who sit so many seats on, the player to move can starve now."""
        self.nodes += 1
        return starvable(state, state[seats], self._context, enough=True)

    def _answered(
        self, state: State, seats: int, left: int, choice: Choice = (0, 0, 0, 0), root: bool = False
    ) -> str:
        """Whether the enemies have an answer; `seats` of them play before the besieged side does again."""
        if self._starves(state, seats):
            return PROVEN
        if seats == 1 and left == 1:
            return REFUTED
        answers: List[Tuple[int, int, Choice, State]] = []
        for reply, after, ended in each_turn(state, self._context):
            # an end without hunger is no siege, and nobody starves here
            if not ended:
                ease = self._ease(after, seats - 1)
                if ease >= 0:
                    answers.append((ease, len(answers), reply, after))
        answers.sort(key=_by_ease)
        for _, _, reply, after in answers:
            if self.nodes > self._budget:
                return UNKNOWN
            last = seats == 1
            verdict = self._besieged(after, left - 1) if last else self._answered(after, seats - 1, left)
            if verdict == PROVEN:
                if root:
                    self.replies.append((choice, reply))
                return PROVEN
            if verdict == UNKNOWN:
                return UNKNOWN
        return REFUTED

    def _ease(self, state: State, seats: int) -> int:
        """How easy the besieged breathe, to try first what presses them most; −1 where they have an attack."""
        if seats == 0 and has_attack(state, self._context):
            return -1
        hungry, _, _, none, one = foods(state[seats] & limbed(state), state, self._context)
        return 100 - 12 * count(hungry) - 8 * count(none) - 4 * count(one)

    def _put_down(self, choice: Choice, after: State, now: Dict[int, Arrivals]) -> None:
        """Keep the answer that starves somebody at once, as a whole turn."""
        for victim in now:
            self.victims |= choice[0] if victim == choice[1] else victim
        origin, goal, at = now[min(now)]
        kind = NEW
        if at == 0:
            middle = move(after, origin, goal) if origin else after
            kind, at, _ = one_growth(middle, new_discs(middle, self._context), True, False, 0)
        self.replies.append((choice, (origin, goal, kind, at)))


def _by_ease(answer: Tuple[int, int, Choice, State]) -> Tuple[int, int]:
    return answer[0], answer[1]


def has_attack(state: State, context: Context) -> bool:
    """Whether the player to move has a legal attack, however it ends (R7)."""
    own, foe, far, l0, l1, l2, p0, p1, p2, _, _, _ = state
    movers = own & (l0 | l1 | l2)
    # without the switches only who has a leg and a pincer can attack
    if context.switches == 0:
        movers &= p0 | p1 | p2
    while movers:
        origin = movers & -movers
        movers ^= origin
        if goals(state, origin, context) & (foe | far):
            return True
    return False


def each_turn(state: State, context: Context) -> Iterator[Tuple[Choice, State, bool]]:
    """Every turn with the state that the next player finds and whether the game has ended; growths alone come first."""
    for kind, at, grown in _growths(state, context):
        after, ended, _ = finish(grown, context)
        yield (0, 0, kind, at), after, ended
    movers = state[0] & (state[3] | state[4] | state[5])
    while movers:
        origin = movers & -movers
        movers ^= origin
        ends = goals(state, origin, context)
        while ends:
            goal = ends & -ends
            ends ^= goal
            middle = move(state, origin, goal)
            if (state[1] | state[2]) & goal and over(middle, context.players):
                yield (origin, goal, 0, 0), middle, True
                continue
            for kind, at, grown in _growths(middle, context):
                after, ended, _ = finish(grown, context)
                yield (origin, goal, kind, at), after, ended


def _growths(state: State, context: Context) -> Iterator[Tuple[int, int, State]]:
    """Every growth, or none where none is possible (R8, R9)."""
    any_growth = False
    for kind, discs in (
        (NEW, new_discs(state, context)),
        (LEG, leg_discs(state)),
        (PINCER, pincer_discs(state)),
    ):
        while discs:
            at = discs & -discs
            discs ^= at
            any_growth = True
            yield kind, at, grow(state, kind, at)
    if not any_growth:
        yield 0, 0, state
