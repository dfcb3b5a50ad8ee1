"""The tactic finder: fork, double fork, siege, tail, reserve and kamikaze (docs/tactics.md), found and explained.

Enemies are all other colours (R19). Where docs/rules.md leaves room, this is what is meant:

- *Fork.* One turn of the player to move: a move to a free disc and a creation, both beside the victim. The victim had
  exactly one liberty more than limbs before the turn, and the mover did not touch it. So each arrival takes one of its
  liberties and nothing gives one back: both together starve it in this very turn, and neither alone would. An
  attack is no arrival, nor is a move from beside the victim, whatever it starves.
- *Double fork.* A fork with two or more victims, each of them by the line above. Who starves in the same turn for
  another reason is no victim. A turn is listed under exactly those whom it forks: a
  double fork is not one of the forks.
- *Siege(h).* Of the side to move, before its move step, by all others together. It has no legal attack whenever it is
  to move, a hopeless one (`weaker-dies`) included, and starvation comes in the feeding of one of the others, after at
  most h turns of the besieged. Where the game ends in another way nobody was starved. It is searched within a budget
  of nodes, and unknown beyond it.
- *Tail.* Bare adaptoids of one colour on the rim, each touching the next, at least three. Its end lies fewer steps
  over the empty board from the back line than its beginning; the back line are the discs farthest, counted the same
  way, from the start discs of that colour: those of the game's usual start on this board, or `starts`. A board without
  either has no tails. Of adaptoids that hang together there is one tail, the longest chain. How many liberties are left
  beside it follows from the board and is no condition.
- *Reserve.* A property of the position as it stands, for every colour: a bare adaptoid that no enemy could attack,
  were it its move step now, beside a free disc that no enemy could end a move on; and a body in supply.
- *Kamikaze.* An adaptoid of the player to move that would starve by some turn of some enemy, were it that enemy's turn
  now, and that has a legal attack in which an enemy leaves the board: a capture or an equal exchange. What becomes of
  it afterwards is no condition.

A game that is over has no tactics. In the middle of a turn there are tails and reserves alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from ..rules.errors import GameError
from ..rules.named_layouts import BOARDS
from ..rules.position import Position
from ..rules.turn import Turn
from ..rules.variants import VARIANTS, order_from, sides
from .formations import Reached, reached, reserves, tails
from .kamikaze import attacked, kamikazes
from .siege import PROVEN, UNKNOWN, Choice, Siege, has_attack
from .starvation import forked, forks, limbed, one_to_spare
from .tactic import (
    DOUBLE_FORK,
    FORK,
    KAMIKAZE,
    NAMES,
    RESERVE,
    SIEGE,
    TAIL,
    Tactic,
    checked_names,
    fork_of,
    reserve_of,
    siege_of,
    tail_of,
)
from .weak_players import as_turn

if TYPE_CHECKING:
    from ..game.game import Game

__all__ = ["BUDGET", "NAMES", "Played", "Sieged", "Tactic", "annotate", "done", "find", "siege"]


def __dir__() -> List[str]:
    return sorted(__all__)


BUDGET = 1000
"""How many positions a siege is looked for in, unless told."""
LONGEST = 4
"""Within so many turns of the besieged, at most."""

Names = Union[str, Sequence[str], None]
Starts = Optional[Mapping[str, Union[str, Sequence[str]]]]

Sieged = NamedTuple(
    "Sieged",
    [
        ("verdict", str),
        ("within", int),
        ("nodes", int),
        ("replies", Dict[str, str]),
        ("victims", Tuple[str, ...]),
    ],
)
"""Whether the side to move is besieged: "proven", "refuted" or "unknown"; within so many of its turns; in how many
positions that was looked for; where it is proven, the answer to each of its turns, and who starves by such answers."""

Played = NamedTuple("Played", [("ply", int), ("color", str), ("turn", str), ("tactics", Tuple[Tactic, ...])])
"""A turn of a game, counted from 1, and the tactics that it carried out."""


def find(
    position: Union[Position, str], names: Names = None, budget: int = BUDGET, starts: Starts = None
) -> Tuple[Tactic, ...]:
    """The tactics in a position: the mover's forks and kamikazes, a siege it is under, all tails and reserves.

    `names` are those to look for, one or several. `starts` are the start discs by colour, for boards that name none;
    they tell a tail's direction. Raises GameError for a name that is none, LayoutError for a disc that is none,
    TextError for a text that is no position, TypeError for what is neither.

    >>> position = Position.from_text("adaptoid w 0,0 W:B1L,B4,C3 B:A2LP,B3LP,D6")
    >>> [(tactic.name, tactic.turns, tactic.victims) for tactic in find(position, "double fork")]
    [('double fork', ('B1-B2 +A3',), ('A2', 'B3'))]
    """
    asked = checked_names(names if names is None or isinstance(names, str) else tuple(names))
    position = Position.of(position)
    found: List[Tactic] = []
    if position.winner is not None:
        return ()
    if position.step == "move":
        if FORK in asked or DOUBLE_FORK in asked:
            found += [tactic for tactic in _forks(position) if tactic.name in asked]
        if SIEGE in asked:
            found += _sieges(position, budget, VARIANTS[position.variant].following[position.turn])
    if TAIL in asked:
        found += _tails(position, starts)
    if RESERVE in asked:
        found += _reserves(position)
    if KAMIKAZE in asked and position.step == "move":
        found += kamikazes(position)
    return tuple(found)


def done(
    position: Union[Position, str],
    turn: Union[Turn, str],
    names: Names = None,
    budget: int = BUDGET,
    starts: Starts = None,
) -> Tuple[Tactic, ...]:
    """What a turn carries out: a fork, a kamikaze, a siege it lays, a tail it makes longer, a growth beside a reserve.

    The turn is a whole one, or the rest of one. Raises TextError and IllegalTurn as `Position.play` does.

    >>> position = Position.from_text("adaptoid w 0,0 W:C3,D2,D4LP B:C4P,D5P,E5P")
    >>> [tactic.why for tactic in done(position, "D4xD5 +D3", "kamikaze")]
    ['Kamikaze: +E4 would starve D4, so it takes D5 along first.']
    """
    asked = checked_names(names if names is None or isinstance(names, str) else tuple(names))
    position = Position.of(position)
    played = Turn.of(turn)
    effect = position.effect(played)
    after = effect.position
    found: List[Tactic] = []
    if FORK in asked or DOUBLE_FORK in asked:
        found += [tactic for tactic in _forked(position, played) if tactic.name in asked]
    if SIEGE in asked and after.winner is None:
        found += _sieges(after, budget, position.turn)
    if played.growth == "new":
        if TAIL in asked:
            for tactic in _tails(after, starts):
                if tactic.color == position.turn and played.at in tactic.discs:
                    found.append(tail_of(tactic.color, tactic.discs, (str(played),)))
        if RESERVE in asked:
            middle = position.after_move(str(played.move)) if played.move else position
            for tactic in _reserves(middle):
                if tactic.color == position.turn and played.at in tactic.discs[1:]:
                    found.append(reserve_of(tactic.color, tactic.discs[0], (str(played.at),), (str(played),)))
    if KAMIKAZE in asked and played.attack:
        found += attacked(position, played, effect)
    return tuple(found)


def siege(position: Union[Position, str], within: int = 1, budget: int = BUDGET) -> Sieged:
    """Whether the side to move is besieged so that within so many of its turns, 1 to 4, one of its adaptoids starves.

    Raises GameError for another number, for a game that is over, and in the middle of a turn.

    >>> siege(Position.from_text("adaptoid b 0,0 W:E6,F5 B:G7PP")).replies["+F6"]
    '+F7'
    """
    position = Position.of(position)
    if within not in range(1, LONGEST + 1):
        raise GameError("a siege is one within 1 to %d turns, not %r" % (LONGEST, within))
    if position.winner is not None:
        raise GameError("the game is over, so nobody is besieged")
    if position.step != "move":
        raise GameError("a siege is told at the beginning of a turn, not when the growth is due")
    search = _search(position, budget)
    verdict = search.search(position.state, within)
    return _sieged(position, search, verdict, within)


def annotate(
    game: Game, names: Names = None, budget: int = BUDGET, starts: Starts = None
) -> Tuple[Played, ...]:
    """The turns of a game's current line that carried out a tactic, with what they did (see `done`).

    Without `starts` a tail's direction follows from where the game itself began, if each colour had one adaptoid then.

    >>> from adaptoid_widget.core.game.game import Game
    >>> game = Game("adaptoid w 0,0 W:D2,F5L B:D6,G7LP").play("F5-F6 +G6").play("D6+L")
    >>> [(played.ply, played.turn, played.tactics[0].name) for played in annotate(game, "fork")]
    [(1, 'F5-F6 +G6', 'fork')]
    """
    out: List[Played] = []
    nodes = game.stretch(0, game.length + 1)
    if starts is None and nodes:
        pieces = nodes[0].position.pieces
        cells = {pieces[cell].color: cell for cell in pieces}
        starts = cells if len(cells) == len(pieces) else None
    for node in nodes:
        if node.turn is not None:
            before = game.nodes[node.parent].position
            tactics = done(before, node.turn, names, budget, starts)
            if tactics:
                out.append(Played(node.ply, before.turn, str(node.turn), tactics))
    return tuple(out)


# -- one by one -------------------------------------------------------------------------------------------------------


def _text(position: Position, choice: Choice) -> str:
    return str(as_turn(position, choice))


def _forks(position: Position) -> List[Tactic]:
    layout = position.layout
    turns: Dict[int, List[str]] = {}
    order: List[int] = []
    for origin, goal, at, victims in forks(position.state, position.context):
        if victims not in turns:
            turns[victims] = []
            order.append(victims)
        cell = layout.cell
        turns[victims].append("%s-%s +%s" % (cell(origin), cell(goal), cell(at)))
    found = [fork_of(position.turn, tuple(turns[mask]), layout.cells_of(mask)) for mask in order]
    return [tactic for tactic in found if tactic.name == FORK] + [
        tactic for tactic in found if tactic.name == DOUBLE_FORK
    ]


def _forked(position: Position, turn: Turn) -> List[Tactic]:
    if turn.origin is None or turn.target is None or turn.attack or turn.growth != "new" or turn.at is None:
        return []
    layout = position.layout
    spare = one_to_spare(position.state, position.context)
    arrivals = layout.disc(turn.origin), layout.disc(turn.target), layout.disc(turn.at)
    victims = forked(spare, arrivals[0], arrivals[1], arrivals[2], layout.links)
    return [fork_of(position.turn, (str(turn),), layout.cells_of(victims))] if victims else []


def _search(position: Position, budget: int) -> Siege:
    return Siege(position.context, budget)


def _sieges(position: Position, budget: int, color: str) -> List[Tactic]:
    """The siege that the side to move is under: the one within the fewest turns that is proven."""
    layout = position.layout
    if has_attack(position.state, position.context):
        return []
    search = _search(position, budget)
    for within in range(1, LONGEST + 1):
        verdict = search.search(position.state, within)
        if verdict == PROVEN:
            return [siege_of(color, position.turn, within, layout.cells_of(search.victims))]
        if verdict == UNKNOWN:
            break
    return []


def _sieged(position: Position, search: Siege, verdict: str, within: int) -> Sieged:
    replies: Dict[str, str] = {}
    victims: Tuple[str, ...] = ()
    if verdict == PROVEN:
        for choice, reply in search.replies:
            text = _text(position, choice)
            replies[text] = _text(position.play(text), reply)
        victims = position.layout.cells_of(search.victims)
    return Sieged(verdict, within, search.nodes, replies, victims)


def start_discs(position: Position, starts: Starts) -> Dict[str, int]:
    """The start discs of each colour, as far as they are known."""
    layout = position.layout
    out: Dict[str, int] = {}
    if starts is not None:
        for color in starts:
            given = starts[color]
            out[color] = 0
            for cell in [given] if isinstance(given, str) else given:
                out[color] |= layout.disc(cell)
        return out
    named = BOARDS.start(str(layout), position.variant)
    if named is not None:
        for side in named.split(" "):
            color, _, cells = side.partition(":")
            out[color] = 0
            for cell in cells.split(","):
                out[color] |= layout.disc(cell.rstrip("LP"))
    return out


def _tails(position: Position, starts: Starts) -> List[Tactic]:
    found: List[Tactic] = []
    layout = position.layout
    state = position.state
    bare = (state[0] | state[1] | state[2]) & ~limbed(state)
    begun = start_discs(position, starts)
    for color, seat in _seats(position):
        if begun.get(color):
            chains = tails(bare & state[seat], layout, begun[color])
            found += [tail_of(color, tuple([layout.cell(disc) for disc in chain])) for chain in chains]
    return found


def _seats(position: Position) -> List[Tuple[str, int]]:
    """Each colour in the order W, B, R, and how many seats on it sits."""
    order = order_from(VARIANTS[position.variant], position.turn)
    return [(color, order.index(color)) for color in sides(VARIANTS[position.variant])]


def _reserves(position: Position) -> List[Tactic]:
    found: List[Tactic] = []
    layout = position.layout
    seats = _seats(position)
    by_seat: Dict[int, Reached] = {seat: reached(position.state, seat, position.context) for _, seat in seats}
    for color, seat in seats:
        others = [by_seat[other] for _, other in seats if other != seat]
        for disc, room in reserves(position.state, seat, layout, others):
            cells = layout.cells_of(room)
            turns = tuple(["+" + cell for cell in cells]) if seat == 0 else ()
            found.append(reserve_of(color, layout.cell(disc), cells, turns))
    return found
