"""`aw.home()`: links for playing, puzzles and analysis, and the path of lessons; a click opens one in their place."""

from __future__ import annotations

from html import escape
from typing import Any
from uuid import uuid4

import anywidget
import ipywidgets
import traitlets

from .. import lessons
from ..arena.players import Player
from ..attributes import suggest_keywords
from ..core.i18n.catalog import fill, wording_of
from ..core.rules.errors import GameError
from ..core.rules.position import Position
from ..core.teaching.results import SOLVED_STATES
from ..export.lesson_path import (
    WORDS,
    PathLesson,
    action_picture,
    chapters_of,
    cropped,
    path_html,
    path_lesson,
)
from ..export.output_content import home_content
from ..export.shared_page import built, built_style
from ..locales import page_words
from ..picture import Picture
from ..picture.svg_elements import svg_address
from ..storage.lesson_results import path_for, read
from .board import Board
from .lesson import Lesson
from .live_widget import LiveWidget
from .puzzles import Puzzles
from .saved_picture import SavedPicture, follow_notebook, with_content

# the level of Black in a game that begins here
LEVEL = 3


class _Overview(anywidget.AnyWidget):
    """HTML whose links say what to open."""

    _esm = built("home.js").decode()
    _css = built_style("path.css") + built_style("home.css")
    html = traitlets.Unicode("").tag(sync=True)
    path = traitlets.Dict().tag(sync=True)
    """What the front end adds to the path of lessons: its words, the results, a picture."""
    saved = traitlets.Unicode("").tag(sync=True)
    """Identifies the output that stays when the kernel is gone; the live overview hides it."""


class Home(LiveWidget, ipywidgets.VBox):  # type: ignore[misc]  # its base is untyped
    """Links for playing, puzzles and analysis, and all lessons of the course in chapters, with the progress in each.

    A click on one opens it in place of the others, and shows the line of Python that does the same. `content` is the
    board, the lesson or the puzzles that are open, or None. Results are saved as by `aw.Lesson` and `aw.Puzzles`, in
    files in the current folder.

    >>> home = Home()
    >>> home.show("fork").content
    <Lesson fork: step 1 of 9, 0 of 32 points>
    >>> home.show("").content is None
    True
    """

    _noun = "home"
    _another = "make another one: aw.home()"

    def __init__(self, language: str = "en") -> None:
        wording_of(language)
        self.content: Board | Lesson | None = None
        self._language = language
        self._words = page_words(language)
        # nothing here makes a board before a click
        follow_notebook()
        self._opened: dict[str, Board | Lesson] = {}
        self._name = ""
        # what is open, the language and the players, as the line above the board shows them
        self._shown: tuple[str, ...] = ()
        self._overview_widget = _Overview(saved="home-" + uuid4().hex[:8])
        self._saved_picture = _SavedHome(self)
        self._overview_widget.on_msg(self._receive)
        super().__init__([self._overview_widget])
        self.show("")

    def __dir__(self) -> list[str]:
        """The names for people; all other attributes of a widget work too."""
        return ["close", "content", "layout", "observe", "show", "unobserve"]

    def show(self, name: str) -> Home:
        """Open "play", "puzzles", "analyse" or a lesson by its name; "" shows all. Raises GameError, OSError."""
        content = self._content(name) if name else None
        self.content, self._name = content, name
        board = self._board
        if board is not None and board.language != self._language:
            board.language = self._language
        self._overview_widget.html = self._overview() if board is None else self._bar(name)
        self.children = [self._overview_widget] if board is None else [self._overview_widget, board]
        self._saved_picture.update()
        return self

    @property
    def _board(self) -> Board | None:
        """The board of what is open."""
        return self.content.board if isinstance(self.content, Lesson) else self.content

    def _follow(self, _: object) -> None:
        """Show the line above the board in the language, and with the players, that people chose on the board."""
        board, content = self._board, self.content
        if board is None:
            return
        name = self._name
        if isinstance(content, Lesson) and not isinstance(content, Puzzles):
            # the learner may have gone on with the following lesson on this board
            name = content.content.name
        if name != self._name and content is not None:
            del self._opened[self._name]
            replaced = self._opened.get(name)
            self._opened[name], self._name = content, name
            if replaced is not None:
                replaced.close()
        shown = (name, board.language, *self._players(board))
        if shown == self._shown:
            return
        self._shown = shown
        self._language = board.language
        self._words = page_words(board.language)
        self._overview_widget.html = self._bar(self._name)

    def _players(self, board: Board) -> list[str]:
        """The levels that play on a board, as arguments of `aw.Board`."""
        players = (("white", board.white), ("black", board.black), ("red", board.red))
        return [f"{color}=aw.{player!r}" for color, player in players if isinstance(player, Player)]

    def close(self) -> None:
        """Close the overview and what was opened from it; the home shows nothing from now on."""
        # ipywidgets also closes a home whose constructor failed
        if not hasattr(self, "_overview_widget"):
            return
        self._is_closed = True
        self._saved_picture.missing = False
        opened, self._opened = self._opened, {}
        for content in opened.values():
            content.close()
        for widget in (self._overview_widget, self._overview_widget.layout, self.layout):
            widget.close()
        super().close()

    def _receive(self, _widget: object, message: Any, _buffers: object) -> None:
        if not isinstance(message, dict):
            return
        wanted = message.get("picture")
        if wanted in lessons.names():
            # the front end knows which lesson comes next, and only its picture is needed
            pictures = [action_picture(lessons.load(wanted), theme=theme) for theme in ("light", "dark")]
            addresses = [svg_address(cropped(picture)) for picture in pictures]
            self._overview_widget.path = {**self._overview_widget.path, "pictures": [wanted, *addresses]}
        name = message.get("open")
        if not isinstance(name, str):
            return
        try:
            self.show(name)
        except (GameError, OSError) as error:
            self._overview_widget.html = f'<p role="alert">{escape(str(error))}</p>' + self._overview()

    def _content(self, name: str) -> Board | Lesson:
        if name not in self._opened:
            if name == "play":
                self._opened[name] = Board(language=self._language, black=Player(LEVEL))
            elif name == "analyse":
                self._opened[name] = Board(language=self._language)
            elif name == "puzzles":
                self._opened[name] = Puzzles(language=self._language)
            else:
                self._opened[name] = Lesson(name, language=self._language)
            opened = self._opened[name]
            (opened.board if isinstance(opened, Lesson) else opened).observe(self._follow, "snapshot")
        return self._opened[name]

    def _text(self, name: str, **slots: str) -> str:
        return fill(self._words["page.site." + name], slots)

    def _bar(self, name: str) -> str:
        """The line above what is open: the way back, the way on, and the line of Python."""
        board = self._board
        is_game = name in ("play", "analyse")
        arguments = self._players(board) if board is not None and is_game else []
        if self._language != "en":
            arguments.append(f'language="{self._language}"')
        if not is_game and name != "puzzles":
            arguments.insert(0, f'"{name}"')
        kind = "Board" if is_game else "Puzzles" if name == "puzzles" else "Lesson"
        following = lessons.after(name)
        link = ""
        if following is not None:
            title = escape(lessons.load(following).number_and_name(self._language)[1])
            link = f'<a href="#{following}">{escape(self._text("next"))} {title}</a>'
        code = escape(f"aw.{kind}({', '.join(arguments)})")
        return f'<p class="links"><a href="#">{escape(self._text("all"))}</a>{link}<code>{code}</code></p>'

    def _overview(self) -> str:
        """The links to boards, and the path of lessons."""
        self._overview_widget.path = {
            "silent": wording_of(self._language).ui["ui.silent"],
            "words": {name.rpartition(".")[2]: self._words[name] for name in WORDS},
            "results": (results := self._results()),
            "last": next(reversed(results), ""),
            "pictures": [],
        }
        links = "".join(
            f'<a href="#{name}" title="{escape(self._text(f"{name}.lead"))}">{escape(self._text(name))}</a>'
            for name in ("play", "puzzles", "analyse")
        )
        path = {lesson.key: lesson for lesson in self._path()}
        chapters = [
            (chapter, [path[name] for name in names])
            for chapter, names in chapters_of({name: name for name in path})
        ]
        return f'<p class="links">{links}</p>{path_html(chapters, self._words)}'

    def _path(self) -> list[PathLesson]:
        """All lessons as they stand on the path."""
        return [
            path_lesson(lessons.load(name), name, "#" + name, self._language, self._words)
            for name in lessons.names()
        ]

    def _results(self) -> dict[str, list[dict[str, str | int]]]:
        """The steps of all lessons that were begun, by their names."""
        out = {}
        for name in lessons.names():
            try:
                result = read(path_for(name)) if path_for(name).exists() else None
            except (GameError, OSError):
                # opening the lesson says what is wrong with the file
                continue
            if result is not None:
                out[name] = [
                    {key: getattr(step, key) for key in ("how", "tries", "hints", "score", "most")}
                    for step in result.steps
                ]
        return out


