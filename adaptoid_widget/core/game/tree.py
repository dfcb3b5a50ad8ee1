"""The tree of a game: every turn that was tried, and the current line through it."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

from ..host.host import brief, public_names, type_name
from ..rules.bitboard import State
from ..rules.errors import GameError, plain_value
from ..rules.legality import Reason
from ..rules.position import Effect, Position
from ..rules.turn import Gone, Outcome, Referee, Turn, outcomes
from ..rules.variants import HUNTER, VARIANTS
from .comments import check_comment
from .marks import NO_MARKS, Marks


class Verdict(NamedTuple("_Verdict", [("result", str), ("how", str), ("loser", str)])):
    """A result that the players settled: `how` is "resigned" (by `loser`) or "agreed", `result` as in `Game.result`."""

    __slots__ = ()
    __dir__ = public_names


AGREED = Verdict("draw", "agreed", "")

REPETITIONS = 3
"""A game is drawn when a position occurs this many times (R14)."""


class Dropped(NamedTuple("_Dropped", [("line", int), ("column", int), ("text", str), ("why", str)])):
    """What a lenient reading read differently or not at all: its line and column from 1, its text, and why.

    >>> from adaptoid_widget import Game
    >>> record = Game().play("D2+L").to_record().replace("D2", "A9")
    >>> [(dropped.line, dropped.text) for dropped in Game.from_record(record, lenient=True).dropped][:1]
    [(2, 'Start: adaptoid w 0,0 W:A9 B:D6')]
    """

    __slots__ = ()
    __dir__ = public_names


Cut = NamedTuple(
    "Cut", [("ply", int), ("line", int), ("text", str), ("why", Optional[Reason]), ("node", int)]
)
"""Where a lenient reading ended a game: the turns before, and the number and the text of the line that has a mistake.

