"""A session: a game with everything that a board shows of it, and its snapshots. `dispatcher` answers intents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, List, Optional, Tuple

from ..game.game import Game
from ..host.host import brief, similar_clause
from ..i18n.catalog import ENGLISH, LANGUAGES, Saying, Wording
from ..rules.errors import GameError
from ..rules.layout import Layout
from ..rules.position import Position
from ..rules.turn import Turn
from ..wire import snapshot as snapshot_parts
from ..wire.announcements import SEAT_OF_PERSON, change_announcements
from ..wire.intent_fields import Json
from . import permissions

if TYPE_CHECKING:
    from typing import TypeVar

    from ..editor.editor import Editor
    from ..i18n.slots import Slots
    from ..wire.wire_types import Snapshot
    from .hooks import Handler, SessionHooks
    from .permissions import Mode

    Answer = TypeVar("Answer")
    HookStates = List[Tuple[SessionHooks, object]]
    # a game that a new one replaced, with what hooks keep of it
    Replaced = Tuple[Game, HookStates]
    # a game that undo took off the board, with the ply and half turn of the game that replaced it then
    Undone = Tuple[Game, HookStates, int, Optional[Turn]]

SCHEMA = 2
# sentences of Python that the front end shows by itself, too
VIEW_SENTENCES = ("describe.no-turn", "why.game-over", "why.too-small", "why.edit-open-three")
# as these, but in the plural forms of the language
VIEW_COUNTS = ("count.blunders.", "count.mistakes.")
AIDS = ("full", "legal", "none")
SIZES = ("normal", "projector")
SETTINGS: Dict[str, Tuple[Any, ...]] = {
    "aids": AIDS,
    "interactive": (True, False),
    "flipped": (False, True),
    "coordinates": (True, False, "margin"),
    "size": SIZES,
    "compact": (False, True),
}
"""The settings of a board with the values of each, its default first. `aids` is how much the board shows;
`interactive`, whether it takes clicks; `flipped`, whether it is shown from the other side; `coordinates`, whether disc
names are shown, and whether at the margin; `compact`, whether it is shown alone, without panels and buttons."""
# how many replaced games undo can bring back
MAX_EARLIER = 20


class Session:
    """A game with everything that a board shows of it.

    Each change increments `rev`. An intent has the `rev` that it was made for; after a change it is refused as stale,
    unless only notes have changed.

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
        board: str = "board",
        wording: Wording = ENGLISH,
        **settings: Any,
    ) -> None:
        """`settings` are some of the `SETTINGS`."""
        self._settings: Json = {name: SETTINGS[name][0] for name in SETTINGS}
        self.set(**settings)
        self.game = game
        self.rev = 0
        """The number of changes so far."""
        # since then, only notes have changed; since the second, the board has also gone to other turns, as in a replay
        self._clicks_from = 0
        self._choices_from = 0
        self.board = board
        """The board's id, unique in its document."""
        self.wording = wording
        self.last_change = "begun"
        """How the position came about: "begun", or the game's word for the last change, such as "played"."""
        self._editor: Optional[Editor] = None
        self._hooks: List[SessionHooks] = []
        self._replaced: List[Replaced] = []
        self._undone: List[Undone] = []
        # messages without a language, so that they can be said in another one
        self._announcements: List[Saying] = []
        # one bound method, so that it can be removed from the game's watchers
        self._watcher: Callable[[str], None] = self._game_changed
        # whether the game did not begin with a start of the rules, so that `new` restarts from its own start
        self._custom_start = not snapshot_parts.begins_by_rule(game)
        # whether the game was imported by `open` and not changed since: undo then brings back the previous game
        self._is_unchanged_import = False
        # the kind of the last of several changes that count as one; None outside of `as_one`
        self._batched_change: Optional[str] = None
        # what `changed` was last called for
        self._noticed = self._game_key
        game.watchers.append(self._watcher)

    def setting(self, name: str) -> Any:
        """The value of one of the `SETTINGS`."""
        return self._settings[name]

    @property
    def aids(self) -> str:
        """How much the board shows: "full", "legal" or "none"."""
        return str(self._settings["aids"])

    @property
    def interactive(self) -> bool:
        """Whether the board takes clicks."""
        return bool(self._settings["interactive"])

    def set(self, **settings: Any) -> None:
        """Change settings. The caller calls `changed`. Raises GameError for a value that a setting does not have,
        and TypeError for an unknown setting.
        """
        for name, value in settings.items():
            if name not in SETTINGS:
                raise TypeError("a board has no setting %r%s" % (name, similar_clause(name, SETTINGS)))
            choices = SETTINGS[name]
            # 1 is equal to True
            if not any(value == choice and isinstance(value, type(choice)) for choice in choices):
                values = ", ".join([str(choice) for choice in choices])
                hint = similar_clause(value, values.split(", "))
                raise GameError("%s is one of %s, not %s%s" % (name, values, brief(value), hint))
        self._settings.update(settings)

    @property
    def hooks(self) -> Tuple[SessionHooks, ...]:
        """The hooks that were added, in this order."""
        return tuple(self._hooks)

    def add_hooks(self, hooks: SessionHooks) -> None:
        """Add hooks to this session."""
        self._hooks.append(hooks)

    def remove_hooks(self, hooks: SessionHooks) -> None:
        """Remove hooks from this session."""
        if hooks in self._hooks:
            self._hooks.remove(hooks)

    def handler(self, kind: str) -> Optional[Handler]:
        """The handler that hooks have for a kind of intent; None if there is none."""
        return self._first(lambda hooks: hooks.handlers().get(kind))

    def modes(self, intent: Json) -> List[Mode]:
        """The modes that the board is in for an intent, those that are asked first in front."""
        modes: List[Mode] = [] if self.interactive else [("shown-only", {})]
        rev = intent["rev"]
        if self._is_stale(rev, self._clicks_from):
            modes.append(("stale", {}))
        if self._is_stale(rev, self._choices_from):
            modes.append(("stale-visit", {}))
        return modes + self._board_modes(intent)

    def _board_modes(self, intent: Optional[Json] = None) -> List[Mode]:
        """The modes that the board is in, for an intent or whoever sends one."""
        modes: List[Mode] = [] if self._editor is None else [("editing", {})]
        for hooks in reversed(self._hooks):
            modes = modes + hooks.modes + ([] if intent is None else hooks.modes_for(intent))
        game = self.game
        if game.started and game.result is None and set(self.computers) & set(game.position.colors):
            modes = modes + [("computer-draw", {})]
        if self.aids != "full":
            modes = modes + [("no-aids", {})]
        return modes + [("no-clicks", {})] if self.aids == "none" else modes

    def allows(self, group: str) -> bool:
        """Whether no mode of the board refuses one of the `permissions.GROUPS`, whoever sends its intents."""
        return permissions.refusing(self._board_modes(), group) is None

    def _undo_hooks(self) -> Optional[SessionHooks]:
        """The hooks that undo instead of the session; None if it does so itself."""
        return self._first(lambda hooks: hooks if hooks.handles_undo else None)

    def _first(self, ask: Callable[[SessionHooks], Optional[Answer]]) -> Optional[Answer]:
        """The first answer of hooks that is not empty; the latest are asked first."""
        for hooks in reversed(self._hooks):
            answer = ask(hooks)
            if answer:
                return answer
        return None

    @property
    def computers(self) -> List[str]:
        """The colours that computers play."""
        return [color for hooks in self._hooks for color in hooks.colors]

    @property
    def editor(self) -> Optional[Editor]:
        """The editor while it is open; the board then shows its draft."""
        return self._editor

    def show_editor(self, editor: Optional[Editor], announcement: str) -> None:
        """Show an editor, or with None the game as it was before."""
        self._editor = editor
        self.changed((announcement, None))

    @property
    def position(self) -> Optional[Position]:
        """The position; None during an open start."""
        return self.game.position if self.game.started else None

    @property
    def position_key(self) -> Tuple[int, int, str]:
        """Identifies what is shown: the game, the node of its tree, and the half turn or the steps of an open start."""
        game = self.game
        if not game.started and game.opening is not None:
            return id(game), -1, " ".join(game.opening.done)
        return id(game), game.node.number, str(game.half_turn or "")

    @property
    def _game_key(self) -> Tuple[Any, ...]:
        """Changes with the game, its tree and its result."""
        return self.position_key, len(self.game.nodes), self.game.result

    def catch_up(self) -> None:
        """Notice a change of the game of which nothing was said, since an exception from outside came in between."""
        if self._game_key != self._noticed:
            self._game_changed("went")

    @property
    def layout(self) -> Layout:
        """The board's discs; in the editor, those of the draft."""
        if self.editor is not None and self.interactive:
            return self.editor.layout
        opening = self.game.opening
        return opening.layout if opening is not None else self.game.position.layout

    def discs(self) -> Json:
        """The trait `discs`, which depends on the layout alone."""
        return snapshot_parts.discs(self.layout)

    def words(self) -> Json:
        """The trait `wording`, which depends on the language alone."""
        wording, ui = self.wording, dict(self.wording.ui)
        ui.update({code: wording.sentences[code] for code in VIEW_SENTENCES})
        for start in VIEW_COUNTS:
            ui.update({code: text for code, text in wording.sentences.items() if code.startswith(start)})
        return {"language": wording.language, "ui": ui, "languages": LANGUAGES.names()}

    def snapshot(self) -> Snapshot:
        """Everything that the board shows, as JSON-able data (wire schema 2)."""
        game = self.game
        out: Any = {
            "v": SCHEMA,
            "rev": self.rev,
            "board": self.board,
            "players": game.players,
            "node": game.node.number if game.started else -1,
            "comment": game.comment if game.started else "",
            "marks": game.marks.data(),
            "step": snapshot_parts.step_of(game),
            "last": snapshot_parts.last_part(game),
            "history": snapshot_parts.history_part(game, self.wording),
            "again": self._custom_start,
            "undo": self.can_undo,
            "redo": self.can_redo,
            "draw": self.allows("draw"),
            "result": game.result,
            "status": snapshot_parts.status(game, self.wording, self.interactive),
            "news": self.wording.say_all(self._announcements),
            "computer": None,
            "levels": [],
            "seats": None,
            "plays": [None],
            "analyst": False,
            "lesson": None,
            "edit": None,
        }
        out.update(self._settings)
        # a board that takes no clicks shows its game, even while the editor is open
        editor = self.editor if self.interactive else None
        if editor is None:
            allows_play = self.allows("turn")
            shows_clicks = self.interactive and allows_play
            out.update(snapshot_parts.board_part(game, self.aids if shows_clicks else "none"))
            if not allows_play and game.result is None:
                out.update({"step": "wait", "pass": False})
        for hooks in self._hooks:
            out.update(hooks.snapshot(self.wording))
        if editor is not None:
            out.update(editor.snapshot_part(self.wording))
        snapshot: Snapshot = out
        return snapshot

    def status(self) -> str:
        """The status as a sentence: what hooks say, or whose turn it is, or how the game ended."""
        text = self._first(lambda hooks: hooks.status(self.wording))
        return text or snapshot_parts.status(self.game, self.wording)

    def caption(self) -> str:
        """What a picture of the board says: what hooks say, or whose turn it is, or how the game ended."""
        text = self._first(lambda hooks: hooks.caption(self.wording))
        return text or snapshot_parts.status(self.game, self.wording)

    def changed(
        self,
        *announcements: Saying,
        since: Optional[int] = None,
        is_note: bool = False,
        is_visit: bool = False,
    ) -> None:
        """Count a change and say what it was. All changes after the `rev` in `since` count as this one.

        A note, such as a comment, leaves clicks on the board valid that were made before it. A visit, which only shows
        another turn of the game, leaves choices of a turn valid.
        """
        self.rev = (self.rev if since is None else since) + 1
        if not is_note:
            self._clicks_from = self.rev
            if not is_visit:
                self._choices_from = self.rev
        self._announcements = list(announcements)
        for hooks in self.hooks:
            hooks.changed()
        self._noticed = self._game_key

    def _is_stale(self, rev: int, since: int) -> bool:
        """Whether a `rev` is from before another one, or unknown."""
        return not min(since, self.rev) <= rev <= self.rev

    def speak(self, language: object) -> None:
        """Change the language, also of the last announcements. Raises LanguageError."""
        self.wording = LANGUAGES.wording(language)
        self.changed(*self._announcements)

    def _game_changed(self, change: str) -> None:
        """The game has changed, through the session or directly."""
        if self._batched_change is not None:
            self._batched_change = change
            return
        if change not in ("undone", "redone", "went", "noted", "seated"):
            self._undone = []
        self._is_unchanged_import = False
        if change not in ("noted", "seated", "promoted"):
            self.last_change = change
        announcements = self._announcements if change == "noted" else change_announcements(self.game, change)
        seats = [saying for saying in self._announcements if saying[0] == SEAT_OF_PERSON]
        if seats and change == "played":
            # a computer answers at once, so its turn does not hide which colour the person plays
            last = snapshot_parts.last_part(self.game)
            if last is not None and last["color"] in self.computers:
                announcements += seats
        for hooks in self.hooks:
            hooks.game_changed(change)
        self.changed(*announcements, is_note=change == "noted", is_visit=change == "went")

    @property
    def can_undo(self) -> bool:
        """Whether `undo` would undo something."""
        hooks = self._undo_hooks()
        return self.game.can_undo or len(self._replaced) > 0 if hooks is None else hooks.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether `redo` would redo something."""
        return self.game.can_redo or self._can_restore

    def undo(self) -> bool:
        """Undo the last step, or bring back the game that a new one replaced. Returns whether there was one."""
        hooks = self._undo_hooks()
        if hooks is not None:
            return hooks.undo()
        if not self._is_unchanged_import and self._undo_or_redo(self.game.undo):
            return True
        if not self._replaced:
            return False
        self._is_unchanged_import = False
        before, states = self._replaced[-1]
        undone = self._undone + [(self.game, self._keep(), before.ply, before.half_turn)]
        return self._bring_back(before, states, self._replaced[:-1], undone, "news.undone")

    def redo(self) -> bool:
        """Redo the last step that was undone. Returns whether there was one."""
        if not self._can_restore:
            return self._undo_or_redo(self.game.redo)
        later, states, _, _ = self._undone[-1]
        replaced = self._replaced + [(self.game, self._keep())]
        return self._bring_back(later, states, replaced, self._undone[:-1], "news.later-game")

    def _keep(self) -> HookStates:
        """What hooks keep of the game on the board."""
        return [(hooks, hooks.keep()) for hooks in self._hooks]

    def _bring_back(
        self, game: Game, states: HookStates, replaced: List[Replaced], undone: List[Undone], code: str
    ) -> bool:
        """Put another game on the board, as one change; give hooks back what they kept of it."""
        rev = self.rev
        self.put(game, "keep")
        self.last_change = "undone"
        self._replaced, self._undone = replaced, undone
        for hooks, state in states:
            if hooks in self._hooks:
                hooks.restore(state)
        self.changed((code, None), since=rev)
        return True

    def _undo_or_redo(self, change: Callable[[], bool]) -> bool:
        """Undo or redo a step of a person, with the computers' turns after it, as one change.

        If computers play all colours, it is one whole turn, or the open start. Returns whether there was one.
        """
        rev = self.rev
        if not change():
            return False
        game, computers = self.game, self.computers
        while True:
            if game.started and len(computers) == len(game.position.colors):
                goes_on = game.half is not None
            else:
                goes_on = game.result is None and game.actor in computers
            if not goes_on or not change():
                break
        self.rev = rev + 1
        return True

    @property
    def _can_restore(self) -> bool:
        if not self._undone:
            return False
        _, _, ply, half_turn = self._undone[-1]
        return self.game.ply == ply and self.game.half_turn == half_turn

    def play_line(self, turns: Iterable[str]) -> None:
        """Play a line to look at: it is one step, and no computer answers. Raises TextError or IllegalTurn."""
        self.as_one(lambda: [self.game.play(turn) for turn in turns])
        self.last_change = "went"

    def as_one(self, change: Callable[[], object], kind: str = "") -> None:
        """Make several changes of the game that count as one. Hooks are called once, after the last, or after an error.

        `kind` is the game's word for all of them; by default, that for the last one.
        """
        self._batched_change = ""
        try:
            change()
        finally:
            last, self._batched_change = self._batched_change, None
            if last:
                self._game_changed(kind or last)

    def begin(self, game: Game, reason: str = "new-game", slots: Optional[Slots] = None) -> None:
        """Replace the game so that undo brings back the previous one, and call `changed`.

        `reason` is why: "new-game", "set-up", "opened", or for a damaged game "opened-part" or "opened-start". The
        message `news.REASON` says it, with `slots`. While an opened game is unchanged, undo brings back the previous
        game at once instead of undoing its turns. So no computer answers until somebody has acted.
        """
        self.put(game, "add")
        if reason in ("opened", "opened-part", "opened-start"):
            self._is_unchanged_import = True
            self.last_change = "went"
        self.changed(("news." + reason, slots))

    def put(self, game: Game, earlier: str = "forget") -> None:
        """Replace the game. The caller calls `changed`.

        `earlier` says what becomes of the games that undo and redo bring back: "forget" them; "add" the present game to
        them; or "keep" them as they are, for a game that is shown for a while. Only a game that is kept for good closes
        the editor.
        """
        # first the calls that may raise, such as MemoryError, so that the session always watches its game
        custom_start = not snapshot_parts.begins_by_rule(game)
        replaced = [(self.game, self._keep())] if earlier == "add" else []
        self.unwatch()
        game.guard = self.game.guard
        self.game = game
        self._custom_start = custom_start
        game.watchers.append(self._watcher)
        if earlier == "keep":
            self.last_change = "went"
            return
        if earlier == "add":
            replaced = self._replaced[-(MAX_EARLIER - 1) :] + replaced
        self._replaced, self._undone = replaced, []
        self._is_unchanged_import = False
        self.last_change = "begun"
        self._editor = None

    def unwatch(self) -> None:
        """Stop watching the game."""
        if self._watcher in self.game.watchers:
            self.game.watchers.remove(self._watcher)

    def new_game(self) -> Game:
        """A new game with the start of this one, which may be an open start."""
        opening = self.game.opening
        if opening is not None:
            return Game("open", opening.variant, opening.layout, opening.switches)
        return Game(self.game.turn_at(0).position)
