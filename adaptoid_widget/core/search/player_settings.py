"""The settings of a computer player: its strength, its seed and its name."""

from __future__ import annotations

from typing import Any, List, Optional, Tuple

from ..rules.errors import whole_number
from ..rules.position import Position
from .levels import HIGHEST, LOWEST, level_in
from .runner import SearchRequest, level_request

MAX_SEED = 2**31 - 1


class PlayerSettings:
    """A base class of computer players. Exactly one of `level`, `seconds` and `nodes` is set."""

    level: Optional[int]
    """The strength from 1 (a child who knows the rules) to 10, or None."""
    seconds: Optional[float]
    """The time for a turn, or None."""
    nodes: Optional[int]
    """The number of positions for a turn, or None."""
    seed: int
    """Decides between equal turns."""
    _name: Optional[str]

    def _set_strength(self, level: Any, seconds: Optional[float], nodes: Any, seed: Any) -> None:
        """Set all but the name. Raises ValueError for a wrong level, nodes or seed, or not exactly one strength."""
        given = [limit for limit, value in _limits(level, seconds, nodes) if value is not None]
        if len(given) != 1:
            names = " and ".join(given) or "none of them"
            raise ValueError("give a player exactly one of level, seconds and nodes; %s was given" % names)
        self.level = (
            None if level is None else whole_number(level_in(level) or level, "level", LOWEST, HIGHEST)
        )
        self.seconds = seconds
        self.nodes = None if nodes is None else whole_number(nodes, "nodes", 0)
        self.seed = whole_number(seed, "seed", 0, MAX_SEED)

    def _request(self, position: Position) -> SearchRequest:
        """The search for a turn. Levels 1 to 3 have none."""
        if self.level is not None:
            request = level_request(position, self.level)
        else:
            request = SearchRequest(position, None, self.nodes, self.seconds, followed=0)
        request.seed = self.seed
        return request

    @property
    def name(self) -> str:
        """The name in records and tables, by default from its strength."""
        if self._name is not None:
            return self._name
        if self.level is not None:
            return "level %d" % self.level
        return "%g s" % self.seconds if self.seconds is not None else "%d nodes" % (self.nodes or 0)

    def __repr__(self) -> str:
        limits = _limits(self.level, self.seconds, self.nodes)
        arguments = ["%s=%r" % limit for limit in limits if limit[1] is not None]
        if self.seed:
            arguments.append("seed=%d" % self.seed)
        if self._name is not None:
            arguments.append("name=%r" % self._name)
        return "Player(%s)" % ", ".join(arguments)


def _limits(level: Any, seconds: Any, nodes: Any) -> List[Tuple[str, Any]]:
    return [("level", level), ("seconds", seconds), ("nodes", nodes)]
