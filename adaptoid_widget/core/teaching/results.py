"""The results of a lesson: what a learner did in each step. `scoring` has the rules."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, NamedTuple, Sequence, Tuple, Union

from ..game.headers import clean_name
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
MAX_HINTS = 1000
MAX_RESULT_TEXT = 200
MAX_LEARNER_NAME = 100
# what one file can hold: the results of a site with all its lessons
MAX_RESULTS = 200
MAX_FILE_STEPS = 4000

FIELDS = ("name", "solved", "tries", "hints", "seconds", "turns", "score", "most", "how")


def order(how: str, score: int, tries: int, hints: int) -> Tuple[bool, int, int, int, int]:
    """The order of results of the same step, of a learner's tabs and of a class: a better or later one is greater."""
    return how != "", -HOW.index(how), score, tries, hints


StepFields = NamedTuple(
    "StepFields",
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
"""What a `StepResult` holds. MicroPython makes it in a quarter of the time, which matters for a class."""


class StepResult(StepFields):
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
        """The points of a right answer now.

        >>> first = StepResult.new("a-fork")
        >>> first.worth, first._replace(hints=1).worth, first._replace(how="missed").worth
        (4, 3, 1)
        """
        return 1 if self.how == "missed" else self._points(self.hints, self.tries)

    @property
    def price_of_hint(self) -> int:
        """The points that a right answer loses by one more hint now.

        >>> first = StepResult.new("a-fork")
        >>> (
        ...     first.price_of_hint,
        ...     first._replace(hints=3).price_of_hint,
        ...     first._replace(how="missed").price_of_hint,
        ... )
        (1, 0, 0)
        """
        is_lost = self.how == "missed" or self.solved
        return 0 if is_lost else self.worth - self._points(self.hints + 1, self.tries)

    @property
    def was_shown(self) -> bool:
        """Whether the solution was shown before the right answer, which earned less than hints and tries tell.

        >>> right = StepResult("a-fork", True, 2, 1, 0.0, (), 2, 4, "helped")
        >>> right.was_shown, right._replace(score=1).was_shown
        (False, True)
        """
        return self.solved and self.score < self._points(self.hints, self.tries - 1)

    def _points(self, hints: int, wrong: int) -> int:
        """The points of a right answer after hints and wrong answers: each costs one, but one point remains."""
        return max(1, self.most - hints - wrong)

    def pack(self) -> Dict[str, Any]:
        """JSON-able data."""
        data = {field: getattr(self, field) for field in FIELDS}
        data["turns"] = list(self.turns)
        return data

    @staticmethod
    def unpack(data: Any) -> StepResult:
        """The result of data from `pack`. Raises GameError."""
        result: StepResult = read_steps([data])[0]
        return result


def read_steps(data: Any, make: Callable[..., Any] = StepResult) -> List[Any]:
    """The results of steps in a list of data from `StepResult.pack`. Raises GameError.

    `make` gets the fields of each.
    """
    if not isinstance(data, list):
        raise GameError(_NO_LIST)
    for step in data:
        if not isinstance(step, dict):
            raise GameError("the result of a step is a dict, not %s" % type_name(step))
    try:
        columns = [[step[field] for step in data] for field in FIELDS]
    except KeyError as error:
        raise GameError("the result of a step has no %r" % error.args[0])
    return steps_in_columns(columns, make)


def steps_in_columns(columns: List[Any], make: Callable[..., Any]) -> List[Any]:
    """The results of steps in a list for each of the `FIELDS`, all of the same length. Raises GameError.

    All steps are checked together, and one by one only if something is wrong; a class has very many.
    """
    if len(columns[0]) > MAX_RESULT_STEPS:
        raise GameError(_NO_LIST)
    try:
        good = _are_good(columns)
    except (TypeError, OverflowError):  # the latter: a whole number too large for a float
        good = False
    if not good:
        return [make(*_checked_step(*[column[at] for column in columns])) for at in range(len(columns[0]))]
    names, solved, tries, hints, seconds, turns, score, most, how = columns
    return list(map(make, names, solved, tries, hints, seconds, map(tuple, turns), score, most, how))


def _are_good(columns: List[Any]) -> bool:
    """Whether the fields of some steps are as `_checked_step` wants them. Says no to many tries or long times."""
    names, solved, tries, hints, seconds, turns, score, most, how = columns
    numbers = tries + hints + score + most
    # reading single items would take most of the time in MicroPython
    if not (
        names
        and set(map(type, numbers)) == _INT
        and set(map(type, seconds)) <= _NUMBERS
        and set(map(type, solved)) == _BOOL
        and set(map(type, turns)) == _LIST
        and set(how) <= _HOW
        and min(numbers) >= 0
        and min(seconds) >= 0
        and sum(hints) <= MAX_HINTS
        # what is not a number is not small either
        and sum(numbers) + sum(seconds) <= MAX_NUMBER
        and not [1 for points, maximum in zip(score, most) if points > maximum]
    ):
        return False
    texts = names[:]
    for tried in turns:
        texts += tried
    return (
        len(texts) <= MAX_TRIED
        and max(map(len, texts)) <= MAX_RESULT_TEXT
        and control_at(" ".join(texts)) < 0
    )


_NO_LIST = "the results of a lesson's steps are a list of at most %d" % MAX_RESULT_STEPS
_INT, _NUMBERS, _BOOL, _LIST, _HOW = {int}, {int, float}, {bool}, {list}, set(HOW)


def _checked_step(
    name: Any,
    solved: Any,
    tries: Any,
    hints: Any,
    seconds: Any,
    turns: Any,
    score: Any,
    most: Any,
    how: Any,
) -> Tuple[Any, ...]:
    """The fields of a step, in the order of `FIELDS`. Raises GameError if one is wrong."""
    if not isinstance(turns, list) or len(turns) > MAX_TRIED:
        raise GameError("the turns tried are a list of at most %d texts" % MAX_TRIED)
    if not isinstance(solved, bool) or how not in HOW:
        raise GameError("a step is solved or not, and in one of these ways: %s" % ", ".join(HOW[1:]))
    tries = whole_number(tries, "tries", 0, MAX_NUMBER)
    hints = whole_number(hints, "hints", 0, MAX_HINTS)
    most = whole_number(most, "most", 0, MAX_NUMBER)
    score = whole_number(score, "score", 0, MAX_NUMBER)
    if score > most:
        raise GameError("a step has at most %d points, not %d" % (most, score))
    for turn in turns:
        _checked(turn, "a turn that was tried")
    _checked(name, "the name of a result")
    return name, solved, tries, hints, _seconds(seconds), tuple(turns), score, most, how


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
    def unpack(data: Any, steps_of: Callable[[Any], List[Any]] = read_steps) -> Result:
        """The results of data from `pack`. Raises GameError for invalid data and for a later version.

        `steps_of` makes the results of the steps.
        """
        if not isinstance(data, dict) or data.get("v") != VERSION:
            raise GameError(
                "these are not results of a lesson, or they are from a later version of adaptoid-widget"
            )
        steps = steps_of(data.get("steps"))
        step = whole_number(data.get("step"), "step", 0, len(steps))
        # an older version stored names as they were typed
        learner = clean_name(_text(data, "learner"), MAX_RESULT_TEXT)
        return Result(_text(data, "lesson"), learner, steps, step)


def results_in(data: Any, steps_of: Callable[[Any], List[Any]] = read_steps) -> List[Result]:
    """The results in the data of a file, which may be those of all lessons of a site. Raises GameError."""
    results = data.get("results") if isinstance(data, dict) else None
    if not isinstance(results, list):
        return [Result.unpack(data, steps_of)]
    if len(results) > MAX_RESULTS:
        raise GameError("a file has the results of at most %d lessons" % MAX_RESULTS)
    out: List[Result] = []
    n_steps = 0
    for each in results:
        out.append(Result.unpack(each, steps_of))
        n_steps += len(out[-1].steps)
        if n_steps > MAX_FILE_STEPS:
            raise GameError("a file has the results of at most %d steps" % MAX_FILE_STEPS)
    return out


def check_learner(name: object) -> str:
    """The name of a learner as it is stored, without invisible characters; "" for none. Raises GameError.

    >>> check_learner(" Ann\u200b  Lee ")
    'Ann Lee'
    """
    text = clean_name(name, MAX_LEARNER_NAME + 1) if isinstance(name, str) else ""
    if not isinstance(name, str) or len(text) > MAX_LEARNER_NAME:
        raise GameError("a learner's name is a text of at most %d characters in one line" % MAX_LEARNER_NAME)
    return text


def _text(data: Dict[str, Any], key: str) -> str:
    return _checked(data.get(key), "the %s of a result" % key)


def _checked(value: Any, label: str) -> str:
    if not isinstance(value, str) or len(value) > MAX_RESULT_TEXT or control_at(value) >= 0:
        raise GameError("%s is a text of one line with at most %d characters" % (label, MAX_RESULT_TEXT))
    return value


def _seconds(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= MAX_NUMBER:
        raise GameError("the seconds that a step took are a number, 0 or more")
    return value
