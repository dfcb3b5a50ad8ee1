"""The transposition table: results of the search by state. `deepening.table_entries` computes its size."""

from __future__ import annotations

from typing import List, Sequence, Tuple

from ..rules.bitboard import State
from .work_array import AGE, ENTRIES, MAX_UNPROVEN_SCORE, SELECTIVE

# whether the score of an entry is exact or a bound
EXACT = 0
LOWER = 1
UPPER = 2

M62 = (1 << 62) - 1
# Discs from this one on are hashed twice: in a product modulo 2**62, a high bit has only the low bits of the factor
HIGH = 37


def key_of(state: State, salt: int) -> int:
    """Return a hash of 62 bits. `salt` distinguishes entries of equal states."""
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
        + salt * 0x3C6EF372FE94F82B
        + (own >> HIGH) * 0x34726F1C1E7EA419
        + (foe >> HIGH) * 0x3CE2CBFF80A4DF5B
        + (far >> HIGH) * 0x296BB1E58306D03B
        + (l0 >> HIGH) * 0x3CFD2492DC28FF91
        + (l1 >> HIGH) * 0x38956B321A466885
        + (l2 >> HIGH) * 0x3944852039292D23
        + (p0 >> HIGH) * 0x27C6654199DD251D
        + (p1 >> HIGH) * 0x3AEB5AF88E7AA6E9
        + (p2 >> HIGH) * 0x24A4F7A3C88B2875
    ) & M62
    key ^= key >> 31
    key = (key * 0x3F51AFD7ED558CCD) & M62
    return key ^ (key >> 29)


def salt_of(grows: bool, seat: int, players: int, work: Sequence[int]) -> int:
    """Return what a key needs besides the state: the step, the seat of three players, the kind of search."""
    third = seat if players == 3 else 0
    return (1 if grows else 0) + 2 * work[SELECTIVE] + 4 * third


def age_salt(age: int) -> int:
    """Return the value mixed into keys, so that entries of another age do not match."""
    return (age * 0x1B873593CC9E2D51) & M62


def recall(
    key: int, depth_left: int, alpha: int, beta: int, turns: int, work: Sequence[int], table: Sequence[int]
) -> Tuple[bool, int, int]:
    """Return whether the table has a usable score, the score, and the best step's code (-1: unknown)."""
    entry = (key & (work[ENTRIES] - 1)) * 2
    if table[entry] != key ^ work[AGE]:
        return False, 0, -1
    value = table[entry + 1]
    depth = (value >> 18) & 255
    # with `exact`, a deeper result does not count: it is not the value of the full tree of this depth
    if depth != depth_left and (work[SELECTIVE] == 0 or depth < depth_left):
        return False, 0, value >> 26
    score = (value & 65535) - 32768
    # the distance of a proven end is stored relative to the entry's position
    if score > MAX_UNPROVEN_SCORE:
        score -= turns
    elif score < -MAX_UNPROVEN_SCORE:
        score += turns
    bound = (value >> 16) & 3
    known = bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha)
    return known, score, value >> 26


def remember(
    key: int,
    depth_left: int,
    score: int,
    bound: int,
    step: int,
    turns: int,
    work: Sequence[int],
    table: List[int],
) -> None:
    """Store a result, replacing the old entry."""
    entry = (key & (work[ENTRIES] - 1)) * 2
    if score > MAX_UNPROVEN_SCORE:
        score += turns
    elif score < -MAX_UNPROVEN_SCORE:
        score -= turns
    table[entry] = key ^ work[AGE]
    table[entry + 1] = (step << 26) | (depth_left << 18) | (bound << 16) | (score + 32768)
