"""Compares the turn that a person plays on an analysed position with the best one, as `aw.compare` does."""

from __future__ import annotations

from typing import Callable, List, NamedTuple, Optional, Tuple

from ..game.tree import Node
from ..i18n.catalog import Saying, Wording
from ..rules.position import Position
from ..search.deepening import Progress
from ..search.runner import SearchRunner, SearchSeries
from ..search.scores import line_parts, win_in
from ..wire.intent_fields import Json
from .session import Session

# for the runner of the searches
PURPOSE = "comparison"

ShownTurn = NamedTuple(
    "ShownTurn",
    [("line", Json), ("mark", str), ("reasons", Tuple[Saying, ...])],
)
"""A compared turn as views show it."""


class TurnComparer:
    """Compares one turn on a board. `update` is called when there is something else to show."""

    def __init__(self, session: Session, runner: SearchRunner, update: Callable[[], None]) -> None:
        self._session = session
        self._runner = runner
        self._update = update
        # the node after the turn, and the position before it
        self._node: Optional[Node] = None
        self._position: Optional[Position] = None
        # best first, with the features in which the turn differs most from the best one
        self._turns: List[ShownTurn] = []
        self._changes: List[Tuple[str, float]] = []

    def begin(self, node: Node) -> None:
        """Compare the turn that led to a node, unless it is shown already."""
        if self._node is node and self._turns:
            return
        # a board needs the finder only to compare
        from ..search.comparison import searches

        self.forget()
        before = self._session.game.nodes[node.parent].position
        if node.turn is not None and before.step == "move":
            self._node, self._position = node, before
            # after a search that fails, nothing is compared: the analysis says why
            series = SearchSeries(searches(before, [node.turn]), self._compare, failed=lambda _: None)
            self._runner.drive(PURPOSE, series)

    def forget(self) -> None:
        """Show nothing, and end the search."""
        self._runner.cancel(PURPOSE)
        self._node = self._position = None
        self._turns, self._changes = [], []

    def _compare(self, found: Progress) -> None:
        from ..search.comparison import Scored, differences, judged, net_worths

        before = self._position
        assert before is not None, "a search for no turn"
        players = len(before.colors)
        weights = self._runner.weights(players)
        turns = [
            Scored(found.lines[k], found.scores[k], win_in(found.scores[k], players))
            for k in range(len(found.lines))
        ]
        best: List[float] = []
        for scored, line in zip(turns, line_parts(before, found)):
            _, mark, _, _, after, reasons = judged(before, found.depth, turns[0], scored)
            self._turns.append(ShownTurn(line, mark, reasons))
            worths = net_worths(after, before.turn, weights)
            best = best or worths
            self._changes = differences(worths, best)
        self._update()

    def part(self, wording: Wording) -> Optional[Json]:
        """What views show; None while there is nothing to show about the shown position.

        A comparison stays until the player of the turn is to move again: a computer may answer at once.
        """
        node, game = self._node, self._session.game
        if node is None or not self._turns or not game.started:
            return None
        at = game.node
        while at is not node and 0 < at.ply - node.ply < len(game.position.colors):
            at = game.nodes[at.parent]
        if at is not node:
            return None
        return {
            "ply": node.ply,
            "turn": str(node.turn),
            "turns": [
                {"line": turn.line, "mark": turn.mark, "why": wording.say_all(list(turn.reasons))}
                for turn in self._turns
            ],
            "changes": [[name, worth] for name, worth in self._changes],
        }
