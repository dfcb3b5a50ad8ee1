"""One board on a screen: its game with all that is shown of it, and snapshots. `dispatcher` answers intents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Tuple

from ..game.game import Game
from ..i18n.catalog import ENGLISH, LANGUAGES, Saying, Wording
from ..rules.errors import GameError
from ..rules.layout import Layout
from ..rules.position import Position
from ..rules.turn import Turn
from . import snapshot as view
from .computer_turn import Seat, bring_back, take_back

if TYPE_CHECKING:
    from typing import Protocol

    from ..rules.legality import Reason
    from .editor import Editor

    class LessonHooks(Protocol):
        """What a session asks of the lesson on its board."""

        @property
        def waits(self) -> bool:
            """Whether a turn of the learner may be played now."""
            ...

        @property
        def aside(self) -> bool:
            """Whether the board shows something else than the lesson's step."""
            ...

        @property
        def can_undo(self) -> bool:
            """Whether `undo` would take something back."""
            ...

        def undo(self) -> bool:
            """Take back the learner's last step. Whether there was one."""
            ...

        def heard(self, what: str) -> None:
            """The game on the board has changed."""
            ...

        def refusal(self, intent: Json) -> Optional[Reason]:
            """Why an intent is refused while the lesson is on; None where it is not."""
            ...

        def snapshot(self, wording: Wording) -> Json:
            """What the lesson changes in the snapshot."""
            ...


SCHEMA = 2
AIDS = ("full", "legal", "none")
SIZES = ("normal", "projector")
# how many games that a new one replaced can be brought back by undo
MAX_EARLIER = 20

Json = Dict[str, Any]


