"""Judges every first turn of a puzzle slowly, by trying all replies with the rules of tests/reference.

    python -m tests.puzzles.every_turn [PUZZLE…] [-j PROCESSES]

It shares no code with the tutor. It reads goals by itself, and judges them by docs/reference/rules.md and
docs/reference/tactics.md. The command compares its verdicts on all turns of the bundled puzzles with the tutor's and
prints the numbers. It fails if a verdict differs or the tutor could not decide.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from adaptoid_widget import puzzles as bundled
from adaptoid_widget.core.puzzles.puzzle import Puzzle, step_of
from adaptoid_widget.core.teaching.judging import RIGHT, judge
from adaptoid_widget.core.teaching.replies import new_attempt
from tests.reference import parse
from tests.reference.rules import State, choices, finish, liberties, starving, winner
from tests.tactics_labels import naive

KAMIKAZE, TAIL, RESERVE = "kamikaze", "tail", "reserve"


class Trials:
    """The replies that were tried."""

    def __init__(self) -> None:
        self.count = 0
        """How many turns followed the learner's in all."""
        # the text that refuted the last siege, or kept one up, by the number of turns: tried first, since often right
        self._first: dict[tuple[str, int], str] = {}
        self._besieged: dict[tuple[str, int], bool] = {}

    def _ordered(self, key: tuple[str, int], turns: dict[str, State]) -> Iterator[tuple[str, State]]:
        first = self._first.get(key, "")
        if first in turns:
            yield first, turns[first]
        for text in sorted(turns):
            if text != first:
                yield text, turns[text]

    def besieged(self, state: State, within: int) -> bool:
        """Whether the side to move has no attack and starves within so many of its turns, whatever it plays."""
        key = (repr((state.turn, sorted(state.men.items()), state.lost)), within)
        if key not in self._besieged:
            self._besieged[key] = self._search(state, within)
        return self._besieged[key]

    def _search(self, state: State, within: int) -> bool:
        turns = choices(state)
        if any("x" in text for text in turns):
            return False
        for text, chosen in self._ordered(("escape", within), turns):
            self.count += 1
            after = finish(chosen)
            if winner(after) or not self._answered(after, state.turn, within):
                self._first["escape", within] = text
                return False
        return bool(turns)

    def _answered(self, state: State, besieged: str, within: int) -> bool:
        """Whether an answer starves one of the besieged, or keeps them besieged."""
        answers = choices(state)
        theirs = {cell: man.size for cell, man in state.men.items() if man.color == besieged and man.size}
        # an answer brings at most two adaptoids beside another one
        tight = [cell for cell in theirs if liberties(state, cell) - theirs[cell] < 2]
        for text, chosen in self._ordered(("starve", within), answers) if tight else ():
            self.count += 1
            if winner(chosen) is None and any(
                cell in chosen.men
                and chosen.men[cell].color == besieged
                and theirs[cell] > liberties(chosen, cell)
                for cell in tight
            ):
                self._first["starve", within] = text
                return True
        if within > 1:
            for text, chosen in self._ordered(("keep", within), answers):
                after = finish(chosen)
                if not winner(after) and self.besieged(after, within - 1):
                    self._first["keep", within] = text
                    return True
        return False

    def loses_nobody(self, state: State, learner: str, before: int) -> bool:
        """Whether no sequence of replies, one of each enemy, takes an adaptoid of the learner."""
        if state.lost[learner] > before:
            return False
        if state.turn == learner or winner(state):
            return True
        for chosen in choices(state).values():
            self.count += 1
            if not self.loses_nobody(finish(chosen), learner, before):
                return False
        return True

    def keeps(self, state: State, learner: str, least: int) -> bool:
        """Whether the learner has so many adaptoids now and after every reply."""
        if sum(man.color == learner for man in state.men.values()) < least:
            return False
        if state.turn == learner or winner(state):
            return True
        for chosen in choices(state).values():
            self.count += 1
            if not self.keeps(finish(chosen), learner, least):
                return False
        return True


def right_turns(position: str, goal: str, trials: Trials) -> dict[str, bool]:
    """Each turn of a position, and whether it reaches a goal of one turn."""
    state = parse(position)
    conditions = [condition.split(" ") for condition in goal.split(" and ")]
    doomed = naive.threatened(state) if [KAMIKAZE] in conditions else set()
    return {
        text: _reaches(state, text, chosen, conditions, doomed, trials)
        for text, chosen in choices(state).items()
    }


def _reaches(
    state: State, text: str, chosen: State, conditions: list[list[str]], doomed: set[str], trials: Trials
) -> bool:
    after = finish(chosen)
    return all(
        _holds(state, text, chosen, after, condition, doomed, trials)
        for condition in sorted(conditions, key=lambda condition: condition[0] in ("survives", "besieges"))
    )


