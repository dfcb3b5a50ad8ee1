"""Kamikaze: an adaptoid that would starve attacks first and takes an enemy along (docs/reference/rules.md: Tactics)."""

from __future__ import annotations

from typing import Dict, List, Tuple

from ..game.marks import Marks
from ..i18n.catalog import Saying
from ..i18n.slots import Slots
from ..rules.bitboard import FAR, FOE, OWN, State
from ..rules.integer_rules import rotate_players
from ..rules.layout import Layout
from ..rules.position import Effect, Position
from ..rules.turn import Turn
from .tactic import ByTurn, InPosition, Tactic, TacticKind
from .threats import Arrivals, starvable

KAMIKAZE = "kamikaze"


class KamikazeKind(TacticKind):
    """Attacks by adaptoids that would starve."""

    names = (KAMIKAZE,)

    def find(self, asked: InPosition) -> List[Tactic]:
        """Return the kamikazes of the player to move, each with all its turns."""
        return _kamikazes(asked.position)

    def done(self, asked: ByTurn) -> List[Tactic]:
        """Return the kamikaze that an attack was, if it was one."""
        return _kamikazes_in(asked.position, asked.turn, asked.effect) if asked.turn.attack else []


def _kamikazes(position: Position) -> List[Tactic]:
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
            tactics.append(_kamikaze_of(position.turn, tuple(turns), cell, tuple(victims[cell]), threat))
    return tactics


def _kamikazes_in(position: Position, turn: Turn, effect: Effect) -> List[Tactic]:
    target = str(turn.target)
    if not [gone for gone in effect.gone if gone.cell == target and gone.how in ("captured", "exchanged")]:
        return []
    cell = str(turn.origin)
    disc = position.layout.disc(cell)
    threats = _threats(position, disc)
    if disc not in threats:
        return []
    return [_kamikaze_of(position.turn, (str(turn),), cell, (target,), threats[disc])]


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


def _kamikaze_of(
    color: str, turns: Tuple[str, ...], cell: str, victims: Tuple[str, ...], reply: str
) -> Tactic:
    """Make a kamikaze of the adaptoid on `cell`. `reply` would starve it; "" if it is hungry already."""
    slots: Slots = {"cell": cell, "target": victims[0]}
    saying: Saying = ("tactic.kamikaze-hungry", slots)
    if reply:
        slots["line"] = reply
        saying = ("tactic.kamikaze", slots)
    rings = dict.fromkeys(victims, "red")
    rings[cell] = "yellow"
    marks = Marks([(cell, victim) for victim in victims], (), rings)
    return Tactic(KAMIKAZE, color, turns, (cell,), victims, 0, saying, marks)
