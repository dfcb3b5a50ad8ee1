"""Siege: whether an adaptoid of the player to move starves whatever that player does, searched within a budget."""

from __future__ import annotations

from collections import OrderedDict
from typing import Dict, Iterator, List, Tuple

from ..game.marks import Marks
from ..i18n.catalog import Saying
from ..rules.bitboard import FAR, FOE, L0, L1, L2, OWN, Context, State, TurnDiscs, around, count, occupied
from ..rules.integer_rules import (
    LEG,
    NEW,
    PINCER,
    destinations,
    feed,
    grow,
    growth_discs,
    limbed_discs,
    move,
    new_discs,
    over,
    rotate_players,
    turn,
)
from ..rules.position import Position
from ..rules.random_play import pick_growth
from ..rules.turn import turn_from_discs
from ..rules.variants import VARIANTS
from .one_ply import food_masks
from .tactic import ByTurn, InPosition, Tactic, TacticKind
from .threats import Arrivals, starvable

SIEGE = "siege"
PROVEN = "proven"
REFUTED = "refuted"
UNKNOWN = "unknown"

BUDGET = 1000
"""The most nodes of a search for a siege, in the tactics finder and in lessons. A page takes a quarter of a second."""
MAX_SIEGE_TURNS = 4
"""The longest siege, in turns of the besieged player."""


