"""`aw.home()`: tiles for playing, puzzles and all lessons; a click opens one in their place."""

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
from ..core.teaching.rich_text import plain as _plain
from ..export.output_content import home_content
from ..export.shared_page import built, built_style, render
from ..export.tiles import Tile, thumbnail, tile_html
from ..locales import page_words
from ..picture import Picture
from ..puzzles import load as load_puzzles
from ..storage.lesson_results import path_for, read
from .board import Board
from .lesson import Lesson
from .puzzles import Puzzles
from .saved_picture import SavedPicture, follow_notebook, with_content

# the level of Black in a game that begins here
LEVEL = 3


class _Tiles(anywidget.AnyWidget):
    """HTML whose links say what to open."""

    _esm = built("home.js").decode()
    _css = render("tiles.css", {}) + built_style("home.css")
    html = traitlets.Unicode("").tag(sync=True)
    saved = traitlets.Unicode("").tag(sync=True)
    """Identifies the output that stays when the kernel is gone; the live tiles hide it."""


class Home(ipywidgets.VBox):  # type: ignore[misc]  # its base is untyped
    """Tiles for playing, puzzles, analysis and all lessons of the course, with the progress in each.

    A click on a tile opens it in place of the tiles, and shows the line of Python that does the same. `content` is the
    board, the lesson or the puzzles that are open, or None. Results are saved as by `aw.Lesson` and `aw.Puzzles`, in
    files in the current folder.

    >>> home = Home()
    >>> home.show("fork").content
    <Lesson fork: step 1 of 9, 0 of 32 points>
    >>> home.show("").content is None
    True
    """

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
        self._tiles = _Tiles(saved="home-" + uuid4().hex[:8])
        self._saved_picture = _SavedHome(self)
        self._tiles.on_msg(self._receive)
        super().__init__([self._tiles])
        self.show("")

    def __dir__(self) -> list[str]:
        """The names for people; all other attributes of a widget work too."""
        return ["close", "content", "layout", "observe", "show", "unobserve"]

    def show(self, name: str) -> Home:
        """Open "play", "puzzles", "analyse" or a lesson by its name; "" shows the tiles. Raises GameError, OSError."""
        content = self._content(name) if name else None
        self.content, self._name = content, name
        board = self._board
        if board is not None and board.language != self._language:
            board.language = self._language
        self._tiles.html = self._overview() if board is None else self._bar(name)
        self.children = [self._tiles] if board is None else [self._tiles, board]
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
        self._tiles.html = self._bar(self._name)

    def _players(self, board: Board) -> list[str]:
        """The levels that play on a board, as arguments of `aw.Board`."""
        players = (("white", board.white), ("black", board.black), ("red", board.red))
        return [f"{color}=aw.{player!r}" for color, player in players if isinstance(player, Player)]

    def close(self) -> None:
        """Close the tiles and what was opened from them; the home shows nothing from now on."""
        # ipywidgets also closes a home whose constructor failed
        if not hasattr(self, "_tiles"):
            return
        self._saved_picture.missing = False
        opened, self._opened = self._opened, {}
        for content in opened.values():
            content.close()
        for widget in (self._tiles, self._tiles.layout, self.layout):
            widget.close()
        super().close()

    def _receive(self, _widget: object, message: Any, _buffers: object) -> None:
        name = message.get("open") if isinstance(message, dict) else None
        if not isinstance(name, str):
            return
        try:
            self.show(name)
        except (GameError, OSError) as error:
            self._tiles.html = f'<p role="alert">{escape(str(error))}</p>' + self._overview()

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
            title = escape(lessons.load(following).titled(self._language))
            link = f'<a href="#{following}">{escape(self._text("next"))} {title}</a>'
        code = escape(f"aw.{kind}({', '.join(arguments)})")
        return f'<p class="links"><a href="#">{escape(self._text("all"))}</a>{link}<code>{code}</code></p>'

    def _overview(self) -> str:
        """All tiles, and the lesson to go on with."""
        places = {
            "play": Position.start(),
            "puzzles": Position.from_text(load_puzzles()[3].position),
            "analyse": Position.from_text(load_puzzles("siege")[5].position),
        }
        sections = [
            self._tile(name, self._text(name), self._text(f"{name}.lead"), position)
            for name, position in places.items()
        ]
        lesson_tiles = [self._lesson_tile(name) for name in lessons.names()]
        begun = any(tile.progress for tile in lesson_tiles)
        open_tiles = [
            tile for tile in lesson_tiles if tile.progress is None or tile.progress[0] < tile.progress[1]
        ]
        # go on with the last one that was begun, else with the first that is open
        following = next(
            (tile for tile in reversed(open_tiles) if tile.progress), next(iter(open_tiles), None)
        )
        go_on = ""
        if following is not None:
            label = escape(self._text("continue" if begun else "begin"))
            go_on = f'<p class="links"><a href="{following.link}">{label} <b>{escape(following.title)}</b></a></p>'
        items = ["\n".join(tile_html(tile) for tile in group) for group in (sections, lesson_tiles)]
        heading = escape(self._text("lessons"))
        return f'{go_on}<ul class="tiles">{items[0]}</ul><h2>{heading}</h2><ul class="tiles">{items[1]}</ul>'

    def _tile(self, name: str, title: str, about: str, position: Position) -> Tile:
        return Tile(title, "#" + name, thumbnail(position).data_url, about)

    def _lesson_tile(self, name: str) -> Tile:
        lesson = lessons.load(name)
        about = " ".join(_plain(lesson.say(lesson.about, self._language)).split())
        tile = self._tile(name, lesson.titled(self._language), about, lesson.steps[0].start)
        steps = len(lesson.steps)
        try:
            result = read(path_for(name)) if path_for(name).exists() else None
        except (GameError, OSError):
            # opening the lesson says what is wrong with the file
            result = None
        # as on the first page of a site: a step that was skipped or shown is not solved
        solved = 0 if result is None else sum(step.how in SOLVED_STATES for step in result.steps)
        if result is None or not any(step.how for step in result.steps):
            return tile._replace(length=self._text("steps", n=str(steps)))
        if solved < steps:
            length = self._text("progress", n=str(solved), all=str(steps))
        else:
            length = self._text("done", n=str(result.score), all=str(result.most))
        return tile._replace(length=length, progress=(solved, steps))


class _SavedHome:
    """What a home keeps in a second output: the picture of the board that is open, or a list of what there is."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._output = "adaptoid-last-" + home._tiles.saved
        self.missing = True
        self._followed: SavedPicture | None = None

    def display(self) -> None:
        """Show the output below the tiles."""
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
        tiles = [home._lesson_tile(name) for name in lessons.names()]
        items = [f"{tile.title} ({tile.length})" if tile.length else tile.title for tile in tiles]
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
    """Show tiles for playing, puzzles, analysis and all lessons, in a language of `aw.languages()`.

    Raises LanguageError for another language.

    >>> home(language="de").show("move").content
    <Lesson move: step 1 of 5, 0 of 16 points>
    """
    return Home(language)
