"""A game: a tree of turns from a start, with a place in it, comments and a result (R5, R14)."""

from __future__ import annotations

from typing import Callable, Dict, List, NamedTuple, Optional, Tuple, Union

from .errors import GameError, IllegalTurn
from .layout import Layout
from .opening import Opening
from .position import Effect, Position
from .reasons import reason
from .turn import Gone, Turn
from .variants import HUNTER

Verdict = NamedTuple("Verdict", [("result", str), ("how", str), ("loser", str)])
"""A result that the players settled: "resigned" (by `loser`) or "agreed"."""


class Node:
    """A turn in the tree and the position after it. Nodes name one another by number, so depth costs no recursion."""

    __slots__ = (
        "children",
        "color",
        "comment",
        "gone",
        "next",
        "next_move",
        "number",
        "parent",
        "ply",
        "position",
        "times",
        "turn",
        "verdict",
    )

    def __init__(
        self,
        number: int,
        parent: int,
        ply: int,
        turn: Optional[Turn],
        effect: Effect,
        color: str,
        times: int,
    ) -> None:
        self.number = number
        """Its place in the game's list of nodes; 0 is the start."""
        self.parent = parent
        """The number of the node before it; −1 for the start."""
        self.ply = ply
        """How many turns led here."""
        self.turn = turn
        """The turn that led here; None at the start."""
        self.color = color
        """Who played that turn; an empty string at the start."""
        self.position = effect.position
        """The position after the turn."""
        self.times = times
        """How often this position has come on the way here (R14)."""
        self.gone: Tuple[Gone, ...] = effect.gone
        """The adaptoids that left the board in the turn."""
        self.children: List[int] = []
        """The turns tried from here, the main one first."""
        self.comment = ""
        """A free text about this turn or position."""
        self.next: Optional[int] = None
        self.next_move: Optional[str] = None
        self.verdict: Optional[Verdict] = None