def _holds(
    state: State,
    text: str,
    chosen: State,
    after: State,
    condition: list[str],
    doomed: set[str],
    trials: Trials,
) -> bool:
    """Whether a turn meets one condition of a goal."""
    me = state.turn
    if condition[0] == "not":
        return not _holds(state, text, chosen, after, condition[1:], doomed, trials)
    name, argument = condition[0], (condition[1:] or [""])[0]
    if name in ("forks", "double-forks"):
        victims = naive.fork_victims(state, text, chosen)
        wanted = set(argument.split(",")) if argument else set()
        return len(victims) >= (1 if name == "forks" else 2) and wanted <= set(victims)
    if name == KAMIKAZE:
        origin, _, target = text.split(" ", maxsplit=1)[0].partition("x")
        took = sum(chosen.lost.values()) - chosen.lost[me] > sum(state.lost.values()) - state.lost[me]
        return bool(target) and took and origin in doomed
    if name == TAIL:
        return any(color == me and len(chain) >= int(argument or 3) for color, chain in naive.tails(after))
    if name == RESERVE:
        return any(color == me for color, *_ in naive.reserves(after))
    if name == "besieges":
        return winner(after) is None and trials.besieged(after, int(argument or 1))
    if name in ("captures", "takes", "starves", "losses"):
        return _holds_by_count(state, chosen, after, name, argument)
    if name == "wins":
        return winner(after) == me
    if name == "keeps":
        return trials.keeps(after, me, int(argument))
    if name in ("reaches", "occupies"):
        moved_to = text.split(" ", maxsplit=1)[0].replace("x", "-").partition("-")[2]
        stands = _stands(after, me, argument, (condition[2:] or [""])[0])
        return stands and (name == "occupies" or moved_to == argument)
    if name in ("spare", "liberties"):
        own_cells = [cell for cell, man in after.men.items() if man.color == me]
        limbs = {cell: after.men[cell].size if name == "spare" else 0 for cell in own_cells}
        return all(liberties(after, cell) - limbs[cell] >= int(argument) for cell in own_cells)
    if name == "grows":
        if argument != "new":
            return text.endswith({"leg": "+L", "pincer": "+P"}[argument])
        return text.rsplit(" ", maxsplit=1)[-1].startswith("+")
    if name == "unmoved":
        return " " not in text and (text.startswith("+") or "+" in text)
    assert name == "survives"
    if winner(after):
        return winner(after) == me
    return trials.loses_nobody(after, me, after.lost[me])


def _stands(state: State, color: str, cell: str, limbs: str) -> bool:
    """Whether an adaptoid of a colour is on a disc, with at least these limbs."""
    man = state.men.get(cell)
    return (
        man is not None
        and man.color == color
        and man.legs >= limbs.count("L")
        and man.pincers >= limbs.count("P")
    )


def _holds_by_count(state: State, chosen: State, after: State, name: str, argument: str) -> bool:
    """Whether a turn meets a condition about how many leave the board, or which enemies starve."""
    me = state.turn
    lost = {color: after.lost[color] - state.lost[color] for color in state.lost}
    if name == "losses":
        return lost[me] <= int(argument)
    starved = [] if winner(chosen) else [cell for cell in starving(chosen) if chosen.men[cell].color != me]
    taken = sum(lost.values()) - lost[me]
    if name == "starves" and not argument.isdigit():
        return set(argument.split(",")) <= set(starved)
    number = {"starves": len(starved), "takes": taken, "captures": taken - len(starved)}[name]
    return number >= int(argument)


# -- the tutor's verdicts ----------------------------------------------------------------------------------------------


class Compared(NamedTuple):
    """The verdicts on all first turns of a puzzle."""

    puzzle: str
    turns: int
    right: int
    replies: int
    """How many replies, and answers to them, were tried."""
    accepted: tuple[str, ...]
    """The turns that the tutor accepts although they do not reach the goal."""
    refused: tuple[str, ...]
    """The turns that the tutor refuses although they reach the goal."""
    undecided: tuple[str, ...]
    """The turns that the tutor cannot decide."""
    seconds: float

    @property
    def agrees(self) -> bool:
        """Whether the tutor decides every turn, and rightly."""
        return not (self.accepted or self.refused or self.undecided)


def compare(puzzle: Puzzle) -> Compared:
    """Compare the tutor's verdict on each turn of a puzzle with the verdict of this module."""
    begun = time.perf_counter()
    trials = Trials()
    reached = right_turns(puzzle.position, puzzle.goal, trials)
    step = step_of(puzzle, bundled.sentences())
    accepted: list[str] = []
    refused: list[str] = []
    undecided: list[str] = []
    for turn, is_right in reached.items():
        judgement = judge(step, new_attempt(step).add(turn))
        if not judgement.is_proven:
            undecided.append(turn)
        elif (judgement.verdict == RIGHT) != is_right:
            (refused if is_right else accepted).append(turn)
    seconds = time.perf_counter() - begun
    right = sum(reached.values())
    lists = tuple(accepted), tuple(refused), tuple(undecided)
    return Compared(puzzle.name, len(reached), right, trials.count, *lists, seconds)


def main(words: Sequence[str] | None = None) -> int:
    """Compare the verdicts on bundled puzzles and print the numbers."""
    parser = argparse.ArgumentParser(prog="python -m tests.puzzles.every_turn")
    parser.add_argument("names", nargs="*", metavar="PUZZLE", help="all puzzles, or these")
    parser.add_argument("-j", dest="processes", type=int, default=1, metavar="PROCESSES")
    options = parser.parse_args(words)
    chosen = [puzzle for puzzle in bundled.load() if not options.names or puzzle.name in options.names]
    with ProcessPoolExecutor(options.processes) as pool:
        rows: list[Compared] = []
        for row in pool.map(compare, chosen):
            rows.append(row)
            print(
                f"{row.puzzle}: {row.right} of {row.turns} turns right, {row.replies} replies, {row.seconds:.1f} s",
                flush=True,
            )
            for label in ("accepted", "refused", "undecided"):
                turns = getattr(row, label)
                if turns:
                    print(f"  {label}: {', '.join(turns)}", flush=True)
    print(
        f"{len(rows)} puzzles, {sum(row.turns for row in rows)} first turns, {sum(row.right for row in rows)} right, "
        f"{sum(row.replies for row in rows)} replies, {sum(row.seconds for row in rows):.0f} s"
    )
    differing = [row.puzzle for row in rows if not row.agrees]
    print("verdicts differ or are missing: " + (", ".join(differing) or "none"))
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
