"""Problems of a lesson with their places, and the error that lists them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Problem(NamedTuple):
    """A problem of a lesson. Without a file, `where` names the place."""

    line: int
    """Counted from 1; 0 without a file."""
    column: int
    """Counted from 1 in the line, or in the text that `where` names; 0 for the whole text."""
    text: str
    where: str = ""
    """The step and the key, such as "step 'first', goal"."""

    def __str__(self) -> str:
        if self.line:
            return f"line {self.line}, column {self.column}: {self.text}"
        place = f"{self.where}, column {self.column}" if self.where and self.column else self.where
        return f"{place}: {self.text}" if place else self.text


class LessonError(ValueError):
    """A lesson that cannot be read, with all its problems in the order of the file.

    >>> print(LessonError([Problem(3, 7, "expected a disc"), Problem(0, 0, "no goal", "step 'one'")]))
    line 3, column 7: expected a disc
    step 'one': no goal
    """

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = tuple(problems)
        """All problems."""
        self.line = problems[0].line
        """The line of the first problem, counted from 1; 0 without a file."""
        self.column = problems[0].column
        """The column of the first problem."""

    def __reduce__(self) -> tuple[type[LessonError], tuple[tuple[Problem, ...]]]:
        """Support pickling and copying."""
        return LessonError, (self.problems,)
