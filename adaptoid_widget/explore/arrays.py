"""Positions as arrays of NumPy, and turns as numbers, for research."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..core.rules.bitboard import L0, LOST_OWN, P0
from ..core.rules.errors import GameError, TextError, whole_number
from ..core.rules.layout import Layout
from ..core.rules.position import Position
from ..core.rules.turn import GROWTHS, KINDS, Turn
from ..core.rules.variants import order_from, variant_named

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# the rows of an array
SEATS, LEGS, PINCERS, LOST, STEP, ROWS = 0, 3, 4, 5, 8, 9


def _numpy() -> Any:
    try:
        import numpy as np
    except ImportError as error:
        raise ImportError("this needs NumPy; try: pip install numpy") from error
    return np


def to_array(position: Position) -> NDArray[np.int8]:
    """Return a position as an array of 9 rows with one number for each disc: see `Position.to_array`."""
    np = _numpy()
    state, n = position.state, len(position.layout)
    array = np.zeros((ROWS, n), dtype=np.int8)
    for k in range(n):
        for seat in range(3):
            array[SEATS + seat, k] = state[seat] >> k & 1
        for row, plane in ((LEGS, L0), (PINCERS, P0)):
            array[row, k] = sum((state[plane + digit] >> k & 1) << digit for digit in range(3))
    for seat in range(3):
        array[LOST + seat] = state[LOST_OWN + seat]
    array[STEP] = position.step == "grow"
    return array  # type: ignore[no-any-return]


def from_array(array: Any, like: Position) -> Position:
    """Return the position of an array: see `Position.from_array`."""
    np = _numpy()
    try:
        given = np.asarray(array)
    except ValueError:
        raise GameError("a position is an array whose rows have one length; these rows differ") from None
    shape = (ROWS, len(like.layout))
    if given.shape != shape:
        raise GameError(f"a position on {like.layout} is an array of the shape {shape}, not {given.shape}")
    if given.dtype.kind not in "iub":
        raise GameError(f"a position has whole numbers, 0 to 127; write array.astype(int), not {given.dtype}")
    if given.min() < 0 or given.max() > 127:
        raise GameError(
            f"a position has whole numbers, 0 to 127; this array has {given.min()} to {given.max()}"
        )
    rows = given.astype(int)
    for row in (LOST, LOST + 1, LOST + 2, STEP):
        if rows[row].min() != rows[row].max():
            raise GameError(f"row {row} of the array must have the same number for each disc")
    if rows[STEP, 0] > 1:
        raise GameError(f"row {STEP} is 1 if the growth is due, else 0, not {rows[STEP, 0]}")
    bodies = rows[SEATS : SEATS + 3]
    if bodies.max() > 1 or bodies.sum(axis=0).max() > 1:
        raise GameError("rows 0 to 2 are 1 where an adaptoid of a seat stands, else 0, at most one on a disc")
    order = order_from(variant_named(like.variant), like.turn)
    if len(order) == 2 and (bodies[2].any() or rows[LOST + 2].any()):
        raise GameError("this array is of a game of three colours; give a position of such a game as like=…")
    pieces: list[str] = []
    for color in sorted(order, key="WBR".index):
        seat = order.index(color)
        texts = [
            f"{cell}{'L' * rows[LEGS, k]}{'P' * rows[PINCERS, k]}"
            for k, cell in enumerate(like.layout.cells)
            if bodies[seat, k]
        ]
        pieces.append(f"{color}:{','.join(texts) or '-'}")
    limbs = rows[LEGS] + rows[PINCERS]
    if limbs[bodies.sum(axis=0) == 0].any():
        raise GameError("the array has limbs on a disc without an adaptoid")
    head = str(like).split(" ")[0]
    step = "+" if rows[STEP, 0] else ""
    lost = ",".join(str(rows[LOST + order.index(color), 0]) for color in sorted(order, key="WBR".index))
    text = f"{head} {like.turn.lower()}{step} {lost} {' '.join(pieces)}"
    try:
        return Position.from_text(text)
    except TextError as error:
        raise GameError(f"this array is no position: {error}") from None


# -- turns as numbers --------------------------------------------------------------------------------------------------


def turn_numbers(layout: Layout) -> int:
    """Return how many numbers turns have on a board: (1 + n²) moves times (1 + 3 n) growths on n discs."""
    n = len(layout)
    return (1 + n * n) * (1 + 3 * n)


def number_of(turn: Turn | str, layout: Layout) -> int:
    """Return the number of a turn: see `Position.turn_number`."""
    parsed, n = Turn.of(turn), len(layout)
    move = growth = 0
    if parsed.origin is not None and parsed.target is not None:
        move = 1 + layout.index(parsed.origin) * n + layout.index(parsed.target)
    if parsed.growth is not None and parsed.at is not None:
        growth = 1 + (KINDS[parsed.growth] - 1) * n + layout.index(parsed.at)
    return move * (1 + 3 * n) + growth


def turn_of(number: int, position: Position) -> Turn:
    """Return the turn of a number: see `Position.turn_of_number`."""
    layout, n = position.layout, len(position.layout)
    number = whole_number(number, "the number of a turn", 0, turn_numbers(layout) - 1)
    move, growth = divmod(number, 1 + 3 * n)
    origin = target = at = kind = None
    attack = False
    if move:
        origin, target = (layout.cells[k] for k in divmod(move - 1, n))
        attack = position.piece(target) is not None
    if growth:
        index, k = divmod(growth - 1, n)
        kind, at = GROWTHS[index + 1], layout.cells[k]
    return Turn(origin, target, attack, kind, at)


def turn_mask(position: Position) -> NDArray[np.bool_]:
    """Return which numbers are legal turns: see `Position.turn_mask`."""
    if position.winner is not None:
        raise GameError(f"the game is over, so no turn is legal; ask position.winner first: {position}")
    # as `number_of`, without checking what was made here
    n = len(position.layout)
    at: dict[str | None, int] = {cell: disc for disc, cell in enumerate(position.layout.cells)}
    kinds = {kind: 1 + (number - 1) * n for kind, number in KINDS.items()}
    numbers: list[int] = []
    for origin, target, _, growth, cell in position.turns():
        move = 0 if origin is None else 1 + at[origin] * n + at[target]
        numbers.append(move * (1 + 3 * n) + (0 if growth is None else kinds[growth] + at[cell]))
    mask = _numpy().zeros(turn_numbers(position.layout), dtype=bool)
    mask[numbers] = True
    return mask  # type: ignore[no-any-return]
