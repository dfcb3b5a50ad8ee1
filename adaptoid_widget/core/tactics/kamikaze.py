"""Kamikaze: an adaptoid that would starve attacks first and takes an enemy along (docs/reference/rules.md: Tactics)."""

from __future__ import annotations

from typing import Dict, List

from ..rules.bitboard import FAR, FOE, OWN, State
from ..rules.integer_rules import rotate_players
from ..rules.layout import Layout
from ..rules.position import Effect, Position
from ..rules.turn import Turn
from .tactic import Tactic, kamikaze_of
from .threats import Arrivals, starvable


def kamikazes(position: Position) -> List[Tactic]:
    """Return the kamikazes of the player to move, each with all its turns. The move step must not be done."""
    layout = position.layout
    tactics: List[Tactic] = []
    victims: Dict[str, List[str]] = {}
    attackers = 0
    for cell in layout.cells_of(position.state[OWN]):
        reach = position.reach(cell)
        victims[cell] = sorted(reach.captures + reach.exchanges, key=layout.index)
        if victims[cell]:
            attackers |= layout.disc(cell)
    threats = _threats(position, attackers)
    for cell in layout.cells_of(attackers):
        if layout.disc(cell) in threats:
            turns: List[str] = []
            for target in victims[cell]:
                attack = Turn(cell, target, True, None, None)
                turns += [str(turn) for turn in position.endings(attack)]
            threat = threats[layout.disc(cell)]
            tactics.append(kamikaze_of(position.turn, tuple(turns), cell, tuple(victims[cell]), threat))
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


def _threats(position: Position, discs: int) -> Dict[int, str]:
    """Return, for each own adaptoid on `discs` that an enemy could starve now, the part of a turn that does it."""
    players = len(position.colors)
    state = position.state
    threats: Dict[int, str] = {}
    for _ in range(players - 1):
        state = rotate_players(state, players)
        victims = starvable(state, discs, position.context)
        for disc in victims:
            if disc not in threats:
                threats[disc] = _arrivals_text(position.layout, state, victims[disc])
    return threats


def _arrivals_text(layout: Layout, state: State, arrivals: Arrivals) -> str:
    """Return the text of a move and a new adaptoid, as far as they are needed."""
    origin, target, at = arrivals
    sign = "x" if (state[FOE] | state[FAR]) & target else "-"
    parts: List[str] = []
    if origin:
        parts.append(layout.cell(origin) + sign + layout.cell(target))
    if at:
        parts.append("+" + layout.cell(at))
    return " ".join(parts)
