"""Positions: the pieces on a board, the player to move, the losses, and everything that follows from them."""

from __future__ import annotations

from typing import (
    TYPE_CHECKING,
    Any,
    Dict,
    Iterable,
    Iterator,
    List,
    Mapping,
    NamedTuple,
    Optional,
    Tuple,
    Union,
)

from ..host.host import MimeBundle, current_host, did_you_mean, game_on, in_order, public_names, type_name
from ..i18n.slots import Slots
from . import integer_rules as rules
from . import preview
from .bitboard import LOST_OWN, OWN, Context, State, count, digit_sum, limbs_used, occupied
from .errors import GameError, LayoutError, TextError, plain_value
from .layout import Layout, short_name
from .legality import Reason, illegal, reason, why_not_text
from .named_layouts import BOARDS, layout_of
from .notation import head_text, parse_position, sides_text
from .pasting import pasted_position
from .piece import Piece, checked_pieces
from .turn import GROWTHS, KINDS, Gone, LegalTurns, Reach, Supply, Turn, outcomes
from .variants import (
    ANY_SWITCH,
    ANY_VARIANT,
    SWITCH_NAMES,
    SWITCHES,
    VARIANTS,
    Variant,
    context_of,
    order_from,
    sides,
    variant_named,
)

# editors know the fields of the first form alone, and MicroPython those of the second
if TYPE_CHECKING:
    from typing import Protocol

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    class HasPosition(Protocol):
        """A game."""

        @property
        def position(self) -> Position:
            """The current position."""
            ...

    class ShowsGame(Protocol):
        """A board, whose position is a trait, which protocols do not know."""

        @property
        def game(self) -> HasPosition:
            """The game on the board."""
            ...

    AnyPosition = Union["Position", HasPosition, ShowsGame, str]

    class _Effect(NamedTuple):
        position: Position
        gone: Tuple[Gone, ...]

else:
    _Effect = NamedTuple("_Effect", [("position", "Position"), ("gone", Tuple[Gone, ...])])


class Effect(_Effect):
    """The `position` after a turn or a part of one, and who has `gone` from the board (R7, R10).

    >>> Position("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6").effect("+D4").starved
    ('D5',)
    """

    __slots__ = ()
    __dir__ = public_names

    @property
    def starved(self) -> Tuple[str, ...]:
        """The discs on which adaptoids starved (R10)."""
        return tuple([gone.cell for gone in self.gone if gone.how == "starved"])


