"""What is to be reached in a step of a lesson: a condition, not a line, so that every turn that meets it is right.

A goal is judged after each turn of the learner. *The turn* is the last one; what stands on the board is looked at as it
left it, fed and all. Enemies are all other colours (R19), and what they can do next is looked at for each of them as if
it were to play at once. N is a number, at least so many unless said otherwise.

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

from typing import Iterable, List, Optional, Tuple, Union

from ..i18n.catalog import Saying
from ..rules.layout import Layout
from ..rules.scanner import Scanner, cell_key
from ..rules.turn import Turn
from .attempt import Story
from .conditions import Case, holds, quick_first
from .goal_parser import Condition, Node, at_once, goal_text, leaves, read_goal
from .unmet import unmet


class Goal:
    """Conditions on the learner's turns, with `and`, `or`, `not` and brackets. Immutable, equal where the texts are.

    >>> from adaptoid_widget.core.rules.position import Position
    >>> goal = Goal.from_text("starves D5 and (survives or wins)")
    >>> story = Story(Position.from_text("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6"), "W")
    >>> goal.met(story.add("+D4")), goal.met(story.add("D3+L"))
    (True, False)
    >>> [str(turn) for turn in goal.among(story, story.position.turns())]
    ['+C4', '+D4']
    """

    __slots__ = ("_node", "_quick", "_text")

    def __init__(self, node: Node) -> None:
        """Use `Goal.from_text`."""
        self._node = node
        self._quick = quick_first(node)
        self._text = goal_text(node)

    @staticmethod
    def from_text(text: str, line: int = 1, column: int = 1) -> Goal:
        """The goal of a text that begins on this line and column of a larger one. Raises TextError.

        Brackets that are not needed and lower-case cells are let through; nothing else but the canonical form is.

        >>> str(Goal.from_text("(wins or (unmoved and grows leg)) and not survives d5"))
        '(wins or unmoved and grows leg) and not survives D5'
        """
        scanner = Scanner(text, line, column)
        node = read_goal(scanner)
        scanner.end()
        return Goal(node)

    @property
    def conditions(self) -> Tuple[Condition, ...]:
        """All its conditions in the order of the text, those under `not` too.

        >>> [condition.name for condition in Goal.from_text("wins or not survives").conditions]
        ['wins', 'survives']
        """
        return tuple(leaves(self._node))

    @property
    def cells(self) -> Tuple[str, ...]:
        """The discs that it names, turns included, each once.

        >>> Goal.from_text("plays E3-D2 *|+D4 or occupies C1").cells
        ('C1', 'D2', 'D4', 'E3')
        """
        found: List[str] = []
        for condition in self.conditions:
            found += condition.cells
            for pattern in condition.turns:
                turn = (
                    Turn.of(pattern.replace("* ", "").replace(" *", "")) if pattern != "*" else Turn.of("-")
                )
                found += [cell for cell in (turn.origin, turn.target, turn.at) if cell is not None]
        return tuple(sorted(set(found), key=cell_key))

    def check(self, layout: Layout) -> Goal:
        """This goal. Raises LayoutError where it names a disc that the board has not."""
        for cell in self.cells:
            layout.index(cell)
        return self

    @property
    def at_once(self) -> Goal:
        """The same goal with `at once` behind each condition that is counted over several turns.

        >>> str(Goal.from_text("starves D5,E6 and survives").at_once)
        'starves D5,E6 at once and survives'
        """
        return Goal(at_once(self._node))

    def met(self, story: Story) -> bool:
        """Whether the learner's last turn, with what came before it, meets the goal; never before the first one."""
        at = _last(story)
        if at < 0:
            return False
        case = Case(story, at)
        return holds(self._quick, case, case.deed(story.told[at].turn))

    def among(self, story: Story, turns: Iterable[Union[Turn, str]]) -> List[Turn]:
        """Those of some turns with which the learner, who must be to move, would meet the goal at once.

        The same as asking `met` of every story with one turn more, but much quicker. Illegal turns do not meet it.
        """
        return self.searched(story, turns)[0]

    def searched(self, story: Story, turns: Iterable[Union[Turn, str]]) -> Tuple[List[Turn], int, int]:
        """The same as `among`; then in how many positions sieges were looked for, and after how many turns it stayed
        unknown whether there is one."""
        if not story.waits:
            return [], 0, 0
        case = Case(story, len(story.told))
        court = case.court
        found: List[Turn] = []
        for each in turns:
            turn = Turn.of(each)
            deed = court.deed(turn)
            if deed is not None and holds(self._quick, case, deed):
                found.append(turn)
        return found, court.nodes, court.unknown

    def why_not(self, story: Story) -> Optional[Saying]:
        """Why the goal is not met, as a sentence about the first condition that fails; None where it is met.

        Where several ways would do (`or`), the sentence is about the first of them.

        >>> from adaptoid_widget.core.rules.position import Position
        >>> story = Story(Position.from_text("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6"), "W")
        >>> Goal.from_text("starves D5").why_not(story.add("D3+L"))
        ('lesson.not.starves-fed', {'cell': 'D5', 'liberties': 4, 'size': 4})
        """
        at = _last(story)
        if at < 0:
            return "lesson.not.played", None
        case = Case(story, at)
        deed = case.deed(story.told[at].turn)
        return None if holds(self._quick, case, deed) else unmet(self._node, case, deed)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return "Goal.from_text(%r)" % self._text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Goal) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)


def _last(story: Story) -> int:
    """Where the learner's last turn stands among those told; −1 without one."""
    for at in range(len(story.told) - 1, -1, -1):
        if story.told[at].color == story.color:
            return at
    return -1
