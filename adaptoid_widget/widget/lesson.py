"""`aw.Lesson`: a lesson on a board, and the learner's results as an object and in a file."""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets

from ..attributes import KnownAttributes, suggest_keywords
from ..core.game.headers import clean_name
from ..core.rules.errors import GameError, plain_value
from ..core.session.hooks import Handler, SessionHooks
from ..core.session.session import Session
from ..core.teaching.authored_steps import lesson_of
from ..core.teaching.lesson import LessonContent
from ..core.teaching.lesson_methods import Answer, LessonMethods
from ..core.teaching.presenter import LessonPresenter
from ..core.teaching.results import MAX_LEARNER_NAME, Result, check_learner
from ..core.teaching.scoring import ScoreKeeper
from ..core.teaching.tutor import REPLY, Tutor
from ..core.wire.intent_fields import Json, refused
from ..engine.runner import KernelRunner
from ..export.output_content import lesson_content, settings_of
from ..lessons import after, load
from ..lessons.authoring import LocalizedWords, Step, preview_of
from ..storage.lesson_results import ResultsFile, are_of_others, path_beside, path_for
from .board import Board
from .live_widget import LiveWidget
from .saved_picture import SavedPicture
from .transactions import TRANSACTION

if TYPE_CHECKING:
    from ..core.i18n.catalog import Wording
    from ..core.wire.wire_types import LessonPart
    from ..lessons.check import Checked

__all__ = ["Answer", "Lesson", "Step"]

# the settings of the board that the arguments of a lesson choose
_OWN_SETTINGS = ("size", "coordinates", "language")
# what containers ask a lesson for
_NOT_FOR_PEOPLE = {"model_id", "open"}


def user() -> str:
    """The name of the JupyterHub user as a learner's name; "" elsewhere."""
    return clean_name(os.environ.get("JUPYTERHUB_USER", ""), MAX_LEARNER_NAME)


class CourseTutor(Tutor):
    """A tutor of a lesson of the course. At its end the learner goes on with the following one, on the same board."""

    def __init__(
        self,
        lesson: LessonContent,
        session: Session,
        results: Result | None,
        open_next: Callable[[str], None],
    ) -> None:
        """`open_next` puts a lesson on the board by its name."""
        self._open_next = open_next
        super().__init__(lesson, session, results, time.monotonic)

    @property
    def following(self) -> str | None:
        """The name of the following lesson; None before the end, and after the last one."""
        return after(self.lesson.name) if self.phase == "over" else None

    def _controls(self) -> list[str]:
        return super()._controls() + (["onward"] if self.following else [])

    def handle(self, control: str, at: object = None, count: object = None) -> None:
        """Carry out a control; "onward" begins the following lesson. Raises Refused, GameError or OSError."""
        following = self.following
        if control != "onward" or following is None:
            super().handle(control, at, count)
            return
        self._open_next(following)
        self.session.changed()


class CoursePresenter(LessonPresenter):
    """What the board shows of a lesson of the course; at its end also the name of the following one."""

    tutor: CourseTutor

    def snapshot_part(self, wording: Wording) -> LessonPart:
        """The part `lesson` of a snapshot."""
        part = super().snapshot_part(wording)
        following = self.tutor.following
        if following:
            part["next"] = load(following).number_and_name(wording.language)[1]
        return part


class ResultsForm(SessionHooks):
    """Says on a board where the results are saved, and gives the learner a name and a copy of the file."""

    def __init__(self, board: LessonBoard) -> None:
        self._board = board

    def handlers(self) -> dict[str, Handler]:
        """The intent with which the learner saves the results under a name."""
        return {"learner": self._save}

    def _save(self, intent: Json) -> Json:
        name = check_learner(intent.get("name"))
        try:
            return {"record": self._board.save_as(name)}
        except (GameError, OSError):
            raise refused("results-unsaved") from None

    def snapshot(self, wording: Wording) -> Json:  # noqa: ARG002  the same in all languages
        """The file of the results, and whose they are; nothing if no results are kept."""
        file = self._board.results_path
        if file is None:
            return {}
        return {
            "results": {
                "learner": self._board.learner,
                "file": file.name,
                "folder": str(file.parent),
                "saved": file.exists(),
            }
        }


