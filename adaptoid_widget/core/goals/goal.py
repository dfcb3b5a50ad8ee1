"""The goal of a step of a lesson: conditions on the learner's turns, combined with `and`, `or`, `not` and brackets.

docs/reference/teaching/lesson_files.md lists the conditions; `conditions` defines them. A goal is judged after each
turn of the learner, on the position after feeding. Enemies are all other colours (R19). Each enemy is judged as if it
were to play next. `not` binds most, then `and`, then `or`.
"""

from __future__ import annotations

from typing import Iterable, List, NamedTuple, Optional, Tuple, Union

from ..i18n.catalog import Saying
from ..rules.errors import TextError
from ..rules.integer_rules import MAX_LIMBS
from ..rules.layout import Layout
from ..rules.scanner import DIGITS, Scanner, cell_key
from ..rules.turn import Turn
from .attempt import Attempt, check_pattern
from .conditions import AT_ONCE, CONDITIONS, ENDINGS, GROWTH_WORDS, Condition
from .turn_facts import TurnFacts, TurnJudge

GoalNode = NamedTuple(
    "GoalNode", [("kind", str), ("parts", Tuple["GoalNode", ...]), ("condition", Optional[Condition])]
)
"""A part of a goal: "and", "or" or "not" with its parts, or "is" with a condition."""

# limits recursion: one level for each bracket
MAX_BRACKETS = 6
MAX_CONDITIONS = 24


class Goal:
    """Conditions on the learner's turns, with `and`, `or`, `not` and brackets. Immutable; equal if the texts are.

    >>> from adaptoid_widget.core.rules.position import Position
    >>> goal = Goal.from_text("starves D5 and (survives or wins)")
    >>> attempt = Attempt(Position.from_text("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6"), "W")
    >>> goal.met(attempt.add("+D4")), goal.met(attempt.add("D3+L"))
    (True, False)
    >>> [str(turn) for turn in goal.among(attempt, attempt.position.turns())]
    ['+C4', '+D4']
    """

    __slots__ = ("_node", "_quick_first", "_text")

    def __init__(self, node: GoalNode) -> None:
        """Use `Goal.from_text`."""
        self._node = node
        self._quick_first = _quick_first(node)
        self._text = _node_text(node)

    @staticmethod
    def from_text(text: str, line: int = 1, column: int = 1) -> Goal:
        """The goal of a text that begins at this line and column of a larger one. Raises TextError.

        Needless brackets and lower-case cells are allowed; otherwise the text must be in its canonical form.

        >>> str(Goal.from_text("(wins or (unmoved and grows leg)) and not survives d5"))
        '(wins or unmoved and grows leg) and not survives D5'
        >>> str(Goal.from_text("(captures 1 and starves D5) at once"))
        'captures 1 at once and starves D5 at once'
        """
        scanner = Scanner(text, line, column)
        node = _read_joined(scanner, "or", 0)
        if len(_leaves(node)) > MAX_CONDITIONS:
            raise scanner.error(0, "at most %d conditions" % MAX_CONDITIONS, 40)
        if scanner.at < len(text):
            raise scanner.error(scanner.at, "'and' or 'or' with a condition, or the end of the goal", 40)
        return Goal(node)

    @property
    def conditions(self) -> Tuple[Condition, ...]:
        """All conditions in the order of the text, also those under `not`.

        >>> [condition.name for condition in Goal.from_text("wins or not survives").conditions]
        ['wins', 'survives']
        """
        return tuple(_leaves(self._node))

    @property
    def cells(self) -> Tuple[str, ...]:
        """The discs in its conditions and turns, each once.

        >>> Goal.from_text("plays E3-D2 *|+D4 or occupies C1").cells
        ('C1', 'D2', 'D4', 'E3')
        """
        cells: List[str] = []
        for condition in self.conditions:
            cells += condition.cells
            for pattern in condition.turns:
                turn = Turn.of("-" if pattern == "*" else pattern.replace("* ", "").replace(" *", ""))
                cells += [cell for cell in (turn.origin, turn.target, turn.at) if cell is not None]
        return tuple(sorted(set(cells), key=cell_key))

    def check(self, layout: Layout) -> Goal:
        """This goal. Raises LayoutError for a disc that is not on the board."""
        for cell in self.cells:
            layout.index(cell)
        return self

    @property
    def at_once(self) -> Goal:
        """The same goal with `at once` after each condition that counts over several turns.

        >>> str(Goal.from_text("starves D5,E6 and survives").at_once)
        'starves D5,E6 at once and survives'
        """
        return Goal(_with_ending(self._node, AT_ONCE))

    def met(self, attempt: Attempt) -> bool:
        """Whether the goal is met after the learner's last turn; False before the first one, and if undecided."""
        return self.judged(attempt) is True

    def judged(self, attempt: Attempt) -> Optional[bool]:
        """Like `met`, but None if a search could not decide."""
        at = _last(attempt)
        if at < 0:
            return False
        judge = TurnJudge(attempt, at)
        return self.verdict(judge, _facts(judge, attempt.played[at].turn))

    def among(self, attempt: Attempt, turns: Iterable[Union[Turn, str]]) -> List[Turn]:
        """Those of `turns` with which the learner, who is to move, would meet the goal; illegal turns never do.

        Gives the same as `met` for the attempt with each turn added, but much faster.
        """
        if not attempt.is_learners_turn:
            return []
        judge = TurnJudge(attempt, len(attempt.played))
        met: List[Turn] = []
        for each in turns:
            turn = Turn.of(each)
            facts = judge.facts(turn)
            if facts is not None and self.verdict(judge, facts):
                met.append(turn)
        return met

    def verdict(self, judge: TurnJudge, facts: TurnFacts) -> Optional[bool]:
        """Whether a turn meets the goal; None if a search could not decide."""
        return _verdict(self._quick_first, judge, facts)

    def why_not(self, attempt: Attempt, unmet: bool = False) -> Optional[Saying]:
        """Why the goal is not met, as a sentence about the first condition that fails; None if it is met.

        Of alternatives (`or`), the sentence is about the first. With `unmet` the caller knows that the goal is not met,
        which saves a second search for a siege.

        >>> from adaptoid_widget.core.rules.position import Position
        >>> attempt = Attempt(Position.from_text("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6"), "W")
        >>> Goal.from_text("starves D5").why_not(attempt.add("D3+L"))
        ('lesson.not.starves-fed', {'cell': 'D5', 'liberties': 4, 'size': 4})
        """
        at = _last(attempt)
        if at < 0:
            return "lesson.not.played", None
        judge = TurnJudge(attempt, at)
        facts = _facts(judge, attempt.played[at].turn)
        if not unmet and self.verdict(judge, facts):
            return None
        return _explanation(self._node, judge, facts, True)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return "Goal.from_text(%r)" % self._text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Goal) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)


