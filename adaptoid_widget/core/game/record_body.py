"""Reads the turns, comments, marks and result of one game's record. The first mistake ends the reading."""

from __future__ import annotations

from typing import Any, List, Optional, Tuple, Union

from ..rules.errors import GameError, LayoutError, TextError
from ..rules.legality import reason
from ..rules.position import Effect
from ..rules.scanner import DIGITS
from ..rules.turn import STEPS, Outcome, Referee, Turn
from .comments import MAX_COMMENT, check_comment
from .marks import Marks
from .record_scanner import RecordLines, Word, difference, readable
from .record_writing import AGREED_TEXT, END_OMITTED, RESIGNS, STARVED_OMITTED, annotation_words, starved_text
from .tree import AGREED, REPETITIONS, Cut, Node, Tree, Verdict, resigned

ReadTurn = Tuple[Turn, Optional[str], int]

A_TURN_OR_RESULT = "a turn with its number, or the result"
A_VERDICT = "a colour that resigns, or draw agreed"
A_SHORT_COMMENT = "the end of a comment of at most %d signs above" % MAX_COMMENT
NO_BLANK_FIRST = "a comment that does not begin with a blank"
NO_BLANK_LAST = "a comment above that does not end with a blank"
NO_MORE_MARKS = "a turn or the result, since marks stand above already"
NO_SECOND_TURN = "a turn that does not stand above already"
REPLACING = "%d, the number of the turn above that the variation replaces"
LINE_END = "the end of the line"


class PlayLine:
    """The main line or a variation, as far as it has been read."""

    __slots__ = ("before", "first", "last", "node")

    def __init__(self, first: int, node: Node) -> None:
        self.first = first
        """The number of its first turn."""
        self.last = first - 1
        """The number of the last turn that was read."""
        self.node = node
        """The last turn, or the node before the line."""
        self.before = node
        """The node before the last turn, where its variations begin."""


