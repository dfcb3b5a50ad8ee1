"""Explains bad turns by the enemy's best reply, as message codes with slots."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.i18n.catalog import Saying
from ..core.i18n.slots import Slots
from ..core.rules.position import Position
from ..core.rules.turn import Turn
from ..core.tactics.finder import done
from ..core.tactics.tactic import DOUBLE_FORK, FORK

# the number of turns that a refutation shows
MAX_LINE = 4
FORKS = (FORK, DOUBLE_FORK)


def fork(position: Position, turn: Turn) -> tuple[str, ...]:
    """Return the discs of the enemies that a turn starves by a fork (docs/rules.md: Tactics).

    >>> position = Position.from_text("adaptoid w 0,0 W:B2L,C3 B:C4LLP,D4,D6")
    >>> fork(position, Turn.from_text("B2-B3 +B4"))
    ('C4',)
    """
    return tuple(cell for tactic in done(position, turn, FORKS) for cell in tactic.victims)


def refutation(position: Position, line: Sequence[Turn], loser: str, win_in: int | None) -> Saying:
    """Return what the best reply to a bad turn does to the colour that played it, as a code with slots.

    `position` is the position after the bad turn, `line` the best play from there, `win_in` its proof for the enemy.
    """
    text = ", ".join(str(turn) for turn in line[:MAX_LINE])
    slots: Slots = {"line": text, "color": position.turn}
    if win_in is not None and win_in > 0:
        return "note.lets-win", {**slots, "n": win_in}
    at = position
    for number, turn in enumerate(line):
        effect = at.effect(turn)
        lost = [gone for gone in effect.gone if gone.piece.color == loser]
        if lost and at.turn != loser:
            forked = [cell for cell in fork(at, turn) if any(gone.cell == cell for gone in lost)]
            if number > 0:
                return "note.later", {**slots, "cells": _cells(gone.cell for gone in lost)}
            first = {**slots, "line": str(turn)}
            for code, how in (
                ("fork", "fork"),
                ("starves", "starved"),
                ("captured", "captured"),
                ("exchange", "exchanged"),
            ):
                cells = forked if how == "fork" else [gone.cell for gone in lost if gone.how == how]
                if cells:
                    return "note." + code, {**first, "cells": _cells(cells)}
        at = effect.position
    return "note.quiet", slots


def _cells(cells: object) -> list[str]:
    return sorted(set(cells))  # type: ignore[call-overload]
