"""The tree of a game: every turn that was tried, and the line through it that the game stands on."""

from __future__ import annotations

from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

from ..rules.apply_turns import Outcome, Referee, outcomes
from ..rules.bitboard import State
from ..rules.errors import GameError
from ..rules.position import Effect, Position
from ..rules.turn import Gone, Turn
from ..rules.variants import VARIANTS
from .annotations import NO_MARKS, Marks

Verdict = NamedTuple("Verdict", [("result", str), ("how", str), ("loser", str)])
"""A result that the players settled: "resigned" (by `loser`) or "agreed"."""


Row = NamedTuple("Row", [("node", int), ("depth", int)])
"""A node's number and how many variations it lies within."""


class Node:
    """A turn in the tree, or a verdict, and the position after it.

    Nodes name one another by number, so that depth costs no recursion.
    """

    __slots__ = (
        "_ended",
        "_gone",
        "_hungry",
        "_position",
        "_start",
        "_was",
        "children",
        "color",
        "comment",
        "marks",
        "move",
        "next",
        "next_move",
        "number",
        "parent",
        "ply",
        "removed",
        "state",
        "times",
        "turn",
        "verdict",
    )

    def __init__(
        self, number: int, parent: int, ply: int, color: str, turn: Optional[Turn], move: Optional[str]
    ) -> None:
        """A tree makes its nodes, and says where they lead by `stand` or `came_to`."""
        self.number = number
        """Its place in the tree's list of nodes; 0 is the start."""
        self.parent = parent
        """The number of the node before it; −1 for the start."""
        self.ply = ply
        """How many nodes lead here from the start."""
        self.color = color
        """Who played the turn, resigned, or was to move at an agreed draw; an empty string at the start."""
        self.turn = turn
        """The turn that led here; None at the start and for a verdict."""
        self.verdict: Optional[Verdict] = None
        """The result that the players settled here; None for a turn."""
        self.move = move
        """The move step that a growth or a verdict followed, a step of its own to undo; None where there was none."""
        self.times = 1
        """How often this position has come on the way here (R14)."""
        self.children: List[int] = []
        """The turns tried from here, the main one first."""
        self.comment = ""
        """A free text about this turn or position."""
        self.marks: Marks = NO_MARKS
        """What is drawn on this position."""
        self.removed = False
        """Whether it was taken out of the tree, and all that follows it with it."""
        self.next: Optional[int] = None
        self.next_move: Optional[str] = None

    def stand(self, effect: Effect) -> None:
        """Lead to a position that is known."""
        self._position: Optional[Position] = effect.position
        self._gone: Optional[Tuple[Gone, ...]] = effect.gone
        self.state: State = effect.position.state
        """The integers of the position after the turn, as `core.rules.bitboard` has them."""

    def came_to(self, start: Position, was: State, found: Outcome) -> None:
        """Lead from the state of the node before to what the turn came to; the rest is made when it is asked for."""
        self.state, self._ended, self._hungry = found
        self._position = None
        self._gone = None if self._hungry or (self.turn is not None and self.turn.attack) else ()
        self._start = start
        self._was = was

    @property
    def _before(self) -> Position:
        return self._start if self.parent == 0 else self._start.at_move(self.color, self._was)

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
            return self._start.layout.cells_of(self._hungry)
        return tuple([gone.cell for gone in self._gone if gone.how == "starved"])

    @property
    def result(self) -> Optional[str]:
        """How the game ended here: "W", "B", "R", "draw", or None where it goes on (R11–R14, or as settled)."""
        if self.verdict is not None:
            return self.verdict.result
        if self._position is None and not self._ended:
            return "draw" if self.times >= 3 else None
        return self.position.winner or ("draw" if self.times >= 3 else None)


