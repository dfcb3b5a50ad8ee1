"""Descriptions that a screen reader reads only on request; `announcements` has what it says after a turn.

They say nothing that the board does not show.
"""

from __future__ import annotations

from typing import Any, List, Optional

from ..game.game import Game
from ..i18n.catalog import Saying
from ..i18n.slots import Hungry, Slots
from . import snapshot as snapshot_parts
from .announcements import turn_announcements
from .intent_fields import Json

TOPICS = ("options", "starving", "turn", "last")
# the kind of a move in the snapshot, and the sentence about it
TARGETS = (("-", "moves"), ("x", "captures"), ("=", "exchanges"), ("!", "dies"))


def options(part: Json, cell: str, chosen: Optional[str]) -> List[Saying]:
    """What the selected adaptoid, else the one on the disc, can do; without one, what the whole colour can do.

    `part` is `snapshot_parts.board_part`.

    >>> [code for code, _ in options(snapshot_parts.board_part(Game(), "full"), "D2", None)]
    ['describe.limbs']
    >>> options(snapshot_parts.board_part(Game(), "full"), "A1", None)[-1]
    ('describe.new', {'cells': ['C1', 'C2', 'D1', 'D3', 'E2', 'E3']})
    """
    own = [row[0] for row in part["pieces"] if row[1] == part["turn"]]
    moves, grow = part["moves"], part["grow"]
    actor = cell if chosen is None or chosen not in own else chosen
    if actor in own:
        lists = [(name, [row[0] for row in moves.get(actor, []) if row[1] == kind]) for kind, name in TARGETS]
        limbs = [limb for limb in ("leg", "pincer") if actor in grow[limb]]
        sayings: List[Saying] = [
            ("describe." + name, {"cell": actor, "cells": cells}) for name, cells in lists if cells
        ]
        if limbs:
            sayings.append(("describe.limbs" if len(limbs) == 2 else "describe." + limbs[0], {"cell": actor}))
    else:
        growers = [other for other in own if other in grow["leg"] or other in grow["pincer"]]
        groups = [
            ("movers", [other for other in own if moves.get(other)]),
            ("growers", growers),
            ("new", [row[0] for row in grow["new"]]),
        ]
        sayings = [("describe." + name, {"cells": cells}) for name, cells in groups if cells]
    return sayings or [("describe.nothing", None)]


def starving(part: Json, cell: str, chosen: Optional[str]) -> List[Saying]:
    """Which enemies starve, and which own adaptoids have more limbs than liberties.

    Enemies are those that a legal step to the disc starves; without such a step, those that starve if the turn ends.

    >>> game = Game("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6")
    >>> starving(snapshot_parts.board_part(game, "full"), "D4", None)
    [('describe.starve-then', {'cell': 'D4', 'cells': ['D5']})]
    >>> starving(snapshot_parts.board_part(game, "full"), "A1", None)
    [('describe.starve-none', None)]
    """
    steps = [(row[0], row[2]) for row in part["moves"].get(chosen, [])] if chosen else []
    steps += [(row[0], row[1]) for row in part["grow"]["new"]]
    sayings: List[Saying] = []
    for target, starved in steps:
        if target == cell:
            if starved:
                sayings.append(("describe.starve-then", {"cell": cell, "cells": starved}))
            break
    else:
        if part["starving"]:
            now = [_hungry(row) for row in part["pieces"] if row[0] in part["starving"]]
            sayings.append(("describe.starve-now", {"hungry": now}))
    hungry = [_hungry(row) for row in part["pieces"] if row[1] == part["turn"] and row[2] + row[3] > row[4]]
    if hungry:
        sayings.append(("describe.hungry", {"hungry": hungry}))
    return sayings or [("describe.starve-none", None)]


def _hungry(row: List[Any]) -> Hungry:
    return row[0], row[2] + row[3], row[4]


def sides(part: Json) -> List[Saying]:
    """The supply and the losses of each colour.

    >>> sides(snapshot_parts.board_part(Game(), "none"))[0]
    ('describe.side', {'color': 'W', 'bodies': 11, 'legs': 12, 'pincers': 12, 'lost': 0, 'limit': 5})
    """
    names = ("color", "bodies", "legs", "pincers", "lost", "limit")
    out: List[Saying] = []
    for side in part["sides"]:
        slots: Slots = dict(zip(names, side))
        out.append(("describe.side-over" if side[4] > side[5] else "describe.side", slots))
    return out


def last(game: Game) -> List[Saying]:
    """What the last turn did, or the move of an unfinished turn.

    >>> game = Game()
    >>> last(game)
    [('describe.no-turn', None)]
    >>> _ = game.play("+D3")
    >>> last(game)
    [('news.new', {'color': 'W', 'cell': 'D3'})]
    """
    last_turn = snapshot_parts.last_part(game)
    return [("describe.no-turn", None)] if last_turn is None else turn_announcements(last_turn, game.position)
