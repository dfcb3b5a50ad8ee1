"""What the coach says of turns, in games and in lessons: why an adaptoid was lost, what keeps it, what was missed.

Everything here is proven by the rules. What a small search cannot prove is not said.
"""

from __future__ import annotations

from typing import List, Optional, Sequence, Tuple

from ..i18n.catalog import Saying
from ..i18n.slots import Slots
from ..rules.bitboard import FAR, FOE, OWN, TurnDiscs
from ..rules.integer_rules import rotate_players
from ..rules.integer_rules import turn as play_discs
from ..rules.position import Position
from ..rules.turn import Gone, Turn
from .finder import done, siege
from .forks import DOUBLE_FORK, FORK
from .kamikaze import KAMIKAZE
from .losses import FORKED, Loss, cells_lost, hunger, losses
from .reserves import RESERVE
from .siege import (
    BUDGET,
    MAX_SIEGE_TURNS,
    PROVEN,
    REFUTED,
    SIEGE,
    UNKNOWN,
    SiegeSearch,
    each_turn,
    has_attack,
)
from .tactic import Tactic
from .threats import at_risk, max_taken
from .weak_players import best_taking_turn

# the tactics that a person may have missed, besides reserves
NAMED = (FORK, DOUBLE_FORK, SIEGE, KAMIKAZE)
# the discs of a tactic's victims, its turn, and what to say of it
Missed = Tuple[Tuple[str, ...], str, Tuple[Saying, ...]]
NOTHING_MISSED: Missed = ((), "", ())
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
    """The first of several turns that loses no adaptoid, itself or by a reply; None if there is none. For two players.

    >>> position = Position.from_text("adaptoid b 0,0 W:D2,F5L B:D6,G7LP")
    >>> str(keeping(position, [Turn.from_text("D6+L"), Turn.from_text("G7-G6 +E6")]))
    'G7-G6 +E6'
    """
    return _with_losses(position, turns, 0)


def _with_losses(position: Position, turns: Sequence[Turn], exchanged: int) -> Optional[Turn]:
    """The first of several turns that exchanges so many adaptoids, and loses none else or by a reply, or that wins."""
    color = position.turn
    for turn in turns:
        if exchanged and not turn.attack:
            continue
        after, gone = position.effect(turn)
        # an attacker that dies alone is no exchange (R7, `weaker-dies`)
        if [each.how for each in gone if each.piece.color == color] != ["exchanged"] * exchanged:
            continue
        if after.winner == color or (
            after.winner is None and not max_taken(after.state, after.state[FOE], after.context, 1)
        ):
            return turn
    return None


def _winning(position: Position) -> Optional[Turn]:
    """A turn that wins at once; None if there is none.

    >>> str(_winning(Position.from_text("adaptoid w 4,4 W:B2,D4LP B:C4P,D5P,E6L")))[:5]
    'D4xC4'
    """
    best = best_taking_turn(position)
    return best if best is not None and position.play(best).winner == position.turn else None


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
    won = _winning(asked)
    if won is not None:
        return [("coach.won", {"line": str(won)})]
    starved = [each.cell for each in gone if each.how == "starved"]
    within = siege_of(asked) if starved else None
    if within is not None:
        return [("coach.besieged-now", None) if within == 1 else ("coach.besieged", {"n": within})]
    out = [saying for cell in starved for saying in _own_fault(asked, own, cell)]
    if own.at in [each.cell for each in gone]:
        instead, reserve = _reserve_instead(asked, own, turns)
        if reserve is not None:
            # the reason says already that the limb was too much
            code = "coach.reserve-new" if own.growth == "new" else "coach.reserve"
            slots: Slots = {"cell": str(own.at), "line": str(instead)}
            return [(code, slots), reserve.saying]
    kept = keeping(asked, turns)
    if kept is not None:
        return out + [("coach.kept", {"line": str(kept)})]
    if len(turns) == len(asked.turns()):
        out.append(("coach.none", None))
    exchange = _with_losses(asked, turns, 1)
    for turn in ([] if exchange is None else [exchange]) + list(turns):
        if turn.attack and turn.origin in starved and turn.origin not in (own.origin, own.target):
            kamikaze = done(asked, turn, KAMIKAZE)
            if kamikaze:
                return out + [("coach.missed-line", {"line": str(turn)}), kamikaze[0].saying]
    if exchange is not None:
        out.append(("coach.exchange", {"line": str(exchange)}))
    return out


