"""Analysis for people: lines as texts, scores in adaptoids, proofs, a table of turns, threats, a picture."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import threads
from ..attributes import suggest_keywords
from ..core.game.marks import Marks
from ..core.host.host import PublicNames, public_names, type_name
from ..core.i18n.catalog import ENGLISH
from ..core.rules.errors import GameError, check_flags
from ..core.rules.position import Position
from ..core.rules.turn import Turn
from ..core.search import evaluation
from ..core.search.deepening import ALL_TURNS
from ..core.search.levels import ANALYSIS_MB, THREATS_MB
from ..core.search.scores import UNIT, passed, score_text, shares, win_in
from ..core.search.work_array import N_FEATURES
from ..core.session.analyst import THREAT_DEPTH, THREAT_SECONDS
from .cancel import Stop, checked_limits
from .search import ScoredTurn, Searcher, SearchLine, SearchResult
from .warmup import prepare
from .weights import weights_of

if TYPE_CHECKING:
    from pandas import DataFrame

# the default time
SECONDS = 1.0
# the colours of the lines' arrows, best line first
TONES = ("green", "blue", "yellow")
SIGNS = {"new": "+", "leg": "L", "pincer": "P"}
MAX_SHOWN_TURNS = 6


class Line(NamedTuple):
    """A line of play, with its score from the view of the player of its first turn."""

    turns: tuple[str, ...]
    """The turn to play, or the rest of the one under way, and the best play after it as far as it is known."""
    score: float
    """In adaptoids. Beyond ±290 the end is proven."""
    win_in: int | None
    """n: a proven win with one's own nth turn. -n: a proven loss after one's own nth turn. None: nothing is proven."""
    exact: bool
    """False if the score is only an upper bound."""
    color: str
    """The player of the first turn."""

    def __dir__(self) -> list[str]:
        return public_names(self)

    def __str__(self) -> str:
        ellipsis = " …" if len(self.turns) > MAX_SHOWN_TURNS else ""
        return f"{self.told}  {', '.join(self.turns[:MAX_SHOWN_TURNS])}{ellipsis}"

    @property
    def told(self) -> str:
        """The score as a text, such as "+1.25" or "wins in 2"."""
        return ("" if self.exact else "≤ ") + score_text(self.score, self.win_in)


class Analysis(PublicNames):
    """The analysis of a position. Scores are in adaptoids, from the view of the player to move.

    >>> from adaptoid_widget.engine.analysis import analyse
    >>> analysis = analyse("adaptoid w 0,4 W:C5,D3 B:C4,D5LPP,D6", depth=2)
    >>> analysis.best, analysis.win_in, analysis.unit
    ('+D4', 1, 'adaptoids')
    """

    unit = UNIT
    """The unit of scores."""

    def __init__(self, result: SearchResult, *, finished: bool = True, lines: int = ALL_TURNS) -> None:
        self.position = result.position
        """The analysed position."""
        self.lines = tuple([_line(self.position, line) for line in result.lines[:lines]])
        """The best lines, best first; one at least."""
        self.depth = result.depth
        """The finished depth in turns."""
        self.nodes = result.nodes
        """The number of visited positions, including those in the middle of a turn."""
        self.seconds = result.seconds
        """The duration."""
        self.done = result.done
        """Why the search ended: "depth", "nodes", "seconds", "stopped" or "proven"."""
        self.compiled = result.compiled
        """Whether the search ran compiled. Interpreted it sees far less in the same time."""
        self.finished = finished
        """False if `deepen` continues with a deeper analysis."""
        self._result = result

    @property
    def best(self) -> str:
        """The text of the best turn."""
        return self.lines[0].turns[0]

    @property
    def score(self) -> float:
        """The score of the best line, in adaptoids."""
        return self.lines[0].score

    @property
    def win_in(self) -> int | None:
        """The proof of the best line, as in `Line.win_in`."""
        return self.lines[0].win_in

    @property
    def turn(self) -> str:
        """The player to move, whose view the scores have."""
        return self.position.turn

    @cached_property
    def table(self) -> list[dict[str, Any]]:
        """One row for each legal turn, best first; `to_frame` makes a pandas DataFrame of it.

        "turn", "move" and "growth" are texts or None. "score" is in adaptoids. "bound" is "=" if this is the score of
        the turn. "≤" says that the search found the turn no better than the last of the lines, and looked no further:
        the score is that of the last line, or the latest proven loss. "exact" is True if "bound" is "=". "win_in" is as
        in a `Line`; with "≤", the player loses by then or earlier.
        """
        worst = self._result.lines[-1].hundredths
        rows = [_row(self.position, scored, worst) for scored in self._result.table]
        return sorted(rows, key=lambda row: (-row["score"], row["bound"]))

    def to_frame(self) -> DataFrame:
        """Return the `table` as a pandas DataFrame. Raises ImportError without pandas."""
        return frame_of(self.table)

    @cached_property
    def features(self) -> list[dict[str, Any]]:
        """One row for each feature of the evaluation without looking ahead, for `pandas.DataFrame`.

        "feature" is its name, "meaning" what it counts. Each colour has its count and its worth in adaptoids. There are
        no rows in the middle of a turn.
        """
        position = self.position
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
                row[f"{color} worth"] = round(count * weight / 10_000, 2)
        return rows

    @cached_property
    def shares(self) -> dict[str, float]:
        """Each colour's share of an even game with best play; the sum is 1.

        A score of 1.6 gives 0.73 and 0.27. With three colours, the end of the best line decides.
        """
        best = self._result.lines[0]
        return shares(self.position, best.hundredths, best.turns, weights_of(len(self.position.colors)))

    @cached_property
    def threats(self) -> Line | None:
        """The best line of the next player, from that player's view, if the player to move passes.

        None if passing ends the game. The search runs at the first access.
        """
        return threat(self.position, depth=min(self.depth, THREAT_DEPTH))

    def picture(self, lines: int = 3, **look: Any) -> Any:
        """Draw the position with the first turns of the best lines marked; `look` as for `aw.picture`."""
        from ..picture import picture

        lines = checked_limits(lines=lines)["lines"]
        look.setdefault("starving", False)
        return picture(self.position, marks=marks_of(self.lines[:lines]), **look)

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
        if "≤" in self._result.progress.bounds:
            note += (
                " Other turns have upper bounds (≤) in the table; exact=True gives the score of each turn."
            )
        if not self.compiled:
            note += " Searched interpreted, not compiled (aw.engine_info()): it looked far less deep."
        return note

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


def _row(position: Position, scored: ScoredTurn, worst: int) -> dict[str, Any]:
    """Return a row of the table. `worst` is the score of the last line."""
    turn, hundredths, bound = scored
    proof = win_in(hundredths, len(position.colors))
    if bound == "≤" and (proof is None or proof > 0):
        # the bound itself is from a search of less depth; only a proof holds at any depth
        hundredths, proof = worst, win_in(min(worst, 0), len(position.colors))
    growth = str(Turn(None, None, False, turn.growth, turn.at)) if turn.growth else None
    return {
        "turn": str(turn),
        "move": turn.move,
        "growth": growth,
        "score": hundredths / 100,
        "bound": bound,
        "win_in": proof,
        "exact": bound == "=",
    }


def threat(position: Position, *, depth: int = THREAT_DEPTH) -> Line | None:
    """Return the best line of the next player if the player to move passes. None if passing ends the game.

    >>> threat(Position.from_text("adaptoid b 0,0 W:C5,D3 B:C4,D5LPP,D6"), depth=1).turns
    ('+D4',)
    """
    following = passed(position)
    if following.winner is not None:
        return None
    result = Searcher(THREATS_MB).search(following, depth=depth, seconds=THREAT_SECONDS, whole=True)
    return _line(following, result.lines[0])


def marks_of(lines: tuple[Line, ...], tones: tuple[str, ...] = TONES) -> Marks:
    """Mark the first turns of lines: an arrow for a move, a ring for a growth, with the line's number.

    A sign after the number says what grows: + a new adaptoid, L a leg, P a pincer.

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


