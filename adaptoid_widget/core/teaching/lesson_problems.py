"""The entries of a lesson, from a file or from steps in Python, and their problems with their places."""

from __future__ import annotations

from typing import Any, List, NamedTuple, Sequence, Tuple, Type, Union

from ..host.similar_words import similar_word
from ..rules.errors import TextError


class Problem(NamedTuple("_ProblemFields", [("line", int), ("column", int), ("text", str), ("where", str)])):
    """A problem of a lesson. Without a file, `line` is 0 and `where` names the place.

    Lines and columns are counted from 1, columns in the line or in the text that `where` names; column 0 stands for the
    whole text. `where` is the step and the key, such as "step 'first', goal".
    """

    __slots__ = ()

    def __str__(self) -> str:
        if self.line:
            return "line %d, column %d: %s" % (self.line, self.column, self.text)
        place = "%s, column %d" % (self.where, self.column) if self.where and self.column else self.where
        return "%s: %s" % (place, self.text) if place else self.text

    def at(self, path: str) -> str:
        """The problem with its place in a file."""
        return "%s:%d:%d: %s" % (path, self.line, self.column, self.text)

    def saying(self, text: str) -> Problem:
        """The problem in other words."""
        return Problem(self.line, self.column, text, self.where)


class LessonError(ValueError):
    """A lesson that cannot be read, with all its problems in the order of the file.

    >>> print(LessonError([Problem(3, 7, "expected a disc", ""), Problem(0, 0, "no goal", "step 'one'")]))
    line 3, column 7: expected a disc
    step 'one': no goal
    >>> print(LessonError([Problem(3, 7, "expected a disc", "")], "mine.lesson"))
    mine.lesson:3:7: expected a disc
    """

    def __init__(self, problems: Sequence[Problem], path: str = "") -> None:
        super().__init__("\n".join([problem.at(path) if path else str(problem) for problem in problems]))
        self.problems = tuple(problems)
        """All problems."""
        self.path = path
        """The file of the lesson; "" for a text and for a lesson made in Python."""
        self.line = problems[0].line
        """The line of the first problem, counted from 1; 0 without a file."""
        self.column = problems[0].column
        """The column of the first problem."""

    def __reduce__(self) -> Tuple[Type[LessonError], Tuple[Tuple[Problem, ...], str]]:
        """Support pickling and copying."""
        return LessonError, (self.problems, self.path)


class Entry:
    """A key with its text, argument and language, and the place of each line of the text."""

    def __init__(
        self,
        key: str,
        arg: str,
        language: str,
        value: str,
        where: str,
        line: int = 0,
        column: int = 0,
        arg_column: int = 0,
        places: Sequence[Tuple[int, int]] = (),
    ) -> None:
        self.key = key
        self.arg = arg
        self.language = language
        self.value = value
        self.where = where
        self.line = line
        self.column = column
        self.arg_column = arg_column
        self.places = places

    def problem(self, text: str) -> Problem:
        """A problem of the whole entry."""
        return Problem(self.line, self.column, text, self.where)

    def about_value(self, error: Union[ValueError, str]) -> Problem:
        """A problem of its text, at the place of a TextError, else at the beginning."""
        if not self.places:
            column = error.column if isinstance(error, TextError) else 0
            return Problem(0, column, _message(error), self.where)
        line, column = self.places[0]
        if isinstance(error, TextError):
            line, column = self.places[min(error.line, len(self.places)) - 1]
            column += error.column - 1
        return Problem(line, column, _message(error), self.where)

    def about_arg(self, error: Union[ValueError, str]) -> Problem:
        """A problem of its argument."""
        at = error.column if isinstance(error, TextError) else 1
        return Problem(self.line, self.arg_column + at - 1, _message(error), self.where)


class Section:
    """The head of a file, which has no name, or a step."""

    def __init__(self, name: str, line: int, entries: List[Entry]) -> None:
        self.name = name
        self.line = line
        self.entries = entries

    def all(self, key: str) -> List[Entry]:
        """All entries with a key."""
        return [entry for entry in self.entries if entry.key == key]


def _message(error: Union[ValueError, str]) -> str:
    """The message of an error without its place."""
    return str(error).partition(": ")[2] if isinstance(error, TextError) else str(error)


def similar_or_all(word: str, candidates: Sequence[Any]) -> str:
    """A suggestion of a similar word, or a list of all.

    >>> similar_or_all("hnt", ("hint", "text")), similar_or_all("x", ("hint", "text"))
    ('did you mean hint?', 'there are: hint, text')
    """
    near = similar_word(word, candidates)
    return "did you mean %s?" % near if near else "there are: " + ", ".join(candidates)


def suggestion_clause(text: str) -> str:
    """The end of a message that suggests a text; "" without one.

    >>> suggestion_clause("turns: 2")
    "; did you mean 'turns: 2'?"
    """
    return "; did you mean '%s'?" % text if text else ""
