"""Reads what the entries of a lesson mean, from a lesson file or from steps in Python, and collects all problems."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Sequence, Set, Tuple, Union

from ..game.marks import Marks
from ..goals.attempt import check_pattern
from ..goals.conditions import CONDITIONS
from ..goals.goal import Goal
from ..host.host import ascending
from ..rules.errors import GameError, TextError
from ..rules.position import Position
from ..rules.scanner import trimmed
from ..rules.turn import Turn
from ..search.levels import HIGHEST, LOWEST, level_in
from .lesson import (
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
from .lesson_keys import CHOICES, DIGITS, HEAD_KEYS, TEXT_KEYS, name_of
from .lesson_lines import LessonLines
from .lesson_markdown import tree_of
from .lesson_problems import Entry, LessonError, Problem, Section, similar_or_all, suggestion_clause
from .lesson_suggestions import suggested_value
from .question import QUESTIONS, Question
from .rich_text import LocalizedText, check_prose, valid_tag
from .step_kinds import STEP_KINDS, QuestionKind, asking_kinds

Reader = Callable[[str], Any]


# -- one line ---------------------------------------------------------------------------------------------------------


def _choice(key: str) -> Reader:
    """A reader of one of the words that a key can have."""
    choices = CHOICES[key]

    def read(text: str) -> str:
        if text not in choices:
            hint = similar_or_all(text, choices)
            suggestion = "; " + hint if "mean" in hint else ""
            raise ValueError("%s is one of %s, not %r%s" % (key, ", ".join(choices), text, suggestion))
        return text

    return read


def _goal(text: str) -> Goal:
    try:
        return Goal.from_text(text)
    except TextError as error:
        misspelt = _misspelt(text, error, "a condition", tuple(CONDITIONS))
    raise misspelt


def _question(text: str, column: int) -> Question:
    """The question that begins at this column."""
    try:
        return Question.from_text(text, 1, column)
    except TextError as error:
        misspelt = _misspelt(" " * (column - 1) + text, error, "a question", tuple(QUESTIONS))
    raise misspelt


def _misspelt(text: str, error: TextError, subject: str, candidates: Tuple[str, ...]) -> TextError:
    """The error, with a suggestion in place of the list of words if there is a good one."""
    word = text[error.column - 1 :].partition(" ")[0]
    hint = similar_or_all(word, candidates)
    if not error.expected.startswith(subject) or "did you mean" not in hint:
        return error
    return TextError(error.line, error.column, word, "%s (%s)" % (subject, hint))


def _kind_and_question(text: str) -> Tuple[str, Question]:
    """The kind of a step that asks, and its question."""
    kind, _, query = text.partition(" ")
    behavior = STEP_KINDS.get(kind)
    if not isinstance(behavior, QuestionKind):
        names = " or ".join(asking_kinds())
        raise TextError(1, 1, kind, names + ", then what: click starving, count liberties D5")
    at = text.find(query) if query else len(text)
    question = _question(query, at + 1)
    if behavior.needs_discs and not question.clicks:
        raise TextError(1, at + 1, query, "discs to click; count asks for a number")
    return kind, question


def _turns(text: str) -> int:
    if text == "game":
        return GAME
    if len(text) != 1 or text not in DIGITS or not 1 <= int(text) <= MAX_STEP_TURNS:
        raise TextError(1, 1, text, "the number of the learner's turns, 1 to %d, or game" % MAX_STEP_TURNS)
    return int(text)


def _right(text: str) -> str:
    start = 0
    patterns: List[str] = []
    for part in text.split("|"):
        patterns.append(check_pattern(trimmed(part), 1, start + 1))
        start += len(part) + 1
    return "|".join(patterns)


def _replies(text: str) -> str:
    level = level_in(text)
    if level is None:
        replies: str = _choice("replies")(text)
        return replies
    if not LOWEST <= level <= HIGHEST:
        allowed = min(max(level, LOWEST), HIGHEST)
        raise ValueError(
            "levels go from %d to %d, not %d; write replies: level %d" % (LOWEST, HIGHEST, level, allowed)
        )
    return "level %d" % level


def _tag(text: str) -> str:
    if not valid_tag(text):
        raise TextError(1, 1, text, "a language's tag, such as de")
    return text


def _lesson_name(text: str) -> str:
    if not valid_name(text):
        raise TextError(
            1, 1, text, "a lesson's name: small letters, digits and hyphens, %d at most" % MAX_LESSON_NAME
        )
    return text


LINE_READERS: Dict[str, Reader] = {
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
    "plays": lambda text: tuple([str(Turn.from_text(trimmed(turn))) for turn in text.split("|")]),
    "fresh": lambda text: tuple([str(Position.from_text(trimmed(position))) for position in text.split("|")]),
}
"""The reader of each field with the form "line"."""


# -- lessons ----------------------------------------------------------------------------------------------------------


def lesson_from_text(text: str, name: str = "") -> LessonContent:
    """The lesson of the text of a lesson file, named after its title unless it has a name. Raises LessonError.

    >>> text = "adaptoid-lesson 1\\ntitle: Twins\\n[step look]\\ntext: Look.\\nposition: adaptoid w 0,0 W:D2 B:D6\\n"
    >>> lesson_from_text(text).steps[0].kind
    'read'
    """
    lines = LessonLines(text)
    return build(lines.sections, name, lines.problems)


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
        self.languages: Tuple[str, ...] = ("en",)
        self._untitled: Set[str] = set()
        """The languages of texts that the title does not have."""
        ends = [section.line for section in sections[1:]] + [10**9]
        self._spans = {section.name: (section.line, ends[n]) for n, section in enumerate(sections)}
        self.steps: List[Optional[LessonStep]] = []
        """Each step, or None if it has a problem."""
        self.lesson = self._lesson(sections, name)
        """The lesson; None if there is a problem."""
        # by their places; those at one place as they were found, also where sorting does not keep that order
        numbered = [(problem.line, problem.column, n) for n, problem in enumerate(self.problems)]
        self.problems = [self.problems[n] for _, _, n in ascending(numbered)]

    def _lesson(self, sections: Sequence[Section], name: str) -> Optional[LessonContent]:
        head = sections[0]
        # first: it is the language of all texts without a tag
        self._first = self._value(head, "language", "en", _tag)
        for key in HEAD_KEYS:
            self._each_language_once(head.all(key), key)
        rows = [(entry.language or self._first, self._line(entry)) for entry in head.all("title")]
        titles = dict(rows)
        if not titles:
            self._missing(head, "a lesson has a title, as in title: The fork")
        self.languages = _once([self._first] + [tag for tag, _ in rows])
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

    def _step(self, section: Section) -> Optional[LessonStep]:
        before = len(self.problems)
        kind = "read"
        values: Dict[str, Any] = {}
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
            line = "%s: %s" % (entry.key + " " + entry.arg if entry.arg else entry.key, suggestion)
            if is_arg:
                line = "%s %s: %s" % (entry.key, suggestion, entry.value if entry.key == "reply" else "…")
            message = _without_advice(problem.text) + suggestion_clause(line)
            problem = Problem(problem.line, problem.column, message, problem.where)
        self.problems.append(problem)
        return None

    def _line(self, entry: Entry) -> str:
        """The text of an entry of one line."""
        if "\n" in entry.value:
            self.problems.append(entry.about_value(entry.key + " is one line"))
            return ""
        return trimmed(entry.value)

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
                mend = "leave %s out" % field.key + (", or add a goal" if kind == "read" else "")
                for entry in section.all(field.key):
                    message = "this step %s; %s is for %s; %s" % (purpose, field.key, wanted, mend)
                    self.problems.append(entry.problem(message))

    def _reply(self, entry: Entry) -> Optional[Tuple[str, str]]:
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
            if tag not in self.languages and tag not in self._untitled and not self._bad_lines:
                # once for all texts in this language
                self._untitled.add(tag)
                self.problems.append(
                    entry.problem(
                        "the lesson has no title in %s; add title[%s], or leave this out" % (tag, tag)
                    )
                )
            try:
                text[tag] = check_prose(tree_of(entry.value))
                if not text[tag]:
                    raise GameError(entry.key + " says nothing; write its text, or leave it out")
            except GameError as error:
                self.problems.append(entry.about_value(error))
                text[tag] = []
        missing = ", ".join(tag for tag in self.languages if tag not in text)
        if entries and missing and not self._is_bad(section):
            message = "%s is missing in %s; the title is in %s" % (name, missing, ", ".join(self.languages))
            first = next(tag for tag in self.languages if tag not in text)
            entry = entries[0]
            key = entry.key + " " + entry.arg if entry.arg else entry.key
            line = "%s%s: …" % (key, "" if first == self._first else "[%s]" % first)
            self.problems.append(entry.problem("%s; add '%s'" % (message, line)))
        return text

    def _in_order(self, section: Section, key: str) -> List[LocalizedText]:
        """The texts of a repeated key; the n-th entries of all languages form one text."""
        by_language: Dict[str, int] = {}
        groups: List[List[Entry]] = []
        for entry in section.all(key):
            at = by_language.get(entry.language or self._first, 0)
            by_language[entry.language or self._first] = at + 1
            if at == len(groups):
                groups.append([])
            groups[at].append(entry)
        return [self._localized(section, group, "%s %d" % (key, n + 1)) for n, group in enumerate(groups)]

    def _by_answer(self, section: Section, key: str, kind: str) -> List[Tuple[str, LocalizedText]]:
        # in the order of the answers
        groups: List[Tuple[str, List[Entry]]] = []
        for entry in section.all(key):
            answer = self._read(_goal if key == "coach" else _answer_reader(kind), entry, is_arg=True)
            if answer is None:
                self._bad_lines.append(entry.line)
                continue
            same = [entries for known, entries in groups if known == str(answer)]
            if same:
                same[0].append(entry)
            else:
                groups.append((str(answer), [entry]))
        for answer, entries in groups:
            self._each_language_once(entries, key + " " + answer)
        return [(answer, self._localized(section, entries, key + " " + answer)) for answer, entries in groups]

    # -- problems ----------------------------------------------------------------------------------------------------

    def _each_language_once(self, entries: Sequence[Entry], called: str) -> None:
        first: Dict[str, Entry] = {}
        for entry in entries:
            tag = entry.language or self._first
            if tag in first:
                where = " in line %d" % first[tag].line if entry.line else ""
                which = " in " + tag if entry.key in TEXT_KEYS else ""
                mend = "leave one out"
                if entry.key in TEXT_KEYS and len({each.language for each in entries}) == 1:
                    other = "en" if tag == "de" else "de"
                    mend += ", or name the language, as in '%s[%s]: …'" % (entry.key, other)
                self.problems.append(
                    entry.problem("%s%s is there already%s; %s" % (called, which, where, mend))
                )
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
        where = "step %r" % section.name if section.name else ""
        self.problems.append(Problem(section.line, 1 if section.line else 0, text, where))

    def _wrong(self, section: Section, key: str, error: Union[ValueError, str]) -> None:
        """Report a problem of a value, or of the whole section if it lacks the value."""
        entries = section.all(key)
        if entries:
            self.problems.append(entries[0].about_value(error))
        else:
            self._about(section, str(error))


def _answer_reader(kind: str) -> Reader:
    return lambda text: read_answer(kind, text)


def _once(tags: Sequence[str]) -> Tuple[str, ...]:
    """The same tags in their order, each once."""
    return tuple([tag for n, tag in enumerate(tags) if tag not in tags[:n]])


def _without_advice(message: str) -> str:
    """A message without the word that it suggests.

    >>> (
    ...     _without_advice("expected a disc (did you mean D4?), found 'd4'"),
    ...     _without_advice("no; did you mean yes?"),
    ... )
    ("expected a disc, found 'd4'", 'no')
    """
    before, advice, after = message.partition(" (did you mean ")
    if advice:
        return before + after.partition("?)")[2]
    before, advice, _ = message.rpartition("; did you mean ")
    return before if advice and message.endswith("?") else message
