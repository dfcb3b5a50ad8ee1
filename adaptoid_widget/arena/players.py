"""Computer players: by level, by time, by number of positions, and two baselines, greedy and random."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any, TypeAlias

from .. import threads
from ..attributes import suggest_keywords
from ..core.rules import random_play
from ..core.rules.errors import whole_number
from ..core.rules.position import Position
from ..core.rules.turn import Turn, turn_from_discs
from ..core.search.levels import SHORT_SIGHTED
from ..core.search.player_settings import MAX_SEED, PlayerSettings
from ..core.tactics import weak_players
from ..engine.cancel import Stop, check_seconds
from .player_api import Chooser, PlayerBase, check_going_on, name_for

if TYPE_CHECKING:
    from ..engine.runner import KernelRunner

AnyPlayer: TypeAlias = "Chooser | Callable[[Position], Any] | str | int"


class _ComputerPlayer(PlayerBase):
    """A player that is equal to others with the same settings. Setting an attribute checks it as its creation does."""

    # for type checkers, this method would allow all attributes
    if not TYPE_CHECKING:

        def __setattr__(self, name: str, value: Any) -> None:
            # all settings are there once the constructor has set them
            if name in self._settings and self.__dict__.keys() >= set(self._settings):
                settings = {key.lstrip("_"): setting for key, setting in self.__getstate__().items()}
                value = getattr(type(self)(**{**settings, name.lstrip("_"): value}), name)
            super().__setattr__(name, value)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _ComputerPlayer)
            and type(self) is type(other)
            and self.__getstate__() == other.__getstate__()
        )

    def __hash__(self) -> int:
        return hash((type(self), *self.__getstate__().values()))


class Player(PlayerSettings, _ComputerPlayer):
    """A computer player. Exactly one of `level` (1 to 10), `seconds` and `nodes` (positions) sets its strength.

    A level is a number, or a text such as "level:3".

    Calling it with a position returns a turn. With a level or nodes, the same seed and position always give the same
    turn. With zero seconds or nodes, it searches one turn deep. Raises ValueError for wrong settings.

    >>> player = Player(level=3)
    >>> player
    Player(level=3)
    >>> player.name
    'level 3'
    >>> position = Position.from_text("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6")
    >>> position.why_not(player(position)) is None
    True
    """

    _settings = ("level", "seconds", "nodes", "seed", "_name")

    @suggest_keywords
    def __init__(
        self,
        level: int | str | None = None,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        seed: int = 0,
        name: str | None = None,
    ) -> None:
        self._set_strength(level, seconds, nodes, seed)
        if seconds is not None:
            self.seconds = check_seconds(seconds, "seconds")
        self._name = None if name is None else name_for(name)
        self._reset()

    def _reset(self) -> None:
        # runners that no turn uses at the moment
        self._idle: list[KernelRunner] = []

    @property
    def name(self) -> str:
        """The name in records and tables, by default from its strength. It may be assigned."""
        return super().name

    @name.setter
    def name(self, name: str | None) -> None:
        self._name = name

    def choose(self, position: Position | str, stop: Stop | None = None) -> Turn:
        """Choose a turn, or the rest of the one under way. Once stopped, return the best so far.

        Raises GameError for a finished game.
        """
        return threads.result_of(self.in_slices(position, stop))

    def in_slices(self, position: Position | str, stop: Stop | None = None) -> Generator[None, None, Turn]:
        """Like `choose`; where there are no threads, yield many times a second, so that the event loop can run."""
        position = check_going_on(position)
        if self.level is not None and self.level in SHORT_SIGHTED:
            return weak_players.choose(position, self.level, self.seed)
        return (yield from self._search(position, stop))

    def for_game(self, seed: int) -> Player:
        """Return this player with a seed for one game, made from its own seed and the game's."""
        return Player(
            self.level,
            seconds=self.seconds,
            nodes=self.nodes,
            seed=mixed_seed(self.seed, seed),
            name=self.name,
        )

    def _search(self, position: Position, stop: Stop | None) -> Generator[None, None, Turn]:
        from ..engine.runner import KernelRunner

        # new tables for each turn, so that it does not depend on earlier searches; only with a time, later turns of a
        # game benefit from the same tables, and a turn on another board meanwhile has its own
        keeps_tables = self.seconds is not None
        try:
            runner = self._idle.pop()
        except IndexError:
            runner = KernelRunner()
        try:
            result = yield from runner.in_slices(self._request(position), stop)
        finally:
            if keeps_tables:
                self._idle.append(runner)
        return result.lines[0].turns[0]


class SparringPlayer(Player):
    """Level 1 at a board. Unlike `Player(1)`, it varies its play, and it remembers forks."""

    def __init__(self, memory: weak_players.LevelMemory) -> None:
        super().__init__(1)
        self._memory = memory

    def in_slices(self, position: Position | str, stop: Stop | None = None) -> Generator[None, None, Turn]:  # noqa: ARG002
        """Choose a turn at once."""
        yield from ()
        return self._memory.reply(check_going_on(position), 1)


class _SeededPlayer(_ComputerPlayer):
    """A player whose only setting is a seed."""

    name = ""
    seed: int
    _settings = ("seed",)

    def __init__(self, seed: int = 0) -> None:
        self.seed = whole_number(seed, "seed", 0, MAX_SEED)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.seed or ''})"

    def for_game(self, seed: int) -> _SeededPlayer:
        """Return this player with a seed for one game."""
        return type(self)(mixed_seed(self.seed, seed))


class Greedy(_SeededPlayer):
    """Plays the turn with the most captures minus own losses. The seed decides between equal turns.

    >>> str(Greedy()(Position.from_text("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6")))
    '+D4'
    """

    name = "greedy"

    def choose(self, position: Position | str, stop: Stop | None = None) -> Turn:  # noqa: ARG002
        """Choose a turn. Raises GameError for a finished game."""
        return weak_players.greedy_turn(check_going_on(position), self.seed)


class RandomPlayer(_SeededPlayer):
    """Plays at random: picks evenly from the moves and "no move", then evenly from the growths.

    >>> RandomPlayer(1)(Position.start()) == RandomPlayer(1)(Position.start())
    True
    """

    name = "random"

    def choose(self, position: Position | str, stop: Stop | None = None) -> Turn:  # noqa: ARG002
        """Choose a turn. Raises GameError for a finished game."""
        position = check_going_on(position)
        seed = random_play.scattered(weak_players.position_seed(position.state, self.seed))
        return random_turn(position, seed)[0]


def random_turn(position: Position, seed: int) -> tuple[Turn, int]:
    """Return a random turn, or the rest of one, and the next seed of core's generator."""
    if position.step == "grow":
        endings = list(position.turns())
        seed = random_play.advance(seed)
        return endings[random_play.below(seed, len(endings))], seed
    _, seed, _, origin, target, kind, at = random_play.random_turn(position.state, position.context, seed)
    return turn_from_discs((origin, target, kind, at), position.state, position.layout), seed


def mixed_seed(*seeds: int) -> int:
    """Mix several numbers into one seed. Similar numbers give unrelated seeds.

    >>> mixed_seed(0, 1) != mixed_seed(1, 0)
    True
    """
    from hashlib import sha256

    text = ",".join([str(seed) for seed in seeds])
    return int.from_bytes(sha256(text.encode()).digest()[:4], "big") & MAX_SEED


def searches(player: Any) -> bool:
    """Whether a player uses the search. Levels 1 to 3, programs and callables do not.

    >>> searches(Player(level=10)), searches(Player(level=1))
    (True, False)
    """
    return isinstance(player, Player) and player.level not in SHORT_SIGHTED
