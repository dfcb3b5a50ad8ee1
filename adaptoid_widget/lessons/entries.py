"""Splits a lesson file into sections and entries, with the places of problems. `reading` reads what they mean."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from typing import NoReturn

from ..core.rules.errors import quote
from ..core.rules.scanner import control_at
from ..core.search.levels import level_in
from ..core.teaching.lesson import MAX_ENTRIES, MAX_LANGUAGES, MAX_LESSON_NAME, MAX_LESSON_STEPS, valid_name
from ..core.teaching.lesson_problems import Entry, Problem, Section, similar_or_all, suggestion_clause
from ..core.teaching.lesson_reader import ARG_KEYS, FIRST_LINE, HEAD_KEYS, INDENT, STEP_KEYS, TEXT_KEYS
from ..core.teaching.rich_text import valid_tag
from .suggestions import (
    meant_key,
    meant_language,
    suggested_line,
    suggested_section,
)

# ten times a large lesson in four languages
MAX_CHARACTERS = 2_000_000
MAX_LESSON_LINE = 20_000
# of all languages together
MAX_TEXTS = 8000
MAX_MARKS = 50_000
"""The most lines and Markdown characters in all texts of a lesson."""
MAX_PROBLEMS = 200

_KEY = re.compile(r"([A-Za-z_-]+)(\[([^\]]*)\])?(?: +(.*?))?$")
_LANGUAGE = re.compile(r"\[([^\[\]]*)\]$")
_SECTION = re.compile(r"\[ *([a-z]+)(.*)\]$")
# the first line of a step without its brackets
_BARE_SECTION = re.compile(r"step +[\w-]+ *:?$", re.IGNORECASE)
# the characters that take time to read as Markdown
_MARKS = re.compile(r"[\\`*_\[\]<>&!\n]")


class _TooMuch(Exception):
    """Ends the reading of a file that is beyond a limit. The problem was reported."""


class Entries:
    """Reads the sections of a lesson file and collects the problems of its lines."""

    def __init__(self, text: str) -> None:
        self.problems: list[Problem] = []
        self.sections = [Section("", 1, [])]
        self._known: tuple[str, ...] = HEAD_KEYS
        # the current entry and the lines of its text
        self._open: Entry | None = None
        self._rows: list[tuple[int, int, str]] = []
        self._texts = 0
        self._marks = 0
        # the number of entries by key and language in the section
        self._counts: Counter[tuple[str, str]] = Counter()
        if len(text) > MAX_CHARACTERS:
            self._wrong(1, 1, f"a lesson has at most {MAX_CHARACTERS} characters; this one has {len(text)}")
            return
        first, *lines = [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")]
        self._first(first)
        with suppress(_TooMuch):
            for number, line in enumerate(lines, 2):
                self._line(number, line)
            self._close()

    def _stop(self, line: int, text: str) -> NoReturn:
        """Report a problem and stop reading."""
        self._wrong(line, 1, f"{text}; the rest of the file was not read")
        raise _TooMuch

    def _wrong(self, line: int, column: int, text: str) -> None:
        self._problem(Problem(line, column, text, ""))

    def _problem(self, problem: Problem) -> None:
        self.problems.append(problem)
        if len(self.problems) == MAX_PROBLEMS:
            self._stop(problem.line, f"there are more than {MAX_PROBLEMS} problems")

    def _first(self, line: str) -> None:
        if line.rstrip() == FIRST_LINE:
            return
        version = line.removeprefix("adaptoid-lesson ")
        if version != line and version.strip().isdecimal():
            self._wrong(1, 17, f"this program reads version 1 of the format, not version {version.strip()}")
        else:
            at = next((i for i, char in enumerate(FIRST_LINE) if line[i : i + 1] != char), len(FIRST_LINE))
            self._wrong(1, at + 1, f"the first line of a lesson is '{FIRST_LINE}'")

    def _line(self, number: int, line: str) -> None:
        if len(line) > MAX_LESSON_LINE:
            self._wrong(number, MAX_LESSON_LINE + 1, f"a line has {MAX_LESSON_LINE} characters at most")
            return
        control = control_at(line, "\t")
        if control >= 0 and 0xDC80 <= ord(line[control]) < 0xDD00:
            self._wrong(number, control + 1, "this is not UTF-8; save the file as UTF-8")
        elif control >= 0:
            self._wrong(number, control + 1, f"a character that no text may have: {quote(line[control])}")
        elif not line.strip():
            if self._rows:
                self._rows.append((number, 1, ""))
        elif line.startswith("#"):
            return
        elif line[0] in " \t":
            self._continue(number, line)
        elif line.startswith("[") or _BARE_SECTION.match(line):
            self._section(number, line.rstrip())
        else:
            self._entry(number, line)

    def _continue(self, number: int, line: str) -> None:
        indent = len(line) - len(line.lstrip(" "))
        if line[min(indent, 4)] == "\t":
            self._wrong(number, min(indent, 4) + 1, "indent a text by four blanks, not by a tab")
        elif indent < len(INDENT):
            key = line.strip()
            hint = suggestion_clause(key) if key.partition(":")[0] in self._known else ""
            self._wrong(number, indent + 1, f"indent a text by four blanks; a key must begin its line{hint}")
        elif self._open is None:
            self._wrong(number, indent + 1, "this text belongs to no key")
        else:
            self._rows.append((number, len(INDENT) + 1, line[len(INDENT) :]))

    def _section(self, number: int, line: str) -> None:
        self._close()
        match = _SECTION.match(line)
        name = match[2].strip() if match else ""
        if match is None or match[1] != "step":
            hint = suggestion_clause(suggested_section(line))
            self._wrong(number, 1, f"a step begins with a line such as [step first-try]{hint}")
        elif not valid_name(name):
            at = line.find(name, 5) + 1 if name else len(line)
            problem = f"a step's name is small letters, digits and hyphens, {MAX_LESSON_NAME} at most"
            problem += suggestion_clause(suggested_section(line))
            self._wrong(number, at, problem if name else "a step has a name, as in [step first-try]")
        elif any(section.name == name for section in self.sections):
            hint = suggestion_clause(f"[step {name[: MAX_LESSON_NAME - 4]}-{len(self.sections)}]")
            self._wrong(number, line.find(name, 5) + 1, f"there is already a step with the name {name}{hint}")
        if len(self.sections) > MAX_LESSON_STEPS:
            self._stop(number, f"a lesson has at most {MAX_LESSON_STEPS} steps")
        self._counts.clear()
        self.sections.append(Section(name or f"step-{len(self.sections)}", number, []))
        self._known = STEP_KEYS

    def _entry(self, number: int, line: str) -> None:
        self._close()
        before, colon, value = line.partition(":")
        match = _KEY.match(before.rstrip())
        if not colon or match is None:
            expected = "expected a key and a colon, such as 'goal: …', or a text indented by four blanks"
            self._wrong(number, 1, expected + suggestion_clause(suggested_line(line, self._known)))
            return
        key, bracket, language, arg = match[1], match[2], match[3] or "", match[4] or ""
        tag_column = len(key) + 2
        arg_column = match.start(4) + 1 if arg else len(key) + 1
        if not bracket and arg.endswith("]"):
            tagged = _LANGUAGE.search(arg)
            if tagged is not None:
                bracket, language, tag_column = tagged[0], tagged[1], arg_column + tagged.start() + 1
                arg = arg[: tagged.start()].rstrip()
        where = self._place_of(key)
        if key not in self._known:
            near, suggestion = meant_key(key, self._known), suggested_line(line, self._known)
            hint = f"; did you mean {near}?" if near else f"; {similar_or_all(key, self._known)}"
            if key in HEAD_KEYS + STEP_KEYS:
                hint = f"; {key} belongs {'before the first step' if key in HEAD_KEYS else 'into a step'}"
            elif suggestion and suggestion != near + line[len(key) :]:
                # more than the key is to be changed
                hint = suggestion_clause(suggestion)
            self._wrong(number, 1, f"there is no key {key} here{hint}")
        elif bracket and key not in TEXT_KEYS:
            self._wrong(number, tag_column - 1, f"{key} is the same in all languages; leave {bracket} out")
        elif bracket and not valid_tag(language):
            hint = meant_language(language)
            hint = suggestion_clause(f"{key}{f' {arg}' if arg else ''}[{hint}]:") if hint else ""
            expected = f"expected a language's tag, such as de, found {quote(language)}{hint}"
            self._wrong(number, tag_column, expected)
        elif arg and key not in ARG_KEYS:
            hint = suggestion_clause(suggested_line(line, self._known))
            self._wrong(number, arg_column, f"expected a colon behind {key}, found {quote(arg)}{hint}")
        elif not arg and key in ARG_KEYS:
            argument = {"reply": "the learner's turn, or * for any", "coach": "a goal"}.get(key)
            expected = f"expected {argument or 'the wrong turn, or * for any'}, between {key} and the colon"
            if key != "coach":
                expected += suggestion_clause(suggested_line(line, self._known))
            if key == "reply" and level_in(value.strip()) is not None:
                expected = f"to say who answers, write replies: {value.strip()}; reply is for one turn"
            self._wrong(number, arg_column, expected)
        else:
            self._open = Entry(key, arg, language, "", where, number, 1, arg_column)
        if self._open is None:
            # collects the following lines, whose key is wrong
            self._open = Entry("", "", "", "", where, number, 1)
        text = value.strip(" \t")
        if text:
            self._rows = [(number, len(line) - len(value.lstrip(" \t")) + 1, text)]

    def _check_room(self, entry: Entry, value: str) -> None:
        """Stop reading if the lesson cannot have another such entry."""
        if entry.key in TEXT_KEYS:
            self._texts += 1
            self._marks += 1 + len(_MARKS.findall(value))
        self._counts[entry.key, entry.language] += 1
        if self._texts > MAX_TEXTS:
            self._stop(entry.line, f"a lesson has at most {MAX_TEXTS} texts")
        elif self._marks > MAX_MARKS:
            message = f"the texts of a lesson have at most {MAX_MARKS} lines and signs of Markdown"
            self._stop(entry.line, message)
        elif self._counts[entry.key, entry.language] > MAX_ENTRIES:
            self._stop(entry.line, f"a step has at most {MAX_ENTRIES} lines of {entry.key}")
        elif len({language for key, language in self._counts if key == entry.key}) > MAX_LANGUAGES:
            self._stop(entry.line, f"a lesson has at most {MAX_LANGUAGES} languages")

    def _place_of(self, key: str) -> str:
        name = self.sections[-1].name
        return f"step {name!r}, {key}" if name else key

    def _close(self) -> None:
        """Complete the current entry."""
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
        self._check_room(entry, value)
        entry.value, entry.places = value, places
        self.sections[-1].entries.append(entry)
