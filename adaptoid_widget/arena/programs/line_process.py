"""A program at the other end of three pipes: lines to it, lines from it, and what it says on standard error."""

from __future__ import annotations

import contextlib
import math
import os
import queue
import select
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...engine.cancel import Stop
from ..player_api import LOOK_S, one_line
from . import supervisor

MAX_LINE = 1_000_000
"""The most bytes of one line that are read from a program."""
MAX_WAITING = 1000
MAX_STDERR = 4000
# so long a program that was told to end may take
PATIENCE_S = 1.0
# so long a program may take to read on
READS_S = 5.0
CHUNK = 1 << 16

_END = object()
_HUGE = object()


class Gone(Exception):
    """The program ended, or nothing can be read from it or told to it any more."""


class TooLong(Exception):
    """A line that is longer than any that is read."""


class Late(Exception):
    """No line within the time."""


class Stopped(Exception):
    """Somebody asked to stop waiting."""


class LineProcess:
    """A program that was started, with threads that read what it says. Raises OSError where it cannot be started."""

    def __init__(
        self, argv: Sequence[str], *, cwd: str | None = None, env: Mapping[str, str] | None = None
    ) -> None:
        self._process, self._pid = _start(list(argv), cwd, None if env is None else dict(env))
        self._said: queue.Queue[Any] = queue.Queue(MAX_WAITING)
        self._errors = bytearray()
        self._closing = threading.Event()
        self._readers = [
            _thread(_read_lines, self._process.stdout, self._said, self._closing),
            _thread(_read_tail, self._process.stderr, self._errors),
        ]
        if sys.platform != "win32" and self._process.stdin is not None:
            # a program that never reads must not hold us up
            os.set_blocking(self._process.stdin.fileno(), False)
        self._end = weakref.finalize(self, _end, self._process, self._closing, 0.0)

    @property
    def alive(self) -> bool:
        """Whether it still runs."""
        return not _ended(self._process, 0)

    @property
    def pid(self) -> int:
        """The program's process id."""
        return self._pid

    def tell(self, line: bytes) -> None:
        """Send it a line. Raises Gone where nobody reads, unless it said something before it went: `hear` has that."""
        stdin = self._process.stdin
        if stdin is None or stdin.closed:
            raise Gone(self.how_it_ended())
        data = memoryview(line + b"\n")
        try:
            while data:
                written = stdin.write(data)
                if not written and not select.select([], [stdin], [], READS_S)[1]:
                    raise Gone("does not read its standard input")
                data = data[written or 0 :]
        except (BrokenPipeError, ConnectionError, ValueError, OSError):
            how = self.how_it_ended()
            if not self._left_words():
                raise Gone(how) from None

    def _left_words(self) -> bool:
        """Whether a program that has ended said something that nobody has heard yet."""
        if self._process.returncode is not None:
            self._readers[0].join(timeout=PATIENCE_S)
        with self._said.mutex:
            return len(self._said.queue) > 0 and self._said.queue[0] is not _END

    def hear(self, seconds: float, stop: Stop | None = None) -> bytes:
        """The next line, without its end. Raises Late, Stopped, TooLong and Gone."""
        until = time.monotonic() + seconds
        while True:
            left = max(0.0, until - time.monotonic())
            try:
                said = self._said.get(timeout=min(left, math.inf if stop is None else LOOK_S, 3600.0))
            except queue.Empty:
                if stop is not None and stop.is_set():
                    raise Stopped from None
                if time.monotonic() >= until:
                    raise Late from None
                continue
            if said is _END:
                self._said.put(_END)
                raise Gone(self.how_it_ended())
            if said is _HUGE:
                raise TooLong
            return bytes(said)

    def waiting(self) -> bytes | None:
        """A line that nobody has asked for yet, or None. Raises TooLong and Gone."""
        try:
            return self.hear(0)
        except Late:
            return None

    def how_it_ended(self) -> str:
        """How the program ended, and the last that it said on standard error."""
        said = "closed its standard output"
        if _ended(self._process, PATIENCE_S):
            # what it still had to say
            self._readers[1].join(timeout=PATIENCE_S)
            said = _status_text(self._process.returncode)
        tail = self.stderr
        return f"{said}; it said: {tail}" if tail else said

    @property
    def stderr(self) -> str:
        """The last that it said on standard error, in one line."""
        text = bytes(self._errors).decode("utf-8", "replace").strip()
        return one_line("..." + text[-250:] if len(text) > 250 else text)

    def end_input(self) -> None:
        """Close its standard input."""
        if self._process.stdin is not None:
            self._process.stdin.close()

    @property
    def status(self) -> int | None:
        """The exit status, or None while it runs."""
        return self._process.returncode

    def kill(self) -> None:
        """End it at once, and what it started; whoever waits for it hears that it is gone."""
        if self._process.returncode is None:
            _ask_to_end(self._process)

    def close(self, last: bytes | None = None) -> None:
        """Tell it a last line, close its input, and end it with all that it started unless it ends by itself."""
        if last is not None and self.alive:
            with contextlib.suppress(Gone):
                self.tell(last)
        self._end.detach()
        _end(self._process, self._closing, PATIENCE_S if last is not None else 0.0)
        for reader in self._readers:
            reader.join(timeout=PATIENCE_S)
        for pipe in (self._process.stdout, self._process.stderr):
            # a reader that still waits, for something that was started and cannot be ended, keeps its pipe
            if pipe is not None and not any(reader.is_alive() for reader in self._readers):
                pipe.close()


