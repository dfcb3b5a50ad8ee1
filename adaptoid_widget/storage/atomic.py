"""Atomic writes, and locks that let one writer at a time change a file."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
import time
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from ..core.host.host import type_name
from ..core.rules.errors import GameError

# Windows cannot rename an open file, and JupyterLite writes a file when it is closed
_LOCKED_WHILE_OPEN = sys.platform not in ("win32", "emscripten")
TRIES = 20
WAIT_S = 0.05


class FileInUse(OSError):
    """Another process, or another part of this one, writes the file. Write another file, or wait until it has ended.

    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp()) / "games.txt"
    >>> with Lock(path), Lock(path):
    ...     pass
    Traceback (most recent call last):
    adaptoid_widget.storage.atomic.FileInUse: ...
    """

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EBUSY, "somebody else is writing this file", str(path))

    def __reduce__(self) -> tuple[type[FileInUse], tuple[Path]]:
        """Support pickling, so that one process can raise it for another."""
        return FileInUse, (Path(self.filename),)


class RepeatedErrors:
    """Reports an error of repeated saving once for as long as it recurs."""

    def __init__(self) -> None:
        self.last: Exception | None = None
        """The error of the last attempt; None if it succeeded."""

    def new_error(self, save: Callable[[], object]) -> Exception | None:
        """Call `save`. Return its error, unless the call before had the same one."""
        previous, self.last = self.last, None
        try:
            save()
        except Exception as error:  # noqa: BLE001  the game goes on whatever a disk raises
            self.last = error
        repeated = previous is not None and str(previous) == str(self.last)
        return None if repeated else self.last


def checked_path(path: str | os.PathLike[str]) -> Path:
    """Return the path of a file or folder with `~` expanded. It need not exist.

    Raises GameError for a path that no file can have, and for a pipe or a device, which might block when opened.

    >>> checked_path("games\\0.txt")
    Traceback (most recent call last):
    adaptoid_widget.core.rules.errors.GameError: 'games\\x00.txt' names no file: it contains a zero character
    """
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"a path is a text or a pathlib.Path, not {type_name(path)}")
    text = os.fspath(path)
    if "\0" in text:
        raise GameError(f"{text!r} names no file: it contains a zero character")
    try:
        target = Path(text).expanduser()
    except RuntimeError:
        user = "no home folder" if Path(text).parts[0] == "~" else "no user with that name"
        raise GameError(f"{text!r} names no file: this machine has {user}") from None
    try:
        mode = target.stat().st_mode
    except OSError as error:
        if error.errno not in (errno.ENAMETOOLONG, errno.ELOOP, errno.EINVAL):
            # it does not exist, or is not accessible: opening it raises the error
            return in_other_form(target)
        reason = error.strerror
    except ValueError as error:
        # a lone surrogate, which no file name can have
        reason = str(error)
    else:
        if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
            return target
        reason = "it is a pipe or a device, not a file"
    raise GameError(f"{_shortened(text)!r} names no file: {reason}")


def in_other_form(path: Path) -> Path:
    """The path; if nothing is there, that of a file whose name has the same letters in another code, if there is one.

    Some systems store accents apart from letters.
    """
    forms = [path, *(Path(unicodedata.normalize(form, str(path))) for form in ("NFC", "NFD"))]
    # `Path.exists` would raise for a path that is too long
    return next((form for form in forms if os.path.exists(form)), path)  # noqa: PTH110


def shown(name: str) -> str:
    """A file's name as a text that can be printed and written: each byte that is not UTF-8 as `\\xfc`.

    >>> print(shown("M\\udcfcller"))
    M\\xfcller
    """
    if name.isascii():
        return name
    return "".join(rf"\x{ord(char) & 255:02x}" if "\ud800" <= char <= "\udfff" else char for char in name)


def _shortened(text: str) -> str:
    return text if len(text) <= 80 else text[:40] + "…" + text[-39:]


def named(path: str | os.PathLike[str], example: str, extensions: Sequence[str] = ()) -> Path:
    """Return the path of a file. Raises ValueError for a folder, or for another extension.

    `extensions` are by default that of the example.

    >>> named("board.png", "board.svg")
    Traceback (most recent call last):
    ValueError: name a file that ends in .svg, such as board.svg; 'board.png' does not
    """
    target = checked_path(path)
    if not target.name or target.is_dir():
        raise ValueError(f"name a file, such as {example}; {str(path)!r} is a folder")
    *others, last = extensions or [Path(example).suffix]
    if target.suffix.lower() not in (*others, last):
        allowed = f"{', '.join(others)} or {last}" if others else last
        raise ValueError(f"name a file that ends in {allowed}, such as {example}; {target.name!r} does not")
    return target


def write(target: Path, content: bytes, *, sync: bool = False) -> None:
    """Write a file atomically; with `sync` as `replacing`. Raises OSError."""
    with replacing(target, sync=sync) as file:
        file.write(content)


def check_writable(path: Path) -> Path:
    """Return a file's path with links resolved. Raises OSError if it cannot be written, GameError as `checked_path`."""
    real = checked_path(path).resolve()
    if real.is_dir():
        raise IsADirectoryError(errno.EISDIR, "this is a folder; name a file in it", str(path))
    if not real.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "the folder of this file does not exist", str(path))
    if real.exists() and not os.access(real, os.W_OK):
        raise PermissionError(errno.EACCES, "this file is read-only", str(path))
    if not os.access(real.parent, os.W_OK):
        raise PermissionError(errno.EACCES, "the folder of this file is read-only", str(path))
    try:
        # the longest name that a hidden file beside it gets
        real.with_name(f".{real.name}.00000000").lstat()
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            short_path = _shortened(os.fspath(path))
            raise GameError(
                f"{short_path!r} is too long: while it is written, files beside it need longer names"
            ) from None
    return real


