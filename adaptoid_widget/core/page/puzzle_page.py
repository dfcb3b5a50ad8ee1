"""The puzzles of a site's page."""

from __future__ import annotations

import json
from typing import Dict

from ..game.game import Game
from ..puzzles.puzzle import Puzzle
from ..puzzles.puzzle_progress import PuzzleProgress
from ..puzzles.puzzle_tutor import PuzzlePresenter, PuzzleSequence, PuzzleTutor
from ..session.hooks import Handler, HandlerTable
from ..session.session import Session
from ..teaching.results import Result
from ..wire.intent_fields import Json, bad, text_in
from .endpoint import OUTDATED, PageEndpoint, film_handler, read_options
from .lesson_page import learner_handler

# the number of answers that the page lists
LAST = 10


class PuzzlePage(PageEndpoint):
    """The endpoint of a page with puzzles: three a day, one after another, or one that was chosen."""

    def __init__(self, options: str, stored: str = "") -> None:
        """Open the puzzles in `options`, with the progress in `stored`; without one, begin with the easiest."""
        page = read_options(options)
        puzzles = [Puzzle(*(fields + [""])) for fields in page["puzzles"]]
        self.progress = PuzzleProgress()
        mode = "endless"
        tactic = ""
        if stored:
            try:
                data = json.loads(stored)
                self.progress = PuzzleProgress.unpack(data["result"], Result.unpack(data["result"]))
                mode, tactic = data["mode"], data["tactic"]
            except OUTDATED:
                pass
        self._day: int = page.get("day", 0)
        if tactic not in [puzzle.tactic for puzzle in puzzles]:
            tactic = ""
        is_daily = mode == "daily" and self._day > 0
        self._sequence = PuzzleSequence(
            puzzles, self.progress, page["sentences"], self._day if is_daily else 0
        )
        self._sequence.today = self._day
        if tactic:
            self._sequence.tactic = tactic
            if not is_daily:
                self._sequence.ask()
        session = Session(Game(self._sequence.lesson.steps[0].start), board=page["board"])
        self.tutor = PuzzleTutor(self._sequence, session, lambda: self.seconds)
        PuzzlePresenter(self.tutor)
        self.tutor.learner = self.progress.learner
        handlers: Dict[str, Handler] = {
            "learner": learner_handler(self.tutor),
            "puzzles": self._choose,
            "film": film_handler(session),
        }
        session.add_hooks(HandlerTable(handlers))
        super().__init__(session, page, stored)

    def traits(self) -> Json:
        """The learner's name, the puzzle on the board, and how the learner does."""
        return {"learner": self.tutor.learner, "puzzles": self._part()}

    def _part(self) -> Json:
        progress, sequence = self.progress, self._sequence
        puzzle = sequence.puzzles[self.tutor.step.name]
        # each answer is a button that asks the puzzle again, and a later version may not have it any more
        answers = [answer for answer in progress.practice.history if answer[0] in sequence.puzzles]
        return {
            "mode": "daily" if sequence.day else "endless",
            "tactic": sequence.tactic,
            "name": puzzle.name,
            "difficulty": puzzle.rating,
            "theme": puzzle.tactic,
            "rating": progress.practice.rating,
            "streak": progress.streak(self._day),
            "last": [list(answer) for answer in answers[-LAST:]],
            "states": {name: progress.steps[name].how for name in progress.steps},
        }

    def _choose(self, intent: Json) -> None:
        """Ask the puzzles of the day, one after another of a tactic, or the puzzle of a name."""
        mode, tactic, name = [text_in({key: intent.get(key, "")}, key) for key in ("mode", "tactic", "name")]
        sequence = self._sequence
        if mode not in ("daily", "endless") or (name and name not in sequence.puzzles):
            raise bad("there are no such puzzles")
        if tactic and tactic not in [puzzle.tactic for puzzle in sequence.puzzles.values()]:
            raise bad("there are no puzzles with this tactic")
        sequence.day = self._day if mode == "daily" and not name else 0
        sequence.tactic = tactic
        sequence.ask(name)
        self.tutor.show()

    def state(self) -> Json:
        """The learner's progress, and which puzzles were asked."""
        result = self.tutor.result.pack()
        result.update(self.progress.pack())
        sequence = self._sequence
        return {
            "result": result,
            "mode": "daily" if sequence.day else "endless",
            "tactic": sequence.tactic,
        }
