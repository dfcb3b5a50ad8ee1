"""Annotating a game: which turns were mistakes, by how much, and why, with what would have been better."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any, NamedTuple

from ..core.game.game import Game
from ..core.i18n.catalog import Saying, wording_of
from ..core.rules.errors import GameError
from ..core.rules.position import Position
from ..core.rules.turn import Turn
from .blunders import MAX_TOLD, refutation
from .search import Searcher, SearchResult
from .search import win_in as won_in
from .tree_search.work_array import WIN
from .warmup import prepare

MEGABYTES = 16
NODES = 30_000
BLUNDER = 1.5
MISTAKE = 0.7
# an end that is proven counts as so many hundredths of an adaptoid: by how many turns it is near is no mistake
DECIDED = 1000


class Annotated(NamedTuple):
    """A game with its mistakes marked, and a row for each turn."""

    game: Game
    """A copy of the game, with comments and variations; it stands where the game stood."""
    table: list[dict[str, Any]]
    """For each turn, as `pandas.DataFrame` takes them: "ply", "color", "turn", "best", "score" and "best_score" (in
    adaptoids, from the player's view), "loss", "mark" ("??" blunder, "?" mistake, "") and "why"."""

    def __repr__(self) -> str:
        """What was marked, a line each."""
        told = [
            f"{row['ply']}. {row['turn']} {row['mark']}  {row['why']}" for row in self.table if row["mark"]
        ]
        return "\n".join([f"{self.game!r}: {len(told)} marked", *told])


def annotate(
    game: Any,
    *,
    nodes: int | None = None,
    depth: int | None = None,
    seconds: float | None = None,
    blunder: float = BLUNDER,
    mistake: float = MISTAKE,
    language: str = "en",
    progress: bool = True,
) -> Annotated:
    """Go through the current line of a game, or of what stands on a `Board`, and mark its mistakes.

    A turn that is worth `mistake` adaptoids less than the best, or `blunder`, gets a comment that says what refutes it,
    and variations with the refutation and with what was better. Each turn is searched for `nodes` positions (30 000),
    to a `depth` in turns or for some `seconds`. The game itself stays as it is. Raises GameError where the open start
    is not laid out, LanguageError, and ValueError for thresholds that are none.

    >>> bad = Game("adaptoid w 0,4 W:C5,D3 B:C4,D5LPP,D6").play("D3+L")
    >>> done = annotate(bad, depth=1)
    >>> done.table[0]["mark"], done.table[0]["best"], bad.comment
    ('??', '+D4', '')
    >>> print(done.game.comment)
    Blunder: misses a win in 1 by +D4...
    """
    given = getattr(game, "game", game)
    if not isinstance(given, Game):
        raise TypeError(f"annotate a Game, or a Board, not {type(game).__name__}")
    if not given.started:
        raise GameError("the open start is not laid out yet, so there is no turn to annotate")
    if not 0 < mistake <= blunder:
        raise ValueError(f"mistake is more than 0 and at most blunder, not {mistake!r} of {blunder!r}")
    if nodes is None and depth is None and seconds is None:
        nodes = NODES
    wording = wording_of(language)
    out = copy.deepcopy(given)
    judge = _Judge(nodes, depth, seconds)
    stood = out.node.number
    table: list[dict[str, Any]] = []
    from ..storage.records import bar

    prepare()
    played = [node for node in out.stretch(1, out.length + 1) if node.turn is not None]
    with bar("turn", "annotating", len(played), shown=progress) as shown:
        for node in played:
            before = out.nodes[node.parent].position
            verdict = judge.judge(before, _known(node.turn), node.position)
            mark = "??" if verdict.loss >= blunder else "?" if verdict.loss >= mistake else ""
            sayings = verdict.sayings(mark, before.turn) if mark else []
            why = wording.tell(sayings)
            table.append(
                {
                    "ply": node.ply,
                    "color": node.color,
                    "turn": str(node.turn),
                    "best": str(verdict.line[0]),
                    "score": verdict.score / 100,
                    "best_score": verdict.best / 100,
                    "loss": verdict.loss,
                    "mark": mark,
                    "why": why,
                }
            )
            if mark:
                said = "\n\n".join(part for part in (node.comment, why) if part)
                out.comment_on(node.number, said)
                _vary(out, node.parent, verdict.line)
                if out.nodes[node.number].children:
                    _vary(out, node.number, verdict.refuted)
            shown.update()
    out.select(played[-1].number if played else 0)
    out.select(stood)
    return Annotated(out, table)


def _known(turn: Turn | None) -> Turn:
    assert turn is not None, "a node without a turn among those that were played"
    return turn


def _vary(game: Game, number: int, line: Sequence[Turn]) -> None:
    """A line as a variation after a node."""
    game.select(number)
    for turn in line[:MAX_TOLD]:
        if game.result is not None:
            return
        game.play(str(turn))


class _Verdict(NamedTuple):
    """What was played against what was best."""

    line: tuple[Turn, ...]
    best: int
    score: int
    win_in: int | None
    refuted: tuple[Turn, ...]
    lost_in: int | None
    after: Position

    @property
    def loss(self) -> float:
        """By how much the turn was worse, in adaptoids."""
        return max(0, _clamped(self.best) - _clamped(self.score)) / 100

    def sayings(self, mark: str, color: str) -> list[Saying]:
        """What is wrong with it, and what refutes it."""
        best = str(self.line[0])
        out: list[Saying] = []
        if self.win_in is not None and self.win_in > 0:
            out.append(("note.missed", {"n": self.win_in, "best": best}))
        elif self.score <= -DECIDED:
            out.append(("note.better", {"best": best}))
        else:
            code = "note.blunder" if mark == "??" else "note.mistake"
            out.append((code, {"loss": f"{self.loss:.1f}", "best": best}))
        if self.refuted:
            out.append(refutation(self.after, self.refuted, color, self.lost_in))
        return out


def _clamped(score: int) -> int:
    return max(-DECIDED, min(DECIDED, score))


class _Judge:
    """Searches each turn of a game with the same means."""

    def __init__(self, nodes: int | None, depth: int | None, seconds: float | None) -> None:
        self._limits: dict[str, Any] = {"nodes": nodes, "depth": depth, "seconds": seconds}
        self._searcher = Searcher(MEGABYTES)

    def judge(self, before: Position, turn: Turn, after: Position) -> _Verdict:
        """How good a turn was, looked at as deep as the best one."""
        found = self._searcher.search(before, **self._limits)
        best = found.lines[0]
        if len(before.colors) == 3:
            return self._judge_three(before, turn, after, found)
        if best.turns[0] == turn:
            return _Verdict(best.turns, best.score, best.score, best.win_in, (), None, after)
        refuted: tuple[Turn, ...] = ()
        lost_in: int | None = None
        if after.winner is not None:
            score = WIN - 1 if after.winner == before.turn else 1 - WIN
        elif found.depth == 1:
            # as deep as the best was looked at: not beyond the turn itself
            score = next(scored.score for scored in found.table if scored.turn == turn)
            reply = self._searcher.search(after, depth=1).lines[0]
            refuted, lost_in = reply.turns, reply.win_in
        else:
            reply = self._searcher.search(after, depth=found.depth - 1).lines[0]
            score, refuted, lost_in = -reply.score, reply.turns, reply.win_in
        return _Verdict(best.turns, best.score, score, best.win_in, refuted, lost_in, after)

    def _judge_three(self, before: Position, turn: Turn, after: Position, found: SearchResult) -> _Verdict:
        """With three, one's own score is known only from one's own search: all turns exact, as deep as that goes."""
        whole = self._searcher.search(before, depth=min(2, found.depth), lines=len(found.table))
        best = whole.lines[0]
        score = next(scored.score for scored in whole.table if scored.turn == turn)
        refuted: tuple[Turn, ...] = ()
        for line in whole.lines:
            if line.turns[0] == turn:
                refuted = line.turns[1:]
        won = won_in(best.score, 3)
        return _Verdict(best.turns, best.score, score, won, refuted, None, after)
