"""Splits game records into numbered lines and words, and reports mistakes in them."""

from __future__ import annotations

from typing import Iterable, List, NamedTuple, Optional, Tuple

from ..host.similar_words import small_letters
from ..rules.errors import TextError
from ..rules.legality import Reason, illegal
from ..rules.pasting import is_part_of_position
from ..rules.scanner import (
    DIGITS,
    UNSEEN,
    capitals,
    control_at,
    has_other_line_ends,
    plain_line_ends,
    plain_signs,
    without_end,
    without_start,
)
from .record_writing import AGREED_TEXT, FIRST_LINE, RESIGNS
from .tree import Damage, Dropped

KIND = FIRST_LINE.split(" ")[0]
# with what stands before it
MAX_FIRST_LINE = 100
# mails and documents begin each line of a quotation with some of these
QUOTE_SIGNS = " \t>|"
# the signs of the bytes from 0x80 to 0x9F; from 0xA0 on, a byte is the number of its sign
_WINDOWS_1252 = (
    "\u20ac\ufffd\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\ufffd\u017d\ufffd"
    "\ufffd\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\ufffd\u017e\u0178"
)
# longer than any line that is written; limits the memory that reading takes
MAX_RECORD_LINE = 100000
# a position has fewer characters than this many lines
MAX_BROKEN_OFF = 8
# a lenient reading lists this many lines at most
MAX_DROPPED = 10000
# one call plays the turns of many lines; the limit bounds its memory
MAX_BATCH = 1000
# the first characters of lines with turns, comments and marks
BODY_SIGNS = set("0123456789;%")

Word = NamedTuple("Word", [("line", int), ("column", int), ("text", str)])
"""A part of a line and its place; lines and columns count from 1."""


