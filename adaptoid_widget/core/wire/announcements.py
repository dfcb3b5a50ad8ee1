"""The announcements: what a screen reader says after a turn or another change; `news` in a snapshot."""

from __future__ import annotations

from typing import TYPE_CHECKING, List

from ..game.game import Game
from ..i18n.catalog import Saying
from ..i18n.slots import Slots
from ..rules.position import Position
from ..rules.variants import COLORS
from .snapshot import last_part, starved_feedings

if TYPE_CHECKING:
    from .wire_types import LastTurnPart


# the code of the announcement which colour the only person plays
SEAT_OF_PERSON = "news.chosen-person"


def change_announcements(game: Game, change: str) -> List[Saying]:
    """The announcements of a change of a kind that `Game.watchers` get."""
    opening = game.opening
    if change == "went":
        return [("news.goto", {"number": game.ply, "count": game.length})]
    if change == "settled" and game.verdict is not None:
        # the status says it
        return []
    if change in ("undone", "promoted", "removed"):
        return [("news." + change, None)]
    if change == "seated":
        return _seat_announcements(game)
    if opening is not None and opening.done and game.ply == 0 and game.half is None:
        if opening.step == "done":
            return (
                _seat_announcements(game) if opening.names else [("news.chosen", {"color": opening.done[2]})]
            )
        color = "W" if len(opening.done) == 1 else "B"
        return [("news.placed", {"color": color, "cell": opening.done[-1]})]
    last = last_part(game)
    return [] if last is None else turn_announcements(last, game.position)


def _seat_announcements(game: Game) -> List[Saying]:
    """Who plays which colour, or during an open start who places and who chooses."""
    opening = game.opening
    if not game.started and opening is not None:
        first, second = opening.names
        return [("news.drawn", {"first": first, "second": second})]
    players = game.players
    return [("news.plays", {"name": players[color], "color": color}) for color in game.position.colors]


def turn_announcements(last: LastTurnPart, after: Position) -> List[Saying]:
    """The announcements of a turn, or of its move, after which a position came."""
    out: List[Saying] = []
    color = last["color"]
    if last["kind"] is not None:
        code = {"-": "move", "x": "captured", "=": "exchanged", "!": "died"}[last["kind"]]
        slots: Slots = {"color": color, "origin": last["from"] or "", "target": last["to"] or ""}
        for gone in last["gone"]:
            if gone[4] == "captured":
                slots["loser"] = gone[1]
        out.append(("news." + code, slots))
    if last["growth"] is not None:
        out.append(("news." + last["growth"], {"color": color, "cell": last["at"] or ""}))
    elif last["kind"] is None:
        out.append(("news.pass", {"color": color}))
    fed = starved_feedings(after, last, False)
    for loser in COLORS:
        starved = [gone[0] for gone in last["gone"] if gone[4] == "starved" and gone[1] == loser]
        hungry = [(cell, size, free) for cell, size, free, _ in fed if cell in starved]
        if hungry:
            out.append(("news.starved", {"color": loser, "hungry": hungry}))
    return out
