"""A lesson file line by line: its sections, and what each says under which key. What it means is read in `reading`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from difflib import get_close_matches
from typing import NamedTuple

from ..core.rules.errors import TextError, quote
from ..core.rules.scanner import control_at
from ..core.teaching.validation import MAX_ENTRIES, MAX_LANGUAGES, MAX_NAME, MAX_STEPS
from .problems import Problem

FIRST_LINE = "adaptoid-lesson 1"
# one big lesson with four languages is a tenth of that
MAX_CHARACTERS = 2_000_000
MAX_LINE = 20_000
# texts in all languages together, ten times as many as the longest lesson that comes along has
MAX_TEXTS = 8000
MAX_MARKS = 50_000
"""So many lines and signs of Markdown have all texts of a lesson together at most."""
MAX_PROBLEMS = 200
INDENT = "    "

HEAD = ("title", "about", "order", "name", "language")
TEXTS = ("title", "about", "text", "wrong", "hint", "done")
"""Keys whose texts stand in every language."""
KEYED = ("reply", "wrong")
"""Keys that are about a turn, which stands between the key and the colon."""
STEP = (
    *("text", "position", "goal", "ask", "turns", "replies", "reply"),
    *("wrong", "hint", "done", "marks", "aids", "flipped"),
)
_KEY = re.compile(r"([A-Za-z_-]+)(\[([^\]]*)\])?(?: +(.*?))?$")
_LANGUAGE = re.compile(r"\[([^\[\]]*)\]$")
_SECTION = re.compile(r"\[ *([a-z]+)(.*)\]$")
# what Markdown takes time over
_MARKS = re.compile(r"[\\`*_\[\]<>&!\n]")
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*$")
_TAG = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$")


class Entry(NamedTuple):
    """One thing that a file says: a key, perhaps a turn and a language, and a text with the places of its lines."""

    key: str
    arg: str
    language: str
    value: str
    where: str
    line: int = 0
    column: int = 0
    arg_column: int = 0
    places: tuple[tuple[int, int], ...] = ()

    def problem(self, text: str) -> Problem:
        """That something is wrong with it as a whole."""
        return Problem(self.line, self.column, text, self.where)

    def about_value(self, error: ValueError | str) -> Problem:
        """That something is wrong with its text, at the place that a TextError names, else at its beginning."""
        if not self.places:
            return Problem(0, error.column if isinstance(error, TextError) else 0, said(error), self.where)
        line, column = self.places[0]
        if isinstance(error, TextError):
            line, column = self.places[min(error.line, len(self.places)) - 1]
            column += error.column - 1
        return Problem(line, column, said(error), self.where)

    def about_arg(self, error: ValueError | str) -> Problem:
        """That something is wrong with its turn."""
        at = error.column if isinstance(error, TextError) else 1
        return Problem(self.line, self.arg_column + at - 1, said(error), self.where)


class Section(NamedTuple):
    """The head of a file (no name), or one step of it."""

    name: str
    line: int
    entries: list[Entry]

    def all(self, key: str) -> list[Entry]:
        """All entries with a key."""
        return [entry for entry in self.entries if entry.key == key]


def said(error: ValueError | str) -> str:
    """What an error says, without the place, which is told in another way."""
    if isinstance(error, TextError):
        return str(error).partition(": ")[2]
    return str(error)


def valid_name(text: str) -> bool:
    """Whether a text can name a lesson or a step.

    >>> valid_name("one-to-spare"), valid_name("One"), valid_name("")
    (True, False, False)
    """
    return len(text) <= MAX_NAME and _NAME.match(text) is not None


def valid_tag(text: str) -> bool:
    """Whether a text is a language's tag.

    >>> valid_tag("de"), valid_tag("pt-BR"), valid_tag("German")
    (True, True, False)
    """
    return _TAG.match(text) is not None


def meant(word: str, known: Sequence[str]) -> str:
    """A hint at the word that was meant, or at all there are.

    >>> meant("hnt", ("hint", "text")), meant("x", ("hint", "text"))
    ('did you mean hint?', 'there are: hint, text')
    """
    near = get_close_matches(word.lower(), known, 1, 0.6)
    return f"did you mean {near[0]}?" if near else "there are: " + ", ".join(known)


class Entries:
    """The sections of a lesson file, and what is wrong with its lines."""

    def __init__(self, text: str) -> None:
        self.problems: list[Problem] = []
        self.sections = [Section("", 1, [])]
        self._known: tuple[str, ...] = HEAD
        # key, turn, language, where it stands, and the lines of its text so far
        self._open: Entry | None = None
        self._rows: list[tuple[int, int, str]] = []
        self._names: set[str] = set()
        # how many texts there are, and how many entries of each key and language in the section
        self._texts = 0
        self._marks = 0
        self._counts: Counter[tuple[str, str]] = Counter()
        self._full = False
        if len(text) > MAX_CHARACTERS:
            self._wrong(1, 1, f"a lesson has {MAX_CHARACTERS} characters at most, this one {len(text)}")
            return
        lines = text.removeprefix("\ufeff").split("\n")
        for number, line in enumerate(lines, 1):
            line = line.removesuffix("\r")
            if number == 1:
                self._first(line)
            else:
                self._line(number, line)
            if self._full:
                return
        self._close()

    def _refuse(self, line: int, text: str) -> None:
        """Read no further, since there is more than any lesson has."""
        self._wrong(line, 1, f"{text}; the rest of the file was not read")
        self._full = True

    def _wrong(self, line: int, column: int, text: str) -> None:
        self._problem(Problem(line, column, text))

    def _problem(self, problem: Problem) -> None:
        self.problems.append(problem)
        if len(self.problems) == MAX_PROBLEMS:
            self._refuse(problem.line, f"more than {MAX_PROBLEMS} things are wrong")

    def _first(self, line: str) -> None:
        if line.rstrip() == FIRST_LINE:
            return
        version = line.removeprefix("adaptoid-lesson ")
        if version != line and version.strip().isdecimal():
            self._wrong(1, 17, f"this program reads version 1 of the form, not version {version.strip()}")
        else:
            at = next((i for i, sign in enumerate(FIRST_LINE) if line[i : i + 1] != sign), len(FIRST_LINE))
            self._wrong(1, at + 1, f"the first line of a lesson is '{FIRST_LINE}'")

    def _line(self, number: int, line: str) -> None:
        if len(line) > MAX_LINE:
            self._wrong(number, MAX_LINE + 1, f"a line has {MAX_LINE} characters at most")
            return
        control = control_at(line, "\t")
        if control >= 0 and 0xDC80 <= ord(line[control]) < 0xDD00:
            self._wrong(number, control + 1, "this is no UTF-8; save the file as UTF-8")
        elif control >= 0:
            self._wrong(number, control + 1, f"a character that no text has: {quote(line[control])}")
        elif not line.strip():
            if self._rows:
                self._rows.append((number, 1, ""))
        elif line.startswith("#"):
            return
        elif line[0] in " \t":
            self._more(number, line)
        elif line.startswith("["):
            self._section(number, line.rstrip())
        else:
            self._entry(number, line)

    def _more(self, number: int, line: str) -> None:
        indent = len(line) - len(line.lstrip(" "))
        if line[min(indent, 4)] == "\t":
            self._wrong(number, min(indent, 4) + 1, "a text is indented by four blanks, not by a tab")
        elif indent < len(INDENT):
            self._wrong(number, indent + 1, "a text is indented by four blanks; a key begins its line")
        elif self._open is None:
            self._wrong(number, indent + 1, "this text belongs to no key")
        else:
            self._rows.append((number, len(INDENT) + 1, line[len(INDENT) :]))

    def _section(self, number: int, line: str) -> None:
        self._close()
        found = _SECTION.match(line)
        name = found[2].strip() if found else ""
        if found is None or found[1] != "step":
            self._wrong(number, 1, "a step begins with a line such as [step first-try]")
        elif not valid_name(name):
            at = line.find(name, 5) + 1 if name else len(line)
            told = f"a step's name is small letters, digits and hyphens, {MAX_NAME} at most"
            self._wrong(number, at, told if name else "a step has a name, as in [step first-try]")
        elif name in self._names:
            self._wrong(number, line.find(name, 5) + 1, f"there is a step of the name {name} already")
        if len(self.sections) > MAX_STEPS:
            self._refuse(number, f"a lesson has at most {MAX_STEPS} steps")
            return
        self._names.add(name)
        self._counts.clear()
        self.sections.append(Section(name or f"step-{len(self.sections)}", number, []))
        self._known = STEP

    def _entry(self, number: int, line: str) -> None:
        self._close()
        before, colon, value = line.partition(":")
        found = _KEY.match(before.rstrip())
        if not colon or found is None:
            self._wrong(
                number, 1, "expected a key and a colon, such as 'goal: …', or a text indented by four blanks"
            )
            return
        key, bracket, language, arg = found[1], found[2], found[3] or "", found[4] or ""
        tag_column = len(key) + 2
        arg_column = found.start(4) + 1 if arg else len(key) + 1
        if not bracket and arg.endswith("]"):
            tagged = _LANGUAGE.search(arg)
            if tagged is not None:
                bracket, language, tag_column = tagged[0], tagged[1], arg_column + tagged.start() + 1
                arg = arg[: tagged.start()].rstrip()
        where = self._where(key)
        if key not in self._known:
            other = HEAD if len(self.sections) > 1 else STEP
            told = meant(key, self._known)
            if key in other:
                told = f"{key} belongs {'before the first step' if other is HEAD else 'into a step'}"
            self._wrong(number, 1, f"there is no key {key} here; {told}")
        elif bracket and key not in TEXTS:
            self._wrong(number, tag_column - 1, f"{key} is the same in all languages; leave {bracket} out")
        elif bracket and not valid_tag(language):
            self._wrong(number, tag_column, "expected a language's tag, such as de, found " + quote(language))
        elif arg and key not in KEYED:
            self._wrong(number, arg_column, f"expected a colon behind {key}, found {quote(arg)}")
        elif not arg and key in KEYED:
            what = "the learner's turn" if key == "reply" else "the wrong turn"
            self._wrong(number, arg_column, f"expected {what}, or * for any, between {key} and the colon")
        else:
            self._open = Entry(key, arg, language, "", where, number, 1, arg_column)
        if self._open is None:
            # what follows belongs to what is wrong already
            self._open = Entry("", "", "", "", where, number, 1)
        text = value.strip(" \t")
        if text:
            self._rows = [(number, len(line) - len(value.lstrip(" \t")) + 1, text)]

    def _room_for(self, entry: Entry, value: str) -> bool:
        """Whether a lesson can have one more of these; if not nothing more is read."""
        if entry.key in TEXTS:
            self._texts += 1
            self._marks += 1 + len(_MARKS.findall(value))
        counted = (entry.key, entry.language)
        self._counts[counted] += 1
        if self._texts > MAX_TEXTS:
            self._refuse(entry.line, f"a lesson has at most {MAX_TEXTS} texts")
        elif self._marks > MAX_MARKS:
            self._refuse(
                entry.line, f"the texts of a lesson have at most {MAX_MARKS} lines and signs of Markdown"
            )
        elif self._counts[counted] > MAX_ENTRIES:
            self._refuse(entry.line, f"a step has at most {MAX_ENTRIES} lines of {entry.key}")
        elif len({language for key, language in self._counts if key == entry.key}) > MAX_LANGUAGES:
            self._refuse(entry.line, f"a lesson has at most {MAX_LANGUAGES} languages")
        return not self._full

    def _where(self, key: str) -> str:
        name = self.sections[-1].name
        return f"step {name!r}, {key}" if name else key

    def _close(self) -> None:
        """End the text of the key before."""
        entry, rows = self._open, self._rows
        self._open, self._rows = None, []
        if entry is None or entry.key == "":
            return
        while rows and not rows[-1][2].strip():
            rows.pop()
        if not rows:
            self._problem(entry.problem(f"{entry.key} says nothing; write its text, or leave it out"))
            return
        places = tuple((line, column) for line, column, _ in rows)
        value = "\n".join(text for _, _, text in rows)
        if not self._room_for(entry, value):
            return
        self.sections[-1].entries.append(entry._replace(value=value, places=places))
