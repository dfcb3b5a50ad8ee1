"""Lessons in a notebook: a board that asks, judges and explains; what the learner did, in Python and in a file."""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..attributes import KnownAttributes
from ..core.game.headers import fitted_name
from ..core.rules.errors import GameError
from ..core.rules.position import Position
from ..core.rules.turn import Turn
from ..core.session.protocol import Refused
from ..core.session.session import Session
from ..core.teaching.lesson import POINTS
from ..core.teaching.lesson import Lesson as Content
from ..core.teaching.lesson import Step as ContentStep
from ..core.teaching.results import MAX_NAME, Result, check_learner
from ..core.teaching.rich_text import plain
from ..core.teaching.tutor import Teacher
from ..lessons import after, load
from ..lessons.authoring import Step, Words, lesson_of
from ..storage.lesson_results import ResultsFile, fitted, path_for
from .board import TRANSACTION, Board

if TYPE_CHECKING:
    from ..lessons.check import Checked

__all__ = ["Answer", "Lesson", "Step"]


def user() -> str:
    """The user's name on a JupyterHub, made fit to be a learner's; "" where there is none."""
    return fitted_name(os.environ.get("JUPYTERHUB_USER", ""), MAX_NAME)


class Answer(NamedTuple):
    """What became of an answer: whether the step is done, what is said, and the reply that was played on the board."""

    right: bool
    """Whether the step is done."""
    wrong: bool
    """Whether it was wrong; neither right nor wrong is a turn after which the step goes on."""
    said: str
    """What is said to it."""
    reply: str
    """The turns played in reply; "" without any."""

    def __repr__(self) -> str:
        verdict = "right" if self.right else "wrong" if self.wrong else "so far, so good"
        reply = f" [{self.reply}]" if self.reply else ""
        return f"<{verdict}: {' '.join(self.said.split())}{reply}>"

    def __bool__(self) -> bool:
        return self.right


class LessonBoard(Board):
    """A board with a lesson on it; after each step what the learner did is kept."""

    def __init__(
        self, lesson: Lesson, learner: str, known: Result | None, kept: ResultsFile | None, **how: Any
    ) -> None:
        super().__init__(lesson.content.steps[0].position, **how)
        self._kept = kept
        self._lesson = lesson
        with TRANSACTION:
            self._teacher = lesson._teacher_at(self._session, known)
            if kept is not None:
                kept.take(self._teacher.result)
            if learner:
                self._teacher.learner = learner

    def __repr__(self) -> str:
        return repr(self._lesson)

    def _save(self) -> None:
        super()._save()
        # what is shown while the board is being made is no work of the learner's
        teacher = getattr(self, "_teacher", None)
        if self._kept is not None and isinstance(teacher, Teacher) and teacher in self._session.hooks:
            trouble = self._kept.keep_up(teacher.result)
            if trouble is not None:
                self._tell_trouble(trouble)
            self._warn_aside()

    def _warn_aside(self) -> None:
        if self._kept is not None and self._kept.aside is not None:
            aside, self._kept.aside = self._kept.aside, None
            warnings.warn(
                f"{self._kept.path.name} held no results of a lesson; it is {aside.name} now, and these begin anew",
                stacklevel=2,
            )


