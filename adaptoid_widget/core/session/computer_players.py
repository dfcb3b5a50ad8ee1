"""Computer players at a board: who plays each colour, when a computer plays, and what the board shows meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, NamedTuple, Optional, Tuple

from ..game.game import Game, variant_of
from ..game.headers import MAX_VALUE, PLAYER_HEADERS, clean_name
from ..i18n.catalog import Saying, Wording
from ..i18n.slots import Slots
from ..rules.errors import whole_number
from ..rules.layout import Layout
from ..rules.named_layouts import BOARDS, layout_of
from ..rules.position import Position
from ..rules.scanner import MAX_CHARACTERS, rounded
from ..rules.variants import VARIANTS, sides
from ..search.levels import HIGHEST, level_in
from ..tactics.forks import forked_by
from ..tactics.start_discs import better_color, start_disc, start_of_three
from ..tactics.weak_players import LevelMemory
from ..wire.announcements import SEAT_OF_PERSON
from ..wire.intent_fields import Json, bad, one_of, refused, text_in
from ..wire.snapshot import discs, ending
from .handlers import INTENTS
from .hooks import SessionHooks

if TYPE_CHECKING:
    from ..wire.wire_types import ComputerPart
    from .hooks import Handler
    from .permissions import Mode
    from .session import Session

# how a new game can begin: as the present one did, with the start of its board, or with the open start (R5)
STARTS = ("same", "board", "open")
NEW_GAME: Saying = ("news.new-game", None)

# identifies a position: the game, the node of its tree, and the move of an unfinished turn
PositionKey = Tuple[int, int, str]

# the states in which nobody else may play
BUSY = ("ready", "thinking")
# the changes of a game that a computer answers; after others, people look at an earlier position
ANSWERED_CHANGES = ("begun", "played", "redone", "placed", "chosen")


class ComputerTurn(
    NamedTuple("_ComputerTurn", [("color", str), ("name", str), ("state", str), ("detail", str)])
):
    """A computer player whose turn it is: its name and its state.

    `state` is "ready" (it prepares), "thinking", "stopped" (by a person), "held" (people went to this position, so it
    waits for `go`), "failed" or "unable" (its search does not run here), both with the reason in `detail`.

    >>> from adaptoid_widget.core.i18n.catalog import ENGLISH
    >>> computer = ComputerTurn("B", "level 3", "thinking", "")
    >>> computer.status(ENGLISH)
    'Black: level 3 is thinking …'
    >>> computer.snapshot_part()
    {'state': 'thinking', 'does': 'stop'}
    """

    __slots__ = ()

    @property
    def busy(self) -> bool:
        """Whether it is about to play."""
        return self.state in BUSY

    def status(self, wording: Wording) -> str:
        """The status as a sentence."""
        slots: Slots = {"color": self.color, "name": name_in(wording, self.name), "detail": self.detail}
        return wording.say("computer." + self.state, slots)

    def snapshot_part(self) -> ComputerPart:
        """The part `computer` of the snapshot: the state, and what the button does."""
        return {"state": self.state, "does": "stop" if self.busy else "go"}


def name_in(wording: Wording, name: str) -> str:
    """The name of a computer player in a language, if the name is that of a level."""
    level = level_in(name)
    return name if level is None else wording.say("computer.level", {"n": level})


class ComputerPlayers(SessionHooks):
    """Who plays each colour, whose turn it is, and the intents about players. A subclass sets `computer` and `colors`.

    A computer plays when it has the turn after somebody has played, in a new game, and after `go`; not while people
    only look at earlier turns.
    """

    highest = HIGHEST
    """The highest level that can play here."""
    failed_state = "failed"
    """The state of a computer that cannot play."""
    computer: Optional[ComputerTurn] = None
    """The computer player whose turn it is; None during a person's turn."""

    def __init__(self, session: Session, memory: LevelMemory) -> None:
        self._session = session
        self.memory = memory
        """What level 1 remembers of its games. The other levels at a board remember nothing."""
        self._known_game = session.game
        # the position on the board, and the one in which a computer is to play
        self._position_key: Optional[PositionKey] = None
        self._due: Optional[PositionKey] = None
        self._stopped = False
        # why the computer cannot play
        self._failure = ""

    # -- what a subclass does ----------------------------------------------------------------------------------------

    def level(self, color: str) -> Optional[int]:
        """The level that plays a colour; 0 for a person, None for another player."""
        raise NotImplementedError

    def set_level(self, color: str, level: int) -> None:
        """Let a level play a colour; 0 lets a person play it."""
        raise NotImplementedError

    def exchange(self) -> None:
        """Exchange the players of White and Black, without their names."""
        raise NotImplementedError

    @property
    def names(self) -> Dict[str, str]:
        """The known names of players by colour. A game also names levels that do not play any more."""
        players = self._session.game.players
        return {color: players[color] for color in players if self._may_have(color, players[color])}

    def _may_have(self, color: str, name: str) -> bool:
        """Whether a player may have this name: that of a level is for computers."""
        return level_in(name) is None or self.level(color) != 0

    # -- whose turn it is --------------------------------------------------------------------------------------------

    def stop(self) -> bool:
        """Stop the computer that is about to play. Returns whether there was one."""
        if self.computer is None or not self.computer.busy:
            return False
        self._stopped = True
        self._session.changed()
        return True

    def go(self) -> bool:
        """Let the computer play whose turn it is. Returns whether there is one that was not about to play."""
        if self.computer is None or self.computer.busy:
            return False
        self._due, self._stopped, self._failure = self._session.position_key, False, ""
        self._session.changed()
        return True

    def _players_changed(self) -> None:
        """Called when players have changed."""
        game = self._session.game
        opening = None if game.started else game.opening
        # at the end of a line the new player answers at once
        if game.node.next is None if opening is None else not opening.undone:
            self._due = self._session.position_key
        self._stopped, self._failure = False, ""
        self._session.changed()

    def _color_to_play(self) -> str:
        """The colour whose turn it is; "" if the game or the computers do not go on."""
        session, game = self._session, self._session.game
        if session.position_key != self._position_key:
            self._position_key = session.position_key
            if session.last_change in ANSWERED_CHANGES:
                self._due, self._stopped, self._failure = self._position_key, False, ""
        return "" if not session.allows("computers") or game.result is not None else game.actor

    @property
    def _is_due(self) -> bool:
        """Whether a computer that has the turn is to play it without being told to."""
        return self._position_key == self._due and not self._stopped and not self._failure

    def _idle_state(self) -> str:
        """The state of a computer that has the turn and is not about to play."""
        if self._failure:
            return self.failed_state
        return "stopped" if self._stopped and self._position_key == self._due else "held"

    # -- the open start (R5) -----------------------------------------------------------------------------------------

    def act_in_open_start(self) -> None:
        """Place the next adaptoid, or choose the colour, for the computer that has the turn."""
        self._vary()
        game = self._session.game
        opening = game.opening
        if opening is None:
            return
        if opening.step == "place":
            game.place(start_disc(opening.layout, opening.done, self.memory.seed))
        else:
            self._choose_color(better_color(opening.layout, *opening.done))

    def _choose_color(self, color: str) -> None:
        """Begin the game with the colour of the second player."""
        session, rev = self._session, self._session.rev
        INTENTS["choose"](session, {"color": color})
        sayings = self._seat_of_person()
        if sayings:
            session.changed(*sayings, since=rev)

    def _exchange_seats(self, change: str) -> None:
        """Exchange the players when the second player, who was Black until now, gets White, or when this is undone."""
        session = self._session
        opening = session.game.opening
        if opening is None or not self.colors:
            return
        if change in ("chosen", "redone"):
            choice = opening.done[2:] if session.position_key[1:] == (0, "") else []
        else:
            choice = opening.undone[-1:] if change == "undone" and opening.step == "choose" else []
        if choice == ["W"]:
            # names that were drawn have their colours already
            if opening.names:
                self.exchange()
            else:
                self._swap({})

    # -- level 1 -----------------------------------------------------------------------------------------------------

    def _vary(self) -> None:
        """Make level 1 play differently in a new game."""
        if self._session.game is not self._known_game:
            self._known_game = self._session.game
            self.memory.seed += 1

    def game_changed(self, change: str) -> None:
        """Exchange the players after an open start; remember a fork that took an adaptoid of level 1."""
        self._exchange_seats(change)
        game = self._session.game
        turn = game.node.turn if change == "played" and game.half is None else None
        if turn is None or not self.colors or not self._session.allows("computers"):
            return
        before = game.nodes[game.node.parent].position
        if 1 in [self.level(before.pieces[cell].color) for cell in forked_by(before, turn)]:
            self.memory.was_forked = True

    # -- intents -----------------------------------------------------------------------------------------------------

    def handlers(self) -> Dict[str, Handler]:
        return {
            "level": self._set_level,
            "name": self._name,
            "swap": self._swap,
            "rematch": self._rematch,
            "begin": self._begin,
            "choose": self._choose,
            "boards": self._boards,
            "stop": self._stop,
            "go": self._go,
        }

    def _stop(self, _: Json) -> None:
        self.stop()

    def _go(self, _: Json) -> None:
        self.go()

    def _set_level(self, intent: Json) -> None:
        """Let a level or a person play a colour."""
        self.set_level(
            one_of(intent, "color", self._colors()), whole_number(intent.get("to"), "to", 0, self.highest)
        )

    def _name(self, intent: Json) -> None:
        """Name the person who plays a colour; an empty text takes the name away."""
        color = one_of(intent, "color", self._colors())
        text = clean_name(text_in(intent, "text"), MAX_VALUE)
        if self.level(color) != 0:
            raise bad("a computer player keeps its own name")
        self._write_name(color, text)
        self._session.changed()

    def _write_name(self, color: str, text: str) -> None:
        self._session.game.headers.set_player(color, text if self._may_have(color, text) else "")

    def _seat_of_person(self) -> List[Saying]:
        """Which colour the only person plays; nothing if there are more people, or none."""
        people = [color for color in self._colors() if self.level(color) == 0]
        return [(SEAT_OF_PERSON, {"color": people[0]})] if len(people) == 1 else []

    def _named_seats(self) -> List[Saying]:
        """Who plays each colour, as far as players have names."""
        sayings: List[Saying] = []
        for color in self._colors():
            name = name_in(self._session.wording, self.names.get(color, ""))
            if name:
                sayings.append(("news.plays", {"name": name[:1].upper() + name[1:], "color": color}))
        return sayings

    def _swap(self, _: Json) -> None:
        """Exchange the players of White and Black with their names."""
        if len(self._colors()) != 2:
            raise bad("only two players can exchange their colours")
        session = self._session
        rev, names = session.rev, self.names
        self.exchange()
        for color, other in (("W", "B"), ("B", "W")):
            self._write_name(color, names.get(other, ""))
        session.changed(*(self._seat_of_person() or self._named_seats()), since=rev)

    def _rematch(self, intent: Json) -> None:
        """Begin again from the same start; two players exchange their colours."""
        session = self._session
        rev, names = session.rev, self.names
        session.begin(session.new_game())
        for color in names:
            self._write_name(color, names[color])
        if len(self._colors()) == 2:
            self._swap(intent)
        session.changed(NEW_GAME, *self._seat_of_person(), since=rev)

    def _begin(self, intent: Json) -> None:
        """Begin a game of a variant on a board, with a level or a person for each colour; None keeps a player."""
        start = one_of(intent, "start", STARTS)
        levels = intent.get("levels")
        if not isinstance(levels, dict):
            raise bad("levels must be an object with a level for each colour")
        if start == "same":
            game = self._session.new_game()
        else:
            variant = one_of(intent, "variant", tuple(VARIANTS))
            layout = text_in(intent, "layout", MAX_CHARACTERS)
            game = _new_game(variant, layout, start == "open")
        colors = _colors_of(game)
        new_levels = {
            color: whole_number(levels[color], color, 0, self.highest)
            for color in colors
            if levels.get(color) is not None
        }
        session = self._session
        rev, names = session.rev, self.names
        session.begin(game)
        for color in PLAYER_HEADERS:
            if color not in colors and self.level(color) != 0:
                self.set_level(color, 0)
            elif color in new_levels and new_levels[color] != self.level(color):
                self.set_level(color, new_levels[color])
            elif color in colors and self.level(color) == 0 and color in names:
                self._write_name(color, names[color])
        session.changed(NEW_GAME, since=rev)

    def _choose(self, intent: Json) -> None:
        """Choose a colour at an open start (R5)."""
        self._choose_color(one_of(intent, "color", ("W", "B")))

    def _boards(self, _: Json) -> Json:
        """The named boards, their numbers of discs and these for a picture, and the name of the board in use, or ""."""
        return {
            "board": BOARDS.name(str(self._session.layout)) or "",
            "boards": [[name, BOARDS.size(name)] for name in BOARDS.names],
            "outlines": [_outline(BOARDS.layout(name)) for name in BOARDS.names],
        }

    def _colors(self) -> Tuple[str, ...]:
        return _colors_of(self._session.game)

    # -- hooks -------------------------------------------------------------------------------------------------------

    @property
    def modes(self) -> List[Mode]:
        """The state of a computer that is about to play."""
        computer = self.computer
        if computer is None or not computer.busy:
            return []
        return [(computer.state, {"name": name_in(self._session.wording, computer.name)})]

    def status(self, wording: Wording) -> str:
        if self.computer is not None:
            return self.computer.status(wording)
        # a person chooses after a computer
        opening = self._session.game.opening
        chooses = (
            opening is not None and opening.step == "choose" and not opening.names and self.colors == ("W",)
        )
        return wording.say("status.choose-person") if chooses else self._status_for_person(wording)

    def _status_for_person(self, wording: Wording) -> str:
        """What to do in the first turn, and how a game against computers ended, to the one who plays; "" otherwise."""
        game, colors = self._session.game, self._colors()
        if not (self._session.interactive and game.started):
            return ""
        people = [color for color in colors if self.level(color) == 0]
        if game.result is None:
            # a start without limbs: nobody moves, everything can grow
            position = game.position
            first = game.ply < (len(colors) if len(people) == 1 else 1)
            begins = first and game.half is None and not any(position.lost.values())
            choice = {turn.growth for turn in position.growths()} if begins else ()
            return wording.say("status.first") if len(choice) == 3 and not position.moves() else ""
        # a resignation is no turn
        played = [node for node in game.stretch(1, game.ply + 1) if node.turn is not None]
        own = [node for node in played if game.nodes[node.parent].position.turn in people]
        if len(people) != 1 or game.result == "draw" or not own:
            return ""
        code = "status.you-won" if game.result in people else "status.you-lost"
        return wording.say(code, {"turncount": len(own), "why": ending(game, wording)})

    def snapshot(self, wording: Wording) -> Json:
        """Who plays each colour, and the state of the computer."""
        fields: Json = {
            "levels": [[color, self.level(color)] for color in self._colors()],
            "players": self.names,
        }
        status = self.status(wording)
        if status:
            fields["status"] = status
        if self.computer is not None:
            fields["computer"] = self.computer.snapshot_part()
        return fields


