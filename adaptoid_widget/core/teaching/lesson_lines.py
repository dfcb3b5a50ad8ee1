"""Splits a lesson file into sections and entries, with the places of problems. `lesson_reader` reads what they mean."""

from __future__ import annotations

from typing import Dict, List, Optional, Tuple

from ..rules.errors import quote
from ..rules.scanner import control_at, count_first, other_blank, trimmed
from ..search.levels import level_in
from .lesson import MAX_ENTRIES, MAX_LANGUAGES, MAX_LESSON_NAME, MAX_LESSON_STEPS, valid_name
from .lesson_keys import ARG_KEYS, DIGITS, FIRST_LINE, HEAD_KEYS, INDENT, STEP_KEYS, TEXT_KEYS
from .lesson_problems import Entry, Problem, Section, similar_or_all, suggestion_clause
from .lesson_suggestions import meant_key, meant_language, names_step, suggested_line, suggested_section
from .rich_text import LETTERS, valid_tag

# ten times a large lesson in four languages
MAX_LESSON_CHARACTERS = 2000000
MAX_LESSON_LINE = 20000
# of all languages together
MAX_TEXTS = 8000
MAX_MARKUP = 50000
"""The most lines and Markdown characters in all texts of a lesson."""
MAX_PROBLEMS = 200

# the word before the version
_FORMAT = FIRST_LINE[:-1]
_KEY_SIGNS = LETTERS + LETTERS.upper() + "_-"
# the characters that take time to read as Markdown
_MARKUP = "\\`*_[]<>&!\n"


class _TooMuch(Exception):
    """Ends the reading of a file that is beyond a limit. The problem was reported."""


