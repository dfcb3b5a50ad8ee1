"""Lessons for the tests of the tutor, and a driver that goes through them."""

from __future__ import annotations

from typing import Any

import adaptoid_widget as aw
from adaptoid_widget.core.goals.goal import Goal
from adaptoid_widget.core.session.dispatcher import handle
from adaptoid_widget.core.session.session import Session
from adaptoid_widget.core.teaching.lesson import LessonContent, LessonStep, make_lesson, make_step
from adaptoid_widget.core.teaching.presenter import LessonPresenter
from adaptoid_widget.core.teaching.results import Result
from adaptoid_widget.core.teaching.rich_text import LocalizedText, plain, prose
from adaptoid_widget.core.teaching.tutor import Tutor
from adaptoid_widget.core.wire.intent_fields import Json

STARVE = "adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6"
START = "adaptoid w 0,0 W:D2 B:D6"
FEEDING = "adaptoid w 0,0 W:B4,C1,C3,C5,E3 B:B5,D4LLLPP,D5,E7,F7LLPP"
ADAPT3 = "adapt3 w 0,0,0 W:D2LP B:B4,D4 R:F6"


def localized(text: str) -> LocalizedText:
    """Return a text in English and German."""
    return {"en": prose(text), "de": prose("[de] " + text)}


def step(name: str, position: str, goal: str = "", **fields: Any) -> LessonStep:
    values: dict[str, Any] = {"text": localized("Do " + name + "."), **fields}
    return make_step(name, position=position, goal=Goal.from_text(goal) if goal else None, **values)


def lesson(*steps: LessonStep, order: str = "free") -> LessonContent:
    return make_lesson("tried", {"en": "Tried", "de": "Versucht"}, steps, localized("About it."), order)


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class LessonDriver:
    """Sends intents to a session with a tutor. Each intent that succeeds raises the revision by one."""

    def __init__(
        self,
        *steps: LessonStep,
        order: str = "free",
        results: Result | None = None,
        **options: Any,
    ) -> None:
        self.session = Session(aw.Game(), **options)
        self.clock = Clock()
        content = lesson(*steps, order=order)
        self.tutor = Tutor(content, self.session, results, self.clock)
        self.presenter = LessonPresenter(self.tutor)

    def ask(self, kind: str, **fields: Any) -> Json:
        rev = self.session.rev
        reply = handle(self.session, {"id": 1, "rev": rev, "kind": kind, **fields})
        assert self.session.rev == (rev + 1 if reply["ok"] else rev)
        return reply

    def do(self, control: str, **fields: Any) -> Json:
        """Use a control of the lesson, which must succeed."""
        reply = self.ask("lesson", what=control, **fields)
        assert reply["ok"], reply
        return self.part

    def refused(self, kind: str, **fields: Any) -> str:
        reply = self.ask(kind, **fields)
        assert not reply["ok"]
        return str(reply["code"])

    def play(self, turn: str) -> Json:
        """Play a turn by the intents that clicks send."""
        parsed = aw.Turn.from_text(turn)
        if parsed.origin is not None:
            assert self.ask("move", **{"from": parsed.origin, "to": parsed.target})["ok"]
        if parsed.growth is not None:
            reply = self.ask("grow", at=parsed.at, what=parsed.growth)
            assert reply["ok"], reply
        return self.part

    @property
    def part(self) -> Json:
        part: Any = self.session.snapshot()["lesson"]
        assert isinstance(part, dict)
        return part

    @property
    def phase(self) -> str:
        return str(self.part["phase"])

    @property
    def feedback(self) -> str:
        return plain(self.part["said"])

    @property
    def step_result(self) -> Any:
        """The result of the current step."""
        return self.tutor.result.steps[self.tutor.at]
