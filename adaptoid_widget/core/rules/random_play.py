"""Random turns, perft and replays on the integers of `bitboard`, which tests use to compare versions of the rules."""

from __future__ import annotations

from typing import List, Sequence, Tuple

from .bitboard import (
    LEG,
    NEW,
    PINCER,
    Context,
    State,
    count,
    finish,
    goals,
    grow,
    growth_discs,
    leg_discs,
    move,
    new_discs,
    over,
    pick,
    pincer_discs,
    turn,
)

# a random turn: state after it, next seed, whether the game ended, origin, goal, kind and disc of the growth
RandomTurn = Tuple[State, int, bool, int, int, int, int]


def step(seed: int) -> int:
    """Return the next state of the random number generator, 48 bits (POSIX `rand48`)."""
    return (seed * 25214903917 + 11) & 281474976710655


def below(seed: int, n: int) -> int:
    """Return a number from 0 to n − 1 for a state of the generator."""
    return ((seed >> 17) * n) >> 31


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
        mask = goals(state, disc, context)
        if mask:
            # reservoir sampling: a choice replaces the last one with a probability of its share of all choices so far
            n = count(mask)
            choices += n
            seed = step(seed)
            if below(seed, choices) < n:
                origin = disc
                ends = mask
    goal = 0
    if origin:
        seed = step(seed)
        goal = pick(ends, below(seed, count(ends)))
        state = move(state, origin, goal)
        if (foe | far) & goal and over(state, context.players):
            return state, seed, True, origin, goal, 0, 0
    kind, at, seed = pick_growth(state, new_discs(state, context), True, True, seed)
    if kind:
        state = grow(state, kind, at)
    state, ended, _ = finish(state, context)
    return state, seed, ended, origin, goal, kind, at


def pick_growth(state: State, new: int, limbs: bool, fair: bool, seed: int) -> Tuple[int, int, int]:
    """Pick a creation on the discs `new` or, if `limbs`, a limb. Return its kind, its disc and the next seed."""
    legs = leg_discs(state) if limbs else 0
    pincers = pincer_discs(state) if limbs else 0
    n_new = count(new)
    n_legs = count(legs)
    n = n_new + n_legs + count(pincers)
    if n == 0:
        return 0, 0, seed
    k = 0
    if fair:
        seed = step(seed)
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


def replay(
    state: State, moved: bool, steps: Sequence[Sequence[int]], results: Sequence[List[int]], context: Context
) -> int:
    """Play turns one after another up to the first illegal one. Return how many were legal.

    A row of `steps` has arguments of `bitboard.turn`: origin, goal, attack, kind and disc of the growth. A row of
    `results` receives the state, who starved, and whether the game has ended.
    """
    for i in range(len(steps)):
        row = steps[i]
        legal, state, ended, hungry = turn(state, moved, row[0], row[1], row[2] != 0, row[3], row[4], context)
        if not legal:
            return i
        moved = False
        for k in range(12):
            results[i][k] = state[k]
        results[i][12] = hungry
        results[i][13] = 1 if ended else 0
    return len(steps)


def growths(state: State, context: Context) -> int:
    """R8: count the possible growths."""
    return count(new_discs(state, context)) + count(leg_discs(state)) + count(pincer_discs(state))


def perft(state: State, context: Context, depth: int, moved: bool) -> int:
    """Count the distinct sequences of exactly `depth` turns, 1 or more, in a game that is not over.

    `moved`: the first turn's move step is done. The last turns are counted without playing them.
    """
    total = 0
    if moved:
        if depth == 1:
            return endings(state, context)
        stack = [(state, 0)]
        stack.pop()
        push_endings(stack, state, context, depth - 1)
    else:
        stack = [(state, depth)]
    while stack:
        state, left = stack.pop()
        if left == 1:
            total += endings(state, context)
        else:
            push_endings(stack, state, context, left - 1)
        movers = state[0] & (state[3] | state[4] | state[5])
        while movers:
            origin = movers & -movers
            movers ^= origin
            ends = goals(state, origin, context)
            while ends:
                goal = ends & -ends
                ends ^= goal
                middle = move(state, origin, goal)
                if over(middle, context.players):
                    if left == 1:
                        total += 1
                elif left == 1:
                    total += endings(middle, context)
                else:
                    push_endings(stack, middle, context, left - 1)
    return total


def endings(state: State, context: Context) -> int:
    """Count the ways to end a turn after its move step: the growths (R8), or one if none is possible (R9)."""
    n = growths(state, context)
    return n if n else 1


def push_endings(stack: List[Tuple[State, int]], state: State, context: Context, left: int) -> None:
    """For each way to end the turn after which the game goes on, push the state and the number of turns left."""
    can_grow = False
    for kind in range(NEW, PINCER + 1):
        discs = growth_discs(state, kind, context)
        while discs:
            at = discs & -discs
            discs ^= at
            can_grow = True
            after, ended, _ = finish(grow(state, kind, at), context)
            if not ended:
                stack.append((after, left))
    if not can_grow:
        after, ended, _ = finish(state, context)
        if not ended:
            stack.append((after, left))
