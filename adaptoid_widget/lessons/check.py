"""Checks lessons: steps can be solved, foreseen wrong answers are wrong, and texts name discs of the board."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from functools import cache
from typing import Any, NamedTuple

from ..core.goals.attempt import Attempt, check_pattern, fits
from ..core.goals.goal import Goal, GoalNode
from ..core.goals.turn_facts import TurnFacts
from ..core.host.host import public_names
from ..core.i18n.catalog import ENGLISH, LANGUAGES
from ..core.rules.position import Position
from ..core.rules.turn import Turn
from ..core.search.levels import SHORT_SIGHTED, level_in
from ..core.tactics.siege import BUDGET
from ..core.teaching.feedback import to_wrong_turn
from ..core.teaching.lesson import SWAPPED, LessonContent, LessonStep, color_names, read_answer
from ..core.teaching.lesson_keys import TEXT_KEYS
from ..core.teaching.lesson_lines import LessonLines
from ..core.teaching.lesson_markdown import tree_of
from ..core.teaching.lesson_problems import Entry, Problem, Section, suggestion_clause
from ..core.teaching.lesson_reader import LessonReader
from ..core.teaching.question import Question
from ..core.teaching.replies import Reply, new_attempt, with_replies
from ..core.teaching.results import POINTS
from ..core.teaching.rich_text import Prose, plain
from ..core.teaching.solver import (
    MAX_CHECK_NODES,
    MAX_SHOW_NODES,
    GoalSolver,
    best_line,
    goal_of,
    search,
    solutions,
)
from ..core.teaching.step_kinds import QuestionKind
from .claims import event_claims, events_of, loss_claims, marked, number_claims, strike_claims, true_around
from .drafting import DRAFTED, MAX_CHANCE, suggested_goals

# a disc named in a text, such as `D4`, perhaps with limbs
_DISC = re.compile(r"([A-Z][1-9]\d?)[LP]*$")
# Markdown that was read as plain text
_LEFT_OVER = re.compile(r"\*\*|__|\]\(|</?[a-z]+>|^#+ |^[-*] |^\d+\. |\| ?:?---", re.MULTILINE)
_COLORED = re.compile(r"\b(white|black|dark|weiße|schwarz|dunkel|dunkl|blanc|negr|oscur)\w*", re.IGNORECASE)
_ANY = re.compile(r"\b(any|anything|anywhere|anyone|whichever|whatever|several|many ways)\b", re.IGNORECASE)
# a reply is tried after this number of the learner's first turns
MAX_TRIED = 40
MAX_SHOWN = 12
MAX_UNMEANT = 5
# texts of a step of two turns are compared with about this number of solutions
MAX_ENDINGS = 400


class CheckFinding(NamedTuple):
    """A problem of a lesson, or a warning for its author."""

    problem: Problem
    warning: bool

    def __str__(self) -> str:
        text = ("warning: " if self.warning else "") + self.problem.text
        return str(self.problem._replace(text=text))


class StepReport(NamedTuple):
    """The result of the check of a step."""

    step: LessonStep
    right: int = 0
    """The number of first turns that lead to the goal; for a question, the number of discs, or the number."""
    turns: int = 0
    """The number of first turns; 0 for a question."""
    nodes: int = 0
    """The number of positions searched."""
    known: bool = True
    """Whether the budget sufficed for all turns."""
    solutions: tuple[str, ...] = ()
    """The right first turns, the right discs, or the number."""
    fresh_positions: int = 0
    """The number of fresh positions for another try."""

    def __str__(self) -> str:
        fresh = f"; {self.fresh_positions} fresh positions" if self.fresh_positions else ""
        return self._rightness() + fresh

    def _rightness(self) -> str:
        if self.step.input == "read" or self.step.is_game:
            return "a whole game" if self.step.is_game else "reads only"
        kind = self.step.behavior
        if isinstance(kind, QuestionKind):
            return f"{kind.label} {self.right}"
        least = "" if self.known else "at least "
        return f"{least}{self.right} of {self.turns} first turns lead to the goal"

    def solution_lines(self) -> list[str]:
        """The solutions; if no turn is right, the one that comes nearest, and what is wrong with it."""
        if self.solutions or self.step.input != "turn":
            more = len(self.solutions) - MAX_SHOWN
            return [*self.solutions[:MAX_SHOWN], *([f"… and {more} more"] if more > 0 else [])]
        return ["nearest: " + almost_right(self.step)]


class Checked(NamedTuple):
    """The result of a check; true if there are only warnings."""

    reports: tuple[StepReport, ...]
    """The report of each step."""
    findings: tuple[CheckFinding, ...]
    """The problems and warnings."""

    def __dir__(self) -> list[str]:
        return public_names(self)

    def __bool__(self) -> bool:
        return all(finding.warning for finding in self.findings)

    def __repr__(self) -> str:
        lines = [f"{report.step.name}: {report}" for report in self.reports]
        # a lesson in Python has no lines; findings name the step and the key
        placed = [
            finding._replace(problem=finding.problem._replace(line=0, column=0)) for finding in self.findings
        ]
        return "\n".join([*lines, *map(str, placed)])


def check_lesson(lesson: LessonContent, reply: Reply | None = None) -> Checked:
    """Check a lesson made in Python. `reply` chooses the turns of levels 4 to 10.

    >>> from adaptoid_widget.core.teaching.authored_steps import lesson_of
    >>> from adaptoid_widget.lessons.authoring import Step
    >>> step = Step("take", "Starve it.", "adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6", goal="starves D6")
    >>> check_lesson(lesson_of("Hunger", [step]))
    take: 0 of 14 first turns lead to the goal
    step 'take', goal: no turn reaches this goal
    """
    from .writing import text_of

    reports: list[StepReport] = []
    _, findings = check_text(text_of(lesson), lesson.name, reports.append, reply)
    return Checked(tuple(reports), tuple(findings))


def check_text(
    text: str,
    name: str = "",
    on_step: Callable[[StepReport], None] | None = None,
    reply: Reply | None = None,
) -> tuple[LessonContent | None, list[CheckFinding]]:
    """The lesson of a file, None if it cannot be read, and all findings in the order of the file.

    `reply` chooses the turns of levels 4 to 10. Without it, a warning says that their steps were not checked.
    """
    lines = LessonLines(text)
    reader = LessonReader(lines.sections, name, lines.problems)
    checker = _LessonChecker(reader.languages, reply)
    for problem in reader.problems:
        checker.fail(problem)
    checker.check_head(lines.sections[0])
    # steps without problems are checked even if others have some
    for step, section in zip(reader.steps, lines.sections[1:], strict=True):
        if step is not None:
            report = checker.check_step(step, section)
            if on_step is not None:
                on_step(report)
    return reader.lesson, sorted(checker.findings, key=lambda finding: finding.problem[:2])


class _LessonChecker:
    """Collects findings about a lesson."""

    def __init__(self, languages: tuple[str, ...], reply: Reply | None) -> None:
        self.languages = languages
        self.reply = None if reply is None else cache(reply)
        self.findings: list[CheckFinding] = []

    def fail(self, problem: Problem) -> None:
        self.findings.append(CheckFinding(problem, False))

    def warn(self, problem: Problem) -> None:
        self.findings.append(CheckFinding(problem, True))

    def check_head(self, section: Section) -> None:
        """Check the languages and the texts of the head."""
        for entry in section.all("title"):
            if entry.language and entry.language not in LANGUAGES.tags():
                message = f"the board has no texts in {entry.language}, so nobody will read this"
                self.warn(entry.problem(message))
        self.check_texts(section, None)

    def check_step(self, step: LessonStep, section: Section) -> StepReport:
        """Check a step."""
        start = step.start
        self.check_texts(section, start)
        self.check_numbers(step, section)
        self.check_food(section, start)
        if len(step.hints) > POINTS:
            (*_, last) = section.all("hint")
            self.warn(last.problem(f"{len(step.hints)} hints cost more than the {POINTS} points of a step"))
        if step.input == "read" or step.is_game:
            return StepReport(step)
        kind = step.behavior
        if isinstance(kind, QuestionKind):
            report = self.check_question(step, kind, section)
        else:
            report = self.check_turns(step, section)
        return report._replace(fresh_positions=self.count_fresh_positions(step, section))

    def count_fresh_positions(self, step: LessonStep, section: Section) -> int:
        """Count the fresh positions of a step; warn if there is none, or one in which the goal is out of reach."""
        if step.retry == "same":
            return 0
        fresh_steps = [step.in_fresh_position(fresh) for fresh in step.fresh_positions()]
        for entry in section.all("retry"):
            if not fresh_steps:
                self.warn(entry.about_value("no symmetry of the board makes another position"))
            # in a turned position a level may reply otherwise
            varies = step.input == "turn" and (step.fresh or (step.turns > 1 and step.replies != "nobody"))
            for fresh_step in fresh_steps if varies else ():
                if not solutions(fresh_step, 1, reply=self.reply):
                    message = f"in the fresh position {fresh_step.position} no way to the goal was found"
                    self.warn(entry.about_value(message))
            if step.retry == SWAPPED:
                self.check_colors(section, entry)
        return len(fresh_steps)

    def check_colors(self, section: Section, entry: Entry) -> None:
        """Warn about names of colours in the texts that do not change when the colours are exchanged."""
        names = {tag: color_names(tag) for tag in self.languages}
        unknown = [tag for tag in names if names[tag] == ("", "")]
        if unknown:
            self.warn(entry.about_value(f"in {', '.join(unknown)}, the names of the colours do not change"))
        known = sorted((rf"{name}\b" for pair in names.values() for name in pair if name), reverse=True)
        named = re.compile("|".join(known) or "(?!)")
        for text, tree in _trees(section):
            unchanged = _COLORED.search(named.sub("", plain(tree)))
            if unchanged is not None:
                self.warn(
                    text.about_value(f"'{unchanged[0]}' stays as it is where the colours are exchanged")
                )

    # -- texts -------------------------------------------------------------------------------------------------------

    def check_texts(self, section: Section, start: Position | None) -> None:
        """Warn about unread Markdown, texts of a draft, unknown discs, and discs that not every language names."""
        first: dict[tuple[str, str, int], tuple[Entry, set[str]]] = {}
        counts: Counter[tuple[str, str, str]] = Counter()
        for entry, tree in _trees(section):
            unread = next(filter(None, map(_LEFT_OVER.search, _paragraphs(tree))), None)
            if unread is not None:
                message = f"'{unread[0].strip()}' is not read as Markdown here, it is shown as it stands"
                self.warn(entry.about_value(message))
            if plain(tree) == DRAFTED.get(entry.key):
                self.warn(entry.about_value("this is still the text of the draft: write your own"))
            if start is None:
                continue
            discs = _discs(tree)
            unknown = sorted(cell for cell in discs if cell not in start.layout)
            if unknown:
                self.warn(
                    entry.about_value(f"the text names {', '.join(unknown)}, which the board does not have")
                )
            counts[entry.key, entry.arg, entry.language] += 1
            text = (entry.key, entry.arg, counts[entry.key, entry.arg, entry.language])
            other, other_discs = first.setdefault(text, (entry, discs))
            if discs != other_discs:
                differ = ", ".join(sorted(discs ^ other_discs))
                tag = other.language or self.languages[0]
                message = f"only one language mentions {differ}: compare it with the text in {tag}"
                self.warn(entry.about_value(message))

    def check_numbers(self, step: LessonStep, section: Section) -> None:
        """Warn about a wrong number in the task or in a hint, or about an adaptoid that can be saved after all."""
        positions = [step.start, *map(Position.from_text, step.fresh)]
        for key in ("text", "hint"):
            for entry in section.all(key):
                text, language = marked(tree_of(entry.value)), self.language_of(entry)
                for claim in (*number_claims(text, language), *loss_claims(text, language)):
                    if claim.cell in step.start.layout and not all(map(claim.holds, positions)):
                        self.warn(entry.about_value(f"'{claim.phrase}' is not true of {claim.cell}"))

    def check_claims(
        self, section: Section, key: str, attempts: Sequence[Attempt], arg: str | None = None
    ) -> None:
        """Warn if a text about the learner's turns is not true of one of them."""
        for entry in section.all(key):
            if arg is not None and entry.arg != arg:
                continue
            text, language = marked(tree_of(entry.value)), self.language_of(entry)
            for claim in number_claims(text, language):
                untrue = true_around(claim, attempts)
                if untrue is not None:
                    self.warn(
                        entry.about_value(
                            f"'{claim.phrase}' is not true of {claim.cell}, neither before {_own(untrue)} nor after it"
                        )
                    )
            for sentence, can_attack in strike_claims(text, language):
                safe = next(
                    (attempt for attempt in attempts if not can_attack(attempt.played[-1].after)), None
                )
                if safe is not None:
                    self.warn(entry.about_value(f"'{sentence}' is not true after {_own(safe)}"))
            for event, phrase in event_claims(text, language).items():
                without = next((attempt for attempt in attempts if event not in events_of(attempt)), None)
                if without is not None:
                    self.warn(entry.about_value(f"'{phrase}' is not true after {_own(without)}"))

    def language_of(self, entry: Entry) -> str:
        """The language of a text."""
        return (entry.language or self.languages[0]).partition("-")[0]

    # -- positions ---------------------------------------------------------------------------------------------------

    def check_food(self, section: Section, start: Position) -> None:
        """Warn about an adaptoid that would have starved in the turn before."""
        before = start.colors[start.colors.index(start.turn) - 1]
        for cell, piece in start.pieces.items():
            if piece.color != before and start.step == "move" and start.spare(cell) < 0:
                free = start.liberties(cell)
                message = f"{cell} has {piece.size} limbs and {free} free discs: it would have starved before this turn"
                for entry in section.all("position"):
                    self.warn(entry.about_value(message))

    # -- goals -------------------------------------------------------------------------------------------------------

    def check_turns(self, step: LessonStep, section: Section) -> StepReport:
        """Check the goal, the foreseen wrong turns and the replies."""
        attempt = new_attempt(step)
        turns = list(attempt.position.turns())
        self.check_level(step, section)
        right, nodes_left, undecided = search(step, reply=self.reply)
        known = nodes_left > 0 and undecided == 0
        report = StepReport(step, len(right), len(turns), MAX_CHECK_NODES - nodes_left, known, right)
        (goal, *_) = section.all("goal")
        within = "" if step.turns == 1 else f" within {step.turns} turns"
        if not right and report.known:
            self.fail(goal.about_value(f"no turn reaches this goal{within}"))
        elif not right and nodes_left <= 0:
            self.fail(
                goal.about_value(f"no way to this goal{within} was found in {MAX_CHECK_NODES} positions")
            )
        elif len(right) == len(turns):
            reaches = "reaches this goal" if step.turns == 1 else "leads to this goal"
            first = "" if step.turns == 1 else "first "
            self.warn(
                goal.about_value(f"every {first}turn {reaches}, so the learner cannot do anything wrong")
            )
        elif len(right) * 100 > MAX_CHANCE * len(turns):
            first = "" if step.turns == 1 else "first "
            message = (
                f"{len(right)} of {len(turns)} {first}turns lead to this goal: chance finds one in more than "
                f"{MAX_CHANCE} % of all tries; narrow the goal, or change the position"
            )
            self.warn(goal.about_value(message))
        elif len(right) == 1 and _ANY.search(plain(step.text[self.languages[0]])):
            (text, *_) = section.all("text")
            self.warn(text.about_value(f"the text leaves a choice, but only {right[0]} is right"))
        if right and not step.search_level and not best_line(step):
            message = (
                f"a search of {MAX_SHOW_NODES} positions finds no way to this goal, so Hint and Show me have none "
                "to show; take fewer turns or name discs in the goal"
            )
            self.warn(goal.about_value(message))
        if right:
            self.check_right(step, section, right, [str(turn) for turn in turns])
            self.check_piecemeal(step, goal)
            endings = _endings(step, right, self.reply)
            self.check_claims(section, "done", endings)
            lost = next((each for each in endings if each.position.winner not in (None, each.color)), None)
            if lost is not None:
                self.warn(goal.about_value(f"{_own(lost)} reaches this goal, but loses the game"))
        for entry, pattern in _foreseen_answers(section, step):
            fitting = [str(turn) for turn in turns if fits(pattern, turn) and str(turn) not in right]
            self.check_claims(
                section, "wrong", [attempt.add(turn) for turn in fitting[:MAX_TRIED]], entry.arg
            )
        if undecided:
            after = f"{undecided} turn{'' if undecided == 1 else 's'}"
            message = f"{BUDGET} positions do not decide whether there is a siege after {after}; "
            self.warn(
                goal.about_value(
                    message + "learners who play such a turn are told so, and it counts as right"
                )
            )
        self.check_wrong_turns(step, section, turns, set(right), nodes_left > 0)
        self.check_replies(section, attempt, turns, set(right) if step.turns == 1 else set())
        return report

    def check_right(
        self, step: LessonStep, section: Section, right: Sequence[str], legal: Sequence[str]
    ) -> None:
        """Compare the turns that lead to the goal with those that the author means."""
        for entry in section.all("right"):
            turns_by_pattern = {
                pattern: [turn for turn in legal if fits(pattern, Turn.from_text(turn))]
                for pattern in step.right.split("|")
            }
            for pattern, fitting in turns_by_pattern.items():
                if not fitting:
                    self.fail(
                        entry.about_value(f"{pattern} is not a legal turn" + _why_not(step.start, pattern))
                    )
                elif not set(fitting) & set(right):
                    instead = almost_right(step, fitting) if step.turns == 1 else fitting[0]
                    self.fail(entry.about_value(f"{pattern} does not lead to the goal; {instead}"))
            meant = set[str]().union(*turns_by_pattern.values())
            other = [turn for turn in right if turn not in meant]
            if other:
                listed = ", ".join(other[:MAX_UNMEANT]) + (", …" if len(other) > MAX_UNMEANT else "")
                count = (
                    "1 more first turn leads" if len(other) == 1 else f"{len(other)} more first turns lead"
                )
                message = f"{count} to the goal: {listed}; "
                narrower = _narrower(step) if set(turns_by_pattern) <= set(right) else ""
                legal_patterns = [pattern for pattern, fitting in turns_by_pattern.items() if fitting]
                message += (
                    f"only the right turns meet '{narrower}'"
                    if narrower
                    else f"write 'right: {'|'.join([*legal_patterns, *other])}', or narrow the goal"
                    if len(other) <= MAX_UNMEANT
                    else "add them to right, or narrow the goal"
                )
                self.warn(entry.about_value(message))

    def check_level(self, step: LessonStep, section: Section) -> None:
        """Warn about a level whose replies nobody sees, or which is not searched here."""
        level = level_in(step.replies) or 0
        for entry in section.all("replies"):
            if level > max(SHORT_SIGHTED) and not step.search_level:
                message = (
                    f"nobody replies in a step of one turn, so {step.replies} never plays; leave this out"
                )
                self.warn(entry.about_value(message))
            elif step.search_level and self.reply is None:
                message = f"{step.replies} does not search here; the step was checked against level 3"
                self.warn(entry.about_value(message))

    def check_piecemeal(self, step: LessonStep, goal: Entry) -> None:
        """Warn if several turns can meet the goal part by part."""
        turns = piecemeal(step, reply=self.reply)
        if not turns:
            return
        goal_at_once = goal_of(step).at_once
        message = f"step {step.name} can be solved piece by piece, with {', then '.join(turns)}; "
        if solutions(step._replace(goal=goal_at_once), 1, reply=self.reply):
            message += f"if one turn must do it all, write 'at once': {goal_at_once}"
        else:
            message += f"no single turn that does it all ({goal_at_once}) was found"
        self.warn(goal.about_value(message))

    def check_wrong_turns(
        self, step: LessonStep, section: Section, turns: Sequence[Turn], right: set[str], known: bool
    ) -> None:
        """Check that foreseen wrong turns are legal, wrong, and not covered by an earlier entry."""
        open_turns = {str(turn) for turn in turns} - right
        for entry, pattern in _foreseen_answers(section, step):
            fitting = [turn for turn in turns if fits(pattern, turn)]
            wrong = [turn for turn in fitting if str(turn) not in right]
            if pattern == "*":
                if not open_turns and step.turns == 1:
                    message = "nobody will read this: all other turns are right or foreseen already"
                    self.warn(entry.about_arg(message))
            elif not fitting:
                message = f"{pattern} is not a legal turn" + _why_not(step.start, pattern)
                near = get_close_matches(pattern, [str(turn) for turn in turns], 1, 0.6)
                if near:
                    message = message.removesuffix(".") + suggestion_clause(f"wrong {near[0]}: …")
                if step.turns == 1:
                    self.fail(entry.about_arg(message))
                else:
                    self.warn(entry.about_arg(message + "; at the learner's first turn, at least"))
            elif not wrong:
                self.fail(entry.about_arg(f"this is not wrong: {fitting[0]} leads to the goal"))
            elif step.turns == 1 and not any(str(turn) in open_turns for turn in wrong):
                self.warn(entry.about_arg("nobody will read this: it was foreseen already by an entry above"))
            elif not known:
                message = (
                    f"the check could not decide whether {wrong[0]} is wrong in {MAX_CHECK_NODES} positions"
                )
                self.warn(entry.about_arg(message))
            open_turns -= {str(turn) for turn in wrong}

    def check_replies(
        self, section: Section, attempt: Attempt, turns: Sequence[Turn], ending: set[str]
    ) -> None:
        """Check that each reply of a script is legal after some turn that it replies to."""
        for entry in section.all("reply"):
            pattern = entry.arg
            reply = Turn.from_text(entry.value.strip())
            fitting = [turn for turn in turns if fits(check_pattern(pattern), turn)]
            replied_to = [turn for turn in fitting if str(turn) not in ending]
            if not replied_to:
                message = (
                    f"at the learner's first turn no turn matches {pattern}, so there is nothing to answer"
                )
                self.warn(entry.about_arg(message))
                continue
            reason = ""
            for turn in replied_to[:MAX_TRIED]:
                after = attempt.add(turn).position
                illegal = None if after.winner is not None else after.why_not(reply)
                if after.winner is None and illegal is None:
                    break
                reason = reason or (f"after {turn}: {illegal.text}" if illegal else "")
            else:
                message = "the game is over before this reply"
                if reason:
                    message = f"this reply cannot be played; {reason}"
                (self.fail if len(replied_to) <= MAX_TRIED else self.warn)(entry.about_value(message))

    # -- questions ---------------------------------------------------------------------------------------------------

    def check_question(self, step: LessonStep, kind: QuestionKind, section: Section) -> StepReport:
        """Check the question and the foreseen wrong answers."""
        question = Question.from_text(step.ask)
        (ask, *_) = section.all("ask")
        solution, count = kind.solution(question, step.start), question.number(step.start)
        if not solution:
            self.warn(ask.about_value("the answer has no disc at all"))
        for entry, pattern in _foreseen_answers(section, step):
            if ",".join(solution) == kind.answer_of(pattern, step.start):
                self.fail(entry.about_arg(f"{pattern} is not wrong: it is the answer"))
            for fresh in map(Position.from_text, () if pattern.isdigit() else step.fresh):
                # the text about a mistake would never come there
                if ",".join(kind.solution(question, fresh)) == kind.answer_of(pattern, fresh):
                    message = f"{pattern} is the right answer in the fresh position {fresh}"
                    self.warn(entry.about_arg(message))
        for entry in section.all("fresh") if step.input == "count" else ():
            for position in step.fresh:
                if question.number(Position.from_text(position)) == count:
                    self.warn(entry.about_value(f"the answer is {count} in {position}, too"))
        return StepReport(step, count, solutions=solution or ("",))


