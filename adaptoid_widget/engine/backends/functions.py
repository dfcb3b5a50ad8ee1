"""The functions that numba compiles at run time, and `tools/setup/wasm_module.py` to `search.wasm`."""

from __future__ import annotations

from ...core.rules import bitboard, integer_rules, random_play
from ...core.search import evaluation, transposition, work_array
from ..tree_search import alphabeta, move_ordering, root_search
from . import near_table

MODULES = (
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
CACHED = ("list_turns", "search_root")
TURNS = "NamedTuple([i8[:, ::1], i8[::1], i8[::1], i8[::1]], RootTurns)"
SEARCH = f"i8(UniTuple(i8, 12), {'i8, ' * 4}context, i8[::1], i8[::1], i8[::1])"
EXPORTS = {
    "widen_near": "i8[::1], ",
    "list_turns": "UniTuple(i8, 12), b1, context, i8[::1], i8[:, ::1]",
    "search_root": f"{TURNS}, {'i8, ' * 4}context, {'i8[::1], ' * 3}",
    "random_games": f"UniTuple(i8, 12), context, {'i8, ' * 3}",
    "replay": "UniTuple(i8, 12), b1, i8[:, ::1], i8[:, ::1], context",
}
"""The functions of `search.wasm` with numba's types of their parameters."""