`ply` is the number of the last turn before it, `node` that turn. `why` is why the line's turn is illegal; None for a
text that is no turn.
"""


class Damage:
    """How much of a record a lenient reading could not read, for a person who only opens the game."""

    def __init__(self) -> None:
        self.is_startless = False
        """Whether Start is missing or unreadable, so that the usual start is in its place."""
        self.is_reordered = False
        """Whether Start was written in another order."""
        self.cut: Optional[Cut] = None
        """Where the game ends because of a mistake."""
        self.refusal: Optional[Reason] = None
        """Why the turn with the mistake is illegal."""
        self.mistake: Optional[ValueError] = None
        """The error of that mistake."""
        self.is_kept = False
        """Whether a line before the turns is kept as a comment."""
        self.is_left_out = False
        """Whether lines outside a game, or more than a comment can hold, are left out."""


class TreeRow(NamedTuple("_TreeRow", [("node", int), ("depth", int)])):
    """A row of the list of turns: the number of its `node`, and as `depth` the number of variations around it."""

    __slots__ = ()
    __dir__ = public_names


def resigned(position: Position, loser: str) -> Verdict:
    """The verdict after a colour resigned; in Adapt3 its hunter wins (R20). Raises GameError."""
    if loser not in position.colors:
        raise GameError("there is no colour %s in this game" % (loser,))
    winner = HUNTER[loser] if len(position.colors) == 3 else "B" if loser == "W" else "W"
    return Verdict(winner, "resigned", loser)


NoteChange = Callable[[Callable[[], None]], None]
"""Runs a change of a node, and tells the watchers of its game."""

GLYPHS = ("", "?", "??")


class Node:
    """A turn or a verdict in the tree, and the position after it. Nodes refer to one another by number.

    `number` and `parent` are numbers of nodes, `children` those of the turns that follow, and `next` the one on the
    line. `ply` counts the turns from 1; `color` played the `turn`, or its `move` alone if the `verdict` came after it.
    `comment`, `marks` and `glyph` ("?" or "??") are the notes.
    """

    __slots__ = (
        "_change", "_comment", "_ended", "_glyph", "_gone", "_marks", "_position", "_start", "_starved_bits",
        "_state_before", "children", "color", "move", "next", "next_move", "number", "parent", "ply", "state", "times",
        "turn", "verdict",
    )  # fmt: skip

    __dir__ = public_names
    _internal = ("next_move", "note", "set_effect", "set_outcome", "state")

    def __init__(
        self, number: int, parent: int, ply: int, color: str, turn: Optional[Turn], move: Optional[str]
    ) -> None:
        """Only a tree makes nodes; it then calls `set_effect` or `set_outcome`."""
        self.number = number
        """Its place in the tree's list of nodes; 0 is the start."""
        self.parent = parent
        """The number of the node before it; −1 for the start."""
        self.ply = ply
        """The number of nodes from the start to here."""
        self.color = color
        """Who played the turn, resigned, or was to move at an agreed draw; an empty string at the start."""
        self.turn = turn
        """The turn that led here; None at the start and for a verdict."""
        self.verdict: Optional[Verdict] = None
        """The result that the players settled here; None for a turn."""
        self.move = move
        """The move before a growth or a verdict, which undo takes back separately; None if there was none."""
        self.times = 1
        """How often this position occurred from the start to here (R14)."""
        self.children: List[int] = []
        """The nodes of the turns tried from here, the main one first."""
        self._comment = ""
        self._glyph = ""
        self._marks: Marks = NO_MARKS
        self._change: Optional[NoteChange] = None
        self.next: Optional[int] = None
        """The child that was played last; redo goes there."""
        self.next_move: Optional[str] = None
        """The move of the turn that was played last from here."""

    def __repr__(self) -> str:
        verdict = self.verdict and self.verdict.how
        return "<Node %d: %s>" % (self.number, self.turn or verdict or "start")

    @property
    def comment(self) -> str:
        """The comment. Raises GameError for one that no record can have, TypeError for anything but a text."""
        return self._comment

    @comment.setter
    def comment(self, text: str) -> None:
        if not isinstance(text, str):
            raise TypeError("a comment is a text, not %s" % type_name(text))
        self._set(comment=check_comment(text))

    @property
    def glyph(self) -> str:
        """ "?" for a mistake, "??" for a blunder, as a review has found; "" for neither. Raises GameError."""
        return self._glyph

    @glyph.setter
    def glyph(self, glyph: str) -> None:
        if glyph not in GLYPHS:
            raise GameError("a glyph is '?' for a mistake, '??' for a blunder or '', not %s" % brief(glyph))
        self._set(glyph=glyph)

    @property
    def marks(self) -> Marks:
        """What is drawn on the position. Set it as `Marks` or their text. Raises as `Game.marks`."""
        return self._marks

    @marks.setter
    def marks(self, marks: Union[Marks, str, None]) -> None:
        self._set(marks=Marks.of(marks).check(self.position.layout))

    def _set(self, **notes: Any) -> None:
        """Change notes, with a notification if a game has the node."""
        if self._change is None:
            self.note(**notes)
        else:
            self._change(lambda: self.note(**notes))

    def note(
        self, comment: Optional[str] = None, glyph: Optional[str] = None, marks: Optional[Marks] = None
    ) -> None:
        """Set notes that were checked before, without a notification. None leaves one as it is."""
        if comment is not None:
            self._comment = comment
        if glyph is not None:
            self._glyph = glyph
        if marks is not None:
            self._marks = marks

    def set_effect(self, effect: Effect) -> None:
        """Set the position after the turn."""
        self._position: Optional[Position] = effect.position
        self._gone: Optional[Tuple[Gone, ...]] = effect.gone
        self.state: State = effect.position.state
        """The integers of the position after the turn, as `core.rules.bitboard` has them."""

    def set_outcome(self, start: Position, before: State, outcome: Outcome) -> None:
        """Set the outcome of the turn. The position is made when it is first needed."""
        self.state, self._ended, self._starved_bits = outcome
        self._position = None
        self._gone = None if self._starved_bits or (self.turn is not None and self.turn.attack) else ()
        self._start = start
        self._state_before = before

    @property
    def _before(self) -> Position:
        return self._start if self.parent == 0 else self._start.at_move(self.color, self._state_before)

    @property
    def position(self) -> Position:
        """The position after the turn."""
        if self._position is None:
            self._position = self._before.after(self.state, self._ended)
        return self._position

    @property
    def gone(self) -> Tuple[Gone, ...]:
        """The adaptoids that left the board in the turn."""
        if self._gone is None:
            self._gone = self._before.effect(str(self.turn)).gone
        return self._gone

    @property
    def starved(self) -> Tuple[str, ...]:
        """The discs on which adaptoids starved in the turn."""
        if self._gone is None:
            return self._start.layout.cells_of(self._starved_bits)
        return tuple([gone.cell for gone in self._gone if gone.how == "starved"])

    @property
    def result(self) -> Optional[str]:
        """How the game ended here: "W", "B", "R", "draw", or None where it goes on (R11–R14, or as settled)."""
        if self.verdict is not None:
            return self.verdict.result
        if self._position is None and not self._ended:
            return "draw" if self.times >= REPETITIONS else None
        return self.position.winner or ("draw" if self.times >= REPETITIONS else None)


