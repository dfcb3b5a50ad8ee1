"""The lines of a file of game records, counted, and the reports of what is wrong in them."""

from __future__ import annotations

from typing import Iterable, List, NamedTuple, Optional, Tuple

from ..rules.errors import IllegalTurn, TextError
from ..rules.legality import Reason
from ..rules.scanner import control_at
from .tree import Dropped

# longer than any line that is written, short enough for any memory
MAX_LINE = 100000
# a game with more is no record, and listing more takes long
MAX_DROPPED = 50000
# the turns of many lines are played in one call, but not all of a game without end
MAX_BATCH = 1000
# the first characters of turns, comments and marks
BODY_SIGNS = set("0123456789;%")

Word = NamedTuple("Word", [("line", int), ("column", int), ("text", str)])
"""A part of a line and its place; line and column count from 1."""


class RecordLines:
    """Gives the lines of a text one by one and takes the reports on them.

    A lenient reading takes out what no record can hold (control characters, blanks at the end of a line) before a line
    is parsed, and collects all reports. A strict reading gives lines as they are, and raises the first report.
    """

    def __init__(self, lines: Iterable[str], lenient: bool) -> None:
        self.lenient = lenient
        self.number = 0
        """The number of the last line that was given."""
        self.dropped: List[Dropped] = []
        """What was reported in a lenient reading."""
        self._lines = iter(lines)
        self._next: Optional[str] = None

    def take(self) -> Optional[str]:
        """The next line; None at the end of the text."""
        line, self._next = self._next, None
        if line is None:
            for line in self._lines:  # noqa: B007  next() takes no default in MicroPython
                break
            else:
                return None
        self.number += 1
        if line[-1:] == "\n":
            line = line[:-1]
        return self.clean(line) if self.lenient or len(line) > MAX_LINE else line

    def take_batch(self) -> List[List[str]]:
        """The next lines that look like turns, comments or marks, split at blanks; neither cleaned nor counted."""
        batch: List[List[str]] = []
        for line in self._lines:
            if line[-1:] == "\n":
                line = line[:-1]
            if line[:1] not in BODY_SIGNS and (line[:1] != " " or line.lstrip(" ")[:1] not in BODY_SIGNS):
                self._next = line
                break
            batch.append(line.split(" "))
            if len(batch) == MAX_BATCH:
                break
        return batch

    def word(self, column: int, text: str) -> Word:
        """A part of the line that was given last."""
        return Word(self.number, column, text)

    def clean(self, line: str) -> str:
        """A line without what no line of a record can hold; as it is in a strict reading."""
        if len(line) > MAX_LINE:
            rest = self.word(MAX_LINE + 1, line[MAX_LINE:])
            self.drop(
                rest,
                "the line has more than %d signs" % MAX_LINE,
                "the end of the line, %d signs at most" % MAX_LINE,
            )
            line = line[:MAX_LINE]
        if not self.lenient:
            return line
        text = line
        if text[-1:] == "\r":
            # in files from Windows every line has one
            text = text[:-1]
            self.drop(self.word(len(line), "\r"), "a carriage return", "")
        if control_at(text) >= 0 or "\ufeff" in text:
            text = self._without_controls(text)
        end = len(text.rstrip(" \t"))
        if end < len(text):
            self.drop(self.word(end + 1, text[end:]), "blanks at the end of the line", "")
        return text[:end]

    def _without_controls(self, line: str) -> str:
        is_comment = line.lstrip(" \t")[:1] == ";"
        # whether anything but blanks stands before
        begun = False
        out: List[str] = []
        for i, sign in enumerate(line):
            code = ord(sign)
            why = instead = ""
            if sign == "\ufeff" and i == 0:
                why = "a byte order mark"
            elif sign == "\r":
                why = "a carriage return"
                instead = " "
            elif sign == "\t" and is_comment and begun:
                instead = sign
            elif sign == "\t":
                why = "a tab"
                instead = "  "
            elif 0xD800 <= code < 0xE000:
                why = "a byte that is not UTF-8"
                sign = "\\x%02x" % (code & 255)
            elif control_at(sign) >= 0:
                why = "a control character"
            else:
                instead = sign
            if why:
                self.drop(self.word(i + 1, sign), why, "")
            out.append(instead)
            begun = begun or instead.strip(" ") != ""
        return "".join(out)

    def check_plain(self, word: Word, allowed: str = "") -> None:
        """Raise TextError for a control character; a lenient reading has taken it out."""
        at = control_at(word.text, allowed)
        if at >= 0:
            sign = word.text[at]
            is_byte = 0xD800 <= ord(sign) < 0xE000
            raise TextError(word.line, word.column + at, sign, "UTF-8" if is_byte else "no control character")

    # -- reports -----------------------------------------------------------------------------------------------------

    def report(self, word: Word, why: str, error: ValueError) -> None:
        """Note that a word is dropped or repaired, and why; a strict reading raises `error`."""
        if not self.lenient:
            raise error
        if len(self.dropped) == MAX_DROPPED:
            raise TextError(word.line, 1, word.text, "a record with at most %d mistakes" % MAX_DROPPED)
        self.dropped.append(Dropped(word.line, word.column, word.text, why))

    def drop(self, word: Word, why: str, expected: str, wrong: Optional[Word] = None) -> None:
        """Report a word. A strict reading raises that something else is `expected`, at the word or at `wrong`."""
        line, column, text = wrong or word
        self.report(word, why, TextError(line, column, text, expected))

    def repair(self, word: Word, right: str, why: str = "") -> None:
        """Report that a word is read as `right`, if that differs; a strict reading raises TextError where it does."""
        if word.text == right:
            return
        same = 0
        if not self.lenient:
            while word.text[same : same + 1] == right[same : same + 1] != "":
                same += 1
        wrong = Word(word.line, word.column + same, word.text[same:])
        self.drop(word, why or "read as " + right, right[same:] or "the end of the line", wrong)

    def misread(self, word: Word, error: TextError, why: str) -> None:
        """Report a word that a parser of its own refuses."""
        self.report(word, why, error.within(word.line, word.column))

    def refuse(self, word: Word, found: Reason, why: str = "", column: int = 0) -> None:
        """Report an illegal turn; a strict reading raises IllegalTurn."""
        error = IllegalTurn(found.text, found.code, found.cell, found.slots, word.line, column or word.column)
        self.report(word, why or found.text, error)

    def take_reports(self) -> Tuple[Dropped, ...]:
        """The reports so far in the order of the text; none of them is left."""
        if not self.dropped:
            return ()
        dropped, self.dropped = self.dropped, []
        # sorts are not stable in MicroPython
        order = sorted(range(len(dropped)), key=lambda i: (dropped[i].line, dropped[i].column, i))
        return tuple([dropped[i] for i in order])
