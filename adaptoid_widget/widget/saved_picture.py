"""A second output of a board that stays when the kernel is gone: the last position as picture and text."""

from __future__ import annotations

import asyncio
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from typing import Any, Protocol

import ipywidgets
from ipywidgets.widgets.widget import _instances

from ..core.game.marks import Marks
from ..core.rules.position import Position
from ..core.session.dispatcher import accepted
from ..core.session.session import Session
from ..core.wire.intent_fields import Json
from ..core.wire.snapshot import last_part
from ..picture import Picture
from .transactions import TRANSACTION

# what the picture depends on: the position, the status, which a resignation changes, the marks, and whether it may mark
# starving adaptoids, which would answer a question of a lesson
PictureState = tuple[Position | None, str, Marks, bool]

# A notebook takes longer to show a picture than the board to show a turn. So the board is painted first, and a replay
# makes a few pictures a second instead of one for each turn.
PAINT_S = 0.05
REST_S = 0.4
# If two browsers that share a document replace the picture at the same time, the document has it twice afterwards. So
# for some seconds, only the browser that got the last picture gets new ones.
LEASE_S = 2.0


class SavedPicture:
    """The second output of a displayed board, updated soon after each finished turn. The live board hides it.

    While a cell runs, the update waits for its end, so that a cell that plays a thousand turns makes one picture.
    """

    def __init__(self, session: Session, send: Callable[[Json], None]) -> None:
        self._session = session
        self._send = send
        self._pictured: PictureState | None = None
        # the outputs that show the picture
        self._outputs: list[str] = []
        self._in_cell = False
        # when the output was or will be updated
        self._due = 0.0
        self._writer: object = None
        self._lease_end = 0.0

    @property
    def _name(self) -> str:
        return "adaptoid-last-" + self._session.board

    def _state(self) -> PictureState:
        game = self._session.game
        session = self._session
        return session.position, session.caption(), game.marks, session.aids == "full"

    def bundle(self) -> dict[str, str]:
        """The last position as HTML and as text."""
        position, sentence, marks, starving = self._state()
        game, wording = self._session.game, self._session.wording
        text, html = sentence, f"<p>{escape(sentence)}</p>"
        if position is not None:
            picture = Picture(
                position, last_part(game), marks, starving=starving, status=sentence, wording=wording
            )
            text, html = picture.text, picture.html
            if game.result is None:
                html += "<p>" + escape(wording.say("saved.go-on")) + "</p>"
        # the live board finds its picture by the class, and whether it is up to date by the rev
        marker = f'class="{self._name}" data-rev="{self._session.rev}" lang="{wording.language}"'
        # ASCII, since a server may name another encoding for an exported notebook
        html = html.encode("ascii", "xmlcharrefreplace").decode()
        return {"text/html": f"<div {marker}>{html}</div>", "text/plain": text}

    def display(self) -> None:
        """Show the output below the live board."""
        from IPython.display import display

        with TRANSACTION, _outside_of_outputs():
            self._pictured = self._state()
            display(self.bundle(), raw=True, display_id=self._name)
        self._follow(self._name)

    def show_in(self, output: str) -> None:
        """Show the picture in an output that exists, and keep it up to date there."""
        from IPython.display import update_display

        with TRANSACTION:
            self._pictured = self._state()
            update_display(self.bundle(), raw=True, display_id=output)
        self._follow(output)

    def leave(self, output: str) -> None:
        """Update an output no more."""
        if output in self._outputs:
            self._outputs.remove(output)

    def _follow(self, output: str) -> None:
        events = _events()
        if events is not None and not self._outputs:
            events.register("pre_run_cell", self._cell_begins)
            events.register("post_run_cell", self._cell_ends)
            # a click opens a board outside of cells
            self._in_cell = output == self._name
        if output not in self._outputs:
            self._outputs.append(output)

    def _cell_begins(self, *_: object) -> None:
        self._in_cell = True

    def _cell_ends(self, *_: object) -> None:
        self._in_cell = False
        self._write()

    def update(self) -> None:
        """Update the output soon, or at once without an event loop."""
        if not self._outputs or self._in_cell:
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
        """Update the output, unless it shows the position before an unfinished turn."""
        self._due = time.monotonic()
        if not self._outputs or self._in_cell:
            return
        from IPython.display import update_display

        with TRANSACTION:
            state = self._state()
            game = self._session.game
            if state == self._pictured:
                return
            if (
                self._pictured is not None
                and game.half is not None
                and self._pictured[0] == game.node.position
                and self._pictured[2] == game.marks
            ):
                return
            self._pictured = state
            for output in self._outputs:
                update_display(self.bundle(), raw=True, display_id=output)
            # after a reload the page does not update outputs itself: its board asks for the picture
            self._send({"type": "pictured", "rev": self._session.rev})

    def reply(self, intent: Json) -> Json:
        """The reply to a browser whose notebook has an older picture: with the new one if this browser may write it."""
        with TRANSACTION:
            answer = accepted(self._session, intent)
            now = time.monotonic()
            if intent.get("by") != self._writer and now < self._lease_end:
                return answer
            self._writer, self._lease_end = intent.get("by"), now + LEASE_S
            return {**answer, "bundle": self.bundle()}

    def close(self) -> None:
        """Update no more."""
        events = _events()
        if events is not None and self._outputs:
            events.unregister("pre_run_cell", self._cell_begins)
            events.unregister("post_run_cell", self._cell_ends)
        self._outputs = []


