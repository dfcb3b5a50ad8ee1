"""Iterative deepening as a generator: it yields requests to a host. The host searches and sends the answers.

A host keeps an array `work` (`work_array`), a transposition table, and the list of the turns at the root. Requests and
answers name a turn by its number in this list.
"""

from __future__ import annotations

from typing import Any, Generator, List, NamedTuple, Optional, Sequence, Tuple, Union

from ..host.host import ascending
from ..rules.bitboard import Context, State
from ..rules.position import Position
from ..rules.random_play import advance, below
from ..rules.turn import Turn, turn_from_discs
from .levels import CHANCES
from .transposition import EXACT, UPPER, age_salt, key_of, salt_of
from .work_array import (
    AGE,
    ENTRIES,
    MAX_DEPTH,
    MAX_UNPROVEN_SCORE,
    MOVE_HISTORY,
    SELECTIVE,
    SETTLES,
    WEIGHTS,
)

# more nodes than any search visits
NO_LIMIT = 1 << 60
# more turns than any position has: asks for the scores of all turns
ALL_TURNS = 1 << 20

ListTurns = NamedTuple("ListTurns", [("state", State), ("grows", bool), ("context", Context)])
"""Asks for the codes of the move and the growth of each turn at the root."""

Look = NamedTuple(
    "Look",
    [
        ("depth", int),  # in turns
        ("lines", int),  # how many of the best turns need exact scores
        ("limit", int),  # the search stops at this number of nodes; depth 1 has no limit and is never stopped
        ("nodes", int),  # the number of nodes so far
        ("order", List[int]),
    ],
)
"""Asks to search the turns in an order. The answer is a `Looked`."""

ReadEntry = NamedTuple("ReadEntry", [("entry", int)])
"""Asks for a pair of numbers of the transposition table, by the index of the first one."""

Looked = NamedTuple(
    "Looked",
    [
        ("finished", int),  # how many turns of the order were searched
        ("nodes", int),
        ("scores", Sequence[int]),  # by the turn's number
        ("bounds", Sequence[int]),
    ],
)

Progress = NamedTuple(
    "Progress",
    [
        ("depth", int),  # the last depth that was finished
        ("nodes", int),
        ("done", str),  # "depth", "nodes", "proven", or "interrupted" by the host
        ("codes", List[Tuple[int, int]]),  # of the turns, best first
        ("scores", List[int]),
        ("bounds", List[str]),  # "=", or "≤" if the score is only an upper bound
        ("lines", List[Tuple[Turn, ...]]),  # the best turns, each with the best play after it, if known
    ],
)
"""What is known after a depth. As a request it needs no answer."""

Request = Union[ListTurns, Look, ReadEntry, Progress]


def work_head(
    weights: Sequence[int], without: Sequence[str], exact: bool, entries: int, age: int
) -> List[int]:
    """Return the first cells of `work` for a search. The others are 0."""
    head = [0] * MOVE_HISTORY
    head[SETTLES] = 0 if all(name in without for name in CHANCES) else 1
    head[SELECTIVE] = 0 if exact else 1
    head[ENTRIES] = entries
    head[AGE] = age_salt(age)
    for k in range(len(weights)):
        head[WEIGHTS + k] = weights[k]
    return head


def table_entries(megabytes: int) -> int:
    """Return the number of entries of a transposition table; each has two cells."""
    entries = 1 << 10
    while entries * 2 * 16 <= megabytes << 20:
        entries *= 2
    return entries


