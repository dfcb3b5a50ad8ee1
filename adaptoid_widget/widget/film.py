"""The film of the game on a board, made for a front end that asks: on a thread, so that the board can be played on."""

from __future__ import annotations

import base64
import threading
import traceback
from collections.abc import Callable, Iterator
from time import monotonic
from typing import TYPE_CHECKING

from ..core.session.hooks import HandlerTable
from ..core.session.protocol import Json, bad
from ..core.session.session import Session
from ..threads import THREADS, later, thread

if TYPE_CHECKING:
    from ..picture.moving import Shots

_THEMES = ("light", "dark")
# seconds between two messages about how far a film has come
_PROGRESS = 0.1


class Camera:
    """Answers `{"kind": "film", "theme", "flipped"}`; the film itself comes later, as a message to all views.

    One film is made at a time: the next one that is asked for cancels it, and so does closing the board.
    """

    def __init__(self, session: Session, send: Callable[[Json], None]) -> None:
        self._session = session
        self._send = send
        # guards what follows; held for a moment only, and never while something is sent
        self._lock = threading.Lock()
        self._waiting: _Wish | None = None
        self._under_way: _Wish | None = None
        self._closed = False
        self._hooks = HandlerTable({"film": self.film})
        session.add_hooks(self._hooks)

    def film(self, intent: Json) -> None:
        """Begin to make it. Raises Refused for an intent that is none, GameError for no turns or too many."""
        from ..picture.moving import shots_of

        theme, flipped = intent.get("theme"), intent.get("flipped")
        if theme not in _THEMES or not isinstance(flipped, bool):
            raise bad("theme is to be light or dark, flipped true or false")
        # no copy of the game: the lock on it is held
        shots = shots_of(self._session.game)
        look = {"theme": theme, "flipped": flipped, "language": self._session.wording.language}
        wish = _Wish(intent.get("id"), shots, look)
        with self._lock:
            before, self._waiting = self._waiting, wish
            under_way = self._under_way
            if under_way is None:
                self._under_way = wish
            else:
                under_way.stopped = True
        if before is not None:
            self._tell(before, {"cancelled": True})
        if under_way is None:
            self._start()

    def close(self) -> None:
        """Stop what is being made; nothing is sent any more."""
        self._session.remove_hooks(self._hooks)
        with self._lock:
            self._closed = True
            self._waiting = None
            if self._under_way is not None:
                self._under_way.stopped = True

    def _start(self) -> None:
        try:
            if THREADS:
                thread(self._work, name="adaptoid-film").start()
            else:
                later(0, self._step, self._making())
        except Exception:
            with self._lock:
                self._waiting = self._under_way = None
            raise

    def _work(self) -> None:
        for _ in self._making():
            pass

    def _step(self, making: Iterator[None]) -> None:
        """Without threads a picture is made whenever nothing else is to be done."""
        if next(making, self) is None:
            later(0, self._step, making)

    def _making(self) -> Iterator[None]:
        """Make films as long as one is waited for; a pause after each picture."""
        while True:
            with self._lock:
                wish = self._under_way = self._waiting
                self._waiting = None
            if wish is None:
                return
            told: Json = {"cancelled": True}
            try:
                parts: list[bytes] = []
                for part in self._parts(wish):
                    yield
                    if wish.stopped:
                        break
                    parts.append(part)
                else:
                    told = {"data": base64.b64encode(b"".join(parts)).decode()}
            except (ImportError, ValueError, OSError, MemoryError) as error:
                told = {"error": str(error) or type(error).__name__}
            except Exception as error:  # noqa: BLE001  whoever asked is answered whatever happens
                traceback.print_exc()
                told = {"error": f"{type(error).__name__}: {error}"}
            self._tell(wish, told)

    def _parts(self, wish: _Wish) -> Iterator[bytes]:
        """The file, picture by picture; how far it has come is told."""
        from ..picture.moving import film_of

        moving = film_of(wish.shots, **wish.look)
        said = monotonic()
        for number, part in enumerate(moving.chunks(), 1):
            now = monotonic()
            if now - said >= _PROGRESS and not wish.stopped:
                said = now
                self._tell(wish, {"progress": number / len(moving.pictures)})
            yield part

    def _tell(self, wish: _Wish, told: Json) -> None:
        if self._closed:
            return
        try:
            self._send({"type": "film", "id": wish.id, **told})
        except Exception:  # noqa: BLE001  the next film is made all the same
            traceback.print_exc()


class _Wish:
    """A film that was asked for."""

    def __init__(self, asked: object, shots: Shots, look: Json) -> None:
        self.id = asked
        """Which intent asked."""
        self.shots = shots
        self.look = look
        self.stopped = False
        """Whether nobody waits for it any more."""
