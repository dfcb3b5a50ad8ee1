"""What a search finds, for people: lines as texts, scores in adaptoids, proofs, a table, threats, a picture."""

from __future__ import annotations

import queue
import sys
import threading
from collections.abc import Callable, Iterator
from functools import cached_property
from html import escape
from typing import Any, NamedTuple

from ..core.game.annotations import Marks
from ..core.i18n.catalog import ENGLISH
from ..core.rules.errors import GameError
from ..core.rules.position import Position
from ..core.rules.turn import Turn
from .cancel import Stop, check_seconds
from .evaluation_report import feature_rows
from .scores import UNIT, passed, score_text, shares
from .search import ScoredTurn, Searcher, SearchLine, SearchResult, win_in
from .warmup import prepare

MEGABYTES = 32
# what is searched where nothing else is said
SECONDS = 1.0
# what is spent on the answer to a pass
THREAT_DEPTH = 3
THREAT_SECONDS = 0.3
# lines as arrows, best first
TONES = ("green", "blue", "yellow")
SIGNS = {"new": "+", "leg": "L", "pincer": "P"}
MAX_SHOWN = 6


class Line(NamedTuple):
    """A line of play. Its score is from the view of who plays its first turn."""

    turns: tuple[str, ...]
    """The first turn, or the rest of the one under way, and the best play after it as far as it is known."""
    score: float
    """In adaptoids; beyond ±290 the end is proven."""
    win_in: int | None
    """Proven: n: wins with one's own nth turn from now, the first being 1; -n: loses after so many; None: open."""
    exact: bool
    """False where the score is only an upper bound."""
    color: str
    """Who plays the first turn."""

    def __str__(self) -> str:
        more = " …" if len(self.turns) > MAX_SHOWN else ""
        return f"{self.told}  {', '.join(self.turns[:MAX_SHOWN])}{more}"

    @property
    def told(self) -> str:
        """The score as it is read, such as "+1.25" or "wins in 2"."""
        return ("" if self.exact else "≤ ") + score_text(self.score, self.win_in)