# -- judging ----------------------------------------------------------------------------------------------------------


def _last(attempt: Attempt) -> int:
    """The index of the learner's last turn; −1 without one."""
    at = len(attempt.played) - 1
    while at >= 0 and attempt.played[at].color != attempt.color:
        at -= 1
    return at


def _facts(judge: TurnJudge, turn: Turn) -> TurnFacts:
    facts = judge.facts(turn)
    assert facts is not None, "an attempt holds legal turns only"
    return facts


def _verdict(node: GoalNode, judge: TurnJudge, facts: TurnFacts) -> Optional[bool]:
    """Whether a part of a goal is met; None if that depends on what a search could not decide."""
    if node.condition is not None:
        return CONDITIONS[node.condition.name].holds(judge, facts, node.condition)
    if node.kind == "not":
        verdict = _verdict(node.parts[0], judge, facts)
        return None if verdict is None else not verdict
    decisive = node.kind == "or"
    out: Optional[bool] = not decisive
    for part in node.parts:
        verdict = _verdict(part, judge, facts)
        if verdict is decisive:
            return decisive
        if verdict is None:
            out = None
    return out


def _explanation(node: GoalNode, judge: TurnJudge, facts: TurnFacts, wanted: bool) -> Saying:
    """Why a part of a goal does not hold, if it is `wanted`, or why it holds, if it is not."""
    if node.condition is not None:
        kind = CONDITIONS[node.condition.name]
        return (kind.why_not if wanted else kind.why)(judge, facts, node.condition)
    if node.kind == "not":
        return _explanation(node.parts[0], judge, facts, not wanted)
    if node.kind == "and" and not wanted:
        # each part alone may hold
        return "lesson.met.unnamed", {"goal": _node_text(node)}
    parts = [part for part in node.parts if _verdict(part, judge, facts) is not wanted]
    decided = [part for part in parts if _verdict(part, judge, facts) is not None]
    return _explanation((decided or parts)[0], judge, facts, wanted)


