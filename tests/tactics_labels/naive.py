"""Finds the tactics of docs/reference/rules.md slowly, by trying all turns with the rules of tests/reference.

It shares no code with the finder. A turn is a fork if an enemy starves after the whole turn, but not after its move
alone, and not after its new adaptoid alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tests.reference.board import Board, cell_key
from tests.reference.rules import (
    ORDER,
    Man,
    State,
    after_move,
    choices,
    enemies,
    finish,
    liberties,
    reach,
    starving,
    supply,
    winner,
)

# the start discs that the rules and the bundled boards name (R4, R18; the hexagons as in the perft table)
STARTS = {
    ("hex2", 2): {"W": "B1", "B": "B3"},
    ("hex3", 2): {"W": "C1", "B": "C5"},
    ("hex3", 3): {"W": "C1", "B": "A3", "R": "E5"},
    ("hex4", 2): {"W": "D2", "B": "D6"},
    ("hex4", 3): {"W": "D2", "B": "B4", "R": "F6"},
    ("hex5", 2): {"W": "E3", "B": "E7"},
    ("hex5", 3): {"W": "E3", "B": "C5", "R": "G7"},
}
Labels = dict[str, Any]


def label(state: State) -> Labels:
    """All tactics but sieges, as JSON-able data."""
    forked = forks(state)
    return {
        "fork": [row for row in forked if len(row[0]) == 1],
        "double fork": [row for row in forked if len(row[0]) > 1],
        "tail": tails(state),
        "reserve": reserves(state),
        "kamikaze": kamikazes(state),
    }


# -- fork --------------------------------------------------------------------------------------------------------------


def arrivals(text: str) -> tuple[str, str, str] | None:
    """Origin, target and new adaptoid of a turn that moves to a free disc and grows one."""
    move, _, growth = text.partition(" +")
    origin, _, target = move.partition("-")
    return (origin, target, growth) if growth and target else None


def hungry(state: State, cell: str) -> bool:
    return state.men[cell].size > liberties(state, cell)


def fork_victims(state: State, text: str, chosen: State) -> list[str]:
    arrived = arrivals(text)
    if arrived is None or state.due:
        return []
    origin, target, created = arrived
    moved = after_move(state, origin, target)
    grown = replace(state, men={**state.men, created: Man(state.turn, 0, 0)}) if created != origin else moved
    return sorted(
        (
            cell
            for cell, man in state.men.items()
            if man.color != state.turn
            and liberties(state, cell) == man.size + 1
            and {target, created} <= state.board.near[cell]
            and origin not in state.board.near[cell]
            and hungry(chosen, cell)
            and not hungry(moved, cell)
            and not hungry(grown, cell)
        ),
        key=cell_key,
    )


def forks(state: State) -> list[list[list[str]]]:
    """Victims and the turns that fork exactly them."""
    turns: dict[tuple[str, ...], list[str]] = {}
    for text, chosen in choices(state).items():
        victims = fork_victims(state, text, chosen)
        if victims:
            turns.setdefault(tuple(victims), []).append(text)
    return [[list(victims), sorted(texts)] for victims, texts in sorted(turns.items())]


# -- kamikaze ----------------------------------------------------------------------------------------------------------


def starved_by(state: State, color: str) -> set[str]:
    """Whom some turn of a colour would starve, were it its turn now."""
    as_color = replace(state, turn=color, due=False)
    victims: set[str] = set()
    for chosen in choices(as_color).values():
        if winner(chosen) is None:
            victims |= starving(chosen)
    return victims


def threatened(state: State) -> set[str]:
    """The mover's adaptoids that some enemy could starve."""
    victims = set[str]().union(*(starved_by(state, color) for color in enemies(state, state.turn)))
    return {cell for cell in victims if state.men[cell].color == state.turn}


def takes(state: State) -> dict[str, list[str]]:
    """By attacker the enemies that would leave the board."""
    victims: dict[str, list[str]] = {}
    for cell, man in state.men.items():
        if man.color == state.turn:
            _, captures, exchanges, _ = reach(state, cell)
            if captures | exchanges:
                victims[cell] = sorted(captures | exchanges, key=cell_key)
    return victims


def kamikazes(state: State) -> list[Any]:
    """Attacker, whom it can take along, and how many turns do so."""
    if winner(state) or state.due:
        return []
    attackers = takes(state)
    in_danger = threatened(state) if attackers else set()
    texts = list(choices(state)) if in_danger & set(attackers) else []
    return [
        [
            cell,
            attackers[cell],
            sum(text.split(" ")[0] in {f"{cell}x{t}" for t in attackers[cell]} for text in texts),
        ]
        for cell in sorted(attackers, key=cell_key)
        if cell in in_danger
    ]


# -- tail --------------------------------------------------------------------------------------------------------------


