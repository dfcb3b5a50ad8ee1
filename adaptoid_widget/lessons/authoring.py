"""Steps in Python, with the keys and checks of a lesson file. Errors name the step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeAlias

from ..attributes import KnownAttributes, suggest_keywords
from ..core.game.marks import Marks
from ..core.goals.goal import Goal
from ..core.host.host import brief, type_name
from ..core.i18n.catalog import LANGUAGES
from ..core.rules.errors import GameError, LayoutError, TextError, check_flags, plain_value
from ..core.rules.position import Position
from ..core.teaching.lesson import MAX_LESSON_NAME, MAX_TITLE, STEP_FIELDS, LessonContent, StepField
from .entries import Entry, Section
from .reading import build

LocalizedWords: TypeAlias = "str | Mapping[str, str]"
"""A Markdown text, or a dict from language tag to Markdown."""

_IN_PYTHON = [field for field in STEP_FIELDS if field.key]


def _keyword(field: StepField) -> str:
    """The name of a field in Python."""
    return "hints" if field.form == "texts" else field.key


class Step(KnownAttributes):
    """A step of a lesson, written in Python. Each keyword is a key of a lesson file.

    docs/reference/teaching/lesson_files.md has all keys.

    `text`, `done`, each of `hints` and each text of `wrong` are Markdown, or dicts from language to Markdown. `wrong`
    maps foreseen wrong answers to texts; `reply` maps turns of the learner to replies. Making a lesson checks the step.
    Raises TypeError for a value of a wrong type.

    >>> Step("take", "Starve it.", "adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6", goal="starves D5")
    <Step take>
    """

    name: str
    """Small letters, digits and hyphens; by default, the number of the step."""
    values: dict[str, Any]
    """The fields of the step, by keyword."""

    @suggest_keywords
    def __init__(
        self,
        name: str = "",
        text: LocalizedWords = "",
        position: Position | str = "",
        *,
        goal: Goal | str = "",
        ask: str = "",
        turns: int | str = 1,
        right: str = "",
        replies: str = "",
        reply: Mapping[str, str] | None = None,
        wrong: Mapping[str, LocalizedWords] | None = None,
        hints: LocalizedWords | Sequence[LocalizedWords] = (),
        done: LocalizedWords = "",
        marks: Marks | str = "",
        aids: str = "",
        flipped: bool = False,
        retry: str = "same",
        coach: Mapping[str, LocalizedWords] | None = None,
        plays: str = "",
        fresh: str = "",
    ) -> None:
        check_flags(flipped=flipped)
        flipped, hints = bool(flipped), plain_value(hints)
        for key, value, is_right, form in (
            ("name", name, isinstance(name, str), "a text such as 'take'"),
            ("text", text, isinstance(text, (str, Mapping)), "a text, or a dict from language to text"),
            ("reply", reply, reply is None or isinstance(reply, Mapping), "a dict from turns to replies"),
            ("wrong", wrong, wrong is None or isinstance(wrong, Mapping), "a dict from answers to texts"),
            ("coach", coach, coach is None or isinstance(coach, Mapping), "a dict from goals to texts"),
            ("hints", hints, isinstance(hints, (str, Mapping, Sequence)), "a text or a list of texts"),
        ):
            if not is_right:
                raise TypeError(f"{key} is {form}, not {brief(value)}")
        # a text that is not a position is reported when a lesson is made
        with suppress(TextError, LayoutError, TypeError):
            position = Position.of(position).text
        arguments = {
            "text": text,
            "position": position,
            "goal": goal,
            "ask": ask,
            "turns": turns,
            "right": right,
            "replies": replies,
            "reply": reply,
            "wrong": wrong,
            "hints": hints,
            "done": done,
            "marks": marks,
            "aids": aids,
            "flipped": flipped,
            "retry": retry,
            "coach": coach,
            "plays": plays,
            "fresh": fresh,
        }
        self.name = name
        self.values = {key: arguments[key] for key in map(_keyword, _IN_PYTHON)}

    def __repr__(self) -> str:
        return f"<Step {self.name}>" if self.name else "<Step>"


def lesson_of(
    title: LocalizedWords,
    steps: Iterable[Step],
    *,
    name: str = "",
    about: LocalizedWords = "",
    order: str = "",
) -> LessonContent:
    """A lesson of a title and steps. Raises TypeError, and LessonError with problems that name the step.

    >>> lesson_of("Twins", [Step(text="Look.", position="adaptoid w 0,0 W:D2 B:D6")]).name
    'twins'
    """
    if not isinstance(title, (str, Mapping)):
        raise TypeError(f"a title is a text, or a dict from language to text, not {type_name(title)}")
    if not isinstance(steps, Iterable):
        raise TypeError(f"steps is a list of Steps, as in steps=[Step(…), Step(…)], not {type_name(steps)}")
    first = next(iter(title), "en") if isinstance(title, Mapping) else "en"
    if isinstance(title, Mapping) and "en" in title:
        first = "en"
    head = {"title": title, "about": about, "order": order, "name": name, "language": first}
    sections = [Section("", 0, [entry for key in head for entry in _entries(key, "", head[key], key, first)])]
    for number, step in enumerate(steps, 1):
        if not isinstance(step, Step):
            raise TypeError(f"a lesson's steps are Steps, not {type_name(step)}")
        called = step.name or f"step-{number}"
        if any(section.name == called for section in sections):
            raise GameError(f"two steps have the name {called!r}")
        sections.append(Section(called, 0, list(_step_entries(step, f"step {called!r}, ", first))))
    return build(sections, name)


def preview_of(lesson: LessonContent) -> LessonContent:
    """The lesson with all steps open and a title that says so, under a name of its own.

    >>> step = Step(text="Look.", position="adaptoid w 0,0 W:D2 B:D6")
    >>> preview = preview_of(lesson_of("Twins", [step]))
    >>> preview.name, preview.order, preview.titled("en")
    ('preview-twins', 'free', 'Twins – preview, results are not kept')
    """
    titles = {
        tag: LANGUAGES.wording(tag if tag in LANGUAGES.tags() else "en").say(
            "saved.preview", {"title": title}
        )
        for tag, title in lesson[1].items()
    }
    titles = {tag: title[:MAX_TITLE] for tag, title in titles.items()}
    name = f"preview-{lesson.name}"[:MAX_LESSON_NAME].rstrip("-")
    return lesson._replace(name=name, title=titles, order="free")


def _step_entries(step: Step, where: str, first: str) -> Iterator[Entry]:
    """The entries of a step, as if read from a file."""
    for field in _IN_PYTHON:
        key, value = field.key, step.values[_keyword(field)]
        if field.form in ("answers", "turns"):
            for arg, words in (value or {}).items():
                yield from _entries(key, str(arg), words, f"{where}{key} {arg}", first)
        elif field.form == "texts":
            texts = [value] if isinstance(value, (str, Mapping)) else value
            for number, words in enumerate(texts, 1):
                yield from _entries(key, "", words, f"{where}{key} {number}", first)
        elif field.form == "text" or value != field.default:
            yield from _entries(key, "", "yes" if value is True else value, where + key, first)


def _entries(key: str, arg: str, words: Any, where: str, first: str) -> Iterator[Entry]:
    """The entries of a text in its languages."""
    if isinstance(words, Mapping):
        for language, text in words.items():
            tag = "" if language == first else str(language)
            yield Entry(key, arg, tag, _clean(str(text)), f"{where} [{language}]")
    elif text := _clean(str(words)):
        yield Entry(key, arg, "", text, where)


def _clean(text: str) -> str:
    """A text without the common indentation of its lines."""
    from inspect import cleandoc

    return cleandoc(text).strip("\n")
