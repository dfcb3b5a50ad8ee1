"""Kamikaze: an adaptoid that would starve attacks first and takes an enemy along (docs/reference/rules.md: Tactics)."""

from __future__ import annotations

from typing import Dict, List, Tuple

from ..rules.bitboard import State, digit_sum, goals, hand_on
from ..rules.layout import Layout
from ..rules.position import Effect, Position
from ..rules.turn import Turn
from .tactic import Tactic, kamikaze_of
from .threats import Arrivals, starvable


def kamikazes(position: Position) -> List[Tactic]:
    """Return the kamikazes of the player to move, each with all its turns. The move step must not be done."""
    layout = position.layout
    tactics: List[Tactic] = []
    attackers = _attackers(position)
    discs = 0
    for origin, _ in attackers:
        discs |= origin
    threats = _threats(position, discs) if discs else {}
    for origin, victims in attackers:
        if origin in threats:
            cell = layout.cell(origin)
            targets = layout.cells_of(victims)
            turns: List[str] = []
            for target in targets:
                attack = Turn(cell, target, True, None, None)
                turns += [str(turn) for turn in position.endings(attack)]
            tactics.append(kamikaze_of(position.turn, tuple(turns), cell, targets, threats[origin]))
    return tactics


def kamikazes_in(position: Position, turn: Turn, effect: Effect) -> List[Tactic]:
    """Return the kamikaze that an attack with this effect was, if it was one."""
    target = str(turn.target)
    if not [gone for gone in effect.gone if gone.cell == target and gone.how in ("captured", "exchanged")]:
        return []
    cell = str(turn.origin)
    disc = position.layout.disc(cell)
    threats = _threats(position, disc)
    if disc not in threats:
        return []
    return [kamikaze_of(position.turn, (str(turn),), cell, (target,), threats[disc])]


def _attackers(position: Position) -> List[Tuple[int, int]]:
    """Return the adaptoids of the player to move that can attack, each with the enemies that it would remove (R7)."""
    state = position.state
    own, foe, far, l0, l1, l2, p0, p1, p2, _, _, _ = state
    attackers: List[Tuple[int, int]] = []
    movers = own & (l0 | l1 | l2)
    while movers:
        origin = movers & -movers
        movers ^= origin
        ends = goals(state, origin, position.context) & (foe | far)
        pincers = digit_sum(p0, p1, p2, origin)
        victims = 0
        while ends:
            goal = ends & -ends
            ends ^= goal
            if digit_sum(p0, p1, p2, goal) <= pincers:
                victims |= goal
        if victims:
            attackers.append((origin, victims))
    return attackers


def _threats(position: Position, targets: int) -> Dict[int, str]:
    """Return, for each own adaptoid on `targets` that an enemy could starve now, the part of a turn that does it."""
    players = len(position.colors)
    state = position.state
    threats: Dict[int, str] = {}
    for _ in range(players - 1):
        state = hand_on(state, players)
        victims = starvable(state, targets, position.context)
        for disc in victims:
            if disc not in threats:
                threats[disc] = _arrivals_text(position.layout, state, victims[disc])
    return threats


def _arrivals_text(layout: Layout, state: State, arrivals: Arrivals) -> str:
    """Return the text of a move and a creation, as far as they are needed."""
    origin, goal, at = arrivals
    sign = "x" if (state[1] | state[2]) & goal else "-"
    parts: List[str] = []
    if origin:
        parts.append(layout.cell(origin) + sign + layout.cell(goal))
    if at:
        parts.append("+" + layout.cell(at))
    return " ".join(parts)