def distances(board: Board, sources: set[str]) -> dict[str, int]:
    steps = dict.fromkeys(sources, 0)
    edge = sorted(sources)
    for cell in edge:
        for other in board.near[cell]:
            if other not in steps:
                steps[other] = steps[cell] + 1
                edge.append(other)
    return steps


def chains(cells: set[str], board: Board, chain: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every way along touching discs of a set that visits none twice."""
    if chain:
        yield chain
    for cell in cells - set(chain):
        if not chain or cell in board.near[chain[-1]]:
            yield from chains(cells, board, (*chain, cell))


def tails(state: State) -> list[list[Any]]:
    """Colour and chain, the best one of all that share a disc or touch."""
    if winner(state):
        return []
    board = state.board
    starts = STARTS.get((board.text, len(ORDER[state.variant])), {})
    rim = {cell for cell in board.cells if len(board.near[cell]) < 6}
    labels: list[list[Any]] = []
    for color in sorted(starts, key="WBR".index):
        distance_from_start = distances(board, {starts[color]})
        back = distances(
            board,
            {
                cell
                for cell in distance_from_start
                if distance_from_start[cell] == max(distance_from_start.values())
            },
        )
        bare = {cell for cell in rim if state.men.get(cell) == Man(color, 0, 0)}
        candidates = [c for c in chains(bare, board) if len(c) >= 3 and back[c[-1]] < back[c[0]]]
        candidates.sort(
            key=lambda c: (-len(c), back[c[-1]] - back[c[0]], [board.cells.index(cell) for cell in c])
        )
        best: list[tuple[str, ...]] = []
        for chain in candidates:
            if not any(_are_linked(chain, other, bare, board) for other in best):
                best.append(chain)
        best.sort(key=lambda c: min(board.cells.index(cell) for cell in c))
        labels += [[color, list(chain)] for chain in best]
    return labels


def _are_linked(chain: tuple[str, ...], other: tuple[str, ...], bare: set[str], board: Board) -> bool:
    """Whether two chains hang together over bare adaptoids on the rim."""
    linked = {cell: frozenset(board.near[cell] & bare) for cell in bare}
    return other[0] in distances(Board("", tuple(bare), linked), {chain[0]})


# -- reserve -----------------------------------------------------------------------------------------------------------


def reserves(state: State) -> list[list[Any]]:
    """Colour, adaptoid and the discs beside it that are out of reach."""
    if winner(state):
        return []
    labels: list[list[Any]] = []
    for color in sorted(ORDER[state.variant], key="WBR".index):
        attacked: set[str] = set()
        reached: set[str] = set()
        for cell, man in state.men.items():
            if man.color != color:
                free, captures, exchanges, deaths = reach(state, cell)
                reached |= free
                attacked |= captures | exchanges | deaths
        for cell in sorted(state.men, key=cell_key):
            if state.men[cell] == Man(color, 0, 0) and cell not in attacked and supply(state, color)[0]:
                room = [c for c in state.board.near[cell] if c not in state.men and c not in reached]
                if room:
                    labels.append([color, cell, sorted(room, key=cell_key)])
    return labels


# -- siege -------------------------------------------------------------------------------------------------------------


class TooManyTurns(Exception):
    """Raised when all turns that may be tried have been tried."""


class Trials:
    """Counts the turns that may still be tried."""

    def __init__(self, left: int) -> None:
        self.left = left

    def choices(self, state: State) -> dict[str, State]:
        turns = choices(state)
        self.left -= len(turns)
        if self.left < 0:
            raise TooManyTurns
        # a set's order changes from run to run, and what is tried out first counts
        return dict(sorted(turns.items()))


def siege(state: State, turns: int, trials: Trials) -> bool:
    """Whether the side to move is besieged."""
    besieged = state.turn
    mine = trials.choices(state)
    if any("x" in text for text in mine):
        return False
    for chosen in mine.values():
        after = finish(chosen)
        if winner(after) or not _answered(after, besieged, turns, trials):
            return False
    return bool(mine)


def _answered(state: State, besieged: str, turns: int, trials: Trials) -> bool:
    answers = trials.choices(state)
    for chosen in answers.values():
        if winner(chosen) is None and any(chosen.men[cell].color == besieged for cell in starving(chosen)):
            return True
    if turns == 1 and len(ORDER[state.variant]) == 2:
        return False
    for chosen in answers.values():
        after = finish(chosen)
        if winner(after):
            continue
        if after.turn != besieged:
            if _answered(after, besieged, turns, trials):
                return True
        elif turns > 1 and siege(after, turns - 1, trials):
            return True
    return False


def escapes(state: State, max_count: int = 3) -> int:
    """How many turns of the side to move, up to a few, leave the others no turn that starves one of its adaptoids."""
    count = 0
    for chosen in choices(state).values():
        after = finish(chosen)
        if winner(after) or not _answered(after, state.turn, 1, Trials(10**6)):
            count += 1
            if count == max_count:
                break
    return count