class Session:
    """A game with everything that a board shows of it.

    Each change counts `rev` up by one. An intent names the `rev` it was made at and is refused as stale later on.

    >>> from adaptoid_widget.core.session.dispatcher import handle
    >>> session = Session(Game())
    >>> handle(session, {"id": "a", "rev": 0, "kind": "grow", "at": "D3", "what": "new"})["ok"]
    True
    >>> session.snapshot()["position"], session.rev
    ('adaptoid b 0,0 W:D2,D3 B:D6', 1)
    """

    def __init__(
        self,
        game: Game,
        aids: str = "full",
        interactive: bool = True,
        flipped: bool = False,
        coordinates: bool = True,
        size: str = "normal",
        board: str = "board",
        wording: Wording = ENGLISH,
    ) -> None:
        if aids not in AIDS:
            raise GameError("aids is one of %s, not %r" % (", ".join(AIDS), aids))
        if size not in SIZES:
            raise GameError("size is one of %s, not %r" % (", ".join(SIZES), size))
        self.game = game
        """The game on the board."""
        self.rev = 0
        """How often the board has changed."""
        self.aids = aids
        """How much the board gives away: "full", "legal" or "none"."""
        self.interactive = interactive
        """Whether the board takes clicks."""
        self.flipped = flipped
        """Whether the board is shown from the other side."""
        self.coordinates = coordinates
        """Whether the discs' names are shown."""
        self.size = size
        """ "normal", or "projector" for the back of a room."""
        self.board = board
        """The board's name, unique in its document."""
        self.wording = wording
        """The language of its sentences."""
        self.editor: Optional[Editor] = None
        """The editor, while it is open; what the board shows is its draft then."""
        self.watcher: Optional[Callable[[], None]] = None
        """Called after every change, however it came about."""
        self.seated: List[str] = []
        """The colours that players of their own have."""
        self.seat: Optional[Seat] = None
        """The player whose turn it is; None where it is the turn of the people at the board."""
        self.came = "begun"
        """How the position came about: "begun", or what the game told, such as "played" or "went"."""
        self.analyst = False
        """Whether there is somebody to ask what is best."""
        self.more: Dict[str, Callable[[Json], Optional[Json]]] = {}
        """Intents besides those that core knows, by their kind."""
        self.lesson: Optional[LessonHooks] = None
        """The lesson on this board."""
        self._earlier: List[Game] = []
        # games that undo put away, each with where the game before it stood then
        self._later: List[Tuple[Game, int, Optional[Turn]]] = []
        # in no language yet: all that is shown follows when another is spoken
        self._news: List[Saying] = []
        # one bound method, to be found again where it is to be taken out of the list
        self._ear: Callable[[str], None] = self._game_changed
        self._again = not view.begins_by_rule(game)
        game.watchers.append(self._ear)

    # -- what it shows -----------------------------------------------------------------------------------------------

    @property
    def position(self) -> Optional[Position]:
        """The position on the board; None while an open start is being laid out."""
        return self.game.position if self.game.started else None

    @property
    def layout(self) -> Layout:
        """The board's discs, those under construction while the editor is open."""
        if self.editor is not None and self.interactive:
            return self.editor.layout
        if not self.game.started and self.game.opening is not None:
            return self.game.opening.layout
        return self.game.position.layout

    def discs(self) -> Json:
        """The drawing of the board's discs; it changes only with the layout."""
        return view.discs(self.layout)

    def words(self) -> Json:
        """The words of the board's controls; they change only with the language."""
        return {
            "language": self.wording.language,
            "ui": self.wording.ui,
            "languages": LANGUAGES.names(),
        }

    def snapshot(self) -> Json:
        """Everything that the board shows, as JSON-able data (wire schema 2)."""
        game = self.game
        out: Json = {
            "v": SCHEMA,
            "rev": self.rev,
            "board": self.board,
            "aids": self.aids,
            "interactive": self.interactive,
            "flipped": self.flipped,
            "coordinates": self.coordinates,
            "size": self.size,
            "players": game.players,
            "node": game.node.number if game.started else -1,
            "comment": game.comment if game.started else "",
            "marks": game.marks.data(),
            "step": view.step_of(game),
            "last": view.last_part(game),
            "history": view.history_part(game, self.wording),
            "again": self._again,
            "undo": self.can_undo,
            "redo": self.can_redo,
            "result": game.result,
            "status": view.status(game, self.wording, self.interactive),
            "news": self.wording.tell(self._news),
            "seat": None,
            "analyst": self.analyst,
            "lesson": None,
        }
        # a board that is shown only shows its game
        if self.editor is not None and self.interactive:
            out.update(self.editor.part(self.wording))
            return out
        out["edit"] = None
        seat = self.seat
        busy = seat is not None and seat.busy
        lesson = self.lesson
        asked = self.interactive and not busy and (lesson is None or lesson.waits)
        out.update(view.board_part(game, self.aids if asked else "none"))
        if seat is not None:
            out["seat"] = seat.part()
            out["status"] = seat.status(self.wording)
        if busy:
            out["step"] = "wait"
            out["pass"] = False
        if lesson is not None:
            out.update(lesson.snapshot(self.wording))
        return out

    def changed(self, *news: Saying) -> None:
        """Count a change and say what it was."""
        self.rev += 1
        self._news = list(news)
        if self.watcher is not None:
            self.watcher()

    def speak(self, language: object) -> None:
        """Say everything in another language, what has just happened too. Raises LanguageError."""
        self.wording = LANGUAGES.wording(language)
        self.changed(*self._news)

    def _game_changed(self, what: str) -> None:
        """The game on the board has changed, through the session or by somebody who holds it."""
        if what not in ("undone", "redone", "went", "noted", "seated"):
            self._later = []
        if what not in ("noted", "seated", "promoted"):
            self.came = what
        news = self._news if what == "noted" else self._news_of(what)
        if self.lesson is not None:
            self.lesson.heard(what)
        self.changed(*news)

    def _news_of(self, what: str) -> List[Saying]:
        game = self.game
        if what == "went":
            return [("news.goto", {"number": game.ply, "count": game.length})]
        if what == "undone":
            return [("news.undone", None)]
        opening = game.opening
        if what == "settled":
            return view.settled(game)
        if what in ("promoted", "removed"):
            return [("news." + what, None)]
        if what == "seated":
            return self._seats()
        if opening is not None and opening.done and game.ply == 0 and game.half is None:
            if opening.step == "done":
                if opening.names:
                    return self._seats()
                return [("news.chosen", {"color": opening.done[2]})]
            color = "W" if len(opening.done) == 1 else "B"
            return [("news.placed", {"color": color, "cell": opening.done[-1]})]
        last = view.last_part(game)
        return [] if last is None else view.news(last)

    def _seats(self) -> List[Saying]:
        game = self.game
        opening = game.opening
        if not game.started and opening is not None:
            first, second = opening.names
            return [("news.drawn", {"first": first, "second": second})]
        players = game.players
        return [("news.plays", {"name": players[color], "color": color}) for color in game.position.colors]

    # -- what can be done to it, from Python and by intents alike ----------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether `undo` would take something back."""
        if self.lesson is not None and not self.lesson.aside:
            return self.lesson.can_undo
        return self.game.can_undo or len(self._earlier) > 0

    @property
    def can_redo(self) -> bool:
        """Whether `redo` would bring something back."""
        return self.game.can_redo or self._stands_before_later

    def undo(self) -> bool:
        """Take back the last step, or the new game that replaced the one before. Whether there was one."""
        if self.lesson is not None and not self.lesson.aside:
            return self.lesson.undo()
        rev = self.rev
        if take_back(self.game, self.seated):
            self.rev = rev + 1
            return True
        if not self._earlier:
            return False
        before = self._earlier.pop()
        self._later.append((self.game, before.ply, before.half_turn))
        self._put(before)
        self.changed(("news.undone", None))
        return True

    def redo(self) -> bool:
        """Bring back the last step that was taken back. Whether there was one."""
        rev = self.rev
        if not self._stands_before_later:
            found = bring_back(self.game, self.seated)
            self.rev = rev + 1 if found else rev
            return found
        later, _, _ = self._later.pop()
        self._earlier.append(self.game)
        self._put(later)
        self.changed(("news.later-game", None))
        return True

    @property
    def _stands_before_later(self) -> bool:
        if not self._later:
            return False
        _, ply, half_turn = self._later[-1]
        return self.game.ply == ply and self.game.half_turn == half_turn

    def begin(self, game: Game, news: str = "new-game") -> None:
        """Put another game on the board, as the news says; undo brings the one before back."""
        self._earlier = self._earlier[-(MAX_EARLIER - 1) :] + [self.game]
        self._later = []
        self._put(game)
        self.came = "begun"
        self.editor = None
        self.changed(("news." + news, None))

    def put(self, game: Game) -> None:
        """Put a game on the board, with none before it that undo leads to; whoever does so tells of the change."""
        self._earlier = []
        self._later = []
        self._put(game)
        self.came = "begun"
        self.editor = None

    def _put(self, game: Game) -> None:
        self.close()
        self.came = "undone"
        game.guard = self.game.guard
        self.game = game
        self._again = not view.begins_by_rule(game)
        game.watchers.append(self._ear)

    def close(self) -> None:
        """Let go of the game; what happens in it is no longer noticed."""
        if self._ear in self.game.watchers:
            self.game.watchers.remove(self._ear)

    def new_game(self) -> Game:
        """A game from where this one began, the open start included."""
        opening = self.game.opening
        if opening is not None:
            return Game("open", opening.variant, opening.layout, opening.switches)
        return Game(self.game.turn_at(0).position)
