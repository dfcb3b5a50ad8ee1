"""What a turn did, on the integers of `rules`, for conditions that are asked of hundreds of turns."""

from __future__ import annotations

from typing import Dict, List, Optional, Tuple

from ..rules.apply_turns import steps
from ..rules.bitboard import State, around, count, digit_sum, hand_on, turn
from ..rules.position import Position
from ..rules.turn import Turn
from ..rules.variants import VARIANTS, order_from
from ..tactics.finder import start_discs
from ..tactics.formations import Reached, reached, reserves, tails
from ..tactics.one_ply import verdict
from ..tactics.siege import PROVEN, REFUTED, UNKNOWN, Siege, has_attack
from ..tactics.starvation import one_to_spare, starvable
from ..tactics.threats import Reaches, attackable, frail, max_taken, reaches

BUDGET = 800
"""In how many positions sieges are looked for after one turn; in a page these take half a second."""


class Deed:
    """One turn of the learner in discs, and what came of it; `state` is seen by the learner, fed and all."""

    __slots__ = ("after", "at", "ended", "goal", "hungry", "kind", "origin", "state", "turn")

    def __init__(
        self,
        turn: Turn,
        discs: Tuple[int, int, int, int],
        state: State,
        after: State,
        ended: bool,
        hungry: int,
    ) -> None:
        self.turn = turn
        """The turn itself."""
        self.origin, self.goal, self.kind, self.at = discs
        self.state = state
        """The state after the turn, as the learner sees it."""
        self.after = after
        """The same as the next player finds it; where the game has ended, as the learner sees it."""
        self.ended = ended
        """Whether the turn ended the game."""
        self.hungry = hungry
        """The discs of those who starved."""