class Tree:
    """All nodes, and the current line: from the start through the current node to where it was last played on.

    Whatever is raised in the middle of a change (memory runs out), the tree stays consistent: lists are changed in one
    call, a cache is given up before what it was made of changes, and where the game stands changes last.
    """

    def __init__(self, start: Position) -> None:
        self._start = start
        self.nodes: List[Node] = [Node(0, -1, 0, "", None, None)]
        self.nodes[0].stand(Effect(start, ()))
        self.line: List[int] = [0]
        self.at = 0
        # where the positions came that can come again (R14): before and after turns in which nothing grew
        self._came: Dict[Position, List[int]] = {}
        self.unsaid: Dict[int, int] = {}
        """What a record left out behind the turn of a node: 1 that adaptoids starved, 2 that the game ended, 3 both."""
        self._following = VARIANTS[start.variant].following
        self._rows: Optional[List[Row]] = None
        self._row_of: Dict[int, int] = {}

    @property
    def node(self) -> Node:
        """The current node."""
        return self.nodes[self.line[self.at]]

    def on_line(self, ply: int) -> Node:
        """The node after so many turns of the current line. Raises GameError where there is none."""
        if not _is_index(ply, self.line):
            raise GameError("the line has turns 0 to %d, not %s" % (len(self.line) - 1, ply))
        return self.nodes[self.line[ply]]

    def add(
        self,
        color: str,
        effect: Effect,
        turn: Optional[Turn],
        verdict: Optional[Verdict],
        move: Optional[str],
    ) -> None:
        """Go on with a turn or a verdict, by the child that has it already if there is one."""
        here = self.node
        for child in here.children:
            there = self.nodes[child]
            if there.turn == turn and there.verdict == verdict and there.move == move:
                self.step(child)
                return
        self.step(self.append(here, color, effect, turn, verdict, move).number)

    def append(
        self,
        parent: Node,
        color: str,
        effect: Effect,
        turn: Optional[Turn],
        verdict: Optional[Verdict],
        move: Optional[str],
    ) -> Node:
        """A new node after `parent`, which has none like it yet; where the game stands does not change."""
        node = Node(len(self.nodes), parent.number, parent.ply + 1, color, turn, move)
        node.verdict = verdict
        node.stand(effect)
        self._link(parent, node)
        return node

    def foresee(self, parent: Node, turns: Sequence[Turn], referee: Referee = outcomes) -> List[Outcome]:
        """What turns would come to that follow `parent` one after another, up to the first that is illegal.

        The turns are such as a text can say. Repetition (R14) is not looked for.
        """
        if parent.result is not None:
            return []
        start = self._start
        moved = parent.number == 0 and start.step == "grow"
        return referee(parent.state, moved, turns, start.layout, start.context)

    def follow(self, parent: Node, turn: Turn, move: Optional[str], found: Outcome) -> Node:
        """Like `append`, for a turn that is known to come to `found`."""
        color = self._following[parent.color] if parent.number else self._start.turn
        node = Node(len(self.nodes), parent.number, parent.ply + 1, color, turn, move)
        node.came_to(self._start, parent.state, found)
        self._link(parent, node)
        return node

    def _link(self, parent: Node, node: Node) -> None:
        # it is not in the tree until its parent lists it
        self.nodes.append(node)
        if node.turn is not None and node.turn.growth is None:
            node.times = self._times(parent, node)
        rows, self._rows = self._rows, None
        # a turn at the very end, as most are, changes no row before it
        is_last = not parent.children and (not rows or rows[-1].node == parent.number)
        parent.children.append(node.number)
        if parent.next is None:
            parent.next = node.number
            parent.next_move = node.move
        if rows is not None and is_last:
            self._row_of[node.number] = len(rows)
            rows.append(Row(node.number, rows[-1].depth if rows else 0))
            self._rows = rows

    @property
    def main_end(self) -> Node:
        """The last node of the main line."""
        node = self.nodes[0]
        while node.children:
            node = self.nodes[node.children[0]]
        return node

    def go_to_end(self) -> None:
        """Stand at the end of the main line."""
        line = [0]
        node = self.nodes[0]
        while node.children:
            following = self.nodes[node.children[0]]
            node.next = following.number
            node.next_move = following.move
            line.append(following.number)
            node = following
        self.at = 0
        self.line = line
        self.at = len(line) - 1

    def _times(self, parent: Node, node: Node) -> int:
        """R14: how often the position of a node has come on the way to it, losses included.

        Where something grew, and nobody was lost, there is more on the board than ever before on the way; so only
        turns without growth lead back to a position.
        """
        before = self._came.setdefault(parent.position, [])
        if parent.number not in before:
            before.append(parent.number)
        came = self._came.setdefault(node.position, [])
        times = 1 + len([number for number in came if self._leads(number, parent.number)])
        came.append(node.number)
        return times

    def _leads(self, first: int, last: int) -> bool:
        """Whether the way from the start to a node leads through another one."""
        ply = self.nodes[first].ply
        while self.nodes[last].ply > ply:
            last = self.nodes[last].parent
        return first == last

    def step(self, child: int) -> None:
        """Go to a child of the current node; the line goes on as it was last played from there."""
        here = self.node
        here.next = child
        here.next_move = self.nodes[child].move
        at = self.at + 1
        if at == len(self.line) or self.line[at] != child:
            self.line[at:] = self._onward(child)
        self.at = at

    def _onward(self, following: Optional[int]) -> List[int]:
        """The line from a node on, as it was last played."""
        line: List[int] = []
        while following is not None:
            line.append(following)
            following = self.nodes[following].next
        return line

    def select(self, number: int) -> None:
        """Go to any node; the line then leads through it. Raises GameError where there is none."""
        if not _is_index(number, self.nodes):
            raise GameError("the game has nodes 0 to %d, not %s" % (len(self.nodes) - 1, number))
        if self._is_removed(number):
            raise GameError("the node %d was taken out of the game" % number)
        path: List[int] = []
        while number > 0:
            path.append(number)
            number = self.nodes[number].parent
        self.at = 0
        while path:
            self.step(path.pop())

    # -- variations --------------------------------------------------------------------------------------------------

    def check(self, number: int) -> Node:
        """A node that is still in the tree and is not the start. Raises GameError for any other."""
        if not _is_index(number, self.nodes) or number == 0 or self._is_removed(number):
            raise GameError("the game has no turn with the number %s" % (number,))
        return self.nodes[number]

    def _is_removed(self, number: int) -> bool:
        while number > 0:
            parent = self.nodes[number].parent
            if number not in self.nodes[parent].children:
                return True
            number = parent
        return False

    def promote(self, number: int) -> None:
        """Put the variation that a turn is part of first among those tried in its place. Raises GameError."""
        node = self.check(number)
        # from anywhere within a variation to the turn that begins it
        while node.parent > 0 and self.nodes[node.parent].children[0] == node.number:
            node = self.nodes[node.parent]
        number = node.number
        siblings = self.nodes[node.parent].children
        self._rows = None
        siblings[:] = [number] + [sibling for sibling in siblings if sibling != number]

    def remove(self, number: int) -> None:
        """Take a turn out of the tree, with all that follows it; who stood on it stands before it. GameError."""
        node = self.check(number)
        parent = self.nodes[node.parent]
        self._rows = None
        if parent.next == number:
            others = [child for child in parent.children if child != number]
            parent.next = others[0] if others else None
            parent.next_move = None if parent.next is None else self.nodes[parent.next].move
        if node.ply < len(self.line) and self.line[node.ply] == number:
            self.at = min(self.at, parent.ply)
            self.line[node.ply :] = self._onward(parent.next)
        parent.children.remove(number)
        node.removed = True

    @property
    def rows(self) -> List[Row]:
        """The tree as rows: a main turn, the variations that replace it, then what follows the main turn."""
        if self._rows is None:
            rows = self._flattened()
            self._row_of = {rows[i].node: i for i in range(len(rows))}
            self._rows = rows
        return self._rows

    def row_of(self, number: int) -> int:
        """The index of a node's row; −1 for the start."""
        return -1 if number == 0 or not self.rows else self._row_of[number]

    def _flattened(self) -> List[Row]:
        out: List[Row] = []
        stack = [Row(child, 0) for child in self.nodes[0].children[:1]]
        while stack:
            row = stack.pop()
            out.append(row)
            node = self.nodes[row.node]
            siblings = self.nodes[node.parent].children
            stack.extend([Row(child, row.depth) for child in node.children[:1]])
            if siblings[0] == row.node:
                variations = [Row(sibling, row.depth + 1) for sibling in siblings[1:]]
                stack.extend(reversed(variations))
        return out


def _is_index(number: object, items: List[Any]) -> bool:
    return isinstance(number, int) and 0 <= number < len(items)