def piecemeal(step: LessonStep, nodes: int = MAX_CHECK_NODES, reply: Reply | None = None) -> tuple[str, ...]:
    """Turns of the learner that meet a goal only together; empty if none are found within `nodes` positions.

    >>> from adaptoid_widget.core.teaching.lesson import make_step
    >>> position = "adaptoid w 0,0 W:F3,F5 B:A1,G4LL,G6LLL"
    >>> two = {"goal": Goal.from_text("starves G4,G6"), "turns": 2, "replies": "nobody"}
    >>> piecemeal(make_step("two", {"en": [["p", "Starve both."]]}, position, **two))
    ('+F4', '+G5')
    """
    if step.turns == 1:
        return ()
    goal = goal_of(step)
    goal_at_once = goal.at_once
    if goal_at_once == goal:
        return ()
    attempt = new_attempt(step)
    for turn in _PiecemealSolver(step, goal_at_once, nodes, reply).line(attempt, step.turns) or ():
        attempt = attempt.add(turn)
    return tuple(str(played.turn) for played in attempt.own)


def _narrower(step: LessonStep) -> str:
    """The likeliest goal that only the meant turns meet; "" if none is known."""
    patterns = step.right.split("|")
    if step.turns > 1:
        return ""
    goals = suggested_goals(step.start, *patterns)
    return next((str(suggested.goal) for suggested in goals if suggested.right == len(patterns)), "")


