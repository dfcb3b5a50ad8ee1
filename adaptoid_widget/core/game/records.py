"""Reads game records line by line. docs/reference/records.md describes the format.

A strict reading takes the canonical form alone, and raises the first mistake. A lenient reading takes other spellings,
such as small letters, other blanks and line ends, too. It ends a game at its first mistake and keeps the rest as a
comment. It lists both in `game.dropped`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, Iterator, List, Optional

from ..host.host import current_host, type_name
from ..rules.errors import GameError, IllegalTurn, LayoutError, TextError, check_flags
from ..rules.notation import read_head
from ..rules.pasting import pasted_position
from ..rules.position import Position, is_reordered, read_unsorted, sorting_note
from ..rules.scanner import Scanner, capitals, has_line_ends, invisible_at, plain_line_ends, plain_signs
from ..rules.turn import Referee, outcomes
from .comments import MAX_COMMENT
from .headers import MAX_VALUE, NAME_HEADERS, OWN_HEADERS, Headers, check_header, clean_name, is_name
from .record_body import BodyReader
from .record_scanner import KIND, MAX_FIRST_LINE, RecordLines, Word, is_first_line
from .record_writing import FIRST_LINE, OPEN, OPEN_LABELS, OPEN_START_ROLES, START, start_text

if TYPE_CHECKING:
    from typing import TypeVar

    Kind = TypeVar("Kind")

OUTSIDE, HEAD, BODY, CUT, AFTER = 0, 1, 2, 3, 4
# a record in another spelling begins among so many characters, below the lines of a mail
MAX_BEFORE = 4096
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
    ends the game there and keeps the rest as a comment; each game's `dropped` says where. A `referee` applies the turns
    in place of `core.rules.turn`.
    """
    return RecordReader(make, lines, lenient, referee or outcomes).games()


def opened_records(make: Callable[..., Kind], lines: Iterable[str]) -> Iterator[Kind]:
    """The games of a text that people only open: other spellings and text around the games are read.

    Raises TextError or IllegalTurn with the line of the first mistake in a game.
    """
    for game in read_records(make, lines, True):
        record: Any = game
        if record.damage.mistake is not None:
            raise record.damage.mistake
        yield game


def read_record(make: Callable[..., Kind], text: str, lenient: bool = False) -> Kind:
    """The only game of a text. Raises as `read_records`, and TextError if there are more games."""
    if not isinstance(text, str):
        raise TypeError("a record is a text, not %s" % type_name(text))
    check_flags(lenient=lenient)
    hint = "" if has_line_ends(text) else current_host().hint_about(text)
    if hint:
        raise TextError(1, 1, text, FIRST_LINE, hint)
    lines = text.split("\n")
    last_line = lines.pop()
    if last_line:
        lines.append(last_line)
    games: List[Any] = []
    for game in read_records(make, lines, lenient):
        games.append(game)
        if len(games) > 1:
            raise TextError(games[1].read_from, 1, FIRST_LINE, "the end of the text after one game")
    if last_line and not lenient:
        raise TextError(len(lines), len(last_line) + 1, "", "a line end")
    only: Kind = games[0]
    return only


