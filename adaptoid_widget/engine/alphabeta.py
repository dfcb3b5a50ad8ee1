"""The search: alpha-beta over turns of two steps, on the integers of `core.rules`.

A turn is two plies of the tree, the move step and the growth, both of the same player, so that bounds and orderings
work between them; depth counts whole turns. The same source runs compiled and interpreted. What lasts lies in two
arrays that the caller makes: `work` (settings, counters, weights, orderings and the move lists of every ply) and
`table` (the transposition table, two numbers an entry).

With three players the search is *paranoid*: the player at the root against the other two, who hold together.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..core.rules import (
    LEG,
    NEW,
    PINCER,
    Near,
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
)
from .evaluation import N_FEATURES, evaluate_three, evaluate_two

WIN = 30000
# a score beyond this is a proven end, so many turns from the root as it is short of WIN
PROVEN = WIN - 1000

# the cells of `work`
NODES = 0
LIMIT = 1
STOPPED = 2
BOARD = 3
PLAYERS = 4
SWITCHES = 5
PREY_STEP = 6
SELECTIVE = 7
LIVES_LIMIT = 8
DEEPEST = 9
ENTRIES = 10
AGE = 11
WEIGHTS = 16
MOVE_HISTORY = WEIGHTS + 2 * N_FEATURES  # by origin and goal, for the root's side and for the others
GROWTH_HISTORY = MOVE_HISTORY + 2 * 4096
LISTS = GROWTH_HISTORY + 2 * 256
MOST_STEPS = 800
# two for each turn of the deepest search
MOST_DEPTH = 40
MOST_PLIES = 2 * MOST_DEPTH
WORK_CELLS = LISTS + MOST_PLIES * MOST_STEPS

# what an entry of the table says of its score
EXACT = 0
LOWER = 1
UPPER = 2

M62 = (1 << 62) - 1

# depth is counted in quarters of a turn, so that a late step can be looked at a little less deeply
TURN = 4


def key_of(state: State, mark: int) -> int:
    """62 bits that stand for a state; `mark` tells apart what the state does not say."""
    own, foe, far, l0, l1, l2, p0, p1, p2, a, b, c = state
    key = (
        own * 0x1E3779B97F4A7C15
        + foe * 0x3F58476D1CE4E5B9
        + far * 0x14D049BB133111EB
        + l0 * 0x2545F4914F6CDD1D
        + l1 * 0x369DEA0F31A53F85
        + l2 * 0x27BB2EE687B0B0FD
        + p0 * 0x2E2F7DB28E7DF8B5
        + p1 * 0x1B873593CC9E2D51
        + p2 * 0x38B34AE5A1E38B93
        + ((a * 16 + b) * 16 + c) * 0x1FA5E3C9D2B4A6E7
        + mark * 0x3C6EF372FE94F82B
    ) & M62
    key ^= key >> 31
    key = (key * 0x3F51AFD7ED558CCD) & M62
    return key ^ (key >> 29)


def mark_of(grows: bool, seat: int, work: Sequence[int]) -> int:
    """What tells apart, besides the state, the entries of the table: the step, who moves of three, how and when."""
    third = seat if work[PLAYERS] == 3 else 0
    return (1 if grows else 0) + 2 * work[SELECTIVE] + 4 * third + 16 * work[AGE]


def evaluate(state: State, seat: int, near: Near, work: Sequence[int]) -> int:
    """What a position at the start of a turn is worth for the side to move: the root's, in seat 0, or the others'."""
    if work[PLAYERS] == 2:
        return evaluate_two(state, work[LIVES_LIMIT], work[BOARD], near, work[SWITCHES], work, WEIGHTS)
    # seen from the player to move, the root sits this far round the table
    root = (3 - seat) % 3
    score = evaluate_three(
        state, root, work[PREY_STEP], work[LIVES_LIMIT], work[BOARD], near, work[SWITCHES], work, WEIGHTS
    )
    return score if seat == 0 else -score


def lost_by(state: State, seat: int, limit: int) -> bool:
    """R11, R20: whether the colour that a state holds in a seat has lost."""
    return state[seat] == 0 or state[9 + seat] >= limit


def ended(state: State, seat: int, turns: int, work: Sequence[int]) -> int:
    """What a finished game is worth for the side whose turn it was (R11–R13, R20), so many turns from the root."""
    limit = work[LIVES_LIMIT]
    if work[PLAYERS] == 2:
        # both lost at once: whose turn it is wins (R13)
        return WIN - turns if lost_by(state, 1, limit) else turns - WIN
    step = work[PREY_STEP]
    losers = 0
    standing = 0
    hunter = 0
    for k in range(3):
        if lost_by(state, k, limit):
            losers += 1
            # who hunts k: the one whose prey k is
            hunter = (k + 3 - step) % 3
        else:
            standing = k
    winner = hunter
    if losers == 2:
        winner = standing
    elif losers == 3:
        winner = 0
    root = (3 - seat) % 3
    score = WIN - turns if winner == root else turns - WIN
    return score if seat == 0 else -score


def opposed(seat: int, other: int, players: int) -> bool:
    """Whether two seats play against each other: the root's, 0, against all others."""
    return players == 2 or (seat == 0) != (other == 0)


