"""The page on which a teacher drops the results of a class."""

from __future__ import annotations

import gc
import json
from typing import Any, Callable, Dict, List, Optional, Tuple

from ..game.game import Game
from ..game.records import has_record, opened_records
from ..host.host import IS_MICROPYTHON, ascending
from ..rules.errors import GameError
from ..rules.scanner import plain_line_ends
from ..teaching.class_results import ClassResults, cell_text, points
from ..teaching.results import FIELDS, VERSION, Result, StepFields, read_steps, results_in, steps_in_columns

# the table of the hardest steps has so many rows
MAX_HARDEST = 30
# more than a class plays; reading them takes seconds
MAX_GAMES = 1000
# MicroPython looks through its whole memory once for so many new bytes; with its own small number, the time would grow
# with the square of the number of files
GARBAGE_BYTES = 1 << 24


class LeftOut(ValueError):
    """A file that is left out, and why: "unread", "later" or "damaged"."""


class ClassPage:
    """Reads the files of a class one by one, and makes the tables, as JSON.

    >>> page = ClassPage(lambda name: name.lower(), ["move", "fork"])
    >>> step = {"name": "look", "how": "solved", "solved": True, "tries": 1, "hints": 0, "seconds": 5}
    >>> step.update({"score": 4, "most": 4, "turns": ["D4"]})
    >>> ann = {"v": 1, "lesson": "fork", "learner": "Ann", "step": 1, "steps": [step]}
    >>> page.add("fork.Ann.results.json", json.dumps(ann)), page.add("half.results.json", '{"v": 1, "les')
    ('', 'damaged')
    >>> json.loads(page.tables("Ann\\nBen"))["absent"], page.rows(0, 1)
    (['Ben'], '[[["4/4", [["1", "solved", "D4"]]]]]')
    >>> ann["learner"] = "Ben"
    >>> page.add("fork.Ann.results.json", json.dumps(ann))  # another's file with the same name
    ''
    >>> json.loads(page.tables(""))["learners"]
    [['Ann', '4/4'], ['Ben', '4/4']]
    """

    def __init__(self, key: Callable[[str], str], course: List[str]) -> None:
        """`key` makes the same text of all spellings of a name. `course` has the lessons that come first."""
        if IS_MICROPYTHON:
            gc.threshold(GARBAGE_BYTES)  # type: ignore[attr-defined]
        self._key = key
        self._course = course
        # by path: the results in a file, its games, or why it is left out
        self._results: Dict[str, List[Result]] = {}
        self._games: Dict[str, List[Any]] = {}
        self._left_out: Dict[str, str] = {}
        # by name and by people, the path under which each file without a folder is kept
        self._places: Dict[str, Dict[str, str]] = {}
        self._content = ClassResults([])

    def add(self, path: str, text: str) -> str:
        """Read a file, in place of an earlier one with its path. Return why it is left out, or "".

        Files that come without their folders may have the same name: one replaces only another of the same people. In
        a folder, another text is none of the class, and is passed over.
        """
        try:
            self._add(path, text)
        except LeftOut as error:
            self.leave_out(path, str(error))
        except Exception:  # noqa: BLE001  whatever a file does, the others stay
            self.leave_out(path, "damaged")
        return self._left_out.get(path, "")

    def _add(self, path: str, text: str) -> None:
        # the mark of a file in UTF-8
        text = text[1:] if text[:1] == "\ufeff" else text
        # looking for a record takes longer than to see that there is none
        if not text.startswith("{") and has_record(text):
            games = _games_in(text)
            people = [name for players, _, _ in games for name in players if name]
            self._games[self._place(path, "\n".join(people) or text)] = games
        elif path.endswith(".json") or "/" not in path:
            results = _results_in(text)
            # a site's file has the name of its learner in each lesson
            learners = ascending(list({result.learner for result in results if result.learner}))
            people = [self._key(learner) for learner in learners]
            self._results[self._place(path, "\n".join(people) or text)] = results
        else:
            self.forget(path)

    def _place(self, path: str, whose: str) -> str:
        """The path under which a file is kept, without an earlier file: its own, or one with a number."""
        place = path
        if "/" not in path:
            places = self._places.setdefault(path, {})
            number = len(places) + 1
            stem, dot, ending = path.rpartition(".") if "." in path else (path, "", "")
            while whose not in places and (place in self._results or place in self._games):
                place = "%s (%d)%s%s" % (stem, number, dot, ending)
                number += 1
            place = places.setdefault(whose, place)
            self._left_out.pop(path, None)
        self.forget(place)
        return place

    def leave_out(self, path: str, why: str) -> None:
        """Name a file that was not read."""
        if "/" in path:
            self.forget(path)
        self._left_out[path] = why

    def forget(self, path: str) -> None:
        """Forget a file."""
        self._results.pop(path, None)
        self._games.pop(path, None)
        self._left_out.pop(path, None)

    def clear(self) -> None:
        """Forget all files."""
        self._results, self._games, self._left_out, self._places = {}, {}, {}, {}

    def tables(self, roster: str) -> str:
        """All but the results of learners, which `rows` gives. `roster` has a name in each line."""
        handed_in: List[Tuple[Result, List[str]]] = []
        for path in _in_order(self._results):
            folders = path.split("/")
            handed_in += [(result, folders) for result in self._results[path]]
        content = self._content = ClassResults(handed_in, roster.split("\n"), self._key, self._course)
        games: List[Any] = []
        for path in _in_order(self._games):
            games += [[path] + game for game in self._games[path]]
        notes: List[Any] = [[self._left_out[path], {"file": path}] for path in _in_order(self._left_out)]
        notes += [[code, slots] for code, slots in content.notes]
        lists: Dict[str, List[Any]] = {
            "learners": [[name, score] for name, score in content.scores()],
            "lessons": [[lesson, content.steps[lesson]] for lesson in content.lessons],
            "absent": content.absent,
            "hardest": [list(step) for step in content.hardest(MAX_HARDEST)],
            "games": games,
            "notes": notes,
            "files": [len(self._results) + len(self._games), len(self._left_out)],
        }
        parts = ['"%s": %s' % (name, _json_list(lists[name])) for name in lists]
        return "{%s}" % ", ".join(parts)

    def rows(self, first: int, count: int) -> str:
        """The rows of learners from a number on: for each lesson its points and its steps.

        A step has the text of its cell, how it went, and the turns that were tried.
        """
        out: List[Any] = []
        for _, row in self._content.grid(first, count):
            out.append([[points([steps]), [_cell(step) for step in steps]] for steps in row])
        return _json_list(out)

    def csv(self) -> str:
        """The grid for a spreadsheet."""
        return self._content.csv()


