"""A game as a table: one row for each turn of its current line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..core.game.game import Game
from ..core.i18n.catalog import ENGLISH
from ..core.rules.variants import COLORS
from ..reports.frames import frame_of
from .annotate import annotate, played_game

if TYPE_CHECKING:
    from pandas import DataFrame

_ENDS = ("captured", "exchanged", "died", "starved")
_SCORES = ("score", "best", "best_score", "loss", "mark")


def game_frame(
    game: Game, score: bool, depth: int | None, nodes: int | None, seconds: float | None
) -> DataFrame:
    """Return the table of `Game.to_frame`. The limits are those of `aw.annotate`."""
    rows = game_rows(game)
    columns = [
        *("ply", "color", "turn", "did", "move", "growth", "attack", *_ENDS),
        *(f"{what}_{color}" for color in _colors(game) for what in ("adaptoids", "lost", "food")),
        "result",
    ]
    if score or (depth, nodes, seconds) != (None, None, None):
        columns += _SCORES
        for row, judged in zip(
            rows, annotate(game, depth=depth, nodes=nodes, seconds=seconds).table, strict=True
        ):
            row |= {name: judged[name] for name in _SCORES}
    return frame_of(rows, columns)


def game_rows(game: Game) -> list[dict[str, Any]]:
    """Return the rows of `Game.to_frame`, without scores.

    >>> (row,) = game_rows(Game("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6").play("+D4"))
    >>> row["did"], row["starved"], row["lost_B"], row["food_W"]
    ('grows on D4', 'D5', 1, 15)
    """
    rows: list[dict[str, Any]] = []
    for node in played_game(game).line[1:]:
        if node.turn is None:
            continue
        row: dict[str, Any] = {
            "ply": node.ply,
            "color": node.color,
            "turn": str(node.turn),
            "did": ENGLISH.in_words(node.turn, "does").partition(" (")[0],
            "move": node.turn.move,
            "growth": node.turn.growth,
            "attack": node.turn.attack,
        }
        for how in _ENDS:
            row[how] = " ".join(gone.cell for gone in node.gone if gone.how == how)
        position = node.position
        pieces, food, lost = position.pieces, position.food(), position.lost
        for color in _colors(game):
            own = [cell for cell in pieces if pieces[cell].color == color]
            row[f"adaptoids_{color}"] = len(own)
            row[f"lost_{color}"] = lost[color]
            row[f"food_{color}"] = sum(food[cell] for cell in own)
        settled = [game.nodes[n] for n in node.children if game.nodes[n].verdict is not None]
        row["result"] = next((end.result for end in settled if game.is_on_line(end)), node.result)
        rows.append(row)
    return rows


def _colors(game: Game) -> list[str]:
    return sorted(game.position.colors, key=COLORS.index)
