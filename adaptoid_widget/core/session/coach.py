"""The coach: says at once why a person lost an adaptoid to a computer, what would have kept it, and what was missed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Dict, Generator, List, NamedTuple, Optional, Sequence, Tuple

from ..game.tree import Node
from ..i18n.catalog import Saying, Wording
from ..rules.position import Position
from ..rules.turn import Gone, Turn
from ..search.deepening import Progress
from ..search.levels import THREATS_MB, level_in
from ..search.review import MISTAKE, ReviewLimits, comparing, judge, loss_of
from ..search.runner import SearchRequest, SearchRunner, SearchSeries
from ..wire.intent_fields import Json, bad
from .hooks import Handler, SessionHooks
from .session import Session

if TYPE_CHECKING:
    from ..tactics.tactic import Tactic

# for the runner of the searches
PURPOSE = "coach"
HIGHEST_COACHED = 5
"""The highest level against which the coach speaks unless it is asked to."""
# those of the search for a missed tactic, and the depth at which all turns are compared
LIMITS = ReviewLimits(None, 8_000, None, THREATS_MB)
COMPARED_DEPTH = 2
# the turns of the person between a remark and one on a missed tactic
PAUSE = 3
# how many turns back it looks for the one that would have met a siege: one more than the longest siege has
MAX_TURNS_BACK = 5

Remark = NamedTuple(
    "Remark",
    [
        ("node", int),  # after the turn of the computer
        ("ply", int),  # of that node
        ("before", int),  # the ply of the position that shows why
        ("turn", str),  # what is played there
        ("color", str),  # who plays it
        ("cells", Tuple[str, ...]),  # whom it takes
        ("sayings", Tuple[Saying, ...]),
    ],
)
"""What the coach says after a turn of a computer, and what it shows."""


class Coach(SessionHooks):
    """Remarks on one board, in a game of one person against a computer.

    Each loss gets a remark. A missed tactic gets one at most every third turn. Whatever a remark says is proven by the
    rules; a search of a fixed, small size only chooses which turn to name. `update` is called when the remark changes.
    """

    def __init__(self, session: Session, runner: SearchRunner, update: Callable[[], None]) -> None:
        self._session = session
        self._runner = runner
        self._update = update
        # whether a person has switched it on or off
        self._wanted: Optional[bool] = None
        self._remark: Optional[Remark] = None
        # the turn of the computer that it is about, or that a search looks at
        self._about: Optional[Node] = None
        # the ply of the last remark
        self._spoke_at = -PAUSE * 2
        session.add_hooks(self)

    # -- intents -----------------------------------------------------------------------------------------------------

    def handlers(self) -> Dict[str, Handler]:
        return {"coach": self._coach}

    def _coach(self, intent: Json) -> Json:
        """Switch the coach on or off if the intent says so. Answer whether it is on."""
        on = intent.get("on")
        if on is not None:
            if not isinstance(on, bool):
                raise bad("on must be true or false")
            self._wanted = on
            if not on:
                self._forget()
        return {"coach": self._is_on(self._session.computers)}

    def _is_on(self, computers: Sequence[str]) -> bool:
        if self._wanted is not None:
            return self._wanted
        players = self._session.game.players
        levels = [level_in(players.get(color, "")) for color in computers]
        return any(level is not None and level <= HIGHEST_COACHED for level in levels)

    # -- when it speaks ----------------------------------------------------------------------------------------------

    def game_changed(self, change: str) -> None:
        game = self._session.game
        if change == "played" and game.started and game.half is None and game.node.turn is not None:
            self._forget()
            self._consider(game.node)

    def changed(self) -> None:
        """Forget the remark, and the search for one, when another position is shown than those that it is about."""
        about, game = self._about, self._session.game
        if about is None:
            return
        first = about.ply if self._remark is None else self._remark.before
        shown = game.ply if game.started and game.half is None else -1
        is_on_line = game.started and any(node is about for node in game.line)
        if not is_on_line or not first <= shown <= about.ply or not self._session.allows("findings"):
            self._forget()

    def _forget(self) -> None:
        self._runner.cancel(PURPOSE)
        self._about = None
        if self._remark is not None:
            self._remark = None
            self._update()

    def _consider(self, node: Node) -> None:
        """Remark on a turn, if it is that of a computer against one person."""
        session, game = self._session, self._session.game
        before = game.nodes[node.parent].position
        computers = session.computers
        people = [color for color in before.colors if color not in computers]
        if before.turn not in computers or len(people) != 1 or not session.allows("findings"):
            return
        if not self._is_on(computers):
            return
        turn, person, self._about = node.turn, people[0], node
        assert turn is not None, "a played node without a turn"
        gone = [gone for gone in node.gone if gone.piece.color == person]
        own = game.nodes[node.parent]
        # with three players, nobody knows what would have come
        only_two = len(before.colors) == 2
        siege: Optional[Tactic] = None
        if gone:
            # a board needs the finder and the threats only after a loss or a chance
            from ..tactics.remarks import reasons

            sayings = reasons(before, turn, person, own.turn is not None)
            self._show(node, node.ply - 1, turn, before.turn, [each.cell for each in gone], sayings)
        elif node.ply - self._spoke_at < PAUSE * len(before.colors):
            return
        elif only_two and node.position.winner is None:
            from ..tactics.remarks import laid_siege

            siege = laid_siege(before, turn)
            if siege is not None:
                self._show(node, node.ply - 1, turn, before.turn, siege.victims, [siege.saying])
        past = self._past(own, person) if only_two else []
        if past:
            if gone:
                steps = self._kept(past, gone)
            elif siege is not None:
                steps = self._met(past, siege.within)
            else:
                steps = self._missed(node, past[0][0], own)
            # a search that fails leaves the remark as it is
            self._runner.drive(PURPOSE, SearchSeries(steps, failed=lambda _: None))

    def _past(self, own: Node, person: str) -> List[Tuple[Position, Turn]]:
        """The last turns of a person and the positions before them, the newest first; `own` is the newest turn."""
        nodes = self._session.game.nodes
        out: List[Tuple[Position, Turn]] = []
        while own.turn is not None and own.parent >= 0 and len(out) < MAX_TURNS_BACK:
            asked = nodes[own.parent]
            if asked.position.turn != person or asked.position.step != "move":
                break
            out.append((asked.position, own.turn))
            if asked.parent < 0:
                break
            own = nodes[asked.parent]
        return out

    def _show(
        self,
        node: Node,
        before: int,
        turn: Turn,
        color: str,
        cells: Sequence[str],
        sayings: Sequence[Saying],
    ) -> None:
        """Make a remark after a node; the other arguments are fields of `Remark`."""
        self._remark = Remark(node.number, node.ply, before, str(turn), color, tuple(cells), tuple(sayings))
        self._spoke_at = node.ply
        self._update()

    # -- what needs a search -----------------------------------------------------------------------------------------

    def _kept(
        self, past: Sequence[Tuple[Position, Turn]], gone: Sequence[Gone]
    ) -> Generator[SearchRequest, Progress, None]:
        """Add to the remark which turn would have kept all adaptoids, the best one first, or that none would."""
        from ..tactics.remarks import advice

        asked, own = past[0]
        result = yield comparing(asked, COMPARED_DEPTH, asked.turns()[0], LIMITS)
        self._add(advice(asked, own, [line[0] for line in result.lines], gone))
        if "starved" in [each.how for each in gone]:
            yield from self._met(past, 0)

    def _met(
        self, past: Sequence[Tuple[Position, Turn]], within: int
    ) -> Generator[SearchRequest, Progress, None]:
        """Add to the remark which turn would have met a siege, the best one first."""
        from ..tactics.remarks import before_siege, meeting

        siege = before_siege([asked for asked, _ in past], within)
        earlier, length = siege
        if length and earlier < len(past):
            asked = past[earlier][0]
            result = yield comparing(asked, COMPARED_DEPTH, asked.turns()[0], LIMITS)
            self._add(meeting(asked, [line[0] for line in result.lines], siege))

    def _add(self, sayings: Sequence[Saying]) -> None:
        """Say more in the remark."""
        remark = self._remark
        if remark is not None and sayings:
            node, ply, before, turn, color, cells, said = remark
            self._remark = Remark(node, ply, before, turn, color, cells, said + tuple(sayings))
            self._update()

    def _missed(self, node: Node, asked: Position, own: Node) -> Generator[SearchRequest, Progress, None]:
        """Make a remark on a tactic if the best turn carried one out, and the person's did not."""
        turn = own.turn
        assert turn is not None, "a played node without a turn"
        if own.gone:
            return
        verdict = yield from judge(asked, turn, own.position, LIMITS)
        best = verdict.line[0]
        if loss_of(verdict) < MISTAKE or best == turn:
            return
        from ..tactics.remarks import missed

        victims, line, sayings = missed(asked, turn, best)
        if sayings:
            self._show(node, own.ply - 1, Turn.from_text(line), asked.turn, victims, sayings)

    # -- what views show ---------------------------------------------------------------------------------------------

    def part(self, wording: Wording) -> Optional[Json]:
        """What views show of the remark; None if there is none."""
        remark = self._remark
        if remark is None:
            return None
        return {
            "node": remark.node,
            "ply": remark.ply,
            "before": remark.before,
            "turn": remark.turn,
            "color": remark.color,
            "cells": list(remark.cells),
            "text": wording.say_all(list(remark.sayings)),
        }

    def close(self) -> None:
        """End the search."""
        self._runner.cancel(PURPOSE)
        self._session.remove_hooks(self)
