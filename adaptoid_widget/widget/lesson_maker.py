"""Makes a lesson on a board: an author plays the right turns of each step, chooses its goal and writes its texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..core.game.game import Game
from ..core.game.marks import Marks
from ..core.goals.attempt import Attempt
from ..core.goals.goal import Goal
from ..core.i18n.catalog import LANGUAGES, Wording
from ..core.rules.errors import GameError, IllegalTurn, LayoutError, TextError
from ..core.rules.position import Position
from ..core.rules.scanner import cell_key
from ..core.session.hooks import Handler, SessionHooks
from ..core.session.permissions import Mode
from ..core.session.session import Session
from ..core.teaching.lesson import (
    MAX_LESSON_STEPS,
    MAX_STEP_TURNS,
    RETRIES,
    STEP_FIELDS,
    LessonContent,
    LessonStep,
    make_lesson,
    make_step,
    read_answer,
)
from ..core.teaching.lesson_keys import name_of
from ..core.teaching.lesson_lines import MAX_LESSON_CHARACTERS
from ..core.teaching.lesson_markdown import tree_of
from ..core.teaching.lesson_problems import LessonError
from ..core.teaching.lesson_reader import LINE_READERS, lesson_from_text
from ..core.teaching.presenter import LessonPresenter
from ..core.teaching.question import MAX_NUMBER, QUESTIONS, SETS, Question
from ..core.teaching.rich_text import LocalizedText
from ..core.teaching.solver import search
from ..core.teaching.step_kinds import CLICK, READ, STEP_KINDS, TURN
from ..core.teaching.tutor import Tutor
from ..core.wire.intent_fields import Json, number_in, one_of, refused, short, text_in
from ..engine.runner import KernelRunner
from ..lessons.drafting import MAX_CHANCE, SuggestedGoal, suggested_goals
from ..lessons.markdown_writer import markdown_of
from ..lessons.reading import ENDING
from ..lessons.writing import text_of

MAX_LENGTHS = {"title": 120, "text": 4000, "hint": 1000, "done": 1000}
"""The texts of a draft, that of the lesson and those of each step, with their greatest numbers of characters."""
MAX_GOAL = 400
MAX_LINE_GOALS = 4
# the positions that a search of a line's goal may visit
MAX_LINE_NODES = 20_000
ANY_TURN = "*"
"""Among the right turns of a step: every turn that leads to the goal is meant."""
RECORDED = ("right", "wrong", "marks")
"""What the author's turns and clicks on the board become: right answers, foreseen wrong ones, or marks."""
MAX_FORESEEN = 1000
"""The most characters of the text about a wrong answer."""
# actions that leave the position on the board as it is
_NOTES = ("goal", "own", "text", "language", "foresee", "forget", "retry", "check")
# what the author chooses by name, and the fields of a step for which a position makes no difference
_WORDS = {"kind": tuple(STEP_KINDS), "ask": ("", *QUESTIONS), "retry": RETRIES}


