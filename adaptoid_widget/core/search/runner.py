"""Requests for searches, and what runs them: threads or slices in a kernel, workers in a page."""

from __future__ import annotations

from typing import Any, Callable, Generator, Optional, Sequence, Tuple

from ..rules.position import Position
from ..rules.turn import Turn
from .deepening import ALL_TURNS, Progress
from .levels import megabytes_for, search_limits


class SearchRequest:
    """What to search, and how far; see `deepening.deepen`."""

    def __init__(
        self,
        position: Position,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        seconds: Optional[float] = None,
        lines: int = 1,
        seed: int = 0,
        without: Sequence[str] = (),
        followed: int = ALL_TURNS,
        only: Optional[Turn] = None,
        whole: bool = False,
        megabytes: Optional[int] = None,
        prepare: Optional[Callable[[SearchNews], Any]] = None,
        among: Optional[Sequence[Turn]] = None,
        exact: bool = False,
    ) -> None:
        """`without` names features that the evaluation ignores. `megabytes` is the size of the transposition table.

        With `exact` nothing is reduced: the scores are those of the full tree.

        With `prepare`, the listener also gets what each finished depth has found. A kernel calls `prepare` with these
        news while the board is not locked; what it returns is `prepared` in the news.
        """
        self.position = position
        self.depth = depth
        self.nodes = nodes
        self.seconds = seconds
        self.lines = lines
        self.seed = seed
        self.without = tuple(without)
        self.followed = followed
        self.only = only
        self.whole = whole
        self.megabytes = megabytes_for(nodes) if megabytes is None else megabytes
        self.prepare = prepare
        self.among = among
        self.exact = exact


class SearchNews:
    """What a search has found so far, or why it has failed.

    If a host has to prepare its first search, which takes long, there are news without progress before the search.
    """

    def __init__(
        self,
        request: SearchRequest,
        progress: Optional[Progress] = None,
        done: bool = False,
        error: str = "",
        unable: bool = False,
        compiled: bool = True,
        seconds: float = 0.0,
        failure: Optional[BaseException] = None,
    ) -> None:
        self.request = request
        self.progress = progress
        """What the last finished depth has found; None if the search failed or has not begun."""
        self.done = done
        """Whether the search has ended."""
        self.error = error
        """Why it failed, or ""."""
        self.unable = unable
        """Whether no search can run here."""
        self.compiled = compiled
        self.seconds = seconds
        """The time that the search took, if the host has a clock."""
        self.failure = failure
        """The exception that ended the search in a kernel."""
        self.prepared: Any = None
        """What the request's `prepare` has made of these news."""


SearchListener = Callable[[SearchNews], None]


class SearchFailed(Exception):
    """What the generator of a `SearchSeries` gets in place of the result of a search that has failed."""

    def __init__(self, text: str, unable: bool = False) -> None:
        super().__init__(text)
        self.unable = unable
        """Whether no search can run here."""


class SearchSeries:
    """Searches that follow one another. A generator yields the requests and gets the results.

    >>> def steps():
    ...     result = yield SearchRequest(Position.from_text("adaptoid w 0,0 W:D2 B:D6"), depth=1)
    ...     return result.lines[0][0]
    >>> ends = []
    >>> series = SearchSeries(steps(), ends.append)
    >>> series.begin()
    >>> series.request.depth
    1
    """

    def __init__(
        self,
        steps: Generator[SearchRequest, Progress, Any],
        ended: Callable[[Any], object] = lambda _: None,
        failed: Optional[Callable[[str], object]] = None,
    ) -> None:
        """`ended` is called with what the generator returns.

        `failed` is called with the reason of an exception in the generator or in `ended`; without it, this is raised.
        """
        self._steps = steps
        self._ended = ended
        self._failed = failed
        self.request: Optional[SearchRequest] = None
        """What is to be searched; None before the beginning and after the end."""
        self._has_begun = False

    def begin(self) -> None:
        """Go to the first request, unless the series has begun."""
        if not self._has_begun:
            self._has_begun = True
            self._go_on(lambda: self._steps.send(None))  # type: ignore[arg-type]

    def take(self, result: Progress) -> None:
        """Go on with the result of the request."""
        self._go_on(lambda: self._steps.send(result))

    def fail(self, text: str, unable: bool = False) -> None:
        """Raise `SearchFailed` in the generator, since the search has failed. It may go on."""
        self._go_on(lambda: self._steps.throw(SearchFailed(text, unable)))

    def _go_on(self, step: Callable[[], SearchRequest]) -> None:
        self.request = None
        try:
            try:
                self.request = step()
            except StopIteration as end:
                self._ended(end.value)
        except Exception as error:
            if self._failed is None:
                raise
            is_told = isinstance(error, SearchFailed)
            self._failed(str(error) if is_told else "%s: %s" % (type(error).__name__, error))


class SearchRunner:
    """Runs one search at a time for each purpose, such as "review". A host implements it.

    Listeners are called within a transaction of the board, and not any more after `cancel` or the next `run`.
    """

    def drive(self, purpose: str, series: SearchSeries) -> None:
        """Run the searches of a series up to its end. After `cancel`, this continues with the same request."""

        def listen(news: SearchNews) -> None:
            if news.error:
                series.fail(news.error, news.unable)
            elif news.done and news.progress is not None:
                series.take(news.progress)
            else:
                return
            self.drive(purpose, series)

        series.begin()
        if series.request is not None:
            self.run(purpose, series.request, listen)

    def find(self, request: SearchRequest) -> Progress:
        """Search, and wait for the result. Not every host can."""
        raise NotImplementedError

    def reply(self, position: Position, level: int) -> Turn:
        """The turn that a level from 4 to 10 always chooses, after waiting for it."""
        return self.find(level_request(position, level)).lines[0][0]

    def run(self, purpose: str, request: SearchRequest, listener: SearchListener) -> None:
        """Begin a search, instead of the one for this purpose that is under way."""
        raise NotImplementedError

    def asked(self, purpose: str) -> Optional[SearchRequest]:
        """What is searched for a purpose; None if nothing is."""
        raise NotImplementedError

    def cancel(self, purpose: str) -> None:
        """End the search for a purpose, if there is one."""
        raise NotImplementedError

    def weights(self, players: int) -> Tuple[int, ...]:
        """The weights of the evaluation for a number of players."""
        raise NotImplementedError


def level_request(position: Position, level: int) -> SearchRequest:
    """The search of a level from 4 to 10, which finds the same turn as `Player(level)`."""
    depth, nodes, without = search_limits(level, position.context.players)
    return SearchRequest(position, depth, nodes, without=without, followed=0)
