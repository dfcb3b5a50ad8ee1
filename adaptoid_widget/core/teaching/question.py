"""Questions about a position: discs to click, or a number to count. The rules give the solution.

docs/reference/teaching/lesson_files.md lists the questions.
"""

from __future__ import annotations

from typing import List, Optional, Sequence, Tuple

from ..goals.goal import read_discs
from ..i18n.catalog import Saying
from ..i18n.slots import Slots
from ..rules.errors import GameError
from ..rules.integer_rules import MAX_LIMBS
from ..rules.layout import Layout
from ..rules.legality import Reason
from ..rules.piece import Piece
from ..rules.position import Position, required_piece
from ..rules.scanner import DIGITS, Scanner, cell_key

SETS = ("starving", "growths", "own", "enemies")
SETS_AT = ("reach", "attacks", "attackers", "liberties", "neighbours")
NUMBERS_AT = ("spare", "limbs", "steps", "room")
QUESTIONS = SETS + SETS_AT + NUMBERS_AT
MAX_NUMBER = 99
MAX_REASONS = 3
"""For how many wrong discs an answer gives the reason."""


class Question:
    """A question. Immutable; equal if the texts are.

    >>> position = Position.from_text("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6")
    >>> Question.from_text("liberties D5").discs(position), Question.from_text("spare D5").number(position)
    (('C4', 'D4', 'E5', 'E6'), 0)
    """

    __slots__ = ("cells", "fixed_number", "name")

    def __init__(self, name: str, cells: Tuple[str, ...] = (), fixed_number: int = -1) -> None:
        """Use `Question.from_text`."""
        self.name = name
        """What is asked for, such as "liberties"; "" if the question gives its solution."""
        self.cells = cells
        """The disc in question, or the discs that are the solution."""
        self.fixed_number = fixed_number
        """The number that is the solution; −1 if the question gives none."""

    @staticmethod
    def from_text(text: str, line: int = 1, column: int = 1) -> Question:
        """The question of a text that begins at this line and column of a larger one. Raises TextError."""
        scanner = Scanner(text, line, column)
        first = scanner.peek()
        if first != "" and first in DIGITS:
            number = int(scanner.digits("a number"))
            if number > MAX_NUMBER:
                raise scanner.error(0, "a number, 0 to %d" % MAX_NUMBER, len(text))
            question = Question("", (), number)
        elif text[1:2] != "" and text[1:2] in DIGITS:
            question = Question("", read_discs(scanner))
        else:
            name = scanner.word()
            if name in SETS:
                question = Question(name)
            elif name in SETS_AT + NUMBERS_AT:
                scanner.take(" ", "a space and a disc")
                question = Question(name, (scanner.cell("a disc"),))
            else:
                names = ", ".join(sorted(QUESTIONS))
                raise scanner.error(
                    0, "a question (%s), discs such as D5,E6, or a number" % names, max(1, len(name))
                )
        scanner.end()
        return question

    @property
    def clicks(self) -> bool:
        """Whether the solution is discs, which can be clicked or counted."""
        return self.fixed_number < 0 and self.name not in NUMBERS_AT

    def __str__(self) -> str:
        cells = ",".join(self.cells)
        if self.fixed_number >= 0:
            return str(self.fixed_number)
        return self.name + " " + cells if self.name and cells else self.name or cells

    def __repr__(self) -> str:
        return "Question.from_text(%r)" % str(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Question) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def check(self, layout: Layout) -> Question:
        """This question. Raises LayoutError for a disc that is not on the board."""
        for cell in self.cells:
            layout.index(cell)
        return self

    def discs(self, position: Position) -> Tuple[str, ...]:
        """The discs that are the solution, in the board's order.

        Raises GameError if the solution is a number, LayoutError for a disc that is not on the board, and IllegalTurn
        (code "empty") for an empty disc in a question about an adaptoid.
        """
        if not self.clicks:
            raise GameError("the answer to %s is a number, not discs" % self)
        name, near = self.name, position.layout.near
        if name == "":
            self.check(position.layout)
            solution: Sequence[str] = self.cells
        elif name == "starving":
            solution = position.starving()
        elif name == "growths":
            solution = [str(turn.at) for turn in position.growths() if turn.growth == "new"]
        elif name in ("own", "enemies"):
            pieces = position.pieces
            solution = [cell for cell in pieces if (pieces[cell].color == position.turn) == (name == "own")]
        elif name == "neighbours":
            solution = near(self.cells[0])
        elif name == "liberties":
            solution = [cell for cell in near(self.cells[0]) if position.piece(cell) is None]
        else:
            solution = _reached(position, name, self.cells[0])
        return tuple([cell for cell in position.layout.cells if cell in solution])

    def number(self, position: Position) -> int:
        """The solution as a number, which may be the number of discs. Raises as `discs` does."""
        if self.fixed_number >= 0:
            return self.fixed_number
        if self.clicks:
            return len(self.discs(position))
        cell = self.cells[0]
        piece = required_piece(position, cell)
        if self.name == "spare":
            return position.spare(cell)
        if self.name == "room":
            return MAX_LIMBS - piece.size
        return piece.size if self.name == "limbs" else piece.legs

    def why_not(self, position: Position, cell: str) -> Saying:
        """Why a disc does not belong to the solution. Raises as `discs` does.

        >>> position = Position.from_text("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6")
        >>> Question.from_text("liberties D5").why_not(position, "A1")
        ('lesson.ask.apart', {'cell': 'A1', 'other': 'D5'})
        """
        name, piece = self.name, position.piece(cell)
        if name == "":
            return self._not_given(position, cell, piece)
        other = self.cells[0] if name in SETS_AT else ""
        if cell == other and name != "reach":
            return "lesson.ask.itself", {"cell": cell}
        if name in ("liberties", "neighbours"):
            if name == "liberties" and piece is not None:
                return "why.taken", {"cell": cell}
            return "lesson.ask.apart", {"cell": cell, "other": other}
        refusal: Optional[Reason] = None
        if name == "growths":
            refusal = position.why_not_growth("new", cell)
        elif name == "reach":
            if piece is not None and cell != other:
                return "why.taken", {"cell": cell}
            refusal = _at_move(position, other).why_not_move(other, cell, attack=False)
        elif piece is None:
            return "why.empty", {"cell": cell}
        elif name in ("own", "enemies"):
            return "lesson.ask.color", {"cell": cell, "color": piece.color}
        elif name in ("attacks", "attackers"):
            if piece.color == required_piece(position, other).color:
                return "lesson.ask.friends", {"cell": cell, "other": other}
            origin, target = (other, cell) if name == "attacks" else (cell, other)
            refusal = _at_move(position, origin).why_not_move(origin, target, attack=True)
        elif name == "starving" and piece.color == position.turn:
            return "lesson.ask.own-turn", {"cell": cell}
        elif name == "starving":
            return "lesson.not.starves-fed", _food(position, cell, piece)
        return ("lesson.ask.not-one", {"cell": cell}) if refusal is None else refusal.saying

    def _not_given(self, position: Position, cell: str, piece: Optional[Piece]) -> Saying:
        """Why a disc is none of those that the question gives: what tells it from all of them, if anything does."""
        given = [position.piece(each) for each in self.cells]
        pieces = [each for each in given if each is not None]
        if piece is None and len(pieces) == len(given):
            return "why.empty", {"cell": cell}
        if piece is not None and not pieces:
            return "why.taken", {"cell": cell}
        if piece is not None and piece.color not in [each.color for each in pieces]:
            return "lesson.ask.color", {"cell": cell, "color": piece.color}
        if piece is not None and len(pieces) == len(given):
            return "lesson.ask.food", _food(position, cell, piece)
        return "lesson.ask.not-one", {"cell": cell}


