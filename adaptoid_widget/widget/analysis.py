"""The analyst of a board: searches the shown position on a thread, and sends what it finds."""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Callable
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
# seconds that a position, and a hint, is searched
LONGEST_S = 60.0
HINT_S = 1.0
# seconds that a search without threads blocks the page
LOOK_S = 0.5
# seconds between two updates
REST_S = 0.25
MEGABYTES = 32
MAX_TURNS = 40
# awake views that are remembered; a new one replaces the oldest
MAX_VIEWS = 100
# characters of an error message that a view shows
MAX_ERROR = 200


# a process runs one search at a time: its owner, its lock, and the searcher that all of them reuse
_owner: Analyst | None = None
_searching = threading.Lock()
_searcher: list[Searcher] = []


class AnalysisJob:
    """One search of one position."""

    def __init__(self, position: Position, lines: int, seconds: float, hint: bool) -> None:
        self.position = position
        self.lines = lines
        self.seconds = seconds
        self.hint = hint
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

    def hear(self, found: SearchResult) -> None:
        """Called when a depth is finished."""
        self.latest = found
        self.news.set()


class Analyst(SessionHooks):
    """Analyses the position on one board while it is switched on.

    Callers of `consider` and of the handlers are in a transaction. `notify` gets every analysis, on the analyst's
    thread. An exception in a search switches the analyst off: the views show why, and `report` gets the exception.

    Each view announces when it becomes visible and when it does not. The search pauses while no view is awake. A view
    that vanishes without an announcement counts as awake, but a search ends after `LONGEST_S` anyway.
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
        self._hinted = 0
        # why the last search of this position failed
        self._error = ""
        # the awake views, in the order of their announcements
        self._awake: dict[str, None] = {}
        # whether a view announced anything since the analyst was switched on; until then it searches in any case
        self._announced = False
        self._slept = False
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
        self._hinted = min(2, self._hinted + 1)
        if self._analysis is None and self._job is None:
            self._begin(HINT_S, hint=True)
        self._tell()

    def _line(self, intent: Json) -> None:
        turns = intent.get("turns")
        if not isinstance(turns, list) or not 1 <= len(turns) <= MAX_TURNS:
            raise bad("turns is to be a list of texts")
        if not all(isinstance(turn, str) for turn in turns):
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
            self._hinted = 0
            self._error = ""
            self._end()
            self._analysis = self._threat = None
            if self.on and position is not None:
                self._begin(LONGEST_S, hint=False)
            self._tell()
            self._notify(None)
        sleeps = self._announced and not self._awake
        if sleeps and self._job is not None:
            self._end()
            self._slept = True
        elif self._slept and not sleeps:
            self._slept = False
            if self.on and self._job is None:
                self._begin(LONGEST_S, hint=False)

    def _begin(self, seconds: float, *, hint: bool) -> None:
        global _owner
        _, position = self._where()
        if position is None:
            return
        before, _owner = _owner, self
        if before is not None and before is not self:
            before.yield_to_another()
        self._error = ""
        self._job = AnalysisJob(position, 1 if hint else self.lines, seconds, hint)
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
        searcher = thread(_search, job, name="adaptoid analyst's search")
        searcher.start()
        try:
            while not job.over.is_set():
                job.news.wait()
                job.news.clear()
                ended = job.ended
                if job.latest is not None and not job.over.is_set():
                    self._hear(job)
                if ended:
                    break
                job.over.wait(REST_S)
        except Exception as error:  # noqa: BLE001  the views show any error
            job.error = error
            job.stop.set()
        searcher.join()
        self._end_failed(job)

    def _run_here(self, job: AnalysisJob) -> None:
        """Without threads: a short search that blocks the page."""
        if job.over.is_set():
            return
        job.seconds = LOOK_S
        _search(job)
        try:
            self._hear(job)
        except Exception as error:  # noqa: BLE001  as above
            job.error = error
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
            self._hinted = 0
            self._analysis = self._threat = None
            self._error = one_line(f"{type(error).__name__}: {error}", MAX_ERROR)
            self._tell()
        self._notify(None)
        self._report(error)

    def _hear(self, job: AnalysisJob) -> None:
        from ..engine.analysis import Analysis, threat

        found = job.latest
        if found is None or job.error is not None:
            return
        analysis = Analysis(job.position, found, finished=job.ended)
        # computed here, outside the lock, since it takes long
        analysis.shares  # noqa: B018
        threatens = threat(job.position, stop=job.stop) if self.threats and self._threat is None else None
        with self._guard:
            if job is not self._job:
                return
            self._analysis = analysis
            self._threat = threatens or self._threat
            if job.ended:
                self._job = None
            self._tell()
        self._notify(analysis if self.on else None)

    # -- what views show ---------------------------------------------------------------------------------------------

    def _tell(self) -> None:
        if not self._closed:
            self._show(self.part())

    def part(self) -> Json:
        """The trait `analyst`; empty while there is nothing to show."""
        session, found = self._session, self._analysis
        if session.aids != "full" or not (self.on or self._hinted or self._error):
            return {}
        game = session.game
        out: Json = {
            "on": self.on,
            "node": game.node.number if game.started else -1,
            "position": str(game.position) if game.started else "",
            "threats": self.threats,
            "searching": self._job is not None,
            "error": self._error,
            "found": None,
            "hint": None,
        }
        if found is None:
            return out
        if self.on:
            out["found"] = {
                "turn": found.turn,
                "depth": found.depth,
                "nodes": found.nodes,
                "compiled": found.compiled,
                "shares": [[color, round(share, 4)] for color, share in found.shares.items()],
                "lines": [_line_part(line) for line in found.lines],
                "threat": _line_part(self._threat) if self.threats and self._threat is not None else None,
            }
        if self._hinted:
            out["hint"] = {"step": self._hinted, "turn": found.best}
        return out

    def close(self) -> None:
        """End all searches of this board."""
        global _owner  # noqa: PLW0603  one search at a time in a process
        self._closed = True
        self.on = False
        self._end()
        self._session.remove_hooks(self)
        self._notify = _nobody
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


def _nobody(_: Analysis | None) -> None:
    """Ignore an analysis."""


def _line_part(line: Line) -> Json:
    return {
        "score": round(line.score, 2),
        "win": line.win_in,
        "exact": line.exact,
        "turns": list(line.turns),
        "color": line.color,
    }


def _search(job: AnalysisJob) -> None:
    """Search until the job ends. The process runs one search at a time."""
    from ..engine.search import Searcher
    from ..engine.warmup import prepare

    try:
        prepare()
        with _searching:
            if not _searcher:
                _searcher.append(Searcher(MEGABYTES))
            if not job.over.is_set():
                job.latest = _searcher[0].search(
                    job.position, seconds=job.seconds, lines=job.lines, stop=job.stop, report=job.hear
                )
    except Exception as error:  # noqa: BLE001  shown by the waiting thread
        job.error = error
    finally:
        job.ended = True
        job.news.set()
