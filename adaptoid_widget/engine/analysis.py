"""Analysis for people: lines as texts, scores in adaptoids, proofs, a table of turns, threats, a picture."""

from __future__ import annotations

import math
import queue
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from html import escape
from typing import Any, NamedTuple

from ..core.game.annotations import Marks
from ..core.i18n.catalog import ENGLISH
from ..core.rules.bitboard import finish
from ..core.rules.errors import GameError
from ..core.rules.position import Position
from ..core.rules.turn import Turn
from ..core.search.work_array import N_FEATURES, PROVEN
from .cancel import Stop, check_seconds
from .search import ScoredTurn, Searcher, SearchLine, SearchResult, win_in
from .tree_search.evaluation import FEATURES, evaluate_three, features
from .warmup import prepare
from .weights import weights_of

UNIT = "adaptoids"
# a lead of this many hundredths of an adaptoid is a share of 73 %
SCALE_OF_TWO = 160.0
# with three players, scores include the hunter and the prey and vary more
SCALE_OF_THREE = 480.0
MEGABYTES = 32
# the default time
SECONDS = 1.0
# the limits of the search for threats
THREAT_DEPTH = 3
THREAT_SECONDS = 0.3
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

    def __str__(self) -> str:
        more = " …" if len(self.turns) > MAX_SHOWN_TURNS else ""
        return f"{self.told}  {', '.join(self.turns[:MAX_SHOWN_TURNS])}{more}"

    @property
    def told(self) -> str:
        """The score as a text, such as "+1.25" or "wins in 2"."""
        return ("" if self.exact else "≤ ") + score_text(self.score, self.win_in)


class Analysis:
    """The analysis of a position. Scores are in adaptoids, from the view of the player to move.

    >>> from adaptoid_widget.engine.analysis import analyse
    >>> analysis = analyse("adaptoid w 0,4 W:C5,D3 B:C4,D5LPP,D6", depth=2)
    >>> analysis.best, analysis.win_in, analysis.unit
    ('+D4', 1, 'adaptoids')
    """

    unit = UNIT
    """The unit of scores."""

    def __init__(self, position: Position, result: SearchResult, *, finished: bool = True) -> None:
        self.position = position
        """The analysed position."""
        self.lines = tuple([_line(position, line) for line in result.lines])
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
        """One row for each legal turn, best first, for `pandas.DataFrame`.

        "turn", "move" and "growth" are texts or None, "score" is in adaptoids, "win_in" and "exact" are as in a `Line`.
        """
        return [_row(self.position, scored) for scored in self._result.table]

    @cached_property
    def features(self) -> list[dict[str, Any]]:
        """One row for each feature of the evaluation without looking ahead, for `pandas.DataFrame`.

        "feature" is its name, "meaning" what it counts. Each colour has its count and its worth in adaptoids. Empty in
        the middle of a turn.
        """
        if self.position.step == "grow":
            return []
        position = self.position
        weights = weights_of(len(position.colors))
        rows: list[dict[str, Any]] = [{"feature": name, "meaning": meaning} for name, meaning in FEATURES]
        for color in position.colors:
            counts = features(position.state, position.seat_of(color), position.context)
            # a weight depends on whether the colour is to move
            first = 0 if color == position.turn else N_FEATURES
            for row, count, weight in zip(rows, counts, weights[first:], strict=False):
                row[color] = count
                row[f"{color} worth"] = round(count * weight / 10_000, 2)
        return rows

    @cached_property
    def shares(self) -> dict[str, float]:
        """Each colour's share of an even game with best play; the sum is 1.

        A score of 1.6 gives 0.73 and 0.27. With three colours, the end of the best line decides.
        """
        best = self._result.lines[0]
        return shares(self.position, best.score, best.turns)

    @cached_property
    def threats(self) -> Line | None:
        """The best line of the next player, from that player's view, if the player to move passes.

        None if passing ends the game. The search runs at the first access.
        """
        return threat(self.position, depth=min(self.depth, THREAT_DEPTH))

    def picture(self, lines: int = 3, **more: Any) -> Any:
        """Draw the position with the first turns of the best lines marked; `more` as for `aw.picture`."""
        from ..picture import picture

        more.setdefault("starving", False)
        return picture(self.position, marks=marks_of(self.lines[:lines]), **more)

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
        if not self.compiled:
            note += " Searched interpreted, not compiled (aw.engine_info()): it saw far less."
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


