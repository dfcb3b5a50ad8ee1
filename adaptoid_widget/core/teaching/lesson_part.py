"""What the part `lesson` of a snapshot says of a step's results, notes and hints."""

from __future__ import annotations

from typing import TYPE_CHECKING, List

from . import feedback

if TYPE_CHECKING:
    from ..i18n.catalog import Saying, Wording
    from ..wire.snapshot_types import HintPart
    from .hints import HintSequence
    from .lesson import LessonContent, LessonStep
    from .results import StepResult


def badge(result: StepResult, wording: Wording) -> List[str]:
    """How a step was solved: the code of its badge, "" if nothing was done, and a sentence."""
    how = result.how
    if how == "" and (result.tries or result.hints):
        how = "begun"
    elif result.most == 0 and how == "solved":
        how = "read"
    elif how == "helped":
        if result.score < max(1, result.most - result.hints - (result.tries - 1)):
            how = "found"
        elif result.hints == 0:
            how = "tries"
        else:
            how = "hints" if result.tries < 2 else "both"
    return [how, wording.say("lesson.how." + (how or "todo"), {"n": result.tries, "hints": result.hints})]


def step_notices(step: LessonStep, result: StepResult, returned_to: int) -> List[Saying]:
    """What to know before the first turn of a step: that it is solved already, or gets no help from the board.

    `returned_to` is its number, from 1, if the learner came back to it, otherwise 0.
    """
    sayings: List[Saying] = []
    if result.solved and result.most:
        sayings.append(("lesson.note.closed", None))
    elif returned_to:
        sayings.append(("lesson.note.open", {"n": returned_to}))
    if step.aids == "none":
        sayings.append(("lesson.note.no-aids", None))
    return sayings


def hint_part(
    lesson: LessonContent,
    hints: HintSequence,
    result: StepResult,
    turn: int,
    is_rated: bool,
    wording: Wording,
) -> HintPart:
    """The hint that was taken last before turn number `turn`, and whether the next one costs a point."""
    last = hints.last
    text = [] if last is None else feedback.blocks(lesson, [last.message], wording)
    # with one point left, or once the solution was shown, there is nothing to lose; a puzzle's first hint is a miss
    least = result.most - 1 if is_rated else 1
    loses = result.how != "missed" and result.most - result.hints - result.tries > least
    costs = loses and not result.solved and hints.costs(turn)
    return {"taken": hints.taken, "of": hints.total, "text": text, "costs": costs}
