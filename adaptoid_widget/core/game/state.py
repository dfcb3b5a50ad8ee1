"""The course of a game: where it stands, and what is noted about it: comments, marks, headers and seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

from ..rules.errors import GameError
from ..rules.position import Effect, Position
from ..rules.turn import Turn
from ..rules.variants import HUNTER, VARIANTS, sides
from . import headers
from .annotations import NO_MARKS, Marks
from .headers import PLAYER_HEADERS, Headers, check_comment, check_header, players_of, shuffled
from .open_start import Opening
from .tree import Node, Row, Tree, Verdict

if TYPE_CHECKING:
    from typing import TypeVar

    Self = TypeVar("Self", bound="Course")


Dropped = NamedTuple("Dropped", [("line", int), ("column", int), ("text", str), ("why", str)])
"""What a lenient reading left out or mended: where it stands, what stands there, and what is wrong with it."""


def resigned(position: Position, loser: str) -> Verdict:
    """The verdict that a colour gave up; in Adapt3 its hunter wins (R20). Raises GameError."""
    if loser not in position.colors:
        raise GameError("there is no colour %s in this game" % (loser,))
    winner = HUNTER[loser] if len(position.colors) == 3 else "B" if loser == "W" else "W"
    return Verdict(winner, "resigned", loser)


AGREED = Verdict("draw", "agreed", "")


class Unguarded:
    """A context manager that guards nothing: a game alone has nobody to be guarded from."""

    def __enter__(self) -> None:
        """Begin a change."""

    def __exit__(self, *_: object) -> None:
        """End it."""


# core knows no signals: whoever runs it may lend a guard that an interrupt does not cut in two
default_guard: Any = Unguarded()


class Course:
    """What a `Game` holds: its tree, where it stands in it, and what was noted; all but playing and walking on."""

    def __init__(self) -> None:
        """Neither a tree nor an open start yet; a `Game` begins with one of them."""
        self._tree: Optional[Tree] = None
        self._shelf: Optional[Tree] = None
        self._half: Optional[Effect] = None
        self._half_turn: Optional[Turn] = None
        self.watchers: List[Callable[[str], None]] = []
        """Called after every change with what it was: "played", "undone", "redone", "went", "settled", "placed",
        "chosen", "seated", "promoted", "removed", or "noted" for a comment, marks or a header."""
        self.headers = Headers(self._change_headers)
        """What is known besides the turns, as in a record: names and lines of text, in their order."""
        self._first_marks = NO_MARKS
        self.guard: Any = default_guard
        """A context manager that every change runs in; a board puts its lock here."""
        self.dropped: Tuple[Dropped, ...] = ()
        """What a lenient reading of the game's record did not keep, or mended, each with its line and why."""
        self.read_from = 0
        """The line in which the game's record began; 0 where it comes from none."""
        self.opening: Optional[Opening] = None
        """The open start (R5): what has been placed and chosen. None in a game that began from a position."""

    def __getstate__(self) -> Dict[str, Any]:
        """A copy of a game, or one sent elsewhere, is on no board."""
        state = dict(self.__dict__)
        state["watchers"] = []
        del state["guard"]
        return state

    def __setstate__(self, state: Dict[str, Any]) -> None:
        """Headers of its own, which tell the copy's boards."""
        self.__dict__.update(state)
        self.guard = default_guard
        self.headers = Headers(self._change_headers)
        self.headers.take(state["headers"])

    def _change_headers(self, action: Callable[[], None]) -> None:
        with self.guard:
            action()
            self._tell("noted")

    def _tell(self, what: str) -> None:
        for watcher in list(self.watchers):
            watcher(what)

    # -- where it stands ---------------------------------------------------------------------------------------------

    @property
    def started(self) -> bool:
        """Whether there is a position: False only while an open start is being laid out."""
        return self._tree is not None

    @property
    def tree(self) -> Optional[Tree]:
        """Every turn that was tried; None while an open start is laid out that no turn has followed yet."""
        opening = self.opening
        if self._tree is None and opening is not None and len(opening.done) + len(opening.undone) == 3:
            return self._shelf
        return self._tree

    @property
    def _planted(self) -> Tree:
        if self._tree is None:
            raise GameError("the open start is not complete; place both adaptoids and choose a colour first")
        return self._tree

    @property
    def nodes(self) -> List[Node]:
        """Every node of the tree; the first is the start. Empty before an open start is complete."""
        return [] if self._tree is None else self._tree.nodes

    @property
    def node(self) -> Node:
        """The current turn's node. Raises GameError before an open start is complete."""
        return self._planted.node

    @property
    def position(self) -> Position:
        """The current position, in the middle of a turn too. Raises GameError before an open start is complete."""
        half = self._half
        return self.node.position if half is None else half.position

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
        """How many turns have been played up to here; a resignation or an agreed draw counts as one."""
        return 0 if self._tree is None else self._tree.at

    @property
    def line(self) -> List[Node]:
        """The nodes of the current line, from the start through here to where it was last played on."""
        return self.stretch(0, self.length + 1)

    @property
    def length(self) -> int:
        """How many turns the current line has."""
        return 0 if self._tree is None else len(self._tree.line) - 1

    def is_on_line(self, node: Node) -> bool:
        """Whether the current line leads through a node."""
        tree = self._tree
        return tree is not None and node.ply < len(tree.line) and tree.line[node.ply] == node.number

    def turn_at(self, ply: int) -> Node:
        """The node after so many turns of the current line. Raises GameError where there is none."""
        return self._planted.on_line(ply)

    def stretch(self, first: int, last: int) -> List[Node]:
        """The nodes after turns `first` to `last`, not included, of the current line."""
        if self._tree is None:
            return []
        return [self._tree.nodes[number] for number in self._tree.line[first:last]]

    @property
    def turns(self) -> List[Turn]:
        """The turns played up to here."""
        return [node.turn for node in self.stretch(1, self.ply + 1) if node.turn is not None]

    @property
    def result(self) -> Optional[str]:
        """ "W", "B", "R", "draw", or None while the game goes on (R11–R14, resignation, agreed draw)."""
        if self._tree is None:
            return None
        half = self._half
        return self._tree.node.result if half is None else half.position.winner

    @property
    def verdict(self) -> Optional[Verdict]:
        """The result that the players settled here, if they did."""
        return self.node.verdict if self._half is None else None

    @property
    def can_undo(self) -> bool:
        """Whether `undo` would take something back."""
        if self._tree is None:
            return self.opening is not None and len(self.opening.done) > 0
        return self._tree.at > 0 or self._half is not None or self.opening is not None

    @property
    def can_redo(self) -> bool:
        """Whether `redo` would play something again."""
        tree = self._tree
        if tree is None:
            return self.opening is not None and len(self.opening.undone) > 0
        node = tree.node
        if self._half is None:
            return node.next_move is not None or node.next is not None
        return node.next is not None and tree.nodes[node.next].move == str(self._half_turn)

    @property
    def rows(self) -> List[Row]:
        """The tree as rows: a main turn, the variations that replace it one deeper, then what follows the main turn.

        >>> from adaptoid_widget.core.game.game import Game
        >>> game = Game().play("+D3").play("+D5").goto(1).play("D6+L")
        >>> [(str(game.nodes[row.node].turn), row.depth) for row in game.rows]
        [('+D3', 0), ('+D5', 0), ('D6+L', 1)]
        """
        return [] if self._tree is None else self._tree.rows

    @property
    def row(self) -> int:
        """The index of the current turn's row; −1 at the start."""
        return -1 if self._tree is None else self._tree.row_of(self.node.number)

    # -- what is noted -----------------------------------------------------------------------------------------------

    @property
    def comment(self) -> str:
        """The comment on the current turn.

        >>> from adaptoid_widget.core.game.game import Game
        >>> game = Game().play("+D3")
        >>> game.comment = "a quiet beginning"
        >>> game.nodes[1].comment
        'a quiet beginning'
        """
        return self.node.comment

    @comment.setter
    def comment(self, text: str) -> None:
        with self.guard:
            self.comment_on(self.node.number, text)

    def comment_on(self: Self, number: int, text: str) -> Self:
        """Set the comment on any node, 0 being the start. Raises GameError where there is none.

        >>> from adaptoid_widget.core.game.game import Game
        >>> game = Game().play("+D3").play("+D5").comment_on(1, "a quiet beginning")
        >>> game.nodes[1].comment, game.comment
        ('a quiet beginning', '')
        """
        if not isinstance(text, str):
            raise TypeError("a comment is a text, not %s" % type(text).__name__)
        with self.guard:
            tree = self._planted
            node = tree.nodes[0] if number == 0 else tree.check(number)
            node.comment = check_comment(text)
            self._tell("noted")
        return self

    @property
    def marks(self) -> Marks:
        """What is drawn on the current position, a part of its turn like the comment; set it as Marks or their text.

        >>> from adaptoid_widget.core.game.game import Game
        >>> game = Game()
        >>> game.marks = "ring(D2) arrow(D2,D3)"
        Traceback (most recent call last):
        adaptoid_widget.core.rules.errors.TextError: line 1, column 10: expected marks in order ...
        >>> game.marks = "arrow(D2,D3) ring(D2)"
        >>> game.marks.rings
        (('D2', 'green'),)
        """
        if self._tree is not None:
            return self.node.marks
        # an open start that was taken back shows what was drawn on the start that it came to
        return self._first_marks if self.tree is None else self.tree.nodes[0].marks

    @marks.setter
    def marks(self, marks: Union[Marks, str, None]) -> None:
        with self.guard:
            if self._tree is not None:
                self.node.marks = Marks.of(marks).check(self.position.layout)
            elif self.opening is not None:
                self._first_marks = Marks.of(marks).check(self.opening.layout)
                if self.tree is not None:
                    self.tree.nodes[0].marks = self._first_marks
            self._tell("noted")

    @property
    def players(self) -> Dict[str, str]:
        """The players' names by colour, as far as the headers White, Black and Red tell them."""
        return players_of(self.headers, ("W", "B", "R"))

    def draw_seats(self: Self, names: Sequence[str], seed: Optional[int] = None) -> Self:
        """Draw by lot who plays which colour; in the open start, who places and who chooses (R5).

        A seed always draws the same; without one nobody can foresee the draw. Raises GameError unless there is one
        name for each colour.

        >>> from adaptoid_widget.core.game.game import Game
        >>> sorted(Game().draw_seats(("Ann", "Ben"), seed=4).players.values())
        ['Ann', 'Ben']
        """
        with self.guard:
            opening = None if self._tree is not None else self.opening
            colors = ("W", "B") if opening is not None else sides(VARIANTS[self.position.variant])
            if isinstance(names, str) or len(names) != len(colors):
                raise GameError("give %d names, one for each player" % len(colors))
            for name in names:
                check_header("Player", name)
            if len(set(names)) < len(names):
                raise GameError("give every player another name")
            if seed is None:
                if headers.fresh_seed is None:
                    raise GameError("give a seed to draw by")
                seed = headers.fresh_seed()
            drawn = shuffled(names, seed)
            if opening is not None:
                opening.names = drawn
            else:
                self._seat(dict(zip(colors, drawn)))
            self._tell("seated")
        return self

    def _seat(self, players: Dict[str, str]) -> None:
        for color in ("W", "B", "R"):
            name = PLAYER_HEADERS[color]
            if color in players:
                self.headers.note(name, players[color])
            elif name in self.headers:
                self.headers.forget(name)
