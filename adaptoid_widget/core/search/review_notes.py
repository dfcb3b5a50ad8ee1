"""A review in the headers of its game, so that it is there when the game is opened again, without a new search."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence

from ..game.game import Game
from ..game.headers import MAX_VALUE
from ..game.tree import Node
from ..rules.errors import GameError, TextError
from ..rules.turn import Turn

GRAPH = "Review"
"""The header with each colour's share; further parts are in Review-2, Review-3 and so on."""
MISTAKES = "Mistakes"
MAX_PARTS = 40


def keep_review(
    game: Game, turns: Sequence[Node], rows: Sequence[Dict[str, Any]], graph: Sequence[Sequence[float]]
) -> None:
    """Write a review of the first turns of the main line into the headers, in place of an earlier one.

    `rows` are those of `Review.rows`, `graph` what `Review.shares` returns. A review of a variation is left out.
    """
    for name in _names(game, GRAPH) + _names(game, MISTAKES):
        game.headers.forget(name)
    numbers = [node.number for node in turns]
    if not turns or numbers != [node.number for node in _main_line(game)[: len(turns)]]:
        return
    shares = ["/".join(["%d" % (100 * share + 0.5) for share in row[:-1]]) for row in graph]
    mistakes = ["%d%s %s" % (row["ply"], row["mark"], row["best"]) for row in rows if row["mark"]]
    try:
        _write(game, GRAPH, ["%d" % _check(turns)] + shares, " ")
        _write(game, MISTAKES, mistakes, "; ")
    except GameError:
        # there is no room for further headers
        return


def kept_review(game: Game) -> Optional[Dict[str, Any]]:
    """The "graph", its "nodes" and the "mistakes" of a review that the headers have; None if its turns have changed.

    >>> game = Game().play("+D3").play("D6+L")
    >>> rows = [{"ply": 1, "mark": "", "best": "+D3"}, {"ply": 2, "mark": "?", "best": "D6+P"}]
    >>> keep_review(game, game.nodes[1:], rows, [[0.5, 0.5], [0.52, 0.48], [0.7, 0.3]])
    >>> game.headers["Review"], game.headers["Mistakes"]
    ('6053 50 52 70', '2? D6+P')
    >>> kept = kept_review(Game.from_record(game.to_record()))
    >>> kept["graph"][1], kept["mistakes"]
    ([0.52, 0.48], [[2, 2, 'B', 'D6+L', '?', 'D6+P']])
    """
    if not game.started or GRAPH not in game.headers:
        return None
    try:
        words = _read(game, GRAPH, " ")
        graph = [_shares(word, len(game.position.colors)) for word in words[1:]]
        line = _main_line(game)[: len(graph) - 1]
        if not line or len(line) != len(graph) - 1 or words[0] != "%d" % _check(line):
            return None
        mistakes = [_mistake(text, line) for text in _read(game, MISTAKES, "; ")]
    except (ValueError, IndexError, TextError):
        # somebody has written into the headers
        return None
    nodes = [line[0].parent] + [node.number for node in line]
    return {"graph": graph, "nodes": nodes, "mistakes": mistakes}


def _main_line(game: Game) -> List[Node]:
    """The turns of the main line, without a verdict at its end."""
    nodes, out = game.nodes, []
    node = nodes[0]
    while node.children:
        node = nodes[node.children[0]]
        if node.turn is not None:
            out.append(node)
    return out


def _check(turns: Sequence[Node]) -> int:
    """A number that tells these turns from others."""
    out = 0
    for sign in " ".join([str(node.turn) for node in turns]):
        out = (31 * out + ord(sign)) % 10007
    return out


def _shares(word: str, colors: int) -> List[float]:
    parts = [int(part) for part in word.split("/")]
    if len(parts) != colors - 1 or min(parts) < 0 or sum(parts) > 101:
        raise ValueError("no shares of %d colours: %s" % (colors, word))
    return [part / 100 for part in parts + [max(0, 100 - sum(parts))]]


def _mistake(text: str, line: Sequence[Node]) -> List[Any]:
    """A mistake as the trait `review` has it: its node, ply, colour, turn, glyph and the better turn."""
    place, _, best = text.partition(" ")
    ply = place.rstrip("?")
    glyph = place[len(ply) :]
    node = line[int(ply) - 1] if int(ply) > 0 else None
    if node is None or glyph not in ("?", "??"):
        raise ValueError("no mistake: %s" % text)
    return [node.number, node.ply, node.color, str(node.turn), glyph, str(Turn.from_text(best))]


def _names(game: Game, name: str) -> List[str]:
    """The headers with the parts of a text."""
    names = [name] + ["%s-%d" % (name, part) for part in range(2, MAX_PARTS + 1)]
    return [each for each in names if each in game.headers]


def _write(game: Game, name: str, words: Sequence[str], joint: str) -> None:
    lines: List[str] = []
    for word in words:
        if lines and len(lines[-1]) + len(joint) + len(word) <= MAX_VALUE:
            lines[-1] += joint + word
        else:
            lines.append(word)
    if len(lines) <= MAX_PARTS:
        for number, line in enumerate(lines):
            game.headers.set_silently(name if not number else "%s-%d" % (name, number + 1), line)


def _read(game: Game, name: str, joint: str) -> List[str]:
    return [word for part in _names(game, name) for word in game.headers[part].split(joint)]
