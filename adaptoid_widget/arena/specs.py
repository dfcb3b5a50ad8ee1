"""Parses player specifications such as `level:3`, `seconds:0.1`, `module:function` and `program:./mine -x`."""

from __future__ import annotations

import pkgutil
import re
import shlex
from typing import Any

from ..core.host.host import brief, type_name
from ..core.host.similar_words import similar_word
from ..core.rules.errors import plain_value
from ..core.search.levels import level_in
from .player_api import CallablePlayer, Chooser
from .players import AnyPlayer, Greedy, Player, RandomPlayer
from .programs.subprocess_player import Program

_LIMITS: dict[str, type[int | float]] = {"level": int, "nodes": int, "seconds": float}
KINDS = (*_LIMITS, "program", "greedy", "random")
FORMS = "level:3, nodes:5000, seconds:0.1, greedy, random, module:function or program:./mine --fast"


def player_of(text: str) -> AnyPlayer:
    """Return the player of a specification. Raises ValueError.

    Of a level, other spellings than `level:3` are read too: "level 3", "Level 3" and "level=3".

    >>> player_of("nodes:5000"), player_of("greedy"), player_of("Level 3")
    (Player(nodes=5000), Greedy(), Player(level=3))
    """
    level = level_in(text)
    kind, colon, value = ("level", ":", str(level)) if level is not None else text.partition(":")
    if text == "greedy":
        return Greedy()
    if text == "random":
        return RandomPlayer()
    if not colon or not value.strip():
        raise _no_player(text)
    if kind in _LIMITS:
        try:
            number: Any = _LIMITS[kind](value)
        except ValueError:
            raise ValueError(f"{brief(text)} is not a player: its value must be a number") from None
        try:
            return Player(**{kind: number})
        except ValueError as error:
            raise ValueError(f"{brief(text)} is not a player: {error}") from None
    if kind == "program":
        return Program(shlex.split(value))
    return _imported(text)


def _imported(text: str) -> AnyPlayer:
    """Import a player from a module. Raises ValueError."""
    try:
        target: Any = pkgutil.resolve_name(text)
    except ModuleNotFoundError as error:
        raise _no_player(text, f": there is no module {error.name}") from None
    except ValueError:
        # it does not have the form of a name
        raise _no_player(text) from None
    except AttributeError as error:
        raise ValueError(f"{brief(text)}: {error}") from None
    player: AnyPlayer = target() if isinstance(target, type) else target
    return player


def _no_player(text: str, problem: str = " is not a player") -> ValueError:
    """The error for a text that is no player, with the likeliest one."""
    kind, *value_parts = re.split("[:= ]", text, maxsplit=1)
    value = "".join(value_parts).strip()
    near = similar_word(kind, KINDS, 0.7)
    suggestion = (
        near if near in ("greedy", "random") else f"{near}:{value}" if near and 0 < len(value) < 80 else ""
    )
    remark = f"did you mean {suggestion!r}? " if suggestion and suggestion != text else ""
    return ValueError(f"{brief(text)}{problem}; {remark}a player is one of: {FORMS}")


def as_player(player: AnyPlayer, *, name: str | None = None, seconds: float | None = None) -> Chooser:
    """Return a player with a name and `choose`.

    Accepts a `Player`, a level from 1 to 10, a `Program`, a callable from a position to a turn or its text, or a text
    such as "level:3" (docs/reference/computer/players.md). `name` and the time limit `seconds` are for callables.
    Raises TypeError or ValueError for anything else.

    >>> from adaptoid_widget import Position
    >>> as_player("level:3")
    Player(level=3)
    >>> as_player(3)
    Player(level=3)
    >>> as_player(lambda position: "+D3", name="Ann").choose(Position.start())
    Turn.from_text('+D3')
    """
    if isinstance(player, str):
        player = player_of(player)
    player = plain_value(player)
    if isinstance(player, int) and not isinstance(player, bool):
        return Player(level=player)
    if isinstance(player, type):
        raise TypeError(f"{player.__name__} is a class; create a player from it first: {player.__name__}(…)")
    if isinstance(player, Chooser):
        return player
    if callable(player):
        return CallablePlayer(player, name, seconds)
    raise TypeError(
        "a player is an aw.Player, a level from 1 to 10, an aw.Program, a callable from a position to a turn, "
        f"or a text such as 'level:3', not {type_name(player)}"
    )