def deepen(
    position: Position,
    head: Sequence[int],
    depth: Optional[int],
    nodes: Optional[int],
    lines: int = 1,
    seed: int = 0,
    followed: int = ALL_TURNS,
    only: Optional[Turn] = None,
    whole: bool = False,
    among: Optional[Sequence[Turn]] = None,
) -> Generator[Request, Any, Progress]:
    """Search until `depth` turns or `nodes` are reached, the end is proven, or the host stops. Yield requests.

    Depth 1 is always finished. The best `lines` have scores; other turns can have upper bounds. `seed` decides between
    equal turns. `head` is the host's `work_head`. The first lines, as many as `followed`, have the best play after
    their first turns. With a turn in `only`, just two lines have it: the first line and the line of this turn. With
    `among`, which is not empty, only these legal turns are searched. Each finished depth is yielded too.

    Returns the result. If the search ends within a depth, the turns that were reached have scores of this depth, unless
    `whole` asks for the last depth that was finished.
    """
    context = position.context
    codes: Sequence[Tuple[int, int]] = yield ListTurns(position.state, position.step == "grow", context)
    order = _shuffled(len(codes), seed)
    if among is not None:
        order = [r for r in order if turn_of(position, *codes[r]) in among]
    n = len(order)
    lines = max(1, min(lines, n))
    max_depth = MAX_DEPTH if depth is None else max(1, min(depth, MAX_DEPTH))
    visited = 0
    scores: Sequence[int] = ()
    progress: Optional[Progress] = None
    for k in range(1, max_depth + 1):
        limit = NO_LIMIT if k == 1 or nodes is None else nodes
        looked: Looked = yield Look(k, lines, limit, visited, order)
        finished, visited, scores, bounds = looked
        reached, done = k, "depth"
        if finished < n:
            reached, done = k - 1, "nodes" if visited >= limit else "interrupted"
        if progress is not None and finished < (n if whole else lines):
            # scores of two depths cannot be compared: the best turns are those of the depth before
            return Progress(progress.depth, visited, done, *progress[3:])
        # turns that were not reached keep the order of the depth before
        ranked = ascending([(-scores[order[i]], bounds[order[i]], i) for i in range(finished)])
        order = [order[i] for _, _, i in ranked] + order[finished:]
        best: List[Tuple[Turn, ...]] = []
        for i in range(lines):
            turn = turn_of(position, *codes[order[i]])
            follows = i < followed and (only is None or i == 0 or turn == only)
            best.append((yield from _followed(position, turn, reached, head)) if follows else (turn,))
        progress = Progress(
            reached,
            visited,
            done,
            [codes[r] for r in order],
            [scores[r] for r in order],
            ["=" if bounds[r] == EXACT else "≤" for r in order],
            best,
        )
        if done != "depth":
            return progress
        yield progress
        if k < max_depth and all(abs(score) > MAX_UNPROVEN_SCORE for score in progress.scores[:lines]):
            return Progress(k, visited, "proven", *progress[3:])
    assert progress is not None
    return progress


def _shuffled(n: int, seed: int) -> List[int]:
    """Return the numbers of the turns in a random order, so that the seed chooses between equal ones."""
    order = list(range(n))
    dice = (seed * 2654435761 + 12345) & 281474976710655
    for i in range(n - 1, 0, -1):
        dice = advance(dice)
        k = below(dice, i + 1)
        order[i], order[k] = order[k], order[i]
    return order


def _followed(
    position: Position, turn: Turn, depth: int, head: Sequence[int]
) -> Generator[ReadEntry, Tuple[int, int], Tuple[Turn, ...]]:
    """Return a turn and the best play after it, as far as the transposition table knows it."""
    turns = [turn]
    players = position.context.players
    position = position.play(turn)
    seat = 1
    while position.winner is None and len(turns) < depth:
        move = yield from _best_step(position.state, False, seat, players, head)
        if move is None:
            break
        middle = position.after_move(turn_of(position, move, 0))
        growth: Optional[int] = 0
        if middle.winner is None:
            growth = yield from _best_step(middle.state, True, seat, players, head)
        if growth is None:
            break
        following = turn_of(position, move, growth)
        if position.why_not(following) is not None:
            break
        turns.append(following)
        position = position.play(following)
        seat = (seat + 1) % players
    return tuple(turns)


def _best_step(
    state: State, grows: bool, seat: int, players: int, head: Sequence[int]
) -> Generator[ReadEntry, Tuple[int, int], Optional[int]]:
    """Return the code of the best step that the transposition table knows."""
    key = key_of(state, salt_of(grows, seat, players, head))
    tag, value = yield ReadEntry((key & (head[ENTRIES] - 1)) * 2)
    if tag != key ^ head[AGE] or (value >> 16) & 3 == UPPER:
        return None
    return value >> 26


def turn_of(position: Position, move: int, growth: int) -> Turn:
    """Return the turn of a move's and a growth's code (`engine.tree_search.move_ordering`)."""
    origin, target = (1 << ((move - 1) >> 6), 1 << ((move - 1) & 63)) if move else (0, 0)
    discs = origin, target, growth >> 6, 1 << (growth & 63)
    return turn_from_discs(discs, position.state, position.layout)
