"""Compares turns with the best one, by searches of the same depth: losses, tactics, features, and sentences why."""

from __future__ import annotations

from typing import Generator, List, NamedTuple, Optional, Sequence, Tuple

from ..i18n.catalog import Saying
from ..rules.position import Position
from ..rules.turn import Turn
from ..tactics import finder
from ..tactics.tactic import Tactic
from .deepening import Progress
from .evaluation import NAMES, features, share
from .levels import REVIEW_MB
from .review import BLUNDER, MISTAKE, TurnVerdict, loss_of, sayings
from .runner import SearchRequest
from .scores import earlier, win_in
from .work_array import N_FEATURES

# without other limits, so that the same call always gives the same result
NODES = 200_000
# a reply is a turn of its own
LEAST_DEPTH = 2
# the most features that are named
SHOWN_FEATURES = 4

Scored = NamedTuple(
    "Scored",
    [
        ("turns", Tuple[Turn, ...]),  # the turn, and the best play after it
        ("hundredths", int),  # the score, for the player of the turn
        ("win_in", Optional[int]),
    ],
)
"""A turn with its score."""

TurnComparison = NamedTuple(
    "TurnComparison",
    [
        ("loss", float),  # how much worse than the best turn, in adaptoids
        ("mark", str),  # "??", "?" or ""
        ("tactics", Tuple[Tactic, ...]),  # what the turn carries out
        ("allows", Tuple[Tactic, ...]),  # what the best reply carries out
        ("after", Position),
        ("reasons", Tuple[Saying, ...]),
    ],
)
"""A turn compared with the best one."""

Comparing = Generator[SearchRequest, Progress, Progress]


def searches(position: Position, turns: Sequence[Turn]) -> Comparing:
    """Find the best turn, then search it and some others to the same depth.

    The result has a line for each of these turns, best first. The time of a search has no limit: with one, the result
    would depend on earlier searches.
    """
    found = yield SearchRequest(position, nodes=NODES, whole=True, megabytes=REVIEW_MB)
    best = found.lines[0][0]
    among = [best] + [turn for turn in turns if turn != best]
    result = yield SearchRequest(
        position,
        max(LEAST_DEPTH, found.depth),
        lines=len(among),
        whole=True,
        megabytes=REVIEW_MB,
        among=among,
    )
    return result


def judged(position: Position, depth: int, best: Scored, scored: Scored) -> TurnComparison:
    """Compare a turn with the best one, after searches to a depth."""
    turn = scored.turns[0]
    after = position.play(turn)
    lost_in = win_in(earlier(-scored.hundredths, -1), 2) if len(position.colors) == 2 else None
    verdict = TurnVerdict(
        depth, best.turns, best.hundredths, scored.hundredths, best.win_in, scored.turns[1:], lost_in, after
    )
    loss = loss_of(verdict)
    mark = "??" if loss >= BLUNDER else "?" if loss >= MISTAKE else ""
    tactics = finder.done(position, turn)
    missed = finder.done(position, best.turns[0]) if mark else ()
    allows = finder.done(after, scored.turns[1]) if scored.turns[1:] else ()
    reasons: List[Saying]
    if turn == best.turns[0]:
        reasons = [("note.best", None)]
    elif mark:
        reasons = sayings(verdict, mark, position.turn)
        names = [tactic.name for tactic in tactics]
        reasons[1:1] = [tactic.saying for tactic in missed if tactic.name not in names]
    elif loss:
        reasons = [("note.worse", {"loss": "%.2f" % loss, "best": str(best.turns[0])})]
    else:
        code = "note.as-good"
        if None not in (scored.win_in, best.win_in) and scored.win_in != best.win_in:
            code = "note.wins-later" if scored.hundredths > 0 else "note.loses-sooner"
        reasons = [(code, {"best": str(best.turns[0])})]
    reasons += [tactic.saying for tactic in tactics]
    return TurnComparison(loss, mark, tactics, allows, after, tuple(reasons))


def net_worths(after: Position, color: str, weights: Sequence[int]) -> List[float]:
    """What each feature of all sides counts for a colour, in adaptoids; nothing after the end. The sum is its score.

    The features are in the order of `evaluation.FEATURES`.
    """
    if after.winner is not None:
        return []
    out = [0] * N_FEATURES
    seat = after.seat_of(color)
    for side in range(after.context.players):
        counts = features(after.state, side, after.context)
        first = N_FEATURES if side else 0
        for k in range(N_FEATURES):
            out[k] += counts[k] * weights[first + k] * share(k, seat, side, after.context)
    return [worth / 20_000 for worth in out]


def differences(worths: Sequence[float], best: Sequence[float]) -> List[Tuple[str, float]]:
    """The features in which two rows of `net_worths` differ most, and by how much, the greatest difference first."""
    if not worths or not best:
        return []
    rows = [(worths[k] - best[k], NAMES[k]) for k in range(N_FEATURES)]
    # MicroPython's sorts are not stable
    rows.sort(key=lambda row: (-abs(row[0]), row[1]))
    return [(name, worth) for worth, name in rows[:SHOWN_FEATURES] if abs(worth) >= 0.005]