class Position:
    """A position of Adaptoid, Super-Adaptoid or Adapt3, at the start or in the middle of a turn.

    `Position(text)` takes the sides, and the adaptoids of a side, in any order, and warns if that is not canonical.
    `from_text` takes the canonical text only. Immutable and hashable. Two positions are equal if their texts are. A
    notebook shows the picture of a position, `str()` gives its text, and `diagram()` draws it in text.

    >>> position = Position("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6")
    >>> position.liberties("D5"), position.piece("D5").size
    (4, 4)
    >>> str(position.play("+D4"))
    'adaptoid b 0,1 W:C5,D3,D4 B:D6'
    """

    __slots__ = ("_context", "_layout", "_state", "_step", "_turn", "_variant")
    __dir__ = public_names

    _internal = (
        "after",
        "at_move",
        "context",
        "effect_if_legal",
        "endings",
        "moved",
        "of",
        "seat_of",
        "state",
        "why_not_parsed",
    )

    def __init__(
        self,
        position: Union[AnyPosition, Variant],
        layout: Optional[Layout] = None,
        context: Optional[Context] = None,
        turn: str = "",
        step: str = "",
        state: Optional[State] = None,
    ) -> None:
        """Make a position as `of` does. The other parameters are for parts that were checked before."""
        variant: Any = position
        if layout is None or context is None or state is None:
            source = Position.of(variant)
            variant, layout, context = VARIANTS[source.variant], source.layout, source.context
            turn, step, state = source.turn, source.step, source.state
        self._variant: Variant = variant
        self._layout = layout
        self._context = context
        self._turn = turn
        self._step = step
        self._state = state

    # -- making ------------------------------------------------------------------------------------------------------

    @staticmethod
    def of(position: AnyPosition) -> Position:
        """Return the position of a Position, a text, a Game or a Board.

        A text may have other words, quotes, line ends and other blanks around the position. Its sides and the
        adaptoids of a side may be in any order; a warning then gives the canonical text. Raises TextError, GameError
        for a game without a position yet, or TypeError for anything else.
        """
        if isinstance(position, Position):
            return position
        if isinstance(position, str):
            pasted = pasted_position(position)
            try:
                read = read_unsorted(pasted)
            except TextError:
                hint = current_host().hint_about(position) if pasted == position else ""
                if not hint:
                    # not "found the end of the text" where a word follows
                    read_unsorted(pasted_position(position, to_end=True))
                    raise
                raise TextError(1, 1, position, "a position such as 'adaptoid w 0,0 W:D2 B:D6'", hint)
            if is_reordered(pasted, read.text):
                current_host().report_repair(sorting_note(read.text))
            return read
        # `core.game` builds on this package
        on_game: object = getattr(game_on(position), "position", None)
        if isinstance(on_game, Position):
            return on_game
        raise TypeError("a position is a Position or its text, not %s" % type_name(position))

    @staticmethod
    def from_text(text: str) -> Position:
        """Parse a position text in the canonical form. Raises TextError with line, column, found and expected."""
        try:
            return Position._parsed(text, True)
        except TextError as error:
            canonical = _canonical(text)
            if not canonical:
                raise
            raise error.advising("the canonical form of this is %r" % canonical)

    @staticmethod
    def _parsed(text: str, strict: bool) -> Position:
        parts = parse_position(text, strict=strict)
        switches = 0
        for switch in parts.switches:
            switches |= SWITCHES[switch]
        variant = VARIANTS[parts.variant]
        order = order_from(variant, parts.turn)
        bodies = [0, 0, 0]
        planes = [0, 0, 0, 0, 0, 0]
        for cell, (color, legs, pincers) in parts.pieces.items():
            disc = parts.layout.disc(cell)
            bodies[order.index(color)] |= disc
            for digit in range(3):
                if legs >> digit & 1:
                    planes[digit] |= disc
                if pincers >> digit & 1:
                    planes[3 + digit] |= disc
        own, foe, far = bodies
        l0, l1, l2, p0, p1, p2 = planes
        lost_own, lost_foe, lost_far = ([parts.lost[color] for color in order] + [0])[:3]
        state = (own, foe, far, l0, l1, l2, p0, p1, p2, lost_own, lost_foe, lost_far)
        context = context_of(variant, parts.layout, switches)
        return Position(variant, parts.layout, context, parts.turn, parts.step, state)

    @staticmethod
    def start(
        variant: str = "adaptoid",
        layout: Union[str, Layout] = "hex4",
        switches: Union[str, Tuple[str, ...]] = (),
        pieces: Union[str, Mapping[str, Union[Piece, str]], None] = None,
    ) -> Position:
        """Return the first position of a game: the start of its board (R4, R16, R18), or the agreed adaptoids (R5).

        `pieces` are sides as in a position text (`"W:D2 B:D6"`) or a mapping from cells to pieces
        (`{"D2": "W", "D6": "BLP"}`). `layout` is a Layout, its text or its name. Raises TextError for an unknown
        variant, layout, switch or piece, and LayoutError if the board has no start for the variant.

        >>> str(Position.start())
        'adaptoid w 0,0 W:D2 B:D6'
        >>> str(Position.start(layout="hex5"))
        'adaptoid@hex5 w 0,0 W:E3 B:E7'
        >>> str(Position.start(layout="hex5", pieces={"E2": "W", "E8": "B"}))
        'adaptoid@hex5 w 0,0 W:E2 B:E8'
        """
        if variant in BOARDS.names:
            hint = "that is a board; use aw.layouts.start(%r)" % variant
            raise TextError(1, 1, variant, ANY_VARIANT, hint)
        colors = sides(variant_named(variant))
        layout = layout_of(layout)
        switches = plain_value(switches)
        if not isinstance(switches, (str, list, tuple, set, frozenset)):
            raise TypeError("switches are a text or several, not %s" % type_name(switches))
        sorted_switches = sorted({switches} if isinstance(switches, str) else set(switches))
        for switch in sorted_switches:
            if switch not in SWITCHES:
                hint = did_you_mean(switch, SWITCHES)
                raise TextError(1, 1, str(switch), ANY_SWITCH, hint)
        if pieces is None:
            pieces = BOARDS.start(str(layout), variant)
            if pieces is None:
                name = BOARDS.name(str(layout)) or short_name(str(layout))
                # the open start is for two players
                other = ", or begin with the open start: Game('open', layout=…)" if len(colors) == 2 else ""
                raise LayoutError(
                    "the board %s has no start for %s; use Position.start with pieces=…%s"
                    % (name, variant, other)
                )
        if not isinstance(pieces, str):
            pieces = sides_text(checked_pieces(pieces, layout, colors), colors)
        head = head_text(variant, sorted_switches, layout)
        return Position.from_text("%s w %s %s" % (head, ",".join(["0"] * len(colors)), pieces))

    # -- parts -------------------------------------------------------------------------------------------------------

    @property
    def layout(self) -> Layout:
        """The board."""
        return self._layout

    @property
    def turn(self) -> str:
        """The player to move: "W", "B" or "R"."""
        return self._turn

    @property
    def step(self) -> str:
        """ "move" at the start of a turn, "grow" when the move step is done and the growth is due."""
        return self._step

    @property
    def state(self) -> State:
        """The integers of `core.rules.bitboard`, from the view of the player to move."""
        return self._state

    @property
    def context(self) -> Context:
        """What `core.rules.integer_rules` needs to know besides the state."""
        return self._context

    @property
    def variant(self) -> str:
        """The name of the variant, such as "adaptoid"."""
        return self._variant.name

    @property
    def switches(self) -> Tuple[str, ...]:
        """The switches of R7 that are on, in alphabetical order."""
        return tuple([name for name in SWITCH_NAMES if self._context.switches & SWITCHES[name]])

    @property
    def colors(self) -> Tuple[str, ...]:
        """The colours in turn order (R4, R17)."""
        return self._variant.colors

    @property
    def limit(self) -> int:
        """A colour with this many lost adaptoids has lost (R11, R20)."""
        return self._variant.limit

    @property
    def text(self) -> str:
        """The canonical text, from which `from_text` makes the position again."""
        head = head_text(self.variant, self.switches, self._layout)
        lost = self.lost
        names = sides(self._variant)
        step = "+" if self._step == "grow" else ""
        counts = ",".join([str(lost[color]) for color in names])
        return "%s %s%s %s %s" % (head, self._turn.lower(), step, counts, sides_text(self.pieces, names))

    def __str__(self) -> str:
        """Return the canonical text."""
        return self.text

    def __repr__(self) -> str:
        return "Position.from_text(%r)" % self.text

    def diagram(self) -> str:
        """Draw the board in plain text, with whose turn it is, and each side's supply and losses.

        W21 is a white adaptoid with 2 legs and 1 pincer; a star marks one that starves if the turn ends now. Each row
        stands between the names of its first and last disc; on a free layout, each disc has its name.

        >>> print(Position("adaptoid@hex2 w 0,0 W:A1P,C3L B:A2PP,B2").diagram())
        White: move, or grow at once.
        <BLANKLINE>
            A1 W01 B02*A2
          B1  ·  B00  ·  B3
            C2  ·  W10 C3
        <BLANKLINE>
        * starves if the turn ends now
        In supply of White: bodies 10, legs 11, pincers 11; lost 0 of 5.
        In supply of Black: bodies 10, legs 12, pincers 10; lost 0 of 5.
        adaptoid@hex2 w 0,0 W:A1P,C3L B:A2PP,B2
        """
        return current_host().diagram(self)

    def _repr_mimebundle_(self, **_: object) -> MimeBundle:
        """The representations that a notebook shows."""
        return current_host().mime_bundle(self)

    def _key(self) -> Tuple[str, int, Layout, str, str, State]:
        return self._variant.name, self._context.switches, self._layout, self._turn, self._step, self._state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self._turn, self._step, self._state))

    # -- pieces and losses -------------------------------------------------------------------------------------------

    def seat_of(self, color: str) -> int:
        """Return a colour's place in `state`: 0 for the player to move. Raises GameError if it does not play."""
        order = order_from(self._variant, self._turn)
        if color not in order:
            raise GameError(
                "there is no colour %s in %s; its colours are %s" % (color, self.variant, ", ".join(order))
            )
        return order.index(color)

    @property
    def pieces(self) -> Dict[str, Piece]:
        """All adaptoids by their discs."""
        cells = self._layout.cells_of(occupied(self._state))
        return in_order([(cell, required_piece(self, cell)) for cell in cells])

    def piece(self, cell: str) -> Optional[Piece]:
        """Return the adaptoid on a disc, or None. Raises LayoutError if the board has no such disc."""
        disc = self._layout.disc(cell)
        own, foe, far, l0, l1, l2, p0, p1, p2, _, _, _ = self._state
        following = self._variant.following
        color = self._turn
        if foe & disc:
            color = following[color]
        elif far & disc:
            color = following[following[color]]
        elif not own & disc:
            return None
        return Piece(color, digit_sum(l0, l1, l2, disc), digit_sum(p0, p1, p2, disc))

    @property
    def lost(self) -> Dict[str, int]:
        """The number of adaptoids that each colour has lost."""
        return in_order(
            [(color, self._state[LOST_OWN + self.seat_of(color)]) for color in sides(self._variant)]
        )

    def supply(self, color: str) -> Supply:
        """Return what a colour has left to grow with (R3).

        >>> Position.start().supply("W")
        Supply(bodies=11, legs=12, pincers=12)
        """
        mask = self._state[self.seat_of(color)]
        _, _, _, l0, l1, l2, p0, p1, p2, _, _, _ = self._state
        return Supply(
            rules.MAX_BODIES - count(mask),
            rules.MAX_LEGS - limbs_used(mask, l0, l1, l2),
            rules.MAX_PINCERS - limbs_used(mask, p0, p1, p2),
        )

    @property
    def winner(self) -> Optional[str]:
        """The winner, or None (R11–R13, R20)."""
        seat = rules.winning_seat(self._state, self._context)
        return None if seat < 0 else order_from(self._variant, self._turn)[seat]

    @property
    def losers(self) -> Tuple[str, ...]:
        """The colours that have lost (R11, R20), in the order W, B, R."""
        out: List[str] = []
        for color in sides(self._variant):
            seat = self.seat_of(color)
            if self._state[LOST_OWN + seat] >= self._variant.limit or self._state[seat] == 0:
                out.append(color)
        return tuple(out)

    # -- other positions ---------------------------------------------------------------------------------------------

    def with_piece(self, cell: str, piece: Union[Piece, str]) -> Position:
        """Return this position with an adaptoid put on a disc, in place of one that stands there.

        `piece` is a Piece, or its colour and limbs, such as "WLLP". Raises LayoutError for a disc that is not on the
        board, TextError for a text that is not a piece, or for more than its colour owns (R3), and GameError for
        a Piece with a wrong value or for more than 6 limbs (R2).

        >>> Position.start().with_piece("E5", "BLP").text
        'adaptoid w 0,0 W:D2 B:D6,E5LP'
        """
        added = checked_pieces({cell: piece}, self._layout, self.colors)
        pieces = self.pieces
        pieces.update(added)
        return self._with_pieces(pieces)

    def without(self, *cells: str) -> Position:
        """Return this position without the adaptoids on some discs. They do not count as lost.

        Raises IllegalTurn (code "empty") if no adaptoid is there.

        >>> Position.start().without("D6").text
        'adaptoid w 0,0 W:D2 B:-'
        """
        pieces = self.pieces
        for cell in cells:
            required_piece(self, cell)
            pieces.pop(self._layout.cells[self._layout.index(cell)], None)
        return self._with_pieces(pieces)

    def with_turn(self, color: str) -> Position:
        """Return the position with another colour to move. Raises GameError for a colour that does not play.

        >>> print(Position.from_text("adaptoid w 0,0 W:B4 B:D4L").with_turn("B"))
        adaptoid b 0,0 W:B4 B:D4L
        """
        return self.at_move(color, self._seen_by(color))

    def _seen_by(self, color: str) -> State:
        """The state with another colour in the first seat."""
        state = self._state
        for _ in range(self.seat_of(color)):
            state = rules.rotate_players(state, self._context.players)
        return state

    def mirrored(self) -> Position:
        """Return this position with left and right exchanged. Raises LayoutError if the board does not allow it.

        >>> Position.start().with_piece("A1", "W").mirrored().text
        'adaptoid w 0,0 W:A4,D6 B:D2'
        """
        pieces, mirror = self.pieces, self._layout.mirror()
        return self._with_pieces({mirror[cell]: pieces[cell] for cell in pieces})

    # -- symmetry ----------------------------------------------------------------------------------------------------

    def symmetries(self) -> Tuple[Position, ...]:
        """Return the images of this position under the symmetries of its board, each once, itself first.

        >>> [str(image) for image in Position("adaptoid@hex2 w 0,0 W:A1 B:C3").symmetries()][:2]
        ['adaptoid@hex2 w 0,0 W:A1 B:C3', 'adaptoid@hex2 w 0,0 W:A2 B:C2']
        """
        from .symmetry import images_on

        states: List[State] = []
        for state in images_on(self._layout).all(self._state):
            if state not in states:
                states.append(state)
        return tuple([self._with(self._turn, self._step, state) for state in states])

    def transformed(
        self, symmetry: Union[Iterable[int], Mapping[str, str], None] = None, turn: Optional[str] = None
    ) -> Position:
        """Return the image of this position under a symmetry of its board, with exchanged colours, or both.

        `symmetry` is one of `layout.symmetries()`, or the disc to which each disc goes, as `layout.mirror()` has them.
        `turn` renames the colours in turn order, so that this one is to move. The rules are the same for all images.
        Raises LayoutError for anything but a symmetry of the board, GameError for a colour that does not play.

        >>> position = Position("adaptoid w 0,1 W:A1P,D2 B:D6L")
        >>> str(position.transformed(position.layout.mirror())), str(position.transformed(turn="B"))
        ('adaptoid w 0,1 W:A4P,D6 B:D2L', 'adaptoid b 1,0 W:D6L B:A1P,D2')
        """
        from .symmetry import checked_symmetry, images_on

        color = self._turn if turn is None else turn
        self.seat_of(color)
        state = self._state
        if symmetry is not None:
            state = images_on(self._layout).of(state, checked_symmetry(symmetry, self._layout))
        return self._with(color, self._step, state)

    def canonical(self, colors: bool = False) -> Position:
        """Return the image under the symmetries of the board that stands for all of them.

        Positions have the same one if, and only if, a symmetry makes one the other. With `colors`, also if the colours
        are exchanged in turn order; then White is to move.

        >>> position = Position("adaptoid b 1,0 W:A1LP,D2 B:B3L,D6")
        >>> position.canonical() == position.mirrored().canonical()
        True
        >>> str(position.canonical(colors=True))
        'adaptoid w 0,1 W:B4,C2L B:D1LP,F4'
        """
        from .symmetry import images_on

        state = images_on(self._layout).least(self._state)
        return self._with(self._variant.colors[0] if colors else self._turn, self._step, state)

    def same_up_to_symmetry(self, other: Union[Position, str], colors: bool = False) -> bool:
        """Whether a symmetry of the board makes this position the other one, or its text; `colors` as in `canonical`.

        >>> Position.start().same_up_to_symmetry("adaptoid w 0,0 W:D6 B:D2")
        True
        """
        return self.canonical(colors) == Position.of(other).canonical(colors)

    def symmetry_to(self, other: Union[Position, str], colors: bool = False) -> Optional[Dict[str, str]]:
        """Return the disc to which each disc goes by the first symmetry that makes this position the other one.

        None if there is none. `colors` as in `canonical`. `turn.transformed` takes the discs, so a turn in one position
        becomes that in the other.

        >>> discs = Position("adaptoid w 0,0 W:D2L B:D6").symmetry_to("adaptoid w 0,0 W:D6L B:D2")
        >>> print(Turn.from_text("D2-D3 +C2").transformed(discs))
        D6-D5 +C5
        """
        from .symmetry import images_on

        other = Position.of(other)
        images = images_on(self._layout)
        color = other.turn if colors and other.variant == self.variant else self._turn
        for permutation, state in zip(images.permutations, images.all(self._state)):
            if self._with(color, self._step, state) == other:
                cells = self._layout.cells
                return in_order([(cells[i], cells[permutation[i]]) for i in range(len(cells))])
        return None

    def _with_pieces(self, pieces: Mapping[str, Piece]) -> Position:
        head = self.text.split(" ")[:3]
        return Position.from_text(" ".join(head + [sides_text(pieces, sides(self._variant))]))

    # -- food and reach ----------------------------------------------------------------------------------------------

    @property
    def _free(self) -> int:
        return self._layout.board & ~occupied(self._state)

    def liberties(self, cell: str) -> int:
        """Count the free discs that touch a disc (R2)."""
        return self._layout.liberties(self._layout.disc(cell), occupied(self._state))

    def starving(self) -> Tuple[str, ...]:
        """Return the enemies that would leave the board if the turn ended now (R10)."""
        return self._layout.cells_of(rules.starving(self._state, self._context))

    def spare(self, cell: str) -> int:
        """Return the food of the adaptoid on a disc: its liberties minus its size. Below 0 it would starve (R10).

        Raises IllegalTurn (code "empty") if no adaptoid is there.

        >>> Position.from_text("adaptoid w 0,0 W:C5,D3 B:D5LLPP,D6").spare("D5")
        0
        """
        piece = required_piece(self, cell)
        return preview.food_of(self._layout, self._layout.disc(cell), occupied(self._state), piece.size)

    def food(self) -> Dict[str, int]:
        """Return the food of all adaptoids by their discs: liberties minus size."""
        return preview.food(self._layout, self._state)

    def foresee(self, step: Union[Turn, str]) -> Dict[str, Optional[int]]:
        """Return how a move, a growth or a turn would change the food of both sides, before the feeding (R10).

        The result has the new food of each adaptoid for which it changes, and None for each disc that its adaptoid
        would have left. Raises TextError or IllegalTurn.

        >>> position = Position.from_text("adaptoid w 0,0 W:C5L,D3 B:D5LLP,D6")
        >>> position.foresee("+D4")
        {'D3': 5, 'D4': 4, 'D5': 0}
        >>> position.foresee("C5-C4")
        {'C4': 4, 'C5': None, 'D6': 5}
        """
        turn = Turn.of(step)
        middle = self
        if turn.origin is not None:
            middle = self.effect_of_move(Turn(turn.origin, turn.target, turn.attack, None, None)).position
        state = middle.state
        if turn.growth is not None:
            refusal = middle.why_not_growth(turn.growth, str(turn.at))
            if refusal is not None:
                raise illegal(refusal)
            state = rules.grow(state, KINDS[turn.growth], self._layout.disc(str(turn.at)))
        return in_order(preview.changed(self._layout, self._state, self.food(), state))

    def reach(self, cell: str) -> Reach:
        """Return where the adaptoid on a disc can go if it is its colour's move step (R6, R7).

        Raises IllegalTurn (code "empty") if no adaptoid is there.

        >>> position = Position.from_text("adaptoid w 0,0 W:B4,C1,E3LLLPP B:D4PPP,E5,F7")
        >>> position.reach("E3").captures
        ('E5',)
        """
        piece = required_piece(self, cell)
        state = self._seen_by(piece.color)
        disc = self._layout.disc(cell)
        kinds: Dict[str, List[str]] = {"": [], "captured": [], "exchanged": [], "died": []}
        for target in self._layout.cells_of(rules.destinations(state, disc, self._context)):
            target_disc = self._layout.disc(target)
            kinds[_how(state, rules.move(state, disc, target_disc), target_disc)].append(target)
        return Reach(*[tuple(kinds[how]) for how in ("", "captured", "exchanged", "died")])

    def route(self, origin: str, target: str) -> Tuple[str, ...]:
        """Return the discs of a shortest way over free discs, with both ends; only the ends if there is none (R6).

        >>> position = Position.from_text("adaptoid w 0,0 W:D3LLLL B:D4")
        >>> len(position.route("D3", "D5")), "D4" in position.route("D3", "D5")
        (4, False)
        >>> position.route("D3", "D4")
        ('D3', 'D4')
        """
        before: Dict[str, str] = {origin: ""}
        queue: List[str] = [origin]
        free = self._free
        for cell in queue:
            for beside in self._layout.near(cell):
                if beside in before:
                    continue
                if beside == target:
                    backwards = [target, cell]
                    while before[backwards[-1]]:
                        backwards.append(before[backwards[-1]])
                    return tuple(reversed(backwards))
                before[beside] = cell
                if self._layout.disc(beside) & free:
                    queue.append(beside)
        return origin, target

    def reach_map(self, color: str) -> Dict[str, Tuple[str, ...]]:
        """Return, for each free disc that a colour can reach in its move step, the origins (R6).

        >>> Position.from_text("adaptoid w 0,0 W:A1L,A3L B:D6").reach_map("W")["A2"]
        ('A1', 'A3')
        """
        return self._origins(color, False)

    def attacks(self, color: str) -> Dict[str, Tuple[str, ...]]:
        """Return, for each enemy that a colour can attack in its move step, the origins (R7).

        >>> Position.from_text("adaptoid w 0,0 W:A1LP,A3L B:A2").attacks("W")
        {'A2': ('A1',)}
        """
        return self._origins(color, True)

    def _origins(self, color: str, attack: bool) -> Dict[str, Tuple[str, ...]]:
        self.seat_of(color)
        pieces = self.pieces
        origins: Dict[str, List[str]] = {}
        for origin in self._layout.cells:
            if origin in pieces and pieces[origin].color == color:
                reach = self.reach(origin)
                for cell in reach.captures + reach.exchanges + reach.deaths if attack else reach.free:
                    origins.setdefault(cell, []).append(origin)
        return in_order([(cell, tuple(origins[cell])) for cell in self._layout.cells if cell in origins])

    # -- legal turns -------------------------------------------------------------------------------------------------

    @property
    def can_grow(self) -> bool:
        """Whether any growth is possible (R9)."""
        return rules.growths(self._state, self._context) > 0

    def growths(self) -> Tuple[Turn, ...]:
        """Return all growths that are possible now, as turns without a move (R8)."""
        if self.winner is not None:
            return ()
        out: List[Turn] = []
        for kind in (rules.NEW, rules.LEG, rules.PINCER):
            discs = rules.growth_discs(self._state, kind, self._context)
            out += [Turn(None, None, False, GROWTHS[kind], cell) for cell in self._layout.cells_of(discs)]
        return tuple(out)

    def moves(self) -> LegalTurns:
        """Return all legal moves and attacks of the move step, as turns without a growth (R6, R7).

        >>> Position("adaptoid w 0,0 W:D2LP B:D3,D6").moves()
        <LegalTurns: D2-C1, D2-C2, D2-D1 and 3 more>
        """
        return LegalTurns(self._generate_moves)

    def _generate_moves(self) -> Iterator[Turn]:
        if self._step == "move" and self.winner is None:
            own, _, _, l0, l1, l2, _, _, _, _, _, _ = self._state
            for origin in self._layout.cells_of(own & (l0 | l1 | l2)):
                targets = rules.destinations(self._state, self._layout.disc(origin), self._context)
                for target in self._layout.cells_of(targets):
                    yield Turn(origin, target, self.piece(target) is not None, None, None)

    def turns(self) -> LegalTurns:
        """Return all legal turns, or rests of the turn under way. Turns without a move come first.

        >>> turns = Position.start().turns()
        >>> len(turns), "D2+L" in turns, [str(turn) for turn in turns][:3]
        (8, True, ['+C1', '+C2', '+D1'])
        """
        return LegalTurns(self._generate_turns)

    def _generate_turns(self) -> Iterator[Turn]:
        if self.winner is None:
            yield from self.endings(Turn(None, None, False, None, None))
            for step in self._generate_moves():
                yield from self.endings(step)

    def endings(self, step: Turn) -> Iterator[Turn]:
        """Yield all whole turns that begin with a legal move, or without a move."""
        origin, target, attack, _, _ = step
        middle = self if origin is None else self.moved(origin, str(target)).position
        growths = middle.growths()
        if not growths:
            yield step
        for growth in growths:
            yield Turn(origin, target, attack, growth.growth, growth.at)

    # -- arrays ------------------------------------------------------------------------------------------------------

    def to_array(self) -> NDArray[np.int8]:
        """Return the position as a NumPy array of whole numbers with 9 rows and one column for each disc.

        Rows 0 to 2 are 1 where an adaptoid of the player to move, of the next and of the one after that stands; row 3
        has the legs, row 4 the pincers. Rows 5 to 7 have the losses of these players, row 8 is 1 if the growth is due,
        each the same number for all discs. The columns are in the order of `layout.cells`.

        >>> array = Position.start().to_array()
        >>> array.shape, int(array[0].sum())
        ((9, 37), 1)
        """
        array: NDArray[np.int8] = current_host().arrays().to_array(self)
        return array

    @staticmethod
    def from_array(array: ArrayLike, like: AnyPosition) -> Position:
        """Return the position of an array. `like` has its variant, board, switches and the colour to move.

        Raises GameError for an array of another shape or type, or with numbers that no position has.

        >>> position = Position("adaptoid w 0,1 W:C5,D3L B:D5LLPP,D6")
        >>> Position.from_array(position.to_array(), like=Position.start()) == position
        True
        """
        position: Position = current_host().arrays().from_array(array, Position.of(like))
        return position

    def turn_number(self, turn: Union[Turn, str]) -> int:
        """Return the number of a turn: one number for each turn that a position of this board can have.

        With n discs, numbered in the order of `layout.cells`, it is `move * (1 + 3 * n) + growth`. A `move` is 0 for
        none, or 1 + origin * n + target. A `growth` is 0 for none, 1 + disc for a new adaptoid, 1 + n + disc for a leg,
        1 + 2 * n + disc for a pincer. Raises TextError, and LayoutError for a disc that is not on the board.

        >>> Position.start().turn_number("+A1"), Position.start().turn_number("A1-A2 +A1")
        (1, 225)
        """
        number: int = current_host().arrays().number_of(turn, self._layout)
        return number

    def turn_of_number(self, number: int) -> Turn:
        """Return the turn of a number in this position, legal or not. Raises GameError for a wrong number.

        >>> position = Position.start()
        >>> all(position.turn_of_number(position.turn_number(turn)) == turn for turn in position.turns())
        True
        """
        turn: Turn = current_host().arrays().turn_of(number, self)
        return turn

    def turn_mask(self) -> NDArray[np.bool_]:
        """Return a NumPy array of truth values: which numbers are those of legal turns. Raises GameError at the end.

        >>> mask = Position.start().turn_mask()
        >>> len(mask), int(mask.sum())
        (153440, 8)
        """
        mask: NDArray[np.bool_] = current_host().arrays().turn_mask(self)
        return mask

    # -- illegal turns -----------------------------------------------------------------------------------------------

    def why_not(self, turn: Union[Turn, str]) -> Optional[Reason]:
        """Return why a turn is illegal, with a code, a sentence and the disc in question. None: it is legal.

        >>> print(Position.start().why_not("D2-D3 +D4"))
        The adaptoid on D2 has no leg, so it cannot move.
        """
        try:
            return self._why_not(turn)
        except TextError as error:
            return reason("not-a-turn", None, {"detail": str(error)})

    def _why_not(self, turn: Union[Turn, str]) -> Optional[Reason]:
        parsed = Turn.of(turn)
        # only a turn that was not parsed can have parts that no text expresses
        refusal = None if isinstance(turn, str) else why_not_text(parsed)
        return refusal or self.why_not_parsed(parsed)

    def why_not_parsed(self, turn: Turn) -> Optional[Reason]:
        """Return why a whole turn, or the rest of one, is illegal. None: it is legal."""
        if self.winner is not None:
            return reason("game-over")
        middle = self
        if turn.origin is not None and turn.target is not None:
            refusal = self.why_not_move(turn.origin, turn.target, turn.attack)
            if refusal is not None:
                return refusal
            middle = self.moved(turn.origin, turn.target).position
            if middle.winner is not None:
                return None if turn.growth is None else reason("ended", turn.at)
        if turn.growth is None or turn.at is None:
            if middle.can_grow:
                return reason("must-grow" if turn.origin is None else "growth-due")
            return None
        return middle.why_not_growth(turn.growth, turn.at)

    def why_not_move(self, origin: str, target: str, attack: bool) -> Optional[Reason]:
        """Return why the move step of a turn is illegal (R6, R7). None: it is legal."""
        if self.winner is not None:
            return reason("game-over")
        if self._step == "grow":
            return reason("moved-already", origin, {"color": self._turn})
        for cell in (origin, target):
            if cell not in self._layout:
                return reason("unknown-disc", cell)
        refusal = self._why_not_own(origin)
        if refusal is not None:
            return refusal
        if origin == target:
            return reason("same-disc", origin)
        piece = self.piece(target)
        if piece is not None and piece.color == self._turn:
            return reason("own-disc", target)
        if piece is not None and not attack:
            return reason("attack-sign", target, {"expected": origin + "x" + target})
        if piece is None and attack:
            return reason("move-sign", target, {"expected": origin + "-" + target})
        _, foe, far, l0, l1, l2, p0, p1, p2, _, _, _ = self._state
        disc = self._layout.disc(origin)
        target_disc = self._layout.disc(target)
        legs = digit_sum(l0, l1, l2, disc)
        if legs == 0:
            return reason("no-legs", origin)
        if attack:
            mine = digit_sum(p0, p1, p2, disc)
            theirs = digit_sum(p0, p1, p2, target_disc)
            if not rules.attackable(mine, foe | far, p0, p1, p2, self._context.switches) & target_disc:
                if mine:
                    return reason("too-strong", target, {"origin": origin, "mine": mine, "theirs": theirs})
                if self._context.switches & rules.BARE_EXCHANGE:
                    return reason("armed", target, {"origin": origin, "theirs": theirs})
                return reason("no-pincer", target, {"origin": origin})
        if rules.touched(disc, legs, self._free, self._layout.links) & target_disc:
            return None
        return self._why_out_of_reach(disc, target_disc, legs)

    def _why_out_of_reach(self, disc: int, target_disc: int, legs: int) -> Reason:
        """R6: return why a disc is out of reach: no way leads there, it is too far, or others stand in the way."""
        layout = self._layout
        free = self._free
        origin = layout.cell(disc)
        target = layout.cell(target_disc)
        from_origin = layout.steps(disc, layout.board)
        if target_disc not in from_origin:
            return reason("no-way", target, {"origin": origin})
        if from_origin[target_disc] > legs:
            return reason(
                "too-far", target, {"origin": origin, "steps": from_origin[target_disc], "legs": legs}
            )
        from_target = layout.steps(target_disc, layout.board)
        in_the_way = 0
        for passed in from_origin:
            if not passed & (free | disc | target_disc) and from_origin[passed] + from_target[passed] <= legs:
                in_the_way |= passed
        blockers = layout.cells_of(in_the_way)
        slots: Slots = {"origin": origin, "cell": target, "blockers": list(blockers), "legs": legs}
        over_free_discs = layout.steps(disc, free)
        if target_disc not in over_free_discs:
            return reason("blocked", blockers[0], slots)
        slots["steps"] = over_free_discs[target_disc]
        return reason("detour", blockers[0], slots)

    def why_not_growth(self, growth: str, at: str) -> Optional[Reason]:
        """Return why a growth ("new", "leg", "pincer") on a disc is illegal now (R8, R3). None: it is legal."""
        if self.winner is not None:
            return reason("game-over")
        if growth not in ("new", "leg", "pincer"):
            raise GameError("a growth is 'new', 'leg' or 'pincer', not %r" % (growth,))
        if at not in self._layout:
            return reason("unknown-disc", at)
        supply = self.supply(self._turn)
        if growth == "new":
            if self.piece(at) is not None:
                return reason("occupied", at)
            if supply.bodies == 0:
                return reason("no-body", at, {"max": rules.MAX_BODIES, "color": self._turn})
            if not self._state[OWN] & self._layout.links[self._layout.disc(at)]:
                return reason("not-touching", at)
            return None
        refusal = self._why_not_own(at)
        if refusal is not None:
            return refusal
        if required_piece(self, at).size == rules.MAX_LIMBS:
            return reason("six-limbs", at)
        if growth == "leg" and supply.legs == 0:
            return reason("no-leg", at, {"max": rules.MAX_LEGS, "color": self._turn})
        if growth == "pincer" and supply.pincers == 0:
            return reason("no-pincer-left", at, {"max": rules.MAX_PINCERS, "color": self._turn})
        return None

    def _why_not_own(self, cell: str) -> Optional[Reason]:
        piece = self.piece(cell)
        if piece is None:
            return reason("empty", cell)
        if piece.color != self._turn:
            return reason("not-yours", cell, {"color": piece.color, "turn": self._turn})
        return None

    # -- playing -----------------------------------------------------------------------------------------------------

    def play(self, turn: Union[Turn, str]) -> Position:
        """Return the position after a whole turn, or after the rest of the turn under way.

        Raises TextError for a text that is not a turn, and IllegalTurn with the reason for an illegal turn.
        """
        return self.effect(turn).position

    def effect(self, turn: Union[Turn, str]) -> Effect:
        """Like `play`, but also return the adaptoids that left the board."""
        parsed = Turn.of(turn)
        # only a turn that was not parsed can have parts that no text expresses
        if isinstance(turn, str) or why_not_text(parsed) is None:
            effect = self.effect_if_legal(parsed)
            if effect is not None:
                return effect
        refusal = self._why_not(turn)
        assert refusal is not None, "an illegal turn without a reason"
        raise illegal(refusal)

    def effect_if_legal(self, turn: Turn) -> Optional[Effect]:
        """Return the effect of a turn, or of the rest of one, that a text can express. None: it is illegal."""
        played = outcomes(self._state, self._step == "grow", (turn,), self._layout, self._context)
        if not played:
            return None
        state, ended, starved = played[0]
        gone: List[Gone] = []
        if turn.attack:
            gone.extend(self.moved(str(turn.origin), str(turn.target)).gone)
        cells = self._layout.cells_of(starved)
        gone.extend([Gone(cell, required_piece(self, cell), "starved") for cell in cells])
        return Effect(self.after(state, ended), tuple(gone))

    def after_move(self, move: Union[Turn, str]) -> Position:
        """Return the position in the middle of a turn: after a move or attack, or after `-` (no move).

        Raises TextError or IllegalTurn.

        >>> str(Position.start().after_move("-"))
        'adaptoid w+ 0,0 W:D2 B:D6'
        """
        return self.effect_of_move(move).position

    def effect_of_move(self, move: Union[Turn, str]) -> Effect:
        """Like `after_move`, but also return the adaptoids that left the board."""
        turn = Turn.of(move)
        if turn.growth is not None:
            raise TextError(1, 1, str(turn), "a move alone, such as E3-D2, or - for none")
        if turn.origin is None or turn.target is None:
            refusal = why_not_text(turn)
            if refusal is not None:
                raise illegal(refusal)
            if self.winner is not None:
                raise illegal(reason("game-over"))
            if self._step == "grow":
                raise illegal(reason("moved-already", None, {"color": self._turn}))
            return Effect(self._with(self._turn, "grow", self._state), ())
        refusal = self.why_not_move(turn.origin, turn.target, turn.attack)
        if refusal is not None:
            raise illegal(refusal)
        return self.moved(turn.origin, turn.target)

    def moved(self, origin: str, target: str) -> Effect:
        """R6, R7: return the effect of a move that is known to be legal, in the middle of the turn."""
        target_disc = self._layout.disc(target)
        state = rules.move(self._state, self._layout.disc(origin), target_disc)
        how = _how(self._state, state, target_disc)
        left = {"": (), "captured": (target,), "exchanged": (target, origin), "died": (origin,)}[how]
        gone = [Gone(cell, required_piece(self, cell), how) for cell in left]
        return Effect(self._with(self._turn, "grow", state), tuple(gone))

    def _with(self, turn: str, step: str, state: State) -> Position:
        return Position(self._variant, self._layout, self._context, turn, step, state)

    def at_move(self, turn: str, state: State) -> Position:
        """Return a position of the same game at the start of a colour's turn."""
        return self._with(turn, "move", state)

    def after(self, state: State, ended: bool) -> Position:
        """Return the position for what `integer_rules.finish_turn` returned at the end of this turn."""
        if ended:
            return self._with(self._turn, "grow", state)
        return self._with(self._variant.following[self._turn], "move", state)