def _start(
    argv: list[str], cwd: str | None, env: dict[str, str] | None
) -> tuple[subprocess.Popen[bytes], int]:
    """Start a program under its supervisor, and without one on Windows; the process to wait for, and the program's id.

    Raises OSError where it cannot be started.
    """
    pipes: dict[str, Any] = {
        "stdin": subprocess.PIPE,
        "stdout": subprocess.PIPE,
        "stderr": subprocess.PIPE,
        "bufsize": 0,
        "cwd": cwd,
        "env": env,
    }
    if sys.platform == "win32":
        process = subprocess.Popen(argv, **pipes)
        return process, process.pid
    heard, report = os.pipe()
    try:
        words = [sys.executable, "-I", "-S", supervisor.__file__, str(report), str(os.getpid()), *argv]
        # in a session of its own: Ctrl-C is for us alone
        process: Any = subprocess.Popen(words, pass_fds=(report,), start_new_session=True, **pipes)
        os.close(report)
        report = -1
        with open(heard, "rb", closefd=False) as file:
            numbers = [int(word) for word in file.read().split()]
    finally:
        os.close(heard)
        if report >= 0:
            os.close(report)
    failed = [-number for number in numbers if number < 0]
    if numbers and not failed:
        return process, numbers[0]
    process.wait()
    said = process.stderr.read().decode("utf-8", "replace") if process.stderr is not None else ""
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()
    if failed:
        raise OSError(failed[0], os.strerror(failed[0]), argv[0])
    raise OSError(f"the process that supervises it ended: {one_line(said)}")


def _thread(run: Callable[..., None], *words: Any) -> threading.Thread:
    thread = threading.Thread(target=run, args=words, daemon=True)
    thread.start()
    return thread


def _read_lines(pipe: Any, said: queue.Queue[Any], closing: threading.Event) -> None:
    rest = b""
    with contextlib.suppress(OSError, ValueError):
        while chunk := os.read(pipe.fileno(), CHUNK):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                if not _put(said, line if len(line) <= MAX_LINE else _HUGE, closing):
                    return
            if len(rest) > MAX_LINE:
                _put(said, _HUGE, closing)
                return
    if rest:
        _put(said, rest, closing)
    _put(said, _END, closing)


def _put(said: queue.Queue[Any], what: object, closing: threading.Event) -> bool:
    """Queue a line, waiting while the queue is full; whether anybody is still interested."""
    while not closing.is_set():
        with contextlib.suppress(queue.Full):
            said.put(what, timeout=0.2)
            return True
    return False


def _read_tail(pipe: Any, tail: bytearray) -> None:
    with contextlib.suppress(OSError, ValueError):
        while chunk := os.read(pipe.fileno(), CHUNK):
            tail += chunk
            del tail[:-MAX_STDERR]


def _ended(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Whether a program, and all that it started, ends within so many seconds."""
    if process.returncode is not None:
        return True
    try:
        process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        return False
    return True


def _ask_to_end(process: subprocess.Popen[bytes]) -> None:
    """Have the supervisor kill the program and all that it started; on Windows the program is ended."""
    with contextlib.suppress(OSError):
        process.terminate()


def _end(process: subprocess.Popen[bytes], closing: threading.Event, patience: float) -> None:
    """Close a program's input, give it so long to end, then end it and what it started; no zombie stays."""
    closing.set()
    if process.stdin is not None:
        with contextlib.suppress(OSError):
            process.stdin.close()
    if not _ended(process, patience):
        _ask_to_end(process)
        if not _ended(process, 5):
            # the program goes with its supervisor
            process.kill()
            _ended(process, 5)


def _status_text(status: int) -> str:
    if status >= 0:
        return f"ended with exit status {status}"
    with contextlib.suppress(ValueError):
        return f"was ended by signal {signal.Signals(-status).name}"
    return f"was ended by signal {-status}"
