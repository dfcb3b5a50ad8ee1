"""Compiles functions of core and the search with numba: at build time for `search.wasm`, in a process for research.

The functions run from the same source that runs interpreted, with two exceptions. Compiled code takes a table of
touching discs, and a few short functions have versions without unpredictable branches and jumps, which return the same
(a test compares them). That makes random turns twice as fast, and searches half as fast again.

Compiled functions are kept in the user's cache folder, since compiling the search takes some twenty seconds.
"""

from __future__ import annotations

import hashlib
import operator
import pickle
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from ...core.rules import bitboard, integer_rules, random_play, turn
from ...core.rules import perft as perft_module
from ...core.rules.bitboard import Context, Near, State, add_planes
from ...core.rules.errors import whole_number
from ...core.rules.layout import Layout
from ...core.rules.position import Position, integers_of
from ...core.rules.turn import Outcome, Turn
from ...core.search import evaluation, transposition, work_array
from ...core.search.evaluation import Features
from ...storage.atomic import write
from ...storage.user_cache import cache_folder
from ...threads import deferred_interrupt
from ..tree_search import alphabeta, move_ordering, root_search
from . import near_table
from .near_table import FIRST_BYTE, NEAR_CELLS, widen_near

# an interrupted import cannot be repeated
with deferred_interrupt():
    # numba before numpy, which is slow to import and of no use alone
    import numba  # isort: skip
    import numpy as np
    from llvmlite import ir
    from numba import extending, types
    from numba.core import cgutils, registry, serialize
    from numba.core.caching import _Cache
    from numba.core.compiler import CompileResult

    # imports what numba would import at the first compilation
    _target: Any = registry.cpu_target
    _target.typing_context.refresh()
    _target.target_context.refresh()

# numba's own annotations do not fit these uses
_njit: Any = numba.njit
_extend: Any = extending
_named_tuple: Any = types.NamedTuple
_on_stack: Any = cgutils.alloca_once
_CompileResult: Any = CompileResult
_dumps: Any = serialize.dumps

WORD = ir.IntType(64)

RULES = (bitboard, integer_rules, random_play, perft_module)
"""The modules of the rules."""

SEARCH_MODULES = (
    near_table,
    bitboard,
    integer_rules,
    random_play,
    evaluation,
    work_array,
    move_ordering,
    transposition,
    alphabeta,
    root_search,
)
"""The modules of `search.wasm`."""
TURNS = "NamedTuple([i8[:, ::1], i8[::1], i8[::1], i8[::1]], RootTurns)"
SEARCH = f"i8(UniTuple(i8, 12), {'i8, ' * 4}context, i8[::1], i8[::1], i8[::1])"
"""The parameters of the recursive function `search`."""
EXPORTS = {
    "widen_near": "i8[::1], ",
    "list_turns": "UniTuple(i8, 12), b1, context, i8[::1], i8[:, ::1]",
    "search_root": f"{TURNS}, {'i8, ' * 4}context, {'i8[::1], ' * 3}",
    "random_games": f"UniTuple(i8, 12), context, {'i8, ' * 3}",
    "random_results": f"UniTuple(i8, 12), context, {'i8, ' * 3}i8[::1]",
    "replay": "UniTuple(i8, 12), b1, i8[:, ::1], i8[:, ::1], context",
}
"""The functions of `search.wasm` with numba's types of their parameters."""


# -- what compiled code uses instead ----------------------------------------------------------------------------------


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
    deposits = "+bmi2" in str(_target.target_context.codegen().magic_tuple()[2]).split(",")
    functions: dict[Any, Any] = {
        bitboard.count: count,
        bitboard.pick: deposit if deposits else pick,
        bitboard.around: around,
        integer_rules.starving: starving,
        evaluation.weigh: weigh,
    }
    return functions


# -- compiling, and the cache on disk ----------------------------------------------------------------------------------

DIGEST_BYTES = 32


def _load(name: str, key: bytes) -> bytes | None:
    """Return what was saved in the file of a name for a key. None if there is no undamaged file."""
    folder = cache_folder()
    if folder is None:
        return None
    try:
        content = (folder / name).read_bytes()
    except OSError:
        return None
    data = content[DIGEST_BYTES:]
    return data if content[:DIGEST_BYTES] == _digest(key, data) else None


