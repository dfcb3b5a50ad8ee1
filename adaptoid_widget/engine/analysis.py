"""Analysis for people: lines as texts, scores in adaptoids, proofs, a table of turns, threats, a picture."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any

from ..attributes import suggest_keywords
from ..core.host.host import type_name
from ..core.i18n.catalog import ENGLISH
from ..core.rules.errors import GameError, check_flags, plain_value
from ..core.rules.position import Position
from ..core.rules.turn import Turn
from ..core.search import evaluation
from ..core.search.analysis_content import MAX_SHOWN_TURNS, AnalysisContent, Line, marks_of, position_of
from ..core.search.deepening import ALL_TURNS
from ..core.search.levels import ANALYSIS_MB, THREATS_MB
from ..core.search.runner import SearchRequest
from ..core.search.scores import passed, score_text
from ..core.search.work_array import N_FEATURES
from ..core.session.analyst import THREAT_DEPTH, THREAT_SECONDS
from ..reports.frames import frame_of
from .cancel import Stop, checked_limits
from .runner import KernelRunner
from .search import SearchLine, SearchResult
from .weights import weights_of

if TYPE_CHECKING:
    from pandas import DataFrame

    from ..core.rules.position import AnyPosition
    from ..picture import Picture

# the default time
SECONDS = 1.0


class Analysis(AnalysisContent):
    """The analysis of a position. Scores are in adaptoids, from the view of the player to move.

    >>> from adaptoid_widget.engine.analysis import analyse
    >>> analysis = analyse("adaptoid w 0,4 W:C5,D3 B:C4,D5LPP,D6", depth=2)
    >>> analysis.best, analysis.win_in, analysis.unit
    ('+D4', 1, 'adaptoids')
    """

    def __init__(self, result: SearchResult, *, finished: bool = True, lines: int = ALL_TURNS) -> None:
        position, progress = result.position, result.progress
        super().__init__(position, progress, weights_of(len(position.colors)), lines, result.compiled)
        self.seconds = result.seconds
        """The duration."""
        self.done = result.done
        self.finished = finished
        """False if `deepen` continues with a deeper analysis."""

    def to_frame(self) -> DataFrame:
        """Return the `table` as a pandas DataFrame, with a column "told". Raises ImportError without pandas.

        "told" says what a score is: in adaptoids, "wins in 2", "loses in 1", or an upper bound such as "≤ +0.40".
        """
        rows = []
        for row in self.table:
            line = Line((row["turn"],), row["score"], row["win_in"], row["exact"], self.turn)
            rows.append({**row, "told": line.told})
        return frame_of(rows)

    @cached_property
    def features(self) -> list[dict[str, Any]]:
        """One row for each feature of the evaluation without looking ahead, for `pandas.DataFrame`.

        "feature" is its name, "meaning" what it counts. Each colour has its count and its worth in adaptoids. There are
        no rows in the middle of a turn.
        """
        return features_of(self.position)

    @cached_property
    def threats(self) -> Line | None:
        """The best line of the next player, from that player's view, if the player to move passes.

        None if passing ends the game. The search runs at the first access.
        """
        return threat(self.position, depth=min(self.depth, THREAT_DEPTH))

    def picture(self, lines: int = 3, **look: Any) -> Picture:
        """Draw the position with the first turns of the best lines marked; `look` as for `aw.picture`."""
        from ..picture import picture

        lines = checked_limits(lines=lines)["lines"]
        look.setdefault("starving", False)
        return picture(self.position, marks=marks_of(self.lines[:lines]), **look)

    @property
    def _spent(self) -> str:
        return f"{super()._spent} in {self.seconds:.2f} s"

    @property
    def _note(self) -> str:
        if self.compiled:
            return super()._note
        return (
            f"{super()._note} Searched interpreted, not compiled (aw.engine_info()): it looked far less deep."
        )

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        """Show the picture and a table of the lines in a notebook, and the text elsewhere."""
        rows = "".join(
            f"<tr><td>{number}</td><td>{escape(line.told)}</td>"
            f'<td style="text-align:left">{escape(", ".join(line.turns[:MAX_SHOWN_TURNS]))}</td></tr>'
            for number, line in enumerate(self.lines, 1)
        )
        head = "<tr><th></th><th>score</th><th style='text-align:left'>line</th></tr>"
        words = escape(f"{ENGLISH.say('color.' + self.turn)} to play, {self._spent}. {self._note}")
        picture = self.picture(size=320)
        return {
            "text/html": f"<div>{picture.html}<table>{head}{rows}</table><p>{words}</p></div>",
            "text/plain": repr(self),
        }


def _line(position: Position, line: SearchLine) -> Line:
    turns = tuple([str(turn) for turn in line.turns])
    return Line(turns, line.hundredths / 100, line.win_in, line.exact, position.turn)


def features_of(position: Position) -> list[dict[str, Any]]:
    """Return the rows of `Analysis.features` for any position. There are none in the middle of a turn."""
    if position.step == "grow":
        return []
    weights = weights_of(len(position.colors))
    rows: list[dict[str, Any]] = [
        {"feature": name, "meaning": meaning} for name, meaning in evaluation.FEATURES
    ]
    for color in position.colors:
        counts = evaluation.features(position.state, position.seat_of(color), position.context)
        first = 0 if color == position.turn else N_FEATURES
        for row, count, weight in zip(rows, counts, weights[first : first + N_FEATURES], strict=True):
            row[color] = count
            row[f"{color} worth"] = worth_of(count * weight / 10_000)
        # the evaluation counts a value of the lives instead, in which each weighs more than the one before
        rows[evaluation.NAMES.index("lives")][color] = position.limit - position.lost[color]
    return rows


def worth_of(adaptoids: float) -> float:
    """Return a worth in adaptoids to two decimals, without a minus zero.

    >>> worth_of(-0.004), worth_of(0.126)
    (0.0, 0.13)
    """
    return round(adaptoids, 2) + 0.0


def threat(position: Position, *, depth: int = THREAT_DEPTH) -> Line | None:
    """Return the best line of the next player if the player to move passes. None if passing ends the game.

    >>> threat(Position.from_text("adaptoid b 0,0 W:C5,D3 B:C4,D5LPP,D6"), depth=1).turns
    ('+D4',)
    """
    following = passed(position)
    if following.winner is not None:
        return None
    request = SearchRequest(following, depth, seconds=THREAT_SECONDS, whole=True, megabytes=THREATS_MB)
    return _line(following, KernelRunner().search(request).lines[0])


@suggest_keywords
def analyse(
    position: AnyPosition,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    lines: int = 3,
    only: Turn | str | Iterable[Turn | str] | None = None,
    exact: bool = False,
    seed: int = 0,
    stop: Stop | None = None,
    progress: bool = True,
) -> Analysis:
    """Return the best lines in a `Position`, its text, or the position of a `Game` or a `Board`.

    The search ends when `seconds`, `depth` (in turns) or `nodes` (positions) are reached; the default is one second.
    Depth 1 is always finished, and all scores are of the last depth that was finished. `seed` decides between equal
    turns. `stop` ends the search from another thread. Raises GameError for a finished game, TextError for a wrong text,
    and ValueError for a wrong limit.

    With `only`, a legal turn or several, only these are searched, and each has its own score and line.
    `aw.compare` compares turns with the best one. Raises IllegalTurn for an illegal turn.

    Without `exact`, only the best turns, as many as `lines`, are sure to have their own scores; the `table` has upper
    bounds for the others. The search also looks less deep at steps that seem weak. With `exact`, it leaves nothing out:
    each turn in the `table` has its score in the full tree. That takes many times longer for the same depth.

    >>> analyse("adaptoid w 0,0 W:C5,D3 B:C4,D5LPP,D6", depth=1).lines[0].turns
    ('+D4',)
    """
    if seconds is None and depth is None and nodes is None:
        seconds = SECONDS
    request = _request(
        position, stop, seconds=seconds, depth=depth, nodes=nodes, lines=lines, exact=exact, seed=seed
    )
    if only is not None:
        request.among = checked_turns(only, request.position, "only")
        request.lines = lines = len(request.among)
    shown = progress and threading.current_thread() is threading.main_thread()
    with _progress(seconds, shown=shown) as report:
        return Analysis(KernelRunner().search(request, stop, report), lines=lines)


@suggest_keywords
def deepen(
    position: AnyPosition,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    lines: int = 3,
    exact: bool = False,
    seed: int = 0,
    stop: Stop | None = None,
) -> Iterator[Analysis]:
    """Like `analyse`, but yield an `Analysis` after each depth. Leaving the loop ends the search.

    Without a limit it continues until the end is proven or the greatest depth is reached.

    >>> [analysis.depth for analysis in deepen("adaptoid w 0,0 W:D2 B:D6", depth=3)]
    [1, 2, 3]
    """
    request = _request(
        position, stop, seconds=seconds, depth=depth, nodes=nodes, lines=lines, exact=exact, seed=seed
    )
    results = KernelRunner().results(request, stop)
    return (Analysis(result, finished=result.depth == request.depth, lines=lines) for result in results)


def _request(position: Any, stop: Any, *, lines: int, exact: bool, **limits: Any) -> SearchRequest:
    """Return what to search. Raises GameError, TextError, TypeError or ValueError for wrong arguments."""
    searched = position_of(position)
    check_flags(exact=exact)
    checked = checked_limits(lines=lines, **limits)
    if stop is not None and not isinstance(stop, Stop):
        raise TypeError(f"stop is an adaptoid_widget.engine.cancel.Stop, not {type_name(stop)}")
    if exact:
        checked.update(lines=ALL_TURNS, followed=checked["lines"])
    return SearchRequest(searched, **checked, exact=bool(exact), whole=True, megabytes=ANALYSIS_MB)


def checked_turns(turns: Any, position: Position, name: str) -> list[Turn]:
    """Return legal turns, given as one or several, each once. `name` is that of the argument.

    Raises IllegalTurn, TextError, TypeError, and GameError if there are none.
    """
    given = [turns] if isinstance(turns, (Turn, str)) else plain_value(turns)
    if not isinstance(given, Iterable):
        raise TypeError(f"{name} is a turn such as 'D2+L', or several, not {type_name(turns)}")
    checked = list(dict.fromkeys(Turn.of(turn) for turn in given))
    if not checked:
        raise GameError(f"{name} names no turn; give one such as {next(position.turns())}")
    for turn in checked:
        position.effect(turn)
    return checked


@contextmanager
def _progress(seconds: float | None, *, shown: bool) -> Iterator[Callable[[SearchResult], None]]:
    """Show a progress bar by time or, without a time limit, by depth. Yield the function that updates it."""
    from ..progress_bar import progress_bar

    total = None if seconds is None else max(1, round(seconds))
    with progress_bar("depth" if seconds is None else "s", "analysing", total, shown=shown) as progress:
        # without tqdm's rate
        share = "{percentage:3.0f}%|{bar}| " if total else ""
        progress.bar_format = "{desc}: " + share + "{elapsed}{postfix}"

        def report(result: SearchResult) -> None:
            best = result.lines[0]
            score = score_text(best.hundredths / 100, best.win_in)
            progress.set_postfix_str(f"depth {result.depth}: {best.turns[0]} {score}", refresh=False)
            amount = result.depth if total is None else min(result.seconds, total)
            progress.update(amount - progress.n)

        yield report