class Game:
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
        switches: Tuple[str, ...] = (),
    ) -> None:
        """Begin from a position or its text, from "open" (R5), or by default from the variant's own start.

        Raises TextError or LayoutError for a start, variant, layout or switch that is none.
        """
        self.nodes: List[Node] = []
        """Every node of the tree; the first is the start."""
        self._numbers: Dict[Position, List[int]] = {}
        self._line: List[int] = []
        self._shelf: Optional[Tuple[List[Node], Dict[Position, List[int]], List[int]]] = None
        self._at = 0
        self._half: Optional[Effect] = None
        self._half_turn: Optional[Turn] = None
        self.watcher: Optional[Callable[[str], None]] = None
        """Called after every change with what it was: "played", "undone", "redone", "went", "settled", "placed",
        "chosen"."""
        self.opening: Optional[Opening] = None
        """The open start (R5): what has been placed and chosen. None in a game that began from a position."""
        if start == "open":
            self.opening = Opening(variant, layout, switches)
        else:
            if start is None:
                start = Position.start(variant, layout, switches)
            elif isinstance(start, str):
                start = Position.from_text(start)
            self._plant(start)

    def _plant(self, start: Position) -> None:
        self.nodes = []
        self._numbers = {}
        self._line = [self._new_node(-1, None, Effect(start, ()), "")]
        self._at = 0
        self._half = None

    def _tell(self, what: str) -> None:
        if self.watcher is not None:
            self.watcher(what)

    def _uproot(self) -> None:
        self._shelf = (self.nodes, self._numbers, self._line)
        self.nodes = []
        self._line = []

    def __repr__(self) -> str:
        if not self.nodes:
            return "<Game: open start>"
        return "<Game: %d turns, %s>" % (self.ply, self.position)

    # -- where it stands ---------------------------------------------------------------------------------------------

    @property
    def started(self) -> bool:
        """Whether there is a position: False only while an open start is being laid out."""
        return len(self.nodes) > 0

    @property
    def node(self) -> Node:
        """The current turn's node. Raises GameError before an open start is complete."""
        if not self.nodes:
            raise GameError("the open start is not complete; place both adaptoids and choose a colour first")
        return self.nodes[self._line[self._at]]

    @property
    def position(self) -> Position:
        """The current position, in the middle of a turn too. Raises GameError before an open start is complete."""
        node = self.node
        return node.position if self._half is None else self._half.position

    @property
    def half(self) -> Optional[Effect]:
        """What the move step of the turn under way did; None at the start of a turn."""
        return self._half

    @property
    def half_turn(self) -> Optional[Turn]:
        """The move step of the turn under way; None at the start of a turn."""
        return self._half_turn if self._half is not None else None

    @property
    def ply(self) -> int:
        """How many whole turns have been played up to here."""
        return self._at

    @property
    def line(self) -> List[Node]:
        """The nodes of the current line, from the start through here to where it was last played on."""
        return [self.nodes[number] for number in self._line]

    @property
    def length(self) -> int:
        """How many turns the current line has."""
        return max(len(self._line) - 1, 0)

    def turn_at(self, ply: int) -> Node:
        """The node after so many turns of the current line. Raises GameError where there is none."""
        if not 0 <= ply < len(self._line):
            raise GameError("the line has turns 0 to %d, not %s" % (self.length, ply))
        return self.nodes[self._line[ply]]

    def stretch(self, first: int, last: int) -> List[Node]:
        """The nodes after turns `first` to `last`, not included, of the current line."""
        return [self.nodes[number] for number in self._line[first:last]]

    @property
    def turns(self) -> List[Turn]:
        """The turns played up to here."""
        return [node.turn for node in self.line[1 : self._at + 1] if node.turn is not None]

    @property
    def comment(self) -> str:
        """The comment on the current turn."""
        return self.node.comment

    @comment.setter
    def comment(self, text: str) -> None:
        self.node.comment = text

    @property
    def result(self) -> Optional[str]:
        """ "W", "B", "R", "draw", or None while the game goes on (R11–R14, resignation, agreed draw)."""
        if not self.nodes:
            return None
        node = self.node
        if self._half is None:
            if node.verdict is not None:
                return node.verdict.result
            if node.position.winner is None and node.times >= 3:
                return "draw"
        return self.position.winner

    @property
    def verdict(self) -> Optional[Verdict]:
        """The result that the players settled here, if they did."""
        return self.node.verdict if self._half is None else None

    def _times(self, position: Position) -> int:
        """R14: how often a position, losses included, will have come on the line played so far if it comes now."""
        seen = 1
        for number in self._numbers.get(position, ()):
            ply = self.nodes[number].ply
            if ply <= self._at and self._line[ply] == number:
                seen += 1
        return seen

    def _new_node(self, parent: int, turn: Optional[Turn], effect: Effect, color: str) -> int:
        number = len(self.nodes)
        ply = self.nodes[parent].ply + 1 if parent >= 0 else 0
        times = self._times(effect.position) if parent >= 0 else 1
        self.nodes.append(Node(number, parent, ply, turn, effect, color, times))
        self._numbers.setdefault(effect.position, []).append(number)
        return number

    # -- playing -----------------------------------------------------------------------------------------------------

    def play(self, turn: Union[Turn, str]) -> Game:
        """Play a whole turn, or the rest of the one under way; where turns follow already, a variation begins.

        Raises TextError or IllegalTurn; in a game that is over, IllegalTurn with the code "game-over".
        """
        self._check_going_on()
        if isinstance(turn, str):
            turn = Turn.from_text(turn)
        effect = self.position.effect(turn)
        if self._half is not None and self._half_turn is not None:
            effect = Effect(effect.position, self._half.gone + effect.gone)
            turn = Turn(
                self._half_turn.origin, self._half_turn.target, self._half_turn.attack, turn.growth, turn.at
            )
        self._add(turn, effect)
        self._tell("played")
        return self

    def move(self, text: str) -> Game:
        """Play the move step alone (R6, R7); the growth is due then.

        Where the move ends the game, or nothing can grow, it is the whole turn.
        Raises TextError or IllegalTurn; in a game that is over, IllegalTurn with the code "game-over".
        """
        self._check_going_on()
        effect = self.position.effect_of_move(text)
        turn = Turn.from_text(text)
        if turn.origin is None:
            raise GameError("not moving is no step of its own; grow at once")
        if effect.position.winner is not None or not effect.position.can_grow:
            return self.play(turn)
        self._half = effect
        self._half_turn = turn
        self.node.next_move = str(turn)
        self._tell("played")
        return self

    def _check_going_on(self) -> None:
        if self.result is not None:
            found = reason("game-over")
            raise IllegalTurn(found.text, found.code, None, found.slots)

    def _add(self, turn: Turn, effect: Effect) -> None:
        node = self.node
        self._half = None
        number = None
        for child in node.children:
            if self.nodes[child].turn == turn:
                number = child
        if number is None:
            number = self._new_node(node.number, turn, effect, node.position.turn)
            node.children.append(number)
        node.next_move = turn.move if turn.growth is not None else None
        self._follow(node, number)
        self._at += 1

    def _follow(self, node: Node, number: int) -> None:
        """Let the current line go on from a node with one of its children, then as it was last played."""
        node.next = number
        if self._at + 1 < len(self._line) and self._line[self._at + 1] == number:
            return
        del self._line[self._at + 1 :]
        following: Optional[int] = number
        while following is not None:
            self._line.append(following)
            following = self.nodes[following].next

    def resign(self, color: Optional[str] = None) -> Game:
        """A colour gives up, by default the one whose turn it is; in Adapt3 its hunter wins (R20).

        Raises GameError in a game that is over, or for a colour that does not play.
        """
        self._check_settle()
        position = self.node.position
        loser = position.turn if color is None else color
        if loser not in position.colors:
            raise GameError("there is no colour %s in this game" % (color,))
        winner = HUNTER[loser] if len(position.colors) == 3 else "B" if loser == "W" else "W"
        self.node.verdict = Verdict(winner, "resigned", loser)
        self._tell("settled")
        return self

    def agree_draw(self) -> Game:
        """The players agree on a draw. Raises GameError in a game that is over."""
        self._check_settle()
        self.node.verdict = Verdict("draw", "agreed", "")
        self._tell("settled")
        return self

    def _check_settle(self) -> None:
        if self.result is not None:
            raise GameError("the game is over")
        self.node  # noqa: B018  raises before an open start is complete
        self._half = None

    # -- walking -----------------------------------------------------------------------------------------------------

    def undo(self) -> bool:
        """Take back the last step: a resignation or draw, the growth, then the move; or one of an open start.

        Returns whether there was one.
        """
        if not self.can_undo:
            return False
        self._take_back()
        self._tell("undone")
        return True

    def _take_back(self) -> None:
        if self.nodes and self._half is not None:
            self._half = None
        elif self.nodes and self.node.verdict is not None:
            self.node.verdict = None
        elif self._at > 0:
            turn = self.node.turn
            self._at -= 1
            if turn is not None and turn.move is not None and turn.growth is not None:
                self._begin_turn(turn.move)
        elif self.opening is not None:
            if self.nodes:
                self._uproot()
            self.opening.undo()

    def _begin_turn(self, move: str) -> None:
        self._half = self.node.position.effect_of_move(move)
        self._half_turn = Turn.from_text(move)

    @property
    def can_undo(self) -> bool:
        """Whether `undo` would take something back."""
        if not self.nodes:
            return self.opening is not None and len(self.opening.done) > 0
        return (
            self._at > 0
            or self._half is not None
            or self.node.verdict is not None
            or self.opening is not None
        )

    @property
    def can_redo(self) -> bool:
        """Whether `redo` would play something again."""
        if not self.nodes:
            return self.opening is not None and len(self.opening.undone) > 0
        node = self.node
        if node.verdict is not None:
            return False
        if self._half is None:
            return node.next_move is not None or node.next is not None
        return node.next is not None and self._next_turn(node).move == str(self._half_turn)

    def _next_turn(self, node: Node) -> Turn:
        turn = self.nodes[node.next].turn if node.next is not None else None
        return Turn(None, None, False, None, None) if turn is None else turn

    def redo(self) -> bool:
        """Play the next step of the current line again: a move, a growth, or both in one. Whether there was one."""
        if not self.can_redo:
            return False
        if not self.nodes:
            if self.opening is not None:
                self.opening.redo()
                if self._shelf is not None and self.opening.step == "done":
                    self.nodes, self._numbers, self._line = self._shelf
        elif self._half is None and self.node.next_move is not None:
            self._begin_turn(self.node.next_move)
        elif self.node.next is not None:
            self._half = None
            self._at += 1
        self._tell("redone")
        return True

    def goto(self, ply: int) -> Game:
        """Go to the position after so many turns of the current line. Raises GameError where there is none."""
        self.turn_at(ply)
        self._at = ply
        self._half = None
        self._tell("went")
        return self

    def select(self, number: int) -> Game:
        """Go to any node of the tree by its number; the current line then leads through it. Raises GameError."""
        if not 0 <= number < len(self.nodes):
            raise GameError("the game has nodes 0 to %d, not %s" % (len(self.nodes) - 1, number))
        path: List[int] = []
        node = self.nodes[number]
        while node.parent >= 0:
            path.append(node.number)
            node = self.nodes[node.parent]
        self._at = 0
        self._half = None
        while path:
            step = path.pop()
            turn = self.nodes[step].turn
            self.node.next_move = turn.move if turn is not None and turn.growth is not None else None
            self._follow(self.node, step)
            self._at += 1
        self._tell("went")
        return self

    # -- the open start (R5) -----------------------------------------------------------------------------------------

    def place(self, cell: str) -> Game:
        """Put the next bare adaptoid of the open start on a disc: first White's, then Black's (R5).

        Raises GameError where no adaptoid is to be placed, or not there.
        """
        if self.opening is None or self.nodes:
            raise GameError("this game has no open start under way")
        self.opening.place(cell)
        self._tell("placed")
        return self

    def choose(self, color: str) -> Game:
        """The second player of the open start chooses a colour; the game begins (R5). Raises GameError."""
        if self.opening is None or self.nodes:
            raise GameError("this game has no open start under way")
        self.opening.choose(color)
        self._plant(self.opening.position())
        self._tell("chosen")
        return self
