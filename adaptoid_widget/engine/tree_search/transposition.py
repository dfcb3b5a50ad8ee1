"""The transposition table: what was found about a state, where another way may lead to it."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.rules.bitboard import State
from .work_array import AGE, ENTRIES, PROVEN, SELECTIVE

# what an entry of the table says of its score
EXACT = 0
LOWER = 1
UPPER = 2

M62 = (1 << 62) - 1


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


def mark_of(grows: bool, seat: int, players: int, work: Sequence[int]) -> int:
    """What tells apart, besides the state, the entries of the table: the step, who moves of three, and how."""
    third = seat if players == 3 else 0
    return (1 if grows else 0) + 2 * work[SELECTIVE] + 4 * third


def age_mark(age: int) -> int:
    """What an entry's key is mixed with, so that those of another age are not found."""
    return (age * 0x1B873593CC9E2D51) & M62


def recall(
    key: int, left: int, alpha: int, beta: int, turns: int, work: Sequence[int], table: Sequence[int]
) -> tuple[bool, int, int]:
    """Whether the table settles a position, its score then, and the step that was best, -1 where it knows none."""
    entry = (key & (work[ENTRIES] - 1)) * 2
    # those of another age are there to be overwritten, in the same places, so that old searches change nothing
    if table[entry] != key ^ work[AGE]:
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
    table[entry] = key ^ work[AGE]
    table[entry + 1] = (step << 26) | (left << 18) | (bound << 16) | (score + 32768)
