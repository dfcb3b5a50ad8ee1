"""Finds candidates: positions in which the best turn is a tactic, but another turn captures more."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from adaptoid_widget.core.goals.goal import Goal
from adaptoid_widget.core.rules.bitboard import count, rim_discs
from adaptoid_widget.core.rules.integer_rules import limbed_discs
from adaptoid_widget.core.rules.position import Position
from adaptoid_widget.core.rules.turn import Turn
from adaptoid_widget.core.tactics import finder as tactics
from adaptoid_widget.core.tactics.forks import DOUBLE_FORK, FORK
from adaptoid_widget.core.tactics.kamikaze import KAMIKAZE
from adaptoid_widget.core.tactics.one_ply import WIN_GAIN
from adaptoid_widget.core.tactics.reserves import RESERVE
from adaptoid_widget.core.tactics.siege import SIEGE
from adaptoid_widget.core.tactics.tactic import Tactic
from adaptoid_widget.core.tactics.tails import TAIL
from adaptoid_widget.engine.search import Searcher
from tools import compiled_players
from tools.puzzle_mining.games import QUICK, THOUGHTFUL, GamePosition
from tools.puzzle_mining.position_facts import gain, widest_fork
from tools.puzzle_mining.vet import QUIET

SOURCES = {
    FORK: QUICK,
    DOUBLE_FORK: QUICK,
    SIEGE: THOUGHTFUL,
    TAIL: THOUGHTFUL,
    RESERVE: THOUGHTFUL,
    KAMIKAZE: THOUGHTFUL,
}
"""In which games a tactic is looked for: forks are rare in thoughtful ones, and quick ones are many."""
NODES = 3000
# how many of the best turns may hold a quiet turn, whose value shows late
LINES = 6
# the positions that the search for a siege looks at
BUDGET = 400
# nobody needs to solve a puzzle that is lost anyway
MIN_SCORE = -250


class Candidate(NamedTuple):
    """A position that can be a puzzle, and its possible goals in order of preference."""

    source: GamePosition
    tactic: str
    goals: tuple[Goal, ...]


def compiled_max_gain(position: Position) -> int:
    """Like `position_facts.max_gain`, compiled."""
    return int(compiled_players.best_reply(position, position.layout.board)[0])


def candidates(source: GamePosition, names: Collection[str], searcher: Searcher) -> Iterator[Candidate]:
    """Yield the candidates of some tactics in a position."""
    position = source.position
    wanted = [name for name in names if SOURCES[name] == source.kind and _worth_a_look(position, name)]
    if not wanted:
        return
    if DOUBLE_FORK in wanted:
        goals = survived(position, ["double-forks"])
        yield Candidate(source, DOUBLE_FORK, tuple(Goal.from_text(text) for text in goals))
    max_gain = compiled_max_gain(position)
    if not 0 < max_gain < WIN_GAIN // 2 or (wanted == [FORK] and widest_fork(position) >= max_gain):
        return
    lines = searcher.search(position, nodes=NODES, lines=LINES if set(wanted) & set(QUIET) else 1).lines
    turn = lines[0].turns[0]
    if lines[0].hundredths < MIN_SCORE:
        return
    if gain(position, turn) < max_gain:
        others = [name for name in wanted if name not in (DOUBLE_FORK, *QUIET)]
        for tactic in tactics.done(position, turn, others, BUDGET):
            texts = _goals(position, tactic, turn)
            if texts:
                yield Candidate(source, tactic.name, tuple(Goal.from_text(text) for text in texts))
    for name in QUIET:
        texts = []
        if name in wanted:
            for line in lines:
                if gain(position, line.turns[0]) < max_gain:
                    for tactic in tactics.done(position, line.turns[0], name):
                        texts += _goals(position, tactic, line.turns[0])
        if texts:
            yield Candidate(source, name, tuple(Goal.from_text(text) for text in dict.fromkeys(texts)))


def _worth_a_look(position: Position, name: str) -> bool:
    """Whether a position can have a tactic, by a quick check."""
    layout = position.layout
    own, *_ = position.state
    if name in (FORK, DOUBLE_FORK):
        return widest_fork(position) > (name == DOUBLE_FORK)
    if name == TAIL:
        return count(own & ~limbed_discs(position.state) & rim_discs(layout.board, layout.links)) > 1
    return True


def survived(position: Position, goals: Sequence[str]) -> list[str]:
    """Return goals with and without the condition that no reply takes anybody, unless two enemies reply.

    What the second of two enemies can take depends on the reply of the first.
    """
    with_survivors = [] if len(position.colors) > 2 else [f"{goal} and survives" for goal in goals]
    return [*goals, *with_survivors]


def _goals(position: Position, tactic: Tactic, turn: Turn) -> list[str]:
    """Return the goals of a puzzle about a tactic, the simplest first."""
    if tactic.name == FORK:
        which = ",".join(tactic.victims)
        return [*survived(position, ["forks"]), *survived(position, [f"forks {which}"])]
    if tactic.name == SIEGE:
        return [f"besieges {tactic.within}"]
    if tactic.name == KAMIKAZE:
        return survived(position, ["kamikaze"])
    present = [other for other in tactics.find(position, tactic.name) if other.color == position.turn]
    if tactic.name == TAIL:
        longest = max((len(other.discs) for other in present), default=0)
        length = len(tactic.discs)
        if length <= longest:
            return []
        return [*survived(position, [f"tail {length}"]), f"tail {length} and unmoved"]
    if turn.attack:
        # what takes somebody is no quiet turn
        return []
    guarded = survived(position, ["reserve", "reserve and grows new"])
    return guarded[2:] if present else [guarded[0], *guarded[2:]]
