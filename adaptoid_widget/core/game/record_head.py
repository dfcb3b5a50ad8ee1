"""The first lines of a game's record, read strictly: headers and where the game began; and errors with their place."""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterable, List, Optional

from ..rules.errors import GameError, LayoutError, TextError
from ..rules.notation import read_head
from ..rules.position import Position
from ..rules.scanner import Scanner, control_at, invisible_at
from .headers import MAX_VALUE, OWN_HEADERS, Headers, check_header, is_name
from .record_format import MAX_LINE, OPEN, SEATS, START, start_text

MAX_STARTS = 100
# games begin alike, and a position is parsed sign by sign
_STARTS: Dict[str, Position] = {}

A_HEADER = "a header, as in 'Event: Club evening', or Start"
A_NAME = "a header's name: a capital, then letters, digits or hyphens"
A_BLANK = "a blank line after Start"


class RecordLines:
    """The lines of a text, counted, and errors at a place in the line last read."""

    def __init__(self, make: Callable[..., Any], lines: Iterable[str]) -> None:
        self._make = make
        self._lines = iter(lines)
        self._number = 0

    def _take(self) -> Optional[str]:
        for line in self._lines:
            self._number += 1
            self._check_length(line)
            return line[:-1] if line[-1:] == "\n" else line
        return None

    def _check_length(self, line: str) -> None:
        if len(line) > MAX_LINE:
            raise self._error(MAX_LINE, line[MAX_LINE:], "the end of the line, %d signs at most" % MAX_LINE)

    def _need(self, expected: str) -> str:
        line = self._take()
        if line is None:
            raise TextError(self._number + 1, 1, "", expected)
        return line

    def _error(self, at: int, found: str, expected: str) -> TextError:
        """The error that what stands from sign `at` of the line on, counted from 0, is not what may stand there."""
        return TextError(self._number, at + 1, found, expected)

    def _differs(self, found: str, right: str, at: int = 0) -> TextError:
        """The error that a part of the line from sign `at` on is not the one text that may stand there."""
        same = 0
        while same < len(found) and same < len(right) and found[same] == right[same]:
            same += 1
        return self._error(at + same, found[same:], right[same:] or "the end of the line")

    def _control(self, text: str, wrong: int, at: int) -> TextError:
        """The error that sign `wrong` of a text, which begins at sign `at` of the line, is none of a plain text."""
        bad_bytes = 0xD800 <= ord(text[wrong]) < 0xE000
        return self._error(at + wrong, text[wrong], "UTF-8" if bad_bytes else "no control character")

    def head(self) -> Any:
        """The game that the lines from the second to the blank one begin. Raises TextError."""
        headers = Headers()
        seats: List[str] = []
        while True:
            line = self._need(A_HEADER)
            name, colon, text = line.partition(": ")
            if not colon:
                raise self._error(0, line, A_HEADER)
            if name == START:
                break
            if name in headers:
                raise self._error(0, name, "another header, since this one stands above already")
            if seats or name in SEATS:
                if len(seats) == len(SEATS) or name != SEATS[len(seats)]:
                    raise self._error(0, name, (SEATS + (START,))[len(seats)])
                seats.append(self._seat(text, len(name) + 2))
                continue
            try:
                headers.note(name, text)
            except GameError:
                raise self._wrong_header(name, text)
        if len(seats) == 1:
            raise self._error(0, START, SEATS[1])
        game = self._start(text)
        if seats:
            if game.opening is None or game.started:
                raise self._error(
                    len(START) + 2, text, "an open start under way, since First and Second stand above"
                )
            game.opening.names = tuple(seats)
        game.headers.take(headers)
        line = self._need(A_BLANK)
        if line:
            raise self._error(0, line, A_BLANK)
        return game

    def _seat(self, text: str, at: int) -> str:
        try:
            check_header("Player", text)
        except GameError:
            raise self._wrong_text(text, at)
        return text

    def _wrong_header(self, name: str, text: str) -> TextError:
        if name in OWN_HEADERS:
            return self._error(0, name, "a header that a record does not write by itself")
        return self._wrong_text(text, len(name) + 2) if is_name(name) else self._error(0, name, A_NAME)

    def _wrong_text(self, text: str, at: int) -> TextError:
        wrong = control_at(text)
        if wrong >= 0:
            return self._control(text, wrong, at)
        wrong = invisible_at(text)
        if wrong >= 0 and 1 <= len(text) <= MAX_VALUE and text == text.strip(" "):
            return self._error(at + wrong, text[wrong], "no invisible character in a name")
        return self._error(at, text, "1 to %d signs without blanks around them" % MAX_VALUE)

    def _start(self, text: str) -> Any:
        """The game that begins as a text says: from a position, or with an open start."""
        at = len(START) + 2
        known = _STARTS.get(text)
        if known is not None:
            return self._make(known)
        try:
            game: Any = (
                read_open_start(self._make, text)
                if text.startswith(OPEN + " ")
                else self._make(Position.from_text(text))
            )
        except TextError as error:
            raise error.within(self._number, at + 1)
        if start_text(game) != text:
            raise self._differs(text, start_text(game), at)
        if game.opening is None:
            if len(_STARTS) >= MAX_STARTS:
                _STARTS.clear()
            _STARTS[text] = game.position
        return game


def read_open_start(make: Callable[..., Any], text: str) -> Any:
    """The game of `open adaptoid@hex5 W:E3 B:E7 second:B`, or of a beginning of that. Raises TextError."""
    scanner = Scanner(text)
    scanner.word()
    scanner.take(" ", "a blank and the variant")
    begun = scanner.at
    variant, switches, layout = read_head(scanner)
    try:
        game: Any = make(OPEN, variant, layout, switches)
    except (GameError, LayoutError) as error:
        raise scanner.error(begun, "a board and a variant for an open start; %s" % error, scanner.at - begun)
    for mark in ("W:", "B:", "second:"):
        if scanner.at == len(text):
            break
        for sign in " " + mark:
            scanner.take(sign, "%s or the end of the line" % mark)
        begun = scanner.at
        try:
            if mark == "second:":
                scanner.at = len(text)
                game.choose(text[begun:])
            else:
                game.place(scanner.cell("a disc"))
        except (GameError, LayoutError) as error:
            raise scanner.error(begun, "what the open start allows; %s" % error, scanner.at - begun)
    scanner.end()
    return game
