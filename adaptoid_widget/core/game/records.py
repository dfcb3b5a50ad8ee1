"""Reading game records, strictly or leniently, line by line (docs/reference/records.md has the form)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Iterable, Iterator, Optional

from ..rules.apply_turns import Referee, outcomes
from ..rules.errors import TextError
from .record_format import FIRST_LINE
from .record_lenient_reader import LenientReader
from .record_reader import StrictReader

if TYPE_CHECKING:
    from typing import TypeVar

    from .state import Course

    Kind = TypeVar("Kind", bound=Course)


def read_records(
    make: Callable[..., Kind], lines: Iterable[str], lenient: bool = False, referee: Optional[Referee] = None
) -> Iterator[Kind]:
    """The games of a text in lines, with or without their ends, one after the other; `make` is the class `Game`.

    Each stands at the end of its main line. Raises TextError, or IllegalTurn, with the line in which something is
    wrong. A lenient reading keeps what it can; each game's `dropped` then lists all that it did not keep. A `referee`
    works out what turns come to in place of `core.rules.apply_turns`.
    """
    if lenient:
        return LenientReader(make, lines).games()
    return StrictReader(make, lines, referee or outcomes).games()


def read_record(make: Callable[..., Kind], text: str, lenient: bool = False) -> Kind:
    """The one game of a text; `make` is the class `Game`. Raises as `read_records`, and TextError for more than one."""
    if not isinstance(text, str):
        raise TypeError("a record is a text, not %s" % type(text).__name__)
    lines = text.split("\n")
    rest = lines.pop()
    if rest:
        lines.append(rest)
    games = list(read_records(make, lines, lenient))
    if len(games) > 1:
        raise TextError(games[1].read_from, 1, FIRST_LINE, "the end of the text after one game")
    if rest and not lenient:
        raise TextError(len(lines), len(rest) + 1, "", "a line end")
    return games[0]
