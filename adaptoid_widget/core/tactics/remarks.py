"""What the coach says of turns, in games and in lessons: why an adaptoid was lost, what keeps it, what was missed.

Everything here is proven by the rules. What a small search cannot prove is not said.
"""

from __future__ import annotations

from typing import List, Optional, Sequence, Tuple

from ..i18n.catalog import Saying
from ..i18n.slots import Slots
from ..rules.bitboard import FOE, OWN
from ..rules.position import Position
from ..rules.turn import Gone, Turn
from .finder import done, siege
from .forks import DOUBLE_FORK, FORK
from .kamikaze import KAMIKAZE
from .losses import FORKED, Loss, cells_lost, hunger, losses
from .reserves import RESERVE
from .siege import BUDGET, MAX_SIEGE_TURNS, PROVEN, REFUTED, SIEGE, SiegeSearch, has_attack
from .tactic import Tactic
from .threats import at_risk, max_taken

# the tactics that a person may have missed
NAMED = (FORK, DOUBLE_FORK, SIEGE)
# the most sentences on what was lost
MAX_REASONS = 3
# the budget of a search for a siege: a page takes a twentieth of a second
SIEGE_BUDGET = 200


def reasons(before: Position, turn: Turn, loser: str, replies: bool = True) -> List[Saying]:
    """Say what a turn took from a colour and why it could: at most three sentences, the named tactics first.

    `replies`: the loser has just played, so what was hungry before the turn was so at the end of the loser's own.

    >>> from adaptoid_widget.core.i18n.catalog import ENGLISH
    >>> position = Position.from_text("adaptoid w 0,0 W:D2,F5L B:D6,G7LP")
    >>> ENGLISH.say_all(reasons(position, Turn.from_text("F5-F6 +G6"), "B"))
    'That was a fork: G7 had one free disc to spare, and two arrivals took two.'
    >>> position = Position.from_text("adaptoid w 0,0 W:D2,E5LP B:D6,F6L")
    >>> ENGLISH.say_all(reasons(position, Turn.from_text("E5xF6 D2+L"), "B"))
    'F6 was captured: E5 came with more pincers, 1 against 0.'
    """
    lost = losses(before, turn, loser)
    forked = cells_lost(lost, FORKED)
    out: List[Saying] = []
    if len(forked) == 1:
        out.append(("coach.fork", {"cell": forked[0]}))
    elif forked:
        out.append(("coach.double-fork", {"cells": list(forked)}))
    # a capture from which the attacker comes back is none for a learner
    if cells_lost(lost, "exchanged"):
        out += [tactic.saying for tactic in done(before, turn, KAMIKAZE)]
    food = before.food()
    for loss in lost:
        cell, piece, how, _ = loss
        if how == FORKED:
            continue
        if how == "starved":
            out += _hunger(loss, food[cell], replies)
            continue
        attacker = before.pieces[str(turn.origin)]
        slots: Slots = {"target": cell, "cell": str(turn.origin), "n": attacker.pincers, "m": piece.pincers}
        out.append(("coach." + how, slots))
    return out[:MAX_REASONS]


def _hunger(loss: Loss, food: int, replies: bool) -> List[Saying]:
    """Why an adaptoid starved without a fork; `food` is its food before the turn."""
    cell, size = loss.cell, loss.piece.size
    if food < 0 and replies:
        return [("coach.hungry", {"cell": cell, "limbcount": size, "free": size + food})]
    if food == 0 and loss.free == size - 1:
        return [("coach.tight", {"cell": cell})]
    return hunger([loss], "coach.starved")


def keeping(position: Position, turns: Sequence[Turn]) -> Optional[Turn]:
    """The first of several turns after which no reply takes an adaptoid; None if there is none. For two players.

    >>> position = Position.from_text("adaptoid b 0,0 W:D2,F5L B:D6,G7LP")
    >>> str(keeping(position, [Turn.from_text("D6+L"), Turn.from_text("G7-G6 +E6")]))
    'G7-G6 +E6'
    """
    for turn in turns:
        after = position.play(turn)
        if after.winner == position.turn or (
            after.winner is None and not max_taken(after.state, after.state[FOE], after.context, 1)
        ):
            return turn
    return None


