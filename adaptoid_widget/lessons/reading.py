"""Makes a lesson from the entries of a lesson file, and collects all problems with their places."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from ..core.game.marks import Marks
from ..core.game.records import KIND
from ..core.goals.attempt import check_pattern
from ..core.goals.conditions import CONDITIONS
from ..core.goals.goal import Goal
from ..core.rules.errors import GameError, TextError
from ..core.rules.position import Position
from ..core.rules.turn import Turn
from ..core.search.levels import HIGHEST, LOWEST, level_in
from ..core.teaching.lesson import (
    GAME,
    MAX_LESSON_NAME,
    MAX_STEP_TURNS,
    ORDERS,
    STEP_FIELDS,
    LessonContent,
    LessonStep,
    StepError,
    StepField,
    make_lesson,
    make_step,
    read_answer,
    valid_name,
)
from ..core.teaching.question import QUESTIONS, Question
from ..core.teaching.rich_text import LocalizedText, check_prose, valid_tag
from ..core.teaching.step_kinds import STEP_KINDS, QuestionKind, asking_kinds
from ..storage import text_files
from .entries import Entries, Entry, LessonError, Problem, Section
from .markdown import tree_of
from .suggestions import (
    CHOICES,
    HEAD_KEYS,
    TEXT_KEYS,
    name_of,
    similar_or_all,
    suggested_value,
    suggestion_clause,
)

ENDING = ".lesson"

Reader = Callable[[str], Any]


# -- one line ---------------------------------------------------------------------------------------------------------


def _choice(key: str) -> Reader:
    """A reader of one of the words that a key can have."""
    choices = CHOICES[key]

    def read(text: str) -> str:
        if text not in choices:
            hint = similar_or_all(text, choices)
            suggestion = f"; {hint}" if "mean" in hint else ""
            raise ValueError(f"{key} is one of {', '.join(choices)}, not {text!r}{suggestion}")
        return text

    return read


def _goal(text: str) -> Goal:
    try:
        return Goal.from_text(text)
    except TextError as error:
        raise _misspelt(text, error, "a condition", tuple(CONDITIONS)) from None


def _question(text: str, column: int) -> Question:
    """The question that begins at this column."""
    try:
        return Question.from_text(text, 1, column)
    except TextError as error:
        raise _misspelt(" " * (column - 1) + text, error, "a question", QUESTIONS) from None


def _misspelt(text: str, error: TextError, subject: str, candidates: tuple[str, ...]) -> TextError:
    """The error, with a suggestion in place of the list of words if there is a good one."""
    word = text[error.column - 1 :].partition(" ")[0]
    hint = similar_or_all(word, candidates)
    if not error.expected.startswith(subject) or "did you mean" not in hint:
        return error
    return TextError(error.line, error.column, word, f"{subject} ({hint})")


def _kind_and_question(text: str) -> tuple[str, Question]:
    """The kind of a step that asks, and its question."""
    kind, _, query = text.partition(" ")
    behavior = STEP_KINDS.get(kind)
    if not isinstance(behavior, QuestionKind):
        names = " or ".join(asking_kinds())
        raise TextError(1, 1, kind, f"{names}, then what: click starving, count liberties D5")
    at = text.index(query) if query else len(text)
    question = _question(query, at + 1)
    if behavior.needs_discs and not question.clicks:
        raise TextError(1, at + 1, query, "discs to click; count asks for a number")
    return kind, question


def _turns(text: str) -> int:
    if text == "game":
        return GAME
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= MAX_STEP_TURNS and text[0] != "0"):
        raise TextError(1, 1, text, f"the number of the learner's turns, 1 to {MAX_STEP_TURNS}, or game")
    return int(text)


def _right(text: str) -> str:
    start = 0
    patterns = list[str]()
    for part in text.split("|"):
        patterns.append(check_pattern(part.strip(), 1, start + 1))
        start += len(part) + 1
    return "|".join(patterns)


def _replies(text: str) -> str:
    level = level_in(text)
    if level is None:
        replies: str = _choice("replies")(text)
        return replies
    if not LOWEST <= level <= HIGHEST:
        allowed = min(max(level, LOWEST), HIGHEST)
        raise ValueError(f"levels go from {LOWEST} to {HIGHEST}, not {level}; write replies: level {allowed}")
    return f"level {level}"


def _tag(text: str) -> str:
    if not valid_tag(text):
        raise TextError(1, 1, text, "a language's tag, such as de")
    return text


def _lesson_name(text: str) -> str:
    if not valid_name(text):
        raise TextError(
            1, 1, text, f"a lesson's name: small letters, digits and hyphens, {MAX_LESSON_NAME} at most"
        )
    return text


LINE_READERS: dict[str, Reader] = {
    "position": Position.from_text,
    "goal": _goal,
    "ask": _kind_and_question,
    "turns": _turns,
    "right": _right,
    "replies": _replies,
    "marks": Marks.from_text,
    "aids": _choice("aids"),
    "flipped": lambda text: _choice("flipped")(text) == "yes",
    "retry": _choice("retry"),
    "plays": lambda text: tuple(str(Turn.from_text(turn.strip())) for turn in text.split("|")),
    "fresh": lambda text: tuple(str(Position.from_text(position.strip())) for position in text.split("|")),
}
"""The reader of each field with the form "line"."""


# -- lessons ----------------------------------------------------------------------------------------------------------


def read_file(path: str | os.PathLike[str]) -> LessonContent:
    """The lesson in a file, named after the file unless it has a name.

    Raises LessonError with all problems and their places, and OSError for a file that cannot be read.
    """
    file = Path(path)
    # a byte that is not UTF-8 is a lone surrogate, which is reported with its place
    text = text_files.read_text(file)
    try:
        return read_text(text, name_of(file.stem))
    except LessonError as error:
        first, *other_problems = error.problems
        if not text.startswith("adaptoid-lesson"):
            # what follows is no lesson either
            hint = "; this is a saved game: use aw.read_game(path)" if text.startswith(KIND) else ""
            first, other_problems = first._replace(text=first.text + hint), []
        raise LessonError([first, *other_problems], str(file)) from None


def read_text(text: str, name: str = "") -> LessonContent:
    """The lesson of a text, named after its title unless it has a name. Raises LessonError."""
    entries = Entries(text)
    return build(entries.sections, name, entries.problems)


def build(sections: Sequence[Section], name: str, problems: Sequence[Problem] = ()) -> LessonContent:
    """The lesson of a head and its steps. Raises LessonError."""
    reader = LessonReader(sections, name, problems)
    if reader.lesson is None:
        raise LessonError(reader.problems)
    return reader.lesson


class LessonReader:
    """Reads the entries of a head and its steps, and collects their problems."""

    def __init__(self, sections: Sequence[Section], name: str, problems: Sequence[Problem] = ()) -> None:
        self.problems = list(problems)
        """All problems in the order of the file, those of its lines included."""
        self._bad_lines = [problem.line for problem in problems]
        """Lines that could not be read. In their section, missing entries are not reported."""
        self._first = "en"
        self.languages: tuple[str, ...] = ("en",)
        self._untitled: set[str] = set()
        """The languages of texts that the title does not have."""
        ends = [section.line for section in sections[1:]] + [10**9]
        self._spans = {section.name: (section.line, end) for section, end in zip(sections, ends, strict=True)}
        self.steps: list[LessonStep | None] = []
        """Each step, or None if it has a problem."""
        self.lesson = self._lesson(sections, name)
        """The lesson; None if there is a problem."""
        self.problems.sort(key=lambda problem: problem[:2])

    def _lesson(self, sections: Sequence[Section], name: str) -> LessonContent | None:
        head = sections[0]
        for key in HEAD_KEYS:
            self._each_language_once(head.all(key), key)
        self._first = self._value(head, "language", "en", _tag)
        titles = {entry.language or self._first: self._line(entry) for entry in head.all("title")}
        if not titles:
            self._missing(head, "a lesson has a title, as in title: The fork")
        self.languages = (self._first, *(tag for tag in titles if tag != self._first))
        about = self._text(head, "about")
        order = self._value(head, "order", ORDERS[0], _choice("order"))
        name = self._value(head, "name", name or name_of(titles.get(self._first, "")), _lesson_name)
        if len(sections) == 1:
            self._missing(head, "a lesson has steps; the first begins with a line such as [step first-try]")
        self.steps = [self._step(section) for section in sections[1:]]
        if self.problems:
            return None
        steps = [step for step in self.steps if step is not None]
        try:
            return make_lesson(name, titles, steps, about, order, self.languages)
        except GameError as error:
            self._about(head, str(error))
            return None

    def _step(self, section: Section) -> LessonStep | None:
        before = len(self.problems)
        kind, values = "read", dict[str, Any]()
        for field in STEP_FIELDS:
            if field.form in ("line", "text"):
                self._each_language_once(section.all(field.key), field.key)
            if field.form == "line":
                reader = LINE_READERS[field.name]
                values[field.name] = self._value(section, field.key, field.default, reader)
        position, goal = values["position"], values["goal"]
        ask_kind, question = values.pop("ask") or ("", None)
        if goal is not None:
            kind = "turn"
            if question is not None:
                self._wrong(section, "ask", "a step has a goal or asks a question, not both")
        elif section.all("ask"):
            kind = ask_kind or "click"
        self._only_for(section, kind)
        for field in STEP_FIELDS:
            if field.form not in ("", "line"):
                values[field.name] = self._texts(section, field, kind)
        if not values["text"]:
            self._missing(section, "a step needs a text that says what to do: text: …")
        if not section.all("position"):
            self._missing(section, "a step has a position, such as position: adaptoid w 0,0 W:D2 B:D6")
        if values["script"] and not section.all("replies"):
            values["replies"] = "script"
        if len(self.problems) > before or self._is_bad(section):
            return None
        values.update(position=str(position), marks=str(values["marks"]), kind=kind, ask=str(question or ""))
        try:
            return make_step(section.name, **values)
        except StepError as error:
            for key, wrong in error.problems:
                self._wrong(section, key, wrong)
        except GameError as error:
            self._about(section, str(error))
        return None

    # -- values ------------------------------------------------------------------------------------------------------

    def _value(self, section: Section, key: str, default: Any, read: Reader) -> Any:
        """The value of a key with one line; the default if it is missing or wrong."""
        for entry in section.all(key)[:1]:
            value = self._read(read, entry)
            return default if value is None else value
        return default

    def _read(self, read: Reader, entry: Entry, is_arg: bool = False) -> Any:
        """What a reader makes of an entry's line or argument; None if it is wrong.

        The problem suggests the line that was meant, if it is known.
        """
        text = entry.arg if is_arg else self._line(entry)
        if not is_arg and not text:
            return None
        try:
            return read(text)
        except ValueError as error:
            suggestion = suggested_value(entry.key, text, read)
            # the suggestion is the advice
            error = error.advising("") if suggestion and isinstance(error, TextError) else error
            problem = entry.about_arg(error) if is_arg else entry.about_value(error)
        if suggestion:
            line = f"{entry.key} {entry.arg}: {suggestion}" if entry.arg else f"{entry.key}: {suggestion}"
            if is_arg:
                line = f"{entry.key} {suggestion}: {entry.value if entry.key == 'reply' else '…'}"
            message = re.sub(r" \(did you mean [\w-]+\?\)|; did you mean [\w -]+\?$", "", problem.text)
            problem = problem._replace(text=message + suggestion_clause(line))
        self.problems.append(problem)
        return None

    def _line(self, entry: Entry) -> str:
        """The text of an entry of one line."""
        if "\n" in entry.value:
            self.problems.append(entry.about_value(f"{entry.key} is one line"))
            return ""
        return entry.value.strip()

    def _only_for(self, section: Section, kind: str) -> None:
        """Check that a step has no keys of another kind of step."""
        if self._is_bad(section) or (kind != "turn" and section.all("goal")):
            return
        purpose = STEP_KINDS[kind].purpose
        for field in STEP_FIELDS:
            if field.key and STEP_KINDS[kind].input not in field.inputs and field.name not in ("goal", "ask"):
                wanted = "a step with a goal" + (" or a question" if "click" in field.inputs else "")
                if field.inputs == ("read",):
                    wanted = "a step that only reads"
                mend = f"leave {field.key} out" + (", or add a goal" if kind == "read" else "")
                for entry in section.all(field.key):
                    message = f"this step {purpose}; {field.key} is for {wanted}; {mend}"
                    self.problems.append(entry.problem(message))

    def _reply(self, entry: Entry) -> tuple[str, str] | None:
        pattern = self._read(check_pattern, entry, is_arg=True)
        if pattern is None:
            return None
        reply = self._read(Turn.from_text, entry)
        return None if reply is None else (pattern, str(reply))

    # -- texts -------------------------------------------------------------------------------------------------------

    def _texts(self, section: Section, field: StepField, kind: str) -> Any:
        """The value of a field with texts or turns."""
        if field.form == "text":
            return self._text(section, field.key)
        if field.form == "texts":
            return self._in_order(section, field.key)
        if field.form == "answers":
            return self._by_answer(section, field.key, kind)
        return [reply for reply in map(self._reply, section.all(field.key)) if reply]

    def _text(self, section: Section, key: str) -> LocalizedText:
        return self._localized(section, section.all(key), key)

    def _localized(self, section: Section, entries: Sequence[Entry], name: str) -> LocalizedText:
        """The text of entries in several languages."""
        text: LocalizedText = {}
        for entry in entries:
            tag = entry.language or self._first
            if tag not in (*self.languages, *self._untitled) and not self._bad_lines:
                # once for all texts in this language
                self._untitled.add(tag)
                self.problems.append(
                    entry.problem(f"the lesson has no title in {tag}; add title[{tag}], or leave this out")
                )
            try:
                text[tag] = check_prose(tree_of(entry.value))
                if not text[tag]:
                    raise GameError(f"{entry.key} says nothing; write its text, or leave it out")
            except GameError as error:
                self.problems.append(entry.about_value(error))
                text[tag] = []
        missing = ", ".join(tag for tag in self.languages if tag not in text)
        if entries and missing and not self._is_bad(section):
            message = f"{name} is missing in {missing}; the title is in {', '.join(self.languages)}"
            first = next(tag for tag in self.languages if tag not in text)
            entry = entries[0]
            line = f"{entry.key}{f' {entry.arg}' if entry.arg else ''}{'' if first == self._first else f'[{first}]'}: …"
            self.problems.append(entry.problem(f"{message}; add '{line}'"))
        return text

    def _in_order(self, section: Section, key: str) -> list[LocalizedText]:
        """The texts of a repeated key; the n-th entries of all languages form one text."""
        by_language: dict[str, int] = {}
        groups: list[list[Entry]] = []
        for entry in section.all(key):
            at = by_language.get(entry.language or self._first, 0)
            by_language[entry.language or self._first] = at + 1
            if at == len(groups):
                groups.append([])
            groups[at].append(entry)
        return [self._localized(section, group, f"{key} {n}") for n, group in enumerate(groups, 1)]

    def _by_answer(self, section: Section, key: str, kind: str) -> list[tuple[str, LocalizedText]]:
        groups: dict[str, list[Entry]] = {}
        for entry in section.all(key):
            read: Reader = _goal if key == "coach" else partial(read_answer, kind)
            answer = self._read(read, entry, is_arg=True)
            if answer is None:
                self._bad_lines.append(entry.line)
            else:
                groups.setdefault(str(answer), []).append(entry)
        for answer, entries in groups.items():
            self._each_language_once(entries, f"{key} {answer}")
        return [
            (answer, self._localized(section, entries, f"{key} {answer}"))
            for answer, entries in groups.items()
        ]

    # -- problems ----------------------------------------------------------------------------------------------------

    def _each_language_once(self, entries: Sequence[Entry], called: str) -> None:
        first: dict[str, Entry] = {}
        for entry in entries:
            tag = entry.language or self._first
            if tag in first:
                where = f" in line {first[tag].line}" if entry.line else ""
                which = f" in {tag}" if entry.key in TEXT_KEYS else ""
                mend = "leave one out"
                if entry.key in TEXT_KEYS and len({each.language for each in entries}) == 1:
                    mend += f", or name the language, as in '{entry.key}[{'en' if tag == 'de' else 'de'}]: …'"
                self.problems.append(entry.problem(f"{called}{which} is there already{where}; {mend}"))
            else:
                first[tag] = entry

    def _is_bad(self, section: Section) -> bool:
        """Whether a line of the section could not be read."""
        start, end = self._spans.get(section.name, (0, 0))
        return any(start <= line < end for line in self._bad_lines)

    def _missing(self, section: Section, text: str) -> None:
        if not self._is_bad(section):
            self._about(section, text)

    def _about(self, section: Section, text: str) -> None:
        """Report a problem of a whole section."""
        where = f"step {section.name!r}" if section.name else ""
        self.problems.append(Problem(section.line, 1 if section.line else 0, text, where))

    def _wrong(self, section: Section, key: str, error: ValueError | str) -> None:
        """Report a problem of a value, or of the whole section if it lacks the value."""
        entries = section.all(key)
        if entries:
            self.problems.append(entries[0].about_value(error))
        else:
            self._about(section, str(error))
