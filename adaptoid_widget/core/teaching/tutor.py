"""One learner's way through a lesson: the board asks, each answer is judged at once, wrong ones are answered.

What is recorded, and what it costs, is told in `register`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Sequence, Tuple

from ..i18n.catalog import Saying, Wording
from ..rules.legality import Reason, reason
from ..rules.turn import Turn
from ..session import snapshot as view
from ..session.protocol import Json, Refused, bad
from . import feedback, hints, solver
from . import presenter as lesson_part
from .attempt import Story
from .feedback import Spoken, author, sentence
from .lesson_state import Desk
from .results import Result

if TYPE_CHECKING:
    from ..session.hooks import Handler
    from ..session.session import Session
    from ..session.snapshot_types import LessonPart
    from .lesson import Lesson
    from .rich_text import Prose


# what nobody does at a board on which a lesson is on
_NOT_HERE = (
    "new", "resign", "draw", "edit", "comment", "promote", "remove", "seats", "place", "choose", "line", "hint",
    "threats",
)  # fmt: skip
_PLAYING = ("move", "grow", "pass", "why")
# game events that change no turn
_QUIET = ("noted", "seated", "promoted")
# what may always be asked for, but while a reply is awaited
_AFRESH = ("again", "practise")


class Teacher(Desk):
    """A lesson on a session's board.

    `phase` is "ask"; "reply" when a turn was judged and `go` is to play what answers it; "right" or "wrong"; "shown"
    when the answer was given away, and `go` plays the rest of it; "over" after the last step. `results` of an earlier
    time are gone on with. `clock` gives seconds; without it none are counted. Raises GameError for the results of
    another lesson.
    """

    def __init__(
        self,
        lesson: Lesson,
        session: Session,
        results: Optional[Result] = None,
        clock: Optional[Callable[[], float]] = None,
    ) -> None:
        super().__init__(lesson, session, results, clock)
        if self not in session.hooks:
            session.add_hooks(self)
        at = 0 if results is None else results.step
        if at < len(lesson.steps) and self.register.steps[at].how == "":
            self._enter(at)
        else:
            self.register.at = min(at, len(lesson.steps) - 1)
            self._go_on()
        session.changed()

    # -- what there is to know ---------------------------------------------------------------------------------------

    @property
    def result(self) -> Result:
        """What the learner has done so far, this moment's seconds included."""
        self._count_time()
        return self.register.result(self.learner, self.phase == "over")

    @property
    def can(self) -> List[str]:
        """What `handle` can be asked now, besides "step" and "choose"."""
        return lesson_part.can(self)

    def part(self, wording: Wording) -> LessonPart:
        """What a board shows of the lesson (docs/architecture.md), in a language."""
        return lesson_part.part(self, wording)

    def snapshot(self, wording: Wording) -> Json:
        """What a lesson changes in a session's snapshot."""
        return lesson_part.snapshot(self, wording)

    def refusal(self, intent: Json) -> Optional[Reason]:
        """Why an intent is refused while the lesson is on; None where it is not."""
        kind = intent["kind"]
        if kind in _NOT_HERE or (kind == "analyse" and "view" not in intent):
            return reason("lesson-on")
        if kind in _PLAYING and not self.waits:
            return self._no_turn()
        return None

    def _no_turn(self) -> Reason:
        """Why no turn may be played now."""
        if self.phase == "ask":
            return reason("lesson-asks")
        codes = {"reply": "lesson-answered", "wrong": "lesson-wrong", "over": "lesson-over"}
        return reason(codes.get(self.phase, "lesson-done"))

    # -- what can be asked of it -------------------------------------------------------------------------------------

    def handle(self, what: str, at: object = None, count: object = None) -> None:
        """Do what a control asks for: a word of `can`, or "step" with the number `at`, or "choose" with the disc `at`.

        "check" takes a number, `count`, where the step asks for one. Raises Refused, with the reason.
        """
        rev = self.session.rev
        if what == "step":
            self._goto(at)
        elif what == "choose":
            self._choose(at)
        elif what in _DOINGS:
            if what not in self.can and (what not in _AFRESH or self.phase == "reply"):
                raise Refused(reason("lesson-not-now"))
            if what == "check":
                self._check(count)
            else:
                _DOINGS[what](self)
        else:
            raise bad("a lesson does not know %r" % (what,))
        self.session.changed(*(self._news() if what == "go" else ()), since=rev)

    def handlers(self) -> Dict[str, Handler]:
        """The intent of a lesson's controls."""
        return {"lesson": self._intent}

    def _intent(self, intent: Json) -> None:
        what = intent.get("what")
        self.handle(what if isinstance(what, str) else "", intent.get("at"), intent.get("count"))

    def play(self, turn: Any) -> str:
        """Play a learner's turn as on the board, a wrong one before it taken back; the phase that it leads to.

        Raises Refused where the step asks for no turn, TextError and IllegalTurn as a game does.
        """
        if self.aside:
            self._lay(self.story)
        while self.phase == "reply":
            self._go()
        if self.phase == "wrong":
            self._back()
        if not self.waits:
            raise Refused(self._no_turn())
        self.session.game.play(turn)
        return self.phase

    def _news(self) -> List[Saying]:
        last = view.last_part(self.session.game)
        return [] if last is None else view.news(last)

    def undo(self) -> bool:
        """Take back a step of the turn under way, a disc that was chosen, or a turn with what answered it."""
        if not self.can_undo:
            return False
        rev = self.session.rev
        self._back()
        self.session.changed(("news.undone", None), since=rev)
        return True

    def leave(self) -> None:
        """End the lesson; the game on the board stays."""
        session = self.session
        if self in session.hooks:
            self._count_time()
            session.remove_hooks(self)
            session.aids = self._aids
            session.flipped = self._flipped
            session.changed()

    # -- turns -------------------------------------------------------------------------------------------------------

    def heard(self, what: str) -> None:
        """The game on the board has changed; a learner's turn is judged."""
        game = self.session.game
        if self._hands_on or what in _QUIET or game is not self._game or self.step.kind != "turn":
            return
        if self.phase not in ("ask", "reply", "wrong") or not game.started:
            return
        played = [str(turn) for turn in game.turns]
        if game.ply != len(played):
            return
        base = self._texts(self.story)
        if self.phase == "ask" and game.half is None and len(played) == len(base) + 1 and played[:-1] == base:
            self._judge(played[-1], again=what in ("redone", "went"))
        elif self.phase == "reply" and self.coming and played == self._path + self.coming[:1]:
            self._path = played
            self._played_on()
        elif self.phase != "ask" or played != base:
            self._taken_back(played)

    def _texts(self, story: Story) -> List[str]:
        """The turns that the board has played before a stage; where nobody replies each stage is a game of its own."""
        return [] if story.nobody else [str(told.turn) for told in story.told]

    def _taken_back(self, played: List[str]) -> None:
        """The learner, or Python, went back to an earlier stage: it is asked again there."""
        for number in range(len(self.stages)):
            story = self.stages[number]
            if self._texts(story) == played and (number == len(self.stages) - 1 or not story.nobody):
                self.stages = self.stages[:number]
                self._ask(story)
                self._path = played
                return

    def _judge(self, turn: str, again: bool) -> None:
        """Judge a turn that was played; one that was only brought back by redo costs nothing more."""
        story = self.story.add(turn)
        self._path = self._texts(self.story) + [turn]
        judged = solver.judge(self.step, story)
        verdict = judged.verdict
        if verdict == solver.ON and not judged.known and feedback.foreseen(self.step, story)[1]:
            verdict = solver.WRONG
        if verdict == solver.RIGHT:
            self._solved(turn)
        elif verdict == solver.ON:
            self.register.tried(turn)
            self._after = judged.story
            self._line = judged.line
            self.said = (sentence("lesson.goes-on", {"n": self.step.turns - len(story.mine)}),)
            self._await([str(told.turn) for told in judged.story.told[len(story.told) :]])
        else:
            if not (again and turn in self.register.step.turns):
                self.register.wrong(turn)
            found = feedback.answer(self.step, story)
            self.said = found.said
            self._after = None
            self._await(found.reply)
            if not self.coming:
                self.phase = "wrong"

    def _await(self, reply: Sequence[str]) -> None:
        """Have `go` play these turns."""
        self.phase = "reply"
        self.reply = tuple(reply)
        self.coming = list(reply)

    def _solved(self, text: str) -> None:
        """The learner has found the answer."""
        self._count_time()
        self.register.right(text)
        self.phase = "right"
        self.reply = ()
        self.said = (author(self.step.done),) if self.step.done else (sentence("lesson.right"),)

    def _go(self) -> None:
        """Play what answers the learner's turn, or the rest of what is shown."""
        if self.phase == "shown":
            self._show_next()
            return
        if self.coming:
            self._path = self._path + self.coming[:1]
            self._play(self.coming[0])
        self._played_on()

    def _play(self, turn: str) -> None:
        self._hands_on = True
        try:
            self._game.play(turn)
        finally:
            self._hands_on = False

    def _played_on(self) -> None:
        """One of the replies has been played; after the last one it is the learner's turn."""
        self.coming = self.coming[1:]
        if self.coming:
            return
        if self._after is None:
            self.phase = "wrong"
            return
        story, line, said, reply = self._after, self._line, self.said, self.reply
        self._ask(story)
        self._line = line
        self.said = said
        self.reply = reply
        if story.nobody:
            self._lay(story)

    def _back(self) -> None:
        """To before the last thing that the learner did."""
        if self.aside:
            self._retry()
        elif self.phase == "ask" and self.step.kind == "click":
            self.chosen = self.chosen[:-1]
        elif self.session.game.half is not None:
            self._hands_on = True
            try:
                self.session.game.undo()
            finally:
                self._hands_on = False
        else:
            if self.phase == "ask":
                self.stages.pop()
            story = self.stages.pop()
            self._ask(story)
            self._lay(story)

    def _retry(self) -> None:
        """The step once more from its beginning; where the board shows something else, from where the learner was."""
        if self.aside and self.phase == "ask":
            story = self.stages.pop()
            self._ask(story)
            self._lay(story)
        elif self.step.kind == "turn" or self.aside or self.phase != "wrong":
            self._begin()
        else:
            # what was chosen may be mended
            wrong = self.misplaced
            self.chosen = [cell for cell in self.chosen if cell not in wrong]
            self._ask(self.stages.pop())

    # -- clicks and numbers ------------------------------------------------------------------------------------------

    def _choose(self, at: object) -> None:
        if self.step.kind != "click" or self.phase not in ("ask", "wrong") or self.aside:
            raise Refused(reason("lesson-not-now"))
        if not isinstance(at, str):
            raise bad("at is to be a disc, as in D4")
        if at not in self.session.layout:
            raise Refused(reason("unknown-disc", at[:20]))
        if self.phase == "wrong":
            wrong = self.misplaced
            self._retry()
            if at in wrong:
                return
        if at in self.chosen:
            self.chosen.remove(at)
        else:
            self.chosen.append(at)

    def _check(self, count: object) -> None:
        step = self.step
        wrong = self.misplaced if self.phase == "wrong" else []
        cells = [cell for cell in self.session.layout.cells if cell in self.chosen and cell not in wrong]
        if step.kind == "click" and not cells and self.answer_cells():
            raise Refused(reason("lesson-nothing-clicked"))
        if self.phase == "wrong":
            self._retry()
        if step.kind == "click":
            self._answered(",".join(cells), feedback.of_clicks(step, self.answer_cells(), cells))
            return
        if not isinstance(count, int) or isinstance(count, bool) or not -99 <= count <= 999:
            raise bad("count is to be a whole number")
        self._answered(str(count), feedback.of_number(step, step.question.number(self.story.start), count))

    def _answered(self, text: str, wrong: Optional[Spoken]) -> None:
        if wrong is None:
            self._solved(text)
            return
        self.register.wrong(text)
        self.said = (wrong,)
        self.phase = "wrong"

    # -- help --------------------------------------------------------------------------------------------------------

    def _solution(self) -> Tuple[str, ...]:
        """A line to the goal from here; empty where none is known."""
        if not self._line:
            self._line = solver.best_line(self.step, self.story)
        return self._line

    def _hint(self) -> None:
        ladder = self.ladder
        self._find_leads()
        while ladder.rung + 1 < ladder.of and self._is_seen(ladder.following):
            ladder.leave_out()
            self._find_leads()
        free = self._is_seen(ladder.following)
        costs = ladder.climb(len(self.story.mine))
        if costs is None:
            raise Refused(reason("lesson-no-hint"))
        if costs and not free:
            self.register.hinted()

    def _find_leads(self) -> None:
        """Look for what leads to a turn, where that is the next hint."""
        if self.ladder.wanted:
            line = self._solution()
            self.ladder.lead(hints.for_turn(line[0]) if line else [])

    def _is_seen(self, rung: Optional[hints.Rung]) -> bool:
        """Whether what a hint says can be read or seen on the board already."""
        if rung is None:
            return False
        text, saying = rung.said
        if text is not None:
            shown = [self.step.text] + [one.text for one in self.said if one.text is not None]
            first = self.lesson.languages[0]
            return bool([each for each in shown if _within(text.get(first, []), each.get(first, []))])
        if saying in [one.saying for one in self.said]:
            return True
        code = "" if saying is None else saying[0]
        half = self.session.game.half_turn
        if code == "lesson.hint.no-move":
            return half is not None or self.story.position.step != "move"
        if code in ("lesson.hint.piece", "lesson.hint.to", "lesson.hint.onto") and half is not None:
            # the move has been made
            return bool(self._line) and Turn.of(self._line[0]).move == half.move
        return False

    def _reveal(self) -> None:
        step = self.step
        self._count_time()
        self.register.missed()
        if step.kind == "turn":
            self._reveal_turn()
        elif step.kind == "count":
            self.said = (sentence("lesson.shown.number", {"n": step.question.number(self.story.start)}),)
        else:
            self.chosen = list(self.answer_cells())
            cells = list(self.chosen)
            self.said = (
                sentence("lesson.shown.cells", {"cells": cells}) if cells else sentence("lesson.shown.none"),
            )
        if step.done and step.kind != "turn":
            self.said += (author(step.done),)
        self.phase = "shown"

    def _reveal_turn(self) -> None:
        """Play the first turn of a way to the goal, from here, or else from the beginning of the step."""
        line = self._solution()
        if not line and len(self.stages) > 1:
            self.stages = self.stages[:1]
            line = self._solution()
        self.coming = []
        self.reply = ()
        if line:
            self.said = ()
            self.rest = line
            self._show_next()
        else:
            self.said = (sentence("lesson.shown.unknown"),)
            self._lay(self.story)

    def _show_next(self) -> None:
        """Play the next turn of what is shown."""
        turn = self.rest[0]
        self.rest = self.rest[1:]
        story = self.story
        self._lay(story, [turn])
        self.said = feedback.of_shown(story, turn, self.rest, first=not self.said)
        if self.step.done and not self.rest:
            self.said += (author(self.step.done),)
        self.stages = [story.add(turn)]
        self.reply = self.rest[:1]


def _within(text: Prose, shown: Prose) -> bool:
    """Whether each paragraph of a text stands in another one."""
    return not [block for block in text if block not in shown]


_DOINGS: Dict[str, Callable[[Teacher], None]] = {
    "hint": Teacher._hint,
    "reveal": Teacher._reveal,
    "skip": Teacher._skip,
    "back": Teacher._back,
    "retry": Teacher._retry,
    "next": Teacher._next,
    "go": Teacher._go,
    "check": Teacher._go,
    "again": Teacher._again,
    "practise": Teacher._practise,
}