class StepDraft:
    """A step in the making. `saved` is the step of the lesson that was opened, whose other fields are kept."""

    def __init__(self, name: str, start: Position, saved: LessonStep | None = None) -> None:
        self.name = name
        self.start = start
        self.saved = saved
        self.fields: dict[str, Any] = {field.name: field.default for field in STEP_FIELDS}
        """The other fields of the step."""
        self.fields["kind"] = TURN
        if saved is not None:
            self.fields = {field.name: getattr(saved, field.name) for field in STEP_FIELDS}
        self.asked = (
            self.fields["ask"].partition(" ")[0] if self.fields["ask"].partition(" ")[0] in QUESTIONS else ""
        )
        """The name of the question; "" for discs or a number of the author's own."""
        self.wrong: list[tuple[str, dict[str, str]]] = []
        """Foreseen wrong answers, each with Markdown by language."""
        self.records = "right"
        """What turns and clicks on the board become: one of `RECORDED`."""
        self.right: list[str] = []
        """The right turns."""
        self.texts: dict[str, dict[str, str]] = {name: {} for name in MAX_LENGTHS if name != "title"}
        """Markdown by field and language."""
        self.goals: tuple[SuggestedGoal, ...] = ()
        """The suggested goals, and the author's own first."""
        self.chosen = 0
        """The number of the chosen goal."""
        self._own: Goal | None = None

    @staticmethod
    def of(step: LessonStep) -> StepDraft:
        """The draft of a step that was saved."""
        draft = StepDraft(step.name, step.start, step)
        texts = {"text": step.text, "hint": step.hints[0] if step.hints else {}, "done": step.done}
        draft.texts = {
            name: {tag: markdown_of(tree) for tag, tree in text.items()} for name, text in texts.items()
        }
        draft.wrong = [
            (answer, {tag: markdown_of(tree) for tag, tree in text.items()}) for answer, text in step.wrong
        ]
        right = [pattern for pattern in step.right.split("|") if pattern != ANY_TURN]
        if {str(turn) for turn in step.start.turns()}.issuperset(right):
            draft.right = right
        if step.goal is not None:
            draft.goals = (draft._measured(step.goal)[0],)
            draft._own = step.goal
        return draft

    @property
    def kind(self) -> str:
        """What the learner does: one of `STEP_KINDS`."""
        return str(self.fields["kind"])

    @property
    def is_played(self) -> bool:
        """Whether the learner plays turns; other steps ask a question or are only read."""
        return STEP_KINDS[self.kind].input == TURN

    @property
    def turns(self) -> int:
        """The number of turns that the learner has."""
        return int(self.fields["turns"])

    @property
    def plies(self) -> int:
        """The number of turns that the author plays from the start: the learner's, and the replies between them."""
        return 1 if self.records == "wrong" else max(1, 2 * self.turns - 1)

    @property
    def goal(self) -> Goal | None:
        """The chosen goal."""
        return self.goals[self.chosen].goal if self.goals else None

    def missing(self, languages: list[str]) -> list[tuple[str, str]]:
        """What the author has yet to do: "right" or a field, and its language if the lesson has several."""
        out = [("right", "")] if self.is_played and not self.goals else []
        if STEP_KINDS[self.kind].asks and not self.fields["ask"]:
            out.append(("ask", ""))
        written = [(name, text) for name, text in self.texts.items() if name == "text" or text]
        if STEP_KINDS[self.kind].input != READ:
            written += [("wrong", text) for _, text in self.wrong]
        for name, text in written:
            out += [(name, tag if len(languages) > 1 else "") for tag in languages if tag not in text]
        return out

    def choose(self, what: str, word: str) -> None:
        """Choose the kind of the step, its question, or where another try begins."""
        if what == "ask":
            self.asked = word
            self.fields["ask"] = word if word in SETS else ""
        else:
            self.fields[what] = word
        if what == "kind":
            self.fields["ask"] = self.asked = ""
            self.wrong = []
            self.records = "right"
            self.change_right([])

    def allow(self, turns: int) -> None:
        """Give the learner a number of turns, which the author then plays with the replies."""
        self.fields.update(turns=turns, script=(), replies="best")
        self.change_right([])

    def click(self, cell: str) -> None:
        """Take a disc that was clicked: as a mark, a wrong answer, or the answer to the question.

        Raises GameError, IllegalTurn, LayoutError or TextError for a disc that does not suit the question.
        """
        if self.records == "marks":
            rings = [at for at, _ in Marks.of(self.fields["marks"]).rings]
            rings = [at for at in rings if at != cell] if cell in rings else [*rings, cell]
            self.fields["marks"] = str(Marks(rings=rings))
        elif self.records == "wrong":
            self.foresee(cell)
        else:
            answer = f"{self.asked} {cell}"
            if not self.asked:
                cells = [at for at in self.fields["ask"].split(",") if at]
                cells = [at for at in cells if at != cell] if cell in cells else [*cells, cell]
                answer = ",".join(sorted(cells, key=cell_key))
            self.ask(answer)

    @property
    def wanted_click(self) -> str:
        """What a click on a disc does: the end of the key of a sentence; "" where no click is wanted."""
        if self.records == "marks":
            return "mark"
        if self.records == "wrong":
            return "foresee" if self.kind == CLICK else ""
        if self.asked:
            return "" if self.asked in SETS else "ask.disc"
        return "ask.discs" if self.kind == CLICK else ""

    def ask(self, question: str) -> None:
        """Ask a question. Raises errors as `click` does."""
        if question:
            question = str(Question.from_text(question).check(self.start.layout))
            Question.from_text(question).number(self.start)
        self.fields["ask"] = question

    def drawn(self) -> Marks:
        """The marks of the step, with the discs that answer its question, and foreseen wrong ones."""
        fills: dict[str, str] = {}
        if self.fields["ask"] and self.kind == CLICK:
            fills = dict.fromkeys(Question.from_text(self.fields["ask"]).discs(self.start), "green")
            fills.update((answer, "red") for answer, _ in self.wrong if answer in self.start.layout)
        return Marks.of(self.fields["marks"]) + Marks(fills=fills)

    def foresee(self, answer: str) -> None:
        """Foresee a wrong answer; nothing changes if it was foreseen. Raises TextError."""
        answer = read_answer(self.kind, answer)
        if answer not in [foreseen for foreseen, _ in self.wrong]:
            self.wrong.append((answer, {}))

    def set_start(self, start: Position) -> None:
        """Begin the step in another position."""
        self.start = start
        self.fields.update(ask=self.asked if self.asked in SETS else "", marks="", fresh=(), script=())
        self.wrong = []
        self._own = None
        self.change_right([])

    def change_right(self, turns: list[str]) -> None:
        """Set the right turns, and suggest goals for them. The author's own goal stays if they meet it."""
        self.right = turns
        self.goals = suggested_goals(self.start, *turns) if turns and self.turns == 1 else ()
        # the likeliest one that chance does not meet too often; the last one allows only these turns
        self.chosen = next(
            (number for number, goal in enumerate(self.goals) if goal.right * 100 <= MAX_CHANCE * goal.turns),
            0,
        )
        if self._own is not None and turns:
            self.add_goal(self._own)

    def record(self, turns: list[str]) -> bool:
        """Take what the author has played from the start. Returns whether it is recorded."""
        if len(turns) != self.plies:
            return False
        if self.records == "wrong":
            self.foresee(turns[0])
        elif len(turns) == 1:
            if turns[0] in self.right:
                return False
            self.change_right([*self.right, *turns])
        else:
            self._record_line(turns)
        return True

    def _record_line(self, turns: list[str]) -> None:
        """Take a line of several turns with the replies between them, and suggest goals that only its end meets."""
        script = tuple(zip(turns[0:-1:2], turns[1::2], strict=True))
        self.fields.update(script=script, replies="script")
        self.right, self.goals, self.chosen = turns[:1], (), 0
        attempt = Attempt(self.start, self.start.turn)
        for turn in turns[:-1]:
            attempt = attempt.add(turn)
        last = attempt.position
        after = attempt.add(turns[-1])
        count = len(self.start.turns())
        goals = [suggested.goal for suggested in suggested_goals(last, turns[-1])]
        # where the first turn has arrived, which narrows a goal that many first turns lead to
        kept = [
            cell
            for cell, piece in after.position.pieces.items()
            if piece.color == self.start.turn
            and cell not in self.start.pieces
            and cell in attempt.played[0].after.pieces
        ]
        goals += [Goal.from_text(f"{goal} and occupies {cell}") for goal in goals for cell in kept]
        found: list[SuggestedGoal] = []
        for goal in goals:
            if goal.met(after) and len(found) < MAX_LINE_GOALS:
                self.goals = (SuggestedGoal(goal, 0, count),)
                right, nodes_left, _ = search(self.content({}), nodes=MAX_LINE_NODES)
                if nodes_left > 0 and 0 < len(right) * 100 <= MAX_CHANCE * count:
                    found.append(SuggestedGoal(goal, len(right), count))
        self.goals = tuple(found) or self.goals

    def add_goal(self, goal: Goal) -> list[str]:
        """Choose the author's goal. Returns the right turns that do not meet it; then it is not chosen."""
        goal.check(self.start.layout)
        suggestion, unmet = self._measured(goal)
        # one turn does not tell whether several meet a goal
        if self.turns != 1:
            unmet = []
        if not unmet:
            self.goals = (suggestion, *(suggested for suggested in self.goals if suggested.goal != goal))
            self.chosen = 0
            self._own = goal
        return unmet

    def _measured(self, goal: Goal) -> tuple[SuggestedGoal, list[str]]:
        """A goal with the number of turns that meet it, and the right turns that do not."""
        legal = [str(turn) for turn in self.start.turns()]
        met = [str(turn) for turn in goal.among(Attempt(self.start, self.start.turn), legal)]
        return SuggestedGoal(goal, len(met), len(legal)), [turn for turn in self.right if turn not in met]

    @property
    def _means_more(self) -> bool:
        """Whether the author means more turns than those played: the chosen goal, shown with its number, has more."""
        if self.saved is not None and self.saved.turns == self.turns != 1:
            return ANY_TURN in self.saved.right.split("|")
        return bool(self.goals) and self.goals[self.chosen].right > len(self.right)

    def content(self, texts: dict[str, dict[str, str]] | None = None) -> LessonStep:
        """The step, or with `texts` the step with these texts. Raises GameError or another ValueError."""
        texts = self.texts if texts is None else texts
        text, hint, done = (
            {tag: tree_of(words) for tag, words in texts.get(name, {}).items()}
            for name in ("text", "hint", "done")
        )
        hints: list[LocalizedText] = [hint] if hint else []
        if self.saved is not None:
            hints += self.saved.hints[1:]
        wrong = [(answer, {tag: tree_of(words) for tag, words in by.items()}) for answer, by in self.wrong]
        fields = dict(self.fields)
        if self.right:
            meant = [*self.right, ANY_TURN] if self._means_more else self.right
            fields["right"] = "|".join(meant)
        fields.update(text=text, position=str(self.start), goal=self.goal, hints=hints, done=done)
        fields.update(wrong=tuple(wrong) if texts is self.texts else ())
        kind = STEP_KINDS[self.kind].input
        return make_step(self.name, **{f.name: fields[f.name] for f in STEP_FIELDS if kind in f.inputs})


