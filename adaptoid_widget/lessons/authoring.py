"""Steps in Python, with the keys and checks of a lesson file. Errors name the step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from ..attributes import suggest_keywords
from ..core.game.marks import Marks
from ..core.goals.goal import Goal
from ..core.i18n.catalog import LANGUAGES
from ..core.rules.position import Position
from ..core.teaching.authored_steps import AuthoredStep
from ..core.teaching.lesson import MAX_LESSON_NAME, MAX_TITLE, LessonContent

LocalizedWords: TypeAlias = "str | Mapping[str, str]"
"""A Markdown text, or a dict from language tag to Markdown."""


class Step(AuthoredStep):
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
        super().__init__(
            name,
            text,
            position,
            goal=goal,
            ask=ask,
            turns=turns,
            right=right,
            replies=replies,
            reply=reply,
            wrong=wrong,
            hints=hints,
            done=done,
            marks=marks,
            aids=aids,
            flipped=flipped,
            retry=retry,
            coach=coach,
            plays=plays,
            fresh=fresh,
        )


def preview_of(lesson: LessonContent) -> LessonContent:
    """The lesson with all steps open and a title that says so, under a name of its own.

    >>> from adaptoid_widget.core.teaching.authored_steps import lesson_of
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