def advice(asked: Position, own: Turn, turns: Sequence[Turn], gone: Sequence[Gone]) -> List[Saying]:
    """Say what would have kept all adaptoids of the player to move, or why nothing would. For two players.

    After `own`, the enemy took those that are `gone`. `turns` are those to consider, the best first; only all turns
    of the position tell that none helps.

    >>> from adaptoid_widget.core.i18n.catalog import ENGLISH
    >>> position = Position.from_text("adaptoid b 0,0 W:D2,F5L B:D6,G7L")
    >>> gone = position.play("G7+P").effect("F5-F6 +G6").gone
    >>> ENGLISH.say_all(advice(position, Turn.from_text("G7+P"), position.turns(), gone))
    'G7 grew a limb and was lost. +C5 grows in your reserve instead, and would have kept all your adaptoids. \
Reserve: no enemy can attack D6 next turn or reach C5, so Black can grow there.'
    """
    within = siege_of(asked) if "starved" in [each.how for each in gone] else None
    if within is not None:
        return [("coach.besieged-now", None) if within == 1 else ("coach.besieged", {"n": within})]
    if own.growth in ("leg", "pincer") and own.at in [each.cell for each in gone]:
        for turn in turns:
            if turn.growth == "new" and turn.move in (None, own.move) and keeping(asked, [turn]):
                reserve = done(asked, turn, RESERVE)
                if reserve:
                    slots: Slots = {"cell": str(own.at), "line": str(turn)}
                    return [("coach.reserve", slots), reserve[0].saying]
    kept = keeping(asked, turns)
    if kept is not None:
        return [("coach.kept", {"line": str(kept)})]
    return [("coach.none", None)] if len(turns) == len(asked.turns()) else []


def siege_of(position: Position) -> Optional[int]:
    """Within how many of its turns the besieged player to move loses an adaptoid; None if no siege is proven.

    For two players. It looks only where an adaptoid has at most one free disc to spare.
    """
    if not _is_pressed(position):
        return None
    search = SiegeSearch(position.context, SIEGE_BUDGET)
    return search.within if search.search(position.state, MAX_SIEGE_TURNS) == PROVEN else None


def laid_siege(before: Position, turn: Turn) -> Optional[Tactic]:
    """The siege of the enemy that a turn lays, if a small search proves it. For two players; not at the end of a game.

    >>> siege = laid_siege(Position.from_text("adaptoid w 0,0 W:E6,F4L B:G7PP"), Turn.from_text("F4-F5 E6+L"))
    >>> "" if siege is None else siege.why
    'Siege: whatever Black plays, an adaptoid of Black starves next, and Black has no attack.'
    """
    if not _is_pressed(before.play(turn)):
        return None
    sieges = done(before, turn, SIEGE, SIEGE_BUDGET)
    return sieges[0] if sieges else None


def _is_pressed(position: Position) -> bool:
    """Whether the player to move has no attack, and an adaptoid with at most one free disc to spare."""
    state, context = position.state, position.context
    return at_risk(state, state[OWN], context) != 0 and not has_attack(state, context)


def missed(asked: Position, own: Turn, best: Turn) -> Tuple[Optional[Tactic], Tuple[Saying, ...]]:
    """The tactic that a better turn carries out and the player's own does not, and what to say of it."""
    if done(asked, own, (FORK, DOUBLE_FORK)):
        return None, ()
    for tactic in done(asked, best, NAMED, SIEGE_BUDGET):
        if tactic.name != SIEGE:
            return tactic, (("coach.missed", None), tactic.saying)
        after = asked.play(own)
        if after.winner is None and siege(after, MAX_SIEGE_TURNS, BUDGET).verdict == REFUTED:
            return tactic, (("coach.missed-siege", {"line": str(best)}), tactic.saying)
    return None, ()
