"""A lesson file, or what was written in a cell, becomes a lesson; all that is wrong is told with its place."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ..core.game.annotations import Marks
from ..core.rules.errors import GameError, IllegalTurn, LayoutError, TextError
from ..core.rules.position import Position
from ..core.rules.turn import Turn
from ..core.teaching.attempt import check_pattern
from ..core.teaching.goal import Goal
from ..core.teaching.lesson import Lesson, Step, make_lesson, make_step
from ..core.teaching.question import Question
from ..core.teaching.rich_text import Said, check_prose
from ..core.teaching.validation import AIDS, MAX_NAME, ORDERS, REPLIES
from .entries import HEAD, STEP, TEXTS, Entries, Entry, Section
from .markdown import tree_of
from .problems import LessonError, Problem
from .values import foreseen, goal_of, lesson_name, one_of, question_of, quiet, tag_of, turns_of

ENDING = ".lesson"
USUAL_REPLIES = "best"
USUAL_AIDS = "legal"


def read_file(path: str | os.PathLike[str]) -> Lesson:
    """The lesson in a file; its name is that of the file unless it says another.

    Raises LessonError, whose `problems` are all that is wrong, and OSError for a file that cannot be read.
    """
    file = Path(path)
    # a byte that is no UTF-8 becomes half of a character, which is found in its line
    text = file.read_bytes().decode("utf-8", "surrogateescape")
    return read_text(text, name_of(file.stem))


def read_text(text: str, name: str = "") -> Lesson:
    """The lesson of a text, which is called by its title unless it has a name. Raises LessonError, as above."""
    entries = Entries(text)
    return build(entries.sections, name, entries.problems)


def name_of(stem: str) -> str:
    """A lesson's name from that of its file or its title.

    >>> name_of("The Fork (2)"), name_of("日本")
    ('the-fork-2', 'lesson')
    """
    return re.sub(r"[^a-z0-9]+", "-", stem.lower()).strip("-")[:MAX_NAME].strip("-") or "lesson"


def build(sections: Sequence[Section], name: str, found: Sequence[Problem] = ()) -> Lesson:
    """The lesson of a head and its steps, as long as nothing is wrong. Raises LessonError."""
    tried = attempt(sections, name, found)
    if tried.lesson is None:
        raise LessonError(tried.problems)
    return tried.lesson


class Attempt(NamedTuple):
    """What could be made of a lesson's sections."""

    lesson: Lesson | None
    """The lesson, where nothing is wrong."""
    steps: list[Step | None]
    """Each step that nothing is wrong with, None in place of the others."""
    languages: tuple[str, ...]
    problems: list[Problem]
    """All that is wrong, in the file's order."""


def attempt(sections: Sequence[Section], name: str, found: Sequence[Problem] = ()) -> Attempt:
    """A lesson, or as much of it as can be read; what was found wrong before is told with the rest."""
    builder = _Builder(list(found))
    lesson, steps = builder.lesson(sections, name)
    problems = sorted(builder.problems, key=lambda problem: (problem.line, problem.column))
    return Attempt(None if problems else lesson, steps, builder.languages, problems)


