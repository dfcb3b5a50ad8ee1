"""The turns, comments and marks of a game's record read leniently: each is kept where it is clear and legal.

A turn that is dropped takes with it all that follows it in its line of play; a variation of it is kept if it can be.
"""

from __future__ import annotations

from typing import Any, Dict, List, NamedTuple, Optional, Tuple

from ..rules.errors import GameError, LayoutError, TextError
from ..rules.position import Effect
from ..rules.scanner import DIGITS, MAX_CHARACTERS
from ..rules.turn import Turn
from .annotations import Marks
from .headers import MAX_COMMENT, check_comment, check_length
from .record_format import AGREED_TEXT, END_UNSAID, RESIGNS, STARVED_UNSAID, starved_text
from .state import AGREED, Dropped, resigned
from .tree import Node, Tree, Verdict

Word = NamedTuple("Word", [("line", int), ("column", int), ("text", str)])
"""A piece of a line and where it stands, line and column counted from 1."""


class _Line:
    """A line of play: the main line, or a variation."""

    def __init__(self, first: int, node: Optional[Node]) -> None:
        self.first = first
        """The number of its first turn."""
        self.last = first - 1
        """The number of the last turn that was read, kept or not."""
        self.node = node
        """The last turn that was kept, or the one before the line; None once a turn was dropped."""
        self.before: Optional[Node] = None
        """What the last turn that was read followed, and what a variation of it follows; None if that is not known."""


