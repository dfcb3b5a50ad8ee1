"""One learner's way through a lesson: the session's board asks, every turn is judged at once, everything is recorded.

What counts: a step has four points. Each hint costs one and each wrong answer costs one, but whoever finds the answer
has one point at least; what is shown or skipped has none, and a step to read has no points at all. A step is "solved"
when the first answer is right and no hint was taken, "helped" when it was found after that, "missed" when it was shown
and "skipped". The same wrong turn taken back and played again costs once more, brought back by redo it does not.
The record of a step is closed when it is solved: whoever comes back later cannot make it better or worse. What was
shown can still be found by oneself later and is then "helped", for one point; what was skipped counts as if begun.
Seconds count while the step is on the board and not yet answered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Sequence, Tuple

from . import feedback, hints, replies, solver, view
from .errors import GameError
from .feedback import Spoken, author, blocks, sentence
from .game import Game
from .intents import Refused, bad
from .lesson import POINTS
from .marking import MOST_LETTERS, MOST_TURNS, Result, StepResult
from .marks import Marks
from .question import Question
from .reasons import Reason, reason
from .story import Story
from .wording import Saying, Wording

if TYPE_CHECKING:
    from .lesson import Lesson, Step
    from .session import Session

Json = Dict[str, Any]

# what nobody does at a board on which a lesson is on
_NOT_HERE = (
    "new", "resign", "draw", "edit", "comment", "promote", "remove", "seats", "place", "choose", "line", "hint",
    "threats",
)  # fmt: skip
_PLAYING = ("move", "grow", "pass", "why")
# game events that change no turn
_QUIET = ("noted", "seated", "promoted")


class Teacher:
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
        if results is not None and results.lesson != lesson.name:
            raise GameError("these are results of the lesson %s, not of %s" % (results.lesson, lesson.name))
        self.lesson = lesson
        """What is learned."""
        self.session = session
        """Where it is learned."""
        self.learner = "" if results is None else results.learner
        """Who learns."""
        self.rating: Optional[Json] = None
        """What puzzles say of the learner: {"value", "change"}."""
        self.at = 0
        """The step's number, from 0."""
        self.phase = "ask"
        self.said: Tuple[Spoken, ...] = ()
        """What was said last, in no language yet."""
        self.chosen: List[str] = []
        """The discs clicked so far."""
        self._clock = clock
        self._aids = session.aids
        self._flipped = session.flipped
        known = {} if results is None else {step.name: step for step in results.steps}
        self._marks = [
            known.get(step.name, StepResult.new(step.name, 0 if step.kind == "read" else POINTS))
            for step in lesson.steps
        ]
        # the steps still to come when practising or going through it all again
        self._queue: List[int] = []
        self._queued = False
        self._game = session.game
        # where the learner was to move in this step, from its start to here
        self._stages: List[Story] = []
        # the turns that the board is to show
        self._path: List[str] = []
        self._coming: List[str] = []
        self._shown: Tuple[str, ...] = ()
        self._after: Optional[Story] = None
        self._wrong = False
        self._rung = 0
        self._seen: List[Tuple[int, int]] = []
        self._ladder: Optional[List[hints.Rung]] = None
        self._line: Tuple[str, ...] = ()
        self._hands_on = False
        self._since = 0.0
        session.lesson = self
        session.more["lesson"] = self._intent
        at = 0 if results is None else results.step
        if at < len(lesson.steps) and self._marks[at].how == "":
            self._enter(at)
        else:
            self.at = min(at, len(lesson.steps) - 1)
            self._go_on()
        session.changed()

    # -- what there is to know ---------------------------------------------------------------------------------------

    @property
    def step(self) -> Step:
        """The step on the board."""
        return self.lesson.steps[self.at]

    @property
    def story(self) -> Story:
        """What happened in this step up to where the learner is, or was, to move."""
        return self._stages[-1]

    @property
    def result(self) -> Result:
        """What the learner has done so far, this moment's seconds included."""
        self._count_time()
        at = len(self._marks) if self.phase == "over" else self.at
        return Result(self.lesson.name, self.learner, self._marks, at)

    @property
    def score(self) -> int:
        """The points so far."""
        return sum([mark.score for mark in self._marks])

    @property
    def most(self) -> int:
        """The points that there are."""
        return sum([mark.most for mark in self._marks])

    @property
    def aside(self) -> bool:
        """Whether the board shows something else than the step, by Python's doing or by going through the turns."""
        if self.phase in ("right", "shown", "over"):
            return False
        game = self.session.game
        if game is not self._game or not game.started:
            return True
        return game.ply != len(self._path) or [str(turn) for turn in game.turns] != self._path

    @property
    def waits(self) -> bool:
        """Whether a turn of the learner is asked for, and may be played on the board."""
        return self.aside or (self.phase == "ask" and self.step.kind == "turn")

    @property
    def can_undo(self) -> bool:
        """Whether `undo` would take something back."""
        if self.aside or self.session.game.half is not None:
            return True
        if self.phase == "ask" and self.step.kind == "click":
            return bool(self.chosen)
        return self._may_go_back

    @property
    def _may_go_back(self) -> bool:
        if self.phase in ("reply", "wrong"):
            return self.step.kind == "turn"
        return self.phase == "ask" and len(self._stages) > 1

    @property
    def can(self) -> List[str]:
        """What `handle` can be asked now, besides going to another step."""
        free = self.lesson.order != "forced"
        phase = self.phase
        if self.aside:
            return ["retry"]
        if phase == "over":
            return ["again"] + (["practise"] if self._to_practise() else [])
        if phase == "reply":
            return ["go"] + (["back"] if self._may_go_back else [])
        if phase == "right":
            return ["next", "retry"]
        if phase == "shown":
            return (["go"] if self._shown else []) + ["retry", "next"]
        if self.step.kind == "read":
            return ["next"]
        out: List[str] = []
        if self.step.kind != "turn":
            out.append("check")
        if phase == "wrong":
            out.append("retry")
            if len(self._stages) > 1:
                out.append("back")
        else:
            if self._rung < self._rungs_expected():
                out.append("hint")
            if self.can_undo:
                out.append("back")
            if len(self._stages) > 1:
                out.append("retry")
        return out + ["reveal"] + (["skip"] if free else [])

    def part(self, wording: Wording) -> Json:
        """What a board shows of the lesson (docs/architecture.md), in a language."""
        lesson = self.lesson
        step = self.step
        over = self.phase == "over"
        hint: Json = {"rung": 0, "of": 0, "text": []}
        if self.phase == "ask" and step.kind != "read":
            hint["rung"] = self._rung
            hint["of"] = self._rungs_expected()
            if self._rung:
                hint["text"] = blocks(lesson, [self._rungs()[self._rung - 1].said], wording)
        used = len(self.story.mine)
        if self.phase in ("reply", "wrong", "right") and step.kind == "turn":
            used += 1
        tip, slots = self._tip()
        return {
            "name": lesson.name,
            "title": lesson.titled(wording.language),
            "step": self.at,
            "count": len(lesson.steps),
            "free": lesson.order != "forced",
            "steps": [mark.how for mark in self._marks],
            "scores": [mark.score if mark.most else None for mark in self._marks],
            "text": lesson.say(lesson.about if over else step.text, wording.language),
            "kind": step.kind,
            "phase": self.phase,
            "said": blocks(lesson, self.said, wording),
            "reply": ", ".join(self._coming),
            "hint": hint,
            "chosen": list(self.chosen),
            "score": self.score,
            "most": self.most,
            "turns": [used, step.turns],
            "can": self.can,
            "rating": self.rating,
            "tip": wording.say(tip, slots) if tip else "",
        }

    def _tip(self) -> Tuple[str, Optional[Dict[str, Any]]]:
        """What to do now, as a code; "" where the board's own words say it."""
        if self.aside:
            return "lesson.tip.aside", None
        if self.phase == "ask":
            return ("", None) if self.step.kind == "turn" else ("lesson.tip." + self.step.kind, None)
        if self.phase == "reply" and not self.story.nobody:
            return "lesson.tip.reply", {"color": self._game.position.turn}
        if self.phase == "reply":
            return "lesson.tip.reply-nobody", None
        return "lesson.tip." + self.phase, None

    def snapshot(self, wording: Wording) -> Json:
        """What a lesson changes in a session's snapshot."""
        part = self.part(wording)
        out: Json = {"lesson": part, "analyst": False}
        if part["tip"]:
            out["status"] = part["tip"]
        out["marks"] = self._drawn(self.session.game.marks).data()
        if not self.waits and self.phase != "over" and self.session.game.result is None:
            out["step"] = "wait"
            out["pass"] = False
        return out

    def _drawn(self, marks: Marks) -> Marks:
        if self.aside:
            return marks
        if self.phase == "ask" and self._rung:
            return hints.together(marks, self._rungs()[self._rung - 1].marks)
        if self.phase == "shown" and self.step.kind != "turn":
            return hints.together(marks, hints.cell_marks(self._right_cells()))
        return marks

    def refusal(self, intent: Json) -> Optional[Reason]:
        """Why an intent is refused while the lesson is on; None where it is not."""
        kind = intent["kind"]
        if kind in _NOT_HERE or (kind == "analyse" and "view" not in intent):
            return reason("lesson-on")
        if kind in _PLAYING and not self.waits:
            return reason("lesson-answered" if self.step.kind == "turn" else "lesson-asks")
        return None

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
            if what not in self.can and not (what in ("again", "practise") and self.phase != "reply"):
                raise Refused(reason("lesson-not-now"))
            if what == "check":
                self._check(count)
            else:
                _DOINGS[what](self)
        else:
            raise bad("a lesson does not know %r" % (what,))
        # one step, however many changes of the game it took
        self.session.rev = rev
        self.session.changed(*(self._news() if what == "go" else ()))

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
            raise Refused(reason("lesson-answered" if self.step.kind == "turn" else "lesson-asks"))
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
        self.session.rev = rev
        self.session.changed(("news.undone", None))
        return True

    def leave(self) -> None:
        """End the lesson; the game on the board stays."""
        session = self.session
        if session.lesson is self:
            self._count_time()
            session.lesson = None
            session.more.pop("lesson", None)
            session.aids = self._aids
            session.flipped = self._flipped
            session.changed()

    # -- from step to step -------------------------------------------------------------------------------------------

    def _enter(self, at: int) -> None:
        """Begin a step."""
        if self._stages:
            self._count_time()
        self.at = at
        step = self.step
        self.session.aids = step.aids
        self.session.flipped = step.flipped
        self._rung = 0
        self._seen = [(0, i + 1) for i in range(min(self._marks[at].hints, len(step.hints)))]
        self._begin()

    def _begin(self) -> None:
        """Lay out the step from its beginning."""
        self._stages = []
        self.chosen = []
        self._ask(replies.story_of(self.step))
        self._lay(self.story)

    def _ask(self, story: Story) -> None:
        """Await the learner's turn."""
        if self._stages:
            self._count_time()
        else:
            self._since = self._now()
        self._stages.append(story)
        self.phase = "ask"
        self.said = ()
        self._coming = []
        self._shown = ()
        self._wrong = False
        self._rung = min(self._rung, len(self.step.hints))
        self._ladder = None
        self._line = ()

    def _lay(self, story: Story, more: Sequence[str] = ()) -> None:
        """Put what happened in a story on the board, and turns that follow it."""
        game = Game(story.position if story.nobody else story.start)
        if self.step.marks and not (story.nobody and story.told):
            game.marks = self.step.marks
        path = list(more)
        if not story.nobody:
            path = [str(told.turn) for told in story.told] + path
        for turn in path:
            game.play(turn)
        self._path = path
        self._game = game
        self.session.put(game)

    def _go_on(self) -> None:
        """To the step that follows; where none does, the lesson is over."""
        following = self._following()
        if following is not None:
            self._enter(following)
            return
        if not self._stages:
            self._enter(self.at)
        self._count_time()
        self.phase = "over"
        self.said = (sentence("lesson.over", {"score": self.score, "most": self.most}),)

    def _following(self) -> Optional[int]:
        """The step that is next: of those to be gone through again, or the next one; after the last, one left open."""
        if self._queued:
            return self._queue.pop(0) if self._queue else None
        if self.at + 1 < len(self._marks):
            return self.at + 1
        left = self._left()
        return left[0] if left else None

    def _left(self) -> List[int]:
        """The steps that were neither solved, shown nor skipped."""
        return [i for i in range(len(self._marks)) if self._marks[i].how == ""]

    def _next(self) -> None:
        if self.step.kind == "read" and self.phase == "ask":
            self._close("solved", 0)
        self._go_on()

    def _skip(self) -> None:
        mark = self._mark()
        if mark.how == "":
            self._note(mark, how="skipped")
        self._go_on()

    def _goto(self, at: object) -> None:
        if not isinstance(at, int) or isinstance(at, bool) or not 0 <= at < len(self._marks):
            raise bad("at is to be the number of a step")
        left = self._left()
        if self.lesson.order == "forced" and left and at > left[0]:
            raise Refused(reason("lesson-in-order"))
        self._queued = False
        self._queue = []
        self._enter(at)

    def _again(self) -> None:
        self._queue = list(range(len(self._marks)))
        self._queued = True
        self._go_on()

    def _practise(self) -> None:
        queue = self._to_practise()
        if not queue:
            raise Refused(reason("lesson-not-now"))
        self._queue = queue
        self._queued = True
        self._go_on()

    def _to_practise(self) -> List[int]:
        """The steps with something to do that were begun, what went worst first."""
        order = ("missed", "skipped", "helped", "solved")
        out: List[int] = []
        for how in order:
            all_steps = range(len(self._marks))
            out += [i for i in all_steps if self._marks[i].how == how and self.lesson.steps[i].kind != "read"]
        return out

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
        elif self.phase == "reply" and self._coming and played == self._path + self._coming[:1]:
            self._path = played
            self._coming_on()
        elif self.phase != "ask" or played != base:
            self._taken_back(played)

    def _texts(self, story: Story) -> List[str]:
        """The turns that the board has played before a stage; where nobody replies each stage is a game of its own."""
        return [] if story.nobody else [str(told.turn) for told in story.told]

    def _taken_back(self, played: List[str]) -> None:
        """The learner, or Python, went back to an earlier stage: it is asked again there."""
        for number in range(len(self._stages)):
            story = self._stages[number]
            if self._texts(story) == played and (number == len(self._stages) - 1 or not story.nobody):
                self._stages = self._stages[:number]
                self._ask(story)
                self._path = played
                return

    def _judge(self, turn: str, again: bool) -> None:
        story = self.story.add(turn)
        self._path = self._texts(self.story) + [turn]
        judged = solver.judge(self.step, story)
        verdict = judged.verdict
        if verdict == solver.ON and not judged.known and feedback.foreseen(self.step, story)[1]:
            verdict = solver.WRONG
        if verdict == solver.WRONG:
            found = feedback.answer(self.step, story)
            self._count_try(turn, again and turn in self._mark().turns)
            self.said = found.said
            self._wrong = True
            self._coming = list(found.reply)
            self.phase = "reply" if self._coming else "wrong"
        elif verdict == solver.ON:
            self._tried(turn)
            self._after = judged.story
            self._line = judged.line
            self._coming = [str(told.turn) for told in judged.story.told[len(story.told) :]]
            self.phase = "reply"
            self.said = (sentence("lesson.goes-on", {"n": self.step.turns - len(story.mine)}),)
        else:
            self._tried(turn)
            self._solve()

    def _go(self) -> None:
        """Play what answers the learner's turn, or the rest of what is shown."""
        if self.phase == "shown":
            self._show_next()
            return
        if self._coming:
            self._path = self._path + self._coming[:1]
            self._play(self._coming[0])
        self._coming_on()

    def _play(self, turn: str) -> None:
        self._hands_on = True
        try:
            self._game.play(turn)
        finally:
            self._hands_on = False

    def _coming_on(self) -> None:
        """One of the replies has been played; after the last one it is the learner's turn."""
        self._coming = self._coming[1:]
        if self._coming:
            return
        if self._wrong or self._after is None:
            self.phase = "wrong"
            return
        story, line, said = self._after, self._line, self.said
        self._ask(story)
        self._line = line
        self.said = said
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
                self._stages.pop()
            story = self._stages.pop()
            self._ask(story)
            self._lay(story)

    def _retry(self) -> None:
        if self.step.kind == "turn" or self.aside:
            self._begin()
        else:
            if self.phase != "wrong":
                self.chosen = []
            self._stages = []
            self._ask(replies.story_of(self.step))

    # -- clicks and numbers ------------------------------------------------------------------------------------------

    def _question(self) -> Question:
        return self.step.question

    def _right_cells(self) -> Tuple[str, ...]:
        question = self._question()
        return question.discs(self.story.start) if question.clicks else ()

    def _choose(self, at: object) -> None:
        if self.step.kind != "click" or self.phase not in ("ask", "wrong") or self.aside:
            raise Refused(reason("lesson-not-now"))
        if not isinstance(at, str):
            raise bad("at is to be a disc, as in D4")
        if at not in self.session.layout:
            raise Refused(reason("unknown-disc", at[:20]))
        if self.phase == "wrong":
            self._retry()
        if at in self.chosen:
            self.chosen.remove(at)
        else:
            self.chosen.append(at)

    def _check(self, count: object) -> None:
        step = self.step
        if self.phase == "wrong":
            self._retry()
        if step.kind == "click":
            cells = [cell for cell in self.session.layout.cells if cell in self.chosen]
            self._answered(",".join(cells), feedback.of_clicks(step, self._right_cells(), cells))
            return
        if not isinstance(count, int) or isinstance(count, bool) or not -99 <= count <= 999:
            raise bad("count is to be a whole number")
        self._answered(str(count), feedback.of_number(step, self._question().number(self.story.start), count))

    def _answered(self, text: str, wrong: Optional[Spoken]) -> None:
        if wrong is None:
            self._tried(text)
            self._solve()
            return
        self._count_try(text, False)
        self.said = (wrong,)
        self.phase = "wrong"

    # -- help --------------------------------------------------------------------------------------------------------

    def _rungs_expected(self) -> int:
        """How many hints there are; what leads to a turn is looked for only when the first of it is asked for."""
        if self._ladder is not None:
            return len(self._ladder)
        step = self.step
        if step.kind == "turn":
            return len(step.hints) + 3
        return len(self._rungs())

    def _rungs(self) -> List[hints.Rung]:
        if self._ladder is not None:
            return self._ladder
        step = self.step
        rungs = hints.words(step)
        if step.kind == "turn":
            if self._rung < len(rungs):
                return rungs
            line = self._solution()
            if line:
                rungs = rungs + hints.for_turn(line[0])
        elif step.kind in ("click", "count"):
            rungs = rungs + hints.for_cells(self._right_cells(), step.kind == "count")
        self._ladder = rungs
        return rungs

    def _solution(self) -> Tuple[str, ...]:
        """A line to the goal from here; empty where none is known."""
        if not self._line:
            self._line = solver.best_line(self.step, self.story)
        return self._line

    def _hint(self) -> None:
        if self._rung >= len(self._rungs()):
            raise Refused(reason("lesson-no-hint"))
        self._rung += 1
        # the author's words are the same in all turns of a step, what leads to a turn is not
        place = (0 if self._rung <= len(self.step.hints) else len(self._stages), self._rung)
        if place not in self._seen:
            self._seen.append(place)
            mark = self._mark()
            if not mark.solved:
                self._note(mark, hints=mark.hints + 1)

    def _reveal(self) -> None:
        step = self.step
        mark = self._mark()
        if not mark.solved:
            self._note(mark, how="missed")
        if step.kind == "turn":
            self._reveal_turn()
        else:
            cells = self._right_cells()
            question = self._question()
            if step.kind == "count":
                self.said = (sentence("lesson.shown.number", {"n": question.number(self.story.start)}),)
            elif cells:
                self.said = (sentence("lesson.shown.cells", {"cells": list(cells)}),)
            else:
                self.said = (sentence("lesson.shown.none"),)
            self.chosen = list(cells) if step.kind == "click" else []
        self.phase = "shown"

    def _reveal_turn(self) -> None:
        story = self.story
        line = self._solution()
        if not line and len(self._stages) > 1:
            story = self._stages[0]
            line = solver.best_line(self.step, story)
        self._stages = [story]
        self._ladder = None
        self._coming = []
        if not line:
            self.said = (sentence("lesson.shown.unknown"),)
            self._lay(story)
            return
        self.said = (sentence("lesson.shown.line", {"line": ", ".join(line)}),)
        self._shown = line
        self._show_next()

    def _show_next(self) -> None:
        """Play the next turn of what is shown."""
        turn, self._shown = self._shown[0], self._shown[1:]
        story = self.story
        self._lay(story, [turn])
        self._stages = [story.add(turn)]
        self._coming = list(self._shown)

    # -- the record --------------------------------------------------------------------------------------------------

    def _mark(self) -> StepResult:
        return self._marks[self.at]

    def _note(
        self,
        mark: StepResult,
        how: Optional[str] = None,
        tries: Optional[int] = None,
        hints: Optional[int] = None,
        seconds: Optional[float] = None,
        turns: Optional[Tuple[str, ...]] = None,
        score: Optional[int] = None,
    ) -> None:
        """Write something of the step's record anew."""
        self._marks[self.at] = StepResult(
            mark.name,
            mark.solved or score is not None,
            mark.tries if tries is None else tries,
            mark.hints if hints is None else hints,
            mark.seconds if seconds is None else seconds,
            mark.turns if turns is None else turns,
            mark.score if score is None else score,
            mark.most,
            mark.how if how is None else how,
        )

    def _tried(self, text: str) -> None:
        mark = self._mark()
        if not mark.solved and len(mark.turns) < MOST_TURNS:
            self._note(mark, turns=mark.turns + (text[:MOST_LETTERS],))

    def _count_try(self, text: str, free: bool) -> None:
        if not free:
            self._tried(text)
            mark = self._mark()
            if not mark.solved:
                self._note(mark, tries=mark.tries + 1)

    def _solve(self) -> None:
        """The learner has found the answer."""
        mark = self._mark()
        how = "solved" if mark.tries == 0 and mark.hints == 0 and mark.how != "missed" else "helped"
        points = 1 if mark.how == "missed" else max(1, POINTS - mark.hints - mark.tries)
        self._close(how, points)
        self.phase = "right"
        self.said = (author(self.step.done),) if self.step.done else (sentence("lesson.right"),)

    def _close(self, how: str, points: int) -> None:
        self._count_time()
        mark = self._mark()
        if not mark.solved:
            self._note(mark, how=how, tries=mark.tries + 1, score=points)

    def _now(self) -> float:
        return 0.0 if self._clock is None else self._clock()

    def _count_time(self) -> None:
        """Add the time since it was last counted, while the step waits for an answer."""
        now = self._now()
        mark = self._mark()
        if self.phase in ("ask", "reply", "wrong") and not mark.solved:
            self._note(mark, seconds=mark.seconds + max(0.0, now - self._since))
        self._since = now


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
