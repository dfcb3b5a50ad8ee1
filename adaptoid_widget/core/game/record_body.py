"""Reads the turns, comments, marks and result of one game's record.

A turn that is dropped takes with it all that follows it in its line of play; a variation of it is kept if it is legal.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple

from ..rules.apply_turns import Outcome, Referee
from ..rules.errors import GameError, LayoutError, TextError
from ..rules.legality import reason
from ..rules.position import Effect
from ..rules.scanner import DIGITS, MAX_CHARACTERS
from ..rules.turn import STEPS, Turn
from .annotations import Marks
from .headers import MAX_COMMENT, check_comment, check_length
from .record_format import AGREED_TEXT, END_UNSAID, RESIGNS, STARVED_UNSAID, annotation_words, starved_text
from .record_lines import RecordLines, Word
from .tree import AGREED, Node, Tree, Verdict, resigned

Step = Tuple[Turn, Optional[str], int]

A_TURN_OR_RESULT = "a turn with its number, or the result"
A_VERDICT = "a colour that resigns, or draw agreed"
A_SHORT_COMMENT = "the end of a comment of at most %d signs above" % MAX_COMMENT
NO_BLANK_FIRST = "a comment that does not begin with a blank"
NO_MORE_MARKS = "a turn or the result, since marks stand above already"
REPLACING = "%d, the number of the turn above that the variation replaces"
LINE_END = "the end of the line"
NO_TURN = "neither a turn nor what belongs to one"
NOT_KEPT = "the turn that it is about is not kept"


class LineOfPlay:
    """The main line, or a variation, as far as it has been read."""

    __slots__ = ("before", "first", "last", "node")

    def __init__(self, first: int, node: Optional[Node]) -> None:
        self.first = first
        """The number of its first turn."""
        self.last = first - 1
        """The number of the last turn that was read, kept or not."""
        self.node = node
        """The last turn that was kept, or the one before the line; None once a turn was dropped."""
        self.before: Optional[Node] = None
        """What the last turn that was read follows, as does a variation of it; None if that was dropped."""


class BodyReader:
    """Builds the tree of a game from the lines behind the head of its record."""

    def __init__(self, game: Any, is_readable: bool, lines: RecordLines, referee: Referee) -> None:
        self.game = game
        self._text = lines
        self._referee = referee
        # None where no turn can follow
        self._tree: Optional[Tree] = game.tree if is_readable else None
        start = None if self._tree is None else self._tree.nodes[0]
        self._lines = [LineOfPlay(1, start)]
        # what comments and marks are about; None where it was dropped
        self._node = start
        # the lines of the comment under way, and by the numbers of nodes what is kept of the comments before
        self._comment: List[Tuple[int, int, str]] = []
        self._comments: Dict[int, List[str]] = {}
        self._comment_sizes: Dict[int, int] = {}
        # by the numbers of nodes; -1 for an open start under way
        self._marks: Dict[int, MarksBuilder] = {}
        self._half: Optional[Tuple[Node, Turn, Word]] = None

    def read_batch(self) -> bool:
        """Read the next lines that look like a part of the body. Returns whether there were any."""
        main = self._lines[0]
        text = self._text
        batch = text.take_batch()
        steps = self._main_steps(batch)
        tree: Any = self._tree
        node: Any = main.node
        before: Any = node
        outcomes: List[Outcome] = []
        if steps and node is not None:
            outcomes = tree.foresee(node, [turn for turn, _, _ in steps], self._referee)
        n_known = len(outcomes)
        k = 0
        due = str(main.last + 1)
        number = text.number
        is_main = False
        for words in batch:
            number += 1
            if words[0] != due or k == n_known:
                text.number = number
                if is_main:
                    self._go_on(before, node)
                    is_main = False
                last = main.last
                self.read(text.clean(" ".join(words)))
                if main.last != last:
                    # the turns behind follow another one than was assumed
                    k = n_known
                continue
            if not is_main:
                text.number = number
                self._end_comment()
                del self._lines[1:]
                is_main = True
            turn, move, end = steps[k]
            before = node
            node = tree.follow(before, turn, move, outcomes[k])
            _, ended, hungry = outcomes[k]
            k += 1
            due = str(node.ply + 1)
            if ended or hungry or node.times >= 3 or len(words) > end:
                text.number = number
                if text.lenient:
                    words = text.clean(" ".join(words)).split(" ")
                self._read_annotations(node, words, 1, end)
                if node.result is not None:
                    k = n_known
        text.number = number
        if is_main:
            self._go_on(before, node)
        return bool(batch)

    def _go_on(self, before: Optional[Node], node: Any) -> None:
        """Note how far the main line has come."""
        main = self._lines[0]
        main.before = before
        main.node = self._node = node
        main.last = node.ply

    def _main_steps(self, batch: List[List[str]]) -> List[Step]:
        """The turns of the main line, as far as numbers and words alone tell them."""
        steps: List[Step] = []
        number = self._lines[0].last + 1
        due = str(number)
        for words in batch:
            if words[0] == due:
                step = step_at(words, 1)
                if step is None:
                    break
                steps.append(step)
                number += 1
                due = str(number)
        return steps

    def read(self, line: str) -> bool:
        """Read a line. Returns whether it is the result."""
        text = self._text
        indent = len(line) - len(line.lstrip(" "))
        sign = line[indent : indent + 1]
        if sign == "=":
            self._read_result(line, indent)
            return True
        if not text.lenient and (self._half is not None or (self._tree is None and sign != "%")):
            expected = "= *" if self._half is None else "= *, since the turn above is not finished"
            raise TextError(text.number, 1, line, expected)
        rest = line[indent:]
        if sign == ";":
            self._check_indent(line, indent)
            self._read_comment(rest, indent + 1)
            return False
        self._end_comment()
        if sign == "%":
            self._check_indent(line, indent)
            self._read_marks(text.word(indent + 1, rest))
        elif sign == "":
            text.drop(text.word(indent + 1, ""), "an empty line within a game", A_TURN_OR_RESULT)
        else:
            self._read_turn(rest, indent)
        return False

    # -- comments and marks ------------------------------------------------------------------------------------------

    def _check_indent(self, line: str, indent: int) -> None:
        text = self._text
        right = 2 * (len(self._lines) - 1)
        if indent != right:
            expected = "%d blanks, as before the turn above" % right
            text.drop(text.word(1, line[:indent]), "read as %d blanks" % right, expected, text.word(1, line))

    def _read_comment(self, rest: str, column: int) -> None:
        text = self._text
        node = self._node
        if node is None:
            why = NOT_KEPT
            if self._tree is None:
                why = "the start is unreadable" if self.game.started else "the open start is not complete"
            elif self._half is not None and len(self._lines) == 1:
                why = "the turn before it has no growth"
            text.drop(text.word(column, rest), why, "")
            return
        if node.number in self._marks and not self._comment:
            why = "a comment behind marks; kept before them"
            text.drop(text.word(column, ";"), why, NO_MORE_MARKS, text.word(column, rest))
        if rest[1:2] not in ("", " ") or rest == "; ":
            expected = "a blank and a comment, or " + LINE_END
            text.drop(
                text.word(column + 1, ""), "a blank is missing", expected, text.word(column + 1, rest[1:])
            )
        skip = 2 if rest[1:2] == " " else 1
        # a line has a character at least, its end
        if len(self._comment) > MAX_COMMENT:
            why = "a comment has at most %d characters" % MAX_COMMENT
            text.drop(text.word(column + skip, rest[skip:]), why, A_SHORT_COMMENT, text.word(1, ""))
        else:
            self._comment.append((text.number, column + skip, rest[skip:]))

    def _end_comment(self) -> None:
        """Keep the comment under way, without blanks and empty lines at its ends and what is too much of it."""
        words = self._comment
        node = self._node
        if node is None or not words:
            return
        self._comment = []
        comment = "\n".join([word for _, _, word in words])
        try:
            is_right = comment != "" and not node.comment and check_comment(comment) == comment
        except GameError:
            is_right = False
        if is_right:
            node.comment = comment
        else:
            self._repair_comment(node, [Word(line, column, word) for line, column, word in words])

    def _repair_comment(self, node: Node, words: List[Word]) -> None:
        text = self._text
        next_line = text.word(1, "")
        if node.number not in self._comments:
            self._comments[node.number] = node.comment.split("\n") if node.comment else []
            self._comment_sizes[node.number] = len(node.comment) if node.comment else -1
        lines = self._comments[node.number]
        n_empty = 0
        while not lines and n_empty < len(words) and not words[n_empty].text.strip(" \t"):
            text.drop(words[n_empty], "an empty line at the beginning of a comment", NO_BLANK_FIRST)
            n_empty += 1
        words = words[n_empty:]
        while words and not words[-1].text.strip(" \t"):
            expected = "a comment above that does not end with a blank"
            text.drop(words.pop(), "an empty line at the end of a comment", expected, next_line)
        for word in words:
            line, column, comment = word
            if not lines and comment[0] in " \t":
                blanks = len(comment) - len(comment.lstrip(" \t"))
                start = Word(line, column, comment[:blanks])
                text.drop(start, "blanks at the beginning of a comment", NO_BLANK_FIRST)
                comment = comment[blanks:]
            if not text.lenient:
                text.check_plain(word, "\t")
                text.repair(word, comment.rstrip(" \t"))
            try:
                # with the line ends between them
                size = self._comment_sizes[node.number] + 1 + len(comment)
                check_length(size)
                lines.append(comment)
                self._comment_sizes[node.number] = size
            except GameError as error:
                text.drop(word, str(error), A_SHORT_COMMENT, next_line)

    def _read_marks(self, rest: Word) -> None:
        text = self._text
        line, column, signs = rest
        node = self._node
        opening = self.game.opening
        if self._tree is not None and node is not None:
            layout = self._tree.nodes[0].position.layout
        elif opening is not None and not self.game.started:
            layout = opening.layout
        else:
            text.drop(rest, "the turn that they are about is not kept", "")
            return
        number = -1 if node is None else node.number
        n_dropped = len(text.dropped)
        if number in self._marks:
            text.drop(Word(line, column, "%"), "read with the marks above", NO_MORE_MARKS, rest)
        if signs[1:2] != " " or signs == "% ":
            why = "a blank is missing" if signs[1:2] else "marks are missing"
            expected = "a blank and marks, as in % ring(D4)"
            text.drop(Word(line, column + 1, ""), why, expected, Word(line, column + 1, signs[1:]))
        marks = self._marks.setdefault(number, MarksBuilder())
        whole = Word(line, column + 2, signs[2:])
        for word in self._mark_words(rest) if text.lenient else [whole]:
            try:
                more = Marks.from_text(word.text).check(layout)
                marks.add(more)
            except TextError as error:
                text.misread(word, error, "no mark: expected " + error.expected)
            except (GameError, LayoutError) as error:
                text.drop(word, str(error), "marks on the board; %s" % error)
            else:
                text.repair(word, str(more))
        if len(text.dropped) == n_dropped:
            text.repair(whole, str(marks.marks()), "marks in another order")

    def _mark_words(self, rest: Word) -> List[Word]:
        """The marks of a line one by one; blanks within their brackets are dropped, those within quotes are kept."""
        out: List[Word] = []
        # the characters of the mark under way, and whether its bracket is open
        mark: List[str] = []
        is_open = False
        start = 0
        is_quoted = False
        for at in range(1, len(rest.text) + 1):
            sign = rest.text[at : at + 1]
            blank = Word(rest.line, rest.column + at, " ")
            if sign == " " and not is_quoted and is_open and mark[-1] != ")":
                self._text.drop(blank, "a blank within a mark", "")
            elif sign == "" or (sign == " " and not is_quoted):
                if mark:
                    out.append(Word(rest.line, rest.column + start, "".join(mark)))
                elif sign and at > 1:
                    self._text.drop(blank, "one blank too many", "")
                mark = []
                is_open = False
            else:
                if not mark:
                    start = at
                mark.append(sign)
                is_open = is_open or sign == "("
                is_quoted = is_quoted != (sign == '"')
        return out

    # -- turns -------------------------------------------------------------------------------------------------------

    def _read_turn(self, rest: str, indent: int) -> None:
        """Read a line with a turn or a verdict, and keep it if it is legal where it stands."""
        text = self._text
        texts = rest.split(" ")
        first = texts[0]
        n_digits = len(first) - len(first.lstrip(DIGITS))
        number: Optional[int] = None
        if n_digits and not first[n_digits:].strip("."):
            number = int(first[: min(n_digits, 9)])
            texts.pop(0)
        elif not text.lenient or not [1 for word in texts if parsed(word) or word.lower() == RESIGNS]:
            text.drop(text.word(indent + 1, rest), "no line of a record", A_TURN_OR_RESULT)
            return
        column = indent + 1 if number is None else indent + len(first) + 2
        line = self._place(indent, number, first)
        line.last += 1
        if number is None:
            text.drop(text.word(indent + 1, ""), "the number %d is missing" % line.last, "")
        elif first != str(line.last):
            self._repair_number(line, text.word(indent + 1, first), n_digits)
        before = line.before = line.node
        line.node = self._node = None
        if before is None:
            why = "it follows a turn that is not kept"
            if self._tree is None and self.game.started:
                why = "the start is unreadable"
            elif self._tree is None:
                why = "it follows a start that is not complete"
            for word in self._words(texts, column):
                text.drop(word, why, "")
        elif before.result is not None:
            for word in self._words(texts, column) or [text.word(column, "")]:
                text.refuse(word, reason("game-over"), "the game is over")
        elif not texts:
            end = text.word(column - 1, "")
            text.drop(text.word(indent + 1, first), "a number without a turn", "a blank and a turn", end)
        else:
            line.node = self._node = self._follow(before, texts, column)

    def _repair_number(self, line: LineOfPlay, head: Word, n_digits: int) -> None:
        """Report what differs from the number that is due."""
        text = self._text
        expected = "%d, the number of the next turn" % line.last
        if line is not self._lines[0] and line.last == line.first:
            expected = REPLACING % line.first
        elif line is not self._lines[0]:
            expected += ", or %d for another variation" % line.first
        digits = head.text[:n_digits]
        dots = head.text[n_digits:]
        if dots:
            text.drop(text.word(head.column + n_digits, dots), "dots behind the number", expected, head)
        if digits != str(line.last):
            text.drop(head, "read as %d" % line.last, expected)

    def _place(self, indent: int, number: Optional[int], first: str) -> LineOfPlay:
        """The line of play that a turn with so many blanks before it belongs to."""
        text = self._text
        lines = self._lines
        top = lines[-1]
        depth = indent // 2
        right = 2 * min(depth, len(lines))
        is_next = depth >= len(lines) and (top.last < top.first or number == top.last + 1)
        if indent != right or is_next:
            expected = "%d blanks at most, and an even number" % (2 * len(lines))
            wrong = text.word(1, first)
            if indent == right:
                expected = REPLACING % top.last if top.last >= top.first else "1 without blanks before it"
                wrong = text.word(indent + 1, first)
            why = "blanks before a turn that goes on" if is_next else "read as %d blanks" % right
            text.drop(text.word(1, " " * indent), why, expected, wrong)
        if is_next:
            return top
        if depth >= len(lines):
            lines.append(LineOfPlay(top.last, top.before))
            return lines[-1]
        del lines[depth + 1 :]
        line = lines[depth]
        if depth and number == line.first and number != line.last + 1:
            line = lines[depth] = LineOfPlay(line.first, lines[depth - 1].before)
        return line

    def _follow(self, before: Node, texts: List[str], column: int) -> Optional[Node]:
        """The node of a turn or a verdict after `before`; None where it is dropped."""
        step = step_at(texts, 0)
        if step is not None and self._tree is not None:
            turn, move, end = step
            outcomes = self._tree.foresee(before, [turn])
            if outcomes:
                whole = self._text.word(column, " ".join(texts))
                node = self._joined(before, turn, None, None, whole)
                if node is None:
                    node = self._tree.follow(before, turn, move, outcomes[0])
                    self._read_annotations(node, texts, column, end)
                return node
        words = self._words(texts, column)
        is_verdict, node = self._read_verdict(before, words)
        return node if is_verdict else self._read_repaired(before, words)

    def _words(self, texts: List[str], column: int, first: int = 0) -> List[Word]:
        """Texts between blanks as words, from index `first` on; blanks that are too many are dropped."""
        out: List[Word] = []
        for i, text in enumerate(texts):
            word = self._text.word(column, text)
            column += len(text) + 1
            if i >= first and text:
                out.append(word)
            elif i >= first:
                blank = Word(word.line, word.column, " ")
                self._text.drop(blank, "one blank too many", LINE_END if i else "a turn")
        return out

    def _joined(
        self, before: Node, turn: Optional[Turn], verdict: Optional[Verdict], move: Optional[str], word: Word
    ) -> Optional[Node]:
        """The node that has the same turn or verdict already; None where there is none."""
        nodes = [] if self._tree is None else self._tree.nodes
        for number in before.children:
            node = nodes[number]
            if node.turn == turn and node.verdict == verdict and (turn is not None or node.move == move):
                why = "it stands above already; what follows is joined to that"
                self._text.drop(word, why, "a turn that does not stand above already")
                return node
        return None

    def _read_annotations(self, node: Node, texts: List[str], column: int, end: int) -> None:
        """Check the words of a line behind a turn that ends at index `end`, and note what they leave out."""
        if texts[end:] != annotation_words(node):
            self._check_annotations(node, self._words(texts, column, end))

    def _check_annotations(self, node: Node, words: List[Word]) -> None:
        text = self._text
        starved = starved_text(node)
        unsaid = STARVED_UNSAID if starved else 0
        if node.result is not None:
            unsaid += END_UNSAID
        is_end_said = False
        for word in words:
            if word.text == "#" and unsaid & END_UNSAID:
                unsaid -= END_UNSAID
                is_end_said = True
            elif word.text == "#" and node.result is None:
                text.drop(word, "the game goes on", "no #, since the game goes on")
            elif word.text == "#":
                text.drop(word, "it is said twice", LINE_END)
            elif word.text[:1] == "*" and unsaid & STARVED_UNSAID:
                if is_end_said:
                    text.drop(word, "those who starved behind #; read before it", LINE_END)
                if word.text == starved:
                    unsaid -= STARVED_UNSAID
                else:
                    text.repair(word, starved, "those who starved: " + starved)
            elif word.text[:1] == "*":
                expected = LINE_END if starved else "the end of the line, since nobody starved"
                text.drop(word, "those who starved: " + (starved or "nobody"), expected)
            else:
                text.drop(word, NO_TURN if parsed(word.text) is None else "one step too many", LINE_END)
        if unsaid and self._tree is not None:
            self._tree.unsaid[node.number] = unsaid

    def _read_repaired(self, before: Node, words: List[Word]) -> Optional[Node]:
        """The node of a turn that is not written in its one form, or is illegal; None where it is dropped."""
        text = self._text
        steps, said, turn = self._steps_of(words)
        if not steps:
            for word in said:
                text.drop(word, NOT_KEPT, "a turn")
            return None
        found = before.position.why_not_parsed(turn)
        if found is not None and found.code in ("attack-sign", "move-sign"):
            text.refuse(steps[0], found, "read as %s" % (found.slots["expected"],))
            turn = Turn(turn.origin, turn.target, not turn.attack, turn.growth, turn.at)
            found = before.position.why_not_parsed(turn)
        whole = Word(steps[0].line, steps[0].column, " ".join([word.text for word in steps]))
        if found is None:
            node = self._joined(before, turn, None, None, whole)
            if node is None and self._tree is not None:
                move_step = turn.move if turn.growth is not None else None
                node = self._tree.follow(before, turn, move_step, self._tree.foresee(before, [turn])[0])
                self._check_annotations(node, said)
            return node
        if found.code == "growth-due" and len(self._lines) == 1:
            self._half = (before, turn, whole)
        else:
            wrong = whole
            if len(steps) == 2:
                move = before.position.why_not_move(str(turn.origin), str(turn.target), turn.attack)
                wrong = steps[1 if move is None else 0]
            text.refuse(whole, found, column=wrong.column)
        for word in said:
            text.drop(word, NOT_KEPT, "the end of the line, since the turn is not finished")
        return None

    def _steps_of(self, words: List[Word]) -> Tuple[List[Word], List[Word], Turn]:
        """The one or two steps of a turn in the words of a line, what is said of it, and the turn."""
        text = self._text
        steps: List[Word] = []
        said: List[Word] = []
        turn = Turn(None, None, False, None, None)
        for word in words:
            step = parsed(word.text)
            if word.text[:1] == "*" or word.text == "#":
                said.append(word)
            elif step is None:
                if words[-1].text in (RESIGNS, AGREED_TEXT.split(" ")[-1]):
                    text.drop(word, NO_TURN, A_VERDICT)
                try:
                    Turn.from_text(word.text)
                except TextError as error:
                    text.misread(word, error, NO_TURN)
            elif turn.growth is not None or (step.growth is None and steps):
                text.drop(word, "one step too many", LINE_END)
            else:
                if said:
                    text.drop(said[-1], "it stands before the end of its turn", "a turn")
                text.repair(word, str(step))
                steps.append(word)
                move = step if step.origin is not None else turn
                turn = Turn(move.origin, move.target, move.attack, step.growth, step.at)
        return steps, said, turn

    def _read_verdict(self, before: Node, words: List[Word]) -> Tuple[bool, Optional[Node]]:
        """Whether words are a resignation or an agreed draw, perhaps after a move; and its node if it is kept."""
        text = self._text
        texts = [word.text.lower() for word in words]
        k = 0
        while k < 2 and " ".join(texts[k : k + 2]) != AGREED_TEXT and texts[k + 1 : k + 2] != [RESIGNS]:
            k += 1
        if k == 2 or self._tree is None:
            return False, None
        position = before.position
        effect = Effect(position, ())
        move = None
        if k == 1:
            moved = parsed(words[0].text)
            found = None if moved is None else position.why_not_parsed(moved)
            if moved is None or moved.origin is None or found is None:
                text.drop(words[0], "no move before a verdict", "a move such as E3-D2, or a verdict alone")
            elif found.code != "growth-due":
                text.refuse(words[0], found, "no move before a verdict")
            else:
                effect = position.effect_of_move(moved)
                move = str(moved)
                text.repair(words[0], move)
        verdict = AGREED
        loser = texts[k].upper()
        if texts[k + 1] == RESIGNS:
            if loser not in position.colors:
                for word in words[k:]:
                    text.drop(word, "no colour of this game resigns", A_VERDICT)
                return True, None
            verdict = resigned(position, loser)
            if loser != words[k].text:
                text.drop(words[k], "read as " + loser, A_VERDICT)
        if texts[k + 1] != words[k + 1].text or (verdict is AGREED and texts[k] != words[k].text):
            text.drop(words[k + 1], "read in small letters", A_VERDICT, words[k])
        for word in words[k + 2 :]:
            text.drop(word, "a verdict stands alone", LINE_END)
        node = self._joined(before, None, verdict, move, words[k])
        color = position.turn if verdict is AGREED else loser
        return True, node or self._tree.append(before, color, effect, None, verdict, move)

    # -- the end -----------------------------------------------------------------------------------------------------

    def _read_result(self, line: str, indent: int) -> None:
        text = self._text
        right = "= " + self._complete()
        if line == right:
            return
        number = text.number
        if not text.lenient:
            text.repair(Word(number, 1, line), right)
        if indent:
            text.drop(Word(number, 1, line[:indent]), "blanks before the result", "")
        result = line[indent + 1 :].strip(" ")
        why = "read as " + right
        if result != right[2:]:
            why = "the game goes on" if right == "= *" else "the turns come to " + right[2:]
        if line[indent:] != right:
            blanks = len(line) - indent - 1 - len(line[indent + 1 :].lstrip(" "))
            text.drop(Word(number, indent + 2 + blanks, result), why, "")

    def end(self, wrong: Word) -> None:
        """Complete a game that has no result; it should stand where something is `wrong`."""
        right = "= " + self._complete()
        expected = A_TURN_OR_RESULT if self._tree is not None else "= *"
        self._text.drop(self._text.word(1, ""), "the result is missing: " + right, expected, wrong)

    def _complete(self) -> str:
        """Give the game what was noted of it, and its current line; what its main line comes to."""
        self._end_comment()
        tree = self._tree
        if -1 in self._marks:
            self.game.marks = self._marks[-1].marks()
        if tree is None:
            return "*"
        for number in self._marks:
            tree.nodes[number].marks = self._marks[number].marks()
        for number in self._comments:
            tree.nodes[number].comment = check_comment("\n".join(self._comments[number]))
        tree.go_to_end()
        last = tree.main_end
        if self._half is not None:
            before, turn, word = self._half
            if before is last:
                self.game.move(turn)
            else:
                self._text.drop(word, "its growth is missing", "")
        return last.result or "*"


class MarksBuilder:
    """The marks of one turn, gathered mark by mark."""

    def __init__(self) -> None:
        self._arrows: Dict[Tuple[str, str], str] = {}
        self._fills: Dict[str, str] = {}
        self._rings: Dict[str, str] = {}
        self._labels: Dict[str, str] = {}
        self._heat: Dict[str, Any] = {}
        self._legend = ""
        self._length = -1

    def add(self, more: Marks) -> None:
        """Add marks. Raises GameError for what is marked already, and for more than a text of marks can hold."""
        length = self._length + 1 + len(str(more))
        if length > MAX_CHARACTERS:
            raise GameError("the marks of a turn have at most %d characters" % MAX_CHARACTERS)
        for tail, head, tone in more.arrows:
            _add(self._arrows, (tail, head), tone)
        groups = ((self._fills, more.fills), (self._rings, more.rings), (self._labels, more.labels))
        for known, added in groups + ((self._heat, more.heat),):
            for cell, what in added:
                _add(known, cell, what)
        self._legend = self._legend or more.legend
        self._length = length

    def marks(self) -> Marks:
        """All of them."""
        flat = [(pair[0], pair[1], self._arrows[pair]) for pair in self._arrows]
        return Marks(flat, self._fills, self._rings, self._labels, self._heat, self._legend)


def _add(known: Dict[Any, Any], key: Any, value: Any) -> None:
    if key in known:
        raise GameError("it is marked already")
    known[key] = value


def step_at(words: List[str], at: int) -> Optional[Step]:
    """The turn that begins with a word of a line, its move step if a growth follows, and the index of the word behind.

    None where no turn in its one form begins there.
    """
    if len(words) == at:
        return None
    turn = STEPS.get(words[at]) or canonical(words[at])
    if turn is None:
        return None
    if len(words) > at + 1 and turn.origin is not None:
        growth = STEPS.get(words[at + 1]) or canonical(words[at + 1])
        if growth is not None and growth.growth is not None:
            whole = Turn(turn.origin, turn.target, turn.attack, growth.growth, growth.at)
            return whole, words[at], at + 2
    return turn, None, at + 1


def canonical(word: str) -> Optional[Turn]:
    """The move or the growth that a word is in its one form; None for any other word."""
    try:
        turn = Turn.from_text(word)
    except TextError:
        return None
    return turn if str(turn) == word else None


def parsed(text: str) -> Optional[Turn]:
    """The move, the growth, or `-` that a word says, in whatever case and with whatever dash; None for others."""
    # one of these is in every turn, so that most other words need not be read
    if not [sign for sign in "+-xX\u2013\u00d7" if sign in text]:
        return None
    for form in (text, text.upper().replace("X", "x").replace("\u2013", "-").replace("\u00d7", "x")):
        try:
            return Turn.from_text(form)
        except TextError:
            pass
    return None
