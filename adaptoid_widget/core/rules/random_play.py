"""Random numbers, turns and games on the integers of `bitboard`; the same seed gives the same turns everywhere."""

from __future__ import annotations

from typing import List, Tuple

from .bitboard import Context, State, count, pick
from .integer_rules import (
    LEG,
    NEW,
    PINCER,
    destinations,
    finish_turn,
    grow,
    leg_discs,
    move,
    new_discs,
    over,
    pincer_discs,
    winning_seat,
)

# a random turn: state after it, next seed, whether the game ended, origin, target, kind and disc of the growth
RandomTurn = Tuple[State, int, bool, int, int, int, int]


def advance(seed: int) -> int:
    """Return the next state of the random number generator, 48 bits (POSIX `rand48`)."""
    return (seed * 25214903917 + 11) & 281474976710655


def below(seed: int, n: int) -> int:
    """Return a number from 0 to n − 1 for a state of the generator."""
    return ((seed >> 17) * n) >> 31


def scattered(seed: int) -> int:
    """Return a state of the generator for a seed. Similar seeds give unrelated states, unlike with `advance` alone."""
    for _ in range(3):
        seed = advance(seed)
        seed ^= seed >> 24
    return seed


def random_turn(state: State, context: Context, seed: int) -> RandomTurn:
    """Play a random turn: pick evenly from "no move" and the legal moves, then evenly from the growths.

    If the game goes on, the state has the view of the next player.
    """
    own, foe, far, l0, l1, l2, _, _, _, _, _, _ = state
    movers = own & (l0 | l1 | l2)
    choices = 1
    origin = 0
    ends = 0
    while movers:
        disc = movers & -movers
        movers ^= disc
        mask = destinations(state, disc, context)
        if mask:
            # reservoir sampling: a choice replaces the last one with a probability of its share of all choices so far
            n = count(mask)
            choices += n
            seed = advance(seed)
            if below(seed, choices) < n:
                origin = disc
                ends = mask
    target = 0
    if origin:
        seed = advance(seed)
        target = pick(ends, below(seed, count(ends)))
        state = move(state, origin, target)
        if (foe | far) & target and over(state, context):
            return state, seed, True, origin, target, 0, 0
    kind, at, seed = pick_growth(state, new_discs(state, context), True, True, seed)
    if kind:
        state = grow(state, kind, at)
    state, ended, _ = finish_turn(state, context)
    return state, seed, ended, origin, target, kind, at


def pick_growth(state: State, new: int, limbs: bool, fair: bool, seed: int) -> Tuple[int, int, int]:
    """Pick a new adaptoid on the discs `new` or, if `limbs`, a limb. Return its kind, its disc and the next seed."""
    legs = leg_discs(state) if limbs else 0
    pincers = pincer_discs(state) if limbs else 0
    n_new = count(new)
    n_legs = count(legs)
    n = n_new + n_legs + count(pincers)
    if n == 0:
        return 0, 0, seed
    k = 0
    if fair:
        seed = advance(seed)
        k = below(seed, n)
    if k < n_new:
        return NEW, pick(new, k), seed
    if k < n_new + n_legs:
        return LEG, pick(legs, k - n_new), seed
    return PINCER, pick(pincers, k - n_new - n_legs), seed


def random_games(start: State, context: Context, seed: int, games: int, cap: int) -> Tuple[int, int]:
    """Play random games of at most `cap` turns. Return the number of turns and a checksum over all states."""
    turns = 0
    checksum = 0
    for _ in range(games):
        state = start
        for _ in range(cap):
            state, seed, ended, _, _, _, _ = random_turn(state, context, seed)
            turns += 1
            own, foe, far, l0, _, _, p0, _, _, lost, _, _ = state
            checksum = (checksum * 31 + own + 3 * foe + 5 * far + 7 * l0 + 11 * p0 + lost) & 0x7FFFFFFF
            if ended:
                break
    return turns, checksum


def random_results(
    start: State, context: Context, seed: int, games: int, cap: int, results: List[int]
) -> int:
    """Play random games of at most `cap` turns from the start of a turn. Return the number of turns.

    `results` counts the wins by seat, 0 for the player to move at the start, then, as its fourth number, the games that
    did not end. Its fifth number becomes the next seed, with which further games go on.
    """
    turns = 0
    for _ in range(games):
        state = start
        mover = 0
        winner = 3
        for _ in range(cap):
            state, seed, ended, _, _, _, _ = random_turn(state, context, seed)
            turns += 1
            if ended:
                winner = (mover + winning_seat(state, context)) % context.players
                break
            mover = (mover + 1) % context.players
        results[winner] += 1
    results[4] = seed
    return turns
