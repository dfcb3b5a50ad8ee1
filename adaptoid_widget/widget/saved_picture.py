"""A second output of a board that stays when the kernel is gone: its content, with the last position as a picture."""

from __future__ import annotations

import asyncio
import json
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from types import FrameType
from typing import Any, Protocol
from weakref import WeakSet

import ipywidgets
from ipywidgets.widgets.widget import _instances

from ..core.game.marks import Marks
from ..core.rules.position import Position
from ..core.session.dispatcher import accepted
from ..core.session.session import Session
from ..core.wire.intent_fields import Json
from ..core.wire.snapshot import last_part
from ..export.output_content import MAX_RECORD_CHARACTERS, MIME, TITLES
from ..picture import Picture
from .transactions import TRANSACTION

# what the output depends on: the position, the status, which a resignation changes, the marks, whether it may mark
# starving adaptoids, which would answer a question of a lesson, and the content
PictureState = tuple[Position | None, str, Marks, bool, Json]

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

    def __init__(self, session: Session, send: Callable[[Json], None], content: Callable[[], Json]) -> None:
        """`content` returns what the board shows, as `export.output_content` writes it."""
        self._session = session
        self._send = send
        self._content = content
        self._pictured: PictureState | None = None
        # the outputs that show the picture
        self._outputs: list[str] = []
        self.missing = True
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
        return session.position, session.caption(), game.marks, session.aids == "full", self._content()

    def bundle(self) -> dict[str, Any]:
        """The last position as HTML and as text, and the content from which a page can be made."""
        position, sentence, marks, starving, content = self._state()
        game, wording = self._session.game, self._session.wording
        text, html = sentence, f"<p>{escape(sentence)}</p>"
        if position is not None:
            picture = Picture(
                position, last_part(game), marks, starving=starving, status=sentence, wording=wording
            )
            text, html = picture.text, picture.html
            if game.result is None and content["kind"] == "game":
                html += "<p>" + escape(wording.say("saved.go-on")) + "</p>"
        # the live board finds its picture by the class, and whether it is up to date by the rev
        marker = f'class="{self._name}" data-rev="{self._session.rev}" lang="{wording.language}"'
        # ASCII, since a server may name another encoding for an exported notebook
        html = html.encode("ascii", "xmlcharrefreplace").decode()
        return with_content({"text/html": f"<div {marker}>{html}</div>", "text/plain": text}, content)

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
        self._begin()
        if output not in self._outputs:
            self._outputs.append(output)

    def _begin(self) -> None:
        """Follow the board from the picture that the notebook gets now."""
        self.missing = False
        _NOTEBOOK.pictures.add(self)

    def update(self) -> None:
        """Update the output soon, or at once without an event loop."""
        if self not in _NOTEBOOK.pictures or _NOTEBOOK.in_cell:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self.write()
            return
        now = time.monotonic()
        if self._due <= now:
            self._due = max(now + PAINT_S, self._due + REST_S)
            loop.call_later(self._due - now, self.write)

    def write(self) -> None:
        """Update the output, unless it shows the position before an unfinished turn."""
        self._due = time.monotonic()
        if self in _NOTEBOOK.pictures and not _NOTEBOOK.in_cell:
            self._write()

    def _write(self) -> None:
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
            # A page updates no outputs that it or an earlier page has made: its board asks for the picture.
            self._send({"type": "pictured", "rev": self._session.rev})

    def reply(self, intent: Json) -> Json:
        """The reply to a browser whose notebook has an older picture: with the new one if this browser may write it."""
        with TRANSACTION:
            answer = accepted(self._session, intent)
            now = time.monotonic()
            if intent.get("by") != self._writer and now < self._lease_end:
                return answer
            self._writer, self._lease_end = intent.get("by"), now + LEASE_S
            if self.missing:
                self._pictured = self._state()
                self._begin()
            return {**answer, "bundle": self.bundle()}

    def close(self) -> None:
        """Show the last position, also while a cell runs, and update no more."""
        if self in _NOTEBOOK.pictures:
            self._write()
        self._outputs = []
        self.missing = False
        _NOTEBOOK.pictures.discard(self)


def with_content(bundle: dict[str, str], content: Json) -> dict[str, Any]:
    """A bundle of an output with its content; without it if that is too large to be read again."""
    is_small = len(json.dumps(content)) <= MAX_RECORD_CHARACTERS
    return {**bundle, MIME: content} if is_small else dict(bundle)


