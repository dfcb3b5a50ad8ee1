"""Facts about a learner's turn, computed on bit sets, since conditions are tested on hundreds of turns."""

from __future__ import annotations

from typing import Dict, List, Optional, Tuple

from ..rules.bitboard import (
    FAR,
    FOE,
    LOST_FAR,
    LOST_FOE,
    OWN,
    State,
    TurnDiscs,
    around,
    count,
    digit_sum,
    occupied,
)
from ..rules.integer_rules import limbed_discs, over, rotate_players, turn, winning_seat
from ..rules.named_layouts import start_discs
from ..rules.turn import Turn, to_discs, turn_from_discs
from ..tactics.forks import one_to_spare
from ..tactics.reserves import ReachMasks, reach_masks, reserves
from ..tactics.siege import BUDGET, PROVEN, UNKNOWN, SiegeSearch, each_turn, has_attack
from ..tactics.tails import tails
from ..tactics.threats import (
    ReachByPincers,
    at_risk,
    capturable,
    max_taken,
    reach_by_pincers,
    starvable,
    under_attack,
)
from .attempt import Attempt


class TurnFacts:
    """A turn of the learner as bit sets, and its effect."""

    __slots__ = ("_judge", "at", "ended", "kind", "origin", "starved", "state", "target")

    def __init__(self, judge: TurnJudge, discs: TurnDiscs, state: State, ended: bool, starved: int) -> None:
        self._judge = judge
        self.origin, self.target, self.kind, self.at = discs
        self.state = state
        """The state after the turn, feeding included, with the learner first."""
        self.ended = ended
        """Whether the turn ended the game."""
        self.starved = starved
        """The discs of the enemies that starved."""

    @property
    def turn(self) -> Turn:
        """The turn itself."""
        discs = (self.origin, self.target, self.kind, self.at)
        return turn_from_discs(discs, self._judge.state, self._judge.layout)

    @property
    def next_state(self) -> State:
        """The state after the turn with the next player first; with the learner first if the game has ended."""
        return self.state if self.ended else rotate_players(self.state, self._judge.players)


