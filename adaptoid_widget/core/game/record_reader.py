"""Reading game records strictly: the one form that is written, every turn legal, or an error with its line."""

from __future__ import annotations

from typing import Any, Callable, Iterable, Iterator, List, Optional, Tuple

from ..rules.apply_turns import Referee, outcomes
from ..rules.errors import IllegalTurn, LayoutError, TextError
from ..rules.legality import Reason, reason
from ..rules.notation import parse_turn, turn_text
from ..rules.position import Effect, Position
from ..rules.scanner import DIGITS, control_at
from ..rules.turn import STEPS, Turn
from .annotations import Marks
from .headers import MAX_COMMENT, check_comment
from .record_format import AGREED_TEXT, END_UNSAID, FIRST_LINE, RESIGNS, STARVED_UNSAID, starved_text
from .record_head import RecordLines
from .state import AGREED, Course, resigned
from .tree import Node, Tree, Verdict

A_TURN_OR_RESULT = "a turn with its number, or the result"
# turns that follow one another are played together, but not all of a game without end
MAX_TOGETHER = 1000

Step = Tuple[Turn, Optional[str], int]

# no word of a line
NEVER = " "
# what has been read since the last turn: nothing, lines of a comment, marks
TURN, COMMENT, MARKS = 0, 1, 2


