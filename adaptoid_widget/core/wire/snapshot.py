"""The parts of a snapshot (wire schema 2): what a board shows of a game, as JSON-able data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, Mapping, Optional, Tuple

from ..game.game import Game
from ..game.tree import Node, TreeRow
from ..i18n.catalog import Wording
from ..i18n.slots import Slots
from ..rules import preview
from ..rules.integer_rules import NEW, grow, new_discs, starving
from ..rules.layout import Layout
from ..rules.piece import Piece
from ..rules.position import Position
from ..rules.scanner import cell_key, rounded
from ..rules.turn import Gone, Turn, supply_of
from ..rules.variants import COLORS, HUNTER, VARIANTS
from . import feeding
from .intent_fields import Json

if TYPE_CHECKING:
    from .wire_types import HistoryPart, LastTurnPart

# the turns of the history in a snapshot; the front end asks for others
WINDOW = 50
# the characters of a comment in the list of turns, and of one that takes a single line there
MAX_EXCERPT = 140
SHORT_COMMENT = 34

# flags of a row of the history
ON_LINE = 1
COMMENTED = 2
MARKED = 4
VARIATION = 8


def discs(layout: Layout) -> Json:
    """Every disc with its place, and the tray as an SVG path between touching discs."""
    cells: List[List[Any]] = []
    tray = ""
    for cell, (x, y) in zip(layout.cells, layout.places):
        cells.append([cell, thousandth(x), thousandth(y)])
    for i in range(len(layout)):
        touching = layout.near(layout.cells[i])
        later = [layout.index(cell) for cell in touching if layout.index(cell) > i]
        for j in later:
            tray += "M%s %sL%s %s" % (cells[i][1], cells[i][2], cells[j][1], cells[j][2])
        if not touching:
            tray += "M%s %sh0" % (cells[i][1], cells[i][2])
    return {"name": str(layout), "cells": cells, "tray": tray}


def thousandth(x: float) -> float:
    """A number rounded to three decimals, the same in CPython and MicroPython."""
    return rounded(x * 1000) / 1000


def step_of(game: Game) -> str:
    """The step that the board waits for: "place", "choose", "move" or "grow"; or "over"."""
    if not game.started:
        return game.opening.step if game.opening is not None else "over"
    return "over" if game.result is not None else game.position.step


def begins_by_rule(game: Game) -> bool:
    """Whether the game began with a start of the rules (R4, R5, R18), not with a set-up position."""
    if game.opening is not None:
        return True
    start = game.nodes[0].position
    if str(start.layout) != "hex4":
        return False
    return start == Position.start(start.variant, start.layout, start.switches)


def board_part(game: Game, aids: str) -> Json:
    """The pieces, the sides, and the legal clicks with their effects, as far as `aids` allow."""
    if not game.started:
        return _opening_part(game, aids)
    position = game.position
    variant, layout = position.variant, position.layout
    out = setup_part(str(position), variant, layout, position.turn, position.pieces, position.lost)
    if game.result is None:
        out["pass"] = not position.can_grow
    if game.result is None and aids != "none":
        out["moves"] = _moves(position, aids == "full")
        out["grow"] = _growths(position, aids == "full")
        if aids == "full":
            out["starving"] = list(position.starving())
    return out


def _opening_part(game: Game, aids: str) -> Json:
    opening = game.opening
    assert opening is not None, "a game that has not started has an open start"
    pieces = {cell: Piece(color, 0, 0) for cell, color in opening.placed.items()}
    out = setup_part("", opening.variant, opening.layout, opening.color, pieces, {"W": 0, "B": 0})
    if opening.step == "place" and aids != "none":
        out["grow"]["new"] = [[cell, [], []] for cell in opening.layout.cells if cell not in pieces]
    return out


def setup_part(
    text: str, variant: str, layout: Layout, turn: str, pieces: Mapping[str, Piece], lost: Mapping[str, int]
) -> Json:
    """The pieces and the sides, without legal clicks.

    `lost` has the losses of the colours to show; `pieces` may stand where the board has no disc.
    """
    colors = VARIANTS[variant].colors
    prey = {HUNTER[color]: color for color in colors} if len(colors) == 3 else {}
    rows: List[List[Any]] = []
    for color in COLORS:
        if color in lost:
            supply = supply_of(pieces, color)
            rows.append([color] + list(supply) + [lost[color], VARIANTS[variant].limit, prey.get(color)])
    return {
        "position": text,
        "variant": variant,
        "layout": str(layout),
        "colors": list(colors),
        "turn": turn,
        "pieces": piece_rows(layout, pieces),
        "sides": rows,
        "moves": {},
        "grow": {"new": [], "leg": [], "pincer": [], "hungry": []},
        "starving": [],
        "pass": False,
    }


def piece_rows(layout: Layout, pieces: Mapping[str, Piece]) -> List[List[Any]]:
    """Each adaptoid with its limbs, liberties and food, in the order of the board.

    Those where the board has no disc come last and have no liberties.
    """
    discs = layout.discs
    cells = [cell for cell in layout.cells if cell in pieces]
    taken = sum([discs[cell] for cell in cells])
    rows: List[List[Any]] = []
    for cell in cells + sorted([cell for cell in pieces if cell not in discs], key=cell_key):
        _, legs, pincers = pieces[cell]
        liberties, size = 0, pieces[cell].size
        food = -size
        if cell in discs:
            liberties = layout.liberties(discs[cell], taken)
            food = preview.food_of(layout, discs[cell], taken, size)
        rows.append([cell, pieces[cell].color, legs, pincers, liberties, food])
    return rows


def kind_of(attack: bool, gone: Tuple[Any, ...]) -> str:
    """The effect of a move as a character: "-" no attack, "x" captured, "=" both left, "!" only the attacker left."""
    ends = [adaptoid.how for adaptoid in gone]
    return "-" if not attack else "=" if "exchanged" in ends else "!" if "died" in ends else "x"


def _moves(position: Position, foresee: bool) -> Json:
    out: Json = {}
    layout = position.layout
    for turn in position.moves():
        origin = str(turn.origin)
        target = str(turn.target)
        middle, gone = position.moved(origin, target)
        starved: Tuple[str, ...] = ()
        if foresee and middle.winner is None:
            starved = layout.cells_of(starving(middle.state, position.context))
        out.setdefault(origin, []).append([target, kind_of(turn.attack, gone), list(starved)])
    return out


def _growths(position: Position, foresee: bool) -> Json:
    layout = position.layout
    new: List[List[Any]] = []
    before = position.food() if foresee else {}
    for cell in layout.cells_of(new_discs(position.state, position.context)):
        starved = 0
        food: List[List[Any]] = []
        if foresee:
            grown = grow(position.state, NEW, layout.disc(cell))
            starved = starving(grown, position.context)
            food = [list(row) for row in preview.changed(layout, position.state, before, grown)]
        new.append([cell, list(layout.cells_of(starved)), food])
    growths = position.growths()
    out: Json = {limb: [turn.at for turn in growths if turn.growth == limb] for limb in ("leg", "pincer")}
    # each limb needs one food more
    hungry = [cell for cell in layout.cells if before.get(cell, 1) < 1 and cell in out["leg"] + out["pincer"]]
    return dict(out, new=new, hungry=hungry)


def _rows(layout: Layout, change: Mapping[str, Any]) -> List[List[Any]]:
    # in the order of the layout, since MicroPython has no order in dicts
    return [[cell, change[cell]] for cell in layout.cells if cell in change]


def food_part(position: Position, origin: str) -> Json:
    """How each move and each limb of an adaptoid would change the food of both sides. Raises IllegalTurn."""
    out: Json = {"moves": {}, "leg": None, "pincer": None}
    position.spare(origin)
    before = position.food()
    for turn in position.moves():
        if turn.origin == origin:
            middle = position.moved(origin, str(turn.target)).position
            out["moves"][turn.target] = [
                list(row) for row in preview.changed(position.layout, position.state, before, middle.state)
            ]
    for limb in ("leg", "pincer"):
        if position.why_not_growth(limb, origin) is None:
            out[limb] = _rows(position.layout, position.foresee(Turn(None, None, False, limb, origin)))
    return out


def map_part(position: Position, color: str) -> Json:
    """Where a colour could go and what it could attack, with the origins. Raises GameError."""
    return {
        "color": color,
        "reach": _rows(position.layout, position.reach_map(color)),
        "attacks": _rows(position.layout, position.attacks(color)),
    }


def feeding_part(game: Game, pieces: Mapping[str, Piece], flipped: bool) -> Json:
    """Which limb of some pieces eats where, and where those ate who have starved in the last turn."""
    if not game.started:
        return {"now": [], "starved": []}
    return feeding_at(game.position, last_part(game), pieces, flipped)


def feeding_at(
    position: Position,
    last: Optional[Mapping[str, Any]],
    pieces: Mapping[str, Piece],
    flipped: bool,
    cells: Optional[List[str]] = None,
) -> Json:
    """As `feeding_part`, in a position after a turn; of the pieces perhaps those on some cells."""
    return {
        "now": feeding.rows(feeding.feedings(position.layout, pieces, flipped, cells)),
        "starved": feeding.rows(starved_feedings(position, last, flipped)) if last else [],
    }


def starved_feedings(position: Position, last: Mapping[str, Any], flipped: bool) -> List[feeding.Feeding]:
    """How those ate who have starved in the last turn, before they left."""
    pieces = position.pieces
    starved: List[str] = []
    for cell, color, legs, pincers, how in last["gone"]:
        if how == "starved" and cell not in pieces:
            starved.append(cell)
            pieces[cell] = Piece(color, legs, pincers)
    return feeding.feedings(position.layout, pieces, flipped, starved)


def last_part(game: Game) -> Optional[LastTurnPart]:
    """What the last turn did, or the move of an unfinished turn; None at the start."""
    if not game.started:
        return None
    if game.half is None:
        return last_at(game, game.node)
    return _last_turn(game.half_turn, game.half.gone, game.position.turn, game.node.position, game.position)


def last_at(game: Game, node: Node) -> Optional[LastTurnPart]:
    """What the turn that led to a node did, or before a verdict the last turn or move; None at the start."""
    after = node.position
    if node.verdict is not None and node.move is not None:
        before = game.nodes[node.parent].position
        return _last_turn(Turn.from_text(node.move), node.gone, after.turn, before, after)
    if node.verdict is not None:
        node = game.nodes[node.parent]
    return _last_turn(node.turn, node.gone, node.color, game.nodes[max(node.parent, 0)].position, after)


def _last_turn(
    turn: Optional[Turn], gone: Tuple[Gone, ...], color: str, before: Position, after: Position
) -> Optional[LastTurnPart]:
    if turn is None:
        return None
    route = () if turn.origin is None else before.route(turn.origin, str(turn.target))
    return {
        "color": color,
        "text": str(turn),
        "from": turn.origin,
        "to": turn.target,
        "route": list(route),
        "kind": None if turn.origin is None else kind_of(turn.attack, gone),
        "at": turn.at,
        "growth": turn.growth,
        "parent": _parent(after, turn, color),
        "gone": [[cell, piece.color, piece.legs, piece.pincers, how] for cell, piece, how in gone],
    }


def _parent(after: Position, turn: Turn, color: str) -> Optional[str]:
    """The disc of the adaptoid next to which a new one grew; the one that moved, if it is beside it."""
    if turn.growth != "new":
        return None
    pieces = after.pieces
    near = after.layout.near(str(turn.at))
    beside = [cell for cell in near if cell in pieces and pieces[cell].color == color]
    return turn.target if turn.target in beside else beside[0]


def history(game: Game, first: int, last: int, wording: Wording) -> List[List[Any]]:
    """The rows `first` to `last - 1` of the tree of turns.

    A row is the node, its depth, its ply, colour, text, starved discs, "#" at the end of a game, flags, its line and
    column in the list, the beginning of the comment, and the glyph.
    """
    return _entries(game, first, last, _places(game)[0], wording)


def _entries(
    game: Game, first: int, last: int, places: List[Tuple[int, int]], wording: Wording
) -> List[List[Any]]:
    out = []
    for row, place in zip(game.rows[first:last], places[first:last]):
        node = game.nodes[row.node]
        out.append(_entry(game, row, wording) + [place[0], place[1], _excerpt(node.comment), node.glyph])
    return out


def _entry(game: Game, row: TreeRow, wording: Wording) -> List[Any]:
    node = game.nodes[row.node]
    flags = ON_LINE if game.is_on_line(node) else 0
    flags |= COMMENTED if node.comment else 0
    flags |= MARKED if node.marks else 0
    flags |= VARIATION if game.nodes[node.parent].children[0] != node.number else 0
    out: List[Any] = [node.number, row.depth, node.ply, node.color]
    if node.verdict is not None:
        return out + [wording.say("turn." + node.verdict.how), [], "#", flags]
    return out + [str(node.turn), list(node.starved), "" if node.result is None else "#", flags]


def _excerpt(comment: str) -> str:
    """The beginning of a comment, for the list of turns."""
    return " ".join(comment[:MAX_EXCERPT].split()) + ("…" if len(comment) > MAX_EXCERPT else "")


def _comment_lines(comment: str) -> int:
    return 0 if not comment else 1 if len(comment) <= SHORT_COMMENT else 2


def _places(game: Game) -> Tuple[List[Tuple[int, int]], int]:
    """The line and the column of each row of the list, and the number of lines.

    The main turns have a column for each player. Other rows have a line of their own, in no column (-1). A comment
    takes the lines below its turn.
    """
    places: List[Tuple[int, int]] = []
    if not game.started:
        return places, 0
    nodes, colors = game.nodes, game.position.colors
    # the start is in line 0
    line, taken = 1 + _comment_lines(nodes[0].comment), len(colors)
    for row in game.rows:
        node = nodes[row.node]
        column = -1 if row.depth or node.verdict is not None else colors.index(node.color)
        if column <= taken:
            line += 1
        places.append((line - 1, column))
        line += _comment_lines(node.comment)
        # a turn in a later column goes beside this one
        taken = len(colors) if column < 0 or node.comment else column
    return places, line


def history_part(game: Game, wording: Wording) -> HistoryPart:
    """The rows around the current one, and the number of all rows."""
    count = len(game.rows)
    row = game.row
    first = max(0, min(row + 1 - WINDOW // 2, count - WINDOW))
    places, lines = _places(game)
    return {
        "at": game.ply,
        "length": game.length,
        "count": count,
        "row": row,
        "from": first,
        "turns": _entries(game, first, min(first + WINDOW, count), places, wording),
        "lines": lines,
        "comment": _excerpt(game.nodes[0].comment) if game.started else "",
    }


def status(game: Game, wording: Wording, asking: bool = True) -> str:
    """Whose turn it is and which step comes next, or how the game ended, as a sentence."""
    step = step_of(game)
    if game.opening is not None and step in ("place", "choose"):
        opening = game.opening
        slots: Slots = {"color": opening.color}
        if not opening.names:
            return wording.say("status." + step, slots)
        first, second = opening.names
        slots["name"] = first if step == "place" else second
        return wording.say("status.place-by" if step == "place" else "status.choose-by", slots)
    position = game.position
    if step == "over":
        why = ending(game, wording)
        if game.result == "draw":
            return wording.say("status.draw", {"why": why})
        return wording.say("status.won", {"color": str(game.result), "why": why})
    if not asking:
        return wording.say("sheet.move", {"color": position.turn})
    code = step
    movable = bool(position.moves())
    if not position.can_grow:
        code = "move-only" if movable else "pass"
    elif step == "move" and not movable:
        code = "grow-only"
    return wording.say("status." + code, {"color": position.turn})


def ending(game: Game, wording: Wording) -> str:
    """Why a game is over, as a phrase."""
    verdict = game.verdict
    if verdict is not None:
        return wording.say("end." + verdict.how, {"loser": verdict.loser} if verdict.loser else None)
    if game.result == "draw":
        return wording.say("end.repetition")
    position = game.position
    losers = list(position.losers)
    if len(losers) == len(position.colors):
        return wording.say("end.both" if len(losers) == 2 else "end.three", {"color": position.turn})
    if len(losers) == 2:
        return wording.say("end.two", {"loser": losers})
    loser = losers[0]
    if len(position.colors) == 3:
        return wording.say("end.hunted", {"loser": loser, "color": str(game.result)})
    lost = position.lost[loser]
    if lost >= position.limit:
        return wording.say("end.losses", {"loser": loser, "lost": lost})
    return wording.say("end.none", {"loser": loser})
