"""Finds and explains tactics: fork, double fork, siege, tail, reserve and kamikaze.

docs/reference/tactics.md defines exactly what they are. A finished game has no tactics. In the middle of a turn, there
are only tails and reserves. The search for a siege has a budget of nodes; beyond it, the answer is unknown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, NamedTuple, Sequence, Tuple, Union, overload

from ..game.game import Game
from ..game.tree import Node
from ..host.host import brief, game_on, in_order, public_names, similar_clause, type_name
from ..rules.errors import GameError, check_flags, plain_value, whole_number
from ..rules.integer_rules import rotate_players
from ..rules.position import Position
from ..rules.turn import Turn, turn_from_discs
from .forks import DOUBLE_FORK, FORK, ForkKind, forks
from .kamikaze import KamikazeKind
from .reserves import ReserveKind
from .siege import BUDGET, MAX_SIEGE_TURNS, PROVEN, SiegeKind, SiegeSearch, each_turn
from .tactic import ByTurn, InPosition, Starts, Tactic, TacticKind
from .tails import TailKind

if TYPE_CHECKING:
    from ..game.game import AnyGame

__all__ = ["BUDGET", "NAMES", "Chance", "Played", "Sieged", "Tactic", "annotate", "done", "find", "siege"]


def __dir__() -> List[str]:
    return sorted(__all__)


KINDS: Tuple[TacticKind, ...] = (ForkKind(), SiegeKind(), TailKind(), ReserveKind(), KamikazeKind())
"""All kinds of tactics, in the order of results."""

NAMES = tuple([name for kind in KINDS for name in kind.names])
"""The names of all tactics, in the order of results."""

MISSABLE = tuple([name for kind in KINDS if kind.can_be_missed for name in kind.names])

Names = Union[str, Sequence[str], None]


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

    `verdict` is "proven", "refuted" or "unknown" for at most `within` turns of the besieged side; of a proven siege,
    `within` is the least number. `nodes` is the number of positions searched. A proven siege has `replies`, the answer
    to each turn of the besieged side, and `victims`, the adaptoids of that side that starve by these answers, at once
    or later. `aw.prove` shows the whole proof.
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


class Chance(
    NamedTuple(
        "_Chance",
        [
            ("ply", int),
            ("color", str),
            ("turn", str),
            ("tactics", Tuple[Tactic, ...]),
            ("missed", Tuple[Tactic, ...]),
        ],
    )
):
    """A turn of a game, the tactics that it carried out, and those of the mover that it `missed`.

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
    if position.winner is not None:
        return ()
    asked = InPosition(position, budget, starts)
    tactics: List[Tactic] = []
    for kind in KINDS:
        if (kind.during_turn or position.step == "move") and is_wanted(kind, wanted):
            tactics += kind.find(asked)
    return tuple([tactic for tactic in tactics if tactic.name in wanted])


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
    asked = ByTurn(position, turn, position.effect(turn), budget, starts)
    tactics: List[Tactic] = []
    for kind in KINDS:
        if is_wanted(kind, wanted):
            tactics += kind.done(asked)
    return tuple([tactic for tactic in tactics if tactic.name in wanted])


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
        within = search.within
        for discs, own_view, _, _ in each_turn(position.state, position.context):
            after = rotate_players(own_view, position.context.players)
            reply, _, _, _ = search.answer(after, position.context.players - 1, within)
            turn = turn_from_discs(discs, position.state, layout)
            replies[str(turn)] = str(turn_from_discs(reply, after, layout))
        victims = layout.cells_of(search.victims(position.state, within))
    return Sieged(verdict, within, search.nodes, replies, victims)