def _outline(layout: Layout) -> List[float]:
    """Where a small picture of a board has its discs: x and y of each in turn."""
    return [rounded(100 * number) / 100 for cell in discs(layout)["cells"] for number in cell[1:]]


def _new_game(variant: str, layout: str, is_open: bool) -> Game:
    """A game with the start of its board. If the board names none: the open start, or for three a fair start.

    Raises Refused for a board with too few discs, and ValueError.
    """
    board = layout_of(layout)
    players = len(sides(VARIANTS[variant]))
    if len(board) < players:
        raise refused("too-small", None, {"n": players})
    sides_text = BOARDS.start(str(board), variant)
    if players == 2 and (is_open or sides_text is None):
        return Game("open", variant, board)
    if is_open:
        raise refused("edit-open-three")
    return Game(Position.start(variant, board, pieces=sides_text or start_of_three(board)))


def exchanged(table: Dict[str, Any]) -> Dict[str, Any]:
    """A table by colour with the entries of White and Black exchanged."""
    other = {"W": "B", "B": "W"}
    return {other.get(color, color): table[color] for color in table}


def named_levels(game: Game) -> Dict[str, int]:
    """The levels that a game names as its players; none if no colour is left to people.

    >>> game = Game()
    >>> game.headers["Black"] = "level 4"
    >>> named_levels(game)
    {'B': 4}
    """
    players = game.players
    levels = {color: level_in(players[color]) or 0 for color in players}
    computers = {color: levels[color] for color in levels if levels[color]}
    return {} if len(computers) == len(_colors_of(game)) else computers


def _colors_of(game: Game) -> Tuple[str, ...]:
    return sides(variant_of(game))
