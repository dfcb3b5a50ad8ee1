"""Reads the turns, comments, marks and result of one game's record.

If a turn is dropped, the turns that follow it are dropped too. Variations in its place are kept if they are legal.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Set, Tuple, Union

from ..rules.errors import GameError, LayoutError, TextError
from ..rules.legality import reason
from ..rules.position import Effect
from ..rules.scanner import DIGITS, MAX_CHARACTERS
from ..rules.turn import STEPS, Outcome, Referee, Turn
from .comments import MAX_COMMENT, check_comment, check_length
from .marks import Marks
from .record_scanner import RecordLines, Word
from .record_writing import AGREED_TEXT, END_OMITTED, RESIGNS, STARVED_OMITTED, annotation_words, starved_text
from .tree import AGREED, REPETITIONS, Cut, Node, Tree, Verdict, resigned

ReadTurn = Tuple[Turn, Optional[str], int]

A_TURN_OR_RESULT = "a turn with its number, or the result"
A_VERDICT = "a colour that resigns, or draw agreed"
A_SHORT_COMMENT = "the end of a comment of at most %d signs above" % MAX_COMMENT
NO_BLANK_FIRST = "a comment that does not begin with a blank"
NO_MORE_MARKS = "a turn or the result, since marks stand above already"
REPLACING = "%d, the number of the turn above that the variation replaces"
LINE_END = "the end of the line"
NO_TURN = "neither a turn nor what belongs to one"
NOT_KEPT = "the turn that it is about is not kept"
TOO_MANY_MARKS = "the marks of a turn have at most %d characters" % MAX_CHARACTERS
MARK_KINDS = ("arrows", "fills", "rings", "labels", "heat")


class PlayLine:
    """The main line or a variation, as far as it has been read."""

    __slots__ = ("before", "first", "last", "node")

    def __init__(self, first: int, node: Optional[Node]) -> None:
        self.first = first
        """The number of its first turn."""
        self.last = first - 1
        """The number of the last turn that was read, dropped or not."""
        self.node = node
        """The last turn, or the node before the line; None once a turn was dropped."""
        self.before: Optional[Node] = None
        """The node before the last turn that was read, where its variations begin; None if it was dropped."""


class BodyReader:
    """Builds the tree of a game from the lines after the headers of its record."""

    def __init__(self, game: Any, is_readable: bool, lines: RecordLines, referee: Referee) -> None:
        self.game = game
        self._lines = lines
        self._referee = referee
        # None if no turn can follow
        self._tree: Optional[Tree] = game.tree if is_readable else None
        start = None if self._tree is None else self._tree.nodes[0]
        self._play_lines = [PlayLine(1, start)]
        # the node that comments and marks belong to; None if its turn was dropped
        self._node = start
        # the lines of the comment being read, and the repaired comments by node
        self._comment: List[Tuple[int, int, str]] = []
        self._comments: Dict[int, List[str]] = {}
        # by node; -1 for an open start under way
        self._marks: Dict[int, MarksBuilder] = {}
        self._half: Optional[Tuple[Node, Turn, Word]] = None

    def read_batch(self) -> bool:
        """Read the next lines that look like a part of the body. Return whether there were any."""
        main = self._play_lines[0]
        lines = self._lines
        batch = lines.take_batch()
        steps = self._main_steps(batch)
        tree: Any = self._tree
        node: Any = main.node
        before: Any = node
        outcomes: List[Outcome] = []
        if steps and node is not None:
            outcomes = tree.outcomes_after(node, [turn for turn, _, _ in steps], self._referee)
        n_outcomes = len(outcomes)
        n_played = 0
        next_number = str(main.last + 1)
        number = lines.number
        is_main = False
        for words in batch:
            number += 1
            if words[0] != next_number or n_played == n_outcomes:
                lines.number = number
                if is_main:
                    self._set_main_end(before, node)
                    is_main = False
                last = main.last
                self.read(lines.clean(" ".join(words)))
                if main.last != last:
                    # the outcomes were computed for other turns than those that follow
                    n_played = n_outcomes
                continue
            if not is_main:
                lines.number = number
                self._end_comment()
                del self._play_lines[1:]
                is_main = True
            turn, move, end = steps[n_played]
            before = node
            node = tree.follow(before, turn, move, outcomes[n_played])
            _, ended, starved = outcomes[n_played]
            n_played += 1
            next_number = str(node.ply + 1)
            if ended or starved or node.times >= REPETITIONS or len(words) > end:
                lines.number = number
                if lines.lenient:
                    words = lines.clean(" ".join(words)).split(" ")
                self._read_annotations(node, words, 1, end)
                if node.result is not None:
                    n_played = n_outcomes
        lines.number = number
        if is_main:
            self._set_main_end(before, node)
        return bool(batch)

    def _set_main_end(self, before: Optional[Node], node: Any) -> None:
        """Set the last turn of the main line and the node before it."""
        main = self._play_lines[0]
        main.before = before
        main.node = self._node = node
        main.last = node.ply

    def _main_steps(self, batch: List[List[str]]) -> List[ReadTurn]:
        """The turns of the main line that are recognised by number and text alone."""
        steps: List[ReadTurn] = []
        number = self._play_lines[0].last + 1
        next_number = str(number)
        for words in batch:
            if words[0] == next_number:
                step = step_at(words, 1)
                if step is None:
                    break
                steps.append(step)
                number += 1
                next_number = str(number)
        return steps

    def read(self, line: str) -> bool:
        """Read a line. Return whether it is the result."""
        lines = self._lines
        indent = len(line) - len(line.lstrip(" "))
        char = line[indent : indent + 1]
        if char == "=":
            self._read_result(line, indent)
            return True
        if not lines.lenient and (self._half is not None or (self._tree is None and char != "%")):
            expected = "= *" if self._half is None else "= *, since the turn above is not finished"
            raise TextError(lines.number, 1, line, expected)
        text = line[indent:]
        if char == ";":
            self._check_indent(line, indent)
            self._read_comment(text, indent + 1)
            return False
        self._end_comment()
        if char == "%":
            self._check_indent(line, indent)
            self._read_marks(lines.word(indent + 1, text))
        elif char == "":
            lines.drop(lines.word(indent + 1, ""), "an empty line within a game", A_TURN_OR_RESULT)
        else:
            self._read_turn(text, indent)
        return False

    def _check_indent(self, line: str, indent: int) -> None:
        lines = self._lines
        correct = 2 * (len(self._play_lines) - 1)
        if indent != correct:
            expected = "%d blanks, as before the turn above" % correct
            lines.drop(
                lines.word(1, line[:indent]), "read as %d blanks" % correct, expected, lines.word(1, line)
            )

    def _read_comment(self, text: str, column: int) -> None:
        lines = self._lines
        node = self._node
        if node is None:
            problem = NOT_KEPT
            if self._tree is None:
                problem = "the start is unreadable" if self.game.started else "the open start is not complete"
            elif self._half is not None and len(self._play_lines) == 1:
                problem = "the turn before it has no growth"
            lines.drop(lines.word(column, text), problem, "")
            return
        if node.number in self._marks and not self._comment:
            problem = "a comment behind marks; kept before them"
            lines.drop(lines.word(column, ";"), problem, NO_MORE_MARKS, lines.word(column, text))
        if text[1:2] not in ("", " ") or text == "; ":
            expected = "a blank and a comment, or " + LINE_END
            lines.drop(
                lines.word(column + 1, ""), "a blank is missing", expected, lines.word(column + 1, text[1:])
            )
        skip = 2 if text[1:2] == " " else 1
        # each line counts as one character at least, since it has an end
        if len(self._comment) > MAX_COMMENT:
            problem = "a comment has at most %d characters" % MAX_COMMENT
            lines.drop(lines.word(column + skip, text[skip:]), problem, A_SHORT_COMMENT, lines.word(1, ""))
        else:
            self._comment.append((lines.number, column + skip, text[skip:]))

    def _end_comment(self) -> None:
        """Set the comment that was read on its node, repaired if necessary."""
        words = self._comment
        node = self._node
        if node is None or not words:
            return
        self._comment = []
        comment = "\n".join([word for _, _, word in words])
        try:
            is_canonical = comment != "" and not node.comment and check_comment(comment) == comment
        except GameError:
            is_canonical = False
        if is_canonical:
            node.comment = comment
        else:
            self._repair_comment(node, [Word(line, column, word) for line, column, word in words])

    def _repair_comment(self, node: Node, words: List[Word]) -> None:
        lines = self._lines
        next_line = lines.word(1, "")
        if node.number not in self._comments:
            self._comments[node.number] = node.comment.split("\n") if node.comment else []
        comment_lines = self._comments[node.number]
        # with the line ends between them
        size = len("\n".join(comment_lines)) if comment_lines else -1
        n_empty = 0
        while not comment_lines and n_empty < len(words) and not words[n_empty].text.strip(" \t"):
            lines.drop(words[n_empty], "an empty line at the beginning of a comment", NO_BLANK_FIRST)
            n_empty += 1
        words = words[n_empty:]
        while words and not words[-1].text.strip(" \t"):
            expected = "a comment above that does not end with a blank"
            lines.drop(words.pop(), "an empty line at the end of a comment", expected, next_line)
        for word in words:
            line, column, comment = word
            if not comment_lines and comment[0] in " \t":
                blanks = len(comment) - len(comment.lstrip(" \t"))
                start = Word(line, column, comment[:blanks])
                lines.drop(start, "blanks at the beginning of a comment", NO_BLANK_FIRST)
                comment = comment[blanks:]
            if not lines.lenient:
                lines.check_plain(word, "\t")
                lines.repair(word, comment.rstrip(" \t"))
            try:
                check_length(size + 1 + len(comment))
                comment_lines.append(comment)
                size += 1 + len(comment)
            except GameError as error:
                lines.drop(word, str(error), A_SHORT_COMMENT, next_line)

    def _read_marks(self, line_word: Word) -> None:
        lines = self._lines
        line, column, signs = line_word
        node = self._node
        opening = self.game.opening
        if self._tree is not None and node is not None:
            layout = self._tree.nodes[0].position.layout
        elif opening is not None and not self.game.started:
            layout = opening.layout
        else:
            lines.drop(line_word, "the turn that they are about is not kept", "")
            return
        number = -1 if node is None else node.number
        n_dropped = len(lines.dropped)
        if number in self._marks:
            lines.drop(Word(line, column, "%"), "read with the marks above", NO_MORE_MARKS, line_word)
        if signs[1:2] != " " or signs == "% ":
            problem = "a blank is missing" if signs[1:2] else "marks are missing"
            expected = "a blank and marks, as in % ring(D4)"
            lines.drop(Word(line, column + 1, ""), problem, expected, Word(line, column + 1, signs[1:]))
        if lines.lenient and len(signs) > 2 + MAX_CHARACTERS:
            # the last mark may be whole only up to the blank before it
            end = signs.rfind(" ", 2, 3 + MAX_CHARACTERS)
            end = end if end > 2 else 2 + MAX_CHARACTERS
            lines.drop(Word(line, column + end, signs[end:]), TOO_MANY_MARKS, "")
            signs = signs[:end]
            line_word = Word(line, column, signs)
        marks = self._marks.setdefault(number, MarksBuilder())
        marks_word = Word(line, column + 2, signs[2:])
        for word in self._mark_words(line_word) if lines.lenient else [marks_word]:
            try:
                marks_read = Marks.from_text(word.text).check(layout)
                marks.add(marks_read)
            except TextError as error:
                lines.misread(word, error, "no mark: expected " + error.expected)
            except (GameError, LayoutError) as error:
                lines.drop(word, str(error), "marks on the board; %s" % error)
            else:
                lines.repair(word, str(marks_read))
        if len(lines.dropped) == n_dropped:
            lines.repair(marks_word, str(marks.marks()), "marks in another order")

    def _mark_words(self, line_word: Word) -> List[Word]:
        """The marks of a line as words. Drops blanks within brackets, but not within quotes."""
        line, column, text = line_word
        words: List[Word] = []
        # the characters of the current mark, and whether its bracket is open
        chars: List[str] = []
        is_open = False
        start = 0
        is_quoted = False
        # an index takes long behind letters that are not ASCII (MicroPython)
        for i, char in enumerate(text + " "):
            is_end = i == len(text)
            if i == 0:
                continue
            if char == " " and not is_quoted and is_open and chars[-1] != ")" and not is_end:
                self._lines.drop(Word(line, column + i, " "), "a blank within a mark", "")
            elif is_end or (char == " " and not is_quoted):
                if chars:
                    words.append(Word(line, column + start, "".join(chars)))
                elif not is_end and i > 1:
                    self._lines.drop(Word(line, column + i, " "), "one blank too many", "")
                chars = []
                is_open = False
            else:
                if not chars:
                    start = i
                chars.append(char)
                is_open = is_open or char == "("
                is_quoted = is_quoted != (char == '"')
        return words

    def _read_turn(self, text: str, indent: int) -> None:
        """Read a line with a turn or a verdict, and add it to the tree if it is legal."""
        lines = self._lines
        texts = text.split(" ")
        first = texts[0]
        n_digits = len(first) - len(first.lstrip(DIGITS))
        number: Optional[int] = None
        if n_digits and not first[n_digits:].strip("."):
            number = int(first[: min(n_digits, 9)])
            texts.pop(0)
        elif not lines.lenient or not any(parsed(word) or word.lower() == RESIGNS for word in texts):
            lines.drop(lines.word(indent + 1, text), "no line of a record", A_TURN_OR_RESULT)
            return
        column = indent + 1 if number is None else indent + len(first) + 2
        line = self._line_at(indent, number, first)
        line.last += 1
        if number is None:
            lines.drop(lines.word(indent + 1, ""), "the number %d is missing" % line.last, "")
        elif first != str(line.last):
            self._repair_number(line, lines.word(indent + 1, first), n_digits)
        before = line.before = line.node
        line.node = self._node = None
        lines.refusal = None
        if before is None:
            problem = "it follows a turn that is not kept"
            if self._tree is None and self.game.started:
                problem = "the start is unreadable"
            elif self._tree is None:
                problem = "it follows a start that is not complete"
            for word in self._words(texts, column):
                lines.drop(word, problem, "")
        elif before.result is not None:
            for word in self._words(texts, column) or [lines.word(column, "")]:
                lines.refuse(word, reason("game-over"), "the game is over")
        elif not texts:
            end = lines.word(column - 1, "")
            lines.drop(lines.word(indent + 1, first), "a number without a turn", "a blank and a turn", end)
        else:
            line.node = self._node = self._follow(before, texts, column)
        if line is self._play_lines[0] and line.node is None:
            self._cut(before, " ".join(texts))

    def _cut(self, before: Optional[Node], text: str) -> None:
        """Record where the main line ends: at a turn after `before` that is dropped, or at one without its growth."""
        damage = self._lines.damage
        if damage.cut is not None:
            return
        if before is None and self._half is not None:
            node, _, word = self._half
            damage.cut = Cut(node.ply, word.text, reason("growth-due"))
        elif before is not None and self._half is None:
            damage.cut = Cut(before.ply, text, self._lines.refusal)

    def _repair_number(self, line: PlayLine, head: Word, n_digits: int) -> None:
        """Report the differences from the next number."""
        lines = self._lines
        expected = "%d, the number of the next turn" % line.last
        if line is not self._play_lines[0] and line.last == line.first:
            expected = REPLACING % line.first
        elif line is not self._play_lines[0]:
            expected += ", or %d for another variation" % line.first
        digits = head.text[:n_digits]
        dots = head.text[n_digits:]
        if dots:
            lines.drop(lines.word(head.column + n_digits, dots), "dots behind the number", expected, head)
        if digits != str(line.last):
            lines.drop(head, "read as %d" % line.last, expected)

    def _line_at(self, indent: int, number: Optional[int], first: str) -> PlayLine:
        """The line of play of a turn that is indented by so many blanks."""
        lines = self._lines
        play_lines = self._play_lines
        innermost = play_lines[-1]
        depth = indent // 2
        correct = 2 * min(depth, len(play_lines))
        is_next = depth >= len(play_lines) and (
            innermost.last < innermost.first or number == innermost.last + 1
        )
        if indent != correct or is_next:
            expected = "%d blanks at most, and an even number" % (2 * len(play_lines))
            wrong = lines.word(1, first)
            if indent == correct:
                expected = "1 without blanks before it"
                if innermost.last >= innermost.first:
                    expected = REPLACING % innermost.last
                wrong = lines.word(indent + 1, first)
            problem = "blanks before a turn that goes on" if is_next else "read as %d blanks" % correct
            lines.drop(lines.word(1, " " * indent), problem, expected, wrong)
        if is_next:
            return innermost
        if depth >= len(play_lines):
            play_lines.append(PlayLine(innermost.last, innermost.before))
            return play_lines[-1]
        del play_lines[depth + 1 :]
        line = play_lines[depth]
        if depth and number == line.first and number != line.last + 1:
            line = play_lines[depth] = PlayLine(line.first, play_lines[depth - 1].before)
        return line

    def _follow(self, before: Node, texts: List[str], column: int) -> Optional[Node]:
        """The node of a turn or a verdict after `before`; None if it is dropped."""
        step = step_at(texts, 0)
        if step is not None and self._tree is not None:
            turn, move, end = step
            outcomes = self._tree.outcomes_after(before, [turn])
            if outcomes:
                played = self._lines.word(column, " ".join(texts))
                node = self._joined(before, turn, None, played)
                if node is None:
                    node = self._tree.follow(before, turn, move, outcomes[0])
                    self._read_annotations(node, texts, column, end)
                return node
        words = self._words(texts, column)
        is_verdict, node = self._read_verdict(before, words)
        return node if is_verdict else self._read_repaired(before, words)

    def _words(self, texts: List[str], column: int, first: int = 0) -> List[Word]:
        """Texts between blanks as words, from index `first` on. Drops surplus blanks."""
        words: List[Word] = []
        for i, text in enumerate(texts):
            word = self._lines.word(column, text)
            column += len(text) + 1
            if i >= first and text:
                words.append(word)
            elif i >= first:
                blank = Word(word.line, word.column, " ")
                self._lines.drop(blank, "one blank too many", LINE_END if i else "a turn")
        return words

    def _joined(
        self, before: Node, played: Union[Turn, Verdict], move: Optional[str], word: Word
    ) -> Optional[Node]:
        """The child of `before` with this turn, or with this verdict and move, whose `word` is dropped; None if new."""
        nodes = [] if self._tree is None else self._tree.nodes
        for number in before.children:
            node = nodes[number]
            if played == node.turn or (played == node.verdict and node.move == move):
                problem = "it stands above already; what follows is joined to that"
                self._lines.drop(word, problem, "a turn that does not stand above already")
                return node
        return None

    def _read_annotations(self, node: Node, texts: List[str], column: int, end: int) -> None:
        """Read the annotations after a turn that ends at index `end`."""
        if texts[end:] != annotation_words(node):
            self._check_annotations(node, self._words(texts, column, end))

    def _check_annotations(self, node: Node, words: List[Word]) -> None:
        """Report wrong annotations of a turn, and record which ones are omitted."""
        lines = self._lines
        starved = starved_text(node)
        omitted = STARVED_OMITTED if starved else 0
        if node.result is not None:
            omitted += END_OMITTED
        is_end_seen = False
        for word in words:
            if word.text == "#" and omitted & END_OMITTED:
                omitted -= END_OMITTED
                is_end_seen = True
            elif word.text == "#" and node.result is None:
                lines.drop(word, "the game goes on", "no #, since the game goes on")
            elif word.text == "#":
                lines.drop(word, "it is said twice", LINE_END)
            elif word.text[:1] == "*" and omitted & STARVED_OMITTED:
                if is_end_seen:
                    lines.drop(word, "those who starved behind #; read before it", LINE_END)
                if word.text == starved:
                    omitted -= STARVED_OMITTED
                else:
                    lines.repair(word, starved, "those who starved: " + starved)
            elif word.text[:1] == "*":
                expected = LINE_END if starved else "the end of the line, since nobody starved"
                lines.drop(word, "those who starved: " + (starved or "nobody"), expected)
            else:
                lines.drop(word, NO_TURN if parsed(word.text) is None else "one step too many", LINE_END)
        if omitted and self._tree is not None:
            self._tree.omitted[node.number] = omitted

    def _read_repaired(self, before: Node, words: List[Word]) -> Optional[Node]:
        """The node of a turn that is illegal or not in canonical form; None if it is dropped."""
        lines = self._lines
        steps, annotations, turn = self._steps_of(words)
        if not steps:
            for word in annotations:
                lines.drop(word, NOT_KEPT, "a turn")
            return None
        refusal = before.position.why_not_parsed(turn)
        if refusal is not None and refusal.code in ("attack-sign", "move-sign"):
            lines.refuse(steps[0], refusal, "read as %s" % (refusal.slots["expected"],))
            turn = Turn(turn.origin, turn.target, not turn.attack, turn.growth, turn.at)
            refusal = before.position.why_not_parsed(turn)
        played = Word(steps[0].line, steps[0].column, " ".join([word.text for word in steps]))
        if refusal is None:
            node = self._joined(before, turn, None, played)
            if node is None and self._tree is not None:
                move_step = turn.move if turn.growth is not None else None
                outcome = self._tree.outcomes_after(before, [turn])[0]
                node = self._tree.follow(before, turn, move_step, outcome)
                self._check_annotations(node, annotations)
            return node
        if refusal.code == "growth-due" and len(self._play_lines) == 1:
            self._half = (before, turn, played)
        else:
            wrong = played
            if len(steps) == 2:
                move = before.position.why_not_move(str(turn.origin), str(turn.target), turn.attack)
                wrong = steps[1 if move is None else 0]
            lines.refuse(played, refusal, column=wrong.column)
        for word in annotations:
            lines.drop(word, NOT_KEPT, "the end of the line, since the turn is not finished")
        return None

    def _steps_of(self, words: List[Word]) -> Tuple[List[Word], List[Word], Turn]:
        """The words of a line that are steps of a turn, those that are annotations, and the turn."""
        lines = self._lines
        steps: List[Word] = []
        annotations: List[Word] = []
        turn = Turn(None, None, False, None, None)
        for word in words:
            step = parsed(word.text)
            if word.text[:1] == "*" or word.text == "#":
                annotations.append(word)
            elif step is None:
                if words[-1].text in (RESIGNS, AGREED_TEXT.split(" ")[-1]):
                    lines.drop(word, NO_TURN, A_VERDICT)
                try:
                    Turn.from_text(word.text)
                except TextError as error:
                    lines.misread(word, error, NO_TURN)
            elif turn.growth is not None or (step.growth is None and steps):
                lines.drop(word, "one step too many", LINE_END)
            else:
                if annotations:
                    lines.drop(annotations[-1], "it stands before the end of its turn", "a turn")
                lines.repair(word, str(step))
                steps.append(word)
                move = step if step.origin is not None else turn
                turn = Turn(move.origin, move.target, move.attack, step.growth, step.at)
        return steps, annotations, turn

    def _read_verdict(self, before: Node, words: List[Word]) -> Tuple[bool, Optional[Node]]:
        """Whether words are a resignation or an agreed draw, perhaps after a move; and the node, None if dropped."""
        lines = self._lines
        texts = [word.text.lower() for word in words]
        at = 0
        while at < 2 and " ".join(texts[at : at + 2]) != AGREED_TEXT and texts[at + 1 : at + 2] != [RESIGNS]:
            at += 1
        if at == 2 or self._tree is None:
            return False, None
        position = before.position
        effect = Effect(position, ())
        move = None
        if at == 1:
            parsed_move = parsed(words[0].text)
            refusal = None if parsed_move is None else position.why_not_parsed(parsed_move)
            if parsed_move is None or parsed_move.origin is None or refusal is None:
                lines.drop(words[0], "no move before a verdict", "a move such as E3-D2, or a verdict alone")
            elif refusal.code != "growth-due":
                lines.refuse(words[0], refusal, "no move before a verdict")
            else:
                effect = position.effect_of_move(parsed_move)
                move = str(parsed_move)
                lines.repair(words[0], move)
        verdict = AGREED
        loser = texts[at].upper()
        if texts[at + 1] == RESIGNS:
            if loser not in position.colors:
                for word in words[at:]:
                    lines.drop(word, "no colour of this game resigns", A_VERDICT)
                return True, None
            verdict = resigned(position, loser)
            if loser != words[at].text:
                lines.drop(words[at], "read as " + loser, A_VERDICT)
        if texts[at + 1] != words[at + 1].text or (verdict is AGREED and texts[at] != words[at].text):
            lines.drop(words[at + 1], "read in small letters", A_VERDICT, words[at])
        for word in words[at + 2 :]:
            lines.drop(word, "a verdict stands alone", LINE_END)
        node = self._joined(before, verdict, move, words[at])
        color = position.turn if verdict is AGREED else loser
        return True, node or self._tree.append(before, color, effect, verdict, move)

    def _read_result(self, line: str, indent: int) -> None:
        lines = self._lines
        correct = "= " + self._complete()
        if line == correct:
            return
        number = lines.number
        if not lines.lenient:
            lines.repair(Word(number, 1, line), correct)
        if indent:
            lines.drop(Word(number, 1, line[:indent]), "blanks before the result", "")
        result = line[indent + 1 :].strip(" ")
        problem = "read as " + correct
        if result != correct[2:]:
            problem = "the game goes on" if correct == "= *" else "the turns come to " + correct[2:]
        if line[indent:] != correct:
            blanks = len(line) - indent - 1 - len(line[indent + 1 :].lstrip(" "))
            lines.drop(Word(number, indent + 2 + blanks, result), problem, "")

    def end(self, wrong: Word) -> None:
        """Complete a game whose record has no result; `wrong` is the word in its place."""
        correct = "= " + self._complete()
        expected = A_TURN_OR_RESULT if self._tree is not None else "= *"
        self._lines.damage.is_ended = False
        self._lines.drop(self._lines.word(1, ""), "the result is missing: " + correct, expected, wrong)

    def _complete(self) -> str:
        """Set the comments, the marks and the current line of the game. Return the result of the main line."""
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
                self._cut(None, "")
                self._lines.drop(word, "its growth is missing", "")
        return last.result or "*"


class MarksBuilder:
    """Collects the marks of one turn."""

    def __init__(self) -> None:
        self._parts: List[Marks] = []
        # the kind of each mark with its discs
        self._keys: Set[Tuple[str, Tuple[Any, ...]]] = set()
        self._length = -1

    def add(self, marks_read: Marks) -> None:
        """Add marks. Raises GameError for a duplicate, or if all marks together have too long a text."""
        length = self._length + 1 + len(str(marks_read))
        if length > MAX_CHARACTERS:
            raise GameError(TOO_MANY_MARKS)
        keys = {(kind, row[:-1]) for kind in MARK_KINDS for row in getattr(marks_read, kind)}
        if keys & self._keys:
            raise GameError("it is marked already")
        self._parts.append(marks_read)
        self._keys |= keys
        self._length = length

    def marks(self) -> Marks:
        """All marks that were added."""
        if len(self._parts) == 1:
            return self._parts[0]
        arrows, fills, rings, labels, heat = [
            [row for part in self._parts for row in getattr(part, kind)] for kind in MARK_KINDS
        ]
        legends = [part.legend for part in self._parts if part.legend]
        legend = legends[0] if legends else ""
        return Marks(arrows, dict(fills), dict(rings), dict(labels), dict(heat), legend)


def step_at(words: List[str], at: int) -> Optional[ReadTurn]:
    """The turn at index `at` of a line, its move if a growth follows, and the index after it.

    None if no turn in canonical form begins there.
    """
    if len(words) == at:
        return None
    turn = STEPS.get(words[at]) or canonical(words[at])
    if turn is None:
        return None
    if len(words) > at + 1 and turn.origin is not None:
        growth = STEPS.get(words[at + 1]) or canonical(words[at + 1])
        if growth is not None and growth.growth is not None:
            turn = Turn(turn.origin, turn.target, turn.attack, growth.growth, growth.at)
            return turn, words[at], at + 2
    return turn, None, at + 1


def canonical(word: str) -> Optional[Turn]:
    """The move or growth that a word is in canonical form; None for any other word."""
    try:
        turn = Turn.from_text(word)
    except TextError:
        return None
    return turn if str(turn) == word else None


def parsed(text: str) -> Optional[Turn]:
    """The move, growth or `-` that a word stands for, in any case and with any dash; None for any other word."""
    # every turn has one of these characters
    if not any(char in text for char in "+-xX\u2013\u00d7"):
        return None
    usual = text.upper().replace("X", "x").replace("\u2013", "-").replace("\u00d7", "x")
    for form in (text,) if usual == text else (text, usual):
        try:
            return Turn.from_text(form)
        except TextError:
            pass
    return None
