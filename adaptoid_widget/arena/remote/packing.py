"""Sends players to worker processes, and runs other people's code in processes of its own.

The players of this package are copied into the worker. A callable can hang or crash, so it runs as a program in its own
process, as a new copy for each game. `cloudpickle` is optional: it would replace only about 15 lines here (finding the
code of scripts), and takes 80 ms to import.
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

from ..player_api import CallablePlayer, Chooser, PlayerError, one_line, raised_text
from ..players import Greedy, Player, RandomPlayer
from ..programs.subprocess_player import Program
from ..specs import as_player

OWN_PLAYERS = (Player, Program, Greedy, RandomPlayer)
NO_LIMIT = 1e9


class PackedPlayer(NamedTuple):
    """A player for another process: an object of this package, or other people's code as bytes."""

    name: str
    player: Chooser | None
    bytes: bytes
    seconds: float
    """The time limit of a turn of a callable or a program."""
    identity: str
    """Identifies the player, to recognise a match that can be continued."""


class NotTransferable(ValueError):
    """A player that cannot be sent to another process."""


def pack(player: Chooser, name: str, seconds: float) -> PackedPlayer:
    """Pack a player for other processes. Raises NotTransferable.

    >>> pack(Player(level=3), "Ann", 10).identity
    'Player(level=3)'
    """
    # a subclass is other people's code
    if type(player) in OWN_PLAYERS:
        identity = repr(sorted(player.__getstate__().items()) if isinstance(player, Program) else player)
        return PackedPlayer(name, player, b"", seconds, identity)
    return PackedPlayer(name, None, _bytes_of(player), seconds, _identity(player))


def pack_local(player: Chooser, name: str, seconds: float | None) -> PackedPlayer:
    """Pack a player for this process. Without `seconds` there is no time limit."""
    if type(player) in OWN_PLAYERS:
        return pack(player, name, seconds or NO_LIMIT)
    function = player.function if isinstance(player, CallablePlayer) else player.choose
    local = CallablePlayer(function, name, seconds)
    return PackedPlayer(name, local, b"", seconds or NO_LIMIT, _identity(player))


def _identity(player: Chooser) -> str:
    code: Any = player.function if isinstance(player, CallablePlayer) else player
    if not hasattr(code, "__qualname__"):
        code = type(code)
    return f"{getattr(code, '__module__', '')}:{getattr(code, '__qualname__', '')}"


def _bytes_of(player: Chooser) -> bytes:
    """Pickle the player with what the other process needs to find its code."""
    try:
        pickled = pickle.dumps(player)
    except Exception as error:  # noqa: BLE001  a player's __reduce__ can raise anything
        pickled, cause = b"", raised_text(error)
    else:
        cause = "it was defined in a notebook or at a prompt"
    if not pickled or (b"__main__" in pickled and not _main_is_a_file()):
        try:
            import cloudpickle  # type: ignore[import-untyped,unused-ignore]

            pickled = cloudpickle.dumps(player)
        except Exception as error:
            raise NotTransferable(
                f"the player {player.name} cannot be sent to another process: {cause}. Define it in a module, install "
                f"cloudpickle, or give executor=ThreadPoolExecutor(1)"
            ) from error
    preparation = spawn.get_preparation_data("player")
    preparation = {key: preparation[key] for key in _PREPARATION if key in preparation}
    return pickle.dumps((preparation, pickled))


# what multiprocessing uses to find a script's code in another process
_PREPARATION = ("sys_path", "sys_argv", "orig_dir", "dir", "init_main_from_name", "init_main_from_path")


def _main_is_a_file() -> bool:
    return getattr(sys.modules.get("__main__"), "__file__", None) is not None and not hasattr(sys, "ps1")


def unpack(packed: bytes) -> Chooser:
    """Unpickle a player in its process. Raises whatever its code raises."""
    preparation, pickled = pickle.loads(packed)  # noqa: S301  from the parent process
    spawn.prepare(dict(preparation))
    return as_player(pickle.loads(pickled))  # noqa: S301


class IsolatedPlayer(Program):
    """A callable player that runs as a program in its own process (`run_player`)."""

    def __init__(self, packed: PackedPlayer) -> None:
        super().__init__(
            [sys.executable, "-m", "adaptoid_widget.arena.remote.run_player"],
            name=packed.name,
            env=_environment(),
        )
        self.seconds = packed.seconds
        self._packed = packed.bytes

    def _first_lines(self) -> list[dict[str, Any]]:
        return [{"type": "load", "player": base64.b64encode(self._packed).decode("ascii")}]


def _environment() -> dict[str, str]:
    """Return the environment with this package on the path."""
    env = dict(os.environ)
    root = str(Path(__file__).resolve().parents[3])
    env["PYTHONPATH"] = os.pathsep.join([root, *filter(None, [env.get("PYTHONPATH")])])
    return env


MAX_RUNNING = 8
# by thread, since two threads must not ask one program at the same time
_running: dict[tuple[int, str], Program] = {}


def player_for_game(packed: PackedPlayer, seed: int) -> Chooser:
    """Return the player for one game in this process. Raises PlayerError if it cannot be started."""
    player: Any = packed.player
    if player is None:
        digest = hashlib.sha256(packed.bytes + packed.name.encode()).hexdigest()
        player = _running_program(digest, lambda: IsolatedPlayer(packed))
        player.seconds = packed.seconds
    elif isinstance(player, Program):
        program = player
        player = _running_program(repr(program.__getstate__()), lambda: copy(program))
        player.seconds = min(program.seconds, packed.seconds)
    return for_game(player, seed)


def _running_program(key: str, make: Callable[[], Program]) -> Program:
    """Return a running program of this thread, or a new one."""
    if not _running:
        # worker processes do not run atexit handlers
        util.Finalize(None, close_all, exitpriority=10)
    thread = threading.get_ident()
    program = _running.pop((thread, key), None) or make()
    # the most recently used program comes last
    _running[thread, key] = program
    for other in [other for other in _running if other[0] == thread][:-MAX_RUNNING]:
        _running.pop(other).close()
    return program


def for_game(player: Any, seed: int) -> Chooser:
    """Return the player with a seed for one game, if it takes one. Raises PlayerError."""
    try:
        seeded: Chooser = player.for_game(seed) if hasattr(player, "for_game") else player
    except PlayerError:
        raise
    except Exception as error:
        raise PlayerError(one_line(player.name), "start", raised_text(error)) from error
    return seeded


def close_all() -> None:
    """End the programs that matches have started in this process."""
    while _running:
        _running.popitem()[1].close()


def kill_all() -> None:
    """Like `close_all` without waiting."""
    for running in list(_running.values()):
        running.kill()