def almost_right(step: LessonStep, turns: Sequence[str] = ()) -> str:
    """The first turn, of `turns` or of all, that meets most conditions of a goal, and why it is not right.

    >>> from adaptoid_widget.core.teaching.lesson import make_step
    >>> goal = Goal.from_text("starves D5 and captures 1")
    >>> almost_right(make_step("take", {"en": [["p", "Take."]]}, "adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6", goal))
    '+C4: That captures nobody.'
    """
    attempt = new_attempt(step)
    legal = [Turn.from_text(turn) for turn in turns] or list(attempt.position.turns())
    met: Counter[str] = Counter()
    for condition in goal_of(step).conditions:
        met.update(str(turn) for turn in Goal(GoalNode("is", (), condition)).among(attempt, legal))
    turn = max(legal, key=lambda turn: met[str(turn)])
    messages = to_wrong_turn(step._replace(wrong=(), turns=1), attempt.add(turn)).messages
    return f"{turn}: {ENGLISH.say_all([message.saying for message in messages if message.saying])}"


class _PiecemealSolver(GoalSolver):
    """A search for a line whose last turn does not meet the goal alone."""

    def __init__(self, step: LessonStep, goal_at_once: Goal, nodes: int, reply: Reply | None) -> None:
        super().__init__(step, nodes, reply)
        self.goal_at_once = goal_at_once

    def leads(self, attempt: Attempt, turns: int) -> tuple[str, ...] | None:
        # a turn that meets the goal ends the step
        return None if self.goal.met(attempt) else super().leads(attempt, turns)

    def meeting(self, attempt: Attempt, turns: list[TurnFacts], limit: int) -> list[Turn]:
        # an earlier turn has to have taken a part
        if not any(gone.piece.color != attempt.color for played in attempt.own for gone in played.gone):
            return []
        right = super().meeting(attempt, turns, 0)
        at_once = self.goal_at_once.among(attempt, right)
        return [turn for turn in right if turn not in at_once][: limit or None]


