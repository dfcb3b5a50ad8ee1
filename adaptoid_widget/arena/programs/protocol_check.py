"""Checks whether a program follows the protocol of docs/reference/computer/players.md in all kinds of positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from ...core.rules.position import Position
from ..player_api import PlayerError, checked_turn, one_line
from .line_process import LineProcess, LineTimeout, LineTooLong, ProcessGone
from .program_protocol import VERSION, InvalidMessage, line_of

QUIT_S = 2.0

POSITIONS: tuple[tuple[str, str], ...] = (
    ("the standard start", "adaptoid w 0,0 W:D2 B:D6"),
    ("Black's turn", "adaptoid b 0,0 W:D2,D3 B:D6"),
    ("a game in full swing", "adaptoid w 3,0 W:C2LP,D2P,E2,E3P,G4 B:A2,A3,C4LP,C5P,D6LP,E6P,F4LP,F5"),
    ("many ways to move", "adaptoid w 0,0 W:B4,C1,E3LLLPP B:D4PPP,E5,F7"),
    ("a turn whose move is done", "adaptoid b+ 3,4 W:D5P B:C4LP"),
    ("a turn whose move is done, four lost on both sides", "adaptoid w+ 4,4 W:A1 B:G7LLPP"),
    ("one loss from the end", "adaptoid b 3,4 W:D5P B:D4LP"),
    ("a single adaptoid each", "adaptoid w 4,4 W:A1 B:G7"),
    ("one legal turn: nothing can grow or move", "adaptoid@lattice:A1.A2 w 0,0 W:A1LLLLLL B:A2LLLLLL"),
    ("one legal turn: a new adaptoid", "adaptoid@lattice:A1.A2.A3 w 0,0 W:A1PPPPPP B:A3"),
    ("a disc without neighbours", "adaptoid@lattice:A1.A2.A4 w 0,0 W:A4 B:A1"),
    ("no disc that touches another", "adaptoid@lattice:A1.A3 w 0,0 W:A1 B:A3"),
    ("the switch weaker-dies", "adaptoid+weaker-dies w 0,0 W:D3LP B:D4PP,D6"),
    ("the switch bare-exchange", "adaptoid+bare-exchange b 0,0 W:D3,E3 B:D4L,D6"),
    (
        "both switches",
        "adaptoid+bare-exchange+weaker-dies@hex5 b+ 1,0 W:D4LLP B:E5",
    ),
    ("the smallest hexagon", "adaptoid@hex2 w 0,0 W:A1 B:C3"),
    ("a hexagon of side 5", "adaptoid@hex5 w 0,0 W:E3 B:E7"),
    ("a ring", "adaptoid@lattice:A1.A2.A3.B1.B3.C1.C2.C3 w 0,0 W:A1 B:C3"),
    ("discs laid freely", "adaptoid@discs:0,0/1,0/0.5,0.866/1.5,0.866 w 0,0 W:N1 B:N4"),
    ("three players", "adapt3 w 0,0,0 W:D2 B:B4 R:F6"),
    ("three players, Red's turn", "adapt3 r 1,2,0 W:D2L B:B4,C4 R:F6LP"),
    ("three players in the other order", "adapt3-fierce r+ 0,0,0 W:D2L B:B4 R:E6LP"),
)
"""The feature of each position, and its text."""

_UNKNOWN: dict[str, Any] = {"x-later": [1, {"more": None}]}


class CheckResult(NamedTuple):
    """The name of a check, and what is wrong, or None."""

    what: str
    wrong: str | None


def check(
    argv: Sequence[str],
    *,
    seconds: float = 10.0,
    start_seconds: float = 30.0,
    only: str | None = None,
) -> Iterator[CheckResult]:
    """Start a program, ask it about all positions, and end it in both ways. Yield the result of each check.

    `only` restricts the positions to a variant, such as "adaptoid". Nothing that the program does raises an error here.

    >>> import sys
    >>> argv = [sys.executable, "-c", "print('hello')"]
    >>> for result in check(argv):
    ...     print(result.what, "|", result.wrong)
    starts and says ready | said a line that is not JSON: 'hello'
    """
    checker = _ProtocolChecker(argv, seconds, start_seconds)
    try:
        yield from checker.run(
            [(name, text) for name, text in POSITIONS if only in (None, Position.from_text(text).variant)]
        )
    finally:
        checker.end()


class _Violation(Exception):
    """What is wrong, as the end of a sentence about the program."""


class _ProtocolChecker:
    """Runs the checks on a program."""

    def __init__(self, argv: Sequence[str], seconds: float, start_seconds: float) -> None:
        self._argv = argv
        self._seconds = seconds
        self._start_seconds = start_seconds
        self._lines: LineProcess | None = None
        self._usual_status: int | None = None

    def run(self, positions: Sequence[tuple[str, str]]) -> Iterator[CheckResult]:
        """Run all checks, or only the first if the program does not start."""
        first = self._check("starts and says ready", self._start)
        yield first
        if first.wrong:
            return
        yield self._check("says nothing without being asked", self._silent)
        new_game = partial(self._silent, {"type": "new", "seed": 1}, {"type": "x-later"})
        yield self._check("takes a new game, and ignores what it does not know", new_game)
        for name, text in positions:
            yield self._check(f"plays: {name}", partial(self._play, text))
        yield self._check("plays the same position again", partial(self._play, positions[0][1]))
        input_ended = partial(self._ended, "after its last turn, when its input had ended")
        yield self._check("ends when its input ends", input_ended)
        restart = self._check("starts again", self._start)
        yield restart
        if restart.wrong is None:
            told_to_quit = partial(self._ended, "after it was told to quit", {"type": "quit"})
            yield self._check("ends when told to quit", told_to_quit)

    def _check(self, name: str, run: Callable[[], None]) -> CheckResult:
        try:
            run()
        except (_Violation, ProcessGone) as wrong:
            return CheckResult(name, str(wrong))
        return CheckResult(name, None)

    def end(self) -> None:
        """End the program."""
        if self._lines is not None:
            self._lines.close()
            self._lines = None

    @property
    def _running(self) -> LineProcess:
        """The program, restarted if it has ended, so that one fault is not reported again."""
        if self._lines is None or not self._lines.alive:
            self._start()
        assert self._lines is not None
        return self._lines

    def _start(self) -> None:
        self.end()
        try:
            self._lines = LineProcess(self._argv)
        except (OSError, ValueError) as error:
            raise _Violation(f"{self._argv[0]!r} cannot be started: {one_line(error)}") from None
        self._lines.send(line_of({"type": "hello", "protocol": VERSION, "from": "check-player", **_UNKNOWN}))
        answer = self._answer("ready", self._start_seconds)
        if answer["ready"] != VERSION or isinstance(answer["ready"], bool):
            raise _Violation(f'said "ready": {answer["ready"]!r}; this is version {VERSION} of the protocol')
        name = answer.get("name", "")
        if not isinstance(name, str) or one_line(name) != name:
            raise _Violation(f'said the "name" {name!r}; a name is one line of text')

    def _answer(self, field: str, seconds: float) -> dict[str, Any]:
        assert self._lines is not None
        infos: list[Any] = []
        try:
            message = self._lines.answer(field, seconds, infos)
        except LineTimeout:
            self.end()
            wrong = f"said nothing within {seconds:g} s; does it write whole lines, and flush them?"
            raise _Violation(f"sent only notes for {seconds:g} s" if infos else wrong) from None
        except InvalidMessage as error:
            self.end()
            raise _Violation(f"said {error}") from None
        if field not in message:
            raise _Violation(f"reported an error: {one_line(message['error'])}")
        return message

    def _silent(self, *messages: dict[str, Any]) -> None:
        """Send messages, end the input, and check that the program writes nothing.

        Waiting for the end of the program avoids a time limit for slow machines.
        """
        running = self._running
        for message in messages:
            running.send(line_of({**message, **_UNKNOWN}))
        running.end_input()
        try:
            line = self._last_line(running)
        except LineTimeout:
            line = None
        status = running.status
        self.end()
        if line is not None:
            raise _Violation(f"said {line!r} without being asked")
        if not messages:
            self._usual_status = status
        elif status not in (0, None, self._usual_status):
            raise ProcessGone(running.describe_end())

    def _last_line(self, running: LineProcess) -> str | None:
        """Return what a program writes before its end, or None. Raises LineTimeout if it does not end."""
        try:
            return one_line(running.receive(QUIT_S).decode("utf-8", "replace"), 80)
        except ProcessGone:
            return None
        except LineTooLong:
            return "a very long line"

    def _play(self, text: str) -> None:
        position = Position.from_text(text)
        self._running.send(line_of({"type": "play", "position": text, "seconds": self._seconds, **_UNKNOWN}))
        answer = self._answer("turn", self._seconds)["turn"]
        if not isinstance(answer, str):
            raise _Violation(f'said "turn": {one_line(repr(answer), 80)}; a turn is a text')
        try:
            checked_turn("it", position, answer)
        except PlayerError as error:
            legal = [str(turn) for turn in position.turns()]
            examples = ", ".join(repr(turn) for turn in legal[:3])
            raise _Violation(
                f"{error.detail} Of {text!r} the legal turns are {examples}{' and others' if len(legal) > 3 else ''}."
            ) from None

    def _ended(self, when: str, message: dict[str, Any] | None = None) -> None:
        """Send a message, or end the input, and check that the program ends well."""
        running = self._running
        if message is None:
            running.end_input()
        else:
            running.send(line_of(message))
        try:
            line = self._last_line(running)
        except LineTimeout:
            self.end()
            raise _Violation(f"still ran {QUIT_S:g} s {when}") from None
        if line is not None:
            raise _Violation(f"said {line!r} {when}")
        if running.alive:
            raise _Violation(f"still ran {when}")
        if running.status:
            raise _Violation(f"{running.describe_end()} {when}; 0 says that all is well")
