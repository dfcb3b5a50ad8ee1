"""A player that is a program: any language, over JSON lines on its standard input and output (docs/players.md)."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from ..._version import __version__
from ...core.rules.position import Position
from ...core.rules.turn import Turn
from ...engine.cancel import Stop, check_seconds
from ..player_api import PlayerError, check_going_on, judged, late, name_for, one_line
from .line_process import MAX_WAITING, Gone, Late, LineProcess, Stopped, TooLong
from .protocol import VERSION, NotALine, line_of, message_of

SECONDS = 30.0
START_SECONDS = 30.0
# after it was asked to stop, so long it may still answer
GRACE_S = 0.3
MAX_INFOS = 100
INTERPRETERS = {"python", "pypy", "node", "ruby", "perl", "java", "julia", "sh", "bash"}


class Program:
    """A player that is a program of its own, started when it is first asked.

    `argv` are the program and its words. A turn that takes longer than `seconds`, a start that takes longer than
    `start_seconds`, an answer that is no legal turn, and a program that ends raise PlayerError with the reason. Close
    it at the end, or use it in a `with` block; it is ended with this process at the latest.

    >>> import sys
    >>> words = [sys.executable, "-m", "adaptoid_widget", "player", "--level", "1"]
    >>> with Program(words) as player:
    ...     turn = player(Position.start())
    >>> player.name, Position.start().why_not(turn) is None
    ('level 1', True)
    """

    def __init__(
        self,
        argv: Sequence[str],
        *,
        name: str | None = None,
        seconds: float = SECONDS,
        start_seconds: float = START_SECONDS,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
    ) -> None:
        given: object = argv
        if isinstance(given, (str, bytes)) or not isinstance(given, Sequence):
            raise TypeError(f"argv is a list of words, such as ['python3', 'mine.py'], not {argv!r}")
        words = [str(os.fspath(word)) for word in argv]
        if not words or not words[0] or any("\0" in word for word in words):
            raise ValueError(f"argv names a program and perhaps words for it, not {argv!r}")
        self.argv = tuple(words)
        """The program and its words."""
        self.seconds = check_seconds(seconds, "seconds", least=0.001)
        """How long a turn may take."""
        self.start_seconds = check_seconds(start_seconds, "start_seconds", least=0.001)
        """How long it may take until it is ready."""
        self.cwd = None if cwd is None else os.fspath(cwd)
        """The folder it runs in; None: this one."""
        self.env = None if env is None else dict(env)
        """Its environment; None: this one."""
        self._given = None if name is None else name_for(name)
        self._forget()

    def _forget(self) -> None:
        self._lines: LineProcess | None = None
        self._told = ""
        self._one_at_a_time = threading.RLock()
        self._waiting = False
        self.infos: list[Any] = []
        """What it said besides its last answer, at most the last hundred."""

    def __getstate__(self) -> dict[str, Any]:
        """How it is started; what runs stays here."""
        return {
            name: getattr(self, name) for name in ("argv", "seconds", "start_seconds", "cwd", "env", "_given")
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._forget()

    @property
    def name(self) -> str:
        """What it is called: as given, or as it calls itself once it runs, or after its file."""
        return self._given or self._told or one_line(_file_of(self.argv)) or "program"

    def __repr__(self) -> str:
        return f"Program({list(self.argv)!r})"

    @property
    def pid(self) -> int | None:
        """The process that runs, or None."""
        return None if self._lines is None or not self._lines.alive else self._lines.pid

    # -- starting and ending -----------------------------------------------------------------------------------------

    def __enter__(self) -> Program:  # noqa: PYI034  Python 3.10 has no Self
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Start the program unless it runs, and wait until it is ready. Raises PlayerError."""
        with self._one_at_a_time:
            if self._lines is not None:
                if self._lines.alive:
                    return
                self._drop()
            try:
                self._lines = LineProcess(self.argv, cwd=self.cwd, env=self.env)
            except (OSError, ValueError) as error:
                raise PlayerError(
                    self.name, "start", f"{self.argv[0]!r} cannot be started: {one_line(error)}"
                ) from None
            try:
                self._greet()
            except PlayerError:
                # it may have said so and go on running
                self._drop()
                raise

    def _greet(self) -> None:
        for line in self._first_lines():
            self._tell(line, starting=True)
        self._tell(
            {"type": "hello", "protocol": VERSION, "from": f"adaptoid-widget {__version__}"},
            starting=True,
        )
        answer = self._answer("ready", self.start_seconds, None, starting=True)
        if answer["ready"] != VERSION or isinstance(answer["ready"], bool):
            self._fail(
                "start",
                f"speaks version {one_line(repr(answer['ready']), 40)} of the protocol, not {VERSION}",
            )
        told = answer.get("name")
        self._told = one_line(told, 100).strip() if isinstance(told, str) else ""

    def _first_lines(self) -> list[dict[str, Any]]:
        """What is told before anything else."""
        return []

    def close(self) -> None:
        """End the program: it is told to quit, and ended if it does not. It starts again if it is asked again."""
        with self._one_at_a_time:
            lines, self._lines = self._lines, None
            if lines is not None:
                lines.close(line_of({"type": "quit"}))

    def kill(self) -> None:
        """End the program at once, from any thread, even while it is asked."""
        lines = self._lines
        if lines is not None:
            lines.kill()

    def _drop(self) -> None:
        lines, self._lines = self._lines, None
        if lines is not None:
            lines.close()

    # -- playing -----------------------------------------------------------------------------------------------------

    def for_game(self, seed: int) -> Program:
        """The program itself, told that a new game begins, and a seed for it. Raises PlayerError."""
        with self._one_at_a_time:
            self.start()
            self._tell({"type": "new", "seed": seed})
        return self

    def __call__(self, position: Position | str) -> Turn:
        """Like `choose`."""
        return self.choose(position)

    def choose(self, position: Position | str, stop: Stop | None = None) -> Turn:
        """Its turn, if it is legal. Raises PlayerError, and GameError where the game is over.

        One that is late, dies or says what is no line of the protocol is ended, and starts anew when asked again.
        """
        position = check_going_on(position)
        with self._one_at_a_time:
            self.start()
            self._refuse_unasked()
            self.infos = []
            self._tell({"type": "play", "position": str(position), "seconds": self.seconds})
            answer = self._answer("turn", self.seconds, stop)["turn"]
            if not isinstance(answer, str):
                self._fail("nonsense", f"answered the turn {one_line(repr(answer), 80)}, which is no text")
            return judged(self.name, position, answer)

    def _refuse_unasked(self) -> None:
        """Whatever it has said since its last answer, but for notes, was not asked for."""
        assert self._lines is not None
        try:
            for _ in range(2 * MAX_WAITING):
                line = self._lines.waiting()
                if line is None:
                    return
                if "info" not in message_of(line):
                    self._fail(
                        "nonsense",
                        f"spoke without being asked: {one_line(line.decode('utf-8', 'replace'), 80)}",
                    )
            self._fail("nonsense", "talks without end")
        except Gone as error:
            self._fail("died", str(error))
        except (TooLong, NotALine) as error:
            self._fail("nonsense", _wrong_line(error))

    def _tell(self, message: dict[str, Any], *, starting: bool = False) -> None:
        assert self._lines is not None
        try:
            self._lines.tell(line_of(message))
        except Gone as error:
            self._fail("start" if starting else "died", str(error))

    def _answer(
        self, wanted: str, seconds: float, stop: Stop | None, *, starting: bool = False
    ) -> dict[str, Any]:
        """The next message that has what is wanted. Notes are kept, an error that it tells is raised."""
        assert self._lines is not None
        until = time.monotonic() + seconds
        asked_to_stop = False
        while True:
            try:
                message = message_of(
                    self._lines.hear(until - time.monotonic(), None if asked_to_stop else stop)
                )
            except Late:
                if asked_to_stop:
                    self._fail("stopped", "was stopped before it answered")
                self._late(seconds)
            except Stopped:
                asked_to_stop = True
                until = min(until, time.monotonic() + GRACE_S)
                self._tell({"type": "stop"})
                continue
            except Gone as error:
                self._fail("start" if starting else "died", str(error))
            except (TooLong, NotALine) as error:
                self._fail("start" if starting else "nonsense", _wrong_line(error))
            if wanted in message:
                return message
            if "error" in message:
                code = message.get("code")
                raise PlayerError(
                    self.name,
                    "start" if starting else code if code in ("illegal", "nonsense") else "raised",
                    one_line(message["error"]),
                )
            if "info" not in message:
                said = one_line(str(message), 80)
                self._fail(
                    "start" if starting else "nonsense", f"said {said}; a line with {wanted!r} was asked for"
                )
            self.infos.append(message["info"])
            del self.infos[:-MAX_INFOS]
            if time.monotonic() > until:
                self._late(seconds)

    def _late(self, seconds: float) -> NoReturn:
        error = late(self.name, seconds)
        self._drop()
        raise error

    def _fail(self, code: str, detail: str) -> NoReturn:
        error = PlayerError(self.name, code, detail)
        self._drop()
        raise error


def _wrong_line(error: Exception) -> str:
    return f"said {error}" if isinstance(error, NotALine) else "said a line of more than a million bytes"


def _file_of(argv: Sequence[str]) -> str:
    """The name of a program's file, or of the file that an interpreter is given.

    >>> _file_of(["./mine", "fast"]), _file_of(["/usr/bin/python3.11", "-u", "bots/mine.py"])
    ('mine', 'mine.py')
    """
    first = Path(argv[0]).name
    if first.rstrip("0123456789.").removesuffix(".exe") in INTERPRETERS:
        files = [word for word in argv[1:] if word.split() == [word] and word[0] != "-" and Path(word).suffix]
        return Path(files[0]).name if files else first
    return first