class LessonLines:
    """Reads the sections of a lesson file and collects the problems of its lines."""

    def __init__(self, text: str) -> None:
        self.problems: List[Problem] = []
        self.sections = [Section("", 1, [])]
        self._known: Tuple[str, ...] = HEAD_KEYS
        # the current entry and the lines of its text
        self._open: Optional[Entry] = None
        self._rows: List[Tuple[int, int, str]] = []
        self._texts = 0
        self._markup = 0
        # the number of entries by key and language in the section
        self._counts: Dict[Tuple[str, str], int] = {}
        if len(text) > MAX_LESSON_CHARACTERS:
            limit = "a lesson has at most %d characters; this one has %d"
            self._wrong(1, 1, limit % (MAX_LESSON_CHARACTERS, len(text)))
            return
        lines = text[text[:1] == "\ufeff" :].split("\n")
        try:
            self._first(_without_return(lines[0]))
            for number in range(1, len(lines)):
                self._line(number + 1, _without_return(lines[number]))
            self._close()
        except _TooMuch:
            pass

    def _stop(self, line: int, text: str) -> None:
        """Report a problem and stop reading."""
        self._wrong(line, 1, text + "; the rest of the file was not read")
        raise _TooMuch

    def _wrong(self, line: int, column: int, text: str) -> None:
        self._problem(Problem(line, column, text, ""))

    def _problem(self, problem: Problem) -> None:
        self.problems.append(problem)
        if len(self.problems) == MAX_PROBLEMS:
            self._stop(problem.line, "there are more than %d problems" % MAX_PROBLEMS)

    def _first(self, line: str) -> None:
        size = len(FIRST_LINE)
        if line[:size] == FIRST_LINE and not trimmed(line[size:]):
            return
        version = trimmed(line[size - 1 :])
        if line[: size - 1] == _FORMAT and version and not version.strip(DIGITS):
            self._wrong(1, size, "this program reads version 1 of the format, not version %s" % version)
            return
        same = 0
        while same < size and line[same : same + 1] == FIRST_LINE[same]:
            same += 1
        self._wrong(1, same + 1, "the first line of a lesson is '%s'" % FIRST_LINE)

    def _line(self, number: int, line: str) -> None:
        if len(line) > MAX_LESSON_LINE:
            self._wrong(number, MAX_LESSON_LINE + 1, "a line has %d characters at most" % MAX_LESSON_LINE)
            return
        control = control_at(line, "\t")
        if control >= 0 and 0xDC80 <= ord(line[control]) < 0xDD00:
            self._wrong(number, control + 1, "this is not UTF-8; save the file as UTF-8")
        elif control >= 0:
            self._wrong(number, control + 1, "a character that no text may have: %s" % quote(line[control]))
        elif not trimmed(line):
            if self._rows:
                self._rows.append((number, 1, ""))
        elif line[0] == "#":
            return
        elif line[0] in " \t" or other_blank(line[0]):
            self._continue(number, line)
        elif line[0] == "[" or names_step(line):
            self._section(number, trimmed(line))
        else:
            self._entry(number, line)

    def _continue(self, number: int, line: str) -> None:
        indent = len(line) - len(line.lstrip(" "))
        sign = line[min(indent, len(INDENT))]
        if sign == "\t" or (indent < len(INDENT) and other_blank(sign)):
            name = "a tab" if sign == "\t" else "the blank U+%04X" % ord(sign)
            text = "indent a text by four blanks, not by %s" % name
            self._wrong(number, min(indent, len(INDENT)) + 1, text)
        elif indent < len(INDENT):
            key = trimmed(line)
            hint = suggestion_clause(key) if key.partition(":")[0] in self._known else ""
            text = "indent a text by four blanks; a key must begin its line%s" % hint
            self._wrong(number, indent + 1, text)
        elif self._open is None:
            self._wrong(number, indent + 1, "this text belongs to no key")
        else:
            self._rows.append((number, len(INDENT) + 1, line[len(INDENT) :]))

    def _section(self, number: int, line: str) -> None:
        self._close()
        word, name = _step_name(line)
        if word != "step":
            hint = suggestion_clause(suggested_section(line))
            self._wrong(number, 1, "a step begins with a line such as [step first-try]" + hint)
        elif not name:
            self._wrong(number, len(line), "a step has a name, as in [step first-try]")
        elif not valid_name(name):
            text = "a step's name is small letters, digits and hyphens, %d at most" % MAX_LESSON_NAME
            hint = suggestion_clause(suggested_section(line))
            self._wrong(number, line.find(name, 5) + 1, text + hint)
        elif [1 for section in self.sections if section.name == name]:
            other = "[step %s-%d]" % (name[: MAX_LESSON_NAME - 4], len(self.sections))
            text = "there is already a step with the name " + name + suggestion_clause(other)
            self._wrong(number, line.find(name, 5) + 1, text)
        if len(self.sections) > MAX_LESSON_STEPS:
            self._stop(number, "a lesson has at most %d steps" % MAX_LESSON_STEPS)
        self._counts = {}
        self.sections.append(Section(name or "step-%d" % len(self.sections), number, []))
        self._known = STEP_KEYS

    def _entry(self, number: int, line: str) -> None:
        self._close()
        before, colon, value = line.partition(":")
        key, bracket, arg, arg_column = _key_parts(trimmed(before))
        if not colon or not key:
            expected = "expected a key and a colon, such as 'goal: …', or a text indented by four blanks"
            self._wrong(number, 1, expected + suggestion_clause(suggested_line(line, self._known)))
            return
        tag_column = len(key) + 2
        at = arg.rfind("[")
        if not bracket and arg[-1:] == "]" and at >= 0 and "]" not in arg[at:-1]:
            bracket, tag_column, arg = arg[at:], arg_column + at + 1, trimmed(arg[:at])
        language = bracket[1:-1]
        where = self.sections[-1].name and "step %r, %s" % (self.sections[-1].name, key)
        # collects the following lines, also of a wrong key
        self._open = Entry("", "", "", "", where, number, 1)
        if key not in self._known:
            self._wrong(number, 1, "there is no key %s here%s" % (key, self._hint_about_key(key, line)))
        elif bracket and key not in TEXT_KEYS:
            self._wrong(
                number, tag_column - 1, "%s is the same in all languages; leave %s out" % (key, bracket)
            )
        elif bracket and not valid_tag(language):
            meant = meant_language(language)
            hint = suggestion_clause("%s[%s]:" % (key + " " + arg if arg else key, meant)) if meant else ""
            expected = "expected a language's tag, such as de, found %s%s" % (quote(language), hint)
            self._wrong(number, tag_column, expected)
        elif arg and key not in ARG_KEYS:
            hint = suggestion_clause(suggested_line(line, self._known))
            self._wrong(
                number, arg_column, "expected a colon behind %s, found %s%s" % (key, quote(arg), hint)
            )
        elif not arg and key in ARG_KEYS:
            argument = {"reply": "the learner's turn, or * for any", "coach": "a goal"}.get(key)
            expected = "expected %s, between %s and the colon" % (
                argument or "the wrong turn, or * for any",
                key,
            )
            if key != "coach":
                expected += suggestion_clause(suggested_line(line, self._known))
            if key == "reply" and level_in(trimmed(value)) is not None:
                expected = "to say who answers, write replies: %s; reply is for one turn" % trimmed(value)
            self._wrong(number, arg_column, expected)
        else:
            self._open = Entry(key, arg, language, "", where or key, number, 1, arg_column)
        text = trimmed(value)
        if text:
            self._rows = [(number, len(before) + 2 + value.find(text), text)]

    def _hint_about_key(self, key: str, line: str) -> str:
        """What to do about a key that is not known here."""
        if key in HEAD_KEYS + STEP_KEYS:
            return "; %s belongs %s" % (key, "before the first step" if key in HEAD_KEYS else "into a step")
        near, suggestion = meant_key(key, self._known), suggested_line(line, self._known)
        if suggestion and suggestion != near + line[len(key) :]:
            # more than the key is to be changed
            return suggestion_clause(suggestion)
        return "; did you mean %s?" % near if near else "; " + similar_or_all(key, self._known)

    def _check_room(self, entry: Entry, value: str) -> None:
        """Stop reading if the lesson cannot have another such entry."""
        if entry.key in TEXT_KEYS:
            self._texts += 1
            self._markup += 1 + sum([value.count(sign) for sign in _MARKUP])
        kind = (entry.key, entry.language)
        self._counts[kind] = self._counts.get(kind, 0) + 1
        if self._texts > MAX_TEXTS:
            self._stop(entry.line, "a lesson has at most %d texts" % MAX_TEXTS)
        elif self._markup > MAX_MARKUP:
            text = "the texts of a lesson have at most %d lines and signs of Markdown" % MAX_MARKUP
            self._stop(entry.line, text)
        elif self._counts[kind] > MAX_ENTRIES:
            self._stop(entry.line, "a step has at most %d lines of %s" % (MAX_ENTRIES, entry.key))
        elif len([1 for key, _ in self._counts if key == entry.key]) > MAX_LANGUAGES:
            self._stop(entry.line, "a lesson has at most %d languages" % MAX_LANGUAGES)

    def _close(self) -> None:
        """Complete the current entry."""
        entry, rows = self._open, self._rows
        self._open, self._rows = None, []
        if entry is None or entry.key == "":
            return
        while rows and not trimmed(rows[-1][2]):
            rows.pop()
        if not rows:
            self._problem(entry.problem(entry.key + " says nothing; write its text, or leave it out"))
            return
        value = "\n".join([text for _, _, text in rows])
        self._check_room(entry, value)
        entry.value, entry.places = value, [(line, column) for line, column, _ in rows]
        self.sections[-1].entries.append(entry)


def _without_return(line: str) -> str:
    return line[:-1] if line[-1:] == "\r" else line


def _step_name(line: str) -> Tuple[str, str]:
    """The word and the name of a line such as `[step one]`."""
    if line[:1] != "[" or line[-1:] != "]":
        return "", ""
    inside = line[1:-1].lstrip(" ")
    end = count_first(inside, LETTERS)
    return inside[:end], trimmed(inside[end:])


def _key_parts(head: str) -> Tuple[str, str, str, int]:
    """The key, the language in brackets, and the argument with its column, of what is before a colon.

    >>> _key_parts("wrong * +C6"), _key_parts("text[de]"), _key_parts("text, de")
    (('wrong', '', '* +C6', 7), ('text', '[de]', '', 5), ('', '', '', 0))
    """
    end = count_first(head, _KEY_SIGNS)
    key, rest = head[:end], head[end:]
    bracket = ""
    close = rest.find("]")
    if rest[:1] == "[" and close > 0:
        bracket, rest = rest[: close + 1], rest[close + 1 :]
    if rest[:1] not in ("", " "):
        return "", "", "", 0
    arg = rest.lstrip(" ")
    return key, bracket, arg, len(head) - len(arg) + 1 if arg else len(key) + 1