def frame_of(rows: list[dict[str, Any]]) -> DataFrame:
    """The rows of a table as a pandas DataFrame. Raises ImportError without pandas."""
    try:
        import pandas as pd
    except ImportError as error:
        raise ImportError("this needs pandas; try: pip install pandas") from error
    frame: DataFrame = pd.DataFrame(rows)
    return frame


@suggest_keywords
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
    """Return the best lines in a `Position`, its text, or the position of a `Game` or a `Board`.

    The search ends when `seconds`, `depth` (in turns) or `nodes` (positions) are reached; the default is one second.
    Depth 1 is always finished, and all scores are of the last depth that was finished. `seed` decides between equal
    turns. `stop` ends the search from another thread. Raises GameError for a finished game, TextError for a wrong text,
    and ValueError for a wrong limit.

    Without `exact`, only the best turns, as many as `lines`, are sure to have their own scores; the `table` has upper
    bounds for the others. The search also looks less deep at steps that seem weak. With `exact`, it leaves nothing out:
    each turn in the `table` has its score in the full tree. That takes many times longer for the same depth.

    >>> analyse("adaptoid w 0,0 W:C5,D3 B:C4,D5LPP,D6", depth=1).lines[0].turns
    ('+D4',)
    """
    if seconds is None and depth is None and nodes is None:
        seconds = SECONDS
    arguments = _checked(
        position, seconds=seconds, depth=depth, nodes=nodes, lines=lines, exact=exact, seed=seed, stop=stop
    )
    shown = progress and threading.current_thread() is threading.main_thread()
    with _progress(seconds, shown=shown) as report:
        # compiling does not count towards the time
        prepare()
        return Analysis(Searcher(ANALYSIS_MB).search(**arguments, report=report), lines=lines)


