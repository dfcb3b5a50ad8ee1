"""The server side of the protocol with player programs, which docs/reference/computer/players.md describes."""

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
"""The version of the protocol. A program with another one says so in its answer to the first line."""

# the time for a player to end after its input has ended
PATIENCE_S = 1.0


class InvalidMessage(ValueError):
    """A line that is not a JSON object."""


def line_of(message: Mapping[str, Any]) -> bytes:
    """Encode a message as a line of ASCII without its end.

    >>> line_of({"turn": "+D3"})
    b'{"turn": "+D3"}'
    """
    return json.dumps(dict(message), allow_nan=False).encode("ascii")


def message_of(line: bytes) -> dict[str, Any]:
    """Decode a line. Raises InvalidMessage with what is wrong.

    >>> message_of(b'{"turn": "+D3"}')
    {'turn': '+D3'}
    """
    try:
        message = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError:
        raise InvalidMessage(f"a line that is not UTF-8: {one_line(repr(line[:60]))}") from None
    except (ValueError, RecursionError):
        line_text = one_line(line[:80].decode("utf-8", "replace"))
        raise InvalidMessage(f"a line that is not JSON: {line_text!r}") from None
    if not isinstance(message, dict):
        raise InvalidMessage(
            f"a line that is not a JSON object: {one_line(line[:80].decode('utf-8', 'replace'))!r}"
        )
    return message


def own_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """Reserve standard input and output for the protocol. A player's own input is empty, its prints go to stderr."""
    sys.stdout.flush()
    lines, out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", buffering=0)
    empty_input = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty_input, 0)
    os.close(empty_input)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return lines, out


class _MessageReader:
    """Reads messages on another thread, so that a stop arrives while a player thinks."""

    def __init__(self, lines: IO[bytes]) -> None:
        self.messages: queue.Queue[tuple[dict[str, Any], Stop] | None] = queue.Queue()
        # of the last request for a turn, also before a player thinks about it
        self.stop = Stop()
        self.ended = threading.Event()
        """Whether all messages are answered."""
        threading.Thread(target=self._listen, args=(lines,), daemon=True).start()

    def _listen(self, lines: IO[bytes]) -> None:
        for line in lines:
            try:
                message = message_of(line)
            except InvalidMessage as error:
                message = {"type": "wrong", "text": str(error)}
            if message.get("type") == "stop":
                self.stop.set()
            elif message.get("type") == "quit":
                break
            else:
                if message.get("type") == "play":
                    self.stop = Stop()
                self.messages.put((message, self.stop))
        self.stop.set()
        self.messages.put(None)
        # a hanging player must not outlive its parent process
        if not self.ended.wait(PATIENCE_S):
            os._exit(0)


def serve(make: Callable[[int | None], Chooser], lines: IO[bytes], out: IO[bytes]) -> None:
    """Answer as a player program until a quit message or the end of the lines. The process ends even if a player hangs.

    `make` returns the player for a game's seed, or with None the player before the first game.
    """
    reader = _MessageReader(lines)
    try:
        player: Chooser | None = None
        seed: int | None = None
        while (received := reader.messages.get()) is not None:
            message, stop = received
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
                    position = Position.from_text(message.get("position"))  # type: ignore[arg-type]
                    answer = {"turn": str(player.choose(position, stop))}
                else:
                    # ignore messages of later versions
                    continue
            except PlayerError as error:
                answer = {"error": error.detail, "code": error.code}
            except (GameError, TextError) as error:
                answer = {"error": one_line(error)}
            except (Exception, SystemExit) as error:  # noqa: BLE001  a player can raise anything
                answer = {"error": raised_text(error), "code": "raised"}
            out.write(line_of(answer) + b"\n")
            out.flush()
    except BrokenPipeError:
        pass
    finally:
        reader.ended.set()
