"""What compiled code uses instead of core's source: a table of touching discs and a few short functions.

Each function returns the same as the function of the same name in `core` (a test compares them), but without
unpredictable branches and jumps. That makes random turns twice as fast, and searches half as fast again.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

from ...core.rules import bitboard, integer_rules
from ...core.rules.bitboard import Context, Near, State, add_planes
from ...core.rules.integer_rules import BARE_EXCHANGE, WEAKER_DIES
from ...core.search import evaluation
from ...core.search.evaluation import Features
from ...threads import deferred_interrupt
from .near_table import FIRST_BYTE, NEAR_CELLS, widen_near

# an interrupted import cannot be repeated
with deferred_interrupt():
    import numpy as np
    from llvmlite import ir
    from numba import extending, types
    from numba.core import cgutils, registry

# numba's own annotations do not fit these uses
_extend: Any = extending
_named_tuple: Any = types.NamedTuple
_on_stack: Any = cgutils.alloca_once
cpu_target: Any = registry.cpu_target
"""numba's description of the processor that it compiles for."""

WORD = ir.IntType(64)


class NearTable:
    """`Context.near` for compiled code: a table that `widen_near` has filled in."""

    def __init__(self, links: Near) -> None:
        masks = [0] * NEAR_CELLS
        for disc, mask in links.items():
            masks[disc.bit_length() - 1] = mask
        widen_near(masks)
        self._masks = np.array(masks, dtype=np.int64)
        self.address = int(self._masks.ctypes.data)


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
def _cell(_context: Any, _near: Any, _number: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        near, number = arguments
        return builder.load(builder.gep(builder.bitcast(near, WORD.as_pointer()), [number]))

    return types.int64(NEAR, types.int64), code


@_intrinsic
def _index(_context: Any, _disc: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), code


def _look_up(near: Any, disc: Any) -> Any:
    def entry(near: Any, disc: Any) -> Any:
        return _cell(near, _index(disc))

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


@_intrinsic
def _item(_context: Any, numbers: Any, _place: Any) -> Any:
    """Return a number of a tuple from memory. numba itself jumps to a place in the code for each."""

    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        numbers, place = arguments
        memory = _on_stack(builder, numbers.type)
        builder.store(numbers, memory)
        return builder.load(builder.gep(builder.bitcast(memory, WORD.as_pointer()), [place]))

    return types.int64(numbers, types.int64), code


@_intrinsic
def _weighted_sum(_context: Any, numbers: Any, weights: Any, _at: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        numbers, weights, at = arguments
        first = builder.gep(context.make_array(signature.args[1])(context, builder, weights).data, [at])
        total = ir.Constant(WORD, 0)
        for k in range(len(signature.args[0])):
            weight = builder.load(builder.gep(first, [ir.Constant(WORD, k)]))
            total = builder.add(total, builder.mul(builder.extract_value(numbers, k), weight))
        return total

    return types.int64(numbers, weights, types.int64), code


def count(mask: int) -> int:
    """`bitboard.count` in one instruction."""
    number: int = _count(mask)
    return number


def deposit(mask: int, k: int) -> int:
    """`bitboard.pick` by depositing bits (BMI2): bit k of the number goes to the disc that has k discs below it."""
    disc: int = _deposit(1 << k, mask)
    return disc


def pick(mask: int, k: int) -> int:
    """`bitboard.pick` by halves: is the disc in the lower half of the mask or in the upper one, and so on."""
    at = 0
    n = count(mask & 0xFFFFFFFF)
    if k >= n:
        k -= n
        mask >>= 32
        at = 32
    n = count(mask & 0xFFFF)
    if k >= n:
        k -= n
        mask >>= 16
        at += 16
    n = count(mask & 0xFF)
    if k >= n:
        k -= n
        mask >>= 8
        at += 8
    n = count(mask & 0xF)
    if k >= n:
        k -= n
        mask >>= 4
        at += 4
    n = count(mask & 3)
    if k >= n:
        k -= n
        mask >>= 2
        at += 2
    if k >= mask & 1:
        at += 1
    return 1 << at


def around(mask: int, near: Near) -> int:
    """`bitboard.around`, eight discs at a time. Most boards have at most forty."""
    out: int = (
        _cell(near, FIRST_BYTE + (mask & 255))
        | _cell(near, FIRST_BYTE + 256 + (mask >> 8 & 255))
        | _cell(near, FIRST_BYTE + 512 + (mask >> 16 & 255))
        | _cell(near, FIRST_BYTE + 768 + (mask >> 24 & 255))
        | _cell(near, FIRST_BYTE + 1024 + (mask >> 32 & 255))
    )
    mask >>= 40
    if mask:
        out |= (
            _cell(near, FIRST_BYTE + 1280 + (mask & 255))
            | _cell(near, FIRST_BYTE + 1536 + (mask >> 8 & 255))
            | _cell(near, FIRST_BYTE + 1792 + (mask >> 16 & 255))
        )
    return out


def attackable(pincers: int, foes: int, p0: int, p1: int, p2: int, switches: int) -> int:
    """`integer_rules.attackable` by comparing binary digits: whoever has more pincers cannot be attacked."""
    if pincers == 0 and switches & BARE_EXCHANGE == 0:
        return 0
    if switches & WEAKER_DIES:
        return foes
    # each digit of the number on all discs
    b0 = -(pincers & 1)
    b1 = -(pincers >> 1 & 1)
    b2 = -(pincers >> 2)
    more = (p2 & ~b2) | (~(p2 ^ b2) & ((p1 & ~b1) | (~(p1 ^ b1) & p0 & ~b0)))
    return foes & ~more


def starving(state: State, context: Context) -> int:
    """`integer_rules.starving`, six adaptoids at a time, usually all that have limbs. An empty mask is never hungry."""
    near = context.near
    own, foe, far, l0, l1, l2, p0, p1, p2, _, _, _ = state
    foes = foe | far
    limbed = foes & (l0 | l1 | l2 | p0 | p1 | p2)
    free = context.board ^ (own | foes)
    s0, s1, s2 = add_planes(l0, l1, l2, p0, p1, p2)
    bigger = (limbed, s1 | s2, s2 | (s0 & s1), s2, s2 & (s0 | s1), s2 & s1, 0)
    out = 0
    while limbed:
        for _ in range(6):
            remaining = limbed & (limbed - 1)
            disc = limbed ^ remaining
            limbed = remaining
            out |= disc & _item(bigger, count(near[disc] & free))
    return out


def weigh(counted: Features, weights: Sequence[int], at: int) -> int:
    """`evaluation.weigh` without a loop."""
    total: int = _weighted_sum(counted, weights, at)
    return total // 100


def replacements() -> dict[FunctionType, FunctionType]:
    """Return, for functions of core, the functions of this module that compiled code uses instead."""
    # the features of numba's target, which its user can change, not those of this processor
    deposits = "+bmi2" in str(cpu_target.target_context.codegen().magic_tuple()[2]).split(",")
    functions: dict[Any, Any] = {
        bitboard.count: count,
        bitboard.pick: deposit if deposits else pick,
        bitboard.around: around,
        integer_rules.attackable: attackable,
        integer_rules.starving: starving,
        evaluation.weigh: weigh,
    }
    return functions
