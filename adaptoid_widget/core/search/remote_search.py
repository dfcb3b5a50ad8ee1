"""Searches for a host that exchanges JSON, as the search workers of a shared page do."""

from __future__ import annotations

from typing import Any, Callable, Dict, Optional, Sequence, Tuple

from .deepening import ListTurns, Look, Looked, Progress, ReadEntry, deepen, table_entries, work_head
from .runner import SearchListener, SearchNews, SearchRequest, SearchRunner
from .work_array import N_FEATURES, TURN, WORK_CELLS

# the bits of a mask; a table of touching discs has a cell for each, and one for the empty mask
MASK_BITS = 64

SearchMessage = Dict[str, Any]


class RemoteSearch:
    """One search, from its first request to its result.

    A request and its answer are JSON objects. Numbers that may be beyond 53 bits are decimal texts, separated by
    blanks. `js/src/worker/search_module.ts` answers the requests.
    """

    def __init__(self, request: SearchRequest, weights: SearchMessage) -> None:
        """Start a search. The host ends it after the request's seconds.

        `weights` has the names of the features, and by number of players the weights for the side to move, then for
        the others.
        """
        entries = table_entries(request.megabytes)
        position, without = request.position, request.without
        used = weights[str(position.context.players)]
        names = weights["names"]
        own = [0 if names[k % N_FEATURES] in without else used[k] for k in range(len(used))]
        self._head = work_head(own, without, request.exact, entries, 1)
        self._entries = entries
        self._seconds = request.seconds or 0
        self._steps = deepen(
            position, self._head, request.depth, request.nodes, request.lines, request.seed, request.followed,
            request.only, request.whole, request.among,
        )  # fmt: skip
        self.asked = request
        """What is searched."""
        self.progress: Optional[Progress] = None
        """What the last finished depth has found."""
        self.done = False
        """Whether `progress` is the result."""
        self.request: SearchMessage = {}
        """What the host is to answer, until the search is done."""
        self._send(None)

    def answer(self, answer: SearchMessage) -> None:
        """Continue with the answer to the request. Afterwards there is another request, or the result."""
        if "codes" in answer:
            codes = answer["codes"]
            self._send([(codes[i], codes[i + 1]) for i in range(0, len(codes), 2)])
        elif "scores" in answer:
            self._send(Looked(answer["finished"], answer["nodes"], answer["scores"], answer["bounds"]))
        else:
            self._send(tuple([int(cell) for cell in answer["cells"].split(" ")]))

    def _send(self, answer: Any) -> None:
        try:
            request = self._steps.send(answer)
            while isinstance(request, Progress):
                self.progress = request
                request = self._steps.send(None)
        except StopIteration as end:
            self.progress, self.done = end.value, True
            if not end.value.lines:
                raise ValueError("the host has listed no turns")
            return
        if isinstance(request, ListTurns):
            self.request = self._list(request)
        elif isinstance(request, Look):
            self.request = {
                "do": "search_root",
                "left": request.depth * TURN,
                "lines": request.lines,
                "limit": str(request.limit),
                "nodes": request.nodes,
                "order": request.order,
            }
        elif isinstance(request, ReadEntry):
            self.request = {"do": "read", "entry": request.entry}

    def _list(self, request: ListTurns) -> SearchMessage:
        board, near, players, limit, switches, prey = request.context
        return {
            "do": "list",
            "state": _texts(request.state),
            "grows": 1 if request.grows else 0,
            "context": _texts((board, players, limit, switches, prey)),
            "near": _texts([near.get(1 << k, 0) for k in range(MASK_BITS)] + [0]),
            "head": _texts(self._head),
            "work": WORK_CELLS,
            "table": 2 * self._entries,
            "seconds": self._seconds,
        }


class RemoteRunner(SearchRunner):
    """Runs searches whose requests a host answers. Each request has a number of its own."""

    def __init__(
        self, weights: SearchMessage, ask: Optional[Callable[[SearchMessage], SearchMessage]] = None
    ) -> None:
        """`weights` are those of `RemoteSearch`. `ask` answers a request at once, for `find`."""
        self._weights = weights
        self._ask = ask
        # by purpose: the search, its listener, and the number of its request
        self._running: Dict[str, Tuple[RemoteSearch, SearchListener, int]] = {}
        # counts the requests of all searches
        self._requests = 0

    @property
    def requests(self) -> Dict[str, SearchMessage]:
        """The requests that wait for an answer, with their numbers, by purpose."""
        return {
            purpose: {"number": running[2], "request": running[0].request}
            for purpose, running in self._running.items()
        }

    def run(self, purpose: str, request: SearchRequest, listener: SearchListener) -> None:
        self._requests += 1
        self._running[purpose] = RemoteSearch(request, self._weights), listener, self._requests

    def find(self, request: SearchRequest) -> Progress:
        search, ask = RemoteSearch(request, self._weights), self._ask
        assert ask is not None, "this host answers later"
        while search.progress is None or not search.done:
            search.answer(ask(search.request))
        return search.progress

    def asked(self, purpose: str) -> Optional[SearchRequest]:
        running = self._running.get(purpose)
        return None if running is None else running[0].asked

    def cancel(self, purpose: str) -> None:
        self._running.pop(purpose, None)

    def weights(self, players: int) -> Tuple[int, ...]:
        return tuple(self._weights[str(players)])

    def receive(self, intent: SearchMessage) -> None:
        """Continue with the answer in an intent, unless its request is not the latest one of its search."""
        for purpose in list(self._running):
            search, listener, number = self._running[purpose]
            if intent.get("number") == number:
                self._continue(purpose, search, listener, intent)

    def _continue(
        self, purpose: str, search: RemoteSearch, listener: SearchListener, intent: SearchMessage
    ) -> None:
        before = search.progress
        failure = str(intent.get("failed", ""))
        if not failure:
            try:
                search.answer(intent["answer"])
            except Exception as error:  # noqa: BLE001  without an end of the search, the board would wait for ever
                failure = "%s: %s" % (type(error).__name__, error)
        self._requests += 1
        self._running[purpose] = search, listener, self._requests
        if failure or search.done:
            self.cancel(purpose)
        request = search.asked
        if failure:
            listener(SearchNews(request, done=True, error=failure, unable=bool(intent.get("unable"))))
        elif search.done or (request.prepare is not None and search.progress is not before):
            news = SearchNews(request, search.progress, search.done)
            if request.prepare is not None:
                news.prepared = request.prepare(news)
            listener(news)


def _texts(numbers: Sequence[int]) -> str:
    return " ".join([str(number) for number in numbers])
