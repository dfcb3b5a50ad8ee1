"""The rules R2, R3, R6 to R13 and R17 to R20, as the rulebook says them, on names of discs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from .board import Board

# R4, R17: who follows whom; R17: whom each colour is hunted by.
ORDER = {"adaptoid": "WB", "adapt3": "WBR", "adapt3-fierce": "WRB"}
HUNTER = {"R": "W", "B": "R", "W": "B"}
LOSSES = {"adaptoid": 5, "adapt3": 10, "adapt3-fierce": 10}  # R11, R20


class Man(NamedTuple):
    """An adaptoid."""

    color: str
    legs: int
    pincers: int

    @property
    def size(self) -> int:
        return self.legs + self.pincers


@dataclass(frozen=True)
class State:
    """A position: the adaptoids by their discs, the player to move, the losses."""

    variant: str
    switches: frozenset[str]
    board: Board
    turn: str
    due: bool  # the move step is done and the growth is due
    men: dict[str, Man]
    lost: dict[str, int]


class Reach(NamedTuple):
    """Where an adaptoid can go, by what happens there (R6, R7)."""

    free: frozenset[str]
    captures: frozenset[str]
    exchanges: frozenset[str]
    deaths: frozenset[str]


Turns = dict[str, State]


def enemies(state: State, color: str) -> set[str]:
    """R19: everybody else is an enemy, prey or hunter."""
    return set(ORDER[state.variant]) - {color}


def liberties(state: State, cell: str) -> int:
    """R2: the free discs that touch it."""
    return len([other for other in state.board.near[cell] if other not in state.men])


def supply(state: State, color: str) -> tuple[int, int, int]:
    """R3: bodies, legs and pincers that are not on the board."""
    own = [man for man in state.men.values() if man.color == color]
    return 12 - len(own), 12 - sum(m.legs for m in own), 12 - sum(m.pincers for m in own)


def winner(state: State) -> str | None:
    """R11, R13, R20."""
    colors = set(ORDER[state.variant])
    colors_on_board = {man.color for man in state.men.values()}
    losers = {c for c in colors if state.lost[c] >= LOSSES[state.variant] or c not in colors_on_board}
    if not losers:
        return None
    if losers == colors:
        return state.turn
    if len(colors) == 3 and len(losers) == 1:
        return HUNTER[losers.pop()]
    return (colors - losers).pop()


def reach(state: State, cell: str) -> Reach:
    """R6 and R7: where the adaptoid of a cell may go, whoever's turn it is."""
    man = state.men[cell]
    free: set[str] = set()
    attacked: set[str] = set()
    front = {cell}
    for _ in range(man.legs):
        beside = {other for place in front for other in state.board.near[place]}
        attacked |= {c for c in beside if c in state.men and state.men[c].color != man.color}
        front = {c for c in beside if c not in state.men}
        free |= front
    captures, exchanges, deaths = set(), set(), set()
    for target in attacked:
        outcome = attack(state, man, state.men[target])
        if outcome == "capture":
            captures.add(target)
        elif outcome == "exchange":
            exchanges.add(target)
        elif outcome == "death":
            deaths.add(target)
    return Reach(frozenset(free), frozenset(captures), frozenset(exchanges), frozenset(deaths))


def attack(state: State, attacker: Man, defender: Man) -> str | None:
    """R7: what an attack would do, or None if it is not allowed."""
    bare, weaker = "bare-exchange" in state.switches, "weaker-dies" in state.switches
    if attacker.pincers > defender.pincers:
        return "capture"
    if attacker.pincers == defender.pincers:
        return "exchange" if attacker.pincers or bare else None
    if attacker.pincers:
        return "death" if weaker else None
    return "death" if weaker and bare else None


def after_move(state: State, origin: str, target: str) -> State:
    """The position after the move step of R6 and R7, the growth still due. The move must be legal."""
    men, lost = dict(state.men), dict(state.lost)
    mover = men.pop(origin)
    if target not in men:
        men[target] = mover
    else:
        victim = men[target]
        outcome = attack(state, mover, victim)
        if outcome in ("capture", "exchange"):
            del men[target]
            lost[victim.color] += 1
        if outcome == "capture":
            men[target] = mover
        else:
            lost[mover.color] += 1
    return replace(state, men=men, lost=lost, due=True)


def growths(state: State) -> dict[str, dict[str, Man]]:
    """R8: every growth of the player whose turn it is, with the adaptoids that stand afterwards."""
    bodies, legs, pincers = supply(state, state.turn)
    grown = {}
    for cell, man in state.men.items():
        if man.color != state.turn:
            continue
        if bodies:
            for other in state.board.near[cell]:
                if other not in state.men:
                    grown[f"+{other}"] = {**state.men, other: Man(state.turn, 0, 0)}
        if man.size < 6 and legs:
            grown[f"{cell}+L"] = {**state.men, cell: man._replace(legs=man.legs + 1)}
        if man.size < 6 and pincers:
            grown[f"{cell}+P"] = {**state.men, cell: man._replace(pincers=man.pincers + 1)}
    return grown


def starving(state: State) -> set[str]:
    """R10: the enemies whose size exceeds their liberties, found all at once."""
    return {
        cell
        for cell, man in state.men.items()
        if man.color != state.turn and man.size > liberties(state, cell)
    }


def feed(state: State) -> State:
    """R10, R12: the starving leave, the end is tested, the next player is on turn."""
    starved = starving(state)
    lost = dict(state.lost)
    for cell in starved:
        lost[state.men[cell].color] += 1
    men = {cell: man for cell, man in state.men.items() if cell not in starved}
    fed = replace(state, men=men, lost=lost, due=True)
    if winner(fed):
        return fed
    order = ORDER[state.variant]
    return replace(fed, due=False, turn=order[(order.index(state.turn) + 1) % len(order)])


def choices(state: State) -> Turns:
    """Every legal turn by its text, with the position it leads to before feeding."""
    if winner(state):
        return {}
    middles = [("", state)]
    for cell, man in state.men.items():
        if man.color == state.turn and not state.due:
            free, *attacked = reach(state, cell)
            middles += [(f"{cell}-{target}", after_move(state, cell, target)) for target in free]
            for targets in attacked:
                middles += [(f"{cell}x{target}", after_move(state, cell, target)) for target in targets]
    results_of_turns: Turns = {}
    for move, middle in middles:
        grown = growths(middle)
        if winner(middle):  # R12
            results_of_turns[move] = middle
        elif not grown:  # R9
            results_of_turns[move or "-"] = middle
        else:
            for growth, men in grown.items():
                results_of_turns[f"{move} {growth}".strip()] = replace(middle, men=men)
    return results_of_turns


def finish(chosen: State) -> State:
    """R12: a turn that the move step ended is not played on, any other ends with feeding."""
    return replace(chosen, due=True) if winner(chosen) else feed(chosen)


def turns(state: State) -> Turns:
    """Every legal turn by its text, with the position after it."""
    return {text: finish(chosen) for text, chosen in choices(state).items()}


def play(state: State, text: str) -> State:
    return finish(choices(state)[text])


def perft(state: State, depth: int) -> int:
    """The number of sequences of exactly so many turns; the last turns are counted, not played."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(choices(state))
    return sum(perft(after, depth - 1) for after in turns(state).values())
