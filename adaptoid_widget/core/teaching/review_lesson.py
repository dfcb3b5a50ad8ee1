"""The mistakes that a review has found, as a lesson: each step asks for a better turn."""

from __future__ import annotations

from typing import Callable, Optional, Sequence

from ..game.marks import Marks
from ..goals.goal import Goal
from ..i18n.catalog import Saying, Wording
from ..rules.turn import Turn
from ..search.review import Review
from .lesson import LessonContent, LessonStep, make_lesson, make_step
from .rich_text import LocalizedText, prose

# the wrong turns of a step that get a reply of the search; the tutor refutes the others, which are worse
MAX_WRONG = 20


def lesson_of(review: Review, wordings: Sequence[Wording], flipped: bool = False) -> LessonContent:
    """The lesson of a review in some languages, the most important one first.

    Any turn that is not a mistake is right. A wrong one gets the reply that refutes it, if the review knows it.
    """

    def text(*sayings: Saying) -> LocalizedText:
        return {wording.language: prose(wording.say_all(list(sayings))) for wording in wordings}

    steps = [_step(review, at, text, flipped) for at in review.exercises]
    if not steps:
        last = review.turns[-1].position
        steps = [make_step("clean", text(("note.clean", None)), str(last), aids="full", flipped=flipped)]
    title = {wording.language: wording.ui["ui.review.learn"] for wording in wordings}
    return make_lesson(
        "review", title, steps, order="free", languages=[wording.language for wording in wordings]
    )


def _step(review: Review, at: int, text: Callable[..., LocalizedText], flipped: bool) -> LessonStep:
    foreseen = [wrong for wrong in review.bad(at) if wrong.line[1:]][:MAX_WRONG]
    return make_step(
        "turn-%d" % review.turns[at].ply,
        text(*review.task(at)),
        str(review.position(at)),
        Goal.from_text("plays " + "|".join(review.good(at))),
        replies="script" if foreseen else "best",
        script=[(str(wrong.line[0]), str(wrong.line[1])) for wrong in foreseen],
        wrong=[
            (str(wrong.line[0]), text(*review.refuted(at, wrong.line, wrong.lost_in))) for wrong in foreseen
        ],
        done=text(review.praise(at)),
        marks=str(_marks_of(review.turns[at].turn)),
        aids="full",
        flipped=flipped,
    )


def _marks_of(turn: Optional[Turn]) -> Marks:
    """The marks of a mistake: an arrow for its move, a ring for its growth."""
    if turn is None:
        return Marks()
    rings = {turn.at: "red"} if turn.at else {}
    if turn.origin is None or turn.target is None:
        return Marks(rings=rings)
    return Marks([(turn.origin, turn.target, "red")], rings=rings)