class _SavedHome:
    """What a home keeps in a second output: the picture of the board that is open, or a list of what there is."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._output = "adaptoid-last-" + home._overview_widget.saved
        self.missing = True
        self._followed: SavedPicture | None = None

    def display(self) -> None:
        """Show the output below the overview."""
        from IPython.display import display

        self.missing = False
        display(self._bundle(), raw=True, display_id=self._output)
        self.update()

    def update(self) -> None:
        """Show the board that is open from now on."""
        if self.missing:
            return
        from IPython.display import update_display

        board = self._home._board
        followed = None if board is None else board._saved_picture
        if self._followed is not None and self._followed is not followed:
            self._followed.leave(self._output)
        self._followed = followed
        if followed is None:
            update_display(self._bundle(), raw=True, display_id=self._output)
        else:
            followed.show_in(self._output)

    def _bundle(self) -> dict[str, Any]:
        home = self._home
        names = [home._text(name) for name in ("play", "puzzles", "analyse")]
        results = home._results()
        items: list[str] = []
        for lesson in home._path():
            steps = results.get(lesson.key, [])
            slots = {"n": str(sum(step["how"] in SOLVED_STATES for step in steps)), "all": str(len(steps))}
            items.append(f"{lesson.name} ({home._text('progress', **slots) if steps else lesson.length})")
        heading = home._text("lessons")
        points = "".join(f"<li>{escape(item)}</li>" for item in items)
        html = (
            f'<div class="{self._output}" lang="{home._language}"><p>{escape(" · ".join(names))}</p>'
            f"{Picture(Position.start(), wording=wording_of(home._language)).html}"
            f"<h2>{escape(heading)}</h2><ul>{points}</ul></div>"
        )
        text = "\n".join([" · ".join(names), "", heading, *(f"- {item}" for item in items)])
        bundle = {"text/html": html.encode("ascii", "xmlcharrefreplace").decode(), "text/plain": text}
        return with_content(bundle, home_content({"language": home._language}))


@suggest_keywords
def home(language: str = "en") -> Home:
    """Show links for playing, puzzles and analysis, and all lessons in chapters, in a language of `aw.languages()`.

    Raises LanguageError for another language.

    >>> home(language="de").show("move").content
    <Lesson move: step 1 of 5, 0 of 16 points>
    """
    return Home(language)
