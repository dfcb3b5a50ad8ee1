"""The results of a lesson: what a learner did in each step. `scoring` has the rules."""

from __future__ import annotations

from typing import Any, Dict, List, NamedTuple, Sequence, Tuple, Union

from ..game.headers import check_name, clean_name
from ..host.host import PublicNames, public_names, type_name
from ..rules.errors import GameError, plain_value, whole_number
from ..rules.scanner import control_at

VERSION = 1
POINTS = 4
"""The points for a step that is not only read."""
HOW = ("", "solved", "helped", "missed", "skipped")
"""The states of a step: open, solved alone, solved with help, missed, skipped."""
SOLVED_STATES = ("solved", "helped")
"""The states of a step whose answer the learner found before it was shown."""
MAX_NUMBER = 10**9
MAX_RESULT_STEPS = 400
MAX_TRIED = 1000
MAX_RESULT_TEXT = 200
MAX_LEARNER_NAME = 100

FIELDS = ("name", "solved", "tries", "hints", "seconds", "turns", "score", "most", "how")


def order(how: str, score: int, tries: int, hints: int) -> Tuple[bool, int, int, int, int]:
    """The order of results of the same step, of a learner's tabs and of a class: a better or later one is greater."""
    return how != "", -HOW.index(how), score, tries, hints


class StepResult(
    NamedTuple(
        "_StepResult",
        [
            ("name", str),
            ("solved", bool),
            ("tries", int),
            ("hints", int),
            ("seconds", float),
            ("turns", Tuple[str, ...]),
            ("score", int),
            ("most", int),
            ("how", str),
        ],
    )
):
    """The result of the step `name`: whether the learner solved it, and the numbers of tries, hints and seconds.

    `turns` are the turns (discs, numbers) tried in their order; `score` of `most` points; `how` is one of `HOW`.
    """

    __slots__ = ()
    __dir__ = public_names

    @staticmethod
    def new(name: str, max_score: int = POINTS) -> StepResult:
        """The result of a step before it begins.

        >>> StepResult.new("a-fork").how
        ''
        """
        return StepResult(name, False, 0, 0, 0.0, (), 0, max_score, "")

    @property
    def progress(self) -> Tuple[bool, int, int, int, int]:
        """How far the learner came: a later state of the step compares greater.

        >>> first = StepResult.new("a-fork")
        >>> first.progress < first._replace(tries=1).progress < first._replace(how="missed").progress
        True
        """
        return order(self.how, self.score, self.tries, self.hints)

    @property
    def worth(self) -> int:
        """The points of a right answer now: each hint and each wrong answer costs one.

        >>> first = StepResult.new("a-fork")
        >>> first.worth, first._replace(hints=1).worth, first._replace(how="missed").worth
        (4, 3, 1)
        """
        return 1 if self.how == "missed" else max(1, self.most - self.hints - self.tries)

    def pack(self) -> Dict[str, Any]:
        """JSON-able data."""
        data = {field: getattr(self, field) for field in FIELDS}
        data["turns"] = list(self.turns)
        return data

    @staticmethod
    def unpack(data: Any) -> StepResult:
        """The result of data from `pack`. Raises GameError."""
        if not isinstance(data, dict):
            raise GameError("the result of a step is a dict, not %s" % type_name(data))
        turns = data.get("turns")
        if not isinstance(turns, list) or len(turns) > MAX_TRIED:
            raise GameError("the turns tried are a list of at most %d texts" % MAX_TRIED)
        solved = data.get("solved")
        how = data.get("how")
        if not isinstance(solved, bool) or how not in HOW:
            raise GameError("a step is solved or not, and in one of these ways: %s" % ", ".join(HOW[1:]))
        tries, hints, score, most = [
            whole_number(data.get(key), key, 0, MAX_NUMBER) for key in ("tries", "hints", "score", "most")
        ]
        if score > most:
            raise GameError("a step has at most %d points, not %d" % (most, score))
        checked = tuple([_checked(turn, "a turn that was tried") for turn in turns])
        name = _text(data, "name")
        return StepResult(name, solved, tries, hints, _seconds(data), checked, score, most, how)


