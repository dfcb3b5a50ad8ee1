"""A game: turns from a start, undone and redone step by step, with variations, comments and a result (R5, R14)."""

from __future__ import annotations

from typing import Optional, Tuple, Union

from ..i18n.display import MimeBundle, mime_bundle
from ..rules.errors import GameError, TextError
from ..rules.layout import Layout
from ..rules.legality import illegal, reason
from ..rules.named_layouts import BOARDS
from ..rules.position import Effect, Position
from ..rules.turn import Turn
from ..rules.variants import VARIANTS
from .open_start import Opening
from .state import AGREED, Course, resigned
from .tree import Tree, Verdict

STANDARD = ("adaptoid", "hex4", ())


def _position_of(text: str) -> Position:
    """The position of a text; whoever gave the name of a variant or of a board is told where it goes."""
    try:
        return Position.from_text(text)
    except TextError as error:
        name = "variant" if text in VARIANTS else "layout" if text in BOARDS.names else ""
        if not name:
            raise
        raise error.of("or write %s='%s'" % (name, text))


class Game(Course):
    """A game from a position, or from the open start; a tree of every turn that was tried.

    >>> game = Game()
    >>> game.play("+D3").play("+D5").ply
    2
    >>> game.undo(), str(game.position)
    (True, 'adaptoid b 0,0 W:D2,D3 B:D6')
    >>> _ = game.play("D6+L")
    >>> [str(game.nodes[n].turn) for n in game.nodes[1].children]
    ['+D5', 'D6+L']
    """

    def __init__(
        self,
        start: Union[Position, str, None] = None,
        variant: str = "adaptoid",
        layout: Union[str, Layout] = "hex4",
        switches: Union[str, Tuple[str, ...]] = (),
    ) -> None:
        """Begin from a position or its text, from "open" (R5), or by default from the start that the rules name.

        `layout` is a Layout, its text, or the name that it goes by, such as "butterfly".
        A layout that names no start begins with the open start (R16). Raises TextError or LayoutError for a start,
        variant, layout or switch that is none, and GameError for what contradicts the start or Adapt3 without one.

        >>> Game(layout="hex5")
        <Game: open start on hex5>
        """
        super().__init__()
        if isinstance(start, (Position, str)) and start != "open":
            if (variant, str(layout), tuple(switches)) != STANDARD:
                raise GameError("a position says its variant, layout and switches itself; leave these out")
            self._tree = Tree(_position_of(start) if isinstance(start, str) else start)
        elif start == "open" or (start is None and str(layout) != "hex4" and variant == "adaptoid"):
            self.opening = Opening(variant, layout, switches)
        elif start is None:
            if str(layout) != "hex4" and variant in VARIANTS:
                raise GameError(
                    "%s has no start of its own on another layout; begin from Position.start(%r, layout, pieces=…)"
                    % (variant, variant)
                )
            self._tree = Tree(Position.start(variant, layout, switches))
        else:
            hint = "; write layout=… for the board" if type(start).__name__ == "Layout" else ""
            raise TypeError(
                "a game begins from a Position, its text or 'open', not %s%s" % (type(start).__name__, hint)
            )

    def __repr__(self) -> str:
        if self._tree is None:
            layout = "" if self.opening is None else self.opening.layout
            return "<Game: open start on %s>" % (layout,)
        return "<Game: %d turn%s, %s>" % (self.ply, "" if self.ply == 1 else "s", self.position)

    def _repr_mimebundle_(self, **_: object) -> MimeBundle:
        """What a notebook shows."""
        return mime_bundle(self)

    # -- as a text ---------------------------------------------------------------------------------------------------

    def to_record(self) -> str:
        """The game as a readable text: headers, turns, variations, comments, marks, result (docs/records.md).

        Raises GameError for a comment that no record can hold.

        >>> print(Game().play("D2+L").play("+D5").to_record())
        adaptoid-record 1
        Start: adaptoid w 0,0 W:D2 B:D6
        <BLANKLINE>
        1 D2+L
        2 +D5
        = *
        <BLANKLINE>
        """
        from .record_format import record_text

        return record_text(self)

    @staticmethod
    def from_record(text: str, lenient: bool = False) -> Game:
        """The game of a record; it stands at the end of its main line.

        Raises TextError, or IllegalTurn, with the line in which something is wrong. A lenient reading keeps what it
        can, and lists all else in `dropped`.

        >>> Game.from_record(Game().play("D2+L").to_record())
        <Game: 1 turn, adaptoid b 0,0 W:D2L B:D6>
        """
        from .records import read_record

        return read_record(Game, text, lenient)

    # -- playing -----------------------------------------------------------------------------------------------------

    def play(self, turn: Union[Turn, str]) -> Game:
        """Play a whole turn, or the rest of the one under way; where turns follow already, a variation begins.

        Raises TextError or IllegalTurn; in a game that is over, IllegalTurn with the code "game-over".
        """
        with self.guard:
            self._check_going_on()
            turn = Turn.of(turn)
            color = self.position.turn
            effect = self.position.effect(turn)
            if self._half is not None and self._half_turn is not None:
                effect = Effect(effect.position, self._half.gone + effect.gone)
                origin, target, attack, _, _ = self._half_turn
                turn = Turn(origin, target, attack, turn.growth, turn.at)
            self._half = None
            self._planted.add(color, effect, turn, None, turn.move if turn.growth is not None else None)
            self._tell("played")
        return self

    def move(self, move: Union[Turn, str]) -> Game:
        """Play the move step alone (R6, R7), such as `E3-D2`; the growth is due then.

        Where the move ends the game, or nothing can grow, it is the whole turn.
        Raises TextError or IllegalTurn; in a game that is over, IllegalTurn with the code "game-over".
        """
        with self.guard:
            self._check_going_on()
            turn = Turn.of(move)
            if turn.origin is None and turn.growth is None:
                raise GameError("not moving is no step of its own; grow at once")
            effect = self.position.effect_of_move(turn)
            if effect.position.winner is not None or not effect.position.can_grow:
                return self.play(turn)
            self._half = effect
            self._half_turn = turn
            self.node.next_move = str(turn)
            self._tell("played")
        return self

    def _check_going_on(self) -> None:
        if self.result is not None:
            raise illegal(reason("game-over"))

    def resign(self, color: Optional[str] = None) -> Game:
        """A colour gives up, by default the one whose turn it is; in Adapt3 its hunter wins (R20).

        Raises GameError in a game that is over, or for a colour that does not play.

        >>> Game().resign("W").result
        'B'
        """
        with self.guard:
            loser = self.position.turn if color is None else color
            self._settle(loser, resigned(self.position, loser))
        return self

    def agree_draw(self) -> Game:
        """The players agree on a draw. Raises GameError in a game that is over."""
        with self.guard:
            self._settle(self.position.turn, AGREED)
        return self

    def _settle(self, color: str, verdict: Verdict) -> None:
        if self.result is not None:
            raise GameError("the game is over")
        effect = Effect(self.position, () if self._half is None else self._half.gone)
        move = None if self.half_turn is None else str(self.half_turn)
        self._half = None
        self._planted.add(color, effect, None, verdict, move)
        self._tell("settled")

    # -- walking -----------------------------------------------------------------------------------------------------

    def undo(self) -> bool:
        """Take back the last step: a verdict, the growth, then the move; or one of an open start.

        Returns whether there was one.

        >>> game = Game("adaptoid w 0,0 W:D2L B:D6").play("D2-D3 +D4")
        >>> game.undo(), str(game.position)
        (True, 'adaptoid w+ 0,0 W:D3L B:D6')
        """
        with self.guard:
            if not self.can_undo:
                return False
            tree = self._tree
            if self._half is not None:
                self._half = None
            elif tree is not None and tree.at > 0:
                move = tree.node.move
                tree.at -= 1
                if move is not None:
                    self._begin_turn(move)
            elif self.opening is not None:
                if tree is not None:
                    self._shelf = tree
                    self._tree = None
                    if self.opening.names:
                        self._seat({})
                self.opening.undo()
            self._tell("undone")
        return True

    def _begin_turn(self, move: str) -> None:
        turn = Turn.from_text(move)
        self._half = self.node.position.effect_of_move(turn)
        self._half_turn = turn

    def redo(self) -> bool:
        """Play the next step of the current line again: a move, or what followed it. Whether there was one."""
        with self.guard:
            if not self.can_redo:
                return False
            tree = self._tree
            if tree is None:
                if self.opening is not None:
                    self.opening.redo()
                    if self.opening.step == "done":
                        self._tree = self._shelf
                        if self.opening.names:
                            self._seat(self.opening.players)
            elif self._half is None and tree.node.next_move is not None:
                self._begin_turn(tree.node.next_move)
            elif tree.node.next is not None:
                self._half = None
                tree.step(tree.node.next)
            self._tell("redone")
        return True

    def goto(self, ply: int) -> Game:
        """Go to the position after so many turns of the current line. Raises GameError where there is none.

        >>> str(Game().play("+D3").play("+D5").goto(1).position)
        'adaptoid b 0,0 W:D2,D3 B:D6'
        """
        with self.guard:
            self._planted.on_line(ply)
            self._planted.at = ply
            self._half = None
            self._tell("went")
        return self

    def select(self, number: int) -> Game:
        """Go to any node of the tree by its number; the current line then leads through it. Raises GameError.

        >>> game = Game().play("+D3").goto(0).play("D2+L")
        >>> str(game.select(1).node.turn)
        '+D3'
        """
        with self.guard:
            self._planted.select(number)
            self._half = None
            self._tell("went")
        return self

    # -- variations --------------------------------------------------------------------------------------------------

    def promote(self, number: int) -> Game:
        """Put the variation that a turn is part of first among those tried in its place. Raises GameError.

        >>> game = Game().play("+D3").goto(0).play("D2+L").play("+D5")
        >>> game.promote(3).nodes[0].children
        [2, 1]
        """
        with self.guard:
            self._planted.promote(number)
            self._tell("promoted")
        return self

    def remove(self, number: int) -> Game:
        """Take a turn out of the tree with all that follows it; the board then stands before it. Raises GameError.

        >>> game = Game().play("+D3").play("D6+L").remove(1)
        >>> game.ply, game.length, game.rows
        (0, 0, [])
        """
        with self.guard:
            tree = self._planted
            before = tree.at
            tree.remove(number)
            if tree.at < before:
                self._half = None
            self._tell("removed")
        return self

    # -- the open start (R5) -----------------------------------------------------------------------------------------

    def place(self, cell: str) -> Game:
        """Put the next bare adaptoid of the open start on a disc: first White's, then Black's (R5).

        Raises GameError where no adaptoid is to be placed, or not there, and LayoutError for a disc that is none.

        >>> str(Game("open").place("C3").place("E5").choose("B").position)
        'adaptoid w 0,0 W:C3 B:E5'
        """
        with self.guard:
            self._check_opening().place(cell)
            self._tell("placed")
        return self

    def choose(self, color: str) -> Game:
        """The second player of the open start chooses a colour; the game begins (R5). Raises GameError."""
        with self.guard:
            opening = self._check_opening()
            opening.choose(color)
            if opening.names:
                self._seat(opening.players)
            self._tree = Tree(opening.position())
            self._tree.nodes[0].marks = self._first_marks
            self._half = None
            self._tell("chosen")
        return self

    def _check_opening(self) -> Opening:
        if self.opening is None or self._tree is not None:
            raise GameError("this game has no open start under way")
        return self.opening