class Mender:
    """Builds a game's tree from lines that may be wrong, and lists what it leaves out."""

    def __init__(self, game: Any, readable: bool, dropped: List[Dropped]) -> None:
        self.game = game
        """The game as far as it has been read."""
        self._dropped = dropped
        self._line = 0
        tree = game.tree
        self._tree: Optional[Tree] = tree if readable else None
        start = None if tree is None or not readable else tree.nodes[0]
        self._lines = [_Line(1, start)]
        # the turn that comments and marks are about; None where it was dropped
        self._node: Optional[Node] = start
        self._comments: Dict[int, List[Word]] = {}
        # by the number of a turn, -1 for an open start that is not complete
        self._drawn: Dict[int, Drawn] = {}
        self._half: Optional[Tuple[Node, Turn, Word]] = None
        self._result: Optional[Word] = None

    def _drop(self, word: Word, why: str) -> None:
        self._dropped.append(Dropped(word.line, word.column, word.text, why))

    def _why(self, usually: str) -> str:
        """Why what follows the last turn cannot be kept."""
        if self._tree is None:
            return "the start is unreadable" if self.game.started else "the open start is not complete"
        return (
            "the turn before it has no growth"
            if self._half is not None and len(self._lines) == 1
            else usually
        )

    def read(self, number: int, text: str) -> bool:
        """Read a line without what no line can hold. Whether it was the result."""
        self._line = number
        indent = len(text) - len(text.lstrip(" "))
        rest = Word(number, indent + 1, text[indent:])
        sign = rest.text[:1]
        if sign == "":
            self._drop(rest, "an empty line within a game")
        elif sign in (";", "%"):
            right = 2 * (len(self._lines) - 1)
            if indent != right:
                self._drop(Word(number, 1, text[:indent]), "read as %d blanks" % right)
            if rest.text[1:2] not in ("", " "):
                self._drop(Word(number, rest.column + 1, ""), "a blank is missing")
            if sign == ";":
                self._comment(rest)
            else:
                self._marks(rest)
        elif sign == "=":
            if indent:
                self._drop(Word(number, 1, text[:indent]), "blanks before the result")
            self._result = Word(number, rest.column + 1, rest.text[1:])
            return True
        else:
            self._turn_line(indent, words_of(rest, self._dropped))
        return False

    # -- comments and marks ------------------------------------------------------------------------------------------

    def _comment(self, rest: Word) -> None:
        if self._node is None:
            self._drop(rest, self._why("the turn that it is about is not kept"))
            return
        skip = 2 if rest.text[1:2] == " " else 1
        word = Word(rest.line, rest.column + skip, rest.text[skip:])
        words = self._comments.setdefault(self._node.number, [])
        # a line has a character at least, its end
        if len(words) > MAX_COMMENT:
            self._drop(word, "a comment has at most %d characters" % MAX_COMMENT)
        else:
            words.append(word)

    def _keep_comment(self, node: Node, words: List[Word]) -> None:
        """Set a comment, without the blanks and empty lines at its ends and what is too much of it."""
        first = 0
        while first < len(words) and not words[first].text.strip(" \t"):
            self._drop(words[first], "an empty line at the beginning of a comment")
            first += 1
        words = words[first:]
        while words and not words[-1].text.strip(" \t"):
            self._drop(words.pop(), "an empty line at the end of a comment")
        kept: List[str] = []
        length = 0
        for word in words:
            text = word.text
            if not kept and text.lstrip(" \t") != text:
                blanks = len(text) - len(text.lstrip(" \t"))
                self._drop(
                    Word(word.line, word.column, text[:blanks]), "blanks at the beginning of a comment"
                )
                text = text[blanks:]
            try:
                # with the line ends between them
                check_length(length + len(kept) + len(text))
                check_comment(text)
                kept.append(text)
                length += len(text)
            except GameError as error:
                self._drop(word, str(error))
        node.comment = check_comment("\n".join(kept))

    def _marks(self, rest: Word) -> None:
        if self._node is None and self.game.started:
            self._drop(rest, "the turn that they are about is not kept")
            return
        node = self._node
        opening = self.game.opening
        layout = self._tree.nodes[0].position.layout if self._tree is not None else None
        if layout is None:
            if opening is None:
                self._drop(rest, "the turn that they are about is not kept")
                return
            layout = opening.layout
        drawn = self._drawn.setdefault(-1 if node is None else node.number, Drawn())
        for word in mark_words(rest, self._dropped):
            try:
                more = Marks.from_text(word.text).check(layout)
                drawn.add(more)
                if str(more) != word.text:
                    self._drop(word, "read as %s" % more)
            except TextError as error:
                self._drop(word, "no mark: expected %s" % error.expected)
            except (GameError, LayoutError) as error:
                self._drop(word, str(error))

    def _keep_marks(self) -> None:
        for number in self._drawn:
            marks = self._drawn[number].marks()
            if number < 0:
                self.game.marks = marks
            elif self._tree is not None:
                self._tree.nodes[number].marks = marks

    # -- turns -------------------------------------------------------------------------------------------------------

    def _turn_line(self, indent: int, words: List[Word]) -> None:
        first = words[0]
        digits = first.text[: len(first.text) - len(first.text.lstrip(DIGITS))]
        rest = first.text[len(digits) :]
        number = None
        if digits and not rest.strip("."):
            number = int(digits[:9])
            if rest:
                self._drop(Word(first.line, first.column + len(digits), rest), "dots behind the number")
            if str(number) != digits:
                self._drop(first, "read as %d" % number)
            words = words[1:]
        elif not [word for word in words if parsed(word.text) is not None or word.text.lower() == RESIGNS]:
            self._drop(
                Word(first.line, first.column, " ".join([word.text for word in words])), "no line of a record"
            )
            return
        line = self._place(indent, number)
        line.last += 1
        if number is None:
            self._drop(Word(first.line, first.column, ""), "the number %d is missing" % line.last)
        elif number != line.last:
            self._drop(first, "read as %d" % line.last)
        before = line.before = line.node
        line.node = self._node = None
        if before is None:
            why = "it follows a turn that is not kept"
            if self._tree is None:
                why = (
                    "it follows a start that is not complete"
                    if not self.game.started
                    else "the start is unreadable"
                )
            for word in words:
                self._drop(word, why)
        elif before.result is not None:
            for word in words:
                self._drop(word, "the game is over")
        elif not words:
            self._drop(Word(first.line, first.column, first.text), "a number without a turn")
        else:
            line.node = self._node = self._verdict(before, words) or self._play(before, words)

    def _place(self, indent: int, number: Optional[int]) -> _Line:
        """The line of play that a turn with so many blanks before it belongs to."""
        blanks = Word(self._line, 1, " " * indent)
        lines = self._lines
        top = lines[-1]
        depth = indent // 2
        if depth >= len(lines):
            if top.last < top.first or number == top.last + 1:
                self._drop(blanks, "blanks before a turn that goes on")
                return top
            if indent != 2 * len(lines):
                self._drop(blanks, "read as %d blanks" % (2 * len(lines)))
            lines.append(_Line(top.last, top.before))
            return lines[-1]
        if indent % 2:
            self._drop(blanks, "read as %d blanks" % (2 * depth))
        del lines[depth + 1 :]
        line = lines[depth]
        if depth and number == line.first and number != line.last + 1:
            lines[depth] = _Line(line.first, lines[depth - 1].before)
        return lines[depth]

    def _play(self, before: Node, words: List[Word]) -> Optional[Node]:
        """Keep a turn if it is one and legal."""
        steps: List[Word] = []
        said: List[Word] = []
        origin = target = growth = at = None
        attack = False
        for word in words:
            one = parsed(word.text)
            if word.text[:1] == "*" or word.text == "#":
                said.append(word)
            elif one is None:
                self._drop(word, "neither a turn nor what belongs to one")
            elif growth is not None or (one.growth is None and (origin is not None or steps)):
                self._drop(word, "one step too many")
            else:
                if str(one) != word.text:
                    self._drop(word, "read as " + str(one))
                steps.append(word)
                if one.origin is not None:
                    origin, target, attack = one.origin, one.target, one.attack
                else:
                    growth, at = one.growth, one.at
        if not steps:
            for word in said:
                self._drop(word, "the turn that it is about is not kept")
            return None
        turn = Turn(origin, target, attack, growth, at)
        found = before.position.why_not_parsed(turn)
        if found is not None and found.code in ("attack-sign", "move-sign"):
            self._drop(steps[0], "read as %s" % (found.slots["expected"],))
            turn = Turn(origin, target, not attack, growth, at)
            found = before.position.why_not_parsed(turn)
        whole = Word(steps[0].line, steps[0].column, " ".join([word.text for word in steps]))
        if found is not None:
            for word in said:
                self._drop(word, "the turn that it is about is not kept")
            if found.code == "growth-due" and len(self._lines) == 1:
                self._half = (before, turn, whole)
            else:
                self._drop(whole, found.text)
            return None
        move = turn.move if turn.growth is not None else None
        return self._known(before, turn, None, None, whole) or self._follow(before, turn, move, said)

    def _known(
        self, before: Node, turn: Optional[Turn], verdict: Optional[Verdict], move: Optional[str], word: Word
    ) -> Optional[Node]:
        if self._tree is not None:
            for number in before.children:
                there = self._tree.nodes[number]
                if (
                    there.turn == turn
                    and there.verdict == verdict
                    and (turn is not None or there.move == move)
                ):
                    self._drop(word, "it stands above already; what follows is joined to that")
                    return there
        return None

    def _follow(self, before: Node, turn: Turn, move: Optional[str], said: List[Word]) -> Optional[Node]:
        if self._tree is None:
            return None
        node = self._tree.follow(before, turn, move, self._tree.foresee(before, [turn])[0])
        unsaid = STARVED_UNSAID if node.starved else 0
        if node.result is not None:
            unsaid += END_UNSAID
        for word in said:
            if word.text == "#" and unsaid & END_UNSAID:
                unsaid -= END_UNSAID
            elif word.text == starved_text(node) and unsaid & STARVED_UNSAID:
                unsaid -= STARVED_UNSAID
            elif word.text == "#":
                self._drop(word, "the game goes on" if node.result is None else "it is said twice")
            else:
                self._drop(word, "those who starved: " + (starved_text(node) or "nobody"))
        if unsaid:
            self._tree.unsaid[node.number] = unsaid
        return node

    def _verdict(self, before: Node, words: List[Word]) -> Optional[Node]:
        """Keep a resignation or an agreed draw, perhaps after a move step; None for anything else."""
        texts = [word.text.lower() for word in words]
        k = 0
        while k < 2 and " ".join(texts[k : k + 2]) != AGREED_TEXT and texts[k + 1 : k + 2] != [RESIGNS]:
            k += 1
        if k == 2 or self._tree is None:
            return None
        position = before.position
        effect = Effect(position, ())
        move = None
        if k == 1:
            moved = parsed(words[0].text)
            found = None if moved is None else position.why_not_parsed(moved)
            if moved is None or found is None or found.code != "growth-due":
                self._drop(words[0], "no move before a verdict")
            else:
                effect = position.effect_of_move(moved)
                move = str(moved)
                if move != words[0].text:
                    self._drop(words[0], "read as " + move)
        verdict = AGREED
        loser = texts[k].upper()
        if texts[k + 1] == RESIGNS:
            if loser not in position.colors:
                for word in words[k:]:
                    self._drop(word, "no colour of this game resigns")
                return None
            verdict = resigned(position, loser)
            if loser != words[k].text:
                self._drop(words[k], "read as " + loser)
        if texts[k + 1] != words[k + 1].text or (verdict is AGREED and texts[k] != words[k].text):
            self._drop(words[k + 1], "read in small letters")
        for word in words[k + 2 :]:
            self._drop(word, "a verdict stands alone")
        color = position.turn if verdict is AGREED else loser
        known = self._known(before, None, verdict, move, words[k])
        return known or self._tree.append(before, color, effect, None, verdict, move)

    # -- the end -----------------------------------------------------------------------------------------------------

    def end(self, number: int) -> None:
        """The game is over at line `number`: make it whole."""
        self._keep_marks()
        tree = self._tree
        right = "*"
        if tree is not None:
            for node in tree.nodes:
                if node.number in self._comments:
                    self._keep_comment(node, self._comments[node.number])
            tree.go_to_end()
            last = tree.main_end
            right = last.result or "*"
            if self._half is not None:
                before, turn, word = self._half
                if before is last:
                    self.game.move(turn)
                else:
                    self._drop(word, "its growth is missing")
        if self._result is None:
            self._drop(Word(number, 1, ""), "the result is missing: = " + right)
            return
        line, column, text = self._result
        if text != " " + right:
            why = "read as = " + right
            if text.strip(" ") != right:
                why = "the game goes on" if right == "*" else "the turns come to " + right
            blanks = len(text) - len(text.lstrip(" "))
            self._drop(Word(line, column + blanks, text.strip(" ")), why)


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