def _cost(node: GoalNode) -> int:
    if node.condition is not None:
        return CONDITIONS[node.condition.name].cost
    return max([_cost(part) for part in node.parts])


def _quick_first(node: GoalNode) -> GoalNode:
    """The same goal, with conditions that are fast to judge first."""
    if node.condition is not None:
        return node
    parts = [_quick_first(part) for part in node.parts]
    order = sorted([(_cost(parts[i]), i) for i in range(len(parts))])
    return GoalNode(node.kind, tuple([parts[i] for _, i in order]), None)


def _leaves(node: GoalNode) -> List[Condition]:
    """All conditions in the order of the text."""
    if node.condition is not None:
        return [node.condition]
    return [condition for part in node.parts for condition in _leaves(part)]


def _with_ending(node: GoalNode, ending: str) -> GoalNode:
    """The same goal with an ending after each condition that can have one and has none."""
    condition = node.condition
    if condition is None:
        return GoalNode(node.kind, tuple([_with_ending(part, ending) for part in node.parts]), None)
    if condition.word or "ending?" not in CONDITIONS[condition.name].arguments:
        return node
    return GoalNode("is", (), Condition(condition.name, condition.cells, condition.number, ending, ()))


# -- writing ----------------------------------------------------------------------------------------------------------


def _node_text(node: GoalNode) -> str:
    """The canonical text, with only the brackets that are needed."""
    if node.condition is not None:
        return _condition_text(node.condition)
    if node.kind == "not":
        return "not " + _bracketed(node.parts[0], ("and", "or"))
    inner = ("or",) if node.kind == "and" else ()
    return (" %s " % node.kind).join([_bracketed(part, inner) for part in node.parts])


def _bracketed(node: GoalNode, kinds: Tuple[str, ...]) -> str:
    text = _node_text(node)
    return "(%s)" % text if node.kind in kinds else text


def _condition_text(condition: Condition) -> str:
    number = str(condition.number) if condition.number >= 0 else ""
    parts = (condition.name, ",".join(condition.cells), number, condition.word, "|".join(condition.turns))
    return " ".join([part for part in parts if part])


# -- reading ----------------------------------------------------------------------------------------------------------


def _read_joined(scanner: Scanner, kind: str, depth: int) -> GoalNode:
    """Reads parts joined by "or" or "and"; brackets of the same kind are merged."""
    parts: List[GoalNode] = []
    while True:
        part = _read_joined(scanner, "and", depth) if kind == "or" else _read_single(scanner, depth)
        parts += list(part.parts) if part.kind == kind else [part]
        if not _follows(scanner, " %s " % kind):
            break
        scanner.at += len(kind) + 2
    return parts[0] if len(parts) == 1 else GoalNode(kind, tuple(parts), None)


def _follows(scanner: Scanner, words: str) -> bool:
    return scanner.text[scanner.at : scanner.at + len(words)] == words


def _read_single(scanner: Scanner, depth: int) -> GoalNode:
    """Reads a condition, a bracket, or `not` with one of them."""
    if _follows(scanner, "not "):
        scanner.at += 4
        start = scanner.at
        # checked here, since reading on would recurse without a limit
        doubled = _follows(scanner, "not ")
        part = None if doubled else _read_single(scanner, depth)
        if part is None or part.kind == "not":
            raise scanner.error(start, "a condition or a bracket after not", max(3, scanner.at - start))
        return GoalNode("not", (part,), None)
    if scanner.peek() == "(":
        if depth >= MAX_BRACKETS:
            raise scanner.error(scanner.at, "at most %d nested brackets" % MAX_BRACKETS)
        scanner.at += 1
        node = _read_joined(scanner, "or", depth + 1)
        scanner.take(")", "and, or, or a closing bracket")
        start = scanner.at
        ending = _read_ending(scanner)
        ended = _with_ending(node, ending) if ending else node
        if ending and ended == node:
            raise scanner.error(start, "captures, starves or takes in the bracket", scanner.at - start)
        return ended
    return GoalNode("is", (), _read_condition(scanner))


