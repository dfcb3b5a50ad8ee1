"""What a notebook keeps of a board when the kernel is gone: an output with the last position as picture and text."""

from __future__ import annotations

import asyncio
import sys
import time
import traceback
from collections.abc import Callable
from html import escape
from typing import Any

from ..core.game.annotations import Marks
from ..core.rules.position import Position
from ..core.session.dispatcher import reply_to
from ..core.session.session import Session
from ..core.session.snapshot import last_part, status

# the position, how things stand in it, which a resignation changes too, and what is drawn on it
Standing = tuple[Position | None, str, Marks]

# A notebook takes longer to show a picture than the board to show a turn. So the board is painted first, and a replay
# leaves some pictures a second, not one for every turn.
PAINT_S = 0.05
REST_S = 0.4
# Browsers that share one document must not replace the picture at the same time, or it is there twice afterwards: the
# one that was given the picture last is the only one that gets it for so long.
LEASE_S = 2.0


class LastPicture:
    """The second output of a displayed board, brought up to date after each finished turn, or soon after.

    The live board hides it. While a cell runs, the picture waits for the cell's end: a cell that plays a thousand
    turns leaves one picture.
    """

    def __init__(self, session: Session, guard: Any, send: Callable[[dict[str, Any]], None]) -> None:
        self._session = session
        self._guard = guard
        self._send = send
        self._pictured: Standing | None = None
        self._displayed = False
        self._in_cell = False
        # when the output was or will be brought up to date
        self._due = 0.0
        self._writer: object = None
        self._lease_end = 0.0

    @property
    def _name(self) -> str:
        return "adaptoid-last-" + self._session.board

    def _standing(self) -> Standing:
        game = self._session.game
        return self._session.position, status(game, self._session.wording), game.marks

    def bundle(self) -> dict[str, str]:
        """The last position in the forms that a notebook keeps."""
        from ..picture import Picture

        position, standing, marks = self._standing()
        game, wording = self._session.game, self._session.wording
        plain, rich = standing, f"<p>{escape(standing)}</p>"
        if position is not None:
            shown = Picture(position, last_part(game), marks, status=standing, wording=wording)
            plain, rich = shown.text, shown.html
            if game.result is None:
                rich += "<p>" + escape(wording.say("saved.go-on")) + "</p>"
        # the live board hides its own picture by this class, and sees by the rev whether it is the last one
        marker = f'class="{self._name}" data-rev="{self._session.rev}" lang="{wording.language}"'
        return {
            "text/html": f"<div {marker}>{rich}</div>",
            "text/plain": plain,
        }

    def display(self) -> None:
        """Write the output, below the live board's."""
        from IPython.display import display

        with self._guard:
            self._pictured = self._standing()
            display(self.bundle(), raw=True, display_id=self._name)
        events = _events()
        if events is not None and not self._displayed:
            events.register("pre_run_cell", self._cell_begins)
            events.register("post_run_cell", self._cell_ends)
            self._in_cell = True
        self._displayed = True

    def _cell_begins(self, *_: object) -> None:
        self._in_cell = True

    def _cell_ends(self, *_: object) -> None:
        self._in_cell = False
        self._write()

    def update(self) -> None:
        """Bring the output up to date in a moment; at once where no event loop runs."""
        if not self._displayed or self._in_cell:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self._write()
            return
        now = time.monotonic()
        if self._due <= now:
            self._due = max(now + PAINT_S, self._due + REST_S)
            loop.call_later(self._due - now, self._write)

    def _write(self) -> None:
        """Bring the output up to date, unless it already shows the turn under way from its start."""
        self._due = time.monotonic()
        if not self._displayed or self._in_cell:
            return
        from IPython.display import update_display

        with self._guard:
            standing = self._standing()
            game = self._session.game
            if standing == self._pictured:
                return
            if (
                self._pictured is not None
                and game.half is not None
                and self._pictured[0] == game.node.position
                and self._pictured[2] == game.marks
            ):
                return
            self._pictured = standing
            update_display(self.bundle(), raw=True, display_id=self._name)
            # a page that was loaded again does not know the output; told so, its board asks for the picture
            self._send({"type": "pictured", "rev": self._session.rev})

    def reply(self, asked: dict[str, Any]) -> dict[str, Any]:
        """The answer to a browser whose notebook holds an older picture: with a newer one where it may write that."""
        with self._guard:
            answer = reply_to(self._session, asked)
            now = time.monotonic()
            if asked.get("by") != self._writer and now < self._lease_end:
                return answer
            self._writer, self._lease_end = asked.get("by"), now + LEASE_S
            return {**answer, "bundle": self.bundle()}

    def close(self) -> None:
        """Keep nothing up to date any more."""
        events = _events()
        if events is not None and self._displayed:
            events.unregister("pre_run_cell", self._cell_begins)
            events.unregister("post_run_cell", self._cell_ends)
        self._displayed = False


def shell() -> Any:
    """The IPython that runs the cells; None where there is none."""
    ipython = sys.modules.get("IPython")
    return None if ipython is None else ipython.get_ipython()


def report(error: BaseException) -> None:
    """Show a traceback where the user looks: in the notebook, else on standard error."""
    running = shell()
    if running is not None:
        running.showtraceback((type(error), error, error.__traceback__))
    else:
        traceback.print_exception(error)


def _events() -> Any:
    running = shell()
    return None if running is None else running.events
