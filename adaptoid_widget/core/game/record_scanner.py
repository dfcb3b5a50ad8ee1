"""Splits game records into numbered lines and words, and reports mistakes in them."""

from __future__ import annotations

from typing import Iterable, List, NamedTuple, Optional, Tuple

from ..rules.errors import TextError
from ..rules.legality import Reason, illegal
from ..rules.scanner import control_at
from .tree import Damage, Dropped

# longer than any line that is written; limits the memory that reading takes
MAX_RECORD_LINE = 100000
# a text with more mistakes is not a record, and listing them takes long
MAX_DROPPED = 10000
# one call plays the turns of many lines; the limit bounds its memory
MAX_BATCH = 1000
# the first characters of lines with turns, comments and marks
BODY_SIGNS = set("0123456789;%")

Word = NamedTuple("Word", [("line", int), ("column", int), ("text", str)])
"""A part of a line and its place; lines and columns count from 1."""


class RecordLines:
    """Gives the lines of a text one by one, and collects reports of mistakes.

    A lenient reading removes control characters and trailing blanks from each line, and collects all reports. A strict
    reading gives lines as they are, and raises the first report.
    """

    def __init__(self, lines: Iterable[str], lenient: bool) -> None:
        self.lenient = lenient
        self.number = 0
        """The number of the last line that was taken."""
        self.dropped: List[Dropped] = []
        """The reports of a lenient reading."""
        self.damage = Damage()
        """What the reports of the current game come to."""
        self.refusal: Optional[Reason] = None
        """Why the last refused turn is illegal."""
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
        return self.clean(line) if self.lenient or len(line) > MAX_RECORD_LINE else line

    def take_batch(self) -> List[List[str]]:
        """The next lines that look like turns, comments or marks, split at blanks, not yet cleaned or counted."""
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
        """A part of the last line that was taken."""
        return Word(self.number, column, text)

    def clean(self, line: str) -> str:
        """A line without control characters and trailing blanks; a strict reading leaves it as it is."""
        if len(line) > MAX_RECORD_LINE:
            excess = self.word(MAX_RECORD_LINE + 1, line[MAX_RECORD_LINE:])
            expected = "the end of the line, %d signs at most" % MAX_RECORD_LINE
            self.drop(excess, "the line has more than %d signs" % MAX_RECORD_LINE, expected)
            line = line[:MAX_RECORD_LINE]
        if not self.lenient:
            return line
        text = line
        if text[-1:] == "\r":
            # from a Windows line end
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
        # whether anything but blanks came before
        is_begun = False
        chars: List[str] = []
        for i, char in enumerate(line):
            code_point = ord(char)
            problem = replacement = ""
            if char == "\ufeff" and i == 0:
                problem = "a byte order mark"
            elif char == "\r":
                problem, replacement = "a carriage return", " "
            elif char == "\t" and is_comment and is_begun:
                replacement = char
            elif char == "\t":
                problem, replacement = "a tab", "  "
            elif 0xD800 <= code_point < 0xE000:
                problem = "a byte that is not UTF-8"
                char = "\\x%02x" % (code_point & 255)
            elif not 32 <= code_point < 127 and control_at(char) >= 0:
                problem = "a control character"
            else:
                replacement = char
            if problem:
                self.drop(self.word(i + 1, char), problem, "")
            chars.append(replacement)
            is_begun = is_begun or replacement.strip(" ") != ""
        return "".join(chars)

    def check_plain(self, word: Word, allowed: str = "") -> None:
        """Raise TextError for a control character; a lenient reading has removed it."""
        at = control_at(word.text, allowed)
        if at >= 0:
            char = word.text[at]
            is_byte = 0xD800 <= ord(char) < 0xE000
            expected = "UTF-8" if is_byte else "no control character"
            hint = "save the file as UTF-8" if is_byte else ""
            raise TextError(word.line, word.column + at, char, expected, hint)

    def report(self, word: Word, problem: str, error: ValueError) -> None:
        """Report that a word is dropped or repaired, and why; a strict reading raises `error`."""
        if not self.lenient:
            raise error
        if len(self.dropped) == MAX_DROPPED:
            raise TextError(word.line, 1, word.text, "a record with at most %d mistakes" % MAX_DROPPED)
        self.dropped.append(Dropped(word.line, word.column, word.text, problem))

    def drop(self, word: Word, problem: str, expected: str, wrong: Optional[Word] = None) -> None:
        """Report a dropped word. A strict reading raises TextError with `expected`, at `wrong` or else the word."""
        if self.lenient and len(self.dropped) < MAX_DROPPED:
            self.dropped.append(Dropped(word.line, word.column, word.text, problem))
            return
        line, column, text = wrong or word
        self.report(word, problem, TextError(line, column, text, expected))

    def repair(self, word: Word, correct: str, problem: str = "") -> None:
        """Report that a word is read as `correct`, if it differs. A strict reading raises TextError there."""
        if word.text == correct:
            return
        n_same = 0
        if not self.lenient:
            while word.text[n_same : n_same + 1] == correct[n_same : n_same + 1] != "":
                n_same += 1
        wrong = Word(word.line, word.column + n_same, word.text[n_same:])
        self.drop(word, problem or "read as " + correct, correct[n_same:] or "the end of the line", wrong)

    def misread(self, word: Word, error: TextError, problem: str) -> None:
        """Report a word that a parser refused with `error`."""
        self.report(word, problem, error.within(word.line, word.column))

    def refuse(self, word: Word, refusal: Reason, problem: str = "", column: int = 0) -> None:
        """Report an illegal turn; a strict reading raises IllegalTurn."""
        error = illegal(refusal, word.line, column or word.column)
        self.refusal = refusal
        self.report(word, problem or refusal.text, error)

    def take_reports(self) -> Tuple[Tuple[Dropped, ...], Damage]:
        """Return the reports so far in the order of the text, with what they come to, and clear them."""
        dropped, self.dropped = self.dropped, []
        damage, self.damage = self.damage, Damage()
        return tuple(_in_order(dropped)) if dropped else (), damage


def _in_order(reports: List[Dropped]) -> List[Dropped]:
    """Reports by line and column. Sorts of MicroPython are not stable, and slow where most is in order already."""
    runs: List[List[Dropped]] = []
    last = (0, 0)
    for report in reports:
        place = (report.line, report.column)
        if not runs or place < last:
            runs.append([])
        runs[-1].append(report)
        last = place
    while len(runs) > 1:
        odd = runs[-1:] if len(runs) % 2 else []
        runs = [_merged(runs[i], runs[i + 1]) for i in range(0, len(runs) - 1, 2)] + odd
    return runs[0]


def _merged(first: List[Dropped], second: List[Dropped]) -> List[Dropped]:
    """Two lists in order as one; at the same place, the first list goes first."""
    merged: List[Dropped] = []
    at = 0
    for report in second:
        while at < len(first) and (first[at].line, first[at].column) <= (report.line, report.column):
            merged.append(first[at])
            at += 1
        merged.append(report)
    return merged + first[at:]