class SiegeSearch:
    """A search for sieges on one board. It counts its nodes; all its questions share one budget.

    A node is a position in which the besieged player moves, or the question whether the player to move can starve one
    of the besieged adaptoids now.
    """

    def __init__(self, context: Context, budget: int) -> None:
        self.nodes = 0
        """The number of nodes searched so far."""
        self.within = 0
        """Of the last proven or unknown siege: the number of turns of the besieged player."""
        self._context = context
        self._players = context.players
        self._budget = budget
        self._verdicts: Dict[Tuple[State, int], str] = {}
        # by state: within how many turns there is no siege, and the verdict for one turn more
        self._shortest: Dict[State, Tuple[int, str]] = {}
        self._killers: Dict[int, TurnDiscs] = {}
        # the replies that starve nobody yet, by state, seats before the besieged player, and turns
        self._quiet: Dict[Tuple[State, int, int], Tuple[TurnDiscs, State]] = {}
        self._victims: Dict[Tuple[State, int], int] = {}

    def search(self, state: State, within: int) -> str:
        """Return whether the player to move is besieged within a number of its turns. The move step is not done.

        Looks for the shortest siege, and goes on where an earlier search of the same state ended.
        """
        if has_attack(state, self._context):
            self.nodes += 1
            return REFUTED
        refuted, verdict = self._shortest.get(state, (0, REFUTED))
        while verdict == REFUTED and refuted < within:
            verdict = self._besieged(state, refuted + 1)
            if verdict == REFUTED:
                refuted += 1
        self._shortest[state] = refuted, verdict
        if refuted >= within:
            return REFUTED
        self.within = refuted + 1
        return verdict

    def answer(self, state: State, seats: int, within: int) -> Tuple[TurnDiscs, State, bool, int]:
        """Return an enemy's reply in a proven siege, as far as it was searched.

        `seats` enemies play before the besieged player, who has `within` turns, the last one included. After the reply
        come the next player's state, whether the game has ended, and which of the besieged adaptoids starved.
        """
        quiet = self._quiet.get((state, seats, within))
        if quiet is not None:
            return quiet[0], quiet[1], False, 0
        arrivals = starvable(state, state[seats], self._context, enough=True)
        origin, target, at = arrivals[min(arrivals)]
        kind = NEW
        if at == 0:
            middle = move(state, origin, target) if origin else state
            kind, at, _ = pick_growth(middle, new_discs(middle, self._context), True, False, 0)
        attack = (state[FOE] | state[FAR]) & target != 0
        _, after, ended, starved = turn(state, False, origin, target, attack, kind, at, self._context)
        return (origin, target, kind, at), after, ended, starved & state[seats]

    def victims(self, state: State, within: int) -> int:
        """Return who starves in a proven siege by the replies of `answer`, where they stand now."""
        out = 0
        for discs, after, _, _ in each_turn(state, self._context):
            origin, target, kind, at = discs
            starved = self._starved_after(rotate_players(after, self._players), self._players - 1, within)
            # the disc may be the one that the adaptoid left
            if kind == NEW:
                starved &= ~at
            if starved & target:
                starved ^= target | origin
            out |= starved
        return out & state[OWN]

    def _starved_after(self, state: State, seats: int, within: int) -> int:
        """Return who starves after a turn of the besieged player."""
        _, after, _, starved = self.answer(state, seats, within)
        if starved:
            return starved
        if seats > 1:
            return self._starved_after(after, seats - 1, within)
        known = self._victims.get((after, within - 1))
        if known is None:
            known = self._victims[(after, within - 1)] = self.victims(after, within - 1)
        return known

    def _besieged(self, state: State, within: int) -> str:
        verdict = self._verdicts.get((state, within))
        if verdict is not None:
            return verdict
        self.nodes += 1
        if self.nodes > self._budget:
            return UNKNOWN
        verdict = self._solve(state, within)
        if verdict != UNKNOWN:
            self._verdicts[(state, within)] = verdict
        return verdict

    def _solve(self, state: State, within: int) -> str:
        """Search all turns of the besieged player."""
        if has_attack(state, self._context):
            return REFUTED
        # a turn that refuted a siege in another position often does so here
        killer = self._killers.get(within)
        if killer is not None:
            legal, after, ended, _ = turn(
                state, False, killer[0], killer[1], False, killer[2], killer[3], self._context
            )
            if legal and (ended or self._answer(after, self._players - 1, within) == REFUTED):
                return REFUTED
        unanswered: List[Tuple[TurnDiscs, State]] = []
        for discs, after, ended, _ in each_turn(state, self._context):
            if ended:
                return REFUTED
            after = rotate_players(after, self._players)
            starves = self._starvable(after, self._players - 1)
            if not starves and within == 1 and self._players == 2:
                self._killers[within] = discs
                return REFUTED
            if not starves:
                unanswered.append((discs, after))
            if self.nodes > self._budget:
                return UNKNOWN
        for discs, after in unanswered:
            verdict = self._answer(after, self._players - 1, within)
            if verdict != PROVEN:
                if verdict == REFUTED:
                    self._killers[within] = discs
                return verdict
        return PROVEN

    def _starvable(self, state: State, seats: int) -> Dict[int, Arrivals]:
        """Return which adaptoids of the player `seats` seats further on the player to move can starve."""
        self.nodes += 1
        return starvable(state, state[seats], self._context, enough=True)

    def _answer(self, state: State, seats: int, within: int) -> str:
        """Return whether the enemies can keep up the siege. `seats` of them play before the besieged player."""
        if self._starvable(state, seats):
            return PROVEN
        if seats == 1 and within == 1:
            return REFUTED
        replies: List[Tuple[int, int, TurnDiscs, State]] = []
        besieged = state[seats] & limbed_discs(state)
        beside = around(besieged, self._context.near)
        # the replies leave the sizes of the besieged adaptoids as they are, so their food depends on the discs beside
        spaces: Dict[Tuple[int, int], int] = {}
        for reply, after, ended, _ in each_turn(state, self._context):
            # the reply starves no besieged adaptoid, so a game that ends here is not a siege
            if ended:
                continue
            after = rotate_players(after, self._players)
            if not (seats == 1 and has_attack(after, self._context)):
                key = (after[seats - 1], beside & occupied(after))
                space = spaces.get(key, -1)
                if space < 0:
                    space = spaces[key] = self._breathing_space(after, seats - 1)
                replies.append((space, len(replies), reply, after))
        # the second numbers are all different, so nothing after them is compared
        replies.sort()
        for _, _, reply, after in replies:
            if self.nodes > self._budget:
                return UNKNOWN
            is_last = seats == 1
            verdict = self._besieged(after, within - 1) if is_last else self._answer(after, seats - 1, within)
            if verdict == PROVEN:
                self._quiet[(state, seats, within)] = reply, after
            if verdict != REFUTED:
                return verdict
        return REFUTED

    def _breathing_space(self, state: State, seats: int) -> int:
        """Return how much food the besieged adaptoids have, for move ordering."""
        besieged = state[seats] & limbed_discs(state)
        hungry, _, food_0, food_1 = food_masks(besieged, state, self._context)
        return 100 - 12 * count(hungry) - 8 * count(food_0) - 4 * count(food_1)


def has_attack(state: State, context: Context) -> bool:
    """Whether the player to move has a legal attack, whatever its result (R7)."""
    own, foe, far, l0, l1, l2, p0, p1, p2, _, _, _ = state
    movers = own & (l0 | l1 | l2)
    # without switches, an attack needs a pincer
    if context.switches == 0:
        movers &= p0 | p1 | p2
    while movers:
        origin = movers & -movers
        movers ^= origin
        if destinations(state, origin, context) & (foe | far):
            return True
    return False


