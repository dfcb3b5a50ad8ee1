"""The search of a level for a host that exchanges JSON, as the search worker of a shared page does."""

from __future__ import annotations

from typing import Any, Dict, Optional, Sequence

from ..rules.position import Position
from ..rules.turn import Turn
from .deepening import ListTurns, Look, Looked, Progress, ReadEntry, deepen, table_entries, work_head
from .levels import LEVELS, megabytes_for
from .work_array import N_FEATURES, TURN, WORK_CELLS

# the bits of a mask; a table of touching discs has a cell for each, and one for the empty mask
MASK_BITS = 64

Json = Dict[str, Any]


class LevelSearch:
    """One search, from its first request to its turn.

    A request and its answer are JSON objects. Numbers that may be beyond 53 bits are decimal texts, separated by
    blanks. `js/src/page/search_module.ts` answers the requests.
    """

    def __init__(self, position: Position, level: int, seed: int, weights: Json) -> None:
        """Start the search of a level from 4 to 10.

        `weights` has the names of the features, and by number of players the weights for the side to move, then for
        the others.
        """
        depth, nodes, without = LEVELS[level]
        entries = table_entries(megabytes_for(nodes))
        used = weights[str(position.context.players)]
        names = weights["names"]
        own = [0 if names[k % N_FEATURES] in without else used[k] for k in range(len(used))]
        self._head = work_head(own, without, False, entries, 1)
        self._entries = entries
        self._steps = deepen(position, self._head, depth, nodes, 1, seed, False)
        self.turn: Optional[Turn] = None
        """The turn, once it is found."""
        self.request: Json = {}
        """What the host is to answer, until the turn is found."""
        self._send(None)

    def answer(self, answer: Json) -> None:
        """Continue with the answer to the request. Afterwards there is another request, or the turn."""
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
                request = self._steps.send(None)
        except StopIteration as end:
            self.turn = end.value.lines[0][0]
            return
        if isinstance(request, ListTurns):
            self.request = self._list(request)
        elif isinstance(request, Look):
            self.request = {
                "do": "look",
                "left": request.depth * TURN,
                "lines": request.lines,
                "limit": str(request.limit),
                "nodes": request.nodes,
                "order": request.order,
            }
        elif isinstance(request, ReadEntry):
            self.request = {"do": "read", "entry": request.entry}

    def _list(self, request: ListTurns) -> Json:
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
        }


def _texts(numbers: Sequence[int]) -> str:
    return " ".join([str(number) for number in numbers])
