"""The search limits of levels 4 to 10. Levels 1 to 3 are in `tactics.weak_players`."""

from __future__ import annotations

from typing import Dict, NamedTuple, Optional, Tuple

SearchLimits = NamedTuple(
    "SearchLimits",
    [
        ("depth", Optional[int]),  # in turns
        ("nodes", Optional[int]),  # the number of positions
        ("without", Tuple[str, ...]),  # the features that the evaluation ignores
    ],
)
"""The limits of a level's search."""

SHORT_SIGHTED = (1, 2, 3)

CHANCES = ("captures", "starvable", "forks")
"""What a side can take in its next turn. Without these features, the search does not resolve pending captures."""

SEARCH_LIMITS: Dict[int, SearchLimits] = {
    4: SearchLimits(1, None, CHANCES + ("exposed",)),
    5: SearchLimits(1, None, CHANCES + ("legs",)),
    6: SearchLimits(1, None, ("legs", "exposed")),
    7: SearchLimits(None, 800, ()),
    8: SearchLimits(None, 3_000, ()),
    9: SearchLimits(None, 13_000, ()),
    10: SearchLimits(None, 100_000, ()),
}
"""4 and 5 ignore captures of the next turn, 4 and 6 exposed adaptoids, 5 and 6 legs."""

THREE_PLAYERS: Dict[int, SearchLimits] = {
    4: SearchLimits(1, None, ("starvable", "forks", "legs")),
    5: SearchLimits(1, None, ("legs",)),
    6: SearchLimits(1, None, ()),
    7: SearchLimits(None, 10_000, ()),
    8: SearchLimits(None, 30_000, ()),
    9: SearchLimits(None, 60_000, ()),
    10: SearchLimits(None, 100_000, ()),
}
"""The same for three players. There, a search of some thousand positions is no stronger than level 6."""


LOWEST = 1
HIGHEST = 10

# the sizes of the transposition table in megabytes: of a level, by its positions; by default; for an analysis, for the
# threats beside it, for the review of a game, and for the proof of a win
NODES_PER_MB = 20_000
MAX_MB = 32
DEFAULT_MB = 16
ANALYSIS_MB = 32
THREATS_MB = 4
REVIEW_MB = 16
PROOF_MB = 8


def search_limits(level: int, players: int) -> SearchLimits:
    """Return the limits of a level from 4 to 10 in a game of so many players."""
    return (THREE_PLAYERS if players == 3 else SEARCH_LIMITS)[level]


def level_in(text: object) -> Optional[int]:
    """Return the level that a text names: `level:3`, or as people write it; None for anything else.

    >>> [level_in(text) for text in ("level:3", "level 3", "Level=3", "level", "nodes:3")]
    [3, 3, 3, None, None]
    """
    if not isinstance(text, str) or text[:5].lower() != "level" or text[5:6] not in (":", " ", "="):
        return None
    number = text[6:].strip()
    return int(number) if number and all(sign in "0123456789" for sign in number) else None


def megabytes_for(nodes: Optional[int]) -> int:
    """Return the size of the transposition table for a search of so many positions."""
    return MAX_MB if nodes is None else min(MAX_MB, 1 + nodes // NODES_PER_MB)
