"""Annotates games: finds mistakes, their size, the reason, and the better turn."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any, NamedTuple

from ..core.game.game import Game
from ..core.i18n.catalog import Saying, wording_of
from ..core.i18n.slots import Slots
from ..core.rules.errors import GameError
from ..core.rules.position import Position
from ..core.rules.turn import Turn
from ..core.search.work_array import WIN
from ..core.tactics.finder import done
from ..core.tactics.tactic import DOUBLE_FORK, FORK
from .search import Searcher, SearchResult
from .search import win_in as won_in
from .warmup import prepare

MEGABYTES = 16
# the number of turns that a refutation shows
MAX_LINE = 4
NODES = 30_000
BLUNDER = 1.5
MISTAKE = 0.7
# a proven end counts as this many hundredths of an adaptoid, so that a later win is no mistake
DECIDED = 1000


class Annotated(NamedTuple):
    """A game with marked mistakes, and a row for each turn."""

    game: Game
    """A copy of the game with comments and variations, at the same turn."""
    table: list[dict[str, Any]]
    """One row for each turn, for `pandas.DataFrame`: "ply", "color", "turn", "best", "score" and "best_score" (in
    adaptoids, from the player's view), "loss", "mark" ("??" blunder, "?" mistake, "") and "why"."""

    def __repr__(self) -> str:
        """List the marked turns, one per line."""
        marked = [
            f"{row['ply']}. {row['turn']} {row['mark']}  {row['why']}" for row in self.table if row["mark"]
        ]
        return "\n".join([f"{self.game!r}: {len(marked)} marked", *marked])


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
    """Mark the mistakes in the current line of a game or a `Board`.

    A turn that is `mistake` or `blunder` adaptoids worse than the best turn gets a comment with its refutation, and
    variations with the refutation and with the better line. Each turn is searched for `nodes` positions (30 000), to a
    `depth` in turns or for `seconds`. The game itself does not change. Raises GameError if the open start is not laid
    out, LanguageError, and ValueError for wrong thresholds.

    >>> bad = Game("adaptoid w 0,4 W:C5,D3 B:C4,D5LPP,D6").play("D3+L")
    >>> annotated = annotate(bad, depth=1)
    >>> annotated.table[0]["mark"], annotated.table[0]["best"], bad.comment
    ('??', '+D4', '')
    >>> print(annotated.game.comment)
    Blunder: misses a win in 1 by +D4...
    """
    source = getattr(game, "game", game)
    if not isinstance(source, Game):
        raise TypeError(f"annotate a Game, or a Board, not {type(game).__name__}")
    if not source.started:
        raise GameError("the open start is not laid out yet, so there is no turn to annotate")
    if not 0 < mistake <= blunder:
        raise ValueError(f"mistake is more than 0 and at most blunder, not {mistake!r} of {blunder!r}")
    if nodes is None and depth is None and seconds is None:
        nodes = NODES
    wording = wording_of(language)
    out = copy.deepcopy(source)
    judge = _TurnJudge(nodes, depth, seconds)
    current = out.node.number
    table: list[dict[str, Any]] = []
    from ..storage.records import bar

    prepare()
    played = [node for node in out.stretch(1, out.length + 1) if node.turn is not None]
    with bar("turn", "annotating", len(played), shown=progress) as shown:
        for node in played:
            assert node.turn is not None, "a played node without a turn"
            before = out.nodes[node.parent].position
            verdict = judge.judge(before, node.turn, node.position)
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
                out.comment_on(node.number, "\n\n".join(part for part in (node.comment, why) if part))
                _add_variation(out, node.parent, verdict.line)
                if out.nodes[node.number].children:
                    _add_variation(out, node.number, verdict.refutation)
            shown.update()
    out.select(played[-1].number if played else 0)
    out.select(current)
    return Annotated(out, table)


def _add_variation(game: Game, number: int, line: Sequence[Turn]) -> None:
    """Add a line as a variation after a node."""
    game.select(number)
    for turn in line[:MAX_LINE]:
        if game.result is not None:
            return
        game.play(str(turn))


class _Verdict(NamedTuple):
    """The played turn compared with the best turn."""

    line: tuple[Turn, ...]
    best: int
    score: int
    win_in: int | None
    refutation: tuple[Turn, ...]
    lost_in: int | None
    after: Position

    @property
    def loss(self) -> float:
        """How much worse the turn was, in adaptoids."""
        return max(0, _clamped(self.best) - _clamped(self.score)) / 100

    def sayings(self, mark: str, color: str) -> list[Saying]:
        """Return what is wrong with the turn, and its refutation."""
        best = str(self.line[0])
        out: list[Saying] = []
        if self.win_in is not None and self.win_in > 0:
            out.append(("note.missed", {"n": self.win_in, "best": best}))
        elif self.score <= -DECIDED:
            out.append(("note.better", {"best": best}))
        else:
            code = "note.blunder" if mark == "??" else "note.mistake"
            out.append((code, {"loss": f"{self.loss:.1f}", "best": best}))
        if self.refutation:
            out.append(refutation(self.after, self.refutation, color, self.lost_in))
        return out


def _clamped(score: int) -> int:
    return max(-DECIDED, min(DECIDED, score))


class _TurnJudge:
    """Searches each turn of a game with the same limits."""

    def __init__(self, nodes: int | None, depth: int | None, seconds: float | None) -> None:
        self._limits: dict[str, Any] = {"nodes": nodes, "depth": depth, "seconds": seconds}
        self._searcher = Searcher(MEGABYTES)

    def judge(self, before: Position, turn: Turn, after: Position) -> _Verdict:
        """Compare a turn with the best one, searched to the same depth."""
        result = self._searcher.search(before, **self._limits)
        best = result.lines[0]
        if len(before.colors) == 3:
            return self._judge_three(before, turn, after, result)
        if best.turns[0] == turn:
            return _Verdict(best.turns, best.score, best.score, best.win_in, (), None, after)
        refuting: tuple[Turn, ...] = ()
        lost_in: int | None = None
        if after.winner is not None:
            score = WIN - 1 if after.winner == before.turn else 1 - WIN
        elif result.depth == 1:
            # the same depth as for the best turn: the turn alone
            score = next(scored.score for scored in result.table if scored.turn == turn)
            reply = self._searcher.search(after, depth=1).lines[0]
            refuting, lost_in = reply.turns, reply.win_in
        else:
            reply = self._searcher.search(after, depth=result.depth - 1).lines[0]
            score, refuting, lost_in = -reply.score, reply.turns, reply.win_in
        return _Verdict(best.turns, best.score, score, best.win_in, refuting, lost_in, after)

    def _judge_three(self, before: Position, turn: Turn, after: Position, result: SearchResult) -> _Verdict:
        """With three players, only a search from one's own view gives the score: search all turns exactly."""
        whole = self._searcher.search(before, depth=min(2, result.depth), lines=len(result.table))
        best = whole.lines[0]
        score = next(scored.score for scored in whole.table if scored.turn == turn)
        refuting: tuple[Turn, ...] = ()
        for line in whole.lines:
            if line.turns[0] == turn:
                refuting = line.turns[1:]
        won = won_in(best.score, 3)
        return _Verdict(best.turns, best.score, score, won, refuting, None, after)


def fork(position: Position, turn: Turn) -> tuple[str, ...]:
    """Return the discs of the enemies that a turn starves by a fork (docs/reference/rules.md: Tactics).

    >>> position = Position.from_text("adaptoid w 0,0 W:B2L,C3 B:C4LLP,D4,D6")
    >>> fork(position, Turn.from_text("B2-B3 +B4"))
    ('C4',)
    """
    return tuple(cell for tactic in done(position, turn, (FORK, DOUBLE_FORK)) for cell in tactic.victims)


def refutation(position: Position, line: Sequence[Turn], loser: str, win_in: int | None) -> Saying:
    """Return what the best reply to a bad turn does to the colour that played it, as a code with slots.

    `position` is the position after the bad turn, `line` the best play from there, `win_in` its proof for the enemy.
    """
    text = ", ".join(str(turn) for turn in line[:MAX_LINE])
    slots: Slots = {"line": text, "color": position.turn}
    if win_in is not None and win_in > 0:
        return "note.lets-win", {**slots, "n": win_in}
    at = position
    for number, turn in enumerate(line):
        effect = at.effect(turn)
        lost = [gone for gone in effect.gone if gone.piece.color == loser]
        if lost and at.turn != loser:
            forked = [cell for cell in fork(at, turn) if any(gone.cell == cell for gone in lost)]
            if number > 0:
                return "note.later", {**slots, "cells": sorted({gone.cell for gone in lost})}
            by_code = {"fork": forked}
            for code, how in (("starves", "starved"), ("captured", "captured"), ("exchange", "exchanged")):
                by_code[code] = [gone.cell for gone in lost if gone.how == how]
            for code, cells in by_code.items():
                if cells:
                    return "note." + code, {**slots, "line": str(turn), "cells": sorted(set(cells))}
        at = effect.position
    return "note.quiet", slots
