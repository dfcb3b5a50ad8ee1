"""Lessons of steps and of texts in a page. Errors suggest goals, words and positions, and the nearest key."""

from __future__ import annotations

from typing import Any, Callable, List, Optional, Tuple

from ..goals.conditions import CONDITIONS
from ..goals.goal import Goal
from ..host.host import current_host
from ..rules.position import Position
from ..teaching.authored_steps import AuthoredStep as Step
from ..teaching.authored_steps import sections_of
from ..teaching.lesson import LessonContent, valid_name
from ..teaching.lesson_problems import Entry, LessonError, Problem, Section, similar_or_all
from ..teaching.lesson_reader import (
    ARG_KEYS,
    CHOICES,
    FIRST_LINE,
    HEAD_KEYS,
    INDENT,
    STEP_KEYS,
    TEXT_KEYS,
    build,
)
from ..teaching.rich_text import valid_tag
from .cell_markdown import tree_of

__all__ = ["LessonError", "Step", "lesson_from_text", "lesson_of"]


def lesson_of(title: Any, steps: Any, name: str = "", about: Any = "", order: str = "") -> LessonContent:
    """A lesson of a title and steps. Raises TypeError, and LessonError with problems that name the step."""
    sections = sections_of(title, steps, name, about, order)
    return build(sections, name, tree_of=tree_of, suggested_value=suggested_value)


def lesson_from_text(text: str) -> LessonContent:
    """The lesson of the text of a lesson file. Raises LessonError.

    >>> text = (
    ...     FIRST_LINE + "\\ntitle: Twins\\n[step look]\\ntext: Look.\\nposition: adaptoid w 0,0 W:D2 B:D6\\n"
    ... )
    >>> lesson_from_text(text).steps[0].kind
    'read'
    """
    lines = text.split("\n")
    if lines[0].rstrip() != FIRST_LINE:
        same = 0
        while lines[0][same : same + 1] == FIRST_LINE[same : same + 1] != "":
            same += 1
        raise LessonError([Problem(1, same + 1, "the first line of a lesson is '%s'" % FIRST_LINE, "")])
    reader = _Lines()
    for number, line in enumerate(lines[1:]):
        reader.read(number + 2, line.rstrip("\r"))
    reader.close()
    return build(reader.sections, "", reader.problems, tree_of=tree_of, suggested_value=suggested_value)


def suggested_value(key: str, text: str, read: Callable[[str], Any]) -> str:
    """Correct a wrong goal, word or position, so that `read` accepts it; return "" if no correction is known."""
    host = current_host()
    try:
        if key in CHOICES and "level" not in text:
            near = host.similar_word(text, CHOICES[key])
        elif key in ("goal", "coach"):
            words = text.split(" ")
            near = str(
                Goal.from_text(" ".join([host.similar_word(word, CONDITIONS) or word for word in words]))
            )
        elif key == "position":
            near = str(Position.of(text))
        else:
            return ""
        read(near)
    except ValueError:
        return ""
    return "" if near == text else near


class _Lines:
    """Splits the lines of a lesson file into sections and entries."""

    def __init__(self) -> None:
        self.sections = [Section("", 1, [])]
        self.problems: List[Problem] = []
        self._open: Optional[Entry] = None
        self._rows: List[Tuple[int, int, str]] = []

    def read(self, number: int, line: str) -> None:
        """Take one line."""
        if not line.strip():
            if self._rows:
                self._rows.append((number, 1, ""))
        elif line[0] == "#":
            return
        elif line[0] in " \t":
            if line[:4] != INDENT:
                self._wrong(number, 1, "indent a text by four blanks; a key must begin its line")
            elif self._open is None:
                self._wrong(number, 5, "this text belongs to no key")
            else:
                self._rows.append((number, 5, line[4:]))
        elif line[0] == "[":
            self._begin_step(number, line.rstrip())
        else:
            self._begin_entry(number, line)

    def close(self) -> None:
        """Complete the current entry."""
        entry, rows = self._open, self._rows
        self._open, self._rows = None, []
        while rows and not rows[-1][2].strip():
            rows.pop()
        if entry is None or not entry.key:
            return
        if not rows:
            text = entry.key + " says nothing; write its text, or leave it out"
            self.problems.append(entry.problem(text))
            return
        entry.value = "\n".join([text for _, _, text in rows])
        entry.places = [(line, column) for line, column, _ in rows]
        self.sections[-1].entries.append(entry)

    def _wrong(self, line: int, column: int, text: str) -> None:
        self.problems.append(Problem(line, column, text, ""))

    def _begin_step(self, number: int, line: str) -> None:
        self.close()
        word, _, name = line.strip("[] ").partition(" ")
        name = name.strip()
        if word != "step" or line[-1] != "]":
            self._wrong(number, 1, "a step begins with a line such as [step first-try]")
        elif not valid_name(name):
            self._wrong(number, 7, "a step's name is small letters, digits and hyphens")
        elif any(section.name == name for section in self.sections):
            self._wrong(number, 7, "there is already a step with the name " + name)
        self.sections.append(Section(name or "step-%d" % len(self.sections), number, []))

    def _begin_entry(self, number: int, line: str) -> None:
        self.close()
        head, colon, value = line.partition(":")
        known = STEP_KEYS if self.sections[-1].name else HEAD_KEYS
        head, bracket, language = head.rstrip().partition("[")
        key, _, arg = head.strip().partition(" ")
        arg, language = arg.strip(), language.rstrip("] ")
        where = self.sections[-1].name and "step %r, %s" % (self.sections[-1].name, key)
        # collects the following lines, also of a wrong key
        self._open = Entry("", "", "", "", where, number, 1)
        if key not in known:
            hint = "; " + similar_or_all(key, known)
            self._wrong(number, 1, "there is no key %s here%s" % (key, hint))
        elif not colon:
            self._wrong(number, len(line) + 1, "expected a colon behind " + key)
        elif bracket and (key not in TEXT_KEYS or not valid_tag(language)):
            self._wrong(number, line.find("[") + 1, "expected no language here, or its tag, such as de")
        elif bool(arg) != (key in ARG_KEYS):
            needs = (
                "an answer, or * for any, between %s and the colon"
                if key in ARG_KEYS
                else "a colon behind %s"
            )
            self._wrong(number, len(key) + 1, "expected " + needs % key)
        else:
            self._open = Entry(key, arg, language, "", where or key, number, 1, len(key) + 2)
        text = value.strip(" \t")
        if text:
            self._rows = [(number, len(line) - len(value.lstrip(" \t")) + 1, text)]
