"""Replaces the end of a file in place and atomically, at a cost that does not depend on the content before it.

A journal, a hidden file beside it, has the change first. If the process is killed meanwhile, the journal remains, and
`open_steady` and `recover` complete the change.
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

# JupyterLite cannot truncate a file
IN_PLACE = sys.platform != "emscripten"
# bytes before the change, which identify the file
CONTEXT_BYTES = 64
# bytes at the end of a file that are read at once: more than nearly every record
TAIL_BYTES = 1 << 20
TRIES = 20


class Change(NamedTuple):
    """The change in a journal: `new` replaces `old` from byte `at` on, and `before` is in front of both."""

    at: int
    before: bytes
    old: bytes
    new: bytes

    def pack(self) -> bytes:
        """The bytes of a journal, with a checksum."""
        body = self.before + self.old + self.new
        lengths = [self.at, len(self.before), len(self.old), len(self.new), zlib.crc32(body)]
        return json.dumps(lengths).encode("ascii") + b"\n" + body

    @staticmethod
    def unpack(data: bytes) -> Change | None:
        """The change that `pack` has packed; None for other bytes."""
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
        """Whether a file has the old end, the new one, or a part of the change."""
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
    """Replace `old`, from byte `at` to the end of the file, by `new`. The caller holds the file's lock.

    Raises OSError; then the file is as before, or the journal remains to recover from.
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
            # the old end has room again
            _put(file, at, old)
            journal.unlink()
            raise
    journal.unlink()


def recover(path: Path) -> bool:
    """Complete the change of a killed process; whether there was a journal. The caller holds the file's lock.

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
    """Whether a process is changing the file, or was killed while it did."""
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
    """A file up to a byte, followed by other bytes."""

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
    """The length of the common beginning of two texts."""
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
    """Up to `count` bytes, fewer only at the end of the file."""
    parts: list[bytes] = []
    while count > 0 and (part := file.read(count)):
        parts.append(part)
        count -= len(part)
    return b"".join(parts)
