"""A child process that exchanges lines, or messages of the protocol, over pipes."""

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
from collections.abc import Mapping, Sequence
from typing import Any

from ...engine.cancel import Stop
from ...threads import thread
from ..player_api import POLL_S, one_line
from . import supervisor
from .program_protocol import InvalidMessage, line_of, message_of

MAX_PROGRAM_LINE = 1_000_000
"""The longest line, in bytes, that is read from a program."""
MAX_WAITING = 1000
MAX_STDERR = 4000
# the time for a program to end by itself
PATIENCE_S = 1.0
# the time for a program to read its input
READS_S = 5.0
# the time for an answer after a stop
GRACE_S = 0.3
MAX_INFOS = 100
CHUNK = 1 << 16

_END = object()
_TOO_LONG = object()


class ProcessGone(Exception):
    """The program ended, or does not read or write any more."""


class LineTooLong(InvalidMessage):
    """A line longer than MAX_PROGRAM_LINE."""

    def __init__(self) -> None:
        super().__init__("a line of more than a million bytes")


class LineTimeout(Exception):
    """No line within the time limit."""


class WaitStopped(Exception):
    """The stop was set while waiting."""


class LineProcess:
    """A running program, with threads that read its output. Raises OSError if it cannot be started."""

    def __init__(
        self, argv: Sequence[str], *, cwd: str | None = None, env: Mapping[str, str] | None = None
    ) -> None:
        self._process, self._pid = _start(list(argv), cwd, None if env is None else dict(env))
        self._lines: queue.Queue[Any] = queue.Queue(MAX_WAITING)
        self._errors = bytearray()
        self._closing = threading.Event()
        self._readers = [
            thread(_read_lines, self._process.stdout, self._lines, self._closing, name="program's output"),
            thread(_read_tail, self._process.stderr, self._errors, name="program's errors"),
        ]
        for reader in self._readers:
            reader.start()
        if sys.platform != "win32" and self._process.stdin is not None:
            # a program that does not read must not block this process
            os.set_blocking(self._process.stdin.fileno(), False)
        self._end = weakref.finalize(self, _end, self._process, self._closing, 0.0)

    @property
    def alive(self) -> bool:
        """Whether the program runs."""
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        """The program's process id."""
        return self._pid

    def send(self, line: bytes) -> None:
        """Send a line. Raises ProcessGone if the program does not read, unless `receive` has unread output."""
        stdin = self._process.stdin
        if stdin is None or stdin.closed:
            raise ProcessGone(self.describe_end())
        data = memoryview(line + b"\n")
        try:
            while data:
                n_written = stdin.write(data)
                if not n_written and not select.select([], [stdin], [], READS_S)[1]:
                    raise ProcessGone("does not read its standard input")
                data = data[n_written or 0 :]
        except (BrokenPipeError, ConnectionError, ValueError, OSError):
            end_text = self.describe_end()
            if not self._has_unread_line():
                raise ProcessGone(end_text) from None

    def _has_unread_line(self) -> bool:
        if self._process.returncode is not None:
            self._readers[0].join(timeout=PATIENCE_S)
        with self._lines.mutex:
            return len(self._lines.queue) > 0 and self._lines.queue[0] is not _END

    def receive(self, seconds: float, stop: Stop | None = None) -> bytes:
        """Return the next line without its end. Raises LineTimeout, WaitStopped, LineTooLong or ProcessGone.

        With 0 seconds it returns a line that was received already.
        """
        until = time.monotonic() + seconds
        while True:
            remaining = max(0.0, until - time.monotonic())
            try:
                line = self._lines.get(timeout=min(remaining, math.inf if stop is None else POLL_S, 3600.0))
            except queue.Empty:
                if stop is not None and stop.is_set():
                    raise WaitStopped from None
                if time.monotonic() >= until:
                    raise LineTimeout from None
                continue
            if line is _END:
                self._lines.put(_END)
                raise ProcessGone(self.describe_end())
            if line is _TOO_LONG:
                raise LineTooLong
            return bytes(line)

    def answer(
        self, field: str, seconds: float, infos: list[Any], stop: Stop | None = None
    ) -> dict[str, Any]:
        """Return the next message with a field or with "error". Put the notes before it into `infos`.

        After a stop, the program is told, and has `GRACE_S` seconds to answer. Raises LineTimeout, WaitStopped,
        ProcessGone, or InvalidMessage, also for a message without the field.
        """
        until = time.monotonic() + seconds
        stopped = False
        while True:
            try:
                message = message_of(self.receive(until - time.monotonic(), None if stopped else stop))
            except LineTimeout:
                if stopped:
                    raise WaitStopped from None
                raise
            except WaitStopped:
                stopped = True
                until = min(until, time.monotonic() + GRACE_S)
                self.send(line_of({"type": "stop"}))
                continue
            if field in message or "error" in message:
                return message
            if "info" not in message:
                message_text = one_line(str(message), 80)
                raise InvalidMessage(f"{message_text}; expected a line with {field!r}")
            infos.append(message["info"])
            del infos[:-MAX_INFOS]
            if time.monotonic() > until:
                raise LineTimeout

    def describe_end(self) -> str:
        """Describe how the program ended, or that it only closed its output, with the end of its standard error."""
        ending = "closed its standard output"
        if _wait_until_ended(self._process, PATIENCE_S):
            self._readers[1].join(timeout=PATIENCE_S)
            ending = _status_text(self._process.returncode)
        tail = self.stderr
        return f"{ending}; it said: {tail}" if tail else ending

    @property
    def stderr(self) -> str:
        """The end of its standard error in one line."""
        text = bytes(self._errors).decode("utf-8", "replace").strip()
        return one_line("..." + text[-250:] if len(text) > 250 else text)

    def end_input(self) -> None:
        """Close its standard input."""
        if self._process.stdin is not None:
            self._process.stdin.close()

    @property
    def status(self) -> int | None:
        """The exit status; None while the program runs."""
        return self._process.returncode

    def kill(self) -> None:
        """End the program and its descendants at once. A waiting `receive` raises ProcessGone."""
        if self._process.returncode is None:
            _kill_tree(self._process)

    def close(self, last: bytes | None = None) -> None:
        """Send a last line, close the input, and end the program and its descendants unless it ends by itself."""
        if last is not None and self.alive:
            with contextlib.suppress(ProcessGone):
                self.send(last)
        self._end.detach()
        _end(self._process, self._closing, PATIENCE_S if last is not None else 0.0)
        for reader in self._readers:
            reader.join(timeout=PATIENCE_S)
        for pipe in (self._process.stdout, self._process.stderr):
            # a reader of a descendant that cannot be ended keeps its pipe
            if pipe is not None and not any(reader.is_alive() for reader in self._readers):
                pipe.close()