class StrictReader(RecordLines):
    """Reads the games of an iterable of lines, one after the other.

    >>> from adaptoid_widget.core.game.game import Game
    >>> lines = ["adaptoid-record 1", "Start: adaptoid w 0,0 W:D2 B:D6", "", "1 D2+L", "2 +D5", "= *"]
    >>> [game.ply for game in StrictReader(Game, lines).games()]
    [2]
    """

    def __init__(self, make: Callable[..., Any], lines: Iterable[str], referee: Referee = outcomes) -> None:
        super().__init__(make, lines)
        self._referee = referee
        self._begin(Tree(Position.start()))

    def _begin(self, tree: Tree) -> None:
        self._tree = tree
        self._layout = tree.nodes[0].position.layout
        # the last turn of the main line, and the number that the next must have, if there can be one
        self._main = tree.nodes[0]
        self._due = "1"
        # the last turn of the line of play under way, and what was read since
        self._node = self._main
        self._last_read = TURN
        self._comment: List[str] = []
        self._half: Optional[Turn] = None
        # the lines of play that variations interrupt: the number each began with, and its last turn
        self._around: List[Tuple[int, Node]] = []
        self._first = 1

    def games(self) -> Iterator[Any]:
        """The games. Raises TextError or IllegalTurn at the first thing that is wrong."""
        line = self._take()
        if line is None:
            raise TextError(1, 1, "", FIRST_LINE)
        while True:
            if line != FIRST_LINE:
                raise self._differs(line, FIRST_LINE)
            began = self._number
            game = self.head()
            game.read_from = began
            self._body(game)
            yield game
            line = self._take()
            if line is None:
                return
            if line:
                raise self._error(0, line, "a blank line and another game, or the end of the text")
            line = self._need(FIRST_LINE + " after a blank line")

    # -- turns -------------------------------------------------------------------------------------------------------

    def _body(self, game: Any) -> None:
        """Everything from the blank line to the result."""
        tree = game.tree
        if tree is None:
            # nothing of the game before it
            self._begin(Tree(Position.start()))
            self._unfinished_start(game)
            return
        self._begin(tree)
        while not self._some(self._lines_of_a_game()):
            pass
        tree.go_to_end()
        if self._half is not None:
            game.move(self._half)

    def _lines_of_a_game(self) -> List[List[str]]:
        """The words of the lines up to the result, or of so many that it takes no large memory."""
        lines: List[List[str]] = []
        for line in self._lines:
            if line[-1:] == "\n":
                line = line[:-1]
            lines.append(line.split(" "))
            if line[:1] == "=" or len(lines) == MAX_TOGETHER:
                return lines
        if not lines:
            raise TextError(self._number + 1, 1, "", A_TURN_OR_RESULT)
        return lines

    def _some(self, lines: List[List[str]]) -> bool:
        """Read some lines of a game, given in words; whether the result was among them."""
        tree = self._tree
        steps = self._steps(lines)
        foreseen = tree.foresee(self._main, [turn for turn, _, _ in steps], self._referee)
        known = 0
        for words in lines:
            self._number += 1
            if words[0] != self._due:
                if self._other(words):
                    return True
                continue
            if self._comment:
                self._end_comment()
            self._around = []
            self._node = self._main
            self._last_read = TURN
            if known == len(foreseen):
                self._no_whole_turn(words, 1)
            else:
                turn, move, end = steps[known]
                found = foreseen[known]
                known += 1
                node = self._node = tree.follow(self._main, turn, move, found)
                _, ended, hungry = found
                if not ended and not hungry and node.times < 3 and len(words) == end:
                    self._main = node
                    self._due = str(node.ply + 1)
                    continue
                self._annotations(node, words, end)
            self._main = self._node
            ended = self._half is not None or self._main.result is not None
            self._due = NEVER if ended else str(self._main.ply + 1)
        return False

    def _steps(self, lines: List[List[str]]) -> List[Step]:
        """The turns of the main line, as far as they can be told by their numbers and words alone."""
        steps: List[Step] = []
        ply = self._main.ply + 1
        due = self._due
        for words in lines:
            if words[0] == due:
                found = step(words, 1)
                if found is None:
                    break
                steps.append(found)
                ply += 1
                due = str(ply)
        return steps

    def _turn(self, words: List[str], at: int) -> None:
        """Read a turn of the line of play under way, which begins with a word of its line."""
        found = step(words, at)
        self._last_read = TURN
        if found is not None:
            turn, move, end = found
            self._check_new(turn, None, None, words, at)
            foreseen = self._tree.foresee(self._node, [turn])
            if foreseen:
                self._node = self._tree.follow(self._node, turn, move, foreseen[0])
                self._annotations(self._node, words, end)
                return
        self._no_whole_turn(words, at)

    def _no_whole_turn(self, words: List[str], at: int) -> None:
        """Read what is no legal whole turn: a verdict, a turn under way; else raise what is wrong with it."""
        before = self._node
        position = before.position
        column = _column(words, at)
        if len(words) == at:
            raise self._error(column - 1, "", "a blank and a turn")
        if before.result is not None:
            raise self._illegal(reason("game-over"), column)
        if words[-1] in (RESIGNS, AGREED_TEXT.split(" ")[-1]):
            self._verdict(words, at)
            return
        said = words[at:]
        while said and said[-1][:1] in ("*", "#"):
            said.pop()
        text = " ".join(said)
        parts = parse_turn(text, self._number, column + 1)
        if turn_text(parts) != text:
            raise self._differs(text, turn_text(parts), column)
        turn = Turn(*parts)
        found = position.why_not_parsed(turn)
        if found is None:
            raise self._error(column, text, "a turn")
        if found.code == "growth-due" and not self._around and len(said) == len(words) - at:
            self._half = turn
            return
        both = turn.growth is not None and turn.origin is not None and turn.target is not None
        if both and position.why_not_move(str(turn.origin), str(turn.target), turn.attack) is None:
            column += len(words[at]) + 1
        raise self._illegal(found, column)

    def _illegal(self, found: Reason, column: int) -> IllegalTurn:
        return IllegalTurn(found.text, found.code, found.cell, found.slots, self._number, column + 1)

    def _verdict(self, words: List[str], at: int) -> None:
        """Read a resignation or an agreed draw, perhaps after a move step."""
        before = self._node
        position = before.position
        column = _column(words, at)
        said = words[at:]
        effect = Effect(position, ())
        move = None
        if len(said) > 2:
            move = said[0]
            moved = half(move)
            if moved is None or moved.origin is None:
                raise self._error(column, move, "a move such as E3-D2, or a verdict alone")
            try:
                effect = position.effect_of_move(moved)
            except IllegalTurn as error:
                raise IllegalTurn(str(error), error.code, error.cell, error.slots, self._number, column + 1)
            said.pop(0)
            column += len(move) + 1
        text = " ".join(said)
        verdict = AGREED
        loser = said[0]
        if text != AGREED_TEXT:
            if loser not in position.colors or said[1:] != [RESIGNS]:
                raise self._error(column, text, "a colour that resigns, or draw agreed")
            verdict = resigned(position, loser)
        self._check_new(None, verdict, move, words, at)
        color = position.turn if verdict is AGREED else loser
        self._node = self._tree.append(before, color, effect, None, verdict, move)

    def _check_new(
        self, turn: Optional[Turn], verdict: Optional[Verdict], move: Optional[str], words: List[str], at: int
    ) -> None:
        for number in self._node.children:
            there = self._tree.nodes[number]
            if there.turn == turn and there.verdict == verdict and (turn or there.move == move):
                raise self._error(
                    _column(words, at), " ".join(words[at:]), "a turn that does not stand above already"
                )

    def _annotations(self, node: Node, words: List[str], at: int) -> None:
        """Check what is said behind a turn, and keep in mind what is not."""
        unsaid = 0
        ended = node.result is not None
        starved = starved_text(node)
        if at < len(words) and words[at][:1] == "*":
            if words[at] != starved:
                column = _column(words, at)
                if not starved:
                    raise self._error(column, words[at], "the end of the line, since nobody starved")
                raise self._differs(words[at], starved, column)
            at += 1
        elif starved:
            unsaid += STARVED_UNSAID
        if ended and at < len(words) and words[at] == "#":
            at += 1
        elif ended:
            unsaid += END_UNSAID
        if at < len(words):
            expected = "the end of the line" if words[at] != "#" else "no #, since the game goes on"
            raise self._error(_column(words, at), " ".join(words[at:]), expected)
        if unsaid:
            self._tree.unsaid[node.number] = unsaid

    # -- all other lines ---------------------------------------------------------------------------------------------

    def _other(self, words: List[str]) -> bool:
        """Read a line that is no turn of the main line; whether it is the result, with which a game ends."""
        line = " ".join(words)
        self._check_length(line)
        indent = len(line) - len(line.lstrip(" "))
        sign = line[indent : indent + 1]
        if sign == ";":
            self._comment_line(line, indent)
            return False
        if self._comment:
            self._end_comment()
        if sign == "=":
            right = "= " + ("*" if self._half is not None else self._main.result or "*")
            if line != right:
                raise self._differs(line, right)
            return True
        if self._half is not None:
            raise self._error(0, line, "= *, since the turn above is not finished")
        if sign == "%":
            self._node.marks = self._marks(line, indent)
            self._last_read = MARKS
        elif sign == "" or sign not in DIGITS:
            raise self._error(indent, line[indent:], A_TURN_OR_RESULT)
        else:
            self._place(words, indent)
            self._turn(words, indent + 1)
        return False

    def _place(self, words: List[str], indent: int) -> None:
        """Find the line of play that a turn with such a number and so many blanks before it belongs to."""
        number = words[indent]
        nodes = self._tree.nodes
        around = self._around
        depth = indent // 2
        if indent % 2 or depth > len(around) + 1:
            raise self._error(
                0, words[indent], "%d blanks at most, and an even number" % (2 * len(around) + 2)
            )
        if depth > len(around):
            replaced = self._node
            if number != str(replaced.ply) or replaced.ply == 0:
                expected = "%d, the number of the turn above that the variation replaces" % replaced.ply
                raise self._error(indent, number, expected if replaced.ply else "1 without blanks before it")
            around.append((self._first, replaced))
            self._first = replaced.ply
            self._node = nodes[replaced.parent]
            return
        while depth < len(around):
            self._first, self._node = around.pop()
        if number == str(self._node.ply + 1):
            if self._node.result is not None:
                raise self._illegal(reason("game-over"), _column(words, indent + 1))
        elif depth and number == str(self._first):
            self._node = nodes[around[-1][1].parent]
        else:
            expected = "%d, the number of the next turn" % (self._node.ply + 1)
            if depth:
                expected += ", or %d for another variation" % self._first
            raise self._error(indent, number, expected)

    def _check_note(self, line: str, indent: int, last: int) -> None:
        """Raise TextError unless a comment or marks may stand in a line."""
        if self._half is not None:
            raise self._error(0, line, "= *, since the turn above is not finished")
        if indent != 2 * len(self._around):
            raise self._error(0, line, "%d blanks, as before the turn above" % (2 * len(self._around)))
        if self._last_read > last:
            raise self._error(indent, line[indent:], "a turn or the result, since marks stand above already")

    def _comment_line(self, line: str, indent: int) -> None:
        self._check_note(line, indent, COMMENT)
        text = line[indent + 2 :]
        if line[indent + 1 :] and not (text and line[indent + 1] == " "):
            raise self._error(indent + 1, line[indent + 1 :], "a blank and a comment, or the end of the line")
        wrong = control_at(text, "\t")
        if wrong >= 0:
            raise self._control(text, wrong, indent + 2)
        if not self._comment and text[:1] in ("", " ", "\t"):
            raise self._error(indent + 2, text[:1], "a comment that does not begin with a blank")
        kept = text.rstrip(" \t")
        if kept != text:
            raise self._error(indent + 2 + len(kept), text[len(kept) :], "the end of the line")
        self._comment.append(text)
        self._last_read = COMMENT

    def _end_comment(self) -> None:
        text = "\n".join(self._comment)
        if len(text) > MAX_COMMENT:
            raise TextError(
                self._number, 1, "", "the end of a comment of at most %d signs above" % MAX_COMMENT
            )
        if check_comment(text) != text:
            raise TextError(self._number, 1, "", "a comment above that does not end with a blank")
        self._node.comment = text
        self._comment = []

    def _marks(self, line: str, indent: int) -> Marks:
        self._check_note(line, indent, COMMENT)
        text = line[indent + 2 :]
        if not text or line[indent + 1] != " ":
            raise self._error(indent + 1, line[indent + 1 :], "a blank and marks, as in % ring(D4)")
        try:
            marks = Marks.from_text(text)
        except TextError as error:
            raise error.within(self._number, indent + 3)
        if str(marks) != text:
            raise self._differs(text, str(marks), indent + 2)
        try:
            marks.check(self._layout)
        except LayoutError as error:
            raise self._error(indent + 2, text, "marks on the board; %s" % error)
        return marks

    def _unfinished_start(self, game: Course) -> None:
        """Read what follows an open start under way: marks perhaps, and that there is no result yet."""
        line = self._need("= *")
        if line[:1] == "%" and game.opening is not None:
            self._layout = game.opening.layout
            game.marks = self._marks(line, 0)
            line = self._need("= *")
        if line != "= *":
            raise self._differs(line, "= *")


def step(words: List[str], at: int) -> Optional[Step]:
    """The turn that begins with a word of a line, its move step if a growth follows, and where the line goes on.

    None where no turn in its one form begins there.
    """
    if len(words) == at:
        return None
    turn = STEPS.get(words[at]) or half(words[at])
    if turn is None:
        return None
    if len(words) > at + 1 and turn.origin is not None:
        growth = STEPS.get(words[at + 1]) or half(words[at + 1])
        if growth is not None and growth.growth is not None:
            whole = Turn(turn.origin, turn.target, turn.attack, growth.growth, growth.at)
            return whole, words[at], at + 2
    return turn, None, at + 1


def half(word: str) -> Optional[Turn]:
    """The move or the growth that a word says in its one form; None for any other word."""
    try:
        turn = Turn.from_text(word)
    except TextError:
        return None
    return turn if str(turn) == word else None


def _column(words: List[str], at: int) -> int:
    """Where a word of a line begins, counted from 0."""
    return sum([len(word) + 1 for word in words[:at]])