class TurnJudge:
    """Judges turns of the learner from one position, and caches the facts that they share.

    Of the attempt's other turns it counts what they captured, starved and lost, and whether the learner has won.
    """

    def __init__(self, attempt: Attempt, at: int) -> None:
        """Judge turns that could follow the first `at` turns of the attempt. A turn played there is ignored."""
        other_turns = attempt.played[:at] + attempt.played[at + 1 :]
        color = attempt.color
        self.captured_before = 0
        """How many enemies the learner's other turns captured."""
        self.starved_before = 0
        """The discs on which enemies starved in the learner's other turns, as a mask."""
        self.n_starved_before = 0
        """How many enemies starved in the learner's other turns."""
        self.lost_before = 0
        """How many adaptoids the learner lost in the attempt's other turns, also in the enemies' turns."""
        is_played = at < len(attempt.played)
        self.won_since = is_played and attempt.position.winner == color
        """Whether the learner has won the game by the end of the attempt."""
        self.before = attempt.played[at].before if is_played else attempt.position
        self.color = color
        self.layout = self.before.layout
        self.board = self.layout.board
        self.near = self.layout.links
        self.context = self.before.context
        self.players = len(self.before.colors)
        self.moved = self.before.step == "grow"
        self.state = self.before.state
        self.enemies = self.state[FOE] | self.state[FAR]
        self.siege_nodes = 0
        """The number of positions searched for sieges so far."""
        for played in other_turns:
            for gone in played.gone:
                if gone.piece.color == color:
                    self.lost_before += 1
                elif played.color == color:
                    if gone.how == "starved":
                        self.starved_before |= self.layout.discs[gone.cell]
                        self.n_starved_before += 1
                    else:
                        self.captured_before += 1
        # caches; -1 and None are values that were not computed yet
        self._one_to_spare = -1
        self._doomed = -1
        self._start = -1
        self._reach_cache: Dict[Tuple[int, int, int], ReachByPincers] = {}
        self._tails: Dict[int, int] = {}
        self._reached_cache: Dict[Tuple[int, int, int, int, int, int], List[ReachMasks]] = {}
        # the search after the last turn
        self._search: Optional[SiegeSearch] = None
        self._searched: Optional[State] = None
        self._discs: Dict[Tuple[str, ...], Tuple[int, ...]] = {}
        self._newborns = -1
        self._earlier = attempt.played[:at]

    def discs(self, cells: Tuple[str, ...]) -> Tuple[int, ...]:
        """Discs by name; 0 for one that the board does not have."""
        discs = self._discs.get(cells)
        if discs is None:
            discs = self._discs[cells] = tuple([self.layout.discs.get(cell, 0) for cell in cells])
        return discs

    def facts(self, played: Turn) -> Optional[TurnFacts]:
        """The facts of a turn; None if it is illegal."""
        in_discs = to_discs((played,), self.layout)
        if not in_discs:
            return None
        origin, target, attack, kind, at = in_discs[0]
        legal, next_state, ended, starved = turn(
            self.state, self.moved, origin, target, attack, kind, at, self.context
        )
        if not legal:
            return None
        state = next_state
        if not ended:
            for _ in range(self.players - 1):
                state = rotate_players(state, self.players)
        return TurnFacts(self, (origin, target, kind, at), state, ended, starved)

    def all_facts(self) -> List[TurnFacts]:
        """The facts of all legal turns, in the order of `Position.turns`."""
        if over(self.state, self.context):
            return []
        return [
            TurnFacts(self, discs, state, ended, starved)
            for discs, state, ended, starved in each_turn(self.state, self.context, self.moved)
        ]

    # -- effects of the turn -------------------------------------------------------------------------------------------

    def captured(self, facts: TurnFacts) -> int:
        """How many enemies left the board in an attack, an equal exchange included (R7)."""
        if self.enemies & facts.target == 0:
            return 0
        lost = facts.state[LOST_FOE] + facts.state[LOST_FAR] - self.state[LOST_FOE] - self.state[LOST_FAR]
        return lost - count(facts.starved)

    @property
    def newborns(self) -> int:
        """The discs of the learner's adaptoids that grew earlier in the attempt."""
        if self._newborns < 0:
            discs, newborns = self.layout.discs, 0
            for played in self._earlier:
                turn = played.turn
                if played.color == self.color:
                    if newborns & discs.get(turn.origin or "", 0):
                        newborns ^= discs[turn.origin or ""] | discs[turn.target or ""]
                    if turn.growth == "new":
                        newborns |= discs[turn.at or ""]
                pieces = played.after.pieces
                newborns &= sum([discs[cell] for cell in pieces if pieces[cell].color == self.color])
            self._newborns = newborns
        return self._newborns

    def starved_by_newborns(self, facts: TurnFacts) -> int:
        """The enemies that starved beside a newborn that grew or came there in the turn."""
        arrived = facts.target if facts.origin & self.newborns else 0
        if facts.kind == 1:
            arrived |= facts.at
        return facts.starved & around(arrived & facts.state[OWN], self.near)

    def forked(self, facts: TurnFacts) -> int:
        """The discs of the forked enemies, as in `tactics.done`."""
        if facts.kind != 1 or facts.origin == 0 or self.enemies & facts.target:
            return 0
        if self._one_to_spare < 0:
            self._one_to_spare = one_to_spare(self.state, self.context)
        near = self.near
        return self._one_to_spare & near[facts.target] & ~near[facts.origin] & near[facts.at]

    def kamikaze(self, facts: TurnFacts) -> bool:
        """Whether the turn was a kamikaze, as in `tactics.done`."""
        if self.enemies & facts.target == 0 or self.captured(facts) == 0:
            return False
        if self._doomed < 0:
            self._doomed = self._starvable(self.state, self.state[OWN], False)
        return self._doomed & facts.origin != 0

    def won(self, facts: TurnFacts) -> bool:
        """Whether the turn won the game for the learner."""
        return facts.ended and winning_seat(facts.state, self.context) == 0

    # -- what enemies can do next --------------------------------------------------------------------------------------

    def attackable(self, facts: TurnFacts, own: int) -> int:
        """The adaptoids of the learner among `own` that an enemy's attack could take next, equal exchanges included."""
        return under_attack(facts.state, self._enemy_reach(facts), own, self.context.switches)

    def capturable(self, facts: TurnFacts, own: int) -> int:
        """The adaptoids of the learner among `own` that an enemy could capture next, without an equal exchange."""
        return capturable(facts.state, self._enemy_reach(facts), own)

    def _enemy_reach(self, facts: TurnFacts) -> ReachByPincers:
        """Where the enemies could end a move after the turn."""
        state = facts.state
        # enemies do not grow in the learner's turn, so their reach depends on the occupied discs alone
        key = (occupied(state), state[FOE], state[FAR])
        within = self._reach_cache.get(key)
        if within is None:
            within = self._reach_cache[key] = reach_by_pincers(state, self.context)
        return within

    def starvable(self, facts: TurnFacts, own: int, enough: bool) -> int:
        """The adaptoids of the learner among `own` that an enemy could starve next; with `enough`, one of them."""
        return self._starvable(facts.state, at_risk(facts.state, own, self.context), enough)

    def _starvable(self, state: State, targets: int, enough: bool) -> int:
        victims = 0
        for _ in range(self.players - 1):
            if targets == 0 or (enough and victims):
                break
            state = rotate_players(state, self.players)
            for disc in starvable(state, targets, self.context, enough):
                victims |= disc
            targets &= ~victims
        return victims

    def left_after_reply(self, facts: TurnFacts, wanted: int) -> int:
        """How many adaptoids the learner has after the worst reply. The count may stop once it is below `wanted`."""
        state = facts.state
        own = state[OWN]
        n = count(own)
        if facts.ended or n < wanted:
            return n
        worst = 0
        enough = n - wanted + 1
        for _ in range(self.players - 1):
            state = rotate_players(state, self.players)
            taken = max_taken(state, own, self.context, enough)
            worst = max(worst, taken)
        return n - worst

    # -- the board after the turn --------------------------------------------------------------------------------------

    def liberties(self, facts: TurnFacts, disc: int) -> int:
        """How many free discs touch a disc (R2)."""
        return self.layout.liberties(disc, occupied(facts.state))

    def limbs(self, facts: TurnFacts, disc: int) -> Tuple[int, int]:
        """How many legs and pincers the adaptoid on a disc has (R2)."""
        _, _, _, l0, l1, l2, p0, p1, p2, _, _, _ = facts.state
        return digit_sum(l0, l1, l2, disc), digit_sum(p0, p1, p2, disc)

    def longest_tail(self, facts: TurnFacts) -> int:
        """How many adaptoids the learner's longest tail has; 0 without one."""
        bare = facts.state[OWN] & ~limbed_discs(facts.state)
        if self._start < 0:
            self._start = start_discs(self.layout, self.before.variant).get(self.color, 0)
        if self._start == 0 or facts.ended:
            return 0
        longest = self._tails.get(bare)
        if longest is None:
            longest = max([0] + [len(chain) for chain in tails(bare, self.layout, self._start)])
            self._tails[bare] = longest
        return longest

    def reserve(self, facts: TurnFacts) -> bool:
        """Whether the learner has a reserve."""
        state = facts.state
        _, _, _, _, _, _, p0, p1, p2, _, _, _ = state
        bare = state[OWN] & ~limbed_discs(state)
        if facts.ended or bare == 0:
            return False
        if around(bare, self.near) & (self.board ^ occupied(state)) == 0:
            return False
        # whom enemies may attack depends on pincers, too; but anybody with a pincer may attack a bare one
        key = (state[OWN], state[FOE], state[FAR], p0, p1, p2)
        enemy_reaches = self._reached_cache.get(key)
        if enemy_reaches is None:
            enemy_reaches = self._reached_cache[key] = [
                reach_masks(state, seat, self.context) for seat in range(1, self.players)
            ]
        return bool(reserves(state, 0, self.layout, enemy_reaches))

    def besieges(self, facts: TurnFacts, within: int) -> Optional[bool]:
        """Whether the next player is besieged within so many turns; None if the search could not decide.

        Each turn has a search of its own, so that the verdict does not depend on the turns judged before.
        """
        state = facts.next_state
        if facts.ended or has_attack(state, self.context):
            return False
        search = self._search
        if search is None or self._searched != state:
            search = self._search = SiegeSearch(self.context, BUDGET)
            self._searched = state
        nodes = search.nodes
        verdict = search.search(state, within)
        self.siege_nodes += search.nodes - nodes
        return None if verdict == UNKNOWN else verdict == PROVEN
