"""The order of the steps of a lesson."""

from __future__ import annotations

from typing import TYPE_CHECKING, List, Optional

if TYPE_CHECKING:
    from .scoring import ScoreKeeper


class StepOrder:
    """Chooses the next step of a lesson: the next open one, or the next of those that are repeated."""

    def __init__(self, scores: ScoreKeeper) -> None:
        self._scores = scores
        self.queue: Optional[List[int]] = None
        """The steps to repeat that are still to come; None if none are repeated."""

    def to_practise(self) -> List[int]:
        """The steps that were not solved at once without help, the worst first."""
        scores = self._scores
        numbers = [at for at, step in enumerate(scores.lesson.steps) if step.kind != "read"]
        worst_first = ("missed", "skipped", "helped")
        return [at for how in worst_first for at in numbers if scores.steps[at].how == how]

    def next(self) -> Optional[int]:
        """Take the next step to repeat, else the next open step, else the first open step; None without one."""
        if self.queue is not None:
            return self.queue.pop(0) if self.queue else None
        open_steps = self._scores.open_steps
        later = [at for at in open_steps if at > self._scores.at]
        return (later + open_steps)[0] if open_steps else None
