"""What a board shows of a lesson, as plain data, in the language that is spoken (wire schema 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, List, Optional, Tuple

from ..game.annotations import Marks
from ..i18n.catalog import Saying, Wording
from ..i18n.slots import Slots
from ..session.protocol import Json
from . import hints, route
from .feedback import blocks
from .results import StepResult

if TYPE_CHECKING:
    from ..session.snapshot_types import HintPart, LessonPart
    from .lesson_state import Desk


def part(teacher: Desk, wording: Wording) -> LessonPart:
    """The part `lesson` of a snapshot (docs/architecture.md)."""
    lesson = teacher.lesson
    step = teacher.step
    phase = teacher.phase
    language = wording.language
    register = teacher.register
    used = len(teacher.story.mine)
    if phase in ("reply", "wrong", "right") and step.kind == "turn":
        used += 1
    saying = tip(teacher)
    return {
        "name": lesson.name,
        "title": lesson.titled(language),
        "step": teacher.at,
        "count": len(lesson.steps),
        "free": lesson.order != "forced",
        "steps": [mark.how for mark in register.steps],
        "ways": [[how, wording.say(*way)] for how, way in [_way(mark) for mark in register.steps]],
        "scores": [mark.score if mark.most else None for mark in register.steps],
        "text": lesson.say(lesson.about if phase == "over" else step.text, language),
        "kind": step.kind,
        "phase": phase,
        "said": blocks(lesson, teacher.said, wording),
        "reply": ", ".join(teacher.reply),
        "refuted": phase == "reply" and not teacher.goes_on,
        "hint": _hint(teacher, wording),
        "chosen": list(teacher.chosen),
        "wrong": teacher.misplaced,
        "score": register.score,
        "most": register.most,
        "turns": [used, step.turns],
        "can": can(teacher),
        "rating": teacher.rating,
        "tip": "" if saying is None else wording.say(saying[0], saying[1]),
        "note": _note(teacher, wording),
        "onward": _onward(teacher, language),
    }


def _way(mark: StepResult) -> Tuple[str, Tuple[str, Slots]]:
    """How a step was solved, and in words: a code for a badge, which is "" where nothing was done."""
    how = mark.how
    slots: Slots = {"n": mark.tries, "hints": mark.hints}
    if how == "" and (mark.tries or mark.hints):
        how = "begun"
    elif mark.most == 0 and how == "solved":
        how = "read"
    elif how == "helped":
        if mark.score < max(1, mark.most - mark.hints - (mark.tries - 1)):
            how = "found"
        elif mark.hints == 0:
            how = "tries"
        else:
            how = "hints" if mark.tries < 2 else "both"
    return how, ("lesson.how." + (how or "todo"), slots)


def _note(teacher: Desk, wording: Wording) -> str:
    """What is to be known of a step that is come to again."""
    mark = teacher.register.step
    if teacher.phase != "ask" or teacher.aside or len(teacher.stages) > 1:
        return ""
    if mark.solved and mark.most:
        return wording.say("lesson.note.closed", None)
    return wording.say("lesson.note.open", {"n": teacher.at + 1}) if teacher.returned else ""


def _onward(teacher: Desk, language: str) -> str:
    """What is learned next, at the end."""
    if teacher.phase != "over" or teacher.onward is None:
        return ""
    titles = teacher.onward()
    return titles.get(language, titles.get("en", ""))


def _hint(teacher: Desk, wording: Wording) -> HintPart:
    ladder = teacher.ladder
    if teacher.phase != "ask" or teacher.step.kind == "read":
        return {"rung": 0, "of": 0, "text": [], "costs": False}
    last = ladder.last
    text = [] if last is None else blocks(teacher.lesson, [last.said], wording)
    mark = teacher.register.step
    # who has one point left, or had the answer shown, has nothing to lose; of a puzzle the first hint counts as a miss
    left = 1 if teacher.rating is None else mark.most - 1
    loses = mark.how != "missed" and mark.most - mark.hints - mark.tries > left
    costs = loses and not mark.solved and ladder.costs(len(teacher.story.mine))
    return {"rung": ladder.rung, "of": ladder.of, "text": text, "costs": costs}


def can(teacher: Desk) -> List[str]:
    """What the learner can do now, besides playing, choosing discs and going to another step."""
    phase = teacher.phase
    kind = teacher.step.kind
    if teacher.aside:
        return ["retry"]
    if phase == "over":
        return ["again"] + (["practise"] if teacher.to_practise() else [])
    if phase == "reply":
        return ["go"] + (["back"] if teacher.can_undo else [])
    if phase == "right":
        return ["next", "retry"]
    if phase == "shown":
        return (["go"] if teacher.rest else []) + ["retry", "next"]
    if kind == "read":
        return ["next"]
    out: List[str] = [] if kind == "turn" else ["check"]
    later = len(teacher.stages) > 1
    if phase == "wrong":
        out += ["retry"] + (["back"] if later else [])
    else:
        if teacher.ladder.rung < teacher.ladder.of:
            out.append("hint")
        if teacher.can_undo:
            out.append("back")
        if later:
            out.append("retry")
    return out + ["reveal"] + (["skip"] if teacher.lesson.order != "forced" else [])


def tip(teacher: Desk) -> Optional[Saying]:
    """What to do now; None where the board's own words say it."""
    phase = teacher.phase
    slots: Slots = {}
    if teacher.aside:
        return "lesson.tip.aside", None
    if phase == "ask":
        return None if teacher.step.kind == "turn" else ("lesson.tip." + teacher.step.kind, None)
    if phase != "reply":
        return "lesson.tip." + phase, None
    if not teacher.coming:
        return "lesson.tip.reply-nobody", None
    slots["color"] = teacher.session.game.position.turn
    return "lesson.tip.reply", slots


def snapshot(teacher: Desk, wording: Wording) -> Json:
    """What a lesson changes in a session's snapshot."""
    game = teacher.session.game
    lesson = part(teacher, wording)
    out: Json = {"lesson": lesson, "analyst": False, "marks": drawn(teacher, game.marks).data()}
    if lesson["tip"]:
        out["status"] = lesson["tip"]
    if not teacher.waits and game.result is None:
        out["step"] = "wait"
        out["pass"] = False
    return out


def drawn(teacher: Desk, marks: Marks) -> Marks:
    """What is drawn on the board: the author's marks and the learner's, with those of a hint or of the answer."""
    if teacher.aside:
        return marks
    last = teacher.ladder.last
    if teacher.phase == "ask" and last is not None:
        led = last.marks
        if teacher.session.game.half is not None:
            led = route.grown(led)
        return hints.together(marks, route.walked(led, teacher.story.position))
    if teacher.phase == "shown" and teacher.step.kind != "turn":
        return hints.together(marks, hints.cell_marks(teacher.answer_cells()))
    return marks