class Result(PublicNames):
    """The results of a learner in the `lesson` of that name. `result["name"]` or `result[0]` is the result of a step.

    >>> result = Result("the-fork", "Ann", [StepResult("look", True, 1, 0, 12.5, ("D5",), 4, 4, "solved")])
    >>> result.score, result.most, result.solved, result["look"].seconds
    (4, 4, True, 12.5)
    >>> result
    the-fork (Ann): 4 of 4 points
      step  how     tries  hints  seconds  points
      look  solved      1      0       12     4/4
    """

    __slots__ = ("learner", "lesson", "step", "steps")

    def __init__(self, lesson: str, learner: str, steps: Sequence[StepResult], step: int = 0) -> None:
        self.lesson = lesson
        self.learner = learner
        """The learner's name; "" if unknown."""
        self.steps: Tuple[StepResult, ...] = tuple(steps)
        self.step = step
        """The number of the current step, from 0; the number of steps after the last one."""

    @property
    def score(self) -> int:
        """The points of all steps."""
        return sum([step.score for step in self.steps])

    @property
    def most(self) -> int:
        """The greatest possible number of points."""
        return sum([step.most for step in self.steps])

    @property
    def is_made(self) -> bool:
        """Whether the learner found the answers of at least half of the steps that ask something."""
        asking = [step for step in self.steps if step.most]
        return 2 * len([step for step in asking if step.solved]) >= len(asking)

    @property
    def solved(self) -> bool:
        """Whether every step was solved, with help or without."""
        return all(step.solved for step in self.steps)

    def __getitem__(self, which: Union[str, int]) -> StepResult:
        """A step by its name or its number. Raises KeyError or IndexError."""
        which = plain_value(which)
        if isinstance(which, int):
            return self.steps[which]
        names = [step.name for step in self.steps]
        if which in names:
            return self.steps[names.index(which)]
        raise KeyError("lesson %s has no step %r; its steps are %s" % (self.lesson, which, ", ".join(names)))

    def __len__(self) -> int:
        return len(self.steps)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Result) and self.pack() == other.pack()

    def __hash__(self) -> int:
        return hash((self.lesson, self.learner, self.steps, self.step))

    def __repr__(self) -> str:
        learner = " (%s)" % self.learner if self.learner else ""
        rows: List[Tuple[object, ...]] = [("step", "how", "tries", "hints", "seconds", "points")]
        for step in self.steps:
            points = "%d/%d" % (step.score, step.most)
            rows.append((step.name, step.how or "-", step.tries, step.hints, int(step.seconds), points))
        widths = [max([len(str(row[at])) for row in rows]) for at in range(6)]
        form = "\n  %%-%ds  %%-%ds  %%%ds  %%%ds  %%%ds  %%%ds" % tuple(widths)
        title = "%s%s: %d of %d points" % (self.lesson, learner, self.score, self.most)
        return title + "".join([form % row for row in rows])

    def pack(self) -> Dict[str, Any]:
        """JSON-able data."""
        return {
            "v": VERSION,
            "lesson": self.lesson,
            "learner": self.learner,
            "step": self.step,
            "steps": [step.pack() for step in self.steps],
        }

    @staticmethod
    def unpack(data: Any) -> Result:
        """The results of data from `pack`. Raises GameError for invalid data and for a later version."""
        if not isinstance(data, dict) or data.get("v") != VERSION:
            raise GameError(
                "these are not results of a lesson, or they are from a later version of adaptoid-widget"
            )
        steps = data.get("steps")
        if not isinstance(steps, list) or len(steps) > MAX_RESULT_STEPS:
            raise GameError("the results of a lesson's steps are a list of at most %d" % MAX_RESULT_STEPS)
        step = whole_number(data.get("step"), "step", 0, len(steps))
        # an older version stored names as they were typed
        learner = clean_name(_text(data, "learner"), MAX_RESULT_TEXT)
        return Result(_text(data, "lesson"), learner, [StepResult.unpack(each) for each in steps], step)


def check_learner(name: object) -> str:
    """The name of a learner as it is stored; "" for none. Raises GameError for an invalid name.

    >>> check_learner(" Ann ")
    'Ann'
    """
    if not isinstance(name, str) or len(name) > MAX_LEARNER_NAME or control_at(name) >= 0:
        raise GameError("a learner's name is a text of at most %d characters in one line" % MAX_LEARNER_NAME)
    check_name(name)
    return name.strip()


def _text(data: Dict[str, Any], key: str) -> str:
    return _checked(data.get(key), "the %s of a result" % key)


def _checked(value: Any, label: str) -> str:
    if not isinstance(value, str) or len(value) > MAX_RESULT_TEXT or control_at(value) >= 0:
        raise GameError("%s is a text of one line with at most %d characters" % (label, MAX_RESULT_TEXT))
    return value


def _seconds(data: Dict[str, Any]) -> float:
    value = data.get("seconds")
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= MAX_NUMBER:
        raise GameError("the seconds that a step took are a number, 0 or more")
    return value
