"""Turns, as values and as integers, and the small records that positions return."""

from __future__ import annotations

from typing import (
    TYPE_CHECKING,
    Callable,
    Dict,
    Iterator,
    List,
    Mapping,
    NamedTuple,
    Optional,
    Sequence,
    Tuple,
    Union,
    overload,
)

from ..host.host import IS_MICROPYTHON, public_names, type_name
from . import integer_rules
from .bitboard import FAR, FOE, Context, State, TurnDiscs
from .errors import GameError, TextError
from .layout import Layout
from .notation import parse_turn, turn_text
from .piece import Piece

DiscNames = Tuple[str, ...]


# editors know the fields of the first form alone, and MicroPython those of the second
if TYPE_CHECKING:

    class _Supply(NamedTuple):
        bodies: int
        legs: int
        pincers: int

else:
    _Supply = NamedTuple("_Supply", [("bodies", int), ("legs", int), ("pincers", int)])


class Supply(_Supply):
    """The bodies, legs and pincers that a colour has left to grow with (R3).

    >>> from adaptoid_widget import Position
    >>> Position.start().supply("W")
    Supply(bodies=11, legs=12, pincers=12)
    """

    __slots__ = ()
    __dir__ = public_names


def supply_of(pieces: Mapping[str, Piece], color: str) -> Supply:
    """Return the supply of a colour (R3), given all adaptoids by their discs."""
    own = [piece for piece in pieces.values() if piece.color == color]
    legs, pincers = sum([piece.legs for piece in own]), sum([piece.pincers for piece in own])
    bodies = integer_rules.MAX_BODIES - len(own)
    return Supply(bodies, integer_rules.MAX_LEGS - legs, integer_rules.MAX_PINCERS - pincers)


# editors know the fields of the first form alone, and MicroPython those of the second
if TYPE_CHECKING:

    class _Reach(NamedTuple):
        free: DiscNames
        captures: DiscNames
        exchanges: DiscNames
        deaths: DiscNames

else:
    _Reach = NamedTuple(
        "_Reach",
        [("free", DiscNames), ("captures", DiscNames), ("exchanges", DiscNames), ("deaths", DiscNames)],
    )


class Reach(_Reach):
    """Where an adaptoid can go (R6, R7): discs that are `free`, and the discs of enemies.

    It `captures` a weaker one, `exchanges` itself with an equal one, and attacks a stronger one with `deaths` only if
    the game has the switch weaker-dies.

    >>> from adaptoid_widget import Position
    >>> Position("adaptoid w 0,0 W:D2LP B:D3,D6").reach("D2")
    Reach(free=('C1', 'C2', 'D1', 'E2', 'E3'), captures=('D3',), exchanges=(), deaths=())
    """

    __slots__ = ()
    __dir__ = public_names


# editors know the fields of the first form alone, and MicroPython those of the second
if TYPE_CHECKING:

    class _Turn(NamedTuple):
        origin: Optional[str]
        target: Optional[str]
        attack: bool
        growth: Optional[str]
        at: Optional[str]

else:
    _Turn = NamedTuple(
        "_Turn",
        [
            ("origin", Optional[str]),
            ("target", Optional[str]),
            ("attack", bool),
            ("growth", Optional[str]),
            ("at", Optional[str]),
        ],
    )