def _own_fault(asked: Position, own: Turn, cell: str) -> List[Saying]:
    """Say how a player's own turn left one of its adaptoids with one free disc too few, if it did.

    >>> from adaptoid_widget.core.i18n.catalog import ENGLISH
    >>> position = Position.from_text("adaptoid b 0,0 W:D2,F6 B:D6,F7,G7L")
    >>> ENGLISH.say_all(_own_fault(position, Turn.from_text("+G6"), "G7"))
    'Your new adaptoid on G6 took a free disc that G7 needed.'
    """
    after = asked.play(own)
    food = after.food().get(cell, 0) if after.winner is None else 0
    if food < -1 and own.target == cell:
        return [("coach.own-move", {"cell": cell})]
    if food != -1:
        return []
    near = asked.layout.near(cell)
    if own.growth in ("leg", "pincer") and own.at == cell:
        return [("coach.own-limb", {"cell": cell})]
    if own.growth == "new" and own.at in near:
        return [("coach.own-new", {"cell": cell, "target": str(own.at)})]
    if own.target == cell:
        return [("coach.own-move", {"cell": cell})]
    if own.target in near and own.origin not in near and not own.attack:
        return [("coach.own-beside", {"cell": cell, "target": str(own.target)})]
    return []


def _reserve_instead(
    asked: Position, own: Turn, turns: Sequence[Turn]
) -> Tuple[Optional[Turn], Optional[Tactic]]:
    """The first of several turns that grows in a reserve and keeps all adaptoids, with the move of `own` or none."""
    for turn in turns:
        if (
            turn.growth == "new"
            and turn.at != own.at
            and turn.move in (None, own.move)
            and keeping(asked, [turn])
        ):
            reserve = done(asked, turn, RESERVE)
            if reserve:
                return turn, reserve[0]
    return None, None


def siege_of(position: Position) -> Optional[int]:
    """Within how many of its turns the besieged player to move loses an adaptoid; None if no siege is proven.

    For two players. It looks only where an adaptoid has at most one free disc to spare.
    """
    if not _is_pressed(position):
        return None
    search = SiegeSearch(position.context, SIEGE_BUDGET)
    return search.within if search.search(position.state, MAX_SIEGE_TURNS) == PROVEN else None


def before_siege(past: Sequence[Position], within: int = 0) -> Tuple[int, int]:
    """In which of a player's last positions, the newest first, no siege is proven, and how long the siege after it is.

    `within` is how long it is after the newest one, 0 if there is none.

    >>> besieged = Position.from_text("adaptoid b 0,0 W:E6,F5 B:G7PP")
    >>> before_siege([besieged, Position.from_text("adaptoid b 0,0 W:E6,F4L B:D1,G7P")])
    (1, 1)
    """
    for k in range(len(past)):
        proven = siege_of(past[k])
        if proven is None:
            return k, within
        within = proven
    return len(past), within


