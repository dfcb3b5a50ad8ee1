"""Renders the film of a game on a thread, so that people can go on playing."""

from __future__ import annotations

import base64
import threading
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic

from ..core.game.game import Game
from ..core.session.hooks import HandlerTable
from ..core.session.protocol import Json, bad
from ..core.session.session import Session
from ..picture.films import copy_for_film, film_of
from ..threads import run

_THEMES = ("light", "dark")
# seconds between two messages about the progress
_PROGRESS_S = 0.1


class FilmMaker:
    """Handles the intent `{"kind": "film", "theme", "flipped"}`. A later message to all views has the film.

    It makes one film at a time. Another request cancels it, and so does closing the board.
    """

    def __init__(self, session: Session, send: Callable[[Json], None]) -> None:
        self._session = session
        self._send = send
        # guards the next three; never held while something is sent
        self._lock = threading.Lock()
        self._next: _FilmRequest | None = None
        self._current: _FilmRequest | None = None
        self._closed = False
        self._hooks = HandlerTable({"film": self.film}, reading=("film",), any_time=("film",))
        session.add_hooks(self._hooks)

    def film(self, intent: Json) -> None:
        """Start a film. Raises Refused for a malformed intent, GameError for no turns or too many."""
        theme, flipped = intent.get("theme"), intent.get("flipped")
        if theme not in _THEMES or not isinstance(flipped, bool):
            raise bad("theme must be light or dark, and flipped true or false")
        game = copy_for_film(self._session.game)
        look = {"theme": theme, "flipped": flipped, "language": self._session.wording.language}
        request = _FilmRequest(intent.get("id"), game, look)
        with self._lock:
            replaced, self._next = self._next, request
            current = self._current
            if current is None:
                self._current = request
            else:
                current.stopped = True
        if replaced is not None:
            self._reply(replaced, {"cancelled": True})
        if current is None:
            try:
                run(self._films(), "adaptoid-film")
            except Exception:
                with self._lock:
                    self._next = self._current = None
                raise

    def close(self) -> None:
        """Cancel the film; nothing more is sent."""
        self._session.remove_hooks(self._hooks)
        with self._lock:
            self._closed = True
            self._next = None
            if self._current is not None:
                self._current.stopped = True

    def _films(self) -> Iterator[None]:
        """Make films until no request is waiting; yields after each picture."""
        while True:
            with self._lock:
                request = self._current = self._next
                self._next = None
            if request is None:
                return
            answer: Json = {"cancelled": True}
            try:
                parts: list[bytes] = []
                for part in self._parts(request):
                    yield
                    if request.stopped:
                        break
                    parts.append(part)
                else:
                    answer = {"data": base64.b64encode(b"".join(parts)).decode()}
            except (ImportError, ValueError, OSError, MemoryError) as error:
                answer = {"error": str(error) or type(error).__name__}
            except Exception as error:  # noqa: BLE001  every request gets an answer
                traceback.print_exc()
                answer = {"error": f"{type(error).__name__}: {error}"}
            self._reply(request, answer)

    def _parts(self, request: _FilmRequest) -> Iterator[bytes]:
        """The file, picture by picture; sends the progress."""
        film = film_of(request.game, **request.look)
        last_sent = monotonic()
        for number, part in enumerate(film.chunks(), 1):
            now = monotonic()
            if now - last_sent >= _PROGRESS_S and not request.stopped:
                last_sent = now
                self._reply(request, {"progress": number / len(film.pictures)})
            yield part

    def _reply(self, request: _FilmRequest, answer: Json) -> None:
        if self._closed:
            return
        try:
            self._send({"type": "film", "id": request.id, **answer})
        except Exception:  # noqa: BLE001  the next film is not affected
            traceback.print_exc()


@dataclass(eq=False)
class _FilmRequest:
    """A request for a film."""

    id: object
    """The id of the intent."""
    game: Game
    look: Json
    stopped: bool = False
    """Whether it was cancelled."""
