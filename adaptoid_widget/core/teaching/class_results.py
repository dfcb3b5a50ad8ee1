"""What many learners did in their lessons: a table, the hardest steps, and a text for spreadsheets.

`reports` shows it in notebooks and terminals, `core.page.class_page` on the page of a class. The time grows
with the number of results, not with its square.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Set, Tuple

from ..game.headers import clean_name
from ..host.host import ascending
from .results import MAX_RESULT_TEXT, SOLVED_STATES, Result, StepFields, order

MAX_DOTS = 10
"""A cell has at most so many dots for hints."""
_SIGNS = {"missed": "×", "skipped": "–", "": "…"}
# what a spreadsheet may take for the beginning of a formula: each sign whose plain form is =, +, - or @
_FORMULA = "=+-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u207a\u207c\u208a\u208c\u2a75\u2a76\ufb29"
# what separates cells or rows in some spreadsheets
_SEPARATORS = ";\t|\r\n"

Note = Tuple[str, Dict[str, Any]]
"""What to say below the table: a code, and its slots."""

GridRow = Tuple[str, List[List[Optional[StepFields]]]]
"""A learner, and for each lesson the results of its steps."""


class StepDifficulty(
    NamedTuple(
        "_StepDifficulty",
        [
            ("lesson", str),
            ("step", str),
            ("learners", int),
            ("solved", float),
            ("alone", float),
            ("tries", float),
            ("hints", float),
            ("seconds", float),
            ("wrong_answer", str),
            ("wrong_learners", int),
        ],
    )
):
    """The difficulty of a step of a lesson for all `learners` who reached it.

    `solved` is the share who solved it, `alone` the share who did so at the first try and without a hint, from 0 to 1.
    `tries`, `hints` and `seconds` are means. `wrong_learners` gave the commonest `wrong_answer`, "" for none.
    """

    __slots__ = ()


def is_begun(step: StepFields) -> bool:
    """Whether the learner did anything in the step."""
    return bool(step.how or step.tries or step.hints)


def sign(step: StepFields) -> str:
    """How a step went: × for missed, – for skipped, … for begun, or the number of tries."""
    return _SIGNS.get(step.how) or str(step.tries)


def cell_text(step: Optional[StepFields]) -> str:
    """A cell of the table: the sign and a dot for each hint, ✓ for a text that was read, "" for nothing done."""
    if step is None:
        return ""
    _, _, tries, hints, _, _, _, most, how = step
    if not (how or tries or hints):
        return ""
    return (_SIGNS.get(how) or str(tries)) + "·" * min(hints, MAX_DOTS) if most else "✓"


def wrong_answers(step: StepFields) -> Tuple[str, ...]:
    """The wrong answers, in order; none in a step of several turns, whose tries are lines."""
    if len(step.turns) != step.tries:
        return ()
    return step.turns[:-1] if step.how in SOLVED_STATES else step.turns


class ClassResults:
    """The results of many learners. Those of one learner in one lesson become one: the better result of each step.

    >>> step = StepFields("look", True, 3, 1, 30.0, ("D4", "D5", "D6"), 1, 4, "helped")
    >>> both = ClassResults(
    ...     [(Result("fork", "Ann", [step]), ()), (Result("fork", "Ben", []), ())], ["Cleo", "ann"]
    ... )
    >>> both.table()
    [['learner', 'look', 'points'], ['ann', '3·', '1/4'], ['Cleo', '', '']]
    """

    def __init__(
        self,
        handed_in: Iterable[Tuple[Result, Sequence[str]]],
        roster: Iterable[str] = (),
        key: Callable[[str], str] = lambda name: " ".join(name.lower().split()),
        course: Sequence[str] = (),
    ) -> None:
        """Each result has the path of its file in parts, from the folder that was given; () for a result alone.

        A learner without a name gets that of the folder. `key` makes the same text of all spellings of a name; each is
        spelt as in the `roster`, or else as it came first. The lessons of the `course` come first, in its order.
        """
        self.roster: List[str] = []
        """The names of the class; empty if unknown."""
        self.lessons: List[str] = []
        """The lessons: those of the course in its order, then the others in the order in which they came."""
        self.steps: Dict[str, List[str]] = {}
        """The names of the steps of each lesson."""
        self.notes: List[Note] = []
        self._columns: Dict[str, Dict[str, int]] = {}
        # by learner and lesson: the results by the number of the step in the lesson
        self._cells: Dict[str, Dict[str, Dict[int, StepFields]]] = {}
        # the learner's name and the key in `_cells`; several learners may have no name
        self._people: List[Tuple[str, str]] = []
        # pairs of learner and lesson in the order in which they came
        self._pairs: List[Tuple[str, str]] = []
        self._course = course
        self._read(list(handed_in), _spellings(roster, key, self.roster), key)

    def _read(
        self, handed_in: List[Tuple[Result, Sequence[str]]], names: Dict[str, str], key: Callable[[str], str]
    ) -> None:
        known: Dict[str, str] = {}
        # by learner and lesson; a dict of pairs takes a time that grows with its square in MicroPython, where the
        # hashes of many pairs are the same
        together: Dict[str, Dict[str, List[Result]]] = {}
        crowded = _crowded(handed_in)
        for number, (result, path) in enumerate(handed_in):
            learner = result.learner or _name_of(path, result.lesson in crowded.get("/".join(path[:-1]), ()))
            if learner not in known:
                known[learner] = names.setdefault(key(learner), learner)
            learner = known[learner]
            person = learner or "\0%d" % number
            if person not in self._cells:
                self._cells[person] = {}
                together[person] = {}
                self._people.append((learner, person))
            of_person = together[person]
            if result.lesson not in of_person:
                of_person[result.lesson] = []
                self._pairs.append((person, result.lesson))
            of_person[result.lesson].append(result)
            self._put(person, result)
        for person, lesson in self._pairs:
            count = _distinct(together[person][lesson])
            if count > 1:
                self.notes.append(("merged", {"n": count, "lesson": lesson, "learner": person}))
        known_lessons = [lesson for lesson in self._course if lesson in self.steps]
        self.lessons = known_lessons + [lesson for lesson in self.lessons if lesson not in known_lessons]
        present = [(name, person) for name, person in self._people if any(self._cells[person].values())]
        by_name = dict(present)
        in_roster = set(self.roster)
        others = ascending([(name, person) for name, person in present if name not in in_roster])
        self._people = [(name, by_name[name]) for name in self.roster if name in by_name] + others
        self.absent: List[str] = [name for name in self.roster if name not in by_name]
        """The learners of the roster without any results."""
        if others and self.roster:
            self.notes.append(("strangers", {"names": [name for name, _ in others]}))

    def _put(self, person: str, result: Result) -> None:
        """Take each step in which the learner came further than in the results before."""
        lesson = result.lesson
        if result.steps and lesson not in self._columns:
            self.lessons.append(lesson)
            self.steps[lesson] = []
            self._columns[lesson] = {}
        names = [step.name for step in result.steps]
        cells = self._cells[person].setdefault(lesson, {})
        if not cells and names == self.steps.get(lesson):
            cells.update(enumerate(result.steps))
            return
        for step in result.steps:
            columns = self._columns[lesson]
            at = columns.get(step.name)
            if at is None:
                at = columns[step.name] = len(columns)
                self.steps[lesson].append(step.name)
            before = cells.get(at)
            if before is None or _progress(before) < _progress(step):
                cells[at] = step

    @property
    def learners(self) -> List[str]:
        """The learners with results: in the order of the roster, then the others in alphabetical order."""
        return [name for name, _ in self._people]

    @property
    def columns(self) -> List[Tuple[str, str]]:
        """The pairs of lesson and step, by lesson."""
        return [(lesson, step) for lesson in self.lessons for step in self.steps[lesson]]

    @property
    def n_rows(self) -> int:
        """The number of `rows`."""
        return sum([len(self._cells[person][lesson]) for person, lesson in self._pairs])

    def rows(self) -> Iterator[Tuple[str, str, StepFields]]:
        """The learner, the lesson and the result of each step, in the order in which the results came."""
        names = {person: name for name, person in self._people}
        for person, lesson in self._pairs:
            cells = self._cells[person][lesson]
            for at in sorted(cells):
                yield names[person], lesson, cells[at]

    def part(self, name: str) -> ClassResults:
        """The results of one learner or of one lesson."""
        names = {person: learner for learner, person in self._people}
        pairs = [pair for pair in self._pairs if pair[0] in names and name in (names[pair[0]], pair[1])]
        results: List[Tuple[Result, Sequence[str]]] = []
        for person, lesson in pairs:
            cells: Any = self._cells[person][lesson]
            results.append((Result(lesson, names[person], [cells[at] for at in sorted(cells)]), ()))
        return ClassResults(results, course=self._course)

    def scores(self) -> Iterator[Tuple[str, str]]:
        """Each learner with the points of all lessons, those without any results last."""
        for name, person in self._people:
            yield name, points([list(cells.values()) for cells in self._cells[person].values()])
        for name in self.absent:
            yield name, ""

    def grid(self, first: int = 0, count: Optional[int] = None) -> Iterator[GridRow]:
        """Each learner with the results of the steps of each lesson, those without any results last.

        `count` learners from the number `first` on, or all.
        """
        people = self._people + [(name, "") for name in self.absent]
        for name, person in people[first : None if count is None else first + count]:
            of_person: Dict[str, Dict[int, StepFields]] = self._cells.get(person, {})
            row: List[List[Optional[StepFields]]] = []
            for lesson in self.lessons:
                cells = of_person.get(lesson, {})
                row.append([cells.get(at) for at in range(len(self.steps[lesson]))])
            yield name, row

    @property
    def headings(self) -> List[str]:
        """The headings of the table."""
        if len(self.lessons) == 1:
            return ["learner"] + self.steps[self.lessons[0]] + ["points"]
        names: List[str] = []
        for lesson in self.lessons:
            names += ["%s: %s" % (lesson, step) for step in self.steps[lesson]] + [lesson + ": points"]
        return ["learner"] + names + ["points"]

    def table(self) -> List[List[str]]:
        """The headings; then a row for each learner: the name, a cell for each step, and the points.

        With several lessons, the points of each come after its steps.
        """
        table = [self.headings]
        several = len(self.lessons) > 1
        for name, row in self.grid():
            cells = [name]
            for steps in row:
                cells += [cell_text(step) for step in steps] + [points([steps])] * several
            table.append(cells + [points(row)])
        return table

    def points_table(self) -> List[List[str]]:
        """The headings; then a row for each learner: the name, the points of each lesson, and of all."""
        table = [["learner"] + self.lessons + ["points"]]
        for name, row in self.grid():
            table.append([name] + [points([steps]) for steps in row] + [points(row)])
        return table

    def csv(self) -> str:
        """The table for a spreadsheet. Nothing in it can be a formula."""
        headings, *rows = self.table()
        lines = [csv_line(headings)]
        # only names and headings come from outside
        lines += [csv_line(row[:1])[:-2] + "," + ",".join(row[1:]) + "\r\n" for row in rows]
        return "".join(lines)

    def hardest(self, count: Optional[int] = None) -> List[StepDifficulty]:
        """The difficulty of each step: first steps that fewer learners solved, then those with more tries and hints.

        The `count` hardest, or all.
        """
        people = [self._cells[person] for _, person in self._people]
        ranked: List[Tuple[Any, ...]] = []
        for lesson in self.lessons:
            in_lesson = [cells[lesson] for cells in people if lesson in cells]
            for at, name in enumerate(self.steps[lesson]):
                reached = [cells[at] for cells in in_lesson if at in cells]
                begun = [step for step in reached if step.most and is_begun(step)]
                if begun:
                    means = _means(begun)
                    solved, alone, tries, hints, _ = means
                    # the number next, since sorts of MicroPython are not stable
                    rank = (solved, alone, -tries - hints, len(ranked))
                    ranked.append(rank + ((lesson, name, means, begun),))
        return [_difficulty(*each[-1]) for each in ascending(ranked)[:count]]


def points(row: Sequence[Sequence[Optional[StepFields]]]) -> str:
    """The points of a learner in lessons, of those possible; "" without results."""
    steps = [step for lesson in row for step in lesson if step is not None]
    return (
        "%d/%d" % (sum([step.score for step in steps]), sum([step.most for step in steps])) if steps else ""
    )


def csv_line(cells: Sequence[str]) -> str:
    """A line of a CSV file. A cell that a spreadsheet would take for a formula gets an apostrophe in front.

    A cell with a separator, also of other spreadsheets, stands in quotes.

    >>> print(csv_line(["=1+1", "a;b", "-2"]).strip())
    '=1+1,"a;b",'-2
    """
    return ",".join([_csv_cell(text, at == 0) for at, text in enumerate(cells)]) + "\r\n"


def _csv_cell(text: str, is_first: bool) -> str:
    out = text
    if not is_first:
        # after a quoted cell, a reader of other separators takes quotes for text
        for separator in _SEPARATORS:
            parts = out.split(separator)
            later = ["'" + part if _is_formula(part) else part for part in parts[1:]]
            out = separator.join(parts[:1] + later)
    if _is_formula(out):
        out = "'" + out
    if any(char in out for char in ',"' + _SEPARATORS):
        out = '"' + out.replace('"', '""') + '"'
    return out


def _is_formula(text: str) -> bool:
    return text[:1] in ("\t", "\r") or text.strip()[:1] in tuple(_FORMULA)


def _spellings(roster: Iterable[str], key: Callable[[str], str], names: List[str]) -> Dict[str, str]:
    """The spelling of each name by its key; adds those of the roster to `names`."""
    spellings: Dict[str, str] = {}
    keys: List[str] = []
    listed: Set[str] = set()
    for name in roster:
        text = clean_name(name, MAX_RESULT_TEXT)
        if text:
            keys.append(key(text))
            spellings[keys[-1]] = text
    for each in keys:
        if spellings[each] not in listed:
            listed.add(spellings[each])
            names.append(spellings[each])
    return spellings


def _name_of(path: Sequence[str], is_crowded: bool) -> str:
    """The name of a learner who has given none: that of the first folder in the one that was given, or of the file."""
    if not path:
        return ""
    stem = path[-1].rpartition(".")[0] or path[-1]
    folder = path[1] if len(path) > 2 else path[0] if len(path) > 1 else ""
    if not folder:
        return stem
    return folder + "/" + stem if is_crowded else folder


def _crowded(handed_in: Iterable[Tuple[Result, Sequence[str]]]) -> Dict[str, Set[str]]:
    """The lessons of each folder with several different results without a name, which may be of several learners."""
    together: Dict[str, Dict[str, List[Result]]] = {}
    for result, path in handed_in:
        if path and not result.learner:
            of_folder = together.setdefault("/".join(path[:-1]), {})
            of_folder.setdefault(result.lesson, []).append(result)
    return {
        folder: {lesson for lesson in together[folder] if _distinct(together[folder][lesson]) > 1}
        for folder in together
    }


def _distinct(results: List[Result]) -> int:
    """How many of the results differ."""
    if len(results) == 1:
        return 1
    return len({str([result.step] + [tuple(step) for step in result.steps]) for result in results})


def _progress(step: StepFields) -> Tuple[bool, int, int, int, int]:
    return order(step.how, step.score, step.tries, step.hints)


def _means(steps: List[StepFields]) -> Tuple[float, float, float, float, float]:
    """How the results of a step are on average: solved, solved alone, tries, hints, seconds."""
    n = len(steps)
    # reading the fields of one tuple after the other would take most of the time
    _, solved, tries, hints, seconds, _, _, _, how = zip(*steps)
    return sum(solved) / n, how.count("solved") / n, sum(tries) / n, sum(hints) / n, sum(seconds) / n


def _difficulty(
    lesson: str, name: str, means: Tuple[float, float, float, float, float], steps: List[StepFields]
) -> StepDifficulty:
    counts: Dict[str, int] = {}
    for step in steps:
        # who solved the step at once has given no wrong answer
        if step.turns and (step.tries > 1 or step.how not in SOLVED_STATES):
            wrong = wrong_answers(step)
            for answer in wrong if len(wrong) < 2 else set(wrong):
                counts[answer] = counts.get(answer, 0) + 1
    wrong_learners, wrong_answer = max([(counts[answer], answer) for answer in counts] or [(0, "")])
    return StepDifficulty(lesson, name, len(steps), *means, wrong_answer, wrong_learners)
