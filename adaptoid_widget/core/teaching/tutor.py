"""Guides a learner through a lesson on a session's board: asks, judges each answer, and replies to wrong ones.

`scoring` records the answers and counts the points.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, Generator, List, Optional, Sequence, Tuple

from ..game.game import Game
from ..game.record_writing import FIRST_LINE, record_text
from ..goals.attempt import Attempt
from ..i18n.catalog import Saying
from ..i18n.slots import Slots
from ..rules.errors import whole_number
from ..rules.position import Position
from ..rules.turn import Turn
from ..search.deepening import Progress
from ..search.levels import level_in
from ..search.runner import (
    SearchFailed,
    SearchNews,
    SearchRequest,
    SearchRunner,
    SearchSeries,
    level_request,
)
from ..session.hooks import SessionHooks
from ..tactics.siege import BUDGET
from ..tactics.weak_players import LevelMemory
from ..wire.announcements import turn_announcements
from ..wire.intent_fields import Refused, bad, refused, short
from ..wire.snapshot import last_part
from . import feedback, hints, judging, replies, solver
from .feedback import Message, author, sentence
from .lesson import renamed
from .question import MAX_NUMBER
from .results import Result
from .scoring import ScoreKeeper
from .step_kinds import QuestionKind

if TYPE_CHECKING:
    from ..session.hooks import Handler
    from ..session.permissions import Mode
    from ..session.session import Session
    from ..wire.wire_types import RatingPart
    from .lesson import LessonContent, LessonStep
    from .step_kinds import Given

# by phase, the mode in which the learner may play no turn
_NO_TURN = {
    "ask": "lesson-asks",
    "reply": "lesson-answered",
    "right": "lesson-done",
    "wrong": "lesson-wrong",
    "shown": "lesson-done",
    "over": "lesson-over",
}
# a fresh position comes after this number of wrong answers in a position
FRESH_AFTER = 2
# for the runner of the searches
REPLY = "reply"
# changes of a game other than turns
_QUIET = ("noted", "seated", "promoted")
# controls that restart steps: always allowed, except before a reply
_RESTARTS = ("again", "practise")


class Tutor(SessionHooks):
    """A lesson on a session's board.

    `phase` is one of these:

    - "ask": the learner is to answer;
    - "reply": a turn was judged, and `go` plays the reply; or the reply is awaited, see `search_request`;
    - "right" or "wrong": the answer was judged;
    - "shown": the solution was shown, and `go` plays its remaining turns;
    - "over": the last step is done.

    Earlier `results` are continued. `clock` returns seconds; without it no time is counted. `presenter` shows it all.
    Raises GameError for the results of another lesson.
    """

    earlier = "forget"
    """What becomes of the games that undo brings back, see `Session.put`."""
    mode = "lesson-on"
    """The mode of the board (`session.permissions`)."""
    always: Tuple[str, ...] = ()
    """Further words that a subclass always accepts."""

    def __init__(
        self,
        lesson: LessonContent,
        session: Session,
        results: Optional[Result] = None,
        clock: Optional[Callable[[], float]] = None,
    ) -> None:
        self.session = session
        self.learner = "" if results is None else results.learner
        """The learner's name; "" if unknown."""
        self.rating: Optional[RatingPart] = None
        """The learner's rating in puzzles: {"value", "change"}."""
        self._clock = clock
        self._runner: Optional[SearchRunner] = None
        self._settings_before = {name: session.setting(name) for name in ("aids", "flipped")}
        self._begin_lesson(lesson, results)
        session.add_hooks(self)
        session.changed()

    def _begin_lesson(self, lesson: LessonContent, results: Optional[Result]) -> None:
        """Begin a lesson, or continue it where `results` end."""
        self.lesson = lesson
        self.scores = self._score_keeper(results)
        # the steps to repeat that are still to come; None if none are repeated
        self._repeats: Optional[List[int]] = None
        self.phase = ""
        self.messages: Tuple[Message, ...] = ()
        """The current messages, in no language yet."""
        self.chosen: List[str] = []
        """The discs clicked so far."""
        self.attempts: List[Attempt] = []
        """The attempt at each time the learner was to move in this step."""
        self.reply: Tuple[str, ...] = ()
        """The turns that the enemies reply to the learner's, played or not."""
        self.upcoming_turns: List[str] = []
        """The turns that `go` is yet to play: the rest of `reply`, or of the demonstration in a step to read."""
        self.undecided = False
        """Whether it is unknown if the goal can still be reached, because a search replies."""
        # the searches of replies, or of a line to the goal; None if none is awaited any more
        self._series: Optional[SearchSeries] = None
        # why the last search failed, and whether no search runs here, so that level 3 replies
        self._search_failure = ""
        self._search_unavailable = False
        # the control that waits for a search for a line to the goal: "hint" or "reveal"
        self._pending_control = ""
        # in a whole game: what the enemy remembers, and the goals whose texts the coach has said
        self._memory = LevelMemory()
        self._said_goals: List[str] = []
        # the whole game under way up to the turn that was last stored
        self._recorded: Optional[Game] = None
        self.solution_turns: Tuple[str, ...] = ()
        """The turns of the shown solution that are yet to be played."""
        self.hints = hints.HintSequence(lesson.steps[0], 0)
        self.fresh_step: Optional[LessonStep] = None
        """The step in a fresh position (`LessonStep.in_fresh_position`), shown in place of the step; or None."""
        # the names of its discs in the lesson's position
        self._original: Dict[str, str] = {}
        self._n_fresh_positions = 0
        # the wrong answers in the position on the board
        self._n_wrong = 0
        self.returned = False
        """Whether the learner came back to this open step from a later one."""
        self._game = self.session.game
        # the turns that the board is to show
        self._path: List[str] = []
        # the attempt after the reply; None after a wrong turn
        self._after: Optional[Attempt] = None
        # a line to the goal from here, once it is known
        self._line: Tuple[str, ...] = ()
        # the turns of attempts from which no line to the goal was found
        self._dead_ends: List[List[str]] = []
        at = 0 if results is None else results.step
        if at < len(lesson.steps) and self.scores.steps[at].how == "":
            self._enter(at)
        else:
            self.scores.at = min(at, len(lesson.steps) - 1)
            self._go_on()

    def put(self, lesson: LessonContent, results: Optional[Result]) -> None:
        """Put another lesson on the board, continued where `results` end. The caller calls `session.changed`."""
        self._count_time()
        self._begin_lesson(lesson, results)

    def _score_keeper(self, results: Optional[Result]) -> ScoreKeeper:
        return ScoreKeeper(self.lesson, results, self._clock)

    # -- state ---------------------------------------------------------------------------------------------------------

    @property
    def result(self) -> Result:
        """The results so far, with the time up to now."""
        self._count_time()
        return self.scores.result(self.learner, self.phase == "over")

    @property
    def at(self) -> int:
        """The number of the step on the board, from 0."""
        return self.scores.at

    @property
    def step(self) -> LessonStep:
        """The step on the board, perhaps in a fresh position."""
        return self.fresh_step or self.lesson.steps[self.at]

    @property
    def attempt(self) -> Attempt:
        """The attempt up to the point where the learner is, or was, to move."""
        return self.attempts[-1]

    @property
    def game_record(self) -> List[str]:
        """The record of the whole game that is under way, in lines; none before its first turn, and in other steps."""
        if not self.step.is_game or self.phase not in ("ask", "reply"):
            return []
        attempt = self._after or self.attempt
        turns, game = attempt.texts, self._recorded
        if not turns:
            return []
        known = [] if game is None else [str(turn) for turn in game.turns]
        if game is None or known != turns[: len(known)] or str(game.nodes[0].position) != self.step.position:
            known, game = [], Game(attempt.start)
        for turn in turns[len(known) :]:
            game.play(turn)
        self._recorded = game
        return record_text(game).split("\n")

    def resume_game(self, stored: Sequence[str]) -> None:
        """Go on with a whole game from its `game_record`, or from the list of turns that earlier versions stored.

        A game from another position is left out. Raises TextError, IllegalTurn and GameError.
        """
        if not stored or not self.step.is_game:
            return
        turns = stored
        if stored[0] == FIRST_LINE:
            game = Game.from_record("\n".join(stored))
            if not game.started or str(game.nodes[0].position) != self.step.position:
                return
            turns = [str(turn) for turn in game.turns]
        attempt = self.attempt
        for turn in turns:
            attempt = attempt.add(turn)
        if attempt.is_learners_turn and attempt.position.winner is None:
            self._ask(attempt)
            self._show_attempt(attempt)

    @property
    def search_request(self) -> Optional[SearchRequest]:
        """The search for the reply of a level from 4 to 10; None if none is awaited.

        A runner searches the reply (`search_with`). Without one, somebody calls `searched`.
        """
        return None if self.is_off_lesson else self._awaited

    @property
    def _awaited(self) -> Optional[SearchRequest]:
        """The search that is awaited, also while the board shows another position."""
        return None if self._series is None else self._series.request

    @property
    def is_off_lesson(self) -> bool:
        """Whether the board shows another position than the step, because of Python code or of navigation."""
        if self.phase in ("right", "shown", "over"):
            return False
        game = self.session.game
        if game is not self._game or not game.started:
            return True
        return game.ply != len(self._path) or [str(turn) for turn in game.turns] != self._path

    @property
    def is_refuted(self) -> bool:
        """Whether the reply that is played shows why the turn was wrong."""
        return self.phase == "reply" and self._after is None and self._awaited is None

    @property
    def handles_undo(self) -> bool:
        """Whether undo takes back steps of the lesson, not of the game."""
        return not self.is_off_lesson

    @property
    def allows_play(self) -> bool:
        """Whether the learner may play a turn on the board now."""
        return self.is_off_lesson or (self.phase == "ask" and self.step.input == "turn")

    @property
    def can_undo(self) -> bool:
        """Whether `undo` would undo something."""
        if self.is_off_lesson or self.session.game.half is not None:
            return True
        if self.step.is_game:
            return False
        if self.phase in ("reply", "wrong"):
            return self.step.input == "turn"
        return self.phase == "ask" and (len(self.chosen) > 0 or len(self.attempts) > 1)

    @property
    def misplaced(self) -> List[str]:
        """The chosen discs that are wrong, after the answer was judged."""
        if self.phase != "wrong" or self.step.input != "click":
            return []
        right = self.solution_cells()
        return [cell for cell in self.chosen if cell not in right]

    @property
    def _question_kind(self) -> QuestionKind:
        """How the step asks. Only for a step with a question."""
        kind = self.step.behavior
        assert isinstance(kind, QuestionKind)
        return kind

    def solution_cells(self) -> Tuple[str, ...]:
        """The discs to click or to count; empty if the question asks for another number."""
        return self._question_kind.discs(self.step.question, self.step.start)

    @property
    def can(self) -> List[str]:
        """The words that `handle` accepts now, besides "step" and "choose"."""
        return self._controls() + list(self.always)

    def _controls(self) -> List[str]:
        phase, kind = self.phase, self.step.input
        if self.is_off_lesson:
            return ["retry"]
        if phase == "over":
            return ["again"] + (["practise"] if self.scores.steps_to_practise else [])
        if phase == "reply":
            return (["go"] if self._awaited is None else []) + (["back"] if self.can_undo else [])
        if phase == "right":
            return ["next", "retry"]
        if phase == "shown":
            return (["go"] if self.solution_turns else []) + ["retry", "next"]
        if kind == "read":
            return ["next"] + (["go"] if self.upcoming_turns else ["reveal"] * bool(self.step.plays))
        out: List[str] = [] if kind == "turn" else ["check"]
        later = len(self.attempts) > 1
        # in a test, the solution is shown only after a wrong answer
        is_test = self.lesson.order == "test"
        shows = not self.step.is_game and (phase == "wrong" or not is_test)
        if phase == "wrong":
            out += ["retry"] + (["back"] if later or (kind == "turn" and self.step.retry != "same") else [])
            # another wrong answer would bring a fresh position anyway
            if self._keeps_position and self.step.retry != "same" and self.step.fresh_positions():
                out.append("another")
        else:
            if self.hints.taken < self.hints.total and not is_test:
                out.append("hint")
            if self.can_undo:
                out.append("back")
            if later and not self.step.is_game:
                out.append("retry")
        return out + ["reveal"] * shows + ["skip"] * (self.lesson.order != "forced")

    @property
    def modes(self) -> List[Mode]:
        """That a lesson is on the board, and why the learner may play no turn."""
        modes: List[Mode] = [(self.mode, {})]
        return modes if self.allows_play else modes + [(_NO_TURN[self.phase], {})]

    # -- controls ------------------------------------------------------------------------------------------------------

    def handle(self, control: str, at: object = None, count: object = None) -> None:
        """Carry out a control: a word of `can`, or "step" with the number `at`, or "choose" with the disc `at`.

        "check" takes the number `count` in a step that asks for one. Raises Refused or GameError.
        """
        rev = self.session.rev
        if control not in _HANDLERS:
            raise bad("a lesson does not know %r" % (control,))
        is_allowed = control in ("step", "choose") or (control in _RESTARTS and self.phase != "reply")
        if not is_allowed and control not in self.can:
            raise refused("lesson-not-now")
        if not self._waits_for_search(control):
            _HANDLERS[control](self, at, count)
        last = last_part(self.session.game) if control == "go" else None
        self.session.changed(
            *([] if last is None else turn_announcements(last, self.session.game.position)), since=rev
        )

    def handlers(self) -> Dict[str, Handler]:
        """The intent of a lesson's controls."""
        return {
            "lesson": lambda intent: self.handle(
                str(intent.get("what")), intent.get("at"), intent.get("count")
            )
        }

    def play(self, turn: Any) -> str:
        """Play a learner's turn as on the board, after undoing a wrong one. Returns the phase after it.

        Raises Refused in a step that asks for no turn, TextError and IllegalTurn.
        """
        if self.is_off_lesson:
            self._show_attempt(self.attempt)
        while self.phase == "reply" and self._awaited is None:
            self._go()
        if self.phase == "wrong":
            self.correct()
        if not self.allows_play:
            raise refused(_NO_TURN[self.phase])
        self.session.game.play(turn)
        return self.phase

    def undo(self) -> bool:
        """Undo the half turn, the last chosen disc, or the last turn with its reply. Returns whether there was one."""
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
            self.abandon()
            session.remove_hooks(self)
            session.set(**self._settings_before)
            session.changed()

    # -- from step to step ---------------------------------------------------------------------------------------------

    def _count_time(self) -> None:
        self.scores.count_time(self.phase in ("ask", "reply", "wrong"))

    def correct(self) -> None:
        """Return to the question after a wrong answer, in the same position; after a lost game, begin a new one."""
        if self.step.is_game:
            self._begin()
        elif self.step.input == "turn":
            self._back()
        else:
            wrong = self.misplaced
            self.chosen = [cell for cell in self.chosen if cell not in wrong]
            self._ask(self.attempts.pop())

    def _enter(self, at: int, fresh: bool = False) -> None:
        """Begin a step, perhaps in a fresh position."""
        self._count_time()
        self.phase = ""
        self.returned = False
        self._n_wrong = 0
        self.scores.at = at
        self.fresh_step, self._original = None, {}
        if fresh and self.step.retry != "same":
            self._choose_fresh_position()
        step = self.step
        self.session.set(aids=step.aids, flipped=step.flipped)
        self.hints = hints.HintSequence(step, self.scores.step.hints)
        self._dead_ends = []
        kind = step.behavior
        if isinstance(kind, QuestionKind):
            self.hints.set_derived(hints.for_question(kind, step))
        self._begin()

    def _choose_fresh_position(self) -> None:
        """Show the step in another position each time."""
        positions = self.step.fresh_positions()
        if positions:
            self._n_fresh_positions += 1
            fresh = positions[
                (2 * self.at + 13 * (self._n_fresh_positions + self.scores.step.tries)) % len(positions)
            ]
            names = self.step.cell_names(fresh)
            self.fresh_step = self.step.in_fresh_position(fresh)
            self._original = {names[cell]: cell for cell in names}

    def _begin(self) -> None:
        """Start the step from its beginning."""
        self.attempts = []
        self.chosen = []
        self._ask(replies.new_attempt(self.step))
        self.upcoming_turns = list(self.step.plays)
        self._show_attempt(self.attempt)

    def _ask(self, attempt: Attempt) -> None:
        """Wait for the learner's turn."""
        self._count_time()
        self.attempts.append(attempt)
        self.phase = "ask"
        self.session.set(aids=self.step.aids)
        self.messages = ()
        self.reply = ()
        self.upcoming_turns = []
        self.abandon()
        self.undecided = False
        self.solution_turns = ()
        self.hints.restart(len(attempt.own))
        if attempt.texts in self._dead_ends:
            self.hints.set_derived([])
        self._after = None
        self._line = ()

    def _show_attempt(self, attempt: Attempt, turns: Sequence[str] = ()) -> None:
        """Show the position after an attempt, and play `turns` there."""
        game = Game(attempt.position if attempt.nobody else attempt.start)
        if self.step.marks and not (attempt.nobody and attempt.played):
            game.marks = self.step.marks
        path = self._texts(attempt) + list(turns)
        for turn in path:
            game.play(turn)
        self._path = path
        self._game = game
        self.session.put(game, self.earlier)

    def _texts(self, attempt: Attempt) -> List[str]:
        """The turns on the board before an attempt goes on; without replies each attempt is a game of its own."""
        return [] if attempt.nobody else attempt.texts

    def _go_on(self) -> None:
        """Enter the next step to repeat, else the next open one, else the first; without one the lesson is over."""
        before, steps = self.at, self._repeats
        if steps is None:
            open_steps = self.scores.open_steps
            steps = [at for at in open_steps if at > before] + open_steps
        if steps:
            self._enter(steps.pop(0), fresh=self._repeats is not None)
            self.returned = self._repeats is None and self.at < before
            return
        if not self.attempts:
            self._enter(self.at)
        self._count_time()
        self.phase = "over"
        result = self.scores.result(self.learner, over=True)
        self.messages = (sentence("lesson.over", {"score": result.score, "max": result.most}),)

    def _next(self) -> None:
        if self.step.input == "read" and self.phase == "ask":
            self._count_time()
            self.scores.right("")
        self._go_on()

    def _skip(self) -> None:
        self._count_time()
        self.scores.skipped()
        self._go_on()

    def _goto(self, wanted: object) -> None:
        at = whole_number(wanted, "at", 0, len(self.lesson.steps) - 1)
        open_steps = self.scores.open_steps
        if self.lesson.order == "forced" and open_steps and at > open_steps[0]:
            raise refused("lesson-in-order")
        self._repeats = None
        self._enter(at)

    def _ask_again(self, steps: List[int]) -> None:
        self._repeats = steps
        if not steps:
            raise refused("lesson-not-now")
        self._go_on()

    # -- turns ---------------------------------------------------------------------------------------------------------

    def game_changed(self, change: str) -> None:
        """Called when the game on the board has changed; judges a learner's turn."""
        game = self.session.game
        if change in _QUIET or game is not self._game or not game.started:
            return
        played = [str(turn) for turn in game.turns]
        if game.ply != len(played) or self.phase not in ("ask", "reply", "wrong"):
            return
        if self.upcoming_turns and played == self._path + self.upcoming_turns[:1]:
            self._path = played
            self._replied()
            return
        if self.step.input != "turn":
            return
        before = self._texts(self.attempt)
        if self.phase == "ask" and game.half is None and played[:-1] == before and len(played) > len(before):
            self._judge(played[-1], redone=change in ("redone", "went"))
        elif self.phase != "ask" or played != before:
            self._return_to(played)

    def _return_to(self, played: List[str]) -> None:
        """Ask again at the earlier attempt that the board now shows."""
        for number, attempt in enumerate(self.attempts):
            if self._texts(attempt) == played and (attempt is self.attempt or not attempt.nobody):
                self.attempts = self.attempts[:number]
                self._ask(attempt)
                self._path = played
                return

    def _judge(self, turn: str, redone: bool) -> None:
        """Judge a turn; a wrong turn that was only redone is not counted again."""
        attempt = self.attempt.add(turn)
        self._path = self._texts(self.attempt) + [turn]
        self.abandon()
        if self.step.is_game:
            self._play_on(attempt)
            return
        judgement = judging.judge(self.step, attempt)
        verdict = judgement.verdict
        if not judgement.is_proven and feedback.foreseen(self.step, attempt)[1]:
            verdict = judging.WRONG
        if verdict == judging.RIGHT:
            self._solved(turn, judgement.is_proven)
        elif verdict == judging.AWAITED:
            self.undecided = True
            self._await_replies(attempt, lambda after: self._judge_replies(attempt, redone, after))
        elif verdict == judging.CONTINUES:
            self._accept(attempt, judgement)
        else:
            self._refute(attempt, redone)

    def _refute(self, attempt: Attempt, redone: bool) -> None:
        """Reject a wrong turn with the reply that refutes it."""
        self._reject(attempt, redone)

    def _await_replies(self, attempt: Attempt, on_end: Callable[[Attempt], None]) -> None:
        """Await the replies of a search to the learner's last turn."""
        self._after = None
        self._queue_reply(())
        self._begin_search(self._with_replies(attempt), on_end)
        self._say_who_thinks()

    def _with_replies(self, attempt: Attempt) -> Generator[Position, Turn, Attempt]:
        """The attempt with all replies to the learner's last turn. Yields positions and gets turns."""
        while not attempt.is_learners_turn and attempt.position.winner is None:
            attempt = attempt.add((yield attempt.position))
        return attempt

    def _play_on(self, attempt: Attempt) -> None:
        """Go on with a whole game after a turn of the learner, which stands."""
        played, step = attempt.played[-1], self.step
        if len(attempt.own) == 1:
            self._memory.seed = 7919 * self.scores.step.tries + (
                0 if self._clock is None else int(1000 * self._clock())
            )
            self._said_goals = []
        self._memory.remember_fork(played.before, played.turn)
        after = attempt
        while not after.is_learners_turn and after.position.winner is None:
            level = level_in(step.replies) or replies.DEFAULT_LEVEL
            after = after.add(self._memory.reply(after.position, level))
        winner = after.position.winner
        if attempt.position.winner == attempt.color:
            self._solved(str(played.turn))
            return
        messages = feedback.on_game_turn(step, attempt, after, self._said_goals)
        if winner is None:
            self.scores.tried(str(played.turn))
        elif winner != attempt.color:
            self.scores.wrong(str(played.turn))
        self._after = after if winner in (None, attempt.color) else None
        self.messages = messages
        self.undecided = winner is None
        self._queue_reply(after.texts[len(attempt.played) :])
        if not self.upcoming_turns:
            self.phase = "wrong"

    def _accept(self, attempt: Attempt, judgement: judging.Judgement) -> None:
        if judgement.attempt.position.winner is None:
            self.scores.tried(self._as_stored(attempt.texts[-1]))
        self._after = judgement.attempt
        self._line = judgement.line
        self.messages = (sentence("lesson.goes-on", {"n": self.step.turns - len(attempt.own)}),)
        self._queue_reply(judgement.attempt.texts[len(attempt.played) :])

    def _reject(self, attempt: Attempt, redone: bool, after: Optional[Attempt] = None) -> None:
        """Say what is wrong with a turn, and show a reply; `after` has it where a search chose it."""
        turn = self._as_stored(attempt.texts[-1])
        if not (redone and turn in self.scores.step.turns):
            self.scores.wrong(turn)
            self._n_wrong += 1
        response = feedback.to_wrong_turn(self.step, attempt, after)
        self.messages = response.messages
        self._after = None
        self._queue_reply(response.reply)
        if not self.upcoming_turns:
            self.phase = "wrong"

    def _queue_reply(self, reply: Sequence[str]) -> None:
        """Queue the turns of a reply, which `go` plays one by one."""
        self.phase = "reply"
        self.reply = tuple(reply)
        self.upcoming_turns = list(reply)

    # -- replies of a search -------------------------------------------------------------------------------------------

    def _begin_search(self, steps: Generator[Position, Turn, Any], on_end: Callable[[Any], object]) -> None:
        """Search the turns that a generator asks for by their positions. `on_end` gets what it returns."""
        self._series = SearchSeries(self._search_turns(steps), on_end)
        self._series.begin()

    def _search_turns(self, steps: Generator[Position, Turn, Any]) -> Generator[SearchRequest, Progress, Any]:
        """The requests for the turns that a generator asks for. Level 3 stands in where a search fails."""
        turn: Optional[Turn] = None
        while True:
            try:
                position = steps.send(turn)  # type: ignore[arg-type]
            except StopIteration as end:
                return end.value
            if not self._search_unavailable:
                try:
                    found = yield self._request(position, self.step.search_level)
                    turn, self._search_failure = found.lines[0][0], ""
                    continue
                except SearchFailed as failure:
                    self._search_failure, self._search_unavailable = str(failure), failure.unable
            turn = replies.weaker_reply(position)

    def searched(self, news: SearchNews) -> None:
        """Go on with the result of a search, or without it, unless it is not awaited any more."""
        series = self._series
        if series is None or self.search_request is not news.request or not news.done:
            return
        try:
            if news.progress is None:
                series.fail(short(news.error), news.unable)
            else:
                series.take(news.progress)
        except Refused:
            self.messages += (sentence("why.lesson-no-hint"),)
        self._say_who_thinks()
        self.session.changed()

    def search_with(self, runner: SearchRunner) -> None:
        """Have a runner search the replies that are awaited."""
        self._runner = runner
        self.changed()

    def changed(self) -> None:
        """Begin the search for the reply that is awaited; end one for another position."""
        runner = self._runner
        if runner is None:
            return
        awaited, asked = self.search_request, runner.asked(REPLY)
        if asked is not None and asked is not awaited:
            runner.cancel(REPLY)
            asked = None
        if awaited is not None and asked is None:
            runner.run(REPLY, awaited, self.searched)

    def _request(self, position: Position, level: int) -> SearchRequest:
        """The search of a reply."""
        return level_request(position, level)

    def abandon(self) -> None:
        """Await no reply any more."""
        self._series = None
        if self._runner is not None:
            self._runner.cancel(REPLY)

    def thinking(self, position: Position) -> Saying:
        """The message that a level searches for its reply in a position."""
        return "lesson.tip.thinking", {"color": position.turn, "n": self.step.search_level}

    def _say_who_thinks(self) -> None:
        if self.phase == "reply" and self._awaited is not None:
            self.messages = (Message(None, self.thinking(self._awaited.position)),)

    def _judge_replies(self, attempt: Attempt, redone: bool, after: Attempt) -> None:
        """Judge the learner's last turn in an attempt by the replies in `after`."""
        judgement = judging.judge(self.step, attempt, after=after)
        if judgement.verdict == judging.CONTINUES:
            self._accept(attempt, judgement)
            self.undecided = not judgement.is_proven
        else:
            self.undecided = False
            self._reject(attempt, redone, after)
        if self._search_failure:
            slots: Slots = {"n": self.step.search_level, "detail": self._search_failure}
            self.messages += (sentence("lesson.weaker", slots),)

    def _as_stored(self, answer: str) -> str:
        """An answer as results store it: with the discs of the lesson's position."""
        text: str = renamed(answer, self._original)
        return text

    def _solved(self, text: str, is_proven: bool = True) -> None:
        """Count an answer as right. The author's text about right answers may be false for one that is not proven."""
        self._count_time()
        self.scores.right(self._as_stored(text))
        self.phase = "right"
        self._show_all()
        self.reply = ()
        if not is_proven:
            self.messages = (sentence("lesson.undecided", {"n": BUDGET}),)
        else:
            self.messages = (author(self.step.done) if self.step.done else sentence("lesson.right"),)

    def _show_all(self) -> None:
        """After a question, the board shows what was asked, such as who eats where."""
        if self.step.behavior.asks:
            self.session.set(aids="full")

    def _go(self) -> None:
        """Play the next turn of the reply, of the shown solution or of a step to read."""
        if self.phase == "shown":
            self._show_next()
        elif self.upcoming_turns:
            # `game_changed` goes on
            self._game.play(self.upcoming_turns[0])
        else:
            self._replied()

    def _replied(self) -> None:
        """Remove a played turn from `upcoming_turns`; after the last turn of a reply ask the learner."""
        self.upcoming_turns = self.upcoming_turns[1:]
        if self.upcoming_turns or self.phase == "ask":
            return
        if self._after is None:
            self.phase = "wrong"
            return
        attempt, line, messages, reply = self._after, self._line, self.messages, self.reply
        undecided = self.undecided
        if attempt.position.winner is not None:
            # an enemy that ended a whole game by its own turn
            self._solved(str(attempt.own[-1].turn))
            return
        self._ask(attempt)
        self._line, self.messages, self.reply, self.undecided = line, messages, reply, undecided
        if attempt.nobody:
            self._show_attempt(attempt)

    def _back(self) -> None:
        """Take back the last action of the learner."""
        if self.is_off_lesson:
            self._retry()
        elif self.phase == "ask" and self.step.input == "click":
            self.chosen = self.chosen[:-1]
        elif self.session.game.half is not None:
            self.session.game.undo()
        else:
            if self.phase == "ask":
                self.attempts.pop()
            self._ask(self.attempts.pop())
            self._show_attempt(self.attempt)

    @property
    def _keeps_position(self) -> bool:
        """Whether another try is in the same position, where the learner can use what the first one showed."""
        return self.phase == "wrong" and self._n_wrong < FRESH_AFTER

    def _retry(self) -> None:
        """Restart the step, or return to it from another position.

        The position is a fresh one after a right answer, and after the second wrong answer in a position.
        """
        if self.is_off_lesson and self.phase == "ask":
            self._ask(self.attempts.pop())
            self._show_attempt(self.attempt)
        elif (
            self.step.retry != "same"
            and self.phase != "ask"
            and not (self.is_off_lesson or self._keeps_position)
        ):
            self._enter(self.at, fresh=True)
        elif self.step.input == "turn" or self.is_off_lesson or self.phase != "wrong":
            self._begin()
        else:
            self.correct()

    # -- clicks and numbers --------------------------------------------------------------------------------------------

    def _choose(self, at: object) -> None:
        if self.step.input != "click" or self.phase not in ("ask", "wrong") or self.is_off_lesson:
            raise refused("lesson-not-now")
        if not isinstance(at, str):
            raise bad("at must be a disc, as in D4")
        if at not in self.session.layout:
            raise refused("unknown-disc", at[:20])
        if self.phase == "wrong":
            wrong = self.misplaced
            self.correct()
            if at in wrong:
                return
        if at in self.chosen:
            self.chosen.remove(at)
        else:
            self.chosen.append(at)

    def _check(self, answer: object) -> None:
        step = self.step
        wrong = self.misplaced
        cells = [cell for cell in self.chosen if cell not in wrong]
        if step.input == "click" and not cells and self.solution_cells():
            raise refused("lesson-nothing-clicked")
        if self.phase == "wrong":
            self.correct()
        given: Given = cells
        if step.input == "count":
            if type(answer) is not int or not 0 <= answer <= MAX_NUMBER:
                raise refused("lesson-number", slots={"max": MAX_NUMBER})
            given = answer
        judged = self._question_kind.judge(step.question, step.start, given)
        if not judged.faults:
            self._solved(judged.text)
            return
        self.scores.wrong(self._as_stored(judged.text))
        self._n_wrong += 1
        self.messages = feedback.to_answer(step, self._question_kind, judged)
        self.phase = "wrong"

    # -- help ----------------------------------------------------------------------------------------------------------

    def _solution(self) -> Tuple[str, ...]:
        """A line to the goal from here; empty if none is known."""
        if not self._line and (self._search_unavailable or not self.step.search_level):
            self._line = solver.best_line(self.step, self.attempt)
        return self._line

    def _waits_for_search(self, control: str) -> bool:
        """Whether "hint" or "reveal" has to wait for searched replies. Begins their search if none is under way."""
        if self.phase != "reply" and self._awaited is not None:
            if control == self._pending_control:
                return True
            self._series = None
        if not self.step.search_level or self._line or self._search_unavailable:
            return False
        if control != "reveal" and not (control == "hint" and self.hints.lacks_turn):
            return False
        self._pending_control = control
        self._begin_search(self._to_goal(control), self._resume_control)
        return True

    def _to_goal(self, control: str) -> Generator[Position, Turn, Tuple[str, ...]]:
        """Search a line to the goal from here; for "reveal" otherwise from the start of the step."""
        line = yield from solver.searched_line(self.step, self.attempt, {})
        if not line and control == "reveal" and len(self.attempts) > 1:
            line = yield from solver.searched_line(self.step, self.attempts[0], {})
            self.attempts = self.attempts[:1]
        return line

    def _resume_control(self, line: Tuple[str, ...]) -> None:
        """Carry out the control that waited for a line to the goal."""
        self._line = line
        _HANDLERS[self._pending_control](self, None, None)

    def _hint(self) -> None:
        sequence = self.hints
        if sequence.lacks_turn:
            # before the first hint, since each hint tells how many there are
            line = self._solution()
            derived = hints.for_turn(line[0], hints.named_discs(self.step)) if line else []
            if not line:
                self._dead_ends.append(self.attempt.texts)
            sequence.set_derived(derived if line or self.step.hints else hints.UNKNOWN)
        for _ in range(self._following_hint(sequence.taken, sequence.last) - sequence.taken):
            sequence.skip()
        costs_nothing = self._is_visible(sequence.hint_at(sequence.taken), sequence.last)
        if sequence.taken >= sequence.total:
            raise refused("lesson-no-hint")
        if sequence.take(len(self.attempt.own)) and not costs_nothing:
            self.scores.hinted()

    @property
    def hints_left(self) -> Optional[int]:
        """How many more hints will be shown; None before the turn is known to which they lead."""
        sequence = self.hints
        if sequence.lacks_turn:
            return None
        n, at, last = 0, sequence.taken, sequence.last
        while at < sequence.total:
            at = self._following_hint(at, last)
            n, at, last = n + 1, at + 1, sequence.hint_at(at)
        return n

    def _following_hint(self, at: int, last: Optional[hints.Hint]) -> int:
        """The index of the hint that is shown next, from index `at` on, after the hint `last`."""
        sequence = self.hints
        while at + 1 < sequence.total and self._is_visible(sequence.hint_at(at), last):
            at += 1
        return at

    def _is_visible(self, hint: Optional[hints.Hint], last: Optional[hints.Hint]) -> bool:
        """Whether the messages, the hint before or the board already show what a hint says."""
        if hint is None:
            return False
        if hint.message.text is not None:
            messages = (author(self.step.text),) + self.messages + (() if last is None else (last.message,))
            return hints.is_in_texts(hint, messages, self.lesson.languages[0])
        if hint.message.saying in [message.saying for message in self.messages]:
            return True
        half = self.session.game.half_turn
        has_moved = half is not None or self.attempt.position.step != "move"
        return hints.is_done(hint, has_moved, half, self._line[0] if self._line else "")

    def _reveal(self) -> None:
        step = self.step
        if step.input == "read":
            self._begin()
            return
        self._count_time()
        self.scores.missed()
        if step.input == "turn":
            self._reveal_turn()
        else:
            if step.input == "click":
                self.chosen = list(self.solution_cells())
            solution = Message(None, self._question_kind.shown(step.question, step.start))
            self.messages = (solution, author(step.done)) if step.done else (solution,)
        self.phase = "shown"
        self._show_all()

    def _reveal_turn(self) -> None:
        """Play the first turn of a line to the goal, from here, else from the start of the step."""
        line = self._solution()
        if not line and len(self.attempts) > 1:
            self.attempts = self.attempts[:1]
            line = self._solution()
        self.upcoming_turns = []
        self.reply = ()
        if self.step.search_level:
            # nobody knows what the search would reply
            line = line[:1]
        if line:
            self.messages = ()
            self.solution_turns = line
            self._show_next()
        else:
            self.messages = (sentence("lesson.shown.unknown"),)
            self._show_attempt(self.attempt)

    def _show_next(self) -> None:
        """Play the next turn of the shown solution."""
        turn = self.solution_turns[0]
        self.solution_turns = self.solution_turns[1:]
        attempt = self.attempt
        self._show_attempt(attempt, [turn])
        self.messages = feedback.on_shown_turn(attempt, turn, self.solution_turns, first=not self.messages)
        if self.step.done and not self.solution_turns:
            self.messages += (author(self.step.done),)
        self.attempts = [attempt.add(turn)]


_HANDLERS: Dict[str, Callable[[Tutor, object, object], None]] = {
    "step": lambda tutor, at, _: tutor._goto(at),
    "choose": lambda tutor, at, _: tutor._choose(at),
    "check": lambda tutor, _, count: tutor._check(count),
    "hint": lambda tutor, _, __: tutor._hint(),
    "reveal": lambda tutor, _, __: tutor._reveal(),
    "skip": lambda tutor, _, __: tutor._skip(),
    "back": lambda tutor, _, __: tutor._back(),
    "retry": lambda tutor, _, __: tutor._retry(),
    "another": lambda tutor, _, __: tutor._enter(tutor.at, fresh=True),
    "next": lambda tutor, _, __: tutor._next(),
    "go": lambda tutor, _, __: tutor._go(),
    "again": lambda tutor, _, __: tutor._ask_again(list(range(len(tutor.lesson.steps)))),
    "practise": lambda tutor, _, __: tutor._ask_again(tutor.scores.steps_to_practise),
}