@suggest_keywords
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
    """Like `analyse`, but yield an `Analysis` after each depth. Leaving the loop ends the search.

    Without a limit it continues until the end is proven or the greatest depth is reached.

    >>> [analysis.depth for analysis in deepen("adaptoid w 0,0 W:D2 B:D6", depth=3)]
    [1, 2, 3]
    """
    stop = Stop() if stop is None else stop
    arguments = _checked(
        position, seconds=seconds, depth=depth, nodes=nodes, lines=lines, exact=exact, seed=seed, stop=stop
    )
    return _on_a_thread(arguments, stop, lines) if threads.THREADS else _in_slices(arguments, lines)


def _checked(position: Any, **limits: Any) -> dict[str, Any]:
    """Return the arguments of a search. Raises GameError, TextError, TypeError or ValueError for wrong ones."""
    checked = {"position": position_of(position), **limits, "whole": True}
    check_flags(exact=limits["exact"])
    checked["exact"] = bool(limits["exact"])
    checked |= checked_limits(
        **{name: limits[name] for name in ("seconds", "depth", "nodes", "lines", "seed")}
    )
    if limits["stop"] is not None and not isinstance(limits["stop"], Stop):
        raise TypeError(f"stop is an adaptoid_widget.engine.cancel.Stop, not {type_name(limits['stop'])}")
    if limits["exact"]:
        checked.update(lines=ALL_TURNS, followed=limits["lines"])
    return checked


def position_of(source: Any) -> Position:
    """Return the position of a Position, text, Game or Board. Raises GameError, TextError or TypeError."""
    # a board has its game as an attribute; this package cannot import boards
    game = getattr(source, "game", source)
    if hasattr(game, "started") and not game.started:
        raise GameError("the open start is not finished yet, so there is nothing to analyse")
    position = getattr(game, "position", game)
    if isinstance(position, str):
        position = Position.of(position)
    if not isinstance(position, Position):
        raise TypeError(f"give a Position, its text, a Game or a Board, not {type_name(source)}")
    if position.winner is not None:
        name = ENGLISH.say("color." + position.winner)
        raise GameError(f"the game is over, {name} has won; there is nothing to analyse in {position}")
    return position


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


def _on_a_thread(arguments: dict[str, Any], stop: Stop, lines: int) -> Iterator[Analysis]:
    """Search on another thread, and yield the analysis of each depth."""
    results: queue.SimpleQueue[SearchResult | BaseException | None] = queue.SimpleQueue()

    def run() -> None:
        try:
            prepare()
            Searcher(ANALYSIS_MB).search(**arguments, report=results.put)
        except BaseException as error:  # noqa: BLE001  raised in the reader's thread
            results.put(error)
        results.put(None)

    thread = threads.thread(run, name="adaptoid analysis")
    thread.start()
    try:
        while (result := results.get()) is not None:
            if isinstance(result, BaseException):
                raise result
            yield Analysis(result, finished=result.depth == arguments["depth"], lines=lines)
    finally:
        stop.set()
        thread.join()


def _in_slices(arguments: dict[str, Any], lines: int) -> Iterator[Analysis]:
    """Like `_on_a_thread` where there are no threads: search some slices when an analysis is asked for."""
    prepare()
    results: list[SearchResult] = []
    slices = Searcher(ANALYSIS_MB).in_slices(**arguments, report=results.append)
    searching = True
    while searching:
        searching = next(slices, False) is None
        for result in results:
            yield Analysis(result, finished=result.depth == arguments["depth"], lines=lines)
        results.clear()
