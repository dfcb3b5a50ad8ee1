"""Makes a lesson on a board: an author plays the right turns of each step, chooses its goal and writes its texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..core.game.game import Game
from ..core.goals.attempt import Attempt
from ..core.goals.goal import Goal
from ..core.i18n.catalog import LANGUAGES, Wording
from ..core.rules.errors import GameError, IllegalTurn, LayoutError, TextError
from ..core.rules.position import Position
from ..core.session.hooks import Handler, SessionHooks
from ..core.session.permissions import Mode
from ..core.session.session import Session
from ..core.teaching.lesson import (
    MAX_LESSON_STEPS,
    STEP_FIELDS,
    LessonContent,
    LessonStep,
    make_lesson,
    make_step,
)
from ..core.teaching.presenter import LessonPresenter
from ..core.teaching.rich_text import LocalizedText
from ..core.teaching.tutor import Tutor
from ..core.wire.intent_fields import Json, number_in, one_of, refused, short, text_in
from ..lessons.drafting import SuggestedGoal, suggested_goals
from ..lessons.entries import MAX_CHARACTERS, LessonError
from ..lessons.markdown import markdown_of, tree_of
from ..lessons.reading import ENDING, LINE_READERS, read_text
from ..lessons.suggestions import name_of
from ..lessons.writing import text_of

MAX_LENGTHS = {"title": 120, "text": 4000, "hint": 1000, "done": 1000}
"""The texts of a draft, that of the lesson and those of each step, with their greatest numbers of characters."""
MAX_GOAL = 400
ANY_TURN = "*"
"""Among the right turns of a step: every turn that leads to the goal is meant."""
# actions that leave the position on the board as it is
_NOTES = ("goal", "own", "text", "language")


class StepDraft:
    """A step in the making. `saved` is the step of the lesson that was opened, whose other fields are kept."""

    def __init__(self, name: str, start: Position, saved: LessonStep | None = None) -> None:
        self.name = name
        self.start = start
        self.saved = saved
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
        right = [pattern for pattern in step.right.split("|") if pattern != ANY_TURN]
        if {str(turn) for turn in step.start.turns()}.issuperset(right):
            draft.right = right
        if step.goal is not None:
            draft.goals = (draft._measured(step.goal)[0],)
            draft._own = step.goal
        return draft

    @property
    def is_played(self) -> bool:
        """Whether the learner plays turns; other steps ask a question or are only read."""
        return self.saved is None or self.saved.input == "turn"

    @property
    def goal(self) -> Goal | None:
        """The chosen goal."""
        return self.goals[self.chosen].goal if self.goals else None

    def missing(self, languages: list[str]) -> list[tuple[str, str]]:
        """What the author has yet to do: "right" or a field, and its language if the lesson has several."""
        out = [("right", "")] if self.is_played and not self.goals else []
        for name, text in self.texts.items():
            if name == "text" or text:
                out += [(name, tag if len(languages) > 1 else "") for tag in languages if tag not in text]
        return out

    def set_start(self, start: Position) -> None:
        """Begin the step in another position."""
        self.start = start
        self._own = None
        self.change_right([])

    def change_right(self, turns: list[str]) -> None:
        """Set the right turns, and suggest goals for them. The author's own goal stays if they meet it."""
        self.right = turns
        self.goals = suggested_goals(self.start, *turns) if turns else ()
        self.chosen = 0
        if self._own is not None:
            self.add_goal(self._own)

    def add_goal(self, goal: Goal) -> list[str]:
        """Choose the author's goal. Returns the right turns that do not meet it; then it is not chosen."""
        goal.check(self.start.layout)
        suggestion, unmet = self._measured(goal)
        # one turn does not tell whether several meet a goal
        if self.saved is not None and self.saved.turns != 1:
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
        if self.saved is not None and self.saved.turns != 1:
            return ANY_TURN in self.saved.right.split("|")
        return bool(self.goals) and self.goals[self.chosen].right > len(self.right)

    def content(self) -> LessonStep:
        """The step. Raises GameError or another ValueError."""
        text, hint, done = (
            {tag: tree_of(words) for tag, words in self.texts[name].items()}
            for name in ("text", "hint", "done")
        )
        fields: dict[str, Any] = {}
        hints: list[LocalizedText] = [hint] if hint else []
        if self.saved is not None:
            fields = {field.name: getattr(self.saved, field.name) for field in STEP_FIELDS}
            hints += self.saved.hints[1:]
        if self.right:
            meant = [*self.right, ANY_TURN] if self._means_more else self.right
            fields["right"] = "|".join(meant)
        fields.update(text=text, position=str(self.start), goal=self.goal, hints=hints, done=done)
        return make_step(self.name, **fields)


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

    def write(self, field: str, text: str) -> None:
        """Set a text in the current language."""
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
        return read_text(text_of(lesson))


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
        }
        action = one_of(intent, "what", ("open", "close", "preview", *changes))
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
        field = one_of(intent, "field", tuple(MAX_LENGTHS))
        draft.write(field, text_in(intent, "text", MAX_LENGTHS[field]).strip())

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
            lesson = read_text(text_in(intent, "text", MAX_CHARACTERS), name)
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
        if self.draft is None or self.draft.missing:
            return
        try:
            self.file = text_of(self.draft.lesson())
        except (GameError, IllegalTurn, LayoutError, LessonError, TextError) as error:
            self._problem = short(str(error).partition("\n")[0])

    def _preview(self, draft: LessonDraft) -> None:
        self._end_preview()
        if not self.file:
            raise refused("maker-missing")
        lesson = read_text(self.file)
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
        may_play = self.draft.step.is_played and self._session.game.ply == 0
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
        self._remove(draft, {"turn": str(game.turns[0])})
        self._check()
        self._session.changed(("news.undone", None))
        return True

    def game_changed(self, change: str) -> None:
        """Records a right turn."""
        draft, game = self.draft, self._session.game
        if draft is None or self._presenter is not None or change in ("noted", "seated"):
            return
        right = draft.step.right
        turns = [str(turn) for turn in game.turns] if game.started and game.half is None else []
        if len(turns) == 1 and turns[0] not in right:
            draft.step.change_right([*right, *turns])
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
                "kind": "turn" if step.saved is None else step.saved.input,
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
        if self._is_making and self._session.game.ply:
            out["status"] = wording.ui["ui.maker.recorded"]
        return out
