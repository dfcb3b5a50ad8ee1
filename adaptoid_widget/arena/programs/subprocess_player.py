"""A program in any language as a player, over JSON lines on its pipes (docs/reference/computer/players.md)."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from ..._version import __version__
from ...core.rules.errors import plain_value
from ...core.rules.position import Position
from ...core.rules.turn import Turn
from ...engine.cancel import Stop, check_seconds
from ..player_api import PlayerBase, PlayerError, check_going_on, checked_turn, late, name_for, one_line
from .line_process import MAX_WAITING, LineProcess, LineTimeout, ProcessGone, WaitStopped
from .program_protocol import VERSION, InvalidMessage, line_of, message_of

SECONDS = 30.0
START_SECONDS = 30.0
INTERPRETERS = {"python", "pypy", "node", "ruby", "perl", "java", "julia", "sh", "bash"}


class Program(PlayerBase):
    """A player that is a program. It starts with the first question.

    `argv` are the program and its arguments. A turn longer than `seconds`, a start longer than `start_seconds`, an
    illegal answer and the end of the program raise PlayerError. Close the player, or use it in a `with` block. The
    program ends with this process at the latest.

    >>> import sys
    >>> argv = [sys.executable, "-m", "adaptoid_widget", "player", "--level", "1"]
    >>> with Program(argv) as player:
    ...     turn = player(Position.start())
    >>> player.name, Position.start().why_not(turn) is None
    ('level 1', True)
    """

    argv: tuple[str, ...]
    """The program and its arguments."""
    seconds: float
    """The time limit of a turn."""
    start_seconds: float
    """The time limit of the start."""
    cwd: str | None
    """Its working directory; None: the current one."""
    env: dict[str, str] | None
    """Its environment; None: the current one."""
    infos: list[Any]
    """The last hundred notes before its last answer."""

    _settings = ("argv", "seconds", "start_seconds", "cwd", "env", "_chosen_name")

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
        value: object = plain_value(argv)
        if isinstance(value, (str, bytes)) or not isinstance(value, Sequence):
            raise TypeError(f"argv is a list of words, such as ['python3', 'mine.py'], not {argv!r}")
        arguments = [str(os.fspath(word)) for word in value]
        if not arguments or not arguments[0] or any("\0" in word for word in arguments):
            raise ValueError(f"argv names a program and perhaps words for it, not {argv!r}")
        self.argv = tuple(arguments)
        self.seconds = check_seconds(seconds, "seconds", least=0.001)
        self.start_seconds = check_seconds(start_seconds, "start_seconds", least=0.001)
        self.cwd = None if cwd is None else os.fspath(cwd)
        self.env = None if env is None else dict(env)
        self._chosen_name = None if name is None else name_for(name)
        self._reset()

    def _reset(self) -> None:
        self._lines: LineProcess | None = None
        self._own_name = ""
        self._lock = threading.RLock()
        self.infos = []

    @property
    def name(self) -> str:
        """The name chosen for it, or the program's own name once it runs, or the name of its file."""
        return self._chosen_name or self._own_name or one_line(_file_of(self.argv)) or "program"

    def __repr__(self) -> str:
        return f"Program({list(self.argv)!r})"

    @property
    def pid(self) -> int | None:
        """The process id, or None if the program does not run."""
        # another thread may end the program meanwhile
        lines = self._lines
        return None if lines is None or not lines.alive else lines.pid

    # -- starting and ending -----------------------------------------------------------------------------------------

    def __enter__(self) -> Program:  # noqa: PYI034  Python 3.10 has no Self
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Start the program unless it runs, and wait until it is ready. Raises PlayerError."""
        with self._lock:
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
            except PlayerError as error:
                self._drop()
                if error.code == "time":
                    raise
                raise PlayerError(error.player, "start", error.detail) from None

    def _greet(self) -> None:
        for line in self._first_lines():
            self._tell(line)
        self._tell({"type": "hello", "protocol": VERSION, "from": f"adaptoid-widget {__version__}"})
        answer = self._answer("ready", self.start_seconds)
        if answer["ready"] != VERSION or isinstance(answer["ready"], bool):
            self._fail(
                "start",
                f"speaks version {one_line(repr(answer['ready']), 40)} of the protocol, not {VERSION}",
            )
        name = answer.get("name")
        self._own_name = one_line(name, 100).strip() if isinstance(name, str) else ""

    def _first_lines(self) -> list[dict[str, Any]]:
        """Return the messages to send before all others."""
        return []

    def close(self) -> None:
        """Tell the program to quit, and end it if it does not. The next question starts it again."""
        with self._lock:
            lines, self._lines = self._lines, None
            if lines is not None:
                lines.close(line_of({"type": "quit"}))

    def kill(self) -> None:
        """End the program at once. Any thread can call this, even during a question."""
        lines = self._lines
        if lines is not None:
            lines.kill()

    def _drop(self) -> None:
        lines, self._lines = self._lines, None
        if lines is not None:
            lines.close()

    # -- playing -----------------------------------------------------------------------------------------------------

    def for_game(self, seed: int) -> Program:
        """Announce a new game and its seed to the program, and return this player. Raises PlayerError."""
        with self._lock:
            self.start()
            self._tell({"type": "new", "seed": seed})
        return self

    def choose(self, position: Position | str, stop: Stop | None = None) -> Turn:
        """Return the program's turn. Raises PlayerError unless it is legal, and GameError for a finished game.

        A program that is late or breaks the protocol is ended. The next question starts it again.
        """
        position = check_going_on(position)
        with self._lock:
            self.start()
            self._check_silence()
            self.infos = []
            self._tell({"type": "play", "position": str(position), "seconds": self.seconds})
            answer = self._answer("turn", self.seconds, stop)["turn"]
            if not isinstance(answer, str):
                self._fail("nonsense", f"answered the turn {one_line(repr(answer), 80)}, which is not a text")
            return checked_turn(self.name, position, answer)

    def _check_silence(self) -> None:
        """Raise PlayerError if the program has written anything but notes since its last answer."""
        assert self._lines is not None
        try:
            for _ in range(2 * MAX_WAITING):
                line = self._lines.receive(0)
                if "info" not in message_of(line):
                    line_text = one_line(line.decode("utf-8", "replace"), 80)
                    self._fail("nonsense", f"spoke without being asked: {line_text}")
            self._fail("nonsense", "never stops talking")
        except LineTimeout:
            return
        except ProcessGone as error:
            self._fail("died", str(error))
        except InvalidMessage as error:
            self._fail("nonsense", f"said {error}")

    def _tell(self, message: dict[str, Any]) -> None:
        assert self._lines is not None
        try:
            self._lines.send(line_of(message))
        except ProcessGone as error:
            self._fail("died", str(error))

    def _answer(self, field: str, seconds: float, stop: Stop | None = None) -> dict[str, Any]:
        """Return the program's message with a field. Raises PlayerError if it answers an error or not at all."""
        assert self._lines is not None
        try:
            message = self._lines.answer(field, seconds, self.infos, stop)
        except LineTimeout:
            self._drop()
            raise late(self.name, seconds) from None
        except WaitStopped:
            self._fail("stopped", "was stopped before it answered")
        except ProcessGone as error:
            self._fail("died", str(error))
        except InvalidMessage as error:
            self._fail("nonsense", f"said {error}")
        if field not in message:
            code = message.get("code")
            code = code if code in ("illegal", "nonsense") else "raised"
            raise PlayerError(self.name, code, one_line(message["error"]))
        return message

    def _fail(self, code: str, detail: str) -> NoReturn:
        error = PlayerError(self.name, code, detail)
        self._drop()
        raise error


def _file_of(argv: Sequence[str]) -> str:
    """Return the name of a program's file, or of the script of an interpreter.

    >>> _file_of(["./mine", "fast"]), _file_of(["/usr/bin/python3.11", "-u", "bots/mine.py"])
    ('mine', 'mine.py')
    """
    first = Path(argv[0]).name
    if first.rstrip("0123456789.").removesuffix(".exe") in INTERPRETERS:
        files = [word for word in argv[1:] if word.split() == [word] and word[0] != "-" and Path(word).suffix]
        return Path(files[0]).name if files else first
    return first
