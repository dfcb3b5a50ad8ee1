"""The hints of a step: the author's, then the adaptoid, the disc and the whole turn, each with marks on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, List, NamedTuple, Optional, Sequence, Tuple

from ..game.marks import NO_MARKS, Marks
from ..rules.position import Position
from ..rules.turn import Turn
from .feedback import Message, author, sentence
from .rich_text import codes

if TYPE_CHECKING:
    from .lesson import LessonStep
    from .step_kinds import QuestionKind

Hint = NamedTuple("Hint", [("message", Message), ("marks", Marks)])
"""A message, and the marks on the board."""

TONE = "green"
UNKNOWN = (Hint(sentence("lesson.hint.unknown"), NO_MARKS),)
"""What stands in for hints where the author wrote none and no line to the goal was found. It costs nothing."""
# the number of hints to each turn
TURN_HINTS = 3


class HintSequence:
    """The hints of a step, taken one after another.

    The author's hints come first. Hints to a turn follow. Finding this turn takes long, so until `set_derived` passes
    these hints, only their number is known.
    """

    def __init__(self, step: LessonStep, paid: int) -> None:
        """`paid` of the author's hints were taken earlier and are free now."""
        self._author = [Hint(author(text), NO_MARKS) for text in step.hints]
        self._is_for_turn = step.input == "turn"
        self._derived: Optional[List[Hint]] = None
        # the author's hints stay the same in all turns of a step, unlike hints to a turn
        self._paid = [(0, i + 1) for i in range(min(paid, len(self._author)))]
        self.taken = 0
        """The number of hints taken."""
        # the turn of the step before which the last one was taken, and the turn that is to come
        self._taken_at = 0
        self._turn = 0

    @property
    def total(self) -> int:
        """The number of hints, including those to a turn that was not searched for yet."""
        if self._derived is None:
            return len(self._author) + (TURN_HINTS if self._is_for_turn else 0)
        return len(self._author) + len(self._derived)

    @property
    def lacks_turn(self) -> bool:
        """Whether the turn that the hints are derived from was not searched for yet."""
        return self._derived is None and self._is_for_turn

    def set_derived(self, hints: Sequence[Hint]) -> None:
        """Set the hints that follow the author's."""
        self._derived = list(hints)

    @property
    def last(self) -> Optional[Hint]:
        """The hint that was taken last, if it was about the turn to come: what it says may be past after a turn."""
        return self.hint_at(self.taken - 1) if self.taken and self._taken_at == self._turn else None

    def hint_at(self, at: int) -> Optional[Hint]:
        """The hint with an index, if it is known."""
        hints = self._author + (self._derived or [])
        return hints[at] if at < len(hints) else None

    def skip(self) -> None:
        """Skip the next hint without paying for it."""
        self.taken += 1

    def take(self, turn: int) -> bool:
        """Take the next hint before turn number `turn` of the step; whether it costs a point."""
        costs = self.costs(turn)
        if costs:
            self._paid.append(self._place(turn))
        self.taken += 1
        self._taken_at = turn
        return costs

    def costs(self, turn: int) -> bool:
        """Whether the next hint before turn number `turn` of the step costs a point."""
        return self._place(turn) not in self._paid and self.hint_at(self.taken) not in UNKNOWN

    def _place(self, turn: int) -> Tuple[int, int]:
        return 0 if self.taken < len(self._author) else turn + 1, self.taken + 1

    def restart(self, turn: int) -> None:
        """Drop the hints to a turn, because turn number `turn` of the step comes next."""
        self._turn = turn
        if self._is_for_turn:
            self._derived = None
        self.taken = min(self.taken, len(self._author))


def named_discs(step: LessonStep) -> List[str]:
    """The discs that the author's hints name."""
    return [
        cell for hint in step.hints for code in codes(next(iter(hint.values()))) for cell in code.split(",")
    ]


