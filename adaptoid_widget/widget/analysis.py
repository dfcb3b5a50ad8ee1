"""The analyst of a board: searches the shown position on a thread, and sends the results to the views."""

from __future__ import annotations

import atexit
import os
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from .. import threads
from ..core.i18n.catalog import Wording
from ..core.rules.errors import GameError
from ..core.rules.legality import reason
from ..core.rules.position import Position
from ..core.session.hooks import Handler, SessionHooks
from ..core.session.protocol import Json, Refused, bad
from ..core.session.session import Session
from ..engine.cancel import Stop
from ..threads import thread

if TYPE_CHECKING:
    from ..engine.analysis import Analysis, Line
    from ..engine.search import Searcher, SearchResult

MAX_LINES = 9
# the time for the search of a position, and of a hint
MAX_SEARCH_S = 60.0
HINT_S = 1.0
# the time between two updates
UPDATE_S = 0.25
MEGABYTES = 32
MAX_TURNS = 40
# the awake views that are remembered; a new one replaces the oldest
MAX_VIEWS = 100
# the characters of an error message that a view shows
MAX_ERROR = 200


# a process runs one search at a time: its owner, its lock, and the searcher that all of them reuse
_owner: Analyst | None = None
_searching = threading.Lock()
_searcher: list[Searcher] = []


class AnalysisJob:
    """One search of one position."""

    def __init__(self, position: Position, lines: int, seconds: float) -> None:
        self.position = position
        self.lines = lines
        self.seconds = seconds
        self.stop = Stop()
        self.news = threading.Event()
        self.over = threading.Event()
        self.latest: SearchResult | None = None
        self.ended = False
        self.error: Exception | None = None

    def cancel(self) -> None:
        """End the search; its results are shown no more."""
        self.stop.set()
        self.over.set()
        self.news.set()

    def update(self, result: SearchResult) -> None:
        """Called when a depth is finished."""
        self.latest = result
        self.news.set()