@overload
def annotate(
    game: Union[AnyGame, str],
    names: Names = None,
    budget: int = BUDGET,
    starts: Starts = None,
    missed: Literal[False] = False,
) -> Tuple[Played, ...]: ...
@overload
def annotate(
    game: Union[AnyGame, str],
    names: Names = None,
    budget: int = BUDGET,
    starts: Starts = None,
    *,
    missed: Literal[True],
) -> Tuple[Chance, ...]: ...
def annotate(
    game: Union[AnyGame, str],
    names: Names = None,
    budget: int = BUDGET,
    starts: Starts = None,
    missed: bool = False,
) -> Tuple[Any, ...]:
    """Return the turns of a game's current line that carried out a tactic, and the tactics (see `done`).

    `game` is a Game, its record, or a Board. Raises TypeError for anything else. With `missed`, also the turns that
    missed one, each with what it `missed`: the forks, double forks, kamikazes and sieges of the mover, as `find` lists
    them, unless the turn carried out a tactic of this name or is one of those that carry it out.

    Without `starts`, the discs of the game's first position are the start discs, if each colour has one adaptoid there.

    >>> game = Game("adaptoid w 0,0 W:D2,F5L B:D6,G7LP").play("F5-F6 +G6").play("D6+L")
    >>> [(played.ply, played.turn, played.tactics[0].name) for played in annotate(game, "fork")]
    [(1, 'F5-F6 +G6', 'fork')]
    >>> missed = Game("adaptoid w 0,0 W:D2,F5L B:D6,G7LP").play("D2+L").play("D6+L")
    >>> [(chance.ply, chance.missed[0].turns[0]) for chance in annotate(missed, "fork", missed=True)]
    [(1, 'F5-F6 +F7')]
    """
    out: List[Any] = []
    if isinstance(game, str):
        game = Game.from_record(game)
    game = game_on(game)
    if not isinstance(game, Game):
        raise TypeError("annotate a Game, its record, or a Board, not %s" % type_name(game))
    wanted = checked_names(names)
    check_flags(missed=missed)
    nodes = game.stretch(0, game.length + 1)
    if starts is None and nodes:
        pieces = nodes[0].position.pieces
        cells = {pieces[cell].color: cell for cell in pieces}
        starts = cells if len(cells) == len(pieces) else None
    only_forks = all(name in ForkKind.names for name in wanted)
    for node in nodes:
        turn = node.turn
        if turn is None:
            continue
        parent = game.nodes[node.parent]
        if only_forks and not _may_fork(parent, turn, nodes[0].position, missed):
            continue
        before = parent.position
        tactics = done(before, turn, wanted, budget, starts)
        lost = _missed(before, str(turn), tactics, wanted, budget, starts) if missed else ()
        if missed and (tactics or lost):
            out.append(Chance(node.ply, before.turn, str(turn), tactics, lost))
        elif tactics:
            out.append(Played(node.ply, before.turn, str(turn), tactics))
    return tuple(out)


def _may_fork(before: Node, turn: Turn, start: Position, missed: bool) -> bool:
    """Whether a turn can be a fork, or with `missed` can have missed one, without a position for most turns."""
    if before.number == 0 and start.step != "move":
        return False
    if not missed:
        return turn.growth == "new" and turn.origin is not None
    return bool(forks(before.state, start.context))


def _missed(
    position: Position,
    turn: str,
    tactics: Tuple[Tactic, ...],
    names: Tuple[str, ...],
    budget: int,
    starts: Starts,
) -> Tuple[Tactic, ...]:
    """The tactics of the mover that a turn missed."""
    wanted = [name for name in names if name in MISSABLE]
    played = [tactic.name for tactic in tactics]
    # a double fork is more than the fork that it contains
    if DOUBLE_FORK in played:
        played.append(FORK)
    return tuple(
        [
            tactic
            for tactic in (find(position, wanted, budget, starts) if wanted else ())
            if tactic.color == position.turn
            and tactic.turns
            and turn not in tactic.turns
            and tactic.name not in played
        ]
    )


def is_wanted(kind: TacticKind, names: Sequence[str]) -> bool:
    """Whether tactics of a kind have one of some names."""
    return any(name in names for name in kind.names)


def checked_names(names: Names) -> Tuple[str, ...]:
    """Return names of tactics as a tuple, all names for None. Raises GameError for an unknown name."""
    if names is None:
        return NAMES
    names = plain_value(names)
    if not isinstance(names, (str, list, tuple, set, frozenset)):
        raise TypeError("tactics are a name or several, such as 'fork', not %s" % type_name(names))
    wanted = (names,) if isinstance(names, str) else tuple(names)
    for name in wanted:
        if name not in NAMES:
            hint = similar_clause(name, NAMES)
            raise GameError("there is no tactic %s; there are %s%s" % (brief(name), ", ".join(NAMES), hint))
    return wanted
