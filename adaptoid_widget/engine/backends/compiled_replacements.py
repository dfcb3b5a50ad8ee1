"""What compiled code uses instead of core's source: a table of touching discs and four short functions.

Each function returns the same as the function of the same name in `core.rules` (a test compares them), but without
unpredictable branches. That makes random turns twice as fast.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from types import FunctionType
from typing import Any

from ...core.rules import bitboard, integer_rules
from ...core.rules.bitboard import Context, Near, State, add_planes, digit_sum
from ...threads import deferred_interrupt

# an interrupted import cannot be repeated
with deferred_interrupt():
    import numpy as np
    from llvmlite import ir
    from numba import extending, types
    from numba.core import registry

# numba's own annotations do not fit these uses
_extend: Any = extending
_named_tuple: Any = types.NamedTuple
cpu_target: Any = registry.cpu_target
"""numba's description of the processor that it compiles for."""

WORD = ir.IntType(64)
# the table's entry for an empty mask, whose count of trailing zeros is 64
NO_DISC = 64


class NearTable:
    """`Context.near` for compiled code: by disc number the mask of the discs that touch it."""

    def __init__(self, links: Near) -> None:
        masks = np.zeros(NO_DISC + 1, dtype=np.int64)
        for disc, mask in links.items():
            masks[disc.bit_length() - 1] = mask
        self._masks = masks
        self.address = int(masks.ctypes.data)


class NearType(types.Type):
    """numba's type of a NearTable: a pointer to its numbers."""

    def __init__(self) -> None:
        super().__init__(name="NearTable")


def _intrinsic(make: Callable[..., Any]) -> Any:
    """Make a function of LLVM instructions. `make` returns its signature and the code generator."""
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

CONTEXT: Any = _named_tuple([NEAR if field == "near" else types.int64 for field in Context._fields], Context)
"""numba's type of a context with a `NearTable`."""


@_intrinsic
def _entry(_context: Any, _near: Any, _disc: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        near, disc = arguments
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
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), code


@_intrinsic
def _deposit(_context: Any, _number: Any, _mask: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(WORD, [WORD, WORD])
        return builder.call(builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", fnty=kind), arguments)

    return types.int64(types.int64, types.int64), code


def count(mask: int) -> int:
    """`bitboard.count` in one instruction."""
    number: int = _count(mask)
    return number


def pick(mask: int, k: int) -> int:
    """`bitboard.pick` by depositing bits (BMI2): bit k of the number goes to the disc that has k discs below it."""
    disc: int = _deposit(1 << k, mask)
    return disc


def around(mask: int, near: Near) -> int:
    """`bitboard.around`, twelve discs at a time, as many as a player has. An empty mask touches nothing."""
    out = 0
    while mask:
        for _ in range(12):
            remaining = mask & (mask - 1)
            out |= near[mask ^ remaining]
            mask = remaining
    return out


def starving(state: State, context: Context) -> int:
    """`integer_rules.starving`, six adaptoids at a time, usually all that have limbs. An empty mask is never hungry."""
    near = context.near
    own, foe, far, l0, l1, l2, p0, p1, p2, _, _, _ = state
    foes = foe | far
    limbed = foes & (l0 | l1 | l2 | p0 | p1 | p2)
    free = context.board ^ (own | foes)
    s0, s1, s2 = add_planes(l0, l1, l2, p0, p1, p2)
    out = 0
    while limbed:
        for _ in range(6):
            remaining = limbed & (limbed - 1)
            disc = limbed ^ remaining
            limbed = remaining
            if digit_sum(s0, s1, s2, disc) > count(near[disc] & free):
                out |= disc
    return out


def replacements() -> dict[FunctionType, FunctionType]:
    """Return, for functions of the rules, the functions of this module that compiled code uses instead."""
    functions: dict[Any, Any] = {
        bitboard.count: count,
        bitboard.around: around,
        integer_rules.starving: starving,
    }
    # the features of numba's target, which its user can change, not those of this processor
    if "+bmi2" in str(cpu_target.target_context.codegen().magic_tuple()[2]).split(","):
        functions[bitboard.pick] = pick
    return functions
