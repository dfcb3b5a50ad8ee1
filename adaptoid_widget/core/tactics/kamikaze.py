"""Kamikaze: who would starve attacks first, so that it is not lost for nothing (docs/rules.md: Tactics)."""

from __future__ import annotations

from typing import Dict, List, Tuple

from ..rules.bitboard import State, digit_sum, goals, hand_on
from ..rules.layout import Layout
from ..rules.position import Effect, Position
from ..rules.turn import Turn
from .starvation import Arrivals, starvable
from .tactic import Tactic, kamikaze_of


def _preys(position: Position) -> List[Tuple[int, int]]:
    """Who of the player to move can attack, and the enemies that would leave the board (R7)."""
    state = position.state
    own, foe, far, l0, l1, l2, p0, p1, p2, _, _, _ = state
    context = position.context
    found: List[Tuple[int, int]] = []
    movers = own & (l0 | l1 | l2)
    while movers:
        origin = movers & -movers
        movers ^= origin
        ends = goals(state, origin, context) & (foe | far)
        pincers = digit_sum(p0, p1, p2, origin)
        victims = 0
        while ends:
            goal = ends & -ends
            ends ^= goal
            if digit_sum(p0, p1, p2, goal) <= pincers:
                victims |= goal
        if victims:
            found.append((origin, victims))
    return found


def _threats(position: Position, targets: int) -> Dict[int, str]:
    """Which of the player's own adaptoids an enemy could starve now, by what it needs for that; "" for nothing."""
    layout = position.layout
    players = len(position.colors)
    state = position.state
    found: Dict[int, str] = {}
    for _ in range(players - 1):
        state = hand_on(state, players)
        threats = starvable(state, targets, position.context)
        for disc in threats:
            if disc not in found:
                found[disc] = _needed(layout, state, threats[disc])
    return found


def _needed(layout: Layout, state: State, arrivals: Arrivals) -> str:
    origin, goal, at = arrivals
    sign = "x" if (state[1] | state[2]) & goal else "-"
    parts: List[str] = []
    if origin:
        parts.append(layout.cell(origin) + sign + layout.cell(goal))
    if at:
        parts.append("+" + layout.cell(at))
    return " ".join(parts)


def kamikazes(position: Position) -> List[Tactic]:
    """Those of the player to move, each with all its turns; the move step must not be done."""
    found: List[Tactic] = []
    preys = _preys(position)
    attackers = 0
    for origin, _ in preys:
        attackers |= origin
    threats = _threats(position, attackers) if attackers else {}
    layout = position.layout
    for origin, victims in preys:
        if origin in threats:
            turns: List[str] = []
            cell = layout.cell(origin)
            cells = layout.cells_of(victims)
            for target in cells:
                turns += _with_growths(position, cell, target)
            found.append(kamikaze_of(position.turn, tuple(turns), cell, cells, threats[origin]))
    return found


def _with_growths(position: Position, cell: str, target: str) -> List[str]:
    """Every whole turn that begins with an attack."""
    attack = cell + "x" + target
    middle = position.moved(cell, target).position
    growths = middle.growths()
    return [attack + " " + str(growth) for growth in growths] if growths else [attack]


def attacked(position: Position, turn: Turn, effect: Effect) -> List[Tactic]:
    """What an attack that had this effect was, if it was a kamikaze."""
    target = str(turn.target)
    if not [gone for gone in effect.gone if gone.cell == target and gone.how in ("captured", "exchanged")]:
        return []
    cell = str(turn.origin)
    disc = position.layout.disc(cell)
    threats = _threats(position, disc)
    if disc not in threats:
        return []
    return [kamikaze_of(position.turn, (str(turn),), cell, (target,), threats[disc])]