def _how(before: State, after: State, target: int) -> str:
    """R7: return how adaptoids left the board in the move between two states, as `Gone.how`; "" if none did."""
    if not occupied(before) & target:
        return ""
    if after[OWN] & target:
        return "captured"
    return "died" if occupied(after) & target else "exchanged"


def read_unsorted(text: str) -> Position:
    """The position of a text in which the sides, adaptoids and limbs may be in any order. Raises TextError."""
    return Position._parsed(text, False)


def _canonical(text: str) -> str:
    """The canonical form of a text from which `Position.of` reads a position; "" for any other text."""
    try:
        return read_unsorted(pasted_position(text)).text
    except (TextError, LayoutError):
        return ""


def is_reordered(text: str, canonical: str) -> bool:
    """Whether a text was read that is in another order than its canonical form; letters may be lower case.

    >>> is_reordered("adaptoid w 0,0 W:d2 B:d6", "adaptoid w 0,0 W:D2 B:D6")
    False
    """
    return text.lower() != canonical.lower()


def sorting_note(text: str) -> str:
    """The note that a position was read as this text, because it was written in another order."""
    return (
        "read as %r: in a position text, the sides are in the order W, B, R, and adaptoids are sorted by row, then "
        "number, legs first" % text
    )


def integers_of(position: Position) -> Tuple[State, bool, Context]:
    """Return a position as integers: its state, whether the move step is done, its context.

    Raises GameError for a finished position.
    """
    if position.winner is not None:
        raise GameError("the game is over, so there is no turn to choose")
    return position.state, position.step == "grow", position.context


def required_piece(position: Position, cell: str) -> Piece:
    """Return the adaptoid on a disc. Raises IllegalTurn (code "empty") if there is none."""
    piece = position.piece(cell)
    if piece is None:
        raise illegal(reason("empty", cell))
    return piece
