"""Tails and reserves, on the integers of `bitboard`. They do not depend on the player to move."""

from __future__ import annotations

from typing import Dict, List, Sequence, Tuple

from ..rules.bitboard import Context, Near, State, around, count, occupied, rim_discs
from ..rules.integer_rules import MAX_BODIES, destinations, limbed_discs, rotate_players
from ..rules.layout import Layout

MIN_TAIL = 3
# the cache holds this many boards
MAX_CACHED = 32

# the free discs that a colour reaches and the enemies that it attacks, if it has the move step now
ReachMasks = Tuple[int, int]

_back_line_distances: Dict[Tuple[str, int], Dict[int, int]] = {}


def back_line_distances(layout: Layout, start: int) -> Dict[int, int]:
    """Return by disc the number of steps to the enemy's back line: the discs farthest from the own start discs.

    Discs that cannot be reached from the start discs are left out.
    """
    key = (str(layout), start)
    distances = _back_line_distances.get(key)
    if distances is None:
        from_start = layout.steps(start, layout.board)
        max_distance = max(from_start.values())
        back_line = sum([disc for disc in from_start if from_start[disc] == max_distance])
        distances = layout.steps(back_line, layout.board)
        if len(_back_line_distances) >= MAX_CACHED:
            _back_line_distances.clear()
        _back_line_distances[key] = distances
    return distances


def tails(bare: int, layout: Layout, start: int) -> List[List[int]]:
    """Return the tails of one colour, from its bare adaptoids and its start discs: the best of each group on the rim.

    The best tail is the longest. Between tails of one length it is the one that gains most steps towards the back line,
    then the first in the order of its discs. A tail is a list of discs from its beginning to its end.
    """
    best_tails: List[List[int]] = []
    near = layout.links
    ungrouped = bare & rim_discs(layout.board, near)
    if count(ungrouped) < MIN_TAIL:
        return best_tails
    distances = back_line_distances(layout, start)
    while ungrouped:
        group = ungrouped & -ungrouped
        wider = group | (around(group, near) & ungrouped)
        while wider != group:
            group = wider
            wider = group | (around(group, near) & ungrouped)
        ungrouped ^= group
        # discs without a way from the start have no distance
        if count(group) >= MIN_TAIL and group & -group in distances:
            best: List[List[int]] = []
            discs = group
            while discs:
                disc = discs & -discs
                discs ^= disc
                _extend([disc], group ^ disc, near, distances, best)
            best_tails += best
    return best_tails


def _extend(
    chain: List[int], unused: int, near: Near, distances: Dict[int, int], best: List[List[int]]
) -> None:
    """Compare a chain, and all chains that begin with it, with the best one so far. `best` holds at most one chain."""
    if len(chain) >= MIN_TAIL and distances[chain[-1]] < distances[chain[0]]:
        if not best:
            best.append(chain)
        elif _rank(chain, distances) < _rank(best[0], distances):
            best[0] = chain
    ends = near[chain[-1]] & unused
    while ends:
        disc = ends & -ends
        ends ^= disc
        _extend(chain + [disc], unused ^ disc, near, distances, best)


def _rank(chain: List[int], distances: Dict[int, int]) -> Tuple[int, int, List[int]]:
    return -len(chain), distances[chain[-1]] - distances[chain[0]], chain


def reach_masks(state: State, seat: int, context: Context) -> ReachMasks:
    """Return where the colour on a seat could end a move (R6, R7). Seat 0 is the player to move."""
    for _ in range(seat):
        state = rotate_players(state, context.players)
    own, foe, far, l0, l1, l2, _, _, _, _, _, _ = state
    ends = 0
    movers = own & (l0 | l1 | l2)
    while movers:
        origin = movers & -movers
        movers ^= origin
        ends |= destinations(state, origin, context)
    foes = foe | far
    return ends & ~foes, ends & foes


def reserves(state: State, seat: int, layout: Layout, enemies: Sequence[ReachMasks]) -> List[Tuple[int, int]]:
    """Return the reserves of the colour on a seat: each adaptoid with the free discs next to it that no enemy reaches.

    `enemies` is the reach of each of its enemies. Without a body in supply there is no reserve (R3).
    """
    pairs: List[Tuple[int, int]] = []
    if count(state[seat]) >= MAX_BODIES:
        return pairs
    safe = layout.board ^ occupied(state)
    bare = state[seat] & ~limbed_discs(state)
    for free, attacked in enemies:
        safe &= ~free
        bare &= ~attacked
    while bare:
        disc = bare & -bare
        bare ^= disc
        if layout.links[disc] & safe:
            pairs.append((disc, layout.links[disc] & safe))
    return pairs
