"""Helpers to test a board without a browser: a fake comm, intents, and waiting for threads."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

from comm.base_comm import BaseComm

from adaptoid_widget import Board
from adaptoid_widget.widget.transactions import TRANSACTION

PATIENCE_S = 60


class Wire(BaseComm):
    """A comm without a front end: stores the messages sent, and delivers messages as if from a front end."""

    def __init__(self, *args: Any, **keys: Any) -> None:
        self.sent: list[dict[str, Any]] = []
        super().__init__(*args, **keys)

    def publish_msg(self, msg_type: str, data: Any = None, *_: Any, **__: Any) -> None:
        """Store a message as the front end would read it. Like Jupyter, it fails for a lone surrogate."""
        if msg_type == "comm_msg":
            self.sent.append(
                json.loads(json.dumps(data, allow_nan=False, ensure_ascii=False).encode("utf-8"))
            )

    def bring(self, content: object) -> None:
        """Deliver a custom message from the front end."""
        self.handle_msg({"content": {"data": {"method": "custom", "content": content}}, "buffers": []})

    def write(self, state: dict[str, Any]) -> None:
        """Deliver values of traits written by the front end."""
        data = {"method": "update", "state": state, "buffer_paths": []}
        self.handle_msg({"content": {"data": data}, "buffers": []})

    @property
    def replies(self) -> list[dict[str, Any]]:
        """The replies sent so far."""
        return [message["content"] for message in self.sent if is_custom(message, "reply")]

    @property
    def snapshots(self) -> list[dict[str, Any]]:
        """The snapshots sent so far."""
        updates = [message["state"] for message in self.sent if message["method"] == "update"]
        return [state["snapshot"] for state in updates if "snapshot" in state]


def is_custom(message: dict[str, Any], kind: str) -> bool:
    """Whether a message is a custom message of type `kind`."""
    return bool(message["method"] == "custom" and message["content"].get("type") == kind)


def wire_of(board: Board) -> Wire:
    """The Wire of a board."""
    assert isinstance(board.comm, Wire)
    return board.comm


def lesson_part(shown: Any) -> Any:
    """What the board of a lesson or of puzzles shows of them."""
    return shown.board.snapshot["lesson"]


def ask(board: Board, kind: str, **fields: Any) -> dict[str, Any]:
    """Send an intent with the current rev of the board and return its reply."""
    wire = wire_of(board)
    wire.bring({"id": 1, "rev": board.snapshot["rev"], "kind": kind, **fields})
    return wire.replies[-1]


def wait(condition: Callable[[], object]) -> None:
    """Wait until another thread has made a condition true. The condition is checked between transactions only."""
    until = time.monotonic() + PATIENCE_S
    while True:
        with TRANSACTION:
            if condition():
                return
        assert time.monotonic() < until, "the condition never became true"
        time.sleep(0.002)