@contextmanager
def replacing(path: Path, *, sync: bool = False) -> Iterator[IO[bytes]]:
    """Open a temporary file that replaces the one at `path` at the end of the context, unless it raises an error.

    With `sync` the content is written to the disk first, so that a power cut leaves the old or the new content. This
    also removes temporary files of killed processes. Raises OSError and GameError.
    """
    real = check_writable(path)
    _sweep(real)
    handle, beside = _open_beside(real)
    try:
        with open(handle, "wb") as file:  # noqa: PTH123
            with suppress(OSError):
                beside.chmod(stat.S_IMODE(real.stat().st_mode))
            yield file
            file.flush()
            if sync:
                os.fsync(file.fileno())
            if _LOCKED_WHILE_OPEN:
                # while it is open, it is locked, so `_sweep` of another process leaves it alone
                beside.replace(real)
        if not _LOCKED_WHILE_OPEN:
            beside.replace(real)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
    if sync:
        _sync_folder(real.parent)


def _open_beside(real: Path) -> tuple[int, Path]:
    """Create a hidden file beside another one, locked while it is open. Return its descriptor and path."""
    from secrets import token_hex

    while True:
        beside = real.with_name(f".{real.name}.{token_hex(4)}")
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        # `_sweep` of another process can remove it before it is locked
        if not _LOCKED_WHILE_OPEN or (_lock(handle) and _is_same(handle, beside)):
            return handle, beside
        os.close(handle)
        with suppress(OSError):
            beside.unlink()


def _sweep(real: Path) -> None:
    """Remove temporary files of killed processes beside a file, if the system has locks."""
    temporary = re.compile(re.escape(f".{real.name}.") + "[0-9a-f]{8}")
    with suppress(OSError, ImportError, AttributeError):
        # only a lock distinguishes the file of a running process
        from fcntl import LOCK_EX, LOCK_NB, flock

        for beside in real.parent.iterdir():
            if temporary.fullmatch(beside.name):
                with suppress(OSError):
                    handle = os.open(beside, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
                    try:
                        flock(handle, LOCK_EX | LOCK_NB)
                        if _is_same(handle, beside):
                            beside.unlink()
                    finally:
                        os.close(handle)


def _sync_folder(folder: Path) -> None:
    """Write the folder's entry to the disk too, if folders can be opened."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


class Lock:
    """Locks a file against other writers in all processes. The system releases it when the process ends.

    It locks a hidden file beside it, since the file itself is replaced. On systems without file locks, such as some
    network folders and browsers, it does nothing.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._beside: Path | None = None
        self._handle: int | None = None

    def acquire(self) -> None:
        """Take the lock. Raises FileInUse, or OSError if the file cannot be written."""
        real = check_writable(self._path)
        self._beside = real.with_name(f".{real.name}.lock")
        while self._handle is None:
            handle = os.open(self._beside, os.O_RDWR | os.O_CREAT, 0o666)
            try:
                if not _lock(handle):
                    raise FileInUse(self._path)
                # the previous owner may have removed this file meanwhile
                if _is_same(handle, self._beside):
                    self._handle = handle
            finally:
                if self._handle is None:
                    os.close(handle)

    def release(self) -> None:
        """Release the lock."""
        if self._handle is not None and self._beside is not None:
            handle, self._handle = self._handle, None
            try:
                with suppress(OSError):
                    self._beside.unlink()
            finally:
                os.close(handle)

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()


@contextmanager
def waiting(lock: Lock) -> Iterator[None]:
    """Hold a lock in this context. Wait about a second for it, then raise FileInUse. Raises OSError too."""
    for tries_left in range(TRIES, -1, -1):
        try:
            lock.acquire()
            break
        except FileInUse:
            if not tries_left:
                raise
            time.sleep(WAIT_S)
    try:
        yield
    finally:
        lock.release()


def _is_same(handle: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except OSError:
        return False


def _lock(handle: int) -> bool:
    """Try to lock an open file. Return True also if the system has no file locks."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (AttributeError, ImportError):
        # in Pyodide the module is empty
        return True
    except OSError as error:
        return error.errno not in (errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK)
    return True