def for_turn(text: str, named: Sequence[str] = ()) -> List[Hint]:
    """The hints to a turn: the piece, the disc, the turn. A piece or a growth's disc that is `named` gets none.

    >>> [str(hint.marks) for hint in for_turn("E3-D2 +D4")]
    ['ring(E3)', 'fill(D2) ring(E3)', 'arrow(E3,D2) ring(D4)']
    >>> [str(hint.marks) for hint in for_turn("+D4")]
    ['', 'ring(D4)', 'ring(D4)']
    >>> [len(for_turn(turn, ["E3", "D4"])) for turn in ("E3-D2 +D4", "+D4", "E3+L", "C1-C2 +D4")]
    [2, 2, 2, 3]
    """
    turn = Turn.from_text(text)
    last = Hint(sentence("lesson.hint.turn", {"play": turn}), _turn_marks(turn))
    if turn.origin is None or turn.target is None:
        first = Hint(sentence("lesson.hint.no-move"), NO_MARKS)
        if turn.at is None:
            return [first, last, last]
        if turn.at in named:
            return [first, last]
        code = "lesson.hint.disc" if turn.growth == "new" else "lesson.hint.piece"
        return [first, Hint(sentence(code, {"cell": turn.at}), cell_marks([turn.at])), last]
    rings = {turn.origin: TONE}
    destination = sentence(
        "lesson.hint.onto" if turn.attack else "lesson.hint.to", {"origin": turn.origin, "cell": turn.target}
    )
    piece = Hint(sentence("lesson.hint.piece", {"cell": turn.origin}), Marks(rings=rings))
    to = Hint(destination, Marks(rings=rings, fills={turn.target: TONE}))
    return ([] if turn.origin in named else [piece]) + [to, last]


def for_question(kind: QuestionKind, step: LessonStep) -> List[Hint]:
    """The hints to the answer of a question. After the author's, each says more than how many discs there are."""
    clues = kind.clues(step.question, step.start, named_discs(step))
    if step.hints and len(clues) > 1:
        clues = clues[1:]
    return [Hint(Message(None, saying), cell_marks(cells)) for saying, cells in clues]


# -- what is drawn ----------------------------------------------------------------------------------------------------


def _turn_marks(turn: Turn) -> Marks:
    """An arrow for the move, a ring for the growth."""
    arrows = [(turn.origin, turn.target)] if turn.origin is not None and turn.target is not None else []
    return Marks(arrows, (), {} if turn.at is None else {turn.at: TONE})


def cell_marks(cells: Sequence[str]) -> Marks:
    """A ring around each disc."""
    return Marks(rings=dict.fromkeys(cells, TONE))


def along_paths(marks: Marks, position: Position) -> Marks:
    """Marks whose arrows follow a shortest path over free discs, one arrow for each step."""
    if not marks.arrows:
        return marks
    arrows: List[Tuple[str, str, str]] = []
    for tail, head, tone in marks.arrows:
        cells = position.route(tail, head)
        arrows += [(cells[i], cells[i + 1], tone) for i in range(len(cells) - 1)]
    return Marks(arrows, dict(marks.fills), dict(marks.rings), dict(marks.labels))


def after_move(marks: Marks) -> Marks:
    """The marks of a turn that remain after its move: where to grow."""
    return Marks(rings=dict(marks.rings)) if marks.arrows else Marks()


def is_in_texts(hint: Hint, messages: Sequence[Message], language: str) -> bool:
    """Whether one of the author's texts in the messages has all blocks of the author's hint."""
    blocks = (hint.message.text or {}).get(language, [])
    texts = [each.text.get(language, []) for each in messages if each.text is not None]
    return any(all(block in text for block in blocks) for text in texts)


def is_done(hint: Hint, has_moved: bool, half: Optional[Turn], hinted_turn: str) -> bool:
    """Whether a hint is about a move that was made already; `hinted_turn` is what the hints lead to, "" if unknown."""
    code = "" if hint.message.saying is None else hint.message.saying[0]
    if code == "lesson.hint.no-move":
        return has_moved
    if code in ("lesson.hint.piece", "lesson.hint.to", "lesson.hint.onto") and half is not None:
        return hinted_turn != "" and Turn.of(hinted_turn).move == half.move
    return False