class Turn(_Turn):
    """A turn or the rest of one: a move or attack, a growth, or both (R6–R8). Its text is canonical.

    `Turn.from_text` reads a text; the constructor takes the parts, and the functions that take a turn check them.
    `growth` is "new", "leg" or "pincer", on the disc `at`. All parts of `-` (no move, no growth) are None.

    >>> turn = Turn.from_text("E3xE5 +F6")
    >>> turn.origin, turn.target, turn.attack, turn.growth, turn.at
    ('E3', 'E5', True, 'new', 'F6')
    """

    __slots__ = ()
    __dir__ = public_names
    _internal = ("of",)

    # for type checkers, this would allow fewer parts, and MicroPython has no tuple.__new__
    if not TYPE_CHECKING and not IS_MICROPYTHON:

        def __new__(cls, origin=None, target=None, attack=None, growth=None, at=...):
            if at is ...:
                raise TypeError(
                    "a Turn has five parts: origin, target, attack, growth and at; "
                    "Turn.from_text(text) reads a text such as 'D2+L'"
                )
            return tuple.__new__(cls, (origin, target, attack, growth, at))

    @staticmethod
    def from_text(text: str) -> Turn:
        """Parse a turn text. Raises TextError if it is not canonical."""
        if text in STEPS:
            return STEPS[text]
        turn = Turn(*parse_turn(text))
        if str(turn) == text and (turn.origin is None or turn.growth is None):
            if len(STEPS) >= MAX_CACHED_TURNS:
                STEPS.clear()
            STEPS[text] = turn
        return turn

    @staticmethod
    def of(turn: Union[Turn, str]) -> Turn:
        """Return a turn as it is, or the turn of a text. Raises TextError, or TypeError for anything else."""
        if isinstance(turn, Turn):
            return turn
        if isinstance(turn, str):
            return Turn.from_text(turn)
        raise TypeError("a turn is a Turn or its text, not %s" % type_name(turn))

    @property
    def move(self) -> Optional[str]:
        """The text of the move step alone, or None.

        >>> Turn.from_text("E3xE5 +F6").move
        'E3xE5'
        """
        if self.origin is None:
            return None
        return turn_text((self.origin, self.target, self.attack, None, None))

    def transformed(self, cells: Mapping[str, str]) -> Turn:
        """Return the turn with other discs: `cells` has the disc to which each disc goes, as `layout.mirror()` does.

        Raises GameError for a disc of the turn that `cells` does not have.

        >>> from adaptoid_widget import layouts
        >>> print(Turn.from_text("D2-D3 +C2").transformed(layouts["hex4"].mirror()))
        D6-D5 +C5
        """
        for cell in (self.origin, self.target, self.at):
            if cell is not None and cell not in cells:
                raise GameError("the symmetry says nothing of %s, which the turn %s names" % (cell, self))
        origin, target, at = [cell and cells[cell] for cell in (self.origin, self.target, self.at)]
        return Turn(origin, target, self.attack, self.growth, at)

    def __repr__(self) -> str:
        return "Turn.from_text(%r)" % str(self)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __lt__(self, other: object) -> bool:
        return str(self) < str(other)

    def __str__(self) -> str:
        return turn_text(self)


class LegalTurns:
    """Legal turns of a position, made one by one while they are read. A text of a turn is found as well as the turn.

    >>> from adaptoid_widget import Position
    >>> turns = Position.start().turns()
    >>> turns
    <LegalTurns: +C1, +C2, +D1 and 5 more>
    >>> len(turns), "D2+L" in turns, "D2-D3" in turns
    (8, True, False)
    >>> turns[0], next(turns)
    (Turn.from_text('+C1'), Turn.from_text('+C1'))
    """

    __dir__ = public_names

    def __init__(self, generate: Callable[[], Iterator[Turn]]) -> None:
        self._generate = generate
        self._turns: Optional[Tuple[Turn, ...]] = None
        self._iterator: Optional[Iterator[Turn]] = None

    def _all(self) -> Tuple[Turn, ...]:
        if self._turns is None:
            self._turns = tuple(self._generate())
        return self._turns

    def __iter__(self) -> Iterator[Turn]:
        # list() asks for the length after this call and before the first turn
        yield from self._generate() if self._turns is None else self._turns

    def __next__(self) -> Turn:
        if self._iterator is None:
            self._iterator = iter(self)
        return next(self._iterator)

    def __len__(self) -> int:
        return len(self._all())

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def __contains__(self, turn: object) -> bool:
        if isinstance(turn, str):
            try:
                turn = Turn.from_text(turn)
            except TextError:
                return False
        return turn in self._all()

    @overload
    def __getitem__(self, index: int) -> Turn: ...
    @overload
    def __getitem__(self, index: slice) -> Tuple[Turn, ...]: ...
    def __getitem__(self, index: Union[int, slice]) -> Union[Turn, Tuple[Turn, ...]]:
        return self._all()[index]

    def __repr__(self) -> str:
        texts = [str(turn) for turn in self]
        more = " and %d more" % (len(texts) - 3) if len(texts) > 3 else ""
        return "<LegalTurns: %s%s>" % (", ".join(texts[:3]) or "none", more)