class Saved(Protocol):
    """What a widget keeps in a second output."""

    def display(self) -> None:
        """Show the output."""


def saved_in(widget: Any) -> list[Saved]:
    """What the boards in a container keep, in the order in which they are shown, also in containers within it."""
    saved: list[Saved] = []
    seen: set[int] = set()

    def look(at: Any) -> None:
        if id(at) in seen:
            return
        seen.add(id(at))
        own = getattr(at, "_saved_picture", None)
        if own is not None:
            saved.append(own)
            return
        for child in getattr(at, "children", ()):
            look(child)

    look(widget)
    return saved


def save_in_containers() -> None:
    """Have every container that a notebook displays show what its boards keep."""
    ipython = shell()
    if ipython is None:
        return
    formatter = ipython.display_formatter.ipython_display_formatter
    if ipywidgets.Box not in formatter.type_printers:
        formatter.for_type(ipywidgets.Box, _display_container)


def _display_container(box: Any) -> None:
    """Display a container, then what its boards keep."""
    saved = saved_in(box)
    own = getattr(box, "_ipython_display_", None)
    if own is not None:
        own()
    elif not saved or box.comm is None:
        # IPython goes on as without this function
        raise NotImplementedError
    else:
        from IPython.display import display

        data = dict(box._repr_mimebundle_() or {})
        # this output never changes, so its text names no position
        display({**data, "text/plain": f"{type(box).__name__}()"}, raw=True)
    for picture in saved:
        picture.display()


@contextmanager
def _outside_of_outputs() -> Iterator[None]:
    """Display in the cell itself: the content of an Output widget is not saved with the notebook."""
    capturing = [
        (widget, widget.msg_id)
        for widget in list(_instances.values())
        if isinstance(widget, ipywidgets.Output) and widget.msg_id
    ]
    for widget, _ in capturing:
        widget.msg_id = ""
    try:
        yield
    finally:
        for widget, message in capturing:
            widget.msg_id = message


def shell() -> Any:
    """The running IPython shell; None without one."""
    module = sys.modules.get("IPython")
    return None if module is None else module.get_ipython()


def report(error: BaseException) -> None:
    """Show a traceback in the notebook, else on standard error."""
    ipython = shell()
    if ipython is not None:
        ipython.showtraceback((type(error), error, error.__traceback__))
    else:
        traceback.print_exception(error)


def _events() -> Any:
    ipython = shell()
    return None if ipython is None else ipython.events
