"""Reads games that earlier versions of a page have stored in a browser. The page then stores a record."""

from __future__ import annotations

from typing import Any

from ..game.game import Game
from ..wire.intent_fields import Json


def unpack(data: Json) -> Game:
    """The game of a list of turns, comments and marks, each with the number of the turn before it.

    Raises one of `endpoint.OUTDATED` for other data.

    >>> rows = [[0, "+D3", "a new one", "", "?"], [1, "D6+L", "", ""], [1, "+D5", "", ""]]
    >>> data = {"start": "adaptoid w 0,0 W:D2 B:D6", "headers": [["White", "Ann"]], "rows": rows}
    >>> game = unpack({**data, "first": ["", ""], "line": 3, "at": 2, "half": None})
    >>> str(game.node.turn), game.players, [str(game.nodes[row.node].turn) for row in game.rows]
    ('+D5', {'W': 'Ann'}, ['+D3', 'D6+L', '+D5'])
    """
    comment, marks = data["first"]
    if "open" in data:
        variant, layout, switches, choices, names = data["open"]
        game = Game("open", variant, layout, tuple(switches))
        if game.opening is not None:
            game.opening.names = tuple(names)
        game.marks = marks
        for cell in choices[:2]:
            game.place(cell)
        for color in choices[2:]:
            game.choose(color)
    else:
        game = Game(data["start"])
    for name, text in data["headers"]:
        game.headers[name] = text
    if not game.started:
        return game
    game.marks = marks
    game.comment = comment
    for parent, played, comment, marks, *glyph in data["rows"]:
        if game.node.number != parent:
            game.select(parent)
        _play(game, played)
        if comment:
            game.comment = comment
        if marks:
            game.marks = marks
        game.node.note(glyph=glyph[0] if glyph else "")
    game.select(data["line"]).goto(data["at"])
    if data["half"] is not None:
        game.move(data["half"])
    return game


def _play(game: Game, played: Any) -> None:
    """Play the text of a turn, or settle the game by a packed verdict."""
    if isinstance(played, str):
        game.play(played)
        return
    ending, loser, move = played
    if move is not None:
        game.move(move)
    if ending == "agreed":
        game.agree_draw()
    else:
        game.resign(loser)