def _save(name: str, key: bytes, data: bytes) -> None:
    """Write the file of a name if possible. Writes are atomic, so several processes can write at once."""
    folder = cache_folder()
    if folder is None:
        return
    path = folder / name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, _digest(key, data) + data)
    except Exception:  # noqa: BLE001  the code runs without its file too
        return


def _digest(key: bytes, data: bytes) -> bytes:
    return hashlib.sha256(hashlib.sha256(key).digest() + data).digest()


def sources_key(modules: Sequence[ModuleType]) -> str:
    """Return a hash of the modules' sources, of the compiler's, and of numba's version.

    It names the cache folder, since a compiled function depends on everything that it calls.
    """
    digest = hashlib.sha256(numba.__version__.encode())
    for path in (__file__, near_table.__file__, *[str(module.__file__) for module in modules]):
        digest.update(Path(path).read_bytes())
    return digest.hexdigest()[:16]


class CheckedCache(_Cache):
    """numba's cache of one function: a file for each signature.

    With numba's own files, a damaged one crashes the process. These are compiled and written again.
    """

    def __init__(self, folder: str, function: FunctionType) -> None:
        self._folder = folder
        self._function = function

    @property
    def cache_path(self) -> Any:
        """The folder of the files, within the cache folder."""
        return self._folder

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled function for a signature, or None if there is no undamaged file."""
        target_context.refresh()
        name, key = self._place(sig, target_context.codegen())
        try:
            data = _load(name, key)
            if data is None:
                return None
            return _CompileResult._rebuild(target_context, *pickle.loads(data))  # noqa: S301
        except Exception:  # noqa: BLE001  the function can be compiled instead
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Write a compiled function if possible."""
        # addresses of this process are of no use to another one
        if data.library.has_dynamic_globals:
            return
        name, key = self._place(sig, data.codegen)
        try:
            _save(name, key, _dumps(data._reduce()))
        except Exception:  # noqa: BLE001  the function runs without its file too
            return

    def enable(self) -> None:
        """Do nothing: the cache is always enabled, and nothing is buffered."""

    disable = flush = enable

    def _place(self, sig: Any, codegen: Any) -> tuple[str, bytes]:
        """Return the file for a signature on this processor, and the key that its digest includes."""
        code = self._function.__code__
        key = repr(
            (sys.implementation.cache_tag, code.co_name, code.co_code, str(sig), codegen.magic_tuple())
        ).encode()
        return f"{self._folder}/{code.co_name}-{hashlib.sha256(key).hexdigest()[:16]}.bin", key


