"""The end of a file replaced in place: whole or not at all, at a cost that does not depend on what lies before it.

A journal, a hidden file beside it, holds what is about to be written. A process that is killed meanwhile leaves the
journal, and whoever reads the file by `open_steady` or takes it up by `recover` finds the new end whole.
"""

from __future__ import annotations

import io
import json
import os
import sys
import zlib
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, NamedTuple

# the drive of JupyterLite cannot shorten a file
IN_PLACE = sys.platform != "emscripten"
# what stands before the end that is replaced, to know the file by
CONTEXT_BYTES = 64
# so much of a file's end is read at one moment: more than any record but a huge one
TAIL_BYTES = 1 << 20
TRIES = 20


class Change(NamedTuple):
    """What a journal says: from byte `at` on, `new` takes the place of `old`; `before` stands in front of both."""

    at: int
    before: bytes
    old: bytes
    new: bytes

    def pack(self) -> bytes:
        """The bytes of a journal; one that is cut off does not fit its checksum."""
        body = self.before + self.old + self.new
        lengths = [self.at, len(self.before), len(self.old), len(self.new), zlib.crc32(body)]
        return json.dumps(lengths).encode("ascii") + b"\n" + body

    @staticmethod
    def unpack(data: bytes) -> Change | None:
        """What `pack` gave; None for anything else."""
        head, _, body = data.partition(b"\n")
        try:
            lengths: Any = json.loads(head)
            at, before, old, new, checksum = (int(number) for number in lengths)
        except (ValueError, TypeError):
            return None
        if at < before or len(body) != before + old + new or zlib.crc32(body) != checksum:
            return None
        return Change(at, body[:before], body[before : before + old], body[before + old :])

    def fits(self, file: IO[bytes]) -> bool:
        """Whether a file is what this change leaves of it, wherever it was cut off."""
        file.seek(self.at - len(self.before))
        if _read(file, len(self.before)) != self.before:
            return False
        end = _read(file, max(len(self.old), len(self.new)) + 1)
        if end in (self.old, self.new):
            return True
        shorter, longer = sorted((self.old, self.new), key=len)
        if not len(shorter) <= len(end) <= len(longer):
            return False
        return all(
            byte == longer[at] or (at < len(shorter) and byte == shorter[at]) for at, byte in enumerate(end)
        )


def replace_end(path: Path, at: int, old: bytes, new: bytes) -> None:
    """Write `new` in the place of `old`, which stands from byte `at` to the file's end. Hold the file's lock.

    Raises OSError; then the file is as before, or its journal is left to be recovered from.
    """
    same = _common(old, new)
    at, old, new = at + same, old[same:], new[same:]
    journal = _beside(path)
    with path.open("r+b", buffering=0) as file:
        file.seek(max(0, at - CONTEXT_BYTES))
        change = Change(at, _read(file, min(at, CONTEXT_BYTES)), old, new)
        try:
            with journal.open("wb", buffering=0) as note:
                _write(note, change.pack())
        except BaseException:
            with suppress(OSError):
                journal.unlink()
            raise
        try:
            _put(file, at, new)
        except BaseException:
            # what stood there fits in again
            _put(file, at, old)
            journal.unlink()
            raise
    journal.unlink()


def recover(path: Path) -> bool:
    """End what a killed process has begun to write; whether there was a journal. Hold the file's lock.

    Raises OSError.
    """
    journal = _beside(path)
    data = _bytes(journal)
    if data is None:
        return False
    change = Change.unpack(data)
    if change is not None:
        with suppress(FileNotFoundError), path.open("r+b", buffering=0) as file:
            if change.fits(file):
                _put(file, change.at, change.new)
    journal.unlink(missing_ok=True)
    return True


def is_pending(path: Path) -> bool:
    """Whether somebody is writing the file's end, or was killed while doing so."""
    return _beside(path).exists()


def open_steady(path: Path) -> io.BufferedReader:
    """Open a file to read it once, from front to end, its end as it is at this moment. Raises OSError.

    Where a process was killed, or writes meanwhile, the end is whole all the same.
    """
    journal = _beside(path)
    file = path.open("rb", buffering=0)
    try:
        at, tail = 0, b""
        for _ in range(TRIES):
            noted = _bytes(journal)
            about = os.fstat(file.fileno())
            at = max(0, about.st_size - TAIL_BYTES)
            file.seek(at)
            tail = _read(file, about.st_size - at)
            change = None if noted is None else Change.unpack(noted)
            if change is not None and change.fits(file):
                known = tail[: max(0, change.at - at)]
                at, tail = min(at, change.at), known + change.new
            after = os.fstat(file.fileno())
            unchanged = (after.st_size, after.st_mtime_ns) == (about.st_size, about.st_mtime_ns)
            if unchanged and _bytes(journal) == noted:
                break
        return io.BufferedReader(_Steady(file, at, tail))
    except BaseException:
        file.close()
        raise


class _Steady(io.RawIOBase):
    """A file up to a byte, and what follows there."""

    def __init__(self, file: IO[bytes], end: int, tail: bytes) -> None:
        self._file = file
        self._end = end
        self._tail = tail
        self._at = 0
        file.seek(0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if self._at < self._end:
            data = self._file.read(min(len(buffer), self._end - self._at))
        else:
            start = self._at - self._end
            data = self._tail[start : start + len(buffer)]
        buffer[: len(data)] = data
        self._at += len(data)
        return len(data)

    def tell(self) -> int:
        return self._at

    def close(self) -> None:
        self._file.close()
        super().close()


def _beside(path: Path) -> Path:
    real = path.resolve()
    return real.with_name(f".{real.name}.journal")


def _bytes(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _common(one: bytes, other: bytes) -> int:
    """How many bytes two texts begin alike with."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[:middle] == other[:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _put(file: IO[bytes], at: int, end: bytes) -> None:
    file.seek(at)
    _write(file, end)
    file.truncate(at + len(end))


def _write(file: IO[bytes], data: bytes) -> None:
    while data:
        data = data[file.write(data) or 0 :]


def _read(file: IO[bytes], count: int) -> bytes:
    """So many bytes, or all up to the file's end."""
    parts: list[bytes] = []
    while count > 0 and (part := file.read(count)):
        parts.append(part)
        count -= len(part)
    return b"".join(parts)