def index(disc: int) -> int:
    """The number of a disc, 0 to 60."""
    return count(disc - 1)


def list_moves(state: State, seat: int, first: int, at: int, near: Near, work: list[int]) -> int:
    """Write every move step into `work` from `at` on, as its urgency times 2**14 plus its code; how many there are.

    The code of staying is 0, else 1 + 64 times the origin's number + the goal's. `first` is the code to begin with.
    """
    own, foe, far, l0, l1, l2, _, _, _, _, _, _ = state
    board = work[BOARD]
    foes = foe | far
    history = MOVE_HISTORY if seat == 0 else MOVE_HISTORY + 4096
    work[at] = ((1 << 40) << 14) if first == 0 else (work[history] + 200) << 14
    n = 1
    movers = own & (l0 | l1 | l2)
    while movers:
        origin = movers & -movers
        movers ^= origin
        ends = goals(state, origin, board, near, work[SWITCHES])
        start = index(origin) * 64
        while ends:
            goal = ends & -ends
            ends ^= goal
            code = 1 + start + index(goal)
            urgency = work[history + (code & 4095)]
            if goal & foes:
                urgency += 1 << 20
            elif near[goal] & foes:
                urgency += 100
            if code == first:
                urgency = 1 << 40
            work[at + n] = (urgency << 14) | code
            n += 1
    return n


def list_growths(state: State, seat: int, first: int, at: int, near: Near, work: list[int]) -> int:
    """Write every growth into `work` from `at` on, as `list_moves` does; code: 64 times its kind + the disc's number.

    Where nothing can grow (R9) there is one, 0.
    """
    board = work[BOARD]
    _, foe, far, l0, l1, l2, p0, p1, p2, _, _, _ = state
    foes = foe | far
    history = GROWTH_HISTORY if seat == 0 else GROWTH_HISTORY + 256
    n = 0
    limbed = foes & (l0 | l1 | l2 | p0 | p1 | p2)
    for kind in range(NEW, PINCER + 1):
        if kind == NEW:
            discs = new_discs(state, board, near)
        elif kind == LEG:
            discs = leg_discs(state)
        else:
            discs = pincer_discs(state)
        while discs:
            disc = discs & -discs
            discs ^= disc
            code = kind * 64 + index(disc)
            urgency = work[history + code]
            if kind == NEW and near[disc] & limbed:
                urgency += 1 << 12
            if code == first:
                urgency = 1 << 40
            work[at + n] = (urgency << 14) | code
            n += 1
    if n == 0:
        work[at] = 0
        n = 1
    return n


def list_steps(state: State, grows: bool, seat: int, first: int, at: int, near: Near, work: list[int]) -> int:
    """Write the steps that are possible now into `work`; how many there are."""
    if grows:
        return list_growths(state, seat, first, at, near, work)
    return list_moves(state, seat, first, at, near, work)


def take_best(at: int, i: int, n: int, work: list[int]) -> int:
    """Bring the most urgent of the steps from i on to place i; its code."""
    best = i
    most = work[at + i]
    for k in range(i + 1, n):
        if work[at + k] > most:
            most = work[at + k]
            best = k
    work[at + best] = work[at + i]
    work[at + i] = most
    return most & 16383


def recall(
    key: int, left: int, alpha: int, beta: int, turns: int, work: Sequence[int], table: Sequence[int]
) -> tuple[bool, int, int]:
    """Whether the table settles a position, its score then, and the step that was best, -1 where it knows none."""
    entry = (key & (work[ENTRIES] - 1)) * 2
    if table[entry] != key:
        return False, 0, -1
    kept = table[entry + 1]
    depth = (kept >> 18) & 255
    # a deeper look would be as good, but not the value of a full tree of this depth
    if depth != left and (work[SELECTIVE] == 0 or depth < left):
        return False, 0, kept >> 26
    score = (kept & 65535) - 32768
    # proven ends are kept as seen from their own position
    if score > PROVEN:
        score -= turns
    elif score < -PROVEN:
        score += turns
    bound = (kept >> 16) & 3
    known = bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha)
    return known, score, kept >> 26