class Analyst(SessionHooks):
    """Analyses the position on one board while it is switched on.

    Callers of `consider` and of the handlers are in a transaction. `notify` gets every analysis, on the analyst's
    thread. An exception in a search switches the analyst off: the views show why, and `report` gets the exception.

    Each view announces when it becomes visible and when it does not. The search pauses while no view is awake. A view
    that vanishes without an announcement counts as awake, but a search ends after `MAX_SEARCH_S` anyway.
    """

    any_time = ("analyse",)

    def __init__(
        self,
        session: Session,
        guard: AbstractContextManager[None],
        show: Callable[[Json], None],
        notify: Callable[[Analysis | None], None],
        report: Callable[[BaseException], None],
    ) -> None:
        self.on = False
        self.lines = 3
        self.threats = False
        self._session = session
        self._guard = guard
        self._show = show
        self._notify = notify
        self._report = report
        self._job: AnalysisJob | None = None
        self._place: tuple[Any, ...] = ()
        self._analysis: Analysis | None = None
        self._threat: Line | None = None
        # how much the hint shows: 0 nothing, 1 the adaptoid, 2 the whole turn
        self._hint_level = 0
        # why the last search of this position failed
        self._error = ""
        # the awake views, the latest announcement last
        self._awake: dict[str, None] = {}
        # whether a view announced anything since the analyst was switched on; until then it searches in any case
        self._announced = False
        # the seconds and lines of a search that ended because no view was awake
        self._asleep: tuple[float, int] | None = None
        self._closed = False
        session.add_hooks(self)

    def handlers(self) -> dict[str, Handler]:
        """The intents about analysis."""
        return {
            "analyse": self._analyse,
            "threats": self._toggle_threats,
            "hint": self._hint,
            "line": self._line,
        }

    def snapshot(self, wording: Wording) -> Json:  # noqa: ARG002  the same in all languages
        """Say that there is an analyst to ask."""
        return {"analyst": True}

    # -- intents -----------------------------------------------------------------------------------------------------

    def switch(self, on: bool, lines: int | None = None) -> None:
        """Switch on or off, with the best `lines`. Raises GameError if `aids` forbid it."""
        if on and self._session.aids != "full":
            raise GameError("this board gives nothing away; set board.aids = 'full' to analyse on it")
        if lines is not None:
            if type(lines) is not int or not 1 <= lines <= MAX_LINES:
                raise ValueError(f"lines is a whole number from 1 to {MAX_LINES}, not {lines!r}")
            self.lines = lines
        self.on = on
        self._announced = False
        self._restart()

    def _analyse(self, intent: Json) -> None:
        awake, view = intent.get("awake"), intent.get("view")
        if isinstance(awake, bool) and isinstance(view, str):
            self._announced = True
            self._awake.pop(view, None)
            if awake:
                self._awake[view] = None
                while len(self._awake) > MAX_VIEWS:
                    del self._awake[next(iter(self._awake))]
            self.consider()
            return
        self._check_aids()
        self.switch(not self.on)

    def _toggle_threats(self, _: Json) -> None:
        self._check_aids()
        self.threats = not self.threats
        self._restart()

    def _hint(self, _: Json) -> None:
        self._check_aids()
        if self._where()[1] is None:
            raise Refused(reason("game-over"))
        self._hint_level = min(2, self._hint_level + 1)
        if self._analysis is None and self._job is None:
            self._begin(HINT_S, lines=1)
        self._update_views()

    def _line(self, intent: Json) -> None:
        turns = intent.get("turns")
        if (
            not isinstance(turns, list)
            or not 1 <= len(turns) <= MAX_TURNS
            or not all(isinstance(turn, str) for turn in turns)
        ):
            raise bad("turns is to be a list of texts")
        self._session.play_line(turns)

    def _check_aids(self) -> None:
        if self._session.aids != "full":
            raise Refused(reason("no-aids"))

    # -- the search --------------------------------------------------------------------------------------------------

    def _where(self) -> tuple[Any, Position | None]:
        """A key of the shown position, and the position itself if it can be analysed."""
        session = self._session
        game = session.game
        if (
            not game.started
            or game.result is not None
            or session.editor is not None
            or session.aids != "full"
        ):
            return (id(game), -1), None
        return (id(game), game.node.number, str(game.half_turn or "")), game.position

    def _restart(self) -> None:
        self._place = ()
        self.consider()

    def consider(self) -> None:
        """Start, go on with or end a search, as the shown position asks for. Called before the board is shown."""
        if self._closed:
            return
        place, position = self._where()
        if place != self._place:
            self._place = place
            self._hint_level = 0
            self._error = ""
            self._end()
            self._asleep = None
            self._analysis = self._threat = None
            if self.on and position is not None:
                self._begin(MAX_SEARCH_S, self.lines)
            self._update_views()
            self._notify(None)
        sleeps = self._announced and not self._awake
        if sleeps and self._job is not None:
            self._asleep = self._job.seconds, self._job.lines
            self._end()
        elif self._asleep is not None and not sleeps:
            search, self._asleep = self._asleep, None
            if self._job is None:
                self._begin(*search)

    def _begin(self, seconds: float, lines: int) -> None:
        global _owner
        _, position = self._where()
        if position is None:
            return
        previous, _owner = _owner, self
        if previous is not None and previous is not self:
            previous.yield_to_another()
        self._error = ""
        self._job = AnalysisJob(position, lines, seconds)
        if threads.THREADS:
            thread(self._run, self._job, name="adaptoid analyst").start()
        else:
            threads.later(0.1, self._run_here, self._job)

    def yield_to_another(self) -> None:
        """Switch off, because another board analyses now."""
        self.on = False
        self._end()
        self._place = ()
        self.consider()

    def _end(self) -> None:
        job, self._job = self._job, None
        if job is not None:
            job.cancel()

    def _run(self, job: AnalysisJob) -> None:
        """On a thread: search, and send updates."""
        searcher = thread(deque, _search(job), 0, name="adaptoid analyst's search")
        searcher.start()
        try:
            while not job.over.is_set():
                job.news.wait()
                job.news.clear()
                ended = job.ended
                if job.latest is not None and not job.over.is_set():
                    self._publish(job)
                if ended:
                    break
                job.over.wait(UPDATE_S)
        except Exception as error:  # noqa: BLE001  the views show any error
            job.error = error
            job.stop.set()
        searcher.join()
        self._end_failed(job)

    def _run_here(self, job: AnalysisJob, slices: Iterator[None] | None = None) -> None:
        """Without threads: search a slice, and go on when the event loop has run."""
        if slices is None:
            if _searching.locked():
                # the search of another position, which is to end, has a slice to go
                threads.later(0.01, self._run_here, job)
                return
            slices = _search(job)
        more = next(slices, False) is None
        if job.news.is_set() and not job.over.is_set():
            job.news.clear()
            try:
                self._publish(job)
            except Exception as error:  # noqa: BLE001  as above
                job.error = error
                job.stop.set()
        if more:
            threads.later(0, self._run_here, job, slices)
        else:
            self._end_failed(job)

    def _end_failed(self, job: AnalysisJob) -> None:
        """Switch off after an exception, and show why."""
        error = job.error
        if error is None:
            return
        from ..arena.player_api import one_line

        with self._guard:
            if job is not self._job:
                return
            self._job = None
            self.on = False
            self._hint_level = 0
            self._analysis = self._threat = None
            self._error = one_line(f"{type(error).__name__}: {error}", MAX_ERROR)
            self._update_views()
        self._notify(None)
        self._report(error)

    def _publish(self, job: AnalysisJob) -> None:
        from ..engine.analysis import Analysis, threat

        if job.latest is None or job.error is not None:
            return
        analysis = Analysis(job.position, job.latest, finished=job.ended)
        # computed here, outside the lock, since it takes long
        analysis.shares  # noqa: B018
        new_threat = threat(job.position, stop=job.stop) if self.threats and self._threat is None else None
        with self._guard:
            if job is not self._job:
                return
            self._analysis = analysis
            self._threat = new_threat or self._threat
            if job.ended:
                self._job = None
            self._update_views()
        self._notify(analysis if self.on else None)

    # -- what views show ---------------------------------------------------------------------------------------------

    def _update_views(self) -> None:
        if not self._closed:
            self._show(self.part())

    def part(self) -> Json:
        """The trait `analyst`; empty while there is nothing to show."""
        session, analysis = self._session, self._analysis
        if session.aids != "full" or not (self.on or self._hint_level or self._error):
            return {}
        game = session.game
        part: Json = {
            "on": self.on,
            "node": game.node.number if game.started else -1,
            "position": str(game.position) if game.started else "",
            "threats": self.threats,
            "searching": self._job is not None,
            "error": self._error,
            "found": None,
            "hint": None,
        }
        if analysis is not None and self.on:
            part["found"] = {
                "turn": analysis.turn,
                "depth": analysis.depth,
                "nodes": analysis.nodes,
                "compiled": analysis.compiled,
                "shares": [[color, round(share, 4)] for color, share in analysis.shares.items()],
                "lines": [_line_part(line) for line in analysis.lines],
                "threat": _line_part(self._threat) if self.threats and self._threat is not None else None,
            }
        if analysis is not None and self._hint_level:
            part["hint"] = {"step": self._hint_level, "turn": analysis.best}
        return part

    def close(self) -> None:
        """End all searches of this board."""
        global _owner  # noqa: PLW0603  one search at a time in a process
        self._closed = True
        self.on = False
        self._end()
        self._session.remove_hooks(self)
        self._notify = lambda _: None
        if _owner is self:
            _owner = None


def _start_afresh() -> None:
    """In a forked process: no search is going on, since its thread does not exist there."""
    global _owner, _searching  # noqa: PLW0603  the lock may be held by that thread
    _owner = None
    _searching = threading.Lock()
    _searcher.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_start_afresh)


@atexit.register
def _at_exit() -> None:
    """Stop the search before the interpreter exits."""
    if _owner is not None:
        _owner.close()


def _line_part(line: Line) -> Json:
    return {
        "score": round(line.score, 2),
        "win": line.win_in,
        "exact": line.exact,
        "turns": list(line.turns),
        "color": line.color,
    }


def _search(job: AnalysisJob) -> Iterator[None]:
    """Search until the job ends, in slices where there are no threads. The process runs one search at a time."""
    from ..engine.search import Searcher
    from ..engine.warmup import prepare

    try:
        prepare()
        with _searching:
            if not _searcher:
                _searcher.append(Searcher(MEGABYTES))
            if not job.over.is_set():
                job.latest = yield from _searcher[0].in_slices(
                    job.position, job.seconds, job.lines, job.stop, job.update
                )
    except Exception as error:  # noqa: BLE001  shown by the waiting thread
        job.error = error
    finally:
        job.ended = True
        job.news.set()