def signature_names(names: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a signature can name: numba's types, the named tuples of the functions, a compiled `context`."""
    return {**names, **vars(types), "context": CONTEXT}


def compiled(
    modules: Sequence[ModuleType],
    cached: Sequence[str],
    signatures: Mapping[str, str] | None = None,
    *,
    inline: bool = True,
) -> dict[str, Any]:
    """Return all functions of portable modules by name. Each is compiled at its first call.

    They run without the interpreter's lock. Functions in `cached` are stored on disk with everything that they call. A
    recursive function needs a signature, in which `context` is a compiled context: without one, numba compiles it for
    several types and crashes when it reads its callers from the cache. With `inline`, all other functions are inlined,
    since states are passed faster in registers than in memory.
    """
    # numba's cache needs the module of a function's globals
    names: dict[str, Any] = {"__name__": modules[-1].__name__}
    for module in (sys.modules[__name__], *modules):
        for name, value in vars(module).items():
            if isinstance(value, int) and names.get(name, value) != value:
                raise ValueError(f"{module.__name__} gives {name} another value than a module before it")
            if not name.startswith("__"):
                names[name] = value
    replaced = replacements()
    signatures = signatures or {}
    folder = sources_key(modules)
    for module in modules:
        for name, value in vars(module).items():
            if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                # the same code, with the compiled functions as its globals
                copy = FunctionType(replaced.get(value, value).__code__, names, name)
                is_entry = name in cached or name in signatures
                dispatcher = _njit(
                    nogil=True,
                    error_model="numpy",
                    forceinline=inline and name not in signatures and name not in value.__code__.co_names,
                    # no wrapper for functions that Python does not call: half the compile time
                    no_cpython_wrapper=not is_entry,
                    no_cfunc_wrapper=True,
                )(copy)
                if is_entry:
                    # like numba's `enable_caching`
                    dispatcher._cache = CheckedCache(folder, copy)
                names[name] = dispatcher
    for name, signature in signatures.items():
        # numba parses signatures the same way; this one comes from our own sources
        types = eval(signature, signature_names(names))  # noqa: S307
        names[name].compile(types)
        names[name].disable_compile()
    return names


# -- the rules --------------------------------------------------------------------------------------------------------

# for fewer turns, making the arrays takes longer than interpreting
MIN_COMPILED_TURNS = 4


@cache
def _compiled() -> dict[str, Any]:
    """Return the functions, each compiled at its first call or read from the cache."""
    return compiled(RULES, ("random_games", "random_results", "replay", "sequences"))


@lru_cache(maxsize=100)
def near_of(layout: Layout) -> NearTable:
    """Return the table of touching discs that compiled code takes."""
    return NearTable(layout.links)


def compiled_context(layout: Layout, context: Context) -> Context:
    """Return a game's context with the table that compiled code takes."""
    near: Any = near_of(layout)
    return context._replace(near=near)


def compiled_integers(position: Position) -> tuple[State, bool, Context]:
    """Return the arguments of compiled functions for a position: the state, whether the move is done, the context."""
    state, moved, context = integers_of(position)
    return state, moved, compiled_context(position.layout, context)


def perft(position: Position, depth: int) -> int:
    """Like `adaptoid_widget.perft`, compiled.

    >>> from adaptoid_widget import Position
    >>> perft(Position.start(), 4)
    14880
    """
    depth = whole_number(depth, "depth", 0)
    if depth == 0 or position.winner is not None:
        return 1 if depth == 0 else 0
    state, moved, context = compiled_integers(position)
    return int(_compiled()["sequences"](state, context, depth, moved))


def random_games(position: Position, seed: int, games: int, cap: int) -> tuple[int, int]:
    """Play random games from the start of a turn. Return the number of turns and a checksum over all states.

    >>> from adaptoid_widget import Position
    >>> start = Position.start()
    >>> random_games(start, 1, 2, 400) == random_play.random_games(start.state, start.context, 1, 2, 400)
    True
    """
    state, _, context = compiled_integers(position)
    turns, checksum = _compiled()["random_games"](state, context, seed, games, cap)
    return int(turns), int(checksum)


def random_results(position: Position, seed: int, games: int, cap: int) -> tuple[int, list[int]]:
    """Like `wasm.random_results`.

    >>> from adaptoid_widget import Position
    >>> turns, results = random_results(Position.start(), 1, 5, 400)
    >>> sum(results[:4])
    5
    """
    state, _, context = compiled_integers(position)
    results = np.zeros(5, dtype=np.int64)
    turns = _compiled()["random_results"](state, context, seed, games, cap, results)
    return int(turns), [int(number) for number in results]


def outcomes(
    state: State, moved: bool, turns: Sequence[Turn], layout: Layout, context: Context
) -> list[Outcome]:
    """Like `core.rules.turn.outcomes`, compiled.

    >>> from adaptoid_widget import Position, Turn
    >>> start = Position.start()
    >>> turns = [Turn.from_text("D2+L"), Turn.from_text("+D5"), Turn.from_text("A1+L")]
    >>> played = outcomes(start.state, False, turns, start.layout, start.context)
    >>> len(played), played[-1][0] == start.play("D2+L").play("+D5").state
    (2, True)
    """
    if len(turns) < MIN_COMPILED_TURNS:
        return turn.outcomes(state, moved, turns, layout, context)
    discs = np.array(turn.to_discs(turns, layout), dtype=np.int64).reshape(-1, 5)
    results = np.empty((len(discs), 14), dtype=np.int64)
    legal = _compiled()["replay"](state, moved, discs, results, compiled_context(layout, context))
    return [(tuple(row[:12]), row[13] != 0, row[12]) for row in results[:legal].tolist()]