class Tree:
    """All nodes, and the current line: from the start through the current node to the end of what was played last.

    An exception during a change (such as MemoryError) leaves the tree consistent: a list changes in one call, a cache
    is cleared before its source changes, and the current node changes last.
    """

    def __init__(self, start: Position, change: Optional[NoteChange] = None) -> None:
        """`change` is called with each change of a node's notes, which it carries out."""
        self._start = start
        self._change = change
        self.nodes: List[Node] = [Node(0, -1, 0, "", None, None)]
        self.nodes[0]._change = change
        self.nodes[0].set_effect(Effect(start, ()))
        self.line: List[int] = [0]
        self.at = 0
        # the nodes of each position that can be repeated (R14): before and after turns without growth
        self._visits: Dict[Position, List[int]] = {}
        self.omitted: Dict[int, int] = {}
        """The annotations that a record omitted, by node: 1 for who starved, 2 for the end of the game, 3 for both."""
        self._next_color = VARIANTS[start.variant].following
        self._rows: Optional[List[TreeRow]] = None

    @property
    def node(self) -> Node:
        """The current node."""
        return self.nodes[self.line[self.at]]

    def on_line(self, ply: int) -> Node:
        """The node after `ply` turns of the current line. Raises GameError if there is none."""
        ply = plain_value(ply)
        if not _is_index(ply, self.line):
            raise GameError("the line has turns 0 to %d, not %r" % (len(self.line) - 1, ply))
        return self.nodes[self.line[ply]]

    def add(self, color: str, effect: Effect, played: Union[Turn, Verdict], move: Optional[str]) -> None:
        """Go to the child with this turn or verdict, which is added if there is none."""
        parent = self.node
        for number in parent.children:
            child = self.nodes[number]
            if played in (child.turn, child.verdict) and child.move == move:
                self.go_to_child(number)
                return
        children = len(parent.children)
        try:
            self.go_to_child(self.append(parent, color, effect, played, move).number)
        except BaseException:
            # an exception from outside: the turn is whole or not there
            if self.node is parent and len(parent.children) > children:
                self.go_to_child(parent.children[-1])
            raise

    def append(
        self, parent: Node, color: str, effect: Effect, played: Union[Turn, Verdict], move: Optional[str]
    ) -> Node:
        """Add a node with a turn or verdict after `parent`, which has none like it yet. The current node stays."""
        turn, verdict = (None, played) if isinstance(played, Verdict) else (played, None)
        node = Node(len(self.nodes), parent.number, parent.ply + 1, color, turn, move)
        node.verdict = verdict
        node.set_effect(effect)
        self._link(parent, node)
        return node

    def outcomes_after(
        self, parent: Node, turns: Sequence[Turn], referee: Referee = outcomes
    ) -> List[Outcome]:
        """The outcomes of turns played one after another from `parent`, up to the first illegal one.

        Ignores repetition (R14).
        """
        if parent.result is not None:
            return []
        start = self._start
        moved = parent.number == 0 and start.step == "grow"
        return referee(parent.state, moved, turns, start.layout, start.context)

    def follow(self, parent: Node, turn: Turn, move: Optional[str], outcome: Outcome) -> Node:
        """Like `append`, for a turn whose `outcome` is known."""
        color = self._next_color[parent.color] if parent.number else self._start.turn
        node = Node(len(self.nodes), parent.number, parent.ply + 1, color, turn, move)
        node.set_outcome(self._start, parent.state, outcome)
        self._link(parent, node)
        return node

    def _link(self, parent: Node, node: Node) -> None:
        node._change = self._change
        # the node is part of the tree only once its parent lists it
        self.nodes.append(node)
        if node.turn is not None and node.turn.growth is None:
            node.times = self._times(parent, node)
        rows, self._rows = self._rows, None
        # most turns are added at the end, which changes no other row
        is_last = not parent.children and (not rows or rows[-1].node == parent.number)
        parent.children.append(node.number)
        if parent.next is None:
            parent.next = node.number
            parent.next_move = node.move
        if rows is not None and is_last:
            rows.append(TreeRow(node.number, rows[-1].depth if rows else 0))
            self._rows = rows

    @property
    def main_end(self) -> Node:
        """The last node of the main line."""
        node = self.nodes[0]
        while node.children:
            node = self.nodes[node.children[0]]
        return node

    def go_to_end(self) -> None:
        """Go to the end of the main line."""
        self.at = 0
        while self.node.children:
            self.go_to_child(self.node.children[0])

    def _times(self, parent: Node, node: Node) -> int:
        """R14: how often the position of a node, losses included, occurred from the start to the node.

        After a growth without a loss there is more on the board than ever before, so only turns without growth can
        repeat a position.
        """
        before = self._visits.setdefault(parent.position, [])
        if parent.number not in before:
            before.append(parent.number)
        visits = self._visits.setdefault(node.position, [])
        times = 1 + len([number for number in visits if self._is_ancestor(number, parent.number)])
        visits.append(node.number)
        return times

    def _is_ancestor(self, first: int, last: int) -> bool:
        """Whether node `first` is node `last` or lies between the start and it."""
        ply = self.nodes[first].ply
        while self.nodes[last].ply > ply:
            last = self.nodes[last].parent
        return first == last

    def go_to_child(self, child: int) -> None:
        """Go to a child of the current node; the line continues as it was played last."""
        parent = self.node
        parent.next = child
        parent.next_move = self.nodes[child].move
        at = self.at + 1
        if at == len(self.line) or self.line[at] != child:
            self.line[at:] = self._line_from(child)
        self.at = at

    def _line_from(self, number: Optional[int]) -> List[int]:
        """The line from a node on, as it was played last."""
        line: List[int] = []
        while number is not None:
            line.append(number)
            number = self.nodes[number].next
        return line

    def select(self, number: int) -> None:
        """Go to any node; the line then leads through it. Raises GameError if there is none."""
        number = plain_value(number)
        if not _is_index(number, self.nodes):
            raise GameError("the game has nodes 0 to %d, not %r" % (len(self.nodes) - 1, number))
        if self.is_removed(number):
            raise GameError("the node %d was taken out of the game" % number)
        self.at = 0
        for child in self.path(number)[1:]:
            self.go_to_child(child)

    def path(self, number: int) -> List[int]:
        """The nodes from the start to a node, both included."""
        path = [number]
        while path[-1] > 0:
            path.append(self.nodes[path[-1]].parent)
        path.reverse()
        return path

    def check(self, number: int) -> Node:
        """A node in the tree other than the start. Raises GameError for any other number."""
        number = plain_value(number)
        if not _is_index(number, self.nodes) or number == 0 or self.is_removed(number):
            raise GameError("the game has no turn with the number %r" % (number,))
        return self.nodes[number]

    def is_removed(self, number: int) -> bool:
        """Whether a node was removed from the tree, by itself or with one before it."""
        while number > 0:
            parent = self.nodes[number].parent
            # the lists of children alone say it, so no exception leaves the tree half changed
            if number not in self.nodes[parent].children:
                return True
            number = parent
        return False

    def promote(self, number: int) -> None:
        """Make the variation that contains a turn the first one. Raises GameError."""
        node = self.check(number)
        # go back to the first turn of the variation
        while node.parent > 0 and self.nodes[node.parent].children[0] == node.number:
            node = self.nodes[node.parent]
        number = node.number
        siblings = self.nodes[node.parent].children
        self._rows = None
        siblings[:] = [number] + [sibling for sibling in siblings if sibling != number]

    def remove(self, number: int) -> None:
        """Remove a turn with all that follows it; the current node is then before it. Raises GameError."""
        node = self.check(number)
        parent = self.nodes[node.parent]
        self._rows = None
        if parent.next == number:
            siblings = [child for child in parent.children if child != number]
            parent.next = siblings[0] if siblings else None
            # the next move may be one that no turn has followed yet
            if parent.next_move == node.move:
                parent.next_move = None if parent.next is None else self.nodes[parent.next].move
        if node.ply < len(self.line) and self.line[node.ply] == number:
            self.at = min(self.at, parent.ply)
            self.line[node.ply :] = self._line_from(parent.next)
        parent.children.remove(number)

    @property
    def rows(self) -> List[TreeRow]:
        """The tree as rows: a main turn, then its variations, then what follows the main turn."""
        if self._rows is None:
            self._rows = self._make_rows()
        return self._rows

    def row_of(self, number: int) -> int:
        """The index of a node's row; −1 for the start."""
        return ([0] + [row.node for row in self.rows]).index(number) - 1

    def _make_rows(self) -> List[TreeRow]:
        out: List[TreeRow] = []
        stack = [TreeRow(child, 0) for child in self.nodes[0].children[:1]]
        while stack:
            row = stack.pop()
            out.append(row)
            node = self.nodes[row.node]
            siblings = self.nodes[node.parent].children
            stack += [TreeRow(child, row.depth) for child in node.children[:1]]
            if siblings[0] == row.node:
                stack += reversed([TreeRow(sibling, row.depth + 1) for sibling in siblings[1:]])
        return out


def _is_index(number: object, items: List[Any]) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and 0 <= number < len(items)
