"""The replies of levels from 4 to 10, which a search of the host finds while the tutor waits."""

from __future__ import annotations

from typing import Any, Callable, Generator, Optional

from ..goals.attempt import Attempt
from ..rules.position import Position
from ..rules.turn import Turn
from .replies import weaker_reply


class SearchedReplies:
    """Runs one generator at a time, which yields positions and gets the turns that the host has found in them."""

    def __init__(self) -> None:
        self.position: Optional[Position] = None
        """The position in which a reply is awaited; None if none is, or if it is not awaited any more."""
        self.failure = ""
        """Why the last search failed; "" if it did not."""
        self.search_unavailable = False
        """Whether no search runs here, so that level 3 replies."""

    def begin(self, steps: Generator[Position, Turn, Any], on_end: Callable[[Any], None]) -> None:
        """Run a generator up to its first position. `on_end` is called with what it returns."""
        self._steps, self._on_end = steps, on_end
        self.take(None)

    def take(self, turn: Optional[Turn]) -> None:
        """Go on with the turn that was awaited."""
        self.position = None
        try:
            self.position = self._steps.send(turn)  # type: ignore[arg-type]
        except StopIteration as end:
            self._on_end(end.value)

    def after(self, attempt: Attempt) -> Generator[Position, Turn, Attempt]:
        """The attempt with all replies to the learner's last turn."""
        while not attempt.is_learners_turn and attempt.position.winner is None:
            position = attempt.position
            attempt = attempt.add(weaker_reply(position) if self.search_unavailable else (yield position))
        return attempt