class Analysis:
    """What was found about a position. Scores are in adaptoids, from the view of the player whose turn it is.

    >>> from adaptoid_widget.engine.analysis import analyse
    >>> found = analyse("adaptoid w 0,4 W:C5,D3 B:C4,D5LPP,D6", depth=2)
    >>> found.best, found.win_in, found.unit
    ('+D4', 1, 'adaptoids')
    """

    unit = UNIT
    """What scores count."""

    def __init__(self, position: Position, found: SearchResult, *, finished: bool = True) -> None:
        self.position = position
        """What was analysed."""
        self.lines = tuple([_line(position, line) for line in found.lines])
        """The best lines, best first; one at least."""
        self.depth = found.depth
        """So many turns were looked ahead in every line."""
        self.nodes = found.nodes
        """How many positions were looked at, those in the middle of a turn included."""
        self.seconds = found.seconds
        """How long it took."""
        self.done = found.done
        """Why it ended: "depth", "nodes", "seconds", "stopped" or "proven"."""
        self.compiled = found.compiled
        """Whether the search ran compiled; interpreted it sees far less in the same time."""
        self.finished = finished
        """False where a deeper one follows, as from `deepen`."""
        self._found = found

    @property
    def best(self) -> str:
        """The best turn, as a text."""
        return self.lines[0].turns[0]

    @property
    def score(self) -> float:
        """What the position is worth with best play, in adaptoids."""
        return self.lines[0].score

    @property
    def win_in(self) -> int | None:
        """Proven: n wins with one's own nth turn from now, -n loses after so many; None where nothing is proven."""
        return self.lines[0].win_in

    @property
    def turn(self) -> str:
        """Whose turn it is, and whose view the scores have."""
        return self.position.turn

    @cached_property
    def table(self) -> list[dict[str, Any]]:
        """A row for every legal turn, best first, as `pandas.DataFrame` takes them.

        "turn", "move" and "growth" are texts or None, "score" is in adaptoids, "win_in" as in a line, "exact" says
        whether the score is more than an upper bound.
        """
        return [_row(self.position, scored) for scored in self._found.table]

    @cached_property
    def features(self) -> list[dict[str, Any]]:
        """What the evaluation sees before it looks ahead, as `pandas.DataFrame` takes it: a row for every feature.

        "feature" is its name, "meaning" what it counts; then, by colour, how much of it there is and what that is worth
        in adaptoids. Empty in the middle of a turn.
        """
        if self.position.step == "grow":
            return []
        rows: list[dict[str, Any]] = []
        for name, meaning, counts, worth in feature_rows(self.position):
            row: dict[str, Any] = {"feature": name, "meaning": meaning}
            for color in self.position.colors:
                row[color] = counts[color]
                row[f"{color} worth"] = round(worth[color], 2)
            rows.append(row)
        return rows

    @cached_property
    def shares(self) -> dict[str, float]:
        """How much of an even game each colour has with best play, together 1.

        At a score of 1.6 it is 0.73 and 0.27; with three colours, each is judged by the end of the best line.
        """
        best = self._found.lines[0]
        return shares(self.position, best.score, best.turns)

    @cached_property
    def threats(self) -> Line | None:
        """What happens if whoever has the turn does nothing more in it: the best line of the next player.

        From that player's view; None where passing would end the game. Looked for when it is first asked for.
        """
        return threat(self.position, depth=min(self.depth, THREAT_DEPTH))

    def picture(self, lines: int = 3, **more: Any) -> Any:
        """The position with the best lines' first turns as arrows, rings and numbers; `more` as for `aw.picture`."""
        from ..picture import picture

        wanted: dict[str, Any] = {"starving": False, **more}
        return picture(self.position, marks=marks_of(self.lines[:lines]), **wanted)

    def __repr__(self) -> str:
        head = f"{ENGLISH.say('color.' + self.turn)} to play, {self._spent}"
        rows = [f"{number}  {line}" for number, line in enumerate(self.lines, 1)]
        return "\n".join([head, *rows, self._note])

    @property
    def _spent(self) -> str:
        plural = "" if self.depth == 1 else "s"
        return f"{self.depth} turn{plural} deep, {self.nodes:,} positions in {self.seconds:.2f} s"

    @property
    def _note(self) -> str:
        note = f"Scores in {self.unit}, for {ENGLISH.say('color.' + self.turn)}."
        return note if self.compiled else note + " Searched interpreted, without numba: it saw far less."

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        """What a notebook shows: the picture, the lines as a table, and the text where there is neither."""
        rows = "".join(
            f"<tr><td>{number}</td><td>{escape(line.told)}</td>"
            f'<td style="text-align:left">{escape(", ".join(line.turns[:MAX_SHOWN]))}</td></tr>'
            for number, line in enumerate(self.lines, 1)
        )
        head = "<tr><th></th><th>score</th><th style='text-align:left'>line</th></tr>"
        words = escape(f"{ENGLISH.say('color.' + self.turn)} to play, {self._spent}. {self._note}")
        shown = self.picture(size=320)
        return {
            "text/html": f"<div>{shown.html}<table>{head}{rows}</table><p>{words}</p></div>",
            "text/plain": repr(self),
        }


def _line(position: Position, line: SearchLine) -> Line:
    turns = tuple([str(turn) for turn in line.turns])
    return Line(turns, line.score / 100, line.win_in, line.exact, position.turn)


def _row(position: Position, scored: ScoredTurn) -> dict[str, Any]:
    turn = scored.turn
    exact = scored.bound == "="
    growth = str(Turn(None, None, False, turn.growth, turn.at)) if turn.growth else None
    return {
        "turn": str(turn),
        "move": turn.move,
        "growth": growth,
        "score": scored.score / 100,
        "win_in": win_in(scored.score, len(position.colors)) if exact or scored.score < 0 else None,
        "exact": exact,
    }


def threat(position: Position, *, depth: int = THREAT_DEPTH, stop: Stop | None = None) -> Line | None:
    """The best line of the next player if whoever has the turn does nothing more in it; None where that ends the game.

    >>> threat(Position.from_text("adaptoid b 0,0 W:C5,D3 B:C4,D5LPP,D6"), depth=1).turns
    ('+D4',)
    """
    following = passed(position)
    if following.winner is not None:
        return None
    found = Searcher(4).search(following, depth=depth, seconds=THREAT_SECONDS, stop=stop)
    return _line(following, found.lines[0])