class RecordLines:
    """Gives the lines of a text one by one, and collects reports of what is not in canonical form.

    A strict reading raises the first report. A lenient reading lists what can be read all the same, and raises what
    cannot.
    """

    def __init__(self, lines: Iterable[str], lenient: bool) -> None:
        self.lenient = lenient
        self.number = 0
        """The number of the last line that was taken."""
        self.written = ""
        """The last line that was taken, as it was written."""
        self.dropped: List[Dropped] = []
        """The reports of a lenient reading."""
        self.damage = Damage()
        """What the reports of the current game come to."""
        self._lines = iter(lines)
        # lines to be taken next, the last one first
        self._next: List[str] = []
        # the number of lines from `lines` until the first with another line end; −1 behind it
        self._n_lines = 0
        # what stands before each line of a quoted game; it is sure once a second line has it
        self._quote = ""
        self._is_quote_sure = False

    def _take(self) -> Optional[str]:
        """The next line without its end, not yet counted; None at the end of the text."""
        if self._next:
            return self._next.pop()
        for line in self._lines:  # next() takes no default in MicroPython
            if line[-1:] == "\n":
                line = line[:-1]
            if self._n_lines >= 0:
                self._n_lines += 1
            if self.lenient and has_other_line_ends(line):
                parts = plain_line_ends(line[:-1] if line[-1] == "\r" else line).split("\n")
                parts.reverse()
                self._next = parts
                if self._n_lines > 0:
                    self._report(Word(self._n_lines, 1, ""), "line ends of another system")
                    self._n_lines = -1
                return self._next.pop()
            return line
        return None

    def take(self) -> Optional[str]:
        """The next line; None at the end of the text. Raises TextError for one that is too long."""
        line = self._take()
        if line is not None:
            if self.lenient and (self._quote or line[:1] in QUOTE_SIGNS):
                line = self._without_quote(line)
            self.count(line)
            if len(line) > MAX_RECORD_LINE:
                excess = self.word(MAX_RECORD_LINE + 1, line[MAX_RECORD_LINE:])
                raise self.mistake(excess, "the end of the line, %d signs at most" % MAX_RECORD_LINE)
        return line

    def _without_quote(self, line: str) -> str:
        """A line of a quoted game without what stands before each."""
        if is_first_line(line):
            remaining = line.lstrip(QUOTE_SIGNS)
            self._quote = line[: len(line) - len(remaining)]
            self._is_quote_sure = False
            if self._quote:
                self._report(Word(self.number + 1, 1, line), "read as " + remaining)
            return remaining
        content = line.strip(QUOTE_SIGNS)
        if content and not self._is_quote_sure:
            self._quote = self._quote if line.startswith(self._quote) else ""
            self._is_quote_sure = True
        if self._quote and not content:
            return ""
        return line[len(self._quote) :] if line.startswith(self._quote) else line

    def take_broken_off(self) -> str:
        """What a mail program has broken off the Start in the last line, with a blank before each part."""
        text = ""
        for _ in range(MAX_BROKEN_OFF):
            written = self._take()
            if written is None:
                break
            line = without_start(self._without_quote(written) if self._quote else written, UNSEEN)
            if not is_part_of_position(line.partition(" ")[0]):
                self._next.append(written)
                break
            self.number += 1
            self._report(Word(self.number, 1, line), "a part of the line above")
            text += " " + line
        return text

    def take_batch(self) -> List[List[str]]:
        """The next lines that look like turns, comments or marks, split at blanks, not yet counted."""
        batch: List[List[str]] = []
        while len(batch) < MAX_BATCH:
            written = self._take()
            if written is None:
                break
            line = self._without_quote(written) if self._quote else written
            is_body = line[:1] in BODY_SIGNS or (line[:1] == " " and line.lstrip(" ")[:1] in BODY_SIGNS)
            if not is_body or len(line) > MAX_RECORD_LINE:
                self._next.append(written)
                break
            batch.append(line.split(" "))
        return batch

    def put_back(self, batch: List[List[str]]) -> None:
        """Let lines of a batch be taken again."""
        lines = [self._quote + " ".join(words) for words in batch]
        lines.reverse()
        self._next += lines

    def count(self, line: str) -> None:
        """Count a line as taken."""
        self.number += 1
        self.written = line

    def word(self, column: int, text: str) -> Word:
        """A part of the last line that was taken."""
        return Word(self.number, column, text)

    def plain(self, line: str) -> str:
        """A line in its usual spelling, if the reading is lenient."""
        if not self.lenient:
            return line
        plain = plain_line(line)
        if plain != line:
            self._report(self.word(1, line), "read as " + plain if plain else "an empty line")
        return plain

    def check_plain(self, word: Word, allowed: str = "") -> None:
        """Raise TextError for a control character."""
        at = control_at(word.text, allowed)
        if at >= 0:
            char = word.text[at]
            is_byte = 0xD800 <= ord(char) < 0xE000
            expected = "UTF-8" if is_byte else "no control character"
            hint = "save the file as UTF-8" if is_byte else ""
            raise TextError(word.line, word.column + at, char, expected, hint)

    def mistake(self, word: Word, expected: str) -> TextError:
        """The error for a word that cannot be read."""
        return TextError(word.line, word.column, word.text, expected)

    def tolerate(self, word: Word, problem: str, expected: str, wrong: Optional[Word] = None) -> None:
        """List what can be read all the same. A strict reading raises TextError, at `wrong` or else the word."""
        if not self.lenient:
            raise self.mistake(wrong or word, expected)
        self._report(word, problem)

    def repair(self, word: Word, correct: str, problem: str = "") -> None:
        """List that a word is read as `correct`, if it differs. A strict reading raises TextError there."""
        if word.text == correct:
            return
        if not self.lenient:
            raise difference(word, correct)
        self._report(word, problem or "read as " + correct)

    def refuse(self, word: Word, refusal: Reason) -> ValueError:
        """The error for an illegal turn at a word."""
        self.damage.refusal = refusal
        return illegal(refusal, word.line, word.column)

    def report_mistake(self, error: ValueError, keeps: str) -> None:
        """List the last line as one that cannot be read, and say what becomes of it."""
        self._report(self.word(1, self.written), "%s; %s" % (error, keeps))

    def _report(self, word: Word, problem: str) -> None:
        if len(self.dropped) == MAX_DROPPED:
            return
        report = Dropped(word.line, word.column, word.text, problem)
        place = len(self.dropped)
        # most reports are in order already
        while place and self.dropped[place - 1][:2] > report[:2]:
            place -= 1
        self.dropped.insert(place, report)

    def take_reports(self) -> Tuple[Tuple[Dropped, ...], Damage]:
        """Return the reports so far in the order of the text, with what they come to, and clear them."""
        dropped, self.dropped = self.dropped, []
        damage, self.damage = self.damage, Damage()
        return tuple(dropped), damage


