"""Files that are written whole or not at all, and by one at a time."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from ..core.rules.errors import GameError

# elsewhere a file cannot be renamed while it is open (Windows), or is written when it is closed (JupyterLite)
_LOCKED_WHILE_OPEN = sys.platform not in ("win32", "emscripten")
TRIES = 20
WAIT_S = 0.05


class FileInUse(OSError):
    """A file that somebody else is writing, in this process or another."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EBUSY, "somebody else is writing this file", str(path))


class Persevering:
    """Whoever saves again and again: what goes wrong is told, but only once as long as it goes on."""

    trouble: Exception | None = None
    """What went wrong when it was to be saved last; None while all is well."""

    def persevere(self, save: Callable[[], object]) -> Exception | None:
        """Save, and give what goes wrong unless it is what went wrong the last time."""
        told = self.trouble
        try:
            save()
        except Exception as error:  # noqa: BLE001  the game goes on, whatever a disk does
            self.trouble = error
            return None if told is not None and str(told) == str(error) else error
        self.trouble = None
        return None


def checked_path(path: str | os.PathLike[str]) -> Path:
    """The file or folder that a path names, `~` for the user's own folder. It need not exist.

    Raises GameError for a path that can name no file, and for a pipe or a device, which opening could wait for.

    >>> checked_path("games\\0.txt")
    Traceback (most recent call last):
    adaptoid_widget.core.rules.errors.GameError: 'games\\x00.txt' names no file: there is a zero character in it
    """
    text = os.fspath(path)
    if "\0" in text:
        raise GameError(f"{text!r} names no file: there is a zero character in it")
    try:
        target = Path(text).expanduser()
    except RuntimeError:
        raise GameError(f"{text!r} names no file: no user of this machine is called that") from None
    try:
        mode = target.stat().st_mode
    except OSError as error:
        if error.errno not in (errno.ENAMETOOLONG, errno.ELOOP, errno.EINVAL):
            # nothing is there, or nobody may look: whoever opens it says so
            return target
        reason = error.strerror
    except ValueError as error:
        # half of a character, which no name of a file can hold
        reason = str(error)
    else:
        if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
            return target
        reason = "it is a pipe or a device; a file is needed"
    raise GameError(f"{_shortened(text)!r} names no file: {reason}")


def _shortened(text: str) -> str:
    return text if len(text) <= 80 else text[:40] + "…" + text[-39:]


def named(path: str | os.PathLike[str], example: str) -> Path:
    """The file that a path names. Raises ValueError where it names a folder, or not a file like the example.

    >>> named("board.png", "board.svg")
    Traceback (most recent call last):
    ValueError: name a file that ends in .svg, such as board.svg; 'board.png' does not
    """
    target = checked_path(path)
    if not target.name or target.is_dir():
        raise ValueError(f"name a file, such as {example}; {str(path)!r} is a folder")
    ending = Path(example).suffix
    if target.suffix.lower() != ending:
        raise ValueError(f"name a file that ends in {ending}, such as {example}; {target.name!r} does not")
    return target


def write(target: Path, content: bytes) -> None:
    """Put the content into the file, beside it first: nobody ever finds half of it. Raises OSError."""
    with replacing(target) as file:
        file.write(content)


def check_writable(path: Path) -> Path:
    """The file behind a path, which may be a link to it. Raises OSError where no file can be written there.

    Raises GameError as `checked_path`.
    """
    real = checked_path(path).resolve()
    if real.is_dir():
        raise IsADirectoryError(errno.EISDIR, "this is a folder; name a file in it", str(path))
    if not real.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "the folder of this file does not exist", str(path))
    if real.exists() and not os.access(real, os.W_OK):
        raise PermissionError(errno.EACCES, "this file is read-only", str(path))
    return real


@contextmanager
def replacing(path: Path, *, sync: bool = False) -> Iterator[IO[bytes]]:
    """A file to write that takes the place of the one there at the end; if anything is raised, it never does.

    With `sync` it is on the disk before it takes that place, so that a power cut leaves the one or the other.
    What a killed process left beside it is removed. Raises OSError and GameError.
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
                # nobody takes it for a killed process's before it has its name
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
    """A new hidden file beside another one, locked for as long as it is open."""
    from secrets import token_hex

    while True:
        beside = real.with_name(f".{real.name}.{token_hex(4)}")
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        # between these two another process may have taken it for a killed one's
        if not _LOCKED_WHILE_OPEN or (_lock(handle) and _is_same(handle, beside)):
            return handle, beside
        os.close(handle)
        with suppress(OSError):
            beside.unlink()


def _sweep(real: Path) -> None:
    """Remove what killed processes left beside a file while they replaced it; where locks tell that it is nobody's."""
    left = re.compile(re.escape(f".{real.name}.") + "[0-9a-f]{8}")
    with suppress(OSError, ImportError, AttributeError):
        # where there is none of this, nothing tells that it is nobody's
        from fcntl import LOCK_EX, LOCK_NB, flock

        for beside in real.parent.iterdir():
            if left.fullmatch(beside.name):
                with suppress(OSError):
                    handle = os.open(beside, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
                    try:
                        flock(handle, LOCK_EX | LOCK_NB)
                        if _is_same(handle, beside):
                            beside.unlink()
                    finally:
                        os.close(handle)


def _sync_folder(folder: Path) -> None:
    """Have the folder's entry on the disk too, where folders can be opened."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


class Lock:
    """Keeps a second writer away from a file, in this process or another; gone with the process, however it ends.

    It lies on a hidden file beside it, since the file itself is replaced. On systems without such locks, such as some
    network folders and browsers, nothing is locked.

    The package `filelock` 4.2 would replace about 60 lines here with 10 800 (a wheel of 222 kB, 75 ms to import). It
    leaves its file behind after each release on Unix. Without `flock` it takes a file that means "locked" while it
    exists, which outlives a closed browser tab. `_sweep` would need our `_lock` all the same.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._beside: Path | None = None
        self._handle: int | None = None

    def acquire(self) -> None:
        """Take the lock. Raises FileInUse, and OSError where no file can be written there."""
        real = check_writable(self._path)
        self._beside = real.with_name(f".{real.name}.lock")
        while self._handle is None:
            handle = os.open(self._beside, os.O_RDWR | os.O_CREAT, 0o666)
            try:
                if not _lock(handle):
                    raise FileInUse(self._path)
                # the one who held it may have taken the file away meanwhile
                if _is_same(handle, self._beside):
                    self._handle = handle
            finally:
                if self._handle is None:
                    os.close(handle)

    def release(self) -> None:
        """Give it back."""
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
def patiently(lock: Lock) -> Iterator[None]:
    """Hold a lock that somebody else may hold for a moment. Raises FileInUse where it takes too long, and OSError."""
    for left in range(TRIES, -1, -1):
        try:
            lock.acquire()
            break
        except FileInUse:
            if not left:
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
    """Lock an open file for this process, and tell whether nobody else has; true where there are no locks."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (AttributeError, ImportError):
        # a browser's Python has the module, and nothing in it
        return True
    except OSError as error:
        return error.errno not in (errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK)
    return True
