"""A slow and simple implementation of each condition of a goal, by an example of its text."""

# ruff: noqa: UP035  (MicroPython has neither the newer forms nor collections.abc)

from __future__ import annotations

from typing import Callable

from adaptoid_widget.core.goals.attempt import PlayedTurn, same_color_again
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.tactics import finder as tactics


def replies(played: PlayedTurn, color: str) -> list[Position]:
    """Return the positions after all replies of all enemies, as if each enemy had the next turn."""
    out: list[Position] = []
    if played.after.winner is None:
        for enemy in played.after.colors:
            if enemy != color:
                position = (
                    played.after if enemy == played.after.turn else same_color_again(played.after, enemy)
                )
                out += [position.play(turn) for turn in position.turns()]
    return out


def own(position: Position, color: str) -> set[str]:
    return {cell for cell, piece in position.pieces.items() if piece.color == color}


def free_beside(cell: str, position: Position) -> set[str]:
    return set(position.layout.near(cell)) - set(position.pieces)


def survives(played: PlayedTurn, color: str) -> bool:
    if played.after.winner is not None:
        return played.after.winner == color
    return all(own(after, color) == own(played.after, color) for after in replies(played, color))


def survives_on(cell: str) -> Callable[[PlayedTurn, str], bool]:
    def holds(played: PlayedTurn, color: str) -> bool:
        if cell not in own(played.after, color):
            return False
        if played.after.winner is not None:
            return played.after.winner == color
        return all(cell in own(after, color) for after in replies(played, color))

    return holds


def keeps_turns(n: int) -> Callable[[PlayedTurn, str], bool]:
    def holds(played: PlayedTurn, color: str) -> bool:
        after = replies(played, color)
        after.append(played.after)
        return min(len(own(position, color)) for position in after) >= n

    return holds


def executes(name: str) -> Callable[[PlayedTurn, str], bool]:
    names = ("fork", "double fork") if name == "fork" else name
    return lambda played, _: bool(tactics.done(played.before, played.turn, names))


def found_after(name: str) -> Callable[[PlayedTurn, str], bool]:
    return lambda played, color: any(
        tactic.color == color for tactic in tactics.find(played.after, name) if tactic.name == name
    )


def besieges(played: PlayedTurn, _: str) -> bool:
    return played.after.winner is None and tactics.siege(played.after, 1).verdict == "proven"


def losses(played: PlayedTurn, color: str, hows: tuple[str, ...]) -> int:
    return sum(removal.how in hows and removal.piece.color != color for removal in played.gone)


NAIVE: dict[str, Callable[[PlayedTurn, str], bool]] = {
    "survives": survives,
    "survives D4": survives_on("D4"),
    "survives C3": survives_on("C3"),
    "keeps 2": keeps_turns(2),
    "keeps 4": keeps_turns(4),
    "keeps 7": keeps_turns(7),
    "forks": executes("fork"),
    "double-forks": executes("double fork"),
    "kamikaze": executes("kamikaze"),
    "tail": found_after("tail"),
    "reserve": found_after("reserve"),
    "besieges": besieges,
    "wins": lambda played, color: played.after.winner == color,
    "captures 1": lambda played, color: losses(played, color, ("captured", "exchanged")) >= 1,
    "starves 1": lambda played, color: losses(played, color, ("starved",)) >= 1,
    "takes 2": lambda played, color: losses(played, color, ("captured", "exchanged", "starved")) >= 2,
    "losses 0": lambda played, color: all(removal.piece.color != color for removal in played.gone),
    "liberties 2": lambda played, color: (
        all(len(free_beside(cell, played.after)) >= 2 for cell in own(played.after, color))
        and bool(own(played.after, color))
    ),
    "spare 1": lambda played, color: (
        all(played.after.spare(cell) >= 1 for cell in own(played.after, color))
        and bool(own(played.after, color))
    ),
    "reaches D3": lambda played, color: played.turn.target == "D3" and "D3" in own(played.after, color),
    "occupies D3 L": lambda played, color: (
        "D3" in own(played.after, color) and played.after.pieces["D3"].legs >= 1
    ),
    "grows leg": lambda played, _: str(played.turn).endswith("+L"),
    "unmoved": lambda played, _: played.turn.origin is None,
    "plays * +C3|* +D3": lambda played, _: str(played.turn).endswith(("+C3", "+D3")),
}