class Saved(Protocol):
    """What a widget keeps in a second output."""

    missing: bool
    """Whether the notebook has no such output yet, although the widget is open."""

    def display(self) -> None:
        """Show the output."""


def saved_in(widget: Any) -> list[Saved]:
    """What the boards in a container keep, in the order in which they are shown, also in containers within it."""
    return [saved for saved, _ in titled_in(widget)]


def titled_in(widget: Any) -> list[tuple[Saved, str]]:
    """The same, each with the titles of the tabs and parts of an accordion that it is in."""
    found: list[tuple[Saved, str]] = []
    seen: set[int] = set()

    def look(at: Any, title: str) -> None:
        if id(at) in seen:
            return
        seen.add(id(at))
        own = getattr(at, "_saved_picture", None)
        if own is not None:
            found.append((own, title))
            return
        titles = getattr(at, "titles", ())
        for number, child in enumerate(getattr(at, "children", ())):
            own_title = titles[number] if number < len(titles) else ""
            look(child, " · ".join(filter(None, (title, own_title))))

    look(widget, "")
    return found


class _Notebook:
    """What all boards know of the notebook: whether a cell runs, and which containers it has displayed."""

    def __init__(self) -> None:
        self._shell: Any = None
        self.in_cell = False
        self.pictures: WeakSet[SavedPicture] = WeakSet()
        self._containers: WeakSet[ipywidgets.Box] = WeakSet()

    def connect(self) -> None:
        """Follow the cells, and have every container that is displayed show what its boards keep."""
        ipython = shell()
        if ipython is None or ipython is self._shell:
            return
        self._shell = ipython
        ipython.display_formatter.ipython_display_formatter.for_type(ipywidgets.Box, self._display_container)
        ipython.events.register("pre_run_cell", self._cell_begins)
        ipython.events.register("post_run_cell", self._cell_ends)
        # the first board is made in a cell, or by a click
        parent = ipython.get_parent() if hasattr(ipython, "get_parent") else {}
        kind = parent.get("header", {}).get("msg_type", "execute_request")
        self.in_cell = kind == "execute_request" and not parent.get("content", {}).get("silent")

    def _cell_begins(self, *_: object) -> None:
        self.in_cell = True

    def _cell_ends(self, *_: object) -> None:
        # boards that have joined a container after it was displayed
        for box in list(self._containers):
            for saved in saved_in(box):
                if saved.missing:
                    saved.display()
        self.in_cell = False
        for picture in list(self.pictures):
            picture.write()

    def _display_container(self, box: Any) -> None:
        """Display a container, then what its boards keep."""
        self._containers.add(box)
        saved = saved_in(box)
        own = getattr(box, "_ipython_display_", None)
        if is_appended():
            for picture in saved:
                picture.display()
            raise NotImplementedError
        if own is not None:
            own()
        elif not saved or box.comm is None:
            # IPython goes on as without this function
            raise NotImplementedError
        else:
            from IPython.display import display

            data = dict(box._repr_mimebundle_() or {})
            # this output never changes, so its text names no position
            titles = {TITLES: [title for _, title in titled_in(box)]}
            display({**data, "text/plain": f"{type(box).__name__}()"}, raw=True, metadata=titles)
        for picture in saved:
            picture.display()


_NOTEBOOK = _Notebook()


def follow_notebook() -> None:
    """Follow the notebook in which boards are made from now on."""
    _NOTEBOOK.connect()


def is_appended() -> bool:
    """Whether `Output.append_display_data` asks for the display. It needs the data, not an output of the cell."""
    frame: FrameType | None = sys._getframe()
    while frame is not None:
        if frame.f_code is ipywidgets.Output.append_display_data.__code__:
            return True
        frame = frame.f_back
    return False


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
    """The running IPython shell; None without one, or with one that can only display, as in Solara."""
    module = sys.modules.get("IPython")
    ipython = None if module is None else module.get_ipython()
    return ipython if module is not None and isinstance(ipython, module.InteractiveShell) else None


def report(error: BaseException) -> None:
    """Show a traceback in the notebook, else on standard error."""
    ipython = shell()
    if ipython is not None:
        ipython.showtraceback((type(error), error, error.__traceback__))
    else:
        traceback.print_exception(error)