class LessonDraft:
    """A lesson in the making. `saved` is the lesson that was opened, whose other fields are kept."""

    def __init__(self, language: str, saved: LessonContent | None = None) -> None:
        self.saved = saved
        self.titles: dict[str, str] = {} if saved is None else dict(saved.title)
        self.language = language if saved is None or language in saved.languages else saved.languages[0]
        """The language in which the author writes."""
        self._languages_before = (language,) if saved is None else saved.languages
        self.steps = [] if saved is None else [StepDraft.of(step) for step in saved.steps]
        self.at = 0
        """The number of the current step, from 0."""

    @property
    def step(self) -> StepDraft:
        """The current step."""
        return self.steps[self.at]

    @property
    def is_begun(self) -> bool:
        """Whether the author has written something or played a right turn."""
        return self.saved is not None or bool(
            self.titles or len(self.steps) > 1 or self.step.right or any(self.step.texts.values())
        )

    @property
    def name(self) -> str:
        """The name of the lesson."""
        return name_of(self.titles.get(self.languages[0], "")) if self.saved is None else self.saved.name

    @property
    def languages(self) -> list[str]:
        """The languages in which something is written, new ones last."""
        texts = [self.titles, *(text for step in self.steps for text in step.texts.values())]
        texts += [text for step in self.steps for _, text in step.wrong]
        tags = {tag for text in texts for tag in text} or {self._languages_before[0]}
        added = sorted(tags.difference(self._languages_before))
        return [*(tag for tag in self._languages_before if tag in tags), *added]

    @property
    def missing(self) -> list[tuple[str, int, str]]:
        """What the author has yet to do: "right" or a field, the number of the step or 0, and the language."""
        languages = self.languages
        out = [("title", 0, tag if len(languages) > 1 else "") for tag in languages if tag not in self.titles]
        for number, step in enumerate(self.steps, 1):
            out += [(name, number, tag) for name, tag in step.missing(languages)]
        return out

    def add(self, start: Position) -> None:
        """Add a step behind the current one."""
        if len(self.steps) >= MAX_LESSON_STEPS:
            raise refused("maker-full")
        names = [step.name for step in self.steps]
        name = next(name for n in range(1, MAX_LESSON_STEPS + 1) if (name := f"step-{n}") not in names)
        self.at = min(self.at + 1, len(self.steps))
        self.steps.insert(self.at, StepDraft(name, start))

    def write(self, field: str, text: str, at: int = 0) -> None:
        """Set a text in the current language; of a foreseen wrong answer by its number."""
        if field == "wrong":
            texts = self.step.wrong[at][1]
        else:
            texts = self.titles if field == "title" else self.step.texts[field]
        if text:
            texts[self.language] = text
        else:
            texts.pop(self.language, None)

    def lesson(self) -> LessonContent:
        """The lesson, checked as if read from its file. Raises LessonError, GameError or another ValueError."""
        steps = [step.content() for step in self.steps]
        about, order = ({}, "forced") if self.saved is None else (self.saved.about, self.saved.order)
        lesson = make_lesson(self.name, self.titles, steps, about, order, self.languages)
        return lesson_from_text(text_of(lesson))