def met(asked: Position, turns: Sequence[Turn], within: int) -> Optional[Turn]:
    """The first of several turns that meets a siege: no reply takes an adaptoid or lays a siege of at most that length.

    For two players. None if there is none, or if a small search does not find out.

    >>> position = Position.from_text("adaptoid b 0,0 W:E6,F4L B:D1,G7P")
    >>> str(met(position, position.turns(), 1))
    'G7+L'
    """
    context = asked.context
    search = SiegeSearch(context, BUDGET)
    # a reply that laid a siege often does so after another turn
    killer: Optional[TurnDiscs] = None
    for own in turns:
        after = asked.play(own)
        if after.winner == asked.turn:
            return own
        if after.winner is not None or max_taken(after.state, after.state[FOE], context, 1):
            continue
        state = after.state
        if killer is not None:
            origin, target, kind, at = killer
            attack = (state[FOE] | state[FAR]) & target != 0
            legal, reply, ended, _ = play_discs(state, False, origin, target, attack, kind, at, context)
            if legal and not ended and search.search(rotate_players(reply, 2), within) == PROVEN:
                continue
        verdict = REFUTED
        for discs, reply, ended, _ in each_turn(state, context):
            verdict = UNKNOWN if ended else search.search(rotate_players(reply, 2), within)
            if verdict != REFUTED:
                killer = discs
                break
        if verdict == REFUTED:
            return own
        if search.nodes > BUDGET:
            break
    return None


def meeting(asked: Position, turns: Sequence[Turn], siege: Tuple[int, int]) -> List[Saying]:
    """Say which turn would have met a siege, as `before_siege` answers it; [] if a small search finds none."""
    earlier, within = siege
    turn = met(asked, turns, within) if within else None
    if turn is None:
        return []
    if earlier == 0:
        return [("coach.met", {"line": str(turn)})]
    return [("coach.met-earlier", {"line": str(turn), "turncount": earlier + 1})]


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


def missed(asked: Position, own: Turn, best: Turn) -> Missed:
    """The win, or the tactic, of a better turn, which the player's own turn does not carry out."""
    effect = asked.effect(best)
    if effect.position.winner == asked.turn:
        victims = tuple([each.cell for each in effect.gone if each.piece.color != asked.turn])
        return victims, str(best), (("coach.won", {"line": str(best)}),)
    played = [tactic.name for tactic in done(asked, own, (FORK, DOUBLE_FORK, KAMIKAZE))]
    if FORK in played or DOUBLE_FORK in played:
        return NOTHING_MISSED
    for tactic in done(asked, best, NAMED, SIEGE_BUDGET):
        line: Saying = ("coach.missed-line", {"line": str(best)})
        if tactic.name in (FORK, DOUBLE_FORK):
            return tactic.victims, str(best), (("coach.missed", None), tactic.saying)
        if tactic.name == KAMIKAZE and KAMIKAZE not in played:
            return tactic.victims, str(best), (line, tactic.saying)
        after = asked.play(own)
        is_refuted = after.winner is None and siege(after, MAX_SIEGE_TURNS, BUDGET).verdict == REFUTED
        if tactic.name == SIEGE and is_refuted:
            return tactic.victims, str(best), (line, tactic.saying)
    return missed_reserve(asked, own, [best] + list(asked.turns()))


def missed_reserve(asked: Position, own: Turn, turns: Sequence[Turn]) -> Missed:
    """The reserve in which a player should have grown, since a reply could take what grew.

    `turns` are those to consider, the best first. For two players.

    >>> from adaptoid_widget.core.i18n.catalog import ENGLISH
    >>> position = Position.from_text("adaptoid b 0,0 W:D2,F5L B:D6,G7L")
    >>> ENGLISH.say_all(missed_reserve(position, Turn.from_text("G7+P"), position.turns())[2])
    'After you grew on G7, White could have taken it. +C5 grows in your reserve instead, and would have kept all your \
adaptoids. Reserve: no enemy can attack D6 next turn or reach C5, so Black can grow there.'
    """
    after = asked.play(own)
    grown = asked.layout.disc(own.at) if own.at else 0
    if after.winner is None and grown and max_taken(after.state, after.state[FOE] & grown, after.context, 1):
        turn, reserve = _reserve_instead(asked, own, turns)
        if reserve is not None:
            slots: Slots = {"cell": str(own.at), "line": str(turn), "color": after.turn}
            return reserve.victims, str(turn), (("coach.missed-reserve", slots), reserve.saying)
    return NOTHING_MISSED