def _start(
    argv: list[str], cwd: str | None, env: dict[str, str] | None
) -> tuple[subprocess.Popen[bytes], int]:
    """Start a program under the supervisor (not on Windows). Return the process to wait for, and the program's id.

    Raises OSError if it cannot be started.
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
    reader, report = os.pipe()
    with os.fdopen(reader, "rb") as file:
        try:
            command = [sys.executable, "-I", "-S", supervisor.__file__, str(report), str(os.getpid()), *argv]
            # in its own session, so that Ctrl-C does not reach it
            process: Any = subprocess.Popen(command, pass_fds=(report,), start_new_session=True, **pipes)
        finally:
            os.close(report)
        numbers = [int(word) for word in file.read().split()]
    failed = [-number for number in numbers if number < 0]
    if numbers and not failed:
        return process, numbers[0]
    with process:
        message = process.stderr.read().decode("utf-8", "replace")
    if failed:
        raise OSError(failed[0], os.strerror(failed[0]), argv[0])
    raise OSError(f"the process that supervises it ended: {one_line(message)}")


def _read_lines(pipe: Any, waiting: queue.Queue[Any], closing: threading.Event) -> None:
    unfinished = b""
    with contextlib.suppress(OSError, ValueError):
        while chunk := os.read(pipe.fileno(), CHUNK):
            *lines, unfinished = (unfinished + chunk).split(b"\n")
            for line in lines:
                if not _put(waiting, line if len(line) <= MAX_PROGRAM_LINE else _TOO_LONG, closing):
                    return
            if len(unfinished) > MAX_PROGRAM_LINE:
                _put(waiting, _TOO_LONG, closing)
                return
    if unfinished:
        _put(waiting, unfinished, closing)
    _put(waiting, _END, closing)


def _put(waiting: queue.Queue[Any], line: object, closing: threading.Event) -> bool:
    """Queue a line, waiting while the queue is full. Return False if the process is being closed."""
    while not closing.is_set():
        with contextlib.suppress(queue.Full):
            waiting.put(line, timeout=0.2)
            return True
    return False


def _read_tail(pipe: Any, tail: bytearray) -> None:
    with contextlib.suppress(OSError, ValueError):
        while chunk := os.read(pipe.fileno(), CHUNK):
            tail += chunk
            del tail[:-MAX_STDERR]


def _wait_until_ended(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Wait until a program and its descendants end, for at most so many seconds. Return whether they did."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(timeout=seconds)
        return True
    return False


def _kill_tree(process: subprocess.Popen[bytes]) -> None:
    """Make the supervisor kill the program and its descendants. On Windows, end the program."""
    with contextlib.suppress(OSError):
        process.terminate()


def _end(process: subprocess.Popen[bytes], closing: threading.Event, patience: float) -> None:
    """Close a program's input, wait until it ends, then end it and its descendants. Leave no zombie."""
    closing.set()
    if process.stdin is not None:
        with contextlib.suppress(OSError):
            process.stdin.close()
    if not _wait_until_ended(process, patience):
        _kill_tree(process)
        if not _wait_until_ended(process, 5):
            # the program ends with its supervisor
            process.kill()
            _wait_until_ended(process, 5)


def _status_text(status: int) -> str:
    if status >= 0:
        return f"ended with exit status {status}"
    with contextlib.suppress(ValueError):
        return f"was ended by signal {signal.Signals(-status).name}"
    return f"was ended by signal {-status}"