class RecordReader:
    """Reads the games of an iterable of lines.

    >>> from adaptoid_widget.core.game.game import Game
    >>> text = "adaptoid-record 1\\nStart: adaptoid w 0,0 W:D2 B:D6\\n\\n1. d2+l\\n2 A1+L\\n3 D2+L\\n= W"
    >>> game = list(RecordReader(Game, text.split("\\n"), lenient=True).games())[0]
    >>> for line, column, text, why in game.dropped:
    ...     print(line, column, repr(text), why)
    4 1 '1. d2+l' read as 1 D2+L
    5 1 '2 A1+L' line 5, column 3: There is no adaptoid on A1.; the game ends here, the rest is a comment
    >>> print(game.comment)
    2 A1+L
    3 D2+L
    = W
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
        # None before Start
        self._body: Optional[BodyReader] = None
        # the lines of the head that are no headers, and those from the first mistake on
        self._kept: List[str] = []
        self._rest: List[str] = []
        self._n_games = 0
        self._is_after_blank = False

    def games(self) -> Iterator[Any]:
        """The games. Raises TextError or IllegalTurn."""
        lines = self._lines
        while True:
            game = None
            try:
                if self._where == BODY and self._body is not None and self._body.read_batch():
                    self._is_after_blank = False
                text = lines.take()
                if text is None:
                    break
                game = self._read(text)
            except (TextError, IllegalTurn) as error:
                if not lines.lenient:
                    raise
                self._pass_mistake(error)
            if game is not None:
                yield game
        end = Word(lines.number + 1, 1, "")
        if self._where == AFTER and self._is_after_blank:
            expected = FIRST_LINE + " after a blank line"
            lines.tolerate(lines.word(1, ""), "an empty line too many", expected, end)
        if self._is_under_way:
            yield self._finish(end)
        if not self._n_games:
            texts = [dropped.text for dropped in lines.dropped if dropped.text] + [lines.written]
            raise TextError(1, 1, texts[0], FIRST_LINE)

    def _read(self, text: str) -> Any:
        """Read a line. Return the game that ends there or before it, or None."""
        lines = self._lines
        game = None
        if self._where == CUT and not is_first_line(text):
            self._rest.append(text)
            return None
        text = lines.plain(text)
        if is_first_line(text):
            is_apart = self._where in (OUTSIDE, CUT) or self._is_after_blank
            if self._is_under_way:
                game = self._finish(lines.word(1, text))
            if not is_apart:
                missing = "the empty line between two games is missing"
                lines.tolerate(lines.word(1, ""), missing, ANOTHER_GAME, lines.word(1, text))
            self._begin(text)
        elif self._where == HEAD:
            self._read_head(text)
        elif self._where == BODY and self._body is not None:
            if self._body.read(text):
                self._where = AFTER
                # only a lenient reading attributes the lines after a game to it
                game = None if lines.lenient else self._finish(lines.word(1, text))
        elif text or self._is_after_blank or self._where == OUTSIDE:
            self._pass_over(text, self._is_after_blank or self._where == OUTSIDE)
        self._is_after_blank = not text
        return game

    def _pass_mistake(self, error: ValueError) -> None:
        """Go on behind a line that cannot be read."""
        if self._where in (HEAD, BODY):
            self._cut(error)
        elif self._where == CUT:
            self._rest.append(self._lines.written)
        else:
            self._pass_over(self._lines.written, False)

    def _pass_over(self, text: str, begins: bool) -> None:
        """Leave out a line outside a game."""
        lines = self._lines
        problem = "it is no part of a game" if text else "an empty line too many"
        lines.tolerate(lines.word(1, text), problem, FIRST_LINE if begins else ANOTHER_GAME)
        lines.damage.is_left_out = lines.damage.is_left_out or text != ""

    def _cut(self, error: ValueError) -> None:
        """End the current game before the last line, which has a mistake; keep that line and the rest as a comment."""
        lines = self._lines
        if self._body is None:
            self._body = BodyReader(self._make(), lines, self._referee)
            lines.damage.is_startless = True
        self._body.cut()
        lines.damage.mistake = error
        keeps = "the game ends here, the rest is " + ("a comment" if self._body.keeps else "left out")
        lines.report_mistake(error, keeps)
        self._rest = [lines.written]
        self._where = CUT

    def _begin(self, text: str) -> None:
        """Begin a game with its first line."""
        self._where = HEAD
        self._first_line = self._lines.number
        self._headers = Headers()
        self._seats = {}
        self._kept = []
        self._rest = []
        self._lines.repair(self._lines.word(1, text), FIRST_LINE)

    @property
    def _is_under_way(self) -> bool:
        return self._where == HEAD or self._body is not None

    def _read_head(self, text: str) -> None:
        lines = self._lines
        if _is_header(text):
            try:
                self._read_header(text)
            except TextError as error:
                if not lines.lenient or text.startswith(START + ":"):
                    raise
                lines.report_mistake(error, "it is no header and becomes a comment")
                lines.damage.is_kept = True
                self._kept.append(lines.written)
        elif text:
            self._end_head(lines.word(1, text))
            assert self._body is not None
            if self._body.read(text):
                self._where = AFTER
        elif self._body is not None:
            self._where = BODY
        else:
            lines.tolerate(lines.word(1, ""), "an empty line among the headers", A_HEADER)

    def _read_header(self, text: str) -> None:
        """Set a header. Raises TextError."""
        lines = self._lines
        name, colon, value = text.partition(": ")
        if not colon:
            name = text.partition(":")[0]
            raise lines.mistake(lines.word(1, text), A_HEADER if is_name(name) else A_NAME)
        word = lines.word(len(name) + 3, value)
        if name == START or name in OPEN_START_ROLES or self._seats:
            self._check_order(name)
        if self._body is not None:
            raise lines.mistake(lines.word(1, text), A_BLANK)
        if name == START:
            self._read_start(word)
        elif name in self._headers:
            expected = "another header, since this one stands above already"
            raise lines.mistake(lines.word(1, text), expected)
        else:
            self._set_header(name, word)

    def _set_header(self, name: str, word: Word) -> None:
        """Set a header or the name of a player of an open start. Raises TextError."""
        lines = self._lines
        text = word.text
        is_name_of_player = name in NAME_HEADERS or name in OPEN_START_ROLES
        at = invisible_at(text)
        if at >= 0 and is_name_of_player:
            problem = "an invisible character in a name"
            wrong = Word(word.line, word.column + at, text[at])
            lines.tolerate(wrong, problem, "no invisible character in a name")
            text = clean_name(text, len(text))
        try:
            if name in OPEN_START_ROLES:
                check_header("Player", text)
                self._seats[name] = lines.word(word.column, text)
            else:
                self._headers.set_silently(name, text)
        except GameError:
            whole = lines.word(1, name + ": " + text)
            if name in OWN_HEADERS:
                raise lines.mistake(whole, "a header that a record does not write by itself")
            if not is_name(name):
                raise lines.mistake(whole, A_NAME)
            lines.check_plain(word)
            raise lines.mistake(word, A_VALUE)

    def _check_order(self, name: str) -> None:
        """Report that First, Second and Start are not consecutive."""
        expected = (OPEN_START_ROLES + (START, ""))[len(self._seats)]
        if (self._seats or name in OPEN_START_ROLES) and name != expected:
            problem = "First and Second are not right before Start"
            self._lines.tolerate(self._lines.word(1, name), problem, expected)

    def _read_start(self, word: Word) -> None:
        """Make the game from its Start: a position or an open start. Raises TextError."""
        lines = self._lines
        text = word.text
        if lines.lenient:
            text += lines.take_broken_off()
            text = " ".join([part for part in plain_signs(text).split(" ") if part])
            text = text if text.startswith(OPEN + " ") else pasted_position(text)
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
            raise error.within(word.line, word.column)
        if is_reordered(text, correct):
            lines.damage.is_reordered = True
            lines.repair(word, correct, sorting_note(correct))
        else:
            lines.repair(word, correct)
        self._set_seats(game, word)
        self._body = BodyReader(game, lines, self._referee)

    def _set_seats(self, game: Any, start: Word) -> None:
        """Set the names of the players of an open start under way. Raises TextError for any other start."""
        seats = self._seats
        if not seats:
            return
        if len(seats) == len(OPEN_START_ROLES) and game.opening is not None and not game.started:
            game.opening.names = tuple([seats[name].text for name in OPEN_START_ROLES])
            return
        lines = self._lines
        problem = "only an open start under way says who is First and who is Second"
        expected = "an open start under way, since First and Second stand above"
        for name in OPEN_START_ROLES:
            if name in seats:
                line, _, text = seats[name]
                kept = name + ": " + text
                lines.tolerate(Word(line, 1, kept), problem, expected, start)
                lines.damage.is_kept = True
                self._kept.append(kept)

    def _end_head(self, wrong: Word) -> None:
        """Begin the body at a line that should be empty, or at the end. Raises TextError without a Start."""
        if self._body is None:
            raise self._lines.mistake(wrong, A_HEADER)
        problem = "the empty line before the turns is missing"
        self._lines.tolerate(self._lines.word(1, ""), problem, A_BLANK, wrong)
        self._where = BODY

    def _finish(self, wrong: Word) -> Any:
        """The current game, completed; `wrong` is the word after it."""
        lines = self._lines
        try:
            if self._where == HEAD:
                self._end_head(wrong)
            if self._where == BODY and self._body is not None:
                self._body.end(wrong)
        except TextError as error:
            if not lines.lenient:
                raise
            self._cut(error)
            self._rest = []
        body = self._body
        assert body is not None
        if not body.keep(self._kept, self._rest):
            problem = "a comment has at most %d characters; the rest is left out" % MAX_COMMENT
            lines.tolerate(lines.word(1, ""), problem, "")
            lines.damage.is_left_out = True
        body.finish()
        self._n_games += 1
        game = body.game
        game.headers.replace(self._headers)
        game.read_from = self._first_line
        game.dropped, game.damage = lines.take_reports()
        self._body = None
        self._where = AFTER
        return game


def has_record(text: str) -> bool:
    """Whether a line of a text begins a record; one of the first lines, in any spelling."""
    if [line for line in plain_line_ends(text[:MAX_BEFORE]).split("\n") if is_first_line(line)]:
        return True
    at = text.find(KIND)
    while at >= 0:
        start = at
        while at - MAX_FIRST_LINE < start > 0 and text[start - 1] not in "\n\r\x85\u2028\u2029":
            start -= 1
        if is_first_line(text[start : at + len(KIND)]):
            return True
        at = text.find(KIND, at + 1)
    return False


def _is_header(text: str) -> bool:
    """Whether a line looks like a header: a word and a colon."""
    name, colon, _ = text.strip(" ").partition(":")
    return bool(colon) and "A" <= capitals(name[:1]) <= "Z" and " " not in name.strip(" ")


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
