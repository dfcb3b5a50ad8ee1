"""Shows a tutor's lesson on its session's board: the part `lesson` of a snapshot, the status and the marks."""

from __future__ import annotations

from typing import TYPE_CHECKING, List, Optional

from ..session.hooks import SessionHooks
from ..wire.snapshot import piece_rows
from . import feedback, hints
from .rich_text import plain
from .tutor import Tutor

if TYPE_CHECKING:
    from ..game.marks import Marks
    from ..i18n.catalog import Saying, Wording
    from ..wire.intent_fields import Json
    from ..wire.wire_types import HintPart, LessonPart
    from .results import StepResult
    from .rich_text import Prose


class LessonPresenter(SessionHooks):
    """What the board shows of a tutor's lesson, until `leave`."""

    def __init__(self, tutor: Tutor) -> None:
        self.tutor = tutor
        """The tutor that is shown."""
        tutor.session.add_hooks(self)

    def leave(self) -> None:
        """End the lesson; the game on the board stays."""
        self.tutor.session.remove_hooks(self)
        self.tutor.leave()

    def snapshot_part(self, wording: Wording) -> LessonPart:
        """The part `lesson` of a snapshot (docs/reference/wire_protocol.md), in a language."""
        tutor = self.tutor
        lesson, step, phase = tutor.lesson, tutor.step, tutor.phase
        result = tutor.scores.result(tutor.learner, phase == "over")
        used = len(tutor.attempt.own)
        if phase in ("reply", "wrong", "right") and step.input == "turn":
            used += 1
        # the next turn of a shown solution takes the place of a reply
        next_shown = tutor.solution_turns[:1]
        tip = self.tip()
        return {
            "name": lesson.name,
            "title": lesson.titled(wording.language),
            "step": tutor.at,
            "count": len(lesson.steps),
            "free": lesson.order != "forced",
            "steps": [step.how for step in result.steps],
            "badges": [_badge(step, wording) for step in result.steps],
            "scores": [step.score if step.most else None for step in result.steps],
            "text": self._text(wording),
            "kind": step.input,
            "phase": phase,
            "said": feedback.blocks(lesson, tutor.messages, wording),
            "reply": ", ".join(next_shown if phase == "shown" else tutor.reply),
            "refuted": tutor.is_refuted,
            "undecided": phase in ("ask", "reply") and tutor.undecided,
            "hint": self._hint_part(wording),
            "chosen": list(tutor.chosen),
            "wrong": tutor.misplaced,
            "score": result.score,
            "max": result.most,
            "turns": [used, step.turns],
            "can": tutor.can,
            "rating": tutor.rating,
            "tip": "" if tip is None else wording.say(tip[0], tip[1]),
            "note": self._notices(wording),
            "made": result.is_made,
            # `CoursePresenter` names the following lesson of the course
            "next": "",
        }

    def _text(self, wording: Wording) -> Prose:
        """The text of the step, or at the end about the lesson; first of all, that the position is another one."""
        tutor, language = self.tutor, wording.language
        lesson = tutor.lesson
        if tutor.phase == "over":
            return lesson.say(lesson.about, language)
        text = lesson.say(tutor.step.text, language)
        return text if tutor.fresh_step is None else [["p", ["b", wording.say("lesson.note.fresh")]]] + text

    def snapshot(self, wording: Wording) -> Json:
        """The snapshot fields that a lesson adds or replaces."""
        tutor = self.tutor
        game = tutor.session.game
        part = self.snapshot_part(wording)
        out: Json = {"lesson": part, "analyst": False, "marks": self._drawn(game.marks).data()}
        status = self.status(wording)
        if status:
            out["status"] = status
        asks = tutor.step.behavior.asks and tutor.phase in ("ask", "wrong")
        if asks and tutor.step.aids != "full" and not tutor.is_off_lesson:
            # labels for screen readers would give the answer
            position = game.position
            rows = piece_rows(position.layout, position.pieces)
            out["pieces"] = [row[:4] + [None, None] for row in rows]
        return out

    def status(self, wording: Wording) -> str:
        """What to do now, in place of the game's status; "" where that says it."""
        tip = self.tip()
        return "" if tip is None else wording.say(tip[0], tip[1])

    def caption(self, wording: Wording) -> str:
        """The lesson's title with the step's text, or at the end with the text about the lesson."""
        texts = (self.tutor.lesson.titled(wording.language), plain(self._text(wording)))
        return " – ".join([text for text in texts if text])

    def _notices(self, wording: Wording) -> str:
        """What to know before the first turn of a step: that it is solved already, or gets no help from the board."""
        tutor = self.tutor
        if tutor.phase != "ask" or tutor.is_off_lesson or len(tutor.attempts) > 1:
            return ""
        result = tutor.scores.step
        sayings: List[Saying] = []
        if result.solved and result.most:
            sayings.append(("lesson.note.closed", None))
        elif tutor.returned:
            sayings.append(("lesson.note.open", {"n": tutor.at + 1}))
        if tutor.step.aids == "none":
            sayings.append(("lesson.note.no-aids", None))
        return wording.say_all(sayings)

    def _hint_part(self, wording: Wording) -> HintPart:
        """The hint that was taken last, and whether the next one costs a point."""
        tutor = self.tutor
        # after a wrong answer the button keeps its place, unless the button to take a turn back is there
        keeps_button = tutor.phase == "wrong" and tutor.lesson.order != "test" and "back" not in tutor.can
        if tutor.step.input == "read" or not (tutor.phase == "ask" or keeps_button):
            return {"taken": 0, "of": 0, "left": 0, "text": [], "costs": False}
        sequence, result, turn = tutor.hints, tutor.scores.step, len(tutor.attempt.own)
        hint = None if keeps_button else sequence.last
        text = [] if hint is None else feedback.blocks(tutor.lesson, [hint.message], wording)
        # a puzzle's first hint or wrong answer is a miss, so that there is nothing more to lose
        is_lost = tutor.rating is not None and result.worth < result.most
        costs = result.price_of_hint > 0 and not is_lost and sequence.costs(turn)
        return {
            "taken": sequence.taken,
            "of": sequence.total,
            "left": tutor.hints_left,
            "text": text,
            "costs": costs,
        }

    def tip(self) -> Optional[Saying]:
        """What to do now; None if the status of the board says it."""
        tutor = self.tutor
        if tutor.is_off_lesson:
            return "lesson.tip.aside", None
        request = tutor.search_request
        if request is not None:
            return tutor.thinking(request.position)
        if tutor.phase == "ask":
            return None if tutor.step.input == "turn" else ("lesson.tip." + tutor.step.kind, None)
        if tutor.phase == "over" and not tutor.scores.result(tutor.learner, True).is_made:
            return "lesson.tip.last", None
        if tutor.phase != "reply":
            return "lesson.tip." + tutor.phase, None
        if not tutor.upcoming_turns:
            return "lesson.tip.reply-nobody", None
        return "lesson.tip.reply", {"color": tutor.session.game.position.turn}

    def _drawn(self, marks: Marks) -> Marks:
        """The marks on the board together with those of a hint or of the shown solution."""
        tutor = self.tutor
        last = tutor.hints.last
        if tutor.is_off_lesson:
            return marks
        if tutor.phase == "ask" and last is not None:
            drawn = hints.after_move(last.marks) if tutor.session.game.half is not None else last.marks
            return marks + hints.along_paths(drawn, tutor.attempt.position)
        if tutor.phase == "shown" and tutor.step.input != "turn":
            return marks + hints.cell_marks(tutor.solution_cells())
        return marks


def _badge(result: StepResult, wording: Wording) -> List[str]:
    """How a step was solved: the code of its badge, "" if nothing was done, and a sentence."""
    badge = result.how
    if badge == "" and (result.tries or result.hints):
        badge = "begun"
    elif result.most == 0 and badge == "solved":
        badge = "read"
    elif badge == "helped":
        if result.was_shown:
            badge = "found"
        elif result.hints == 0:
            badge = "tries"
        else:
            badge = "hints" if result.tries < 2 else "both"
    return [badge, wording.say("lesson.how." + (badge or "todo"), {"n": result.tries, "hints": result.hints})]
