"""Why a goal is not met: the first condition that fails, as a code and what fills its sentence."""

from __future__ import annotations

from .conditions import Case, holds
from .deed import Deed
from .errors import Slots
from .goal_text import Condition, Node, condition_text
from .wording import Saying


def unmet(node: Node, case: Case, deed: Deed) -> Saying:
    """What to say of a goal, or a part of one, that is not met."""
    if node.condition is not None:
        return _said(node.condition, case, deed)
    if node.kind == "not":
        return _but(node.parts[0], case, deed)
    for part in node.parts:
        if not holds(part, case, deed):
            return unmet(part, case, deed)
    raise AssertionError("a goal that is met was asked why it is not")


def _but(node: Node, case: Case, deed: Deed) -> Saying:
    """What to say of a part that is met and must not be."""
    if node.condition is not None:
        return "lesson.but." + node.condition.name, _slots(node.condition, case, deed)
    for part in node.parts:
        if holds(part, case, deed):
            return _but(part, case, deed)
    # all of its parts fail, and under a not that can only be one of their nots
    return unmet(node.parts[0].parts[0], case, deed)


def _slots(condition: Condition, case: Case, deed: Deed) -> Slots:
    return {"what": condition_text(condition)}


def _said(condition: Condition, case: Case, deed: Deed) -> Saying:
    return "lesson.not." + condition.name, {"what": condition_text(condition)}
