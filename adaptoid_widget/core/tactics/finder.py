"""Finds and explains tactics: fork, double fork, siege, tail, reserve and kamikaze.

docs/reference/tactics.md defines exactly what they are. A finished game has no tactics. In the middle of a turn, there
are only tails and reserves. The search for a siege has a budget of nodes; beyond it, the answer is unknown.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from ..game.game import Game
from ..host.host import in_order, public_names, type_name
from ..rules.bitboard import OWN, State, TurnDiscs
from ..rules.errors import GameError, whole_number
from ..rules.integer_rules import limbed_discs, rotate_players
from ..rules.named_layouts import start_discs
from ..rules.position import Position
from ..rules.turn import Turn, turn_from_discs
from ..rules.variants import VARIANTS, sides
from .forks import forked_by, forks
from .formations import reach_masks, reserves, tails
from .kamikaze import kamikazes, kamikazes_in
from .siege import BUDGET, PROVEN, SiegeSearch, each_turn, has_attack
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

__all__ = ["BUDGET", "NAMES", "Played", "Sieged", "Tactic", "annotate", "done", "find", "siege"]


def __dir__() -> List[str]:
    return sorted(__all__)


MAX_SIEGE_TURNS = 4
"""The longest siege, in turns of the besieged player."""

Names = Union[str, Sequence[str], None]
Starts = Optional[Mapping[str, Union[str, Sequence[str]]]]


class Sieged(
    NamedTuple(
        "_Sieged",
        [
            ("verdict", str),
            ("within", int),
            ("nodes", int),
            ("replies", Dict[str, str]),
            ("victims", Tuple[str, ...]),
        ],
    )
):
    """Whether the side to move is besieged.

    `verdict` is "proven", "refuted" or "unknown", for at most `within` turns of the besieged side; `nodes` is the
    number of positions searched. A proven siege has `replies`, the answer to each turn of the besieged side, and
    `victims`, who starves by these answers.
    """

    __slots__ = ()
    __dir__ = public_names


class Played(
    NamedTuple("_Played", [("ply", int), ("color", str), ("turn", str), ("tactics", Tuple[Tactic, ...])])
):
    """A turn of a game and the tactics that it carried out.

    `ply` counts turns from 1, `color` is who played, `turn` is the text.
    """

    __slots__ = ()
    __dir__ = public_names


def find(
    position: Union[Position, str], names: Names = None, budget: int = BUDGET, starts: Starts = None
) -> Tuple[Tactic, ...]:
    """Find the tactics in a position: the mover's forks and kamikazes, sieges, all tails and reserves.

    A siege that the mover can lay has the `turns` that lay it. `names` are the tactics to look for, one name or
    several. `starts` are the start discs by colour, for boards that name none. The direction of a tail depends on them.
    Raises GameError for an unknown name or a wrong budget, LayoutError for an unknown disc, TextError for a wrong
    position text, TypeError for anything else.

    >>> position = Position.from_text("adaptoid w 0,0 W:B1L,B4,C3 B:A2LP,B3LP,D6")
    >>> [(tactic.name, tactic.turns, tactic.victims) for tactic in find(position, "double fork")]
    [('double fork', ('B1-B2 +A3',), ('A2', 'B3'))]
    """
    wanted = checked_names(names)
    budget = whole_number(budget, "budget", 0)
    position = Position.of(position)
    tactics: List[Tactic] = []
    if position.winner is not None:
        return ()
    at_move = position.step == "move"
    if at_move and (FORK in wanted or DOUBLE_FORK in wanted):
        tactics += [tactic for tactic in _forks(position) if tactic.name in wanted]
    if at_move and SIEGE in wanted:
        tactics += _sieges(position, budget, VARIANTS[position.variant].following[position.turn])
        tactics += _laid_sieges(position, budget)
    if TAIL in wanted:
        tactics += _tails(position, starts)
    if RESERVE in wanted:
        tactics += _reserves(position)
    if at_move and KAMIKAZE in wanted:
        tactics += kamikazes(position)
    return tuple(tactics)


def done(
    position: Union[Position, str],
    turn: Union[Turn, str],
    names: Names = None,
    budget: int = BUDGET,
    starts: Starts = None,
) -> Tuple[Tactic, ...]:
    """Find what a turn, or the rest of one, carries out.

    That is a fork, a kamikaze, a new siege, a tail that it makes longer, or a new adaptoid on a free disc of a reserve.
    Raises TextError and IllegalTurn as `Position.play` does.

    >>> position = Position.from_text("adaptoid w 0,0 W:C3,D2,D4LP B:C4P,D5P,E5P")
    >>> [tactic.why for tactic in done(position, "D4xD5 +D3", "kamikaze")]
    ['Kamikaze: +E4 would starve D4, so D4 takes D5 along first.']
    """
    wanted = checked_names(names)
    budget = whole_number(budget, "budget", 0)
    position = Position.of(position)
    turn = Turn.of(turn)
    effect = position.effect(turn)
    after = effect.position
    tactics: List[Tactic] = []
    if FORK in wanted or DOUBLE_FORK in wanted:
        tactics += [tactic for tactic in _forks_in(position, turn) if tactic.name in wanted]
    if SIEGE in wanted and after.winner is None:
        tactics += _sieges(after, budget, position.turn)
    if turn.growth == "new":
        if TAIL in wanted:
            for tactic in _tails(after, starts):
                if tactic.color == position.turn and turn.at in tactic.discs:
                    tactics.append(tail_of(tactic.color, tactic.discs, (str(turn),)))
        if RESERVE in wanted:
            middle = position.after_move(str(turn.move)) if turn.move else position
            for tactic in _reserves(middle):
                if tactic.color == position.turn and turn.at in tactic.discs[1:]:
                    tactics.append(reserve_of(tactic.color, tactic.discs[0], (str(turn.at),), (str(turn),)))
    if KAMIKAZE in wanted and turn.attack:
        tactics += kamikazes_in(position, turn, effect)
    return tuple(tactics)


def siege(position: Union[Position, str], within: int = 1, budget: int = BUDGET) -> Sieged:
    """Search whether one of the adaptoids of the side to move must starve within 1 to 4 of its turns.

    Raises GameError for another number, for a game that is over, and in the middle of a turn.

    >>> siege(Position.from_text("adaptoid b 0,0 W:E6,F5 B:G7PP")).replies["+F6"]
    '+F7'
    """
    position = Position.of(position)
    budget = whole_number(budget, "budget", 0)
    if within not in range(1, MAX_SIEGE_TURNS + 1):
        raise GameError("the turns of a siege must be 1 to %d, not %r" % (MAX_SIEGE_TURNS, within))
    if position.winner is not None:
        raise GameError("the game is over, so nobody is besieged")
    if position.step != "move":
        raise GameError("ask about a siege at the beginning of a turn, not when the growth is due")
    search = SiegeSearch(position.context, budget)
    verdict = search.search(position.state, within)
    layout = position.layout
    replies = in_order([])
    victims: Tuple[str, ...] = ()
    if verdict == PROVEN:
        for discs, reply in search.replies:
            turn = turn_from_discs(discs, position.state, layout)
            replies[str(turn)] = str(turn_from_discs(reply, position.play(turn).state, layout))
        victims = layout.cells_of(search.victims)
    return Sieged(verdict, within, search.nodes, replies, victims)


def annotate(
    game: Any, names: Names = None, budget: int = BUDGET, starts: Starts = None
) -> Tuple[Played, ...]:
    """Return the turns of a game's current line that carried out a tactic, and the tactics (see `done`).

    `game` is a Game, its record, or a Board. Raises TypeError for anything else.

    Without `starts`, the discs of the game's first position are the start discs, if each colour has one adaptoid there.

    >>> game = Game("adaptoid w 0,0 W:D2,F5L B:D6,G7LP").play("F5-F6 +G6").play("D6+L")
    >>> [(played.ply, played.turn, played.tactics[0].name) for played in annotate(game, "fork")]
    [(1, 'F5-F6 +G6', 'fork')]
    """
    out: List[Played] = []
    if isinstance(game, str):
        game = Game.from_record(game)
    # boards build on this package
    game = getattr(game, "game", game)
    if not isinstance(game, Game):
        raise TypeError("annotate a Game, its record, or a Board, not %s" % type_name(game))
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


def _forks(position: Position) -> List[Tactic]:
    """Return all forks, then all double forks, each with all its turns."""
    layout = position.layout
    cell = layout.cell
    # MicroPython's dicts have no order
    turns: OrderedDict[int, List[str]] = OrderedDict()
    for origin, target, at, victims in forks(position.state, position.context):
        turns.setdefault(victims, []).append("%s-%s +%s" % (cell(origin), cell(target), cell(at)))
    tactics = [fork_of(position.turn, tuple(turns[mask]), layout.cells_of(mask)) for mask in turns]
    return [tactic for name in (FORK, DOUBLE_FORK) for tactic in tactics if tactic.name == name]


def _forks_in(position: Position, turn: Turn) -> List[Tactic]:
    """Return the fork or double fork that a turn carries out, if any."""
    victims = forked_by(position, turn)
    return [fork_of(position.turn, (str(turn),), victims)] if victims else []


def _sieges(position: Position, budget: int, color: str) -> List[Tactic]:
    """Return the shortest proven siege of the side to move."""
    if has_attack(position.state, position.context):
        return []
    search = SiegeSearch(position.context, budget)
    if search.search(position.state, MAX_SIEGE_TURNS) != PROVEN:
        return []
    return [siege_of(color, position.turn, search.within, position.layout.cells_of(search.victims))]


def _laid_sieges(position: Position, budget: int) -> List[Tactic]:
    """Return the shortest sieges that the player to move can lay, by their victims, each with the turns that lay it."""
    search = SiegeSearch(position.context, budget)
    besieged = VARIANTS[position.variant].following[position.turn]
    candidates: List[Tuple[TurnDiscs, State]] = []
    for discs, own_view, ended, _ in each_turn(position.state, position.context):
        after = rotate_players(own_view, position.context.players)
        if not ended and after[OWN] and not has_attack(after, position.context):
            candidates.append((discs, after))
    for within in range(1, MAX_SIEGE_TURNS + 1):
        # MicroPython's dicts have no order
        turns: OrderedDict[Tuple[str, ...], List[str]] = OrderedDict()
        for discs, after in candidates:
            if search.nodes < budget and search.search(after, within) == PROVEN:
                victims = position.layout.cells_of(search.victims)
                turn = turn_from_discs(discs, position.state, position.layout)
                turns.setdefault(victims, []).append(str(turn))
        if turns or search.nodes >= budget:
            return [siege_of(position.turn, besieged, within, key, tuple(turns[key])) for key in turns]
    return []


def _tails(position: Position, starts: Starts) -> List[Tactic]:
    tactics: List[Tactic] = []
    layout = position.layout
    bare = ~limbed_discs(position.state)
    start_masks = start_discs(layout, position.variant, starts)
    for color, seat in _seats(position):
        if start_masks.get(color):
            chains = tails(bare & position.state[seat], layout, start_masks[color])
            tactics += [tail_of(color, tuple([layout.cell(disc) for disc in chain])) for chain in chains]
    return tactics


def _seats(position: Position) -> List[Tuple[str, int]]:
    """Return each colour in the order W, B, R with its place in the state."""
    return [(color, position.seat_of(color)) for color in sides(VARIANTS[position.variant])]


def _reserves(position: Position) -> List[Tactic]:
    tactics: List[Tactic] = []
    layout = position.layout
    seats = _seats(position)
    reaches = {seat: reach_masks(position.state, seat, position.context) for _, seat in seats}
    for color, seat in seats:
        enemies = [reaches[other] for other in reaches if other != seat]
        for disc, free in reserves(position.state, seat, layout, enemies):
            cells = layout.cells_of(free)
            turns = tuple(["+" + cell for cell in cells]) if seat == 0 else ()
            tactics.append(reserve_of(color, layout.cell(disc), cells, turns))
    return tactics
