"""Readers of what one key of a lesson says. They raise ValueErrors, TextErrors where a column can be named."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from ..core.rules.errors import TextError
from ..core.rules.scanner import DIGITS
from ..core.teaching.attempt import check_pattern
from ..core.teaching.goal import Goal
from ..core.teaching.goal_parser import FORMS
from ..core.teaching.question import NUMBERS_AT, SETS, SETS_AT, Question
from ..core.teaching.validation import MAX_IN_TURNS, MAX_NAME
from .entries import meant, valid_name, valid_tag

Read = TypeVar("Read")


def one_of(what: str, words: Sequence[str]) -> Callable[[str], str]:
    """A reader of one of some words."""

    def read(text: str) -> str:
        if text not in words:
            hint = meant(text, words)
            raise ValueError(
                f"{what} is one of {', '.join(words)}, not {text!r}" + (f"; {hint}" if "mean" in hint else "")
            )
        return text

    return read


def goal_of(text: str) -> Goal:
    """A goal; a misspelt condition is told with the one that was meant."""
    try:
        return Goal.from_text(text)
    except TextError as error:
        raise _misspelt(text, error, "a condition", tuple(FORMS)) from None


def question_of(text: str, column: int) -> Question:
    """A question that begins in this column; a misspelt one is told with the one that was meant."""
    try:
        return Question.from_text(text, 1, column)
    except TextError as error:
        known = SETS + SETS_AT + NUMBERS_AT
        raise _misspelt(" " * (column - 1) + text, error, "a question", known) from None


def _misspelt(text: str, error: TextError, what: str, known: tuple[str, ...]) -> TextError:
    """The error, with a hint in place of a list where the hint is good."""
    word = text[error.column - 1 :].partition(" ")[0]
    hint = meant(word, known)
    if not error.expected.startswith(what) or "did you mean" not in hint:
        return error
    return TextError(error.line, error.column, word, f"{what} ({hint})")


def turns_of(text: str) -> int:
    """Within how many turns a goal is to be reached."""
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= MAX_IN_TURNS and text[0] != "0"):
        raise TextError(1, 1, text, f"within how many of the learner's turns, 1 to {MAX_IN_TURNS}")
    return int(text)


def tag_of(text: str) -> str:
    """A language's tag."""
    if not valid_tag(text):
        raise TextError(1, 1, text, "a language's tag, such as de")
    return text


def lesson_name(text: str) -> str:
    """The name of a lesson."""
    if not valid_name(text):
        raise TextError(1, 1, text, f"a lesson's name: small letters, digits and hyphens, {MAX_NAME} at most")
    return text


def quiet(read: Callable[[str], Read]) -> Callable[[str], Read | None]:
    """The same reader for a second look: what is wrong was told at the first."""

    def again(text: str) -> Read | None:
        try:
            return read(text)
        except ValueError:
            return None

    return again


def foreseen(kind: str, arg: str) -> str:
    """An answer that was foreseen, in its canonical text."""
    if arg == "*":
        return arg
    if kind not in ("click", "count"):
        return check_pattern(arg)
    if kind == "count":
        if arg.strip(DIGITS) or len(arg) > 2:
            raise TextError(1, 1, arg, "a wrong number, or * for any")
        return str(int(arg))
    question = Question.from_text(arg)
    if question.name or len(question.cells) != 1:
        raise TextError(1, 1, arg, "a wrong disc, or * for any")
    return str(question)
