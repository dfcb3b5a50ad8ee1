"""Steps written in Python: the same keys as in a lesson file, the same checks, errors that name the step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from ..core.game.annotations import Marks
from ..core.rules.errors import GameError
from ..core.rules.position import Position
from ..core.teaching.goal import Goal
from ..core.teaching.lesson import Lesson
from .entries import Entry, Section
from .reading import build

Words: TypeAlias = "str | Mapping[str, str]"
"""A Markdown text, or one for each language's tag."""


class Step:
    """A step of a lesson, written in Python; each keyword is a key of a lesson file (docs/reference/lesson_files.md).

    `text`, `done`, each of `hints` and each text of `wrong` are Markdown, or dicts from language to Markdown. `wrong`
    maps answers that were foreseen to what is said to them, `reply` turns of the learner to replies. What is wrong is
    told when a lesson is made of it.

    >>> Step("take", "Starve it.", "adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6", goal="starves D5")
    <Step take>
    """

    def __init__(
        self,
        name: str = "",
        text: Words = "",
        position: Position | str = "",
        *,
        goal: Goal | str = "",
        ask: str = "",
        turns: int = 1,
        replies: str = "",
        reply: Mapping[str, str] | None = None,
        wrong: Mapping[str, Words] | None = None,
        hints: Words | Sequence[Words] = (),
        done: Words = "",
        marks: Marks | str = "",
        aids: str = "",
        flipped: bool = False,
    ) -> None:
        self.name = name
        """Small letters, digits and hyphens; without one it is called by its number."""
        self.values: dict[str, Any] = {
            "text": text,
            "position": position,
            "goal": goal,
            "ask": ask,
            "turns": "" if turns == 1 else turns,
            "replies": replies,
            "reply": dict(reply or {}),
            "wrong": dict(wrong or {}),
            "hint": [hints] if isinstance(hints, (str, Mapping)) else list(hints),
            "done": done,
            "marks": marks,
            "aids": aids,
            "flipped": "yes" if flipped else "",
        }
        """What it says, by the keys of a lesson file."""

    def __repr__(self) -> str:
        return f"<Step {self.name}>" if self.name else "<Step>"


def lesson_of(
    title: Words, steps: Iterable[Step], *, name: str = "", about: Words = "", order: str = ""
) -> Lesson:
    """The lesson of a title and steps. Raises LessonError, whose problems name the step, and TypeError.

    >>> lesson_of("Twins", [Step(text="Look.", position="adaptoid w 0,0 W:D2 B:D6")]).name
    'twins'
    """
    first = next(iter(title), "en") if isinstance(title, Mapping) else "en"
    if isinstance(title, Mapping) and "en" in title:
        first = "en"
    head = Section("", 0, [])
    values = {"title": title, "about": about, "order": order, "name": name, "language": first}
    head.entries.extend(_entries(values, "", first))
    sections = [head]
    for number, step in enumerate(steps, 1):
        if not isinstance(step, Step):
            raise TypeError(f"a lesson's steps are Steps, not {type(step).__name__}")
        called = step.name or f"step-{number}"
        if any(section.name == called for section in sections):
            raise GameError(f"two steps have the name {called!r}")
        sections.append(Section(called, 0, list(_entries(step.values, f"step {called!r}, ", first))))
    return build(sections, name)


def _entries(values: Mapping[str, Any], where: str, first: str) -> Iterable[Entry]:
    """What the keys say, as if read from a file."""
    for key, value in values.items():
        if key in ("reply", "wrong"):
            for arg, words in value.items():
                yield from _said(key, str(arg), words, f"{where}{key} {arg}", first)
        elif key == "hint":
            for number, words in enumerate(value, 1):
                yield from _said(key, "", words, f"{where}hint {number}", first)
        else:
            yield from _said(key, "", value, where + key, first)


def _said(key: str, arg: str, words: Any, where: str, first: str) -> Iterable[Entry]:
    if isinstance(words, Mapping):
        for language, text in words.items():
            tag = "" if language == first else str(language)
            yield Entry(key, arg, tag, _clean(str(text)), f"{where} [{language}]")
        return
    text = _clean(str(words))
    if text:
        yield Entry(key, arg, "", text, where)


def _clean(text: str) -> str:
    """A text as in a file: without what indents all of its lines, as in a string of several lines."""
    from inspect import cleandoc

    return cleandoc(text).strip("\n")
