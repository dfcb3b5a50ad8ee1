"""Searches for a host that exchanges JSON, as the search workers of a shared page do."""

from __future__ import annotations

from typing import Any, Dict, Optional, Sequence

from ..rules.position import Position
from ..rules.turn import Turn
from .deepening import (
    ALL_TURNS,
    ListTurns,
    Look,
    Looked,
    Progress,
    ReadEntry,
    deepen,
    table_entries,
    work_head,
)
from .levels import SEARCH_LIMITS, megabytes_for
from .work_array import N_FEATURES, TURN, WORK_CELLS

# the bits of a mask; a table of touching discs has a cell for each, and one for the empty mask
MASK_BITS = 64

SearchMessage = Dict[str, Any]


class RemoteSearch:
    """One search, from its first request to its result.

    A request and its answer are JSON objects. Numbers that may be beyond 53 bits are decimal texts, separated by
    blanks. `js/src/worker/search_module.ts` answers the requests.
    """

    def __init__(
        self,
        position: Position,
        weights: SearchMessage,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        lines: int = 1,
        seed: int = 0,
        seconds: float = 0,
        without: Sequence[str] = (),
        followed: int = ALL_TURNS,
        only: Optional[Turn] = None,
        whole: bool = False,
        megabytes: Optional[int] = None,
    ) -> None:
        """Start a search with the limits of `deepening.deepen`; the host ends it after `seconds`, unless these are 0.

        `weights` has the names of the features, and by number of players the weights for the side to move, then for
        the others.
        """
        entries = table_entries(megabytes_for(nodes) if megabytes is None else megabytes)
        used = weights[str(position.context.players)]
        names = weights["names"]
        own = [0 if names[k % N_FEATURES] in without else used[k] for k in range(len(used))]
        self._head = work_head(own, without, False, entries, 1)
        self._entries = entries
        self._seconds = seconds
        self._steps = deepen(position, self._head, depth, nodes, lines, seed, followed, only, whole)
        self.position = position
        """The position at the root."""
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


def level_search(position: Position, level: int, weights: SearchMessage) -> RemoteSearch:
    """Start the search of a level from 4 to 10, which finds the same turn as `Player(level)` in a kernel."""
    depth, nodes, without = SEARCH_LIMITS[level]
    return RemoteSearch(position, weights, depth, nodes, without=without, followed=0)


class RemoteSearcher:
    """Runs one search at a time. The host answers each `request` and names it by its number."""

    def __init__(self) -> None:
        self.search: Optional[RemoteSearch] = None
        """The search under way."""
        # counts the requests of all searches
        self._requests = 0

    @property
    def request(self) -> Optional[SearchMessage]:
        """The request with its number; None if nothing is searched."""
        if self.search is None or self.search.done:
            return None
        return {"number": self._requests, "request": self.search.request}

    def begin(self, search: RemoteSearch) -> None:
        """Run a search, instead of the one under way."""
        self.search = search
        self._requests += 1

    def end(self) -> None:
        """End the search under way, if there is one."""
        self.search = None

    def receive(self, intent: SearchMessage) -> Optional[str]:
        """Continue with the answer in an intent. Return why the search failed, or "".

        None: the intent is about an earlier request. The search ends when it fails; one that is done stays until `end`.
        """
        search = self.search
        if search is None or search.done or intent.get("number") != self._requests:
            return None
        self._requests += 1
        failure = str(intent.get("failed", ""))
        if not failure:
            try:
                search.answer(intent["answer"])
            except Exception as error:  # noqa: BLE001  without an end of the search, the board would wait for ever
                failure = "%s: %s" % (type(error).__name__, error)
        if failure:
            self.search = None
        return failure


def _texts(numbers: Sequence[int]) -> str:
    return " ".join([str(number) for number in numbers])