class BodyReader:
    """Builds the tree of a game from the lines after the headers of its record.

    A method that raises TextError or IllegalTurn leaves the game as it was before the line.
    """

    def __init__(self, game: Any, lines: RecordLines, referee: Referee) -> None:
        self.game = game
        self._lines = lines
        self._referee = referee
        # None if no turn can follow, since the open start is under way
        self._tree: Optional[Tree] = game.tree
        start: Any = None if self._tree is None else self._tree.nodes[0]
        self._play_lines = [PlayLine(1, start)]
        # the node that comments and marks belong to
        self._node: Any = start
        # the lines of the comment being read, and the number of their characters with line ends
        self._comment: List[Word] = []
        self._comment_size = -1
        # the last node, and a move after it without its growth
        self._half: Optional[Tuple[Node, Turn]] = None

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
        if steps and self._half is None:
            outcomes = tree.outcomes_after(node, [turn for turn, _, _ in steps], self._referee)
        n_outcomes = len(outcomes)
        n_played = n_read = 0
        next_number = str(main.last + 1)
        is_main = False
        try:
            for words in batch:
                n_read += 1
                if words[0] != next_number or n_played == n_outcomes:
                    if is_main:
                        self._set_main_end(before, node)
                        is_main = False
                    last = main.last
                    line = " ".join(words)
                    lines.count(line)
                    self.read(lines.plain(line))
                    if main.last != last:
                        # the outcomes were computed for other turns than those that follow
                        n_played = n_outcomes
                    continue
                lines.number += 1
                if not is_main:
                    self.end_comment()
                    del self._play_lines[1:]
                    is_main = True
                turn, move, end = steps[n_played]
                before = node
                node = tree.follow(before, turn, move, outcomes[n_played])
                _, ended, starved = outcomes[n_played]
                n_played += 1
                next_number = str(node.ply + 1)
                if ended or starved or node.times >= REPETITIONS or len(words) > end:
                    lines.written = " ".join(words)
                    words = lines.plain(lines.written).split(" ")
                    try:
                        self._read_annotations(node, words, 1, end)
                    except TextError:
                        node = before
                        raise
                    if node.result is not None:
                        n_played = n_outcomes
        except ValueError:
            lines.put_back(batch[n_read:])
            raise
        finally:
            if is_main:
                self._set_main_end(before, node)
        return bool(batch)

    def _set_main_end(self, before: Node, node: Node) -> None:
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
        return steps if self._tree is not None else []

    def read(self, line: str) -> bool:
        """Read a line. Return whether it is the result."""
        lines = self._lines
        text = line.lstrip(" ")
        indent = len(line) - len(text)
        char = text[:1]
        if char == "=":
            self._read_result(line)
            return True
        if char == "" and lines.lenient:
            lines.tolerate(lines.word(1, ""), "an empty line within a game", A_TURN_OR_RESULT)
            return False
        if self._half is not None or (self._tree is None and char != "%"):
            unfinished = "" if self._half is None else ", since the turn above is not finished"
            raise lines.mistake(lines.word(1, line), "= *" + unfinished)
        if char == ";":
            self._check_indent(line, indent)
            self._read_comment(text, indent + 1)
            return False
        self.end_comment()
        if char == "%":
            self._check_indent(line, indent)
            self._read_marks(lines.word(indent + 1, text))
        else:
            self._read_turn(text, indent)
        return False

    def _check_indent(self, line: str, indent: int) -> None:
        correct = 2 * (len(self._play_lines) - 1)
        if indent != correct:
            expected = "%d blanks, as before the turn above" % correct
            raise self._lines.mistake(self._lines.word(1, line), expected)

    def _read_comment(self, text: str, column: int) -> None:
        lines = self._lines
        if self._node.marks:
            raise lines.mistake(lines.word(column, text), NO_MORE_MARKS)
        if text[1:2] not in ("", " ") or text == "; ":
            expected = "a blank and a comment, or " + LINE_END
            raise lines.mistake(lines.word(column + 1, text[1:]), expected)
        skip = 2 if text[1:2] == " " else 1
        word = lines.word(column + skip, text[skip:])
        comment = word.text
        if not self._comment and comment[:1] in ("", " ", "\t"):
            lines.tolerate(word, "blanks at the beginning of a comment", NO_BLANK_FIRST)
            comment = comment.lstrip(" \t")
            if not comment:
                return
        lines.check_plain(word, "\t")
        lines.repair(Word(word.line, word.column, comment), comment.rstrip(" \t"))
        size = self._comment_size + 1 + len(comment)
        if size > MAX_COMMENT:
            raise lines.mistake(lines.word(1, ""), A_SHORT_COMMENT)
        self._comment.append(Word(word.line, word.column, comment))
        self._comment_size = size

    def end_comment(self) -> None:
        """Set the comment that was read on its node."""
        words, self._comment, self._comment_size = self._comment, [], -1
        while words and not words[-1].text:
            wrong = self._lines.word(1, "")
            self._lines.tolerate(words.pop(), "an empty line at the end of a comment", NO_BLANK_LAST, wrong)
        if words:
            self._node.note(comment="\n".join([word.text for word in words]))

    def _read_marks(self, line_word: Word) -> None:
        lines = self._lines
        line, column, signs = line_word
        target, layout = self._node, None
        if self._tree is not None:
            layout = self._tree.nodes[0].position.layout
        else:
            target, layout = self.game, self.game.opening.layout
        if target.marks:
            raise lines.mistake(line_word, NO_MORE_MARKS)
        if signs[1:2] != " " or signs == "% ":
            raise lines.mistake(Word(line, column + 1, signs[1:]), "a blank and marks, as in % ring(D4)")
        word = Word(line, column + 2, signs[2:])
        try:
            marks = Marks.from_text(word.text).check(layout)
        except TextError as error:
            raise error.within(word.line, word.column)
        except (GameError, LayoutError) as error:
            raise lines.mistake(word, "marks on the board; %s" % error)
        lines.repair(word, str(marks))
        if target is self.game:
            target.marks = marks
        else:
            target.note(marks=marks)

    def _read_turn(self, text: str, indent: int) -> None:
        """Read a line with a turn or a verdict, and add it to the tree."""
        lines = self._lines
        texts = text.split(" ")
        first = texts.pop(0)
        n_digits = len(first) - len(first.lstrip(DIGITS))
        if not n_digits or first[n_digits:].strip("."):
            raise lines.mistake(lines.word(indent + 1, text), A_TURN_OR_RESULT)
        at = self._line_at(indent, int(first[: min(n_digits, 9)]), first)
        depth, line = at
        number = line.last + 1
        column = indent + len(first) + 2
        if first != str(number):
            expected = "%d, the number of the next turn" % number
            if depth and number == line.first:
                expected = REPLACING % number
            elif depth:
                expected += ", or %d for another variation" % line.first
            raise lines.mistake(lines.word(indent + 1, first), expected)
        before = line.node
        if before.result is not None:
            raise lines.refuse(lines.word(column, texts[0] if texts else ""), reason("game-over"))
        if not texts:
            raise lines.mistake(lines.word(column - 1, ""), "a blank and a turn")
        node = self._follow(before, texts, column, depth)
        self._play_lines[depth:] = [line]
        line.last = number
        line.before = before
        if node is not None:
            line.node = self._node = node

    def _line_at(self, indent: int, number: int, first: str) -> Tuple[int, PlayLine]:
        """The line of play of a turn that is indented by so many blanks, and in how many others it is."""
        lines = self._lines
        play_lines = self._play_lines
        innermost = play_lines[-1]
        depth = indent // 2
        is_begun = innermost.last >= innermost.first
        if indent != 2 * min(depth, len(play_lines)):
            expected = "%d blanks at most, and an even number" % (2 * len(play_lines))
            raise lines.mistake(lines.word(1, first), expected)
        if depth == len(play_lines):
            if not is_begun or number == innermost.last + 1:
                expected = REPLACING % innermost.last if is_begun else "1 without blanks before it"
                raise lines.mistake(lines.word(indent + 1, first), expected)
            return depth, PlayLine(innermost.last, innermost.before)
        line = play_lines[depth]
        if depth and number == line.first and number != line.last + 1:
            return depth, PlayLine(line.first, play_lines[depth - 1].before)
        return depth, line

    def _follow(self, before: Node, texts: List[str], column: int, depth: int) -> Optional[Node]:
        """The node of a turn or a verdict after `before`; None for a move without its growth."""
        lines = self._lines
        tree: Any = self._tree
        words = self._words(texts, column)
        step = step_at(texts, 0)
        outcomes = [] if step is None else tree.outcomes_after(before, [step[0]])
        if step is not None and outcomes:
            turn, move, end = step
            self._check_new(before, turn, None, words[0])
            node: Node = tree.follow(before, turn, move, outcomes[0])
            self._read_annotations(node, texts, column, end)
            return node
        verdict = self._read_verdict(before, words)
        if verdict is not None:
            return verdict
        if step is None:
            raise self._misspelt(words, 0)
        turn, _, end = step
        refusal: Any = before.position.why_not_parsed(turn)
        if refusal.code == "growth-due" and end < len(words):
            if words[end].text[:1] in ("*", "#"):
                expected = "the end of the line, since the turn is not finished"
                raise lines.mistake(words[end], expected)
            raise self._misspelt(words, end)
        if refusal.code == "growth-due" and depth == 0:
            self._half = (before, turn)
            return None
        no_move = before.position.why_not_move(str(turn.origin), str(turn.target), turn.attack)
        is_growth = end == 2 and no_move is None
        raise lines.refuse(words[1 if is_growth else 0], refusal)

    def _words(self, texts: List[str], column: int) -> List[Word]:
        """Texts between blanks as words. Raises TextError for a surplus blank."""
        words: List[Word] = []
        for i, text in enumerate(texts):
            word = self._lines.word(column, text)
            if not text:
                is_last = i + 1 == len(texts)
                if not is_last:
                    word = self._lines.word(column, " ")
                elif i:
                    word = self._lines.word(column - 1, " ")
                expected = "a turn" if not i else LINE_END if is_last else "no second blank"
                raise self._lines.mistake(word, expected)
            column += len(text) + 1
            words.append(word)
        return words

    def _misspelt(self, words: List[Word], at: int) -> TextError:
        """The error for a word that is no step of a turn in canonical form."""
        word = words[at]
        if words[-1].text in (RESIGNS, AGREED_TEXT.split(" ")[-1]):
            return self._lines.mistake(word, A_VERDICT)
        try:
            correct = str(Turn.from_text(word.text))
        except TextError as error:
            return error.within(word.line, word.column)
        return self._lines.mistake(word, LINE_END) if correct == word.text else difference(word, correct)

    def _check_new(self, before: Node, played: Union[Turn, Verdict], move: Optional[str], word: Word) -> None:
        """Raise TextError at `word` if `before` has a child with this turn, or with this verdict and move."""
        nodes: Any = self._tree and self._tree.nodes
        for number in before.children:
            node = nodes[number]
            if played == node.turn or (played == node.verdict and node.move == move):
                raise self._lines.mistake(word, NO_SECOND_TURN)

    def _read_annotations(self, node: Node, texts: List[str], column: int, end: int) -> None:
        """Read the annotations after a turn that ends at index `end`. An error takes the turn back."""
        tree: Any = self._tree
        if texts[end:] == annotation_words(node):
            return
        try:
            omitted = self._omitted(node, self._words(texts, column)[end:])
        except TextError:
            tree.remove(node.number)
            raise
        if omitted:
            tree.omitted[node.number] = omitted

    def _omitted(self, node: Node, words: List[Word]) -> int:
        """Check the annotations of a turn, and return which ones are omitted."""
        lines = self._lines
        starved = starved_text(node)
        omitted = STARVED_OMITTED if starved else 0
        if node.result is not None:
            omitted += END_OMITTED
        for i, word in enumerate(words):
            if word.text == "#" and omitted & END_OMITTED:
                omitted -= END_OMITTED
            elif word.text == "#" and node.result is None:
                raise lines.mistake(word, "no #, since the game goes on")
            elif word.text[:1] == "*" and not i and starved:
                if word.text != starved:
                    raise difference(word, starved)
                omitted -= STARVED_OMITTED
            elif word.text[:1] == "*" and not starved:
                raise lines.mistake(word, "the end of the line, since nobody starved")
            else:
                raise lines.mistake(word, LINE_END)
        return omitted

    def _read_verdict(self, before: Node, words: List[Word]) -> Optional[Node]:
        """The node of a resignation or an agreed draw, perhaps after a move; None if the words are neither."""
        lines = self._lines
        texts = [word.text for word in words]
        at = 0
        while at < 2 and texts[at : at + 2] != AGREED_TEXT.split(" ") and texts[at + 1 : at + 2] != [RESIGNS]:
            at += 1
        if at == 2:
            return None
        tree: Any = self._tree
        position = before.position
        effect = Effect(position, ())
        move = None
        if at == 1:
            turn = canonical(texts[0])
            refusal = None if turn is None else position.why_not_parsed(turn)
            if turn is None or turn.origin is None or turn.growth is not None or refusal is None:
                raise lines.mistake(words[0], "a move such as E3-D2, or a verdict alone")
            if refusal.code != "growth-due":
                raise lines.refuse(words[0], refusal)
            effect = position.effect_of_move(turn)
            move = texts[0]
        verdict = AGREED
        color = position.turn
        if texts[at + 1] == RESIGNS:
            color = texts[at]
            if color not in position.colors:
                raise lines.mistake(words[at], A_VERDICT)
            verdict = resigned(position, color)
        if words[at + 2 :]:
            raise lines.mistake(words[at + 2], LINE_END)
        self._check_new(before, verdict, move, words[at])
        node: Node = tree.append(before, color, effect, verdict, move)
        return node

    def _read_result(self, line: str) -> None:
        self.end_comment()
        correct = "= " + self._result
        # all turns are read, so a wrong result leaves nothing out
        self._lines.repair(self._lines.word(1, line), correct, "the turns come to " + correct)

    @property
    def _result(self) -> str:
        """The result of the main line."""
        return "*" if self._tree is None else self._tree.main_end.result or "*"

    def end(self, wrong: Word) -> None:
        """Report that the record ends, or another one begins, before the result."""
        self.end_comment()
        expected = A_TURN_OR_RESULT if self._tree is not None else "= *"
        self._lines.tolerate(
            self._lines.word(1, ""), "the result is missing: = " + self._result, expected, wrong
        )

    def cut(self) -> None:
        """End the game after what was read, since the last line of the text has a mistake."""
        self.end_comment()
        lines = self._lines
        node = self._node
        ply, number = (0, 0) if node is None else (node.ply, node.number)
        lines.damage.cut = Cut(ply, lines.number, lines.written, lines.damage.refusal, number)

    @property
    def keeps(self) -> bool:
        """Whether the game can have comments: not while its open start is under way."""
        return self._tree is not None

    def keep(self, first: List[str], rest: List[str]) -> bool:
        """Keep lines as comments: `first` at the start, `rest` at the last turn that was read.

        Return False if they are too long for that.
        """
        if self._tree is None:
            return True
        fits = True
        node: Any
        for node, texts in ((self._tree.nodes[0], first), (self._node, rest)):
            kept = "\n".join([readable(text) for text in texts])
            if kept.strip(" \t\n"):
                comment = (node.comment + "\n" + kept if node.comment else kept).strip(" \t\n")
                fits = fits and len(comment) <= MAX_COMMENT
                node.note(comment=check_comment(comment[:MAX_COMMENT]))
        return fits

    def finish(self) -> None:
        """Go to the end of the main line."""
        if self._tree is None:
            return
        self._tree.go_to_end()
        if self._half is not None:
            self.game.move(self._half[1])


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
