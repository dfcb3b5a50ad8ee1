"""A game: turns from a start, undo and redo, variations, comments and a result (R5, R14)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

from ..host.host import MimeBundle, PublicNames, check_attribute, current_host, in_order, type_name
from ..rules.errors import GameError, TextError, plain_value, whole_number
from ..rules.layout import Layout
from ..rules.legality import illegal, reason
from ..rules.named_layouts import BOARDS
from ..rules.position import Effect, Position
from ..rules.turn import Turn
from ..rules.variants import COLORS, VARIANTS, Variant, sides, variant_named
from .comments import check_comment
from .headers import PLAYER_HEADERS, Headers, check_header, shuffled
from .marks import NO_MARKS, Marks
from .open_start import OpenStart
from .tree import AGREED, Damage, Dropped, Node, Tree, TreeRow, Verdict, resigned

if TYPE_CHECKING:
    from os import PathLike
    from pathlib import Path
    from typing import Protocol

    from pandas import DataFrame

    from .game_data import Difference

    class HasGame(Protocol):
        """A board."""

        @property
        def game(self) -> Game:
            """The game on the board."""
            ...

    AnyGame = Union["Game", HasGame]

STANDARD = ("adaptoid", "hex4", ())


def _position_of(text: str) -> Position:
    """The position of a text. The error for the name of a variant or a board names the right argument."""
    try:
        return Position.of(text)
    except TextError as error:
        name = "variant" if text in VARIANTS else "layout" if text in BOARDS.names else ""
        if not name:
            raise
        raise error.of("or write %s='%s'" % (name, text))


def _check_left_out(
    what: str, variant: str, layout: Union[str, Layout], switches: Union[str, Tuple[str, ...]]
) -> None:
    if (variant, str(layout), tuple(switches)) != STANDARD:
        raise GameError("%s says its variant, layout and switches itself; leave these out" % what)


_ATTRIBUTES = ("damage", "dropped", "guard", "opening", "read_from", "watchers")


class Game(PublicNames):
    """A game from a position or an open start, with the tree of every turn that was tried.

    >>> game = Game()
    >>> game.play("+D3").play("+D5").ply
    2
    >>> game.undo(), str(game.position)
    (True, 'adaptoid b 0,0 W:D2,D3 B:D6')
    >>> _ = game.play("D6+L")
    >>> [str(game.nodes[n].turn) for n in game.nodes[1].children]
    ['+D5', 'D6+L']
    """

    _internal = ("damage", "guard", "is_on_line", "stretch", "tree")

    def __init__(
        self,
        start: Union[Position, str, None] = None,
        variant: str = "adaptoid",
        layout: Union[str, Layout] = "hex4",
        switches: Union[str, Tuple[str, ...]] = (),
    ) -> None:
        """Begin from a position or its text, from "open" (R5), or by default from the start in the rules.

        `layout` is a Layout, its text, or its name, such as "butterfly". On another board than the standard one, two
        players begin with the open start (R16). Raises TextError or LayoutError for an invalid start, variant, layout
        or switch, and for Adapt3 on a board without a start, and GameError for arguments that contradict the start.

        >>> Game(layout="hex5")
        <Game: open start on hex5>
        """
        self._tree: Optional[Tree] = None
        self._undone_tree: Optional[Tree] = None
        self._half: Optional[Effect] = None
        self._half_turn: Optional[Turn] = None
        self.watchers: List[Callable[[str], None]] = []
        """Called after every change with its kind.

        - "played", "undone", "redone": a turn or its move;
        - "went": a jump to another turn of the tree;
        - "settled": the game was resigned or drawn by agreement;
        - "placed", "chosen": the open start;
        - "seated": it was drawn by lot who plays which colour;
        - "promoted", "removed": a variation;
        - "noted": a comment, marks or a header.
        """
        self._headers = Headers(self._change_notes)
        self._first_marks = NO_MARKS
        self.guard: Any = current_host().guard
        """A context manager that every change runs in; a board puts its lock here."""
        self.dropped: Tuple[Dropped, ...] = ()
        """What a lenient reading of the record dropped or repaired."""
        self.damage = Damage()
        """How much of the record a lenient reading lost."""
        self.read_from = 0
        """The first line of the record; 0 for a game that was not read."""
        self.opening: Optional[OpenStart] = None
        """The open start (R5); None in a game that began from a position."""
        if isinstance(start, (Position, str)) and start != "open":
            _check_left_out("a position", variant, layout, switches)
            self._tree = Tree(_position_of(start) if isinstance(start, str) else start, self._change_notes)
        elif (isinstance(start, str) and start == "open") or (
            start is None and str(layout) != "hex4" and len(variant_named(variant).colors) == 2
        ):
            self.opening = OpenStart(variant, layout, switches)
        elif start is None:
            self._tree = Tree(Position.start(variant, layout, switches), self._change_notes)
        else:
            name = type_name(start)
            hint = "; write layout=… for the board" if name == "Layout" else ""
            raise TypeError("a game begins from a Position, its text or 'open', not %s%s" % (name, hint))

    def __getstate__(self) -> Dict[str, Any]:
        """A copy has no watchers and no guard."""
        state = dict(self.__dict__)
        state["watchers"] = []
        del state["guard"]
        return state

    def __setstate__(self, state: Dict[str, Any]) -> None:
        """Let the headers of a copy notify its own watchers."""
        self.__dict__.update(state)
        self.guard = current_host().guard
        self._headers = Headers(self._change_notes)
        self._headers.replace(state["_headers"])

    def __copy__(self) -> Game:
        """Copy deeply: a copy that shared the tree would change this game without telling its boards."""
        game: Game = current_host().deep_copy(self)
        return game

    def __setattr__(self, name: str, value: Any) -> None:
        check_attribute(self, name, _ATTRIBUTES)
        object.__setattr__(self, name, value)

    @property
    def headers(self) -> Headers:
        """Names with one line of text each, such as `game.headers["Event"] = "Club evening"`. Assigning replaces all.

        Raises GameError for a name or a text that no record can have, TypeError for anything but a dict.
        """
        return self._headers

    @headers.setter
    def headers(self, headers: Dict[str, str]) -> None:
        if not isinstance(headers, dict):
            raise TypeError("headers are a dict, such as {'White': 'Ann'}, not %s" % type_name(headers))
        checked = Headers()
        for name, text in headers.items():
            checked[name] = text
        self._change_notes(lambda: self._headers.replace(checked))

    def _change_notes(self, action: Callable[[], None]) -> None:
        with self.guard:
            action()
            self._notify("noted")

    def _notify(self, kind: str) -> None:
        for watcher in list(self.watchers):
            watcher(kind)

    def __repr__(self) -> str:
        if self._tree is None:
            layout = "" if self.opening is None else self.opening.layout
            return "<Game: open start on %s>" % (layout,)
        count = len(self.turns)
        return "<Game: %d turn%s, %s>" % (count, "" if count == 1 else "s", self.position)

    def _repr_mimebundle_(self, **_: object) -> MimeBundle:
        """The picture and the text that a notebook shows."""
        return current_host().mime_bundle(self)

    # -- state -------------------------------------------------------------------------------------------------------

    @property
    def started(self) -> bool:
        """Whether there is a position: False only during an open start."""
        return self._tree is not None

    @property
    def tree(self) -> Optional[Tree]:
        """The tree of turns; None during an open start that no turn has followed yet."""
        opening = self.opening
        if self._tree is None and opening is not None and len(opening.done) + len(opening.undone) == 3:
            return self._undone_tree
        return self._tree

    @property
    def _started_tree(self) -> Tree:
        if self._tree is None:
            raise GameError("the open start is not complete; place both adaptoids and choose a colour first")
        return self._tree

    @property
    def nodes(self) -> List[Node]:
        """The nodes of the tree; the first is the start. Empty during an open start."""
        return [] if self._tree is None else self._tree.nodes

    @property
    def node(self) -> Node:
        """The current node. Raises GameError during an open start."""
        return self._started_tree.node

    @property
    def position(self) -> Position:
        """The current position, also within a turn. Raises GameError during an open start."""
        half = self._half
        return self.node.position if half is None else half.position

    @property
    def actor(self) -> str:
        """The colour whose player acts; in an open start, White's player places both, and Black's chooses (R5).

        >>> [game.actor for game in (Game(), Game("open"), Game("open").place("C3").place("E5"))]
        ['W', 'W', 'B']
        """
        if self.started or self.opening is None:
            return self.position.turn
        return "W" if self.opening.step == "place" else "B"

    @property
    def half(self) -> Optional[Effect]:
        """The effect of the move in an unfinished turn; None at the start of a turn."""
        return self._half

    @property
    def half_turn(self) -> Optional[Turn]:
        """The move of an unfinished turn; None at the start of a turn."""
        return self._half_turn if self._half is not None else None

    @property
    def ply(self) -> int:
        """The number of turns up to here; a resignation or an agreed draw counts as one."""
        return 0 if self._tree is None else self._tree.at

    @property
    def line(self) -> List[Node]:
        """The nodes of the current line, from the start through here to its end."""
        return self.stretch(0, self.length + 1)

    @property
    def length(self) -> int:
        """The number of turns of the current line; a resignation or an agreed draw at its end counts as one."""
        return 0 if self._tree is None else len(self._tree.line) - 1

    def is_on_line(self, node: Node) -> bool:
        """Whether the current line leads through a node."""
        tree = self._tree
        return tree is not None and node.ply < len(tree.line) and tree.line[node.ply] == node.number

    def turn_at(self, ply: int) -> Node:
        """The node after `ply` turns of the current line. Raises GameError if there is none."""
        return self._started_tree.on_line(ply)

    def stretch(self, first: int, last: int) -> List[Node]:
        """The nodes of the current line from index `first` up to, not including, `last`."""
        if self._tree is None:
            return []
        return [self._tree.nodes[number] for number in self._tree.line[first:last]]

    @property
    def turns(self) -> List[Turn]:
        """The turns up to here."""
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
        """The result that the players settled here; None otherwise."""
        return self.node.verdict if self._half is None else None

    @property
    def can_undo(self) -> bool:
        """Whether `undo` would undo something."""
        if self._tree is None:
            return self.opening is not None and len(self.opening.done) > 0
        return self._tree.at > 0 or self._half is not None or self.opening is not None

    @property
    def can_redo(self) -> bool:
        """Whether `redo` would redo something."""
        tree = self._tree
        if tree is None:
            return self.opening is not None and len(self.opening.undone) > 0
        node = tree.node
        if self._half is None:
            return node.next_move is not None or node.next is not None
        return node.next is not None and tree.nodes[node.next].move == str(self._half_turn)

    @property
    def rows(self) -> List[TreeRow]:
        """The tree as rows: a main turn, its variations one deeper, then what follows the main turn.

        >>> game = Game().play("+D3").play("+D5").goto(1).play("D6+L")
        >>> [(str(game.nodes[row.node].turn), row.depth) for row in game.rows]
        [('+D3', 0), ('+D5', 0), ('D6+L', 1)]
        """
        return [] if self._tree is None else self._tree.rows

    @property
    def row(self) -> int:
        """The index of the current turn's row; −1 at the start."""
        return -1 if self._tree is None else self._tree.row_of(self.node.number)

    def mainline(self) -> Tuple[Node, ...]:
        """Return the nodes of the main line after the start: the first child of each node, also a verdict.

        >>> game = Game().play("+D3").play("+D5").goto(1).play("D6+L")
        >>> [str(node.turn) for node in game.mainline()]
        ['+D3', '+D5']
        """
        out: List[Node] = []
        children = self.nodes[0].children if self.nodes else []
        while children:
            out.append(self.nodes[children[0]])
            children = out[-1].children
        return tuple(out)

    def transpositions(self, symmetry: bool = False, colors: bool = False) -> Tuple[Tuple[int, ...], ...]:
        """Return the positions that occur several times in the tree, each as the numbers of its nodes.

        With `symmetry`, positions count as the same up to the symmetries of the board; with `colors`, up to these and
        the exchange of colours (`Position.canonical`). A resignation or an agreed draw is no position of its own.

        >>> game = Game().play("D2+L").play("D6+P").play("+D3").goto(0).play("+D3").play("D6+P").play("D2+L")
        >>> game.transpositions()
        ((3, 6),)
        """
        nodes = [self.nodes[row.node] for row in self.rows if self.nodes[row.node].turn is not None]
        groups: Dict[Position, List[int]] = {}
        for node in self.nodes[:1] + nodes:
            position = node.position.canonical(colors) if symmetry or colors else node.position
            groups.setdefault(position, []).append(node.number)
        return tuple(sorted([tuple(sorted(group)) for group in groups.values() if len(group) > 1]))

    # -- playing -----------------------------------------------------------------------------------------------------

    def play(self, turn: Union[Turn, str]) -> Game:
        """Play a turn, or the rest of an unfinished one. If other turns follow already, a variation begins.

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
            self._add(color, effect, turn, turn.move if turn.growth is not None else None)
            self._notify("played")
        return self

    def _add(self, color: str, effect: Effect, played: Union[Turn, Verdict], move: Optional[str]) -> None:
        """Add a turn or a verdict to the tree. If an exception comes in between, the move of this turn stays."""
        tree, half = self._started_tree, self._half
        before = tree.node
        try:
            self._half = None
            tree.add(color, effect, played, move)
        except BaseException:
            if tree.node is before:
                self._half = half
            raise

    def move(self, move: Union[Turn, str]) -> Game:
        """Play the move of a turn alone (R6, R7), such as `E3-D2`; the growth comes next.

        If the move ends the game, or nothing can grow, it is the whole turn.
        Raises TextError or IllegalTurn; in a game that is over, IllegalTurn with the code "game-over".
        """
        with self.guard:
            self._check_going_on()
            turn = Turn.of(move)
            if turn.origin is None and turn.growth is None:
                raise GameError("there is no separate step for not moving; grow at once")
            effect = self.position.effect_of_move(turn)
            if effect.position.winner is not None or not effect.position.can_grow:
                return self.play(turn)
            self._half = effect
            self._half_turn = turn
            self.node.next_move = str(turn)
            self._notify("played")
        return self

    def _check_going_on(self) -> None:
        if self.result is not None:
            raise illegal(reason("game-over"))

    def resign(self, color: Optional[str] = None) -> Game:
        """A colour resigns, by default the one whose turn it is; in Adapt3 its hunter wins (R20).

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
        self._add(color, effect, verdict, move)
        self._notify("settled")

    # -- navigation -------------------------------------------------------------------------------------------------

    def undo(self) -> bool:
        """Undo the last step: a verdict, the growth, then the move; or a choice of an open start.

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
                    self._undone_tree = tree
                    self._tree = None
                    if self.opening.names:
                        self._seat({})
                self.opening.undo()
            self._notify("undone")
        return True

    def _begin_turn(self, move: str) -> None:
        turn = Turn.from_text(move)
        self._half = self.node.position.effect_of_move(turn)
        self._half_turn = turn
        self.node.next_move = move

    def redo(self) -> bool:
        """Redo the next step of the current line. Returns whether there was one."""
        with self.guard:
            if not self.can_redo:
                return False
            tree = self._tree
            if tree is None:
                if self.opening is not None:
                    self.opening.redo()
                    if self.opening.step == "done":
                        self._tree = self._undone_tree
                        if self.opening.names:
                            self._seat(self.opening.players)
            elif self._half is None and tree.node.next_move is not None:
                self._begin_turn(tree.node.next_move)
            elif tree.node.next is not None:
                self._half = None
                tree.go_to_child(tree.node.next)
            self._notify("redone")
        return True

    def goto(self, ply: int) -> Game:
        """Go to the position after `ply` turns of the current line. Raises GameError if there is none.

        >>> str(Game().play("+D3").play("+D5").goto(1).position)
        'adaptoid b 0,0 W:D2,D3 B:D6'
        """
        with self.guard:
            self._started_tree.at = self._started_tree.on_line(ply).ply
            self._half = None
            self._notify("went")
        return self

    def select(self, number: int) -> Game:
        """Go to a node of the tree; the current line then leads through it. Raises GameError.

        >>> game = Game().play("+D3").goto(0).play("D2+L")
        >>> str(game.select(1).node.turn)
        '+D3'
        """
        with self.guard:
            self._started_tree.select(number)
            self._half = None
            self._notify("went")
        return self

    # -- variations --------------------------------------------------------------------------------------------------

    def promote(self, number: int) -> Game:
        """Make the variation that contains a turn the first one. Raises GameError.

        >>> game = Game().play("+D3").goto(0).play("D2+L").play("+D5")
        >>> game.promote(3).nodes[0].children
        [2, 1]
        """
        with self.guard:
            self._started_tree.promote(number)
            self._notify("promoted")
        return self

    def remove(self, number: int) -> Game:
        """Remove a turn with all that follows it; the current node is then before it. Raises GameError.

        >>> game = Game().play("+D3").play("D6+L").remove(1)
        >>> game.ply, game.length, game.rows
        (0, 0, [])
        """
        with self.guard:
            tree = self._started_tree
            before = tree.at
            tree.remove(number)
            if tree.at < before:
                self._half = None
            elif self._half is not None:
                tree.node.next_move = str(self._half_turn)
            self._notify("removed")
        return self

    def merge(self, other: AnyGame) -> Game:
        """Add all turns of another Game (or Board) with the same start; new ones become variations.

        Comments, marks and glyphs are added where this game has none. The current position stays. Raises GameError for
        another start.

        >>> game = Game().play("+D3").merge(Game().play("D2+L"))
        >>> [str(game.nodes[n].turn) for n in game.nodes[0].children], str(game.node.turn)
        (['+D3', 'D2+L'], '+D3')
        """
        from .game_data import merge

        with self.guard:
            merge(self, other)
            self._notify("noted")
        return self

    def diff(self, other: AnyGame) -> Difference:
        """Return how this game differs from another Game (or Board) with the same start. Raises GameError.

        >>> difference = Game().play("+D3").play("+D5").diff(Game().play("+D3").play("D6+L"))
        >>> difference.ply, difference.mine, difference.theirs, difference.same
        (1, ('+D3 +D5',), ('+D3 D6+L',), False)
        """
        from .game_data import difference

        return difference(self, other)

    # -- the open start (R5) -----------------------------------------------------------------------------------------

    def place(self, cell: str) -> Game:
        """Place the next bare adaptoid of the open start on a disc: first White's, then Black's (R5).

        Raises GameError if no adaptoid can be placed there, and LayoutError for a disc that is not on the board.

        >>> str(Game("open").place("C3").place("E5").choose("B").position)
        'adaptoid w 0,0 W:C3 B:E5'
        """
        with self.guard:
            self._check_opening().place(cell)
            self._notify("placed")
        return self

    def choose(self, color: str) -> Game:
        """Choose the colour of the second player in the open start; the game begins (R5). Raises GameError."""
        with self.guard:
            opening = self._check_opening()
            opening.choose(color)
            if opening.names:
                self._seat(opening.players)
            self._tree = Tree(opening.position(), self._change_notes)
            self._tree.nodes[0].note(marks=self._first_marks)
            self._half = None
            self._notify("chosen")
        return self

    def _check_opening(self) -> OpenStart:
        if self.opening is None or self._tree is not None:
            raise GameError("this game has no open start under way")
        return self.opening

    # -- comments, marks, names --------------------------------------------------------------------------------------

    @property
    def comment(self) -> str:
        """The comment on the current turn.

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

    def comment_on(self, number: int, text: str) -> Game:
        """Set the comment on a node; 0 is the start. Raises GameError if there is none.

        >>> game = Game().play("+D3").play("+D5").comment_on(1, "a quiet beginning")
        >>> game.nodes[1].comment, game.comment
        ('a quiet beginning', '')
        """
        if not isinstance(text, str):
            raise TypeError("a comment is a text, not %s" % type_name(text))
        with self.guard:
            tree = self._started_tree
            node = tree.nodes[0] if number == 0 else tree.check(number)
            node.note(comment=check_comment(text))
            self._notify("noted")
        return self

    @property
    def marks(self) -> Marks:
        """What is drawn on the current position. Set it as `Marks` or their text.

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
        # an open start that was undone shows the marks of the start that it led to
        return self._first_marks if self.tree is None else self.tree.nodes[0].marks

    @marks.setter
    def marks(self, marks: Union[Marks, str, None]) -> None:
        with self.guard:
            if self._tree is not None:
                self.node.note(marks=Marks.of(marks).check(self.position.layout))
            elif self.opening is not None:
                self._first_marks = Marks.of(marks).check(self.opening.layout)
                if self.tree is not None:
                    self.tree.nodes[0].note(marks=self._first_marks)
            self._notify("noted")

    @property
    def players(self) -> Dict[str, str]:
        """The players' names by colour, from the headers White, Black and Red."""
        names = {color: self.headers.get(PLAYER_HEADERS[color]) for color in COLORS}
        return in_order([(color, names[color]) for color in COLORS if names[color] is not None])

    def draw_seats(self, names: Sequence[str], seed: Optional[int] = None) -> Game:
        """Draw at random who plays which colour; in the open start, who places and who chooses (R5).

        A seed determines the draw; without one it is random. Raises GameError unless there is one name for each colour.

        >>> sorted(Game().draw_seats(("Ann", "Ben"), seed=4).players.values())
        ['Ann', 'Ben']
        """
        with self.guard:
            opening = None if self._tree is not None else self.opening
            colors = ("W", "B") if opening is not None else sides(VARIANTS[self.position.variant])
            names = plain_value(names)
            if not isinstance(names, (list, tuple)) or len(names) != len(colors):
                raise GameError("give %d names, one for each player" % len(colors))
            seed = current_host().random_seed() if seed is None else whole_number(seed, "seed", 0)
            for name in names:
                check_header("Player", name)
            if len(set(names)) < len(names):
                raise GameError("give every player a different name")
            drawn = shuffled(names, seed)
            if opening is not None:
                opening.names = drawn
            else:
                self._seat(dict(zip(colors, drawn)))
            self._notify("seated")
        return self

    def _seat(self, players: Dict[str, str]) -> None:
        for color in COLORS:
            self.headers.set_player(color, players.get(color, ""))

    # -- records -----------------------------------------------------------------------------------------------------

    def to_record(self) -> str:
        """The record of the game as text (docs/reference/records.md).

        Raises GameError for a comment that is not plain text.

        >>> print(Game().play("D2+L").play("+D5").to_record())
        adaptoid-record 1
        Start: adaptoid w 0,0 W:D2 B:D6
        <BLANKLINE>
        1 D2+L
        2 +D5
        = *
        <BLANKLINE>
        """
        from .record_writing import record_text

        return record_text(self)

    def to_frame(
        self,
        score: bool = False,
        *,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        seconds: Optional[float] = None,
    ) -> DataFrame:
        """The turns of the current line as a pandas DataFrame. Raises ImportError without pandas.

        A row has "ply", "color", "turn", what it "did" in words, "move", "growth", "attack", who was "captured",
        "exchanged", "died" or "starved" (discs with blanks between them), for each colour its "adaptoids_W", "lost_W"
        and the sum of their "food_W" (free discs beside them less limbs), and the "result", if the game ended.

        With `score`, or a limit such as `depth=3` (those of `aw.annotate`), each turn also has "score", "best",
        "best_score", "loss" and "mark". Raises GameError if the open start is not finished.
        """
        frame: DataFrame = current_host().game_frame(self, score, depth, nodes, seconds)
        return frame

    def to_json(self) -> str:
        """Return the game as JSON, which `from_json` reads.

        "nodes" lists the tree, each node after its parent: its "number" in the list and that of its "parent", "ply",
        "color", "turn", the "position" after it, and what it has of "comment", "marks", "glyph" and "verdict". "at" is
        the current node.

        >>> import json
        >>> [node.get("turn") for node in json.loads(Game().play("D2+L").to_json())["nodes"]]
        [None, 'D2+L']
        """
        import json

        from .game_data import to_data

        return json.dumps(to_data(self))

    @staticmethod
    def from_json(source: Union[str, Dict[str, Any]]) -> Game:
        """Return the game of a text from `to_json`, or of the dict in it. Every turn, comment and mark is checked.

        Raises GameError for other data, and TextError or IllegalTurn for a wrong turn.

        >>> game = Game().play("D2+L").play("+D5")
        >>> Game.from_json(game.to_json()).to_record() == game.to_record()
        True
        """
        from .game_data import from_data

        game: Game = from_data(Game, source)
        return game

    def save(self, path: Union[str, PathLike[str]], replace: bool = False) -> Path:
        """Write the record to a file, as a whole or not at all, and return its path. `aw.read_game` reads it.

        An older file is replaced if it holds one game. Raises GameError if it holds anything else, unless `replace`;
        GameError for content that no record can have, FileInUse if somebody else writes the file, and OSError.
        """
        with self.guard:
            text = self.to_record()
        saved: Path = current_host().save(text, path, replace)
        return saved

    def link(self, address: str = "") -> str:
        """The link that shows this game at its current turn, on a page that `aw.share` has written.

        `address` is where the page is. `aw.read_game` reads the link too. Raises GameError for an unsuitable address.

        >>> Game().play("D2+L").link("https://example.org/game.html")[:41]
        'https://example.org/game.html#game=1.eNpL'
        """
        from .record_writing import current_row

        with self.guard:
            return current_host().link(self.to_record(), current_row(self), address)

    @staticmethod
    def from_record(text: str, lenient: bool = False) -> Game:
        """The game of a record, at the end of its main line.

        Raises TextError or IllegalTurn with the line of the first mistake. A lenient reading drops mistakes and lists
        them in `dropped`.

        >>> Game.from_record(Game().play("D2+L").to_record())
        <Game: 1 turn, adaptoid b 0,0 W:D2L B:D6>
        """
        from .records import read_record

        return read_record(Game, text, lenient)


def game_from_start(
    start: Union[Game, Position, str, None],
    variant: str = "adaptoid",
    layout: Union[str, Layout] = "hex4",
    switches: Union[str, Tuple[str, ...]] = (),
) -> Game:
    """The game itself, or one that begins from a start as in `Game`. Raises as `Game`.

    >>> game = Game()
    >>> game_from_start(game) is game, game_from_start(None, layout="hex5")
    (True, <Game: open start on hex5>)
    """
    if not isinstance(start, Game):
        return Game(start, variant, layout, switches)
    _check_left_out("a game", variant, layout, switches)
    return start


def variant_of(game: Game) -> Variant:
    """The variant of a game, also during an open start."""
    return VARIANTS[game.position.variant if game.opening is None else game.opening.variant]
