"""Reading game records leniently: what can be kept is kept, and all else is listed with its line and the reason.

Whatever comes out can be written in strict form again.
"""

from __future__ import annotations

from typing import Any, Callable, Iterable, Iterator, List, Optional, Set, Tuple

from ..rules.errors import GameError, TextError
from ..rules.position import Position
from ..rules.scanner import DIGITS, control_at, invisible_at
from .headers import NAME_HEADERS, check_header
from .record_format import FIRST_LINE, MAX_LINE, OPEN, SEATS, START, start_text
from .record_head import read_open_start
from .record_repair import Mender, Word
from .state import Course, Dropped

KIND = FIRST_LINE.split(" ")[0]
OUTSIDE, HEAD, BODY, AFTER = 0, 1, 2, 3
# what has more in one game is no record; listing it would take long
MAX_DROPPED = 50000
# a text with more games that have no start is no file of records; making them all would take long
MAX_STARTLESS = 10000


class LenientReader:
    """Reads what it can of the games of an iterable of lines; each game's `dropped` lists the rest.

    >>> from adaptoid_widget.core.game.game import Game
    >>> text = "adaptoid-record 1\\r\\nStart: adaptoid w 0,0 W:D2 B:D6\\n\\n1 d2+l\\n2 A1+L\\n= W"
    >>> game = list(LenientReader(Game, text.split("\\n")).games())[0]
    >>> for what in game.dropped:
    ...     print(what.line, what.column, repr(what.text), what.why)
    1 18 '\\r' a carriage return
    4 3 'd2+l' read as D2+L
    5 3 'A1+L' There is no adaptoid on A1.
    6 3 'W' the game goes on
    """

    def __init__(self, make: Callable[..., Any], lines: Iterable[str]) -> None:
        self._make = make
        self._lines = iter(lines)
        self._number = 0
        self._where = OUTSIDE
        self._empty = False
        self._began = 0
        self._dropped: List[Dropped] = []
        self._headers: List[Tuple[str, str]] = []
        # their names
        self._named: Set[str] = set()
        self._start: Optional[Word] = None
        self._mender: Optional[Mender] = None
        # made once: a text may have many games without a start
        self._usual: Optional[Position] = None
        self._n_startless = 0

    def games(self) -> Iterator[Any]:
        """The games. Raises TextError where there is none at all, and beyond MAX_DROPPED and MAX_STARTLESS."""
        found = 0
        for line in self._lines:
            self._number += 1
            text = self._clean(line)
            if len(self._dropped) > MAX_DROPPED:
                raise TextError(self._number, 1, text, "a record with at most %d mistakes" % MAX_DROPPED)
            first = text.strip(" ").startswith(KIND)
            if first or (self._where in (OUTSIDE, AFTER) and _is_header(text)):
                apart = self._where == OUTSIDE or self._empty
                if self._where != OUTSIDE:
                    found += 1
                    yield self._end()
                if not apart:
                    self._drop(1, "", "the empty line between two games is missing")
                self._begin(text if first else "")
                if not first:
                    self._head(text)
            elif self._where == HEAD:
                self._head(text)
            elif self._where == BODY:
                self._body(text)
            elif text or self._empty or self._where == OUTSIDE:
                self._drop(1, text, "it is no part of a game" if text else "an empty line too many")
            self._empty = not text
        if self._where == AFTER and self._empty:
            self._drop(1, "", "an empty line too many")
        if self._where != OUTSIDE:
            found += 1
            yield self._end()
        if not found:
            raise TextError(1, 1, self._dropped[0].text if self._dropped else "", FIRST_LINE)

    def _drop(self, column: int, text: str, why: str) -> None:
        self._dropped.append(Dropped(self._number, column, text, why))

    # -- lines -------------------------------------------------------------------------------------------------------

    def _clean(self, line: str) -> str:
        """A line without its end, and without what no line of a record can hold."""
        if line[-1:] == "\n":
            line = line[:-1]
        if len(line) > MAX_LINE:
            self._drop(MAX_LINE + 1, line[MAX_LINE:], "the line has more than %d signs" % MAX_LINE)
            line = line[:MAX_LINE]
        text = line if control_at(line) < 0 and "\ufeff" not in line else self._without_controls(line)
        kept = text.rstrip(" \t")
        if kept != text:
            self._drop(len(kept) + 1, text[len(kept) :], "blanks at the end of the line")
        return kept

    def _without_controls(self, line: str) -> str:
        """A line without signs that are none of a plain text; each that is left out is listed."""
        note = line.lstrip(" \t")[:1] == ";"
        # whether anything but blanks was kept so far
        begun = False
        out: List[str] = []
        for i, sign in enumerate(line):
            at = i + 1
            code = ord(sign)
            why = ""
            if sign == "\ufeff" and at == 1:
                why, instead = "a byte order mark", ""
            elif sign == "\r":
                why, instead = "a carriage return", "" if at == len(line) else " "
            elif sign == "\t":
                # within a comment a tab is as good as any sign
                why, instead = ("", sign) if note and begun else ("a tab", "  ")
            elif 0xD800 <= code < 0xE000:
                why, instead = "a byte that is not UTF-8", ""
                sign = "\\x%02x" % (code & 255)
            elif code < 32 or 127 <= code < 160 or code in (0x2028, 0x2029):
                why, instead = "a control character", ""
            else:
                instead = sign
            if why:
                self._drop(at, sign, why)
            out.append(instead)
            begun = begun or instead.strip(" ") != ""
        return "".join(out)

    # -- headers and start -------------------------------------------------------------------------------------------

    def _begin(self, text: str) -> None:
        """Begin a game with its first line; an empty one is missing."""
        self._where = HEAD
        self._began = self._number
        self._headers = []
        self._named = set()
        self._start = None
        self._mender = None
        if text and text != FIRST_LINE:
            self._drop(1, text, "read as " + FIRST_LINE)
        elif not text:
            self._drop(1, "", "the line %s is missing" % FIRST_LINE)

    def _head(self, text: str) -> None:
        if not text:
            if self._start is not None:
                self._where = BODY
            else:
                self._drop(1, "", "an empty line among the headers")
            return
        if not _is_header(text):
            self._drop(1, "", "the empty line before the turns is missing")
            self._where = BODY
            self._body(text)
            return
        self._header(text)

    def _header(self, text: str) -> None:
        """Keep a header, or say why not."""
        colon = text.index(":")
        name = text[:colon].strip(" ")
        value = text[colon + 1 :].strip(" ")
        column = text.index(value, colon + 1) + 1 if value else colon + 2
        if name + ": " + value != text:
            self._drop(1, text[: column - 1], "read as %s: " % name)
        if name == START:
            if self._start is not None or self._where == BODY:
                self._drop(1, text, "another start")
            else:
                self._start = Word(self._number, column, value)
            return
        if name in SEATS or name in NAME_HEADERS:
            value = self._name(value, column)
        try:
            check_header("Event" if name in SEATS else name, value)
        except GameError as error:
            self._drop(1, text, str(error))
            return
        if name in self._named:
            self._drop(1, text, "this header stands above already")
        else:
            self._headers.append((name, value))
            self._named.add(name)
            if self._where == BODY or self._start is not None:
                self._drop(1, text, "a header behind Start; kept before it")

    def _name(self, value: str, column: int) -> str:
        """A name without what is not seen and changes how others are shown."""
        kept = ""
        for i, sign in enumerate(value):
            if invisible_at(sign) < 0:
                kept += sign
            else:
                self._drop(column + i, sign, "an invisible character in a name")
        return kept.strip(" ")

    def _game(self) -> Tuple[Any, bool]:
        """The game that the start begins, and whether its turns can be read."""
        if self._start is None:
            self._n_startless += 1
            if self._n_startless > MAX_STARTLESS:
                raise TextError(self._number, 1, "", "at most %d games without a Start" % MAX_STARTLESS)
            self._drop(1, "", "Start is missing; the usual start is taken")
            if self._usual is None:
                self._usual = Position.start()
            return self._make(self._usual), True
        number, column, text = self._start
        try:
            joined = " ".join([word for word in text.split(" ") if word])
            game: Any = (
                read_open_start(self._make, joined)
                if joined.startswith(OPEN + " ")
                else self._make(Position.from_text(joined))
            )
        except TextError as error:
            self._dropped.append(Dropped(number, column, text, "no start: expected %s" % error.expected))
            return self._make(), False
        if start_text(game) != text:
            self._dropped.append(Dropped(number, column, text, "read as " + start_text(game)))
        return game, True

    # -- turns and the end -------------------------------------------------------------------------------------------

    def _body(self, text: str) -> None:
        if self._mender is None:
            game, readable = self._game()
            self._mender = Mender(game, readable, self._dropped)
        sign = text.strip(" ")[:1]
        if sign not in ("", ";", "%", "=") and sign not in DIGITS and _is_header(text):
            self._header(text)
        elif self._mender.read(self._number, text):
            self._where = AFTER

    def _end(self) -> Any:
        """The game that has been read so far."""
        if self._where == HEAD:
            self._body("")
        mender = self._mender
        if mender is None:
            game, _ = self._game()
            mender = Mender(game, True, self._dropped)
        mender.end(self._number)
        game = mender.game
        self._seat(game)
        for name, value in self._headers:
            if name not in SEATS:
                game.headers.note(name, value)
        game.read_from = self._began
        dropped = self._dropped
        # sorts are not stable everywhere
        order = sorted(range(len(dropped)), key=lambda i: (dropped[i].line, dropped[i].column, i))
        game.dropped = tuple([dropped[i] for i in order])
        self._dropped = []
        self._where = OUTSIDE
        return game

    def _seat(self, game: Course) -> None:
        """Give an open start under way the names of its players."""
        seats = {name: value for name, value in self._headers if name in SEATS}
        if not seats:
            return
        if len(seats) == len(SEATS) and game.opening is not None and not game.started:
            game.opening.names = tuple([seats[name] for name in SEATS])
            if [name for name, _ in self._headers[-len(SEATS) :]] != list(SEATS):
                self._dropped.append(
                    Dropped(self._began, 1, "", "First and Second are not right before Start")
                )
        else:
            for name in sorted(seats):
                why = "only an open start under way says who is First and who is Second"
                self._dropped.append(Dropped(self._began, 1, name + ": " + seats[name], why))


def _is_header(text: str) -> bool:
    """Whether a line looks like a header: a word, a colon, and a text."""
    name, colon, _ = text.partition(":")
    name = name.strip(" ")
    return bool(colon) and "A" <= name[:1].upper() <= "Z" and " " not in name