def marks_of(lines: tuple[Line, ...], tones: tuple[str, ...] = TONES) -> Marks:
    """The first turns of some lines as marks: an arrow for a move, a ring for a growth, with the line's number.

    Behind the number stands what grows: + a new adaptoid, L a leg, P a pincer.

    >>> str(marks_of((Line(("E3-D2 D2+L",), 1.0, None, True, "W"),)))
    'arrow(E3,D2) ring(D2) label(D2,"1L")'
    """
    arrows: dict[tuple[str, str], str] = {}
    rings: dict[str, str] = {}
    labels: dict[str, list[str]] = {}
    for number, line in enumerate(lines):
        turn = Turn.from_text(line.turns[0])
        tone = tones[min(number, len(tones) - 1)]
        if turn.origin is not None and turn.target is not None:
            arrows.setdefault((turn.origin, turn.target), tone)
            if turn.target != turn.at:
                labels.setdefault(turn.target, []).append(str(number + 1))
        if turn.at is not None and turn.growth is not None:
            rings.setdefault(turn.at, tone)
            labels.setdefault(turn.at, []).append(f"{number + 1}{SIGNS[turn.growth]}")
    return Marks(
        arrows=[(*cells, tone) for cells, tone in arrows.items()],
        rings=rings,
        labels={cell: " ".join(words)[:12].strip() for cell, words in labels.items()},
    )


# -- asking for it -----------------------------------------------------------------------------------------------------


def analyse(
    position: Any,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    lines: int = 3,
    exact: bool = False,
    seed: int = 0,
    stop: Stop | None = None,
    progress: bool = True,
) -> Analysis:
    """The best lines in a `Position`, its text, or where a `Game` or a `Board` stands.

    Until `seconds`, `depth` (in turns) or `nodes` (positions) are reached, whichever comes first; one second where
    nothing is said. Depth 1 is finished in any case, with zero seconds too. With `exact` nothing is cut short: scores
    are those of the full tree of that depth. `seed` decides between turns that are equally good. `stop` ends it from
    another thread. Raises GameError where the game is over, TextError for no position, ValueError for a wrong limit.

    >>> analyse("adaptoid w 0,0 W:C5,D3 B:C4,D5LPP,D6", depth=1).lines[0].turns
    ('+D4',)
    """
    asked = _Asked(position, seconds, depth, nodes, lines, exact, seed, stop)
    with _progress(
        asked.seconds, shown=progress and threading.current_thread() is threading.main_thread()
    ) as told:
        found = asked.search(Searcher(MEGABYTES), report=told)
    return Analysis(asked.position, found)


def deepen(
    position: Any,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    lines: int = 3,
    exact: bool = False,
    seed: int = 0,
    stop: Stop | None = None,
) -> Iterator[Analysis]:
    """Like `analyse`, but gives an `Analysis` after each depth; leaving the loop ends the search.

    Without any limit it goes on until something is proven or nothing can be added.

    >>> [found.depth for found in deepen("adaptoid w 0,0 W:D2 B:D6", depth=3)]
    [1, 2, 3]
    """
    own = Stop() if stop is None else stop
    asked = _Asked(position, seconds, depth, nodes, lines, exact, seed, own, endless=True)
    if sys.platform == "emscripten":
        return _one_by_one(asked)
    return _streamed(asked, own)


