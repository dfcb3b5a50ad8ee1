"""The goal of a step of a lesson: conditions on a turn, not a line, so that every turn that meets them is right.

A goal is judged after each turn of the learner. *The turn* is the last one; the board is looked at after it, feeding
included. Enemies are all other colours (R19); what they can do next is looked at for each of them as if it were to
play at once. N is a number, meaning "at least N" unless said otherwise.

It is met where …

- `captures N`: the learner's turns so far made N enemies leave the board by attack, equal exchanges included;
- `starves D5,E6`, `starves N`: enemies on all these discs, or N enemies, starved in the learner's turns so far;
- `takes N`: both together;
- `captures N at once`, `starves D5,E6 at once`, `takes N at once`: the same, in the turn alone;
- `losses N`: the learner has lost at most N in this step, in whoever's turn;
- `forks`, `forks D5,E6`: the turn is a fork or double fork, its victims these among them;
- `double-forks`, `kamikaze`: the turn is one (docs/reference/tactics.md);
- `survives`, `survives D5,E6`: no reply takes one of the learner's adaptoids, or those on these discs, all
  there; or the game is won;
- `keeps N`: after any one reply the learner has N adaptoids;
- `liberties N`, `liberties D5 N`: every adaptoid of the learner, or the one on D5, anybody's, has N liberties;
- `spare N`, `spare D5 N`: the same for liberties less size;
- `reaches D5`, `reaches D5 LLP`: the turn's move ended on D5, and who moved is still there, with at least these
  limbs;
- `occupies D5`, `occupies D5 LLP`: an adaptoid of the learner stands there, however it came;
- `tail`, `tail N`: the learner has a tail, of N adaptoids;
- `reserve`: the learner has one;
- `besieges`, `besieges N`: the next player is besieged within at most N turns, usually 1, as far as that is found out
  in a few hundred positions a turn, all such conditions of the goal together;
- `grows leg`, `pincer`, `new`: the turn grew that;
- `unmoved`: nobody moved in the turn; its move step may have been done before the step began;
- `wins`: the game is won, by the turn or by what the enemies did since;
- `plays E3-D2 +D2|+D4`: the turn is one of these; `E3-D2 *` and `* +D4` leave a part open.

They are combined by `not`, which binds most, `and`, `or`, and brackets.
"""

from __future__ import annotations

from typing import Iterable, List, NamedTuple, Optional, Tuple, Union

from ..i18n.catalog import Saying
from ..rules.bitboard import MAX_LIMBS
from ..rules.errors import TextError
from ..rules.layout import Layout
from ..rules.scanner import DIGITS, Scanner, cell_key
from ..rules.turn import Turn
from .attempt import Attempt, check_pattern
from .conditions import AT_ONCE, CONDITIONS, GROWTHS, Condition
from .turn_facts import TurnFacts, TurnJudge

Node = NamedTuple("Node", [("kind", str), ("parts", Tuple["Node", ...]), ("condition", Optional[Condition])])
"""A goal or a part of one: "and", "or" or "not" of its parts, or "is", a condition."""

# reading and judging recurse once for each bracket
MAX_DEPTH = 6
MAX_CONDITIONS = 24