def words_of(rest: Word, dropped: List[Dropped]) -> List[Word]:
    """The words of a part of a line; blanks that are too many are dropped."""
    out: List[Word] = []
    column = rest.column
    for text in rest.text.split(" "):
        if text:
            out.append(Word(rest.line, column, text))
        else:
            dropped.append(Dropped(rest.line, column, " ", "one blank too many"))
        column += len(text) + 1
    return out


def mark_words(rest: Word, dropped: List[Dropped]) -> List[Word]:
    """The marks of a line, each by itself; blanks within their brackets are dropped, those between quotes are kept."""
    out: List[Word] = []
    # the signs of the mark under way, and whether its bracket is open
    text: List[str] = []
    opened = False
    begun = 0
    quoted = False
    for at in range(1, len(rest.text) + 1):
        sign = rest.text[at : at + 1]
        if sign == " " and not quoted and opened and text[-1] != ")":
            dropped.append(Dropped(rest.line, rest.column + at, " ", "a blank within a mark"))
        elif sign == "" or (sign == " " and not quoted):
            if text:
                out.append(Word(rest.line, rest.column + begun, "".join(text)))
            elif sign and at > 1:
                dropped.append(Dropped(rest.line, rest.column + at, " ", "one blank too many"))
            text = []
            opened = False
        else:
            if not text:
                begun = at
            text.append(sign)
            opened = opened or sign == "("
            quoted = quoted != (sign == '"')
    return out


class Drawn:
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
