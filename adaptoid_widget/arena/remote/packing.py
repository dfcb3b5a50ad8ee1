"""Players for another process: how they get there, and the process of its own in which a stranger's code plays.

Our own players and programs are copied into the worker. A callable is somebody else's code, which may hang or take its
process with it; so it plays in a process of its own, as a program, fresh for each game.
"""

from __future__ import annotations

import base64
import hashlib
import os
import pickle
import sys
import threading
from collections.abc import Callable
from copy import copy
from multiprocessing import spawn, util
from pathlib import Path
from typing import Any, NamedTuple

from ..baselines import Dice, Greedy
from ..player_api import CallablePlayer, Chooser, PlayerError, one_line, raised_text
from ..players import Player
from ..programs.subprocess_player import Program
from ..specs import as_player

OURS = (Player, Program, Greedy, Dice)
FOR_EVER = 1e9


class Packed(NamedTuple):
    """A player as it travels: one of ours as it is, or a stranger's as bytes."""

    name: str
    ours: Chooser | None
    bytes: bytes
    seconds: float
    """How long a turn of a stranger or a program may take."""
    identity: str
    """What tells it from another player: whether a match that was begun is the one to go on with."""
    here: Chooser | None = None
    """The player itself, where it need not travel."""


class CannotTravel(ValueError):
    """A player that no other process can be given."""


def pack(player: Chooser, name: str, seconds: float) -> Packed:
    """A player for other processes. Raises CannotTravel.

    >>> pack(Player(level=3), "Ann", 10).identity
    'Player(level=3)'
    """
    # a subclass of ours is somebody else's code
    if type(player) in OURS:
        told = repr(sorted(player.__getstate__().items())) if isinstance(player, Program) else repr(player)
        return Packed(name, player, b"", seconds, told)
    return Packed(name, None, _bytes_of(player), seconds, _identity(player))


def packed_here(player: Chooser, name: str, seconds: float | None) -> Packed:
    """A player for threads of this process, or with no limit on its time, for this one alone."""
    if type(player) in OURS:
        return pack(player, name, seconds or FOR_EVER)
    function = player.function if isinstance(player, CallablePlayer) else player.choose
    return Packed(
        name, None, b"", seconds or FOR_EVER, _identity(player), CallablePlayer(function, name, seconds)
    )


def _identity(player: Chooser) -> str:
    thing: Any = player.function if isinstance(player, CallablePlayer) else player
    kind = thing if hasattr(thing, "__qualname__") else type(thing)
    return f"{getattr(kind, '__module__', '')}:{getattr(kind, '__qualname__', '')}"


def _bytes_of(player: Chooser) -> bytes:
    """The player, and what the other process must know to find its code."""
    try:
        plain = pickle.dumps(player)
    except Exception as error:  # noqa: BLE001  whatever somebody else's __reduce__ raises
        plain, why = b"", raised_text(error)
    else:
        why = "it was defined in a notebook or at a prompt"
    if not plain or (b"__main__" in plain and not _main_is_a_file()):
        try:
            import cloudpickle  # type: ignore[import-untyped,unused-ignore]

            plain = cloudpickle.dumps(player)
        except Exception as error:
            raise CannotTravel(
                f"the player {player.name} cannot be sent to another process: {why}. Define it in a module, install "
                f"cloudpickle, or give executor=ThreadPoolExecutor(1)"
            ) from error
    about = spawn.get_preparation_data("player")
    known = {key: about[key] for key in _NEEDED if key in about}
    return pickle.dumps((known, plain))


# how multiprocessing itself finds the code of a script in another process
_NEEDED = ("sys_path", "sys_argv", "orig_dir", "dir", "init_main_from_name", "init_main_from_path")


def _main_is_a_file() -> bool:
    return getattr(sys.modules.get("__main__"), "__file__", None) is not None and not hasattr(sys, "ps1")


def unpack(packed: bytes) -> Chooser:
    """The player of such bytes, in the process in which it is to play. Raises whatever its code raises."""
    known, plain = pickle.loads(packed)  # noqa: S301  from the process that started this one
    spawn.prepare(dict(known))
    return as_player(pickle.loads(plain))  # noqa: S301


class Hosted(Program):
    """A stranger's player in a process of its own, which hears and answers as a program."""

    def __init__(self, packed: Packed) -> None:
        super().__init__(
            [sys.executable, "-m", "adaptoid_widget.arena.remote.host"], name=packed.name, env=_environment()
        )
        self.seconds = packed.seconds
        self._packed = packed.bytes

    def _first_lines(self) -> list[dict[str, Any]]:
        return [{"type": "load", "player": base64.b64encode(self._packed).decode("ascii")}]


def _environment() -> dict[str, str]:
    """This environment, in which this very package is found."""
    env = dict(os.environ)
    here = str(Path(__file__).resolve().parents[3])
    env["PYTHONPATH"] = os.pathsep.join([here, *filter(None, [env.get("PYTHONPATH")])])
    return env


MAX_RUNNING = 8
# by thread, since no two may ask one program at once
_running: dict[tuple[int, str], Program] = {}


def seated(packed: Packed, seed: int) -> Chooser:
    """The player for one game in this process. Raises PlayerError where it cannot be started."""
    if packed.here is not None:
        return packed.here
    player: Any = packed.ours
    if player is None:
        digest = hashlib.sha256(packed.bytes + packed.name.encode()).hexdigest()
        player = _kept(digest, lambda: Hosted(packed))
        player.seconds = packed.seconds
    elif isinstance(player, Program):
        program = player
        player = _kept(repr(program.__getstate__()), lambda: copy(program))
        player.seconds = min(program.seconds, packed.seconds)
    return for_game(player, seed)


def _kept(key: str, make: Callable[[], Program]) -> Program:
    """A program that this thread has running already, or a new one."""
    if not _running:
        # a worker process ends without what others do at their end
        util.Finalize(None, close_all, exitpriority=10)
    here = (threading.get_ident(), key)
    program = _running.pop(here, None) or make()
    # the one that played last is last
    _running[here] = program
    mine = [other for other in _running if other[0] == here[0]]
    for other in mine[:-MAX_RUNNING]:
        _running.pop(other).close()
    return program


def for_game(player: Any, seed: int) -> Chooser:
    fresh = getattr(player, "for_game", None)
    if fresh is None:
        return as_player(player)
    try:
        found: Chooser = fresh(seed)
    except PlayerError:
        raise
    except Exception as error:
        raise PlayerError(one_line(player.name), "start", raised_text(error)) from error
    return found


def close_all() -> None:
    """End the programs that were started in this process for matches."""
    while _running:
        _running.popitem()[1].close()


def kill_all() -> None:
    """The same at once, from a thread that may wait for nothing."""
    for running in list(_running.values()):
        running.kill()