def is_first_line(text: str) -> bool:
    """Whether a line is the first one of a record, of any version and in any spelling.

    >>> is_first_line("> Adaptoid\u2010record 1"), is_first_line("adaptoid w 0,0 W:D2 B:D6")
    (True, False)
    """
    plain = small_letters(plain_signs(text[:MAX_FIRST_LINE])).lstrip(QUOTE_SIGNS)
    # a header may have this name
    return plain.startswith(KIND) and plain[len(KIND) : len(KIND) + 1] != ":"


def difference(word: Word, correct: str) -> TextError:
    """The error for a word that should be another, at the first sign that differs."""
    n_same = 0
    while word.text[n_same : n_same + 1] == correct[n_same : n_same + 1] != "":
        n_same += 1
    expected = correct[n_same:] or "the end of the line"
    return TextError(word.line, word.column + n_same, word.text[n_same:], expected)


def plain_line(line: str) -> str:
    """A line in the usual spelling. Comments and the texts of headers and labels keep their letters and blanks.

    >>> (
    ...     plain_line("  \uff12. d3\u2013e3  E3+l\\xa0"),
    ...     plain_line(";\u3053\u3093\u306b\u3061\u306f\u3000"),
    ...     plain_line("Event\uff1a  Club "),
    ... )
    ('  2 D3-E3 E3+L', '; \u3053\u3093\u306b\u3061\u306f', 'Event: Club')
    """
    sign, at = _first_sign(line)
    indent = " " * len(plain_signs(line[:at].replace("\t", "  ")))
    if sign == ";":
        text = readable(line[at + 1 :])
        return indent + ";" + (" " if text and text[0] not in " \t" else "") + text
    if "A" <= capitals(sign) <= "Z":
        name, colon, text = _at_colon(line[at:])
        if colon:
            return (
                plain_signs(name).strip(" ") + ": " + without_start(readable(text.replace("\t", " ")), UNSEEN)
            )
    if sign == "%":
        parts = []
        for i, part in enumerate(line.split('"')):
            if i % 2 == 0:
                part = " ".join(_words(plain_signs(part)))
                for blank, plain in ((", ", ","), ("( ", "("), (" )", ")")):
                    part = part.replace(blank, plain)
            parts.append(part)
        return indent + '"'.join(parts)
    words = _words(plain_signs(line))
    if sign == "=":
        return indent + " ".join(["="] + _words(" ".join(words)[1:]))
    if sign and sign in DIGITS:
        first, _, turn = words[0].partition(".")
        if not first.strip(DIGITS):
            return indent + " ".join([first] + _plain_turn(_words(turn.lstrip(".")) + words[1:]))
    return indent + " ".join(words)


def _first_sign(line: str) -> Tuple[str, int]:
    """The first visible sign of a line in its plain form, and its place; "" and the length for an empty line."""
    for at, sign in enumerate(line):
        plain = plain_signs(sign)
        if plain not in ("", " "):
            return plain, at
    return "", len(line)


def _at_colon(line: str) -> Tuple[str, str, str]:
    at = [line.find(colon) for colon in (":", "\uff1a") if colon in line]
    return (line[: min(at)], ":", line[min(at) + 1 :]) if at else (line, "", "")


def readable(text: str) -> str:
    """A text for people without control characters, and without blanks at its end.

    A byte that is not UTF-8 is read as Windows-1252, in which older editors write. Other surrogates become U+FFFD.

    >>> readable("J\\udcfcrgen\\udc92s")
    'J\xfcrgen\u2019s'
    """
    if control_at(text, "\t") >= 0 or "\ufeff" in text:
        chars = [_without_surrogate(char) for char in text if char != "\ufeff"]
        text = "".join([char for char in chars if control_at(char, "\t") < 0])
    return without_end(text, UNSEEN)


def _without_surrogate(char: str) -> str:
    code = ord(char)
    if not 0xD800 <= code < 0xE000:
        return char
    if 0xDC80 <= code < 0xDCA0:
        return _WINDOWS_1252[code - 0xDC80]
    return chr(code - 0xDC00) if 0xDCA0 <= code < 0xDD00 else "\ufffd"


def _words(text: str) -> List[str]:
    return [word for word in text.split(" ") if word]


def _plain_turn(words: List[str]) -> List[str]:
    """The words of a turn or a verdict in capitals, with a small x, `resigns`, and `draw agreed`."""
    plain = [capitals(word).replace("X", "x") for word in words]
    for i, word in enumerate(words):
        small = small_letters(word)
        if small in [RESIGNS] + AGREED_TEXT.split(" "):
            plain[i] = small
    return plain