def _read_condition(scanner: Scanner) -> Condition:
    start = scanner.at
    name = scanner.word()
    if name not in CONDITIONS:
        raise scanner.error(start, "a condition: " + ", ".join(sorted(CONDITIONS)), max(1, len(name)))
    cells: Tuple[str, ...] = ()
    number = -1
    word = ""
    turns: Tuple[str, ...] = ()
    for argument in CONDITIONS[name].arguments:
        kind = argument.rstrip("?")
        if kind == "discs|number":
            kind = "discs" if _next_kind(scanner) == "disc" else "number"
        if kind == "ending":
            word = _read_ending(scanner)
            continue
        if argument[-1] == "?" and _next_kind(scanner) != ("disc" if kind == "discs" else kind):
            continue
        expected = _expected(name, argument)
        scanner.take(" ", "a space, then " + expected)
        at = scanner.at
        if kind == "discs":
            cells = read_discs(scanner)
        elif kind == "disc":
            cells = (scanner.cell("a disc"),)
        elif kind == "number":
            number = int(scanner.digits(expected))
            least, greatest = CONDITIONS[name].numbers
            if not least <= number <= greatest:
                raise scanner.error(at, expected, scanner.at - at)
        elif kind == "limbs":
            word = _read_limbs(scanner)
        elif kind == "growth":
            word = scanner.word()
            if word not in GROWTH_WORDS:
                raise scanner.error(at, expected, max(1, len(word)))
        else:
            turns = _read_turns(scanner)
    return Condition(name, cells, number, word, turns)


def _read_ending(scanner: Scanner) -> str:
    """Reads `at once` or `by a newborn` after a space; "" for neither."""
    for ending in ENDINGS:
        if _follows(scanner, " " + ending):
            scanner.at += len(ending) + 1
            return ending
    return ""


def _next_kind(scanner: Scanner) -> str:
    """The kind of the argument after a space: "disc", "number" or "limbs"; "" for none of these."""
    space, first, second = [scanner.text[at : at + 1] for at in range(scanner.at, scanner.at + 3)]
    if space != " " or first == "":
        return ""
    if first in DIGITS:
        return "number"
    if second != "" and second in DIGITS:
        return "disc"
    return "limbs" if first in "LP" else ""


def _expected(name: str, argument: str) -> str:
    """A description of an argument for an error message."""
    number = "a number, %d to %d" % CONDITIONS[name].numbers
    words = {
        "number": number,
        "discs|number": "discs such as D5,E6 or " + number,
        "growth": "leg, pincer or new",
        "turns": "turns such as E3-D2 +D4|+D4",
    }
    return words.get(argument.rstrip("?"), "a disc")


def read_discs(scanner: Scanner) -> Tuple[str, ...]:
    """Reads discs in order, each once, separated by commas. Raises TextError."""
    cells: List[str] = []
    while True:
        start = scanner.at
        cell = scanner.cell("a disc")
        if cells and cell_key(cell) <= cell_key(cells[-1]):
            raise scanner.error(start, "discs in order, each once", scanner.at - start)
        cells.append(cell)
        if scanner.peek() != ",":
            return tuple(cells)
        scanner.at += 1


def _read_limbs(scanner: Scanner) -> str:
    start = scanner.at
    while scanner.peek() != "" and scanner.peek() in "LP":
        scanner.at += 1
    limbs = scanner.text[start : scanner.at]
    if "PL" in limbs or not 1 <= len(limbs) <= MAX_LIMBS:
        raise scanner.error(start, "one to six limbs, legs (L) before pincers (P)", max(1, len(limbs)))
    return limbs


def _read_turns(scanner: Scanner) -> Tuple[str, ...]:
    patterns: List[str] = []
    text = scanner.text
    while True:
        start = scanner.at
        ends = [text.find(separator, start) for separator in ("|", ")", " and ", " or ")]
        end = min([at for at in ends if at >= 0] + [len(text)])
        if end == start:
            raise scanner.error(start, "a turn such as E3-D2 +D4")
        pattern = check_pattern(text[start:end], scanner.line, scanner.column + start)
        if pattern in patterns:
            raise TextError(scanner.line, scanner.column + start, pattern, "each turn once")
        patterns.append(pattern)
        scanner.at = end
        if scanner.peek() != "|":
            return tuple(patterns)
        scanner.at += 1