def _endings(step: LessonStep, right: Sequence[str], reply: Reply | None) -> list[Attempt]:
    """Attempts that meet the goal: each right turn, and in a step of two turns all last turns after first ones."""
    attempt = new_attempt(step)
    goal = goal_of(step)
    endings: list[Attempt] = []
    for turn in right:
        after = attempt.add(turn)
        if goal.met(after):
            endings.append(after)
        elif step.turns == 2 and len(endings) < MAX_ENDINGS and (reply is not None or not step.search_level):
            after = with_replies(step, after, reply)
            last = [] if after.position.winner else goal.among(after, after.position.turns())
            endings += [after.add(each) for each in last]
    return endings


def _own(attempt: Attempt) -> str:
    return ", then ".join(str(played.turn) for played in attempt.own)


def _trees(section: Section) -> Iterator[tuple[Entry, Prose]]:
    for entry in section.entries:
        if entry.key in TEXT_KEYS and entry.key != "title":
            yield entry, tree_of(entry.value)


def _paragraphs(tree: Prose) -> Iterator[str]:
    """The paragraphs and headings of a text, also those in lists, as plain text without the signs of the lists."""
    for block in tree:
        if block[0] in ("p", "h"):
            yield plain([block])
        else:
            for item in block[1:]:
                yield from _paragraphs(item)


def _discs(tree: Any) -> set[str]:
    """The discs in the code spans of a tree."""
    if not isinstance(tree, list):
        return set()
    if tree and tree[0] == "c":
        match = _DISC.match(str(tree[1]))
        return {match[1]} if match else set()
    return set[str]().union(*(_discs(part) for part in tree))


def _foreseen_answers(section: Section, step: LessonStep) -> list[tuple[Entry, str]]:
    """The foreseen wrong answers of a step with their entries."""
    entries: dict[str, Entry] = {}
    for entry in section.all("wrong"):
        entries.setdefault(read_answer(step.kind, entry.arg), entry)
    return [(entries[pattern], pattern) for pattern, _ in step.wrong]


def _why_not(position: Position, pattern: str) -> str:
    """Why a pattern that is a turn is illegal; "" for other patterns."""
    if pattern.startswith("* ") or pattern.endswith(" *"):
        return ""
    reason = position.why_not(pattern)
    return "" if reason is None else f": {reason.text}"
