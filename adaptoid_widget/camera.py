"""The film of the game on a board, made for a front end that asks: on a thread, so that the board can be played on."""

from __future__ import annotations

import base64
import copy
from collections.abc import Callable
from typing import Any

from .core.session.protocol import bad
from .core.session.session import Session
from .threads import THREADS, later, thread

Json = dict[str, Any]
_THEMES = ("light", "dark")


class Camera:
    """Answers `{"kind": "film", "theme", "flipped"}`; the film itself comes later, as a message to all views."""

    def __init__(self, session: Session, send: Callable[[Json], None]) -> None:
        self._session = session
        self._send = send

    def film(self, intent: Json) -> None:
        """Begin to make it. Raises Refused for an intent that is none, GameError where no turn has been played."""
        from .picture import film

        theme, flipped = intent.get("theme"), intent.get("flipped")
        if theme not in _THEMES or not isinstance(flipped, bool):
            raise bad("theme is to be light or dark, flipped true or false")
        game = copy.deepcopy(self._session.game)
        language = self._session.wording.language
        moving = film(game, theme=theme, flipped=flipped, language=language)
        if THREADS:
            thread(self._make, moving, name="adaptoid-film").start()
        else:
            later(0, self._make, moving)

    def _make(self, moving: Any) -> None:
        """Make the file and send it, or say what was in the way."""
        told: Json
        try:
            told = {"data": base64.b64encode(moving.content(progress=False)).decode()}
        except (ImportError, ValueError, OSError, MemoryError) as error:
            told = {"error": str(error) or type(error).__name__}
        self._send({"type": "film", **told})
