"""The coach: says at once why a person lost an adaptoid to a computer, what would have kept it, and what was missed."""

from __future__ import annotations

from typing import Callable, Dict, Generator, List, NamedTuple, Optional, Sequence, Tuple

from ..game.tree import Node
from ..i18n.catalog import Saying, Wording
from ..i18n.slots import Slots
from ..rules.bitboard import FOE
from ..rules.position import Position
from ..rules.turn import Turn
from ..search.deepening import ALL_TURNS, Progress
from ..search.levels import THREATS_MB, level_in
from ..search.review import MISTAKE, ReviewRequest, judge, loss_of
from ..search.runner import SearchNews, SearchRequest, SearchRunner
from ..tactics.forks import DOUBLE_FORK, FORK
from ..tactics.losses import FORKED, cells_lost, losses
from ..wire.intent_fields import Json, bad
from .hooks import Handler, SessionHooks
from .session import Session

# for the runner of the searches
PURPOSE = "coach"
HIGHEST_COACHED = 5
"""The highest level against which the coach speaks unless it is asked to."""
# the size of the search for a missed tactic, in nodes, and the depth at which all turns are compared
NODES = 8_000
COMPARED_DEPTH = 2
# the turns of the person between a remark and one on a missed tactic
PAUSE = 3
# the tactics that a person may have missed
NAMED = (FORK, DOUBLE_FORK)
# the most sentences on what was lost
MAX_REASONS = 3

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
        # the ply of the last remark
        self._spoke_at = -PAUSE * 2
        self._steps: Optional[Generator[ReviewRequest, Progress, object]] = None
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
        """Forget the remark when another position is shown than those that it is about."""
        remark, game = self._remark, self._session.game
        if remark is not None:
            shown = game.ply if game.started and game.half is None else -1
            line = game.line if game.started else []
            is_on_line = any(node.number == remark.node for node in line)
            if (
                not is_on_line
                or not remark.before <= shown <= remark.ply
                or not self._session.allows("findings")
            ):
                self._forget()

    def _forget(self) -> None:
        self._runner.cancel(PURPOSE)
        self._steps = None
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
        turn, person = node.turn, people[0]
        assert turn is not None, "a played node without a turn"
        cells = [gone.cell for gone in node.gone if gone.piece.color == person]
        own = game.nodes[node.parent]
        if cells:
            sayings = reasons(before, turn, person)
            self._remark = Remark(
                node.number, node.ply, node.ply - 1, str(turn), before.turn, tuple(cells), tuple(sayings)
            )
            self._spoke_at = node.ply
            self._update()
        elif node.ply - self._spoke_at < PAUSE * len(before.colors):
            return
        # with three players, nobody knows what would have come
        if len(before.colors) == 2 and own.turn is not None and own.parent >= 0:
            asked = game.nodes[own.parent].position
            if asked.turn == person and asked.step == "move":
                self._steps = self._kept(asked) if cells else self._missed(node, asked, own)
                self._continue(None)

    # -- what needs a search -----------------------------------------------------------------------------------------

    def _continue(self, result: Optional[Progress]) -> None:
        """Begin the next search, or end."""
        assert self._steps is not None
        try:
            position, depth, lines, turn = self._steps.send(result)  # type: ignore[arg-type]
        except StopIteration:
            self._steps = None
            return
        nodes = NODES if depth is None else None
        self._runner.run(
            PURPOSE,
            SearchRequest(position, depth, nodes, lines=lines, only=turn, whole=True, megabytes=THREATS_MB),
            self._searched,
        )

    def _searched(self, news: SearchNews) -> None:
        """Go on with the result. A search that fails leaves the remark as it is."""
        if news.error:
            self._steps = None
        elif news.done and news.progress is not None and self._steps is not None:
            self._continue(news.progress)

    def _kept(self, asked: Position) -> Generator[ReviewRequest, Progress, None]:
        """Add to the remark which turn would have kept all adaptoids, the best one first, or that none would."""
        first = asked.turns()[0]
        result = yield ReviewRequest(asked, COMPARED_DEPTH, ALL_TURNS, first)
        remark = self._remark
        if remark is None:
            return
        kept = keeping(asked, [line[0] for line in result.lines])
        if kept is None:
            self._say(remark, ("coach.none", None))
        else:
            self._say(remark, ("coach.kept", {"line": str(kept)}))

    def _missed(self, node: Node, asked: Position, own: Node) -> Generator[ReviewRequest, Progress, None]:
        """Make a remark on a tactic if the best turn carried one out, and the person's did not."""
        # a board needs the finder and the threats only after a loss or a chance
        from ..tactics.finder import done

        turn = own.turn
        assert turn is not None, "a played node without a turn"
        if own.gone or done(asked, turn, NAMED):
            return
        verdict = yield from judge(asked, turn, own.position)
        best = verdict.line[0]
        if loss_of(verdict) < MISTAKE or best == turn:
            return
        tactics = done(asked, best, NAMED)
        if tactics:
            tactic = tactics[0]
            sayings: Tuple[Saying, ...] = (("coach.missed", None), tactic.saying)
            self._remark = Remark(
                node.number, node.ply, own.ply - 1, str(best), asked.turn, tactic.victims, sayings
            )
            self._spoke_at = node.ply
            self._update()

    def _say(self, remark: Remark, saying: Saying) -> None:
        node, ply, before, turn, color, cells, sayings = remark
        self._remark = Remark(node, ply, before, turn, color, cells, sayings + (saying,))
        self._update()

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
        self._steps = None
        self._session.remove_hooks(self)