class Goal:
    """Conditions on the learner's turns, with `and`, `or`, `not` and brackets. Immutable, equal where the texts are.

    >>> from adaptoid_widget.core.rules.position import Position
    >>> goal = Goal.from_text("starves D5 and (survives or wins)")
    >>> attempt = Attempt(Position.from_text("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6"), "W")
    >>> goal.met(attempt.add("+D4")), goal.met(attempt.add("D3+L"))
    (True, False)
    >>> [str(turn) for turn in goal.among(attempt, attempt.position.turns())]
    ['+C4', '+D4']
    """

    __slots__ = ("_node", "_quick_first", "_text")

    def __init__(self, node: Node) -> None:
        """Use `Goal.from_text`."""
        self._node = node
        self._quick_first = _quick_first(node)
        self._text = _node_text(node)

    @staticmethod
    def from_text(text: str, line: int = 1, column: int = 1) -> Goal:
        """The goal of a text that begins on this line and column of a larger one. Raises TextError.

        Needless brackets and lower-case cells are allowed; otherwise the text must be in its canonical form.

        >>> str(Goal.from_text("(wins or (unmoved and grows leg)) and not survives d5"))
        '(wins or unmoved and grows leg) and not survives D5'
        """
        scanner = Scanner(text, line, column)
        node = _joined(scanner, "or", 0)
        if len(_leaves(node)) > MAX_CONDITIONS:
            raise scanner.error(0, "at most %d conditions" % MAX_CONDITIONS, 40)
        scanner.end()
        return Goal(node)

    @property
    def conditions(self) -> Tuple[Condition, ...]:
        """All its conditions in the order of the text, those under `not` too.

        >>> [condition.name for condition in Goal.from_text("wins or not survives").conditions]
        ['wins', 'survives']
        """
        return tuple(_leaves(self._node))

    @property
    def cells(self) -> Tuple[str, ...]:
        """The discs that it names, turns included, each once.

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
        """This goal. Raises LayoutError where it names a disc that the board does not have."""
        for cell in self.cells:
            layout.index(cell)
        return self

    @property
    def at_once(self) -> Goal:
        """The same goal with `at once` behind each condition that is counted over several turns.

        >>> str(Goal.from_text("starves D5,E6 and survives").at_once)
        'starves D5,E6 at once and survives'
        """
        return Goal(_at_once(self._node))

    def met(self, attempt: Attempt) -> bool:
        """Whether the learner's last turn, with what came before it, meets the goal; never before the first one."""
        at = _last(attempt)
        if at < 0:
            return False
        judge = TurnJudge(attempt, at)
        return _holds(self._quick_first, judge, _facts(judge, attempt.played[at].turn))

    def among(self, attempt: Attempt, turns: Iterable[Union[Turn, str]]) -> List[Turn]:
        """Those of some turns with which the learner, who must be to move, would meet the goal at once.

        The same as `met` for the attempt with each turn added, but much quicker. Illegal turns do not meet it.
        """
        return self.search(attempt, turns)[0]

    def search(self, attempt: Attempt, turns: Iterable[Union[Turn, str]]) -> Tuple[List[Turn], int, int]:
        """The same as `among`; then how many positions were searched for sieges, and after how many turns it stayed
        unknown whether there is one."""
        if not attempt.is_learners_turn:
            return [], 0, 0
        judge = TurnJudge(attempt, len(attempt.played))
        right: List[Turn] = []
        for each in turns:
            turn = Turn.of(each)
            facts = judge.facts(turn)
            if facts is not None and _holds(self._quick_first, judge, facts):
                right.append(turn)
        return right, judge.siege_nodes, judge.unknown_sieges

    def why_not(self, attempt: Attempt) -> Optional[Saying]:
        """Why the goal is not met, as a sentence about the first condition that fails; None where it is met.

        Where several ways would do (`or`), the sentence is about the first of them.

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
        return None if _holds(self._quick_first, judge, facts) else _why(self._node, judge, facts, True)

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


def _holds(node: Node, judge: TurnJudge, facts: TurnFacts) -> bool:
    """Whether a goal, or a part of one, is met."""
    if node.condition is not None:
        return CONDITIONS[node.condition.name].holds(judge, facts, node.condition)
    if node.kind == "not":
        return not _holds(node.parts[0], judge, facts)
    decisive = node.kind == "or"
    for part in node.parts:
        if _holds(part, judge, facts) == decisive:
            return decisive
    return not decisive


def _why(node: Node, judge: TurnJudge, facts: TurnFacts, wanted: bool) -> Saying:
    """Why a goal, or a part of one, does not hold where that is wanted, or does where it is not."""
    if node.condition is not None:
        kind = CONDITIONS[node.condition.name]
        return (kind.why_not if wanted else kind.why)(judge, facts, node.condition)
    if node.kind == "not":
        return _why(node.parts[0], judge, facts, not wanted)
    part = next(part for part in node.parts if _holds(part, judge, facts) != wanted)
    return _why(part, judge, facts, wanted)


def _cost(node: Node) -> int:
    if node.condition is not None:
        return CONDITIONS[node.condition.name].cost
    return max([_cost(part) for part in node.parts])


def _quick_first(node: Node) -> Node:
    """The same goal, with what is quickly judged before the rest."""
    if node.condition is not None:
        return node
    parts = [_quick_first(part) for part in node.parts]
    order = sorted([(_cost(parts[i]), i) for i in range(len(parts))])
    return Node(node.kind, tuple([parts[i] for _, i in order]), None)


def _leaves(node: Node) -> List[Condition]:
    """All conditions of a goal in the order of its text."""
    if node.condition is not None:
        return [node.condition]
    return [condition for part in node.parts for condition in _leaves(part)]


def _at_once(node: Node) -> Node:
    condition = node.condition
    if condition is None:
        return Node(node.kind, tuple([_at_once(part) for part in node.parts]), None)
    if "once?" not in CONDITIONS[condition.name].arguments:
        return node
    return Node("is", (), Condition(condition.name, condition.cells, condition.number, AT_ONCE, ()))


# -- writing ----------------------------------------------------------------------------------------------------------


def _node_text(node: Node) -> str:
    """The canonical text of a goal: brackets only where they are needed."""
    if node.condition is not None:
        return _condition_text(node.condition)
    if node.kind == "not":
        return "not " + _bracketed(node.parts[0], ("and", "or"))
    inner = ("or",) if node.kind == "and" else ()
    return (" %s " % node.kind).join([_bracketed(part, inner) for part in node.parts])


def _bracketed(node: Node, kinds: Tuple[str, ...]) -> str:
    text = _node_text(node)
    return "(%s)" % text if node.kind in kinds else text


def _condition_text(condition: Condition) -> str:
    number = str(condition.number) if condition.number >= 0 else ""
    parts = (condition.name, ",".join(condition.cells), number, condition.word, "|".join(condition.turns))
    return " ".join([part for part in parts if part])


# -- reading ----------------------------------------------------------------------------------------------------------


def _joined(scanner: Scanner, kind: str, depth: int) -> Node:
    """Parts joined by "or" or "and"; brackets of the same kind among them are merged into the whole."""
    parts: List[Node] = []
    while True:
        part = _joined(scanner, "and", depth) if kind == "or" else _single(scanner, depth)
        parts += list(part.parts) if part.kind == kind else [part]
        if not _follows(scanner, " %s " % kind):
            break
        scanner.at += len(kind) + 2
    return parts[0] if len(parts) == 1 else Node(kind, tuple(parts), None)


def _follows(scanner: Scanner, words: str) -> bool:
    return scanner.text[scanner.at : scanner.at + len(words)] == words


def _single(scanner: Scanner, depth: int) -> Node:
    """A condition, a bracket, or `not` with one of them."""
    if _follows(scanner, "not "):
        scanner.at += 4
        start = scanner.at
        # looked at before reading on, which recurses
        doubled = _follows(scanner, "not ")
        part = None if doubled else _single(scanner, depth)
        if part is None or part.kind == "not":
            raise scanner.error(start, "a condition or a bracket after not", max(3, scanner.at - start))
        return Node("not", (part,), None)
    if scanner.peek() == "(":
        if depth >= MAX_DEPTH:
            raise scanner.error(scanner.at, "at most %d brackets within one another" % MAX_DEPTH)
        scanner.at += 1
        node = _joined(scanner, "or", depth + 1)
        scanner.take(")", "and, or, or a closing bracket")
        return node
    return Node("is", (), _condition(scanner))


def _condition(scanner: Scanner) -> Condition:
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
            kind = "discs" if _next(scanner) == "disc" else "number"
        if kind == "once":
            if _follows(scanner, " " + AT_ONCE):
                scanner.at += len(AT_ONCE) + 1
                word = AT_ONCE
            continue
        if argument[-1] == "?" and _next(scanner) != ("disc" if kind == "discs" else kind):
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
            least, most = CONDITIONS[name].numbers
            if not least <= number <= most:
                raise scanner.error(at, expected, scanner.at - at)
        elif kind == "limbs":
            word = _limbs(scanner)
        elif kind == "growth":
            word = scanner.word()
            if word not in GROWTHS:
                raise scanner.error(at, expected, max(1, len(word)))
        else:
            turns = _turns(scanner)
    return Condition(name, cells, number, word, turns)


def _next(scanner: Scanner) -> str:
    """What a space and then the next argument are: a disc, a number, limbs; "" for none of these."""
    space, first, second = [scanner.text[at : at + 1] for at in range(scanner.at, scanner.at + 3)]
    if space != " " or first == "":
        return ""
    if first in DIGITS:
        return "number"
    if second != "" and second in DIGITS:
        return "disc"
    return "limbs" if first in "LP" else ""


def _expected(name: str, argument: str) -> str:
    """An argument in words."""
    number = "a number, %d to %d" % CONDITIONS[name].numbers
    words = {
        "number": number,
        "discs|number": "discs such as D5,E6 or " + number,
        "growth": "leg, pincer or new",
        "turns": "turns such as E3-D2 +D4|+D4",
    }
    return words.get(argument.rstrip("?"), "a disc")


def read_discs(scanner: Scanner) -> Tuple[str, ...]:
    """Discs in order, each once, with commas between them. Raises TextError."""
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


def _limbs(scanner: Scanner) -> str:
    start = scanner.at
    while scanner.peek() != "" and scanner.peek() in "LP":
        scanner.at += 1
    limbs = scanner.text[start : scanner.at]
    if "PL" in limbs or not 1 <= len(limbs) <= MAX_LIMBS:
        raise scanner.error(start, "one to six limbs, legs (L) before pincers (P)", max(1, len(limbs)))
    return limbs


def _turns(scanner: Scanner) -> Tuple[str, ...]:
    patterns: List[str] = []
    text = scanner.text
    while True:
        start = scanner.at
        ends = [text.find(sign, start) for sign in ("|", ")", " and ", " or ")]
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