class Lesson(KnownAttributes):
    """A lesson on a board: `Lesson("fork")`, `Lesson("mine.lesson")` or `Lesson(title="Mine", steps=[Step(…), …])`.

    `what` is the name of a lesson that comes along, the path of a lesson file, or its text. What the learner does is
    kept in `NAME.results.json` in the current folder; opened again, the lesson goes on where it was. `results` names
    another file, or is None for none. `learner` is who learns, else the user's name on a JupyterHub. `language`,
    `size` and `coordinates` are the board's.

    Raises LessonError, with `problems`, for a lesson that is wrong; GameError where there is no such lesson, or the
    file holds results of another one; OSError for files that cannot be read.

    >>> lesson = Lesson(
    ...     title="Hunger",
    ...     steps=[Step("take", "Starve it.", "adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6", goal="starves D5")],
    ...     results=None,
    ... )
    >>> lesson.play("+C6").wrong
    True
    >>> lesson.play("+D4").right, lesson.result.solved, lesson.result["take"].tries
    (True, True, 2)
    """

    content: Content
    """What is learned, immutable."""
    board: LessonBoard
    """The board, with all that an `aw.Board` has."""

    def __init__(
        self,
        what: str | os.PathLike[str] | Content | None = None,
        *,
        title: Words = "",
        steps: Iterable[Step] | None = None,
        about: Words = "",
        order: str = "",
        name: str = "",
        results: str | os.PathLike[str] | bool | None = True,
        learner: str | None = None,
        language: str = "en",
        size: str = "normal",
        coordinates: bool = True,
    ) -> None:
        self.content = self._content(what, title, steps, about, order, name)
        who = user() if learner is None else check_learner(learner)
        kept, known = self._kept(results)
        self.board = LessonBoard(
            self, who, known, kept, language=language, size=size, coordinates=coordinates
        )
        self.board._warn_aside()
        self._teacher = self.board._teacher
        following = after(self.content.name) if what == self.content.name else None
        if following is not None:
            self._teacher.onward = lambda: {
                language: f'{title} – aw.Lesson("{following}")'
                for language, title in load(following).title.items()
            }
            self.board._session.changed()

    def _content(
        self,
        what: str | os.PathLike[str] | Content | None,
        title: Words,
        steps: Iterable[Step] | None,
        about: Words,
        order: str,
        name: str,
    ) -> Content:
        if steps is None:
            if what is not None:
                return what if isinstance(what, Content) else load(what)
        elif what is None:
            return lesson_of(title, steps, name=name, about=about, order=order)
        raise GameError("a lesson is a name, a file or a text, or a title= with steps=; give one of these")

    def _teacher_at(self, session: Session, known: Result | None) -> Teacher:
        return Teacher(self.content, session, known, time.monotonic)

    def _kept(
        self, results: str | os.PathLike[str] | bool | None
    ) -> tuple[ResultsFile | None, Result | None]:
        if results is None or results is False:
            return None, None
        kept = ResultsFile(path_for(self.content.name) if results is True else results, self.content.name)
        known = kept.begin()
        if known is None:
            return kept, None
        points = [(step.name, 0 if step.kind == "read" else POINTS) for step in self.content.steps]
        result = fitted(known, points)
        if result is None:
            # another lesson of this name: what was done in it is not written over
            kept.put_aside()
        return kept, result

    # -- what there is to know ---------------------------------------------------------------------------------------

    @property
    def result(self) -> Result:
        """What the learner has done so far: `result.solved`, `result.score`, `result["step"].tries` and more."""
        with TRANSACTION:
            return self._teacher.result

    @property
    def learner(self) -> str:
        """Who learns; "" where nobody said. Assign a name to say it."""
        return self._teacher.learner

    @learner.setter
    def learner(self, name: str) -> None:
        name = check_learner(name)
        with TRANSACTION:
            self._teacher.learner = name
            self.board._session.changed()

    @property
    def path(self) -> Path | None:
        """The file in which the results are kept; None for none."""
        return None if self.board._kept is None else self.board._kept.path

    @property
    def lesson(self) -> Content:
        """What is learned, as `aw.share` asks for it."""
        return self.content

    @property
    def step(self) -> ContentStep:
        """The step on the board."""
        return self._teacher.step

    @property
    def text(self) -> str:
        """What the step on the board says, as plain text in the board's language."""
        return plain(self.content.say(self.step.text, self.board.language))

    @property
    def position(self) -> Position | None:
        """The position on the board."""
        position: Position | None = self.board.position
        return position

    def __repr__(self) -> str:
        result = self.result
        where = (
            "done" if result.step == len(result.steps) else f"step {result.step + 1} of {len(result.steps)}"
        )
        return f"<Lesson {self.content.name}: {where}, {result.score} of {result.most} points>"

    @property
    def can(self) -> tuple[str, ...]:
        """What the lesson takes now: "play", "choose" or "count" for an answer, and words such as "hint" and "next"."""
        with TRANSACTION:
            asked = {"turn": "play", "click": "choose", "count": "count"}.get(self.step.kind, "")
            answers = [asked] if asked and self._teacher.phase in ("ask", "reply", "wrong") else []
            return (*answers, *(what for what in self._teacher.can if what not in ("check", "back", "go")))

    # -- answers -----------------------------------------------------------------------------------------------------

    def play(self, turn: Turn | str) -> Answer:
        """Play a turn: it is judged, and what answers it is played too.

        Raises TextError and IllegalTurn as a board does, and GameError where no turn is asked for now.
        """
        with _asking(self), TRANSACTION:
            self._teacher.play(turn)
            return self._answer()

    def choose(self, *cells: str) -> Answer:
        """Answer with discs where the step asks to click some. Raises GameError where it does not, or for no discs."""
        with _asking(self), TRANSACTION:
            self._resume()
            for cell in [*self._teacher.chosen, *dict.fromkeys(cells)]:
                self._teacher.handle("choose", cell)
            self._teacher.handle("check")
            return self._answer()

    def count(self, number: int) -> Answer:
        """Answer with a number where the step asks to count. Raises GameError where it does not."""
        with _asking(self), TRANSACTION:
            self._resume()
            self._teacher.handle("check", count=number)
            return self._answer()

    def _answer(self) -> Answer:
        teacher = self._teacher
        wrong, said, reply = teacher.phase in ("reply", "wrong"), self._said(), []
        if teacher.phase == "reply":
            reply.append(teacher.part(self.board._session.wording)["reply"])
        while teacher.phase == "reply":
            teacher.handle("go")
        # a turn after which the step goes on is answered too, and then another one is asked for
        return Answer(teacher.phase == "right", wrong and teacher.phase == "wrong", said, ", ".join(reply))

    def _said(self) -> str:
        return plain(self._teacher.part(self.board._session.wording)["said"])

    # -- help and ways through ---------------------------------------------------------------------------------------

    def _do(self, what: str, at: object = None) -> None:
        with _asking(self), TRANSACTION:
            self._teacher.handle(what, at)

    def _resume(self) -> None:
        """Back to where an answer is asked for, after a wrong one."""
        teacher = self._teacher
        while teacher.phase == "reply":
            teacher.handle("go")
        if teacher.phase == "wrong":
            teacher.handle("back" if "back" in teacher.can else "retry")

    def hint(self) -> str:
        """The next hint; each costs a point. Raises GameError where there is none."""
        with _asking(self), TRANSACTION:
            self._resume()
            self._teacher.handle("hint")
        return plain(self._teacher.part(self.board._session.wording)["hint"]["text"])

    def reveal(self) -> str:
        """Give up and be shown the answer."""
        self._do("reveal")
        return self._said()

    def skip(self) -> None:
        """Leave the step out, where the lesson's order is free."""
        self._do("skip")

    def retry(self) -> None:
        """Begin the step anew."""
        self._do("retry")

    def next(self) -> None:
        """Go on, when the step is done."""
        self._do("next")

    def goto(self, step: str | int) -> None:
        """Go to a step by its name, or by its number, counted from 0."""
        self._do("step", self.content.number(step) if isinstance(step, str) else step)

    def again(self) -> None:
        """Go through all steps once more."""
        self._do("again")

    def practise(self) -> None:
        """Go through the steps once more, those first that went worst."""
        self._do("practise")

    # -- for authors -----------------------------------------------------------------------------------------

    def check(self) -> Checked:
        """Whether all holds: goals can be reached, foreseen answers are wrong, and so on, as `lesson check` says it."""
        from ..lessons.check import check_lesson

        return check_lesson(self.content)

    def to_text(self) -> str:
        """The lesson as the text of a lesson file."""
        from ..lessons.writing import text_of

        return text_of(self.content)

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the lesson file, as a whole or not at all; what was there is replaced. Raises OSError."""
        from ..lessons.reading import ENDING
        from ..storage.atomic import named, write

        target = named(path, f"mine{ENDING}")
        write(target, self.to_text().encode())
        return target

    def share(
        self, path: str | os.PathLike[str], *, title: str | None = None, language: str | None = None
    ) -> Path:
        """Write the lesson as one HTML file that plays anywhere, without a network; as `aw.share` does.

        What is learned there can be saved as a file that `aw.results` reads.
        """
        from ..export.share import share

        return share(self, path, title=title, language=language)

    def close(self) -> None:
        """Close the board; the results stay."""
        self.board.close()

    def _ipython_display_(self, **how: Any) -> None:
        self.board._ipython_display_(**how)

    def _display_(self) -> Board:
        # marimo's way of showing something as something else
        return self.board


class _asking:  # noqa: N801  reads like a verb
    """What a teacher refuses becomes an error that says why, and what it takes now."""

    def __init__(self, lesson: Lesson) -> None:
        self._lesson = lesson

    def __enter__(self) -> None:
        return

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if isinstance(error, Refused):
            now = ", ".join(self._lesson.can)
            raise GameError(f"{error.reason.text} Possible now: {now}.") from None
