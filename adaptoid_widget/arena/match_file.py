"""The file of a running match: records in order, complete units only. An interrupted match continues from it.

Units that finish before an earlier one are stored in a second, hidden file beside it.
"""

from __future__ import annotations

import io
import json
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from ..core.game.headers import PLAYER_HEADERS
from ..core.game.record_writing import FIRST_LINE, START
from ..core.rules.errors import GameError
from ..storage.atomic import Lock, check_writable
from .play_game import DRAW, Forfeit, GameOutcome, digest_of

_RECORD = (FIRST_LINE + "\n").encode("ascii")
_COLORS = {name: color for color, name in PLAYER_HEADERS.items()}
_FORFEIT = re.compile(r"(\w+) \((\w+)\) ?(.*)")
_VERDICTS = (b" resigns\n", b" draw agreed\n")


class MatchFile:
    """The file with the games of one match, for one writer at a time. Call `open` first and `close` at the end."""

    def __init__(self, path: str | os.PathLike[str], match: str, games: int) -> None:
        """`match` identifies the match in each record. `games` is the number of games of a unit."""
        self.path = Path(path)
        self._match = match
        self._games = games
        self._lock = Lock(self.path)
        self._file: IO[bytes] | None = None
        self._ahead: IO[bytes] | None = None
        self.units = 0
        """The number of units in the file."""

    def open(self) -> Iterator[tuple[GameOutcome, ...]]:
        """Lock the file, and yield its units. Raises GameError if it contains something else, FileInUse or OSError."""
        self._lock.acquire()
        real = check_writable(self.path)
        self._beside = real.with_name(f".{real.name}.ahead")
        self._file = open(real, "ab+", buffering=0)  # noqa: PTH123, SIM115
        end = 0
        unit: list[GameOutcome] = []
        with open(real, "rb") as file:  # noqa: PTH123
            for headers, outcome in records(file):
                self._check(headers, len(unit))
                unit.append(outcome)
                if len(unit) == self._games:
                    self.units += 1
                    end = file.tell()
                    yield tuple(unit)
                    unit = []
            file.seek(0)
            beginning = _RECORD + f"Match: {self._match}\n".encode()
            if not beginning.startswith(file.read(len(beginning))):
                raise self._other_content()
        # an incomplete unit is played again
        self._file.truncate(end)

    def _other_content(self) -> GameError:
        return GameError(
            f"{str(self.path)!r} holds something other than this match (other players, starts, seed, settings or "
            "version); name another file, or remove this one"
        )

    def _check(self, headers: dict[str, str], game: int) -> None:
        if headers.get("Match") != self._match or headers.get("Round") != f"{self.units + 1}.{game + 1}":
            raise self._other_content()

    def read_early(self) -> dict[int, tuple[GameOutcome, ...]]:
        """Return the units that finished early. Call it after `open`."""
        units: dict[int, tuple[GameOutcome, ...]] = {}
        with suppress(FileNotFoundError), open(self._beside, "rb") as file:  # noqa: PTH123
            for line in file:
                # a damaged line is passed over, and its games are played again
                with suppress(ValueError, KeyError, TypeError, AttributeError, RecursionError):
                    entry: Any = json.loads(line)
                    if entry["match"] == self._match and entry["unit"] >= self.units:
                        unit = tuple(_outcome(text) for text in entry["records"])
                        if len(unit) == self._games:
                            units[entry["unit"]] = unit
        self._ahead = open(self._beside, "ab", buffering=0)  # noqa: PTH123, SIM115
        return units

    def store_early(self, number: int, unit: Sequence[GameOutcome]) -> None:
        """Store a unit that finished early."""
        assert self._ahead is not None
        entry = {"match": self._match, "unit": number, "records": [game.record for game in unit]}
        self._ahead.write(json.dumps(entry).encode("ascii") + b"\n")

    def clear_early(self) -> None:
        """Empty the file of units that finished early."""
        assert self._ahead is not None
        if self._ahead.tell():
            self._ahead.truncate(0)
            self._ahead.seek(0)

    def append(self, unit: Sequence[GameOutcome]) -> None:
        """Write the next unit."""
        assert self._file is not None
        text = "\n".join(game.record for game in unit)
        data = (("\n" if self.units else "") + text).encode("utf-8")
        while data:
            data = data[self._file.write(data) or 0 :]
        self.units += 1

    def close(self, *, is_finished: bool) -> None:
        """Close and unlock the file. If the match is finished, remove the file of early units."""
        if self._file is not None:
            with suppress(OSError):
                os.fsync(self._file.fileno())
            self._file.close()
        if self._ahead is not None:
            self._ahead.close()
            if is_finished:
                with suppress(OSError):
                    self._beside.unlink()
        self._lock.release()


def records(file: IO[bytes]) -> Iterator[tuple[dict[str, str], GameOutcome]]:
    """Yield the headers and the outcome of each record of a match's file, up to an incomplete one.

    After each record, the file is at its end. The outcomes have no record. Raises GameError for a result that the
    game cannot have.
    """
    while True:
        line = file.readline()
        if line == b"\n":
            line = file.readline()
        if line != _RECORD:
            return
        headers: dict[str, str] = {}
        for line in iter(file.readline, b"\n"):
            if not line.endswith(b"\n"):
                return
            name, _, text = line.decode("utf-8", "replace").rstrip("\n").partition(": ")
            headers[name] = text
        turns = 0
        body = [f"{headers.get(START, '')}\n".encode(), b"\n"]
        while not (line := file.readline()).startswith(b"= "):
            if not line.endswith(b"\n"):
                return
            turns += not line.endswith(_VERDICTS)
            body.append(line)
        if not line.endswith(b"\n"):
            return
        match = _FORFEIT.match(headers.get("Forfeit", ""))
        forfeit = None if match is None else Forfeit(_COLORS.get(match[1], ""), match[2], match[3])
        result = line[2:-1].decode("ascii", "replace")
        results = [DRAW, *(color for color, name in PLAYER_HEADERS.items() if name in headers)]
        if result not in results or (forfeit is not None and forfeit.color not in results):
            raise GameError(
                f"the record that ends at byte {file.tell()} has a result that this game cannot have: {result!r}; "
                "name another file, or remove this one"
            )
        digest = digest_of([*body, line])
        yield headers, GameOutcome(result, turns, forfeit, "Cap" in headers, "", digest)


def _outcome(record: str) -> GameOutcome:
    """Return the outcome in a record. Raises ValueError.

    >>> _outcome("adaptoid-record 1")
    Traceback (most recent call last):
    ValueError: this record is not complete
    """
    for _, outcome in records(io.BytesIO(record.encode("utf-8"))):
        return outcome._replace(record=record)
    raise ValueError("this record is not complete")
