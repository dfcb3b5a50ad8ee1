"""A game as a page stores it: its record, and where in it the board stands."""

from __future__ import annotations

from typing import List

from ..game.game import Game
from ..game.record_writing import record_text
from ..wire.intent_fields import Json


def stored_game(game: Game) -> Json:
    """The record of a game in lines, with the place of the board, which no record has. `read_stored` reads it.

    MicroPython's time to read a string of JSON grows with the square of its length, so the record is no single text.

    >>> game = Game().play("+D3").play("D6+L").goto(1).play("+D5")
    >>> stored = stored_game(game)
    >>> stored["record"][3:], stored["line"], stored["at"]
    (['1 +D3', '2 D6+L', '  2 +D5', '= *', ''], 3, 2)
    >>> str(read_stored(stored).node.turn)
    '+D5'
    """
    out: Json = {"record": record_text(game).split("\n")}
    if not game.started:
        if game.opening is not None:
            out["open"] = len(game.opening.done)
        return out
    # turns have the numbers of their rows, from 1; 0 is the start
    number = {0: 0}
    glyphs: List[List[object]] = []
    for row in game.rows:
        number[row.node] = len(number)
        glyph = game.nodes[row.node].glyph
        if glyph:
            glyphs.append([number[row.node], glyph])
    out.update({"line": number[game.line[-1].number], "at": game.ply, "glyphs": glyphs})
    if game.half_turn is not None:
        out["half"] = str(game.half_turn)
    return out


def read_stored(data: Json) -> Game:
    """The game that `stored_game` or an earlier version has stored.

    Raises one of `endpoint.OUTDATED` for other data.
    """
    if "record" not in data:
        from .earlier_games import unpack

        return unpack(data)
    game = Game.from_record("\n".join(data["record"]))
    if "open" in data:
        if game.started:
            game.goto(0)
        while game.opening is not None and len(game.opening.done) > max(0, data["open"]):
            game.undo()
        return game
    rows = [0] + [row.node for row in game.rows]
    for number, glyph in data.get("glyphs", []):
        game.nodes[rows[number]].note(glyph=glyph)
    game.select(rows[data["line"]]).goto(data["at"])
    half = data.get("half")
    if half is not None and str(game.half_turn) != half:
        game.move(half)
    return game
