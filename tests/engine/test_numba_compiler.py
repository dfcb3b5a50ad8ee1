"""Compiled code: its replacements of core's functions, the compilation of modules, and the cache on disk."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
import pytest

import adaptoid_widget as aw
from adaptoid_widget.core.rules import bitboard, integer_rules, random_play
from adaptoid_widget.core.search import evaluation
from adaptoid_widget.engine.backends import numba_compiler
from adaptoid_widget.engine.backends.numba_compiler import compiled, compiled_context, near_of, sources_key
from adaptoid_widget.engine.search import Searcher
from adaptoid_widget.storage.user_cache import cache_folder
from tests.portable.conformance import STARTS

# each run tests the functions in `search.wasm`, which numba has compiled
pytestmark = pytest.mark.nightly
REPLACED = ["count", "pick", "around", "starving", "weigh"]
BOARDS = ["hex2", "hex4", "hex5", "lattice:A1.A2", "lattice:A1.A2.A4.C1"]


def masks(board: int, how_many: int) -> list[int]:
    """Return masks of a board: no disc, all discs, and random sets of discs."""
    dice = random.Random(board)
    return [
        0,
        board,
        *[board & dice.getrandbits(61) & dice.choice((-1, dice.getrandbits(61))) for _ in range(how_many)],
    ]


@pytest.mark.parametrize("name", BOARDS)
def test_functions_of_masks_agree_with_core(name: str) -> None:
    layout = aw.Layout.from_text(name)
    compiled_functions = compiled((bitboard,), REPLACED)
    # what `search.wasm` is built with, and processors without BMI2 use
    by_halves: Any = numba.njit(FunctionType(numba_compiler.pick.__code__, compiled_functions))
    count, pick, around = (
        compiled_functions["count"],
        compiled_functions["pick"],
        compiled_functions["around"],
    )
    near = near_of(layout)
    for mask in masks(layout.board, 100):
        assert count(mask) == bitboard.count(mask) == mask.bit_count()
        assert around(mask, near) == bitboard.around(mask, layout.links)
        for k in range(mask.bit_count()):
            assert pick(mask, k) == by_halves(mask, k) == bitboard.pick(mask, k)


@pytest.mark.parametrize("start", sorted(STARTS))
def test_starving_agrees_with_core(start: str) -> None:
    position = aw.Position.from_text(STARTS[start])
    layout = position.layout
    context = compiled_context(layout, position.context)
    starving = compiled((bitboard, integer_rules), REPLACED)["starving"]
    state = position.state
    seed = 5
    hungry = 0
    for _ in range(2000):
        # puts random adaptoids of the player beside the enemies, so that many enemies starve
        seed = random_play.advance(seed)
        crowd = (
            bitboard.around(state[1], layout.links)
            & ~(state[1] | state[2])
            & (seed >> 3 | seed << 20)
            & layout.board
        )
        crowded = (crowd, *state[1:])
        hungry_discs = integer_rules.starving(crowded, position.context)
        assert starving(crowded, context) == hungry_discs
        hungry += hungry_discs != 0
        state, seed, ended, *_ = random_play.random_turn(state, position.context, seed)
        if ended:
            state = position.state
    assert hungry > 50


def test_weigh_agrees_with_core() -> None:
    weigh = compiled((bitboard, integer_rules, evaluation), REPLACED)["weigh"]
    dice = random.Random(1)
    n = len(evaluation.NAMES)
    for _ in range(100):
        counted: Any = tuple(dice.randrange(-30, 500) for _ in range(n))
        weights = [dice.randrange(-9000, 9000) for _ in range(3 * n)]
        at = dice.randrange(2 * n)
        assert weigh(counted, np.array(weights), at) == evaluation.weigh(counted, weights, at)


def test_every_replacement_is_tested() -> None:
    """The tests above compare each function in REPLACED with core."""
    assert {function.__name__ for function in numba_compiler.replacements()} <= set(REPLACED)


def module_of(source: str, folder: Path, name: str) -> ModuleType:
    path = folder / f"{name}.py"
    path.write_text(source)
    module = ModuleType(f"adaptoid_widget.{name}")
    module.__file__ = str(path)
    exec(compile(source, str(path), "exec"), vars(module))
    return module


def test_recursive_functions_and_calls_are_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
    start = compiled((bitboard, module), ["start"], {"ways": "i8(i8, i8[::1])"})["start"]
    visits = np.zeros(1, dtype=np.int64)
    core_visits = [0]
    assert start(12, visits) == module.start(12, core_visits)
    assert visits[0] == core_visits[0] > 200


def test_a_constant_with_two_values_is_refused(tmp_path: Path) -> None:
    """All compiled modules have the same globals."""
    module = module_of("FAR = 1000\n\ndef far():\n    return FAR\n", tmp_path, "far")
    with pytest.raises(ValueError, match="gives FAR another value than a module before it"):
        compiled((bitboard, module), ["far"])


def test_the_cache_is_keyed_by_the_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    before = sources_key([bitboard, random_play])
    monkeypatch.setattr(random_play, "__file__", __file__)
    assert sources_key([bitboard, random_play]) != before


# -- the cache on disk ------------------------------------------------------------------------------------------------

# compiles one function with its own cache folder, checks its result, and prints the number of cache hits
COMPILES = """
import sys
from pathlib import Path
import adaptoid_widget as aw
from adaptoid_widget.core.rules import bitboard, integer_rules
from adaptoid_widget.engine.backends import numba_compiler
numba_compiler.cache_folder = lambda: Path(sys.argv[1])
{before}
starving = numba_compiler.compiled((bitboard, integer_rules), ["starving"])["starving"]
position = aw.Position.from_text("adaptoid w 0,0 W:C5,D3 B:D4LLLPPP,D5LLPP")
context = position.context
found = starving(position.state, context._replace(near=numba_compiler.NearTable(context.near)))
assert found == integer_rules.starving(position.state, context) != 0
print("from the cache:", sum(starving.stats.cache_hits.values()))
"""


FAILS = """
import errno, os
def fails(*_, **__):
    raise OSError(errno.{errno}, os.strerror(errno.{errno}))