def score_text(score: float, win_in: int | None) -> str:
    """Return a score in adaptoids, or what is proven.

    >>> score_text(1.25, None), score_text(299.97, 2), score_text(-299.98, -1)
    ('+1.25', 'wins in 2', 'loses in 1')
    """
    if win_in is not None:
        return f"{'wins' if win_in > 0 else 'loses'} in {abs(win_in)}"
    return f"{score:+.2f}"


def shares(position: Position, score: int, turns: tuple[Turn, ...]) -> dict[str, float]:
    """Return each colour's share of an even game, in turn order. The sum is 1.

    With two players the score in hundredths decides, with three each colour's evaluation at the end of the line.

    >>> shares(Position.start(), 0, ())
    {'W': 0.5, 'B': 0.5}
    """
    colors = position.colors
    first = colors.index(position.turn)
    order = [*colors[first:], *colors[:first]]
    if len(colors) == 2:
        share = 1 / (1 + math.exp(-score / SCALE_OF_TWO))
        if abs(score) > PROVEN:
            share = 1.0 if score > 0 else 0.0
        by_color = {order[0]: share, order[1]: 1 - share}
    else:
        worths = _worths(position, turns, order)
        if abs(score) > PROVEN:
            # if the first colour loses, the line shows which of the others wins
            worths[0] = 1e6 if score > 0 else -1e6
        highest = max(worths)
        parts = [math.exp((worth - highest) / SCALE_OF_THREE) for worth in worths]
        by_color = {color: part / sum(parts) for color, part in zip(order, parts, strict=True)}
    return {color: by_color[color] for color in colors}


def _worths(end: Position, turns: tuple[Turn, ...], colors: list[str]) -> list[float]:
    """Return the worth of the end of a line for each of three colours."""
    for turn in turns:
        end = end.play(turn)
    worths: list[float] = []
    for color in colors:
        if end.winner is not None:
            worths.append(1e6 if color == end.winner else 0.0)
        else:
            worth, _ = evaluate_three(end.state, end.seat_of(color), end.context, weights_of(3), 0)
            worths.append(worth)
    return worths


def passed(position: Position) -> Position:
    """Return the position after a pass: the enemies are fed, then the next player moves.

    >>> str(passed(Position.start()))
    'adaptoid b 0,0 W:D2 B:D6'
    """
    state, ended, _ = finish(position.state, position.context)
    return position.after(state, ended)