def remember(
    key: int, left: int, score: int, bound: int, step: int, turns: int, work: Sequence[int], table: list[int]
) -> None:
    """Write what was found into the table, in the place of what stood there."""
    entry = (key & (work[ENTRIES] - 1)) * 2
    if score > PROVEN:
        score += turns
    elif score < -PROVEN:
        score -= turns
    table[entry] = key
    table[entry + 1] = (step << 26) | (left << 18) | (bound << 16) | (score + 32768)


def search(  # noqa: C901  one place for the bounds of both plies
    state: State,
    grows: bool,
    seat: int,
    left: int,
    alpha: int,
    beta: int,
    turns: int,
    ply: int,
    near: Near,
    work: list[int],
    table: list[int],
    stop: Sequence[int],
) -> int:
    """What a position is worth for the side to move: exact between alpha and beta, else a bound on that side.

    `grows` says that the move step is done; `left` is the depth in quarters of a turn, `turns` how many were played
    since the root. Gives 0 once stopped; whoever calls looks at `work[STOPPED]` first.
    """
    work[NODES] += 1
    if work[NODES] >= work[LIMIT] or stop[0]:
        work[STOPPED] = 1
    if work[STOPPED]:
        return 0
    if left <= 0:
        return evaluate(state, seat, near, work)
    players = work[PLAYERS]
    selective = work[SELECTIVE]
    key = key_of(state, mark_of(grows, seat, work))
    known, score, first = recall(key, left, alpha, beta, turns, work, table)
    if known:
        return score
    at = LISTS + ply * MOST_STEPS
    n = list_steps(state, grows, seat, first, at, near, work)
    best = -WIN - 1
    chosen = 0
    low = alpha
    foes = state[1] | state[2]
    for i in range(n):
        code = take_best(at, i, n, work)
        child = state
        after = seat
        done = False
        if grows:
            if code:
                child = grow(state, code >> 6, 1 << (code & 63))
            child, done, _ = finish(child, work[BOARD], near, players)
            after = seat + 1 if seat + 1 < players else 0
        elif code:
            goal = 1 << ((code - 1) & 63)
            child = move(state, 1 << ((code - 1) >> 6), goal)
            done = goal & foes != 0 and over(child, players)
        if done:
            score = ended(child, seat, turns + 1, work)
        else:
            # a step after the first is asked only whether it is better, late ones a little less deeply; if so, anew
            less = 0
            if selective and i > 2 and left > TURN:
                less = 1 if i < 8 else 2
            high = beta if i == 0 else low + 1
            flips = after != seat and (players == 2 or seat == 0 or after == 0)
            rest = left - TURN if grows else left
            played = turns + 1 if grows else turns
            while True:
                a = -high if flips else low
                b = -low if flips else high
                score = search(
                    child, not grows, after, rest - less, a, b, played, ply + 1, near, work, table, stop
                )
                if flips:
                    score = -score
                if work[STOPPED]:
                    return 0
                if score <= low or (less == 0 and (high == beta or score >= beta)):
                    break
                less = 0
                high = beta
        if score > best:
            best = score
            chosen = code
            if score > low:
                low = score
                if score >= beta:
                    break
    if best > alpha:
        credit(grows, seat, chosen, left, work)
    bound = UPPER if best <= alpha else (LOWER if best >= beta else EXACT)
    remember(key, left, best, bound, chosen, turns, work, table)
    return best


def credit(grows: bool, seat: int, code: int, left: int, work: list[int]) -> None:
    """Remember that a step was good, the more so the deeper it was looked at, so that it comes early elsewhere."""
    at = (GROWTH_HISTORY if seat == 0 else GROWTH_HISTORY + 256) + code
    if not grows:
        at = (MOVE_HISTORY if seat == 0 else MOVE_HISTORY + 4096) + (code & 4095)
    work[at] += left * left
    if work[at] > 1 << 18:
        first = GROWTH_HISTORY if grows else MOVE_HISTORY
        last = LISTS if grows else GROWTH_HISTORY
        for k in range(first, last):
            work[k] >>= 1