class _Builder:
    """Reads entries, and gathers what is wrong with them instead of stopping."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        self.flaws = [problem.line for problem in problems]
        """Lines that could not be taken in; what is missing around them may be what they were meant to say."""
        self.first = "en"
        self.languages: tuple[str, ...] = ("en",)
        self.spans: dict[str, tuple[int, int]] = {}

    def lesson(self, sections: Sequence[Section], name: str) -> tuple[Lesson | None, list[Step | None]]:
        head = sections[0]
        ends = [section.line for section in sections[1:]] + [10**9]
        self.spans = {section.name: (section.line, end) for section, end in zip(sections, ends, strict=True)}
        self._once(head, HEAD)
        self.first = self._value(head, "language", "en", tag_of)
        titles = {entry.language or self.first: self._line(entry) for entry in head.all("title")}
        if not titles:
            self._missing(head, "a lesson has a title, as in title: The fork")
        self.languages = (self.first, *(tag for tag in titles if tag != self.first))
        about = self._said(head, "about")
        order = self._value(head, "order", ORDERS[0], one_of("order", ORDERS))
        name = self._value(head, "name", name or name_of(titles.get(self.first, "")), lesson_name)
        if len(sections) == 1:
            self._missing(head, "a lesson has steps; the first begins with a line such as [step first-try]")
        steps = [self._step(section) for section in sections[1:]]
        if self.problems:
            return None, steps
        try:
            made = make_lesson(name, titles, [step for step in steps if step], about, order, self.languages)
        except GameError as error:
            self._about(head, str(error))
            return None, steps
        return made, steps

    def _step(self, section: Section) -> Step | None:
        before = len(self.problems)
        self._once(section, STEP)
        text = self._said(section, "text")
        if not text:
            self._missing(section, "a step says what to do: text: …")
        position = self._value(section, "position", None, Position.from_text)
        if position is None and not section.all("position"):
            self._missing(section, "a step has a position, such as position: adaptoid w 0,0 W:D2 B:D6")
        goal = self._value(section, "goal", None, goal_of)
        kind, question = self._asked(section)
        if goal is not None and question is not None:
            self._wrong(section, "ask", "a step has a goal or asks a question, not both")
        if goal is not None:
            kind = "turn"
        self._only_for(section, kind)
        if position is not None:
            self._on_board(section, position, goal, question)
        script = [pair for pair in (self._reply(entry) for entry in section.all("reply")) if pair]
        replies = self._value(
            section, "replies", "script" if script else USUAL_REPLIES, one_of("replies", REPLIES)
        )
        if (replies == "script") != bool(section.all("reply")):
            told = (
                "a script has replies, as in reply *: D6-D5 +C4"
                if replies == "script"
                else "it is a script where a step has replies; leave this out"
            )
            self._wrong(section, "replies", told)
        done = self._said(section, "done")
        wrong = self._by_arg(section, kind)
        hints = self._in_order(section, "hint")
        turns = self._value(section, "turns", 1, turns_of)
        aids = self._value(section, "aids", USUAL_AIDS, one_of("aids", AIDS))
        marks = str(self._value(section, "marks", Marks(), Marks.from_text))
        flipped = self._value(section, "flipped", "no", one_of("flipped", ("no", "yes"))) == "yes"
        if len(self.problems) > before or self._flawed(section):
            return None
        ask = "" if question is None else str(question)
        try:
            return make_step(
                section.name,
                text,
                str(position),
                goal,
                ask,
                kind,
                turns,
                replies,
                script,
                wrong,
                hints,
                done,
                aids,
                marks,
                flipped,
            )
        except GameError as error:
            self._about(section, str(error))
            return None

    # -- values ------------------------------------------------------------------------------------------------------

    def _value(self, section: Section, key: str, usual: Any, read: Callable[[str], Any]) -> Any:
        """What a key with one line says; the usual thing where it is not there or wrong."""
        for entry in section.all(key)[:1]:
            line = self._line(entry)
            try:
                return read(line) if line else usual
            except ValueError as error:
                self.problems.append(entry.about_value(error))
        return usual

    def _line(self, entry: Entry) -> str:
        """The text of an entry that is one line."""
        if "\n" in entry.value:
            self.problems.append(entry.about_value(f"{entry.key} is one line"))
            return ""
        return entry.value.strip()

    def _asked(self, section: Section) -> tuple[str, Question | None]:
        for entry in section.all("ask")[:1]:
            line = self._line(entry)
            kind, _, asked = line.partition(" ")
            if kind not in ("click", "count"):
                expected = "click or count, then what: click starving, count liberties D5"
                self.problems.append(entry.about_value(TextError(1, 1, kind, expected)))
                return "click", None
            at = line.index(asked) if asked else len(line)
            try:
                question = question_of(asked, at + 1)
            except TextError as error:
                self.problems.append(entry.about_value(error))
                return kind, None
            if kind == "click" and not question.clicks:
                self.problems.append(
                    entry.about_value(TextError(1, at + 1, asked, "discs to click; count asks for a number"))
                )
            return kind, question
        return "read", None

    def _only_for(self, section: Section, kind: str) -> None:
        """That a step which asks has nothing that belongs to turns."""
        if kind == "turn" or section.all("goal") or self._flawed(section):
            return
        what = "reads only" if kind == "read" else "asks"
        for key in ("turns", "replies", "reply") + (("wrong", "hint") if kind == "read" else ()):
            for entry in section.all(key):
                self.problems.append(
                    entry.problem(
                        f"this step {what}; {key} is for a step with a goal"
                        + (" or a question" if key in ("wrong", "hint") else "")
                    )
                )

    def _on_board(
        self, section: Section, position: Position, goal: Goal | None, question: Question | None
    ) -> None:
        """That all discs are on the board, that a question can be answered, and that the learner can play."""
        named = [
            ("goal", goal),
            ("ask", question),
            ("marks", self._value(section, "marks", Marks(), quiet(Marks.from_text))),
        ]
        for key, what in named:
            try:
                if what is not None:
                    what.check(position.layout)
                if isinstance(what, Question):
                    what.number(position)
            except (LayoutError, GameError, IllegalTurn) as error:
                self._wrong(section, key, str(error))
        if goal is not None and position.winner is not None:
            self._wrong(section, "position", "this game is over, so that nobody can play for the goal")

    def _reply(self, entry: Entry) -> tuple[str, str] | None:
        try:
            pattern = check_pattern(entry.arg)
        except TextError as error:
            self.problems.append(entry.about_arg(error))
            return None
        try:
            return pattern, str(Turn.from_text(self._line(entry)))
        except TextError as error:
            self.problems.append(entry.about_value(error))
            return None

    # -- texts -------------------------------------------------------------------------------------------------------

    def _tree(self, entry: Entry) -> list[Any]:
        try:
            return check_prose(tree_of(entry.value))
        except GameError as error:
            self.problems.append(entry.about_value(error))
            return []

    def _said(self, section: Section, key: str) -> Said:
        return self._gathered(section, section.all(key), key)

    def _gathered(self, section: Section, entries: Sequence[Entry], called: str) -> Said:
        """The entries of one text as one, which must be there in all languages."""
        said: Said = {}
        for entry in entries:
            tag = entry.language or self.first
            if tag not in self.languages and not self.flaws:
                self.problems.append(
                    entry.problem(f"the lesson has no title in {tag}; add title[{tag}], or leave this out")
                )
            said[tag] = self._tree(entry)
        missing = [tag for tag in self.languages if tag not in said]
        if entries and missing and not self._flawed(section):
            tags = ", ".join(missing)
            self.problems.append(
                entries[0].problem(
                    f"{called} is missing in {tags}; the title is in " + ", ".join(self.languages)
                )
            )
        return said

    def _in_order(self, section: Section, key: str) -> list[Said]:
        """Texts of one key that stand several times: the second in one language goes with the second in another."""
        found: list[list[Entry]] = []
        counts: dict[str, int] = {}
        for entry in section.all(key):
            tag = entry.language or self.first
            at = counts.get(tag, 0)
            counts[tag] = at + 1
            if at == len(found):
                found.append([])
            found[at].append(entry)
        return [self._gathered(section, each, f"{key} {n}") for n, each in enumerate(found, 1)]

    def _by_arg(self, section: Section, kind: str) -> tuple[tuple[str, Said], ...]:
        found: dict[str, list[Entry]] = {}
        for entry in section.all("wrong"):
            try:
                found.setdefault(foreseen(kind, entry.arg), []).append(entry)
            except TextError as error:
                self.problems.append(entry.about_arg(error))
                self.flaws.append(entry.line)
        for arg, entries in found.items():
            self._each_language_once(entries, f"wrong {arg}")
        return tuple(
            [(arg, self._gathered(section, entries, f"wrong {arg}")) for arg, entries in found.items()]
        )

    # -- what stands once --------------------------------------------------------------------------------------------

    def _once(self, section: Section, keys: Sequence[str]) -> None:
        for key in keys:
            if key not in ("reply", "wrong", "hint"):
                self._each_language_once(section.all(key), key)

    def _each_language_once(self, entries: Sequence[Entry], called: str) -> None:
        seen: dict[str, Entry] = {}
        for entry in entries:
            tag = entry.language or self.first
            if tag in seen:
                where = f" in line {seen[tag].line}" if entry.line else ""
                which = f" in {tag}" if entry.key in TEXTS else ""
                self.problems.append(entry.problem(f"{called}{which} stands there already{where}"))
            else:
                seen[tag] = entry

    def _flawed(self, section: Section) -> bool:
        """Whether a line of the section could not be taken in."""
        start, end = self.spans.get(section.name, (0, 0))
        return any(start <= line < end for line in self.flaws)

    def _missing(self, section: Section, text: str) -> None:
        if not self._flawed(section):
            self._about(section, text)

    def _about(self, section: Section, text: str) -> None:
        """That something is wrong with a section as a whole."""
        where = f"step {section.name!r}" if section.name else ""
        self.problems.append(Problem(section.line, 1 if section.line else 0, text, where))

    def _wrong(self, section: Section, key: str, text: str) -> None:
        """That a value is wrong as a whole."""
        for entry in section.all(key)[:1]:
            self.problems.append(entry.about_value(text))