class LessonBoard(Board):
    """A board with a lesson, which saves the learner's results after each step."""

    _is_on = False
    """Whether the lesson has begun; not before the constructor of `Board` is done."""

    def __init__(
        self,
        lesson: Lesson,
        make_presenter: Callable[[Session], LessonPresenter],
        learner: str,
        results_file: ResultsFile | None,
        **options: Any,
    ) -> None:
        """`make_presenter` begins the lesson on the board's session; `options` are those of `Board`."""
        super().__init__(lesson.content.steps[0].position, **options)
        self._results_file = results_file
        self._lesson = lesson
        self._noun, self._another = lesson._noun, lesson._another
        with TRANSACTION:
            self._presenter = make_presenter(self._session)
            self._tutor = self._presenter.tutor
            self._session.add_hooks(ResultsForm(self))
            self._tutor.search_with(self._runner)
            self._is_on = True
            if results_file is not None:
                results_file.take(self._tutor.result)
            if learner:
                self._tutor.learner = learner
        self._warn_aside()

    def __repr__(self) -> str:
        return repr(self._lesson)

    def close(self) -> None:
        """Close the board; it shows nothing from now on."""
        if self._is_on:
            self._tutor.abandon()
        super().close()

    @property
    def learner(self) -> str:
        """The learner's name; "" if unknown."""
        return self._tutor.learner

    @property
    def results_path(self) -> Path | None:
        """The file of the results; None for no file."""
        return None if self._results_file is None else self._results_file.path

    def save_as(self, learner: str) -> str:
        """Save the results under a learner's name, and return the content of the file.

        Somebody else begins with results of their own, in another file. Raises GameError and OSError.
        """
        if self._results_file is None:
            raise GameError("this board keeps no results; ask for a lesson with results=True")
        if are_of_others(self._tutor.learner, learner):
            self._lesson._open_for(learner)
        elif learner:
            self._results_file.check_owner(learner)
            self._tutor.learner = learner
        file = self._results_file
        file.save(self._tutor.result, anyway=True)
        self._session.changed(is_note=True)
        return file.path.read_text("utf-8")

    def _content(self) -> dict[str, Any]:
        settings = settings_of(self._session)
        # a lesson sets the others for each of its steps
        return self._lesson._saved_content(
            {name: settings[name] for name in _OWN_SETTINGS if name in settings}
        )

    def _save(self) -> None:
        super()._save()
        is_on = self._is_on and self._tutor in self._session.hooks
        if is_on and self._results_file is not None:
            error = self._results_file.try_save(self._tutor.result)
            self._report_unsaved(self._results_file.errors, error)
            self._warn_aside()

    def _warn_aside(self) -> None:
        """Warn if the results file held something else and was renamed."""
        if self._results_file is not None and self._results_file.aside is not None:
            aside, self._results_file.aside = self._results_file.aside, None
            warnings.warn(
                f"{self._results_file.path.name} held no results of a lesson;"
                f" it is {aside.name} now, and new results begin",
                stacklevel=2,
            )


