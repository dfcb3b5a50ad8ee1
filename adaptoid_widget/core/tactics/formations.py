"""Tails and reserves: what stands well on a board, whoever moves, on the integers of `rules`."""

from __future__ import annotations

from typing import Dict, List, Sequence, Tuple

from ..rules.bitboard import BODIES, Context, Near, State, around, count, goals, hand_on
from ..rules.layout import Layout
from .starvation import limbed
from .weak_players import rim_of

# so many at least make a tail
SHORTEST = 3
# how many boards' distances are remembered
MAX_KNOWN = 32

_known: Dict[Tuple[str, int], Dict[int, int]] = {}


def to_back_line(layout: Layout, start: int) -> Dict[int, int]:
    """By disc how many steps it lies from the enemy's back line: the discs farthest from one's own start.

    `start` may be several discs. Discs that no way leads to from there are left out.
    """
    key = (str(layout), start)
    known = _known.get(key)
    if known is None:
        farther = _steps(layout, start)
        most = max([farther[disc] for disc in farther])
        line = 0
        for disc in farther:
            if farther[disc] == most:
                line |= disc
        known = _steps(layout, line)
        if len(_known) >= MAX_KNOWN:
            _known.clear()
        _known[key] = known
    return known


def _steps(layout: Layout, start: int) -> Dict[int, int]:
    """How many steps every disc lies from the nearest of some, over the empty board."""
    found: Dict[int, int] = {}
    steps = 0
    edge = start
    seen = 0
    while edge:
        seen |= edge
        for_now = edge
        while for_now:
            disc = for_now & -for_now
            for_now ^= disc
            found[disc] = steps
        edge = around(edge, layout.links) & ~seen
        steps += 1
    return found


def tails(bare: int, layout: Layout, start: int) -> List[List[int]]:
    """The tails of one colour's bare adaptoids: of each group on the rim that holds some, the one that is best.

    That is the longest, then the one that comes nearest to the back line on its way, then the first by the order of
    its discs. Each is a list of discs from its beginning to its end.
    """
    found: List[List[int]] = []
    near = layout.links
    rest = bare & rim_of(layout.board, near)
    if count(rest) < SHORTEST:
        return found
    away = to_back_line(layout, start)
    while rest:
        group = rest & -rest
        while True:
            wider = group | (around(group, near) & rest)
            if wider == group:
                break
            group = wider
        rest ^= group
        # on another piece of the board nothing leads anywhere
        if count(group) >= SHORTEST and group & -group in away:
            best: List[List[int]] = []
            discs = group
            while discs:
                disc = discs & -discs
                discs ^= disc
                _lengthen([disc], group ^ disc, near, away, best)
            found += best
    return found


def _lengthen(chain: List[int], rest: int, near: Near, away: Dict[int, int], best: List[List[int]]) -> None:
    """Try a chain, and all that begin with it, against the best so far."""
    if len(chain) >= SHORTEST and away[chain[-1]] < away[chain[0]]:
        if not best:
            best.append(chain)
        elif _rank(chain, away) < _rank(best[0], away):
            best[0] = chain
    on = near[chain[-1]] & rest
    while on:
        disc = on & -on
        on ^= disc
        _lengthen(chain + [disc], rest ^ disc, near, away, best)


def _rank(chain: List[int], away: Dict[int, int]) -> Tuple[int, int, List[int]]:
    return -len(chain), away[chain[-1]] - away[chain[0]], chain


# what a colour can do next, were it its move step: the free discs it reaches, and the enemies it may attack
Reached = Tuple[int, int]


def reached(state: State, seat: int, context: Context) -> Reached:
    """Where the colour that many seats on could end a move (R6, R7)."""
    for _ in range(seat):
        state = hand_on(state, context.players)
    own, foe, far, l0, l1, l2, _, _, _, _, _, _ = state
    ends = 0
    movers = own & (l0 | l1 | l2)
    while movers:
        origin = movers & -movers
        movers ^= origin
        ends |= goals(state, origin, context)
    foes = foe | far
    return ends & ~foes, ends & foes


def reserves(state: State, seat: int, layout: Layout, others: Sequence[Reached]) -> List[Tuple[int, int]]:
    """The reserves of the colour that many seats on: each adaptoid with the free discs that are out of reach, too.

    `others` is what each of its enemies reaches. Without a body in supply there is no reserve (R3).
    """
    found: List[Tuple[int, int]] = []
    if count(state[seat]) >= BODIES:
        return found
    room = layout.board ^ (state[0] | state[1] | state[2])
    bare = state[seat] & ~limbed(state)
    for free, attacked in others:
        room &= ~free
        bare &= ~attacked
    while bare:
        disc = bare & -bare
        bare ^= disc
        if layout.links[disc] & room:
            found.append((disc, layout.links[disc] & room))
    return found