def _cell(step: Optional[StepFields]) -> List[str]:
    return ["", "", ""] if step is None else [cell_text(step), step.how, ", ".join(step.turns)]


def _json_list(items: List[Any]) -> str:
    """A list as JSON. MicroPython would write all of it at once in a time that grows with the square of its length."""
    return "[" + ", ".join([json.dumps(item) for item in items]) + "]"


def _in_order(files: Dict[str, Any]) -> List[str]:
    """The paths of files, each folder at the place of its name."""
    return ["/".join(parts) for parts in ascending([path.split("/") for path in files])]


def _results_in(text: str) -> List[Result]:
    # results begin with a brace, also if only a part of them arrived; MicroPython would read other texts for hours
    begins = text.lstrip(" \r\n\t")[:1]
    if begins != "{":
        raise LeftOut("unread" if begins else "damaged")
    try:
        data: Any = json.loads(text)
    except Exception:  # noqa: BLE001  too deep for one of the Pythons
        raise LeftOut("damaged")
    results = data.get("results") if isinstance(data, dict) else None
    for each in results if isinstance(results, list) else [data]:
        version = each.get("v") if isinstance(each, dict) else None
        if version != VERSION:
            raise LeftOut("later" if isinstance(version, int) and version > VERSION else "unread")
    return results_in(data, _read_steps)


def _read_steps(data: Any) -> List[Any]:
    """The results of steps in a list of data from `StepResult.pack`, or in lists of the values of each of its fields.

    With these, reading takes a third of the time.
    """
    if isinstance(data, list) and len(data) == len(FIELDS) and isinstance(data[0], list):
        return steps_in_columns(data, StepFields)
    return read_steps(data, StepFields)


def _games_in(text: str) -> List[Any]:
    """The rows of the table of games: who played which colour, the result, and the number of turns."""
    lines = plain_line_ends(text).split("\n")
    if not lines[-1]:
        lines.pop()
    out: List[Any] = []
    for game in opened_records(Game, lines):
        if len(out) == MAX_GAMES:
            raise GameError("a file has at most %d games" % MAX_GAMES)
        players = [game.players.get(color, "") for color in "WBR"]
        out.append([players, game.result or "*", len(game.turns)])
    return out
