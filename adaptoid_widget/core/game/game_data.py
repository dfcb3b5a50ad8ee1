"""Games as data: as JSON and back, put together, and compared."""

from __future__ import annotations

import json
from typing import Any, Callable, Dict, List, NamedTuple, Tuple, Union

from ..host.host import brief, game_on, in_order, public_names, type_name
from ..rules.errors import GameError
from ..rules.variants import VARIANTS, sides
from .tree import Node

FORMAT = "adaptoid-game 1"
_NOT_DATA = "this is no game as JSON; game.to_json() writes such a text, and Game.from_record reads a record"


class Difference(
    NamedTuple(
        "_Difference",
        [
            ("ply", int),
            ("mine", Tuple[str, ...]),
            ("theirs", Tuple[str, ...]),
            ("notes", Tuple[Tuple[str, ...], ...]),
            ("same", bool),
        ],
    )
):
    """How two games differ.

    `ply` is the number of turns with which both main lines begin. `mine` is where only the first game goes on, `theirs`
    where only the other one does: each is the line from the start to the first turn that the other one lacks, as texts
    with blanks between them.
    `notes` are the lines after which comments, marks or glyphs differ. `same` says that nothing differs but headers.
    """

    __slots__ = ()
    __dir__ = public_names


def check_same_start(game: Any, other: object) -> Any:
    """The other game. Raises TypeError for anything else, and GameError if it began from another position."""
    found = game_on(other)
    if not isinstance(found, type(game)):
        raise TypeError("the other game is a Game or a Board, not %s" % type_name(other))
    starts = []
    games: Tuple[Any, ...] = (game, found)
    for one in games:
        if not one.nodes:
            raise GameError("the open start is not complete, so there are no turns yet")
        starts.append(one.nodes[0].position)
    if starts[0] != starts[1]:
        raise GameError("the other game begins from another position: %s, not %s" % (starts[1], starts[0]))
    return found


def lines_of(game: Any) -> Dict[Tuple[str, ...], Node]:
    """The nodes of a game by the line that leads to them from the start."""
    by_number: Dict[int, Tuple[str, ...]] = {0: ()}
    pairs: List[Tuple[Tuple[str, ...], Node]] = [((), game.nodes[0])]
    for row in game.rows:
        node = game.nodes[row.node]
        line = by_number[node.parent] + (_text(node),)
        by_number[node.number] = line
        pairs.append((line, node))
    return in_order(pairs)


def _text(node: Node) -> str:
    """A turn, or a verdict after its move, as one word of a line."""
    if node.verdict is None:
        return str(node.turn)
    words = [node.move or "", node.verdict.how, node.verdict.loser]
    return " ".join([word for word in words if word])


def difference(game: Any, other: object) -> Difference:
    """How a game differs from another one with the same start."""
    found = check_same_start(game, other)
    mine, theirs = lines_of(game), lines_of(found)
    mains = [[_text(node) for node in one.mainline()] for one in (game, found)]
    ply = 0
    while ply < min(len(mains[0]), len(mains[1])) and mains[0][ply] == mains[1][ply]:
        ply += 1
    only = [
        tuple([" ".join(line) for line in lines if line not in others and line[:-1] in others])
        for lines, others in ((mine, theirs), (theirs, mine))
    ]
    notes = tuple([line for line in mine if line in theirs and _notes(mine[line]) != _notes(theirs[line])])
    return Difference(ply, only[0], only[1], notes, not only[0] and not only[1] and not notes)


def _notes(node: Node) -> Tuple[str, str, str]:
    return node.comment, str(node.marks), node.glyph


def merge(game: Any, other: object) -> None:
    """Add the turns and notes of another game with the same start. The current position stays."""
    found = check_same_start(game, other)
    at, half, numbers = game.node.number, game.half_turn, {0: 0}
    line = [node.number for node in game.line]
    try:
        for row in [-1] + [row.node for row in found.rows]:
            node = found.nodes[max(row, 0)]
            if row >= 0:
                game.select(numbers[node.parent])
                _play(game, node)
                numbers[row] = game.node.number
            own = game.nodes[numbers[node.number]]
            own.note(
                comment=None if own.comment else node.comment,
                glyph=None if own.glyph else node.glyph,
                marks=None if own.marks else node.marks,
            )
    finally:
        game.select(line[-1]).select(at)
        if half is not None:
            game.move(half)