class LessonMaker(SessionHooks):
    """Handles the intent `make-lesson`, whose field `what` names the author's action."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._presenter: LessonPresenter | None = None
        self.draft: LessonDraft | None = None
        """The draft; None while the maker is closed."""
        self._earlier: LessonDraft | None = None
        """The draft that was closed, or that a file has replaced."""
        self.file = ""
        """The text of the last complete draft, also after the maker was closed."""
        self._findings: list[str] | None = None
        """What the check of the draft has found; None before the check."""
        self._problem = ""
        """Why the draft is not a valid lesson although nothing is missing; "" if it is valid."""
        self._before = session.game
        """The game that the board showed before the maker was opened."""
        self._lesson_game = session.game
        """The game in which the author plays right turns."""
        self._is_editing = False

    # -- actions -----------------------------------------------------------------------------------------------------

    def handlers(self) -> dict[str, Handler]:
        return {"make-lesson": self._handle}

    def _handle(self, intent: Json) -> Json | None:
        changes: dict[str, Callable[[LessonDraft, Json], None]] = {
            "another": lambda _, __: self._show_start(),
            "back": lambda _, __: self._show_start(),
            "remove": self._remove,
            "goal": self._goal,
            "own": self._own_goal,
            "text": self._text,
            "language": self._language,
            "step": self._step,
            "add": self._add,
            "drop": self._drop,
            "file": self._read_file,
            "resume": self._resume,
            "kind": self._choose,
            "ask": self._choose,
            "retry": self._choose,
            "turns": self._turns,
            "record": self._record,
            "disc": self._disc,
            "foresee": self._foresee,
            "forget": self._forget,
        }
        action = one_of(intent, "what", ("open", "close", "preview", "check", *changes))
        if action == "open":
            self.open()
            return None
        draft = self.draft
        if draft is None:
            raise refused("maker-closed")
        if action == "close":
            self.close()
            return None
        if action == "preview":
            self._preview(draft)
        elif action == "check":
            self._look_through()
        else:
            changes[action](draft, intent)
            self._check()
        self._session.changed(is_note=action in _NOTES)
        return None

    def open(self, lesson: LessonContent | None = None) -> None:
        """Begin a lesson of the position on the board, or go on with a lesson.

        A turn that follows the position in the game is a right one.
        """
        session, game = self._session, self._session.game
        if self.draft is None:
            if not session.allows("make-lesson open"):
                raise refused("lesson-on")
            if lesson is None and (
                not game.started or game.position.winner is not None or game.result is not None
            ):
                raise refused("maker-start")
            self._before = game
        elif lesson is None:
            return
        draft = LessonDraft(session.wording.language, lesson)
        if lesson is None:
            draft.add(game.position)
            if game.half is None and game.ply < game.length:
                draft.step.change_right([str(game.turn_at(game.ply + 1).turn)])
        self.draft = draft
        self._show_start()
        self._check()
        session.changed()

    def close(self) -> None:
        """Show the game as it was before."""
        if self.draft is None:
            return
        self._end_preview()
        self._earlier, self.draft = self.draft, None
        self._session.put(self._before)
        self._session.changed()

    def _show_start(self) -> None:
        self._end_preview()
        if self.draft is not None:
            self._lesson_game = Game(self.draft.step.start)
            self._session.put(self._lesson_game)

    def _remove(self, draft: LessonDraft, intent: Json) -> None:
        turn = text_in(intent, "turn", 40)
        draft.step.change_right([right for right in draft.step.right if right != turn])
        self._show_start()

    def _choose(self, draft: LessonDraft, intent: Json) -> None:
        what = str(intent["what"])
        draft.step.choose(what, one_of(intent, "to", _WORDS[what]))
        if what != "retry":
            self._show_start()

    def _turns(self, draft: LessonDraft, intent: Json) -> None:
        most = MAX_STEP_TURNS if len(draft.step.start.colors) == 2 else 1
        draft.step.allow(min(max(number_in(intent, "at", MAX_STEP_TURNS), 1), most))
        self._show_start()

    def _record(self, draft: LessonDraft, intent: Json) -> None:
        draft.step.records = one_of(intent, "to", RECORDED)
        self._show_start()

    def _disc(self, draft: LessonDraft, intent: Json) -> None:
        self._try(lambda: draft.step.click(text_in(intent, "cell", 40)))

    def _foresee(self, draft: LessonDraft, intent: Json) -> None:
        """A number: the answer to a question, or a wrong one."""
        number = str(number_in(intent, "at", MAX_NUMBER))
        step = draft.step
        self._try(lambda: step.foresee(number) if step.records == "wrong" else step.ask(number))

    def _forget(self, draft: LessonDraft, intent: Json) -> None:
        answer = text_in(intent, "answer", 40)
        draft.step.wrong = [row for row in draft.step.wrong if row[0] != answer]

    def _try(self, change: Callable[[], None]) -> None:
        """Change a step; an answer that does not suit it is refused."""
        try:
            change()
        except (GameError, IllegalTurn, LayoutError, TextError) as error:
            raise refused("maker-goal", None, {"detail": short(str(error))}) from None

    def _goal(self, draft: LessonDraft, intent: Json) -> None:
        at = number_in(intent, "at", 100)
        draft.step.chosen = at if 0 <= at < len(draft.step.goals) else 0

    def _own_goal(self, draft: LessonDraft, intent: Json) -> None:
        try:
            unmet = draft.step.add_goal(LINE_READERS["goal"](text_in(intent, "text", MAX_GOAL).strip()))
        except (TextError, LayoutError) as error:
            raise refused("maker-goal", None, {"detail": short(str(error))}) from None
        if unmet:
            raise refused("maker-unmet", None, {"detail": ", ".join(unmet)})

    def _text(self, draft: LessonDraft, intent: Json) -> None:
        field = one_of(intent, "field", (*MAX_LENGTHS, "wrong"))
        at = number_in(intent, "at", len(draft.step.wrong) - 1) if field == "wrong" else 0
        draft.write(field, text_in(intent, "text", MAX_LENGTHS.get(field, MAX_FORESEEN)).strip(), at)

    def _language(self, draft: LessonDraft, intent: Json) -> None:
        draft.language = one_of(intent, "to", [*LANGUAGES.tags(), *draft.languages])

    def _step(self, draft: LessonDraft, intent: Json) -> None:
        draft.at = min(max(number_in(intent, "at", MAX_LESSON_STEPS), 0), len(draft.steps) - 1)
        self._show_start()

    def _add(self, draft: LessonDraft, _: Json) -> None:
        draft.add(draft.step.start)
        self._show_start()

    def _drop(self, draft: LessonDraft, _: Json) -> None:
        if len(draft.steps) > 1:
            del draft.steps[draft.at]
            draft.at = min(draft.at, len(draft.steps) - 1)
        self._show_start()

    def _read_file(self, draft: LessonDraft, intent: Json) -> None:
        try:
            name = name_of(text_in(intent, "name", 300).removesuffix(ENDING))
            lesson = lesson_from_text(text_in(intent, "text", MAX_LESSON_CHARACTERS), name)
        except LessonError as error:
            raise refused("maker-file", None, {"detail": short(str(error.problems[0]))}) from None
        if draft.is_begun:
            self._earlier = draft
        self.draft = LessonDraft(self._session.wording.language, lesson)
        self._show_start()

    def _resume(self, draft: LessonDraft, _: Json) -> None:
        """Add the current step to the earlier draft; from a file, go back to the draft that it has replaced."""
        earlier, self._earlier = self._earlier, None
        if earlier is not None and draft.saved is not None:
            self._earlier, self.draft = draft, earlier
        elif earlier is not None:
            earlier.at = len(earlier.steps) - 1
            earlier.add(draft.step.start)
            earlier.step.change_right(draft.step.right)
            self.draft = earlier
        self._show_start()

    def _check(self) -> None:
        """Write the draft as the text of a lesson file, if it is complete."""
        self.file = self._problem = ""
        self._findings = None
        if self.draft is None or self.draft.missing:
            return
        try:
            self.file = text_of(self.draft.lesson())
        except (GameError, IllegalTurn, LayoutError, LessonError, TextError) as error:
            self._problem = short(str(error).partition("\n")[0])

    def _look_through(self) -> None:
        """Check the draft as `lesson check` does."""
        from ..lessons.check import check_text

        if not self.file:
            raise refused("maker-missing")
        _, findings = check_text(self.file, reply=KernelRunner().reply)
        self._findings = [short(str(finding)) for finding in findings]

    def _preview(self, draft: LessonDraft) -> None:
        self._end_preview()
        if not self.file:
            raise refused("maker-missing")
        lesson = lesson_from_text(self.file)
        order = "free" if lesson.order == "forced" else lesson.order
        self._presenter = LessonPresenter(Tutor(lesson._replace(order=order), self._session))
        if draft.at:
            self._presenter.tutor.handle("step", draft.at)

    def _end_preview(self) -> None:
        if self._presenter is not None:
            self._presenter.leave()
            self._presenter = None

    # -- hooks -------------------------------------------------------------------------------------------------------

    @property
    def _is_making(self) -> bool:
        """Whether the author plays right turns, and no preview is on."""
        return self.draft is not None and self._presenter is None

    @property
    def modes(self) -> list[Mode]:
        """Whether a lesson is made or tried out. The author may play one turn from the start of a step."""
        if self.draft is None:
            return []
        if self._presenter is not None:
            return [("maker-preview", {})]
        step = self.draft.step
        may_play = step.is_played and step.records != "marks" and self._session.game.ply < step.plies
        modes: list[Mode] = [("maker-open", {})]
        return modes if may_play else [*modes, ("maker-played", {})]

    @property
    def handles_undo(self) -> bool:
        """Whether undo takes back a right turn."""
        return self._is_making

    @property
    def can_undo(self) -> bool:
        """Whether a step was played."""
        return self._session.game.can_undo

    def undo(self) -> bool:
        """Take back the half turn, or the whole turn. A whole turn then no longer counts as right."""
        draft, game = self.draft, self._session.game
        if draft is None or not game.can_undo:
            return False
        if game.half is not None or not game.turns:
            return game.undo()
        turns = [str(turn) for turn in game.turns]
        step = draft.step
        if len(turns) > 1:
            # the line is played on from here
            step.change_right([])
            game.undo()
        elif step.records == "wrong":
            self._forget(draft, {"answer": turns[0]})
            self._show_start()
        else:
            self._remove(draft, {"turn": turns[0]})
        self._check()
        self._session.changed(("news.undone", None))
        return True

    def game_changed(self, change: str) -> None:
        """Records a right turn."""
        draft, game = self.draft, self._session.game
        if draft is None or self._presenter is not None or change in ("noted", "seated"):
            return
        turns = [str(turn) for turn in game.turns] if game.started and game.half is None else []
        if turns and draft.step.is_played and draft.step.record(turns):
            self._check()

    def changed(self) -> None:
        """Begin the step in the position that the author has set up with the editor."""
        game = self._session.game
        was_editing, self._is_editing = self._is_editing, self._session.editor is not None
        is_set_up = was_editing and not self._is_editing and game is not self._lesson_game
        if self.draft is not None and is_set_up:
            self._lesson_game = game
            self.draft.step.set_start(game.position)
            self._check()

    def snapshot(self, wording: Wording) -> Json:
        """The part `maker` of the snapshot, and the status after a right turn."""
        draft = self.draft
        if draft is None:
            return {}
        step, languages, missing = draft.step, draft.languages, draft.missing
        unknown_to_board = [[tag, tag] for tag in languages if tag not in LANGUAGES.tags()]
        earlier = self._earlier if draft.saved is not None or len(draft.steps) == 1 else None
        out: Json = {
            "maker": {
                "start": str(step.start),
                "steps": [not step.missing(languages) for step in draft.steps],
                "at": draft.at,
                "kind": step.kind,
                "ask": step.fields["ask"],
                "asked": step.asked,
                "allowed": step.turns,
                "records": step.records,
                "wrong": [[answer, text.get(draft.language, "")] for answer, text in step.wrong],
                "rings": [at for at, _ in Marks.of(step.fields["marks"]).rings],
                "retry": step.fields["retry"],
                "findings": self._findings,
                "right": step.right,
                "goals": [
                    [str(suggested.goal), suggested.right, suggested.turns] for suggested in step.goals
                ],
                "chosen": step.chosen,
                "language": draft.language,
                "languages": [[*row, row[0] in languages] for row in LANGUAGES.names() + unknown_to_board],
                "texts": {
                    "title": draft.titles.get(draft.language, ""),
                    **{name: text.get(draft.language, "") for name, text in step.texts.items()},
                },
                "missing": [list(row) for row in missing],
                "problem": self._problem,
                "earlier": "" if earlier is None else earlier.titles.get(earlier.language, earlier.name),
                "opened": draft.saved is not None,
                "file": self.file,
                "name": draft.name,
                "played": self._session.game.ply,
                "preview": self._presenter is not None,
            },
            "levels": [],
            "players": {},
        }
        if self._is_making and not self._session.game.ply:
            out["marks"] = step.drawn().data()
            if step.records == "marks" or not step.is_played:
                out["status"] = wording.ui[f"ui.maker.{step.wanted_click}"] if step.wanted_click else ""
        elif self._is_making and self._session.game.ply >= step.plies:
            out["status"] = wording.ui["ui.maker.recorded"]
        return out