def reasons(before: Position, turn: Turn, loser: str) -> List[Saying]:
    """Say what a turn took from a colour and why it could: at most three sentences, the named tactics first.

    >>> from adaptoid_widget.core.i18n.catalog import ENGLISH
    >>> position = Position.from_text("adaptoid w 0,0 W:D2,F5L B:D6,G7LP")
    >>> ENGLISH.say_all(reasons(position, Turn.from_text("F5-F6 +G6"), "B"))
    'That was a fork: G7 had one free disc to spare, and two arrivals took two.'
    >>> position = Position.from_text("adaptoid w 0,0 W:D2,E5LP B:D6,F6L")
    >>> ENGLISH.say_all(reasons(position, Turn.from_text("E5xF6 D2+L"), "B"))
    'F6 was captured: E5 came with more pincers, 1 against 0.'
    """
    from ..tactics.finder import done
    from ..tactics.kamikaze import KAMIKAZE

    lost = losses(before, turn, loser)
    forked = cells_lost(lost, FORKED)
    out: List[Saying] = []
    if len(forked) == 1:
        out.append(("coach.fork", {"cell": forked[0]}))
    elif forked:
        out.append(("coach.double-fork", {"cells": list(forked)}))
    # a capture from which the attacker comes back is none for a learner
    if cells_lost(lost, "exchanged"):
        out += [tactic.saying for tactic in done(before, turn, KAMIKAZE)]
    food, then = before.food(), before.foresee(turn)
    for cell, piece, how in lost:
        if how == FORKED:
            continue
        if how == "starved":
            out.append(_hunger(cell, piece.size, food[cell], then.get(cell, food[cell])))
            continue
        attacker = before.pieces[str(turn.origin)]
        slots: Slots = {"target": cell, "cell": str(turn.origin), "n": attacker.pincers, "m": piece.pincers}
        out.append(("coach." + how, slots))
    return out[:MAX_REASONS]


def _hunger(cell: str, size: int, food: int, then: Optional[int]) -> Saying:
    """Why an adaptoid starved without a fork; `food` is its food before the turn, `then` before the feeding."""
    if food < 0:
        return "coach.hungry", {"cell": cell, "limbcount": size, "free": size + food}
    if food == 0 and then == -1:
        return "coach.tight", {"cell": cell}
    return "coach.starved", {"cell": cell, "limbcount": size, "free": size + (then or 0)}


def keeping(position: Position, turns: Sequence[Turn]) -> Optional[Turn]:
    """The first of several turns after which no reply takes an adaptoid; None if there is none. For two players.

    >>> position = Position.from_text("adaptoid b 0,0 W:D2,F5L B:D6,G7LP")
    >>> str(keeping(position, [Turn.from_text("D6+L"), Turn.from_text("G7-G6 +E6")]))
    'G7-G6 +E6'
    """
    from ..tactics.threats import max_taken

    for turn in turns:
        after = position.play(turn)
        if after.winner == position.turn or (
            after.winner is None and not max_taken(after.state, after.state[FOE], after.context, 1)
        ):
            return turn
    return None
