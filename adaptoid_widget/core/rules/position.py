"""What people hold and ask questions of: a position."""

from __future__ import annotations

from typing import Dict, Iterator, List, Mapping, NamedTuple, Optional, Tuple, Union

from ..i18n.display import MimeBundle, mime_bundle
from . import preview as foresight
from . import random_play as playout
from .apply_turns import outcomes
from .bitboard import State, goals, leg_discs, move, new_discs, pincer_discs
from .board_state import Standing
from .errors import LayoutError, TextError
from .layout import Layout
from .legality import Reason, illegal, reason, why_not_growth, why_not_move, why_not_said
from .named_layouts import layout_of
from .notation import head_text, parse_position, sides_text
from .piece import Piece
from .turn import Gone, Reach, Turn, checked_pieces
from .variants import START_DISCS, SWITCHES, VARIANTS, order_from, sides


class Effect(NamedTuple("_Effect", [("position", "Position"), ("gone", Tuple[Gone, ...])])):
    """The position after a turn or a part of one, and the adaptoids that left the board meanwhile."""

    __slots__ = ()

    @property
    def starved(self) -> Tuple[str, ...]:
        """The discs on which adaptoids starved (R10)."""
        return tuple([gone.cell for gone in self.gone if gone.how == "starved"])


class Position(Standing):
    """A position of Adaptoid, Super-Adaptoid or Adapt3, at the start or in the middle of a turn.

    Immutable, hashable, equal where the texts are.

    >>> position = Position.from_text("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6")
    >>> position.liberties("D5"), position.piece("D5").size
    (4, 4)
    >>> str(position.play("+D4"))
    'adaptoid b 0,1 W:C5,D3,D4 B:D6'
    """

    __slots__ = ()

    # -- making -----------------------------------------------------------------------------------------------------

    @staticmethod
    def of(position: Union[Position, str]) -> Position:
        """A position as it is, or the position of a text. Raises TextError, and TypeError for anything else."""
        if isinstance(position, Position):
            return position
        if isinstance(position, str):
            return Position.from_text(position)
        raise TypeError("a position is a Position or its text, not %s" % type(position).__name__)

    @staticmethod
    def from_text(text: str) -> Position:
        """The position of a text in the canonical form. Raises TextError with line, column, found and expected."""
        parts = parse_position(text)
        flags = 0
        for switch in parts.switches:
            flags |= SWITCHES[switch]
        variant = VARIANTS[parts.variant]
        order = order_from(variant, parts.turn)
        bodies = [0, 0, 0]
        planes = [0, 0, 0, 0, 0, 0]
        for cell, color, legs, pincers in parts.pieces:
            disc = parts.layout.disc(cell)
            bodies[order.index(color)] |= disc
            for digit in range(3):
                if legs >> digit & 1:
                    planes[digit] |= disc
                if pincers >> digit & 1:
                    planes[3 + digit] |= disc
        lost = [parts.lost[color] for color in order] + [0]
        state = (
            bodies[0],
            bodies[1],
            bodies[2],
            planes[0],
            planes[1],
            planes[2],
            planes[3],
            planes[4],
            planes[5],
            lost[0],
            lost[1],
            lost[2],
        )
        return Position(variant, flags, parts.layout, parts.turn, parts.step, state)

    @staticmethod
    def start(
        variant: str = "adaptoid",
        layout: Union[str, Layout] = "hex4",
        switches: Union[str, Tuple[str, ...]] = (),
        pieces: Union[str, Mapping[str, Union[Piece, str]], None] = None,
    ) -> Position:
        """The first position of a game: the standard start (R4, R18), or the adaptoids that the players agreed on (R5).

        `pieces` are sides as in a position text (`"W:D2 B:D6"`) or a mapping from cells to pieces
        (`{"D2": "W", "D6": "BLP"}`); `layout` is one, its text or its name. Raises TextError for a variant, layout,
        switch or piece that is none, and LayoutError where the layout names no start.

        >>> str(Position.start())
        'adaptoid w 0,0 W:D2 B:D6'
        >>> str(Position.start(layout="hex5", pieces={"E2": "W", "E8": "B"}))
        'adaptoid@hex5 w 0,0 W:E2 B:E8'
        """
        known = VARIANTS.get(variant)
        if known is None:
            raise TextError(1, 1, variant, "a variant: adaptoid, adapt3 or adapt3-fierce")
        layout = layout_of(layout)
        named = sorted({switches} if isinstance(switches, str) else set(switches))
        for switch in named:
            if switch not in SWITCHES:
                raise TextError(1, 1, switch, "a switch: bare-exchange or weaker-dies")
        colors = sides(known)
        if pieces is None:
            if str(layout) != "hex4":
                raise LayoutError(
                    "the layout %s names no start; give pieces=…, or begin with the open start: Game('open', layout=…)"
                    % (layout,)
                )
            pieces = {cell: color for color, cell in START_DISCS[variant].items()}
        placed = (
            pieces if isinstance(pieces, str) else sides_text(checked_pieces(pieces, layout, colors), colors)
        )
        head = head_text(variant, named, layout)
        return Position.from_text("%s w %s %s" % (head, ",".join(["0"] * len(colors)), placed))

    def __repr__(self) -> str:
        return "Position.from_text(%r)" % str(self)

    def _repr_mimebundle_(self, **_: object) -> MimeBundle:
        """What a notebook shows."""
        return mime_bundle(self)

    # -- questions ---------------------------------------------------------------------------------------------------

    def reach(self, cell: str) -> Reach:
        """Where the adaptoid on a disc can go, were it its colour's move step (R6, R7).

        Raises IllegalTurn (code "empty") where no adaptoid stands there.

        >>> position = Position.from_text("adaptoid w 0,0 W:B4,C1,E3LLLPP B:D4PPP,E5,F7")
        >>> position.reach("E3").captures
        ('E5',)
        """
        return foresight.reach(self, cell)

    def spare(self, cell: str) -> int:
        """The food lens: how many free discs the adaptoid on a disc has beyond its size; below 0 it would starve (R10).

        Raises IllegalTurn (code "empty") where no adaptoid stands there.

        >>> Position.from_text("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6").spare("D5")
        0
        """
        piece = self.piece(cell)
        if piece is None:
            raise illegal(reason("empty", cell))
        return self.liberties(cell) - piece.size

    def food(self) -> Dict[str, int]:
        """The food lens on every adaptoid: its liberties less its size."""
        return foresight.food(self, self.state)

    def foresee(self, step: Union[Turn, str]) -> Dict[str, Optional[int]]:
        """What a move, a growth or a turn would do to the food of both sides, before anybody is fed (R10).

        By disc the liberties less the size of every adaptoid for which they would change, None for those that
        would be gone from there. Raises TextError or IllegalTurn.

        >>> position = Position.from_text("adaptoid w 0,0 W:C5L,D3 B:D5LLP,D6")
        >>> position.foresee("+D4")
        {'D3': 5, 'D4': 4, 'D5': 0}
        >>> position.foresee("C5-C4")
        {'C4': 4, 'C5': None, 'D6': 5}
        """
        turn = Turn.of(step)
        middle: Standing = self
        if turn.origin is not None:
            middle = self.effect_of_move(Turn(turn.origin, turn.target, turn.attack, None, None)).position
        return foresight.foresee(self, middle, turn)

    def reach_map(self, color: str) -> Dict[str, Tuple[str, ...]]:
        """Where a colour's adaptoids could go were it its move step: by free disc, from which discs (R6).

        >>> Position.from_text("adaptoid w 0,0 W:A1L,A3L B:D6").reach_map("W")["A2"]
        ('A1', 'A3')
        """
        return foresight.targets(self, color, False)

    def attacks(self, color: str) -> Dict[str, Tuple[str, ...]]:
        """Whom a colour could attack were it its move step: by the enemy's disc, from which discs (R7).

        >>> Position.from_text("adaptoid w 0,0 W:A1LP,A3L B:A2").attacks("W")
        {'A2': ('A1',)}
        """
        return foresight.targets(self, color, True)

    def growths(self) -> Tuple[Turn, ...]:
        """Every growth that is possible now, without a move before it, as turns (R8)."""
        if self.winner is not None:
            return ()
        out: List[Turn] = []
        for growth, mask in (
            ("new", new_discs(self.state, self.layout.board, self.layout.links)),
            ("leg", leg_discs(self.state)),
            ("pincer", pincer_discs(self.state)),
        ):
            out.extend([Turn(None, None, False, growth, cell) for cell in self.layout.cells_of(mask)])
        return tuple(out)

    def moves(self) -> Iterator[Turn]:
        """Every legal move and attack of the move step, as turns without growth (R6, R7)."""
        if self.step == "move" and self.winner is None:
            own, _, _, l0, l1, l2, _, _, _, _, _, _ = self.state
            for origin in self.layout.cells_of(own & (l0 | l1 | l2)):
                disc = self.layout.disc(origin)
                for target in self.layout.cells_of(
                    goals(self.state, disc, self.layout.board, self.layout.links, self.flags)
                ):
                    yield Turn(origin, target, self.piece(target) is not None, None, None)

    def turns(self) -> Iterator[Turn]:
        """Every legal turn, or rest of one: the growths without a move first, then the moves with theirs.

        >>> [str(turn) for turn in Position.start().turns()][:3]
        ['+C1', '+C2', '+D1']
        """
        if self.winner is None:
            yield from self._endings(None)
            for step in self.moves():
                yield from self.moved(str(step.origin), str(step.target)).position._endings(step)

    def _endings(self, step: Optional[Turn]) -> Iterator[Turn]:
        origin, target, attack = (step.origin, step.target, step.attack) if step else (None, None, False)
        growths = self.growths()
        if not growths:
            yield Turn(origin, target, attack, None, None)
        for growth in growths:
            yield Turn(origin, target, attack, growth.growth, growth.at)

    def why_not(self, turn: Union[Turn, str]) -> Optional[Reason]:
        """Why a turn is illegal here, with a code, a sentence and the disc in the way; None where it is legal.

        >>> print(Position.start().why_not("D2-D3 +D4"))
        The adaptoid on D2 has no leg, so it cannot move.
        """
        try:
            return self._judged(turn)[1]
        except TextError as error:
            return reason("not-a-turn", None, {"detail": str(error)})

    def _judged(self, turn: Union[Turn, str]) -> Tuple[Turn, Optional[Reason]]:
        """The turn, and why it is illegal; only one that did not come from a text can have parts that no text says."""
        parsed = Turn.of(turn)
        found = None if isinstance(turn, str) else why_not_said(parsed)
        return parsed, found or self.why_not_parsed(parsed)

    def why_not_parsed(self, turn: Turn) -> Optional[Reason]:
        """Why a whole turn, or the rest of one, is illegal; None where it is legal."""
        if self.winner is not None:
            return reason("game-over")
        middle = self
        if turn.origin is not None and turn.target is not None:
            found = why_not_move(self, turn.origin, turn.target, turn.attack)
            if found is not None:
                return found
            middle = self.moved(turn.origin, turn.target).position
            if middle.winner is not None:
                return None if turn.growth is None else reason("ended", turn.at)
        if turn.growth is None or turn.at is None:
            if middle.can_grow:
                return reason("must-grow" if turn.origin is None else "growth-due")
            return None
        return why_not_growth(middle, turn.growth, turn.at)

    # -- playing -----------------------------------------------------------------------------------------------------

    def play(self, turn: Union[Turn, str]) -> Position:
        """The position after a whole turn, or after the rest of one that has begun.

        Raises TextError for a text that is no turn and IllegalTurn, with the reason, for one that is not legal.
        """
        return self.effect(turn).position

    def effect(self, turn: Union[Turn, str]) -> Effect:
        """Like `play`, and with it every adaptoid that left the board."""
        parsed = Turn.of(turn)
        # only a turn that did not come from a text can have parts that no text says
        if isinstance(turn, str) or why_not_said(parsed) is None:
            effect = self.effect_if_legal(parsed)
            if effect is not None:
                return effect
        found = self._judged(turn)[1]
        assert found is not None, "an illegal turn without a reason"
        raise illegal(found)

    def effect_if_legal(self, turn: Turn) -> Optional[Effect]:
        """What a turn that a text can say does, or the rest of one; None where it is illegal, as `why_not` explains."""
        players = len(self._variant.colors)
        moved = self._step == "grow"
        found = outcomes(self._state, moved, (turn,), self._layout, players, self._flags)
        if not found:
            return None
        state, ended, hungry = found[0]
        gone: List[Gone] = []
        if turn.attack:
            gone.extend(self._attacked(str(turn.origin), str(turn.target)))
        for cell in self._layout.cells_of(hungry):
            piece = self.piece(cell)
            if piece is not None:
                gone.append(Gone(cell, piece, "starved"))
        return Effect(self.after(state, ended), tuple(gone))

    def after_move(self, move: Union[Turn, str]) -> Position:
        """The position in the middle of a turn: after a move or attack, or after `-`, not moving.

        Raises TextError or IllegalTurn.

        >>> str(Position.start().after_move("-"))
        'adaptoid w+ 0,0 W:D2 B:D6'
        """
        return self.effect_of_move(move).position

    def effect_of_move(self, move: Union[Turn, str]) -> Effect:
        """Like `after_move`, and with it the adaptoids that left the board."""
        turn = Turn.of(move)
        if turn.growth is not None:
            raise TextError(1, 1, str(turn), "a move alone, such as E3-D2, or - for none")
        if turn.origin is None or turn.target is None:
            if self.winner is not None:
                raise illegal(reason("game-over"))
            if self.step == "grow":
                raise illegal(reason("moved-already", None, {"color": self.turn}))
            return Effect(self._with(self.turn, "grow", self.state), ())
        found = why_not_move(self, turn.origin, turn.target, turn.attack)
        if found is not None:
            raise illegal(found)
        return self.moved(turn.origin, turn.target)

    def _with(self, turn: str, step: str, state: State) -> Position:
        return Position(self._variant, self._flags, self._layout, turn, step, state)

    def moved(self, origin: str, target: str) -> Effect:
        """R6, R7: the middle of the turn after a move that is known to be legal."""
        state = move(self._state, self._layout.disc(origin), self._layout.disc(target))
        return Effect(self._with(self._turn, "grow", state), self._attacked(origin, target))

    def _attacked(self, origin: str, target: str) -> Tuple[Gone, ...]:
        """R7: who leaves the board in a move; nobody where nobody stands on the target."""
        mover = self.piece(origin)
        there = self.piece(target)
        gone: List[Gone] = []
        if mover is not None and there is not None:
            equal = mover.pincers == there.pincers
            if mover.pincers >= there.pincers:
                gone.append(Gone(target, there, "exchanged" if equal else "captured"))
            if mover.pincers <= there.pincers:
                gone.append(Gone(origin, mover, "exchanged" if equal else "died"))
        return tuple(gone)

    def at_move(self, turn: str, state: State) -> Position:
        """A position on the same board with a colour at the start of its turn."""
        return self._with(turn, "move", state)

    def after(self, state: State, ended: bool) -> Position:
        """The position after a whole turn that came to this state, which may have ended the game."""
        if ended:
            return self._with(self._turn, "grow", state)
        return self._with(self._variant.following[self._turn], "move", state)

    def why_not_growth(self, growth: str, at: str) -> Optional[Reason]:
        """Why a growth ("new", "leg", "pincer") on a disc is illegal now; None where it is legal (R8)."""
        return why_not_growth(self, growth, at)


def check_depth(depth: object) -> None:
    """Raise ValueError unless a depth is a whole number of turns, 0 or more."""
    if not isinstance(depth, int) or depth < 0:
        raise ValueError("a depth is a whole number of turns, 0 or more, not %s" % (depth,))


def perft(position: Union[Position, str], depth: int) -> int:
    """The number of distinct sequences of exactly `depth` turns from a position or its text (docs/rules.md: Perft).

    Raises ValueError for a negative depth, TextError, and TypeError for what is no position.

    >>> [perft(Position.start(), depth) for depth in (1, 2, 3)]
    [8, 64, 976]
    """
    check_depth(depth)
    position = Position.of(position)
    if depth == 0:
        return 1
    if position.winner is not None:
        return 0
    layout = position.layout
    moved = position.step == "grow"
    players = len(position.colors)
    return playout.perft(position.state, layout.board, layout.links, players, position.flags, depth, moved)
