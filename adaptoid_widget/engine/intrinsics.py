"""What compiled code has of its own in place of core's source: the table of touching discs, and four short functions.

The source stays the meaning: each function gives what core's of the same name gives (a test compares them), but without
branches that no processor can foresee. That makes random turns twice as fast.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from types import FunctionType
from typing import Any

from ..core.rules import bitboard as rules
from ..core.rules.bitboard import Near, State, add_planes, digit_sum
from ..threads import deferred_interrupt

# half imported, none of them can be imported again
with deferred_interrupt():
    import numpy as np
    from llvmlite import ir
    from numba import extending, types
    from numba.core import registry

# numba's own types fit no use of these
_extend: Any = extending
cpu_target: Any = registry.cpu_target
"""What numba compiles for."""

WORD = ir.IntType(64)
# no disc is found in this place of the table: where a mask is empty, counting its trailing zeros gives 64
NO_DISC = 64


class NearTable:
    """`near` for compiled code: by number of disc the mask of the discs that touch it."""

    def __init__(self, links: Near) -> None:
        masks = np.zeros(NO_DISC + 1, dtype=np.int64)
        for disc, mask in links.items():
            masks[disc.bit_length() - 1] = mask
        self._masks = masks
        self.address = int(masks.ctypes.data)


class NearType(types.Type):
    """What numba knows of a NearTable: nothing but where its numbers begin."""

    def __init__(self) -> None:
        super().__init__(name="NearTable")


def _intrinsic(make: Callable[..., Any]) -> Any:
    """Instructions as a function for compiled code; `make` gives its types and a writer of the instructions."""
    return _extend.intrinsic(make)


NEAR = NearType()
_extend.register_model(NearType)(_extend.models.OpaqueModel)


def _type_of(_table: NearTable, _context: Any) -> NearType:
    return NEAR


_extend.typeof_impl.register(NearTable)(_type_of)


def _address(_type: NearType, table: Any, c: Any) -> Any:
    number = c.pyapi.object_getattr_string(table, "address")
    address = c.pyapi.long_as_voidptr(number)
    c.pyapi.decref(number)
    return _extend.NativeValue(address)


_extend.unbox(NearType)(_address)


@_intrinsic
def _entry(_context: Any, _near: Any, _disc: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, given: Any) -> Any:
        near, disc = given
        number = builder.cttz(disc, ir.Constant(ir.IntType(1), 0))
        return builder.load(builder.gep(builder.bitcast(near, WORD.as_pointer()), [number]))

    return types.int64(NEAR, types.int64), code


def _look_up(near: Any, disc: Any) -> Any:
    def entry(near: Any, disc: Any) -> Any:
        return _entry(near, disc)

    return entry if isinstance(near, NearType) and isinstance(disc, types.Integer) else None


_extend.overload(operator.getitem)(_look_up)


@_intrinsic
def _count(_context: Any, _mask: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, given: Any) -> Any:
        return builder.ctpop(given[0])

    return types.int64(types.int64), code


@_intrinsic
def _deposit(_context: Any, _number: Any, _mask: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, given: Any) -> Any:
        kind = ir.FunctionType(WORD, [WORD, WORD])
        return builder.call(builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", fnty=kind), given)

    return types.int64(types.int64, types.int64), code


def count(mask: int) -> int:
    """`rules.count`, one instruction."""
    number: int = _count(mask)
    return number


def pick(mask: int, k: int) -> int:
    """`rules.pick` where the processor can deposit bits (BMI2): the number's bit k goes to the disc with k below it."""
    disc: int = _deposit(1 << k, mask)
    return disc


def around(mask: int, near: Near) -> int:
    """`rules.around`, a dozen discs at a time, as many as a player has; no disc touches nothing."""
    out = 0
    while mask:
        for _ in range(12):
            rest = mask & (mask - 1)
            out |= near[mask ^ rest]
            mask = rest
    return out


def starving(state: State, board: int, near: Near) -> int:
    """`rules.starving`, six adaptoids at a time, most often all that have limbs; no disc is never hungry."""
    own, foe, far, l0, l1, l2, p0, p1, p2, _, _, _ = state
    foes = foe | far
    limbed = foes & (l0 | l1 | l2 | p0 | p1 | p2)
    free = board ^ (own | foes)
    s0, s1, s2 = add_planes(l0, l1, l2, p0, p1, p2)
    out = 0
    while limbed:
        for _ in range(6):
            rest = limbed & (limbed - 1)
            disc = limbed ^ rest
            limbed = rest
            if digit_sum(s0, s1, s2, disc) > count(near[disc] & free):
                out |= disc
    return out


def instead() -> dict[FunctionType, FunctionType]:
    """By function of `rules` the one of this file that compiled code has in its place."""
    found: dict[Any, Any] = {rules.count: count, rules.around: around, rules.starving: starving}
    # what numba compiles for, which can be set by its user, not what this processor has
    if "+bmi2" in str(cpu_target.target_context.codegen().magic_tuple()[2]).split(","):
        found[rules.pick] = pick
    return found