def threat(position: Position, *, depth: int = THREAT_DEPTH, stop: Stop | None = None) -> Line | None:
    """Return the best line of the next player if the player to move passes. None if passing ends the game.

    >>> threat(Position.from_text("adaptoid b 0,0 W:C5,D3 B:C4,D5LPP,D6"), depth=1).turns
    ('+D4',)
    """
    following = passed(position)
    if following.winner is not None:
        return None
    result = Searcher(4).search(following, depth=depth, seconds=THREAT_SECONDS, stop=stop)
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
    Depth 1 is always finished. With `exact`, scores are those of the full tree. `seed` decides between equal turns.
    `stop` ends the search from another thread. Raises GameError for a finished game, TextError for a wrong text, and
    ValueError for a wrong limit.

    >>> analyse("adaptoid w 0,0 W:C5,D3 B:C4,D5LPP,D6", depth=1).lines[0].turns
    ('+D4',)
    """
    if seconds is None and depth is None and nodes is None:
        seconds = SECONDS
    request = _Request(
        position, seconds, depth=depth, nodes=nodes, lines=lines, exact=exact, seed=seed, stop=stop
    )
    shown = progress and threading.current_thread() is threading.main_thread()
    with _progress(request.seconds, shown=shown) as report:
        return Analysis(request.position, request.search(Searcher(MEGABYTES), report=report))


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
    own = Stop() if stop is None else stop
    request = _Request(
        position, seconds, depth=depth, nodes=nodes, lines=lines, exact=exact, seed=seed, stop=own
    )
    return _depth_by_depth(request) if sys.platform == "emscripten" else _streamed(request, own)


class _Request:
    """The checked arguments of an analysis."""

    def __init__(self, position: Any, seconds: float | None, **more: Any) -> None:
        self.position = position_of(position)
        for name, least in (("depth", 1), ("nodes", 0), ("lines", 1), ("seed", 0)):
            number = more[name]
            if number is not None and (type(number) is not int or number < least):
                raise ValueError(f"{name} is a whole number, {least} or more, not {number!r}")
        self.seconds = None if seconds is None else check_seconds(seconds, "seconds")
        self.depth: int | None = more["depth"]
        self._more = more

    def search(self, searcher: Searcher, **more: Any) -> SearchResult:
        """Search the position. Compiling does not count towards the time."""
        prepare()
        return searcher.search(self.position, seconds=self.seconds, **{**self._more, **more})

    def analysis(self, result: SearchResult) -> Analysis:
        """Make the analysis of a depth."""
        return Analysis(self.position, result, finished=result.depth == self.depth)


def position_of(source: Any) -> Position:
    """Return the position of a Position, text, Game or Board. Raises GameError, TextError or TypeError."""
    # a board has its game as an attribute; this package cannot import boards
    game = getattr(source, "game", source)
    if hasattr(game, "started") and not game.started:
        raise GameError("the open start is not laid out yet, so there is nothing to analyse")
    position = getattr(game, "position", game)
    if isinstance(position, str):
        position = Position.from_text(position)
    if not isinstance(position, Position):
        raise TypeError(f"give a Position, its text, a Game or a Board, not {type(source).__name__}")
    if position.winner is not None:
        name = ENGLISH.say("color." + position.winner)
        raise GameError(f"the game is over, {name} has won; there is nothing to analyse in {position}")
    return position


@contextmanager
def _progress(seconds: float | None, *, shown: bool) -> Iterator[Callable[[SearchResult], None]]:
    """Show a progress bar by time or, without a time limit, by depth. Yield the function that updates it."""
    from ..storage.records import bar

    total = None if seconds is None else max(1, round(seconds))
    with bar("depth" if seconds is None else "s", "analysing", total, shown=shown) as progress:
        # without tqdm's rate
        share = "{percentage:3.0f}%|{bar}| " if total else ""
        progress.bar_format = "{desc}: " + share + "{elapsed}{postfix}"

        def report(result: SearchResult) -> None:
            best = result.lines[0]
            score = score_text(best.score / 100, best.win_in)
            progress.set_postfix_str(f"depth {result.depth}: {best.turns[0]} {score}", refresh=False)
            done = result.depth if total is None else min(result.seconds, total)
            progress.update(done - progress.n)

        yield report


def _streamed(request: _Request, stop: Stop) -> Iterator[Analysis]:
    """Search on another thread, and yield the analysis of each depth."""
    results: queue.SimpleQueue[SearchResult | BaseException | None] = queue.SimpleQueue()

    def run() -> None:
        try:
            request.search(Searcher(MEGABYTES), report=results.put)
        except BaseException as error:  # noqa: BLE001  raised in the reader's thread
            results.put(error)
        results.put(None)

    thread = threading.Thread(target=run, name="adaptoid analysis", daemon=True)
    thread.start()
    try:
        while (result := results.get()) is not None:
            if isinstance(result, BaseException):
                raise result
            yield request.analysis(result)
    finally:
        stop.set()
        thread.join()


def _depth_by_depth(request: _Request) -> Iterator[Analysis]:
    """Like `_streamed` without threads: search depth by depth with the same tables."""
    searcher = Searcher(MEGABYTES)
    depth = 1
    while request.depth is None or depth <= request.depth:
        result = request.search(searcher, depth=depth)
        if result.depth < depth:
            return
        yield request.analysis(result)
        if result.done != "depth":
            return
        depth += 1
