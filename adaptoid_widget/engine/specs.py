"""Players as short texts, for the command line: `level:3`, `seconds:0.1`, `module:function`, `program:./mine -x`."""

from __future__ import annotations

import pkgutil
import shlex
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .players import AnyPlayer

FORMS = "level:3, nodes:5000, seconds:0.1, greedy, random, module:function or program:./mine --fast"


def player_of(text: str) -> AnyPlayer:
    """The player of such a text. Raises ValueError.

    >>> player_of("nodes:5000"), player_of("greedy")
    (Player(nodes=5000), Greedy())
    """
    from .baselines import Dice, Greedy
    from .players import Player
    from .programs import Program

    kind, colon, rest = text.partition(":")
    if text == "greedy":
        return Greedy()
    if text == "random":
        return Dice()
    if not colon or not rest.strip():
        raise ValueError(f"{text!r} is no player; there are: {FORMS}")
    try:
        if kind == "level":
            return Player(int(rest))
        if kind == "nodes":
            return Player(nodes=int(rest))
        if kind == "seconds":
            return Player(seconds=float(rest))
    except ValueError as error:
        raise ValueError(f"{text!r} is no player: {error}") from None
    if kind == "program":
        return Program(shlex.split(rest))
    return _imported(text)


def _imported(text: str) -> AnyPlayer:
    """What stands under a name in a module. Raises ValueError."""
    try:
        found: Any = pkgutil.resolve_name(text)
    except ModuleNotFoundError as error:
        raise ValueError(f"{text!r}: there is no module {error.name}; there are: {FORMS}") from None
    except AttributeError as error:
        raise ValueError(f"{text!r}: {error}") from None
    # a class is a kind of player, not one
    player: AnyPlayer = found() if isinstance(found, type) else found
    return player
