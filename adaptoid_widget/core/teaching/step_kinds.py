"""The kinds of lesson steps: what the learner gives, how an answer is judged, and how the solution is told.

A kind is a class here. Lesson files, boards, worksheets and reports know it from `STEP_KINDS`.
"""

from __future__ import annotations

from typing import Dict, List, NamedTuple, Sequence, Tuple, Union

from ..goals.attempt import check_pattern
from ..i18n.catalog import Saying
from ..rules.errors import TextError
from ..rules.position import Position
from ..rules.scanner import cell_key
from .question import Question, wrong_discs, wrong_number

Given = Union[Sequence[str], int]
"""What a learner gives to answer a question: discs in the order of the clicks, or a number."""

TURN, CLICK, COUNT, READ = "turn", "click", "count", "read"
"""What a learner gives in a step, in the four forms that boards know: turns, discs, a number, or nothing."""

Judged = NamedTuple("Judged", [("text", str), ("parts", List[str]), ("faults", List[Saying])])
"""A judged answer: its text, the wrong parts that an author can foresee, and the faults; none if it is right."""

Clue = Tuple[Saying, Tuple[str, ...]]
"""A hint, and the discs that are marked with it."""


class StepBehavior:
    """A kind of step."""

    name = ""
    """Its name in results, and where it asks, in lesson files."""
    input = READ
    """What the learner gives."""
    method = ""
    """The method of `aw.Lesson` that answers."""
    asks = False
    """Whether it has a question."""
    purpose = ""
    """What such a step does, for messages about lesson files."""

    def read_answer(self, text: str) -> str:
        """The canonical text of a foreseen wrong answer. Raises TextError."""
        return check_pattern(text)


class TurnKind(StepBehavior):
    """The learner plays turns that reach the goal; the tutor judges them."""

    name = input = TURN
    method = "play"
    purpose = "has a goal"


class ReadKind(StepBehavior):
    """The learner reads, and may look at turns."""

    name = input = READ
    purpose = "reads only"


class QuestionKind(StepBehavior):
    """A step with a question about its position; the rules give the solution."""

    asks = True
    purpose = "asks"
    label = ""
    """What stands before the number of the solution in a report."""
    needs_discs = False
    """Whether only questions suit whose answer is discs."""

    def check_answer(self, answer: str, start: Position) -> None:
        """Raises an error for a foreseen answer that a position cannot have."""
        question = Question.from_text(answer).check(start.layout)
        if self.input == COUNT:
            question.number(start)

    def answer_of(self, pattern: str, start: Position) -> str:
        """The text of the answer that a foreseen one stands for: a number may be written as a question."""
        if pattern == "*" or self.input != COUNT:
            return pattern
        return str(Question.from_text(pattern).number(start))

    def discs(self, question: Question, start: Position) -> Tuple[str, ...]:
        """The discs that the question is about; none if it asks for another number."""
        return question.discs(start) if question.clicks else ()

    def solution(self, question: Question, start: Position) -> Tuple[str, ...]:
        """The discs or the number that answer the question."""
        raise NotImplementedError

    def judge(self, question: Question, start: Position, given: Given) -> Judged:
        """Judge an answer."""
        raise NotImplementedError

    def clues(self, question: Question, start: Position, named: Sequence[str]) -> List[Clue]:
        """The hints after those of the author, which name the discs `named`."""
        raise NotImplementedError

    def shown(self, question: Question, start: Position) -> Saying:
        """The sentence that tells the solution."""
        raise NotImplementedError


class ClickKind(QuestionKind):
    """The learner chooses discs, in any order."""

    name = input = CLICK
    method = "choose"
    label = "right discs:"
    needs_discs = True

    def read_answer(self, text: str) -> str:
        """A wrong disc."""
        question = Question.from_text(text)
        if question.name or len(question.cells) != 1:
            raise TextError(1, 1, text, "a wrong disc, or * for any")
        return str(question)

    def solution(self, question: Question, start: Position) -> Tuple[str, ...]:
        """The discs in the order of the board."""
        return self.discs(question, start)

    def judge(self, question: Question, start: Position, given: Given) -> Judged:
        """Compare the sets of discs."""
        chosen = () if isinstance(given, int) else given
        right = self.discs(question, start)
        cells = [cell for cell in start.layout.cells if cell in chosen]
        parts = [",".join(sorted(cells, key=cell_key))] + [cell for cell in cells if cell not in right]
        return Judged(",".join(cells), parts, wrong_discs(question, start, right, cells))

    def clues(self, question: Question, start: Position, named: Sequence[str]) -> List[Clue]:
        """How many discs, then one that is not named yet; nothing for a single one."""
        right = self.discs(question, start)
        how_many: Clue = ("lesson.hint.how-many", {"n": len(right)}), ()
        if len(right) < 2:
            return [] if right else [how_many]
        new = [cell for cell in right if cell not in named][:1]
        one: List[Clue] = [(("lesson.hint.one", {"n": len(right), "cell": cell}), (cell,)) for cell in new]
        return [how_many] + one

    def shown(self, question: Question, start: Position) -> Saying:
        """The discs, or that there are none."""
        cells = list(self.discs(question, start))
        return ("lesson.shown.cells", {"cells": cells}) if cells else ("lesson.shown.none", None)


class CountKind(QuestionKind):
    """The learner enters a number."""

    name = input = COUNT
    method = "count"
    label = "the number is"

    def read_answer(self, text: str) -> str:
        """A wrong number, or a question whose answer it is."""
        question = Question.from_text(text)
        if not question.name and question.clicks:
            raise TextError(1, 1, text, "a wrong number, a question such as limbs D5, or * for any")
        return str(question)

    def solution(self, question: Question, start: Position) -> Tuple[str, ...]:
        """The number."""
        return (str(question.number(start)),)

    def judge(self, question: Question, start: Position, given: Given) -> Judged:
        """Compare the numbers."""
        number = given if isinstance(given, int) else len(given)
        return Judged(str(number), [str(number)], wrong_number(question, question.number(start), number))

    def clues(self, question: Question, start: Position, named: Sequence[str]) -> List[Clue]:  # noqa: ARG002
        """The discs to count."""
        right = self.discs(question, start)
        return [(("lesson.hint.these", None), right)] if right else []

    def shown(self, question: Question, start: Position) -> Saying:
        """The number."""
        return "lesson.shown.number", {"n": question.number(start)}


_ALL: Tuple[StepBehavior, ...] = (TurnKind(), ClickKind(), CountKind(), ReadKind())

STEP_KINDS: Dict[str, StepBehavior] = {kind.name: kind for kind in _ALL}
"""All kinds by name."""


def asking_kinds() -> List[str]:
    """The names of the kinds that ask a question, sorted."""
    return sorted([name for name in STEP_KINDS if STEP_KINDS[name].asks])
