"""Tactics in positions made by hand and from random games, with explanations and marks, and sieges."""

# ruff: noqa: UP035  (MicroPython has neither the newer forms nor collections.abc)

from __future__ import annotations

from typing import Callable

from adaptoid_widget.core.rules import random_play
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.rules.variants import VARIANTS
from adaptoid_widget.core.tactics import finder as tactics

BY_HAND = (
    "adaptoid w 0,0 W:D2,F5L B:D6,G7LP",
    "adaptoid w 0,0 W:B1L,B4,C3 B:A2LP,B3LP,D6",
    "adapt3 w 0,0,0 W:B1L,B4,C3 B:A2LP,D6 R:B3LP,G7",
    "adaptoid b 0,0 W:E6,F5 B:G7PP",
    "adaptoid b 0,0 W:E6,F5 B:A1,G7PP",
    "adapt3@hex3 w 0,0,0 W:A1PP B:A3,E5 R:B1,C2",
    "adaptoid b 0,0 W:A1,A2,A3,D2 B:D7,E7,F7,G7",
    "adaptoid w 0,0 W:D1,D4LP B:D6LP",
    "adaptoid w 0,0 W:C3,D2,D4LP B:C4P,D5P,E5P",
    "adaptoid w 0,0 W:C3,D2,D4LP B:D5P,E5P,F5L",
)
# from each start
POSITIONS = 12
# the number of turns of a random game between two searches for tactics
TURNS_BETWEEN = 9
BUDGET = 60


def steps(say: Callable[..., None], starts: dict[str, str], positions: int = POSITIONS) -> None:
    """Report all tactics that the finder returns."""
    for text in BY_HAND:
        position = Position.from_text(text)
        say("tactics", text, tactics_of(position))
        for within in (1, 2):
            siege = tactics.siege(position, within, 400)
            say("siege", text, within, siege.verdict, siege.nodes, sorted(siege.replies.items()))
    for name in sorted(starts):
        first = Position.from_text(starts[name])
        variant = VARIANTS[first.variant]
        state = first.state
        seed = 2008
        seat = tested = turns = 0
        while tested < positions:
            turns += 1
            before = first.at_move(variant.colors[seat], state)
            if turns % TURNS_BETWEEN == 0:
                say("tactics", str(before), tactics_of(before))
                tested += 1
            state, seed, over, _, _, _, _ = random_play.random_turn(state, first.context, seed)
            seat = 0 if over else (seat + 1) % len(variant.colors)
            if over:
                state = first.state


def tactics_of(position: Position) -> list[object]:
    """The fields of each tactic, and the tactics of its first turn."""
    out: list[object] = []
    for tactic in tactics.find(position, None, BUDGET):
        out.append([tactic.name, tactic.color, list(tactic.turns), list(tactic.discs), list(tactic.victims)])
        out.append([tactic.within, tactic.why, str(tactic.marks)])
        if tactic.turns:
            out.append(
                [tactic_done.why for tactic_done in tactics.done(position, tactic.turns[0], None, BUDGET)]
            )
    return out