def each_turn(
    state: State, context: Context, moved: bool = False
) -> Iterator[Tuple[TurnDiscs, State, bool, int]]:
    """Yield each turn, the state after its feeding, whether the game has ended, and who starved.

    The state keeps the view of the player to move. Turns without a move come first, as in `Position.turns`. `moved`:
    the move step is done.
    """
    yield from _endings(state, 0, 0, context)
    movers = 0 if moved else state[OWN] & (state[L0] | state[L1] | state[L2])
    while movers:
        origin = movers & -movers
        movers ^= origin
        ends = destinations(state, origin, context)
        while ends:
            target = ends & -ends
            ends ^= target
            middle = move(state, origin, target)
            if (state[FOE] | state[FAR]) & target and over(middle, context):
                yield (origin, target, 0, 0), middle, True, 0
            else:
                yield from _endings(middle, origin, target, context)


def _endings(
    middle: State, origin: int, target: int, context: Context
) -> Iterator[Tuple[TurnDiscs, State, bool, int]]:
    """Yield each turn with one move, or without a move, that led to the state `middle` (R8-R12)."""
    # a new adaptoid takes food only from those next to it, and a limb takes none
    enemies = (middle[FOE] | middle[FAR]) & limbed_discs(middle)
    hungry, _, food_0, _ = food_masks(enemies, middle, context)
    can_grow = False
    for kind in (NEW, LEG, PINCER):
        discs = growth_discs(middle, kind, context)
        while discs:
            at = discs & -discs
            discs ^= at
            can_grow = True
            after = grow(middle, kind, at)
            starved = hungry
            if kind == NEW:
                starved |= food_0 & context.near[at]
            if starved:
                after = feed(after, starved)
                yield (origin, target, kind, at), after, over(after, context), starved
            else:
                yield (origin, target, kind, at), after, False, 0
    if not can_grow:
        after = feed(middle, hungry)
        yield (origin, target, 0, 0), after, hungry != 0 and over(after, context), hungry


class SiegeKind(TacticKind):
    """Sieges of the side to move, and those that it can lay."""

    names = (SIEGE,)

    def find(self, asked: InPosition) -> List[Tactic]:
        """Return the siege of the side to move, then the shortest ones that it can lay."""
        position = asked.position
        besieger = VARIANTS[position.variant].following[position.turn]
        return _sieges(position, asked.budget, besieger) + _laid_sieges(position, asked.budget)

    def done(self, asked: ByTurn) -> List[Tactic]:
        """Return the siege that a turn laid, if any."""
        after = asked.effect.position
        return _sieges(after, asked.budget, asked.position.turn) if after.winner is None else []


def _sieges(position: Position, budget: int, color: str) -> List[Tactic]:
    """Return the shortest proven siege of the side to move."""
    if has_attack(position.state, position.context):
        return []
    search = SiegeSearch(position.context, budget)
    if search.search(position.state, MAX_SIEGE_TURNS) != PROVEN:
        return []
    return [_siege_of(color, position.turn, search.within, _victims(search, position, position.state))]


def _victims(search: SiegeSearch, position: Position, state: State) -> Tuple[str, ...]:
    """Return the discs of the victims of the siege that was proven last."""
    return position.layout.cells_of(search.victims(state, search.within))


def _laid_sieges(position: Position, budget: int) -> List[Tactic]:
    """Return the shortest sieges that the player to move can lay, by their victims, each with the turns that lay it."""
    search = SiegeSearch(position.context, budget)
    besieged = VARIANTS[position.variant].following[position.turn]
    candidates: List[Tuple[TurnDiscs, State]] = []
    for discs, own_view, ended, _ in each_turn(position.state, position.context):
        after = rotate_players(own_view, position.context.players)
        if not ended and after[OWN] and not has_attack(after, position.context):
            candidates.append((discs, after))
    for within in range(1, MAX_SIEGE_TURNS + 1):
        # MicroPython's dicts have no order
        turns: OrderedDict[Tuple[str, ...], List[str]] = OrderedDict()
        for discs, after in candidates:
            if search.nodes < budget and search.search(after, within) == PROVEN:
                victims = _victims(search, position, after)
                turn = turn_from_discs(discs, position.state, position.layout)
                turns.setdefault(victims, []).append(str(turn))
        if turns or search.nodes >= budget:
            return [_siege_of(position.turn, besieged, within, key, tuple(turns[key])) for key in turns]
    return []


def _siege_of(
    color: str, besieged: str, within: int, victims: Tuple[str, ...], turns: Tuple[str, ...] = ()
) -> Tactic:
    """Make a siege of one side by another. Each of the turns lays it."""
    saying: Saying = ("tactic.siege-now", {"color": besieged})
    if within > 1:
        saying = ("tactic.siege", {"color": besieged, "n": within})
    marks = Marks((), (), dict.fromkeys(victims, "red"))
    return Tactic(SIEGE, color, turns, victims, victims, within, saying, marks)
