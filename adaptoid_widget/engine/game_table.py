"""A game as a table: one row for each turn of its current line."""

from __future__ import annotations

from typing import Any

from ..core.game.game import Game
from ..core.i18n.catalog import ENGLISH
from .annotate import annotate, played_game


def game_rows(
    game: Game,
    score: bool = False,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
) -> list[dict[str, Any]]:
    """Return the rows of `Game.to_frame`. The limits are those of `aw.annotate`.

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
        for how in ("captured", "exchanged", "died", "starved"):
            row[how] = " ".join(gone.cell for gone in node.gone if gone.how == how)
        position = node.position
        pieces, food, lost = position.pieces, position.food(), position.lost
        for color in sorted(position.colors, key="WBR".index):
            own = [cell for cell in pieces if pieces[cell].color == color]
            row[f"adaptoids_{color}"] = len(own)
            row[f"lost_{color}"] = lost[color]
            row[f"food_{color}"] = sum(food[cell] for cell in own)
        settled = [game.nodes[n] for n in node.children if game.nodes[n].verdict is not None]
        row["result"] = next((end.result for end in settled if game.is_on_line(end)), node.result)
        rows.append(row)
    if score or (depth, nodes, seconds) != (None, None, None):
        scored = annotate(game, depth=depth, nodes=nodes, seconds=seconds).table
        for row, judged in zip(rows, scored, strict=True):
            row |= {name: judged[name] for name in ("score", "best", "best_score", "loss", "mark")}
    return rows
