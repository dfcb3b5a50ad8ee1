"""What compiled code has in place of core's source gives what the source gives; and how modules are compiled."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.rules import bitboard as rules
from adaptoid_widget.core.rules import random_play as playout
from adaptoid_widget.engine import native
from adaptoid_widget.engine.compiled import near_array
from adaptoid_widget.engine.jit import compiled, sources_key
from tests.portable.conformance import STARTS

REPLACED = ["count", "pick", "around", "starving"]
BOARDS = ["hex2", "hex4", "hex5", "lattice:A1.A2", "lattice:A1.A2.A4.C1"]


def masks(board: int, how_many: int) -> list[int]:
    """Masks of a board, from none of its discs to all of them."""
    dice = random.Random(board)
    return [
        0,
        board,
        *[board & dice.getrandbits(61) & dice.choice((-1, dice.getrandbits(61))) for _ in range(how_many)],
    ]


@pytest.mark.parametrize("name", BOARDS)
def test_masks(name: str) -> None:
    layout = aw.Layout.from_text(name)
    found = compiled((rules,), REPLACED)
    count, pick, around = found["count"], found["pick"], found["around"]
    near = near_array(layout)
    for mask in masks(layout.board, 100):
        assert count(mask) == rules.count(mask) == mask.bit_count()
        assert around(mask, near) == rules.around(mask, layout.links)
        for k in range(mask.bit_count()):
            assert pick(mask, k) == rules.pick(mask, k)


@pytest.mark.parametrize("start", sorted(STARTS))
def test_starving(start: str) -> None:
    position = aw.Position.from_text(STARTS[start])
    layout = position.layout
    near = near_array(layout)
    starving = compiled((rules,), REPLACED)["starving"]
    state = position.state
    seed = 5
    hungry = 0
    for _ in range(2000):
        # the player's own are shuffled over the board, so that many are hemmed in
        seed = playout.step(seed)
        crowd = (
            rules.around(state[1], layout.links)
            & ~(state[1] | state[2])
            & (seed >> 3 | seed << 20)
            & layout.board
        )
        seen = (crowd, *state[1:])
        found = rules.starving(seen, layout.board, layout.links)
        assert starving(seen, layout.board, near) == found
        hungry += found != 0
        state, seed, ended, *_ = playout.random_turn(
            state, layout.board, layout.links, len(position.colors), position.flags, seed
        )
        if ended:
            state = position.state
    assert hungry > 50


def test_core_is_replaced_where_a_test_says_so() -> None:
    """Of what is replaced, each function is compared above."""
    assert {function.__name__ for function in native.instead()} <= set(REPLACED)


def module_of(source: str, folder: Path, name: str) -> ModuleType:
    path = folder / f"{name}.py"
    path.write_text(source)
    module = ModuleType(f"adaptoid_widget.{name}")
    module.__file__ = str(path)
    exec(compile(source, str(path), "exec"), vars(module))
    return module


def test_a_module_that_calls_itself_and_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = """
from adaptoid_widget.core.rules.bitboard import count

LEAST = 2

def leaf(n):
    return count(n) + LEAST

def ways(n, visits):
    visits[0] += 1
    if n < LEAST:
        return leaf(n)
    return ways(n - 1, visits) + ways(n - 2, visits)

def start(n, visits):
    return ways(n, visits) + other(n)

def other(n):
    return leaf(n)
"""
    module = module_of(source, tmp_path, "calling")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    start = compiled((rules, module), ["start"], {"ways": "i8(i8, i8[::1])"})["start"]
    visits = np.zeros(1, dtype=np.int64)
    seen = [0]
    assert start(12, visits) == module.start(12, seen)
    assert visits[0] == seen[0] > 200


def test_the_cache_is_keyed_by_the_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    before = sources_key([rules, playout])
    monkeypatch.setattr(playout, "__file__", __file__)
    assert sources_key([rules, playout]) != before
