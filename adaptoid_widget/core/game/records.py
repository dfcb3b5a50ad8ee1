"""Reads game records line by line. docs/reference/records.md describes the format.

The reader reports each part that it drops or repairs. A lenient reading lists the reports in `game.dropped`; a strict
reading raises the first one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, Iterator, Optional

from ..host.host import current_host
from ..rules.errors import GameError, LayoutError, TextError, check_flags
from ..rules.notation import read_head
from ..rules.position import Position, is_reordered, read_unsorted, sorting_note
from ..rules.scanner import DIGITS, Scanner, invisible_at
from ..rules.turn import Referee, outcomes
from .headers import MAX_VALUE, NAME_HEADERS, OWN_HEADERS, Headers, check_header, is_name
from .record_body import A_TURN_OR_RESULT, BodyReader
from .record_scanner import RecordLines, Word
from .record_writing import FIRST_LINE, OPEN, OPEN_LABELS, OPEN_START_ROLES, START, start_text

if TYPE_CHECKING:
    from typing import TypeVar

    Kind = TypeVar("Kind")

KIND = FIRST_LINE.split(" ")[0]
OUTSIDE, HEAD, BODY, AFTER = 0, 1, 2, 3
# limits the time for a text with many first lines and nothing else
MAX_STARTLESS = 10000
MAX_STARTS = 100
# a cache: the positions of the last starts by their texts
_POSITIONS: Dict[str, Position] = {}

A_HEADER = "a header, as in 'Event: Club evening', or Start"
A_NAME = "a header's name: a capital, then letters, digits or hyphens"
A_VALUE = "1 to %d signs without blanks around them" % MAX_VALUE
A_BLANK = "a blank line after Start"
ANOTHER_GAME = "a blank line and another game, or the end of the text"


def read_records(
    make: Callable[..., Kind], lines: Iterable[str], lenient: bool = False, referee: Optional[Referee] = None
) -> Iterator[Kind]:
    """The games of a text in lines, one after the other, each at the end of its main line.

    `make` is the class `Game`. Raises TextError or IllegalTurn with the line of the first mistake. A lenient reading
    drops mistakes and lists them in each game's `dropped`. A `referee` applies the turns in place of
    `core.rules.turn`.
    """
    return RecordReader(make, lines, lenient, referee or outcomes).games()


def read_record(make: Callable[..., Kind], text: str, lenient: bool = False) -> Kind:
    """The only game of a text. Raises as `read_records`, and TextError if there are more games."""
    if not isinstance(text, str):
        raise TypeError("a record is a text, not %s" % type(text).__name__)
    check_flags(lenient=lenient)
    hint = current_host().hint_about(text) if "\n" not in text else ""
    if hint:
        raise TextError(1, 1, text, FIRST_LINE, hint)
    lines = text.split("\n")
    last_line = lines.pop()
    if last_line:
        lines.append(last_line)
    games = list(read_records(make, lines, lenient))
    if len(games) > 1:
        second: Any = games[1]
        raise TextError(second.read_from, 1, FIRST_LINE, "the end of the text after one game")
    if last_line and not lenient:
        raise TextError(len(lines), len(last_line) + 1, "", "a line end")
    return games[0]


class RecordReader:
    """Reads the games of an iterable of lines.

    >>> from adaptoid_widget.core.game.game import Game
    >>> text = "adaptoid-record 1\\r\\nStart: adaptoid w 0,0 W:D2 B:D6\\n\\n1 d2+l\\n2 A1+L\\n= W"
    >>> game = list(RecordReader(Game, text.split("\\n"), lenient=True).games())[0]
    >>> for line, column, text, why in game.dropped:
    ...     print(line, column, repr(text), why)
    1 18 '\\r' a carriage return
    4 3 'd2+l' read as D2+L
    5 3 'A1+L' There is no adaptoid on A1.
    6 3 'W' the game goes on
    """

    def __init__(
        self, make: Callable[..., Any], lines: Iterable[str], lenient: bool, referee: Referee = outcomes
    ) -> None:
        self._make = make
        self._lines = RecordLines(lines, lenient)
        self._referee = referee
        self._where = OUTSIDE
        # of the current game
        self._first_line = 0
        self._headers = Headers()
        self._seats: Dict[str, Word] = {}
        self._is_disordered = False
        # None before Start
        self._body: Optional[BodyReader] = None
        self._n_startless = 0
        self._n_games = 0

    def games(self) -> Iterator[Any]:
        """The games. Raises TextError or IllegalTurn."""
        lines = self._lines
        is_after_blank = False
        while True:
            if self._where == BODY and self._body is not None and self._body.read_batch():
                is_after_blank = False
            text = lines.take()
            if text is None:
                break
            is_first = text.strip(" ").startswith(KIND)
            if is_first or (self._where in (OUTSIDE, AFTER) and _is_header(text)):
                is_apart = self._where == OUTSIDE or is_after_blank
                if self._is_under_way:
                    yield self._finish(lines.word(1, text))
                if not is_apart:
                    missing = "the empty line between two games is missing"
                    lines.drop(lines.word(1, ""), missing, ANOTHER_GAME, lines.word(1, text))
                self._begin(text, is_first)
            elif self._where == HEAD:
                self._read_head(text)
            elif self._where == BODY:
                if self._read_body(text) and not lines.lenient:
                    # only a lenient reading attributes the lines after a game to it
                    yield self._finish(lines.word(1, text))
            elif text or is_after_blank or self._where == OUTSIDE:
                problem = "it is no part of a game" if text else "an empty line too many"
                begins = is_after_blank or self._where == OUTSIDE
                lines.drop(lines.word(1, text), problem, FIRST_LINE if begins else ANOTHER_GAME)
            is_after_blank = not text
        end = Word(lines.number + 1, 1, "")
        if self._where == AFTER and is_after_blank:
            expected = FIRST_LINE + " after a blank line"
            lines.drop(lines.word(1, ""), "an empty line too many", expected, end)
        if self._is_under_way:
            yield self._finish(end)
        if not self._n_games:
            raise TextError(1, 1, lines.dropped[0].text if lines.dropped else "", FIRST_LINE)

    def _begin(self, text: str, is_first: bool) -> None:
        """Begin a game with its first line, or with a header if that line is missing."""
        lines = self._lines
        self._where = HEAD
        self._first_line = lines.number
        self._headers = Headers()
        self._seats = {}
        self._is_disordered = False
        if not is_first:
            problem = "the line %s is missing" % FIRST_LINE
            lines.drop(lines.word(1, ""), problem, FIRST_LINE, lines.word(1, text))
            self._read_header(text)
        else:
            lines.repair(lines.word(1, text), FIRST_LINE)

    @property
    def _is_under_way(self) -> bool:
        return self._where == HEAD or self._body is not None

    def _read_head(self, text: str) -> None:
        if _is_header(text):
            self._read_header(text)
        elif text:
            self._end_head(self._lines.word(1, text))
            self._read_body(text)
        elif self._body is not None:
            self._where = BODY
        else:
            self._lines.drop(self._lines.word(1, ""), "an empty line among the headers", A_HEADER)

    def _read_body(self, text: str) -> bool:
        """Read a line after the empty one. Return whether it is the result."""
        body = self._body
        char = text.strip(" ")[:1]
        if char not in ("", ";", "%", "=") and char not in DIGITS and _is_header(text):
            self._read_header(text)
        elif body is not None and body.read(text):
            self._where = AFTER
            return True
        return False

    def _read_header(self, text: str) -> None:
        """Set a header, or report why not."""
        lines = self._lines
        name, colon, value = text.partition(": ")
        column = len(name) + 3
        if lines.lenient or not colon:
            name, _, value = [part.strip(" ") for part in text.partition(":")]
            column = text.index(value, text.index(":") + 1) + 1 if value else text.index(":") + 2
            if name + ": " + value != text:
                lines.drop(lines.word(1, text[: column - 1]), "read as %s: " % name, A_HEADER)
        late = A_TURN_OR_RESULT if self._where == BODY else A_BLANK if self._body is not None else ""
        if name == START:
            self._check_order(START)
            if late:
                lines.drop(lines.word(1, text), "another start", late)
            else:
                self._read_start(lines.word(column, value))
            return
        is_name_of_player = name in NAME_HEADERS or name in OPEN_START_ROLES
        if lines.lenient and is_name_of_player:
            value = self._without_invisible(lines.word(column, value))
        wrong: Optional[Word] = None
        if name in self._headers or name in self._seats:
            problem = "this header stands above already"
            expected = "another header, since this one stands above already"
        else:
            try:
                if name in OPEN_START_ROLES:
                    check_header("Player", value)
                    self._seats[name] = lines.word(column, value)
                else:
                    self._headers.set_silently(name, value)
                if self._seats:
                    self._check_order(name)
                if not late:
                    return
                problem, expected = "a header behind Start; kept before it", late
            except GameError as error:
                problem, expected = str(error), A_VALUE
                if name in OWN_HEADERS and name not in OPEN_START_ROLES:
                    expected = "a header that a record does not write by itself"
                elif not is_name(name):
                    expected = A_NAME
                else:
                    wrong = lines.word(column, value)
                    lines.check_plain(wrong)
                    if is_name_of_player:
                        self._without_invisible(wrong)
        lines.drop(lines.word(1, text), problem, late or expected, None if late else wrong)

    def _without_invisible(self, word: Word) -> str:
        """A name without invisible characters, which can change how other text is shown."""
        visible = ""
        for i, char in enumerate(word.text):
            if invisible_at(char) < 0:
                visible += char
            else:
                problem, expected = "an invisible character in a name", "no invisible character in a name"
                self._lines.drop(Word(word.line, word.column + i, char), problem, expected)
        return visible.strip(" ")

    def _check_order(self, name: str) -> None:
        """Record that First, Second and Start are not consecutive; a strict reading raises TextError."""
        seats = len(self._seats) - (name in OPEN_START_ROLES)
        if (seats or name in OPEN_START_ROLES) and name != (OPEN_START_ROLES + (START,))[seats]:
            if not self._lines.lenient:
                raise TextError(self._lines.number, 1, name, (OPEN_START_ROLES + (START,))[seats])
            self._is_disordered = True

    def _read_start(self, word: Word) -> None:
        """Make the game from its Start: a position or an open start."""
        lines = self._lines
        text = " ".join(word.text.split()) if lines.lenient else word.text
        position = _POSITIONS.get(text)
        correct = text
        game: Any
        try:
            if position is not None:
                game = self._make(position)
            elif text.startswith(OPEN + " "):
                game = read_open_start(self._make, text)
                correct = start_text(game)
            else:
                game = self._make(read_unsorted(text) if lines.lenient else Position.from_text(text))
                correct = start_text(game)
                if len(_POSITIONS) >= MAX_STARTS:
                    _POSITIONS.clear()
                _POSITIONS[correct] = game.position
        except TextError as error:
            lines.misread(word, error, "no start: expected " + error.expected)
            lines.damage.is_startless = True
            self._set_game(self._make(), False)
            return
        if is_reordered(text, correct):
            lines.damage.is_reordered = True
            lines.repair(word, correct, sorting_note(correct))
        else:
            lines.repair(word, correct)
        self._set_game(game, True)
        if not lines.lenient:
            self._set_seats(game, word)

    def _set_game(self, game: Any, is_readable: bool) -> None:
        self._body = BodyReader(game, is_readable, self._lines, self._referee)

    def _end_head(self, wrong: Word) -> None:
        """Begin the body at a line that should be empty, or at the end of the text."""
        missing = self._lines.word(1, "")
        expected = A_HEADER if self._body is None else A_BLANK
        self._lines.drop(missing, "the empty line before the turns is missing", expected, wrong)
        if self._body is None:
            self._n_startless += 1
            if self._n_startless > MAX_STARTLESS:
                raise TextError(missing.line, 1, "", "at most %d games without a Start" % MAX_STARTLESS)
            self._lines.drop(missing, "Start is missing; the usual start is taken", A_HEADER, wrong)
            self._lines.damage.is_startless = True
            self._set_game(self._make(), True)
        self._where = BODY

    def _finish(self, wrong: Word) -> Any:
        """The current game, completed; `wrong` is the word after it."""
        if self._where == HEAD:
            self._end_head(wrong)
        body = self._body
        assert body is not None
        self._n_games += 1
        if self._where == BODY:
            body.end(wrong)
        game = body.game
        if self._lines.lenient:
            self._set_seats(game, wrong)
        game.headers.replace(self._headers)
        game.read_from = self._first_line
        game.dropped, game.damage = self._lines.take_reports()
        self._body = None
        self._where = AFTER
        return game

    def _set_seats(self, game: Any, start: Word) -> None:
        """Set the names of the players of an open start under way."""
        seats = self._seats
        if len(seats) == len(OPEN_START_ROLES) and game.opening is not None and not game.started:
            game.opening.names = tuple([seats[name].text for name in OPEN_START_ROLES])
            if self._is_disordered:
                first = Word(self._first_line, 1, "")
                self._lines.drop(first, "First and Second are not right before Start", OPEN_START_ROLES[0])
            return
        problem = "only an open start under way says who is First and who is Second"
        expected = "an open start under way, since First and Second stand above"
        for name in sorted(seats):
            line, _, text = seats[name]
            self._lines.drop(Word(line, 1, name + ": " + text), problem, expected, start)


def _is_header(text: str) -> bool:
    """Whether a line looks like a header: a word and a colon."""
    name, colon, _ = text.strip(" ").partition(":")
    return bool(colon) and "A" <= name[:1].upper() <= "Z" and " " not in name.strip(" ")


def read_open_start(make: Callable[..., Any], text: str) -> Any:
    """The game of `open adaptoid@hex5 W:E3 B:E7 second:B`, or of a prefix of it. Raises TextError."""
    scanner = Scanner(text)
    scanner.word()
    scanner.take(" ", "a blank and the variant")
    start = scanner.at
    variant, switches, layout = read_head(scanner)
    try:
        game: Any = make(OPEN, variant, layout, switches)
    except (GameError, LayoutError) as error:
        raise scanner.error(start, "a board and a variant for an open start; %s" % error, scanner.at - start)
    for label in OPEN_LABELS:
        if scanner.at == len(text):
            break
        for char in " " + label:
            scanner.take(char, "%s or the end of the line" % label)
        start = scanner.at
        try:
            if label == OPEN_LABELS[-1]:
                scanner.at = len(text)
                game.choose(text[start:])
            else:
                game.place(scanner.cell("a disc"))
        except (GameError, LayoutError) as error:
            raise scanner.error(start, "what the open start allows; %s" % error, scanner.at - start)
    scanner.end()
    return game