STEPS: Dict[str, Turn] = {}
"""A cache of turns of one step, a move or a growth, by their texts. A board has some thousands of them."""
MAX_CACHED_TURNS = 10000


# editors know the fields of the first form alone, and MicroPython those of the second
if TYPE_CHECKING:

    class _Gone(NamedTuple):
        cell: str
        piece: Piece
        how: str

else:
    _Gone = NamedTuple("_Gone", [("cell", str), ("piece", Piece), ("how", str)])


class Gone(_Gone):
    """An adaptoid that left the board (R7, R10): its disc, the `piece`, and `how`.

    `how` is "captured", "exchanged", "died" (it attacked a stronger one) or "starved".

    >>> from adaptoid_widget import Position
    >>> Position("adaptoid w 0,0 W:D2LP B:D3,D6").effect("D2xD3 +D2").gone
    (Gone(cell='D3', piece=Piece(color='B', legs=0, pincers=0), how='captured'),)
    """

    __slots__ = ()
    __dir__ = public_names


# -- turns as integers ------------------------------------------------------------------------------------------------

KINDS = {None: 0, "new": integer_rules.NEW, "leg": integer_rules.LEG, "pincer": integer_rules.PINCER}
GROWTHS = (None, "new", "leg", "pincer")
"""The growths by their kinds."""

Outcome = Tuple[State, bool, int]
"""What `integer_rules.finish_turn` returns: the state after a turn, whether the game ended, the mask of who starved."""

Referee = Callable[[State, bool, Sequence[Turn], Layout, Context], List[Outcome]]


def outcomes(
    state: State, moved: bool, turns: Sequence[Turn], layout: Layout, context: Context
) -> List[Outcome]:
    """Play turns one after another, up to the first illegal one. `moved`: the first turn's move step is done.

    Each turn must be one that a text can express.
    """
    out: List[Outcome] = []
    for origin, target, attack, kind, at in to_discs(turns, layout):
        legal, state, ended, starved = integer_rules.turn(
            state, moved, origin, target, attack, kind, at, context
        )
        if not legal:
            break
        moved = False
        out.append((state, ended, starved))
    return out


def to_discs(turns: Sequence[Turn], layout: Layout) -> List[Tuple[int, int, bool, int, int]]:
    """Convert turns to discs: origin, target, attack, kind of growth, its disc. Stop at a turn off the board."""
    discs = layout.discs
    out: List[Tuple[int, int, bool, int, int]] = []
    for origin, target, attack, growth, at in turns:
        a = b = c = 0
        if origin is not None and target is not None:
            a = discs.get(origin, 0)
            b = discs.get(target, 0)
            if not a or not b:
                break
        if at is not None:
            c = discs.get(at, 0)
            if not c:
                break
        out.append((a, b, attack, KINDS[growth], c))
    return out


def turn_from_discs(discs: TurnDiscs, state: State, layout: Layout) -> Turn:
    """Convert a turn in discs to a Turn. `state` is the state before it."""
    origin, target, kind, at = discs
    attack = (state[FOE] | state[FAR]) & target != 0
    move = (layout.cell(origin), layout.cell(target)) if origin else (None, None)
    return Turn(move[0], move[1], attack, GROWTHS[kind], layout.cell(at) if kind else None)
