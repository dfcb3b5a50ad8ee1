"""Replaces the end of a file in place and atomically, at a cost that does not depend on the content before it.

A journal, a hidden file beside it, has the change first. If the process is killed meanwhile, the journal remains, and
`open_consistent` and `recover` complete the change.
"""

from __future__ import annotations

import io
import json
import os
import sys
import zlib
from bisect import bisect_left
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
    """A change of a file: `new` replaces `old` from byte `at` on. `before` are the bytes in front of both."""

    at: int
    before: bytes
    old: bytes
    new: bytes

    def pack(self) -> bytes:
        """Encode the change for a journal, with a checksum."""
        body = self.before + self.old + self.new
        lengths = [self.at, len(self.before), len(self.old), len(self.new), zlib.crc32(body)]
        return json.dumps(lengths).encode("ascii") + b"\n" + body

    @staticmethod
    def unpack(data: bytes) -> Change | None:
        """Decode the bytes of `pack`. Return None for other bytes."""
        head, _, body = data.partition(b"\n")
        try:
            at, before, old, new, checksum = map(int, json.loads(head))
        except (ValueError, TypeError):
            return None
        if at < before or len(body) != before + old + new or zlib.crc32(body) != checksum:
            return None
        return Change(at, body[:before], body[before : before + old], body[before + old :])

    def fits(self, file: IO[bytes]) -> bool:
        """Whether the file's end is the old one, the new one, or a mixture that an interrupted write leaves."""
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
            byte == longer[i] or (i < len(shorter) and byte == shorter[i]) for i, byte in enumerate(end)
        )


def replace_end(path: Path, at: int, old: bytes, new: bytes) -> None:
    """Replace `old`, from byte `at` to the end of the file, by `new`. The caller holds the file's lock.

    Raises OSError; then the file is as before, or the journal remains to recover from.
    """
    # the length of the common beginning
    lengths = range(1, min(len(old), len(new)) + 1)
    same = bisect_left(lengths, True, key=lambda length: old[:length] != new[:length])
    at, old, new = at + same, old[same:], new[same:]
    journal = _beside(path)
    with path.open("r+b", buffering=0) as file:
        file.seek(max(0, at - CONTEXT_BYTES))
        change = Change(at, _read(file, min(at, CONTEXT_BYTES)), old, new)
        try:
            with journal.open("wb", buffering=0) as journal_file:
                _write(journal_file, change.pack())
        except BaseException:
            with suppress(OSError):
                journal.unlink()
            raise
        try:
            _put(file, at, new)
        except BaseException:
            # on a full disk, there is room for the old end
            _put(file, at, old)
            journal.unlink()
            raise
    journal.unlink()


def recover(path: Path) -> bool:
    """Complete the change of a killed process. Return whether there was a journal. The caller holds the file's lock.

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
    """Whether a process is changing the file, or was killed while it changed it."""
    return _beside(path).exists()


def open_consistent(path: Path) -> io.BufferedReader:
    """Open a file for one sequential reading of its present content. Raises OSError.

    The end is complete even if a process was killed while writing it, or writes meanwhile.
    """
    journal = _beside(path)
    file = path.open("rb", buffering=0)
    try:
        at, tail = 0, b""
        for _ in range(TRIES):
            journal_bytes = _bytes(journal)
            before = os.fstat(file.fileno())
            at = max(0, before.st_size - TAIL_BYTES)
            file.seek(at)
            tail = _read(file, before.st_size - at)
            change = None if journal_bytes is None else Change.unpack(journal_bytes)
            if change is not None and change.fits(file):
                unchanged_tail = tail[: max(0, change.at - at)]
                at, tail = min(at, change.at), unchanged_tail + change.new
            after = os.fstat(file.fileno())
            unchanged = (after.st_size, after.st_mtime_ns) == (before.st_size, before.st_mtime_ns)
            if unchanged and _bytes(journal) == journal_bytes:
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


def _put(file: IO[bytes], at: int, end: bytes) -> None:
    file.seek(at)
    _write(file, end)
    file.truncate(at + len(end))


def _write(file: IO[bytes], data: bytes) -> None:
    while data:
        data = data[file.write(data) or 0 :]


def _read(file: IO[bytes], count: int) -> bytes:
    """Read `count` bytes, fewer only at the end of the file."""
    parts: list[bytes] = []
    while count > 0 and (part := file.read(count)):
        parts.append(part)
        count -= len(part)
    return b"".join(parts)
