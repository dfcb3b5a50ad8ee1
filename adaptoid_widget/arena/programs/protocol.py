"""What a program that plays hears and says, one JSON object a line (docs/players.md); and the side that answers."""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from collections.abc import Callable, Mapping
from typing import IO, Any

from ...core.rules.errors import GameError, TextError
from ...core.rules.position import Position
from ...engine.cancel import Stop
from ..player_api import Chooser, PlayerError, one_line, raised_text

VERSION = 1
"""The version of the protocol; a program that knows another one says so in its answer to the first line."""

# so long a player that nobody listens to any more may take to notice
PATIENCE_S = 1.0


class NotALine(ValueError):
    """A line that is no JSON object."""


def line_of(message: Mapping[str, Any]) -> bytes:
    """A message as a line, without its end; all in ASCII, so that no encoding can go wrong.

    >>> line_of({"turn": "+D3"})
    b'{"turn": "+D3"}'
    """
    return json.dumps(dict(message), allow_nan=False).encode("ascii")


def message_of(line: bytes) -> dict[str, Any]:
    """The message of a line. Raises NotALine, which says what is wrong.

    >>> message_of(b'{"turn": "+D3"}')
    {'turn': '+D3'}
    """
    try:
        message = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError:
        raise NotALine(f"a line that is not UTF-8: {one_line(repr(line[:60]))}") from None
    except (ValueError, RecursionError):
        said = one_line(line[:80].decode("utf-8", "replace"))
        raise NotALine(f"a line that is no JSON: {said!r}") from None
    if not isinstance(message, dict):
        raise NotALine(f"a line that is no JSON object: {one_line(line[:80].decode('utf-8', 'replace'))!r}")
    return message


def own_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """Standard input and output for the protocol alone: a player that reads finds nothing, its prints are errors."""
    sys.stdout.flush()
    lines, out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", buffering=0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return lines, out


class _Ears:
    """Reads what comes in, on a thread of its own, so that a stop is heard while a player thinks."""

    def __init__(self, lines: IO[bytes], *, may_exit: bool) -> None:
        self.said: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self.stop = Stop()
        self.done = threading.Event()
        threading.Thread(target=self._listen, args=(lines, may_exit), daemon=True).start()

    def _listen(self, lines: IO[bytes], may_exit: bool) -> None:
        for line in lines:
            try:
                message = message_of(line)
            except NotALine as error:
                message = {"type": "wrong", "text": str(error)}
            if message.get("type") == "stop":
                self.stop.set()
            elif message.get("type") == "quit":
                break
            else:
                self.said.put(message)
        self.stop.set()
        self.said.put(None)
        # a player that hangs must not outlive the one who asks it
        if may_exit and not self.done.wait(PATIENCE_S):
            os._exit(0)


def serve(
    make: Callable[[int | None], Chooser], lines: IO[bytes], out: IO[bytes], *, may_exit: bool = False
) -> None:
    """Answer as a program until told to quit or until the lines end.

    `make` gives the player for a game with a seed, or with None the one before any game. With `may_exit` the whole
    process ends when the lines do, even if the player hangs.
    """
    ears = _Ears(lines, may_exit=may_exit)
    try:
        player: Chooser | None = None
        seed: int | None = None
        while (message := ears.said.get()) is not None:
            kind = message.get("type")
            try:
                if kind == "wrong":
                    answer = {"error": "heard " + message["text"]}
                elif kind == "hello":
                    player = make(seed)
                    answer = {"ready": VERSION, "name": player.name}
                elif kind == "new":
                    player, seed = None, message.get("seed")
                    continue
                elif kind == "play":
                    player = player or make(seed)
                    ears.stop = Stop()
                    position = Position.from_text(message.get("position"))  # type: ignore[arg-type]
                    answer = {"turn": str(player.choose(position, ears.stop))}
                else:
                    # a later version may say more
                    continue
            except PlayerError as error:
                answer = {"error": error.detail, "code": error.code}
            except (GameError, TextError) as error:
                answer = {"error": one_line(error)}
            except Exception as error:  # noqa: BLE001  a player is asked again after whatever it raised
                answer = {"error": raised_text(error), "code": "raised"}
            out.write(line_of(answer) + b"\n")
            out.flush()
    except BrokenPipeError:
        pass
    finally:
        ears.done.set()