os.{name} = fails
"""


def cache_hits(folder: Path, before: str = "") -> int:
    """Compile the function in a new process and return the number of cache hits."""
    run = subprocess.run(
        [sys.executable, "-c", COMPILES.format(before=before), str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return int(run.stdout.rpartition(":")[2])


@pytest.fixture(scope="module")
def filled_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a cache folder that contains the compiled function."""
    folder = tmp_path_factory.mktemp("filled_cache")
    assert cache_hits(folder) == 0
    assert cache_hits(folder) == 1
    return folder


def flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[: len(data) // 2],
        *(lambda _: b"", lambda data: flipped(data, 0), lambda data: flipped(data, len(data) // 2)),
    ],
    ids=["half", "empty", "digest", "machine code"],
)
def test_a_damaged_cache_file_is_written_again(
    damage: Callable[[bytes], bytes], filled_cache: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "cache"
    shutil.copytree(filled_cache, folder)
    (path,) = folder.rglob("*.bin")
    damaged = damage(path.read_bytes())
    path.write_bytes(damaged)
    assert cache_hits(folder) == 0
    (rewritten,) = [file for file in folder.rglob("*") if file.is_file()]
    assert rewritten == path
    assert path.read_bytes() != damaged


def test_the_cache_file_of_another_function_is_not_used(filled_cache: Path, tmp_path: Path) -> None:
    """The file is intact but stands in the place of another one."""
    folder = tmp_path / "cache"
    shutil.copytree(filled_cache, folder)
    other = """
near = numba_compiler.near_of(aw.Layout.from_text("hex2"))
numba_compiler.compiled((bitboard,), ["around"])["around"](1, near)
own, = Path(sys.argv[1]).rglob("starving-*.bin")
other, = Path(sys.argv[1]).rglob("around-*.bin")
own.write_bytes(other.read_bytes())
"""
    assert cache_hits(folder, other) == 0


@pytest.mark.parametrize(
    "before",
    [
        # a file in the place of the folder
        "Path(sys.argv[1]).write_text('')",
        # the system refuses a write in the middle of the file
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))",
        *(
            # a folder in the place of the file
            "numba_compiler.CheckedCache._place = lambda *_: (Path(sys.argv[1]), b'')\nPath(sys.argv[1]).mkdir()",
            FAILS.format(errno="ENOSPC", name="open"),
            FAILS.format(errno="EROFS", name="mkdir"),
        ),
    ],
    ids=["no folder", "too large", "no file", "disk full", "read-only"],
)
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limits on the size of files")
def test_a_cache_that_cannot_be_written(before: str, tmp_path: Path) -> None:
    """The function is compiled without a cache hit, and no file is left."""
    folder = tmp_path / "cache"
    assert cache_hits(folder, before) == 0
    assert [file for file in tmp_path.rglob("*") if file.is_file() and file != folder] == []


def test_several_processes_compile_at_the_same_time(tmp_path: Path) -> None:
    with ThreadPoolExecutor(3) as pool:
        assert set(pool.map(cache_hits, [tmp_path] * 3)) <= {0, 1}
    assert cache_hits(tmp_path) == 1
    assert len([file for file in tmp_path.rglob("*") if file.is_file()]) == 1


def test_a_search_answers_with_a_damaged_cache(tmp_path: Path) -> None:
    Searcher(1, engine="numba").search(aw.Position.start(), nodes=500)
    folder = cache_folder()
    assert folder is not None
    own_cache = folder / sources_key(numba_compiler.SEARCH_MODULES)
    shutil.copytree(own_cache, tmp_path / own_cache.name)
    files = list((tmp_path / own_cache.name).iterdir())
    assert len(files) >= 3
    damaged = {path: flipped(path.read_bytes(), path.stat().st_size // 2) for path in files}
    for path, content in damaged.items():
        path.write_bytes(content)
    source = """
import sys
from pathlib import Path
import adaptoid_widget as aw
from adaptoid_widget.engine.backends import numba_compiler
from adaptoid_widget.engine.search import Searcher
numba_compiler.cache_folder = lambda: Path(sys.argv[1])
position = aw.Position.start()
(turn,) = Searcher(1, engine="numba").search(position, nodes=500).lines[0].turns[:1]
assert position.why_not(turn) is None
"""
    run = subprocess.run(
        [sys.executable, "-c", source, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    # the files that the search used were written again
    assert sum(path.read_bytes() != content for path, content in damaged.items()) >= 2