def _food(position: Position, cell: str, piece: Piece) -> Slots:
    return {"cell": cell, "size": piece.size, "liberties": position.liberties(cell)}


def _at_move(position: Position, cell: str) -> Position:
    """The position if the adaptoid on a disc were to move."""
    return position.with_turn(required_piece(position, cell).color)


def _reached(position: Position, name: str, cell: str) -> List[str]:
    """The discs that the adaptoid on a disc could reach or attack, or from which it could be attacked."""
    required_piece(position, cell)
    if name == "attackers":
        return [at for at in position.pieces if cell in _attacked(position, at)]
    return list(position.reach(cell).free) if name == "reach" else _attacked(position, cell)


def _attacked(position: Position, cell: str) -> List[str]:
    reach = position.reach(cell)
    return list(reach.captures + reach.exchanges + reach.deaths)


def wrong_discs(
    question: Question, position: Position, right: Sequence[str], chosen: Sequence[str]
) -> List[Saying]:
    """The mistakes in chosen discs: why not the surplus ones, else how many are missing; empty if there is none.

    >>> position = Position.from_text("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6")
    >>> wrong_discs(Question.from_text("starving"), position, ["D5"], ["D5", "A1"])
    [('why.empty', {'cell': 'A1'})]
    >>> wrong_discs(Question.from_text("starving"), position, ["D5"], [])
    [('lesson.ask.missing', {'n': 1})]
    """
    extra = sorted(set(chosen) - set(right), key=cell_key)
    out = [question.why_not(position, cell) for cell in extra[:MAX_REASONS]]
    if len(extra) > MAX_REASONS:
        out.append(("lesson.ask.not-these", {"cells": extra[MAX_REASONS:]}))
    missing = len(set(right) - set(chosen))
    return out or ([("lesson.ask.missing", {"n": missing})] if missing else [])


def wrong_number(question: Question, right: int, number: int) -> List[Saying]:
    """Whether a number is too small or too large, and what to count; empty if it is right.

    >>> wrong_number(Question.from_text("limbs D5"), 3, 2)
    [('lesson.ask.more', None), ('lesson.ask.limbs', {'cell': 'D5'})]
    >>> wrong_number(Question.from_text("3"), 3, 4), wrong_number(Question.from_text("3"), 3, 3)
    ([('lesson.ask.fewer', None)], [])
    """
    if number == right:
        return []
    out: List[Saying] = [("lesson.ask.more" if number < right else "lesson.ask.fewer", None)]
    if question.name in NUMBERS_AT + ("liberties",):
        out.append(("lesson.ask." + question.name, {"cell": question.cells[0]}))
    return out