class Lesson(LessonMethods, KnownAttributes, LiveWidget, ipywidgets.Widget):  # type: ignore[misc]  # its base is untyped
    """A lesson on a board: `Lesson("fork")`, `Lesson("mine.lesson")` or `Lesson(title="Mine", steps=[Step(…), …])`.

    `what` is the name of a lesson of the package, the path of a lesson file, or its text. The learner's results are
    saved in `NAME.results.json` in the current folder, and the lesson continues from them. `results` is another file,
    or None for no file. Where the default file has those of another learner, it is `NAME.LEARNER.results.json`.
    `learner` is the learner's name, by default the user's name on a JupyterHub. `language`, `size`
    and `coordinates` are those of the board. A lesson stands for its board in `ipywidgets.HBox([lesson])` and other
    containers.

    Raises LessonError, with `problems`, for an invalid lesson; GameError for an unknown lesson, and for a `results`
    file with results of another one, of another learner or with something else; OSError for files that cannot be read.

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

    board: LessonBoard
    """The board, an `aw.Board`."""

    _noun = "lesson"
    _another = "make another one of its content: aw.Lesson(lesson.content)"

    _where: str | os.PathLike[str] | bool | None = None
    """Where results are kept, as the author of the cell has asked for."""

    @suggest_keywords
    def __init__(
        self,
        what: str | os.PathLike[str] | LessonContent | None = None,
        *,
        title: LocalizedWords = "",
        steps: Iterable[Step] | None = None,
        about: LocalizedWords = "",
        order: str = "",
        name: str = "",
        results: str | os.PathLike[str] | bool | None = True,
        learner: str | None = None,
        language: str = "en",
        size: str = "normal",
        coordinates: bool | str = True,
    ) -> None:
        self.content = self._content(what, title, steps, about, order, name)
        results = plain_value(results)
        self._where = results
        name = user() if learner is None else check_learner(learner)
        results_file, earlier = self._open_results(self.content, results, name)

        def present(session: Session) -> LessonPresenter:
            if what == self.content.name:
                return CoursePresenter(
                    CourseTutor(self.content, session, earlier, partial(self._open_next, results))
                )
            return LessonPresenter(Tutor(self.content, session, earlier, time.monotonic))

        self.board = LessonBoard(
            self,
            present,
            name,
            results_file,
            language=language,
            size=size,
            coordinates=coordinates,
        )

    def __dir__(self) -> list[str]:
        """The names for people, without those that every widget has."""
        classes = [cls for cls in type(self).__mro__ if issubclass(cls, LessonMethods)]
        names = {name for cls in classes for name in (*vars(cls), *getattr(cls, "__annotations__", ()))}
        return sorted({name for name in names if not name.startswith("_")} - _NOT_FOR_PEOPLE)

    # for type checkers, this method would allow all attributes
    if not TYPE_CHECKING:

        def __setattr__(self, name: str, value: Any) -> None:
            try:
                super().__setattr__(name, value)
            except AttributeError:
                if hasattr(type(self), name) or not hasattr(Board, name):
                    raise
                raise AttributeError(f"set {name} on the board of the lesson: lesson.board.{name}") from None

    def _content(
        self,
        what: str | os.PathLike[str] | LessonContent | None,
        title: LocalizedWords,
        steps: Iterable[Step] | None,
        about: LocalizedWords,
        order: str,
        name: str,
    ) -> LessonContent:
        if what is None and steps is not None:
            return lesson_of(title, steps, name=name, about=about, order=order)
        if what is not None and steps is None:
            options = {"title": title, "about": about, "order": order, "name": name}
            unused = ", ".join(f"{key}=" for key, value in options.items() if value)
            if unused:
                raise GameError(f"{unused}: the lesson has this already; leave it out")
            return what if isinstance(what, LessonContent) else load(what)
        raise GameError("a lesson is a name, a file or a text, or a title= with steps=; give one of these")

    def _open_results(
        self, content: LessonContent, results: str | os.PathLike[str] | bool | None, learner: str
    ) -> tuple[ResultsFile | None, Result | None]:
        """The file for the results, and the earlier results in it that fit the lesson."""
        if results is None or results is False:
            return None, None
        file = ResultsFile(path_for(content.name) if results is True else results, content.name)
        earlier = file.begin()
        if results is True and earlier is not None and are_of_others(earlier.learner, learner):
            # in a shared folder, each learner has a file
            file = ResultsFile(path_beside(file.path, content.name, learner), content.name)
            earlier = file.begin()
        file.check_owner(learner)
        if earlier is None:
            return file, None
        names, earlier_names = ([step.name for step in source.steps] for source in (content, earlier))
        if not set(names).intersection(earlier_names):
            # the results of another lesson with this name must not be overwritten
            file.put_aside()
            return file, None
        scores = ScoreKeeper(content, earlier)
        current = earlier_names[earlier.step] if earlier.step < len(earlier_names) else ""
        scores.at = names.index(current) if current in names else next(iter(scores.open_steps), len(names))
        return file, scores.result(earlier.learner, over=False)

    def _open_next(self, results: str | os.PathLike[str] | bool | None, name: str) -> None:
        """Put the following lesson on the board; its results stand in the folder of those of this one."""
        content, tutor = load(name), self._tutor
        if results is not None and not isinstance(results, bool):
            results = Path(results).with_name(path_for(name).name)
        file, earlier = self._open_results(content, results, tutor.learner)
        self.content, self.board._results_file = content, file
        tutor.put(content, earlier)
        if file is not None:
            file.take(tutor.result)

    def _open_for(self, learner: str) -> None:
        """Begin the lesson for another learner, or continue it with the results in that learner's file."""
        if self._where is not True:
            raise GameError(
                f"{str(self.path)!r} holds the results of {self._tutor.learner}; "
                "give results= another file for other learners"
            )
        file, earlier = self._open_results(self.content, True, learner)
        self.board._results_file = file
        self._tutor.learner = learner
        self._tutor.put(self.content, earlier)

    # -- results and state -------------------------------------------------------------------------------------------

    @property
    def path(self) -> Path | None:
        """The file of the results; None for no file."""
        return None if self.board._results_file is None else self.board._results_file.path

    def _await_replies(self) -> None:
        while True:
            with TRANSACTION:
                # a turn in this cell may just have been played
                self._tutor.changed()
                if self._tutor.search_request is None:
                    return
            self.board._runner.wait(REPLY)

    # -- for authors -----------------------------------------------------------------------------------------

    def check(self) -> Checked:
        """Check the lesson as `lesson check` does: goals are reachable, foreseen answers are wrong, and so on."""
        from ..lessons.check import check_lesson

        return check_lesson(self.content, KernelRunner().reply)

    def preview(self, **options: Any) -> Lesson:
        """The lesson with all steps open, to look at; results are not kept. `options` are those of `Lesson`.

        >>> Lesson("fork", results=None).preview().content.order
        'free'
        """
        settings: dict[str, Any] = {"language": self.board.language, **options, "results": None}
        return Lesson(preview_of(self.content), **settings)

    def to_text(self) -> str:
        """The lesson as the text of a lesson file."""
        from ..lessons.writing import text_of

        return text_of(self.content)

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the lesson file atomically, in place of an older one. Raises OSError."""
        from ..lessons.reading import ENDING
        from ..storage.atomic import named, write

        target = named(path, f"mine{ENDING}")
        write(target, self.to_text().encode())
        return target

    def share(
        self, path: str | os.PathLike[str], *, title: str | None = None, language: str | None = None
    ) -> Path:
        """Write the lesson as one HTML file that needs no network, as `aw.share` does.

        A learner can save the results there as a file that `aw.results` reads.
        """
        from ..export.share import share

        return share(self, path, title=title, language=language)

    # -- where widgets stand -------------------------------------------------------------------------------------

    # Containers take only widgets. A lesson is one without a comm: its board answers what the lesson is asked for.

    @property
    def model_id(self) -> str:
        """The id of the board's model, with which a container shows the board."""
        model_id: str = self.board.model_id
        return model_id

    @property
    def layout(self) -> Any:
        """The CSS layout of the board, as `board.layout`."""
        return self.board.layout

    @layout.setter
    def layout(self, layout: Any) -> None:
        self.board.layout = layout

    def _saved_content(self, settings: Json) -> Json:
        """What the notebook keeps of the lesson, beside the picture."""
        return lesson_content(self.content, settings)

    @property
    def _saved_picture(self) -> SavedPicture:
        return self.board._saved_picture

    def observe(self, handler: Callable[[Any], Any], *names: Any, **options: Any) -> None:
        """Observe the board, as `board.observe`."""
        self._observed.observe(handler, *names, **options)

    def unobserve(self, handler: Callable[[Any], Any], *names: Any, **options: Any) -> None:
        """Observe the board no more, as `board.unobserve`."""
        self._observed.unobserve(handler, *names, **options)

    @property
    def _observed(self) -> Any:
        # ipywidgets observes its own traits before there is a board
        return self.board if "board" in vars(self) else super()

    def open(self) -> None:
        """Open the board, as `board.open`."""
        self.board.open()

    def close(self) -> None:
        """Close the board; the results remain."""
        self.board.close()

    def __del__(self) -> None:
        """Leave the board as it is."""

    def _ipython_display_(self, **options: Any) -> None:
        self.board._ipython_display_(**options)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        return self.board._repr_mimebundle_(**options)

    def _display_(self) -> Board:
        # marimo shows what this returns
        return self.board
