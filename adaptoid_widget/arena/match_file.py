"""The file of a running match: whole units of game records in order, so that a match can be resumed.

Units that are done before an earlier one wait in a second, hidden file beside it.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from ..core.game.headers import PLAYER_HEADERS
from ..core.game.record_format import FIRST_LINE
from ..core.rules.errors import GameError
from ..storage.atomic import Lock, check_writable
from .play_game import Played

_RECORD = (FIRST_LINE + "\n").encode("ascii")
_COLORS = {name: color for color, name in PLAYER_HEADERS.items()}
_FORFEIT = re.compile(r"(\w+) \((\w+)\)")
_VERDICTS = (b" resigns\n", b" draw agreed\n")


class MatchFile:
    """The games of one match on disk; for one writer at a time."""

    def __init__(self, path: str | os.PathLike[str], match: str, games: int) -> None:
        """`match` names the match in each record, `games` is how many a unit has."""
        self.path = Path(path)
        self._match = match
        self._games = games
        self._lock = Lock(self.path)
        self._file: IO[bytes] | None = None
        self._ahead: IO[bytes] | None = None
        self.units = 0
        """How many units the file holds."""

    def open(self) -> Iterator[tuple[Played, ...]]:
        """Lock the file and give its units. Raises OSError, and GameError for a file of something else."""
        self._lock.acquire()
        real = check_writable(self.path)
        self._beside = real.with_name(f".{real.name}.ahead")
        # made if there is none; what is there stays
        self._file = open(real, "ab+", buffering=0)  # noqa: PTH123, SIM115  it stays open
        end = 0
        unit: list[Played] = []
        with open(real, "rb") as file:  # noqa: PTH123
            for headers, played, at in records(file):
                self._check(headers, len(unit))
                unit.append(played)
                if len(unit) == self._games:
                    self.units += 1
                    end = at
                    yield tuple(unit)
                    unit = []
            file.seek(0)
            begins = _RECORD + f"Match: {self._match}\n".encode()
            if not begins.startswith(file.read(len(begins))):
                raise self._strange()
        # half a unit, or half a line: played again
        self._file.truncate(end)

    def _strange(self) -> GameError:
        return GameError(
            f"{str(self.path)!r} holds something else than this match (other players, starts, seed, settings or "
            "version); name another file, or take this one away"
        )

    def _check(self, headers: dict[str, str], game: int) -> None:
        if headers.get("Match") != self._match or headers.get("Round") != f"{self.units + 1}.{game + 1}":
            raise self._strange()

    def early(self) -> dict[int, tuple[Played, ...]]:
        """The units that were done before an earlier one. Call it after `open`."""
        units: dict[int, tuple[Played, ...]] = {}
        with suppress(FileNotFoundError), open(self._beside, "rb") as file:  # noqa: PTH123
            for line in file:
                with suppress(ValueError, KeyError, TypeError):
                    entry: Any = json.loads(line)
                    if entry["match"] == self._match and entry["unit"] >= self.units:
                        units[entry["unit"]] = tuple(_played(text) for text in entry["records"])
        self._ahead = open(self._beside, "ab", buffering=0)  # noqa: PTH123, SIM115  it stays open
        return units

    def keep(self, number: int, unit: Sequence[Played]) -> None:
        """Save a unit that is done before an earlier one."""
        assert self._ahead is not None
        entry = {"match": self._match, "unit": number, "records": [played.record for played in unit]}
        self._ahead.write(json.dumps(entry).encode("ascii") + b"\n")

    def none_early(self) -> None:
        """Empty the second file: no unit waits any more."""
        assert self._ahead is not None
        if self._ahead.tell():
            self._ahead.truncate(0)
            self._ahead.seek(0)

    def append(self, unit: Sequence[Played]) -> None:
        """Write the next unit, in one piece."""
        assert self._file is not None
        text = "\n".join([played.record for played in unit])
        data = (("\n" if self.units else "") + text).encode("utf-8")
        while data:
            data = data[self._file.write(data) or 0 :]
        self.units += 1

    def close(self, *, done: bool) -> None:
        """Close and unlock the file; `done` says that the match is over and need not be resumed."""
        if self._file is not None:
            with suppress(OSError):
                os.fsync(self._file.fileno())
            self._file.close()
        if self._ahead is not None:
            self._ahead.close()
            if done:
                with suppress(OSError):
                    self._beside.unlink()
        self._lock.release()


def records(file: IO[bytes]) -> Iterator[tuple[dict[str, str], Played, int]]:
    """The headers, the outcome and the end offset of each record of a match's file; turns are only counted.

    Stops at the first record that is not complete.
    """
    at = 0
    while True:
        line = file.readline()
        if line == b"\n":
            at += 1
            line = file.readline()
        if line != _RECORD:
            return
        at += len(line)
        headers: dict[str, str] = {}
        while (line := file.readline()) != b"\n":
            if not line.endswith(b"\n"):
                return
            at += len(line)
            name, _, text = line.decode("utf-8", "replace").rstrip("\n").partition(": ")
            headers[name] = text
        at += 1
        turns = 0
        while not (line := file.readline()).startswith(b"= "):
            if not line.endswith(b"\n"):
                return
            at += len(line)
            turns += not line.endswith(_VERDICTS)
        at += len(line)
        if not line.endswith(b"\n"):
            return
        loser = _FORFEIT.match(headers.get("Forfeit", ""))
        forfeit = None if loser is None else (_COLORS.get(loser[1], ""), loser[2])
        yield headers, Played(line[2:-1].decode("ascii", "replace"), turns, forfeit, "Cap" in headers, ""), at


def _played(record: str) -> Played:
    """The outcome of the game of a record. Raises ValueError."""
    import io

    for _, played, _ in records(io.BytesIO(record.encode("utf-8"))):
        return played._replace(record=record)
    raise ValueError("this is no whole record")