class Court:
    """Where the turns from one position are judged: what holds for all of them is found once.

    `color` must be to move. It remembers nothing that depends on the position's past.
    """

    def __init__(self, before: Position, color: str, budget: int = BUDGET) -> None:
        self.before = before
        self.color = color
        self.layout = before.layout
        self.board = self.layout.board
        self.near = self.layout.links
        self.context = before.context
        order = order_from(VARIANTS[before.variant], color)
        self.order = order
        self.players = len(order)
        self.moved = before.step == "grow"
        self.state = before.state
        self.foes = self.state[1] | self.state[2]
        self._budget = budget
        self._spare = -1
        self._doomed = -1
        self._start = -1
        self._reaches: Dict[Tuple[int, int, int], Reaches] = {}
        self._tails: Dict[int, int] = {}
        self._reached: Dict[Tuple[int, int, int, int, int, int], List[Reached]] = {}
        self._search: Optional[Siege] = None
        self.unknown = 0
        """After how many turns it stayed unknown whether there is a siege."""
        self._sieges: Dict[State, Tuple[int, str, int]] = {}

    def deed(self, played: Turn) -> Optional[Deed]:
        """What a turn does; None where it is illegal."""
        found = steps((played,), self.layout)
        if not found:
            return None
        origin, goal, attack, kind, at = found[0]
        legal, after, ended, hungry = turn(
            self.state, self.moved, origin, goal, attack, kind, at, self.context
        )
        if not legal:
            return None
        state = after
        if not ended:
            for _ in range(self.players - 1):
                state = hand_on(state, self.players)
        return Deed(played, (origin, goal, kind, at), state, after, ended, hungry)

    # -- what was done -------------------------------------------------------------------------------------------------

    def captured(self, deed: Deed) -> int:
        """How many enemies left the board in an attack, an equal exchange included (R7)."""
        if self.foes & deed.goal == 0:
            return 0
        lost = deed.state[10] + deed.state[11] - self.state[10] - self.state[11]
        return lost - count(deed.hungry)

    def forked(self, deed: Deed) -> int:
        """The discs of those whom it forks, as `tactics.done` has it."""
        if deed.kind != 1 or deed.origin == 0 or self.foes & deed.goal:
            return 0
        if self._spare < 0:
            self._spare = one_to_spare(self.state, self.context)
        near = self.near
        return self._spare & near[deed.goal] & ~near[deed.origin] & near[deed.at]

    def kamikaze(self, deed: Deed) -> bool:
        """Whether it was one, as `tactics.done` has it."""
        if self.foes & deed.goal == 0 or self.captured(deed) == 0:
            return False
        if self._doomed < 0:
            self._doomed = 0
            state = self.state
            for _ in range(self.players - 1):
                state = hand_on(state, self.players)
                for disc in starvable(state, self.state[0], self.context):
                    self._doomed |= disc
        return self._doomed & deed.origin != 0

    def won(self, deed: Deed) -> bool:
        """Whether it won the game for the learner."""
        return deed.ended and verdict(deed.state, self.context) == 1

    # -- what may come -------------------------------------------------------------------------------------------------

    def attacked(self, deed: Deed, own: int) -> int:
        """Of the learner's adaptoids on some discs, those that an enemy's attack could take next."""
        state = deed.state
        key = (state[0] | state[1] | state[2], state[1], state[2])
        # enemies do not grow in the learner's turn, so that where they stand tells how far they go
        within = self._reaches.get(key)
        if within is None:
            within = self._reaches[key] = reaches(state, self.context)
        return attackable(state, within, own, self.context.switches)

    def starvable(self, deed: Deed, own: int, enough: bool) -> int:
        """Of the learner's adaptoids on some discs, those that an enemy could starve next; one of them is `enough`."""
        targets = frail(deed.state, own, self.context)
        found = 0
        state = deed.state
        for _ in range(self.players - 1):
            if targets == 0 or (enough and found):
                break
            state = hand_on(state, self.players)
            for disc in starvable(state, targets, self.context, enough):
                found |= disc
            targets &= ~found
        return found

    def left(self, deed: Deed, wanted: int) -> int:
        """How many adaptoids the worst reply of an enemy leaves the learner; counted no further than below `wanted`."""
        state = deed.state
        own = state[0]
        n = count(own)
        if deed.ended or n < wanted:
            return n
        worst = 0
        enough = n - wanted + 1
        for _ in range(self.players - 1):
            state = hand_on(state, self.players)
            taken = max_taken(state, own, self.context, enough)
            worst = max(worst, taken)
        return n - worst

    # -- what stands there now -----------------------------------------------------------------------------------------

    def room(self, deed: Deed, disc: int) -> int:
        """How many free discs touch a disc (R2)."""
        state = deed.state
        return count(self.near[disc] & (self.board ^ (state[0] | state[1] | state[2])))

    def limbs(self, deed: Deed, disc: int) -> Tuple[int, int]:
        """How many legs and pincers the adaptoid on a disc has (R2)."""
        _, _, _, l0, l1, l2, p0, p1, p2, _, _, _ = deed.state
        return digit_sum(l0, l1, l2, disc), digit_sum(p0, p1, p2, disc)

    def size(self, deed: Deed, disc: int) -> int:
        """How many limbs it has together."""
        legs, pincers = self.limbs(deed, disc)
        return legs + pincers

    def longest_tail(self, deed: Deed) -> int:
        """How many adaptoids the learner's longest tail has; 0 without one."""
        _, _, _, l0, l1, l2, p0, p1, p2, _, _, _ = deed.state
        bare = deed.state[0] & ~(l0 | l1 | l2 | p0 | p1 | p2)
        if self._start < 0:
            self._start = start_discs(self.before, None).get(self.color, 0)
        if self._start == 0 or deed.ended:
            return 0
        most = self._tails.get(bare)
        if most is None:
            most = max([0] + [len(chain) for chain in tails(bare, self.layout, self._start)])
            self._tails[bare] = most
        return most

    def reserve(self, deed: Deed) -> bool:
        """Whether the learner has one."""
        state = deed.state
        _, _, _, l0, l1, l2, p0, p1, p2, _, _, _ = state
        bare = state[0] & ~(l0 | l1 | l2 | p0 | p1 | p2)
        if deed.ended or bare == 0:
            return False
        if around(bare, self.near) & (self.board ^ (state[0] | state[1] | state[2])) == 0:
            return False
        # whom enemies may attack depends on pincers, too, but a bare one anybody with a pincer may
        key = (state[0], state[1], state[2], p0, p1, p2)
        others = self._reached.get(key)
        if others is None:
            others = [reached(state, seat, self.context) for seat in range(1, self.players)]
            self._reached[key] = others
        return bool(reserves(state, 0, self.layout, others))

    def besieges(self, deed: Deed, within: int) -> bool:
        """Whether the next player is besieged within so many turns; not where that stays unknown within the budget.

        The budget is for all that is asked about one turn: whatever was found out is kept, that it is unknown too.
        """
        if deed.ended or has_attack(deed.after, self.context):
            return False
        search = self._search
        if search is None:
            search = self._search = Siege(self.context, 0)
        # so many turns do not do, and what is known of one more
        turns, found, left = self._sieges.get(deed.after, (0, REFUTED, self._budget))
        while found == REFUTED and turns < within:
            before = search.nodes
            found = search.verdict(deed.after, turns + 1, left)
            left -= search.nodes - before
            if found == REFUTED:
                turns += 1
            elif found == UNKNOWN:
                self.unknown += 1
        self._sieges[deed.after] = (turns, found, left)
        return found == PROVEN and turns < within

    @property
    def nodes(self) -> int:
        """In how many positions sieges were looked for so far."""
        return 0 if self._search is None else self._search.nodes