def _play(game: Any, node: Node) -> None:
    if node.verdict is None:
        game.play(str(node.turn))
        return
    if node.move is not None:
        game.move(node.move)
    _settle(game, node.verdict.how, node.verdict.loser)


def to_data(game: Any) -> Dict[str, Any]:
    """A game as JSON-able data: see `Game.to_json`."""
    position = None if not game.nodes else game.nodes[0].position
    opening = game.opening
    data: List[Tuple[str, Any]] = [("format", FORMAT), ("headers", in_order(list(game.headers.items())))]
    if opening is not None:
        head = [
            ("variant", opening.variant),
            ("layout", str(opening.layout)),
            ("switches", list(opening.switches)),
        ]
        data.append(("open", in_order(head + [("done", list(opening.done)), ("names", list(opening.names))])))
    elif position is not None:
        data.append(("start", str(position)))
    nodes: List[Dict[str, Any]] = []
    numbers = {0: 0}
    for number in [0] * bool(game.nodes) + [row.node for row in game.rows]:
        node = game.nodes[number]
        numbers[number] = len(nodes)
        verdict = None if node.verdict is None else [node.verdict.how, node.verdict.loser]
        fields = [
            ("number", len(nodes)),
            ("parent", numbers[node.parent] if number else None),
            ("ply", node.ply),
            ("color", node.color or None),
            ("turn", None if node.turn is None else str(node.turn)),
            ("verdict", verdict),
            ("move", node.move if verdict else None),
            ("position", str(node.position)),
            ("comment", node.comment),
            ("marks", str(node.marks)),
            ("glyph", node.glyph),
        ]
        nodes.append(in_order([(name, value) for name, value in fields if value not in (None, "")]))
    data.append(("nodes", nodes))
    if game.nodes:
        data.append(("at", numbers[game.node.number]))
    return in_order(data)


def from_data(make: Callable[..., Any], source: Union[str, Dict[str, Any]]) -> Any:
    """The game of JSON or of its data: see `Game.from_json`. `make` is the class `Game`."""
    data: Any = source
    if isinstance(source, str):
        try:
            data = json.loads(source)
        except ValueError:
            raise GameError("%s; found %s" % (_NOT_DATA, brief(source)))
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise GameError("%s; found %s" % (_NOT_DATA, brief(source)))
    try:
        return _made(make, data)
    except (AttributeError, IndexError, KeyError, TypeError) as error:
        raise GameError("%s; wrong or missing: %s" % (_NOT_DATA, error))


def _made(make: Callable[..., Any], data: Dict[str, Any]) -> Any:
    if "open" in data:
        opened = data["open"]
        game = make("open", opened["variant"], opened["layout"], tuple(opened["switches"]))
        if opened["names"] and game.opening is not None:
            game.draw_seats(opened["names"], seed=0)
            game.opening.names = tuple(opened["names"])
        for step in opened["done"]:
            if step in sides(VARIANTS[opened["variant"]]):
                game.choose(step)
            else:
                game.place(step)
    else:
        game = make(data["start"])
    numbers: List[int] = []
    for fields in data["nodes"]:
        if "parent" in fields:
            game.select(numbers[fields["parent"]])
            if "turn" in fields:
                game.play(fields["turn"])
            else:
                if "move" in fields:
                    game.move(fields["move"])
                _settle(game, *fields["verdict"])
        numbers.append(game.node.number)
        node = game.node
        node.comment, node.glyph, node.marks = (
            fields.get(name, "") for name in ("comment", "glyph", "marks")
        )
    if numbers:
        end = game.mainline()
        game.select(end[-1].number if end else 0).select(numbers[data.get("at", len(numbers) - 1)])
    game.headers = data["headers"]
    return game


def _settle(game: Any, how: str, loser: str) -> None:
    if how == "agreed":
        game.agree_draw()
    else:
        game.resign(loser)