class _Asked:
    """What somebody wants to know, with everything checked."""

    def __init__(
        self,
        position: Any,
        seconds: float | None,
        depth: int | None,
        nodes: int | None,
        lines: int,
        exact: bool,
        seed: int,
        stop: Stop | None,
        *,
        endless: bool = False,
    ) -> None:
        self.position = position_of(position)
        if seconds is not None:
            seconds = check_seconds(seconds, "seconds")
        for name, number, least in (
            ("depth", depth, 1),
            ("nodes", nodes, 0),
            ("lines", lines, 1),
            ("seed", seed, 0),
        ):
            given: Any = number
            if given is not None and (type(given) is not int or given < least):
                raise ValueError(f"{name} is a whole number, {least} or more, not {number!r}")
        if seconds is None and depth is None and nodes is None and not endless:
            seconds = SECONDS
        self.seconds = seconds
        self.depth = depth
        self._more = {"nodes": nodes, "lines": lines, "exact": exact, "seed": seed, "stop": stop}

    def search(
        self,
        searcher: Searcher,
        *,
        depth: int | None = None,
        report: Callable[[SearchResult], object] | None = None,
    ) -> SearchResult:
        """What the search finds. What has to be compiled first takes no part in its time."""
        prepare()
        more: dict[str, Any] = {**self._more, "depth": self.depth if depth is None else depth}
        return searcher.search(self.position, seconds=self.seconds, report=report, **more)


def position_of(what: Any) -> Position:
    """The position of whatever has one. Raises GameError where it is none or the game is over, TextError, TypeError."""
    # a board shows its game; this room knows no boards
    game = getattr(what, "game", what)
    if hasattr(game, "started") and not game.started:
        raise GameError("the open start is not laid out yet, so there is nothing to analyse")
    position = getattr(game, "position", game)
    if isinstance(position, str):
        position = Position.from_text(position)
    if not isinstance(position, Position):
        raise TypeError(f"give a Position, its text, a Game or a Board, not {type(what).__name__}")
    if position.winner is not None:
        name = ENGLISH.say("color." + position.winner)
        raise GameError(f"the game is over, {name} has won; there is nothing to analyse in {position}")
    return position


class _progress:  # noqa: N801  used like a function
    """A progress bar by time, or by depth where there is no limit of time; it appears when something takes long."""

    def __init__(self, seconds: float | None, *, shown: bool) -> None:
        from ..storage.records import bar

        self._seconds = seconds
        self._total = None if seconds is None else max(1, round(seconds))
        self._bar = bar("depth" if seconds is None else "s", "analysing", self._total, shown=shown)
        # how fast a depth or a second passes is nothing that anybody wants to know
        share = "{percentage:3.0f}%|{bar}| " if self._total else ""
        self._bar.bar_format = "{desc}: " + share + "{elapsed}{postfix}"

    def __enter__(self) -> Callable[[SearchResult], None]:
        return self._told

    def _told(self, found: SearchResult) -> None:
        best = found.lines[0]
        told = score_text(best.score / 100, best.win_in)
        self._bar.set_postfix_str(f"depth {found.depth}: {best.turns[0]} {told}", refresh=False)
        done = found.depth if self._total is None else min(found.seconds, self._total)
        self._bar.update(done - self._bar.n)

    def __exit__(self, *_: object) -> None:
        self._bar.close()


def _streamed(asked: _Asked, stop: Stop) -> Iterator[Analysis]:
    """Searches on a thread of its own, so that deeper lines come while the last ones are looked at."""
    said: queue.SimpleQueue[SearchResult | BaseException | None] = queue.SimpleQueue()

    def run() -> None:
        try:
            asked.search(Searcher(MEGABYTES), report=said.put)
        except BaseException as error:  # noqa: BLE001  it is raised where the loop is
            said.put(error)
        said.put(None)

    thread = threading.Thread(target=run, name="adaptoid analysis", daemon=True)
    thread.start()
    try:
        while (found := said.get()) is not None:
            if isinstance(found, BaseException):
                raise found
            yield Analysis(asked.position, found, finished=found.depth == asked.depth)
    finally:
        stop.set()
        thread.join()


def _one_by_one(asked: _Asked) -> Iterator[Analysis]:
    """Where there are no threads: depth by depth, from the same tables."""
    searcher = Searcher(MEGABYTES)
    depth = 1
    while asked.depth is None or depth <= asked.depth:
        found = asked.search(searcher, depth=depth)
        if found.depth < depth:
            return
        yield Analysis(asked.position, found, finished=found.depth == asked.depth)
        if found.done != "depth":
            return
        depth += 1
